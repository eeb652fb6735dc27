/**
 * What a row of a picker says: the fields by which a person tells two apart (`pick` of the definition), what other modules
 * know of it, and, where it cannot be chosen, why.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Context, Db } from '../../access/context.server.ts'
import { dayOf } from '../../basics/time/day.ts'
import { invalid } from '../../basics/errors.ts'
import { formatFen } from '../../basics/fen.ts'
import { asText } from '../../basics/text.ts'
import type { ActionSpec } from '../../action/action.ts'
import type { Entity } from '../entity.ts'
import type { Field } from '../field.ts'
import { fieldOf, fieldsOf } from '../names.ts'
import type { TableName } from '../tables.ts'
import type { OptionsAnswer } from '../wire.ts'
import type { Condition } from './conditions.ts'
import { labelIn, labelsFor, masked, titleOf, type Labels } from './labels.server.ts'
import { and, col, fromRow, live } from './rows.server.ts'
import { pickerWhere } from './scope.server.ts'

/** What another module knows of records that stand in a picker; `asked` are the filters of the field that asks. */
export interface PickNotes {
  entity: TableName
  of: (db: Db, ctx: Context, ids: readonly number[], asked: Readonly<Record<string, string>>) => Promise<ReadonlyMap<number, PickNote>>
}
export interface PickNote {
  words?: readonly string[]
  /** Why it cannot be chosen here. */
  refuse?: string | null
}
declare module '../tables.ts' {
  interface Provided {
    pickNotes: PickNotes
  }
}

/** Of these a person says it is so or not so; anything else says whose it is. */
export const isQuality = (field: Field): boolean => ['state', 'choice', 'dict', 'flag'].includes(field.kind)

/** Without `pick`: the texts it is searched by and its state, at most two. */
const picked = (entity: Entity): { names: readonly string[]; most: number } =>
  entity.pick
    ? { names: entity.pick as readonly string[], most: 20 }
    : {
        names: [...new Set([...(entity.search ?? []), ...(entity.state ? [entity.state] : [])])].filter((name) => {
          const field = fieldOf(entity, name)
          return field && !entity.title.includes(name) && !field.mask && ['text', 'serial', 'state', 'choice'].includes(field.kind)
        }),
        most: 2,
      }

export const pickColumns = (entity: Entity): string[] => {
  const qualities = fieldsOf(entity).flatMap(([name, field]) => (isQuality(field) ? [name] : []))
  return [...new Set(['id', ...entity.title, ...picked(entity).names, ...qualities])]
}

const many = (labels: Labels, to: string, ids: readonly number[]): string =>
  `${ids
    .slice(0, 3)
    .map((id) => labelIn(labels, to, id))
    .join('、')}${ids.length > 3 ? ` 等 ${ids.length} 个` : ''}`

/** One field as a word; money and days say what they are, for a bare figure says nothing. */
function wordOf(field: Field, value: unknown, labels: Labels): string {
  if (value === null || value === undefined || value === '' || field.secret) return ''
  if (field.mask) return asText(masked(field.mask, value))
  switch (field.kind) {
    case 'state':
    case 'choice':
      return field.options[asText(value)] ?? ''
    case 'dict':
      return labels.get(`dictionary:${field.group}`)?.get(asText(value)) ?? ''
    case 'ref':
      return labelIn(labels, field.to, value)
    case 'refs':
      return many(labels, field.to, value as number[])
    case 'money':
      return `${field.label} ${formatFen(value as number)}`
    case 'day':
      return `${field.label} ${asText(value)}`
    case 'instant':
      return `${field.label} ${dayOf(value as string)}`
    case 'int':
    case 'decimal':
      return `${field.label} ${asText(value)}${field.unit ? ` ${field.unit}` : ''}`
    case 'flag':
      return value ? field.label : ''
    default:
      return typeof value === 'string' ? value : ''
  }
}

const holds = (condition: Condition, value: unknown): boolean => condition.op !== 'in' || condition.values.some((one) => one === value)

/** Of a record in the wrong state: the act after which it may be chosen, when one act is enough. */
function wayOut(ctx: Context, entity: Entity, asked: Condition, state: unknown): string {
  if (asked.name !== entity.state || asked.op !== 'in') return ''
  const actions = (ctx.registry.entities().find((one) => one.entity.name === entity.name)?.actions?.all ?? {}) as Readonly<
    Record<string, ActionSpec>
  >
  const act = Object.values(actions).find(
    (spec) =>
      !spec.internal &&
      spec.from !== 'any' &&
      (spec.from as readonly string[]).includes(String(state)) &&
      asked.values.some((wanted: unknown) => wanted === spec.to),
  )
  return act ? `，「${act.label}」后可选` : ''
}

