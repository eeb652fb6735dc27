/**
 * The closed vocabulary of fields. One field says, once, what a business value is: label, kind, whether it is required,
 * how it is checked, shown, searched and stored. Table, API, form, list, Excel and tests are read off it.
 */
import type { Day } from '../basics/time/day.ts'
import type { Fen } from '../basics/fen.ts'
import type { TableName } from './tables.ts'

/** Named checks for text, implemented in kit/basics/identifiers/checks.ts. */
export type Format = 'plate' | 'vin' | 'idNo' | 'creditCode' | 'mobile' | 'phone' | 'code' | 'bankCard' | 'url' | 'email' | 'deviceNo'

/** What is hidden behind a mask until revealed with a right and an audit line. */
export type Mask = 'mobile' | 'idNo' | 'bankCard' | 'name' | 'email'

export interface Place {
  address: string
  code?: string
  lng?: number
  lat?: number
}
export interface FileLink {
  id: string
  name: string
  mime: string
  size: number
}

interface FieldOptions {
  required?: boolean
  /** What it is called where the record says of what kind it is: the name of a person or of a company. Columns keep the label. */
  labelBy?: { field: string; as: Readonly<Record<string, string>> }
  /** Unique among live rows of one operator. The string is the sentence shown on a duplicate; 1501 when `certificate`. */
  unique?: boolean | string
  certificate?: boolean
  hint?: string
  /** May be edited in the list cell (rule: never a state). */
  quick?: boolean
  /** Never in forms or imports; written by server code only. */
  readOnly?: boolean
  /** Shown in forms of new records only; fixed afterwards. */
  fixed?: boolean
  /** For the program alone (keys against doubling, hashes, counters): people meet it on no page, and no call of theirs writes it. */
  internal?: boolean
  /** Never leaves the server, and no person writes it: in no row, line of the log, column, filter or file (what is sent to somebody else, and may hold a one-time code). */
  secret?: boolean
  /**
   * Function code it takes to see or to write this one field; without it the field is in no row, form, history or file. For nobody it
   * is a column, a filter or an order: rows would be told by it. What divides whole rows is `seenBy` of the entity.
   */
  seenBy?: string
  /** Changed by one person, it waits for another: where money goes. */
  twoPeople?: true
  default?: unknown
  /**
   * What a new form begins with for whoever types: himself, the one record of the kind he belongs to, the day or moment of now, or what
   * he chose last time. Never for what somebody must look at first: evidence begins empty.
   */
  begins?: 'me' | 'mine' | 'now' | 'last'
  width?: number
  mask?: Mask
  min?: number
  max?: number
  /** Condition on the other values of the same record: when false the form hides it and it may be empty. */
  when?: (values: Record<string, unknown>) => boolean
}

interface KindExtras {
  text: { format?: Format; maxLength?: number }
  note: { maxLength?: number }
  serial: { pattern: string }
  state: { options: Record<string, string>; initial: string }
  choice: { options: Record<string, string> }
  dict: { group: string }
  /**
   * `within`: the picker offers what shares a value with this record: field of the other → field of this one; `product.model` →
   * `vehicles.model`: what those refer to. The server still judges.
   */
  ref: { to: TableName; filter?: Record<string, unknown>; within?: Record<string, string>; onDelete?: 'restrict' | 'cascade' }
  refs: { to: TableName; filter?: Record<string, unknown>; within?: Record<string, string> }
  /**
   * `exclusive`: stored as the day after the last, like every end of a range; people read and write the last day itself. `age`: lists read
   * it under this name as the days since then, and are filtered by their number (「闲置天数」 of the day a vehicle came back).
   */
  day: { exclusive?: boolean; age?: string }
  instant: object
  /** `each`: a price of one (a piece, an hour, a month), which lines of a record do not add up. */
  money: { each?: true }
  int: { unit?: string }
  decimal: { scale: number; unit?: string }
  /** Basis points: 1/10000, shown as percent. */
  rate: object
  /** `open`: what it says while nobody has answered (待检查); then there is no answer beforehand, and one that is required must be given. */
  flag: { open?: string }
  /** `drawn`: one picture, written by hand on the screen (a signature) instead of chosen. */
  files: { accept?: readonly string[]; maxCount?: number; drawn?: boolean }
  lines: { of: Fields }
  place: object
  /**
   * `shape`: its JSON Schema, for the description of the API; what counts is checked by its module. `of`: what people read of it, each part
   * under its name: of one object, or of each in a list.
   */
  json: { shape?: Readonly<Record<string, unknown>>; of?: Fields }
  /** A stored generated column: SQL over columns of the same row. Never written. */
  computed: { as: 'text' | 'money' | 'int' | 'flag' | 'day'; sql: string; options?: Record<string, string> }
}
export type Kind = keyof KindExtras

export type Field<K extends Kind = Kind, V = unknown, R extends boolean = boolean> = {
  [P in K]: { kind: P; label: string; required: R; readonly value?: V } & Omit<FieldOptions, 'required'> & KindExtras[P]
}[K]
export type Fields = Record<string, Field>

/** The value of a field in a row: `null` when empty and not required. */
export type ValueOf<F> = F extends { required: infer R; value?: infer V } ? (R extends true ? V : V | null) : never

type Without<X> = Omit<FieldOptions, 'required'> & X
type Optional<X> = Without<X> & { required?: false }
type Required<X> = Without<X> & { required: true }

