/**
 * 双人复核: what gives the company's money away is done by two people. With a process somebody else than the starter has to agree in
 * it; without one the submitter does not decide on his own, and an act that nobody submits needs a process. One rule for every
 * act (`givesAway`, `money`); a company of one person switches it off by parameter.
 */
import { sql } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { parameterValue } from '#modules/system/system.public.ts'
import { isReview, type ActSpec, type ReviewAct } from './acts.server.ts'
import type { CaseRow } from './cases/case-store.server.ts'

const byTwo = async (db: Db, ctx: Context): Promise<boolean> => (await parameterValue(db, ctx.registry, 'twoPersons')) === true

const ownSubmission = (spec: ActSpec): string => `提交人不能审核自己提交的${spec.label}，请由另一位同事审核`

/** Who brought records into the state in which they wait, by the log: record → user. */
async function submitters(db: Db, ctx: Context, spec: ReviewAct, records: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('auditLog')
    .distinctOn('entityId')
    .select(['entityId', 'userId'])
    .where('operatorId', '=', ctx.user.operatorId)
    .where('entity', '=', spec.entity)
    .where('entityId', 'in', [...records])
    .where('toState', '=', spec.waits)
    .where(sql<boolean>`from_state is distinct from to_state`)
    .orderBy('entityId')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.flatMap((r) => (r.entityId !== null && r.userId !== null ? [[r.entityId, r.userId] as const] : [])))
}

/** Refuses a person who would decide alone. `bound`: a process will be asked. */
export async function refuseAlone(
  tx: Tx,
  ctx: Context,
  spec: ActSpec,
  action: string,
  record: number,
  bound: () => Promise<boolean>,
): Promise<void> {
  if (!spec.givesAway || !(await byTwo(tx, ctx))) return
  if (isReview(spec)) {
    if (action === spec.pass && (await submitters(tx, ctx, spec, [record])).get(record) === ctx.user.id) throw refused(ownSubmission(spec))
  } else if (!(await bound()))
    throw refused(
      `${spec.label}须由两人经手：请管理员在「业务流程设置」为「${spec.label}」绑定审批流程；只有一人的公司可在「参数设置」关闭「双人复核」`,
    )
}

/** Of records that wait without a case: those the person who looks has submitted himself, with the sentence. */
export async function ownAmong(
  db: Db,
  ctx: Context,
  specs: readonly ReviewAct[],
  records: readonly { id: number }[],
): Promise<Map<number, Record<string, string>>> {
  const found = new Map<number, Record<string, string>>()
  const giving = specs.filter((spec) => spec.givesAway)
  if (giving.length === 0 || records.length === 0 || !(await byTwo(db, ctx))) return found
  for (const spec of giving) {
    const by = await submitters(
      db,
      ctx,
      spec,
      records.map((r) => r.id),
    )
    for (const [id, user] of by) if (user === ctx.user.id) found.set(id, { [spec.pass]: ownSubmission(spec) })
  }
  return found
}

/** A case about money that has passed: somebody else than its starter has agreed, in it or in a process it called. */
export async function refuseUnseen(tx: Tx, ctx: Context, spec: ActSpec, row: CaseRow): Promise<void> {
  // Begun by the program itself: it has no interest of its own.
  if (!(spec.money || spec.givesAway) || row.createdBy === null || !(await byTwo(tx, ctx))) return
  const { rows } = await sql<{ seen: boolean }>`
    with recursive part as (
      select id from approval_case where operator_id = ${ctx.user.operatorId} and id = ${row.id}
      union all
      select c.id from approval_case c join part on c.operator_id = ${ctx.user.operatorId} and c.parent = part.id
    )
    select exists (
      select from approval_history h join part on h.operator_id = ${ctx.user.operatorId} and h.case_id = part.id
      where h.action = 'approve' and h.user_id <> ${row.starter}) as seen`.execute(tx)
  if (!rows[0]!.seen) throw refused(`${spec.label}须由发起人以外的同事同意：请转办给另一位同事，或由流程管理员调整审批人`)
}
