/**
 * Who did what, in the transaction that does it. The chain of hashes is made by a trigger at commit
 * (database/migrations/0001_kit.sql); here is only the insert, so that writing a line stays cheap.
 */
import { sql } from 'kysely'
import type { Context, Tx } from '../access/context.server.ts'
import { wordedRows } from '../database/compiled-statement.server.ts'
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

const cut = (text: string | null | undefined, limit: number): string | null =>
  text ? Array.from(text.toWellFormed().replaceAll('\0', '')).slice(0, limit).join('') : null

const rowOf = (ctx: Context, line: AuditLine) => {
  const changes = line.changes && Object.keys(line.changes).length ? JSON.stringify(line.changes) : null
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
    changes,
    reason: cut(line.reason, 2000),
    source: line.source ?? ctx.source,
    requestId: cut(ctx.requestId, 80),
    ip: cut(ctx.ip, 60),
  }
}

const addLines = wordedRows((tx, rows: readonly ReturnType<typeof rowOf>[]) =>
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

export const audit = (tx: Tx, ctx: Context, line: AuditLine): Promise<void> => auditAll(tx, ctx, [line])

/** For records that are written together; PostgreSQL takes 65,535 parameters in one statement. */
export async function auditAll(tx: Tx, ctx: Context, lines: readonly AuditLine[]): Promise<void> {
  for (let i = 0; i < lines.length; i += 1000) {
    await addLines(
      tx,
      lines.slice(i, i + 1000).map((line) => rowOf(ctx, line)),
    )
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

/** What changed between two records. A masked value that changed to another with the same mask still shows as changed. */
export function changesOf(entity: Entity, before: Record<string, unknown> | null, after: Record<string, unknown>): Changes {
  const changes: Changes = {}
  for (const [name, field] of fieldsOf(entity)) {
    if (field.kind === 'computed' || name === entity.state || !Object.hasOwn(after, name)) continue
    const was = before?.[name] ?? null
    const is = after[name] ?? null
    if (sameValue(was, is) || (before === null && is === null)) continue
    changes[name] = [safe(field, was), safe(field, is)]
  }
  return changes
}
