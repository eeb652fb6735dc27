/** Saved views of a screen: filters, order and columns under a name; mine, my department's, everybody's. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../client/api.web.ts'
import { readSettings, type ColumnSetting } from '../columns.ts'
import type { Params } from '../../state/url-state.ts'
import type { SavedViews } from '../../client/console.wire.ts'

export type ViewScope = 'private' | 'dept' | 'all'
export const VIEW_SCOPES: Record<ViewScope, string> = { private: '仅自己', dept: '本部门', all: '所有人' }

export interface ViewState {
  params: Params
  columns: ColumnSetting[] | null
}
export interface SavedView {
  id: number
  screen: string
  name: string
  scope: ViewScope
  isDefault: boolean
  state: ViewState
  /** False: somebody else's, to be used but not changed. */
  mine: boolean
}

const keyOf = (screen: string): readonly unknown[] => ['savedView', screen]

export function useSavedViews(screen: string | undefined): { views: readonly SavedView[]; ready: boolean } {
  const { data, isPending } = useQuery({
    queryKey: keyOf(screen ?? ''),
    queryFn: ({ signal }) => api.get<SavedViews>('/api/v1/savedView/list', { screen }, { signal, silent: true }),
    enabled: screen !== undefined,
    staleTime: 5 * 60_000,
    retry: false,
    select: (views) => views.map(wellFormed),
  })
  return { views: data ?? NONE, ready: screen === undefined || !isPending }
}
const NONE: readonly SavedView[] = []

/** Stored JSON may be older than this code. */
const wellFormed = (view: SavedViews[number]): SavedView => {
  const state = view.state as Partial<ViewState> | null
  return {
    ...view,
    state: {
      params: Object.fromEntries(Object.entries(state?.params ?? {}).map(([key, value]) => [key, String(value)])),
      columns: readSettings(state?.columns),
    },
  }
}

export type ViewChange =
  | { verb: 'add'; view: Omit<SavedView, 'id' | 'mine'> }
  | { verb: 'edit'; view: Omit<SavedView, 'mine'> }
  | { verb: 'delete'; view: { id: number } }

export function useChangeView(screen: string) {
  const client = useQueryClient()
  return useMutation({
    /** Answers the id of the view; the list is asked anew. */
    mutationFn: async ({ verb, view }: ViewChange): Promise<number> => {
      const answer = await api.post<{ id: number } | null>(`/api/v1/savedView/${verb}`, view)
      return answer?.id ?? ('id' in view ? view.id : 0)
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(screen) }),
  })
}

/** Only one's own default opens by itself; a colleague's is a tab like any other. */
export const defaultView = (views: readonly SavedView[]): SavedView | undefined => views.find((view) => view.isDefault && view.mine)
