/** Names of referenced records: at most one query per referenced entity, however many rows ask. */
import type { Context, Db } from '../../access/context.server.ts'
import { maskBankCard, maskEmail, maskIdNo, maskName, maskPhone } from '../../basics/identifiers/mask.ts'
import { dayOf, timeOf } from '../../basics/time/day.ts'
import { formatFen } from '../../basics/fen.ts'
import { asText } from '../../basics/text.ts'
import { dictionaryOf } from '../dictionary.server.ts'
import { functionCode, type Entity } from '../entity.ts'
import type { Field, Mask } from '../field.ts'
import { sharedNamesOf } from '../../database/handle.server.ts'
import { dressedFields, fieldOf, fieldsOf, partsOf, snake } from '../names.ts'
import type { Registry } from '../registry.server.ts'
import { loose } from './rows.server.ts'

const MASKS: Record<Mask, (text: string) => string> = {
  mobile: maskPhone,
  idNo: maskIdNo,
  bankCard: maskBankCard,
  name: maskName,
  email: maskEmail,
}
export const masked = (mask: Mask, value: unknown): unknown => (typeof value === 'string' && value !== '' ? MASKS[mask](value) : value)

/** The mask of `name.field`, where one stands between it and this person. */
export function maskFor(ctx: Context, name: string, field: string): Mask | null {
  const entity = ctx.registry.findEntity(name)?.entity as Entity | undefined
  const mask = entity && fieldOf(entity, field)?.mask
  return mask && !ctx.access.can(functionCode(entity.right, 'reveal')) ? mask : null
}

/** Whole to whoever may look at whole numbers of this entity, to others as its pages show it; what has no mask, as it is. */
export function shownTo(ctx: Context, name: string, field: string, value: string): string {
  const mask = maskFor(ctx, name, field)
  return mask ? String(masked(mask, value)) : value
}

/** A page of a list asks for the names of the same few stores, models and colleagues as the page before. */
const KEEP_MS = 5000
/** A name may hold the name of another record, and that again one. */
const DEPTH = 2
const WORDS = ['dict_group', 'dict_item']

type Wanted = Map<string, Set<number>>
/** Entity name → id → label; for words of a dictionary that stand in a name, its key → value → label. */
export type Labels = Map<string, Map<number | string, string>>
const wordsKey = (group: string): string => `dictionary:${group}`

export const labelIn = (labels: Labels, entity: string, id: unknown): string =>
  labels.get(entity)?.get(id as number) ?? (id ? `#${asText(id)}` : '')

function want(wanted: Wanted, entity: string, value: unknown): void {
  const ids = Array.isArray(value) ? value : [value]
  for (const id of ids) {
    if (typeof id !== 'number') continue
    const set = wanted.get(entity) ?? new Set()
    set.add(id)
    wanted.set(entity, set)
  }
}

function wantFields(wanted: Wanted, fields: readonly [string, Field][], record: Record<string, unknown>): void {
  for (const [name, field] of fields) {
    const value = record[name]
    if (value === null || value === undefined) continue
    if (field.kind === 'ref' || field.kind === 'refs') want(wanted, field.to, value)
    else if (typeof value === 'object') {
      const parts = Object.entries((partsOf(field) ?? {}) as Record<string, Field>)
      for (const line of parts.length ? [value].flat() : []) if (line) wantFields(wanted, parts, line as Record<string, unknown>)
    }
  }
}

/** A plain text for a value that stands in a name, as those may read it who see it masked. */
export function plain(field: Field, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (field.mask) return String(masked(field.mask, value))
  if ('options' in field && field.options) return field.options[asText(value)] ?? asText(value)
  if (field.kind === 'money') return formatFen(value as number)
  if (field.kind === 'instant') return `${dayOf(value as string)} ${timeOf(value as string).slice(0, 5)}`
  return asText(value)
}

export function titleOf(entity: Entity, record: Record<string, unknown>, labels: Labels): string {
  const parts = entity.title.map((name) => {
    const field = fieldOf(entity, name)
    if (!field) return ''
    if (field.kind === 'dict') return labels.get(wordsKey(field.group))?.get(String(record[name])) ?? plain(field, record[name])
    return field.kind === 'ref' ? labelIn(labels, field.to, record[name]) : plain(field, record[name])
  })
  return parts.filter(Boolean).join(' ') || `${entity.label}${asText(record['id'])}`
}

/** A name says 上牌登记, not `registration`. */
async function loadWords(db: Db, ctx: Context, entities: readonly Entity[], labels: Labels): Promise<void> {
  const titles = entities.flatMap((entity) => entity.title.map((name) => fieldOf(entity, name)))
  const groups = new Set(titles.flatMap((field) => (field?.kind === 'dict' && !labels.has(wordsKey(field.group)) ? [field.group] : [])))
  const shared = sharedNamesOf(db)
  for (const group of groups) {
    const key = wordsKey(group)
    const clock = shared?.clock ?? 0
    const known = shared?.get<Map<string, string>>(key)
    const words = known ?? new Map(Object.entries(await dictionaryOf(db, ctx, group)))
    // Kept when read, never when found: being asked for must not make it younger.
    if (!known) shared?.keep(key, words, { tables: WORDS, clock, ms: KEEP_MS })
    labels.set(key, words)
  }
}

