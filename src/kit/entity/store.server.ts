/**
 * The only way records are written: HTTP, import, bulk, jobs, demo and modules all come through here.
 * `by`: what a person sent is held to the data permission and to the form's rules; server code (the default) may also
 * write read-only fields. A state is moved by `act` alone.
 */
import { sql } from 'kysely'
import type { Context, Db, Tx } from '../access/context.server.ts'
import {
  type ActingName,
  type ActionInput,
  type ActionName,
  actionRight,
  type ActionSpec,
  mayBegin,
  refusalsOf,
  whyNot,
} from '../action/action.ts'
import { audit, changesOf } from '../audit/audit.server.ts'
import { absent, because, conflict, forbidden, invalid, refused } from '../basics/errors.ts'
import type { Entity } from './entity.ts'
import { guarded } from './write/failures.server.ts'
import type { Fields } from './field.ts'
import { withoutEchoes } from './write/unchanged-masks.server.ts'
import { fieldsOf } from './names.ts'
import { numbersIn } from './write/numbers.server.ts'
import { actionEntries, moment, withFacts } from './present.server.ts'
import { claimFiles, isProgram, refuseWhenReferenced, type By } from './write/references.server.ts'
import { and, col, columnsSql, fromRow, insertSql, live, loose, qualified, toRow, type Record_ } from './query/rows.server.ts'
import { visibleWhere } from './query/scope.server.ts'
import { askingFor, takeTyped } from './query/masked/lookups.server.ts'
import { fillSerials } from './serial.server.ts'
import type { ServedEntity } from './serve.server.ts'
import { actEach } from './write/store-each.server.ts'
import { addMany } from './write/store-many.server.ts'
import { writeMany } from './write/store-write.server.ts'
import { author, entityOf, inOrder, inputOf, nameOf, resolve, standardOf, write, type Values } from './write/store-steps.server.ts'
import type { Rec } from './tables.ts'
import { isEmpty, sameValue } from './value/value.ts'
import { checkValues } from './value/values.ts'
import { heldBy, heldFields, tellWatchers, untouchable } from './watchers.server.ts'

/** On what `act` gives back when another module has held the action: its note. Nothing has happened to the record yet. */
const HELD = Symbol('held')
export const heldNote = (record: object): string | null => (record as { [HELD]?: string })[HELD] ?? null
/** Of a record that is written while a part of what was asked for waits; for a hook after adding. */
export const markHeld = (record: object, note: string): void => void Object.assign(record, { [HELD]: note })
export type { By } from './write/references.server.ts'

const LOCK = sql`for no key update`
const NO_LOCK = sql``

/** Locked so that others may still refer to the row: a full lock would make them wait while they hold a counter this one wants. */
async function read(db: Db, ctx: Context, entity: Entity, id: number, by: By, forUpdate: boolean): Promise<Record_> {
  const parts = [live(entity, ctx.user.operatorId), sql<boolean>`${col('id')} = ${id}`]
  if (by === 'person') parts.push(visibleWhere(ctx, entity))
  const { rows } = await sql<
    Record<string, unknown>
  >`select ${columnsSql(entity)} from ${sql.table(entity.name)} as t where ${and(parts)} ${forUpdate ? LOCK : NO_LOCK}`.execute(db)
  const row = rows[0]
  if (!row) throw absent(`${entity.label}已被删除，或不在您的数据权限内，请刷新后重新选择`)
  return fromRow(entity, row)
}

/** Of whoever reads, in a transaction or beside one. */
export const get = (db: Db, ctx: Context, name: string, id: number, by: By = 'server'): Promise<Record_> =>
  read(db, ctx, entityOf(ctx, name).entity, id, by, false)

/** Waits for other writers of this row; what it returns is current until the transaction ends. */
export const lock = (tx: Tx, ctx: Context, name: string, id: number, by: By = 'server'): Promise<Record_> =>
  read(tx, ctx, entityOf(ctx, name).entity, id, by, true)

function sameVersion(record: Record_, version: number | null): void {
  if (version !== null && record.version !== version) throw conflict('数据已被他人修改，请刷新后重试')
}

