/**
 * The closed vocabulary of fields. One field says, once, what a business value is: label, kind, whether it is required,
 * how it is checked, shown, searched and stored. Table, API, form, list, Excel and tests are read off it.
 */
import type { Day } from '../basics/day.ts'
import type { Fen } from '../basics/fen.ts'
import type { TableName } from './tables.ts'

/** Named checks for text, implemented in kit/basics/checks.ts. */
export type Format =
  'plate' | 'vin' | 'idNo' | 'creditCode' | 'mobile' | 'phone' | 'code' | 'bankCard' | 'url' | 'email'

/** What is hidden behind a mask until revealed with a right and an audit line. */
export type Mask = 'mobile' | 'idNo' | 'bankCard' | 'name'

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

export interface FieldOptions {
  required?: boolean
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
  default?: unknown
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
  ref: { to: TableName; filter?: Record<string, unknown>; onDelete?: 'restrict' | 'cascade' }
  refs: { to: TableName; filter?: Record<string, unknown> }
  day: object
  instant: object
  money: object
  int: { unit?: string }
  decimal: { scale: number; unit?: string }
  /** Basis points: 1/10000, shown as percent. */
  rate: object
  flag: object
  files: { accept?: readonly string[]; maxCount?: number }
  lines: { of: Fields }
  place: object
  json: object
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

type Opt<R extends boolean> = Omit<FieldOptions, 'required'> & { required?: R }

function make<V>() {
  return <K extends Kind, R extends boolean>(kind: K, label: string, options: object | undefined): Field<K, V, R> =>
    ({ kind, label, required: false, ...options }) as unknown as Field<K, V, R>
}

export const f = {
  text: <R extends boolean = false>(label: string, o?: Opt<R> & KindExtras['text']) =>
    make<string>()<'text', R>('text', label, o),
  note: <R extends boolean = false>(label: string, o?: Opt<R> & KindExtras['note']) =>
    make<string>()<'note', R>('note', label, o),
  /** Human number: prefix, `{yyyyMMdd}`, `{0000}` sequence per prefix and day. Unique, gap-tolerant, assigned on creation. */
  serial: (label: string, pattern: string, o?: Opt<false>) =>
    make<string>()<'serial', true>('serial', label, { readOnly: true, unique: true, ...o, required: true, pattern }),
  state: <O extends Record<string, string>>(label: string, options: O, initial: keyof O & string, o?: Opt<false>) =>
    make<keyof O & string>()<'state', true>('state', label, { ...o, required: true, readOnly: true, options, initial }),
  choice: <O extends Record<string, string>, R extends boolean = false>(label: string, options: O, o?: Opt<R>) =>
    make<keyof O & string>()<'choice', R>('choice', label, { ...o, options }),
  dict: <R extends boolean = false>(label: string, group: string, o?: Opt<R>) =>
    make<string>()<'dict', R>('dict', label, { ...o, group }),
  ref: <R extends boolean = false>(label: string, to: TableName, o?: Opt<R> & Omit<KindExtras['ref'], 'to'>) =>
    make<number>()<'ref', R>('ref', label, { ...o, to }),
  refs: <R extends boolean = false>(label: string, to: TableName, o?: Opt<R> & Omit<KindExtras['refs'], 'to'>) =>
    make<number[]>()<'refs', R>('refs', label, { ...o, to }),
  day: <R extends boolean = false>(label: string, o?: Opt<R>) => make<Day>()<'day', R>('day', label, o),
  instant: <R extends boolean = false>(label: string, o?: Opt<R>) => make<string>()<'instant', R>('instant', label, o),
  money: <R extends boolean = false>(label: string, o?: Opt<R>) => make<Fen>()<'money', R>('money', label, o),
  int: <R extends boolean = false>(label: string, o?: Opt<R> & KindExtras['int']) =>
    make<number>()<'int', R>('int', label, o),
  decimal: <R extends boolean = false>(label: string, scale: number, o?: Opt<R> & { unit?: string }) =>
    make<number>()<'decimal', R>('decimal', label, { ...o, scale }),
  rate: <R extends boolean = false>(label: string, o?: Opt<R>) => make<number>()<'rate', R>('rate', label, o),
  flag: (label: string, o?: Opt<false>) => make<boolean>()<'flag', true>('flag', label, { default: false, ...o, required: true }),
  files: <R extends boolean = false>(label: string, o?: Opt<R> & KindExtras['files']) =>
    make<FileLink[]>()<'files', R>('files', label, o),
  lines: <L extends Fields, R extends boolean = false>(label: string, of: L, o?: Opt<R>) =>
    make<{ [K in keyof L]: ValueOf<L[K]> }[]>()<'lines', R>('lines', label, { ...o, of }),
  place: <R extends boolean = false>(label: string, o?: Opt<R>) => make<Place>()<'place', R>('place', label, o),
  json: <V = unknown, R extends boolean = false>(label: string, o?: Opt<R>) => make<V>()<'json', R>('json', label, { readOnly: true, ...o }),
  computed: <A extends KindExtras['computed']['as']>(label: string, as: A, sql: string, o?: Opt<false> & { options?: Record<string, string> }) =>
    make<{ text: string; money: Fen; int: number; flag: boolean; day: Day }[A]>()<'computed', false>('computed', label, {
      ...o, readOnly: true, as, sql,
    }),
}
