/** Violations a customer is told of on his own page: those that are surely his. One near a handover is first confirmed by a clerk. */
import type { Db } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { OPEN_STATES, violation } from './violations/violation.ts'

const MOST = 100
const OPEN = new Set<string>(OPEN_STATES)
const SHOWN = ['toHandle', 'notified', 'handling', 'transferring', 'appealing', 'transferred', 'handled'] as const

export async function violationsOfLessee(db: Db, lessee: number) {
  const rows = await liveRows(db, 'violation')
    .select(['id', 'status', 'plateNo', 'occurredAt', 'place', 'behaviour', 'fine', 'points', 'dueOn', 'lease', 'vehicle', 'store'])
    .where('lessee', '=', lessee)
    .where('holderKind', '=', 'lessee')
    .where('near', 'is not', true)
    .where((eb) => eb.or([eb('sure', 'is', null), eb('sure', 'not in', ['weak', 'none'])]))
    .where('status', 'in', SHOWN)
    .orderBy('occurredAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
  return rows.map((v) => ({ ...v, label: violation.fields.status.options[v.status], open: OPEN.has(v.status) }))
}
