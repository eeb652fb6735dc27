/** What a list may do with a field, read off its kind: how it is filtered, whether it can be sorted, how wide it starts. */
import type { Entity } from '../../entity/entity.ts'
import type { Field } from '../../entity/field.ts'
import { inLists, isAge, STANDARD_FIELDS } from '../../entity/names.ts'

/** The filter grammar of wire.ts knows three shapes; the rest can only be asked for emptiness, or not at all. */
export type FilterShape = 'text' | 'any' | 'range'

/** Standard columns worth seeing; who did it stands in the timeline. */
const SHOWN_STANDARD = ['createdAt', 'updatedAt'] as const

export function fieldOf(entity: Pick<Entity, 'fields'>, name: string): Field | undefined {
  const own = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
  if (own) return inLists(own)
  return Object.hasOwn(STANDARD_FIELDS, name) ? STANDARD_FIELDS[name] : undefined
}

/** Names of everything that could be a column, in the order of the definition. */
export function columnNames(entity: Pick<Entity, 'fields'>): string[] {
  const own = Object.entries(entity.fields).filter(([, field]) => field.kind !== 'json' && field.kind !== 'lines' && !field.internal)
  return [...own.map(([name]) => name), ...SHOWN_STANDARD.filter((name) => !(name in entity.fields))]
}

/** A computed field behaves like the kind of its result, a day that is read as an age like a number. */
export function effectiveKind(field: Field): Field['kind'] {
  if (isAge(field)) return 'int'
  if (field.kind !== 'computed') return field.kind
  return field.as === 'text' && field.options ? 'choice' : field.as
}

export function filterShape(field: Field): FilterShape | null {
  switch (effectiveKind(field)) {
    case 'text':
    case 'note':
    case 'serial':
    case 'place':
      return 'text'
    case 'state':
    case 'choice':
    case 'dict':
    case 'ref':
    case 'refs':
    case 'flag':
      return 'any'
    case 'day':
    case 'instant':
    case 'money':
    case 'int':
    case 'decimal':
    case 'rate':
      return 'range'
    default:
      return null
  }
}

const SORTABLE = new Set<Field['kind']>([
  'text',
  'serial',
  'state',
  'choice',
  'dict',
  'ref',
  'day',
  'instant',
  'money',
  'int',
  'decimal',
  'rate',
  'flag',
])
export const sortable = (field: Field): boolean => SORTABLE.has(effectiveKind(field)) && !field.mask

const NUMERIC = new Set<Field['kind']>(['money', 'int', 'decimal', 'rate'])
/** What stands behind a number of this field. */
export const unitOf = (field: Field): string | undefined =>
  isAge(field) ? '天' : field.kind === 'int' || field.kind === 'decimal' ? field.unit : undefined

export const isNumeric = (field: Field): boolean => NUMERIC.has(effectiveKind(field))

/** Options of a field whose values are listed in the definition; dictionaries and references are asked for. */
export function fixedOptions(field: Field): Record<string, string> | null {
  if (field.kind === 'state' || field.kind === 'choice') return field.options
  if (field.kind === 'computed' && field.options) return field.options
  return effectiveKind(field) === 'flag' ? { true: '是', false: '否' } : null
}
