import type { Check } from '../check.ts'
import { day, daysInMonth } from '../time/day.ts'
import type { Day } from '../time/day.ts'
import { normaliseCode } from '../text.ts'

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECK_CHARACTERS = '10X98765432'

export function normaliseIdCard(text: string): string {
  return normaliseCode(text)
}

export function idCardCheckCharacter(first17: string): string {
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * Number(first17[i] ?? 0), 0)
  return CHECK_CHARACTERS[sum % 11] ?? ''
}

/** The rule of the customer's contract, section 5: prefix, birthday of 18xx–20xx, sequence, weighted check character. */
export function checkIdCard(text: string): Check {
  const id = normaliseIdCard(text)
  if (id === '') return '请输入身份证号'
  if (id.length !== 18) return `身份证号应为 18 位，现为 ${id.length} 位`
  if (!/^\d{17}[\dX]$/.test(id)) return '身份证号前 17 位应为数字，末位为数字或 X'
  if (id.startsWith('0')) return '身份证号地区码不能以 0 开头'
  const [year, month, date] = [Number(id.slice(6, 10)), Number(id.slice(10, 12)), Number(id.slice(12, 14))]
  if (year < 1800 || year > 2099 || month < 1 || month > 12 || date < 1 || date > daysInMonth(year, month))
    return '身份证号中的出生日期不正确'
  if (id[17] !== idCardCheckCharacter(id)) return '身份证号校验位不正确，请核对'
  return null
}

/** What a valid number says about its holder; `null` when it is not valid. */
export function readIdCard(text: string): { birthday: Day; gender: '男' | '女' } | null {
  if (checkIdCard(text) !== null) return null
  const id = normaliseIdCard(text)
  return {
    birthday: day(`${id.slice(6, 10)}-${id.slice(10, 12)}-${id.slice(12, 14)}`),
    gender: Number(id[16]) % 2 === 1 ? '男' : '女',
  }
}
