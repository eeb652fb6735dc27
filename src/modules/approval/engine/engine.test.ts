/** What users complain about elsewhere (leasing.md §6, 13–15), and each policy once. */
import { describe, expect, test } from 'vitest'
import type { ProcessNode } from './definition.ts'
import type { Expression } from './expression.ts'
import { approver, definitionOf, Desk, people, STARTER } from './fixture/office.ts'

const desk = (nodes: ProcessNode[], ...rest: [Record<string, unknown>?, Parameters<typeof definitionOf>[1]?]): Desk => {
  const d = new Desk(definitionOf(nodes, rest[1]), rest[0])
  d.start()
  return d
}
const more = (field: string, than: number): Expression => ({ kind: 'compare', field, op: 'gt', value: than })

describe('answers of one node', () => {
  test('依次: one after the other, a rejection ends it', () => {
    const d = desk([approver('a', people(2, 3), { mode: 'sequential' })])
    expect(d.waits()).toBe('a:2 a:3*')
    expect(d.refused({ kind: 'approve', ...d.by(3) })).toBe('任务还没有轮到处理，请等待前面的人')
    d.approve(2)
    expect(d.waits()).toBe('a:3')
    d.reject(3)
    expect(d.state!.status).toBe('rejected')
  })
  test('会签: everybody; 一票否决 at once', () => {
    const d = desk([approver('a', people(2, 3, 4))])
    d.approve(2)
    d.reject(3)
    expect(d.state!.status).toBe('rejected')
    expect(d.state!.tasks.map((t) => t.status)).toEqual(['agreed', 'rejected', 'cancelled'])
  })
  test('会签 without 一票否决 waits for the last word, and passes only when all agree', () => {
    const d = desk([approver('a', people(2, 3, 4), { veto: 'afterAll' })])
    d.reject(2)
    expect(d.waits()).toBe('a:3 a:4')
    d.approve(3)
    d.approve(4)
    expect(d.state!.status).toBe('rejected')
  })
  test('或签: the first answer decides and the others read that it is done', () => {
    const d = desk([approver('a', people(2, 3), { mode: 'first' })])
    const late = d.by(3)
    d.approve(2)
    expect(d.state!.status).toBe('passed')
    expect(d.refused({ kind: 'approve', ...late })).toBe('该任务已被处理')
    const both = desk([approver('a', people(2, 3), { mode: 'first' }), approver('b', people(4))])
    const slow = both.by(3)
    both.approve(2)
    expect(both.refused({ kind: 'approve', ...slow })).toBe('该任务已被处理')
  })
  test('或签, 全部拒绝才拒绝', () => {
    const d = desk([approver('a', people(2, 3), { mode: 'first', firstReject: 'all' })])
    d.reject(2)
    expect(d.state!.status).toBe('running')
    d.reject(3)
    expect(d.state!.status).toBe('rejected')
  })
  test('或签, 全部拒绝: whom a rejecter wanted to speak after him is not asked any more', () => {
    const d = desk([approver('a', people(2, 3), { mode: 'first', firstReject: 'all' })])
    d.do({ kind: 'addAfter', ...d.by(2), users: [5] })
    d.reject(2)
    expect(d.waits()).toBe('a:3')
  })
  test('票签: passes with its share, is rejected only when the share cannot be reached any more', () => {
    const rule = { mode: 'vote' as const, vote: { passBp: 6000 } }
    const d = desk([approver('a', people(2, 3, 4, 5, 6), rule)])
    d.reject(2)
    d.reject(3)
    expect(d.state!.status).toBe('running')
    d.approve(4)
    d.approve(5)
    expect(d.state!.status).toBe('running')
    d.approve(6)
    expect(d.state!.status).toBe('passed')
    const lost = desk([approver('a', people(2, 3, 4, 5, 6), rule)])
    for (const user of [2, 3, 4]) lost.reject(user)
    expect(lost.state!.status).toBe('rejected')
    expect(lost.state!.tasks.filter((t) => t.status === 'cancelled')).toHaveLength(2)
  })
  test('票签 with weights and a number of rejections', () => {
    const d = desk([approver('a', people(2, 3, 4), { mode: 'vote', vote: { passCount: 3, weights: [{ user: 2, weight: 3 }] } })])
    d.approve(2)
    expect(d.state!.status).toBe('passed')
    const no = desk([approver('a', people(2, 3, 4), { mode: 'vote', vote: { passCount: 1, rejectCount: 1 } })])
    no.reject(4)
    expect(no.state!.status).toBe('rejected')
  })
})

