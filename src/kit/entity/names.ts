/** How names of definitions become names of PostgreSQL. Must agree with kysely's CamelCasePlugin (tested in names.test.ts). */
import type { Entity } from './entity.ts'
import type { Field, Fields, Kind } from './field.ts'

const isUpper = (c: string): boolean => c === c.toUpperCase() && c !== c.toLowerCase()

/** `payCycleMonths` → `pay_cycle_months`; consecutive capitals stay together, digits get no underscore. */
export function snake(name: string): string {
  let out = ''
  for (let i = 0; i < name.length; i++) {
    const c = name[i]!
    if (!isUpper(c)) out += c
    else out += (i > 0 && !isUpper(name[i - 1]!) ? '_' : '') + c.toLowerCase()
  }
  return out
}

/** Words SQL keeps for itself; kysely quotes every name, our DDL quotes these. */
const RESERVED = new Set([
  'user',
  'order',
  'group',
  'check',
  'default',
  'desc',
  'end',
  'from',
  'to',
  'table',
  'limit',
  'offset',
  'when',
  'column',
  'primary',
  'references',
  'union',
  'analyse',
  'analyze',
  'all',
  'any',
  'as',
  'both',
  'case',
  'cast',
  'grant',
  'in',
  'into',
  'not',
  'null',
  'on',
  'only',
  'or',
  'select',
  'some',
  'then',
  'using',
  'where',
  'window',
  'with',
])
export const sqlName = (name: string): string => (RESERVED.has(name) ? `"${name}"` : name)

/** Names that would come back as something else (`a1B` ↔ `a1_b` is fine, `aB_c` is not) are refused at definition time. */
export const isPlainName = (name: string): boolean => /^[a-z][A-Za-z0-9]{0,39}$/.test(name) && !/[A-Z]{2}/.test(name)

/** PostgreSQL cuts names at 63 bytes silently; two cut names could become one. */
export function shortName(...parts: string[]): string {
  const full = parts.join('_')
  if (full.length <= 60) return full
  let hash = 0
  for (let i = 0; i < full.length; i++) hash = (Math.imul(hash, 31) + full.charCodeAt(i)) >>> 0
  return `${full.slice(0, 51)}_${hash.toString(36)}`
}

export const STANDARD = ['id', 'operatorId', 'createdBy', 'createdAt', 'updatedBy', 'updatedAt', 'version', 'deletedAt'] as const
/** Standard columns a person may filter and sort by, with the kind that reads the filter. */
export const STANDARD_FIELDS: Record<string, Field> = {
  id: { kind: 'int', label: '编号', required: true },
  createdBy: { kind: 'ref', label: '创建人', required: false, to: 'user' },
  createdAt: { kind: 'instant', label: '创建时间', required: true },
  updatedBy: { kind: 'ref', label: '修改人', required: false, to: 'user' },
  updatedAt: { kind: 'instant', label: '修改时间', required: true },
}

/** Kept per definition: a list of twenty rows asks for them hundreds of times. */
function perEntity<T>(make: (entity: Entity) => T): (entity: Entity) => T {
  const byEntity = new WeakMap<Entity, T>()
  return (entity) => {
    const known = byEntity.get(entity)
    if (known !== undefined) return known
    const made = make(entity)
    byEntity.set(entity, made)
    return made
  }
}

export const fieldsOf = perEntity((entity): readonly [string, Field][] => Object.entries(entity.fields as Record<string, Field>))
/** Fields of which a row of the wire shows more, or less, than the stored value. */
export const dressedFields = perEntity((entity): readonly [string, Field][] =>
  dressed([...fieldsOf(entity), ...Object.entries(STANDARD_FIELDS)]),
)
export const dressed = (fields: readonly [string, Field][]): readonly [string, Field][] =>
  fields.filter(
    ([, { kind, mask, secret, seenBy }]) => kind === 'ref' || kind === 'refs' || kind === 'lines' || mask !== undefined || secret || seenBy,
  )
/** Whether a field is kept from a person. */
export const unseen = (field: Field, can: (right: string) => boolean): boolean =>
  field.secret === true || (field.seenBy !== undefined && !can(field.seenBy))
export const decimalsOf = perEntity((entity): readonly string[] =>
  fieldsOf(entity).flatMap(([name, field]) => (field.kind === 'decimal' ? [name] : [])),
)
export const fieldOf = (entity: Entity, name: string): Field | undefined =>
  Object.hasOwn(entity.fields, name) ? (entity.fields as Record<string, Field>)[name] : undefined

/** Written by server code alone: no form, import or call of a person fills it in. */
export const isProgramOwned = (field: Field): boolean => field.readOnly === true || field.internal === true || field.secret === true

/** What lines, and a structure that people read, are made of. */
export const partsOf = (field: Field): Fields | null =>
  field.kind === 'lines' ? field.of : field.kind === 'json' ? (field.of ?? null) : null

const aged = new WeakMap<Field, Field>()
/** The field as lists name it: a day that is read there as an age has a name of its own. */
export function inLists(field: Field): Field {
  if (field.kind !== 'day' || !field.age) return field
  const known = aged.get(field) ?? { ...field, label: field.age }
  aged.set(field, known)
  return known
}
export const isAge = (field: Field): boolean => field.kind === 'day' && field.age !== undefined

/** A conditional field (`when`) may be empty although it is required where it applies. */
export const mustBeFilled = (field: Field): boolean => field.required && !field.when && field.kind !== 'computed'

export const isText = (kind: Kind): boolean => kind === 'text' || kind === 'note' || kind === 'serial'
export const isJson = (kind: Kind): boolean => kind === 'files' || kind === 'lines' || kind === 'place' || kind === 'json'
/** Text fields the keyword looks into. Never a masked one: a search that answers yes or no would unmask it letter by letter. */
export const searchedFields = (entity: Entity): string[] =>
  [...new Set([...entity.title, ...(entity.search ?? [])])].filter((name) => {
    const field = fieldOf(entity, name)
    return field !== undefined && isText(field.kind) && !field.mask
  })
/** What a keyword can find: those, and masked ones typed in full. The box of a list names them, and is not there when there are none. */
export const keywordFields = (entity: Entity): Field[] =>
  [...new Set([...entity.title, ...(entity.search ?? [])])].flatMap((name) => {
    const field = fieldOf(entity, name)
    return field && (isText(field.kind) || field.mask) ? [field] : []
  })
export const isTenant = (entity: Entity): boolean => entity.tenant !== 'global'