export async function add(tx: Tx, ctx: Context, name: string, raw: Values, by: By = 'server'): Promise<Record_> {
  const { served, entity } = entityOf(ctx, name)
  const own = by === 'person' ? withoutUnseen(ctx, entity, raw) : raw
  const checked = checkValues(entity, own, { mode: 'add', server: isProgram(by) })
  if (!checked.ok) throw invalid(checked.errors)
  const values = checked.values
  const files = await resolve(tx, ctx, entity.fields, values, null, by)
  Object.assign(values, await served.hooks.beforeAdd?.({ tx, ctx, values }))
  await fillSerials(tx, ctx, entity, values)
  return askingFor(numbersIn(entity, values), async () => {
    const row = await guarded(entity, () => insertSql(entity, [{ ...toRow(entity, values), ...standardOf(ctx, entity) }]).execute(tx))
    const record = fromRow(entity, row.rows[0]!)
    await claimFiles(tx, entity.name, record.id, files)
    return added(tx, ctx, served, record)
  })
}

/** What follows a new row: its line in the journal, its module, whoever watches. */
async function added(tx: Tx, ctx: Context, served: ServedEntity, record: Record_): Promise<Record_> {
  const entity = served.entity as Entity
  await audit(tx, ctx, {
    entity: entity.name,
    entityId: record.id,
    action: 'add',
    title: await nameOf(tx, ctx, entity, record),
    to: entity.state ? String(record[entity.state]) : null,
    changes: changesOf(entity, null, record),
  })
  await served.hooks.afterAdd?.({ tx, ctx, record })
  const to = entity.state ? String(record[entity.state]) : null
  await tellWatchers({ tx, ctx, entity: entity.name, action: 'add', record, from: null, to })
  return record
}

/** A form that could not show a field sends it back empty, or not at all: it stays as it is. Filled in, it is refused. */
function withoutUnseen(ctx: Context, entity: Entity, raw: Values): Values {
  const hidden = fieldsOf(entity).filter(([name, field]) => Object.hasOwn(raw, name) && field.seenBy && !ctx.access.can(field.seenBy))
  if (hidden.length === 0) return raw
  const filled = hidden.filter(([name]) => !isEmpty(raw[name]) && raw[name] !== false)
  if (filled.length > 0) throw invalid(Object.fromEntries(filled.map(([name, { label }]) => [name, `您没有填写「${label}」的权限`])))
  return Object.fromEntries(Object.entries(raw).filter(([name]) => !hidden.some(([key]) => key === name)))
}

export async function edit(
  tx: Tx,
  ctx: Context,
  name: string,
  id: number,
  version: number | null,
  raw: Values,
  by: By = 'server',
): Promise<Record_> {
  const { served, entity } = entityOf(ctx, name)
  const before = await read(tx, ctx, entity, id, by, true)
  sameVersion(before, version)
  const why = by === 'person' ? ((await untouchable({ tx, ctx, entity: name, record: before })) ?? served.hooks.refuseEdit?.(before)) : null
  if (why) throw refused(why)
  const sent = by === 'person' ? withoutEchoes(entity, withoutUnseen(ctx, entity, raw), before) : raw
  const checked = checkValues(entity, sent, { mode: 'edit', before, server: isProgram(by) })
  if (!checked.ok) throw invalid(checked.errors)
  const values = checked.values
  const files = await resolve(tx, ctx, entity.fields, values, before, by)
  const patch: Values = Object.fromEntries(Object.entries(values).filter(([key, value]) => !sameValue(value, before[key])))
  if (Object.keys(patch).length === 0) return before
  Object.assign(patch, await served.hooks.beforeEdit?.({ tx, ctx, record: before, patch }))
  if (entity.state) delete patch[entity.state]
  const held = by === 'person' ? await heldFields({ tx, ctx, entity: name, record: before, patch }) : { fields: [], note: null }
  for (const field of held.fields) delete patch[field]
  if (held.note !== null && Object.keys(patch).length === 0) return Object.assign({ ...before }, { [HELD]: held.note })
  const asked = numbersIn(entity, patch)
  const now = await askingFor(asked, async () => {
    const record = await write(tx, ctx, entity, before, patch)
    await claimFiles(tx, entity.name, id, files)
    await audit(tx, ctx, {
      entity: entity.name,
      entityId: id,
      action: 'edit',
      title: await nameOf(tx, ctx, entity, record),
      changes: changesOf(entity, before, record),
    })
    await served.hooks.afterEdit?.({ tx, ctx, before, record })
    // What followed may have moved the record itself: whoever goes on needs the version he will meet.
    return served.hooks.afterEdit ? read(tx, ctx, entity, id, 'server', false) : record
  })
  // One record may take a thousand numbers in turn, and each that it may take is nobody's.
  if (by === 'person' && asked.length > 0) takeTyped(tx, ctx)
  return held.note === null ? now : Object.assign(now, { [HELD]: held.note })
}

