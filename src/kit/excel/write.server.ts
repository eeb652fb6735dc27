/** Rows in, xlsx bytes out, in constant memory: an export of 100 000 rows costs what one of 100 costs. */
import { Readable } from 'node:stream'
import { cellXml, STYLE, textCell } from './cells.ts'
import { contentTypes, rootRelations, safeSheetName, sheetHead, sheetTail, styles, workbook, workbookRelations } from './parts.ts'
import { columnName, MAX_SHEET_ROWS, type SheetColumn } from './sheet.ts'
import { ZipStream } from './zip-stream.server.ts'

export interface WriteOptions {
  sheetName: string
  columns: readonly SheetColumn[]
  /** Printed at the foot of every page, e.g. who exported when. */
  footer?: string
  /** Label and value lines of a second sheet: who, when, which filter, how many. */
  about?: readonly (readonly [string, string])[]
  /** Called now and then with the rows written so far. */
  onProgress?: (rows: number) => void
  /** Tests make it small to see the next sheet begin. */
  maxSheetRows?: number
}

export type SheetRow = Readonly<Record<string, unknown>>

/** Deflate is called once per so many characters: large enough to be cheap, small enough not to be noticed. */
const PIECE = 64 * 1024

const defaultWidth = (column: SheetColumn): number => {
  const label = Array.from(column.label).reduce((sum, c) => sum + (c.charCodeAt(0) > 0xff ? 2 : 1), 4)
  const byKind = { text: 18, number: 12, money: 14, rate: 10, day: 12, instant: 20, bool: 8 }[column.kind]
  return Math.min(Math.max(column.width ?? byKind, column.width === undefined ? label : 4), 80)
}

interface Layout {
  names: string[]
  head: string
  header: string
}

function layoutOf(columns: readonly SheetColumn[]): Layout {
  const names = columns.map((_, i) => columnName(i))
  return {
    names,
    head: sheetHead(columns.map(defaultWidth)),
    header: `<row r="1">${columns.map((column, i) => textCell(`${names[i]}1`, column.label, STYLE.header)).join('')}</row>`,
  }
}

function rowXml(row: SheetRow, number: number, columns: readonly SheetColumn[], names: readonly string[]): string {
  let xml = `<row r="${number}">`
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i]!
    xml += cellXml(`${names[i]}${number}`, row[column.key], column.kind)
  }
  return `${xml}</row>`
}

export async function* xlsxBytes(rows: AsyncIterable<SheetRow> | Iterable<SheetRow>, options: WriteOptions): AsyncGenerator<Uint8Array> {
  const { columns, footer, onProgress } = options
  if (columns.length === 0) throw new RangeError('a sheet needs at least one column')
  const maxRows = options.maxSheetRows ?? MAX_SHEET_ROWS
  const layout = layoutOf(columns)
  const baseName = safeSheetName(options.sheetName)
  const sheets: { name: string }[] = []
  const zip = new ZipStream()
  let inSheet = 0
  let written = 0
  let piece = ''

  const beginSheet = (): void => {
    sheets.push({ name: sheets.length === 0 ? baseName : `${baseName}${sheets.length + 1}` })
    zip.open(`xl/worksheets/sheet${sheets.length}.xml`)
    piece = layout.head + layout.header
    inSheet = 1
  }
  const endSheet = async (): Promise<void> => {
    const filter = `A1:${layout.names.at(-1)}${inSheet}`
    await zip.write(piece + sheetTail({ filter, footer }))
    await zip.close()
    piece = ''
  }

  try {
    beginSheet()
    for await (const row of rows) {
      if (inSheet >= maxRows) {
        await endSheet()
        beginSheet()
      }
      inSheet++
      written++
      piece += rowXml(row, inSheet, columns, layout.names)
      if (piece.length >= PIECE) {
        await zip.write(piece)
        piece = ''
        onProgress?.(written)
        yield* zip.take()
      }
    }
    await endSheet()
    if (options.about?.length) {
      sheets.push({ name: '导出说明' })
      await zip.file(`xl/worksheets/sheet${sheets.length}.xml`, aboutSheet(options.about))
    }
    await writeFrame(zip, sheets)
    onProgress?.(written)
    yield* zip.take()
  } finally {
    zip.destroy()
  }
}

async function writeFrame(zip: ZipStream, sheets: readonly { name: string }[]): Promise<void> {
  await zip.file('xl/workbook.xml', workbook(sheets))
  await zip.file('xl/_rels/workbook.xml.rels', workbookRelations(sheets.length))
  await zip.file('xl/styles.xml', styles())
  await zip.file('_rels/.rels', rootRelations())
  await zip.file('[Content_Types].xml', contentTypes(sheets.length))
  zip.end()
}

function aboutSheet(lines: readonly (readonly [string, string])[]): string {
  const head = `<row r="1">${textCell('A1', '项目', STYLE.header)}${textCell('B1', '内容', STYLE.header)}</row>`
  const body = lines.map(
    ([label, value], i) => `<row r="${i + 2}">${textCell(`A${i + 2}`, label)}${textCell(`B${i + 2}`, value, STYLE.wrap)}</row>`,
  )
  return sheetHead([18, 80]) + head + body.join('') + sheetTail({})
}

/** For an HTTP answer: reads rows only as fast as the client takes bytes, and stops reading when the client leaves. */
export const xlsxStream = (rows: AsyncIterable<SheetRow> | Iterable<SheetRow>, options: WriteOptions): Readable =>
  Readable.from(xlsxBytes(rows, options), { objectMode: false, highWaterMark: PIECE })
