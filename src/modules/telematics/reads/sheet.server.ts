/** Pages of a record that is handed out: lines, tables whose head stands again on each page, footers. */
import { rgb, type PDFDocument, type PDFFont, type PDFPage } from 'pdf-lib'

export const WIDTH = 595
const HEIGHT = 842
export const LEFT = 48
export const INNER = WIDTH - 2 * LEFT
const INK = rgb(0.13, 0.15, 0.18)
export const SOFT = rgb(0.42, 0.46, 0.52)
export const RULE = rgb(0.82, 0.84, 0.87)
export const LIMIT = rgb(0.77, 0.13, 0.12)

export class Sheet {
  private readonly doc: PDFDocument
  private readonly pages: PDFPage[] = []
  readonly font: PDFFont
  page: PDFPage
  y = HEIGHT - 56
  constructor(doc: PDFDocument, face: PDFFont) {
    this.doc = doc
    this.font = face
    this.page = this.turn()
  }
  private turn(): PDFPage {
    const page = this.doc.addPage([WIDTH, HEIGHT])
    this.pages.push(page)
    return page
  }
  /** A new page when so much does not fit. */
  need(height: number): void {
    if (this.y - height > 60) return
    this.page = this.turn()
    this.y = HEIGHT - 56
  }
  /** A sheet that is lost is missed: whose it is and which of how many stands on each. */
  footers(words: string): void {
    for (const [i, page] of this.pages.entries()) {
      const number = `第 ${i + 1} 页，共 ${this.pages.length} 页`
      page.drawText(words, { x: LEFT, y: 32, size: 8, font: this.font, color: SOFT })
      page.drawText(number, { x: WIDTH - LEFT - this.font.widthOfTextAtSize(number, 8), y: 32, size: 8, font: this.font, color: SOFT })
    }
  }
  /** Rows under a head that stands again on each page. */
  table(head: readonly string[], widths: readonly number[], rows: readonly (readonly string[])[]): void {
    this.need(40)
    this.row(head, widths, SOFT)
    for (const cells of rows) {
      const { page } = this
      this.need(18)
      if (this.page !== page) this.row(head, widths, SOFT)
      this.row(cells, widths)
    }
  }
  text(words: string, x: number, size = 9, color = INK): void {
    this.page.drawText(words, { x, y: this.y, size, font: this.font, color })
  }
  row(cells: readonly string[], widths: readonly number[], color = INK): void {
    this.need(18)
    let x = LEFT
    cells.forEach((cell, i) => {
      this.text(this.fitting(cell, widths[i]! - 6), x, 9, color)
      x += widths[i]!
    })
    this.y -= 6
    this.page.drawLine({ start: { x: LEFT, y: this.y }, end: { x: WIDTH - LEFT, y: this.y }, thickness: 0.5, color: RULE })
    this.y -= 13
  }
  line(words: string, color = SOFT): void {
    this.need(14)
    this.text(words, LEFT, 8, color)
    this.y -= 13
  }
  heading(words: string): void {
    this.need(60)
    this.y -= 10
    this.text(words, LEFT, 12)
    this.y -= 20
  }
  private fitting(words: string, width: number): string {
    let shown = words
    while (shown && this.font.widthOfTextAtSize(shown, 9) > width) shown = `${shown.replace(/…$/, '').slice(0, -1)}…`
    return shown
  }
}
