/**
 * Several values in the filter of one field: a column pasted from a sheet, a list out of a chat. Each is then looked for as a
 * whole. Pure; the page and the server read a text alike.
 */
import { formats, type FormatName } from '../../basics/identifiers/checks.ts'
import { normaliseText } from '../../basics/text.ts'
import type { Field } from '../field.ts'

/** As many as one filter takes. */
export const VALUES_LIMIT = 200

/** Formats in which no comma and no blank ever carries meaning. */
const EXACT: readonly FormatName[] = ['plate', 'vin', 'creditCode', 'code', 'deviceNo']

type Text = Extract<Field, { kind: 'text' | 'serial' }>

/** Hidden values are not asked for by the hundred: who knows all but four digits would soon know them all. */
export const takesMany = (field: Field): field is Text => (field.kind === 'text' || field.kind === 'serial') && !field.mask

export const isExact = (field: Field): boolean =>
  field.kind === 'serial' || (field.kind === 'text' && field.format !== undefined && EXACT.includes(field.format))

/** The one spelling that is stored. */
export function stored(field: Text, typed: string): string {
  if (field.kind === 'serial') return normaliseText(typed).replace(/[a-z]/g, (c) => c.toUpperCase())
  return field.format ? formats[field.format].normalise(typed) || typed : typed.trim()
}

/** Blanks stand between plates, and within one: «沪A 12345». Only what is whole on either side is two. */
function apart(field: Text, text: string): string[] {
  const parts = text.split(/\s+/)
  if (field.kind === 'serial') return parts
  // A device number is read out in blocks of digits, each of which could be one.
  if (field.format === 'deviceNo') return [text]
  const whole = parts.filter((part) => field.format && formats[field.format].check(part) === null)
  return whole.length > 1 ? parts : [text]
}

/** The values a text names; one or none when it is an ordinary search. `~` alone asks for emptiness and is no value. */
export function manyIn(field: Field, text: string): string[] {
  if (!takesMany(field)) return []
  const lines = text.split(/[\r\n\t\u2028\u2029]+/)
  const parts = isExact(field)
    ? lines.flatMap((line) =>
        normaliseText(line)
          .split(/[,、;]+/)
          .flatMap((part) => apart(field, part.trim())),
      )
    : lines
  return [...new Set(parts.map((part) => stored(field, part)).filter((part) => part !== '' && part !== '~' && part !== '!~'))]
}

/** In the address and to the server: a value a line, as no value has lines in it. */
export const manyText = (values: readonly string[]): string => values.join('\n')
