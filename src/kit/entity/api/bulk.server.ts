/** One operation on many records: each in its own transaction, each with its own answer. */
import type { Context, Tx } from '../../access/context.server.ts'
import { AppError, invalid, refused } from '../../basics/errors.ts'
import type { Entity } from '../entity.ts'
import { idsOf, visibleIds } from '../query/query.server.ts'
import { afterNoted } from '../query/masked/lookups.server.ts'
import { loose } from '../query/rows.server.ts'
import { titlesOf } from '../query/labels.server.ts'
import type { Progress, Services } from '../services.server.ts'
import { actNamed, edit, heldNote, remove } from '../store.server.ts'
import type { BulkAnswer } from '../wire.ts'

const INLINE_LIMIT = 200
const BULK_LIMIT = 20_000
const RESULTS_KEPT = 2000

export interface BulkTarget {
  ids?: readonly number[] | undefined
  /** Of each of them, as it was shown: what somebody changed meanwhile is refused. */
  versions?: readonly number[] | undefined
  /** The filter of a list: "all N". */
  query?: Record<string, string> | undefined
}

type One = (tx: Tx, ctx: Context, id: number) => Promise<object | void>
type Shown = (tx: Tx, ctx: Context, id: number) => Promise<number | null>

function operationOf(entity: Entity, action: string, input: Record<string, unknown>, shown: Shown): One {
  if (action === 'delete') return async (tx, ctx, id) => remove(tx, ctx, entity.name, id, await shown(tx, ctx, id), 'person')
  if (action === 'edit') {
    const slow = Object.keys(input).filter((name) => !(entity.fields as Record<string, { quick?: boolean }>)[name]?.quick)
    if (slow.length) throw invalid(Object.fromEntries(slow.map((name) => [name, '这一项不能批量修改，请逐条修改'])))
    if (Object.keys(input).length === 0) throw invalid('请选择要修改的内容')
    return async (tx, ctx, id) => edit(tx, ctx, entity.name, id, await shown(tx, ctx, id), input, 'person')
  }
  return async (tx, ctx, id) => actNamed(tx, ctx, entity.name, action, id, await shown(tx, ctx, id), input, 'person')
}

/**
 * The version a row has to have. Where this very run has drawn it along (an act on one sheet writes the others of its month), it is the one
 * it has now: whoever presses the button once is not told that he changed something himself.
 */
function shownIn(entity: Entity, { ids, versions }: BulkTarget, since: string): Shown {
  if (!versions) return async () => null
  if (versions.length !== ids?.length) throw invalid('所选内容的版本不全，请刷新列表后重新勾选')
  const seen = new Map(ids.map((id, i) => [id, versions[i]!]))
  return async (tx, ctx, id) => {
    const now = await loose(tx)
      .selectFrom(`${entity.name} as t`)
      .select(['t.version', 't.updatedBy', 't.updatedAt'])
      .where('t.operatorId', '=', entity.tenant === 'global' ? 0 : ctx.user.operatorId)
      .where('t.id', '=', id)
      .executeTakeFirst()
    return now && now['updatedBy'] === ctx.user.id && Date.parse(String(now['updatedAt'])) >= Date.parse(since)
      ? (now['version'] as number)
      : seen.get(id)!
  }
}

/** Only what a person can act on is said; a fault stays a fault with its id in the log. */
function messageOf(ctx: Context, error: unknown): string {
  if (error instanceof AppError) return error.message
  return `处理失败（编号 ${ctx.requestId}）`
}

/** What is wrong at which field, where it was the input: a sheet shows it in its cell. */
const errorsOf = (error: unknown): Record<string, string> | null =>
  error instanceof AppError && error.kind === 'invalid' && typeof error.data === 'object' ? (error.data as Record<string, string>) : null

/** Each in a transaction of its own: what one row is refused, no other row loses. */
export async function eachAlone(
  ctx: Context,
  entity: Pick<Entity, 'name'>,
  ids: readonly number[],
  one: One,
  progress: Progress = () => {},
): Promise<BulkAnswer> {
  // Whoever guesses ids learns no names: what he may not see is refused, and stands in the answer by its number.
  const titles = await ctx.db.read(ctx.user.operatorId, async (db) =>
    titlesOf(db, ctx, entity.name, await visibleIds(db, ctx, ctx.registry.entity(entity.name).entity as Entity, ids)),
  )
  const answer: BulkAnswer = { done: 0, failed: 0, results: [] }
  for (const [i, id] of ids.entries()) {
    let message = '成功'
    let [ok, held] = [true, false]
    let errors: Record<string, string> | null = null
    try {
      const after = await ctx.db.write(ctx.user.operatorId, (tx) => one(tx, ctx, id))
      const note = after ? heldNote(after) : null
      held = note !== null
      message = note ?? message
      answer.done++
    } catch (refusal) {
      const error = await afterNoted(ctx, refusal)
      ok = false
      message = messageOf(ctx, error)
      errors = errorsOf(error)
      answer.failed++
    }
    // Of a very large run the failures matter; the successes are counted.
    if (!ok || answer.results.length < RESULTS_KEPT)
      answer.results.push({ id, title: titles.get(id) ?? `#${id}`, ok, message, ...(held ? { held } : {}), ...(errors ? { errors } : {}) })
    progress(i + 1, ids.length)
  }
  return answer
}

async function targetIds(ctx: Context, entity: Entity, target: BulkTarget): Promise<number[]> {
  if ((target.ids === undefined) === (target.query === undefined)) throw invalid('请选择要处理的记录')
  if (target.ids) {
    const ids = [...new Set(target.ids)]
    if (ids.length === 0) throw invalid('请选择要处理的记录')
    if (ids.length > BULK_LIMIT) throw invalid(`一次最多处理 ${BULK_LIMIT} 条`)
    return ids
  }
  const ids = await ctx.db.read(ctx.user.operatorId, (db) => idsOf(db, ctx, entity, target.query!, BULK_LIMIT + 1))
  if (ids.length === 0) throw refused('没有符合条件的记录')
  if (ids.length > BULK_LIMIT) throw refused(`符合条件的记录超过 ${BULK_LIMIT} 条，请缩小筛选范围`)
  return ids
}

export async function bulk(
  ctx: Context,
  services: Services,
  entity: Entity,
  action: { name: string; label: string },
  target: BulkTarget,
  input: Record<string, unknown>,
): Promise<BulkAnswer | { taskId: number }> {
  const one = operationOf(entity, action.name, input, shownIn(entity, target, ctx.clock.now()))
  const ids = await targetIds(ctx, entity, target)
  const own: Context = { ...ctx, source: 'bulk' }
  if (ids.length > INLINE_LIMIT) {
    const title = `批量${action.label}：${entity.label} ${ids.length} 条`
    return {
      taskId: await services.tasks.start(own, 'bulk', title, async (taskCtx, progress) => ({
        result: await eachAlone(taskCtx, entity, ids, one, progress),
      })),
    }
  }
  return orPartly(await eachAlone(own, entity, ids, one))
}

/** Code 9100 when a row was refused. */
export function orPartly(answer: BulkAnswer): BulkAnswer {
  if (answer.failed) throw new AppError('partlyDone', `成功 ${answer.done} 条，失败 ${answer.failed} 条`, answer)
  return answer
}
