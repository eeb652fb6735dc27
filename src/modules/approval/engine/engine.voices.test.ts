/** One person counts once in a case, as himself and as deputy (docs/decisions/0094). */
import { describe, expect, test } from 'vitest'
import type { ApproveNode, ProcessNode } from './definition.ts'
import { approver, definitionOf, Desk, people, STARTER } from './fixture/office.ts'

const desk = (nodes: ProcessNode[], settings: Parameters<typeof definitionOf>[1] = {}): Desk => {
  const d = new Desk(definitionOf(nodes, settings))
  d.start()
  return d
}
/** The deputy answers the task of somebody else. */
const standIn = (d: Desk, deputy: number, of: number, kind: 'approve' | 'reject' = 'approve') =>
  ({ kind, by: deputy, acting: [deputy, of], task: d.taskOf(of).key }) as const
const ASKED = '您本人也是本流程的审批人，一人只计一次，不能再代他人审批；请由本人或其他代理人处理，或由流程管理员转办'
const SPOKEN = '您已在本流程中表态，一人只计一次，不能再代他人审批；请由本人或其他代理人处理，或由流程管理员转办'

describe('in one node', () => {
  const modes: [string, Partial<ApproveNode>][] = [
    ['会签', { mode: 'all' }],
    ['票签', { mode: 'vote', vote: { passCount: 2 } }],
    ['依次', { mode: 'sequential' }],
  ]
  test.each(modes)('%s of two is not passed by one of them as the deputy of the other, whichever he answers first', (_name, more) => {
    const d = desk([approver('a', people(2, 3), more)])
    // 3 is the deputy of 2.
    expect(d.refused(standIn(d, 3, 2))).toBe(ASKED)
    expect(d.refused(standIn(d, 3, 2, 'reject'))).toBe(ASKED)
    if (more.mode === 'sequential') d.approve(2)
    d.approve(3)
    if (more.mode !== 'sequential') {
      expect(d.refused(standIn(d, 3, 2))).toBe(SPOKEN)
      d.approve(2)
    }
    expect(d.state!.status).toBe('passed')
  })
  test('another deputy may, and whoever is not asked himself', () => {
    const d = desk([approver('a', people(2, 3))])
    d.approve(3)
    d.do(standIn(d, 4, 2))
    expect(d.state!.status).toBe('passed')
  })
  test('nobody stands in for two', () => {
    const d = desk([approver('a', people(2, 3))])
    d.do(standIn(d, 4, 2))
    expect(d.refused(standIn(d, 4, 3))).toBe(SPOKEN)
    d.approve(3)
    expect(d.state!.status).toBe('passed')
  })
  test('the starter stands in for nobody', () => {
    const d = desk([approver('a', people(2))])
    expect(d.refused(standIn(d, STARTER, 2))).toBe('发起人不能代他人审批自己发起的流程，请由本人或其他代理人处理，或由流程管理员转办')
    d.approve(2)
    expect(d.state!.status).toBe('passed')
  })
  test('a task is not handed to who has spoken there, nor by a deputy to himself, nor by an administrator', () => {
    const d = desk([approver('a', people(2, 3))])
    d.approve(3)
    const why = '所选人员已在本流程表态，一人只计一次，请选择其他同事'
    expect(d.refused({ kind: 'handOver', ...d.by(2), to: 3 })).toBe(why)
    expect(d.refused({ kind: 'handOver', ...d.by(2), by: 1, to: 3, admin: true })).toBe(why)
    expect(d.refused({ kind: 'handOver', by: 4, acting: [4, 2], task: d.taskOf(2).key, to: 4 })).toBe(
      '代理人不能把任务转办给自己，请直接处理或转办给其他同事',
    )
    d.do({ kind: 'handOver', ...d.by(2), to: 4 })
    d.approve(4)
    expect(d.state!.status).toBe('passed')
  })
})

describe('over nodes', () => {
  test('who spoke as himself does not speak for another later; for the same one he may again', () => {
    const d = desk([approver('a', people(2)), approver('b', people(3)), approver('c', people(3))])
    d.approve(2)
    expect(d.refused(standIn(d, 2, 3))).toBe(SPOKEN)
    d.do(standIn(d, 4, 3))
    d.do(standIn(d, 4, 3))
    expect(d.state!.status).toBe('passed')
  })
  test('who spoke for another is left out where others are asked', () => {
    const d = desk([approver('a', people(2)), approver('b', people(3, 5))])
    d.do(standIn(d, 3, 2))
    expect(d.waits()).toBe('b:5')
    expect(d.log).toContain('oneVoice@b')
    d.approve(5)
    expect(d.state!.status).toBe('passed')
  })
  test('where he would be alone the one he spoke for is asked himself: not through him, and not passed by as if he had spoken', () => {
    for (const dedupe of ['none', 'once', 'consecutive'] as const) {
      const d = desk([approver('a', people(2)), approver('b', people(3))], { dedupe })
      d.do(standIn(d, 3, 2))
      expect(d.waits()).toBe('b:2')
      expect(d.refused(standIn(d, 3, 2))).toBe('这项任务原本由您处理，不能再由您代为审批，请由本人或其他代理人处理，或由流程管理员转办')
      d.approve(2)
      expect(d.state!.status).toBe('passed')
    }
  })
  test('where that one is not there the node has nobody, and does not pass by that', () => {
    const two = (empty: ApproveNode['empty']) => [approver('a', people(2)), approver('b', people(3), { empty })]
    for (const [policy, waits] of [
      ['pass', 'b:1'],
      ['toAdmin', 'b:1'],
      ['toPerson', 'b:7'],
    ] as const) {
      const d = desk(two({ policy, person: 7 }))
      const command = standIn(d, 3, 2)
      d.disabled.add(2)
      d.do(command)
      expect(d.waits()).toBe(waits)
    }
    const d = desk(two({ policy: 'reject' }))
    const command = standIn(d, 3, 2)
    d.disabled.add(2)
    d.do(command)
    expect(d.state!.status).toBe('rejected')
  })
  test('what was sent back does not count any more', () => {
    const d = desk([approver('a', people(2)), approver('b', people(3)), approver('c', people(5))])
    d.do(standIn(d, 4, 2))
    d.approve(3)
    d.back(5, 'a')
    d.do(standIn(d, 3, 2))
    expect(d.waits()).toBe('b:2')
  })
})

describe('a first node without anybody, that rejects itself', () => {
  test.each(['starter', 'previous'] as const)('goes back to the starter (%s), whose next try says what is missing', (policy) => {
    const d = new Desk(definitionOf([approver('a', people(2), { empty: { policy: 'reject' }, reject: { policy } })]))
    d.disabled.add(2)
    d.start()
    expect([d.state!.status, d.waits()]).toEqual(['returned', ''])
    expect(d.refused({ kind: 'resubmit', by: STARTER })).toBe('「a」没有审批人，会立即退回，请联系流程管理员')
    d.disabled.clear()
    d.resubmit()
    expect([d.state!.status, d.waits()]).toEqual(['running', 'a:2'])
  })
})
