/**
 * Full-width letters, digits and punctuation become half-width and edges are trimmed. People paste from
 * Chinese input methods and from Excel, so «１３８…», an ideographic space or a zero-width character are
 * ordinary input, not attacks.
 */
export function normaliseText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .trim()
}

/** For codes in which no blank, dot or dash ever carries meaning (plates, card numbers). */
export function normaliseCode(text: string): string {
  return normaliseText(text)
    .replace(/[\s·•・.‧∙●—–_-]/g, '')
    .toUpperCase()
}

/** Digits only separated for reading, as in «6222 0212 3456» or «138-0013-8000». */
export function normaliseDigits(text: string): string {
  return normaliseText(text).replace(/[\s-]/g, '')
}
