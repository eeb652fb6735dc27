/**
 * The one way an adaptor calls another computer over HTTP: with a time limit, without following redirects, and with what went wrong
 * told apart. `busy` is tried again later by the outbox, `refused` is final.
 */
import { AppError, refused } from '../basics/errors.ts'

const ANSWER_MS = 15_000
/** Nobody's answer is longer; what is, would only fill the memory. */
const MAX_ANSWER_BYTES = 1_000_000
/** Timed out, too early, too many: the same call may succeed later. */
const LATER = new Set([408, 409, 425, 429])

export interface HttpCall {
  /** Whom one calls, in a sentence: 短信网关. */
  whom: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  timeoutMs?: number
  /** Where files are fetched, which may be larger than any answer in words. */
  maxBytes?: number
}

async function contentOf(response: Response, whom: string, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > maxBytes) throw new AppError('busy', `${whom}返回的内容过大`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** The text of a successful answer. */
export const callHttp = async (call: HttpCall): Promise<string> => (await callHttpBytes(call)).toString('utf8')

/** The bytes of a successful answer. Neither address nor headers get into a sentence: they may hold secrets. */
export async function callHttpBytes(call: HttpCall): Promise<Buffer> {
  const { whom, method, url, headers, body, timeoutMs = ANSWER_MS, maxBytes = MAX_ANSWER_BYTES } = call
  let status: number
  let content: Buffer
  try {
    const init: RequestInit = { method, headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) }
    const response = await fetch(url, body === undefined ? init : { ...init, body })
    status = response.status
    content = await contentOf(response, whom, maxBytes)
  } catch (error) {
    if (error instanceof AppError) throw error
    const code = ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code
    throw new AppError(
      'busy',
      (error as Error).name === 'TimeoutError' ? `${whom}没有在规定时间内应答` : `无法连接${whom}${code ? `（${code}）` : ''}`,
    )
  }
  if (status >= 200 && status < 300) return content
  if (status >= 500 || LATER.has(status)) throw new AppError('busy', `${whom}暂时不可用（返回 ${status}）`)
  if (status === 401 || status === 403) throw refused(`${whom}拒绝了本系统的签名（返回 ${status}），请管理员检查密钥配置`)
  throw refused(`${whom}不接受这次请求（返回 ${status}），请核对内容后重新发送`)
}
