/** What approval says on a card: cases that run on the record itself, or on what is about it (the return of a vehicle, the refund of a customer). */
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import type { CardPart, CardSaid } from '#kit/entity/card/card.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import type { Field } from '#kit/entity/field.ts'
import { seenRows } from '#kit/entity/query/live-rows.server.ts'
import type { TableName } from '#kit/entity/tables.ts'
import { LIVE } from '../engine/state.ts'
import { maySee } from '../people/access.server.ts'

/** More than a person takes in on a card. */
const NAMED = 3

interface Running {
  id: number
  no: string
  act: string | null
  starter: number
  process: number
}

/** The fields of an entity that name records of another one; `id` where it is that one. */
const namesOf = (entity: Entity, of: TableName): string[] =>
  entity.name === of
    ? ['id']
    : Object.entries(entity.fields as Record<string, Field>).flatMap(([name, field]) =>
        field.kind === 'ref' && field.to === of ? [name] : [],
      )

/** Cases on records of one entity that the asking person may see and that are about this record. */
async function runningOn(db: Db, ctx: Context, name: string, of: TableName, id: number): Promise<Running[]> {
  const entity = ctx.registry.entity(name).entity as Entity
  const fields = namesOf(entity, of)
  if (fields.length === 0) return []
  return (seenRows(db, ctx, entity) as unknown as ReturnType<typeof seenRows<'vehicle'>>)
    .innerJoin('approvalCase as c', (join) =>
      join
        .onRef('c.bizId', '=', 't.id')
        .on('c.bizType', '=', name)
        .on('c.status', 'in', [...LIVE])
        .on('c.deletedAt', 'is', null),
    )
    .select(['c.id', 'c.no', 'c.act', 'c.starter', 'c.process'])
    .where((eb) => eb.or(fields.map((field) => eb(`t.${field}` as 't.id', '=', id))))
    .orderBy('c.id', 'desc')
    .limit(20)
    .execute()
}

const part = (entity: TableName): CardPart => ({
  entity,
  order: 50,
  of: async (db, ctx, id): Promise<CardSaid> => {
    const acts = ctx.registry.provided('approvalActs')
    const running = (
      await Promise.all([...new Set(acts.map((act) => act.entity))].map((name) => runningOn(db, ctx, name, entity, id)))
    ).flat()
    const shown = running.toSorted((a, b) => b.id - a.id).slice(0, NAMED)
    const ways = await Promise.all(shown.map((row) => maySee(db as Tx, ctx, row)))
    return {
      lines: shown.map((row, i) => ({
        key: `approval${row.id}`,
        label: i === 0 ? '审批中' : '',
        text: acts.find((act) => act.code === row.act)?.label ?? row.no,
        notes: [row.no, ...(i === NAMED - 1 && running.length > NAMED ? [`共 ${running.length} 项`] : [])],
        ...(ways[i] ? { to: `/approval/workflow?id=${row.id}` } : {}),
      })),
    }
  },
})
export const approvalCardParts: readonly CardPart[] = (['vehicle', 'lessee', 'driver'] as const).map(part)