export async function remove(tx: Tx, ctx: Context, name: string, id: number, version: number | null, by: By = 'server'): Promise<void> {
  const { served, entity } = entityOf(ctx, name)
  const record = await read(tx, ctx, entity, id, by, true)
  sameVersion(record, version)
  const why = by === 'person' ? ((await untouchable({ tx, ctx, entity: name, record })) ?? served.hooks.refuseDelete?.(record)) : null
  if (why) throw refused(why)
  // The thing itself first: it knows what to do instead of deleting, the references only that they are there.
  await served.hooks.beforeDelete?.({ tx, ctx, record })
  const cascades = await refuseWhenReferenced(tx, ctx, entity, id)
  const gone = { deletedAt: ctx.clock.now(), updatedBy: author(ctx), updatedAt: ctx.clock.now(), version: sql`version + 1` }
  await loose(tx).updateTable(entity.name).set(gone).where('id', '=', id).execute()
  for (const child of cascades) {
    await loose(tx).updateTable(child.entity.name).set(gone).where(child.field, '=', id).where('deletedAt', 'is', null).execute()
  }
  await audit(tx, ctx, {
    entity: entity.name,
    entityId: id,
    action: 'delete',
    title: await nameOf(tx, ctx, entity, record),
    from: entity.state ? String(record[entity.state]) : null,
  })
}

const UNDO_MS = 10 * 60_000

/** Undoes a deletion of one's own, within ten minutes. */
export async function restore(tx: Tx, ctx: Context, name: string, id: number): Promise<Record_> {
  const { entity } = entityOf(ctx, name)
  const row = await loose(tx)
    .selectFrom(`${entity.name} as t`)
    .select(qualified(entity))
    .where(
      sql<boolean>`${col('id')} = ${id} and ${col('operatorId')} = ${entity.tenant === 'global' ? 0 : ctx.user.operatorId} and ${col('deletedAt')} is not null`,
    )
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row || row['updatedBy'] !== author(ctx)) throw absent('没有可以撤销的删除')
  const deletedAt = row['deletedAt'] as string
  if (Date.parse(ctx.clock.now()) - Date.parse(deletedAt) > UNDO_MS) throw refused('删除已超过 10 分钟，不能撤销')
  const back = { deletedAt: null, updatedAt: ctx.clock.now(), version: sql`version + 1` }
  await askingFor(numbersIn(entity, row), () =>
    guarded(entity, () => loose(tx).updateTable(entity.name).set(back).where('id', '=', id).execute()),
  )
  for (const { entity: child, actions: _a } of ctx.registry.entities()) {
    for (const [field, spec] of Object.entries(child.fields as Fields)) {
      if (spec.kind !== 'ref' || spec.to !== entity.name || spec.onDelete !== 'cascade') continue
      await loose(tx)
        .updateTable(child.name as string)
        .set(back)
        .where(field, '=', id)
        .where('deletedAt', '=', deletedAt)
        .execute()
    }
  }
  const record = await read(tx, ctx, entity, id, 'server', false)
  await audit(tx, ctx, { entity: entity.name, entityId: id, action: 'restore', title: await nameOf(tx, ctx, entity, record) })
  return record
}

/** An act on its way: what was asked for, and what the steps of `ACT_WAY` have found out so far. */
interface Acting {
  readonly tx: Tx
  readonly ctx: Context
  readonly served: ServedEntity
  readonly entity: Entity
  readonly action: string
  readonly spec: ActionSpec<any, any, any>
  readonly effect: NonNullable<ServedEntity['effects'][string]>
  readonly id: number
  readonly version: number | null
  readonly raw: Values
  readonly by: By
  /** The row under its lock, as it was before. */
  locked: Record_
  /** The same with the facts refusals ask about. */
  record: Record_
  input: Values
  files: Awaited<ReturnType<typeof inputOf>>['files']
  /** Another module has held it: its note. The way ends there. */
  held: string | null
  patch: Values
  after: Record_
  from: string | null
  to: string | null
}

