/** Flat nodes of the wire as a tree, and searching in it. */
import { isBelow } from '../../entity/tree.ts'
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
