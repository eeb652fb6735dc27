/**
 * Changing a drawing: every operation gives a new one that shares what did not change, so only what changed is drawn anew.
 * `fresh` gives an id nobody had before: ids live as long as tasks and histories that name them.
 */
import {
  isApproving,
  isBranching,
  NODE_KINDS,
  type Branch,
  type BranchNode,
  type NodeKind,
  type ProcessNode,
} from '../../engine/definition.ts'

type Nodes = readonly ProcessNode[]
export type Fresh = () => string
/** A gap between cards: behind a node, or at the head of a branch. */
export type Spot = { after: string } | { into: string }
export const spotKey = (spot: Spot): string => ('after' in spot ? `after:${spot.after}` : `into:${spot.into}`)

export function find(nodes: Nodes, id: string): ProcessNode | null {
  for (const node of nodes) {
    if (node.id === id) return node
    if (!isBranching(node)) continue
    for (const branch of node.branches) {
      const inner = find(branch.nodes, id)
      if (inner) return inner
    }
  }
  return null
}

export function findBranch(nodes: Nodes, id: string): { node: BranchNode; branch: Branch; index: number } | null {
  for (const node of nodes) {
    if (!isBranching(node)) continue
    const index = node.branches.findIndex((b) => b.id === id)
    if (index >= 0) return { node, branch: node.branches[index]!, index }
    for (const branch of node.branches) {
      const inner = findBranch(branch.nodes, id)
      if (inner) return inner
    }
  }
  return null
}

/** Applies `change` to the list that holds the node; lists that hold it nowhere stay the same objects. */
function inList(nodes: Nodes, id: string, change: (list: Nodes, at: number) => Nodes): Nodes {
  const at = nodes.findIndex((n) => n.id === id)
  if (at >= 0) return change(nodes, at)
  return mapBranches(nodes, (branch) => inList(branch.nodes, id, change))
}
function mapBranches(nodes: Nodes, change: (branch: Branch) => Nodes): Nodes {
  let touched = false
  const next = nodes.map((node) => {
    if (!isBranching(node)) return node
    let own = false
    const branches = node.branches.map((branch) => {
      const inner = change(branch)
      if (inner === branch.nodes) return branch
      own = true
      return { ...branch, nodes: inner }
    })
    if (!own) return node
    touched = true
    return { ...node, branches }
  })
  return touched ? next : nodes
}
const intoBranch = (nodes: Nodes, id: string, change: (list: Nodes) => Nodes): Nodes =>
  mapBranches(nodes, (branch) => (branch.id === id ? change(branch.nodes) : intoBranch(branch.nodes, id, change)))

export function insert(nodes: Nodes, spot: Spot, node: ProcessNode): Nodes {
  if ('into' in spot) return intoBranch(nodes, spot.into, (list) => [node, ...list])
  return inList(nodes, spot.after, (list, at) => list.toSpliced(at + 1, 0, node))
}

export const update = (nodes: Nodes, id: string, change: (node: ProcessNode) => ProcessNode): Nodes =>
  inList(nodes, id, (list, at) => {
    const next = change(list[at]!)
    return next === list[at] ? list : list.with(at, next)
  })

/** The start stays; everything else may go, a branching node with all that stands in it. */
export const remove = (nodes: Nodes, id: string): Nodes =>
  inList(nodes, id, (list, at) => (list[at]!.kind === 'start' ? list : list.toSpliced(at, 1)))

const updateBranching = (nodes: Nodes, id: string, change: (node: BranchNode) => readonly ProcessNode[]): Nodes =>
  inList(nodes, id, (list, at) => {
    const node = list[at]!
    return isBranching(node) ? list.toSpliced(at, 1, ...change(node)) : list
  })

const BRANCH_WORD = { condition: '条件', parallel: '分支', inclusive: '条件' } as const

/** A name its neighbours do not have. */
function branchName(node: BranchNode): string {
  for (let n = node.branches.length; ; n++) {
    const name = `${BRANCH_WORD[node.kind]}${n}`
    if (node.branches.every((b) => b.name !== name)) return name
  }
}

/** In front of the default, which stands last. */
export const addBranch = (nodes: Nodes, id: string, fresh: Fresh): Nodes =>
  updateBranching(nodes, id, (node) => {
    const at = node.branches.findIndex((b) => b.default)
    const place = at < 0 ? node.branches.length : at
    return [{ ...node, branches: node.branches.toSpliced(place, 0, { id: fresh(), name: branchName(node), nodes: [] }) }]
  })

export const updateBranch = (nodes: Nodes, id: string, change: (branch: Branch) => Branch): Nodes => {
  const place = findBranch(nodes, id)
  return place
    ? updateBranching(nodes, place.node.id, (node) => [{ ...node, branches: node.branches.with(place.index, change(place.branch)) }])
    : nodes
}

