/** Pickers and trees. */
import { sql, type RawBuilder } from 'kysely'
import type { Context, Db } from '../../access/context.server.ts'
import { invalid } from '../../basics/errors.ts'
import { normaliseText } from '../../basics/text.ts'
import { readFilter, resolvedAges, type Condition } from './conditions.ts'
import { isQuality, likesIn, likeSql, pickColumns, pickRows } from './pick.server.ts'
import { conditionsSql, keywordSql } from './conditions.server.ts'
import type { Entity } from '../entity.ts'
import { fieldOf } from '../names.ts'
import { labelsFor, titleOf } from './labels.server.ts'
import { parseListQuery } from './query-parse.ts'
import { select } from './query.server.ts'
import { stored, takesMany, VALUES_LIMIT } from '../value/value-list.ts'
import { and, col, fromRow, live, loose, or } from './rows.server.ts'
import { fewRows } from './keyword-list.server.ts'
import { pickerWhere, treeWhere } from './scope.server.ts'
import { cleanText } from '../value/value.ts'
import type { OptionsAnswer, TreeNode } from '../wire.ts'

const PAGE = 50
const TREE_LIMIT = 5000
/** Of a pasted column, homonyms among them. */
const MOST_CALLED = 500
/** Nobody scrolls this far. */
const MOST = 10_000

function idsIn(text: string): number[] {
  const ids = text.split(',').map((part) => Number(part.trim()))
  if (ids.length > 500 || !ids.every((id) => Number.isSafeInteger(id) && id > 0)) throw invalid({ ids: '编号不正确' })
  return ids
}

function pageNumber(text: string | undefined): number {
  if (text === undefined || text === '') return 1
  if (!/^\d{1,4}$/.test(text) || Number(text) < 1) throw invalid({ pageNo: '页码应为正整数' })
  return Number(text)
}

