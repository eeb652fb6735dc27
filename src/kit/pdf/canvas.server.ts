/** Pages of A4 counted from the top left in points, with the two faces; turned over when what comes does not fit. */
import { PDFDocument, rgb, type Color, type PDFPage } from 'pdf-lib'
import { MEASURES, tokenOf, type ColourName } from '../ui/look/tokens.ts'
import { embedFont, type PaperFont, type Weight } from './faces.server.ts'
import { breakLines } from './lines.rules.ts'
import type { Run } from './paper.ts'

export const A4 = { width: 595, height: 842 }
export const MARGIN = { left: 56, right: 56, top: 72, bottom: 64 }
export const INNER = A4.width - MARGIN.left - MARGIN.right
/** A token of the screen as the colour of a paper: always the light one. */
function inkOf(name: ColourName): Color {
  const hex = tokenOf(name, false)
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as [number, number, number]
  return rgb(red, green, blue)
}
/** Three quarters of the pixels of the screen: what is 14 px there is 10.5 pt on paper, and looks as large. */
export const points = (name: keyof typeof MEASURES): number => Number.parseInt(MEASURES[name], 10) * 0.75
export const INK = inkOf('paper-text')
export const SOFT = inkOf('text-2')
export const LINE = inkOf('draw-deep')
export const FILL = inkOf('bg')
/** Sparingly: what is printed in black and white must say the same. */
export const ACCENT = inkOf('accent')

interface Styled {
  text: string
  bold: boolean
  underline: boolean
}

export class Canvas {
  readonly doc: PDFDocument
  readonly pages: PDFPage[] = []
  readonly #fonts: Record<Weight, PaperFont>
  /** From the top of the page. */
  y = MARGIN.top

  private constructor(doc: PDFDocument, fonts: Record<Weight, PaperFont>) {
    this.doc = doc
    this.#fonts = fonts
    this.turn()
  }

  static async open(bold: boolean): Promise<Canvas> {
    const doc = await PDFDocument.create()
    const regular = await embedFont(doc)
    return new Canvas(doc, { regular, bold: bold ? await embedFont(doc, 'bold') : regular })
  }

  get page(): PDFPage {
    return this.pages.at(-1)!
  }

  turn(): void {
    this.pages.push(this.doc.addPage([A4.width, A4.height]))
    this.y = MARGIN.top
  }

  /** Room for so much, on this page or the next; true when it turned over. */
  need(height: number): boolean {
    if (this.y + height <= A4.height - MARGIN.bottom || this.y === MARGIN.top) return false
    this.turn()
    return true
  }

  width(text: string, size: number, weight: Weight = 'regular'): number {
    return this.#fonts[weight].width(text, size)
  }

  lines(text: string, width: number, size: number, indent = 0, weight: Weight = 'regular'): string[] {
    return breakLines(text, width, (piece) => this.width(piece, size, weight), indent)
  }

  /** One line; `top` is the upper edge of its box of 1.0 × size. */
  draw(text: string, x: number, top: number, size: number, o: { weight?: Weight; color?: Color; page?: PDFPage } = {}): void {
    if (text.trim() === '') return
    const { page = this.page } = o
    page.drawText(text, {
      x,
      y: A4.height - top - size * 0.88,
      size,
      font: this.#fonts[o.weight ?? 'regular'].embedded,
      color: o.color ?? INK,
    })
  }

  line(x1: number, y1: number, x2: number, y2: number, thickness = 0.6, color: Color = LINE): void {
    this.page.drawLine({ start: { x: x1, y: A4.height - y1 }, end: { x: x2, y: A4.height - y2 }, thickness, color })
  }

  box(x: number, y: number, w: number, h: number, fill?: Color): void {
    this.page.drawRectangle({ x, y: A4.height - y - h, width: w, height: h, borderWidth: 0.6, borderColor: LINE, color: fill })
  }

  /** Lines of runs, each drawn in its own style. */
  paragraph(
    runs: readonly Run[],
    o: { size: number; indent: number; leading: number; align: 'left' | 'center' | 'right'; color: Color },
  ): void {
    const styled = runs.map((run): Styled =>
      typeof run === 'string' ? { text: run, bold: false, underline: false } : { bold: false, underline: false, ...run },
    )
    const whole = styled.map((run) => run.text).join('')
    const place = styleAt(styled)
    let at = 0
    const lines = this.lines(whole, INNER, o.size, o.indent)
    for (const [i, line] of lines.entries()) {
      this.need(o.size * o.leading)
      const wide = this.width(line, o.size)
      let x = o.align === 'left' ? MARGIN.left + (i === 0 ? o.indent : 0) : MARGIN.left + (INNER - wide) / (o.align === 'center' ? 2 : 1)
      while (at < whole.length && line !== '' && whole[at] !== line[0]) at++
      for (const part of stretches(line, at, place)) {
        const weight = part.bold ? 'bold' : 'regular'
        this.draw(part.text, x, this.y, o.size, { weight, color: o.color })
        const end = x + this.width(part.text, o.size, weight)
        if (part.underline) this.line(x, this.y + o.size * 1.12, end, this.y + o.size * 1.12, 0.6, INK)
        x = end
      }
      at += line.length
      this.y += o.size * o.leading
    }
  }
}

const styleAt = (styled: readonly Styled[]): ((at: number) => Styled) => {
  const all = styled.flatMap((run) => Array.from<Styled>({ length: run.text.length }).fill(run))
  return (at) => all[at] ?? { text: '', bold: false, underline: false }
}

/** Neighbours of one style together. */
function stretches(line: string, from: number, place: (at: number) => Styled): Styled[] {
  const all: Styled[] = []
  for (let i = 0; i < line.length; i++) {
    const { bold, underline } = place(from + i)
    const last = all.at(-1)
    if (last && last.bold === bold && last.underline === underline) last.text += line[i]
    else all.push({ text: line[i]!, bold, underline })
  }
  return all
}
