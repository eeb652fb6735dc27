/** A lease on the road, as the stories of its later life need it. */
import { instantAt, type Day } from '#kit/basics/time/day.ts'
import { computeSheet } from '#modules/leasing/returns/settlement.server.ts'
import type { Company } from './company.ts'

export interface Running {
  contract: number
  lease: number
  lessee: number
  vehicle: number
}

/** Signed, paid and handed over on its first day with 12350 km; the clock stands on that day afterwards. */
export async function running(c: Company, terms: { startOn: string; endOn: string } & Record<string, unknown>): Promise<Running> {
  c.at(terms.startOn)
  const lessee = await c.lessee()
  const vehicle = await c.vehicle()
  const contract = await c.contract({ lessee, vehicles: [vehicle], ...terms })
  await c.sign(contract)
  const bills = (await c.bills(contract)).filter((b) => b.status === 'unpaid')
  await c.pay(
    bills.map((b) => b.id),
    bills.reduce((sum, b) => sum + b.amount, 0),
  )
  await c.handOver(contract)
  const of = await c.read((db) => db.selectFrom('lease').select('id').where('contract', '=', contract).executeTakeFirstOrThrow())
  return { contract, lease: of.id, lessee, vehicle }
}

/** Asked for by sales, agreed to by finance. */
export async function passed(c: Company, entity: string, values: Record<string, unknown>): Promise<number> {
  const id = await c.add(entity, values, 'sales')
  await c.act(entity, 'submit', id, {}, 'sales')
  await c.act(entity, 'pass', id, {}, 'finance')
  return id
}

/** From 2025-01-10 at 3,800.00 a month; the bill of 02-10 is issued and open, free of late fee up to 02-13. */
export async function owing(c: Company): Promise<Running & { bill: number }> {
  const l = await running(c, { startOn: '2025-01-10', endOn: '2026-01-10' })
  c.at('2025-02-05')
  await c.run()
  return { ...l, bill: (await c.bills(l.contract)).findLast((b) => b.billType === 'rent')!.id }
}

/** Asked for, agreed to, looked over on `today`, back since 15:30 of `day`; the settlement then stands as a draft. */
export async function giveBack(c: Company, l: Running, day: string, more: Record<string, unknown> = {}, today = day): Promise<number> {
  c.at(today, '09:00')
  const back = await passed(c, 'vehicleReturn', { lease: l.lease, plannedOn: today, reasonKind: 'early' })
  c.at(today, '16:00')
  const seen = { actualAt: instantAt(day as Day, '15:30'), odometer: 12_350, energyPercent: 90, items: [], cleaningFee: 0 }
  await c.act('vehicleReturn', 'inspect', back, { ...seen, photos: await c.files(4), ...more }, 'sales')
  return back
}
const draftOf = (c: Company, l: Running) =>
  c.read((db) => db.selectFrom('returnSettlement').selectAll().where('lease', '=', l.lease).executeTakeFirstOrThrow())
/** What the settlement comes to now, and the word for it that its submission takes. */
export const sheetOf = async (c: Company, l: Running) => {
  const draft = await draftOf(c, l)
  return c.write((tx) => computeSheet(tx, c.as(), draft as never))
}
/** Filled in, submitted and passed; returns its id and what it came to. */
export async function settle(c: Company, l: Running) {
  const { id } = await draftOf(c, l)
  const filled = { penaltyWaived: 0, violationsChecked: true, payee: '张三', bankAccount: '6222020200112233445' }
  await c.act('returnSettlement', 'fill', id, filled, 'sales')
  const { sheet, hash } = await sheetOf(c, l)
  await c.act('returnSettlement', 'submit', id, { hash }, 'sales')
  await c.act('returnSettlement', 'pass', id, {}, 'finance')
  return { id, sheet }
}
