/**
 * URL = state: what a list shows is read off the address and written back to it, nothing else remembers it.
 * Keys nobody knows are kept but never sent; values that do not fit are kept, shown as such, and never sent either.
 */
import type { Entity } from '../../entity/entity.ts'
import { filterText } from '../../entity/query/filter-text.ts'
import { formatFilter, parseFilter, type FilterValue } from '../list/filter/filter.ts'
import { fieldOf, filterShape, sortable } from '../list/kinds.ts'

export type Params = Record<string, string>

export interface ListState {
  filters: Record<string, FilterValue>
  keyword: string
  sort: string
  quick: string
  /** Saved view whose tab is lit; `all` = the user chose 全部 although a default view exists. */
  saved: string
  pageNo: number
  pageSize: number
}
export interface Defaults {
  sort: string
  pageSize: number
}

/** What the server answers at most (query-parse.ts): beyond it a filter or an export is the way. */
export const DEPTH_LIMIT = 100_000
const SORT_LIMIT = 3
export const PAGE_SIZES = [20, 50, 100, 200] as const
const OWN_KEYS = ['keyword', 'sort', 'quick', 'saved', 'pageNo', 'pageSize'] as const

const whole = (text: string | undefined): number => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : 0)

export function readState(params: Params, entity: Entity, defaults: Defaults): { state: ListState; unknown: Params } {
  const filters: Record<string, FilterValue> = {}
  const unknown: Params = {}
  for (const [key, raw] of Object.entries(params)) {
    if ((OWN_KEYS as readonly string[]).includes(key)) continue
    const field = fieldOf(entity, key)
    const value = field && (filterShape(field) || raw === '~' || raw === '!~') ? parseFilter(field, raw) : undefined
    if (value) filters[key] = value
    else if (value === undefined) unknown[key] = raw
  }
  const quick = params['quick'] ?? ''
  const asked = whole(params['pageSize'])
  const pageSize = (PAGE_SIZES as readonly number[]).includes(asked) ? asked : defaults.pageSize
  return {
    state: {
      filters,
      keyword: (params['keyword'] ?? '').trim(),
      sort: cleanSort(params['sort'] ?? '', entity) || defaults.sort,
      quick: Object.hasOwn(entity.list.quick ?? {}, quick) ? quick : '',
      saved: params['saved'] ?? '',
      pageNo: Math.min(whole(params['pageNo']) || 1, DEPTH_LIMIT / pageSize),
      pageSize,
    },
    unknown,
  }
}

/** The address of a state: defaults are left out, so the plain screen has the plain address. */
export function writeState(state: ListState, unknown: Params, defaults: Defaults): Params {
  const out: Params = { ...unknown }
  for (const [name, value] of Object.entries(state.filters)) {
    const text = formatFilter(value)
    if (text !== '') out[name] = text
  }
  if (state.keyword !== '') out['keyword'] = state.keyword
  if (state.sort !== defaults.sort) out['sort'] = state.sort
  if (state.quick !== '') out['quick'] = state.quick
  if (state.saved !== '') out['saved'] = state.saved
  if (state.pageNo > 1) out['pageNo'] = String(state.pageNo)
  // A page number means nothing to the receiver of a link without the size it was counted in.
  if (state.pageSize !== 20 || state.pageNo > 1 || state.pageSize !== defaults.pageSize) out['pageSize'] = String(state.pageSize)
  return out
}

/** What is asked of the server. `view` is the screen whose fixed filter the server enforces. */
export function toQuery(state: ListState, entity: Entity, extra: { view?: string; fixed?: Record<string, unknown> }): Params {
  const out: Params = filterQuery(state, entity, extra)
  out['pageNo'] = String(state.pageNo)
  out['pageSize'] = String(state.pageSize)
  if (state.sort !== '') out['sort'] = state.sort
  return out
}

/** The same without page and order: what a selection «全部 N 条», an export or a bulk action means. */
export function filterQuery(state: ListState, entity: Entity, extra: { view?: string; fixed?: Record<string, unknown> }): Params {
  const out: Params = {}
  for (const [name, value] of Object.entries(state.filters)) {
    const text = value.is === 'bad' ? '' : formatFilter(value)
    if (text !== '' && fieldOf(entity, name)) out[name] = text
  }
  // A fixed filter wins over anything the address says: an embedded list never leaves its record.
  for (const [name, value] of Object.entries(extra.fixed ?? {})) out[name] = filterText(value)
  if (state.keyword !== '') out['keyword'] = state.keyword
  if (state.quick !== '') out['quick'] = state.quick
  if (extra.view) out['view'] = extra.view
  return out
}

export interface SortKey {
  name: string
  descending: boolean
}
export const parseSort = (sort: string): SortKey[] =>
  sort
    .split(',')
    .filter((part) => part !== '' && part !== '-')
    .map((part) => ({ name: part.replace(/^-/, ''), descending: part.startsWith('-') }))
const formatSort = (keys: readonly SortKey[]): string => keys.map((key) => (key.descending ? '-' : '') + key.name).join(',')

function cleanSort(sort: string, entity: Entity): string {
  const seen = new Set<string>()
  const keys = parseSort(sort).filter(({ name }) => {
    const field = fieldOf(entity, name)
    const isUsable = (name === 'id' || (field !== undefined && sortable(field))) && !seen.has(name)
    seen.add(name)
    return isUsable
  })
  return formatSort(keys.slice(0, SORT_LIMIT))
}

/** Header click: ascending → descending → the screen's own order. With `add`, the other keys stay (Shift-click). */
export function nextSort(sort: string, name: string, add: boolean, fallback: string): string {
  const keys = parseSort(sort)
  const current = keys.find((key) => key.name === name)
  const rest = add ? keys.filter((key) => key.name !== name) : []
  if (current?.descending) return formatSort(rest) || fallback
  const key = { name, descending: current !== undefined }
  if (!add || !current) return formatSort([...rest.slice(0, SORT_LIMIT - 1), key])
  return formatSort(keys.map((k) => (k.name === name ? key : k)))
}

/** Any change of what is looked for starts at the first page again. */
export const changed = (state: ListState, part: Partial<ListState>): ListState => ({ ...state, pageNo: 1, ...part })

export function withFilter(state: ListState, name: string, value: FilterValue | null): ListState {
  const { [name]: _gone, ...rest } = state.filters
  const filters = value && formatFilter(value) !== '' ? { ...rest, [name]: value } : rest
  return changed(state, { filters })
}

/** What a saved view remembers: everything but the page. */
export function savedParams(state: ListState, defaults: Defaults): Params {
  const { saved: _s, pageNo: _n, pageSize: _z, ...rest } = writeState({ ...state, pageNo: 1 }, {}, defaults)
  return rest
}
export function sameParams(a: Params, b: Params): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => a[key] === b[key])
}
