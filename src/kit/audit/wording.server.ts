/** What stands in a history, in words: the same in the timeline of a record and in the log of the company. */
import { asText } from '../basics/text.ts'
import type { Context, Db } from '../access/context.server.ts'
import { dayOf, timeOf } from '../basics/time/day.ts'
import { formatFen } from '../basics/fen.ts'
import { shownDay } from '../entity/value/range-end.ts'
import type { Field, FileLink, Place } from '../entity/field.ts'
import { dictionaryOf } from '../entity/dictionary.server.ts'
import { labelIn, labelsOfValues, type Labels } from '../entity/query/labels.server.ts'
import { partsOf } from '../entity/names.ts'
import { dressedParts } from '../entity/present.server.ts'
import type { ChangeTable } from './change-table.ts'
import type { Said } from '../entity/serve.server.ts'

type Words = ReadonlyMap<string, Record<string, string>>

/** One value as a person reads it. */
export function valueText(field: Field, value: unknown, labels: Labels, dictionaries: Words): string {
  if (value === null || value === undefined || value === '') return ''
  switch (field.kind) {
    case 'state':
    case 'choice':
      return field.options[asText(value)] ?? asText(value)
    case 'computed':
      return field.options?.[asText(value)] ?? (field.as === 'money' ? formatFen(value as number) : asText(value))
    case 'dict':
      return dictionaries.get(field.group)?.[asText(value)] ?? asText(value)
    case 'ref':
      return labelIn(labels, field.to, value)
    case 'refs':
      return (value as number[]).map((id) => labelIn(labels, field.to, id)).join('、')
    case 'money':
      return formatFen(value as number)
    case 'rate':
      return `${(value as number) / 100}%`
    case 'flag':
      return value ? '是' : '否'
    case 'day':
      return shownDay(field, value)
    case 'instant':
      return `${dayOf(value as string)} ${timeOf(value as string)}`
    case 'files':
      return (value as FileLink[]).map((file) => file.name).join('、')
    case 'place':
      return (value as Place).address
    case 'lines':
    case 'json':
      return partsText(field, value, labels, dictionaries)
    default:
      return asText(value)
  }
}

/** All parts under their names: 「账单 ZD1，金额 100.00；账单 ZD2，…」. A structure nobody has named says that it is there. */
function partsText(field: Field, value: unknown, labels: Labels, dictionaries: Words): string {
  if (typeof value !== 'object' || value === null) return typeof value === 'boolean' ? (value ? '是' : '否') : asText(value)
  const of = partsOf(field)
  if (!of) return '有内容'
  const parts = Object.entries(of as Record<string, Field>)
  const one = (part: unknown): string =>
    parts
      .map(([name, inner]) => [inner.label, valueText(inner, (part as Record<string, unknown> | null)?.[name], labels, dictionaries)])
      .flatMap(([label, text]) => (text ? [`${label} ${text}`] : []))
      .join('，')
  return [value].flat().map(one).filter(Boolean).join('；')
}

/** Dictionaries that words are taken from, at any depth. */
const groupsIn = (field: Field): string[] =>
  field.kind === 'dict' ? [field.group] : Object.values((partsOf(field) ?? {}) as Record<string, Field>).flatMap(groupsIn)

export interface Changed {
  name: string
  field: Field | undefined
  pair: readonly [unknown, unknown]
  /** Of the entity it was changed in. */
  said: Said | undefined
}
interface Worded {
  before: string
  after: string
  /** Tables, with the names of what they refer to, for whoever draws them. */
  was?: ChangeTable
  is?: ChangeTable
}

/** One look-up for all changes of a page: how each of them reads, without what this person may not see. */
export async function wordingOf(
  db: Db,
  ctx: Context,
  changes: readonly Changed[],
): Promise<(field: Field, pair: readonly [unknown, unknown]) => Worded> {
  const known = changes.flatMap(({ name, field, pair, said }) => (field ? [{ field, pair, say: said?.[name] }] : []))
  const labels = await labelsOfValues(
    db,
    ctx,
    known.flatMap(({ field, pair }) => pair.map((value) => [field, value] as const)),
  )
  const groups = [...new Set(known.flatMap(({ field }) => groupsIn(field)))]
  const dictionaries = new Map(await Promise.all(groups.map(async (group) => [group, await dictionaryOf(db, ctx, group)] as const)))
  const sentences = new Map<unknown, string>()
  for (const { pair, say } of known)
    for (const value of pair) if (say && typeof value === 'object' && value !== null) sentences.set(value, await say(db, ctx, value))
  const can = (right: string): boolean => ctx.access.can(right)
  return (field, [was, is]) => {
    const of = partsOf(field)
    const parts = (value: unknown): ChangeTable =>
      of && typeof value === 'object' && value !== null ? (dressedParts(of, value, labels, can) as ChangeTable) : null
    const text = (value: unknown): string =>
      sentences.get(value) ?? valueText(field, of ? (parts(value) ?? value) : value, labels, dictionaries)
    return { before: text(was), after: text(is), ...(of ? { was: parts(was), is: parts(is) } : {}) }
  }
}
