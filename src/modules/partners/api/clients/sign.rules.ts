/** What a signature of the open API is over, and which addresses a list allows (transport.md §8). Pure: the guide's examples are held to it. */

/** Seconds a clock may differ, and how long a nonce is remembered. */
export const SKEW_SECONDS = 300
export const NONCE_MINUTES = 10

/** The pairs as they were sent, in the order of their bytes: nobody has to agree on how to write a sign in a query. */
const sortedQuery = (query: string): string =>
  query
    .split('&')
    .filter(Boolean)
    .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .join('&')

export interface SignedCall {
  method: string
  path: string
  query: string
  time: string
  nonce: string
  /** sha256 of the body, in hexadecimal. */
  bodyHash: string
}
export const canonical = ({ method, path, query, time, nonce, bodyHash }: SignedCall): string =>
  [method, path, sortedQuery(query), time, nonce, bodyHash].join('\n')

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/
const IPV6 = /^[0-9a-fA-F:]{2,39}$/
interface Range {
  address: string
  bits: number
  family: 'ipv4' | 'ipv6'
}
function rangeOf(text: string): Range | null {
  const [address = '', bits, ...rest] = text.split('/')
  const family = IPV4.test(address) ? 'ipv4' : address.includes(':') && IPV6.test(address) ? 'ipv6' : null
  if (!family || rest.length || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return null
  const most = family === 'ipv4' ? 32 : 128
  const asked = bits === undefined ? most : Number(bits)
  return asked <= most ? { address, bits: asked, family } : null
}
const parts = (list: string): string[] => list.split(/[\s,，;；、]+/).filter(Boolean)

/** Null, or which entry of the list is no address. */
export function addressProblem(list: string | null): string | null {
  const wrong = parts(list ?? '').find((one) => rangeOf(one) === null)
  return wrong === undefined ? null : `「${wrong}」不是 IP 地址，请写成 203.0.113.8 或 203.0.113.0/24，多个用逗号分开`
}
export const rangesOf = (list: string | null): Range[] => parts(list ?? '').flatMap((one) => rangeOf(one) ?? [])

export const SCOPES = ['报价', '下单', '查询', '取消', '改址', '轨迹', '签收', '温度', '对账'] as const
/** What a new client may do: statements tell what everything costs, so somebody grants them. */
export const USUAL_SCOPES = SCOPES.filter((one) => one !== '对账')
export type OpenScope = (typeof SCOPES)[number]
export const scopesOf = (text: string): string[] => parts(text)
