/** One value of one field: untrusted in, trusted value or Chinese reason out. Pure; form, API, import and bulk all end here. */
import { asText } from '../../basics/text.ts'
import { formats } from '../../basics/identifiers/checks.ts'
import { isDay } from '../../basics/time/day.ts'
import type { Field, FileLink, Place } from '../field.ts'

export type Read<T = unknown> = { ok: true; value: T } | { ok: false; message: string }
const ok = (value: unknown): Read => ({ ok: true, value })
const bad = (message: string): Read => ({ ok: false, message })

const TEXT_LIMIT = 200
const NOTE_LIMIT = 5000
export const LINES_LIMIT = 500
const REFS_LIMIT = 500
const FILES_LIMIT = 20

export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** jsonb gives keys back in an order of its own, so objects are compared by content. */
const ordered = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
export const sameValue = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || JSON.stringify(a ?? null, ordered) === JSON.stringify(b ?? null, ordered)

/** Controls nobody typed, invisible characters from copied chats, halves of emoji: PostgreSQL or Excel would choke on them. */
// oxlint-disable-next-line no-control-regex
const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b-\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** Letters, digits, Chinese and the usual signs, no blank at either end: of nearly every text nothing is to be cleaned. */
const CLEAN =
  /^[\u0021-\u007e\u3001-\ud7ff\uff01-\uff5e](?:[\u0020-\u007e\u3001-\ud7ff\uff01-\uff5e]*[\u0021-\u007e\u3001-\ud7ff\uff01-\uff5e])?$/

export const cleanText = (text: string, manyLines: boolean): string => {
  if (CLEAN.test(text)) return text
  const plain = text.toWellFormed().replace(INVISIBLE, '').replace(/\r\n?/g, '\n')
  return (manyLines ? plain : plain.replace(/[\n\t]+/g, ' ')).trim()
}

function readText(field: Field & { kind: 'text' | 'note' | 'serial' }, raw: unknown): Read {
  if (typeof raw !== 'string') return bad('应为文字')
  let text = cleanText(raw, field.kind === 'note')
  const limit = (field.kind === 'serial' ? undefined : field.maxLength) ?? (field.kind === 'note' ? NOTE_LIMIT : TEXT_LIMIT)
  // No text has more characters than units.
  if (text.length > limit && Array.from(text).length > limit) return bad(`最多 ${limit} 个字`)
  if (field.kind === 'text' && field.format) {
    const format = formats[field.format]
    const reason = format.check(text)
    if (reason) return bad(reason)
    text = format.normalise(text)
  }
  return ok(text)
}

const rangeText = (value: number, unit: 'fen' | 'bp' | ''): string =>
  unit === 'fen' ? `${(value / 100).toFixed(2)} 元` : unit === 'bp' ? `${value / 100}%` : String(value)

function inRange(field: Field, value: number, unit: 'fen' | 'bp' | '' = ''): Read {
  if (field.min !== undefined && value < field.min) return bad(`不能小于 ${rangeText(field.min, unit)}`)
  if (field.max !== undefined && value > field.max) return bad(`不能大于 ${rangeText(field.max, unit)}`)
  return ok(value)
}

