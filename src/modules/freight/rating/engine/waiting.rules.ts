/** Waiting (transport.md §3, step 4): a policy, not minutes × price. Receivable and payable have their own. */
import type { WaitingPolicy } from './schema.rules.ts'

export interface Wait {
  stop: string
  kind: 'load' | 'unload'
  appointment: string | null
  windowTo: string | null
  arriveAt: string | null
  startAt: string | null
}
export interface WaitLine {
  stop: string
  minutes: number
  free: number
  amount: number
  /** Not computed: an event is missing. */
  pending: boolean
  day: string
}
const MINUTE = 60_000
const at = (text: string): number => Date.parse(text)
/** The business day of an instant. */
const dayOf = (text: string): string => new Date(at(text) + 8 * 60 * MINUTE).toISOString().slice(0, 10)

function clockStart(p: WaitingPolicy, w: Wait, late: boolean): number {
  const arrive = at(w.arriveAt!)
  if (w.appointment === null || (late && p.late === 'fromArrival')) return arrive
  const appointed = at(w.appointment)
  if (p.clock === 'arrival') return arrive
  if (p.clock === 'appointment') return appointed
  return p.clock === 'later' ? Math.max(arrive, appointed) : Math.min(arrive, appointed)
}

function one(p: WaitingPolicy, w: Wait): WaitLine {
  const free = w.kind === 'load' ? p.freeLoad : p.freeUnload
  if (w.arriveAt === null || w.startAt === null) return { stop: w.stop, minutes: 0, free, amount: 0, pending: true, day: '' }
  const day = dayOf(w.arriveAt)
  const lateMs = w.windowTo === null ? 0 : Math.max(0, at(w.arriveAt) - at(w.windowTo))
  const minutes = Math.max(0, Math.floor((at(w.startAt) - clockStart(p, w, lateMs > 0)) / MINUTE))
  if (lateMs > 0 && p.late === 'forfeit') return { stop: w.stop, minutes, free, amount: 0, pending: false, day }
  const left = p.late === 'reduceFree' ? Math.max(0, free - Math.floor(lateMs / MINUTE)) : free
  const over = Math.max(0, minutes - left)
  const units = Math.ceil(over / p.unitMin)
  const overnight = p.overnight !== null && minutes >= p.overnight.afterMin ? p.overnight.fen : 0
  const amount = units * p.fen + overnight
  return { stop: w.stop, minutes, free: left, amount: p.capStop === null ? amount : Math.min(amount, p.capStop), pending: false, day }
}

/** Caps take from the later stops first, so that no order of the events changes what is paid. */
function capped(lines: readonly WaitLine[], cap: number | null): WaitLine[] {
  if (cap === null) return [...lines]
  let left = cap
  return lines.map((l) => {
    const amount = Math.min(l.amount, left)
    left -= amount
    return { ...l, amount }
  })
}

export function waitingLines(p: WaitingPolicy, waits: readonly Wait[]): WaitLine[] {
  const key = (w: Wait): string => `${w.arriveAt ?? '9'}${w.stop}${w.kind}`
  const lines = waits.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0)).map((w) => one(p, w))
  const days = [...Map.groupBy(lines, (l) => l.day).values()].flatMap((of) => capped(of, p.capDay))
  return capped(days, p.capOrder)
}
