/**
 * What every card of a drawing needs, without being drawn anew when somebody selects another card: a store the cards read
 * their own part of, and acts that never change their identity.
 */
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Store } from '#kit/ui/state/store.ts'
import type { NodeKind } from '../../engine/definition.ts'
import type { Names } from '../tree/summary.ts'
import type { Spot } from '../tree/tree.ts'

/** How a node shines: the way of a dry run, or what became of it in a case. */
export interface Light {
  state: 'done' | 'live' | 'rejected' | 'skipped' | 'ahead'
  /** Who and when, below the card. */
  lines?: readonly string[]
}
export interface TreeUi {
  selected: string | null
  problems: ReadonlyMap<string, string>
  /** Null: nothing is lit. Otherwise what is not in it stands in the shade. */
  lights: ReadonlyMap<string, Light> | null
  menu: { spot: Spot; x: number; y: number } | null
  dragging: string | null
}
export const NOTHING_SHOWN: TreeUi = { selected: null, problems: new Map(), lights: null, menu: null, dragging: null }

export interface TreeActs {
  select: (id: string | null) => void
  insert: (spot: Spot, kind: Exclude<NodeKind, 'start'>) => void
  paste: (spot: Spot) => void
  drop: (id: string, spot: Spot) => void
  remove: (id: string) => void
  duplicate: (id: string) => void
  addBranch: (node: string) => void
  moveBranch: (branch: string, by: 1 | -1) => void
  removeBranch: (branch: string) => void
}
export interface TreeHost {
  ui: Store<TreeUi>
  /** Null: to be looked at only. */
  acts: TreeActs | null
  names: Names
}

export const TreeContext = createContext<TreeHost | null>(null)
export function useTree(): TreeHost {
  const host = useContext(TreeContext)
  if (!host) throw new Error('a card stands outside a drawing')
  return host
}
/** One part of what is shown; the card is drawn anew only when its own part changes. */
export function useShown<T>(select: (ui: TreeUi) => T): T {
  const { ui } = useTree()
  const read = (): T => select(ui.get())
  return useSyncExternalStore(ui.subscribe, read, read)
}
