/** Records → rows of the wire: labels, names, masks, and what may be done with each now. */
import type { Context, Db, Tx } from '../access/context.server.ts'
import { actionRight, momentOf, whyNot, type ActionSpec, type Moment } from '../action/action.ts'
import type { Entity } from './entity.ts'
import { functionCode } from './entity.ts'
import type { Field, Fields } from './field.ts'
import { dressed, dressedFields, fieldsOf, partsOf, unseen } from './names.ts'
import { labelIn, labelsFor, masked, titleOf, type Labels } from './query/labels.server.ts'
import type { Record_ } from './query/rows.server.ts'
import type { ServedEntity } from './serve.server.ts'
import { barred, untouchable } from './watchers.server.ts'
import type { AllowedAction, DetailExtras, Row } from './wire.ts'

export const moment = (ctx: Context): Moment => momentOf(ctx.clock, { id: ctx.user.id, name: ctx.user.name, isAdmin: ctx.user.isAdmin })

type Can = (right: string) => boolean
/** `fields`: only those that need it (`dressed`). */
function shown(
  fields: readonly [string, Field][],
  record: Record<string, unknown>,
  labels: Labels,
  hidden: string[],
  can: Can,
): Record<string, unknown> {
  const out: Record<string, unknown> = { ...record }
  for (const [name, field] of fields) {
    const value = record[name]
    if (unseen(field, can)) out[name] = undefined
    else if (field.kind === 'ref') out[`${name}$`] = value === null || value === undefined ? '' : labelIn(labels, field.to, value)
    else if (field.kind === 'refs') out[`${name}$`] = Array.isArray(value) ? value.map((id) => labelIn(labels, field.to, id)) : []
    else if (field.kind === 'lines' && Array.isArray(value)) {
      const inner = dressed(Object.entries(field.of as Record<string, Field>))
      out[name] = value.map((line) => shown(inner, line as Record<string, unknown>, labels, [], can))
    } else if (field.mask && typeof value === 'string' && value !== '') {
      out[name] = masked(field.mask, value)
      hidden.push(name)
    }
  }
  return out
}

/** Lines, or the parts of a structure, as a row carries them: with names and masks, without what this person may not see. */
export function dressedParts(of: Fields, value: unknown, labels: Labels, can: Can): unknown {
  const entries = Object.entries(of as Record<string, Field>)
  const inner = dressed(entries)
  const nested = entries.filter(([, field]) => field.kind === 'json' && field.of)
  const one = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part
    const out = shown(inner, part as Record<string, unknown>, labels, [], can)
    for (const [name, field] of nested) out[name] = dressedParts(partsOf(field)!, out[name], labels, can)
    // What has no name is nothing to read.
    return Object.fromEntries(Object.entries(out).filter(([name]) => Object.hasOwn(of, name.replace(/\$$/, ''))))
  }
  return Array.isArray(value) ? value.map(one) : one(value)
}

export function rowOf(entity: Entity, record: Record_, labels: Labels, can: Can): Row {
  const hidden: string[] = []
  const row = shown(dressedFields(entity), record, labels, hidden, can) as Row
  // Not deleted: an object that lost a key is slow ever after.
  Object.assign(row, { operatorId: undefined, deletedAt: undefined })
  row.$title = titleOf(entity, record, labels)
  if (hidden.length) row.$masked = hidden
  return row
}

export const actionEntries = (served: ServedEntity): [string, ActionSpec][] =>
  Object.entries((served.actions?.all ?? {}) as Record<string, ActionSpec>)

/** Facts of many records by one call; the records themselves when the entity has none. */
export async function withFacts(db: Db, ctx: Context, served: ServedEntity, records: readonly Record_[]): Promise<Record_[]> {
  if (!served.facts || records.length === 0) return [...records]
  const facts = await served.facts({ tx: db as Tx, ctx, records: [...records] })
  return records.map((record, i) => ({ ...record, ...facts[i] }))
}

type Bars = (id: number, action: string) => string | null
function allowedActions(ctx: Context, served: ServedEntity, record: Record_, now: Moment, bars: Bars): AllowedAction[] {
  const entity = served.entity as Entity
  return actionEntries(served)
    .filter(([name, spec]) => !spec.internal && ctx.access.can(actionRight(entity, name, spec)))
    .map(([name, spec]) => ({ name, reason: whyNot(entity, spec, record, now) ?? bars(record.id, name) }))
}

export async function present(
  db: Db,
  ctx: Context,
  served: ServedEntity,
  records: readonly Record_[],
  options: { actions: boolean },
): Promise<Row[]> {
  const entity = served.entity as Entity
  const labels = await labelsFor(db, ctx, entity, records)
  const rows = records.map((record) => rowOf(entity, record, labels, (code) => ctx.access.can(code)))
  const mayAct =
    options.actions && actionEntries(served).some(([name, spec]) => !spec.internal && ctx.access.can(actionRight(entity, name, spec)))
  if (!mayAct) return rows
  const known = await withFacts(db, ctx, served, records)
  const now = moment(ctx)
  const bars = await barred({ tx: db as Tx, ctx, entity: entity.name, records })
  rows.forEach((row, i) => (row.$actions = allowedActions(ctx, served, known[i]!, now, bars)))
  return rows
}

const READ_BACK_MS = 86_400_000
/** The person who typed this record, who may look at what he typed while it is as he left it (`readBack`). */
export const typedByMe = (ctx: Context, entity: Entity, record: Record_): boolean =>
  entity.readBack === true &&
  ctx.user.id > 0 &&
  record.createdBy === ctx.user.id &&
  record.version === 1 &&
  Date.parse(ctx.clock.now()) - Date.parse(String(record.createdAt)) < READ_BACK_MS

/** Why a standard verb is not possible for this record, or null. */
export async function verbs(db: Db, ctx: Context, served: ServedEntity, record: Record_): Promise<DetailExtras['$verbs']> {
  const entity = served.entity as Entity
  const can = (verb: string): boolean => ctx.access.can(functionCode(entity.right, verb))
  const writable = (entity.writes ?? 'full') === 'full'
  const closed = `${entity.label}只能通过业务操作改变`
  const left = writable ? await untouchable({ tx: db as Tx, ctx, entity: entity.name, record }) : null
  return {
    edit: !writable
      ? closed
      : !can('edit')
        ? `您没有「修改${entity.label}」的权限，请联系管理员开通`
        : (left ?? served.hooks.refuseEdit?.(record) ?? null),
    delete: !writable
      ? closed
      : !can('delete')
        ? `您没有「删除${entity.label}」的权限，请联系管理员开通`
        : (left ?? served.hooks.refuseDelete?.(record) ?? null),
    reveal: (can('reveal') || typedByMe(ctx, entity, record)) && fieldsOf(entity).some(([, field]) => field.mask !== undefined),
  }
}