describe('going back', () => {
  test('会签 + 退回 loses no task: the node is asked again, whole', () => {
    const d = desk([approver('a', people(2)), approver('b', people(3, 4)), approver('c', people(5))])
    d.approve(2)
    d.approve(3)
    d.back(4, 'a')
    expect(d.waits()).toBe('a:2')
    d.approve(2)
    expect(d.waits()).toBe('b:3 b:4')
    d.approve(3)
    d.approve(4)
    expect(d.waits()).toBe('c:5')
    d.back(5, 'b')
    expect(d.waits()).toBe('b:3 b:4')
  })
  test('驳回后回到驳回节点: what was agreed in between is not asked again', () => {
    const d = desk([
      approver('a', people(2)),
      approver('b', people(3)),
      approver('c', people(4), { reject: { policy: 'starter' }, resubmit: 'back' }),
    ])
    d.approve(2)
    d.approve(3)
    d.reject(4)
    expect(d.state!.status).toBe('returned')
    expect(d.waits()).toBe('')
    d.resubmit()
    expect(d.waits()).toBe('c:4')
    expect(d.state!.tasks.at(-1)!.round).toBe(2)
    d.approve(4)
    expect(d.state!.status).toBe('passed')
  })
  test('退回发起人, 从退回节点重新流转', () => {
    const d = desk([approver('a', people(2)), approver('b', people(3), { reject: { policy: 'starter' }, resubmit: 'again' })])
    d.approve(2)
    d.reject(3)
    d.resubmit()
    expect(d.waits()).toBe('a:2')
  })
  test('上一节点, 指定节点, 由审批人选择', () => {
    const nodes = (policy: 'previous' | 'node' | 'choose'): ProcessNode[] => [
      approver('a', people(2)),
      approver('b', people(3)),
      approver('c', people(4), { reject: { policy, node: 'a' } }),
    ]
    for (const [policy, to] of [
      ['previous', 'b:3'],
      ['node', 'a:2'],
      ['choose', 'b:3'],
    ] as const) {
      const d = desk(nodes(policy))
      d.approve(2)
      d.approve(3)
      d.reject(4, 'c', 'b')
      expect(d.waits()).toBe(to)
    }
  })
  test('会签 without 一票否决: where the rejecter wants it to go counts, although others speak after him', () => {
    const d = desk([
      approver('a', people(2)),
      approver('b', people(3)),
      approver('c', people(4, 5), { mode: 'all', veto: 'afterAll', reject: { policy: 'choose' } }),
    ])
    d.approve(2)
    d.approve(3)
    d.do({ kind: 'reject', ...d.by(4), node: 'a' })
    expect(d.waits()).toBe('c:5')
    d.approve(5)
    expect([d.state!.status, d.waits()]).toEqual(['running', 'a:2'])
  })
  test('a first node nobody stands at, that rejects to the starter, waits for him', () => {
    const d = desk([approver('a', people(), { empty: { policy: 'reject' }, reject: { policy: 'starter' } })])
    expect(d.state!.status).toBe('returned')
  })
  test('within one branch the other branch is not touched; above the fork both are done again', () => {
    const fork: ProcessNode = {
      kind: 'parallel',
      id: 'p',
      name: 'p',
      branches: [
        { id: 'p1', name: '1', nodes: [approver('b', people(3)), approver('c', people(4))] },
        { id: 'p2', name: '2', nodes: [approver('d', people(5)), approver('f', people(6))] },
      ],
    }
    const d = desk([approver('a', people(2)), fork, approver('e', people(7))])
    d.approve(2)
    d.approve(3)
    d.approve(5)
    expect(d.waits()).toBe('c:4 f:6')
    d.back(4, 'b')
    expect(d.waits()).toBe('b:3 f:6')
    expect(d.refused({ kind: 'sendBack', ...d.by(3), node: 'd' })).toMatch(/不能退回|没有经过|前面|并行/)
    d.back(3, 'a')
    expect(d.waits()).toBe('a:2')
    d.approve(2)
    expect(d.waits()).toBe('b:3 d:5')
    for (const user of [3, 4, 5, 6]) d.approve(user)
    expect(d.refused({ kind: 'sendBack', ...d.by(7), node: 'c' })).toBe('目标节点在并行分支内，不在同一路线上，不能退回')
    d.approve(7)
    expect(d.state!.status).toBe('passed')
  })
  test('out of a branch and straight back: nobody goes on meanwhile, and the branches that were not done are asked again', () => {
    const fork: ProcessNode = {
      kind: 'parallel',
      id: 'p',
      name: 'p',
      branches: [
        { id: 'p1', name: '1', nodes: [approver('b', people(3), { resubmit: 'back', reject: { policy: 'starter' } })] },
        { id: 'p2', name: '2', nodes: [approver('d', people(5))] },
      ],
    }
    const d = desk([fork, approver('e', people(7))])
    d.reject(3)
    expect([d.state!.status, d.waits()]).toEqual(['returned', ''])
    d.resubmit()
    expect(d.waits()).toBe('b:3 d:5')
    d.approve(5)
    d.reject(3)
    d.resubmit()
    // The other branch had agreed to what it was shown, and nothing it depends on has changed.
    expect(d.waits()).toBe('b:3')
    d.approve(3)
    expect(d.waits()).toBe('e:7')
  })
  test('straight back with other values: asked again from the first condition that read them', () => {
    const fork: ProcessNode = {
      kind: 'condition',
      id: 'c',
      name: 'c',
      branches: [
        { id: 'c1', name: '大额', when: more('form.sum', 1000), nodes: [approver('boss', people(9))] },
        { id: 'c2', name: '其他', default: true, nodes: [] },
      ],
    }
    const d = desk([
      approver('a', people(2)),
      fork,
      {
        kind: 'parallel',
        id: 'p',
        name: 'p',
        branches: [
          { id: 'p1', name: '1', nodes: [approver('b', people(3), { resubmit: 'back', reject: { policy: 'starter' } })] },
          { id: 'p2', name: '2', nodes: [approver('e', people(5))] },
        ],
      },
    ])
    d.values = { 'form.sum': 1, 'form.note': 'x' }
    d.approve(2)
    d.approve(5)
    d.reject(3)
    d.values = { 'form.sum': 2, 'form.note': 'x' }
    d.resubmit()
    // Read by a condition, so it is judged anew, although it comes to the same; a was before the condition and is not asked.
    expect(d.waits()).toBe('b:3 e:5')
    d.reject(3)
    d.values = { 'form.sum': 2, 'form.note': 'y' }
    d.resubmit()
    expect(d.waits()).toBe('b:3 e:5')
    d.reject(3)
    d.values = { 'form.sum': 999_999, 'form.note': 'y' }
    d.resubmit()
    expect(d.waits()).toBe('boss:9')
    d.approve(9)
    expect(d.waits()).toBe('b:3 e:5')
  })
  test('straight back, taken back, changed: judged anew all the same; and then not taken back any more', () => {
    const d = desk([
      approver('a', people(2)),
      {
        kind: 'condition',
        id: 'c',
        name: 'c',
        branches: [
          { id: 'c1', name: '大额', when: more('form.sum', 1000), nodes: [approver('boss', people(9))] },
          { id: 'c2', name: '其他', default: true, nodes: [] },
        ],
      },
      approver('b', people(3), { resubmit: 'back', reject: { policy: 'node', node: 'a' } }),
    ])
    d.values = { 'form.sum': 1 }
    const agree = (): ReturnType<Desk['taskOf']> => {
      const task = d.taskOf(2)
      d.approve(2)
      return task
    }
    agree()
    d.reject(3)
    const own = agree()
    expect(d.waits()).toBe('b:3')
    d.do({ kind: 'takeBack', by: 2, acting: [2], task: own.key })
    expect(d.waits()).toBe('a:2')
    d.values = { 'form.sum': 5000 }
    const last = agree()
    expect(d.waits()).toBe('boss:9')
    expect(d.refused({ kind: 'takeBack', by: 2, acting: [2], task: last.key })).toBe('后面的节点已经处理，不能拿回')
    d.approve(9)
    expect(d.waits()).toBe('b:3')
  })
  test('去重 in a branch does not count what was agreed to before the return', () => {
    const d = desk(
      [
        {
          kind: 'parallel',
          id: 'p',
          name: 'p',
          branches: [
            { id: 'p1', name: '1', nodes: [approver('b', people(3)), approver('f', people(4), { reject: { policy: 'starter' } })] },
            { id: 'p2', name: '2', nodes: [approver('d', people(5)), approver('g', people(3))] },
          ],
        },
      ],
      {},
      { dedupe: 'once' },
    )
    d.approve(3)
    d.reject(4)
    d.resubmit()
    expect(d.waits()).toBe('b:3 d:5')
    d.approve(5)
    // 3 agreed in the round that was rejected; he is asked at both.
    expect(d.waits()).toBe('b:3 g:3')
  })
})

