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
export async function running(company: Company, terms: { startOn: string; endOn: string } & Record<string, unknown>): Promise<Running> {
  company.at(terms.startOn)
  const lessee = await company.lessee()
  const vehicle = await company.vehicle()
  const contract = await company.contract({ lessee, vehicles: [vehicle], ...terms })
  await company.sign(contract)
  const bills = (await company.bills(contract)).filter((b) => b.status === 'unpaid')
  await company.pay(
    bills.map((b) => b.id),
    bills.reduce((sum, b) => sum + b.amount, 0),
  )
  await company.handOver(contract)
  const of = await company.read((db) => db.selectFrom('lease').select('id').where('contract', '=', contract).executeTakeFirstOrThrow())
  return { contract, lease: of.id, lessee, vehicle }
}

/** Asked for by sales, agreed to by finance. */
export async function passed(company: Company, entity: string, values: Record<string, unknown>): Promise<number> {
  const id = await company.add(entity, values, 'sales')
  await company.act(entity, 'submit', id, {}, 'sales')
  await company.act(entity, 'pass', id, {}, 'finance')
  return id
}

/** From 2025-01-10 at 3,800.00 a month; the bill of 02-10 is issued and open, free of late fee up to 02-13. */
export async function owing(company: Company): Promise<Running & { bill: number }> {
  const lease = await running(company, { startOn: '2025-01-10', endOn: '2026-01-10' })
  company.at('2025-02-05')
  await company.run()
  return { ...lease, bill: (await company.bills(lease.contract)).findLast((b) => b.billType === 'rent')!.id }
}

/** Asked for, agreed to, looked over on `today`, back since 15:30 of `day`; the settlement then stands as a draft. */
export async function giveBack(
  company: Company,
  lease: Running,
  day: string,
  more: Record<string, unknown> = {},
  today = day,
): Promise<number> {
  company.at(today, '09:00')
  const back = await passed(company, 'vehicleReturn', { lease: lease.lease, plannedOn: today, reasonKind: 'early' })
  company.at(today, '16:00')
  const seen = { actualAt: instantAt(day as Day, '15:30'), odometer: 12_350, energyPercent: 90, items: [], cleaningFee: 0 }
  await company.act('vehicleReturn', 'inspect', back, { ...seen, photos: await company.files(4), ...more }, 'sales')
  return back
}
const draftOf = (company: Company, lease: Running) =>
  company.read((db) => db.selectFrom('returnSettlement').selectAll().where('lease', '=', lease.lease).executeTakeFirstOrThrow())
/** What the settlement comes to now, and the word for it that its submission takes. */
export const sheetOf = async (company: Company, lease: Running) => {
  const draft = await draftOf(company, lease)
  return company.write((tx) => computeSheet(tx, company.as(), draft as never))
}
/** Filled in, submitted and passed; returns its id and what it came to. */
export async function settle(company: Company, lease: Running) {
  const { id } = await draftOf(company, lease)
  const filled = { penaltyWaived: 0, violationsChecked: true, payee: '张三', bankAccount: '6222020200112233445' }
  await company.act('returnSettlement', 'fill', id, filled, 'sales')
  const { sheet, hash } = await sheetOf(company, lease)
  await company.act('returnSettlement', 'submit', id, { hash }, 'sales')
  await company.act('returnSettlement', 'pass', id, {}, 'finance')
  return { id, sheet }
}