/** Overloads instead of a generic `required`: the answer must not be widened by the place the call stands in. */
interface Maker<K extends Kind, V, X> {
  (label: string, o: Required<X>): Field<K, V, true>
  (label: string, o?: Optional<X>): Field<K, V, false>
}

const build = (kind: Kind, label: string, options: object | undefined): never => ({ kind, label, required: false, ...options }) as never

const maker =
  <K extends Kind, V, X = KindExtras[K]>(kind: K): Maker<K, V, X> =>
  (label: string, o?: object) =>
    build(kind, label, o)

function choice<const O extends Record<string, string>>(
  label: string,
  options: O,
  o: Required<object>,
): Field<'choice', keyof O & string, true>
function choice<const O extends Record<string, string>>(
  label: string,
  options: O,
  o?: Optional<object>,
): Field<'choice', keyof O & string, false>
function choice(label: string, options: object, o?: object): unknown {
  return build('choice', label, { ...o, options })
}
function dict(label: string, group: string, o: Required<object>): Field<'dict', string, true>
function dict(label: string, group: string, o?: Optional<object>): Field<'dict', string, false>
function dict(label: string, group: string, o?: object): unknown {
  return build('dict', label, { ...o, group })
}
function ref(label: string, to: TableName, o: Required<Omit<KindExtras['ref'], 'to'>>): Field<'ref', number, true>
function ref(label: string, to: TableName, o?: Optional<Omit<KindExtras['ref'], 'to'>>): Field<'ref', number, false>
function ref(label: string, to: TableName, o?: object): unknown {
  return build('ref', label, { ...o, to })
}
function refs(label: string, to: TableName, o: Required<Omit<KindExtras['refs'], 'to'>>): Field<'refs', number[], true>
function refs(label: string, to: TableName, o?: Optional<Omit<KindExtras['refs'], 'to'>>): Field<'refs', number[], false>
function refs(label: string, to: TableName, o?: object): unknown {
  return build('refs', label, { ...o, to })
}
function decimal(label: string, scale: number, o: Required<{ unit?: string }>): Field<'decimal', number, true>
function decimal(label: string, scale: number, o?: Optional<{ unit?: string }>): Field<'decimal', number, false>
function decimal(label: string, scale: number, o?: object): unknown {
  return build('decimal', label, { ...o, scale })
}
type Line<L extends Fields> = { [K in keyof L]: ValueOf<L[K]> }
function lines<L extends Fields>(label: string, of: L, o: Required<object>): Field<'lines', Line<L>[], true>
function lines<L extends Fields>(label: string, of: L, o?: Optional<object>): Field<'lines', Line<L>[], false>
function lines(label: string, of: Fields, o?: object): unknown {
  return build('lines', label, { ...o, of })
}
function flag(label: string, o: Required<{ open: string }>): Field<'flag', boolean, true>
function flag(label: string, o: Optional<{ open: string }>): Field<'flag', boolean, false>
function flag(label: string, o?: Optional<{ open?: undefined }>): Field<'flag', boolean, true>
function flag(label: string, o?: { open?: string | undefined }): unknown {
  return o?.open === undefined ? build('flag', label, { default: false, ...o, required: true }) : build('flag', label, o)
}
function json<V = unknown>(label: string, o: Required<KindExtras['json']>): Field<'json', V, true>
function json<V = unknown>(label: string, o?: Optional<KindExtras['json']>): Field<'json', V, false>
function json(label: string, o?: object): unknown {
  return build('json', label, { readOnly: true, ...o })
}

interface ComputedValues {
  text: string
  money: Fen
  int: number
  flag: boolean
  day: Day
}

export const f = {
  text: maker<'text', string>('text'),
  note: maker<'note', string>('note'),
  /** Human number: prefix, `{yyyyMMdd}`, `{0000}` sequence per prefix and day. Unique, gap-tolerant, assigned on creation. */
  serial: (label: string, pattern: string, o?: Optional<object>): Field<'serial', string, true> =>
    build('serial', label, { readOnly: true, unique: true, ...o, required: true, pattern }),
  state: <const O extends Record<string, string>>(
    label: string,
    options: O,
    initial: keyof O & string,
    o?: Optional<object>,
  ): Field<'state', keyof O & string, true> => build('state', label, { ...o, required: true, readOnly: true, options, initial }),
  choice,
  dict,
  ref,
  refs,
  day: maker<'day', Day>('day'),
  instant: maker<'instant', string>('instant'),
  money: maker<'money', Fen>('money'),
  int: maker<'int', number>('int'),
  decimal,
  rate: maker<'rate', number>('rate'),
  flag,
  files: maker<'files', FileLink[]>('files'),
  lines,
  place: maker<'place', Place>('place'),
  json,
  computed: <A extends keyof ComputedValues>(
    label: string,
    as: A,
    sql: string,
    o?: Optional<{ options?: Record<string, string> }>,
  ): Field<'computed', ComputedValues[A], false> => build('computed', label, { ...o, readOnly: true, as, sql }),
}

/** The field under the name it has in a record with these values. */
export function namedIn(field: Field, values: Readonly<Record<string, unknown>>): Field {
  const { labelBy } = field as FieldOptions
  const label = labelBy?.as[String(values[labelBy.field])]
  return label ? { ...field, label } : field
}
