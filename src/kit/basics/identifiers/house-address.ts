/** Addresses of our own house: this machine, its network, its cloud. What somebody wrote down as «outside» must not lead there. Pure. */

/** First 32 bits and how many of them count: special purposes of RFC 6890, private networks, shared ones of providers, multicast and up. */
const HOUSE_4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
]
/** First group and how many of its bits count: own networks, neighbours, multicast. */
const HOUSE_6: readonly (readonly [number, number])[] = [
  [0xfc00, 7],
  [0xfe80, 9],
  [0xff00, 8],
]
const NAMES = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|home\.arpa)$/

function bits4(text: string): number | null {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number)
  return parts?.every((part) => part < 256) ? parts.reduce((all, part) => all * 256 + part, 0) : null
}

/** The eight groups of an IPv6 address, a dotted end among them. */
function groups6(text: string): number[] | null {
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text)
  const end = dotted ? bits4(dotted[2]!) : null
  if (dotted && end === null) return null
  const plain = dotted ? `${dotted[1]}${Math.floor(end! / 65_536).toString(16)}:${(end! % 65_536).toString(16)}` : text
  const halves = plain.split('::')
  if (halves.length > 2) return null
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null
  const all = [...head, ...Array.from({ length: missing }, () => '0'), ...tail]
  return all.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) ? all.map((group) => Number.parseInt(group, 16)) : null
}

const same = (a: number, b: number, bits: number, of: number): boolean =>
  Math.floor(a / 2 ** (of - bits)) === Math.floor(b / 2 ** (of - bits))
const isHouse4 = (bits: number): boolean => HOUSE_4.some(([net, count]) => same(bits, bits4(net)!, count, 32))

function isHouse6(g: readonly number[]): boolean {
  const inner = (at: number): boolean => isHouse4(g[at]! * 65_536 + g[at + 1]!)
  const zeros = (count: number): boolean => g.slice(0, count).every((group) => group === 0)
  // An IPv4 address in other clothes: mapped, compatible (:: and ::1 among them), translated (NAT64), 6to4.
  if (zeros(5) && g[5] === 0xffff) return inner(6)
  if (zeros(6)) return true
  if (g[0] === 0x64 && g[1] === 0xff9b) return true
  if (g[0] === 0x2002) return inner(1)
  return HOUSE_6.some(([net, count]) => same(g[0]!, net, count, 16))
}

/** Of an address as a name server gives it; what cannot be read counts as ours. */
export function isHouseAddress(address: string): boolean {
  const bits = bits4(address)
  if (bits !== null) return isHouse4(bits)
  const groups = groups6(address.replace(/%.*$/, ''))
  return groups === null || isHouse6(groups)
}

/** Of the host of a parsed address (`new URL` has made 0x7f.1 and 2130706433 into 127.0.0.1). A name is judged by its words, and again when it is called. */
export function isHouseHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '').toLowerCase()
  if (host.startsWith('[')) return isHouseAddress(host.slice(1, -1))
  if (bits4(host) !== null) return isHouseAddress(host)
  return !host.includes('.') || NAMES.test(host)
}

/** What an address that somebody types is for: the server calls it, calls it with what is secret, or links begin with it. */
export type AddressUse = 'called' | 'secret' | 'site'
/**
 * Null, or why this cannot be such an address, without its subject. A site may lie in the house (a console of a local network) and has no
 * path; what is called may not, unless its host was named, and what is called with secrets is called by https.
 */
export function addressProblem(text: string, use: AddressUse, inside: readonly string[] = []): string | null {
  if (!URL.canParse(text) || (use !== 'secret' && !/^https?:\/\//i.test(text)))
    return use === 'secret' ? '格式不正确' : '应以 http:// 或 https:// 开头，例如 https://www.example.com'
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(text)
  if (username || password) return '中不能包含用户名或密码'
  if (use === 'site') return pathname === '/' && search === '' && hash === '' ? null : '只填到域名和端口为止，后面不带路径'
  if (inside.includes(hostname)) return null
  if (use === 'secret') return protocol !== 'https:' || isHouseHost(hostname) ? '必须是公网 https' : null
  return isHouseHost(hostname) ? '必须是公网地址，不能是本机或内网地址' : null
}
