/** Where the server's «no» lands: at the field it speaks of, or above the form. */
import type { Fields } from '../../../entity/field.ts'

export interface FormErrors {
  /** Path of a field → sentence. Cells of lines: `items.2.price`. */
  fields: Record<string, string>
  /** Sentences that belong to no field of this form. */
  general: string[]
}

export const noErrors: FormErrors = { fields: {}, general: [] }

export const errorCount = (errors: FormErrors): number => Object.keys(errors.fields).length + errors.general.length

/** `data` of a 400 (kit/basics/errors.ts): field → sentence, `''` for the record. Anything else is only the message. */
export function placeErrors(message: string, data: unknown, names: readonly string[], fields: Fields): FormErrors {
  const placed: FormErrors = { fields: {}, general: [] }
  if (!isSentences(data)) return { fields: {}, general: [message] }
  for (const [path, sentence] of Object.entries(data)) {
    const name = path.split('.')[0] ?? ''
    if (names.includes(name)) placed.fields[path] = sentence
    // A field that is not on the form (hidden, fixed) would otherwise refuse without anybody seeing which one.
    else placed.general.push(fields[name] ? `${fields[name].label}：${sentence}` : sentence)
  }
  if (errorCount(placed) === 0) placed.general.push(message)
  return placed
}

function isSentences(data: unknown): data is Record<string, string> {
  return (
    typeof data === 'object' &&
    data !== null &&
    !Array.isArray(data) &&
    Object.keys(data).length > 0 &&
    Object.values(data).every((sentence) => typeof sentence === 'string')
  )
}

/** The sentence of a field itself, or the first of one of its cells. */
export function errorOf(errors: FormErrors, name: string): string | null {
  const own = errors.fields[name]
  if (own) return own
  // The sentence of a cell names its row itself (kit/entity/value/values.ts).
  return Object.entries(errors.fields).find(([path]) => path.startsWith(`${name}.`))?.[1] ?? null
}

/** Once a field is touched its old sentence no longer speaks of what is in the box. */
export function withoutField(errors: FormErrors, name: string): FormErrors {
  const fields = Object.fromEntries(Object.entries(errors.fields).filter(([path]) => path !== name && !path.startsWith(`${name}.`)))
  return { fields, general: errors.general }
}
