/** What a vehicle takes over from its model while somebody fills in the form. */
import { isEmpty } from '#kit/basics/required.ts'

type Values = Readonly<Record<string, unknown>>

export const MODEL_FACTS = ['energy', 'loadKg', 'volume'] as const

interface Form {
  values: Values
  /** What the form began with, before anybody typed: a default is nobody's word. Empty for a stored vehicle, whose values are. */
  first: Values
  /** What the person typed, by name; counts while it still stands there. */
  typed: ReadonlyMap<string, unknown>
}

/** Changes to make when the model becomes another: what it knows, but never over what somebody typed or had stored otherwise. */
export function followModel({ values, first, typed }: Form, before: Values, after: Values): Record<string, unknown> {
  const free = (name: string): boolean => {
    const now = values[name]
    if (typed.has(name) && typed.get(name) === now) return false
    return isEmpty(now) || now === before[name] || now === first[name]
  }
  return Object.fromEntries(
    MODEL_FACTS.filter((name) => free(name))
      .map((name) => {
        const known = after[name] ?? null
        // What the model before had said goes with it; a default stays where the new one is silent.
        return [name, known === null && values[name] !== before[name] ? values[name] : known] as const
      })
      .filter(([name, value]) => (value ?? null) !== (values[name] ?? null)),
  )
}