describe('colleagues', () => {
  test('前加签: the one who asked waits, then answers himself', () => {
    const d = desk([approver('a', people(2))])
    d.do({ kind: 'addBefore', ...d.by(2), users: [3, 4] })
    expect(d.waits()).toBe('a:2* a:3 a:4')
    d.approve(3)
    d.approve(4)
    expect(d.waits()).toBe('a:2')
    d.approve(2)
    expect(d.state!.status).toBe('passed')
  })
  test('前加签 taken back gains no time; what a signer has said may be read for the whole of it', () => {
    const rule = { timeout: { hours: 4, action: 'reject' as const } }
    const due = (d: Desk, user: number): string | null => d.taskOf(user).dueAt
    const d = desk([approver('a', people(2), rule)])
    expect(due(d, 2)).toBe('2026-03-02T06:00:00.000Z')
    d.now = '2026-03-02T05:00:00.000Z'
    d.do({ kind: 'addBefore', ...d.by(2), users: [5, 6] })
    const asker = d.by(2)
    d.now = '2026-03-02T15:00:00.000Z'
    d.do({ kind: 'removeAdded', ...asker, added: d.taskOf(5).key })
    expect(d.waits()).toBe('a:2* a:6')
    d.do({ kind: 'removeAdded', ...asker, added: d.taskOf(6).key })
    // An hour was left when he asked: an hour is left.
    expect([d.waits(), due(d, 2)]).toEqual(['a:2', '2026-03-02T16:00:00.000Z'])
    d.do({ kind: 'addBefore', ...d.by(2), users: [5, 6] })
    d.approve(5)
    d.do({ kind: 'removeAdded', ...asker, added: d.taskOf(6).key })
    expect(due(d, 2)).toBe('2026-03-02T19:00:00.000Z')
    // Nor does somebody get time he never had.
    const idle = desk([approver('a', people(2))])
    idle.do({ kind: 'addBefore', ...idle.by(2), users: [5] })
    idle.do({ kind: 'removeAdded', ...idle.by(2), added: idle.taskOf(5).key })
    expect(due(idle, 2)).toBeNull()
  })
  test('后加签: asked after the agreement of the one who added them', () => {
    const d = desk([approver('a', people(2))])
    d.do({ kind: 'addAfter', ...d.by(2), users: [3] })
    expect(d.waits()).toBe('a:2 a:3*')
    expect(d.refused({ kind: 'addBefore', ...d.by(2), users: [4] })).toBe('同一任务不能既前加签又后加签')
    // Also when the first ones have spoken; whoever was taken off again binds to nothing.
    const other = desk([approver('a', people(2))])
    other.do({ kind: 'addAfter', ...other.by(2), users: [3] })
    other.do({ kind: 'removeAdded', ...other.by(2), added: other.taskOf(3).key })
    other.do({ kind: 'addBefore', ...other.by(2), users: [4] })
    other.approve(4)
    expect(other.refused({ kind: 'addAfter', ...other.by(2), users: [3] })).toBe('同一任务不能既前加签又后加签')
    d.approve(2)
    expect(d.waits()).toBe('a:3')
    d.reject(3)
    expect(d.state!.status).toBe('rejected')
  })
  test('加签 + 退回: the signers go with the request, and a new round asks only the node’s own people', () => {
    const d = desk([approver('a', people(2)), approver('b', people(3, 4))])
    d.approve(2)
    d.do({ kind: 'addBefore', ...d.by(3), users: [5] })
    d.back(5, 'a')
    expect(d.waits()).toBe('a:2')
    d.approve(2)
    expect(d.waits()).toBe('b:3 b:4')
  })
  test('a signer who asked others himself frees whoever waits for him when the last of them is done', () => {
    const d = desk([approver('a', people(2))])
    d.do({ kind: 'addBefore', ...d.by(2), users: [3] })
    d.do({ kind: 'addAfter', ...d.by(3), users: [4] })
    d.approve(3)
    expect(d.waits()).toBe('a:2* a:4')
    d.approve(4)
    expect(d.waits()).toBe('a:2')
  })
  test('减签: gives the task back, or lets the node finish', () => {
    const d = desk([approver('a', people(2))])
    d.do({ kind: 'addBefore', ...d.by(2), users: [3] })
    const added = d.taskOf(3).key
    d.do({ kind: 'removeAdded', by: 2, acting: [2], task: d.taskOf(2).key, added })
    expect(d.waits()).toBe('a:2')
    d.do({ kind: 'addAfter', ...d.by(2), users: [4] })
    const later = d.taskOf(4).key
    d.approve(2)
    d.do({ kind: 'removeAdded', by: 2, acting: [2], task: 1, added: later })
    expect(d.state!.status).toBe('passed')
  })
  test('委派: an opinion, then the owner decides; it does not go round', () => {
    const d = desk([approver('a', people(2))])
    d.do({ kind: 'delegate', ...d.by(2), to: 3 })
    expect(d.waits()).toBe('a:2d a:3')
    expect(d.refused({ kind: 'delegate', ...d.by(3), to: 2 })).toBe('委派的任务不能再次委派，请给出意见或由委派人收回')
    d.reject(3)
    expect([d.state!.status, d.waits()]).toEqual(['running', 'a:2'])
    d.approve(2)
    expect(d.state!.status).toBe('passed')
  })
  test('转办 keeps the owner; nobody is asked twice at a node', () => {
    const d = desk([approver('a', people(2, 3))])
    expect(d.refused({ kind: 'handOver', ...d.by(2), to: 3 })).toBe('所选人员已是本节点的审批人')
    d.do({ kind: 'handOver', ...d.by(2), to: 5 })
    expect(d.state!.tasks[0]).toMatchObject({ owner: 2, assignee: 5 })
    expect(d.refused({ kind: 'approve', by: 2, acting: [2], task: 1 })).toBe('您不是当前审批人')
  })
  test('拿回 as long as nobody has touched what follows', () => {
    const d = desk([approver('a', people(2)), approver('b', people(3)), approver('c', people(4))])
    d.approve(2)
    d.do({ kind: 'takeBack', by: 2, acting: [2], task: 1 })
    expect(d.waits()).toBe('a:2')
    d.approve(2)
    d.approve(3)
    expect(d.refused({ kind: 'takeBack', by: 2, acting: [2], task: 3 })).toBe('后面的节点已经处理，不能拿回')
  })
  test('a deputy acts in the name of the one he stands in for, and nobody else', () => {
    const d = desk([approver('a', people(2))])
    expect(d.refused({ kind: 'approve', by: 7, acting: [7], task: 1 })).toBe('您不是当前审批人')
    d.do({ kind: 'approve', by: 7, acting: [7, 2], task: 1 })
    expect(d.state!.tasks[0]).toMatchObject({ assignee: 2, actedBy: 7, status: 'agreed' })
  })
})

