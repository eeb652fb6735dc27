/** Where a job costs least: every position of a tour judged in O(1), the few best driven exactly where the arrays do not say all. */
import { DIMENSIONS } from './model.ts'
import { clocked, latest } from './clock.ts'
import { DELIVERY, PICKUP, type Net } from './net.ts'
import type { Dice } from './random.ts'
import { awayOf, mixes, Tour, type Spot } from './tour.ts'

/** Answer of the last question. */
const spot: Spot = { cost: Infinity, at: 0, to: 0, reload: -1, behind: false }

function blank(): Required<Spot> {
  return { cost: Infinity, at: 0, to: 0, reload: -1, behind: false, metres: 0 }
}
/** Quick candidates waiting to be driven. */
const MOST_CANDIDATES = 6
const candidates: Required<Spot>[] = Array.from({ length: MOST_CANDIDATES }, blank)
let candidateCount = 0
let limit = MOST_CANDIDATES
/** A position not to be taken, and how many were overlooked so far. */
let barred = 0
let overlooked = 0
export const blinks = (): number => overlooked
/** After a question that found nothing: less than this it costs nowhere here. */
let least = 0
export const atLeast = (): number => least

function keep(cost: number, at: number, to: number, reload: number, behind: boolean, metres: number): void {
  if (candidateCount === limit && candidates[candidateCount - 1]!.cost <= cost) return
  let i = candidateCount < limit ? candidateCount++ : limit - 1
  if (i >= candidates.length) candidates.push(blank())
  const mine = candidates[i]!
  for (; i > 0 && candidates[i - 1]!.cost > cost; i--) candidates[i] = candidates[i - 1]!
  candidates[i] = mine
  mine.cost = cost
  mine.at = at
  mine.to = to
  mine.reload = reload
  mine.behind = behind
  mine.metres = metres
}

const trial = new Tour()

/**
 * The cheapest feasible place of `job` in `tour` below `bound`, or null. `blink` (0–2³²) makes it overlook positions now
 * and then; `all` drives every candidate instead of the best few.
 */
export function place(
  net: Net,
  tour: Tour,
  job: number,
  bound: number,
  dice: Dice | null,
  blink: number,
  all = false,
  skip = 0,
): Spot | null {
  const { kind } = tour
  const zone = kind.zone[job]!
  least = Infinity
  if (zone < 0 || kind.vehicle.closed) return null
  const allowed = net.allowed[job]
  if (allowed && !allowed.has(tour.vehicle)) return null
  if (tour.len >= kind.maxStops && tour.len - reloadsIn(net, tour) >= kind.maxStops) return null
  if (mixes(net, tour, job)) return null
  const extra = (tour.len === 0 ? kind.fixed : 0) + (net.anyAway ? awayOf(net, job, tour.vehicle) : 0)
  if (extra >= bound) {
    least = bound
    return null
  }
  spot.cost = bound
  spot.at = 0
  candidateCount = 0
  barred = skip
  limit = all ? Infinity : MOST_CANDIDATES
  const shape = net.shape[job]!
  const walked = tour.exact
  if (shape === (PICKUP | DELIVERY)) pair(net, tour, job, extra, walked, dice, blink)
  else single(net, tour, job, shape === PICKUP ? 2 * job : 2 * job + 1, extra, walked, dice, blink)
  if (kind.reloads.length > 0 && shape === DELIVERY && (all || (candidateCount === 0 && spot.at === 0))) again(net, tour, job, extra)
  // What was driven, and pairs, are not known so well.
  if (walked || candidateCount > 0 || shape === (PICKUP | DELIVERY) || kind.reloads.length > 0) least = bound
  if (candidateCount > 0) driven(net, tour, job, extra, bound)
  return spot.at > 0 ? spot : null
}

const reloadsIn = (net: Net, tour: Tour): number => {
  let n = 0
  if (tour.kind.reloads.length > 0) for (let k = 1; k <= tour.len; k++) if (tour.node[k]! >= 2 * net.jobs) n++
  return n
}

