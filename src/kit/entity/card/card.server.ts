/** The card of one record: its own fields, and what every module has to say of it, within what the asking person may see. */
import type { Context, Db } from '../../access/context.server.ts'
import { absent } from '../../basics/errors.ts'
import { rowOf } from '../present.server.ts'
import type { Entity } from '../entity.ts'
import { recordPage } from '../module.ts'
import { labelsFor } from '../query/labels.server.ts'
import { find } from '../query/query.server.ts'
import type { Record_ } from '../query/rows.server.ts'
import type { TableName } from '../tables.ts'
import type { Row } from '../wire.ts'
import type { Card, CardAct, CardLine } from './card.wire.ts'

export interface CardSaid {
  lines?: readonly CardLine[]
  acts?: readonly CardAct[]
}
/** What one module says of records of one entity; the rights for what it says it asks itself. Parts stand in their order. */
export interface CardPart {
  entity: TableName
  order: number
  of: (db: Db, ctx: Context, id: number) => Promise<CardSaid>
}
declare module '../tables.ts' {
  interface Provided {
    cards: CardPart
  }
}

/** `id`, `version`, `$title` and these fields with their labels. */
function sliceOf(row: Row, names: readonly string[]): Card['row'] {
  const wanted = new Set(['id', 'version', '$title', ...names.flatMap((name) => [name, `${name}$`])])
  const slice = Object.fromEntries(Object.entries(row).filter(([name, value]) => wanted.has(name) && value !== undefined))
  const masked = row.$masked?.filter((name) => names.includes(name))
  return { ...slice, ...(masked?.length ? { $masked: masked } : {}) } as Card['row']
}

const ownFields = ({ card, state, title }: Entity): string[] => [
  ...new Set([...title, ...(state ? [state] : []), ...card!.shows, ...[card!.photo, card!.phone].filter((name) => name !== undefined)]),
]

/** These fields of one record, masked as its list has them. */
export async function fieldsOfRecord(
  db: Db,
  ctx: Context,
  entity: Entity,
  record: Record_,
  names: readonly string[],
): Promise<Card['row']> {
  const labels = await labelsFor(db, ctx, entity, [record])
  return sliceOf(
    rowOf(entity, record, labels, (code) => ctx.access.can(code)),
    names,
  )
}

/** What all modules say of one record, in their order; each asks its own rights. The caller has seen the record itself. */
export async function saidOf(db: Db, ctx: Context, name: string, id: number): Promise<Pick<Card, 'lines' | 'acts'>> {
  const parts = ctx.registry.provided('cards').filter((part) => part.entity === name)
  const said = await Promise.all(parts.toSorted((a, b) => a.order - b.order).map((part) => part.of(db, ctx, id)))
  return { lines: said.flatMap(({ lines }) => lines ?? []), acts: said.flatMap(({ acts }) => acts ?? []) }
}

/** 404 for what has no card, does not exist, or is another store's or company's. */
export async function cardOf(db: Db, ctx: Context, name: string, id: number): Promise<Card> {
  const entity = ctx.registry.findEntity(name)?.entity as Entity | undefined
  if (!entity?.card) throw absent('没有这种卡片')
  const record = (await find(db, ctx, entity, id)) as Record_
  const [row, said] = await Promise.all([fieldsOfRecord(db, ctx, entity, record, ownFields(entity)), saidOf(db, ctx, name, id)])
  const page = recordPage(ctx.registry.screens(), name)
  return {
    entity: name,
    id,
    row,
    path: page?.path(id) ?? null,
    ...said,
  }
}
