import type { Check } from '../check.ts'
import { normaliseCode } from '../text.ts'

/** Plates of the People's Republic as GA 36-2018 lays them out, with the letters opened for new energy since. */
const PROVINCES = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼'
const LETTERS = 'A-HJ-NP-Z' // I and O are never used: they read as 1 and 0
const SERIAL = `${LETTERS}0-9`

export type PlateKind =
  | 'ordinary'
  | 'newEnergySmall'
  | 'newEnergyLarge'
  | 'trailer'
  | 'coach'
  | 'police'
  | 'hongKongMacau'
  | 'consulate'
  | 'embassy'
  | 'emergency'

export type PlateColour = '蓝' | '黄' | '黑' | '白' | '绿' | '黄绿'

const SHAPES: ReadonlyArray<readonly [PlateKind, RegExp]> = [
  ['ordinary', new RegExp(`^[${PROVINCES}][${LETTERS}][${SERIAL}]{5}$`)],
  // Small: one of A–K (D and F first, the others opened later), one letter or digit, four digits.
  ['newEnergySmall', new RegExp(`^[${PROVINCES}][${LETTERS}][A-HJK][${SERIAL}]\\d{4}$`)],
  ['newEnergyLarge', new RegExp(`^[${PROVINCES}][${LETTERS}]\\d{5}[A-HJK]$`)],
  ['trailer', new RegExp(`^[${PROVINCES}][${LETTERS}][${SERIAL}]{4}挂$`)],
  ['coach', new RegExp(`^[${PROVINCES}][${LETTERS}][${SERIAL}]{4}学$`)],
  ['police', new RegExp(`^[${PROVINCES}][${LETTERS}][${SERIAL}]{4}警$`)],
  ['hongKongMacau', new RegExp(`^粤Z[${SERIAL}]{4}[港澳]$`)],
  ['consulate', new RegExp(`^[${PROVINCES}][${SERIAL}]{5}领$|^[${PROVINCES}][${LETTERS}]\\d{4}领$`)],
  ['embassy', /^(?:\d{6}使|使\d{6})$/],
  ['emergency', new RegExp(`^[${PROVINCES}]X[${SERIAL}]{4}应急$`)],
]

const COLOURS: Record<PlateKind, PlateColour> = {
  ordinary: '蓝',
  newEnergySmall: '绿',
  newEnergyLarge: '黄绿',
  trailer: '黄',
  coach: '黄',
  police: '白',
  hongKongMacau: '黑',
  consulate: '黑',
  embassy: '黑',
  emergency: '白',
}

/** «京 a·12345» in any width becomes «京A12345». */
export function normalisePlate(text: string): string {
  return normaliseCode(text)
}

export function plateKind(text: string): PlateKind | null {
  const plate = normalisePlate(text)
  return SHAPES.find(([, shape]) => shape.test(plate))?.[0] ?? null
}

/** A guess for the form: large ordinary vehicles carry yellow plates, which the number alone does not tell. */
export function guessPlateColour(text: string): PlateColour | null {
  const kind = plateKind(text)
  return kind ? COLOURS[kind] : null
}

export function checkPlate(text: string): Check {
  const plate = normalisePlate(text)
  if (plate === '') return '请输入车牌号'
  if (plateKind(plate)) return null
  return whyNot(plate)
}

function whyNot(plate: string): string {
  if (plate.includes('使')) return '使馆车牌应为 6 位数字加“使”'
  if (!PROVINCES.includes(plate[0] ?? '')) return '车牌号首位应为省、自治区、直辖市简称，例如 京、沪、粤'
  if (!/[A-Z]/.test(plate[1] ?? '')) return '车牌号第二位应为发牌机关字母'
  if (/[IO]/.test(plate)) return '车牌号中不使用字母 I 和 O，请核对是否为数字 1 和 0'
  if (/[港澳]$/.test(plate)) return '港澳车牌应为“粤Z”加 4 位序号加“港”或“澳”'
  if (plate.length < 7) return `车牌号只有 ${plate.length} 位，普通车牌 7 位，新能源车牌 8 位`
  if (plate.length > 8) return `车牌号有 ${plate.length} 位，普通车牌 7 位，新能源车牌 8 位`
  if (plate.length === 8) return '8 位新能源车牌不正确：小型车第三位为 A 至 K 的字母且后四位为数字，大型车为 5 位数字加末位字母'
  return '车牌号序号只能由数字和大写字母组成'
}
