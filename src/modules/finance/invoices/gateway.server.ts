/**
 * Adaptor: a gateway to the tax bureau in the shape most of them share: JSON over HTTPS, signed with HMAC-SHA256 over method, path, time,
 * nonce and hash of the body. Before a request is made again it is asked for: an answer that was lost makes no second invoice.
 */
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#kit/basics/errors.ts'
import { callHttp } from '#kit/ports/http.server.ts'
import { invoiceOutcome, type InvoiceOutcome, type InvoiceProvider } from './provider.server.ts'

export interface GatewayOptions {
  url: string
  appKey: string
  secret: string
  /** Tests do not wait. */
  timeoutMs?: number
}
/** What notices are signed as having been sent to, whatever proxy stands before us. */
export const NOTICE_PATH = '/api/public/invoice/notice'
const TOLERANCE_MS = 300_000

export interface SignedRequest {
  method: string
  path: string
  timestamp: string
  nonce: string
  body: string
}
export const gatewaySignature = (secret: string, { method, path, timestamp, nonce, body }: SignedRequest): string =>
  createHmac('sha256', secret)
    .update([method, path, timestamp, nonce, createHash('sha256').update(body).digest('hex')].join('\n'))
    .digest('hex')

const ANSWER = z.object({ code: z.string(), message: z.string().optional(), data: invoiceOutcome.nullish() })
/** The same request may succeed later. */
const LATER = new Set(['LIMIT', 'BUSY', 'SYSTEM_ERROR'])
const NOTICE = z.strictObject({ key: z.string().max(60), outcome: invoiceOutcome })

function read<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

export function invoiceGateway({ url, appKey, secret, timeoutMs }: GatewayOptions): InvoiceProvider {
  const base = url.replace(/\/$/, '')
  async function ask(path: string, content: object, at: Date): Promise<InvoiceOutcome | null> {
    const body = JSON.stringify(content)
    const target = new URL(base + path)
    const request = { method: 'POST', path: target.pathname + target.search, timestamp: String(at.getTime()), nonce: randomUUID(), body }
    const headers = {
      'content-type': 'application/json',
      'x-app-key': appKey,
      'x-timestamp': request.timestamp,
      'x-nonce': request.nonce,
      'x-signature': gatewaySignature(secret, request),
    }
    const text = await callHttp({ whom: '开票平台', method: 'POST', url: target.href, headers, body, ...(timeoutMs ? { timeoutMs } : {}) })
    const answer = read(ANSWER, text)
    if (!answer) throw new AppError('busy', '开票平台的应答无法识别')
    if (answer.code === 'OK') return answer.data ?? null
    const why = `开票平台返回 ${answer.code}${answer.message ? `：${answer.message.slice(0, 200)}` : ''}`
    if (LATER.has(answer.code)) throw new AppError('busy', why)
    return { state: 'failed', providerNo: null, number: null, issuedOn: null, reason: why, redState: null }
  }
  return {
    name: 'gateway',
    async issue(_ctx, document, { at }) {
      const answer = (await ask('/query', { key: document.key }, at)) ?? (await ask('/issue', document, at))
      if (!answer) throw new AppError('busy', '开票平台没有说明结果')
      return answer
    },
    notice(header, body, now) {
      const [timestamp, nonce, given] = [header('x-timestamp') ?? '', header('x-nonce') ?? '', header('x-signature') ?? '']
      if (header('x-app-key') !== appKey || !/^\d{12,14}$/.test(timestamp) || !nonce) return null
      if (Math.abs(now.getTime() - Number(timestamp)) > TOLERANCE_MS) return null
      const right = Buffer.from(gatewaySignature(secret, { method: 'POST', path: NOTICE_PATH, timestamp, nonce, body }))
      const told = Buffer.from(given)
      if (told.length !== right.length || !timingSafeEqual(told, right)) return null
      return read(NOTICE, body)
    },
  }
}