function single(net: Net, tour: Tour, job: number, node: number, extra: number, walked: boolean, dice: Dice | null, blink: number): void {
  const { kind, len, place: at, leave, late } = tour
  const { seconds: secondsBetween, metres: metresBetween, secondsTo, metresTo, perMetre, perSecond } = kind
  const { size } = net
  const { link, leg } = tour
  const zone = kind.zone[job]! * DIMENSIONS
  const from = job * DIMENSIONS
  const pickup = (node & 1) === 0
  if (!net.profile) for (const q of net.active) if (tour.total[zone + q]! + net.demand[from + q]! > kind.capacity[zone + q]!) return
  const c = net.place[node]!
  const row = c * size
  const open = net.open[node]!
  const close = net.close[node]!
  const work = net.service[node]!
  const timed = perSecond > 0 || kind.maxSeconds < Infinity
  const released = net.anyRelease && net.release[job]! > leave[0]!
  if (released) walked = true
  const driveLimit = Math.min(kind.drive.max - kind.drive.since, kind.drive.day - kind.drive.driven)
  const done = open + work
  /** Dearer is of no use. */
  let dearest = spot.cost
  const even = metresTo === metresBetween
  let approachNext = metresTo[row + at[tour.free - 1]!]!
  for (let k = tour.free - 1; k <= len; k++) {
    const gone = leave[k]!
    if (gone > close) break
    const n = at[k + 1]!
    const approach = approachNext
    const on = n < 0 ? 0 : metresBetween[row + n]!
    if (n >= 0) approachNext = even ? on : metresTo[row + n]!
    if (late[k + 1]! < done) continue
    const m = approach + on - (n < 0 || len === 0 ? 0 : link[k]!)
    let cost = m * perMetre + extra
    if (cost >= dearest) {
      if (cost < least) least = cost
      continue
    }
    const s1 = secondsTo[row + at[k]!]!
    let t = gone + s1
    if (t > close || s1 < 0) continue
    if (t < open) t = open
    const s2 = n < 0 ? 0 : secondsBetween[row + n]!
    if (t + work + s2 > late[k + 1]! || s2 < 0) continue
    if (net.profile && !fitsAt(net, tour, k, zone, from, pickup)) continue
    if (tour.metres + m > kind.maxMetres) continue
    if (timed) {
      // No less than it works more, but for what was waited before.
      const more = cost + (s1 + s2 + work - (len === 0 ? 0 : leg[k + 1]! + tour.idle)) * perSecond
      if (more >= dearest) {
        if (more < least) least = more
        continue
      }
      const d = duration(tour, k, s1, s2, open, close, work)
      if (d > kind.maxSeconds) continue
      cost += (d - (len === 0 ? 0 : tour.headD[len + 1]!)) * perSecond
      if (cost >= dearest) {
        if (cost < least) least = cost
        continue
      }
    }
    if (k + 1 === barred) continue
    if (dice !== null && dice.bits() < blink) {
      overlooked++
      continue
    }
    const must = walked || tour.driving + s1 + s2 - (len === 0 ? 0 : leg[k + 1]!) > driveLimit
    if (must) {
      keep(cost, k + 1, 0, -1, false, m)
      if (candidateCount === limit && candidates[limit - 1]!.cost < dearest) dearest = candidates[limit - 1]!.cost
    } else {
      spot.cost = dearest = cost
      spot.at = k + 1
      spot.to = 0
      spot.reload = -1
    }
  }
}

/** Head, the stop, tail: their least duration together. */
function duration(tour: Tour, k: number, s1: number, s2: number, open: number, close: number, work: number): number {
  const shift = tour.headD[k]! + s1
  const hl = tour.headL[k]!
  const wait = open - shift - hl
  const d = shift + (wait > 0 ? wait : 0) + work
  let l = close - shift
  if (hl < l) l = hl
  const shift2 = d + s2
  const wait2 = tour.tailE[k + 1]! - shift2 - l
  return shift2 + (wait2 > 0 ? wait2 : 0) + tour.tailD[k + 1]!
}

function fitsAt(net: Net, tour: Tour, k: number, zone: number, from: number, pickup: boolean): boolean {
  const most = pickup ? tour.after : tour.before
  const base = k * net.width + zone
  for (const q of net.active) if (most[base + q]! + net.demand[from + q]! > tour.kind.capacity[zone + q]!) return false
  return true
}

