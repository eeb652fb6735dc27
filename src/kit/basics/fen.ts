import type { Parsed } from './check.ts'
import { parsed, refused } from './check.ts'
import { isTooLongToType, normaliseText } from './text.ts'

declare const fenBrand: unique symbol

/** Money: a whole number of fen. Never a float of yuan, so sums are exact and comparable. */
export type Fen = number & { readonly [fenBrand]: true }

/** 9e15 fen = ninety trillion yuan; a sum of a few such amounts would leave the safe integers. */
const MAX_FEN = 9e15

export const ZERO = 0 as Fen

/** Asserts; a failure here is a programming error, not bad input. */
export function fen(n: number): Fen {
  if (!Number.isSafeInteger(n)) throw new RangeError(`fen must be a safe integer, got ${n}`)
  // A negative zero would print as «-0.00» and differ from 0 under Object.is.
  return (n === 0 ? 0 : n) as Fen
}

/** The other way round, as a reversal is written. */
export const negated = (amount: number): Fen => fen(-amount)

/** Throws when the sum leaves the safe integers instead of silently losing fen. */
export function sumFen(amounts: Iterable<number>): Fen {
  let total = 0
  for (const amount of amounts) total = fen(total + amount)
  return fen(total)
}

/**
 * `floor((2ak+n)/(2n))`, computed exactly: a·k/n rounded half up. For negative `a` half still goes up, towards
 * +∞ (−0.5 → 0, −1.5 → −1), so `mulDivRound(-a)` is not always `-mulDivRound(a)`; callers who want a mirrored
 * credit negate the positive result.
 */
export function mulDivRound(a: number, k: number, n: number): Fen {
  if (!Number.isSafeInteger(a) || !Number.isSafeInteger(k) || !Number.isSafeInteger(n) || n <= 0)
    throw new RangeError(`mulDivRound needs safe integers and n > 0, got ${a}·${k}/${n}`)
  const divisor = 2n * BigInt(n)
  const dividend = 2n * BigInt(a) * BigInt(k) + BigInt(n)
  return fen(Number(floorDiv(dividend, divisor)))
}

/** `floor(a·k/n)`, exact; what a party gets when the remainder goes to somebody else. */
export function mulDivFloor(a: number, k: number, n: number): Fen {
  if (!Number.isSafeInteger(a) || !Number.isSafeInteger(k) || !Number.isSafeInteger(n) || n <= 0)
    throw new RangeError(`mulDivFloor needs safe integers and n > 0, got ${a}·${k}/${n}`)
  return fen(Number(floorDiv(BigInt(a) * BigInt(k), BigInt(n))))
}

function floorDiv(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  return dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient
}

/**
 * Reads yuan as a person types or pastes it: «3,800», «¥1,234.5», «3 800元», «1.2万», «(120.00)» for minus, full-width digits. More than
 * two decimals that count are refused rather than rounded: the clerk must see that what was typed is not what would be charged.
 */
export function parseYuan(text: string, options: { allowNegative?: boolean } = {}): Parsed<Fen> {
  if (isTooLongToType(text.trim()))
    return refused(/^\d+$/.test(text.trim()) ? '金额超出允许的范围' : '金额格式不正确，请输入数字，例如 3,800.00')
  const plain = normaliseText(text)
    .replace(/^\((.+)\)$/, '-$1')
    .replace(/^([-+]?)\s*(?:[¥￥]|RMB|CNY|人民币)\s*/i, '$1')
    .replace(/\s*元整?$/, '')
    .replace(/(?<=\d)[\s'](?=\d{3}(?!\d))/g, ',')
  if (plain === '') return refused('请输入金额')
  const match = /^([-+]?)(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d*))?\s*(万?)$/.exec(plain)
  if (!match) return refused('金额格式不正确，请输入数字，例如 3,800.00')
  const [, sign, whole = '', typed = '', tenThousand] = match
  // What is zero behind the last fen says nothing; anything else would be lost.
  const places = tenThousand ? 6 : 2
  const decimals = typed.replace(/0+$/, '')
  if (decimals.length > places) return refused('金额最多两位小数')
  const value = BigInt(whole.replaceAll(',', '') + decimals.padEnd(places, '0'))
  if (value > BigInt(MAX_FEN)) return refused('金额超出允许的范围')
  if (sign === '-' && value > 0n && !options.allowNegative) return refused('金额不能为负数')
  return parsed(fen(sign === '-' ? -Number(value) : Number(value)))
}

/** `380000` → `3,800.00` */
export function formatFen(amount: number): string {
  const digits = String(Math.abs(fen(amount))).padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${amount < 0 ? '-' : ''}${whole}.${digits.slice(-2)}`
}

/** `380000` → `¥3,800.00`; the sign stands before the currency: `-¥12.00`. */
export function formatYuan(amount: number): string {
  return amount < 0 ? `-¥${formatFen(-amount)}` : `¥${formatFen(amount)}`
}

/** `380000` → `3800.00`, for formulas, spreadsheets and inputs, where a separator would be in the way. */
export function plainYuan(amount: number): string {
  return formatFen(amount).replaceAll(',', '')
}
