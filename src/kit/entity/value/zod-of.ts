/** A definition as a zod schema: for OpenAPI only. What counts is checkValues, which also speaks Chinese. */
import { z } from 'zod'
import type { Entity } from '../entity.ts'
import type { Field, Fields } from '../field.ts'
import { fieldsOf, isProgramOwned } from '../names.ts'

export function shapeOf(field: Field): z.ZodType {
  switch (field.kind) {
    case 'state':
    case 'choice':
      return z.enum(Object.keys(field.options) as [string, ...string[]])
    case 'ref':
      return z.int().positive()
    case 'refs':
      return z.array(z.int().positive())
    case 'day':
      return z.iso.date()
    case 'instant':
      return z.iso.datetime({ offset: true })
    case 'money':
    case 'int':
    case 'rate':
    case 'decimal': {
      const number = field.kind === 'decimal' ? z.number() : z.int()
      const low = field.min === undefined ? number : number.min(field.min)
      return field.max === undefined ? low : low.max(field.max)
    }
    case 'flag':
      return z.boolean()
    case 'files':
      return z.array(z.object({ id: z.string(), name: z.string().optional(), mime: z.string().optional(), size: z.number().optional() }))
    case 'lines':
      return z.array(zodOfFields(field.of))
    case 'place':
      return z.object({ address: z.string(), code: z.string().optional(), lng: z.number().optional(), lat: z.number().optional() })
    case 'json':
      return field.shape ? z.unknown().meta(field.shape) : z.unknown()
    default:
      return z.string().max((field as { maxLength?: number }).maxLength ?? (field.kind === 'note' ? 5000 : 200))
  }
}

/** Label, unit, options and hint, for whoever reads the description. */
export const note = (field: Field): string => {
  const options =
    field.kind === 'state' || field.kind === 'choice'
      ? `（${Object.entries(field.options)
          .map(([k, v]) => `${k}=${v}`)
          .join('，')}）`
      : ''
  const unit =
    field.kind === 'money'
      ? '（分）'
      : field.kind === 'rate'
        ? '（万分之一）'
        : field.kind === 'day' && field.exclusive
          ? '（不含该日）'
          : ''
  return `${field.label}${unit}${options}${field.hint ? `：${field.hint}` : ''}`
}

export function zodOfFields(fields: Fields, optional = false): z.ZodObject {
  const shape: Record<string, z.ZodType> = {}
  for (const [name, field] of Object.entries(fields as Record<string, Field>)) {
    if (field.kind === 'computed' || field.readOnly) continue
    const base = shapeOf(field)
    const needed = field.required && !field.when && !optional && field.default === undefined
    shape[name] = (needed ? base : base.nullish()).describe(note(field))
  }
  return z.strictObject(shape)
}

export const zodOf = (entity: Entity, mode: 'add' | 'edit'): z.ZodObject =>
  zodOfFields(Object.fromEntries(fieldsOf(entity).filter(([, field]) => !isProgramOwned(field))), mode === 'edit')
