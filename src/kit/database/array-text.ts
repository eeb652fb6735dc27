/** Values of a column as PostgreSQL writes an array: it reads one in half the time it takes for as many cells of JSON, and the driver prints none as fast. */
import { asText } from '../basics/text.ts'

const SPECIAL = /["\\]/
const quoted = (text: string): string => `"${SPECIAL.test(text) ? text.replaceAll(/["\\]/g, '\\$&') : text}"`

function cell(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'string') return quoted(value)
  // A list of numbers stands in its cell as the array it will become.
  return Array.isArray(value) ? `"{${value.join()}}"` : asText(value)
}

export const arrayText = (values: readonly unknown[]): string => `{${values.map(cell).join()}}`
