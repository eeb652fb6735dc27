/**
 * A route driven where only rests come between the arrays and the exact answer (`Kind.plain`): the same times as `walk`,
 * which this must agree with to the second, without telling anything. Nodes stand at positions 1..len.
 */
import type { Kind, Net } from './net.ts'

const EPSILON = 1e-9

/** When the vehicle is back; -1 when something is broken. Fills `leave`, when one leaves each position, as far as it comes. */
export function clocked(net: Net, kind: Kind, node: ArrayLike<number>, len: number, start: number, leave: Float64Array | null): number {
  const { service, open, close, place, restful, size } = net
  const { seconds } = kind
  const { max, rest, day } = kind.drive
  let since = kind.drive.since < max ? kind.drive.since : max
  let driven = kind.drive.driven
  let t = start
  let row = kind.start * size
  for (let k = 1; k <= len; k++) {
    const c = node[k]!
    const p = place[c]!
    const s = seconds[row + p]!
    if (s < 0) return -1
    t += s
    driven += s
    since += s
    while (since > max + EPSILON) {
      since -= max
      t += rest
    }
    const arrive = t
    const o = open[c]!
    if (t < o) {
      if (o - t >= rest && since > 0 && restful[c] === 0 && tires(net, kind, node, len, k, since)) since = 0
      t = o
    }
    if (t > close[c]! || driven > day) return -1
    t += service[c]!
    if (restful[c] === 1 && t - arrive >= rest) since = 0
    if (leave !== null) leave[k] = t
    row = p * size
  }
  if (kind.end >= 0) {
    const s = seconds[row + kind.end]!
    if (s < 0) return -1
    t += s
    since += s
    while (since > max + EPSILON) {
      since -= max
      t += rest
    }
    if (driven + s > day) return -1
  }
  return t > kind.last ? -1 : t
}

/** What is still to be driven behind this position is more than may be driven without a rest. */
function tires(net: Net, kind: Kind, node: ArrayLike<number>, len: number, from: number, since: number): boolean {
  const { place, size } = net
  const { max } = kind.drive
  let left = since
  let at = place[node[from]!]!
  for (let k = from + 1; k <= len + 1; k++) {
    const to = k <= len ? place[node[k]!]! : kind.end
    if (to < 0) break
    left += kind.seconds[at * size + to]!
    if (left > max) return true
    at = to
  }
  return false
}

/** The latest start that costs no more time than any other, rests aside: where waiting is shortest. */
export function latest(net: Net, kind: Kind, node: ArrayLike<number>, len: number, start: number): number {
  const { service, open, close, place, size } = net
  const { seconds } = kind
  let d = 0
  let e = start
  let l = kind.last
  let row = kind.start * size
  for (let k = 1; k <= len; k++) {
    const c = node[k]!
    const p = place[c]!
    const shift = d + seconds[row + p]!
    const from = open[c]! - shift
    const wait = from - l > 0 ? from - l : 0
    d = shift + wait + service[c]!
    e = (from > e ? from : e) - wait
    const to = close[c]! - shift
    if (to < l) l = to
    if (l < e) l = e
    row = p * size
  }
  const shift = d + (kind.end >= 0 ? seconds[row + kind.end]! : 0)
  const from = kind.from - shift
  const wait = from - l > 0 ? from - l : 0
  return (from > e ? from : e) - wait
}
