/** A list's query in words, for whoever reads an export or the log later: 车牌号包含「沪A」；所属门店：虹桥店；按车牌号降序. */
import type { Context, Db } from '../../access/context.server.ts'
import { formatFen } from '../../basics/fen.ts'
import { valueText } from '../../audit/wording.server.ts'
import { listField, type Condition } from './conditions.ts'
import { dictionaryOf } from '../dictionary.server.ts'
import type { Entity } from '../entity.ts'
import { labelsOfIds, type Labels } from './labels.server.ts'
import { isAge } from '../names.ts'
import { couldBeWhole, isOfPerson, maskedSearch } from './masked/masked-lookup.ts'
import { parseListQuery, type SortKey } from './query-parse.ts'

type Words = ReadonlyMap<string, Record<string, string>>

/** A number that is masked here, or would be on another page: it must not stand in a file or a log in clear. */
const isNumberOfSomebody = (entity: Entity, keyword: string): boolean =>
  maskedSearch(entity).some(([, field]) => couldBeWhole(field.mask, keyword)) || isOfPerson(keyword)

export async function describeQuery(db: Db, ctx: Context, entity: Entity, raw: Record<string, string>): Promise<string> {
  const { conditions, keyword, quick, sort } = parseListQuery(entity, raw)
  const parts = [
    quick ? `页签「${quick}」` : '',
    keyword ? (isNumberOfSomebody(entity, keyword) ? '搜索指定内容' : `搜索「${keyword}」`) : '',
    await describeConditions(db, ctx, conditions),
    sort.length ? `按${sort.map((key) => sortText(entity, key)).join('、')}` : '',
  ]
  return parts.filter(Boolean).join('；')
}

/** The older the day, the higher the age. */
function sortText(entity: Entity, { name, descending }: SortKey): string {
  const field = listField(entity, name)
  return `${field?.label}${descending !== (field !== undefined && isAge(field)) ? '降序' : '升序'}`
}

export async function describeConditions(db: Db, ctx: Context, conditions: readonly Condition[]): Promise<string> {
  const labels = await labelsOfIds(db, ctx, idsIn(conditions))
  const words = await wordsOf(db, ctx, conditions)
  return conditions.map((condition) => sentence(condition, labels, words)).join('；')
}

function idsIn(conditions: readonly Condition[]): Map<string, Set<number>> {
  const ids = new Map<string, Set<number>>()
  for (const { field, ...condition } of conditions) {
    if (condition.op !== 'in' || (field.kind !== 'ref' && field.kind !== 'refs')) continue
    ids.set(field.to, new Set([...(ids.get(field.to) ?? []), ...(condition.values as number[])]))
  }
  return ids
}

async function wordsOf(db: Db, ctx: Context, conditions: readonly Condition[]): Promise<Words> {
  const groups = new Set(conditions.flatMap(({ field }) => (field.kind === 'dict' ? [field.group] : [])))
  return new Map(await Promise.all([...groups].map(async (group) => [group, await dictionaryOf(db, ctx, group)] as const)))
}

function sentence(condition: Condition, labels: Labels, words: Words): string {
  const { name, field } = condition
  switch (condition.op) {
    case 'empty':
      return `${field.label}为空`
    case 'filled':
      return `${field.label}不为空`
    case 'contains':
      return `${field.label}包含「${condition.text}」`
    case 'prefix':
      return `${field.label}以「${condition.text}」开头`
    case 'equal':
      // Found only by its full value, because it is masked: it must not stand in a file or a log in clear.
      return `${field.label}等于指定内容`
    case 'in':
      if (name === 'id') return `勾选的 ${condition.values.length} 条`
      return `${field.label}：${condition.values.map((value) => valueText(field.kind === 'refs' ? { ...field, kind: 'ref' } : field, value, labels, words)).join('、')}`
    case 'range':
      return `${field.label}：${rangeText(condition)}`
    case 'age':
      return `${field.label}：${ageText(condition)}`
  }
}

function ageText({ least, most }: Extract<Condition, { op: 'age' }>): string {
  if (least === most) return `${least} 天`
  if (most === undefined) return `${least} 天及以上`
  return least === undefined ? `${most} 天及以内` : `${least} 至 ${most} 天`
}

function rangeText({ field, from, to, below }: Extract<Condition, { op: 'range' }>): string {
  const money = field.kind === 'money' || (field.kind === 'computed' && field.as === 'money')
  const show = (value: string | number): string =>
    money
      ? `${formatFen(value as number)} 元`
      : field.kind === 'instant'
        ? valueText(field, value, new Map(), new Map())
        : field.kind === 'rate'
          ? `${(value as number) / 100}%`
          : String(value)
  const low = from === undefined ? '' : show(from)
  if (below !== undefined) return `${low || '不限'} 至 ${show(below)} 之前`
  const high = to === undefined ? '' : show(to)
  return low === high ? low : `${low || '不限'} 至 ${high || '不限'}`
}
