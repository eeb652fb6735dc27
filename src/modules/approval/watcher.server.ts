/**
 * The binding: watches the actions of all modules. A record that enters its waiting state gets a case, when 业务流程设置 names
 * a process for it; an action that has to be asked for is held and becomes a case. Without a setting nothing changes.
 */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import type { Entity } from '#kit/entity/entity.ts'
import type { Field } from '#kit/entity/field.ts'
import { labelsFor, titleOf } from '#kit/entity/query/labels.server.ts'
import { rowOf } from '#kit/entity/present.server.ts'
import type { Watcher } from '#kit/entity/registry.server.ts'
import { get } from '#kit/entity/store.server.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { asText } from '#kit/basics/text.ts'
import { allRows, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { actsFor, actsOn, isReview, subjectOf, type ActSpec, type ReviewAct } from './acts.server.ts'
import { HELD_INPUT, isEngine } from './business.server.ts'
import { ownAmong, refuseAlone, refuseOwnFigures } from './four-eyes.server.ts'
import { LIVE, type CaseStatus } from './engine/state.ts'
import { load, planOf } from './cases/case-store.server.ts'
import { standingOf } from './cases/standing.server.ts'
import { starterFacts } from './people/directory.server.ts'
import { execute, publishedOf, startCase } from './cases/run.server.ts'
import { sheetOf } from './cases/sheet.server.ts'
import { firstToTell } from './summary.rules.ts'

/** The process that decides this act at this store, or null: the act is direct. */
async function settingFor(tx: Tx, act: string, store: number | null): Promise<number | null> {
  const rows = await liveRows(tx, 'businessProcess')
    .select(['process', 'store'])
    .where('act', '=', act)
    .where('enabled', '=', true)
    .execute()
  const own = rows.find((r) => r.store !== null && r.store === store) ?? rows.find((r) => r.store === null)
  return own?.process ?? null
}

async function liveCase(tx: Tx, act: string, id: number): Promise<{ id: number; no: string; status: CaseStatus } | null> {
  return (
    (await liveRows(tx, 'approvalCase')
      .select(['id', 'no', 'status'])
      .where('act', '=', act)
      .where('bizId', '=', id)
      .where('status', 'in', [...LIVE])
      .executeTakeFirst()) ?? null
  )
}

const isMoney = (field: Field): boolean => field.kind === 'money' || (field.kind === 'computed' && field.as === 'money')
function textOf(field: Field, row: Record<string, unknown>, name: string): string {
  const value = row[`${name}$`] ?? row[name]
  if (value === null || value === undefined) return ''
  if (isMoney(field)) return formatFen(value as number)
  if ('options' in field && field.options) return field.options[asText(value)] ?? asText(value)
  return [value].flat().map(asText).join('、')
}
/** Title, and what a reader of the workbench wants to know of a record: what its act is decided by, else the first columns of its list. */
export async function describeRecord(
  tx: Tx,
  ctx: Context,
  entityName: string,
  id: number,
  act?: { code: string; input: Readonly<Record<string, unknown>> | null },
): Promise<{ title: string; summary: { label: string; value: string }[] }> {
  const entity = ctx.registry.entity(entityName).entity as Entity
  const record = await get(tx, ctx, entityName, id)
  const labels = await labelsFor(tx, ctx, entity, [record])
  // One summary for everybody: what takes a function of its own to see is not in it.
  const row = rowOf(entity, record, labels, () => false)
  const title = titleOf(entity, record, labels)
  const deciding = act && ctx.registry.provided('decidingFacts').find((one) => one.act === act.code)
  if (deciding) return { title, summary: (await deciding.of(tx, ctx, id, act.input)).filter(({ value }) => value !== '') }
  const columns = entity.list.columns.filter((name) => !entity.title.includes(name) && name !== entity.state)
  const lines = columns
    .map((name) => ({ field: entity.fields[name]!, value: textOf(entity.fields[name]!, row, name) }))
    .filter((line) => line.value !== '')
    .map((line) => ({ ...line, money: isMoney(line.field) }))
  const summary = firstToTell(lines).map(({ field, value }) => ({ label: field.label, value }))
  return { title, summary }
}

interface Beginning {
  spec: ActSpec
  id: number
  process: number
  /** Of an action that is held: what had been filled in for it. */
  input: Record<string, unknown> | null
  /** The record came to be in this very call. */
  fresh: boolean
}
async function begin(tx: Tx, ctx: Context, { spec, id, process, input, fresh }: Beginning): Promise<{ id: number; no: string }> {
  const published = await publishedOf(tx, ctx, { id: process })
  const { store, facts } = await subjectOf(tx, ctx, spec, id)
  const subject = await describeRecord(tx, ctx, spec.entity, id, { code: spec.code, input })
  const plan = await planOf(tx, ctx, published.version)
  const user = ctx.user.id || (await firstAdmin(tx))
  const sheet = await sheetOf(tx, ctx, {
    process: published.process,
    plan,
    starter: await starterFacts(tx, user),
    label: spec.label,
    facts,
    subject,
    record: fresh ? null : `${spec.code}:${id}`,
  })
  return startCase(tx, ctx, {
    process: published.process,
    version: published.version,
    starter: user,
    values: sheet.values,
    choices: sheet.choices,
    business: {
      act: spec.code,
      label: spec.label,
      entity: spec.entity,
      id,
      title: subject.title,
      store,
      facts: input ? { ...facts, [HELD_INPUT]: input } : facts,
      summary: subject.summary,
    },
  })
}

/** Jobs ask too; somebody has to be the one who started it. */
async function firstAdmin(tx: Tx): Promise<number> {
  return (await allRows(tx, 'user').select('id').where('isAdmin', '=', true).orderBy('id').limit(1).executeTakeFirstOrThrow()).id
}

const stateOf = (ctx: Context, entity: string): string => (ctx.registry.entity(entity).entity as Entity).state ?? ''
const underWay = (spec: ActSpec, { no, status }: { no: string; status: CaseStatus }): string =>
  !isReview(spec)
    ? `${spec.label}正在审批（${no}），请勿重复提交`
    : status === 'returned'
      ? `${spec.label}审批（${no}）已退回给发起人，由发起人在审批工作台重新提交或撤销`
      : `${spec.label}正在审批（${no}），请在审批工作台处理`

const storeOf = (record: Record<string, unknown>): number | null => (typeof record['store'] === 'number' ? record['store'] : null)

/** Records that a live case decides: what pressing a button would be refused with. */
async function underCase(
  tx: Tx,
  reviews: readonly ReviewAct[],
  waiting: readonly { id: number }[],
): Promise<(readonly [number, Record<string, string>])[]> {
  const cases = await liveRows(tx, 'approvalCase')
    .select(['act', 'bizId', 'no', 'status'])
    .where(
      'act',
      'in',
      reviews.map((spec) => spec.code),
    )
    .where(
      'bizId',
      'in',
      waiting.map((r) => r.id),
    )
    .where('status', 'in', [...LIVE])
    .execute()
  return cases.flatMap((one) => {
    const spec = reviews.find((r) => r.code === one.act)
    if (!spec || one.bizId === null) return []
    const why = underWay(spec, one)
    return [[one.bizId, { [spec.pass]: why, [spec.reject.action]: why }] as const]
  })
}

export const approvalWatcher: Watcher = {
  async before({ tx, ctx, entity, action, record, input, by }) {
    if (isEngine(ctx)) return null
    for (const spec of actsFor(ctx, entity, record)) {
      const decides = isReview(spec) ? action === spec.pass || action === spec.reject.action : action === spec.action
      if (!decides) continue
      const running = await liveCase(tx, spec.code, record.id)
      if (running) throw refused(underWay(spec, running))
      // What server code does as a consequence of something else is not asked for again.
      if (by === 'server') continue
      const bound = (): Promise<number | null> => settingFor(tx, spec.code, storeOf(record))
      await refuseAlone(tx, ctx, spec, action, record.id, async () => (await bound()) !== null)
      if (isReview(spec)) continue
      const process = await bound()
      if (process === null) continue
      await refuseOwnFigures(tx, ctx, entity, action, record)
      return `已提交审批 ${(await begin(tx, ctx, { spec, id: record.id, process, input, fresh: false })).no}`
    }
    await refuseOwnFigures(tx, ctx, entity, action, record)
    return null
  },
  /** Whoever has the right to decide would press a button that the process refuses. Only records that wait are looked up. */
  async bars({ tx, ctx, entity, records }) {
    const reviews = actsOn(ctx, entity).filter(isReview)
    const waiting = records.filter((r) => reviews.some((spec) => r[stateOf(ctx, entity)] === spec.waits))
    const held = waiting.length ? await underCase(tx, reviews, waiting) : []
    const own = await ownAmong(
      tx,
      ctx,
      entity,
      records.filter((r) => !held.some(([id]) => id === r.id)),
    )
    return own.size + held.length === 0 ? null : new Map<number, Record<string, string>>([...own, ...held])
  },
  /** What people agree to is not changed under their hands. */
  async touch({ tx, ctx, entity, record }) {
    if (isEngine(ctx)) return null
    for (const spec of actsFor(ctx, entity, record)) {
      const running = await liveCase(tx, spec.code, record.id)
      if (running)
        return running.status === 'returned'
          ? `${spec.label}审批（${running.no}）已退回给发起人；需要修改单据时请先撤销审批，改好后重新提交`
          : `${spec.label}正在审批（${running.no}），不能修改或删除；需要修改时请发起人先撤销审批`
    }
    return null
  },
  async notes({ tx, ctx, entity, record }) {
    const acts = actsOn(ctx, entity)
    return acts.length === 0 ? null : standingOf(tx, ctx, acts, record.id)
  },
  async after({ tx, ctx, entity, action, record, from, to }) {
    if (from === to || isEngine(ctx)) return
    for (const spec of actsFor(ctx, entity, record)) {
      if (!isReview(spec)) continue
      if (to === spec.waits) {
        const process = await settingFor(tx, spec.code, storeOf(record))
        if (process !== null) await begin(tx, ctx, { spec, id: record.id, process, input: null, fresh: action === 'add' })
      } else if (from === spec.waits) {
        const running = await liveCase(tx, spec.code, record.id)
        if (running)
          await execute(
            tx,
            ctx,
            await load(tx, ctx, running.id, true),
            { kind: 'terminate', by: ctx.user.id, opinion: '业务单据已取消' },
            { opinion: '业务单据已取消' },
          )
      }
    }
  },
}

/** For modules whose record waits only when somebody will be asked (租赁合同). */
export async function needsApproval(tx: Tx, code: string, store: number | null): Promise<boolean> {
  return (await settingFor(tx, code, store)) !== null
}
