import { describe, expect, it } from 'vitest'
import type { ProcessNode } from '../engine/definition.ts'
import { approver, definitionOf, people } from '../engine/fixture/office.ts'
import { withSuccessor } from './leaver.rules.ts'

const nodes = (d: { nodes: readonly ProcessNode[] }): readonly ProcessNode[] => d.nodes.slice(1)

describe('a leaver is replaced in a drawing', () => {
  it('that does not name him is the same object', () => {
    const d = definitionOf([approver('a', people(11)), { kind: 'copy', id: 'c', name: 'c', who: { kind: 'role', roles: [12] } }])
    expect(withSuccessor(d, 12, 13)).toBe(d)
  })
  it('wherever a person is named: approvers, those who may be chosen, the one for an empty node, copies, messages, inside branches', () => {
    const of = (u: number): ProcessNode[] => [
      approver('a', people(u, 12), { empty: { policy: 'toPerson', person: u } }),
      {
        kind: 'parallel',
        id: 'p',
        name: 'p',
        branches: [
          { id: 'p1', name: '1', nodes: [approver('b', { kind: 'starterChoice', among: [u] })] },
          { id: 'p2', name: '2', nodes: [approver('x', people(15))] },
        ],
      },
      { kind: 'copy', id: 'c', name: 'c', who: people(u) },
      { kind: 'trigger', id: 't', name: 't', action: { kind: 'message', who: people(u), text: '好' } },
    ]
    const before = definitionOf(of(11))
    expect(withSuccessor(before, 11, 20)).toEqual(definitionOf(of(20)))
    // What does not name him is shared.
    const branch = (d: typeof before): unknown => (nodes(d)[1] as unknown as { branches: unknown[] }).branches[1]
    expect(branch(withSuccessor(before, 11, 20))).toBe(branch(before))
  })
  it('by somebody who is there already: he is asked once, and keeps his own votes', () => {
    const d = definitionOf([
      approver('v', people(11, 12), {
        mode: 'vote',
        vote: {
          passBp: 6000,
          weights: [
            { user: 11, weight: 3 },
            { user: 12, weight: 2 },
          ],
        },
      }),
    ])
    expect(nodes(withSuccessor(d, 11, 12))).toEqual([
      approver('v', people(12), { mode: 'vote', vote: { passBp: 6000, weights: [{ user: 12, weight: 2 }] } }),
    ])
    expect(nodes(withSuccessor(d, 11, 14))).toEqual([
      approver('v', people(14, 12), {
        mode: 'vote',
        vote: {
          passBp: 6000,
          weights: [
            { user: 14, weight: 3 },
            { user: 12, weight: 2 },
          ],
        },
      }),
    ])
  })
})
