/** Flat nodes of the wire as a tree, and searching in it. */
import { isBelow } from '../../../entity/tree.ts'
import type { TreeNode } from '../../../entity/wire.ts'

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

const holds = (label: string, text: string): boolean => label.toLowerCase().includes(text.toLowerCase())

/** Ids of nodes whose label holds the text (or is spelled so, when the match knows pinyin), with all their ancestors. */
export function pathsTo(nodes: readonly TreeNode[], text: string, match: (label: string, text: string) => boolean = holds): Set<number> {
  const wanted = text.trim()
  const parents = new Map(nodes.map((node) => [node.id, node.parent]))
  const out = new Set<number>()
  if (wanted === '') return out
  for (const node of nodes) {
    if (!match(node.label, wanted)) continue
    let id: number | null | undefined = node.id
    while (id !== null && id !== undefined && !out.has(id)) {
      out.add(id)
      id = parents.get(id)
    }
  }
  return out
}
