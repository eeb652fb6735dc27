/** How many statements a piece of work sends to PostgreSQL, on whatever connection. Two counts at once would count each other. */
import pg from 'pg'

export async function counted<T>(work: () => Promise<T>, tell: (statements: number) => void): Promise<T> {
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const original = prototype.query
  let statements = 0
  prototype.query = function (this: unknown, ...args: unknown[]) {
    statements++
    return original.apply(this, args)
  }
  try {
    return await work()
  } finally {
    prototype.query = original
    tell(statements)
  }
}
