/**
 * Human numbers: prefix, day, sequence. The counter's row lock is held until the caller commits, so numbers are unique
 * and, as a rollback gives its number back, nearly without gaps. A separate short transaction would need a second
 * connection while holding the first: under load every writer would wait for one.
 */
import { sql, type RawBuilder } from 'kysely'
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
interface Block {
  next: number
  last: number
}
/** Numbers drawn ahead for the running transaction: a thousand updates of one counter row would each be slower than the last. */
const drawn = new WeakMap<Tx, Map<string, Block>>()

async function draw(tx: Tx, ctx: Context, key: string, n: number): Promise<Block> {
  const { rows } = await sql<{ value: number }>`
    insert into counter as c (operator_id, key, value) values (${ctx.user.operatorId}, ${key}, ${n}::bigint)
    on conflict (operator_id, key) do update set value = c.value + ${n}::bigint returning value`.execute(tx)
  const last = rows[0]!.value
  return { next: last - n + 1, last }
}

/** As many numbers as there are documents, in one statement. */
export async function nextSerials(tx: Tx, ctx: Context, entity: string, pattern: string, count: number): Promise<string[]> {
  if (count < 1) return []
  const { prefix, digits, suffix } = parts(pattern, ctx.clock.today())
  const { next } = await draw(tx, ctx, `${entity}:${prefix}`, count)
  return Array.from({ length: count }, (_, i) => `${prefix}${String(next + i).padStart(digits, '0')}${suffix}`)
}

export async function nextSerial(tx: Tx, ctx: Context, entity: string, pattern: string): Promise<string> {
  const { prefix, digits, suffix } = parts(pattern, ctx.clock.today())
  const key = `${entity}:${prefix}`
  const ahead = drawn.get(tx)?.get(key)
  const block = ahead && ahead.next <= ahead.last ? ahead : await draw(tx, ctx, key, 1)
  return `${prefix}${String(block.next++).padStart(digits, '0')}${suffix}`
}

/** The next number as an expression of the statement that stores it (database/migrations/0001_foundation.sql). */
export function serialSql(ctx: Context, entity: string, pattern: string): RawBuilder<string> {
  const { prefix, digits, suffix } = parts(pattern, ctx.clock.today())
  return sql<string>`${prefix}::text || draw_serial(${ctx.user.operatorId}::bigint, ${`${entity}:${prefix}`}, ${digits}::integer) || ${suffix}::text`
}

/** For a transaction that will add `n` records. */
export async function drawAhead(tx: Tx, ctx: Context, entity: Entity, n: number): Promise<void> {
  for (const [, field] of fieldsOf(entity)) {
    if (field.kind !== 'serial' || n < 2) continue
    const key = `${entity.name}:${parts(field.pattern, ctx.clock.today()).prefix}`
    const blocks = drawn.get(tx) ?? new Map<string, Block>()
    blocks.set(key, await draw(tx, ctx, key, n))
    drawn.set(tx, blocks)
  }
}

/** Draws a number for every serial field that has none yet. */
export async function fillSerials(tx: Tx, ctx: Context, entity: Entity, values: Record<string, unknown>): Promise<void> {
  for (const [name, field] of fieldsOf(entity)) {
    if (field.kind === 'serial' && !values[name]) values[name] = await nextSerial(tx, ctx, entity.name, field.pattern)
  }
}
