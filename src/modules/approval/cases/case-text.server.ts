/** What a process says about its cases by naming fields: the title, the lines on the workbench, the rows on the print sheet. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { dayOf, timeOf } from '#kit/basics/time/day.ts'
import { AppError } from '#kit/basics/errors.ts'
import { formatFen } from '#kit/basics/fen.ts'
import type { Entity } from '#kit/entity/entity.ts'
import type { Field, FileLink } from '#kit/entity/field.ts'
import { labelsFor } from '#kit/entity/query/labels.server.ts'
import { rowOf } from '#kit/entity/present.server.ts'
import { get } from '#kit/entity/store.server.ts'
import { asText } from '#kit/basics/text.ts'
import { managerOf } from '#modules/parties/parties.public.ts'
import { fieldsOfTitle } from '../engine/definition.rules.ts'
import { namesOf } from '../people/directory.server.ts'
import { formFacts, vocabularyOf, type FormSchema, type FormValues } from '../forms/form.ts'
import { formNames, valueText } from '../forms/formtext.server.ts'

export interface Line {
  label: string
  value: string
}
interface About {
  form: FormSchema
  values: FormValues
  record: { entity: string; id: number } | null
}

/** A value of a record as its readers know it. */
export function cellText(field: Field, row: Record<string, unknown>, name: string): string {
  const value = row[`${name}$`] ?? row[name]
  if (value === null || value === undefined) return ''
  if (field.kind === 'money' || (field.kind === 'computed' && field.as === 'money')) return formatFen(value as number)
  if ('options' in field && field.options) return field.options[asText(value)] ?? asText(value)
  if (field.kind === 'flag') return value === true ? '是' : '否'
  if (field.kind === 'rate') return `${(value as number) / 100}%`
  if (field.kind === 'instant') return `${dayOf(value as string)} ${timeOf(value as string).slice(0, 5)}`
  if (field.kind === 'files') return (value as FileLink[]).map((f) => f.name).join('、')
  if (field.kind === 'place') return String((value as { address: string }).address)
  if (field.kind === 'lines') return `${(value as unknown[]).length} 行`
  return [value].flat().map(asText).join('、')
}

async function ofForm(tx: Tx, ctx: Context, { form, values }: About, paths: readonly string[]): Promise<[string, Line][]> {
  const named = form.fields.filter((f) => paths.includes(`form.${f.name}`))
  const names = await formNames(tx, ctx, { fields: named }, values)
  const terms = vocabularyOf(form)
  const facts = formFacts(form, values)
  return paths.flatMap((path): [string, Line][] => {
    const field = named.find((f) => path === `form.${f.name}`)
    if (field) return [[path, { label: field.label, value: valueText(field, values[field.name], names) }]]
    const term = terms[path]
    if (!term) return []
    const value = facts[path] ?? ''
    return [[path, { label: term.label, value: term.type === 'money' && value !== '' ? formatFen(value as number) : asText(value) }]]
  })
}

async function ofRecord(
  tx: Tx,
  ctx: Context,
  { entity: name, id }: NonNullable<About['record']>,
  paths: readonly string[],
): Promise<[string, Line][]> {
  const entity = ctx.registry.entity(name).entity as Entity
  const record = await get(tx, ctx, name, id).catch((error: unknown) => {
    // A record that is gone says nothing any more; the sheet is printed all the same.
    if (error instanceof AppError && error.kind === 'absent') return null
    throw error
  })
  if (record === null) return []
  const row = rowOf(entity, record, await labelsFor(tx, ctx, entity, [record]), (code) => ctx.access.can(code))
  const manager = paths.includes('fact.storeManager') && typeof record['store'] === 'number' ? await managerOf(tx, record['store']) : null
  const people = {
    'fact.createdBy': ['创建人', record['createdBy'] as number | null],
    'fact.storeManager': ['门店店长', manager],
  } as const
  const names = await namesOf(
    tx,
    Object.values(people).map(([, user]) => user),
  )
  return paths.flatMap((path): [string, Line][] => {
    if (path === 'fact.createdBy' || path === 'fact.storeManager')
      return [[path, { label: people[path][0], value: names.get(people[path][1] ?? 0) ?? '' }]]
    const field = entity.fields[path.slice('fact.'.length)]
    return field ? [[path, { label: field.label, value: cellText(field, row, path.slice('fact.'.length)) }]] : []
  })
}

/** Label and text by path, `form.x` and `fact.x`; a path nobody knows any more is left out. */
export async function saidOf(tx: Tx, ctx: Context, about: About, paths: readonly string[]): Promise<ReadonlyMap<string, Line>> {
  const own = paths.filter((p) => p.startsWith('form.'))
  const facts = paths.filter((p) => p.startsWith('fact.'))
  return new Map([
    ...(own.length ? await ofForm(tx, ctx, about, own) : []),
    ...(facts.length && about.record ? await ofRecord(tx, ctx, about.record, facts) : []),
  ])
}

const LINES = 4
/** What the workbench shows of a case: the fields the process names, else those of the record, else the first of the form. */
export async function summaryOf(
  tx: Tx,
  ctx: Context,
  about: About,
  wanted: readonly string[] | undefined,
  ofSubject: readonly Line[] | undefined,
): Promise<readonly Line[]> {
  if (!wanted?.length && ofSubject) return ofSubject
  const first = about.form.fields
    .filter((f) => !['table', 'attachment', 'signature', 'hint', 'note'].includes(f.kind) && about.values[f.name] !== undefined)
    .slice(0, LINES)
    .map((f) => `form.${f.name}`)
  const paths = wanted?.length ? wanted : first
  const said = await saidOf(tx, ctx, about, paths)
  return paths.flatMap((p) => said.get(p) ?? []).filter((line) => line.value !== '')
}

export async function titleOf(
  tx: Tx,
  ctx: Context,
  about: About,
  template: string | undefined,
  words: { starter: string; process: string; subject: string | undefined; no: string },
): Promise<string> {
  const plain = words.subject ? `${words.process} ${words.subject}` : `${words.starter}的${words.process}`
  if (!template?.trim()) return plain
  const said = await saidOf(tx, ctx, about, fieldsOfTitle(template))
  const own: Readonly<Record<string, string | undefined>> = { ...words, subject: words.subject ?? '' }
  const text = template.replace(/\{([\w.]+)\}/g, (_all, key: string) => own[key] ?? said.get(key)?.value ?? '')
  return Array.from(text.trim()).slice(0, 200).join('') || plain
}
