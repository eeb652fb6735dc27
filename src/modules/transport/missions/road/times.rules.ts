/**
 * When a stop really happened (transport.md §2.8): everything that was seen is kept, and the same events give the same times in
 * whatever order and however often they arrive (T2). Who is believed first: fence, driver at the place, dispatcher, driver elsewhere.
 */
export interface Seen {
  clientId: string
  kind: string
  /** Event time, never later than when it was received. */
  at: string
  source: 'fence' | 'terminal' | 'driver' | 'dispatcher' | 'api'
  /** How far from the place it was said, metres; null = unknown. */
  distanceM: number | null
  /** The event this one corrects. */
  amends: string | null
}
interface StopTimes {
  arriveAt: string | null
  arriveBy: string | null
  startAt: string | null
  endAt: string | null
  leaveAt: string | null
  leaveBy: string | null
  skipped: boolean
}

const NEAR_M = 1000
function rank(e: Seen): number {
  if (e.source === 'fence' || e.source === 'terminal') return 0
  if (e.source === 'driver') return e.distanceM !== null && e.distanceM <= NEAR_M ? 1 : 3
  return 2
}
const SOURCE_LABELS = { fence: '围栏', terminal: '终端', driver: '司机', dispatcher: '调度', api: '接口' } as const

/** Of the best source: the first for what begins, the last for what ends. */
function chosen(events: readonly Seen[], kind: string, last: boolean): Seen | null {
  const own = events.filter((e) => e.kind === kind)
  const best = Math.min(...own.map(rank))
  const same = own.filter((e) => rank(e) === best).toSorted((a, b) => a.at.localeCompare(b.at) || a.clientId.localeCompare(b.clientId))
  return (last ? same.at(-1) : same[0]) ?? null
}

export function effectiveTimes(all: readonly Seen[]): StopTimes {
  const once = [...new Map(all.map((e) => [e.clientId, e])).values()]
  const corrected = new Set(once.flatMap((e) => (e.amends ? [e.amends] : [])))
  const events = once.filter((e) => !corrected.has(e.clientId))
  const arrive = chosen(events, 'arrive', false)
  const leave = chosen(events, 'leave', true)
  return {
    arriveAt: arrive?.at ?? null,
    arriveBy: arrive ? SOURCE_LABELS[arrive.source] : null,
    startAt: chosen(events, 'startWork', false)?.at ?? null,
    endAt: chosen(events, 'endWork', true)?.at ?? null,
    leaveAt: leave?.at ?? null,
    leaveBy: leave ? SOURCE_LABELS[leave.source] : null,
    skipped: events.some((e) => e.kind === 'skip'),
  }
}

/** Minutes between being due (the later of arrival and the beginning of the window) and the beginning of work; null without either. */
export function waitedMinutes(t: Pick<StopTimes, 'arriveAt' | 'startAt'>, windowFrom: string | null): number | null {
  if (t.arriveAt === null || t.startAt === null) return null
  const from = Math.max(Date.parse(t.arriveAt), windowFrom === null ? 0 : Date.parse(windowFrom))
  return Math.max(0, Math.floor((Date.parse(t.startAt) - from) / 60_000))
}

type StopState = 'pending' | 'enRoute' | 'arrived' | 'working' | 'done' | 'failed' | 'skipped'
/**
 * Where a stop stands: its own times, and how many of its consignments are still to be delivered. Once everything is off the truck
 * (`over`), a stop that was worked at is done, whether or not somebody said that he left.
 */
export function stopState(
  t: Pick<StopTimes, 'arriveAt' | 'startAt' | 'endAt' | 'leaveAt' | 'skipped'>,
  open: number,
  over = false,
): StopState {
  if (t.skipped) return 'skipped'
  if (t.leaveAt !== null || (t.endAt !== null && open === 0)) return open > 0 ? 'failed' : 'done'
  if (t.startAt === null && t.arriveAt === null) return 'pending'
  if (over) return 'done'
  return t.startAt !== null ? 'working' : 'arrived'
}

/** Nothing happened later than it was heard of. */
export const believedAt = (at: string, recvAt: string): string => (Date.parse(at) > Date.parse(recvAt) ? recvAt : at)

const CLOCK_MS = 60_000
const ODD_MS = 10 * 60_000
interface EventTime {
  at: string
  /** Why somebody should not rely on it; null: nothing is strange. */
  doubt: string | null
}
function long(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000)
  return minutes < 120 ? `${minutes} 分钟` : minutes < 2880 ? `${Math.round(minutes / 60)} 小时` : `${Math.round(minutes / 1440)} 天`
}
/**
 * When an event of a phone happened: by the phone's own clock, less what that clock was off as it sent (`sentAt` beside `recvAt`). It is
 * never later than its receipt; what would have happened before the mission could exist (`earliest`) counts as when it was received.
 */
export function phoneTime(said: string, sentAt: string, recvAt: string, earliest: string): EventTime {
  const received = Date.parse(recvAt)
  const off = Date.parse(sentAt) - received
  const at = Math.abs(off) < CLOCK_MS ? Date.parse(said) : Date.parse(said) - off
  if (at < Date.parse(earliest)) return { at: recvAt, doubt: '手机上的时间早于任务，按接收时间计' }
  if (at - received > ODD_MS) return { at: recvAt, doubt: '手机上的时间晚于接收时间，按接收时间计' }
  const doubt = Math.abs(off) > ODD_MS ? `手机时钟${off > 0 ? '快' : '慢'} ${long(off)}，已校正` : null
  return { at: new Date(Math.min(at, received)).toISOString(), doubt }
}
