/** When upkeep is due, what an order may cost, what a shop is paid (affairs.md §3.1, §3.2). */
import { addDays, daysBetween, minDay, type Day } from '#kit/basics/time/day.ts'
import { fen, formatFen, mulDivFloor, mulDivRound, negated, sumFen, type Fen } from '#kit/basics/fen.ts'
import { worse, type Level } from '../ground/due.rules.ts'

export interface Interval {
  everyKm: number | null
  everyDays: number | null
  everyHours: number | null
  leadKm: number
  leadDays: number
  leadHours: number
  /** The first time, when it differs. */
  firstKm?: number | null
  firstDays?: number | null
}
export interface LastDone {
  on: Day
  km: number
  hours: number | null
  /** Nothing was done yet: counted from when the vehicle came. */
  never?: boolean
}
export interface Now {
  today: Day
  km: number | null
  hours: number | null
  /** Mean of the last thirty days, from the fleet's own kilometres. */
  meanKm: number | null
}
export interface UpkeepDue {
  dueOn: Day | null
  dueKm: number | null
  dueHours: number | null
  kmLeft: number | null
  /** The day it will be due, by whichever comes first. */
  forecastOn: Day | null
  level: Exclude<Level, 'snoozed'>
}

/** Below this a vehicle stands; a forecast by kilometres would be a guess. */
const LEAST_MEAN = 1

type Plain = UpkeepDue['level']
const leftLevel = (left: number, lead: number): Plain => (left < 0 ? 'overdue' : left === 0 ? 'due' : left <= lead ? 'soon' : 'normal')

export function upkeepDue(every: Interval, last: LastDone, now: Now): UpkeepDue {
  const [km, days] = last.never ? [every.firstKm ?? every.everyKm, every.firstDays ?? every.everyDays] : [every.everyKm, every.everyDays]
  const dueKm = km === null ? null : last.km + km
  const dueOn = days === null ? null : addDays(last.on, days)
  const dueHours = every.everyHours === null ? null : (last.hours ?? 0) + every.everyHours
  const kmLeft = dueKm === null || now.km === null ? null : Math.round((dueKm - now.km) * 10) / 10
  let level: Plain = 'normal'
  const raise = (left: number | null, lead: number): void => {
    if (left !== null) level = worse(level, leftLevel(left, lead)) as Plain
  }
  raise(kmLeft, every.leadKm)
  raise(dueOn === null ? null : daysBetween(now.today, dueOn), every.leadDays)
  raise(dueHours === null || now.hours === null ? null : dueHours - now.hours, every.leadHours)
  const byKm =
    kmLeft === null || now.meanKm === null || now.meanKm < LEAST_MEAN
      ? null
      : addDays(now.today, Math.max(0, Math.ceil(kmLeft / now.meanKm)))
  const forecastOn = byKm && dueOn ? minDay(byKm, dueOn) : (byKm ?? dueOn)
  return { dueOn, dueKm, dueHours, kmLeft, forecastOn, level }
}

/** Approved plus a tenth: beyond it the order goes back to be approved again. */
export const ceilingOf = (approved: number): Fen => mulDivFloor(approved, 11, 10)
export function overApproved(actual: number, approved: number): string | null {
  if (actual <= ceilingOf(approved)) return null
  return `实际 ${formatFen(actual)} 超过批准 ${formatFen(approved)} 的 110%，需重新审批`
}

export interface OrderLine {
  item: string
  part: string | null
  qty: number
  price: number
  labourHours: number
  labourRate: number
}
/** Quantity in hundredths, so that 4.00 L × 68.00 is exact. */
const times = (quantity: number, price: number): Fen => {
  const amount = mulDivRound(price, Math.round(Math.abs(quantity) * 100), 100)
  return quantity < 0 ? negated(amount) : amount
}
const partsOf = (l: Pick<OrderLine, 'qty' | 'price'>): Fen => times(l.qty, l.price)
const labourOf = (l: Pick<OrderLine, 'labourHours' | 'labourRate'>): Fen => times(l.labourHours, l.labourRate)
export const lineAmount = (l: OrderLine): Fen => sumFen([partsOf(l), labourOf(l)])

export interface ListPrice {
  item: string
  price: number
  from: Day
  /** The day after its last. */
  to: Day | null
}
/** What a quotation asks above the shop's list: 「报价高于门店价目 8.00 元（机油）」. */
export function aboveList(lines: readonly OrderLine[], prices: readonly ListPrice[], on: Day): { item: string; over: Fen; text: string }[] {
  return lines.flatMap((l) => {
    const listed = prices.find((p) => p.item === l.item && p.from <= on && (p.to === null || on < p.to))
    if (!listed || l.price <= listed.price) return []
    const over = fen(partsOf(l) - partsOf({ qty: l.qty, price: listed.price }))
    return over > 0 ? [{ item: l.item, over, text: `报价高于门店价目 ${formatFen(over)} 元（${l.part ?? l.item}）` }] : []
  })
}

/** What a month comes to: the orders less credits, less the rebate of the whole. */
export function statementAmounts(amounts: readonly number[], rebateBp: number): { sum: Fen; rebate: Fen; pay: Fen } {
  const sum = sumFen(amounts)
  const rebate = sum > 0 ? mulDivRound(sum, rebateBp, 10_000) : fen(0)
  return { sum, rebate, pay: fen(sum - rebate) }
}

/** Whole days a leased vehicle stood, for a proposal of a reduction: beyond the free hours every begun day counts when it was full. */
export function wholeDaysDown(inAt: string, outAt: string, freeHours: number): number {
  const hours = (Date.parse(outAt) - Date.parse(inAt)) / 3_600_000
  return hours <= freeHours ? 0 : Math.floor(hours / 24)
}
