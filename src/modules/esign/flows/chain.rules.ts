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
