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
  body?: string
  timeoutMs?: number
}

async function textOf(response: Response, whom: string): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > MAX_ANSWER_BYTES) throw new AppError('busy', `${whom}返回的内容过大`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** The text of a successful answer. Neither address nor headers get into a sentence: they may hold secrets. */
export async function callHttp({ whom, method, url, headers, body, timeoutMs = ANSWER_MS }: HttpCall): Promise<string> {
  let status: number
  let text: string
  try {
    const init: RequestInit = { method, headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) }
    const response = await fetch(url, body === undefined ? init : { ...init, body })
    status = response.status
    text = await textOf(response, whom)
  } catch (error) {
    if (error instanceof AppError) throw error
    const code = ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code
    throw new AppError(
      'busy',
      (error as Error).name === 'TimeoutError' ? `${whom}没有在规定时间内应答` : `无法连接${whom}${code ? `（${code}）` : ''}`,
    )
  }
  if (status >= 200 && status < 300) return text
  if (status >= 500 || LATER.has(status)) throw new AppError('busy', `${whom}暂时不可用（返回 ${status}）`)
  if (status === 401 || status === 403) throw refused(`${whom}拒绝了本系统的签名（返回 ${status}），请管理员检查密钥配置`)
  throw refused(`${whom}不接受这次请求（返回 ${status}），请核对内容后重新发送`)
}
