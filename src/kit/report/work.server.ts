/** Rows of a list as things to do: the total is the list's own, asked as the list asks it, and each line leads to its record. */
import { sql } from 'kysely'
import type { Context, Db } from '../access/context.server.ts'
import type { Entity, Filter } from '../entity/entity.ts'
import { fieldOf } from '../entity/names.ts'
import type { WorkSource } from '../entity/registry.server.ts'
import { labelIn, labelsOfIds, plain, type Labels } from '../entity/query/labels.server.ts'
import { listed } from '../entity/query/query.server.ts'
import { col } from '../entity/query/rows.server.ts'
import { resourceOf, screensOf } from '../entity/query/scope.server.ts'
import type { TableName, Tables } from '../entity/tables.ts'
import type { Work } from './home.wire.ts'
import { filterTexts, listAddress } from './list-total.server.ts'

type Name<N extends TableName> = keyof Tables[N] & string
type Loaded = Pick<Work, 'total' | 'exact' | 'sum' | 'to' | 'lines'>

interface ListWork<N extends TableName> extends Omit<WorkSource, 'load' | 'right'> {
  /** Code of the list page these rows stand on; who may open it sees them, within the data permission of that page. */
  screen: string
  /** Which of its rows, written as a filter of the list. */
  filter: (ctx: Context, db: Db) => Filter | Promise<Filter>
  sort?: string
  /** Whose it is: the first of these fields that is filled. */
  who: readonly Name<N>[]
  /** What it is: these fields, one after the other. */
  what: readonly Name<N>[]
  since: Name<N>
  /** Money, fen. */
  amount?: Name<N>
  /** One line per value of the first field of `who`, instead of one per row: how many rows (`unit`), the first of their days, the sum. */
  each?: { unit: string }
}

/** A source of work read off a list page of the entity. */
export function listWork<const N extends TableName>(entity: N, source: ListWork<N>): WorkSource {
  const { code, title, act, order, tone, first, screen } = source
  return {
    code,
    title,
    act,
    order,
    tone,
    ...(first ? { first } : {}),
    right: screen,
    load: (db, ctx, most) => load(db, ctx, { ...(source as unknown as Omit<Loose, 'entity'>), entity }, most),
  }
}

/** The same without the names checked. */
type Loose = Omit<ListWork<TableName>, 'filter' | 'who' | 'what' | 'since' | 'amount'> & {
  entity: TableName
  filter: (ctx: Context, db: Db) => Filter | Promise<Filter>
  who: readonly string[]
  what: readonly string[]
  since: string
  amount?: string
}

async function load(db: Db, ctx: Context, source: Loose, most: number): Promise<Loaded> {
  const entity = ctx.registry.entity(source.entity).entity as Entity
  const filter = await source.filter(ctx, db)
  const address = (more: Filter = {}): string => listAddress(ctx, source.screen, { ...filter, ...more })
  const asked = {
    ...filterTexts(filter),
    view: source.screen,
    pageSize: String(source.each ? 1 : most),
    ...(source.sort ? { sort: source.sort } : {}),
  }
  const { records, total, exact, totals, selection } = await listed(db, ctx, entity, asked)
  const sum = source.amount ? (totals?.[source.amount] ?? null) : null
  const answer = { total, exact, sum, to: address() }
  if (total === 0) return { ...answer, lines: [] }
  if (source.each) return { ...answer, lines: await linesOfEach(db, ctx, source, entity, selection.where, address, most) }
  const labels = await labelsOfIds(db, ctx, wanted(entity, records, [...source.who, ...source.what]))
  const to = recordPage(ctx, entity)
  return {
    ...answer,
    lines: records.map((record) => {
      const said = (name: string): string => textOf(entity, record, name, labels)
      const who = source.who.map(said).find(Boolean) ?? ''
      const what = source.what.map(said).filter((text) => text !== '' && text !== who)
      return {
        who,
        what: what.join(' · '),
        since: (record[source.since] as string | null) ?? null,
        amount: source.amount ? ((record[source.amount] as number | null) ?? null) : null,
        to: to === null ? address() : `${to}?id=${String(record['id'])}`,
        ...namedIn(ctx, entity, record, labels, [...source.who, ...source.what]),
      }
    }),
  }
}

/** The largest first: who owes most is called first. */
async function linesOfEach(
  db: Db,
  ctx: Context,
  { who: [by], since, amount, each }: Loose,
  entity: Entity,
  where: Awaited<ReturnType<typeof listed>>['selection']['where'],
  address: (more: Filter) => string,
  most: number,
): Promise<Work['lines']> {
  const sum = amount ? sql`coalesce(sum(${col(amount)}), 0)` : sql`0`
  const { rows } = await sql<{ by: number; n: unknown; since: string | null; sum: unknown }>`
    select ${col(by!)} as "by", count(*) as n, min(${col(since)})::text as since, ${sum} as sum
    from ${sql.table(entity.name)} as t where ${where} group by 1 order by 4 desc, 2 desc, 1 limit ${most}`.execute(db)
  const field = fieldOf(entity, by!)
  const to = field?.kind === 'ref' ? field.to : ''
  const labels = await labelsOfIds(db, ctx, new Map([[to, new Set(rows.map((row) => row.by))]]))
  return rows.map((row) => ({
    who: labelIn(labels, to, row.by),
    what: `${Number(row.n)} ${each!.unit}`,
    since: row.since,
    amount: amount ? Number(row.sum) : null,
    to: address({ [by!]: row.by }),
    ...(hasCard(ctx, to) ? { names: [{ text: labelIn(labels, to, row.by), of: { entity: to, id: row.by } }] } : {}),
  }))
}

const hasCard = (ctx: Context, entity: string): boolean => ctx.registry.findEntity(entity)?.entity.card !== undefined

/** Those of the fields that name a record with a card. */
function namedIn(
  ctx: Context,
  entity: Entity,
  record: Record<string, unknown>,
  labels: Labels,
  fields: readonly string[],
): Pick<Work['lines'][number], 'names'> {
  const names = [...new Set(fields)].flatMap((name) => {
    const field = fieldOf(entity, name)
    const id = record[name]
    if (field?.kind !== 'ref' || typeof id !== 'number' || !hasCard(ctx, field.to)) return []
    const text = labelIn(labels, field.to, id)
    return text ? [{ text, of: { entity: field.to, id } }] : []
  })
  return names.length ? { names } : {}
}

/** The page of one record, if this person may open it. */
function recordPage(ctx: Context, entity: Entity): string | null {
  const page = screensOf(ctx, entity).find(
    (screen) => screen.kind === 'detail' && !screen.path.includes(':') && ctx.access.can(resourceOf(screen)),
  )
  return page?.path ?? null
}

function wanted(entity: Entity, records: readonly Record<string, unknown>[], names: readonly string[]): Map<string, Set<number>> {
  const ids = new Map<string, Set<number>>()
  for (const name of names) {
    const field = fieldOf(entity, name)
    if (field?.kind !== 'ref') continue
    const set = ids.get(field.to) ?? new Set()
    ids.set(field.to, set)
    for (const record of records) if (typeof record[name] === 'number') set.add(record[name])
  }
  return ids
}

function textOf(entity: Entity, record: Record<string, unknown>, name: string, labels: Labels): string {
  const field = fieldOf(entity, name)
  if (!field) return ''
  if (field.kind === 'ref') return labelIn(labels, field.to, record[name])
  const text = plain(field, record[name])
  return text && field.kind === 'int' && field.unit ? `${text} ${field.unit}` : text
}
