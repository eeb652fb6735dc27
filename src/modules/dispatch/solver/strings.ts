/** Parts of the search that keep nothing: who is near whom, in which order jobs go back, what a cut leaves. */
import type { Net } from './net.ts'
import type { Dice } from './random.ts'
import type { Spot, Tour } from './tour.ts'

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
  sort(jobs, key)
}
/** By key, then by number; a handful, in place. */
function sort(jobs: number[], key: Float64Array): void {
  for (let i = 1; i < jobs.length; i++) {
    const job = jobs[i]!
    const mine = key[job]!
    let k = i - 1
    for (; k >= 0 && (key[jobs[k]!]! > mine || (key[jobs[k]!] === mine && jobs[k]! > job)); k--) jobs[k + 1] = jobs[k]!
    jobs[k + 1] = job
  }
}

export const take = (to: Spot, from: Spot): Spot => {
  to.cost = from.cost
  to.at = from.at
  to.to = from.to
  to.reload = from.reload
  to.behind = from.behind
  return to
}

const fixedIn = (t: Tour, job: number): boolean => {
  for (let k = 1; k < t.free; k++) if (t.node[k]! >> 1 === job) return true
  return false
}

/** Marks a string of about `longest` jobs around this one, every second time with a few kept in its middle. False when it is not there. */
export function cut(net: Net, dice: Dice, t: Tour, job: number, longest: number, stamp: Int32Array, mark: number, out: number[]): boolean {
  const first = t.free
  const size = t.len - first + 1
  let pos = first
  while (pos <= t.len && t.node[pos]! >> 1 !== job) pos++
  if (pos > t.len) return false
  const length = Math.floor(dice.next() * Math.min(longest, size) + 1)
  let span = length
  if (length > 1 && length < size && dice.next() >= 0.5)
    while (span < size && dice.next() > 0.01) {
      span++
      if (dice.next() > 0.5) break
    }
  const low = Math.max(first, pos - span + 1)
  const high = Math.min(pos, t.len - span + 1)
  const from = low + dice.below(high - low + 1)
  const skip = span - length
  const skipAt = from + dice.below(length + 1)
  for (let k = from; k < from + span; k++) {
    if (skip > 0 && k >= skipAt && k < skipAt + skip) continue
    const node = t.node[k]!
    if (node >= 2 * net.jobs) continue
    const j = node >> 1
    if (stamp[j] === mark) continue
    // A pair whose pickup is fixed stays where it is.
    if (first > 1 && fixedIn(t, j)) continue
    stamp[j] = mark
    out.push(j)
  }
  return true
}

/** Marks every job of the tour. */
export function whole(net: Net, t: Tour, stamp: Int32Array, mark: number, out: number[]): void {
  for (let k = 1; k <= t.len; k++) {
    const job = t.node[k]! >> 1
    if (t.node[k]! >= 2 * net.jobs || stamp[job] === mark) continue
    stamp[job] = mark
    out.push(job)
  }
}

/** What a stop costs on the average, without what a vehicle costs anyway. */
export function perStop(tours: readonly Tour[]): number {
  let driven = 0
  let stops = 0
  for (const t of tours) {
    driven += t.cost - (t.len > 0 ? t.kind.fixed : 0)
    stops += t.len
  }
  return stops === 0 ? 1 : driven / stops
}
/** From which warmth to which a single cooling goes. Long routes want more of it: more jobs compete for each place. */
export function range(net: Net, tours: readonly Tour[]): { warm: number; cold: number } {
  let stops = 0
  for (const t of tours) stops += t.len
  const long = stops / Math.max(1, tours.length) / (net.profile ? 28 : 14)
  const warm = Math.max(1e-6, perStop(tours) * Math.min(2.5, Math.max(0.4, long)))
  return { warm, cold: warm * 0.02 }
}

/** How hard it was so far to find these a place. */
export function missed(jobs: readonly number[], misses: Float64Array): number {
  let sum = 0
  for (const j of jobs) sum += 1 + misses[j]!
  return sum
}
/** The route whose jobs were missed least often; -1 when there is only one. */
export function leastMissed(net: Net, tours: readonly Tour[], misses: Float64Array): number {
  let at = -1
  let least = Infinity
  tours.forEach((t, i) => {
    if (t.free > 1 || t.kind.vehicle.closed) return
    let sum = 0
    for (let k = 1; k <= t.len; k++) if (t.node[k]! < 2 * net.jobs) sum += 1 + misses[t.node[k]! >> 1]!
    if (sum >= least) return
    least = sum
    at = i
  })
  return tours.length > 1 ? at : -1
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
  t.shrunk(n)
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
