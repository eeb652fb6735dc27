/**
 * Adaptor: a gateway to payment providers, in the shape the gateways of invoices and messages share (kit/ports/signed-call). Before an
 * application is sent it is asked for: an answer that was lost makes no second one, and the business code is the same through every try.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#kit/basics/errors.ts'
import { callHttp } from '#kit/ports/http.server.ts'
import { isSignedNotice, signedCallHeaders, type Keys } from '#kit/ports/signed-call.server.ts'
import { merchantNotice, PHOTO_FIELDS, progress, word, type MerchantProvider, type Photo } from './provider.server.ts'

export interface GatewayOptions extends Keys {
  url: string
  /** Tests do not wait. */
  timeoutMs?: number
}
/** What notices are signed as having been sent to, whatever proxy stands before us. */
export const NOTICE_PATH = '/api/public/merchant/notice'

/** The same call may succeed later; of a code that is known already the next try asks first. */
const LATER = new Set(['LIMIT', 'BUSY', 'SYSTEM_ERROR', 'DUPLICATE'])
const answerWith = <T extends z.ZodType>(data: T) =>
  z.object({ code: z.string().max(60), message: z.string().nullish(), data: data.nullish() })
const media = z.object({ mediaId: z.string().min(1).max(128) })

function read<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
const saidOf = (code: string, message?: string | null): string => `支付平台返回 ${code}${message ? `：${message.slice(0, 120)}` : ''}`

export function merchantGateway({ url, timeoutMs, ...keys }: GatewayOptions): MerchantProvider {
  const base = url.replace(/\/$/, '')
  async function ask<T extends z.ZodType>(path: string, content: object, data: T, at: Date) {
    const body = JSON.stringify(content)
    const target = new URL(base + path)
    const headers = signedCallHeaders(keys, { url: target, body, at })
    const text = await callHttp({ whom: '支付平台', method: 'POST', url: target.href, headers, body, ...(timeoutMs ? { timeoutMs } : {}) })
    const answer = read(answerWith(data), text)
    if (!answer) throw new AppError('busy', '支付平台的应答无法识别')
    if (LATER.has(answer.code)) throw new AppError('busy', saidOf(answer.code, answer.message))
    return answer
  }

  async function query(businessCode: string, at: Date) {
    const { code, message, data } = await ask('/query', { businessCode }, word, at)
    if (code !== 'OK') throw new AppError('busy', saidOf(code, message))
    return data ?? null
  }

  async function upload(businessCode: string, photo: Photo, at: Date): Promise<string> {
    const bytes = await photo.bytes()
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const { field, name, mime } = photo
    const sent = { businessCode, field, name, mime, sha256, content: bytes.toString('base64') }
    const { code, message, data } = await ask('/media', sent, media, at)
    if (code !== 'OK') throw new Refused(field, saidOf(code, message))
    if (!data) throw new AppError('busy', '支付平台没有给出图片编号')
    return data.mediaId
  }

  return {
    name: 'gateway',
    query: (_ctx, businessCode, { at }) => query(businessCode, at),
    async submit(_ctx, of, photos, { at }) {
      const known = await query(of.businessCode, at)
      if (known && known.attempt >= of.attempt) return known.progress
      try {
        const ids = Object.fromEntries(PHOTO_FIELDS.map((field) => [field, [] as string[]]))
        for (const photo of photos) ids[photo.field]!.push(await upload(of.businessCode, photo, at))
        const { code, message, data } = await ask('/submit', { ...of, media: ids }, progress, at)
        if (code !== 'OK') throw new Refused('other', saidOf(code, message))
        if (!data) throw new AppError('busy', '支付平台没有说明结果')
        return data
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        // Not taken: the same as a rejection, to be mended and sent again under the same code.
        const reasons = [{ field: error.field, reason: error.message }]
        return { state: 'REJECTED', seq: null, reasons, signUrl: null, subMerchantId: null }
      }
    },
    notice: (header, body, now) => (isSignedNotice(keys, { path: NOTICE_PATH, header, body, now }) ? read(merchantNotice, body) : null),
  }
}

class Refused extends Error {
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}