/** Pickup after position i, delivery somewhere behind it: the clock and the load are carried along. */
function pair(net: Net, tour: Tour, job: number, extra: number, walked: boolean, dice: Dice | null, blink: number): void {
  const { kind, len, place: at, leave, late, node } = tour
  const { seconds: secondsBetween, metres: metresBetween, perMetre, perSecond } = kind
  const { size, width } = net
  const zone = kind.zone[job]! * DIMENSIONS
  const from = job * DIMENSIONS
  const pickup = 2 * job
  const delivery = pickup + 1
  const pp = net.place[pickup]!
  const dp = net.place[delivery]!
  const hasRoom = (k: number): boolean => {
    for (const q of net.active) if (tour.load[k * width + zone + q]! + net.demand[from + q]! > kind.capacity[zone + q]!) return false
    return true
  }
  const room = Math.min(kind.drive.max - kind.drive.since, kind.drive.day - kind.drive.driven) - tour.driving
  const stops = net.service[pickup]! + net.service[delivery]!
  for (let i = tour.free - 1; i <= len; i++) {
    if (leave[i]! > net.close[pickup]!) break
    if (!hasRoom(i)) continue
    const a = at[i]! * size
    const s1 = secondsBetween[a + pp]!
    const t1 = leave[i]! + s1
    if (s1 < 0 || t1 > net.close[pickup]!) continue
    const n = at[i + 1]!
    const nextM = n < 0 || len === 0 ? 0 : metresBetween[a + n]!
    const toP = metresBetween[a + pp]!
    let t = Math.max(t1, net.open[pickup]!) + net.service[pickup]!
    let last = pp
    // What the pickup alone adds once the delivery stands further behind.
    const mP = toP + (n < 0 ? 0 : metresBetween[pp * size + n]!) - nextM
    const sP = s1 + (n < 0 ? 0 : secondsBetween[pp * size + n]!) - (n < 0 || len === 0 ? 0 : secondsBetween[a + n]!)
    if (i + 1 === barred) continue
    if (dice !== null && dice.bits() < blink) {
      overlooked++
      continue
    }
    for (let j = i; j <= len; j++) {
      if (j > i) {
        const c = node[j]!
        t += secondsBetween[last * size + at[j]!]!
        if (t > late[j]!) break
        if (c >= 2 * net.jobs || !hasRoom(j)) break
        t = (t > net.open[c]! ? t : net.open[c]!) + net.service[c]!
        last = at[j]!
      }
      const toD = secondsBetween[last * size + dp]!
      const arr = t + toD
      if (t > net.close[delivery]!) break
      if (toD < 0 || arr > net.close[delivery]!) continue
      const nx = at[j + 1]!
      const leaveD = (arr > net.open[delivery]! ? arr : net.open[delivery]!) + net.service[delivery]!
      const sN = nx < 0 ? 0 : secondsBetween[dp * size + nx]!
      if (sN < 0 || leaveD + sN > late[j + 1]!) continue
      const cell = last * size + nx
      let m: number
      let s: number
      if (j === i) {
        m = toP + metresBetween[pp * size + dp]! + (nx < 0 ? 0 : metresBetween[dp * size + nx]!) - nextM
        s = s1 + toD + sN - (nx < 0 || len === 0 ? 0 : secondsBetween[a + nx]!)
      } else {
        m = mP + metresBetween[last * size + dp]! + (nx < 0 ? 0 : metresBetween[dp * size + nx]! - metresBetween[cell]!)
        s = sP + toD + sN - (nx < 0 ? 0 : secondsBetween[cell]!)
      }
      const cost = m * perMetre + (s + stops) * perSecond + extra
      if (cost >= spot.cost || tour.metres + m > kind.maxMetres) continue
      if (walked || s > room) keep(cost, i + 1, j + 2, -1, false, m)
      else {
        spot.cost = cost
        spot.at = i + 1
        spot.to = j + 2
        spot.reload = -1
      }
    }
  }
}

/** The vehicle is full: it loads again before or behind this stop. */
function again(net: Net, tour: Tour, job: number, extra: number): void {
  const { kind, len, place: at } = tour
  const { metres: metresBetween, perMetre } = kind
  const { size } = net
  const c = net.place[2 * job + 1]!
  for (const reload of kind.reloads) {
    const r = net.place[reload]!
    for (let k = Math.max(1, tour.free - 1); k <= len; k++) {
      const p = at[k]! * size
      const n = at[k + 1]!
      const gone = n < 0 ? 0 : metresBetween[p + n]!
      keep(
        (metresBetween[p + r]! + metresBetween[r * size + c]! + (n < 0 ? 0 : metresBetween[c * size + n]!) - gone) * perMetre + extra,
        k + 1,
        0,
        reload,
        false,
        0,
      )
      keep(
        (metresBetween[p + c]! + metresBetween[c * size + r]! + (n < 0 ? 0 : metresBetween[r * size + n]!) - gone) * perMetre + extra,
        k + 1,
        0,
        reload,
        true,
        0,
      )
    }
  }
}

