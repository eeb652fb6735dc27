import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { definitionSchema, emptyDefinition, isBranching, type NodeKind, type ProcessNode } from '../../engine/definition.ts'
import { allNodes, checkDefinition } from '../../engine/definition.rules.ts'
import {
  addBranch,
  cloneNode,
  find,
  findBranch,
  insert,
  move,
  moveBranch,
  newNode,
  nudge,
  outline,
  refuseMove,
  remove,
  removeBranch,
  spotKey,
  update,
  updateBranch,
  type Spot,
} from './tree.ts'

const counter = () => {
  let n = 0
  return () => `n${++n}`
}
const start = emptyDefinition().nodes
const KINDS = ['approve', 'handle', 'copy', 'condition', 'parallel', 'inclusive', 'route', 'subprocess', 'delay', 'trigger'] as const

/** start → a → [condition: c1(b), default()] → z */
function sample() {
  const fresh = counter()
  const a = { ...newNode('approve', fresh), name: 'a' }
  const split = newNode('condition', fresh)
  const b = { ...newNode('approve', fresh), name: 'b' }
  const z = { ...newNode('approve', fresh), name: 'z' }
  let nodes = insert(start, { after: 'start' }, a)
  nodes = insert(nodes, { after: a.id }, split)
  if (!isBranching(split)) throw new Error('not a branching')
  nodes = insert(nodes, { into: split.branches[0]!.id }, b)
  nodes = insert(nodes, { after: split.id }, z)
  return { nodes, a, b, z, split, fresh }
}
const names = (nodes: readonly ProcessNode[]): string[] => outline(nodes).map((n) => n.name)

describe('a drawing', () => {
  it('takes a node behind a node and at the head of a branch', () => {
    expect(names(sample().nodes)).toEqual(['发起人', 'a', '条件分支', 'b', 'z'])
  })
  it('shares what did not change', () => {
    const { nodes, b, a, split } = sample()
    const next = update(nodes, b.id, (n) => ({ ...n, name: 'B' }))
    expect(find(next, a.id)).toBe(find(nodes, a.id))
    expect(find(next, split.id)).not.toBe(find(nodes, split.id))
    expect(findBranch(next, split.branches[1]!.id)!.branch).toBe(findBranch(nodes, split.branches[1]!.id)!.branch)
    expect(update(nodes, b.id, (n) => n)).toBe(nodes)
    expect(update(nodes, 'nobody', (n) => ({ ...n, name: 'x' }))).toBe(nodes)
  })
  it('moves a node into a branch, but not into itself, and never the start', () => {
    const { nodes, a, split, z } = sample()
    const inner: Spot = { into: split.branches[1]!.id }
    expect(names(move(nodes, a.id, inner))).toEqual(['发起人', '条件分支', 'b', 'a', 'z'])
    expect(refuseMove(nodes, split.id, inner)).toBe('不能移动到自己里面')
    expect(move(nodes, split.id, inner)).toBe(nodes)
    expect(refuseMove(nodes, 'start', { after: z.id })).toBe('发起人不能移动')
    expect(names(nudge(nodes, z.id, -1))).toEqual(['发起人', 'a', 'z', '条件分支', 'b'])
    expect(nudge(nodes, a.id, -1)).toBe(nodes)
    expect(remove(nodes, 'start')).toBe(nodes)
  })
  it('adds branches in front of the default, orders them, and keeps the default', () => {
    const { nodes, split, fresh } = sample()
    const more = addBranch(nodes, split.id, fresh)
    const of = (list: readonly ProcessNode[]): string[] => (find(list, split.id) as typeof split).branches.map((x) => x.name)
    expect(of(more)).toEqual(['条件1', '条件2', '默认条件'])
    const second = (find(more, split.id) as typeof split).branches[1]!.id
    expect(of(moveBranch(more, second, -1))).toEqual(['条件2', '条件1', '默认条件'])
    expect(moveBranch(more, second, 1)).toBe(more)
    expect(removeBranch(more, split.branches[1]!.id)).toBe(more)
    expect(of(updateBranch(more, second, (x) => ({ ...x, name: '大额' })))).toEqual(['条件1', '大额', '默认条件'])
    expect(of(removeBranch(more, second))).toEqual(['条件1', '默认条件'])
  })
  it('of which one branch is left becomes a plain list', () => {
    const { nodes, split } = sample()
    expect(names(removeBranch(nodes, split.branches[0]!.id))).toEqual(['发起人', 'a', 'z'])
  })
  it('copies with new ids; what pointed inside points inside the copy, what pointed outside stays', () => {
    const { nodes, a, b, split, fresh } = sample()
    const pointing = update(
      update(nodes, b.id, (n) => ({ ...n, reject: { policy: 'node', node: a.id } }) as ProcessNode),
      split.id,
      (n) => n,
    )
    const inner = newNode('route', fresh)
    const withRoute = insert(
      pointing,
      { after: b.id },
      { ...inner, kind: 'route', routes: [{ name: 'r', when: { kind: 'all', of: [] }, to: b.id }] },
    )
    const copy = cloneNode(find(withRoute, split.id)!, fresh)
    const flat = allNodes([copy])
    const [, copiedB, copiedRoute] = flat
    expect(copiedB).toMatchObject({ name: 'b', reject: { node: a.id } })
    expect(copiedRoute).toMatchObject({ routes: [{ to: copiedB!.id }] })
    expect(new Set([...allNodes(withRoute), ...flat].map((n) => n.id)).size).toBe(allNodes(withRoute).length + flat.length)
  })
})

