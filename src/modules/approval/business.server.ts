/** Between the engine and the record it is about: what happens to the record when its case ends, in the same transaction. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { audit } from '#kit/audit/audit.server.ts'
import { AppError, refused } from '#kit/basics/errors.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { actNamed, lock } from '#kit/entity/store.server.ts'
import { actsOn, isReview, type ActSpec } from './acts.server.ts'
import type { CaseStatus } from './engine/state.ts'
import { refuseUnseen } from './four-eyes.server.ts'
import type { CaseRow } from './cases/case-store.server.ts'

/** While the engine itself acts on a record, the watcher lets it pass. */
const engine = new WeakSet<Context>()
export const isEngine = (ctx: Context): boolean => engine.has(ctx)
function asEngine(ctx: Context, user: Partial<Context['user']> = {}): Context {
  const own: Context = { ...ctx, user: { ...ctx.user, ...user } }
  engine.add(own)
  return own
}

/** Under this name the facts of a case keep what had been filled in for an action that is held. */
export const HELD_INPUT = '$input'

async function starterOf(tx: Tx, row: CaseRow): Promise<Partial<Context['user']>> {
  const user = await tx
    .selectFrom('user')
    .select(['id', 'username', 'name', 'dept', 'stores'])
    .where('id', '=', row.starter)
    .executeTakeFirst()
  return user ? { id: user.id, username: user.username, name: user.name, deptId: user.dept, storeIds: user.stores ?? [] } : {}
}

const reasonOf = (status: CaseStatus, opinion: string | null): string =>
  (status === 'withdrawn'
    ? '发起人撤销审批'
    : status === 'terminated'
      ? `审批被终止${opinion ? `：${opinion}` : ''}`
      : `审批不通过${opinion ? `：${opinion}` : ''}`
  ).slice(0, 200)

async function runAct(
  tx: Tx,
  ctx: Context,
  spec: ActSpec,
  action: string,
  id: number,
  input: Record<string, unknown>,
  what = '审批已到最后一步，但业务无法继续',
): Promise<void> {
  try {
    await actNamed(tx, ctx, spec.entity, action, id, null, input)
  } catch (error) {
    // Whoever acted last is told what stands in the way; the case stays as it was.
    if (error instanceof AppError && error.kind === 'absent') throw refused(`${what}：业务单据已删除，请撤销或终止该审批`)
    if (error instanceof AppError && (error.kind === 'refused' || error.kind === 'invalid')) throw refused(`${what}：${error.message}`)
    throw error
  }
}

/** Tells the record how its case ended. Once: the case is locked and has just left its live states. */
export async function endBusiness(tx: Tx, ctx: Context, row: CaseRow, status: CaseStatus, opinion: string | null): Promise<void> {
  if (row.bizId === null || row.bizType === null) return
  const spec = actsOn(ctx, row.bizType).find((a) => a.code === row.act)
  if (!spec) return
  if (status === 'passed') await refuseUnseen(tx, ctx, spec, row)
  if (isReview(spec)) {
    const record = await lock(tx, ctx, spec.entity, row.bizId).catch((error: unknown) => {
      // A record that is gone has nothing to be told.
      if (error instanceof AppError && error.kind === 'absent') return null
      throw error
    })
    const { state } = ctx.registry.entity(spec.entity).entity as Entity
    // Whoever cancelled the record itself has ended the case from there.
    if (record === null || state === null || record[state] !== spec.waits) return
    if (status === 'passed') await runAct(tx, asEngine(ctx), spec, spec.pass, row.bizId, {})
    else {
      const { action, input } = status === 'withdrawn' && spec.withdraw ? spec.withdraw : spec.reject
      await runAct(tx, asEngine(ctx), spec, action, row.bizId, { [input]: reasonOf(status, opinion) }, '业务单据无法退回')
    }
  } else if (status === 'passed') {
    await runAct(
      tx,
      asEngine(ctx, await starterOf(tx, row)),
      spec,
      spec.action,
      row.bizId,
      (row.facts[HELD_INPUT] ?? {}) as Record<string, unknown>,
    )
  } else
    await audit(tx, ctx, {
      entity: spec.entity,
      entityId: row.bizId,
      action: 'comment',
      title: row.no,
      reason: `${spec.label}：${reasonOf(status, opinion)}（${row.no}）`,
    })
}
