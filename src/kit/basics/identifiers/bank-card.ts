import type { Check } from '../check.ts'
import { normaliseDigits } from '../text.ts'

export function normaliseBankCard(text: string): string {
  return normaliseDigits(text)
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** For cards of persons. Company accounts have no check digit and must not use this rule. */
export function checkBankCard(text: string): Check {
  const card = normaliseBankCard(text)
  if (card === '') return '请输入银行卡号'
  if (!/^\d+$/.test(card)) return '银行卡号只能是数字'
  if (card.length < 12 || card.length > 19) return `银行卡号应为 12 至 19 位，现为 ${card.length} 位`
  // All zeros satisfy the sum but are nobody's card.
  return /^0+$/.test(card) || !passesLuhn(card) ? '银行卡号校验不通过，请核对' : null
}
