/**
 * 双人复核: what gives the company's money away is done by two people, and whoever wrote a figure does not decide upon it. With a process somebody
 * has to agree in it who neither started it nor wrote what it is about; without one neither the submitter nor a writer decides, and an act that
 * nobody submits needs a process. One rule for every act (`givesAway`, `money`) and every action that asks for it (`secondPerson`); a company of
 * one person switches it off by parameter (docs/decisions/0061, 0093).
 */
import { sql } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { mayBegin, type ActionSpec, type SecondPerson } from '#kit/action/action.ts'
import { refused } from '#kit/basics/errors.ts'
import { actionEntries } from '#kit/entity/present.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { decidedAt, writersOf } from '#kit/entity/write/writers.server.ts'
import { allRows } from '#kit/entity/query/live-rows.server.ts'
import { parameterValue } from '#modules/system/system.public.ts'
import { actsOn, isReview, type ActSpec, type ReviewAct } from './acts.server.ts'
import type { CaseRow } from './cases/case-store.server.ts'

const byTwo = async (db: Db, ctx: Context): Promise<boolean> => (await parameterValue(db, ctx.registry, 'twoPersons')) === true

const ownSubmission = (spec: ActSpec): string => `提交人不能审核自己提交的${spec.label}，请由另一位同事审核`

interface Decision {
  action: string
  label: string
  spec: ActionSpec
  /** `own` is null where the submitter is told another sentence. */
  second: Omit<SecondPerson, 'own'> & { own: string | null }
}
/** Actions that a second person takes; empty for nearly all entities, and then nothing is asked of the database. */
const decisions = new WeakMap<object, Map<string, readonly Decision[]>>()
function decisionsOn(ctx: Context, entity: string): readonly Decision[] {
  const known = decisions.get(ctx.registry) ?? new Map<string, readonly Decision[]>()
  decisions.set(ctx.registry, known)
  const there = known.get(entity)
  if (there) return there
  const giving = new Set(actsOn(ctx, entity).flatMap((act) => (act.givesAway && isReview(act) ? [act.pass] : [])))
  const ofEntity = actionEntries(ctx.registry.entity(entity)).flatMap(([action, spec]) => {
    const second = spec.secondPerson ?? (giving.has(action) ? { own: null } : null)
    return second ? [{ action, label: spec.label, spec, second }] : []
  })
  known.set(entity, ofEntity)
  return ofEntity
}

type Waiting = Record<string, unknown> & { id: number }
/** Of records that wait for this decision: those that the person who looks wrote himself, with the sentence. */
async function writtenByMe(
  db: Db,
  ctx: Context,
  entity: string,
  { action, label, second }: Decision,
  records: readonly Waiting[],
): Promise<ReadonlyMap<number, string>> {
  const me = ctx.user.id
  const { label: what } = ctx.registry.entity(entity).entity as Entity
  const ids = records.map((r) => r.id)
  const decided = await decidedAt(db, ctx, entity, action, ids)
  const writers = await writersOf(db, ctx, entity, ids, decided)
  const why = new Map<number, string>()
  for (const r of records) {
    if (second.own !== null && r['createdBy'] === me && !decided.has(r.id)) why.set(r.id, second.own)
    else if (writers.get(r.id)?.has(me)) why.set(r.id, `您填写或修改过这张${what}，须由没有改过它的同事${label}`)
  }
  return why
}

/** Who brought records into the state in which they wait, by the log: record → user. */
async function submitters(db: Db, spec: ReviewAct, records: readonly number[]): Promise<Map<number, number>> {
  const rows = await allRows(db, 'auditLog')
    .distinctOn('entityId')
    .select(['entityId', 'userId'])
    .where('entity', '=', spec.entity)
    .where('entityId', 'in', [...records])
    .where('toState', '=', spec.waits)
    .where(sql<boolean>`from_state is distinct from to_state`)
    .orderBy('entityId')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.flatMap((r) => (r.entityId !== null && r.userId !== null ? [[r.entityId, r.userId] as const] : [])))
}

