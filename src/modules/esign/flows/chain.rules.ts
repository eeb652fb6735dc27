/** The evidence chain: each event is hashed with the hash before it, so none can be changed, left out or put in later. Pure but for SHA-256, which is given. */

export const FIRST_HASH = '0'.repeat(64)

/** JSON with sorted keys and no spaces: the same event gives the same text everywhere. */
export function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const entries = Object.entries(value as Record<string, unknown>)
    .filter(([, one]) => one !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}

export const eventHash = (prevHash: string, event: object, sha256hex: (text: string) => string): string =>
  sha256hex(prevHash + canonical(event))

export interface Link {
  seq: number
  prevHash: string
  hash: string
  at: string
  kind: string
  by: string
  ip: string | null
  ua: string | null
  docSha: string | null
  data: Record<string, unknown> | null
}
/** An event as it was hashed: what was not known then does not stand in it. */
export const eventOf = (no: string, e: Link): object => ({
  flow: no,
  seq: e.seq,
  at: e.at,
  kind: e.kind,
  by: e.by,
  ...(e.ip === null ? {} : { ip: e.ip, ua: e.ua }),
  docSha: e.docSha ?? undefined,
  data: e.data ?? undefined,
})

/** From the first to the last without a gap, each hashed with the one before, ending where the flow says. */
export function chainHolds(no: string, events: readonly Link[], head: string | null, sha256hex: (text: string) => string): boolean {
  let last = FIRST_HASH
  for (const [i, e] of events.entries()) {
    if (e.seq !== i + 1 || e.prevHash !== last || eventHash(last, eventOf(no, e), sha256hex) !== e.hash) return false
    last = e.hash
  }
  return events.length > 0 && last === head
}
