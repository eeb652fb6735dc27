import { describe, expect, it } from 'vitest'
import { emptyDefinition, type ProcessNode } from '../definition.ts'
import type { NodeState } from '../wire.ts'
import { caseLights } from './lights.web.ts'

const approve = (id: string): ProcessNode => ({ kind: 'approve', id, name: id, who: { kind: 'starter' }, mode: 'first', empty: { policy: 'toAdmin' }, self: 'allow' })
const nodes: ProcessNode[] = [
  ...emptyDefinition().nodes,
  { kind: 'condition', id: 'c', name: 'c', branches: [{ id: 'b1', name: '大额', nodes: [approve('boss')] }, { id: 'b2', name: '默认', default: true, nodes: [] }] },
  approve('last'),
]
const lights = (states: Record<string, NodeState>, status: 'running' | 'passed' = 'running') => caseLights({ definition: { ...emptyDefinition(), nodes }, nodes: states, tasks: [], status })
const states = (map: ReturnType<typeof lights>): Record<string, string> => Object.fromEntries([...map].map(([id, l]) => [id, l.state]))

describe('the picture of a case', () => {
  it('lights the branch somebody works in, and the branching around it', () => {
    expect(states(lights({ start: 'done', boss: 'current' }))).toEqual({ start: 'done', boss: 'live', b1: 'live', c: 'live' })
  })
  it('lights the empty branch when work went on behind the branching', () => {
    expect(states(lights({ start: 'done', last: 'current' }))).toEqual({ start: 'done', c: 'done', b2: 'done', last: 'live' })
  })
  it('leaves what was never reached in the dark, and lights the end of what passed', () => {
    expect(states(lights({ start: 'done' }))).toEqual({ start: 'done' })
    expect(states(lights({ start: 'done', boss: 'done', last: 'done' }, 'passed'))).toMatchObject({ b1: 'done', end: 'done' })
  })
})