/** The kept candidates, cheapest first, driven; the first few that hold decide. */
function driven(net: Net, tour: Tour, job: number, extra: number, bound: number): void {
  const { plain } = tour.kind
  for (let i = 0; i < candidateCount; i++) {
    const k = candidates[i]!
    if (k.cost >= spot.cost + (plain ? 0 : Math.abs(spot.cost) * 0.2) && spot.at > 0) break
    const cost = plain ? rested(net, tour, job, k, extra) : walked(net, tour, job, k)
    if (cost >= spot.cost || cost >= bound) continue
    spot.cost = cost
    spot.at = k.at
    spot.to = k.to
    spot.reload = k.reload
    spot.behind = k.behind
  }
}
function walked(net: Net, tour: Tour, job: number, k: Spot): number {
  trial.copy(net, tour)
  put(net, trial, job, k)
  trial.refresh(net)
  return trial.ok ? trial.cost - tour.cost : Infinity
}

let sequence = new Int32Array(64)
/** The same where nothing but rests is missing: no arrays are made for a place that may not be taken. */
function rested(net: Net, tour: Tour, job: number, k: Required<Spot>, extra: number): number {
  const { kind, len, node } = tour
  const stops = k.to > 0 ? 2 : 1
  if (sequence.length < len + 4) sequence = new Int32Array(2 * len + 4)
  const first = net.shape[job] === DELIVERY ? 2 * job + 1 : 2 * job
  for (let i = 1, from = 1; i <= len + stops; i++) sequence[i] = i === k.at ? first : i === k.to ? 2 * job + 1 : node[from++]!
  const metres = tour.metres + k.metres
  const released = net.release[job]!
  const start = released > tour.leave[0]! ? released : tour.leave[0]!
  const back = clocked(net, kind, sequence, len + stops, start, null)
  let seconds = back - start
  if (back < 0 || metres > kind.maxMetres || len + stops > kind.maxStops || seconds > kind.maxSeconds) return Infinity
  if (kind.perSecond > 0) {
    const later = latest(net, kind, sequence, len + stops, start)
    const then = later > start ? clocked(net, kind, sequence, len + stops, later, null) : -1
    if (then >= 0 && then - later < seconds) seconds = then - later
  }
  const km = metres * kind.perMetre
  const hours = seconds * kind.perSecond
  const before = len === 0 ? 0 : tour.metres * kind.perMetre
  const worked = len === 0 ? 0 : tour.seconds * kind.perSecond
  if (net.problem.exact === false) return km - before + hours - worked + extra
  return Math.round(km) - Math.round(before) + Math.round(hours) - Math.round(worked) + extra
}

/** Puts the job where the spot says; the tour's arrays are the caller's to refresh. */
export function put(net: Net, tour: Tour, job: number, s: Spot): void {
  const shape = net.shape[job]!
  if (shape === (PICKUP | DELIVERY)) {
    tour.insert(net, s.at, 2 * job)
    tour.insert(net, s.to, 2 * job + 1)
    return
  }
  tour.insert(net, s.at, shape === PICKUP ? 2 * job : 2 * job + 1)
  if (s.reload >= 0) tour.insert(net, s.behind ? s.at + 1 : s.at, s.reload)
}

/** The cheapest exact place of a job over all routes and one free vehicle of each kind. */
export function exactly(net: Net, tours: readonly Tour[], free: readonly Tour[], job: number, bound: number) {
  let best = bound
  let at = -1
  let spot = null
  const all = [...tours, ...free]
  for (let i = 0; i < all.length; i++) {
    const s = place(net, all[i]!, job, best, null, 0, true)
    if (!s) continue
    best = s.cost
    at = i
    spot = { ...s }
  }
  return spot ? { cost: best, tour: all[at]!, spot } : null
}
