/** Time-based one-time codes (RFC 6238, SHA-1, 6 digits, 30 s). */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000

export const newTotpSecret = (): Buffer => randomBytes(20)

export function base32(bytes: Uint8Array): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

export function totpCode(secret: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac[mac.length - 1]! & 0x0f
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

export const totpStep = (now: string): number => Math.floor(Date.parse(now) / STEP_MS)

/** The step the code belongs to (one either side is accepted for slow clocks), or null. */
export function matchTotp(secret: Uint8Array, code: string, now: string): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const current = totpStep(now)
  let matchedStep: number | null = null
  for (const step of [current, current - 1, current + 1]) {
    if (timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code))) matchedStep ??= step
  }
  return matchedStep
}

export const totpUri = (secret: Uint8Array, issuer: string, username: string): string =>
  `otpauth://totp/${encodeURIComponent(`${issuer}:${username}`)}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=30`
