/** How the picture of a running case shines: from the states of its nodes to every card, branches included. */
import { formatTime } from '#kit/basics/time/time-format.ts'
import { isBranching, type BranchNode, type ProcessNode } from '../../engine/definition.ts'
import type { Light } from '../../designer/drawing/tree-host.web.ts'
import { TASK_STATES } from '../../engine/state.ts'
import type { CaseView, NodeState, TaskView } from '../../wire.ts'

const LIGHT: Readonly<Record<NodeState, Light['state'] | null>> = {
  waiting: null,
  current: 'live',
  done: 'done',
  rejected: 'rejected',
  skipped: 'skipped',
  cancelled: 'skipped',
}

const reached = (n: ProcessNode, nodes: CaseView['nodes']): boolean =>
  LIGHT[nodes[n.id] ?? 'waiting'] !== null || (isBranching(n) && n.branches.some((b) => b.nodes.some((x) => reached(x, nodes))))

/** Work went on behind a branching in which nothing was done: through the empty branch, when there is only one. */
function lightEmpty(n: BranchNode, nodes: CaseView['nodes'], lights: Map<string, Light>): void {
  const empty = n.branches.filter((b) => b.nodes.length === 0)
  if (reached(n, nodes) || empty.length !== 1) return
  lights.set(empty[0]!.id, { state: 'done' })
  lights.set(n.id, { state: 'done' })
}

const OPINION = 24
/** Who, what became of it and when; while it is open, whether he has read it. */
function lineOf(t: TaskView): string {
  const who = t.actedBy !== null && t.actedBy !== t.assignee.name ? `${t.actedBy} 代 ${t.assignee.name}` : t.assignee.name
  const state = `${who} ${TASK_STATES[t.status]}`
  if (t.actedAt !== null) {
    const said = Array.from(t.opinion ?? '')
    return `${state} ${formatTime(t.actedAt, 'MM-DD HH:mm')}${said.length ? `「${said.slice(0, OPINION).join('')}${said.length > OPINION ? '…' : ''}」` : ''}`
  }
  return t.status === 'open' ? `${state}（${t.viewedAt ? `${formatTime(t.viewedAt, 'MM-DD HH:mm')} 已阅` : '未阅'}）` : state
}

export function caseLights(view: Pick<CaseView, 'definition' | 'nodes' | 'tasks' | 'status'>): Map<string, Light> {
  const lights = new Map<string, Light>()
  const linesOf = (node: string): string[] => view.tasks.filter((t) => t.node === node && t.status !== 'cancelled').map(lineOf)
  const walk = (nodes: readonly ProcessNode[]): Light['state'] | null => {
    let strongest: Light['state'] | null = null
    const passed = nodes.findLastIndex((n) => reached(n, view.nodes))
    for (const [at, n] of nodes.entries()) {
      let state = LIGHT[view.nodes[n.id] ?? 'waiting']
      if (isBranching(n) && !state && at < passed) lightEmpty(n, view.nodes, lights)
      if (isBranching(n))
        for (const b of n.branches) {
          const inner = walk(b.nodes)
          if (!inner) continue
          lights.set(b.id, { state: inner })
          state ??= inner === 'live' ? 'live' : 'done'
        }
      if (state) lights.set(n.id, { state, lines: linesOf(n.id) })
      if (state && strongest !== 'live') strongest = state
    }
    return strongest
  }
  walk(view.definition.nodes)
  if (view.status === 'passed') lights.set('end', { state: 'done' })
  if (view.status === 'rejected') lights.set('end', { state: 'rejected' })
  return lights
}
