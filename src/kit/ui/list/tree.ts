/** Flat nodes of the wire as a tree, searching in it, and what moving a node means. */
import type { TreeNode } from '../../entity/wire.ts'

export interface Nested extends TreeNode {
  children: Nested[]
}

/** Order of the server is kept. A node whose parent is not there (outside the data permission) becomes a root. */
export function nest(nodes: readonly TreeNode[]): Nested[] {
  const byId = new Map(nodes.map((node) => [node.id, { ...node, children: [] as Nested[] }]))
  const roots: Nested[] = []
  for (const node of byId.values()) {
    const parent = node.parent === null || node.parent === node.id ? undefined : byId.get(node.parent)
    if (parent && !isBelow(byId, parent.id, node.id)) parent.children.push(node)
    else roots.push(node)
  }
  return roots
}

/** A cycle in the data must not hide the nodes in it. */
function isBelow(byId: ReadonlyMap<number, TreeNode>, start: number, wanted: number): boolean {
  const seen = new Set<number>()
  let id: number | null = start
  while (id !== null && !seen.has(id)) {
    if (id === wanted) return true
    seen.add(id)
    id = byId.get(id)?.parent ?? null
  }
  return false
}

/** Ids of nodes whose label holds the text, with all their ancestors. */
export function pathsTo(nodes: readonly TreeNode[], text: string): Set<number> {
  const wanted = text.trim().toLowerCase()
  const parents = new Map(nodes.map((node) => [node.id, node.parent]))
  const out = new Set<number>()
  if (wanted === '') return out
  for (const node of nodes) {
    if (!node.label.toLowerCase().includes(wanted)) continue
    let id: number | null | undefined = node.id
    while (id !== null && id !== undefined && !out.has(id)) {
      out.add(id)
      id = parents.get(id)
    }
  }
  return out
}

export interface Move {
  parent: number | null
  /** Ids of the new siblings in their new order, the moved one among them. */
  order: number[]
}

/** Null when the move makes no sense: onto itself or under one of its own descendants. */
export function moveNode(nodes: readonly TreeNode[], id: number, target: number, where: 'inside' | 'before' | 'after'): Move | null {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const over = byId.get(target)
  if (!byId.has(id) || !over || id === target) return null
  const parent = where === 'inside' ? target : over.parent
  if (parent !== null && isBelow(byId, parent, id)) return null
  const siblings = nodes.filter((node) => node.parent === parent && node.id !== id).map((node) => node.id)
  const at = where === 'inside' ? siblings.length : siblings.indexOf(target) + (where === 'after' ? 1 : 0)
  return { parent, order: siblings.toSpliced(at, 0, id) }
}
