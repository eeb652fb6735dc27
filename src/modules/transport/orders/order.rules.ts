/** Rules of transport orders: what an order must satisfy, its sums, and its status as a pure function (transport.md §2.6). */

interface Times {
  pickFrom: string
  pickTo: string
  dropFrom: string
  dropTo: string
}
interface Goods {
  name: string
  pieces: number
  weight: number
  volume: number
  declared: number | null
}

export function orderProblem(
  v: Times & { goods: readonly Goods[] | null; sender: number; receiver: number },
): { at: 'pickTo' | 'dropFrom' | 'dropTo' | 'goods' | 'receiver'; reason: string } | null {
  if (v.pickTo <= v.pickFrom) return { at: 'pickTo', reason: '提货时段的结束应晚于开始' }
  if (v.dropTo <= v.dropFrom) return { at: 'dropTo', reason: '送货时段的结束应晚于开始' }
  if (v.dropTo < v.pickFrom) return { at: 'dropTo', reason: '送货时间不能早于提货时间' }
  if (v.sender === v.receiver) return { at: 'receiver', reason: '收货方不能与发货方相同，请选择另一处' }
  const bad = (v.goods ?? []).find((g) => !(g.weight > 0))
  return bad ? { at: 'goods', reason: '重量应为大于 0 的数，最多 3 位小数' } : null
}

/** Thousandths and ten-thousandths are added as integers: no order weighs 0.30000000000000004 kg. */
const sumScaled = (values: readonly number[], scale: number): number =>
  values.reduce((total, v) => total + Math.round(v * scale), 0) / scale

export function totalsOf(goods: readonly Goods[]): { pieces: number; weight: number; volume: number; declared: number; goodsText: string } {
  const names = [...new Set(goods.map((g) => g.name))]
  return {
    pieces: goods.reduce((n, g) => n + g.pieces, 0),
    weight: sumScaled(
      goods.map((g) => g.weight),
      1000,
    ),
    volume: sumScaled(
      goods.map((g) => g.volume),
      10_000,
    ),
    declared: goods.reduce((n, g) => n + (g.declared ?? 0), 0),
    goodsText: (names.length > 3 ? `${names.slice(0, 3).join('、')}等` : names.join('、')).slice(0, 200),
  }
}

export type OrderStatus = 'open' | 'planned' | 'running' | 'partSigned' | 'signed' | 'receipted' | 'priced' | 'settled' | 'cancelled'

/** What of a consignment the status of its order depends on. */
export interface LegState {
  status: string
  receipt: 'none' | 'due' | 'done'
}
export interface SheetState {
  status: string
}

const PICKED = new Set([
  'carrying',
  'atHub',
  'arrived',
  'signed',
  'partSigned',
  'refused',
  'redeliver',
  'returning',
  'returned',
  'lost',
  'receipted',
])
const ENDED = new Set(['signed', 'partSigned', 'returned', 'lost', 'receipted'])
const IN_MISSION = new Set(['loadedPlan', 'toPick'])
/** Sheets that will never become a bill do not count. */
const live = (s: SheetState): boolean => s.status !== 'voided'

/**
 * 待调度 → 已结算, from consignments and sheets alone; the same facts always give the same status, whatever happened in between.
 * Cancelled consignments do not count; an order all of whose consignments are cancelled is cancelled by its own action, not here.
 */
export function orderStatus(consignments: readonly LegState[], sheets: readonly SheetState[]): OrderStatus {
  const legs = consignments.filter((c) => c.status !== 'cancelled')
  if (legs.length === 0) return 'open'
  const ended = legs.filter((c) => ENDED.has(c.status))
  if (ended.length === legs.length) return endedStatus(legs, sheets.filter(live))
  if (ended.length > 0) return 'partSigned'
  if (legs.some((c) => PICKED.has(c.status))) return 'running'
  return legs.every((c) => IN_MISSION.has(c.status)) ? 'planned' : 'open'
}

function endedStatus(legs: readonly LegState[], sheets: readonly SheetState[]): OrderStatus {
  const duties = legs.every((c) => c.receipt !== 'due')
  if (!duties) return 'signed'
  if (sheets.length > 0 && sheets.every((s) => s.status === 'settled')) return 'settled'
  if (sheets.length > 0 && sheets.every((s) => ['confirmed', 'billed', 'settled'].includes(s.status))) return 'priced'
  return 'receipted'
}

/** Numeric codes of the wire and of exports (transport.md §2.6). */
export const ORDER_CODES: Readonly<Record<string, number>> = {
  draft: 10,
  toConfirm: 15,
  open: 20,
  planned: 30,
  running: 40,
  signed: 50,
  partSigned: 51,
  receipted: 55,
  priced: 60,
  settled: 70,
  cancelled: 91,
  voided: 92,
}
