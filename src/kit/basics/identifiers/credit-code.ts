import type { Check } from '../check.ts'
import { normaliseCode } from '../text.ts'

/** GB 32100-2015: 31 characters, I O S V Z left out, weights are the powers of 3 modulo 31. */
const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'

export function normaliseCreditCode(text: string): string {
  return normaliseCode(text)
}

export function creditCodeCheckCharacter(first17: string): string {
  let sum = 0
  let weight = 1
  for (const c of first17.slice(0, 17)) {
    sum += CHARACTERS.indexOf(c) * weight
    weight = (weight * 3) % 31
  }
  return CHARACTERS[(31 - (sum % 31)) % 31] ?? ''
}

export function checkCreditCode(text: string): Check {
  const code = normaliseCreditCode(text)
  if (code === '') return '请输入统一社会信用代码'
  if (code.length !== 18) return `统一社会信用代码应为 18 位，现为 ${code.length} 位`
  if (/[IOSVZ]/.test(code)) return '统一社会信用代码中不使用字母 I、O、S、V、Z，请核对'
  // Two characters of registration authority and kind, six digits of the region, nine of the body, one check.
  if (!/^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(code)) return '统一社会信用代码格式不正确，第 3 至 8 位应为数字'
  if (code[17] !== creditCodeCheckCharacter(code)) return '统一社会信用代码校验位不正确，请核对'
  return null
}
