/** One definition per business thing (DESIGN, idea 1). Pure: runs in the server, the browser and tests. */
import type { Check } from '../basics/identifiers/checks.ts'
import type { Moves } from '../action/money.ts'
import type { Field, Fields } from './field.ts'
import type { ValuesOf } from './tables.ts'

export type Sort = string // '-startOn,no': field names, '-' = descending; the id is always the last key
export type Filter = Record<string, unknown> // fixed filter of a view: field → value | value[] | {from,to} | null
type Wanted<V> = V extends readonly (infer One)[] ? One : V extends boolean ? boolean : V
/** The same of known fields: a misspelt field or word of a choice does not compile. */
export type FilterOf<Values> = {
  readonly [K in keyof Values | 'createdAt' | 'createdBy' | 'id']?: K extends keyof Values
    ? FilterValue<Wanted<NonNullable<Values[K]>>>
    : unknown
}
type FilterValue<V> = V | readonly V[] | null | { readonly from?: V | number; readonly to?: V | number }

interface ListSpec<F extends Fields> {
  columns: readonly (keyof F & string)[]
  filters?: readonly (keyof F & string)[]
  sort?: Sort
  /** Tabs above the list: name → fixed filter. Shown with counts. */
  quick?: Record<string, FilterOf<ValuesOf<NoInfer<F>>>>
  /** Sums shown under the list for the whole filtered set. */
  totals?: readonly (keyof F & string)[]
  /** Rows that are listed and do not count in the sums: field → values, or a field that refers → the other entity's field → values. */
  totalsWithout?: Partial<Record<keyof F & string, readonly string[] | Readonly<Record<string, readonly string[]>>>>
  /** What comes in and what goes out is no sum: sums are told of a list, and of chosen rows, of one value of this field alone. */
  totalsEach?: keyof F & string
  /** For lists of millions: fields the sums are kept by, so that filters on these alone are added up at once and exactly. */
  totalsBy?: readonly (keyof F & string)[]
  /** Left tree that filters the list (a ref field to a tree entity). */
  tree?: keyof F & string
}

export interface EntitySpec<F extends Fields> {
  /** Table, API path and type name: camelCase, a word of the field. */
  name: string
  label: string
  /** Resource code of the screen whose rights rule this entity; its functions are `${right}_add` and so on. */
  right: string
  /** 'operator' (default): rows belong to one operator company, row-level security; 'global': shared by all. */
  tenant?: 'operator' | 'global'
  /**
   * Data-permission dimensions → the field (or standard column) holding the value; `vehicle.store`: that of the record referred to,
   * where the row goes along when it moves (`product.stores[]`: there it is several); `vehicle:source.store`: that of the vehicles that
   * refer to this record; `stores?`: a row without a value, or that nobody refers to, belongs to everybody. Null: rows of the whole
   * company (its totals, its contracts with others), which whoever is held to some stores does not see.
   */
  scope?: Partial<Record<Dimension, string | null>>
  /**
   * Rows that only some may see at all: a field and, by its value, the function code it takes (应收 by one, 应付 by another). Nowhere:
   * not in lists, sums, details, files or reports.
   */
  seenBy?: { field: keyof F & string; rights: Readonly<Record<string, string>> }
  /**
   * Rows that are letters: each is seen by the person in `to`, and by whoever sent it along with the record in `with`. No page, no data
   * permission and no administrator shows one to anybody else.
   */
  letter?: { to: keyof F & string; with: keyof F & string }
  /** Fields that name a record in pickers, tabs and messages. */
  title: readonly (keyof F & string)[]
  /** Fields searched by keyword (besides pinyin of the title). */
  search?: readonly (keyof F & string)[]
  /**
   * Fields that refer to others by which the keyword finds as well: a bill by the name, the plate, the number of a contract.
   * Looked up in the indexes of those, so that a million rows are never walked.
   */
  searchThrough?: readonly (keyof F & string)[]
  /**
   * Colleagues and where they work: chosen by whoever's pages refer to them, within the data permission of those pages, whether or not his
   * own list of them shows fewer.
   */
  chosenByPages?: true
  /** What a person tells two records apart by when choosing one: stands below the name in every picker. */
  pick?: readonly (keyof F & string)[]
  /**
   * A record people ask about in a word, by its plate or its name: it has a card (kit/entity/card). Fields of its own that stand on
   * it, its picture and the number it is called by; what others know of it, modules say (`provides.cards`).
   */
  card?: { shows: readonly (keyof F & string)[]; photo?: keyof F & string; phone?: keyof F & string }
  /** Papers made of one record (`provides.papers`): code → what people call it. */
  papers?: Readonly<Record<string, string>>
  /** The one paper of many records together (a fleet's handover): its code, and what people call it. */
  paperOfMany?: { kind: string; label: string }
  fields: F
  /** Across fields; the same function in form, API and import. */
  // Method syntax on purpose: bivariant, so that Entity<Specific> is an Entity.
  check?(values: ValuesOf<F>): Check | AtField<keyof F & string>
  unique?: readonly { fields: readonly (keyof F & string)[]; message: string }[]
  indexes?: readonly (readonly string[])[]
  /** Fields that need no index though one refers, filters or states by them: the rows are only looked at under another record, and every index is paid for by each write. */
  unindexed?: readonly (keyof F & string)[]
  list: ListSpec<F>
  /** Sections of the form (and of the detail): heading → fields. */
  form: Record<string, readonly (keyof F & string)[]>
  /** What a record being typed comes to: stands on the button that saves it (kit/action/money.ts). */
  money?: Moves
  /** The action that mostly follows saving, `submit` unless it says otherwise: whoever may do both does both by one button. */
  next?: string
  /** What general writing is allowed: 'full' (default), 'append' (insert only, ledgers), 'none' (only actions and server code). */
  writes?: 'full' | 'append' | 'none'
  /**
   * Whoever added a record may read for a day what he typed behind its masks, as long as nobody has changed it. Only where a person
   * types all of it: what the program filled in from elsewhere was never his.
   */
  readBack?: true
  /** Lists of other entities shown as tabs of the detail: entity name → its field that refers here. */
  children?: readonly { entity: string; by: string; label: string }[]
  /** Parent field of a tree entity. */
  tree?: keyof F & string
}

