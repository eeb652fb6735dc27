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

/** Lines as one, a blank for each break. Not by an expression: `\s*\n` looks from every blank for the break that does not come. */
export function oneLine(text: string): string {
  if (!text.includes('\n')) return text
  const lines = text.split('\n')
  return lines
    .map((line, i) => (i === 0 ? line.trimEnd() : i === lines.length - 1 ? line.trimStart() : line.trim()))
    .filter((line, i) => line !== '' || i === 0 || i === lines.length - 1)
    .join(' ')
}

/** Longer is no number, no day and no time, whatever it is: nothing looks at it any closer. */
const MOST_TYPED = 100
export const isTooLongToType = (text: string): boolean => text.length > MOST_TYPED

/** Any value as a person may read it: nothing as nothing, and never `[object Object]`. */
export function asText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(asText).join(',')
  if (typeof value !== 'object' || value.toString !== Object.prototype.toString) return String(value as number)
  return JSON.stringify(value)
}
