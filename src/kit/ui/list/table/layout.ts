/** Small arithmetic of the list's layout. */
import type { Filter } from '../../../entity/entity.ts'

/** How many filter controls fit into the first row, the buttons' place kept free. At least one. */
export function filtersInFirstRow(width: number, cell = 240, gap = 12): number {
  const perRow = Math.max(1, Math.floor((width + gap) / (cell + gap)))
  return Math.max(1, perRow - 1)
}

export const totalText = (total: number, exact: boolean): string => `${exact ? '共' : '至少'} ${total.toLocaleString('zh-CN')} 条`

/** The page that holds the last row; where a list goes when rows vanished under it. */
export const lastPage = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize))

const valuesOf = (value: unknown): unknown[] | null =>
  Array.isArray(value) ? value : value === null || typeof value === 'object' ? null : [value]

/** Quick tabs that say something under the fixed filter of a queue: neither empty by contradiction nor the queue itself. */
export function quickTabs(quick: Record<string, Filter> | undefined, fixed: Filter | undefined): string[] {
  return Object.entries(quick ?? {}).flatMap(([name, filter]) => {
    const shared = Object.keys(filter).filter((field) => fixed && field in fixed)
    const judged = shared.map((field) => relation(valuesOf(filter[field]), valuesOf(fixed?.[field])))
    if (judged.includes('none')) return []
    const narrows = shared.length < Object.keys(filter).length || judged.includes('some')
    return narrows ? [name] : []
  })
}

/** What the tab leaves of the queue: nothing, a part, everything. Ranges are not judged and count as a part. */
function relation(tab: unknown[] | null, queue: unknown[] | null): 'none' | 'some' | 'all' {
  if (!tab || !queue) return 'some'
  const left = queue.filter((value) => tab.includes(value)).length
  return left === 0 ? 'none' : left === queue.length ? 'all' : 'some'
}

/** Fields a screen fixes to one value; one that is fixed to several may still be narrowed. */
export const fixedFields = (...filters: (Filter | undefined)[]): Set<string> =>
  new Set(
    filters.flatMap((filter) =>
      Object.entries(filter ?? {}).flatMap(([name, value]) => (Array.isArray(value) && value.length > 1 ? [] : [name])),
    ),
  )
