/** Lists, counts, totals, details, pickers and trees. Every query starts from `base`, which joins tenant, life and access. */
import { sql, type RawBuilder } from 'kysely'
import type { Context, Db, Tx } from '../../access/context.server.ts'
import { absent } from '../../basics/errors.ts'
import { fixedConditions, resolvedAges } from './conditions.ts'
import { conditionsSql, keywordSql } from './conditions.server.ts'
import { count, type Counted } from './count.server.ts'
import type { Entity } from '../entity.ts'
import { takesMany } from '../value/value-list.ts'
import { present, verbs } from '../present.server.ts'
import { parseListQuery, parseSort, type ListQuery, type SortKey } from './query-parse.ts'
import type { Rec } from '../tables.ts'
import { and, col, columnsSql, fromRow, live, loose, type Record_ } from './rows.server.ts'
import { orderColumns } from '../schema/indexes.server.ts'
import { listWhere, ruling, viewWhere, visibleWhere } from './scope.server.ts'
import { fewRows } from './keyword-list.server.ts'
import type { ServedEntity } from '../serve.server.ts'
import { notesOf } from '../watchers.server.ts'
import type { DetailExtras, ListAnswer, Row } from '../wire.ts'

/** Numbers on tabs are read at a glance; past this they say "more". */
const TAB_LIMIT = 9_999

export interface Selection {
  where: RawBuilder<boolean>
  order: RawBuilder<unknown>
  /** Fields the order needs. */
  sorted: readonly string[]
  query: ListQuery
}

/** One sort key exactly as the index of the definition was built, so that it can be read instead of sorted. */
function orderSql(entity: Entity, keys: readonly SortKey[]): Pick<Selection, 'order' | 'sorted'> {
  const text = keys.map(({ name, descending }) => `${descending ? '-' : ''}${name}`).join(',')
  const columns = orderColumns(entity, text)
  const parts = columns.map(({ name, descending, nullable }) => {
    const tail = sql.raw(descending ? (nullable ? ' desc nulls last' : ' desc') : '')
    return sql`${col(name)}${tail}`
  })
  return { order: sql.join(parts, sql`, `), sorted: columns.map(({ name }) => name) }
}

/** What the query asks for, within what the user may see. */
export function select(ctx: Context, entity: Entity, query: ListQuery): Selection {
  const view = query.view ? viewWhere(ctx, entity, query.view) : null
  const parts = [live(entity, ctx.user.operatorId), view ? view.where : listWhere(ctx, entity)]
  const quick = query.quick ? entity.list.quick?.[query.quick] : undefined
  if (quick) parts.push(conditionsSql(ctx.registry, entity, fixedConditions(entity, quick)))
  if (query.conditions.length) parts.push(conditionsSql(ctx.registry, entity, resolvedAges(query.conditions, ctx.clock.today())))
  if (query.keyword) parts.push(keywordSql(entity, query.keyword, ctx))
  const sort = query.sort.length ? query.sort : parseSort(entity, view?.screen.view?.sort ?? entity.list.sort ?? '-id')
  return { where: and(parts), ...orderSql(entity, sort), query }
}

/** Sums arrive as numeric text. */
const asNumber = (value: unknown): number => Number(value ?? 0)

