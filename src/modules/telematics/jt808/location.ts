/** The body of 0x0200, which ten other messages carry inside. Written by hand: it is what a gateway does all day. */
import { ALARM_BITS, STATUS_BITS } from './bits.ts'
import { bytesOf, CodecError, hexOf, type Reader, type Writer } from './bytes.ts'
import type { Profile } from './items.ts'
import { itemKind, profiles } from './profiles.ts'
import type { Codec, Kind, Version } from './schema.ts'
import { timeDigits, timeOf } from './times.ts'

/** An additional item: understood (`name`, `value`) or not (`raw`). Ids may occur more than once. */
export interface Item {
  id: string
  name?: string
  value?: unknown
  raw?: string
}

export interface Location {
  /** 32 bits, unsigned. `ALARM_BITS` names them. */
  alarm: number
  status: number
  /** In 1e-6°, as sent: south and west are in the status bits. `degreesOf` applies them. */
  latitude: number
  longitude: number
  /** Metres. */
  altitude: number
  /** 0.1 km/h. */
  speed: number
  /** Degrees, north is 0, clockwise. */
  direction: number
  /** Beijing time as sent; `instantOf` says when that is, or that it is no time. */
  time: string
  items: Item[]
  /** What remained when an item was cut off. */
  tail?: string
}

const LOCATION_BYTES = 28
const IDS: readonly string[] = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'))

export function readLocation(b: Uint8Array, from: number, to: number, version: Version, profile: Profile): Location {
  if (to - from < LOCATION_BYTES) throw new CodecError('位置信息不足 28 个字节')
  const i = from
  const location: Location = {
    alarm: ((b[i]! << 24) | (b[i + 1]! << 16) | (b[i + 2]! << 8) | b[i + 3]!) >>> 0,
    status: ((b[i + 4]! << 24) | (b[i + 5]! << 16) | (b[i + 6]! << 8) | b[i + 7]!) >>> 0,
    latitude: ((b[i + 8]! << 24) | (b[i + 9]! << 16) | (b[i + 10]! << 8) | b[i + 11]!) >>> 0,
    longitude: ((b[i + 12]! << 24) | (b[i + 13]! << 16) | (b[i + 14]! << 8) | b[i + 15]!) >>> 0,
    altitude: (b[i + 16]! << 8) | b[i + 17]!,
    speed: (b[i + 18]! << 8) | b[i + 19]!,
    direction: (b[i + 20]! << 8) | b[i + 21]!,
    time: timeOf(b, i + 22),
    items: [],
  }
  const rest = readItems(b, from + LOCATION_BYTES, to, version, profile, location.items)
  if (rest < to) location.tail = hexOf(b, rest, to)
  return location
}

/** Reads items until one does not fit; answers where that is. One bad item costs only itself: its length is known. */
function readItems(b: Uint8Array, from: number, to: number, version: Version, profile: Profile, into: Item[]): number {
  const head = profile.idBytes + profile.lengthBytes
  let at = from
  while (at + head <= to) {
    const id = profile.idBytes === 1 ? b[at]! : (b[at]! << 8) | b[at + 1]!
    let length = 0
    for (let k = at + profile.idBytes; k < at + head; k++) length = length * 256 + b[k]!
    const start = at + head
    const end = start + length
    if (end > to) break
    const kind = profile.kinds.get(id)
    const value = kind?.read(b, start, end, version)
    const name = profile.idBytes === 1 ? IDS[id]! : id.toString(16).padStart(4, '0')
    into.push(value === undefined ? { id: name, raw: hexOf(b, start, end) } : { id: name, name: kind!.name, value })
    at = end
  }
  return at
}

const whole = (label: string, n: unknown, max: number): number => {
  if (typeof n !== 'number' || !Number.isInteger(n) || n < 0 || n > max) throw new CodecError(`${label}：应为 0 至 ${max} 的整数`)
  return n
}

function writeLocation(w: Writer, value: Location, profile: Profile): void {
  if (typeof value !== 'object' || value === null) throw new CodecError('位置信息：应为对象')
  w.u32(whole('报警标志（alarm）', value.alarm, 0xffff_ffff))
  w.u32(whole('状态（status）', value.status, 0xffff_ffff))
  w.u32(whole('纬度（latitude）', value.latitude, 0xffff_ffff))
  w.u32(whole('经度（longitude）', value.longitude, 0xffff_ffff))
  w.u16(whole('高程（altitude）', value.altitude, 0xffff))
  w.u16(whole('速度（speed）', value.speed, 0xffff))
  w.u16(whole('方向（direction）', value.direction, 0xffff))
  if (typeof value.time !== 'string') throw new CodecError('时间（time）：没有填写')
  w.hex(timeDigits(value.time))
  if (value.items !== undefined && !Array.isArray(value.items)) throw new CodecError('附加信息（items）：应为列表')
  for (const item of value.items ?? []) writeItem(w, item, profile)
  if (value.tail) w.hex(value.tail)
}

