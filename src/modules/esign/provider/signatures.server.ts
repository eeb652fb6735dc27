/**
 * The two signatures of e签宝 (OpenAPI v3), which are not the same: a request is signed in base64 over seven lines, a notice in hex over time,
 * values of the query and the bytes of the body. Vectors stand in the law and in the test beside.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export interface AppKeys {
  appId: string
  secret: string
}
const JSON_TYPE = 'application/json; charset=UTF-8'
const ACCEPT = '*/*'

export const contentMd5 = (bytes: string | Uint8Array): string => createHash('md5').update(bytes).digest('base64')

interface Request {
  method: string
  /** With its query; the names of which are signed in order. */
  path: string
  /** The very bytes that are sent; empty when there is none. */
  body: string
}
function sortedPath(path: string): string {
  const [bare = '', query = ''] = path.split('?', 2)
  return query ? `${bare}?${query.split('&').toSorted().join('&')}` : bare
}
export function requestSignature(secret: string, { method, path, body }: Request): string {
  const md5 = body ? contentMd5(body) : ''
  // The empty line is the date, which is not sent.
  const text = [method, ACCEPT, md5, JSON_TYPE, '', sortedPath(path)].join('\n')
  return createHmac('sha256', secret).update(text).digest('base64')
}
export function requestHeaders({ appId, secret }: AppKeys, request: Request, at: Date): Record<string, string> {
  return {
    accept: ACCEPT,
    'content-type': JSON_TYPE,
    'content-md5': request.body ? contentMd5(request.body) : '',
    'x-tsign-open-app-id': appId,
    'x-tsign-open-auth-mode': 'Signature',
    'x-tsign-open-ca-timestamp': String(at.getTime()),
    'x-tsign-open-ca-signature': requestSignature(secret, request),
  }
}

interface Notice {
  timestamp: string
  /** As it was sent, without the question mark. */
  query: string
  body: string
}
export function noticeSignature(secret: string, { timestamp, query, body }: Notice): string {
  const values = [...new URLSearchParams(query)].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value)
  return createHmac('sha256', secret)
    .update(timestamp + values.join('') + body)
    .digest('hex')
}
/** No age is refused: the provider repeats for days and keeps the first time. A replay is harmless, its event is known. */
export function isNotice({ appId, secret }: AppKeys, header: (name: string) => string | null, query: string, body: string): boolean {
  const timestamp = header('x-tsign-open-timestamp') ?? ''
  if (header('x-tsign-open-app-id') !== appId || !/^\d{12,14}$/.test(timestamp)) return false
  if ((header('x-tsign-open-signature-algorithm') ?? '').toLowerCase() !== 'hmac-sha256') return false
  const right = Buffer.from(noticeSignature(secret, { timestamp, query, body }))
  const given = Buffer.from((header('x-tsign-open-signature') ?? '').toLowerCase())
  return given.length === right.length && timingSafeEqual(given, right)
}
