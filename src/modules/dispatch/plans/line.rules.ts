/** 线路规划: pasted stops, read and put in the best order. Pure: runs in the browser. */
import type { Plan, Span } from '../solver/model.ts'
import { judgeOf, solve } from '../solver/solve.ts'
import { estimatedMatrix } from '#kit/basics/roads.ts'
import type { Board } from './problem.rules.ts'

export interface LineStop {
  name: string
  lng: number
  lat: number
  minutes: number
  window: Span | null
}
export interface Line {
  back: boolean
  departAt: number
  kmFen: number
  hourFen: number
}
export interface Lined {
  plan: Plan
  board: Board
  /** Driven in the order it was typed. */
  givenMetres: number
}

const MOST = 60
const time = (text: string): number | null => {
  const m = /^(\d{1,2}):(\d{2})$/.exec(text)
  return m && Number(m[1]) < 24 && Number(m[2]) < 60 ? Number(m[1]) * 3600 + Number(m[2]) * 60 : null
}

export function readStops(text: string): { stops: LineStop[] } | { why: string } {
  const lines = text.split('\n').map((l) => l.trim())
  const stops: LineStop[] = []
  for (const [i, raw] of lines.entries()) {
    if (raw === '') continue
    const at = `第 ${i + 1} 行`
    const [name = '', lng, lat, minutes = '15', window] = raw.split(/[,，\t]/).map((x) => x.trim())
    const x = Number(lng)
    const y = Number(lat)
    if (name === '' || lng === undefined || lat === undefined || lng === '' || lat === '' || Number.isNaN(x) || Number.isNaN(y))
      return { why: `${at}应为「名称,经度,纬度」` }
    if (x < 73 || x > 136 || y < 3 || y > 54) return { why: `${at}：坐标不在中国境内` }
    const stay = Number(minutes === '' ? '15' : minutes)
    if (!Number.isFinite(stay) || stay < 0 || stay > 600) return { why: `${at}：停留分钟应为 0 至 600` }
    let span: Span | null = null
    if (window) {
      const [from, to] = window.split('-').map((t) => time(t.trim()))
      if (from == null || to == null || to <= from) return { why: `${at}：时间窗应为「08:00-10:00」` }
      span = [from, to]
    }
    stops.push({ name, lng: x, lat: y, minutes: stay, window: span })
  }
  if (stops.length < 2) return { why: '至少需要出发地与一个停靠点' }
  if (stops.length > MOST) return { why: `一次最多规划 ${MOST} 个停靠点` }
  return { stops }
}

/** Enough for sixty stops; the same text gives the same order. */
const ITERATIONS = 4_000

export function bestOrder(stops: readonly LineStop[], line: Line): Lined {
  const m = estimatedMatrix(stops)
  const id = (i: number): string => String(i).padStart(3, '0')
  const problem = {
    jobs: stops.slice(1).map((s, i) => ({
      id: id(i + 1),
      delivery: { place: i + 1, service: s.minutes * 60, windows: s.window ? [s.window] : [] },
      demand: [0, 0, 0, 0] as const,
      prize: 100_000_000,
    })),
    vehicles: [
      {
        id: 'line',
        zones: [{ capacity: [1, 1, 1, 1] as const }],
        start: 0,
        end: line.back ? 0 : null,
        shift: [line.departAt, line.departAt + 3 * 86_400] as const,
        fixedFen: 0,
        kmFen: line.kmFen,
        hourFen: line.hourFen,
      },
    ],
    matrix: { size: m.size, metres: [m.metres], seconds: [m.seconds] },
    rules: { driveMax: 4 * 3600, rest: 20 * 60, driveDayMax: 10 * 3600 },
    mode: 'cost' as const,
    seed: 1,
  }
  const given = judgeOf(problem)({ vehicle: 'line', visits: problem.jobs.map((j) => ({ job: j.id, part: 'delivery' as const })) })
  return {
    plan: solve(problem, { iterations: ITERATIONS }),
    givenMetres: given.metres,
    board: {
      day: '',
      places: stops.map(({ name, lng, lat }) => ({ name, lng, lat })),
      orders: [],
      vehicles: [],
      barred: [],
    },
  }
}