describe('any sequence of operations', () => {
  type Step = {
    op: 'insert' | 'remove' | 'move' | 'copy' | 'addBranch' | 'removeBranch' | 'moveBranch' | 'nudge'
    kind: Exclude<NodeKind, 'start'>
    x: number
    y: number
  }
  const step: fc.Arbitrary<Step> = fc.record({
    op: fc.constantFrom('insert', 'insert', 'insert', 'remove', 'move', 'copy', 'addBranch', 'removeBranch', 'moveBranch', 'nudge'),
    kind: fc.constantFrom(...KINDS),
    x: fc.nat(1000),
    y: fc.nat(1000),
  })
  const spots = (nodes: readonly ProcessNode[]): Spot[] =>
    allNodes(nodes).flatMap((n): Spot[] => [{ after: n.id }, ...(isBranching(n) ? n.branches.map((b): Spot => ({ into: b.id })) : [])])
  const apply = (nodes: readonly ProcessNode[], s: Step, fresh: () => string): readonly ProcessNode[] => {
    const all = allNodes(nodes)
    const node = all[s.x % all.length]!
    const places = spots(nodes)
    const spot = places[s.y % places.length]!
    const branches = all.filter(isBranching).flatMap((n) => n.branches.map((b) => b.id))
    const branch = branches[s.y % Math.max(1, branches.length)] ?? ''
    switch (s.op) {
      case 'insert':
        return insert(nodes, spot, newNode(s.kind, fresh))
      case 'remove':
        return remove(nodes, node.id)
      case 'move':
        return move(nodes, node.id, spot)
      case 'copy':
        return node.kind === 'start' || all.length > 60 ? nodes : insert(nodes, spot, cloneNode(node, fresh))
      case 'addBranch':
        return addBranch(nodes, node.id, fresh)
      case 'removeBranch':
        return removeBranch(nodes, branch)
      case 'moveBranch':
        return moveBranch(nodes, branch, s.x % 2 ? 1 : -1)
      case 'nudge':
        return nudge(nodes, node.id, s.y % 2 ? 1 : -1)
    }
  }
  it('leaves a drawing of the right shape: one start, first; ids of their own; two branches or more; one default, last', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const fresh = counter()
        let nodes = start
        for (const s of steps) nodes = apply(nodes, s, fresh)
        const all = allNodes(nodes)
        expect(nodes[0]!.kind).toBe('start')
        expect(all.filter((n) => n.kind === 'start')).toHaveLength(1)
        const ids = all.flatMap((n) => [n.id, ...(isBranching(n) ? n.branches.map((b) => b.id) : [])])
        expect(new Set(ids).size).toBe(ids.length)
        for (const n of all.filter(isBranching)) {
          expect(n.branches.length).toBeGreaterThanOrEqual(2)
          expect(n.branches.map((b) => b.default === true)).toEqual(
            n.branches.map((_, i) => n.kind !== 'parallel' && i === n.branches.length - 1),
          )
        }
        if (all.length < 200 && all.filter(isBranching).every((n) => n.branches.length <= 20))
          expect(definitionSchema.safeParse({ ...emptyDefinition(), nodes }).error?.issues ?? []).toEqual([])
        const keys = spots(nodes).map(spotKey)
        expect(new Set(keys).size).toBe(keys.length)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a drawing half made', () => {
  const half = (node: Partial<ProcessNode>): ProcessNode[] => [
    ...emptyDefinition().nodes,
    { id: 'n1', name: '节点', ...node } as ProcessNode,
  ]
  const approver = (who: object): Partial<ProcessNode> =>
    ({ kind: 'approve', who, mode: 'first', empty: { policy: 'toAdmin' }, self: 'allow' }) as Partial<ProcessNode>
  it.each<[string, Partial<ProcessNode>, string]>([
    ['an approver from a field not chosen yet', approver({ kind: 'fact', field: '' }), '没有选择业务数据字段'],
    ['one from the form', approver({ kind: 'formPerson', field: '' }), '没有选择表单中的人员字段'],
    ['a leader of a department', approver({ kind: 'deptLeader', dept: 0 }), '没有选择部门'],
    [
      'a route to nowhere',
      {
        kind: 'route',
        routes: [{ name: '重来', when: { kind: 'compare', field: 'form.a', op: 'notEmpty' }, to: '' }],
      } as Partial<ProcessNode>,
      '没有选择目标节点',
    ],
    [
      'a condition without a field',
      { kind: 'route', routes: [{ name: '重来', when: { kind: 'compare', field: '', op: 'eq' }, to: '' }] } as Partial<ProcessNode>,
      '条件还没有选择字段',
    ],
    ['a delay without a day', { kind: 'delay', until: '' } as Partial<ProcessNode>, '没有选择延时到哪个日期字段'],
    [
      'data for a sub-process',
      { kind: 'subprocess', process: 'p', wait: true, fields: [{ to: '', from: '' }] } as Partial<ProcessNode>,
      '带入的数据有一行没有填写完整',
    ],
  ])('is kept, and not published: %s', (_title, node, why) => {
    const definition = { ...emptyDefinition(), nodes: half(node) }
    expect(definitionSchema.safeParse(definition).error?.issues ?? []).toEqual([])
    const problems = checkDefinition(definition, {
      vocabulary: { 'form.a': { label: '甲', type: 'text' } },
      formFields: {},
      personFacts: [],
      users: new Set(),
      depts: new Set([1]),
    })
    expect(
      problems
        .filter((p) => p.node === 'n1')
        .map((p) => p.message)
        .join(),
    ).toContain(why)
  })
})
