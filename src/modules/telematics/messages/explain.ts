/** What somebody pasted, field by field and in words: the message tool. Frames of JT/T 808 and of GT06, one or many, with or without spaces. */
import { encodeGt06, Gt06Decoder } from '../gt06/gt06.ts'
import { Gt06Link } from '../gt06/link.ts'
import { bytesOf, hexOf, isHex, xorOf, type Span } from '../jt808/bytes.ts'
import { decodeFrame, isWhole, plainPhone, readContent, unescape, type Frame, type Header } from '../jt808/frame.ts'
import { plainText } from '../jt808/gbk.ts'
import { profiles } from '../jt808/profiles.ts'
import { cleanHex, type LineOptions } from '../jt808/lines.ts'
import { messageName, spansOf } from '../jt808/messages.ts'
import { parameterKinds, type ParameterValue } from '../jt808/parameters.ts'
import { Reassembler } from '../jt808/reassemble.ts'
import type { Kind } from '../jt808/schema.ts'

export interface Line {
  label: string
  depth: number
  /** Place in the unescaped frame, without its 7e; null for what is said in words only. */
  from: number | null
  hex: string
  value: string
  /** In words: the name of a value, the bits that are set. */
  meaning: string
}
export interface Explained {
  ok: boolean
  /** What is wrong with it, and then whatever could be read all the same. */
  error: string | null
  title: string
  lines: Line[]
  /** As `npm run jt808 -- decode` says it. */
  json: object | null
}

export const MOST_FRAMES = 200
const SHOWN_BYTES = 48
/** A long message of many packets may have thousands of fields; nobody reads them all. */
const MOST_LINES = 600

export function explain(text: string, options: LineOptions): Explained[] {
  const explained: Explained[] = []
  const reassembler = new Reassembler({ open: 64 })
  const link = new Gt06Link()
  for (const row of text.split(/[\r\n]+/)) {
    const hex = cleanHex(row)
    if (hex === '') continue
    if (!isHex(hex)) {
      explained.push({ ok: false, error: '不是成对的十六进制字符', title: row.trim().slice(0, 60), lines: [], json: null })
      continue
    }
    for (const piece of pieces(bytesOf(hex))) {
      if (explained.length >= MOST_FRAMES) return explained
      if (piece[0] === 0x78 || piece[0] === 0x79) explained.push(...explainGt06(piece, link))
      else explained.push(...explain808(piece, options, reassembler))
    }
  }
  return explained
}

/** Frames may stand one after another on a line, share a 7e, or have lost theirs. */
function pieces(bytes: Uint8Array): Uint8Array[] {
  if (bytes[0] === 0x78 || bytes[0] === 0x79) return [bytes]
  if (!bytes.includes(0x7e)) return [Uint8Array.from([0x7e, ...bytes, 0x7e])]
  const frames: Uint8Array[] = []
  let from = 0
  for (let i = 0; i <= bytes.length; i++) {
    if (i < bytes.length && bytes[i] !== 0x7e) continue
    if (i > from) frames.push(Uint8Array.from([0x7e, ...bytes.subarray(from, i), 0x7e]))
    from = i + 1
  }
  return frames
}

function explain808(wire: Uint8Array, options: LineOptions, reassembler: Reassembler): Explained[] {
  const profile = profiles[options.profile]!
  const decoded = decodeFrame(wire, { version: options.version, profile })
  const content = unescape(wire.subarray(1, -1))
  if (typeof content === 'string' || content.length < 13)
    return [{ ok: false, error: decoded.ok ? null : decoded.error, title: '无法解析的报文', lines: [], json: null }]
  const frame = readContent(content, content.length - 1, options.version)
  const error = decoded.ok ? null : decoded.error
  if (!frame) return [{ ok: false, error, title: '无法解析的报文', lines: [], json: null }]
  const { header } = frame
  const at = content.length - 1 - frame.bytes.length
  const lines = [
    ...headerLines(header, content, at),
    ...bodyLines(frame, options, at),
    line('校验码', 0, content, content.length - 1, content.length, '', xorOf(content) === 0 ? '正确' : '错误'),
  ]
  const explained: Explained[] = [{ ok: decoded.ok, error, title: titleOf(header), lines, json: decoded.ok ? decoded : null }]
  if (!decoded.ok || !header.packet || header.packet.total <= 1) return explained
  const added = reassembler.add(frame, 0)
  if (added.is === 'complete')
    explained.push({
      ok: true,
      error: null,
      title: `${titleOf({ ...added.frame.header })}（${header.packet.total} 个分包合并）`,
      lines: bodyLines(added.frame, options, 0),
      json: null,
    })
  return explained
}

