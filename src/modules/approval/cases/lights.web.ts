/** How the picture of a running case shines: from the states of its nodes to every card, branches included. */
import { isBranching, type ProcessNode } from '../definition.ts'
import type { Light } from '../designer/tree-host.web.ts'
import { TASK_STATES } from '../state.ts'
import type { CaseView, NodeState } from '../wire.ts'

const LIGHT: Readonly<Record<NodeState, Light['state'] | null>> = { waiting: null, current: 'live', done: 'done', rejected: 'rejected', skipped: 'skipped' }

export function caseLights(view: Pick<CaseView, 'definition' | 'nodes' | 'tasks' | 'status'>): Map<string, Light> {
  const lights = new Map<string, Light>()
  const linesOf = (node: string): string[] => view.tasks.filter((t) => t.node === node && t.status !== 'cancelled').map((t) => `${t.assignee.name} ${TASK_STATES[t.status]}`)
  const walk = (nodes: readonly ProcessNode[]): Light['state'] | null => {
    let strongest: Light['state'] | null = null
    for (const n of nodes) {
      let state = LIGHT[view.nodes[n.id] ?? 'waiting']
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