/** Refuses whoever would decide upon what he wrote himself. */
export async function refuseOwnFigures(tx: Tx, ctx: Context, entity: string, action: string, record: Waiting): Promise<void> {
  const decision = decisionsOn(ctx, entity).find((one) => one.action === action)
  if (!decision || ctx.user.id === 0 || !(await byTwo(tx, ctx))) return
  const why = (await writtenByMe(tx, ctx, entity, decision, [record])).get(record.id)
  if (why !== undefined) throw refused(why)
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
    if (action === spec.pass && (await submitters(tx, spec, [record])).get(record) === ctx.user.id) throw refused(ownSubmission(spec))
  } else if (!(await bound()))
    throw refused(
      `${spec.label}须由两人经手：请管理员在「业务流程设置」为「${spec.label}」绑定审批流程；只有一人的公司可在「参数设置」关闭「双人复核」`,
    )
}

/** Of records that wait without a case: what the person who looks may not decide because he wrote or submitted it, with the sentence. */
export async function ownAmong(
  db: Db,
  ctx: Context,
  entity: string,
  records: readonly Waiting[],
): Promise<Map<number, Record<string, string>>> {
  const reasons = new Map<number, Record<string, string>>()
  const open = decisionsOn(ctx, entity).flatMap((decision) => {
    const waiting = records.filter((r) => mayBegin(ctx.registry.entity(entity).entity as Entity, decision.spec, r))
    return waiting.length ? [{ decision, waiting }] : []
  })
  if (open.length === 0 || !(await byTwo(db, ctx))) return reasons
  const say = (id: number, action: string, why: string): unknown => reasons.set(id, { ...reasons.get(id), [action]: why })
  for (const { decision, waiting } of open) {
    for (const [id, why] of await writtenByMe(db, ctx, entity, decision, waiting)) say(id, decision.action, why)
    const act = actsOn(ctx, entity).find((one) => isReview(one) && one.givesAway && one.pass === decision.action)
    if (!act || !isReview(act)) continue
    const by = await submitters(
      db,
      act,
      waiting.map((r) => r.id),
    )
    for (const [id, user] of by) if (user === ctx.user.id) say(id, act.pass, ownSubmission(act))
  }
  return reasons
}

/** A case about money that has passed: somebody has agreed, in it or in a process it called, who neither started it nor wrote what it is about. */
export async function refuseUnseen(tx: Tx, ctx: Context, spec: ActSpec, row: CaseRow): Promise<void> {
  if (!(spec.money || spec.givesAway) || row.bizId === null || !(await byTwo(tx, ctx))) return
  const writers = [...((await writersOf(tx, ctx, spec.entity, [row.bizId])).get(row.bizId) ?? [])]
  // Begun by the program itself: it has no interest of its own. What a person wrote in it he still does not grant himself.
  const begun = row.createdBy === null ? [] : [row.starter]
  const own = [...begun, ...writers]
  if (own.length === 0) return
  const { rows } = await sql<{ seen: boolean; withoutStarter: boolean }>`
    with recursive part as (
      select id from approval_case where operator_id = ${ctx.user.operatorId} and id = ${row.id}
      union all
      select c.id from approval_case c join part on c.operator_id = ${ctx.user.operatorId} and c.parent = part.id
    ), agreed as (
      select h.user_id from approval_history h join part on h.operator_id = ${ctx.user.operatorId} and h.case_id = part.id
      join approval_task t on t.operator_id = h.operator_id and t.case_id = h.case_id and t.key = h.task
      -- Advice (委派) and work (办理) are nobody's yes (docs/decisions/0094).
      where h.action = 'approve' and t.kind = 'approve' and t.origin <> 'delegate'
    )
    select exists (select from agreed where user_id <> all(${sql.val(own)}::bigint[])) as seen,
      exists (select from agreed where user_id <> ${row.starter}) as without_starter`.execute(tx)
  const { seen, withoutStarter } = rows[0]!
  if (!seen)
    throw refused(`${spec.label}须由发起人${withoutStarter ? '与填写人' : ''}以外的同事同意：请转办给另一位同事，或由流程管理员调整审批人`)
}