const titleOf = (header: Header): string =>
  `${header.messageId.toUpperCase()} ${messageName(header.messageId)} · ${header.version} 版 · ${plainPhone(header.phone)}${header.packet ? ` · 分包 ${header.packet.index}/${header.packet.total}` : ''}`

function line(label: string, depth: number, content: Uint8Array, from: number, to: number, value: string, meaning = ''): Line {
  const hex = to - from > SHOWN_BYTES ? `${hexOf(content, from, from + SHOWN_BYTES)}…` : hexOf(content, from, to)
  return { label, depth, from, hex, value: value || hexOf(content, from, Math.min(to, from + SHOWN_BYTES)), meaning }
}

function headerLines(header: Header, content: Uint8Array, bodyAt: number): Line[] {
  const is2019 = header.version === 2019
  const phoneAt = is2019 ? 5 : 4
  const serialAt = bodyAt - (header.packet ? 6 : 2)
  const properties = [
    `消息体 ${header.bodyLength} 字节`,
    header.encryption === 0 ? '不加密' : header.encryption === 1 ? 'RSA 加密' : `加密方式 ${header.encryption}`,
    header.packet ? '分包' : '不分包',
    ...(header.versionFlag === undefined ? [] : ['版本标识与消息头长度不符']),
  ]
  return [
    line('消息 ID', 0, content, 0, 2, `0x${header.messageId.toUpperCase()}`, messageName(header.messageId)),
    line('消息体属性', 0, content, 2, 4, '', properties.join('，')),
    ...(is2019 ? [line('协议版本号', 0, content, 4, 5, String(header.protocolVersion))] : []),
    line('终端手机号', 0, content, phoneAt, serialAt, header.phone),
    line('消息流水号', 0, content, serialAt, serialAt + 2, String(header.serial)),
    ...(header.packet
      ? [
          line(
            '分包',
            0,
            content,
            serialAt + 2,
            bodyAt,
            `${header.packet.index}/${header.packet.total}`,
            `共 ${header.packet.total} 包，第 ${header.packet.index} 包`,
          ),
        ]
      : []),
  ]
}

function bodyLines({ header, bytes }: Frame, options: LineOptions, at: number): Line[] {
  if (!isWhole(header))
    return bytes.length === 0 ? [] : [moved(line(header.packet ? '消息体的一部分' : '加密的消息体', 0, bytes, 0, bytes.length, ''), at)]
  const spans = spansOf(header.messageId, header.version, bytes, profiles[options.profile]!)
  const lines = spans.slice(0, MOST_LINES).map((span) => moved(spanLine(span, bytes), at))
  return spans.length > MOST_LINES
    ? [...lines, { label: `其余 ${spans.length - MOST_LINES} 行从略`, depth: 0, from: null, hex: '', value: '', meaning: '' }]
    : lines
}
const moved = (one: Line, by: number): Line => ({ ...one, from: one.from === null ? null : one.from + by })

const isParameter = (value: object | null): value is ParameterValue =>
  value !== null && 'id' in value && ('value' in value || 'raw' in value)

function spanLine({ label, from, to, depth, value, kind }: Span, bytes: Uint8Array): Line {
  // A heading of what follows has no value of its own.
  if (kind && ['struct', 'list', 'sized', 'other'].includes(kind.is) && typeof value === 'object' && !isParameter(value))
    return { ...line(label, depth, bytes, from, to, '—'), value: Array.isArray(value) ? `${value.length} 项` : '' }
  if (kind?.is === 'other' && typeof value === 'object' && isParameter(value)) {
    const known = parameterKinds.get(value.id)
    const text = value.raw ?? (typeof value.value === 'number' && known?.unit ? measured(value.value, known.unit) : String(value.value))
    return line(`${label} ${value.id}`, depth, bytes, from, to, plainText(text), known?.label ?? '未定义的参数')
  }
  return line(label, depth, bytes, from, to, valueText(value, kind), meaningOf(value, kind))
}

function valueText(value: unknown, kind: Kind | null): string {
  if (typeof value === 'number') return kind?.is === 'int' && kind.unit ? measured(value, kind.unit) : String(value)
  if (Array.isArray(value)) return value.map((one) => (one === null ? '无' : valueText(one, kind))).join('，')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([key, one]) => `${key}: ${typeof one === 'object' ? JSON.stringify(one) : String(one)}`)
      .join('，')
  if (typeof value !== 'string') return ''
  if (kind?.is === 'text') return plainText(value)
  return value.length > 2 * SHOWN_BYTES ? `${value.slice(0, 2 * SHOWN_BYTES)}…` : value
}

