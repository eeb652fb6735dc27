/** argon2id with the parameters OWASP gives as its minimum: 19 MiB, two passes, one lane. */
import { hash, verify, type Algorithm } from '@node-rs/argon2'
import { randomInt } from 'node:crypto'

// A const enum in the package's types: its members have no value once types are stripped.
const ARGON2ID = 2 as Algorithm
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'), OPTIONS)

/** Of nobody's password. Verified when the user does not exist, so that both cases take the same time. */
let nobody: Promise<string> | null = null
const nobodysHash = (): Promise<string> => (nobody ??= hashPassword(randomPassword(32)))

export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await nobodysHash())
  try {
    const equal = await verify(against, password.normalize('NFC'))
    return stored !== null && equal
  } catch {
    return false // a damaged hash opens nothing
  }
}

/** Without the characters people confuse when reading them aloud. Three classes, so it meets the policy. */
export function randomPassword(length = 16): string {
  const sets = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789']
  for (;;) {
    const all = sets.join('')
    const text = Array.from({ length }, () => all[randomInt(all.length)]).join('')
    if (sets.every((set) => Array.from(set).some((c) => text.includes(c)))) return text
  }
}
