/** What a swap would write, asked before it is done, and what it has written once it is. Reads only. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { maxDay, type Day } from '#kit/basics/time/day.ts'
import { refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { billNosOf } from '#modules/billing/billing.public.ts'
import { lease } from '../lease.ts'
import { termAt } from '../rent/timeline.rules.ts'
import { adjusts } from './swap.ts'
import { adjusted, difference, type Adjusted, type Swap } from './swap-rent.server.ts'

const leases = storeOf(lease)

export interface SwapItem {
  bill: number | null
  billNo: string | null
  description: string
  amount: number
  formula: string | null
}
/** Days not billed yet, or billed later, at another monthly rent. */
interface SwapRent {
  startOn: Day
  endOn: Day
  before: number
  after: number
}
export interface SwapFigures {
  /** The day the new vehicle is charged from. */
  on: Day
  done: boolean
  items: SwapItem[]
  difference: number
  rents: SwapRent[]
}

/** The items it wrote, from the bills themselves. */
async function booked(tx: Tx, s: Swap): Promise<SwapItem[]> {
  return liveRows(tx, 'billItem')
    .innerJoin('bill', 'bill.id', 'billItem.bill')
    .select(['bill.id as bill', 'bill.no as billNo', 'billItem.description', 'billItem.amount', 'billItem.formula'])
    .where('bill.lease', '=', s.lease)
    .where('billItem.idemKey', 'like', `swap:${s.id}:%`)
    .orderBy('billItem.id')
    .execute()
}

const rentsOf = ({ before, after }: Adjusted): SwapRent[] =>
  after.flatMap(({ startOn, endOn, monthlyRent }) => {
    const { monthlyRent: was } = termAt(before, startOn)
    return was === monthlyRent ? [] : [{ startOn, endOn, before: was, after: monthlyRent }]
  })

async function expected(tx: Tx, s: Swap, all: Adjusted, on: Day): Promise<Pick<SwapFigures, 'items' | 'difference'>> {
  if (s.rentPolicy !== 'difference') return { items: [], difference: 0 }
  const { pairs, sum } = await difference(tx, s, all, on)
  const named = await billNosOf(
    tx,
    pairs.map((pair) => pair.bill),
  )
  // Dearer: one bill of its own. Cheaper: on the bills that charged the old rent. Neither: nothing is written.
  const placed = (bill: number): Pick<SwapItem, 'bill' | 'billNo'> =>
    sum > 0 ? { bill: null, billNo: null } : { bill, billNo: named.get(bill) ?? null }
  const items = pairs.flatMap(({ bill, items: of }) =>
    of.map(({ description, amount, formula }) => ({ ...placed(bill), description, amount, formula: formula ?? null })),
  )
  return { items: sum === 0 ? [] : items, difference: sum }
}

/** `on`: the day of the exchange, where it is known better than planned. */
export async function swapFigures(tx: Tx, ctx: Context, s: Swap, on?: Day): Promise<SwapFigures | null> {
  if (!adjusts(s) || !s.newRent || s.status === 'cancelled') return null
  if (s.status === 'done')
    return { on: on ?? s.plannedOn, done: true, items: await booked(tx, s), difference: s.difference ?? 0, rents: [] }
  const of = await leases.get(tx, ctx, s.lease)
  if (of.status !== 'active' && of.status !== 'swapping')
    throw refused(`租约当前为「${lease.fields.status.options[of.status]}」，不能再换车，没有可计算的差额`)
  const day = on ?? maxDay(s.plannedOn, ctx.clock.today())
  const all = await adjusted(tx, ctx, s, day)
  return { on: day, done: false, ...(await expected(tx, s, all, day)), rents: rentsOf(all) }
}
