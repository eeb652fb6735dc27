/**
 * Who did what, in the transaction that does it. The chain of hashes is made by a trigger at commit
 * (database/migrations/0001_foundation.sql); here is only the insert, so that writing a line stays cheap.
 */
import { sql } from 'kysely'
import type { Context, Tx } from '../access/context.server.ts'
import { arrayText } from '../database/array-text.ts'
import { wordingRows } from '../database/compiled-statement.server.ts'
import { sendAlong } from '../database/handle.server.ts'
import type { Entity } from '../entity/entity.ts'
import type { Field } from '../entity/field.ts'
import { masked } from '../entity/query/labels.server.ts'
import { fieldsOf } from '../entity/names.ts'
import { sameValue } from '../entity/value/value.ts'

/** Field → [before, after]. */
export type Changes = Record<string, [unknown, unknown]>

export interface AuditLine {
  entity: string
  entityId: number | null
  action: string
  /** Name of the record at that time: stays readable when the record is gone. */
  title?: string | null
  from?: string | null
  to?: string | null
  changes?: Changes | null
  reason?: string | null
  source?: Context['source'] | 'comment'
}

function cut(text: string | null | undefined, limit: number): string | null {
  if (!text) return null
  const plain = text.toWellFormed().replaceAll('\0', '')
  // No text has more characters than units.
  return plain.length <= limit ? plain : Array.from(plain).slice(0, limit).join('')
}

const changesText = ({ changes }: AuditLine): string | null => (changes && Object.keys(changes).length ? JSON.stringify(changes) : null)

const rowOf = (ctx: Context, line: AuditLine) => {
  return {
    operatorId: ctx.user.operatorId,
    at: ctx.clock.now(),
    userId: ctx.user.id || null,
    userName: cut(ctx.user.name, 80) ?? ctx.user.username,
    entity: line.entity,
    entityId: line.entityId,
    title: cut(line.title, 200),
    action: line.action,
    fromState: line.from ?? null,
    toState: line.to ?? null,
    changes: changesText(line),
    reason: cut(line.reason, 2000),
    source: line.source ?? ctx.source,
    requestId: cut(ctx.requestId, 80),
    ip: cut(ctx.ip, 60),
  }
}

const addLines = wordingRows((tx, rows: readonly ReturnType<typeof rowOf>[]) =>
  tx.insertInto('auditLog').values(
    rows.map((r) => ({
      operatorId: r.operatorId,
      at: r.at,
      userId: r.userId,
      userName: r.userName,
      entity: r.entity,
      entityId: r.entityId,
      title: r.title,
      action: r.action,
      fromState: r.fromState,
      toState: r.toState,
      changes: sql<never>`${r.changes}::jsonb`,
      reason: r.reason,
      source: r.source,
      requestId: r.requestId,
      ip: r.ip,
    })),
  ),
)

/** The same rows, with what they share said once: what the builder would print for thousands of lines costs more than writing them. */
const addPaper = (tx: Tx, ctx: Context, lines: readonly AuditLine[]) => {
  const { operatorId, at, userId, userName, requestId, ip } = rowOf(ctx, lines[0]!)
  const of = (value: (line: AuditLine) => unknown): string => arrayText(lines.map(value))
  return sql`
    insert into audit_log (operator_id, at, user_id, user_name, source, request_id, ip, entity, entity_id, title, action, from_state, to_state, changes, reason)
    select ${operatorId}::bigint, ${at}::timestamptz, ${userId}::bigint, ${userName}::text, coalesce(r.source, ${ctx.source}), ${requestId}::text, ${ip}::text,
      r.entity, r.entity_id, r.title, r.action, r.from_state, r.to_state, r.changes, r.reason
    from unnest(${of((r) => r.source)}::text[], ${of((r) => r.entity)}::text[], ${of((r) => r.entityId)}::bigint[], ${of((r) => cut(r.title, 200))}::text[],
      ${of((r) => r.action)}::text[], ${of((r) => r.from)}::text[], ${of((r) => r.to)}::text[], ${of((r) => changesText(r))}::jsonb[], ${of((r) => cut(r.reason, 2000))}::text[])
      as r(source, entity, entity_id, title, action, from_state, to_state, changes, reason)`.execute(tx)
}
const MANY = 50

export const audit = (tx: Tx, ctx: Context, line: AuditLine): Promise<void> => auditAll(tx, ctx, [line])

/** For records that are written together; PostgreSQL takes 65,535 parameters in one statement. */
export async function auditAll(tx: Tx, ctx: Context, lines: readonly AuditLine[]): Promise<void> {
  for (let i = 0; i < lines.length; i += 1000) {
    const portion = lines.slice(i, i + 1000)
    if (portion.length > MANY) await addPaper(tx, ctx, portion)
    else {
      const rows = portion.map((line) => rowOf(ctx, line))
      await sendAlong(tx, addLines(tx, rows))
    }
  }
}

/** Personal data is masked before it reaches the log: the log is read by more people than the record. */
function safe(field: Field, value: unknown): unknown {
  if (field.kind === 'lines' && Array.isArray(value)) {
    const inner = Object.entries(field.of as Record<string, Field>)
    return value.map((line) => ({
      ...(line as object),
      ...Object.fromEntries(inner.map(([name, f]) => [name, safe(f, (line as Record<string, unknown>)[name])])),
    }))
  }
  return field.mask ? masked(field.mask, value) : (value ?? null)
}

/** What the log says of a secret: it is never taken out of the chain again. */
const SECRET_CHANGED = '已更换'
const SECRET_GONE = '已清除'

/** What changed between two records. A masked value that changed to another with the same mask still shows as changed. */
export function changesOf(entity: Entity, before: Record<string, unknown> | null, after: Record<string, unknown>): Changes {
  const changes: Changes = {}
  for (const [name, field] of fieldsOf(entity)) {
    if (field.kind === 'computed' || name === entity.state || !Object.hasOwn(after, name)) continue
    const was = before?.[name] ?? null
    const is = after[name] ?? null
    if (before === null ? is === null : sameValue(was, is)) continue
    changes[name] = field.secret ? [null, is === null ? SECRET_GONE : SECRET_CHANGED] : [safe(field, was), safe(field, is)]
  }
  return changes
}
