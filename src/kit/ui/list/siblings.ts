/** The result of the last list, so that a detail can step to the next record without going back. */
export interface ListResult {
  entity: string
  ids: number[]
  /** Where these ids stand in the whole result. */
  offset: number
  total: number
  /** How the list was asked, to fetch what lies before and behind. */
  query: Record<string, string>
}

export function readResult(text: string | null, entity: string): ListResult | null {
  if (!text) return null
  try {
    const value = JSON.parse(text) as ListResult
    const isResult =
      value.entity === entity &&
      Array.isArray(value.ids) &&
      value.ids.every((id) => Number.isSafeInteger(id)) &&
      Number.isSafeInteger(value.offset) &&
      Number.isSafeInteger(value.total) &&
      typeof value.query === 'object' &&
      value.query !== null
    return isResult ? value : null
  } catch {
    return null
  }
}

export interface Siblings {
  prev: number | null
  next: number | null
  /** 1-based place in the whole result, or null when this record is not in it. */
  position: number | null
  total: number
}

export function siblingsOf(result: ListResult | null, id: number): Siblings {
  const at = result ? result.ids.indexOf(id) : -1
  if (!result || at < 0) return { prev: null, next: null, position: null, total: 0 }
  return { prev: result.ids[at - 1] ?? null, next: result.ids[at + 1] ?? null, position: result.offset + at + 1, total: result.total }
}

/** The page to fetch when the record stands at an end of what is known and there is more beyond; else null. */
export function pageBeyond(result: ListResult | null, id: number): { pageNo: number; side: 'before' | 'behind' } | null {
  const size = Number(result?.query['pageSize'])
  const at = result ? result.ids.indexOf(id) : -1
  if (!result || at < 0 || !(size > 0)) return null
  const end = result.offset + result.ids.length
  if (at === result.ids.length - 1 && end < result.total) return { pageNo: Math.floor(end / size) + 1, side: 'behind' }
  if (at === 0 && result.offset > 0) return { pageNo: Math.ceil(result.offset / size), side: 'before' }
  return null
}

/** What was known with a page more. Rows may have moved between two questions; nobody is named twice. */
export function extended(result: ListResult, side: 'before' | 'behind', ids: readonly number[]): ListResult {
  const fresh = ids.filter((id) => !result.ids.includes(id))
  if (side === 'behind') return { ...result, ids: [...result.ids, ...fresh] }
  return { ...result, ids: [...fresh, ...result.ids], offset: Math.max(0, result.offset - fresh.length) }
}
