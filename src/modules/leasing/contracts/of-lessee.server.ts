/** What a customer leases and has leased, for his own page. */
import type { Db } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { lease } from '../lease.ts'

/** More than this nobody scrolls through on a telephone. */
const MOST = 100
const RUNNING = new Set(['active', 'swapping', 'returning'])

/** The newest first; with the contract each belongs to and its scans, when it was signed on paper. */
export async function leasesOfLessee(db: Db, lessee: number) {
  const rows = await liveRows(db, 'lease')
    .innerJoin('contract', (join) => join.onRef('contract.id', '=', 'lease.contract').onRef('contract.operatorId', '=', 'lease.operatorId'))
    .select(['lease.id', 'lease.no', 'lease.status', 'lease.vehicle', 'lease.store', 'lease.startOn', 'lease.endOn', 'lease.monthlyRent'])
    .select(['contract.id as contract', 'contract.no as contractNo', 'contract.signedScans', 'contract.signedOn'])
    .where('lease.lessee', '=', lessee)
    .where('lease.status', '<>', 'cancelled')
    .orderBy('lease.id', 'desc')
    .limit(MOST)
    .execute()
  return rows.map((l) => ({ ...l, label: lease.fields.status.options[l.status] ?? '', running: RUNNING.has(l.status) }))
}
