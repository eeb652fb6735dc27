/**
 * Signatures of calls between computers as standardwebhooks.com describes them: HMAC-SHA256 over `id.timestamp.body`, with a secret of
 * base64 behind `whsec_`. Used for what we send and for what is sent to us.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export const SECRET_SHAPE = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/
/** Clocks differ; what is older than this may be a recording. */
const TOLERANCE_SECONDS = 300

const keyOf = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
const signatureOf = (secret: string, id: string, timestamp: string, body: string): string =>
  createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')

export interface Signed {
  id: string
  body: string
  now: Date
}

export function signedHeaders(secret: string, { id, body, now }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signatureOf(secret, id, timestamp, body)}` }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The id of the message, or null when it is not believed. Several signatures may stand there while a secret is being replaced. */
export function verifiedId(secret: string, headers: Headers, body: string, now = new Date()): string | null {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const given = headers['webhook-signature']
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof given !== 'string' || !/^\d{9,11}$/.test(timestamp)) return null
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return null
  const expected = Buffer.from(signatureOf(secret, id, timestamp, body))
  const right = given.split(' ').some((one) => {
    const [version, signature = ''] = one.split(',')
    const bytes = Buffer.from(signature)
    return version === 'v1' && bytes.length === expected.length && timingSafeEqual(bytes, expected)
  })
  return right ? id : null
}
