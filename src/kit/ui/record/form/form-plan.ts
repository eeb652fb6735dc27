/** Which fields a form shows, in which sections, with which first values. Pure: read off the definition. */
import type { Entity } from '../../../entity/entity.ts'
import type { Field, Fields } from '../../../entity/field.ts'
import { isEmpty } from '../../../basics/required.ts'
import type { Values } from './same.ts'
import { changedNames } from './same.ts'

export type FormMode = 'add' | 'edit'

export interface Section {
  heading: string
  names: string[]
}

/** Fields a person may write in this mode. `fixed` ones are shown in an edit form but not written. */
export function writable(field: Field, mode: FormMode): boolean {
  if (field.readOnly || field.kind === 'computed' || field.kind === 'json' || field.kind === 'serial' || field.kind === 'state')
    return false
  return mode === 'add' || !field.fixed
}

/** Is the field part of the form under these values? `when` may look at half-filled values, so it must not break the form. */
export function applies(field: Field, values: Values): boolean {
  if (!field.when) return true
  try {
    return field.when(values)
  } catch {
    return true
  }
}

/** A picker that offers only what belongs to what was chosen before; while nothing is chosen, everything. */
export function narrowed(field: Field, values: Values, fields: Fields = {}): Field {
  if ((field.kind !== 'ref' && field.kind !== 'refs') || !field.within) return field
  const known = Object.entries(field.within).flatMap(([theirs, path]) => {
    const [own = '', shared] = path.split('.')
    const value = values[own]
    if (isEmpty(value)) return []
    if (shared === undefined) return [[theirs, value]]
    const of = fields[own]
    return of?.kind === 'ref' || of?.kind === 'refs' ? [[theirs, `${of.to}.${shared}:${[value].flat().join(',')}`]] : []
  })
  return { ...field, filter: { ...field.filter, ...Object.fromEntries(known) } }
}

/** What was picked for another record goes when that one is changed. */
export const dependents = (fields: Fields, changed: string): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    (field.kind === 'ref' || field.kind === 'refs') && field.within && Object.values(field.within).includes(changed) ? [name] : [],
  )

/** `can`: a field that takes a function of its own is asked of nobody else. */
export function formSections(entity: Entity<any>, mode: FormMode, values: Values, can: (right: string) => boolean): Section[] {
  return Object.entries(entity.form)
    .map(([heading, names]) => ({
      heading,
      names: (names as readonly string[]).filter((name) => {
        const field = entity.fields[name]
        return (
          field &&
          (!field.seenBy || can(field.seenBy)) &&
          applies(field, values) &&
          (writable(field, mode) || (mode === 'edit' && field.fixed === true))
        )
      }),
    }))
    .filter((section) => section.names.length > 0)
}

/** Every field the form could ever write, whether shown now or not. */
export function writableNames(entity: Entity<any>, mode: FormMode): string[] {
  const listed = new Set(Object.values(entity.form).flat() as string[])
  return Object.keys(entity.fields).filter((name) => listed.has(name) && writable(entity.fields[name] as Field, mode))
}

export function firstValue(field: Field): unknown {
  if (field.default !== undefined) return field.default
  if (field.kind === 'flag') return field.open === undefined ? false : null
  if (field.kind === 'files' || field.kind === 'lines' || field.kind === 'refs') return []
  return null
}

export const firstValues = (fields: Fields): Values =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, firstValue(field)]))

/**
 * What the form starts from: defaults and given values (from a link) when adding; the whole record when editing,
 * because conditions look at fields this form does not write. Without them `when` would say no and empty good values.
 */
export function startingValues(entity: Entity<any>, mode: FormMode, from: Values): Values {
  const names = mode === 'add' ? writableNames(entity, mode) : Object.keys(entity.fields)
  return Object.fromEntries(
    names.map((name) => {
      const given = from[name]
      return [name, given === undefined ? (mode === 'add' ? firstValue(entity.fields[name] as Field) : null) : given]
    }),
  )
}

/** The values as they will be stored: a field whose condition does not hold is empty, so nothing stays behind invisibly. */
export function effective(entity: Entity<any>, mode: FormMode, values: Values): Values {
  return Object.fromEntries(
    writableNames(entity, mode).map((name) => {
      const field = entity.fields[name] as Field
      return [name, applies(field, values) ? plain(field, values[name]) : field.kind === 'flag' ? false : null]
    }),
  )
}

/** The same for the inputs of an action. Empty ones are left out. */
export const effectiveOf = (fields: Fields, values: Values): Values =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name, field]) => applies(field, values) && !isEmpty(values[name]))
      .map(([name, field]) => [name, plain(field, values[name])]),
  )

/** Lines come with labels of their references (`x$`), which are for reading only. */
function plain(field: Field, value: unknown): unknown {
  if (field.kind !== 'lines' || !Array.isArray(value)) return value ?? null
  return value.map((line) =>
    Object.fromEntries(
      Object.entries(line as Values).filter(([name]) => Object.hasOwn(field.of, name) && field.of[name]?.kind !== 'computed'),
    ),
  )
}

/** What is sent. When editing only what changed travels: a masked value shown but untouched must never be written back. */
export function payload(entity: Entity<any>, mode: FormMode, values: Values, base: Values): Values {
  const stored = effective(entity, mode, values)
  const names =
    mode === 'add'
      ? Object.keys(stored).filter((name) => !isEmpty(stored[name]))
      : changedNames(Object.keys(stored), effectiveBase(entity, base), stored)
  return Object.fromEntries(names.map((name) => [name, stored[name]]))
}

/** Compared without the labels, otherwise untouched lines would look changed. */
const effectiveBase = (entity: Entity<any>, base: Values): Values =>
  Object.fromEntries(
    Object.entries(base).map(([name, value]) => [name, entity.fields[name] ? plain(entity.fields[name] as Field, value) : value]),
  )

/** `?store=3` of an add page: only fields the form writes, read by kind; anything unreadable is left out. */
export function presetFromQuery(entity: Entity<any>, query: Values): Values {
  const out: Values = {}
  for (const name of writableNames(entity, 'add')) {
    const text = query[name]
    if (typeof text !== 'string' || text === '') continue
    const value = readPreset(entity.fields[name] as Field, text)
    if (value !== undefined) out[name] = value
  }
  return out
}

function readPreset(field: Field, text: string): unknown {
  switch (field.kind) {
    case 'ref':
    case 'int':
    case 'money':
    case 'rate':
      return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined
    case 'refs':
      return text.split(',').every((part) => /^\d{1,15}$/.test(part)) ? text.split(',').map(Number) : undefined
    case 'choice':
      return Object.hasOwn(field.options, text) ? text : undefined
    case 'day':
      return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined
    case 'text':
    case 'note':
    case 'dict':
      return text
    case 'flag':
      return text === 'true' ? true : text === 'false' ? false : undefined
    default:
      return undefined
  }
}