function writeItem(w: Writer, item: Item, profile: Profile): void {
  const id = typeof item?.id === 'string' && /^[0-9a-f]{1,4}$/i.test(item.id) ? Number.parseInt(item.id, 16) : NaN
  if (Number.isNaN(id) || id >= 2 ** (8 * profile.idBytes)) throw new CodecError('附加信息的 id 应为十六进制数')
  const bytes = itemBytes(item, id, profile)
  if (bytes.length >= 2 ** (8 * profile.lengthBytes)) throw new CodecError(`附加信息 ${item.id} 过长`)
  if (profile.idBytes === 2) w.u16(id)
  else w.u8(id)
  if (profile.lengthBytes === 4) w.u32(bytes.length)
  else if (profile.lengthBytes === 2) w.u16(bytes.length)
  else w.u8(bytes.length)
  w.put(bytes)
}

function itemBytes(item: Item, id: number, profile: Profile): Uint8Array {
  if (item.raw !== undefined) return bytesOf(item.raw)
  const kind = item.name === undefined ? profile.kinds.get(id) : itemKind(item.name)
  if (!kind) throw new CodecError(`附加信息 ${item.id}：没有名为“${typeof item.name === 'string' ? item.name : ''}”的类型`)
  try {
    return Uint8Array.from(kind.write(item.value))
  } catch (error) {
    throw error instanceof CodecError ? new CodecError(`附加信息 ${item.id} ${kind.label}：${error.message}`) : error
  }
}

/** A location inside another message: the rest of it, or the 28 bytes alone. */
const inside = (bytes: (r: Reader) => number): Codec<Location> => ({
  kind: {
    is: 'other',
    sample: () => ({
      alarm: 0,
      status: 3,
      latitude: 31_230_416,
      longitude: 121_473_701,
      altitude: 4,
      speed: 600,
      direction: 90,
      time: '2026-01-02 03:04:05',
      items: [],
    }),
  },
  read(r, version) {
    const part = r.inner(bytes(r))
    if (r.trace) traceLocation(part, version)
    return readLocation(r.bytes, part.at, part.end, version, profileOf(r))
  },
  write: (w, value) => writeLocation(w, value, profileOf(w)),
})
export const location: Codec<Location> = inside((r) => r.left)
export const baseLocation: Codec<Location> = inside(() => LOCATION_BYTES)

const profileOf = (readerOrWriter: { profile: Profile | null }): Profile => readerOrWriter.profile ?? profiles.standard!

/** Signed degrees × 1e6 (WGS-84); null when no position of the Earth. Status bit 2: south, bit 3: west. */
export function degreesOf(location: Location): { latitude: number; longitude: number } | null {
  if (location.latitude > 90_000_000 || location.longitude > 180_000_000) return null
  return {
    latitude: location.status & 4 ? -location.latitude : location.latitude,
    longitude: location.status & 8 ? -location.longitude : location.longitude,
  }
}

/** The first item of a name. */
export const itemOf = (location: Location, name: string): unknown => location.items.find((item) => item.name === name)?.value

const number = (bytes: number, more: { unit?: string; bits?: readonly (string | null)[] } = {}): Kind => ({
  is: 'int',
  max: 2 ** (8 * bytes) - 1,
  ...more,
})
const BASE: readonly (readonly [string, number, keyof Location, Kind])[] = [
  ['报警标志', 4, 'alarm', number(4, { bits: ALARM_BITS })],
  ['状态', 4, 'status', number(4, { bits: STATUS_BITS })],
  ['纬度', 4, 'latitude', number(4, { unit: '0.000001 °' })],
  ['经度', 4, 'longitude', number(4, { unit: '0.000001 °' })],
  ['高程', 2, 'altitude', number(2, { unit: 'm' })],
  ['速度', 2, 'speed', number(2, { unit: '0.1 km/h' })],
  ['方向', 2, 'direction', number(2, { unit: '°' })],
  ['时间', 6, 'time', { is: 'time' }],
]

/** Spans of a location for the message tool: the fixed fields, then each item with its id and length. */
function traceLocation(r: Reader, version: Version): void {
  const spans = r.trace
  if (!spans || r.left < LOCATION_BYTES) return
  const profile = profileOf(r)
  const whole = readLocation(r.bytes, r.at, r.end, version, profile)
  let at = r.at
  for (const [label, size, key, kind] of BASE) {
    spans.push({ label, from: at, to: at + size, depth: r.depth, value: whole[key], kind })
    at += size
  }
  for (const item of whole.items) {
    let length = 0
    for (let k = at + profile.idBytes; k < at + profile.idBytes + profile.lengthBytes; k++) length = length * 256 + r.bytes[k]!
    const to = at + profile.idBytes + profile.lengthBytes + length
    const known = item.name === undefined ? undefined : itemKind(item.name)
    const kind: Kind = known
      ? {
          is: 'int',
          max: 0,
          ...(known.unit ? { unit: known.unit } : {}),
          ...(known.bits ? { bits: known.bits } : {}),
          ...(known.values ? { values: known.values } : {}),
          ...(known.words ? { words: known.words } : {}),
        }
      : { is: 'hex', bytes: null }
    spans.push({
      label: `附加信息 ${item.id} ${known ? known.label : '未定义'}`,
      from: at,
      to,
      depth: r.depth,
      value: item.raw ?? item.value,
      kind,
    })
    at = to
  }
  if (at < r.end) spans.push({ label: '不完整的附加信息', from: at, to: r.end, depth: r.depth, value: whole.tail, kind: null })
}
