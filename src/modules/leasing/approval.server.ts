/**
 * What applications have in common on the server: filled in from their lease, put before those who decide, decided. A process
 * of approval, where one is set up, runs `pass` and `reject` in the end; without one the person with the right does, and the
 * log says so.
 */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { audit } from '#kit/audit/audit.server.ts'
import { absent } from '#kit/basics/errors.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { isEngine, needsApproval } from '#modules/approval/approval.public.ts'
import type { LeaseFacts } from './audit.ts'
import { lease } from './lease.ts'

export const submitted = (ctx: Context): object => ({ submittedAt: ctx.clock.now(), rejectReason: null, decidedBy: null, decidedAt: null })

/** Whether a process is set up that has to be asked before the act is done. */
export const asksApproval = (tx: Tx, code: string, store: number | null): Promise<boolean> => needsApproval(tx, code, store)

/** Passed or rejected. */
export async function decided(
  tx: Tx,
  ctx: Context,
  entity: string,
  record: { id: number; no: string },
  rejectReason: string | null = null,
): Promise<object> {
  if (rejectReason === null && !isEngine(ctx))
    await audit(tx, ctx, {
      entity,
      entityId: record.id,
      action: 'comment',
      title: record.no,
      reason: '没有设置审批流程，由有审核权限的同事直接审核',
    })
  return { decidedBy: ctx.user.id || null, decidedAt: ctx.clock.now(), rejectReason }
}

/** The columns an application takes over from its lease. */
export async function partiesOf(tx: Tx, leaseId: number): Promise<{ contract: number; lessee: number; vehicle: number; store: number }> {
  const row = await liveRows(tx, 'lease').select(['contract', 'lessee', 'vehicle', 'store']).where('id', '=', leaseId).executeTakeFirst()
  if (!row) throw absent('租约已被删除，或不在您的数据权限内，请刷新后重新选择')
  return row
}

const LABELS: Record<string, string> = lease.fields.status.options

/** One look at the leases of many applications. */
export async function leaseFacts(
  tx: Tx,
  records: readonly { id: number; lease: number }[],
  self: 'vehicleSwap' | 'vehicleReturn' | 'renewal' | 'leaseExtension' | null,
): Promise<LeaseFacts[]> {
  const ids = records.map((r) => r.lease)
  const leases = await tx.selectFrom('lease').select(['id', 'status']).where('id', '=', anyOf(ids)).execute()
  const away = await liveRows(tx, 'vehicleSwap')
    .select(['id', 'no', 'lease'])
    .where('lease', '=', anyOf(ids))
    .where('status', '=', 'away')
    .execute()
  const renewals = await liveRows(tx, 'renewal')
    .select(['id', 'no', 'lease'])
    .where('lease', '=', anyOf(ids))
    .where('status', 'in', ['approving', 'toSign'])
    .execute()
  const extensions = await liveRows(tx, 'leaseExtension')
    .select(['id', 'no', 'lease'])
    .where('lease', '=', anyOf(ids))
    .where('status', '=', 'approving')
    .where('kind', '=', 'return')
    .execute()
  const open = [
    ...away.map((x) => ({ ...x, entity: 'vehicleSwap', label: `临时换车单 ${x.no}` })),
    ...renewals.map((x) => ({ ...x, entity: 'renewal', label: `续租单 ${x.no}` })),
    ...extensions.map((x) => ({ ...x, entity: 'leaseExtension', label: `延期单 ${x.no}` })),
  ]
  return records.map((r) => {
    const status = leases.find((l) => l.id === r.lease)?.status ?? ''
    return {
      leaseStatus: status,
      leaseLabel: LABELS[status] ?? status,
      underWay: open.find((o) => o.lease === r.lease && !(o.entity === self && o.id === r.id))?.label ?? null,
    }
  })
}
