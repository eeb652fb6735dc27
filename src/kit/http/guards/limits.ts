/**
 * What a request may look like before anybody reads it. Pure: text in, a trusted value or a Chinese reason out.
 * Sizes are refused while counting, before the parser allocates (reliability: huge, deep and many-keyed JSON).
 */
import { AppError, invalid } from '../../basics/errors.ts'

export interface BodyLimits {
  maxDepth: number
  maxKeys: number
}
export const BODY_LIMITS: BodyLimits = { maxDepth: 32, maxKeys: 10_000 }
export const QUERY_LIMITS = { maxParams: 200, maxBytes: 16_384 }

/** Depth and number of keys by one pass over the text; strings are skipped, so braces inside them do not count. */
function measureJson(text: string, limits: BodyLimits): string | null {
  let depth = 0
  let keys = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 0x22) i = endOfString(text, i)
    else if (c === 0x7b || c === 0x5b) {
      if (++depth > limits.maxDepth) return `提交的内容嵌套过深（最多 ${limits.maxDepth} 层）`
    } else if (c === 0x7d || c === 0x5d) depth--
    else if (c === 0x3a && ++keys > limits.maxKeys) return `提交的字段过多（最多 ${limits.maxKeys} 个）`
  }
  return null
}

function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 0x5c) i++
    else if (c === 0x22) return i
  }
  return text.length
}

/** NUL and half a surrogate pair: no text anybody typed, and nothing PostgreSQL can store. */
const storable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Keys that would reach a prototype when copied carelessly, and texts that cannot be stored. */
export function findPoison(value: unknown): string | null {
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string') {
      if (!storable(next)) return '提交的内容包含非法字符'
    } else if (Array.isArray(next)) for (const item of next) waiting.push(item)
    else if (next !== null && typeof next === 'object') {
      for (const [key, item] of Object.entries(next)) {
        if (key === '__proto__' || !storable(key)) return '提交的内容包含不允许的字段名'
        if (key === 'constructor' && item !== null && typeof item === 'object' && Object.hasOwn(item, 'prototype'))
          return '提交的内容包含不允许的字段名'
        waiting.push(item)
      }
    }
  }
  return null
}

export function parseJson(text: string, limits: BodyLimits = BODY_LIMITS): unknown {
  if (text.trim() === '') return {}
  const tooMuch = measureJson(text, limits)
  if (tooMuch) throw invalid(tooMuch)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalid('提交的内容不是有效的 JSON')
  }
  const poison = findPoison(value)
  if (poison) throw invalid(poison)
  return value
}

/**
 * Query string → one string per name. A name given twice is refused: which one counts would differ between
 * readers (parameter pollution). Lists travel comma-separated, so no honest caller repeats a name.
 */
export function parseQuery(text: string): Record<string, string> {
  if (text.length > QUERY_LIMITS.maxBytes) throw new AppError('uriTooLong')
  const values: Record<string, string> = Object.create(null)
  if (text === '') return values
  let count = 0
  for (const [name, value] of pairs(text)) {
    if (++count > QUERY_LIMITS.maxParams) throw new AppError('uriTooLong', `请求参数过多（最多 ${QUERY_LIMITS.maxParams} 个）`)
    if (name === '') continue
    if (name === '__proto__' || name === 'constructor' || name === 'prototype') throw invalid('请求参数名不允许')
    if (name.includes('\0') || value.includes('\0')) throw invalid('请求参数包含非法字符')
    if (name in values) throw invalid({ [name]: `参数「${name}」重复` })
    values[name] = value
  }
  return values
}

function* pairs(text: string): Generator<[string, string]> {
  for (const part of text.split('&')) {
    if (part === '') continue
    const at = part.indexOf('=')
    const name = at < 0 ? part : part.slice(0, at)
    yield [decode(name), at < 0 ? '' : decode(part.slice(at + 1))]
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalid('请求参数编码不正确')
  }
}
