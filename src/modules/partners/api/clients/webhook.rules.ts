/** Webhooks as rules: which address may be called, which event a change is, and how long is waited (transport.md §8). */
import { addressProblem } from '#kit/basics/identifiers/house-address.ts'

export const PUBLIC_ONLY = '回调地址必须是公网 https'

/** The same when it is saved and when it is called: no address of the house. What a name leads to is judged when it is called. */
export function hookProblem(url: string | null, inside: readonly string[]): string | null {
  const problem = url && addressProblem(url, 'secret', inside)
  return problem ? `回调地址${problem}` : null
}

/** 0, 5 s, 5 min, 30 min, 2, 5, 10, 10 h. */
export const PAUSES = [5, 300, 1800, 7200, 18_000, 36_000, 36_000] as const
/** In a row, whatever the message: then nobody is there. */
export const MOST_FAILURES = 300

export const EVENTS = {
  'order.created': '已接收',
  'order.confirmed': '已确认',
  'order.declined': '已退单',
  'order.planned': '已调度',
  'order.departed': '已发车',
  'order.eta': '预计到达变化',
  'order.arrived': '已到达',
  'order.signed': '已签收',
  'order.partSigned': '部分签收',
  'order.refused': '拒收',
  'order.exception': '异常',
  'order.temperature': '温度超限',
  'order.receipted': '已回单',
  'order.priced': '费用已确认',
  'order.settled': '已结算',
  'order.cancelled': '已取消',
  'order.voided': '已作废',
  'order.reopened': '退回待调度',
} as const
export type OrderEvent = keyof typeof EVENTS

/** The state an order came into → what is told of it. Each state has one, so that none is passed over in silence. */
const OF_STATE: Readonly<Record<string, OrderEvent>> = {
  toConfirm: 'order.created',
  open: 'order.reopened',
  planned: 'order.planned',
  running: 'order.departed',
  partSigned: 'order.partSigned',
  signed: 'order.signed',
  receipted: 'order.receipted',
  priced: 'order.priced',
  settled: 'order.settled',
  cancelled: 'order.cancelled',
  voided: 'order.voided',
}

export interface Change {
  entity: string
  action: string
  from: string | null
  to: string | null
  /** Of an exception. */
  kind?: string | undefined
}
export function eventOf({ entity, action, from, to, kind }: Change): OrderEvent | null {
  if (entity === 'exceptionCase') return action !== 'add' ? null : kind === 'temperature' ? 'order.temperature' : 'order.exception'
  if (from === to || to === null) return null
  if (entity === 'consignment') return to === 'arrived' ? 'order.arrived' : to === 'refused' ? 'order.refused' : null
  if (entity !== 'transportOrder' || action === 'add') return null
  if (action === 'confirm' || action === 'submit') return 'order.confirmed'
  if (action === 'decline') return 'order.declined'
  return OF_STATE[to] ?? null
}

const ETA_STEP_MS = 15 * 60_000
const ETA_PAUSE_MS = 10 * 60_000
export interface ToldEta {
  eta: string
  told: string | null
  toldAt: string | null
  windowTo: string | null
  now: string
}
/** A quarter of an hour off what was told, or over the end of the window one way or the other; not more often than every ten minutes. */
export function tellsEta({ eta, told, toldAt, windowTo, now }: ToldEta): boolean {
  if (toldAt !== null && Date.parse(now) - Date.parse(toldAt) < ETA_PAUSE_MS) return false
  if (told === null) return true
  const late = (at: string): boolean => windowTo !== null && Date.parse(at) > Date.parse(windowTo)
  return Math.abs(Date.parse(eta) - Date.parse(told)) >= ETA_STEP_MS || late(eta) !== late(told)
}

const eventsOf = (text: string | null): readonly string[] => (text ?? '').split(/[\s,，、;；]+/).filter(Boolean)
/** Nothing written down means everything. */
export const wants = (text: string | null, event: string): boolean => {
  const list = eventsOf(text)
  return list.length === 0 || list.includes(event) || list.includes(event.replace('order.', ''))
}
export function eventsProblem(text: string | null): string | null {
  const wrong = eventsOf(text).find((one) => !(one in EVENTS) && !(`order.${one}` in EVENTS))
  return wrong === undefined ? null : `没有「${wrong}」这个事件，可用：${Object.keys(EVENTS).join('、')}`
}
