/**
 * Statements that PostgreSQL parses and plans once a connection and not each time. Worth it for work that asks the same few
 * questions about one record thousands of times, where planning costs as much as the answer. Not for lists: their filters
 * need a plan of their own. So a read or write says so (`prepared`), and the names are bounded; what is asked now and then gets none.
 */
const MOST = 400
const LONGEST = 8000
/** Asked this often, a text is one of the few that come again. */
export const OFTEN = 4
const MOST_WATCHED = 2000

const names = new Map<string, string>()
const asked = new Map<string, number>()
let generation = 0

export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= MOST || text.length > LONGEST) return known
  const times = (asked.get(text) ?? 0) + 1
  if (times < OFTEN) {
    if (asked.size >= MOST_WATCHED) asked.clear()
    asked.set(text, times)
    return undefined
  }
  asked.delete(text)
  const name = `s${generation}_${names.size}`
  names.set(text, name)
  return name
}

/** A table got another column while this process runs (a newer one is being started beside it). */
export const isPlanOutdated = (error: unknown): boolean =>
  error instanceof Error &&
  (error as { code?: string }).code === '0A000' &&
  error.message.includes('cached plan must not change result type')

/** From now on everything is prepared anew, on every connection. */
export function forgetStatements(): void {
  generation++
  names.clear()
  asked.clear()
}
