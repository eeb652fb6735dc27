/** A drawing that goes to another company: whom and what it names is put in place of its like there, or left empty. */
import { describe, expect, it } from 'vitest'
import type { AssigneeRule, ProcessDefinition, ProcessNode } from '../engine/definition.ts'
import type { Expression, Vocabulary } from '../engine/expression.ts'
import { numbersIn, renumbered, type NamedKind } from './ids.rules.ts'

const known = {
  boss: { type: 'person' },
  team: { type: 'dept' },
  shop: { type: 'store' },
  lessee: { type: 'ref' },
  amount: { type: 'money' },
} as unknown as Vocabulary
/** Ten more there; nobody stands for 9. */
const there = (_kind: NamedKind, id: number): number | null => (id === 9 ? null : id + 10)
const approve = (who: AssigneeRule, more: object = {}): ProcessNode =>
  ({ id: 'a', name: '审批', kind: 'approve', who, mode: 'all', empty: { policy: 'toAdmin' }, self: 'allow', ...more }) as ProcessNode
const drawing = (...nodes: ProcessNode[]): ProcessDefinition => ({ nodes }) as unknown as ProcessDefinition
const moved = (node: ProcessNode): ProcessNode => renumbered(drawing(node), known, there).nodes[0]!
const who = (rule: AssigneeRule): unknown => (moved(approve(rule)) as { who: unknown }).who
const when = (e: Expression): Expression =>
  (
    moved({ id: 'r', name: '路由', kind: 'route', routes: [{ when: e, to: 'a' }] } as unknown as ProcessNode) as unknown as {
      routes: { when: Expression }[]
    }
  ).routes[0]!.when

describe('who decides', () => {
  it.each<[AssigneeRule, AssigneeRule]>([
    [
      { kind: 'person', users: [1, 9, 2, 1] },
      { kind: 'person', users: [11, 12] },
    ],
    [
      { kind: 'role', roles: [3, 9], sameStore: true },
      { kind: 'role', roles: [13], sameStore: true },
    ],
    [
      { kind: 'deptLeader', dept: 4 },
      { kind: 'deptLeader', dept: 14 },
    ],
    [
      { kind: 'deptLeader', dept: 9 },
      { kind: 'deptLeader', dept: 0 },
    ],
    [
      { kind: 'deptLeader', dept: 0 },
      { kind: 'deptLeader', dept: 0 },
    ],
    [
      { kind: 'starterChoice', among: [1, 9] },
      { kind: 'starterChoice', among: [11] },
    ],
    [{ kind: 'starterChoice' }, { kind: 'starterChoice' }],
    [
      { kind: 'previousChoice', among: [2] },
      { kind: 'previousChoice', among: [12] },
    ],
    [
      { kind: 'approvalRole', code: 'finance' },
      { kind: 'approvalRole', code: 'finance' },
    ],
    [
      { kind: 'leader', level: 2 },
      { kind: 'leader', level: 2 },
    ],
  ])('%j becomes %j', (rule, says) => expect(who(rule)).toEqual(says))
  it('if nobody is there', () => {
    const empty = (person?: number) =>
      (
        moved(approve({ kind: 'starter' }, { empty: { policy: 'toPerson', ...(person === undefined ? {} : { person }) } })) as {
          empty: unknown
        }
      ).empty
    expect(empty(1)).toEqual({ policy: 'toPerson', person: 11 })
    expect(empty(9)).toEqual({ policy: 'toPerson' })
    expect(empty()).toEqual({ policy: 'toPerson' })
  })
  it('with votes of their own', () => {
    const vote = {
      passBp: 6000,
      weights: [
        { user: 1, weight: 2 },
        { user: 9, weight: 3 },
      ],
    }
    expect((moved(approve({ kind: 'starter' }, { vote })) as { vote: unknown }).vote).toEqual({
      passBp: 6000,
      weights: [{ user: 11, weight: 2 }],
    })
    expect((moved(approve({ kind: 'starter' }, { vote: { passCount: 2 } })) as { vote: unknown }).vote).toEqual({ passCount: 2 })
  })
})

