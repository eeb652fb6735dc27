/**
 * How wide words are drawn, without drawing them: letter by letter, each measured once on a canvas. Reading a layout for every cell of a
 * page costs more than the page itself.
 */
import { inLanguage } from '../../parts/page-text.ts'
import { estimatedWidth } from '../widths.ts'

let pen: CanvasRenderingContext2D | null = null
let family: string | null = null
const known = new Map<string, Map<string, number>>()

function widthsOf(font: string): Map<string, number> {
  let letters = known.get(font)
  if (!letters) known.set(font, (letters = new Map()))
  return letters
}

/** Of one line. Digits are as wide as the widest of them: they are tabular wherever they stand below each other. */
export function textWidth(text: string, size = 13, bold = false): number {
  pen ??= document.createElement('canvas').getContext('2d')
  if (!pen) return (estimatedWidth(text) * size) / 13
  family ??= getComputedStyle(document.body).fontFamily
  const font = `${bold ? 600 : 400} ${size}px ${family}`
  const letters = widthsOf(font)
  let sum = 0
  for (const one of text) {
    const letter = one >= '0' && one <= '9' ? '0' : one
    let width = letters.get(letter)
    if (width === undefined) {
      pen.font = font
      letters.set(letter, (width = pen.measureText(letter).width))
    }
    sum += width
  }
  return sum
}

/** Two verbs beside each other stay two only as long as they leave the room to what the row says. */
const VERBS_ROOM = 104
export const areLong = (labels: readonly string[]): boolean =>
  labels.reduce((sum, label) => sum + textWidth(inLanguage(label)), 0) > VERBS_ROOM
