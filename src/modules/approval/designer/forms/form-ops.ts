/** Changing a form: fields in a row, each with a code that stays its own. */
import { FIELD_KINDS, type FieldKind, type FormField, type FormSchema } from '../../forms/form.ts'

/** `text3`: a code no field (or column) of the form has; numbers go up, so a deleted field's code does not come back at once. */
export function freshName(kind: FieldKind, taken: Iterable<string>): string {
  let most = 0
  for (const name of taken) {
    const match = new RegExp(`^${kind}(\\d+)$`).exec(name)
    if (match) most = Math.max(most, Number(match[1]))
  }
  return `${kind}${most + 1}`
}
export const namesOf = (form: FormSchema): string[] => form.fields.flatMap((x) => [x.name, ...(x.columns ?? []).map((c) => c.name)])

const HALF: readonly FieldKind[] = [
  'text',
  'number',
  'money',
  'date',
  'choice',
  'flag',
  'person',
  'department',
  'store',
  'vehicle',
  'lessee',
  'contract',
]

export function newField(kind: FieldKind, taken: Iterable<string>): FormField {
  const names = [...taken]
  const base: FormField = { name: freshName(kind, names), label: FIELD_KINDS[kind], kind, ...(HALF.includes(kind) ? { half: true } : {}) }
  if (kind === 'choice' || kind === 'choices')
    return {
      ...base,
      options: [
        { value: 'a', label: '选项一' },
        { value: 'b', label: '选项二' },
      ],
    }
  if (kind === 'table')
    return {
      ...base,
      columns: [
        { name: freshName('text', names), label: '名称', kind: 'text', required: true },
        { name: freshName('money', names), label: '金额', kind: 'money', required: true, sum: true },
      ],
    }
  if (kind === 'hint') return { ...base, text: '请填写说明文字' }
  return base
}

export const insertField = (form: FormSchema, field: FormField, at: number): FormSchema => ({ fields: form.fields.toSpliced(at, 0, field) })
export const updateField = (form: FormSchema, name: string, change: (field: FormField) => FormField): FormSchema => ({
  fields: form.fields.map((x) => (x.name === name ? change(x) : x)),
})
export const removeField = (form: FormSchema, name: string): FormSchema => ({ fields: form.fields.filter((x) => x.name !== name) })

export function moveField(form: FormSchema, name: string, to: number): FormSchema {
  const from = form.fields.findIndex((x) => x.name === name)
  if (from < 0 || from === to || to < 0 || to >= form.fields.length) return form
  return { fields: form.fields.toSpliced(from, 1).toSpliced(to, 0, form.fields[from]!) }
}

/** A twin behind it, with codes of its own. */
export function duplicateField(form: FormSchema, name: string): { form: FormSchema; name: string } {
  const at = form.fields.findIndex((x) => x.name === name)
  const field = form.fields[at]
  if (!field) return { form, name }
  const own = freshName(field.kind, namesOf(form))
  return { form: insertField(form, { ...field, name: own, label: `${field.label}（副本）`.slice(0, 40) }, at + 1), name: own }
}