async function pageOf(db: Db, entity: Entity, { where, order, query }: Selection): Promise<Record_[]> {
  const { pageNo, pageSize } = query
  const { rows } = await sql<
    Record<string, unknown>
  >`select ${columnsSql(entity)} from ${sql.table(entity.name)} as t where ${where} order by ${order} limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(
    db,
  )
  return rows.map((row) => fromRow(entity, row))
}

interface Page extends Counted {
  records: Record_[]
}

async function searched(db: Db, entity: Entity, { query, ...selection }: Selection): Promise<Page | null> {
  const sums = (entity.list.totals ?? []) as readonly string[]
  const result = await fewRows(db, entity, {
    ...selection,
    columns: columnsSql(entity),
    sums,
    limit: query.pageSize,
    offset: (query.pageNo - 1) * query.pageSize,
  })
  if (!result) return null
  const totals = sums.length ? { totals: Object.fromEntries(sums.map((name, i) => [name, result.sums[i]!])) } : {}
  return { records: result.rows.map((row) => fromRow(entity, row)), total: result.total, exact: true, ...totals }
}

async function pageWithCount(db: Db, entity: Entity, selection: Selection): Promise<Page> {
  const few = selection.query.keyword ? await searched(db, entity, selection) : null
  if (few) return few
  // Sent together on one connection: no round trip in between.
  const [records, counted] = await Promise.all([pageOf(db, entity, selection), count(db, entity, selection.where, selection.query.exact)])
  return { records, ...counted }
}

/** A column pasted into a filter may hold what nobody has: that is said, value by value. Asked only where one was. */
async function missing(db: Db, entity: Entity, { where, query }: Selection): Promise<ListAnswer['missing']> {
  const asked = query.conditions.flatMap((condition) => (condition.op === 'in' && takesMany(condition.field) ? [condition] : []))
  if (asked.length === 0) return undefined
  const entries = await Promise.all(
    asked.map(async ({ name, values }) => {
      const { rows } = await sql<{
        v: string
      }>`select distinct ${col(name)} as v from ${sql.table(entity.name)} as t where ${where}`.execute(db)
      const present = new Set(rows.map((row) => row.v))
      return [name, (values as string[]).filter((value) => !present.has(value))] as const
    }),
  )
  return Object.fromEntries(entries)
}

/** Whether all rows asked for are of one value of what sums are told by (`totalsEach`): by a filter, a tab, the screen, or by what the person may see at all. */
function ofOneKind(ctx: Context, entity: Entity, query: ListQuery): boolean {
  const name = entity.list.totalsEach
  if (!name) return true
  const { seenBy } = entity
  if (seenBy?.field === name && Object.values(seenBy.rights).filter((right) => ctx.access.can(right)).length < 2) return true
  const view = query.view ? viewWhere(ctx, entity, query.view).screen.view?.filter : undefined
  const quick = query.quick ? entity.list.quick?.[query.quick] : undefined
  return [...query.conditions, ...fixedConditions(entity, view ?? {}), ...fixedConditions(entity, quick ?? {})].some(
    (c) => c.name === name && c.op === 'in' && c.values.length === 1,
  )
}

/** What a list would answer, as records: for whoever shows its first rows and its total elsewhere. `raw`: as in its address. */
export async function listed(db: Db, ctx: Context, entity: Entity, raw: Record<string, string>): Promise<Page & { selection: Selection }> {
  const query = parseListQuery(entity, raw)
  const selection = select(ctx, entity, query)
  const { totals, ...page } = await pageWithCount(db, entity, selection)
  return { ...page, selection, ...(totals && ofOneKind(ctx, entity, query) ? { totals } : {}) }
}

/** Number and sums of a list, as the list says them. */
export const counted = (db: Db, ctx: Context, entity: Entity, raw: Record<string, string>): Promise<Counted> =>
  count(db, entity, select(ctx, entity, parseListQuery(entity, raw)).where)

export async function list(db: Db, ctx: Context, served: ServedEntity, raw: Record<string, string>): Promise<ListAnswer> {
  const entity = served.entity as Entity
  const { records, total, exact, totals, selection } = await listed(db, ctx, entity, raw)
  const { query } = selection
  const rows = await present(db, ctx, served, records, { actions: true })
  const answer: ListAnswer = { list: rows, total, exact, pageNo: query.pageNo, pageSize: query.pageSize }
  if (totals) answer.totals = totals
  const unknown = await missing(db, entity, selection)
  if (unknown) answer.missing = unknown
  const resource = ruling(ctx, entity, query.view)
  if (total === 0 && ctx.access.scopeOf(resource) !== 'all') answer.scopeNote = ctx.access.scopeText(resource)
  return answer
}

/** Ids of a whole filtered set, in order: for "all N" and for exports. */
export async function idsOf(db: Db, ctx: Context, entity: Entity, raw: Record<string, string>, limit: number): Promise<number[]> {
  const { pageNo: _n, pageSize: _s, ...rest } = raw
  const selection = select(ctx, entity, parseListQuery(entity, rest))
  const rows = await loose(db)
    .selectFrom(`${entity.name} as t`)
    .select('t.id')
    .where(selection.where)
    .orderBy(selection.order)
    .limit(limit)
    .execute()
  return rows.map((row) => row['id'] as number)
}

/** Those of these ids that the person sees. */
export async function visibleIds(db: Db, ctx: Context, entity: Entity, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number }>`select ${col('id')} as id from ${sql.table(entity.name)} as t
    where ${and([live(entity, ctx.user.operatorId), visibleWhere(ctx, entity), sql<boolean>`${col('id')} = any(${sql.val(ids)}::bigint[])`])}`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** Rows of given ids, in that order, within what the user may see. */
export async function recordsOf<E extends Entity<any>>(db: Db, ctx: Context, entity: E, ids: readonly number[]): Promise<Rec<E>[]> {
  if (ids.length === 0) return []
  const where = and([
    live(entity, ctx.user.operatorId),
    visibleWhere(ctx, entity),
    sql<boolean>`${col('id')} = any(${sql.val(ids)}::bigint[])`,
  ])
  const { rows } = await sql<
    Record<string, unknown>
  >`select ${columnsSql(entity)} from ${sql.table(entity.name)} as t where ${where}`.execute(db)
  const byId = new Map(rows.map((row) => [row['id'] as number, fromRow(entity, row)]))
  return ids.map((id) => byId.get(id)).filter((record) => record !== undefined) as Record_[] as Rec<E>[]
}

export async function quickCounts(db: Db, ctx: Context, entity: Entity, raw: Record<string, string>): Promise<Record<string, number>> {
  const tabs = Object.entries(entity.list.quick ?? {})
  if (tabs.length === 0) return {}
  const { quick: _q, ...rest } = raw
  const { where } = select(ctx, entity, parseListQuery(entity, rest))
  const counts = tabs.map(([, filter], i) => {
    const rows = sql`select 1 from ${sql.table(entity.name)} as t where ${where} and ${conditionsSql(ctx.registry, entity, fixedConditions(entity, filter))} limit ${TAB_LIMIT + 1}`
    return sql`(select count(*) from (${rows}) as bounded) as ${sql.ref(`q${i}`)}`
  })
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(db)
  return Object.fromEntries(tabs.map(([name], i) => [name, asNumber(rows[0]![`q${i}`])]))
}

/** One record within what the user may see; 404 also when it exists but is hidden. */
export async function find<E extends Entity<any>>(db: Db, ctx: Context, entity: E, id: number): Promise<Rec<E>> {
  const where = and([live(entity, ctx.user.operatorId), visibleWhere(ctx, entity), sql<boolean>`${col('id')} = ${id}`])
  const { rows } = await sql<
    Record<string, unknown>
  >`select ${columnsSql(entity)} from ${sql.table(entity.name)} as t where ${where}`.execute(db)
  const row = rows[0]
  if (!row) throw absent(`${entity.label}已被删除，或不在您的数据权限内，请刷新后重新选择`)
  return fromRow(entity, row) as Rec<E>
}

export async function detail(db: Db, ctx: Context, served: ServedEntity, id: number): Promise<Row & DetailExtras> {
  const record = await find(db, ctx, served.entity as Entity, id)
  const [row] = await present(db, ctx, served, [record], { actions: true })
  return {
    ...row!,
    $verbs: await verbs(db, ctx, served, record),
    $notes: await notesOf({ tx: db as Tx, ctx, entity: served.entity.name, record }),
  }
}