function permitted({ ctx, entity, action, spec, by }: Acting): void {
  if (by === 'person' && (spec.internal || !ctx.access.can(actionRight(entity, action, spec)))) throw forbidden()
}
async function lockedRow(a: Acting): Promise<void> {
  a.locked = await read(a.tx, a.ctx, a.entity, a.id, a.by, true)
}
function sameAsSeen({ ctx, entity, action, spec, locked, version }: Acting): void {
  // Somebody was quicker with the same: what he did says more than that something has changed.
  const quicker =
    spec.elsewhere && version !== null && locked.version !== version && !mayBegin(entity, spec, locked)
      ? whyNot(entity, spec, locked, moment(ctx))
      : null
  if (quicker) throw because(refused(quicker), refusalsOf(entity.name, action).state)
  sameVersion(locked, version)
}
async function notRefused(a: Acting): Promise<void> {
  const { tx, ctx, served, entity, action, spec } = a
  const [record] = await withFacts(tx, ctx, served, [a.locked])
  a.record = record!
  const why = whyNot(entity, spec, a.record, moment(ctx))
  const names = refusalsOf(entity.name, action)
  if (why) throw because(refused(why), mayBegin(entity, spec, a.record) ? names.rule : names.state)
}
async function inputRead(a: Acting): Promise<void> {
  const { input, files } = await inputOf(a.tx, a.ctx, a.spec, a.raw, a.record, a.by)
  Object.assign(a, { input, files })
}
async function heldByOthers(a: Acting): Promise<void> {
  const { tx, ctx, entity, action, id, record, input, by, files, locked } = a
  a.held = await heldBy({ tx, ctx, entity: entity.name, action, record, input, by: by === 'person' ? 'person' : 'server' })
  if (a.held === null) return
  await claimFiles(tx, entity.name, id, files)
  await audit(tx, ctx, { entity: entity.name, entityId: id, action, title: await nameOf(tx, ctx, entity, locked), reason: a.held })
}
async function effected(a: Acting): Promise<void> {
  const { tx, ctx, entity, action, spec, record, input } = a
  a.patch = {
    ...(await a.effect({ tx, ctx, record, input }).catch((error: unknown) => {
      throw because(error, refusalsOf(entity.name, action).effect)
    })),
  }
  if (entity.state && spec.to && a.patch[entity.state] === undefined) a.patch[entity.state] = spec.to
}
async function written(a: Acting): Promise<void> {
  const { entity, locked } = a
  // The effect may have touched the row itself; what the log compares with is the state before it.
  a.after = await write(a.tx, a.ctx, entity, locked, a.patch)
  await claimFiles(a.tx, entity.name, a.id, a.files)
  a.from = entity.state ? String(locked[entity.state]) : null
  a.to = entity.state ? String(a.after[entity.state]) : null
}
async function journalled({ tx, ctx, entity, action, id, input, locked, after, from, to }: Acting): Promise<void> {
  const reason = typeof input['reason'] === 'string' ? input['reason'] : typeof input['remark'] === 'string' ? input['remark'] : null
  const title = await nameOf(tx, ctx, entity, after)
  await audit(tx, ctx, { entity: entity.name, entityId: id, action, title, from, to, changes: changesOf(entity, locked, after), reason })
}
/** What cannot follow refuses the act as its effect would. */
const watched = ({ tx, ctx, entity, action, after, from, to }: Acting): Promise<void> =>
  tellWatchers({ tx, ctx, entity: entity.name, action, record: after, from, to }).catch((error: unknown) => {
    throw because(error, refusalsOf(entity.name, action).effect)
  })

/** The way of an act, all of it in the caller's transaction (docs/lifecycle.md). */
export const ACT_WAY = [
  permitted,
  lockedRow,
  sameAsSeen,
  notRefused,
  inputRead,
  heldByOthers,
  effected,
  written,
  journalled,
  watched,
] as const

