/** Conditions → SQL. Names come from definitions, values are parameters; nothing of the client's text becomes SQL. */
import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../access/context.server.ts'
import { formsOf, isSealed, tailHash } from '../../database/sealing.server.ts'
import { normaliseCode } from '../../basics/text.ts'
import { asStored, type Condition } from './conditions.ts'
import type { Entity } from '../entity.ts'
import { fieldOf, isTenant, isText, searchedFields } from '../names.ts'
import type { Registry } from '../registry.server.ts'
import { couldBeWhole, maskedSearch } from './masked/masked-lookup.ts'
import { and, col, or } from './rows.server.ts'

const likeText = (text: string): string => text.toLowerCase().replace(/[\\%_]/g, (c) => `\\${c}`)

const HALF = '(),:;!?'
const FULL = '（），：；！？'

/**
 * What is typed arrives in half width, what is stored stands as it was written: «某（上海）公司» is found with either kind of
 * bracket, and no other character passes for one. The first pattern is the one the index knows.
 */
function likeSql(text: RawBuilder<unknown>, typed: string, before: '%' | '' = '%'): RawBuilder<boolean> {
  const pattern = `${before}${likeText(typed)}%`
  const loose = pattern.replaceAll(/[(),:;!?]/g, '_')
  const isLike = sql<boolean>`${text} like ${loose}`
  return loose === pattern ? isLike : and([isLike, sql<boolean>`translate(${text}, ${sql.lit(FULL)}, ${sql.lit(HALF)}) like ${pattern}`])
}

/** Of a sealed column all forms a number may lie in. */
const isColumn = (column: RawBuilder<unknown>, forms: readonly string[]): RawBuilder<boolean> =>
  forms.length === 1 ? sql<boolean>`${column} = ${forms[0]}` : sql<boolean>`${column} = any(${sql.val(forms)}::text[])`

const SQL_TYPES: Record<string, string> = {
  day: 'date',
  instant: 'timestamptz',
  decimal: 'numeric',
  ref: 'bigint',
  refs: 'bigint',
  money: 'bigint',
  int: 'bigint',
  rate: 'bigint',
  flag: 'boolean',
}
const typeOf = (condition: Condition): RawBuilder<unknown> =>
  sql.raw(SQL_TYPES[condition.field.kind === 'computed' ? condition.field.as : condition.field.kind] ?? 'text')

/** A node of a tree stands for everything below it as well. */
function treeIds(target: Entity, ids: readonly unknown[]): RawBuilder<unknown> {
  const table = sql.table(target.name)
  return sql`(with recursive below(id) as (
    select unnest(${sql.val(ids)}::bigint[])
    union select child.id from ${table} as child join below on child.${sql.ref(target.tree!)} = below.id where child.${sql.ref('deletedAt')} is null
  ) select id from below)`
}

function oneOf(registry: Registry | null, condition: Extract<Condition, { op: 'in' }>): RawBuilder<boolean> {
  const { field, name, values } = condition
  const list = sql`${sql.val(values)}::${typeOf(condition)}[]`
  if (field.kind === 'refs') return sql<boolean>`${col(name)} && ${list}`
  if (field.kind === 'ref' && registry) {
    const target = registry.findEntity(field.to)?.entity
    if (target?.tree) return sql<boolean>`${col(name)} in ${treeIds(target, values)}`
  }
  return values.length === 1 ? sql<boolean>`${col(name)} = ${values[0]}::${typeOf(condition)}` : sql<boolean>`${col(name)} = any(${list})`
}

function textSql(entity: Entity, condition: Extract<Condition, { op: 'contains' | 'prefix' | 'equal' }>): RawBuilder<boolean> {
  const { field, name, op, text } = condition
  if (op === 'equal') return isColumn(col(name), isSealed(field) ? formsOf(text) : [text])
  if (field.kind === 'place') return likeSql(sql`lower(${col(name)} ->> 'address')`, text)
  const exact = likeSql(sql`lower(${col(name)})`, text, op === 'prefix' ? '' : '%')
  // search_text holds this field, and has the trigram index.
  return searchedFields(entity).includes(name) ? and([likeSql(col('searchText'), text), exact]) : exact
}

function emptySql(condition: Condition): RawBuilder<boolean> {
  const { field, name } = condition
  if (field.kind === 'refs') return sql<boolean>`coalesce(cardinality(${col(name)}), 0) = 0`
  if (field.kind === 'files' || field.kind === 'lines') return sql<boolean>`coalesce(jsonb_array_length(${col(name)}), 0) = 0`
  return isText(field.kind) ? sql<boolean>`coalesce(${col(name)}, '') = ''` : sql<boolean>`${col(name)} is null`
}

