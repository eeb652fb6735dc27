/**
 * Columns of a list: the factory's from the definition, changed by the team's default, changed by the user's own setting.
 * Pure: the browser stores a `ColumnSetting[]` on the server and draws a `Column[]`.
 */
import type { Entity } from '../../entity/entity.ts'
import type { Field } from '../../entity/field.ts'
import { columnNames, fieldOf } from './kinds.ts'
import { factoryWidth, MAX_WIDTH, MIN_WIDTH } from './widths.ts'

export type Pin = 'left' | 'right' | null
export type Density = 'compact' | 'middle' | 'large'

/** What is remembered of one column; left-out keys mean "as the factory made it". */
export interface ColumnSetting {
  name: string
  hidden?: boolean
  /** Null: by what the column holds, also where the team's default says otherwise. */
  width?: number | null
  pin?: Pin
}
export interface Column {
  name: string
  label: string
  field: Field
  width: number
  /** Somebody has set the width; every other column is as wide as what it holds (widths.ts). */
  own: boolean
  pin: Pin
  hidden: boolean
  /** The column that links to the record: always shown, always first. */
  key: boolean
}

export { MAX_WIDTH, MIN_WIDTH } from './widths.ts'
const clampWidth = (width: number): number => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))

/** Everything this entity could show: the shown ones first in the order of the view, the others hidden behind them. */
export function factoryColumns(entity: Entity, shown: readonly string[] = entity.list.columns): Column[] {
  const visible = shown.filter((name) => fieldOf(entity, name))
  const names = [...new Set([...visible, ...columnNames(entity)])]
  const key = keyColumn(entity, visible)
  return ordered(
    names.map((name) => {
      const field = fieldOf(entity, name) as Field
      return {
        name,
        label: field.label,
        field,
        width: factoryWidth(field),
        own: false,
        pin: name === key ? 'left' : null,
        hidden: !visible.includes(name),
        key: name === key,
      }
    }),
  )
}

/** The first shown title field, or the first column at all. */
const keyColumn = (entity: Entity, visible: readonly string[]): string | undefined =>
  visible.find((name) => (entity.title as readonly string[]).includes(name)) ?? visible[0]

/**
 * Lays settings over columns, weakest first. A setting written before a release may name columns that are gone
 * (ignored) and lack new ones (they keep their factory neighbour on the left).
 */
export function mergeColumns(factory: readonly Column[], ...settings: (readonly ColumnSetting[] | null | undefined)[]): Column[] {
  let columns = [...factory]
  for (const setting of settings) if (setting && setting.length > 0) columns = laid(columns, setting)
  return ordered(columns)
}

function laid(columns: readonly Column[], setting: readonly ColumnSetting[]): Column[] {
  const byName = new Map(columns.map((column) => [column.name, column]))
  const out: Column[] = []
  for (const one of setting) {
    const column = byName.get(one.name)
    if (!column || out.some((c) => c.name === one.name)) continue
    out.push({
      ...column,
      hidden: column.key ? false : (one.hidden ?? column.hidden),
      ...widthBy(one, column),
      pin: column.key ? 'left' : one.pin === undefined ? column.pin : one.pin,
    })
  }
  columns.forEach((column, index) => {
    if (out.some((c) => c.name === column.name)) return
    const before = columns.slice(0, index).findLast((c) => out.some((o) => o.name === c.name))
    out.splice(before ? out.findIndex((o) => o.name === before.name) + 1 : 0, 0, column)
  })
  return out
}

function widthBy({ width }: ColumnSetting, column: Column): Pick<Column, 'width' | 'own'> {
  if (typeof width === 'number' && Number.isFinite(width)) return { width: clampWidth(width), own: true }
  return width === null ? { width: factoryWidth(column.field), own: false } : { width: column.width, own: column.own }
}

/** Pinned left, then free, then pinned right; the key column before everything. */
function ordered(columns: readonly Column[]): Column[] {
  const rank = (c: Column): number => (c.key ? 0 : c.pin === 'left' ? 1 : c.pin === 'right' ? 3 : 2)
  return columns
    .map((c, i) => ({ c, i }))
    .toSorted((a, b) => rank(a.c) - rank(b.c) || a.i - b.i)
    .map(({ c }) => c)
}

export const shownColumns = (columns: readonly Column[]): Column[] => columns.filter((column) => !column.hidden)

/** Only what differs from `below` (the factory's, or the team's over it) is written; the order always is. */
export function toSettings(columns: readonly Column[], below: readonly Column[]): ColumnSetting[] {
  const origin = new Map(below.map((column) => [column.name, column]))
  return columns.map((column) => {
    const first = origin.get(column.name)
    return {
      name: column.name,
      ...(first?.hidden === column.hidden ? {} : { hidden: column.hidden }),
      ...widthSetting(column, first),
      ...(first?.pin === column.pin ? {} : { pin: column.pin }),
    }
  })
}

function widthSetting(column: Column, first: Column | undefined): Pick<ColumnSetting, 'width'> {
  if (column.own) return first?.own && first.width === column.width ? {} : { width: column.width }
  return first && !first.own ? {} : { width: null }
}

export function moveColumn(columns: readonly Column[], name: string, before: string | null): Column[] {
  const moved = columns.find((column) => column.name === name)
  if (!moved || moved.key || name === before) return [...columns]
  const rest = columns.filter((column) => column.name !== name)
  const at = before === null ? rest.length : rest.findIndex((column) => column.name === before)
  if (at < 0) return [...columns]
  rest.splice(at, 0, moved)
  return ordered(rest)
}

const changeOne = (columns: readonly Column[], name: string, part: Partial<Column>): Column[] =>
  ordered(columns.map((column) => (column.name === name ? { ...column, ...part } : column)))

/** Null: by what it holds again. */
export const setWidth = (columns: readonly Column[], name: string, width: number | null): Column[] =>
  columns.map((column) => (column.name === name ? { ...column, ...widthBy({ name, width: width && clampWidth(width) }, column) } : column))
export const setPin = (columns: readonly Column[], name: string, pin: Pin): Column[] =>
  columns.find((column) => column.name === name)?.key ? [...columns] : changeOne(columns, name, { pin })
export const setHidden = (columns: readonly Column[], name: string, hidden: boolean): Column[] =>
  columns.find((column) => column.name === name)?.key ? [...columns] : changeOne(columns, name, { hidden })

/** All at once, the key column excepted: it always stands first. */
export const setAllHidden = (columns: readonly Column[], names: ReadonlySet<string>, hidden: boolean): Column[] =>
  columns.map((column) => (names.has(column.name) && !column.key ? { ...column, hidden } : column))

/** The server's word for a setting is not trusted: a damaged one must not take the list away. */
export function readSettings(value: unknown): ColumnSetting[] | null {
  if (!Array.isArray(value)) return null
  return value.filter(
    (one): one is ColumnSetting => typeof one === 'object' && one !== null && typeof (one as ColumnSetting).name === 'string',
  )
}
