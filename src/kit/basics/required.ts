export type RequiredField = { field: string; message: string }

/** Zero and `false` are answers; blanks and empty lists are not. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') return value.trim() === ''
  if (typeof value === 'number') return Number.isNaN(value)
  return Array.isArray(value) && value.length === 0
}

/** The message of the first configured field that is empty, or -1 (the customer's contract, section 5). */
export function firstMissing(record: Readonly<Record<string, unknown>>, fields: readonly RequiredField[]): string | -1 {
  const missing = fields.find(({ field }) => !Object.hasOwn(record, field) || isEmpty(record[field]))
  return missing ? missing.message : -1
}