/** For whoever learns entity and action while running (HTTP, bulk, approval); everybody else says them to `act`. */
export async function actNamed(
  tx: Tx,
  ctx: Context,
  name: string,
  action: string,
  id: number,
  version: number | null,
  raw: Values,
  by: By = 'server',
): Promise<Record_> {
  const { served, entity } = entityOf(ctx, name)
  const spec = actionEntries(served).find(([key]) => key === action)?.[1]
  const effect = served.effects[action]
  if (!spec || !effect) throw new Error(`${name} has no action ${action}`)
  const acting = { tx, ctx, served, entity, action, spec, effect, id, version, raw, by, held: null } as unknown as Acting
  for (const step of ACT_WAY) {
    const going = step(acting)
    if (going) await going
    if (acting.held !== null) return Object.assign(acting.locked, { [HELD]: acting.held })
  }
  return acting.after
}

/** An action without anything that must be said needs no input. */
type Asked<N, A> =
  {} extends ActionInput<N, A>
    ? [input?: ActionInput<N, A>, version?: number | null, by?: By]
    : [input: ActionInput<N, A>, version?: number | null, by?: By]

type AskedOfMany<N, A> = {} extends ActionInput<N, A> ? [input?: ActionInput<N, A>] : [input: ActionInput<N, A>]

/** The same for code that knows what it asks for: entity, action and input are types. */
export const act = <N extends ActingName, A extends ActionName<N>>(
  tx: Tx,
  ctx: Context,
  name: N,
  action: A,
  id: number,
  version: number | null,
  input: ActionInput<N, A>,
  by?: By,
): Promise<Record_> => actNamed(tx, ctx, name, action, id, version, input, by)

/** One action on many records, in the order of their numbers: all of it or, when one is refused, nothing. */
const actMany = async (tx: Tx, ctx: Context, name: string, action: string, ids: readonly number[], input: Values): Promise<void> => {
  for (const id of inOrder(ids)) await actNamed(tx, ctx, name, action, id, null, input)
}

/** The same functions with the types of one definition: `const vehicles = storeOf(vehicle)`. */
export function storeOf<E extends Entity<any>>(entity: E) {
  type R = Rec<E>
  type N = E['name']
  const name = entity.name
  return {
    add: (tx: Tx, ctx: Context, values: Partial<R>, by?: By) => add(tx, ctx, name, values as Values, by) as Promise<unknown> as Promise<R>,
    addMany: (tx: Tx, ctx: Context, rows: readonly Partial<R>[], kind: 'records' | 'ledger') =>
      addMany(tx, ctx, name, rows as readonly Values[], kind) as Promise<unknown> as Promise<R[]>,
    edit: (tx: Tx, ctx: Context, id: number, patch: Partial<R>, version: number | null = null, by?: By) =>
      edit(tx, ctx, name, id, version, patch as Values, by) as Promise<unknown> as Promise<R>,
    remove: (tx: Tx, ctx: Context, id: number, version: number | null = null, by?: By) => remove(tx, ctx, name, id, version, by),
    get: (db: Db, ctx: Context, id: number, by?: By) => get(db, ctx, name, id, by) as Promise<unknown> as Promise<R>,
    lock: (tx: Tx, ctx: Context, id: number, by?: By) => lock(tx, ctx, name, id, by) as Promise<unknown> as Promise<R>,
    act: <A extends ActionName<N>>(tx: Tx, ctx: Context, action: A, id: number, ...[input, version, by]: Asked<N, A>) =>
      actNamed(tx, ctx, name, action, id, version ?? null, input ?? {}, by) as Promise<unknown> as Promise<R>,
    actMany: <A extends ActionName<N>>(tx: Tx, ctx: Context, action: A, ids: readonly number[], ...[input]: AskedOfMany<N, A>) =>
      actMany(tx, ctx, name, action, ids, input ?? {}),
    actEach: <A extends ActionName<N>>(tx: Tx, ctx: Context, action: A, asked: readonly { id: number; input: ActionInput<N, A> }[]) =>
      actEach(tx, ctx, name, action, asked as unknown as readonly { id: number; input: Values }[]),
    writeMany: (tx: Tx, ctx: Context, ids: readonly number[], patchOf: (before: R) => Partial<Omit<R, 'id' | 'version'>>) =>
      writeMany(tx, ctx, name, ids, patchOf as unknown as (before: Record_) => Values) as Promise<unknown> as Promise<R[]>,
  }
}
