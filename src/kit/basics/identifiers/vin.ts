import type { Check } from '../check.ts'
import { normaliseCode } from '../text.ts'

/** GB 16735 / ISO 3779. I, O and Q do not occur. */
const VALUES: Record<string, number> = {
  A: 1,
  B: 2,
  C: 3,
  D: 4,
  E: 5,
  F: 6,
  G: 7,
  H: 8,
  J: 1,
  K: 2,
  L: 3,
  M: 4,
  N: 5,
  P: 7,
  R: 9,
  S: 2,
  T: 3,
  U: 4,
  V: 5,
  W: 6,
  X: 7,
  Y: 8,
  Z: 9,
}
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

export function normaliseVin(text: string): string {
  return normaliseCode(text)
}

/** The character that belongs in position 9 of 17 otherwise valid ones. */
export function vinCheckDigit(vin: string): string {
  const sum = WEIGHTS.reduce((total, weight, i) => {
    const c = vin[i] ?? ''
    return total + weight * (/\d/.test(c) ? Number(c) : (VALUES[c] ?? 0))
  }, 0)
  return sum % 11 === 10 ? 'X' : String(sum % 11)
}

export function checkVin(text: string): Check {
  const vin = normaliseVin(text)
  if (vin === '') return '请输入车架号'
  if (vin.length !== 17) return `车架号应为 17 位，现为 ${vin.length} 位`
  if (/[IOQ]/.test(vin)) return '车架号中不使用字母 I、O、Q，请核对'
  if (!/^[A-Z0-9]+$/.test(vin)) return '车架号只能由数字和大写字母组成'
  if (vin[8] !== vinCheckDigit(vin)) return '车架号校验位（第 9 位）不正确，请核对'
  return null
}
