/** One list put together: address, data, columns, selection, views. The components around it only draw. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { entityOf } from '../screen/registry.web.ts'
import { useScreen } from '../screen/screen.web.ts'
import { useSigned } from '../state/session.web.ts'
import { afterQueryChange, NOTHING, refreshed, type Selection } from '../state/selection.ts'
import { changed, filterQuery, readState, sameParams, savedParams, toQuery, type ListState } from '../state/url-state.ts'
import { lastPage } from './table/layout.ts'
import type { EntityListProps } from './list-props.ts'
import { useColumns, useHabits } from './views/use-columns.web.ts'
import { useListData, useQuickCounts } from './use-data.web.ts'
import { useListState } from './use-state.web.ts'
import { defaultView, useSavedViews, type SavedView } from './views/use-views.web.ts'

const NO_ROWS: never[] = []

/** The list screen this list belongs to, when it is not part of something else. */
function useOwnScreen(props: EntityListProps): string | undefined {
  const { screen } = useScreen()
  if (props.screen || props.embedded || props.fixed) return props.screen
  return screen.entity === props.entity && (screen.kind === 'list' || screen.kind === 'tree') ? screen.code : undefined
}

export function useList(props: EntityListProps) {
  const entity = entityOf(props.entity)
  const screen = useOwnScreen(props)
  const key = screen ?? `in:${useScreen().screen.code}:${props.entity}`
  const embedded = props.embedded ?? props.fixed !== undefined
  const [habits, setHabits] = useHabits(key)
  const address = useListState(entity, { sort: props.view?.sort ?? entity.list.sort ?? '', pageSize: habits.pageSize ?? 20 }, embedded)
  const { state, set, defaults } = address

  const { views, ready } = useSavedViews(embedded ? undefined : screen)
  const saved = views.find((view) => String(view.id) === state.saved)
  const savedColumns = useMemo(() => (saved ? { id: String(saved.id), columns: saved.state.columns } : null), [saved])
  const columns = useColumns(entity, key, props.view?.columns, savedColumns)
  useDefaultView(address.plain && ready, views, set, entity, defaults)

  const extra = useMemo(
    () => ({ ...(screen ? { view: screen } : {}), ...(props.fixed ? { fixed: props.fixed } : {}) }),
    [screen, props.fixed],
  )
  const filter = useMemo(() => filterQuery(state, entity, extra), [state, entity, extra])
  const query = useMemo(() => toQuery(state, entity, extra), [state, entity, extra])
  const data = useListData(entity.name, query)
  const { quick: _quick, ...uncounted } = filter
  const counts = useQuickCounts(entity.name, uncounted, Object.keys(entity.list.quick ?? {}).length > 0)
  const rows = data.data?.list ?? NO_ROWS

  // A deletion, a narrower filter of somebody else: the page that was open may not exist any more.
  const total = data.data?.total ?? 0
  const beyond = !data.isPlaceholderData && data.data !== undefined && rows.length === 0 && total > 0 && state.pageNo > 1
  useEffect(() => {
    if (beyond) set({ ...state, pageNo: lastPage(total, state.pageSize) }, 'replace')
  }, [beyond, set, state, total])

  const [rawSelection, setRaw] = useState<Selection>(NOTHING)
  const selection = useMemo(() => refreshed(afterQueryChange(rawSelection, filter), rows), [rawSelection, filter, rows])
  const setSelection = useCallback(
    (next: (before: Selection) => Selection) => setRaw((before) => next(afterQueryChange(before, filter))),
    [filter],
  )

  const setPaging = (pageNo: number, pageSize: number): void => {
    if (pageSize !== state.pageSize) setHabits({ pageSize })
    set({ ...state, pageNo: pageSize === state.pageSize ? pageNo : 1, pageSize })
  }
  const viewState = { params: savedParams(state, defaults), columns: null }
  const changedView = saved !== undefined && !sameParams(saved.state.params, viewState.params)
  return {
    entity,
    screen,
    key,
    embedded,
    habits,
    setHabits,
    state,
    set,
    defaults,
    views,
    saved,
    changedView,
    columns,
    extra,
    filter,
    query,
    data,
    counts: counts.data,
    rows,
    total,
    exact: data.data?.exact ?? true,
    selection,
    setSelection,
    setPaging,
  }
}
export type ListModel = ReturnType<typeof useList>

/** What choosing a saved view shows: its filters and order, on the first page. */
export function stateOfView(view: SavedView, entity: ListModel['entity'], defaults: ListModel['defaults'], pageSize: number): ListState {
  const { state } = readState(view.state.params, entity, { ...defaults, pageSize })
  return changed(state, { saved: String(view.id), pageSize })
}

/** A default view steps in once, on an address that asks for nothing; 全部 stays reachable and is then said in the address. */
function useDefaultView(
  plain: boolean,
  views: readonly SavedView[],
  set: ListModel['set'],
  entity: ListModel['entity'],
  defaults: ListModel['defaults'],
): void {
  const tried = useRef(false)
  useEffect(() => {
    if (tried.current || !plain) return
    const view = defaultView(views)
    if (views.length > 0) tried.current = true
    if (view) set(stateOfView(view, entity, defaults, defaults.pageSize), 'replace')
  }, [plain, views, set, entity, defaults])
}

/** Stable between renders as long as the rights are: it goes into the props of memoised rows. */
export function useRights(): (code: string) => boolean {
  const { me, codes } = useSigned()
  return useCallback((code: string) => me.isAdmin || codes.has(code), [me.isAdmin, codes])
}
