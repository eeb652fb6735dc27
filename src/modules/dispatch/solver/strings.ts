/** Parts of the search that keep nothing: who is near whom, in which order jobs go back, what a cut leaves. */
import type { Spot } from './insert.ts'
import type { Net } from './net.ts'
import type { Dice } from './random.ts'
import type { Tour } from './tour.ts'

const NEAR = 120

/** Σ |hours − mean| over all vehicles with their ledger, at the price of an hour. */
export function unfair(net: Net, tours: readonly Tour[]): number {
  const { problem } = net
  const rate = problem.fairHourFen ?? 0
  if (rate === 0 || problem.vehicles.length < 2) return 0
  const hours = Float64Array.from(problem.vehicles, (v) => v.worked ?? 0)
  for (const t of tours) hours[t.vehicle]! += t.seconds
  let sum = 0
  for (const h of hours) sum += h
  const mean = sum / hours.length
  let off = 0
  for (const h of hours) off += Math.abs(h - mean)
  return Math.round((off * rate) / 3600)
}

/** At random, the largest first, the farthest, the nearest, the narrowest window, the earliest, the latest, or whoever was left out most. */
export function ordered(
  net: Net,
  jobs: number[],
  key: Float64Array,
  misses: Float64Array,
  dice: Dice,
  metres: ArrayLike<number>,
  depot: number,
): void {
  const z = dice.below(19)
  for (const j of jobs) {
    const c = net.shape[j] === 1 ? 2 * j : 2 * j + 1
    if (z < 4) key[j] = dice.next()
    else if (z < 8) key[j] = -Math.max(net.demand[4 * j]!, net.demand[4 * j + 1]!, net.demand[4 * j + 2]!, net.demand[4 * j + 3]!)
    else if (z < 10) key[j] = -metres[depot * net.size + net.place[c]!]!
    else if (z < 11) key[j] = metres[depot * net.size + net.place[c]!]!
    else if (z < 13) key[j] = net.close[c]! - net.open[c]!
    else if (z < 15) key[j] = net.open[c]!
    else if (z < 17) key[j] = -net.close[c]!
    else key[j] = -misses[j]!
  }
  jobs.sort((a, b) => key[a]! - key[b]! || a - b)
}

export const take = (to: Spot, from: Spot): Spot => {
  to.cost = from.cost
  to.at = from.at
  to.to = from.to
  to.reload = from.reload
  to.behind = from.behind
  return to
}

export const fixedIn = (t: Tour, job: number): boolean => {
  for (let k = 1; k < t.free; k++) if (t.node[k]! >> 1 === job) return true
  return false
}

/** Takes out the marked jobs, and reloads nobody needs any more. */
export function compact(net: Net, t: Tour, stamp: Int32Array, mark: number): void {
  let n = 0
  for (let k = 1; k <= t.len; k++) {
    const node = t.node[k]!
    if (node < 2 * net.jobs && stamp[node >> 1] === mark) continue
    if (node >= 2 * net.jobs && (n === 0 || t.node[n]! >= 2 * net.jobs)) continue
    t.node[++n] = node
  }
  while (n > 0 && t.node[n]! >= 2 * net.jobs) n--
  t.len = n
}

/** The nearest jobs of each job, by the way between their last stops. */
export function neighbours(net: Net): Int32Array[] {
  const metres = net.kinds[0]?.metres ?? []
  const at = (j: number): number => net.place[net.shape[j] === 1 ? 2 * j : 2 * j + 1]!
  const key = new Float64Array(net.jobs)
  return Array.from({ length: net.jobs }, (_, j) => {
    const row = at(j) * net.size
    for (let x = 0; x < net.jobs; x++) {
      key[x] = metres[row + at(x)]!
      if (net.shape[j] === 3 && net.shape[x] === 3) key[x] = Math.min(key[x]!, metres[net.place[2 * j]! * net.size + net.place[2 * x]!]!)
    }
    const list = Array.from({ length: net.jobs }, (_x, x) => x).filter((x) => x !== j)
    list.sort((a, b) => key[a]! - key[b]! || a - b)
    return Int32Array.from(list.slice(0, NEAR))
  })
}
