/**
 * How a provider is called: JSON over HTTPS, with a time limit, without following redirects. Its errors stand in the body, whatever the
 * status; of one of our own network only hosts that were named are called (addressProblem).
 */
import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { AppError, refused } from '#kit/basics/errors.ts'
import { addressProblem } from '#kit/basics/identifiers/house-address.ts'
import { Inside, publicLookup } from '#kit/ports/public-address.server.ts'

const MAX_BYTES = 1_000_000
export interface Reach {
  /** Hosts of one's own network that may be called. */
  inside: readonly string[]
  timeoutMs: number
}
export interface Asked {
  /** In a sentence: 企业微信. */
  whom: string
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: object
}
export interface Told {
  status: number
  body: Readonly<Record<string, unknown>>
}

function objectOf(text: string, whom: string): Told['body'] {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Told['body']
  } catch {
    // Said below: a page of a proxy, or half an answer.
  }
  throw new AppError('busy', `${whom}的应答无法识别`)
}

export function callJson({ inside, timeoutMs }: Reach, { whom, method, url, headers = {}, body }: Asked): Promise<Told> {
  const problem = addressProblem(url, 'secret', inside)
  if (problem) return Promise.reject(refused(`${whom}的接口地址${problem}`))
  const to = new URL(url)
  const payload = body === undefined ? undefined : JSON.stringify(body)
  return new Promise<Told>((done, fail) => {
    const call = (to.protocol === 'https:' ? secure : plain)(to, {
      method,
      headers: {
        ...headers,
        accept: 'application/json',
        ...(payload === undefined
          ? {}
          : { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(payload) }),
      },
      signal: AbortSignal.timeout(timeoutMs),
      agent: false,
      ...(inside.includes(to.hostname) ? {} : { lookup: publicLookup }),
    })
    call.on('response', (answer) => {
      const status = answer.statusCode ?? 0
      const parts: Buffer[] = []
      let size = 0
      answer.on('data', (part: Buffer) => {
        size += part.length
        if (size <= MAX_BYTES) return void parts.push(part)
        answer.destroy()
        fail(new AppError('busy', `${whom}返回的内容过大`))
      })
      answer.on('error', () => fail(new AppError('busy', `${whom}的应答没有传完`)))
      answer.on('end', () => {
        if (status >= 500) return fail(new AppError('busy', `${whom}暂时不可用（返回 ${status}）`))
        if (status === 429) return fail(new AppError('busy', `${whom}限制了调用次数（返回 429），稍后自动重试`))
        if (status >= 300 && status < 400) return fail(refused(`${whom}要求转到别处（返回 ${status}），不跟随转向，请核对接口地址`))
        try {
          done({ status, body: objectOf(Buffer.concat(parts).toString('utf8'), whom) })
        } catch (error) {
          fail(error as Error)
        }
      })
    })
    call.on('error', (error: NodeJS.ErrnoException) => {
      if (error instanceof Inside) fail(refused(`${whom}的接口地址必须是公网 https`))
      else if (error.name === 'AbortError' || error.name === 'TimeoutError') fail(new AppError('busy', `${whom}没有在规定时间内应答`))
      else fail(new AppError('busy', `无法连接${whom}${error.code ? `（${error.code}）` : ''}`))
    })
    call.end(payload)
  })
}

/** Of the body of an answer: a text, or the sentence that it is not there. */
export function textOf(body: Told['body'], name: string, whom: string): string {
  const value = body[name]
  if (typeof value === 'string' && value !== '') return value
  if (typeof value === 'number') return String(value)
  throw new AppError('busy', `${whom}的应答缺少 ${name}`)
}
export const inner = (body: Told['body'], name: string): Told['body'] => {
  const value = body[name]
  return typeof value === 'object' && value !== null ? (value as Told['body']) : {}
}
/** What a provider says for programmers, short enough for a line. */
export const remark = (text: unknown): string => (typeof text === 'string' && text ? `：${text.slice(0, 160)}` : '')
