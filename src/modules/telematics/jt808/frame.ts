/**
 * Frames: `7e | header | body | check | 7e`, with 7e and 7d escaped inside. Reading answers an error instead of throwing, whatever
 * the bytes; writing throws a `CodecError` that names the field.
 */
import { bytesOf, CodecError, hexOf, isHex, Writer, xorOf } from './bytes.ts'
import type { Profile } from './items.ts'
import { decodeBody, encodeBody, type Body } from './messages.ts'
import type { Version } from './schema.ts'

export const FLAG = 0x7e
const ESCAPE = 0x7d
/** The ten bits of the header say no more; longer bodies are sent in packets. */
const MAX_BODY = 1023
const PACKET_FIELDS = 4

export interface Header {
  /** Four hex digits: `0200`. */
  messageId: string
  /** 2011 and 2013 look the same; the decoder says 2013 unless it was told or saw a registration of 2011. */
  version: Version
  /** The second byte of the 2019 edition, 1 so far. */
  protocolVersion?: number
  /** The digits as sent, with leading zeros: 12, since 2019 20. `plainPhone` takes the zeros away. */
  phone: string
  serial: number
  bodyLength: number
  /** Bits 10–12 of the properties; 1 is RSA. What is encrypted stays raw. */
  encryption: number
  packet?: { total: number; index: number }
  /** Of a message put together: how many packets it came in. Its serial is that of the first. */
  parts?: number
  /** Bit 15 of the properties, when somebody sets it. */
  reserved?: number
  /** Bit 14 where it contradicts the layout: some makers set it on the old one. */
  versionFlag?: number
}
/** What a header is written from; lengths are counted. */
export type HeaderInput = Pick<Header, 'messageId' | 'phone' | 'serial'> & Partial<Header>

/** A frame whose check code and length are right; the body is still bytes. */
export interface Frame {
  header: Header
  bytes: Uint8Array
}
export interface Message {
  header: Header
  body: Body
}
export type Decoded = ({ ok: true } & Message) | { ok: false; error: string; header?: Header }

export interface ReadOptions {
  /** What a header without the version bit means. */
  version?: Version
  profile?: Profile
}

/** `0x1d40` → `1d40`, without building it each time. */
const IDS: string[] = []
const idText = (id: number): string => (IDS[id] ??= id.toString(16).padStart(4, '0'))
export const plainPhone = (phone: string): string => phone.replace(/^0+(?=.)/, '')

const u16 = (b: Uint8Array, i: number): number => (b[i]! << 8) | b[i + 1]!

/**
 * Header and body of unescaped content (without check code). The version bit decides between the layouts, unless the length
 * fits only the other one: there are devices that set it on the old layout. Null when neither fits.
 */
export function readContent(b: Uint8Array, end: number, older: Version = 2013): Frame | null {
  if (end < 12) return null
  const properties = u16(b, 2)
  const length = properties & 0x3ff
  const extra = properties & 0x2000 ? PACKET_FIELDS : 0
  const flag = (properties & 0x4000) !== 0
  const is2019 = end === 17 + extra + length
  if (!is2019 && end !== 12 + extra + length) return null
  const phoneAt = is2019 ? 5 : 4
  const serialAt = phoneAt + (is2019 ? 10 : 6)
  const header: Header = {
    messageId: idText(u16(b, 0)),
    version: is2019 ? 2019 : older === 2019 ? 2013 : older,
    phone: hexOf(b, phoneAt, serialAt),
    serial: u16(b, serialAt),
    bodyLength: length,
    encryption: (properties >> 10) & 7,
  }
  if (is2019) header.protocolVersion = b[4]!
  if (extra) header.packet = { total: u16(b, serialAt + 2), index: u16(b, serialAt + 4) }
  if (properties & 0x8000) header.reserved = 1
  if (flag !== is2019) header.versionFlag = flag ? 1 : 0
  const bytes = b.slice(serialAt + 2 + extra, end)
  // The fields of a registration of 2011 are so short that the later ones cannot have fitted.
  if (header.messageId === '0100' && !is2019 && bytes.length < 37) header.version = 2011
  return { header, bytes }
}

/** Whether a body can be read: it is neither encrypted nor a part of something longer. */
export const isWhole = (header: Header): boolean => header.encryption === 0 && (header.packet === undefined || header.packet.total <= 1)

export function readBody(frame: Frame, profile?: Profile): Body {
  return isWhole(frame.header)
    ? decodeBody(frame.header.messageId, frame.header.version, frame.bytes, profile)
    : { raw: hexOf(frame.bytes) }
}

