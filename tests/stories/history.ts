/**
 * Judges a history of concurrent work on ledgers, as Elle judges databases: each customer's balance entries are a list that is
 * only appended to, all his money is a bank whose total never changes but from outside. Pure; knows only what was asked, when,
 * what was answered and what was seen.
 */
export interface Entry {
  /** Says what the entry is of. */
  key: string
  delta: number
  after: number
}
export interface Write {
  customer: number
  began: number
  ended: number
  /** Entries it must have appended, and entries it may have appended; both empty when it was refused. */
  must: readonly string[]
  may: readonly string[]
}
export interface Sight {
  entries: readonly Entry[]
  balance: number
  /** What came in from outside and did not go out again, and what of it stands somewhere. */
  received: number
  placed: number
}
export interface Read {
  began: number
  ended: number
  sights: ReadonlyMap<number, Sight>
}
export interface History {
  writes: readonly Write[]
  reads: readonly Read[]
  /** After everything. */
  last: Read
}

const same = (a: Entry, b: Entry | undefined): boolean => b !== undefined && a.key === b.key && a.delta === b.delta && a.after === b.after

/** Of the list as it is in the end: nothing acknowledged is lost, nothing refused is there, the balances follow each other. */
function ofList(customer: number, entries: readonly Entry[], writes: readonly Write[]): string[] {
  const problems: string[] = []
  const mine = writes.filter((w) => w.customer === customer)
  const must = mine.flatMap((w) => w.must)
  const allowed = new Set([...must, ...mine.flatMap((w) => w.may)])
  const keys = entries.map((e) => e.key)
  for (const key of must)
    if (keys.filter((k) => k === key).length !== 1)
      problems.push(`acknowledged ${key} is there ${keys.filter((k) => k === key).length} times`)
  for (const key of keys) if (!allowed.has(key)) problems.push(`${key} is of no acknowledged write`)
  let before = 0
  for (const { key, delta, after } of entries) {
    if (after !== before + delta || after < 0) problems.push(`${key}: ${before} and ${delta} make ${after}`)
    before = after
  }
  return problems
}

/** Of one look: a beginning of the list, as old as the last write that was acknowledged before, and a total that stands. */
function ofRead(customer: number, read: Read, { writes, last }: History): string[] {
  const problems: string[] = []
  const { entries, balance, received, placed } = read.sights.get(customer)!
  const list = last.sights.get(customer)!.entries
  const stray = entries.findIndex((e, i) => !same(e, list[i]))
  if (stray >= 0) problems.push(`a look saw ${entries[stray]!.key} where the list has ${list[stray]?.key ?? 'nothing'}`)
  if (balance !== (entries.at(-1)?.after ?? 0))
    problems.push(`a look saw balance ${balance} beside entries that make ${entries.at(-1)?.after ?? 0}`)
  if (received !== placed) problems.push(`a look saw ${placed} placed of ${received} received`)
  const seen = new Set(entries.map((e) => e.key))
  for (const w of writes) {
    if (w.customer !== customer || w.ended >= read.began) continue
    for (const key of w.must) if (!seen.has(key)) problems.push(`${key} was acknowledged before a look that does not see it`)
  }
  return problems
}

/** Empty when the history could have happened one command after the other, in the order people saw. */
export function anomalies(history: History): string[] {
  const problems: string[] = []
  const reads = [...history.reads, history.last].toSorted((a, b) => a.ended - b.ended)
  for (const customer of history.last.sights.keys()) {
    problems.push(...ofList(customer, history.last.sights.get(customer)!.entries, history.writes))
    let longest = 0
    const waiting = [...reads].toSorted((a, b) => a.began - b.began)
    let done = 0
    for (const read of waiting) {
      // Whoever began after another had ended sees at least as much.
      while (done < reads.length && reads[done]!.ended < read.began)
        longest = Math.max(longest, reads[done++]!.sights.get(customer)!.entries.length)
      const n = read.sights.get(customer)!.entries.length
      if (n < longest) problems.push(`a look saw ${n} entries after another had seen ${longest}`)
      problems.push(...ofRead(customer, read, history))
    }
  }
  return problems
}