export async function pickRows(
  db: Db,
  ctx: Context,
  entity: Entity,
  selected: {
    rows: readonly Record<string, unknown>[]
    beyond: readonly Record<string, unknown>[]
    conditions: readonly Condition[]
    filters: Readonly<Record<string, string>>
  },
): Promise<OptionsAnswer['list']> {
  const records = [...selected.rows, ...selected.beyond].map((row) => fromRow(entity, row))
  const labels = await labelsFor(db, ctx, entity, records)
  const ids = records.map((record) => record.id)
  const notes = ids.length
    ? await Promise.all(
        ctx.registry
          .provided('pickNotes')
          .filter((one) => one.entity === entity.name)
          .map((one) => one.of(db, ctx, ids, selected.filters)),
      )
    : []
  const { names: all, most } = picked(entity)
  // What the field asks for anyway tells nobody apart.
  const names = all.filter((name) => !selected.conditions.some((c) => c.name === name && c.op === 'in' && c.values.length === 1))
  return records.map((record, i) => {
    const own = names.flatMap((name) => wordOf(fieldOf(entity, name)!, record[name], labels) || [])
    const said = notes.flatMap((of) => of.get(record.id) ?? [])
    const hint = [...own.slice(0, most), ...said.flatMap((note) => note.words ?? [])].join(' · ')
    const wrong = selected.conditions
      .filter((c) => i >= selected.rows.length && isQuality(c.field) && !holds(c, record[c.name]))
      .map((c) => `${c.field.label}为「${wordOf(c.field, record[c.name], labels) || '否'}」${wayOut(ctx, entity, c, record[c.name])}`)
    const why = [...wrong, ...said.flatMap((note) => note.refuse ?? [])].join('；')
    const disabled = i >= selected.rows.length || why !== ''
    return {
      id: record.id,
      label: titleOf(entity, record, labels),
      ...(hint ? { hint } : {}),
      ...(disabled ? { disabled, why: why || '不符合此处的条件' } : {}),
    }
  })
}

/** `product.model` = `vehicle.model:12,13`: what it refers to shares that with one of those. */
interface Like {
  field: Extract<Field, { kind: 'ref' }>
  name: string
  theirs: string
  other: string
  others: string
  ids: number[]
}

/** Paths among the filters: what a form says was chosen before. */
export function likesIn(entity: Entity, asked: Readonly<Record<string, string>>): { likes: Like[]; filters: Record<string, string> } {
  const likes: Like[] = []
  const filters: Record<string, string> = {}
  for (const [key, text] of Object.entries(asked)) {
    if (!key.includes('.')) {
      filters[key] = text
      continue
    }
    const [name = '', theirs = ''] = key.split('.')
    const field = fieldOf(entity, name)
    const asks = /^(\w{1,40})\.(\w{1,40}):(\d{1,16}(?:,\d{1,16}){0,199})$/.exec(text)
    if (field?.kind !== 'ref' || !asks) throw invalid({ [key]: '筛选条件不正确' })
    likes.push({ field, name, theirs, other: asks[1]!, others: asks[2]!, ids: asks[3]!.split(',').map(Number) })
  }
  return { likes, filters }
}

/** Both ends must be references to the same thing, and those others must be within what the person may choose. */
export function likeSql(ctx: Context, { field, name, theirs, other, others, ids }: Like): RawBuilder<boolean> {
  const target = ctx.registry.findEntity(field.to)?.entity as Entity | undefined
  const from = ctx.registry.findEntity(other)?.entity as Entity | undefined
  const one = target && fieldOf(target, theirs)
  const two = from && fieldOf(from, others)
  if (!target || !from || one?.kind !== 'ref' || two?.kind !== 'ref' || one.to !== two.to) throw invalid({ [name]: '筛选条件不正确' })
  const known = sql`(select ${col(others)} from ${sql.table(from.name)} as t where ${and([live(from, ctx.user.operatorId), pickerWhere(ctx, from)])} and t.id = any(${sql.val(ids)}::bigint[]))`
  return sql<boolean>`${col(name)} in (select x.id from ${sql.table(target.name)} as x where x.${sql.ref(theirs)} in ${known})`
}
