import type { Check } from '../check.ts'
import { normaliseDigits } from '../text.ts'

/** Also drops a leading +86, which phones add when a number is copied. */
export function normaliseMobile(text: string): string {
  return normaliseDigits(text).replace(/^(?:\+86|0086)+/, '')
}

/** Eleven digits, first 1, second one of 3 4 5 7 8 9 (the customer's contract, section 5). */
export function checkMobile(text: string): Check {
  const mobile = normaliseMobile(text)
  if (mobile === '') return '请输入手机号'
  if (!/^\d+$/.test(mobile)) return '手机号只能是数字'
  if (mobile.length !== 11) return `手机号应为 11 位，现为 ${mobile.length} 位`
  return /^1[345789]/.test(mobile) ? null : '手机号应以 13、14、15、17、18 或 19 开头'
}

export function normalisePhone(text: string): string {
  const plain = normaliseDigits(text)
  return checkMobile(plain) === null ? normaliseMobile(plain) : plain
}

/** A mobile or a fixed line: area code, number, extension after «转» or «#»; 400/800 and 95xxx service numbers. */
export function checkPhone(text: string): Check {
  const phone = normalisePhone(text)
  if (phone === '') return '请输入电话号码'
  if (checkMobile(phone) === null) return null
  if (/^(?:0\d{2,3})?[2-9]\d{6,7}(?:[转#]\d{1,6})?$/.test(phone)) return null
  if (/^[48]00\d{7}$/.test(phone) || /^95\d{3,4}$/.test(phone)) return null
  return '电话号码格式不正确，请填写手机号，或带区号的固定电话，例如 027-88886666'
}
