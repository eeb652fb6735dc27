/** The query string of a list → a trusted shape. Pure. Every unknown name, size or order is refused with a sentence. */
import { invalid } from '../../basics/errors.ts'
import { normaliseText } from '../../basics/text.ts'
import { listField, readFilter, type Condition } from './conditions.ts'
import type { Entity } from '../entity.ts'
import { isJson } from '../names.ts'

export interface SortKey {
  name: string
  descending: boolean
}
export interface ListQuery {
  pageNo: number
  pageSize: number
  sort: SortKey[]
  keyword: string
  view: string | null
  quick: string | null
  /** Count and add up everything, however long it takes; otherwise very large sets are answered as "at least". */
  exact: boolean
  conditions: Condition[]
}

const PAGE_LIMIT = 200
/** Deeper pages cost more than anybody reads; a filter or an export is the better way. */
const DEPTH_LIMIT = 100_000
export const SORT_LIMIT = 3

function whole(raw: string | undefined, name: string, label: string, fallback: number): number {
  if (raw === undefined || raw === '') return fallback
  if (!/^\d{1,9}$/.test(raw) || Number(raw) < 1) throw invalid({ [name]: `${label}应为正整数` })
  return Number(raw)
}

export function parseSort(entity: Entity, raw: string): SortKey[] {
  const keys = raw
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  if (keys.length > SORT_LIMIT) throw invalid({ sort: `最多按 ${SORT_LIMIT} 列排序` })
  return keys.map((key) => {
    const descending = key.startsWith('-')
    const name = descending ? key.slice(1) : key
    const field = listField(entity, name)
    if (!field) throw invalid({ sort: `不能按「${name.slice(0, 40)}」排序` })
    // The order of masked values would give them away; lists and files have none.
    if (field.mask || isJson(field.kind) || field.kind === 'refs') throw invalid({ sort: `不能按「${field.label}」排序` })
    return { name, descending }
  })
}

export function parseListQuery(entity: Entity, raw: Record<string, string>): ListQuery {
  const { pageNo, pageSize, sort, keyword = '', view, quick, exact, ...filters } = raw
  const page = whole(pageNo, 'pageNo', '页码', 1)
  const size = whole(pageSize, 'pageSize', '每页条数', 20)
  if (size > PAGE_LIMIT) throw invalid({ pageSize: `每页最多 ${PAGE_LIMIT} 条` })
  if (page * size > DEPTH_LIMIT) throw invalid({ pageNo: `最多查看前 ${DEPTH_LIMIT} 条，请缩小筛选范围或使用导出` })
  if (exact && exact !== '1') throw invalid({ exact: '精确总数（exact）只能是 1' })
  if (quick && !Object.hasOwn(entity.list.quick ?? {}, quick)) throw invalid({ quick: `没有名为「${quick.slice(0, 40)}」的页签` })
  return {
    pageNo: page,
    pageSize: size,
    sort: sort ? parseSort(entity, sort) : [],
    keyword: normaliseText(keyword).slice(0, 100),
    view: view || null,
    quick: quick || null,
    exact: exact === '1',
    conditions: Object.entries(filters)
      .map(([name, text]) => readFilter(entity, name, text))
      .filter((c) => c !== null),
  }
}

/** Columns asked for by an export; unknown ones are refused. */
export function parseColumns(entity: Entity, columns: readonly string[]): string[] {
  for (const name of columns) {
    if (!listField(entity, name)) throw invalid({ columns: `没有名为「${name.slice(0, 40)}」的列` })
  }
  return [...new Set(columns)]
}
