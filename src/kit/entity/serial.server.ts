/**
 * Human numbers: prefix, day, sequence. The counter's row lock is held until the caller commits, so numbers are unique
 * and, as a rollback gives its number back, nearly without gaps. A separate short transaction would need a second
 * connection while holding the first: under load every writer would wait for one.
 */
import { sql } from 'kysely'
import type { Context, Tx } from '../access/context.server.ts'
import { fieldsOf } from './names.ts'
import type { Entity } from './entity.ts'

const parts = (pattern: string, day: string): { prefix: string; digits: number; suffix: string } => {
  const dated = pattern
    .replaceAll('{yyyyMMdd}', day.replaceAll('-', ''))
    .replaceAll('{yyyyMM}', day.slice(0, 7).replace('-', ''))
    .replaceAll('{yyMMdd}', day.slice(2).replaceAll('-', ''))
    .replaceAll('{yyyy}', day.slice(0, 4))
  const match = /^([^{}]*)\{(0+)\}([^{}]*)$/.exec(dated)
  if (!match) throw new Error(`serial pattern ${pattern} needs exactly one {000…}`)
  return { prefix: match[1]!, digits: match[2]!.length, suffix: match[3]! }
}

/** `count` consecutive numbers at once, for rows that are written together. */
export async function nextSerials(tx: Tx, ctx: Context, entity: string, pattern: string, count: number): Promise<string[]> {
  if (count <= 0) return []
  const { prefix, digits, suffix } = parts(pattern, ctx.clock.today())
  const { rows } = await sql<{ value: number }>`
    insert into counter as c (operator_id, key, value) values (${ctx.user.operatorId}, ${`${entity}:${prefix}`}, ${count})
    on conflict (operator_id, key) do update set value = c.value + ${count} returning value`.execute(tx)
  const last = rows[0]!.value
  return Array.from({ length: count }, (_, i) => `${prefix}${String(last - count + 1 + i).padStart(digits, '0')}${suffix}`)
}

export const nextSerial = async (tx: Tx, ctx: Context, entity: string, pattern: string): Promise<string> => (await nextSerials(tx, ctx, entity, pattern, 1))[0]!

/** Draws a number for every serial field that has none yet. */
export async function fillSerials(tx: Tx, ctx: Context, entity: Entity, values: Record<string, unknown>): Promise<void> {
  for (const [name, field] of fieldsOf(entity)) {
    if (field.kind === 'serial' && !values[name]) values[name] = await nextSerial(tx, ctx, entity.name, field.pattern)
  }
}
