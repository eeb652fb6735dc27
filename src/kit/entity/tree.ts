/** What moving a node of a tree means. The same answer in the browser, before asking, and on the server. */
import type { Entity } from './entity.ts'
import type { TreeNode } from './wire.ts'

/** A cycle in the data must not hide the nodes in it. */
export function isBelow(byId: ReadonlyMap<number, TreeNode>, start: number, wanted: number): boolean {
  const seen = new Set<number>()
  let id: number | null = start
  while (id !== null && !seen.has(id)) {
    if (id === wanted) return true
    seen.add(id)
    id = byId.get(id)?.parent ?? null
  }
  return false
}

export const PLACES = ['inside', 'before', 'after'] as const
export type Place = (typeof PLACES)[number]

export interface Move {
  parent: number | null
  /** Ids of the new siblings in their new order, the moved one among them. */
  order: number[]
}

/** Null when the move makes no sense: onto itself or under one of its own descendants. */
export function moveNode(nodes: readonly TreeNode[], id: number, target: number, where: Place): Move | null {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const over = byId.get(target)
  if (!byId.has(id) || !over || id === target) return null
  const parent = where === 'inside' ? target : over.parent
  if (parent !== null && isBelow(byId, parent, id)) return null
  const siblings = nodes.filter((node) => node.parent === parent && node.id !== id).map((node) => node.id)
  const at = where === 'inside' ? siblings.length : siblings.indexOf(target) + (where === 'after' ? 1 : 0)
  return { parent, order: siblings.toSpliced(at, 0, id) }
}

/** Where an order is kept, when the definition keeps one: the field its list is sorted by. */
export function orderField(entity: Entity): string | null {
  const first = (entity.list.sort ?? '').split(',')[0] ?? ''
  return entity.fields[first]?.kind === 'int' && !entity.fields[first].readOnly ? first : null
}
