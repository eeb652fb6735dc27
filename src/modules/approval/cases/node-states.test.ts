import { describe, expect, test } from 'vitest'
import type { ApproveNode, ProcessNode } from '../engine/definition.ts'
import { emptyMemory, type CaseState, type Task } from '../engine/state.ts'
import { nodeStates } from './node-states.rules.ts'

const node = (more: Partial<ApproveNode> = {}): ApproveNode => ({
  kind: 'approve',
  id: 'n',
  name: 'n',
  who: { kind: 'starter' },
  mode: 'all',
  empty: { policy: 'toAdmin' },
  self: 'allow',
  ...more,
})
let key = 0
const task = (assignee: number, status: Task['status'], more: Partial<Task> = {}): Task => ({
  key: (key += 1),
  token: 1,
  node: 'n',
  round: 1,
  kind: 'approve',
  origin: 'node',
  parent: null,
  assignee,
  owner: assignee,
  status,
  seq: assignee,
  weight: 1,
  actedBy: null,
  actedAt: null,
  opinion: null,
  openedAt: null,
  dueAt: null,
  reminded: 0,
  ...more,
})
const state = (tasks: Task[], status: CaseState['status'] = 'running'): CaseState => ({
  status,
  round: 1,
  tokens: [],
  tasks,
  memory: { ...emptyMemory(), visited: ['n'] },
})
const one = (n: ProcessNode, s: CaseState, history: { action: string; opinion?: string }[] = []): string =>
  nodeStates(
    [n],
    s,
    history.map((h) => ({ node: n.id, opinion: null, ...h })),
  )[n.id]!

describe('the state of a node in the picture', () => {
  test.each<[string, ApproveNode, Task[], CaseState['status'], string]>([
    ['everybody agreed', node(), [task(1, 'agreed'), task(2, 'agreed')], 'passed', 'done'],
    ['somebody rejected', node(), [task(1, 'agreed'), task(2, 'rejected'), task(3, 'cancelled')], 'rejected', 'rejected'],
    ['sent back', node(), [task(1, 'returned'), task(2, 'cancelled')], 'returned', 'rejected'],
    ['called off by another branch while nobody had spoken', node(), [task(1, 'cancelled')], 'rejected', 'cancelled'],
    ['called off by another branch when one of two had spoken', node(), [task(1, 'agreed'), task(2, 'cancelled')], 'rejected', 'cancelled'],
    ['called off, the case goes on elsewhere', node(), [task(1, 'cancelled')], 'running', 'waiting'],
    ['taken back and agreed to again', node(), [task(1, 'cancelled'), task(1, 'agreed')], 'passed', 'done'],
    ['one of several was enough', node({ mode: 'first' }), [task(1, 'agreed'), task(2, 'cancelled')], 'passed', 'done'],
    [
      'a rejection that was outvoted',
      node({ mode: 'vote', vote: { passCount: 2 } }),
      [task(1, 'rejected'), task(2, 'agreed'), task(3, 'agreed')],
      'passed',
      'done',
    ],
    ['everybody had agreed before', node(), [task(1, 'skipped')], 'passed', 'skipped'],
    [
      'rejected in an earlier round, agreed to in the last',
      node(),
      [task(1, 'rejected'), task(1, 'agreed', { round: 2 })],
      'passed',
      'done',
    ],
  ])('%s', (_name, n, tasks, status, expected) => expect(one(n, state(tasks, status))).toBe(expected))

  test('a signer who refuses refuses for whoever asked him', () => {
    const asker = task(1, 'cancelled')
    expect(one(node(), state([asker, task(2, 'rejected', { origin: 'before', parent: asker.key })], 'rejected'))).toBe('rejected')
  })
  test('a sub-process that was refused, or that never ended', () => {
    const n: ProcessNode = { kind: 'subprocess', id: 's', name: 's', process: 'x', wait: true }
    expect(one(n, state([]), [{ action: 'child' }, { action: 'childEnded', opinion: '未通过' }])).toBe('rejected')
    expect(one(n, state([]), [{ action: 'child' }, { action: 'childEnded', opinion: '通过' }])).toBe('done')
    expect(one(n, state([], 'terminated'), [{ action: 'child' }])).toBe('cancelled')
  })
  test('nobody stood there: passed by, or refused by the rules', () => {
    expect(one(node(), state([], 'passed'), [{ action: 'autoPass' }])).toBe('skipped')
    expect(one(node(), state([], 'rejected'), [{ action: 'autoReject' }])).toBe('rejected')
  })
})
