/** How far each node of a case is, for its picture: by what its people answered last, not by having been there. Pure. */
import { isApproving, type ApproveNode, type ProcessNode } from '../engine/definition.ts'
import { allNodes } from '../engine/definition.rules.ts'
import { decisionOf, isSequential } from '../engine/engine.tasks.ts'
import { isLive, LIVE, type CaseState, type Task } from '../engine/state.ts'
import type { NodeState } from '../wire.ts'

interface Step {
  node: string | null
  action: string
  opinion: string | null
}

/** The last visit of a node, whichever token made it; what was taken back and asked again counts once, as it was asked again. */
function lastVisit(tasks: readonly Task[], node: string): Task[] {
  const own = tasks.filter((t) => t.node === node)
  const last = own.reduce((most, t) => Math.max(most, t.round), 0)
  const visit = own.filter((t) => t.round === last)
  const again = (t: Task): boolean => visit.some((o) => o.key > t.key && o.origin === 'node' && o.owner === t.owner)
  return visit.filter((t) => !(t.origin === 'node' && t.status === 'cancelled' && again(t)))
}

function ofPeople(node: ApproveNode, tasks: readonly Task[], visit: readonly Task[], over: NodeState): NodeState {
  const own = visit.filter((t) => t.origin === 'node')
  if (visit.some((t) => t.status === 'returned') || decisionOf(node, tasks, visit) === 'reject') return 'rejected'
  const cancelled = own.filter((t) => t.status === 'cancelled')
  // Everybody had to speak, and somebody was not let: the work was taken away before the node was done.
  const whole = isSequential(node) || node.mode === 'all'
  if (cancelled.length === own.length || (whole && cancelled.length)) return over
  return own.every((t) => t.status === 'skipped' || t.status === 'cancelled') ? 'skipped' : 'done'
}

/** `over`: left before it was done. While the case lives it may be asked again; afterwards it was called off. */
export function nodeStates(nodes: readonly ProcessNode[], state: CaseState, history: readonly Step[]): Record<string, NodeState> {
  const over: NodeState = LIVE.includes(state.status) ? 'waiting' : 'cancelled'
  const seen = new Set([...state.memory.visited, ...history.flatMap((h) => (h.node === null ? [] : [h.node]))])
  const stateOf = (n: ProcessNode): NodeState => {
    if (state.tokens.some((t) => isLive(t) && t.node === n.id)) return 'current'
    if (!seen.has(n.id)) return 'waiting'
    const last = history.findLast((h) => h.node === n.id && h.action !== 'emptyToAdmin')
    if (last?.action === 'autoReject') return 'rejected'
    if (n.kind === 'delay') return last?.action === 'delay' ? over : 'done'
    if (n.kind === 'subprocess' && n.wait) return last?.action !== 'childEnded' ? over : last.opinion === '未通过' ? 'rejected' : 'done'
    if (!isApproving(n)) return 'done'
    const visit = lastVisit(state.tasks, n.id)
    if (visit.length) return ofPeople(n, state.tasks, visit, over)
    return last?.action === 'skipSelf' || last?.action === 'autoPass' ? 'skipped' : 'done'
  }
  return Object.fromEntries(allNodes(nodes).map((n) => [n.id, stateOf(n)]))
}
