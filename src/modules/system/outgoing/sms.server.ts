/**
 * Adaptor: a gateway for short messages, in the shape most of them share: JSON over HTTPS, signed with HMAC-SHA256 over method, path,
 * time, nonce and hash of the body; `code: "OK"` with a receipt, or a code that says whether trying again makes sense.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { AppError, refused } from '#kit/basics/errors.ts'
import { callHttp } from '#kit/ports/http.server.ts'
import { callSignature } from '#kit/ports/signed-call.server.ts'
import type { MessageCarrier } from './carrier.server.ts'

export interface SmsOptions {
  url: string
  accessKey: string
  secretKey: string
  signName: string
  /** Tests do not wait. */
  timeoutMs?: number
}

const ANSWER = z.looseObject({ code: z.string(), message: z.string().optional(), receipt: z.string().optional() })
/** The same message may go out later. */
const LATER = new Set(['LIMIT', 'BUSY', 'SYSTEM_ERROR'])

function answerOf(text: string): z.output<typeof ANSWER> {
  try {
    return ANSWER.parse(JSON.parse(text))
  } catch {
    throw new AppError('busy', '短信网关的应答无法识别')
  }
}

export const smsCarrier = ({ url, accessKey, secretKey, signName, timeoutMs }: SmsOptions): MessageCarrier => ({
  outside: true,
  async send(_ctx, { to, text }, { id, at }) {
    const body = JSON.stringify({ id, mobile: to.mobile, signName, text })
    const { pathname, search } = new URL(url)
    const request = { method: 'POST', path: pathname + search, timestamp: String(at.getTime()), nonce: randomUUID(), body }
    const headers = {
      'content-type': 'application/json',
      'x-access-key': accessKey,
      'x-timestamp': request.timestamp,
      'x-nonce': request.nonce,
      'x-signature': callSignature(secretKey, request),
    }
    const answer = answerOf(await callHttp({ whom: '短信网关', method: 'POST', url, headers, body, ...(timeoutMs ? { timeoutMs } : {}) }))
    if (answer.code === 'OK') return { receipt: answer.receipt ?? null }
    const why = `短信网关返回 ${answer.code}${answer.message ? `：${answer.message.slice(0, 200)}` : ''}`
    throw LATER.has(answer.code) ? new AppError('busy', why) : refused(why)
  },
})
