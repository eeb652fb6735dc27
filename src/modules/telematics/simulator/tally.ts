/** What was sent, what was acknowledged, and how long that took. */

/** Milliseconds in buckets that widen by a twentieth each: no list of a million numbers, and p99 right to 5 %. */
export class Durations {
  private readonly counts = new Uint32Array(400)
  count = 0
  max = 0

  add(ms: number): void {
    this.counts[ms < 0.1 ? 0 : Math.min(399, 1 + Math.floor(Math.log(ms / 0.1) / Math.log(1.05)))]!++
    this.count++
    if (ms > this.max) this.max = ms
  }
  at(share: number): number {
    let left = Math.ceil(this.count * share)
    for (let i = 0; i < this.counts.length; i++) {
      left -= this.counts[i]!
      if (left <= 0) return i === 0 ? 0.1 : Math.min(this.max, 0.1 * 1.05 ** i)
    }
    return this.max
  }
}

export interface Tally {
  terminals: number
  /** Links that are up and authenticated now. */
  online: number
  connections: number
  refusedRegistrations: number
  /** Positions, counted once each however often they were sent. */
  positions: number
  acknowledged: number
  /** Answered with a result other than success. */
  refused: number
  /** Kept by the terminals until a link is up. */
  buffered: number
  /** Sent and without an answer so far. */
  waiting: number
  /** Frames sent again because nothing was heard. */
  repeated: number
  /** Thrown away because a terminal's memory was full. */
  overflowed: number
  orders: number
  latency: Durations
}
export const newTally = (terminals: number): Tally => ({
  terminals,
  online: 0,
  connections: 0,
  refusedRegistrations: 0,
  positions: 0,
  acknowledged: 0,
  refused: 0,
  buffered: 0,
  waiting: 0,
  repeated: 0,
  overflowed: 0,
  orders: 0,
  latency: new Durations(),
})

/** One line for people. */
export const tell = (t: Tally): string =>
  `在线 ${t.online}/${t.terminals} · 连接 ${t.connections} 次${t.refusedRegistrations > 0 ? `（注册被拒 ${t.refusedRegistrations} 次）` : ''} · 位置 ${t.positions}：已确认 ${t.acknowledged}，待确认 ${t.waiting}，终端暂存 ${t.buffered}，拒绝 ${t.refused}，重发 ${t.repeated}，溢出 ${t.overflowed} · 指令 ${t.orders} · 应答时延 p50 ${t.latency.at(0.5).toFixed(1)} ms，p99 ${t.latency.at(0.99).toFixed(1)} ms，最长 ${t.latency.max.toFixed(0)} ms`