describe('what is compared', () => {
  it.each<[string, Expression, unknown]>([
    ['a person', { kind: 'compare', field: 'boss', op: 'eq', value: 1 } as Expression, 11],
    ['somebody who is nobody there', { kind: 'compare', field: 'boss', op: 'eq', value: 9 } as Expression, ''],
    ['departments', { kind: 'compare', field: 'team', op: 'in', value: [1, 9, 1] } as Expression, [11]],
    ['a store', { kind: 'compare', field: 'shop', op: 'eq', value: 2 } as Expression, 12],
    ['stores of the starter', { kind: 'compare', field: 'starter.stores', op: 'in', value: [2] } as Expression, [12]],
    ['roles of the starter', { kind: 'compare', field: 'starter.roles', op: 'in', value: [3, 9] } as Expression, [13]],
    ['a record that nobody takes along', { kind: 'compare', field: 'lessee', op: 'in', value: [5] } as Expression, []],
    ['an amount', { kind: 'compare', field: 'amount', op: 'gt', value: 9 } as Expression, 9],
    ['a field nobody knows', { kind: 'compare', field: 'other', op: 'eq', value: 9 } as Expression, 9],
    [
      'another field',
      { kind: 'compare', field: 'boss', op: 'eq', value: { field: 'starter' } } as unknown as Expression,
      { field: 'starter' },
    ],
  ])('%s', (_, e, value) => expect((when(e) as { value: unknown }).value).toEqual(value))
  it('without a value stays without', () =>
    expect(when({ kind: 'compare', field: 'boss', op: 'empty' } as unknown as Expression)).toEqual({
      kind: 'compare',
      field: 'boss',
      op: 'empty',
    }))
  it('in and, or and not alike', () => {
    const one = { kind: 'compare', field: 'boss', op: 'eq', value: 1 } as Expression
    const both = { kind: 'and', of: [one, { kind: 'not', of: one }] } as unknown as Expression
    expect(JSON.stringify(when(both))).toBe(JSON.stringify(both).replaceAll('"value":1', '"value":11'))
  })
})

describe('every kind of node', () => {
  const person = { kind: 'person', users: [1] } as AssigneeRule
  it.each<[string, object, string]>([
    ['a copy', { kind: 'copy', who: person }, '"users":[11]'],
    ['a message', { kind: 'trigger', action: { kind: 'message', who: person } }, '"users":[11]'],
    ['another trigger', { kind: 'trigger', action: { kind: 'update', values: { a: 1 } } }, '"a":1'],
    ['work to be done', { kind: 'handle', who: person, mode: 'all', empty: { policy: 'pass' }, self: 'allow' }, '"users":[11]'],
    ['a delay', { kind: 'delay', hours: 1 }, '"hours":1'],
  ])('%s', (_, node, says) => expect(JSON.stringify(moved({ id: 'n', name: '节点', ...node } as unknown as ProcessNode))).toContain(says))
  it('inside branches, with their conditions', () => {
    const compare = { kind: 'compare', field: 'boss', op: 'eq', value: 1 }
    const branching = {
      id: 'b',
      name: '分支',
      kind: 'condition',
      branches: [
        { id: 'x', name: '是', when: compare, nodes: [approve(person)] },
        { id: 'y', name: '否', nodes: [] },
      ],
    }
    const text = JSON.stringify(moved(branching as unknown as ProcessNode))
    expect(text).toContain('"value":11')
    expect(text).toContain('"users":[11]')
  })
})

it('the numbers of a drawing, by kind, each once in its order', () => {
  const route = {
    id: 'r',
    name: '路由',
    kind: 'route',
    routes: [{ when: { kind: 'compare', field: 'shop', op: 'in', value: [8, 7] }, to: 'a' }],
  }
  const definition = drawing(
    approve({ kind: 'person', users: [2, 1, 2] }),
    approve({ kind: 'role', roles: [3] }),
    approve({ kind: 'deptLeader', dept: 4 }),
    route as unknown as ProcessNode,
  )
  expect(numbersIn(definition, known)).toEqual({ user: [2, 1], role: [3], dept: [4], store: [8, 7] })
})
