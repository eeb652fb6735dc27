/**
 * Secrets as they lie in the database (decision 0122): sealed what has to be read again, marked what is only compared. Whoever has the
 * database and not the key of the installation reads the one no more than he tries the other: a code has six digits, a plain hash of it is
 * a list of a million.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

export interface Vault {
  /** `bound`: whose it is; sealed for one it cannot be read as another's. */
  seal: (secret: string, bound: string) => string
  /** Throws when it was sealed for another one, or under another key. */
  unseal: (sealed: string, bound: string) => string
  /** A keyed hash: the same text gives the same mark, and whoever has only the marks cannot try texts (there are few addresses) until one fits. */
  mark: (text: string, bound: string) => string
}

/** AES-256-GCM; `bound` (the user's id) keeps one user's secret from being copied onto another's row. */
export function seal(key: Buffer, plain: Uint8Array, bound: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(bound))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

export function unseal(key: Buffer, text: string, bound: string): Buffer {
  const all = Buffer.from(text, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, all.subarray(0, 12)).setAAD(Buffer.from(bound))
  decipher.setAuthTag(all.subarray(12, 28))
  return Buffer.concat([decipher.update(all.subarray(28)), decipher.final()])
}

export const mark = (key: Buffer, text: string, bound: string): string =>
  createHmac('sha256', key).update(`mark:${bound}:${text}`).digest('base64url')

/** Six digits, sent to a telephone. */
export const newCode = (): string => String(randomInt(0, 1_000_000)).padStart(6, '0')
/** `stored`: the mark of the code that was sent. */
export function isCode(vault: Vault, stored: string, code: string, bound: string): boolean {
  const [a, b] = [Buffer.from(stored), Buffer.from(vault.mark(code, bound))]
  return a.length === b.length && timingSafeEqual(a, b)
}
