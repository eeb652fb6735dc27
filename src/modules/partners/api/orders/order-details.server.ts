/** What a partner's program may read of an order besides its way: how cold its goods were kept, and on which statements it is charged. */
import type { Context, Db } from '#kit/access/context.server.ts'
import { type Day, endOfMonth } from '#kit/basics/time/day.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { statementsOfBills } from '#modules/finance/finance.public.ts'
import { coldLimits, readSeries } from '#modules/telematics/telematics.public.ts'
import { SHEET_KINDS } from '#modules/freight/freight.public.ts'
import { ridesOf } from '#modules/transport/transport.public.ts'
import type { StatementsOut, TemperatureOut } from './wire.ts'

/** Of one probe. */
const MOST_READINGS = 500

/** Only goods that must be kept cold have temperatures, and only while they were on board: what the box carried before is another's. */
export async function temperatureOf(
  db: Db,
  ctx: Context,
  order: { id: number; no: string; tempPolicy: number | null },
): Promise<TemperatureOut> {
  if (order.tempPolicy === null) return { no: order.no, lowest: null, highest: null, probes: [] }
  const legs = await liveRows(db, 'consignment')
    .select(['mission', 'pickedAt', 'signedAt'])
    .where('order', '=', order.id)
    .where('returnOf', 'is', null)
    .where('pickedAt', 'is not', null)
    .where('mission', 'is not', null)
    .orderBy('pickedAt')
    .execute()
  const probes: TemperatureOut['probes'] = []
  for (const { mission, pickedAt, signedAt } of legs)
    for (const ride of await ridesOf(db, ctx, { mission: mission!, pickedAt: pickedAt!, signedAt }))
      for (const s of await readSeries(db, ctx, ride.vehicle, ride, MOST_READINGS))
        probes.push({
          zone: s.zone,
          readings: s.t.map((t, i) => ({
            at: new Date(t * 1000).toISOString(),
            value: s.value[i] === null ? null : s.value[i]! / 10,
          })),
        })
  return { no: order.no, ...(await coldLimits(db, order.tempPolicy)), probes }
}

/** A statement is of the customer; what a program sees of it are the charges of its own project. */
export async function statementsOf(db: Db, project: number, month: string): Promise<StatementsOut> {
  const from = `${month}-01` as Day
  const sheets = await liveRows(db, 'chargeSheet')
    .leftJoin('transportOrder', (join) =>
      join.onRef('transportOrder.id', '=', 'chargeSheet.order').onRef('transportOrder.operatorId', '=', 'chargeSheet.operatorId'),
    )
    .select(['chargeSheet.no', 'chargeSheet.kind', 'chargeSheet.total', 'chargeSheet.bill', 'transportOrder.no as order'])
    .where('chargeSheet.project', '=', project)
    .where('chargeSheet.direction', '=', 'receivable')
    .where('chargeSheet.status', 'in', ['billed', 'settled'])
    .where('chargeSheet.bill', 'is not', null)
    .orderBy('chargeSheet.id')
    .execute()
  const bills = [...new Set(sheets.map((s) => s.bill!))]
  const held = await statementsOfBills(db, bills, { from, to: endOfMonth(from) })
  return {
    statements: [...new Set(held.map((h) => h.no))].map((no) => {
      const own = held.filter((h) => h.no === no)
      const lines = own.flatMap((h) =>
        sheets
          .filter((s) => s.bill === h.bill)
          .map((s) => ({ day: h.day, docNo: s.no, text: SHEET_KINDS[s.kind], amount: s.total, orders: s.order ? [s.order] : [] })),
      )
      const { status, label, from: since, to } = own[0]!
      return { no, status, label, from: since, to, total: lines.reduce((sum, l) => sum + l.amount, 0), lines }
    }),
  }
}
