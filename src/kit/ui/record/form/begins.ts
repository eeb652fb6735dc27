/** What a new form begins with (`begins` of its fields): who types, where he belongs, the day, and what he chose last time. Pure. */
import type { Fields } from '../../../entity/field.ts'
import { isEmpty } from '../../../basics/required.ts'
import type { Values } from './same.ts'

export interface Typist {
  me: number
  /** Of what he belongs to, by entity; only where it is one does he not have to choose. */
  mine: Readonly<Record<string, readonly number[]>>
  today: string
  now: string
  /** What he chose last in this form. */
  last: Values
}

export function begun(fields: Fields, who: Typist): Values {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = beginningOf(fields, name, who)
      return field.begins === undefined || isEmpty(value) ? [] : [[name, value]]
    }),
  )
}

function beginningOf(fields: Fields, name: string, who: Typist): unknown {
  const field = fields[name]!
  switch (field.begins) {
    case 'me':
      return who.me
    case 'mine': {
      const own = (field.kind === 'ref' && who.mine[field.to]) || []
      // Of several, the one chosen last; one that he does not belong to any more is not offered again.
      const last = who.last[name]
      return own.length === 1 ? own[0] : own.length === 0 || own.includes(last as number) ? last : null
    }
    case 'now':
      return field.kind === 'instant' ? who.now : who.today
    case 'last':
      return who.last[name]
    default:
      return null
  }
}

/** What the next form of the kind begins with, of what was sent by this one. */
export const chosenFor = (fields: Fields, values: Values): Values =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      (field.begins === 'last' || field.begins === 'mine') && !isEmpty(values[name]) ? [[name, values[name]]] : [],
    ),
  )
