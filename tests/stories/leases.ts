/** A lease on the road, as the stories of its later life need it. */
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
