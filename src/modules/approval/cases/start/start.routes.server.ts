/** Calls of those who start a case: what may be started, the page to fill in, the way it would take, the start itself. */
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { forbidden, invalid, refused } from '#kit/basics/errors.ts'
import { actionRight, type ActionSpec } from '#kit/action/action.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { find } from '#kit/entity/query/query.server.ts'
import { actNamed } from '#kit/entity/store.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { actOf, isReview, subjectOf } from '../../acts.server.ts'
import { choicesAhead, dryRun } from '../../designer/dryrun.server.ts'
import { formFacts, type FormValues } from '../../forms/form.ts'
import { mayStart, promotersOf } from '../../people/access.server.ts'
import { starterFacts } from '../../people/directory.server.ts'
import { describeRecord } from '../../watcher.server.ts'
import { APPLY_FORM, DRY_RUN, STARTABLE, type ApplyForm, type Startable } from '../../wire.ts'
import { planOf } from '../case-store.server.ts'
import { choices, id, queryId, read, values, write } from '../../input.server.ts'
import { publishedOf, startCase } from '../run.server.ts'
import { closedAtStart, factValues } from '../command-input.server.ts'
import { sheetForm, withSheet } from '../sheet.server.ts'

async function applyGround(tx: Tx, ctx: Context, key: string, businessId: number | null) {
  const [{ process, version }, promoters, starter] = await Promise.all([
    publishedOf(tx, ctx, { key }),
    promotersOf(tx, ctx, key),
    starterFacts(tx, ctx.user.id),
  ])
  if (!(await mayStart(tx, ctx, [process.id], promoters)).has(process.id))
    throw forbidden('您没有发起该流程的权限，请联系管理员在「发起人权限」开通')
  const act = process.act ? actOf(ctx, process.act) : null
  if (process.act && businessId === null) throw refused('该流程由业务操作发起，请从业务页面提交')
  if (act && businessId !== null) await find(tx, ctx, ctx.registry.entity(act.entity).entity as Entity, businessId)
  return { process, version, act, starter, plan: await planOf(tx, ctx, version) }
}

async function applyForm(tx: Tx, ctx: Context, key: string, businessId: number | null): Promise<ApplyForm> {
  const { process, plan, act, starter } = await applyGround(tx, ctx, key, businessId)
  const sheet = await sheetForm(tx, process, plan, starter, choicesAhead(plan.definition, starter.values, 'starterChoice'))
  return {
    ...sheet,
    subject: act && businessId !== null ? await describeRecord(tx, ctx, act.entity, businessId, { code: act.code, input: null }) : null,
  }
}

async function preview(
  tx: Tx,
  ctx: Context,
  key: string,
  given: FormValues,
  businessId: number | null,
  chosen: Record<string, number[]> | undefined,
) {
  const { process, plan, act, starter } = await applyGround(tx, ctx, key, businessId)
  const subject = act && businessId !== null ? await subjectOf(tx, ctx, act, businessId) : { store: starter.stores[0] ?? null, facts: {} }
  return dryRun(
    tx,
    plan.definition,
    {
      operatorId: ctx.user.operatorId,
      starter: ctx.user.id,
      store: subject.store,
      managers: process.managers,
      values: { ...formFacts(plan.form, given), ...factValues(subject.facts), ...starter.values },
    },
    ctx.clock.now(),
    chosen,
  )
}

/** A free flow, or a business act with its form filled in: then the act itself is run, and held or waiting as it always is. */
async function start(
  tx: Tx,
  ctx: Context,
  key: string,
  given: FormValues,
  businessId: number | null,
  chosen: Record<string, number[]> | undefined,
  input: Record<string, unknown>,
): Promise<{ id: number; no: string }> {
  const { process, version, act, plan, starter } = await applyGround(tx, ctx, key, businessId)
  const closed = closedAtStart(plan, given)
  if (Object.keys(closed).length) throw invalid(closed)
  if (!act || businessId === null)
    return startCase(tx, ctx, { process, version, starter: ctx.user.id, known: starter, values: given, choices: chosen }).then((made) => ({
      id: made.id,
      no: made.no,
    }))
  const entity = ctx.registry.entity(act.entity)
  const specs = (entity.actions?.all ?? {}) as Record<string, ActionSpec>
  const name = isReview(act) ? (Object.entries(specs).find(([, s]) => s.to === act.waits)?.[0] ?? 'submit') : act.action
  const spec = specs[name]
  if (!spec || !ctx.access.can(actionRight(entity.entity as Entity, name, spec))) throw forbidden()
  const before = await newestCase(tx, act.code, businessId)
  await actNamed(tx, withSheet(ctx, key, { values: given, choices: chosen }), act.entity, name, businessId, null, input, 'person')
  const made = await newestCase(tx, act.code, businessId)
  if (!made || made.id === before?.id) throw refused('该业务没有配置审批流程，已直接处理')
  return made
}

const newestCase = (tx: Tx, act: string, bizId: number) =>
  liveRows(tx, 'approvalCase')
    .select(['id', 'no'])
    .where('act', '=', act)
    .where('bizId', '=', bizId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

async function startable(tx: Tx, ctx: Context): Promise<Startable[]> {
  const rows = await liveRows(tx, 'approvalProcess')
    .select(['id', 'key', 'name', 'category', 'icon', 'remark'])
    .where('status', '=', 'active')
    .where('act', 'is', null)
    .orderBy('category')
    .orderBy('name')
    .orderBy('id')
    .limit(500)
    .execute()
  const may = await mayStart(
    tx,
    ctx,
    rows.map((r) => r.id),
  )
  return rows.filter((r) => may.has(r.id)).map(({ id: _i, ...r }) => r)
}

const START = z.strictObject({ flowKey: z.string().max(40), values, businessId: id.nullish(), choices, input: values.optional() })

export const startRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/flow/startable',
    summary: '我可以发起的流程',
    right: 'signedIn',
    input: z.strictObject({}),
    output: STARTABLE,
    handler: (ctx) => read(ctx, (tx) => startable(tx, ctx)),
  }),
  route({
    method: 'GET',
    path: '/api/v1/flow/apply',
    summary: '发起页面内容',
    right: 'signedIn',
    input: z.strictObject({ flowKey: z.string().max(40), businessId: queryId.optional() }),
    output: APPLY_FORM,
    handler: (ctx, i) => read(ctx, (tx) => applyForm(tx, ctx, i.flowKey, i.businessId ?? null)),
  }),
  route({
    method: 'POST',
    path: '/api/v1/flow/preview',
    summary: '预览审批路径',
    right: 'signedIn',
    safe: true,
    input: START,
    output: DRY_RUN,
    handler: (ctx, i) => read(ctx, (tx) => preview(tx, ctx, i.flowKey, i.values, i.businessId ?? null, i.choices)),
  }),
  route({
    method: 'POST',
    path: '/api/v1/flow/start',
    summary: '发起审批',
    right: 'signedIn',
    input: START,
    single: true,
    output: z.object({ id: z.number(), no: z.string() }),
    handler: (ctx, i) => write(ctx, (tx) => start(tx, ctx, i.flowKey, i.values, i.businessId ?? null, i.choices, i.input ?? {})),
  }),
]
