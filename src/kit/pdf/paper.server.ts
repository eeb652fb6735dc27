/** The one renderer of papers: A4, the number and 「第 1 页，共 3 页」 on every page, tables whose head stands again, places to sign. */
import { createHash } from 'node:crypto'
import { PDFName, PDFHexString } from 'pdf-lib'
import { formatFen } from '../basics/fen.ts'
import { capitalYuan } from '../basics/fen-capital.ts'
import { A4, ACCENT, Canvas, FILL, INK, INNER, LINE, MARGIN, points, SOFT } from './canvas.server.ts'
import { refuseBoxes } from './faces.server.ts'
import type { Block, Facts, Grid, Paper, Run, Zone, Zones } from './paper.ts'
import { qrPath } from './qr.server.ts'

export interface Rendered {
  bytes: Uint8Array
  pages: number
  zones: Zone[]
}

const TITLE = points('type-display')
const SIZE = points('type-body')
const LEADING = 1.75
const CELL = points('type-note')
const PAD = 5

const runText = (run: Run): string => (typeof run === 'string' ? run : run.text)
function* textsOf(block: Block): Generator<string> {
  if (block.kind === 'heading') yield block.text
  else if (block.kind === 'text') yield* block.runs.map(runText)
  else if (block.kind === 'facts') for (const item of block.items) yield* [item.label, item.value]
  else if (block.kind === 'table') {
    yield* block.head.map((cell) => cell.label)
    for (const row of block.rows) yield* row
    yield* block.foot ?? []
  } else if (block.kind === 'amount') yield block.label
  else if (block.kind === 'zones') for (const party of block.parties) yield* [party.label, ...(party.lines ?? [])]
  else if (block.kind === 'pictures') yield* block.items.map((item) => item.caption)
}
/** Every word of it, for the test of its glyphs and for looking for a place in it. */
export const wordsOf = (paper: Paper): string[] => [
  ...[paper.title, paper.number, paper.company, paper.footer].filter((words) => words !== undefined),
  ...paper.blocks.flatMap((block) => [...textsOf(block)]),
]

const isBold = (paper: Paper): boolean =>
  paper.title !== '' ||
  paper.blocks.some((b) => b.kind === 'heading' || (b.kind === 'text' && b.runs.some((run) => typeof run !== 'string' && run.bold)))

/** The same description gives the same bytes: what was seen before signing can be compared with what is signed. */
export async function renderPaper(paper: Paper, at: Date = new Date(0)): Promise<Rendered> {
  await refuseBoxes(wordsOf(paper))
  const canvas = await Canvas.open(isBold(paper))
  const zones: Zone[] = []
  head(canvas, paper)
  for (const [i, block] of paper.blocks.entries()) {
    canvas.need(tail(canvas, paper.blocks.slice(i)))
    await drawBlock(canvas, block, zones)
  }
  edges(canvas, paper)
  const { doc } = canvas
  doc.setTitle(paper.number ? `${paper.title} ${paper.number}` : paper.title, { showInWindowTitleBar: true })
  doc.setLanguage('zh-CN')
  doc.setProducer('zuyuntong')
  doc.setCreator('zuyuntong')
  doc.setCreationDate(at)
  doc.setModificationDate(at)
  const id = PDFHexString.of(
    createHash('sha256')
      .update(JSON.stringify(wordsOf(paper)))
      .digest('hex')
      .slice(0, 32),
  )
  doc.context.trailerInfo.ID = doc.context.obj([id, id])
  doc.catalog.set(PDFName.of('Version'), PDFName.of('1.7'))
  return { bytes: await doc.save({ useObjectStreams: false }), pages: canvas.pages.length, zones }
}

function head(canvas: Canvas, paper: Paper): void {
  const room = paper.qr ? INNER - 2 * 70 : INNER
  if (paper.qr) {
    canvas.page.drawSvgPath(qrPath(paper.qr, 58), {
      x: A4.width - MARGIN.right - 58,
      y: A4.height - MARGIN.top + 12,
      color: INK,
      borderWidth: 0,
    })
  }
  for (const line of canvas.lines(paper.title, room, TITLE, 0, 'bold')) {
    canvas.draw(line, MARGIN.left + (INNER - canvas.width(line, TITLE, 'bold')) / 2, canvas.y, TITLE, { weight: 'bold' })
    canvas.y += 28
  }
  canvas.y = Math.max(canvas.y + 8, paper.qr ? MARGIN.top + 58 : 0)
}

/** Whose paper, which number, which page of how many: a sheet that is lost is missed. */
function edges(canvas: Canvas, paper: Paper): void {
  const size = points('type-tiny')
  for (const [i, page] of canvas.pages.entries()) {
    const o = { page, color: SOFT }
    if (paper.company) canvas.draw(paper.company, MARGIN.left, 36, size, o)
    if (paper.number) {
      const words = `编号 ${paper.number}`
      canvas.draw(words, A4.width - MARGIN.right - canvas.width(words, size), 36, size, o)
    }
    const count = `第 ${i + 1} 页，共 ${canvas.pages.length} 页`
    canvas.draw(count, A4.width - MARGIN.right - canvas.width(count, size), A4.height - 40, size, o)
    if (paper.footer) canvas.draw(paper.footer, MARGIN.left, A4.height - 40, size, o)
  }
}