describe('branches', () => {
  const cond = (): ProcessNode => ({
    kind: 'condition',
    id: 'k',
    name: 'k',
    branches: [
      { id: 'k1', name: '大额', when: more('form.amount', 100_000), nodes: [approver('big', people(2, 3))] },
      { id: 'k2', name: '其他', default: true, nodes: [approver('small', people(4))] },
    ],
  })
  test('the first that holds, or the default', () => {
    expect(desk([cond()], { 'form.amount': 120_000 }).waits()).toBe('big:2 big:3')
    expect(desk([cond()], { 'form.amount': 85_000 }).waits()).toBe('small:4')
    expect(desk([cond()], {}).waits()).toBe('small:4')
  })
  test('包容: every one that holds; the next node waits for all of them', () => {
    const node: ProcessNode = {
      kind: 'inclusive',
      id: 'i',
      name: 'i',
      branches: [
        { id: 'i1', name: '1', when: more('form.x', 1), nodes: [approver('a', people(2))] },
        { id: 'i2', name: '2', when: more('form.x', 5), nodes: [approver('b', people(3))] },
        { id: 'i3', name: '默认', default: true, nodes: [] },
      ],
    }
    const both = desk([node, approver('c', people(4))], { 'form.x': 9 })
    both.approve(2)
    expect(both.waits()).toBe('b:3')
    both.approve(3)
    expect(both.waits()).toBe('c:4')
    expect(desk([node, approver('c', people(4))], { 'form.x': 0 }).waits()).toBe('c:4')
  })
  test('a fork whose branches are all empty just goes on', () => {
    const node: ProcessNode = {
      kind: 'parallel',
      id: 'p',
      name: 'p',
      branches: [
        { id: 'p1', name: '1', nodes: [] },
        { id: 'p2', name: '2', nodes: [] },
      ],
    }
    expect(desk([node, approver('c', people(4))]).waits()).toBe('c:4')
  })
  test('路由 back makes a round of its own; 延时 wakes when it is time; 子流程 is waited for', () => {
    const d = desk(
      [
        approver('a', people(2)),
        {
          kind: 'route',
          id: 'r',
          name: 'r',
          routes: [{ name: '重来', when: { kind: 'compare', field: 'form.again', op: 'eq', value: true }, to: 'a' }],
        },
        { kind: 'delay', id: 'w', name: 'w', hours: 2 },
        { kind: 'subprocess', id: 's', name: 's', process: 'other', wait: true },
        approver('b', people(3)),
      ],
      { 'form.again': true },
    )
    d.approve(2)
    expect(d.waits()).toBe('a:2')
    d.values = {}
    d.approve(2)
    expect(d.refused({ kind: 'wake', token: 1 })).toBe('延时尚未到期')
    d.now = '2026-03-02T04:00:00.000Z'
    d.do({ kind: 'wake', token: 1 })
    expect(d.state!.tokens[0]!.status).toBe('child')
    d.do({ kind: 'childEnded', token: 1, outcome: 'passed' })
    expect(d.waits()).toBe('b:3')
  })
})

