/** 用车段: opened and closed here only. The database refuses two of one vehicle at one time. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { codeOf } from '#kit/database/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { leaseSegment } from '../lease.ts'

export type Segment = Rec<typeof leaseSegment>
const segments = storeOf(leaseSegment)

export async function openSegment(
  tx: Tx,
  ctx: Context,
  of: Pick<Segment, 'lease' | 'contract' | 'lessee' | 'vehicle' | 'store' | 'kind' | 'fromAt' | 'startOdometer'>,
): Promise<void> {
  const { lease, contract, lessee, vehicle, store, kind, fromAt, startOdometer } = of
  try {
    await segments.add(tx, ctx, { lease, contract, lessee, vehicle, store, kind, fromAt, startOdometer })
  } catch (error) {
    // 23P01: another segment lies over this time; 23505: another one is open.
    if (codeOf(error) === '23P01' || codeOf(error) === '23505') throw refused('该车辆在此时间已有租赁记录，请核对实际时间')
    throw error
  }
}

export async function openSegmentOf(
  tx: Tx,
  leaseId: number,
): Promise<Pick<Segment, 'id' | 'vehicle' | 'fromAt' | 'startOdometer'> | undefined> {
  return liveRows(tx, 'leaseSegment')
    .select(['id', 'vehicle', 'fromAt', 'startOdometer'])
    .where('lease', '=', leaseId)
    .where('toAt', 'is', null)
    .executeTakeFirst()
}

/** `field` and `odometerField` say where on the form a wrong time or reading is shown. */
export async function closeSegment(
  tx: Tx,
  ctx: Context,
  leaseId: number,
  at: string,
  odometer: number,
  field: string,
  odometerField = 'oldOdometer',
): Promise<void> {
  const open = await openSegmentOf(tx, leaseId)
  if (!open) throw refused('这份租约现在没有车在用，不能办理；请先核对交车与换车记录')
  if (Date.parse(at) <= Date.parse(open.fromAt)) throw invalid({ [field]: '时间不能早于本段用车开始的时间' })
  if (odometer < (open.startOdometer ?? 0)) throw invalid({ [odometerField]: `里程表读数不能小于本段开始时的 ${open.startOdometer} km` })
  await segments.edit(tx, ctx, open.id, { toAt: at, endOdometer: odometer })
}

/** Kilometres driven in a lease, over all its vehicles. */
export async function drivenKm(tx: Tx, leaseId: number): Promise<number> {
  const rows = await liveRows(tx, 'leaseSegment').select(['startOdometer', 'endOdometer']).where('lease', '=', leaseId).execute()
  return rows.reduce((sum, s) => sum + (s.endOdometer === null || s.startOdometer === null ? 0 : s.endOdometer - s.startOdometer), 0)
}
