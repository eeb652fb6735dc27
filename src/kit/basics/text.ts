const INVISIBLE = /[\u200b-\u200f\u2060\ufeff]/g

/** Letters outside ASCII keep their case: changing it can take a normalised text apart again. */
const upperAscii = (text: string): string => text.replace(/[a-z]/g, (c) => c.toUpperCase())

/**
 * Full-width letters, digits and punctuation become half-width and edges are trimmed. People paste from
 * Chinese input methods and from Excel, so «１３８…», an ideographic space or a zero-width character are
 * ordinary input, not attacks. Composed once more at the end, because what is taken out may have stood
 * between a letter and its accent; normalising twice then changes nothing.
 */
export function normaliseText(text: string): string {
  return text.normalize('NFKC').replace(INVISIBLE, '').trim().normalize('NFC')
}

/** For codes in which no blank, dot or dash ever carries meaning (plates, card numbers). */
export function normaliseCode(text: string): string {
  return upperAscii(normaliseText(text).replace(/[\s·•・.‧∙●—–_-]/g, '')).normalize('NFC')
}

/** Digits only separated for reading, as in «6222 0212 3456» or «138-0013-8000». */
export function normaliseDigits(text: string): string {
  return normaliseText(text).replace(/[\s-]/g, '').normalize('NFC')
}

/** Any value as a person may read it: nothing as nothing, and never `[object Object]`. */
export function asText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(asText).join(',')
  if (typeof value !== 'object' || value.toString !== Object.prototype.toString) return String(value as number)
  return JSON.stringify(value)
}
