/**
 * Adaptor: a gateway to the tax bureau in the shape most of them share: JSON over HTTPS, signed (kit/ports/signed-call). Before a request is made again it is asked for: an answer that was lost makes no second invoice.
 */
import { z } from 'zod'
import { AppError } from '#kit/basics/errors.ts'
import { callHttp } from '#kit/ports/http.server.ts'
import { isSignedNotice, signedCallHeaders } from '#kit/ports/signed-call.server.ts'
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
    const headers = signedCallHeaders({ appKey, secret }, { url: target, body, at })
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
    notice: (header, body, now) =>
      isSignedNotice({ appKey, secret }, { path: NOTICE_PATH, header, body, now }) ? read(NOTICE, body) : null,
  }
}