describe('nobody there', () => {
  test('an empty node goes to the administrator unless told otherwise; disabled people are nobody', () => {
    const d = new Desk(definitionOf([approver('a', people(2))]))
    d.disabled.add(2)
    d.start()
    expect(d.waits()).toBe('a:1')
    const pass = new Desk(definitionOf([approver('a', people(), { empty: { policy: 'pass' } }), approver('b', people(3))]))
    pass.start()
    expect(pass.waits()).toBe('b:3')
    const no = new Desk(definitionOf([approver('a', people(), { empty: { policy: 'reject' } })]))
    no.start()
    expect(no.state!.status).toBe('rejected')
  })
  test('the starter himself: may, is skipped, or his leader; after a return he is asked', () => {
    expect(desk([approver('a', people(STARTER))]).waits()).toBe(`a:${STARTER}`)
    const skip = desk([approver('a', people(STARTER), { self: 'skip' }), approver('b', people(3))])
    expect(skip.waits()).toBe('b:3')
    skip.back(3, 'a')
    expect(skip.waits()).toBe(`a:${STARTER}`)
    expect(desk([approver('a', people(STARTER), { self: 'leader' })]).waits()).toBe(`a:${STARTER + 1000}`)
  })
  test('去重: who agreed before passes by himself, but never at a node that came back', () => {
    const d = desk([approver('a', people(2)), approver('b', people(2, 3)), approver('c', people(2))], {}, { dedupe: 'once' })
    d.approve(2)
    expect(d.waits()).toBe('b:3')
    d.approve(3)
    expect(d.state!.status).toBe('passed')
    const gap = desk([approver('a', people(2)), approver('b', people(3)), approver('c', people(2))], {}, { dedupe: 'consecutive' })
    gap.approve(2)
    gap.approve(3)
    expect(gap.waits()).toBe('c:2')
    gap.back(2, 'a')
    gap.approve(2)
    expect(gap.waits()).toBe('b:3')
  })
})

