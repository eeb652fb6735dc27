import type { Check } from '../check.ts'
import { normaliseText } from '../text.ts'

/** Without leading zeros: on the wire such a number is padded to a fixed width, which differs between editions. */
export function normaliseDeviceNo(text: string): string {
  const plain = normaliseText(text)
  const compact = plain.replace(/\s/g, '')
  return /^\d+$/.test(compact) ? compact.replace(/^0+(?=\d)/, '') : plain
}

export function checkDeviceNo(text: string): Check {
  return /^\d{5,20}$/.test(normaliseDeviceNo(text)) ? null : '设备号应为 5–20 位数字'
}
