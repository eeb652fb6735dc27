/**
 * What a person without the right to see it reads instead. Masking is done on the server; these functions never
 * let more through for odd input than for regular input.
 */

/** Keeps `head` and `tail` characters, provided at least as many are hidden as a regular number would hide. */
function mask(text: string, head: number, tail: number, least: number): string {
  const characters = Array.from(text.trim())
  if (characters.length === 0) return ''
  if (characters.length < head + tail + least) return '*'.repeat(characters.length)
  const hidden = characters.length - head - tail
  return `${characters.slice(0, head).join('')}${'*'.repeat(hidden)}${characters.slice(characters.length - tail).join('')}`
}

/** `138****1234`; a fixed line keeps its last four digits only. */
export function maskPhone(phone: string): string {
  const text = phone.trim()
  return /^\d{11}$/.test(text) ? mask(text, 3, 4, 4) : mask(text, 0, 4, 3)
}

/** `4201**********1234`; also for credit codes of sole traders, passports and licences. */
export function maskIdNo(idNo: string): string {
  return mask(idNo, 4, 4, 6)
}

/** `**** 1234`, without telling the length. */
export function maskBankCard(card: string): string {
  const digits = card.replace(/\s/g, '')
  if (digits === '') return ''
  return digits.length < 8 ? '****' : `**** ${digits.slice(-4)}`
}

/** `z***@example.com`: the first character, and whose post office it is. */
export function maskEmail(email: string): string {
  const text = email.trim()
  const at = text.lastIndexOf('@')
  if (at < 1) return '*'.repeat(Array.from(text).length)
  return `${Array.from(text)[0]}***${text.slice(at)}`
}

/** `张*`: the first character, and nothing about how long the rest is. */
export function maskName(name: string): string {
  const characters = Array.from(name.trim())
  if (characters.length === 0) return ''
  return characters.length === 1 ? '*' : `${characters[0]}*`
}
