/**
 * What a month already had (transport.md §3, monthly volume tiers): the quantities of the sheets that were confirmed before, of one rule, one
 * party and one calendar month of the pricing day. Until its sheet is confirmed this is an estimate; settlement freezes it then.
 */
import { sql } from 'kysely'
import type { Db } from '#kit/access/context.server.ts'
import { addMonths, type Day, startOfMonth } from '#kit/basics/time/day.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { RateComponents } from './engine/schema.rules.ts'

/** From these on the quantity counts for the ones after it. */
const COUNTED = ['confirmed', 'disputed', 'billed', 'settled'] as const

export interface MonthOf {
  rule: number
  direction: 'receivable' | 'payable'
  /** Receivable: the customer. Payable: the carrier or, without one, the driver. */
  party: { customer: number } | { carrier: number } | { driver: number }
  day: Day
  /** Its own sheet does not come before itself. */
  of: { order: number | null; mission: number | null }
}
/** Whose month it is. A side of the money has its own party; whom else a record names does not matter. */
export const partyOf = (
  direction: MonthOf['direction'],
  of: { customer?: number | null | undefined; carrier?: number | null | undefined; driver?: number | null | undefined },
): MonthOf['party'] | null => {
  if (direction === 'receivable') return of.customer ? { customer: of.customer } : null
  return of.carrier ? { carrier: of.carrier } : of.driver ? { driver: of.driver } : null
}
const isMonthly = (c: Pick<RateComponents, 'charges'> | null): boolean => c?.charges.some((charge) => charge.monthly) ?? false

/** Thousandths of the unit of the monthly charge. */
export async function monthBefore(db: Db, { rule, direction, party, day, of }: MonthOf): Promise<number> {
  const [[column, id]] = Object.entries(party) as [['customer' | 'carrier' | 'driver', number]]
  const row = await liveRows(db, 'chargeSheet')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('monthQuantity'), sql<number>`0`).as('sum'))
    .where('direction', '=', direction)
    .where(column, '=', id)
    .where('rule', '=', rule)
    .where('kind', '=', 'freight')
    .where('status', 'in', [...COUNTED])
    .where('pricingDay', '>=', startOfMonth(day))
    .where('pricingDay', '<', addMonths(startOfMonth(day), 1))
    .$if(of.order !== null, (q) => q.where((eb) => eb.or([eb('order', 'is', null), eb('order', '<>', of.order)])))
    .$if(of.mission !== null, (q) => q.where((eb) => eb.or([eb('mission', 'is', null), eb('mission', '<>', of.mission)])))
    .executeTakeFirstOrThrow()
  return Number(row.sum)
}

/** Of what will be priced; nothing without a charge by the month. */
export const monthOf = async (db: Db, components: RateComponents | null, of: MonthOf | null): Promise<number> =>
  of && isMonthly(components) ? monthBefore(db, of) : 0
