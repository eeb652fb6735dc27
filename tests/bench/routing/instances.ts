/**
 * Public instances in the formats their authors published: Solomon and Gehring & Homberger (time windows), Li & Lim (pickup
 * and delivery). The files are no part of the product; a folder of them is named on the command line.
 */
import { readFileSync } from 'node:fs'
import type { Job, Problem, Vehicle } from '#modules/dispatch/solver/model.ts'

/** Distances are exact doubles, seconds equal them, and a metre costs one. */
const FREE = { driveMax: 1e9, rest: 0, driveDayMax: 1e9 }
/** Leaving somebody out never pays. */
const PRIZE = 1e6

const numbers = (text: string): number[][] =>
  text
    .split(/\r?\n/)
    .map((l) => l.trim())
    .filter((l) => l !== '')
    .map((l) => l.split(/\s+/).map(Number))
    .filter((row) => row.every((x) => !Number.isNaN(x)))

function distances(points: readonly (readonly [number, number])[]): Float64Array {
  const n = points.length
  const d = new Float64Array(n * n)
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) d[i * n + j] = Math.hypot(points[i]![0] - points[j]![0], points[i]![1] - points[j]![1])
  return d
}

const fleet = (n: number, capacity: number, open: number, close: number): Vehicle[] =>
  Array.from({ length: n }, (_, i) => ({
    id: `v${String(i).padStart(4, '0')}`,
    zones: [{ capacity: [capacity, 1e9, 1e9, 1e9] }],
    start: 0,
    end: 0,
    shift: [open, close],
    fixedFen: 0,
    kmFen: 1000,
    hourFen: 0,
  }))

const problem = (points: (readonly [number, number])[], jobs: Job[], vehicles: Vehicle[], seed: number): Problem => {
  const d = distances(points)
  return { jobs, vehicles, matrix: { size: points.length, metres: [d], seconds: [d] }, rules: FREE, mode: 'cost', seed, exact: false }
}
const name = (i: number): string => String(i).padStart(5, '0')

export function solomon(file: string, seed: number): Problem {
  const rows = numbers(readFileSync(file, 'utf8'))
  const [vehicles, capacity] = rows.find((r) => r.length === 2)!
  const stops = rows.filter((r) => r.length === 7)
  const [, , , , open, close] = stops[0]!
  return problem(
    stops.map((s) => [s[1]!, s[2]!] as const),
    stops.slice(1).map((s, i) => ({
      id: name(i + 1),
      demand: [s[3]!, 0, 0, 0],
      prize: PRIZE,
      delivery: { place: i + 1, service: s[6]!, windows: [[s[4]!, s[5]!]] },
    })),
    fleet(vehicles!, capacity!, open!, close!),
    seed,
  )
}

export function liLim(file: string, seed: number): Problem {
  const [[vehicles, capacity], ...stops] = numbers(readFileSync(file, 'utf8')) as [number[], ...number[][]]
  const stop = (i: number) => ({ place: i, service: stops[i]![6]!, windows: [[stops[i]![4]!, stops[i]![5]!] as const] })
  return problem(
    stops.map((s) => [s[1]!, s[2]!] as const),
    stops.flatMap((s, i) =>
      i > 0 && s[8]! > 0 ? [{ id: name(i), demand: [s[3]!, 0, 0, 0] as const, prize: PRIZE, pickup: stop(i), delivery: stop(s[8]!) }] : [],
    ),
    fleet(vehicles!, capacity!, stops[0]![4]!, stops[0]![5]!),
    seed,
  )
}

export interface Known {
  cost: number
  vehicles: number
}
/** `instance, class, cost, vehicles`, tab-separated; rows named `…_distance` are for the distance objective. */
export function known(file: string): Map<string, Known> {
  return new Map(
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((l) => l.split('\t'))
      .map(([n, , cost, vehicles]) => [n!.toLowerCase(), { cost: Number(cost), vehicles: Number(vehicles) }]),
  )
}
