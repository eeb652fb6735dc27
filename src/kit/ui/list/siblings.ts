/** The result of the last list, so that a detail can step to the next record without going back (ux.md row 41). */
export interface ListResult {
  entity: string
  ids: number[]
  /** Where these ids stand in the whole result. */
  offset: number
  total: number
}

export function readResult(text: string | null, entity: string): ListResult | null {
  if (!text) return null
  try {
    const value = JSON.parse(text) as ListResult
    const fits =
      value.entity === entity && Array.isArray(value.ids) && value.ids.every((id) => Number.isSafeInteger(id)) &&
      Number.isSafeInteger(value.offset) && Number.isSafeInteger(value.total)
    return fits ? value : null
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
