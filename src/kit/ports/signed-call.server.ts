/**
 * Signatures of calls to gateways, and of the notices they send back, in the shape most of them share: HMAC-SHA256 over method, path, time,
 * nonce and hash of the body. Whoever changes one of them, or sends an old one, is not believed.
 */
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

/** Clocks differ; what is older than this may be a recording. */
const TOLERANCE_MS = 300_000

export interface SignedCall {
  method: string
  path: string
  /** Milliseconds. */
  timestamp: string
  nonce: string
  body: string
}
export const callSignature = (secret: string, { method, path, timestamp, nonce, body }: SignedCall): string =>
  createHmac('sha256', secret)
    .update([method, path, timestamp, nonce, createHash('sha256').update(body).digest('hex')].join('\n'))
    .digest('hex')

/** What a notice is signed with. */
export const SIGNATURE_HEADERS = ['x-app-key', 'x-timestamp', 'x-nonce', 'x-signature'] as const

export interface Keys {
  appKey: string
  secret: string
}
/** Of a POST of JSON to `url`. */
export function signedCallHeaders(
  { appKey, secret }: Keys,
  { url, body, at }: { url: URL; body: string; at: Date },
): Record<string, string> {
  const call = { method: 'POST', path: url.pathname + url.search, timestamp: String(at.getTime()), nonce: randomUUID(), body }
  return {
    'content-type': 'application/json',
    'x-app-key': appKey,
    'x-timestamp': call.timestamp,
    'x-nonce': call.nonce,
    'x-signature': callSignature(secret, call),
  }
}

interface Notice {
  /** What it was signed as having been sent to, whatever proxy stands before us. */
  path: string
  header: (name: string) => string | null
  body: string
  now: Date
}
export function isSignedNotice({ appKey, secret }: Keys, { path, header, body, now }: Notice): boolean {
  const [timestamp, nonce, given] = [header('x-timestamp') ?? '', header('x-nonce') ?? '', header('x-signature') ?? '']
  if (header('x-app-key') !== appKey || !/^\d{12,14}$/.test(timestamp) || !nonce) return false
  if (Math.abs(now.getTime() - Number(timestamp)) > TOLERANCE_MS) return false
  const right = Buffer.from(callSignature(secret, { method: 'POST', path, timestamp, nonce, body }))
  const received = Buffer.from(given)
  return received.length === right.length && timingSafeEqual(received, right)
}
