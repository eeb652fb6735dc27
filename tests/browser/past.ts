/** Days of the past for the running console: leases begun, paid and billed when the calendar said so, to be walked on from today. */
import { openDatabase } from '#kit/database/connection/pool.server.ts'
import { Company } from '../stories/company.ts'
import type { Running } from '../stories/leases.ts'
import { world } from './harness.ts'
import type { SignedIn } from './api.ts'
import { databaseOf } from './stock.ts'

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

/** People of the console cannot turn back its clock; the program on its database can. */
export async function pastOf(api: SignedIn): Promise<Company> {
  const { dataDir, port, stores, model } = world()
  const { operatorId } = await api.get<{ operatorId: number }>('/api/v1/session/me')
  const db = openDatabase({ endpoint: () => databaseOf(dataDir), max: 4 })
  const company = await Company.join({ db, close: () => db.close() }, '2025-01-10', { operatorId, store: stores.west, model })
  // Photographs the console can show: a row without its picture would be a broken one.
  company.file = async () => {
    const form = new FormData()
    form.append('file', new Blob([PNG], { type: 'image/png' }), 'a.png')
    const answer = await fetch(`http://localhost:${port}/api/v1/file/upload`, {
      method: 'POST',
      headers: { Authorization: `bearer ${api.token}`, 'Idempotency-Key': crypto.randomUUID() },
      body: form,
    })
    const { data } = (await answer.json()) as { data: { id: string; name: string; mime: string; size: number } }
    return data
  }
  return company
}

/** Months that came and were paid on their days. */
export async function paidMonths(past: Company, l: Running, until: string): Promise<void> {
  for (const p of (await past.periods(l.contract)).filter((one) => one.status === 'planned' && one.startOn < until)) {
    past.at(p.issueOn)
    await past.act('lease', 'issueNow', l.lease)
    const [bill] = (await past.bills(l.contract)).filter((b) => b.status === 'unpaid')
    past.at(p.dueOn)
    await past.pay([bill!.id], bill!.amount)
  }
}
