import { describe, expect, it } from 'vitest'
import { emptyDefinition, type ProcessNode } from '../../engine/definition.ts'
import type { NodeState, TaskView } from '../../wire.ts'
import { caseLights } from './lights.web.ts'

const approve = (id: string): ProcessNode => ({
  kind: 'approve',
  id,
  name: id,
  who: { kind: 'starter' },
  mode: 'first',
  empty: { policy: 'toAdmin' },
  self: 'allow',
})
const nodes: ProcessNode[] = [
  ...emptyDefinition().nodes,
  {
    kind: 'condition',
    id: 'c',
    name: 'c',
    branches: [
      { id: 'b1', name: '大额', nodes: [approve('boss')] },
      { id: 'b2', name: '默认', default: true, nodes: [] },
    ],
  },
  approve('last'),
]
const lights = (states: Record<string, NodeState>, status: 'running' | 'passed' = 'running') =>
  caseLights({ definition: { ...emptyDefinition(), nodes }, nodes: states, tasks: [], status })
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
  it('says at each card who said what and when, and who has read it', () => {
    const task = (t: Partial<TaskView>): TaskView =>
      ({
        node: 'boss',
        status: 'open',
        assignee: { id: 1, name: '周建国' },
        actedBy: null,
        actedAt: null,
        opinion: null,
        viewedAt: null,
        ...t,
      }) as TaskView
    const lines = (...tasks: TaskView[]) =>
      caseLights({ definition: { ...emptyDefinition(), nodes }, nodes: { start: 'done', boss: 'current' }, tasks, status: 'running' }).get(
        'boss',
      )!.lines
    expect(lines(task({}), task({ viewedAt: '2026-03-02T02:05:00.000Z' }))).toEqual([
      '周建国 待审批（未阅）',
      '周建国 待审批（03-02 10:05 已阅）',
    ])
    expect(lines(task({ status: 'agreed', actedBy: '马志强', actedAt: '2026-03-02T02:10:00.000Z', opinion: '票据齐全' }))).toEqual([
      '马志强 代 周建国 已同意 03-02 10:10「票据齐全」',
    ])
    expect(lines(task({ status: 'rejected', actedBy: '周建国', actedAt: '2026-03-02T02:10:00.000Z', opinion: '长'.repeat(30) }))).toEqual([
      `周建国 已拒绝 03-02 10:10「${'长'.repeat(24)}…」`,
    ])
    expect(lines(task({ status: 'waiting' }), task({ status: 'cancelled' }))).toEqual(['周建国 待激活'])
  })
})
