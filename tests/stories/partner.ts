/** A partner's program as tests play it: signs each call of the open API with its key. */
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { canonical } from '#modules/partners/api/clients/sign.rules.ts'
import type { Answer, Rig } from '#tests/house/rig.ts'

export interface Key {
  keyId: string
  secret: string
}
export interface Over {
  time?: number
  nonce?: string
  sign?: string
  idempotency?: string | null
  /** Sent instead of what was signed. */
  body?: string
  /** The address it comes from. */
  from?: string
}
export type Answered = Answer & { reason?: string }
const sha = (text: string): string => createHash('sha256').update(text).digest('hex')

/** `rig` is asked again at each call: the test has it only once its database stands. */
export const partner =
  (rig: () => Rig) =>
  async (key: Key, method: 'GET' | 'POST', path: string, input: object = {}, over: Over = {}): Promise<Answered> => {
    const full = `/api/open/v1/${path}`
    const body = method === 'POST' ? JSON.stringify(input) : ''
    const query = method === 'GET' ? String(new URLSearchParams(input as Record<string, string>)) : ''
    const time = String(over.time ?? Math.floor(Date.parse(rig().admin.ctx.clock.now()) / 1000))
    const nonce = over.nonce ?? randomUUID()
    const sign = createHmac('sha256', key.secret)
      .update(canonical({ method, path: full, query, time, nonce, bodyHash: sha(body) }))
      .digest('hex')
    const idempotency = over.idempotency === undefined ? randomUUID() : over.idempotency
    const headers: Record<string, string> = {
      'x-zyt-key': key.keyId,
      'x-zyt-time': time,
      'x-zyt-nonce': nonce,
      'x-zyt-sign': over.sign ?? sign,
      'idempotency-key': idempotency ?? '',
    }
    const answer = await rig().send({ method, path: full }, method === 'POST' ? (over.body ?? body) : input, null, headers, over.from)
    // A picture has none.
    const { reason } = (answer.text.startsWith('{') ? JSON.parse(answer.text) : {}) as { reason?: string }
    return reason === undefined ? answer : { ...answer, reason }
  }