/** What a rule across fields finds, and the field it is corrected at: the sentence is read there, by people and in Excel. */
export interface AtField<Name extends string = string> {
  at: Name
  reason: string
}

export interface ScopePath {
  /** Entity whose rows refer to this one; null: `field` is this one's own. */
  from: string | null
  field: string
  of: string | null
  /** `of` holds several. */
  many: boolean
  shared: boolean
}
/** `field`, `field.of`, `field.of[]` or `from:field.of`, each with `?` or without. */
export function scopePath(path: string): ScopePath {
  const [way = '', of = null] = path.replace(/\?$/, '').split('.')
  const [from, field] = way.includes(':') ? (way.split(':') as [string, string]) : [null, way]
  return { from, field, of: of?.replace('[]', '') ?? null, many: path.includes('[]'), shared: path.endsWith('?') }
}

/** Data-permission dimensions known to the kit by shape, not by meaning. */
export type Dimension = 'store' | 'dept' | 'owner' | 'region' | 'channel' | 'operator'

/** A definition as everybody reads it: only `fields` and the name keep their exact types, so that Entity<Specific> is an Entity. */
export interface Entity<F extends Fields = Fields, N extends string = string> extends Omit<
  EntitySpec<Fields>,
  'name' | 'fields' | 'check'
> {
  readonly name: N
  readonly fields: F
  check?(values: object): Check | AtField
  readonly state: string | null
}

const keptBack = (fields: Fields): string[] => Object.entries(fields).flatMap(([name, field]) => ((field as Field).seenBy ? [name] : []))

export function defineEntity<const F extends Fields, const N extends string>(spec: EntitySpec<F> & { name: N }): Entity<F, N> {
  const states = Object.entries(spec.fields).filter(([, field]) => (field as Field).kind === 'state')
  if (states.length > 1) throw new Error(`${spec.name}: one state field at most; use a second entity or a choice`)
  for (const name of keptBack(spec.fields)) {
    const open = [
      ...spec.list.columns,
      ...(spec.list.filters ?? []),
      ...(spec.list.totals ?? []),
      ...spec.title,
      ...(spec.search ?? []),
      ...Object.values(spec.list.quick ?? {}).flatMap((q) => Object.keys(q)),
    ]
    const { kind, required } = spec.fields[name] as Field
    if (open.includes(name) || (required && kind !== 'flag'))
      throw new Error(`${spec.name}: ${name} takes a function to see, so it is no column, filter, name or required`)
  }
  return { ...(spec as unknown as Entity<F, N>), state: states[0]?.[0] ?? null }
}

/** Function code of a standard verb of an entity, e.g. `vehicleList_add`. */
export const functionCode = (right: string, verb: string): string => `${right}_${verb}`

export const STANDARD_VERBS = { add: '新增', edit: '修改', delete: '删除', import: '导入', export: '导出', reveal: '查看完整信息' } as const
