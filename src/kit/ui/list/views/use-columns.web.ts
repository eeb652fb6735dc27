/** Columns, density and the smaller habits of one screen, kept on the server for each user; the team's default below them. */
import { useCallback, useMemo } from 'react'
import type { Entity } from '../../../entity/entity.ts'
import { factoryColumns, mergeColumns, readSettings, toSettings, type Column, type ColumnSetting, type Density } from '../columns.ts'
import { publishSetting, teamSetting, useSetting } from '../../state/setting.web.ts'

interface Stored {
  columns?: ColumnSetting[]
  density?: Density
  /** Own columns of a saved view, by its id. */
  views?: Record<string, ColumnSetting[]>
}
export interface Habits {
  folded?: boolean
  pageSize?: number
  treeWidth?: number
  treeShut?: boolean
}

export interface ColumnHandle {
  factory: Column[]
  columns: Column[]
  density: Density
  setColumns: (columns: readonly Column[]) => void
  setDensity: (density: Density) => void
  /** Back to the team's default, or the factory's when there is none. */
  reset: () => void
  resetToFactory: () => void
  hasTeamDefault: boolean
  publish: () => Promise<void>
  unpublish: () => Promise<void>
}

export interface SavedColumns {
  id: string
  columns: ColumnSetting[] | null
}

export function useColumns(entity: Entity, key: string, shown: readonly string[] | undefined, view: SavedColumns | null): ColumnHandle {
  const settingKey = `list:${key}`
  const [stored, setStored] = useSetting<Stored>(settingKey, {})
  const factory = useMemo(() => factoryColumns(entity, shown), [entity, shown])
  const team = teamSetting<Stored>(settingKey)
  const below = useMemo(() => mergeColumns(factory, readSettings(team?.columns)), [factory, team])
  const columns = useMemo(() => {
    const own = (view ? readSettings(stored.views?.[view.id]) : null) ?? view?.columns ?? readSettings(stored.columns)
    return mergeColumns(below, own)
  }, [below, stored, view])
  const setColumns = useCallback(
    (next: readonly Column[]) => {
      const columns = toSettings(next, below)
      setStored((before) => (view ? { ...before, views: { ...before.views, [view.id]: columns } } : { ...before, columns }))
    },
    [below, setStored, view],
  )
  return {
    factory,
    columns,
    density: stored.density ?? 'compact',
    setColumns,
    setDensity: (density) => setStored((before) => ({ ...before, density })),
    reset: () => setStored(null),
    resetToFactory: () => setStored({ columns: toSettings(factory, []), density: 'compact' }),
    hasTeamDefault: team !== null,
    publish: () => publishSetting(settingKey, { columns: toSettings(columns, []), density: stored.density ?? 'compact' }),
    unpublish: () => publishSetting(settingKey, null),
  }
}

export function useHabits(key: string): [Habits, (part: Habits) => void] {
  const [habits, set] = useSetting<Habits>(`list-habits:${key}`, {})
  return [habits, useCallback((part: Habits) => set((before) => ({ ...before, ...part })), [set])]
}