async function atMost(db: Db, entity: Entity, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from (select 1 from ${sql.table(entity.name)} as t where ${where} limit ${MOST + 1}) as bounded`.execute(db)
  return rows[0]!.n
}

/** The fields by which a record is called: unmasked texts of its title and search. */
const calledBy = (entity: Entity): [string, Parameters<typeof stored>[0]][] =>
  [...new Set([...entity.title, ...(entity.search ?? [])])].flatMap((name) => {
    const field = fieldOf(entity, name)
    return field && takesMany(field) ? [[name, field] as [string, typeof field]] : []
  })

/** Every one of a pasted column is looked for as a whole; two records of one name are both meant. */
async function called(db: Db, ctx: Context, entity: Entity, text: string, filters: RawBuilder<boolean>): Promise<OptionsAnswer> {
  const asked = [...new Set(text.split('\n').map((line) => cleanText(line, false).slice(0, 200)))].filter(Boolean)
  if (asked.length > VALUES_LIMIT) throw invalid({ values: `一次最多查找 ${VALUES_LIMIT} 个` })
  const names = calledBy(entity)
  if (names.length === 0 || asked.length === 0) return { list: [], total: 0, missing: asked }
  const matchesName = or(
    names.map(([name, field]) => sql<boolean>`${col(name)} = any(${sql.val(asked.map((one) => stored(field, one)))}::text[])`),
  )
  const rows = await loose(db)
    .selectFrom(`${entity.name} as t`)
    .select([...new Set(['id', ...entity.title, ...names.map(([name]) => name)])].map((name) => `t.${name}`))
    .where(and([filters, matchesName]))
    .orderBy('t.id')
    .limit(MOST_CALLED)
    .execute()
  const records = rows.map((row) => fromRow(entity, row))
  const labels = await labelsFor(db, ctx, entity, records)
  const has = (one: string): boolean => names.some(([name, field]) => records.some((record) => record[name] === stored(field, one)))
  return {
    list: records.map((record) => ({ id: record.id, label: titleOf(entity, record, labels) })),
    total: records.length,
    missing: asked.filter((one) => !has(one)),
  }
}

/** What may be chosen, each with what tells it from the others; with `others`, behind them what was found and may not be, and why. */
export async function options(db: Db, ctx: Context, entity: Entity, raw: Record<string, string>): Promise<OptionsAnswer> {
  const { keyword = '', ids, values, pageNo, others, ...asked } = raw
  const { likes, filters } = likesIn(entity, asked)
  const page = pageNumber(pageNo)
  const conditions = resolvedAges(
    Object.entries(filters)
      .map(([name, text]) => readFilter(entity, name, text))
      .filter((c) => c !== null),
    ctx.clock.today(),
  )
  const parts = [live(entity, ctx.user.operatorId), pickerWhere(ctx, entity)]
  for (const like of likes) parts.push(likeSql(ctx, like))
  if (values !== undefined) return called(db, ctx, entity, values, and([...parts, conditionsSql(ctx.registry, entity, conditions)]))
  if (ids) parts.push(sql<boolean>`${col('id')} = any(${sql.val(idsIn(ids))}::bigint[])`)
  const typed = normaliseText(keyword).slice(0, 100)
  if (typed) parts.push(keywordSql(entity, typed, ctx))
  const reachable = and(parts)
  if (conditions.length) parts.push(conditionsSql(ctx.registry, entity, conditions))
  const where = and(parts)
  const columns = pickColumns(entity).map((name) => `t.${name}`)
  const order = sql`${col('id')} desc`
  const bounds = { limit: ids ? 500 : PAGE, offset: (page - 1) * PAGE }
  const few = typed
    ? await fewRows(db, entity, { columns: sql.join(columns.map((name) => sql.ref(name))), where, order, sorted: [], ...bounds })
    : null
  const [rows, total] = few
    ? [few.rows, few.total]
    : await Promise.all([
        loose(db)
          .selectFrom(`${entity.name} as t`)
          .select(columns)
          .where(where)
          .orderBy(order)
          .limit(bounds.limit)
          .offset(bounds.offset)
          .execute(),
        atMost(db, entity, where),
      ])
  const beyond = others === '1' && !ids && total <= page * PAGE ? await unfit(db, entity, { reachable, columns, conditions, typed }) : []
  return { list: await pickRows(db, ctx, entity, { rows, beyond, conditions, filters }), total }
}

const MOST_UNFIT = 10
/** Found by what was typed (or, when nothing may be chosen at all, simply there), and of the wrong state or kind. */
async function unfit(
  db: Db,
  entity: Entity,
  {
    reachable,
    columns,
    conditions,
    typed,
  }: { reachable: RawBuilder<boolean>; columns: string[]; conditions: readonly Condition[]; typed: string },
): Promise<Record<string, unknown>[]> {
  // Of another customer is not unfit, it is somebody else's.
  const own = conditions.filter((c) => isQuality(c.field))
  const belongs = conditions.filter((c) => !isQuality(c.field))
  if (own.length === 0 || !typed) return []
  return loose(db)
    .selectFrom(`${entity.name} as t`)
    .select(columns)
    .where(
      and([
        reachable,
        ...(belongs.length ? [conditionsSql(null, entity, belongs)] : []),
        sql<boolean>`not (${conditionsSql(null, entity, own)})`,
      ]),
    )
    .orderBy('t.id', 'desc')
    .limit(MOST_UNFIT)
    .execute()
}

/** `beside`: whose list they stand next to. */
export async function nodes(db: Db, ctx: Context, entity: Entity, beside: Entity = entity): Promise<TreeNode[]> {
  // A flat entity (groups of a dictionary) is a tree of one level.
  const parent = entity.tree
  const rows = await loose(db)
    .selectFrom(`${entity.name} as t`)
    .select([...new Set(['id', ...(parent ? [parent] : []), ...entity.title])].map((name) => `t.${name}`))
    .where(and([live(entity, ctx.user.operatorId), treeWhere(ctx, entity, beside)]))
    .orderBy(fieldOf(entity, 'idx') ? 't.idx' : 't.id')
    .orderBy('t.id')
    .limit(TREE_LIMIT)
    .execute()
  const records = rows.map((row) => fromRow(entity, row))
  const labels = await labelsFor(db, ctx, entity, records)
  const seen = new Set(records.map((record) => record.id))
  // A node whose parent is hidden stands at the top rather than nowhere.
  return records.map((record) => {
    const up = parent ? (record[parent] as number | null) : null
    return { id: record.id, label: titleOf(entity, record, labels), parent: up !== null && seen.has(up) ? up : null }
  })
}

/** Own nodes of a tree entity, or the left tree of a list with how many of its rows hang at each node. */
export async function tree(db: Db, ctx: Context, entity: Entity, raw: Record<string, string>): Promise<TreeNode[]> {
  const by = entity.list.tree
  if (!by) return entity.tree ? nodes(db, ctx, entity) : []
  const field = fieldOf(entity, by)
  if (field?.kind !== 'ref') throw new Error(`${entity.name}: list.tree must name a ref field`)
  const target = ctx.registry.entity(field.to).entity as Entity
  const { [by]: _own, ...rest } = raw
  const { where } = select(ctx, entity, parseListQuery(entity, rest))
  const [all, counts] = await Promise.all([
    nodes(db, ctx, target, entity),
    sql<{
      node: number | null
      n: number
    }>`select ${col(by)} as node, count(*) as n from ${sql.table(entity.name)} as t where ${where} group by 1`.execute(db),
  ])
  const own = new Map(counts.rows.map((row) => [row.node, row.n]))
  return addUp(all, own)
}

/** A node counts what hangs below it too, as filtering by it finds that too. */
function addUp(all: TreeNode[], own: ReadonlyMap<number | null, number>): TreeNode[] {
  const parents = new Map(all.map((node) => [node.id, node.parent]))
  const sums = new Map<number, number>()
  for (const node of all) {
    const n = own.get(node.id) ?? 0
    const path = new Set<number>()
    for (let at: number | null | undefined = node.id; at && !path.has(at); at = parents.get(at)) {
      path.add(at)
      sums.set(at, (sums.get(at) ?? 0) + n)
    }
  }
  return all.map((node) => ({ ...node, count: sums.get(node.id) ?? 0 }))
}