function conditionSql(registry: Registry | null, entity: Entity, condition: Condition): RawBuilder<boolean> {
  switch (condition.op) {
    case 'in':
      return oneOf(registry, condition)
    case 'range': {
      const type = typeOf(condition)
      const { name, from, to, below } = condition
      if (from !== undefined && from === to) return sql<boolean>`${col(name)} = ${from}::${type}`
      const parts: RawBuilder<boolean>[] = []
      if (from !== undefined) parts.push(sql<boolean>`${col(name)} >= ${from}::${type}`)
      if (to !== undefined) parts.push(sql<boolean>`${col(name)} <= ${to}::${type}`)
      if (below !== undefined) parts.push(sql<boolean>`${col(name)} < ${below}::${type}`)
      return and(parts)
    }
    case 'age':
      throw new Error(`${entity.name}.${condition.name}: an age is asked for without a day to count from`)
    case 'empty':
      return emptySql(condition)
    case 'filled':
      return sql<boolean>`not (${emptySql(condition)})`
    default:
      return textSql(entity, condition)
  }
}

export const conditionsSql = (registry: Registry | null, entity: Entity, conditions: readonly Condition[]): RawBuilder<boolean> =>
  and(conditions.map((condition) => conditionSql(registry, entity, condition)))

/** 沪A·12345 is the plate 沪A12345. */
function wordSql(word: string, alias = 't'): RawBuilder<boolean> {
  const code = normaliseCode(word).toLowerCase()
  const text = sql.ref(`${alias}.searchText`)
  const isLike = likeSql(text, word)
  return code === '' || code === word.toLowerCase() ? isLike : or([isLike, likeSql(text, code)])
}

/** A computed word that is searched by (the last four of a phone) is found whole, by its index. */
const wholeFields = (entity: Entity): string[] =>
  (entity.search ?? []).filter((name) => {
    const field = fieldOf(entity, name)
    return field?.kind === 'computed' && field.as === 'text'
  })

/**
 * Two letters are part of many numbers and meant as none, and no index knows them: 张三 was looked for in the numbers of a million
 * bills, one by one. What is found through what it refers to is not found by so little of its own number.
 */
const tooShort = (entity: Entity, word: string): boolean =>
  Array.from(word).length < 3 &&
  (entity.searchThrough?.length ?? 0) > 0 &&
  searchedFields(entity).every((name) => fieldOf(entity, name)?.kind === 'serial')

/** Everything one word is found by in a record itself. */
function ownSql(entity: Entity, word: string, alias = 't'): RawBuilder<boolean>[] {
  return [
    ...(searchedFields(entity).length && !tooShort(entity, word) ? [wordSql(word, alias)] : []),
    ...wholeFields(entity).map((name) =>
      isColumn(
        sql.ref(`${alias}.${name}`),
        [word, tailHash(word)].filter((one) => one !== null),
      ),
    ),
  ]
}

type Finder = Pick<Context, 'registry' | 'user'>
/** Of a word that half of all customers carry (公司) the newest so many count. */
const THROUGH_LIMIT = 500

/** Found by what it refers to: those are looked up first, so that the index over the reference answers. */
function throughSql(of: Finder | null, entity: Entity, word: string): RawBuilder<boolean>[] {
  return (entity.searchThrough ?? []).flatMap((name) => {
    const field = fieldOf(entity, name)
    if (!of || (field?.kind !== 'ref' && field?.kind !== 'refs')) return []
    const target = of.registry.findEntity(field.to)?.entity as Entity | undefined
    const own = target ? ownSql(target, word, 'x') : []
    if (!target || own.length === 0) return []
    const ids = sql`array(select x.id from ${sql.table(target.name)} as x where ${isTenant(target) ? sql`x.operator_id = ${of.user.operatorId} and ` : sql``}${or(own)} and x.deleted_at is null order by x.id desc limit ${sql.lit(THROUGH_LIMIT)})`
    return [field.kind === 'refs' ? sql<boolean>`${col(name)} && ${ids}` : sql<boolean>`${col(name)} = any(${ids})`]
  })
}

/** Every word must occur, in the text, its pinyin or its initials; a masked value is found only when typed in full. */
export function keywordSql(entity: Entity, keyword: string, of: Finder | null = null): RawBuilder<boolean> {
  const words = keyword.split(/\s+/).filter(Boolean).slice(0, 8)
  if (words.length === 0) return sql<boolean>`true`
  const choices: RawBuilder<boolean>[] = []
  const each = words.map((word) => [...ownSql(entity, word), ...throughSql(of, entity, word)])
  if (each[0]!.length) choices.push(and(each.map(or)))
  for (const [name, field] of maskedSearch(entity))
    if (couldBeWhole(field.mask, keyword))
      choices.push(isColumn(col(name), isSealed(field) ? formsOf(asStored(field, keyword)) : [asStored(field, keyword)]))
  return or(choices)
}
