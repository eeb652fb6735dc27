/** A designed field as a field of the kit, so that it is shown and typed like every other field of the house. */
import { f, type Field, type Fields } from '#kit/entity/field.ts'
import type { TableName } from '#kit/entity/tables.ts'
import type { FormField, FormSchema } from './form.ts'
import type { FieldPermission } from '../engine/definition.ts'

/** Colleagues to choose from: approval's own list, because whoever hands a task over needs no right on users. No table, but pickers ask by name alike. */
export const PEOPLE = 'approvalPeople' as string as TableName

const ENTITY: Partial<Record<FormField['kind'], TableName>> = {
  person: PEOPLE,
  department: 'dept',
  store: 'store',
  vehicle: 'vehicle',
  lessee: 'lessee',
  contract: 'contract',
}
export const entityOfKind = (kind: FormField['kind']): TableName | null => ENTITY[kind] ?? null
/** What is known of the starter besides the form, by the path an expression names it with. */
export const STARTER_REFS: Readonly<Record<string, TableName>> = { 'starter.stores': 'store', 'starter.roles': 'role' }

/** Null: the kit has no such control (`range`, `choices`, `signature`, `hint`); the renderer has its own. */
export function kitField(x: FormField): Field | null {
  const o = {
    ...(x.help ? { hint: x.help } : {}),
    ...(x.times ? { readOnly: true } : {}),
    required: (x.required ?? false) && !x.times,
  } as { required: false }
  const limits = { ...o, ...(x.min === undefined ? {} : { min: x.min }), ...(x.max === undefined ? {} : { max: x.max }) }
  switch (x.kind) {
    case 'text':
      return f.text(x.label, { ...o, maxLength: x.max ?? 200 })
    case 'note':
      return f.note(x.label, { ...o, maxLength: x.max ?? 2000 })
    case 'number':
      return f.decimal(x.label, x.scale ?? 0, { ...limits, ...(x.unit ? { unit: x.unit } : {}) })
    case 'money':
      return f.money(x.label, limits)
    case 'date':
      return f.day(x.label, o)
    case 'choice':
      return f.choice(x.label, Object.fromEntries((x.options ?? []).map((option) => [option.value, option.label])), o)
    case 'flag':
      return f.flag(x.label, x.help ? { hint: x.help } : {})
    case 'table':
      return f.lines(x.label, columnsOf(x), o)
    case 'attachment':
      return f.files(x.label, { ...o, maxCount: x.max ?? 20 } as typeof o)
    case 'person':
    case 'department':
    case 'store':
    case 'vehicle':
    case 'lessee':
    case 'contract':
      return x.multiple ? f.refs(x.label, ENTITY[x.kind]!, o) : f.ref(x.label, ENTITY[x.kind]!, o)
    default:
      return null
  }
}

/** Columns the kit can show in a line; a column of another kind is typed as text would be wrong, so it is left to the designer not to offer it. */
const columnsOf = (table: FormField): Fields =>
  Object.fromEntries(
    (table.columns ?? []).flatMap((c) => {
      const field = kitField(c)
      return field ? [[c.name, field]] : []
    }),
  )
export const COLUMN_KINDS = [
  'text',
  'number',
  'money',
  'date',
  'choice',
  'person',
  'department',
  'store',
  'vehicle',
  'lessee',
  'contract',
] as const

export const permissionOf = (
  permissions: Readonly<Record<string, FieldPermission>> | undefined,
  name: string,
  whole: FieldPermission,
): FieldPermission => permissions?.[name] ?? whole

export const firstFormValues = (form: FormSchema): Record<string, unknown> =>
  Object.fromEntries(form.fields.filter((x) => x.default !== undefined && x.default !== null).map((x) => [x.name, x.default]))
