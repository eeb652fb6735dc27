import { describe, expect, it } from 'vitest'
import { checkFormSchema, EMPTY_FORM, FIELD_KINDS, formSchema, type FieldKind } from '../../forms/form.ts'
import { duplicateField, freshName, insertField, moveField, namesOf, newField, removeField, updateField } from './form-ops.ts'

const all = (Object.keys(FIELD_KINDS) as FieldKind[]).reduce(
  (form, kind) => insertField(form, newField(kind, namesOf(form)), form.fields.length),
  EMPTY_FORM,
)

describe('a form on the drawing board', () => {
  it('of one new field of each kind is a form that can be published', () => {
    expect(all.fields).toHaveLength(Object.keys(FIELD_KINDS).length)
    expect(checkFormSchema(all)).toEqual([])
    expect(formSchema.safeParse(all).error?.issues ?? []).toEqual([])
  })
  it('gives each field a code of its own, and not that of one in a table', () => {
    const table = newField('table', [])
    const form = insertField(EMPTY_FORM, table, 0)
    expect(newField('text', namesOf(form)).name).toBe('text2')
    expect(freshName('text', ['text1', 'text9', 'number4'])).toBe('text10')
  })
  it('moves, copies, changes and removes', () => {
    const names = (form: typeof all): string[] => form.fields.map((x) => x.name)
    const small = { fields: all.fields.slice(0, 3) }
    const [a, b, c] = names(small) as [string, string, string]
    expect(names(moveField(small, a, 2))).toEqual([b, c, a])
    expect(moveField(small, a, 9)).toBe(small)
    const twin = duplicateField(small, a)
    expect(names(twin.form)).toEqual([a, twin.name, b, c])
    expect(new Set(names(twin.form)).size).toBe(4)
    expect(names(removeField(small, b))).toEqual([a, c])
    expect(updateField(small, b, (x) => ({ ...x, label: '事由' })).fields[1]!.label).toBe('事由')
  })
})
