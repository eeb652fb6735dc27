/** Masked numbers that no two records share (an identity number, a card): whoever types one in asks whose it is. */
import { fieldOf, fieldsOf } from '../names.ts'
import type { Entity } from '../entity.ts'
import type { Field, Mask } from '../field.ts'
import { masked } from '../query/labels.server.ts'
import type { Lookup } from '../query/masked/lookups.server.ts'

type Masked = Field & { mask: Mask }
interface Numbers {
  /** Unique by themselves. */
  single: readonly [string, Masked][]
  /** Rules over several fields, one of which is masked. */
  together: readonly { fields: readonly string[]; message: string }[]
  all: readonly [string, Masked][]
}

const known = new WeakMap<Entity, Numbers>()
export function numbersOf(entity: Entity): Numbers {
  const made = known.get(entity)
  if (made) return made
  const isMasked = (name: string): boolean => fieldOf(entity, name)?.mask !== undefined
  const together = (entity.unique ?? []).filter((rule) => rule.fields.some(isMasked))
  const names = new Set(together.flatMap((rule) => rule.fields))
  const hidden = fieldsOf(entity).filter((pair): pair is [string, Masked] => pair[1].mask !== undefined)
  const numbers = {
    single: hidden.filter(([, field]) => field.unique),
    together,
    all: hidden.filter(([name, field]) => field.unique || names.has(name)),
  }
  known.set(entity, numbers)
  return numbers
}

/** Those among these values. */
export const numbersIn = (entity: Entity, values: Readonly<Record<string, unknown>>): Lookup[] =>
  numbersOf(entity).all.flatMap(([name, field]) => {
    const value = values[name]
    return typeof value === 'string' && value !== ''
      ? [{ entity: entity.name, by: field.label, shown: String(masked(field.mask, value)) }]
      : []
  })