const tables = new WeakMap<Entity, readonly string[]>()
/** Tables that names of this entity are read from. */
function tablesOf(registry: Registry, entity: Entity, depth = DEPTH): readonly string[] {
  const known = tables.get(entity)
  if (known) return known
  const parts = entity.title.flatMap((name) => {
    const field = fieldOf(entity, name)
    if (field?.kind === 'dict') return WORDS
    const next = field?.kind === 'ref' && depth > 0 ? registry.findEntity(field.to) : undefined
    return next ? tablesOf(registry, next.entity as Entity, depth - 1) : []
  })
  const all = [...new Set([snake(entity.name), ...parts])]
  if (depth === DEPTH) tables.set(entity, all)
  return all
}

const nameKey = (entity: string, id: number): string => `name:${entity}:${id}`

async function load(db: Db, ctx: Context, wanted: Wanted, labels: Labels, depth: number): Promise<void> {
  const loaded: { entity: Entity; rows: Record<string, unknown>[] }[] = []
  const deeper: Wanted = new Map()
  const shared = sharedNamesOf(db)
  const clock = shared?.clock ?? 0
  const now = performance.now()
  await Promise.all(
    [...wanted].map(async ([name, ids]) => {
      const map = labels.get(name) ?? new Map<number | string, string>()
      labels.set(name, map)
      const missing = [...ids].filter((id) => {
        if (map.has(id)) return false
        const known = shared?.get<string>(nameKey(name, id), now)
        if (known !== undefined) map.set(id, known)
        return known === undefined
      })
      const entity = ctx.registry.findEntity(name)?.entity
      // The company itself is the one reference that no definition stands behind.
      if (missing.length === 0 || (!entity && name !== 'operator')) return
      const columns = entity ? entity.title : ['name']
      // Without scope and with deleted rows: the name of what a visible row points to is part of that row.
      const rows = (await loose(db)
        .selectFrom(name)
        .select(['id', ...columns])
        .where('id', 'in', missing)
        .execute()) as Record<string, unknown>[]
      if (!entity) for (const row of rows) map.set(row['id'] as number, String(row['name']))
      else loaded.push({ entity, rows })
    }),
  )
  for (const { entity, rows } of loaded) {
    const refs = fieldsOf(entity).filter(([name, field]) => entity.title.includes(name) && field.kind === 'ref')
    for (const row of rows) wantFields(deeper, refs, row)
  }
  if (depth > 0 && deeper.size) await load(db, ctx, deeper, labels, depth - 1)
  await loadWords(
    db,
    ctx,
    loaded.map(({ entity }) => entity),
    labels,
  )
  for (const { entity, rows } of loaded) {
    const map = labels.get(entity.name)!
    // At the last depth the names within a name are missing, so that name is nobody else's.
    const whole = depth > 0 || !entity.title.some((name) => fieldOf(entity, name)?.kind === 'ref')
    const from = { tables: tablesOf(ctx.registry, entity), clock, ms: KEEP_MS, now }
    for (const row of rows) {
      const id = row['id'] as number
      const name = titleOf(entity, row, labels)
      map.set(id, name)
      if (whole) shared?.keep(nameKey(entity.name, id), name, from)
    }
  }
}

/** Labels of everything these records refer to. */
export async function labelsFor(db: Db, ctx: Context, entity: Entity, records: readonly Record<string, unknown>[]): Promise<Labels> {
  const wanted: Wanted = new Map()
  for (const record of records) wantFields(wanted, dressedFields(entity), record)
  const labels: Labels = new Map()
  if (wanted.size) await load(db, ctx, wanted, labels, DEPTH)
  await loadWords(db, ctx, [entity], labels)
  return labels
}

/** Labels of what single values refer to, in whatever they hold: of a history. */
export async function labelsOfValues(db: Db, ctx: Context, values: readonly (readonly [Field, unknown])[]): Promise<Labels> {
  const wanted: Wanted = new Map()
  for (const [field, value] of values) wantFields(wanted, [['value', field]], { value })
  return labelsOfIds(db, ctx, wanted)
}

/** Labels of explicit ids. */
export async function labelsOfIds(db: Db, ctx: Context, ids: Map<string, Set<number>>): Promise<Labels> {
  const labels: Labels = new Map()
  if (ids.size) await load(db, ctx, ids, labels, DEPTH)
  return labels
}

export async function titlesOf(db: Db, ctx: Context, entity: string, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const labels = await labelsOfIds(db, ctx, new Map([[entity, new Set(ids)]]))
  return (labels.get(entity) as Map<number, string> | undefined) ?? new Map()
}