async function drawBlock(canvas: Canvas, block: Block, zones: Zone[]): Promise<void> {
  switch (block.kind) {
    case 'heading':
      canvas.need(60)
      canvas.y += 6
      canvas.page.drawRectangle({ x: MARGIN.left - 9, y: A4.height - canvas.y - 18, width: 2.2, height: 14, color: ACCENT })
      canvas.paragraph([{ text: block.text, bold: true }], {
        size: points('type-lead'),
        indent: 0,
        leading: 1.8,
        align: 'left',
        color: INK,
      })
      return
    case 'text': {
      const size = block.size ?? SIZE
      canvas.paragraph(block.runs, {
        size,
        indent: block.indent ? size * 2 : 0,
        leading: LEADING,
        align: block.align ?? 'left',
        color: block.soft ? SOFT : INK,
      })
      canvas.y += 3
      return
    }
    case 'facts':
      return facts(canvas, block)
    case 'table':
      return grid(canvas, block)
    case 'amount':
      return facts(canvas, {
        kind: 'facts',
        columns: 2,
        items: [
          { label: `${block.label}（小写）`, value: `¥${formatFen(block.fen)}` },
          { label: `${block.label}（大写）`, value: capitalYuan(block.fen) },
        ],
      })
    case 'zones':
      return places(canvas, block, zones)
    case 'pictures':
      return pictures(canvas, block)
    case 'rule':
      canvas.need(12)
      canvas.line(MARGIN.left, canvas.y + 5, A4.width - MARGIN.right, canvas.y + 5)
      canvas.y += 12
      return
    case 'space':
      canvas.y += block.height
      return
    case 'newPage':
      canvas.turn()
  }
}

interface Cell {
  text: string
  width: number
  align?: 'left' | 'center' | 'right'
  bold?: boolean
  fill?: boolean
}
const LINE_HEIGHT = CELL * 1.5
/** One row of bordered cells as high as its tallest. */
function row(canvas: Canvas, cells: readonly Cell[], again?: () => void): void {
  const broken = cells.map((cell) => canvas.lines(cell.text, cell.width - 2 * PAD, CELL, 0, cell.bold ? 'bold' : 'regular'))
  const most = Math.floor((A4.height - MARGIN.top - MARGIN.bottom - 40) / LINE_HEIGHT)
  const rows = Math.max(...broken.map((lines) => lines.length))
  // A cell longer than a page goes on in a row of its own on the next one.
  if (rows > most) {
    row(
      canvas,
      cells.map((cell, i) => ({ ...cell, text: broken[i]!.slice(0, most).join('\n') })),
      again,
    )
    row(
      canvas,
      cells.map((cell, i) => ({ ...cell, text: broken[i]!.slice(most).join('\n') })),
      again,
    )
    return
  }
  const height = rows * LINE_HEIGHT + 2 * PAD - 2
  if (canvas.need(height)) again?.()
  let x = MARGIN.left
  for (const [i, cell] of cells.entries()) {
    canvas.box(x, canvas.y, cell.width, height, cell.fill ? FILL : undefined)
    const lines = broken[i]!
    const top = canvas.y + (height - lines.length * LINE_HEIGHT) / 2 + (LINE_HEIGHT - CELL) / 2
    for (const [n, line] of lines.entries()) {
      const wide = canvas.width(line, CELL, cell.bold ? 'bold' : 'regular')
      const left = cell.align === 'right' ? cell.width - PAD - wide : cell.align === 'center' ? (cell.width - wide) / 2 : PAD
      canvas.draw(line, x + left, top + n * LINE_HEIGHT, CELL, { weight: cell.bold ? 'bold' : 'regular', color: cell.fill ? SOFT : INK })
    }
    x += cell.width
  }
  canvas.y += height
}

function facts(canvas: Canvas, block: Facts): void {
  const columns = block.columns ?? 2
  const pair = INNER / columns
  const label = Math.min(96, pair * 0.4)
  let waiting: Cell[] = []
  const flush = (): void => {
    if (waiting.length === 0) return
    while (waiting.length < columns * 2) waiting.push({ text: '', width: label, fill: true }, { text: '', width: pair - label })
    row(canvas, waiting)
    waiting = []
  }
  for (const item of block.items) {
    if (item.wide) {
      flush()
      row(canvas, [
        { text: item.label, width: label, fill: true },
        { text: item.value, width: INNER - label },
      ])
      continue
    }
    waiting.push({ text: item.label, width: label, fill: true }, { text: item.value, width: pair - label })
    if (waiting.length === columns * 2) flush()
  }
  flush()
  canvas.y += 8
}