/** `0.1 km` of 1234 is 123.4 km. */
function measured(value: number, unit: string): string {
  const [, step, name] = /^(0\.0*1) (.+)$/.exec(unit) ?? []
  return step === undefined ? `${value} ${unit}` : `${(value * Number(step)).toFixed(step.length - 2)} ${name}`
}

function meaningOf(value: unknown, kind: Kind | null): string {
  if (kind?.is === 'int' && kind.words && typeof value === 'object') return kind.words(value)
  if (kind?.is !== 'int' || typeof value !== 'number') return ''
  if (kind.values) return kind.values[value] ?? ''
  if (!kind.bits) return ''
  const set: string[] = []
  for (let bit = 0; bit < 32; bit++) if (Math.floor(value / 2 ** bit) % 2 === 1) set.push(kind.bits[bit] ?? `位 ${bit}`)
  return set.join('、') || '无'
}

const GT06_NAMES: Readonly<Record<number, string>> = {
  0x01: '登录',
  0x12: '定位',
  0x22: '定位',
  0xa0: '定位（4G）',
  0x13: '心跳',
  0x23: '心跳',
  0x15: '指令应答',
  0x21: '指令应答',
  0x16: '报警',
  0x26: '报警',
  0x27: '报警（围栏）',
  0x80: '下发指令',
  0x8a: '校时',
}

function explainGt06(bytes: Uint8Array, link: Gt06Link): Explained[] {
  const decoder = new Gt06Decoder()
  const frames = decoder.push(bytes)
  const error = decoder.stats.badCheck > 0 ? 'GT06 校验错误' : decoder.idle ? 'GT06 报文格式错误' : 'GT06 报文不完整'
  if (frames.length === 0) return [{ ok: false, error, title: '无法解析的 GT06 报文', lines: [], json: null }]
  return frames.map((frame) => {
    const wire = encodeGt06(frame)
    const head = frame.long ? 4 : 3
    const heard = link.receive(frame)
    const words: Line[] = Object.entries('location' in heard ? { ...heard.location, ...heard } : heard)
      .filter(([key, value]) => key !== 'is' && value !== undefined && value !== null && key in GT06_LABELS)
      .map(([key, value]) => {
        const [label, kind] = GT06_LABELS[key]!
        return {
          label,
          depth: 1,
          from: null,
          hex: '',
          value: typeof value === 'boolean' ? (value ? '是' : '否') : valueText(value, kind),
          meaning: meaningOf(value, kind),
        }
      })
    return {
      ok: heard.is !== 'bad',
      error: heard.is === 'bad' ? '内容不足' : null,
      title: `GT06 ${frame.number.toString(16).padStart(2, '0').toUpperCase()} ${GT06_NAMES[frame.number] ?? '未定义的消息'}`,
      lines: [
        line('协议号', 0, wire, head, head + 1, `0x${frame.number.toString(16).padStart(2, '0')}`, GT06_NAMES[frame.number] ?? ''),
        line('内容', 0, wire, head + 1, head + 1 + frame.content.length, ''),
        ...words,
        line('序列号', 0, wire, wire.length - 6, wire.length - 4, String(frame.serial)),
        line('校验', 0, wire, wire.length - 4, wire.length - 2, '', '正确'),
      ],
      json: heard,
    }
  })
}

const GT06_LABELS: Readonly<Record<string, readonly [string, Kind | null]>> = {
  terminalNo: ['终端号（IMEI）', null],
  model: ['型号代码', null],
  voltageLevel: ['电压等级', null],
  voltage: ['电压', { is: 'int', max: 0, unit: '0.01 V' }],
  signal: ['信号', null],
  fuelCut: ['油电断开', null],
  acc: ['ACC 开', null],
  flag: ['服务器标志', null],
  text: ['内容', null],
  late: ['补传', null],
  alarm: ['报警', null],
  time: ['时间（北京时间）', null],
  latitude: ['纬度', { is: 'int', max: 0, unit: '0.000001 °' }],
  longitude: ['经度', { is: 'int', max: 0, unit: '0.000001 °' }],
  speed: ['速度', { is: 'int', max: 0, unit: '0.1 km/h' }],
  direction: ['方向', { is: 'int', max: 0, unit: '°' }],
}