/** One frame with both its 7e. Strict: nothing around it, every escape right. */
export function decodeFrame(wire: Uint8Array, options: ReadOptions = {}): Decoded {
  if (wire.length < 2 || wire[0] !== FLAG || wire[wire.length - 1] !== FLAG) return { ok: false, error: '报文应以 7e 开始并以 7e 结束' }
  const content = unescape(wire.subarray(1, -1))
  if (typeof content === 'string') return { ok: false, error: content }
  if (content.length < 13) return { ok: false, error: '报文过短，缺少消息头' }
  const frame = readContent(content, content.length - 1, options.version)
  if (xorOf(content) !== 0)
    return {
      ok: false,
      error: `校验码错误，应为 ${hexOf(Uint8Array.of(xorOf(content, 0, content.length - 1)))}`,
      ...(frame ? { header: frame.header } : {}),
    }
  if (!frame) return { ok: false, error: `消息体长度不符：消息头写明 ${u16(content, 2) & 0x3ff} 个字节` }
  return { ok: true, header: frame.header, body: readBody(frame, options.profile) }
}

/** The bytes, or why not. */
export function unescape(b: Uint8Array): Uint8Array | string {
  const out = new Uint8Array(b.length)
  let n = 0
  for (let i = 0; i < b.length; i++) {
    const byte = b[i]!
    if (byte === FLAG) return '报文中间出现 7e，可能是两条报文连在一起'
    if (byte !== ESCAPE) {
      out[n++] = byte
      continue
    }
    const next = b[++i]
    if (next !== 1 && next !== 2) return '转义错误：7d 之后只能是 01 或 02'
    out[n++] = next === 1 ? ESCAPE : FLAG
  }
  return out.subarray(0, n)
}

/** Adds the check code and both 7e. */
export function wrap(content: Uint8Array): Uint8Array {
  const check = xorOf(content)
  let extra = check === FLAG || check === ESCAPE ? 1 : 0
  for (const byte of content) if (byte === FLAG || byte === ESCAPE) extra++
  const out = new Uint8Array(content.length + 3 + extra)
  let n = 0
  out[n++] = FLAG
  for (let i = 0; i <= content.length; i++) {
    const byte = i < content.length ? content[i]! : check
    if (byte === FLAG || byte === ESCAPE) {
      out[n++] = ESCAPE
      out[n++] = byte === FLAG ? 2 : 1
    } else out[n++] = byte
  }
  out[n] = FLAG
  return out
}

function need(label: string, n: unknown, max: number): number {
  if (typeof n !== 'number' || !Number.isInteger(n) || n < 0 || n > max) throw new CodecError(`${label}：应为 0 至 ${max} 的整数`)
  return n
}

/** A frame around bytes that are a body already, or a packet of one. */
function encodeBytes(header: HeaderInput, bytes: Uint8Array): Uint8Array {
  if (bytes.length > MAX_BODY) throw new CodecError(`消息体 ${bytes.length} 个字节，超过 ${MAX_BODY}，需要分包`)
  if (typeof header.messageId !== 'string' || !/^[0-9a-f]{4}$/i.test(header.messageId))
    throw new CodecError('消息 ID（messageId）：应为四位十六进制数')
  const version = header.version ?? 2013
  if (version !== 2011 && version !== 2013 && version !== 2019) throw new CodecError('版本（version）：应为 2011、2013 或 2019')
  const is2019 = version === 2019
  const size = is2019 ? 20 : 12
  const phone = typeof header.phone === 'string' ? header.phone.padStart(size, '0') : ''
  if (phone.length !== size || !isHex(phone)) throw new CodecError(`终端手机号（phone）：应为至多 ${size} 位数字`)
  const flag = header.versionFlag === undefined ? is2019 : need('版本标识（versionFlag）', header.versionFlag, 1) === 1
  const w = new Writer()
  w.hex(header.messageId)
  w.u16(
    bytes.length |
      (need('加密方式（encryption）', header.encryption ?? 0, 7) << 10) |
      (header.packet ? 0x2000 : 0) |
      (flag ? 0x4000 : 0) |
      (need('保留位（reserved）', header.reserved ?? 0, 1) << 15),
  )
  if (is2019) w.u8(need('协议版本号（protocolVersion）', header.protocolVersion ?? 1, 255))
  w.put(bytesOf(phone))
  w.u16(need('流水号（serial）', header.serial, 0xffff))
  if (header.packet) {
    w.u16(need('总包数（packet.total）', header.packet.total, 0xffff))
    w.u16(need('包序号（packet.index）', header.packet.index, 0xffff))
  }
  w.put(bytes)
  return wrap(w.done())
}

export function encodeFrame(header: HeaderInput, body: Body, profile?: Profile): Uint8Array {
  return encodeBytes(header, encodeBody(header.messageId, header.version ?? 2013, body, profile))
}

/** As many packets as it takes, with serials counting up from the header's. */
export function encodeMessage(header: HeaderInput, body: Body, profile?: Profile, most: number = MAX_BODY): Uint8Array[] {
  const bytes = encodeBody(header.messageId, header.version ?? 2013, body, profile)
  const total = Math.max(1, Math.ceil(bytes.length / most))
  if (total === 1) return [encodeBytes(header, bytes)]
  if (total > 0xffff) throw new CodecError('消息过长，分包数超过 65535')
  return Array.from({ length: total }, (_, i) =>
    encodeBytes(
      { ...header, serial: (header.serial + i) & 0xffff, packet: { total, index: i + 1 } },
      bytes.subarray(i * most, (i + 1) * most),
    ),
  )
}