function grid(canvas: Canvas, block: Grid): void {
  const sum = block.head.reduce((n, cell) => n + (cell.weight ?? 1), 0)
  const widths = block.head.map((cell) => (INNER * (cell.weight ?? 1)) / sum)
  const cells = (texts: readonly string[], o: Partial<Cell> = {}): Cell[] =>
    widths.map((width, i) => ({ text: texts[i] ?? '', width, align: block.head[i]!.align, ...o }))
  const top = (): void =>
    row(
      canvas,
      cells(
        block.head.map((cell) => cell.label),
        { fill: true },
      ),
    )
  canvas.need(60)
  top()
  for (const texts of block.rows) row(canvas, cells(texts), top)
  if (block.foot) row(canvas, cells(block.foot, { bold: true }), top)
  canvas.y += 8
}

const ZONE_HEIGHT = 84
const KEPT = 260
const belowOf = (parties: Zones['parties']): number => Math.max(...parties.map((party) => (party.lines ?? []).length)) * 15

/**
 * Nobody signs a page that says nothing: the amounts and sentences just before the places to sign go over to their page with them.
 * Zero when the rest is something else, or too long to be kept together.
 */
function tail(canvas: Canvas, rest: readonly Block[]): number {
  let height = 0
  for (const block of rest) {
    if (block.kind === 'zones')
      for (let i = 0; i < block.parties.length; i += 2) height += ZONE_HEIGHT + belowOf(block.parties.slice(i, i + 2)) + 34
    else if (block.kind === 'amount') height += 2 * LINE_HEIGHT + 2 * PAD + 6
    else if (block.kind === 'text') {
      const words = block.runs.map((run) => (typeof run === 'string' ? run : run.text)).join('')
      const size = block.size ?? SIZE
      height += canvas.lines(words, INNER - (block.indent ? size * 2 : 0), size).length * size * LEADING + 3
    } else return 0
    if (height > KEPT) return 0
    if (block.kind === 'zones') return height
  }
  return 0
}

const INK_MARGIN = 4
async function drawInk(canvas: Canvas, bytes: Uint8Array, box: { x: number; y: number; width: number; height: number }): Promise<void> {
  const image = bytes[0] === 0x89 ? await canvas.doc.embedPng(bytes) : await canvas.doc.embedJpg(bytes)
  const fit = image.scaleToFit(box.width, box.height - 2 * INK_MARGIN)
  canvas.page.drawImage(image, { x: box.x, y: A4.height - box.y - box.height + INK_MARGIN, ...fit })
}

/** Two side by side; under each its lines (name, number), so that what is signed and who signs stand together. */
async function places(canvas: Canvas, block: Zones, zones: Zone[]): Promise<void> {
  const gap = 16
  const width = (INNER - gap) / 2
  for (let i = 0; i < block.parties.length; i += 2) {
    const pair = block.parties.slice(i, i + 2)
    const below = belowOf(pair)
    canvas.need(ZONE_HEIGHT + below + 34)
    canvas.y += 6
    for (const [n, party] of pair.entries()) {
      const x = MARGIN.left + n * (width + gap)
      canvas.draw(party.label, x, canvas.y, SIZE, { weight: 'bold' })
      const top = canvas.y + 18
      canvas.line(x, top + ZONE_HEIGHT, x + width, top + ZONE_HEIGHT, 0.6, LINE)
      if (party.ink instanceof Uint8Array) await drawInk(canvas, party.ink, { x, y: top, width, height: ZONE_HEIGHT })
      zones.push({ role: party.role, page: canvas.pages.length, x, y: top, w: width, h: ZONE_HEIGHT })
      for (const [k, line] of (party.lines ?? []).entries()) canvas.draw(line, x, top + ZONE_HEIGHT + 5 + k * 15, CELL, { color: SOFT })
    }
    canvas.y += 18 + ZONE_HEIGHT + below + 10
  }
}

async function pictures(canvas: Canvas, block: Extract<Block, { kind: 'pictures' }>): Promise<void> {
  const gap = 10
  const columns = Math.min(3, Math.max(1, block.items.length))
  const width = (INNER - gap * (columns - 1)) / columns
  const height = block.height ?? 120
  for (let i = 0; i < block.items.length; i += columns) {
    canvas.need(height + 24)
    for (const [n, item] of block.items.slice(i, i + columns).entries()) {
      const x = MARGIN.left + n * (width + gap)
      const image = item.bytes[0] === 0x89 ? await canvas.doc.embedPng(item.bytes) : await canvas.doc.embedJpg(item.bytes)
      const fit = image.scaleToFit(width, height)
      canvas.page.drawImage(image, { x: x + (width - fit.width) / 2, y: A4.height - canvas.y - height + (height - fit.height) / 2, ...fit })
      canvas.draw(item.caption, x, canvas.y + height + 4, CELL, { color: SOFT })
    }
    canvas.y += height + 24
  }
}
