/**
 * Answers that many ask for within seconds: how many rows, what a store is called. One is kept for a short while and given
 * to whoever asks meanwhile, unless this process has written to a table it came from. Another node learns of a write by
 * the time-out alone, so only what may be seconds old belongs in here; and nothing is kept from inside a transaction.
 */
const MOST = 20_000
const TEXTS = 2000

/** When which table was last written to, by this process, on a clock that counts writes. */
export class Changes {
  #clock = 0
  readonly #at = new Map<string, number>()

  get clock(): number {
    return this.#clock
  }

  /** Called when the transaction has ended, whatever its end: a commit may stand that was never answered. */
  note(tables: Iterable<string>): void {
    this.#clock++
    for (const table of tables) this.#at.set(table, this.#clock)
  }

  since(tables: readonly string[], clock: number): boolean {
    return tables.some((table) => (this.#at.get(table) ?? 0) > clock)
  }
}

interface Entry {
  value: unknown
  tables: readonly string[]
  clock: number
  until: number
}

/** What is kept for one company. */
export class Shared {
  readonly #changes: Changes
  readonly #kept = new Map<string, Entry>()

  constructor(changes: Changes) {
    this.#changes = changes
  }

  /** To be read before the question is asked, and handed to `keep` with the answer. */
  get clock(): number {
    return this.#changes.clock
  }

  /** `except`: tables that who asks has changed and nobody else sees yet. */
  get<T>(key: string, now = performance.now(), except?: ReadonlySet<string>): T | undefined {
    const entry = this.#kept.get(key)
    if (!entry || now >= entry.until || this.#changes.since(entry.tables, entry.clock)) return undefined
    return except?.size && entry.tables.some((table) => except.has(table)) ? undefined : (entry.value as T)
  }

  /** Also when it is too old to be given out. */
  has(key: string): boolean {
    return this.#kept.has(key)
  }

  keep(key: string, value: unknown, from: { tables: readonly string[]; clock: number; ms: number; now?: number }): void {
    this.#kept.delete(key)
    this.#kept.set(key, { value, tables: from.tables, clock: from.clock, until: (from.now ?? performance.now()) + from.ms })
    if (this.#kept.size > MOST) this.#kept.delete(this.#kept.keys().next().value!)
  }

  drop(key: string): void {
    this.#kept.delete(key)
  }
}

/**
 * The same for a transaction that sees what is committed and what it has done itself: of tables it has written to it neither takes
 * nor gives anything. For names only: what decides something is asked.
 */
export class SharedNames {
  readonly #shared: Shared
  readonly #wrote: ReadonlySet<string> | undefined

  constructor(shared: Shared, wrote?: ReadonlySet<string>) {
    this.#shared = shared
    this.#wrote = wrote
  }
  get clock(): number {
    return this.#shared.clock
  }
  get<T>(key: string, now?: number): T | undefined {
    return this.#shared.get<T>(key, now, this.#wrote)
  }
  keep(key: string, value: unknown, from: Parameters<Shared['keep']>[2]): void {
    if (!this.#wrote?.size || !from.tables.some((table) => this.#wrote!.has(table))) this.#shared.keep(key, value, from)
  }
}

const WRITES = /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?"?([a-z_][a-z0-9_]*)"?/gi
const READS = /\b(?:from|join)\s+(?:only\s+)?"?([a-z_][a-z0-9_]*)"?/gi

/** Named tables of a statement; a word too many does no harm. Texts repeat, so what was found is remembered. */
function namesBy(pattern: RegExp): (sql: string) => readonly string[] {
  const namesBySql = new Map<string, readonly string[]>()
  return (sql) => {
    const known = namesBySql.get(sql)
    if (known) return known
    const names = [...new Set([...sql.matchAll(pattern)].map((match) => match[1]!.toLowerCase()))]
    if (namesBySql.size >= TEXTS) namesBySql.clear()
    namesBySql.set(sql, names)
    return names
  }
}

export const tablesWritten = namesBy(WRITES)
export const tablesRead = namesBy(READS)
