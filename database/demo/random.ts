/** Believable names and numbers, those with check digits correct; the same seed makes the same company. */
import type { Random } from '#kit/basics/random.ts'
import { FIRM_KINDS, FIRMS, GIVEN, SURNAMES } from './names.ts'
import { vinCheckDigit } from '#kit/basics/identifiers/vin.ts'

const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
/** GB 11643: region, birthday, sequence, check digit. */
export function idNumber(r: Random, region: string): string {
  const body = `${region}${r.int(1968, 2001)}${String(r.int(1, 12)).padStart(2, '0')}${String(r.int(1, 28)).padStart(2, '0')}${r.digits(3)}`
  const sum = Array.from(body).reduce((s, c, i) => s + Number(c) * ID_WEIGHTS[i]!, 0)
  return body + '10X98765432'[sum % 11]
}

const USCC_CHARS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
/** GB 32100: 9 registration department and kind, region, organisation code with its own check, check character. */
export function creditCode(r: Random, region: string): string {
  const organisation = Array.from({ length: 8 }, () => USCC_CHARS[r.int(0, 29)]!).join('')
  const weights9 = [3, 7, 9, 10, 5, 8, 4, 2]
  // GB 11714 counts letters as in base 36 and writes 10 as X.
  const sum9 = Array.from(organisation).reduce((s, c, i) => s + (c <= '9' ? Number(c) : c.charCodeAt(0) - 55) * weights9[i]!, 0)
  const check9 = (11 - (sum9 % 11)) % 11
  const body = `91${region}${organisation}${check9 === 10 ? 'X' : check9}`
  let weight = 1
  let sum = 0
  for (const c of body) {
    sum += USCC_CHARS.indexOf(c) * weight
    weight = (weight * 3) % 31
  }
  return body + USCC_CHARS[(31 - (sum % 31)) % 31]
}

const VIN_CHARS = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ'
/** GB 16735: maker, description, check digit at place nine, year and plant, serial. */
export function vin(r: Random, wmi: string): string {
  const letters = Array.from({ length: 5 }, () => VIN_CHARS[r.int(0, 32)]!).join('')
  const body = `${wmi}${letters}0R${VIN_CHARS[r.int(10, 32)]}${r.digits(6)}`
  return body.slice(0, 8) + vinCheckDigit(body) + body.slice(9)
}

export const personName = (r: Random): string => r.pick(SURNAMES) + r.pick(GIVEN)
export const firmName = (r: Random, city: string): string => `${city.replace('市', '')}${r.pick(FIRMS)}${r.pick(FIRM_KINDS)}`
export const mobile = (r: Random): string => `1${r.pick(['38', '39', '58', '59', '77', '86', '87', '89'])}${r.digits(8)}`

/** New-energy plates of small vehicles (GA 36-2018): D or F first; others five characters. */
export function plate(r: Random, prefix: string, newEnergy: boolean): string {
  if (!newEnergy) return `${prefix}${r.pick(Array.from('ABCDEFGHJKLMNPQRSTUVWXYZ'))}${r.digits(4)}`
  return `${prefix}D${r.digits(5)}`
}
