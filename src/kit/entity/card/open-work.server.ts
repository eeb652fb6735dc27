/** Open work on the record of a card: a line per kind, the first of it by its number, how many more there are, and the way to them. */
import { sql } from 'kysely'
import type { Context, Db } from '../../access/context.server.ts'
import type { CardLine } from './card.wire.ts'
import type { Entity } from '../entity.ts'
import { recordPage } from '../module.ts'
import { fieldOf } from '../names.ts'
import { seenRows } from '../query/live-rows.server.ts'
import { col } from '../query/rows.server.ts'
import type { TableName, Tables } from '../tables.ts'
import { listAddress } from '../../report/list-total.server.ts'

type Name<N extends TableName> = keyof Tables[N] & string

interface OpenWork<N extends TableName> {
  label: string
  /** The fields by which it belongs to the record of the card. */
  by: readonly [Name<N>, ...Name<N>[]]
  /** States in which something is still to be done. */
  status: readonly string[]
  /** The list page that shows several of them. */
  screen: string
  /** The day it is meant for. One that has gone by is late where `isDue`. */
  on?: Name<N>
  isDue?: boolean
}
interface OpenRow {
  id: number
  no: string
  status: string
  on: string | null
  many: number
}

/** Of an entity with a number (`no`) and a state; only what the asking person may see. */
export async function openWork<const N extends TableName>(
  db: Db,
  ctx: Context,
  name: N,
  id: number,
  { label, by, status, screen, on, isDue = false }: OpenWork<N>,
): Promise<CardLine[]> {
  const entity = ctx.registry.entity(name).entity as Entity
  const belongs = sql.join(
    by.map((field) => sql`${col(field)} = ${id}`),
    sql` or `,
  )
  const day = on ? sql`${col(on)}::text` : sql`null::text`
  const open = seenRows(db, ctx, entity).selectAll('t')
  const { rows } = await sql<OpenRow>`
    select id, no, status, ${day} as "on", count(*) over () as many from (${open}) as t
    where (${belongs}) and status = any(${sql.val([...status])}::text[]) order by ${on ? col(on) : col('id')} nulls last, id limit 1`.execute(
    db,
  )
  const [first] = rows
  if (!first) return []
  const many = Number(first.many)
  const state = fieldOf(entity, entity.state!) as unknown as { options: Readonly<Record<string, string>> }
  const said = state.options[first.status] ?? first.status
  const page = recordPage(ctx.registry.screens(), name)
  const one = many > 1 && by.length === 1 ? listAddress(ctx, screen, { [by[0]]: id, status: [...status] }) : page?.path(first.id)
  const late = isDue && first.on !== null && first.on < ctx.clock.today()
  return [
    {
      key: `work:${name}`,
      label,
      text: first.no,
      notes: [...(said === label ? [] : [said]), ...(first.on === null ? [] : [first.on]), ...(many > 1 ? [`共 ${many} 项`] : [])],
      ...(one ? { to: one } : {}),
      ...(late ? { tone: 'warn' as const } : {}),
    },
  ]
}
