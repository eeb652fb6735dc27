/** Breaking Chinese and Latin text into lines. Pure: how wide a piece is, is asked of whoever knows the face. */

/** May not begin a line / may not end one (GB/T 15834). */
const NOT_FIRST = new Set('，。、；：？！）》」』】〕”’…—～%‰℃°·,.;:?!)]}')
const NOT_LAST = new Set('（《「『【〔“‘([{￥¥$')
const LATIN = /[\p{Script=Latin}\p{Nd}@#&_\-+=/\\.,:%*'’$￥¥²³]/u

/** What a line is never broken within: one Chinese character, or a run of Latin letters and digits. */
export function atoms(text: string): string[] {
  const all: string[] = []
  let word = ''
  for (const char of text) {
    if (LATIN.test(char)) {
      word += char
      continue
    }
    if (word) all.push(word)
    word = ''
    all.push(char)
  }
  if (word) all.push(word)
  return all
}

type Measure = (text: string) => number

/** A word wider than a line is cut where it must be. */
function pieces(atom: string, width: number, measure: Measure): string[] {
  if (measure(atom) <= width) return [atom]
  const parts: string[] = []
  let part = ''
  for (const char of atom) {
    if (part && measure(part + char) > width) {
      parts.push(part)
      part = char
    } else part += char
  }
  return [...parts, part]
}

/** Lines no wider than `width`; the first may be shorter by `indent`. Line ends of the text stay. */
export function breakLines(text: string, width: number, measure: Measure, indent = 0): string[] {
  const lines: string[] = []
  for (const paragraph of text.split(/\r?\n/)) {
    let line: string[] = []
    let room = width - (lines.length === 0 ? indent : 0)
    let used = 0
    for (const atom of atoms(paragraph).flatMap((one) => pieces(one, width, measure))) {
      const wide = measure(atom)
      if (line.length > 0 && used + wide > room && !(atom.length === 1 && NOT_FIRST.has(atom) && used + wide <= room + measure('。'))) {
        const carried: string[] = []
        // What may not end this line, or would leave the next one begin wrongly, goes along.
        if (NOT_FIRST.has(atom[0]!) && line.length > 1) carried.unshift(line.pop()!)
        while (line.length > 1 && NOT_LAST.has(line.at(-1)!)) carried.unshift(line.pop()!)
        // Unless they and a long word are wider than the paper: then a bracket ends the line all the same.
        while (carried.length > 0 && measure(carried.join('')) + wide > width) line.push(carried.shift()!)
        lines.push(line.join('').trimEnd())
        line = carried
        used = measure(carried.join(''))
        room = width
      }
      if (line.length === 0 && atom === ' ') continue
      line.push(atom)
      used += wide
    }
    lines.push(line.join('').trimEnd())
  }
  return lines
}
