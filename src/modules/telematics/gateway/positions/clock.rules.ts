/**
 * What a terminal's clock is worth (fleet.md §3.7): by each report of now its time against the time of receipt. A clock that is wrong does
 * not hide the vehicle: what was sent just now stands at the time it was received, and what had been kept at its own time set right
 * by what the clock was found to be off. Pure; one judge per link.
 */
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const EARLIEST = Date.UTC(2010, 0, 1)
/** No terminal keeps a report for so long: what is older is a clock of a receiver that has lost count of its weeks, or has none. */
const OLDEST_MS = 180 * DAY
/** Clocks drift; farther ahead than this they are wrong. */
const AHEAD_MS = 10 * MINUTE
/** Beijing time without its eight hours. */
const UTC_MS = -8 * HOUR
const UTC_ROUGH = 5 * MINUTE
/** Behind may also be late: eight hours that stay the same over so many reports and so long are no delay. */
const UTC_REPORTS = 3
const UTC_OVER = MINUTE
const UTC_STEADY = MINUTE
/** A terminal that has just been switched on has no time until its first fix; longer than this it is a fault somebody should know. */
const HELD_MS = 2 * MINUTE
/** What was kept longer ago than this is not told by its corrected time: sent again it is looked for among two days. */
const MOST_KEPT = 47 * HOUR

export interface Verdict {
  kind: 'right' | 'ahead' | 'ancient' | 'none' | 'utc'
  /** What the clock shows more than it is, milliseconds; null when it shows no time. */
  offset: number | null
}
const RIGHT: Verdict = { kind: 'right', offset: 0 }
const UTC: Verdict = { kind: 'utc', offset: UTC_MS }

export class TerminalClock {
  /** Null until the first report of now. */
  verdict: Verdict | null = null
  private eight: { since: number; count: number; offset: number } | null = null
  private wrongSince: number | null = null
  private storedVerdict: Verdict | null

  /** `storedVerdict`: what stands written of it; null when that is a fault. */
  constructor(storedVerdict: Verdict | null = RIGHT) {
    this.storedVerdict = storedVerdict
    // Its first report after a reconnect is set right as the last one was.
    if (storedVerdict?.kind === 'utc') this.verdict = storedVerdict
  }

  /** A report of now. */
  judge(sent: number | null, receivedAt: number): Verdict {
    const offset = sent === null ? null : sent - receivedAt
    const utc = offset !== null && this.isUtc(offset, receivedAt)
    this.verdict =
      sent === null || offset === null
        ? { kind: 'none', offset: null }
        : isAncient(sent, receivedAt)
          ? { kind: 'ancient', offset }
          : offset > AHEAD_MS
            ? { kind: 'ahead', offset }
            : utc
              ? UTC
              : RIGHT
    this.wrongSince = this.verdict.kind === 'right' ? null : (this.wrongSince ?? receivedAt)
    return this.verdict
  }

  /** What is to be written down now; null when nothing has changed that somebody should know. */
  news(now: number): Verdict | null {
    const { verdict } = this
    if (!verdict || sameFault(this.storedVerdict, verdict)) return null
    if (verdict.kind !== 'right' && verdict.kind !== 'utc' && now - (this.wrongSince ?? now) < HELD_MS) return null
    return (this.storedVerdict = verdict)
  }

  private isUtc(offset: number, receivedAt: number): boolean {
    if (this.verdict?.kind === 'utc') return offset <= UTC_MS + UTC_ROUGH
    if (Math.abs(offset - UTC_MS) > UTC_ROUGH || (this.eight && Math.abs(offset - this.eight.offset) > UTC_STEADY)) {
      this.eight = null
      return false
    }
    this.eight ??= { since: receivedAt, count: 0, offset }
    this.eight.count++
    return this.eight.count >= UTC_REPORTS && receivedAt - this.eight.since >= UTC_OVER
  }

  /** When a report was, of a clock that is wrong; null when nobody can say. `buffered`: the terminal had it from before. */
  corrected(sent: number | null, receivedAt: number, buffered: boolean): number | null {
    if (!buffered) return this.verdict?.kind === 'utc' && sent !== null ? Math.min(receivedAt, sent - UTC_MS) : receivedAt
    const { kind = 'none', offset = null } = this.verdict ?? {}
    if (sent === null || offset === null || kind === 'right') return null
    const at = sent - offset
    return at <= receivedAt + MINUTE && at > receivedAt - MOST_KEPT ? Math.min(at, receivedAt) : null
  }
}

/** A time of the wire that cannot be true, whatever the clock: before there were such terminals, no time at all, or of the future. */
export const isAbsurd = (sent: number | null, receivedAt: number): boolean =>
  sent === null || isAncient(sent, receivedAt) || sent > receivedAt + AHEAD_MS

const isAncient = (sent: number, receivedAt: number): boolean => sent < EARLIEST || receivedAt - sent > OLDEST_MS

/** As far behind as a clock of UTC, seen once: no proof, but who asks for help now must not be looked for eight hours ago. */
export const mayBeUtc = (sent: number | null, receivedAt: number): boolean =>
  sent !== null && Math.abs(sent - receivedAt - UTC_MS) <= UTC_ROUGH

function span(ms: number): string {
  const n = Math.abs(ms)
  if (n >= 365 * DAY) return `约 ${Math.round(n / (365.25 * DAY))} 年`
  if (n >= 2 * DAY) return `约 ${Math.round(n / DAY)} 天`
  if (n >= 2 * HOUR) return `约 ${Math.round(n / HOUR)} 小时`
  return `${Math.round(n / MINUTE)} 分钟`
}

const UTC_FAULT = '按世界时（UTC）上报，比北京时间慢 8 小时'
/** The verdict on a clock, read from the words that stand on the terminal's page; null: a fault whose size is to be found anew. */
export const toldOf = (fault: string | null): Verdict | null => (fault === null ? RIGHT : fault === UTC_FAULT ? UTC : null)

/** As a person reads it; null when nothing is wrong. `sent`: as the terminal sent it. */
export function clockFault({ kind, offset }: Verdict, sent: string): string | null {
  if (kind === 'right') return null
  if (offset === null) return `上报的时间「${sent.slice(0, 30)}」不是有效时间`
  if (kind === 'utc') return UTC_FAULT
  return `上报时间 ${sent}，比平台${offset > 0 ? '快' : '慢'}${span(offset).startsWith('约') ? '' : ' '}${span(offset)}`
}

/** Whether the stored verdict on a clock still holds. */
const sameFault = (a: Verdict | null, b: Verdict): boolean =>
  a !== null && a.kind === b.kind && Math.abs((a.offset ?? 0) - (b.offset ?? 0)) <= AHEAD_MS
