/** Who is asked at a node: as its rule says, and nobody twice in one case (docs/decisions/0094). Between engine.work.ts and engine.flow.ts. */
import type { Question } from './command.ts'
import type { ApproveNode } from './definition.ts'
import { spokeFor, type Spoken } from './engine.voices.ts'
import { Work } from './engine.work.ts'

export type Asking<T = void> = Generator<Question, T, readonly number[]>
export const NOBODY: ReadonlyMap<number, number> = new Map()

export class People extends Work {
  protected get spoken(): Spoken {
    return { tasks: this.tasks, memory: this.memory, places: this.places, starter: this.world.starter }
  }

  protected *people(id: string, rule: ApproveNode['who']): Asking<number[]> {
    const chosen = this.memory.choices[id]
    if (rule.kind === 'starterChoice' || rule.kind === 'previousChoice')
      return [...new Set(chosen?.length ? yield { ask: 'people', rule: { kind: 'person', users: chosen }, node: id } : [])]
    return [...new Set(yield { ask: 'people', rule, node: id })]
  }

  protected unspoken(users: readonly number[]): number[] {
    return users.filter((u) => spokeFor(this.spoken, u) === null)
  }

  /**
   * Whoever has spoken in the place of another counts once: the others of the node are asked without him; where he would be alone, the one he
   * spoke for is asked in his place, and where that one is not there, the node has nobody.
   */
  protected *inOnePlace(
    node: ApproveNode,
    users: readonly number[],
  ): Asking<{ users: readonly number[]; owners: ReadonlyMap<number, number>; without: boolean }> {
    const free = this.unspoken(users)
    if (free.length === users.length) return { users, owners: NOBODY, without: false }
    const left = users.filter((u) => !free.includes(u))
    if (free.length) {
      this.say('oneVoice', { node: node.id, to: left })
      return { users: free, owners: NOBODY, without: true }
    }
    const pairs = left.map((u) => [spokeFor(this.spoken, u)!, u] as const).filter(([instead]) => instead !== this.world.starter)
    const rule = { kind: 'person', users: pairs.map(([instead]) => instead) } as const
    const there = pairs.length ? yield { ask: 'people', rule, node: node.id } : []
    const instead = this.unspoken([...new Set(there)])
    this.say('oneVoice', { node: node.id, to: left })
    return { users: instead, owners: new Map(pairs), without: true }
  }
}