describe('time', () => {
  test('超时 reminds as often as told, or passes, or rejects', () => {
    const d = desk([approver('a', people(2), { timeout: { hours: 1, action: 'remind', maxRemind: 2 } })])
    expect(d.refused({ kind: 'timeout', task: 1 })).toBe('该任务已被处理')
    d.now = '2026-03-02T03:00:00.000Z'
    d.do({ kind: 'timeout', task: 1 })
    d.now = '2026-03-02T04:00:00.000Z'
    d.do({ kind: 'timeout', task: 1 })
    expect(d.state!.tasks[0]).toMatchObject({ reminded: 2, dueAt: null, status: 'open' })
    const pass = desk([approver('a', people(2), { timeout: { hours: 1, action: 'pass' } })])
    pass.now = '2026-03-02T03:00:00.000Z'
    pass.do({ kind: 'timeout', task: 1 })
    expect(pass.state!.status).toBe('passed')
  })
  test('催办 reaches whoever is asked, once in ten minutes; 撤销 is the starter’s', () => {
    const d = desk([approver('a', people(2))])
    d.do({ kind: 'urge', by: STARTER })
    expect(d.refused({ kind: 'urge', by: STARTER })).toBe('10 分钟内已催办过，请稍后再试')
    expect(d.refused({ kind: 'withdraw', by: 2 })).toBe('只有发起人可以撤销')
    d.do({ kind: 'withdraw', by: STARTER })
    expect([d.state!.status, d.waits()]).toEqual(['withdrawn', ''])
  })
  test('抄送 once per person, whatever repeats it', () => {
    const d = desk([
      { kind: 'copy', id: 'y', name: 'y', who: people(8) },
      approver('a', people(2)),
      { kind: 'copy', id: 'z', name: 'z', who: people(8, 9) },
    ])
    d.approve(2)
    expect(d.effects.filter((e) => e.kind === 'copied').flatMap((e) => e.users)).toEqual([8, 9])
  })
})