function readNumber(field: Field & { kind: 'money' | 'int' | 'rate' | 'decimal' }, raw: unknown): Read {
  if (typeof raw !== 'number' || !Number.isFinite(raw)) return bad(field.kind === 'money' ? '应为以分为单位的整数金额' : '应为数字')
  if (field.kind === 'decimal') {
    const shown = raw.toFixed(field.scale)
    if (Math.abs(raw) >= 1e15 / 10 ** field.scale) return bad('数值过大')
    if (Number(shown) !== raw) return bad(`最多 ${field.scale} 位小数`)
    return inRange(field, raw)
  }
  if (!Number.isSafeInteger(raw)) return bad(field.kind === 'money' ? '应为以分为单位的整数金额' : '应为整数')
  if (Object.is(raw, -0)) return ok(0)
  if (field.kind === 'rate' && Math.abs(raw) > 2_000_000_000) return bad('数值过大')
  return inRange(field, raw, field.kind === 'money' ? 'fen' : field.kind === 'rate' ? 'bp' : '')
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/

function readInstant(raw: unknown): Read {
  // As this program writes them, which is as they are read: a moment that is none comes out as another, or as nothing.
  if (typeof raw === 'string' && raw.length === 24) {
    const at = Date.parse(raw)
    if (Number.isFinite(at) && new Date(at).toISOString() === raw && inYears(raw)) return ok(raw)
  }
  if (typeof raw !== 'string' || !INSTANT.test(raw) || !isDay(raw.slice(0, 10)))
    return bad('时间格式应为 2026-01-31T09:30:00Z 这样的带时区时间')
  const at = Date.parse(raw)
  if (!Number.isFinite(at)) return bad('时间不存在')
  const text = new Date(at).toISOString()
  return inYears(text) ? ok(text) : bad('时间应在 1900 年至 2199 年之间')
}
const inYears = (text: string): boolean => text >= '1900' && text < '2200'

function readDay(raw: unknown): Read {
  if (!isDay(raw)) return bad('日期格式应为 YYYY-MM-DD，且日期必须存在')
  return inYears(raw) ? ok(raw) : bad('日期应在 1900 年至 2199 年之间')
}

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0

function readRefs(raw: unknown): Read {
  if (!Array.isArray(raw) || !raw.every(isId)) return bad('选择的内容不正确，请重新选择')
  if (raw.length > REFS_LIMIT) return bad(`最多选择 ${REFS_LIMIT} 项`)
  return ok([...new Set(raw)])
}

const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function readFiles(field: Field & { kind: 'files' }, raw: unknown): Read {
  const limit = field.maxCount ?? FILES_LIMIT
  if (!Array.isArray(raw)) return bad('附件不正确，请重新上传')
  if (raw.length > limit) return bad(`最多 ${limit} 个文件`)
  const files: FileLink[] = []
  for (const item of raw) {
    if (!isPlain(item) || typeof item['id'] !== 'string' || !/^[\w-]{8,64}$/.test(item['id'])) return bad('附件不正确，请重新上传')
    // Name, type and size are looked up by the server; the client's word is not taken.
    files.push({ id: item['id'], name: asText(item['name']), mime: asText(item['mime']), size: Number(item['size'] ?? 0) })
  }
  return ok(files)
}

const isCoordinate = (value: unknown, limit: number): boolean => typeof value === 'number' && Math.abs(value) <= limit

function readPlace(raw: unknown): Read {
  if (!isPlain(raw) || typeof raw['address'] !== 'string') return bad('请输入地址')
  const unknown = Object.keys(raw).find((key) => !['address', 'code', 'lng', 'lat'].includes(key))
  if (unknown) return bad('地址内容不正确')
  const address = cleanText(raw['address'], false)
  if (address === '') return bad('请输入地址')
  if (Array.from(address).length > TEXT_LIMIT) return bad(`最多 ${TEXT_LIMIT} 个字`)
  const place: Place = { address }
  if (!isEmpty(raw['code'])) {
    if (typeof raw['code'] !== 'string' || !/^\d{2,12}$/.test(raw['code'])) return bad('行政区划代码不正确')
    place.code = raw['code']
  }
  if (!isEmpty(raw['lng']) || !isEmpty(raw['lat'])) {
    if (!isCoordinate(raw['lng'], 180) || !isCoordinate(raw['lat'], 90)) return bad('经纬度不正确')
    place.lng = raw['lng'] as number
    place.lat = raw['lat'] as number
  }
  return ok(place)
}

/** Depth and size are limited at the HTTP edge; here only what jsonb cannot hold. */
function readJson(raw: unknown): Read {
  const text = JSON.stringify(raw)
  if (text === undefined || text.includes('\\u0000')) return bad('内容不正确')
  return ok(raw)
}

/** A value that is not empty. `lines` are read by checkFields, which knows paths. */
export function readValue(field: Field, raw: unknown): Read {
  switch (field.kind) {
    case 'text':
    case 'note':
    case 'serial':
      return readText(field, raw)
    case 'state':
    case 'choice':
      return typeof raw === 'string' && Object.hasOwn(field.options, raw) ? ok(raw) : bad('不是可选的值')
    case 'dict':
      return typeof raw === 'string' && raw.length <= 100 ? ok(cleanText(raw, false)) : bad('不是可选的值')
    case 'ref':
      return isId(raw) ? ok(raw) : bad('选择的内容不正确，请重新选择')
    case 'refs':
      return readRefs(raw)
    case 'day':
      return readDay(raw)
    case 'instant':
      return readInstant(raw)
    case 'money':
    case 'int':
    case 'rate':
    case 'decimal':
      return readNumber(field, raw)
    case 'flag':
      return typeof raw === 'boolean' ? ok(raw) : bad('应为是或否')
    case 'files':
      return readFiles(field, raw)
    case 'place':
      return readPlace(raw)
    case 'json':
      return readJson(raw)
    default:
      return bad('由系统计算，不能填写')
  }
}