/** With one branch left there is nothing to choose: what stood in it takes the place of the branching. */
export function removeBranch(nodes: Nodes, id: string): Nodes {
  const place = findBranch(nodes, id)
  if (!place || place.branch.default) return nodes
  return updateBranching(nodes, place.node.id, (node) => {
    const rest = node.branches.toSpliced(place.index, 1)
    return rest.length > 1 ? [{ ...node, branches: rest }] : rest[0]!.nodes
  })
}

/** The order of conditions is their priority. The default cannot be passed. */
export function moveBranch(nodes: Nodes, id: string, by: 1 | -1): Nodes {
  const place = findBranch(nodes, id)
  const to = place ? place.index + by : -1
  const other = place?.node.branches[to]
  if (!place || !other || place.branch.default || other.default) return nodes
  return updateBranching(nodes, place.node.id, (node) => [
    { ...node, branches: node.branches.with(place.index, other).with(to, place.branch) },
  ])
}

export const contains = (node: ProcessNode, id: string): boolean =>
  node.id === id || (isBranching(node) && node.branches.some((b) => b.id === id || b.nodes.some((n) => contains(n, id))))

/** Why a node cannot be put there; null: it can. */
export function refuseMove(nodes: Nodes, id: string, spot: Spot): string | null {
  const node = find(nodes, id)
  if (!node) return '节点已不存在'
  if (node.kind === 'start') return '发起人不能移动'
  return contains(node, 'after' in spot ? spot.after : spot.into) ? '不能移动到自己里面' : null
}
export function move(nodes: Nodes, id: string, spot: Spot): Nodes {
  const node = find(nodes, id)
  return node && refuseMove(nodes, id, spot) === null ? insert(remove(nodes, id), spot, node) : nodes
}

/** One place up or down in its own list; the start stays first. */
export function nudge(nodes: Nodes, id: string, by: 1 | -1): Nodes {
  return inList(nodes, id, (list, at) => {
    const other = list[at + by]
    if (!other || other.kind === 'start' || list[at]!.kind === 'start') return list
    return list.with(at, other).with(at + by, list[at]!)
  })
}

/** A copy with ids of its own. What pointed inside the copied part points inside the copy. */
export function cloneNode(node: ProcessNode, fresh: Fresh): ProcessNode {
  const ids = new Map<string, string>()
  const rename = (n: ProcessNode): ProcessNode => {
    ids.set(n.id, fresh())
    return isBranching(n)
      ? { ...n, id: ids.get(n.id)!, branches: n.branches.map((b) => ({ ...b, id: fresh(), nodes: b.nodes.map(rename) })) }
      : { ...n, id: ids.get(n.id)! }
  }
  const point = (n: ProcessNode): ProcessNode => {
    if (isBranching(n)) return { ...n, branches: n.branches.map((b) => ({ ...b, nodes: b.nodes.map(point) })) }
    if (n.kind === 'route') return { ...n, routes: n.routes.map((r) => ({ ...r, to: ids.get(r.to) ?? r.to })) }
    if (isApproving(n) && n.reject?.node) return { ...n, reject: { ...n.reject, node: ids.get(n.reject.node) ?? n.reject.node } }
    return n
  }
  return point(rename(node))
}

/** What a new node of a kind starts with: the choices most companies make. */
export function newNode(kind: Exclude<NodeKind, 'start'>, fresh: Fresh): ProcessNode {
  const base = { id: fresh(), name: NODE_KINDS[kind] }
  switch (kind) {
    case 'approve':
    case 'handle':
      return {
        ...base,
        kind,
        who: { kind: 'leader', level: 1 },
        mode: 'first',
        empty: { policy: 'toAdmin' },
        self: 'allow',
        ...(kind === 'approve' ? { reject: { policy: 'choose' }, resubmit: 'again' } : {}),
      }
    case 'copy':
      return { ...base, kind, who: { kind: 'person', users: [] } }
    case 'condition':
    case 'inclusive':
      return {
        ...base,
        kind,
        branches: [
          { id: fresh(), name: '条件1', nodes: [] },
          { id: fresh(), name: '默认条件', default: true, nodes: [] },
        ],
      }
    case 'parallel':
      return {
        ...base,
        kind,
        branches: [
          { id: fresh(), name: '分支1', nodes: [] },
          { id: fresh(), name: '分支2', nodes: [] },
        ],
      }
    case 'route':
      return { ...base, kind, routes: [] }
    case 'subprocess':
      return { ...base, kind, process: '', wait: true, onRejected: 'reject' }
    case 'delay':
      return { ...base, kind, hours: 24 }
    case 'trigger':
      return { ...base, kind, action: { kind: 'message', who: { kind: 'starter' }, text: '' } }
  }
}

/** Nodes from top to bottom with their list, for walking with the keyboard. */
export function outline(nodes: Nodes): { id: string; kind: NodeKind; name: string }[] {
  return nodes.flatMap((n) => [
    { id: n.id, kind: n.kind, name: n.name },
    ...(isBranching(n) ? n.branches.flatMap((b) => outline(b.nodes)) : []),
  ])
}
