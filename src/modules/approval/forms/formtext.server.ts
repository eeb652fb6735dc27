/** Values of a form as people read them: names instead of ids, money in yuan. For summaries, history and print sheets. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { formatFen } from '#kit/basics/fen.ts'
import type { Entity } from '#kit/entity/entity.ts'
import type { FileLink } from '#kit/entity/field.ts'
import { titlesOf } from '#kit/entity/query/labels.server.ts'
import { asText } from '#kit/basics/text.ts'
import type { FormField, FormSchema, FormValues, RangeValue } from './form.ts'

const TO: Partial<Record<FormField['kind'], string>> = {
  person: 'user',
  department: 'dept',
  store: 'store',
  vehicle: 'vehicle',
  lessee: 'lessee',
  contract: 'contract',
}
export type Names = ReadonlyMap<string, ReadonlyMap<number, string>>

const idsOf = (value: unknown): number[] => [value].flat().filter((x): x is number => typeof x === 'number')

function wanted(fields: readonly FormField[], values: FormValues, into: Map<string, Set<number>>): void {
  for (const f of fields) {
    const value = values[f.name]
    if (f.kind === 'table' && Array.isArray(value)) for (const row of value as FormValues[]) wanted(f.columns ?? [], row ?? {}, into)
    const to = TO[f.kind]
    if (to) into.set(to, new Set([...(into.get(to) ?? []), ...idsOf(value)]))
  }
}

/** Names of everything these values point to. */
export async function formNames(tx: Tx, ctx: Context, form: FormSchema, ...all: readonly FormValues[]): Promise<Names> {
  const ids = new Map<string, Set<number>>()
  for (const values of all) wanted(form.fields, values, ids)
  const names = new Map<string, ReadonlyMap<number, string>>()
  const known = new Set(ctx.registry.entities().map((s) => (s.entity as Entity).name))
  for (const [entity, of] of ids) if (of.size && known.has(entity)) names.set(entity, await titlesOf(tx, ctx, entity, [...of]))
  return names
}

const named = (f: FormField, value: unknown, names: Names): string =>
  idsOf(value)
    .map((id) => names.get(TO[f.kind]!)?.get(id) ?? `#${id}`)
    .join('、')
const option = (f: FormField, value: unknown): string => f.options?.find((o) => o.value === value)?.label ?? String(value)

export function valueText(f: FormField, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return ''
  switch (f.kind) {
    case 'money':
      return formatFen(Number(value))
    case 'number':
      return `${asText(value)}${f.unit ?? ''}`
    case 'flag':
      return value === true ? '是' : '否'
    case 'choice':
      return option(f, value)
    case 'choices':
      return [value]
        .flat()
        .map((v) => option(f, v))
        .join('、')
    case 'range':
      return `${(value as RangeValue).from} ~ ${(value as RangeValue).to}`
    case 'table':
      return `${Array.isArray(value) ? value.length : 0} 行`
    case 'attachment':
    case 'signature':
      return Array.isArray(value) ? (value as FileLink[]).map((file) => file.name).join('、') : ''
    default:
      return TO[f.kind] ? named(f, value, names) : asText(value)
  }
}

/** `vehicle` → name, `lines.0.person` → name: for readers who may not ask the pickers. */
export function formLabels(form: FormSchema, values: FormValues, names: Names): Record<string, string> {
  const labels: Record<string, string> = {}
  for (const f of form.fields) {
    if (TO[f.kind] && values[f.name] !== undefined) labels[f.name] = named(f, values[f.name], names)
    if (f.kind !== 'table' || !Array.isArray(values[f.name])) continue
    ;(values[f.name] as FormValues[]).forEach((row, i) => {
      for (const c of f.columns ?? [])
        if (TO[c.kind] && row?.[c.name] !== undefined) labels[`${f.name}.${i}.${c.name}`] = named(c, row[c.name], names)
    })
  }
  return labels
}
