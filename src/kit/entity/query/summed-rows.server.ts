/** Which rows of a list count in its sums (`list.totalsWithout`): what is void is shown for the record, and nobody owes it. */
import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '../entity.ts'
import { fieldOf } from '../names.ts'
import { and, col } from './rows.server.ts'

type What = readonly string[] | Readonly<Record<string, readonly string[]>>

export interface Summed {
  /** Fields of the list that decide it. */
  by: string[]
  /** Added to the rows `t`, which keep their number. */
  joins: RawBuilder<unknown>
  /** Those that count. */
  where: RawBuilder<boolean>
}

const oneOf = (column: RawBuilder<unknown>, values: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${column} = any(${sql.val(values)}::text[])`

/** Of the other table those that do not count, few as they are: joined, because a subquery asked row by row is planned without knowing how often. */
function without(entity: Entity, name: string, what: What, alias: string): Pick<Summed, 'joins' | 'where'> {
  if (Array.isArray(what)) return { joins: sql``, where: sql<boolean>`not ${oneOf(col(name), what)}` }
  const field = fieldOf(entity, name)
  if (field?.kind !== 'ref') throw new Error(`${entity.name}.${name} refers to nothing`)
  const few = Object.entries(what as Readonly<Record<string, readonly string[]>>).map(([key, values]) => oneOf(sql.ref(`o.${key}`), values))
  const others = sql`(select o.id from ${sql.table(field.to)} as o where ${and(few)}) as ${sql.table(alias)}`
  return {
    joins: sql`left join ${others} on ${sql.ref(`${alias}.id`)} = ${col(name)}`,
    where: sql<boolean>`${sql.ref(`${alias}.id`)} is null`,
  }
}

/** Null where all rows count. */
export function summed(entity: Entity): Summed | null {
  const all = Object.entries(entity.list.totalsWithout ?? {})
  if (all.length === 0) return null
  const parts = all.map(([name, what], i) => without(entity, name, what!, `w${i}`))
  return {
    by: all.map(([name]) => name),
    joins: sql.join(
      parts.map((part) => part.joins),
      sql` `,
    ),
    where: and(parts.map((part) => part.where)),
  }
}
