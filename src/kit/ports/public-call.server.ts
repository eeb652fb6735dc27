/**
 * A call to an address that somebody typed. It may be anything, also one of our own house: so the address is looked up and judged by the very
 * connection that is opened, redirects are not followed, and no more of an answer is read than was asked for.
 */
import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { isHouseHost } from '../basics/identifiers/house-address.ts'
import { Inside, publicLookup } from './public-address.server.ts'

/** More than was asked for. */
class TooLong extends Error {}

export interface PublicCall {
  /** POST where nothing else is said. */
  method?: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string | Uint8Array | undefined
  timeoutMs: number
  /** Of the answer; 0: nothing but its number is of interest. */
  maxBytes: number
  /** Hosts of one's own network that may be called. */
  inside?: readonly string[]
}
/** Whatever number the answer has; throws where no connection came about, `Inside` where it would lead there. */
export function callPublic({
  method = 'POST',
  url,
  headers,
  body,
  timeoutMs,
  maxBytes,
  inside = [],
}: PublicCall): Promise<{ status: number; type: string | undefined; content: Buffer }> {
  const to = new URL(url)
  const trusted = inside.includes(to.hostname)
  if (!trusted && isHouseHost(to.hostname)) return Promise.reject(new Inside())
  return new Promise((done, fail) => {
    const call = (to.protocol === 'https:' ? secure : plain)(to, {
      method,
      headers: body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
      signal: AbortSignal.timeout(timeoutMs),
      agent: false,
      ...(trusted ? {} : { lookup: publicLookup }),
    })
    call.on('response', (answer) => {
      const status = answer.statusCode ?? 0
      const type = answer.headers['content-type']
      if (maxBytes === 0) {
        answer.destroy()
        return done({ status, type, content: Buffer.alloc(0) })
      }
      const parts: Buffer[] = []
      let size = 0
      answer.on('data', (part: Buffer) => {
        size += part.byteLength
        if (size > maxBytes) answer.destroy(new TooLong(`more than ${maxBytes} bytes`))
        else parts.push(part)
      })
      answer.on('error', fail)
      answer.on('end', () => done({ status, type, content: Buffer.concat(parts) }))
    })
    call.on('error', fail)
    call.end(body)
  })
}
