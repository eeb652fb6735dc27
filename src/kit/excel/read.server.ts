/**
 * An uploaded workbook → rows. Judged before it is unpacked, unpacked piece by piece, scanned without building a tree:
 * memory depends on the limits below, not on what the file claims or hides.
 */
import { AppError, invalid } from '../basics/errors.ts'
import type { ReadRow, ReadSheet } from './sheet.ts'
import { SheetRows } from './sheet-rows.server.ts'
import { Relations, SharedTexts, Styles, type Temporal, TextStore, WorkbookParts } from './workbook.server.ts'
import { type XmlHandler, XmlScanner } from './xml-scan.ts'
import { GuardedZip, ZIP_LIMITS } from './zip-guard.server.ts'

export interface ReadLimits {
  maxBytes: number
  /** The header counts as one. */
  maxRows: number
  maxColumns: number
  maxUnpacked: number
  /** Characters kept in memory, of all texts together. */
  maxCharacters: number
}

export const READ_LIMITS: ReadLimits = {
  maxBytes: 20 * 1024 * 1024,
  maxRows: 20_001,
  maxColumns: 200,
  maxUnpacked: ZIP_LIMITS.maxUnpacked,
  maxCharacters: 16 * 1024 * 1024,
}

/** A heading stands among the first rows of its sheet, with a line under it. */
const FIRST_ROWS = 60

interface SheetChoice extends Partial<ReadLimits> {
  /** Whether these first rows are of the table that is looked for; of several sheets the one is read. Without it the first visible one is. */
  isWanted?: (rows: readonly ReadRow[]) => boolean
}

/** Reads one visible sheet. Throws an AppError of kind `invalid` with a Chinese sentence when it will not. */
export async function readXlsx(data: Uint8Array, { isWanted, ...limits }: SheetChoice = {}): Promise<ReadSheet> {
  const all = { ...READ_LIMITS, ...limits }
  refuseOtherFormats(data, all.maxBytes)
  const zip = GuardedZip.open(data, { ...ZIP_LIMITS, maxUnpacked: all.maxUnpacked })
  if (!zip.has('xl/workbook.xml')) throw invalid('这不是 Excel 表格文件，请上传 .xlsx 文件')
  if (zip.names().some((name) => /vbaProject\.bin$/i.test(name))) throw invalid('文件含有宏，请另存为不含宏的 .xlsx 后再上传')

  const book = await scan(zip, 'xl/workbook.xml', new WorkbookParts())
  const visible = book.sheets.filter((candidate) => candidate.visible)
  if (visible.length === 0) throw invalid('文件中没有可见的工作表')
  const store = new TextStore(all.maxCharacters)
  const texts = zip.has('xl/sharedStrings.xml') ? (await scan(zip, 'xl/sharedStrings.xml', new SharedTexts(store))).texts : []
  const temporal: Temporal[] = zip.has('xl/styles.xml') ? (await scan(zip, 'xl/styles.xml', new Styles())).temporal : []
  const rowsOf = async ({ relation }: Sheet, firstRows?: number): Promise<SheetRows> => {
    const rows = new SheetRows({ texts, temporal, date1904: book.date1904, store, limits: { ...all, firstRows } })
    return scan(zip, await sheetPath(zip, relation), rows)
  }
  const sheet =
    isWanted && visible.length > 1 ? await chosen(visible, async (one) => isWanted((await rowsOf(one, FIRST_ROWS)).rows)) : visible[0]!
  const { rows, problems } = await rowsOf(sheet)
  return { name: sheet.name, rows, problems }
}

type Sheet = WorkbookParts['sheets'][number]
/** The one with such a table, wherever it stands; of two neither is left out without a word. Where none is, the first is told what it lacks. */
async function chosen(sheets: readonly Sheet[], isWanted: (sheet: Sheet) => Promise<boolean>): Promise<Sheet> {
  const wanted: Sheet[] = []
  for (const sheet of sheets) {
    // A sheet beside it that cannot be read (a chart, a drawing) is none of it.
    const is = await isWanted(sheet).catch((error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    })
    if (is) wanted.push(sheet)
  }
  if (wanted.length > 1) {
    const names = wanted.map(({ name }) => `「${name}」`).join('')
    throw invalid(`文件中有 ${wanted.length} 张工作表可以导入：${names}。一次只导入一张，请把它们分别另存为单独的文件，再逐个导入`)
  }
  return wanted[0] ?? sheets[0]!
}

async function sheetPath(zip: GuardedZip, relation: string): Promise<string> {
  const relations = await scan(zip, 'xl/_rels/workbook.xml.rels', new Relations())
  const path = relations.targets.get(relation)
  if (path === undefined || !zip.has(path)) throw invalid('文件缺少工作表内容，请用 Excel 重新另存为 .xlsx 后再上传')
  return path
}

async function scan<H extends XmlHandler>(zip: GuardedZip, name: string, handler: H): Promise<H> {
  const scanner = new XmlScanner(handler)
  // Fatal: another encoding would turn into nonsense that looks like data.
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const piece of zip.read(name)) {
      scanner.push(decoder.decode(piece, { stream: true }))
      if (handler.hasEnough?.()) return handler
    }
    scanner.push(decoder.decode())
  } catch (error) {
    if (error instanceof TypeError) throw invalid('文件内的文字编码有误，请用 Excel 重新另存为 .xlsx 后再上传')
    throw error
  }
  scanner.end()
  return handler
}

const startsWith = (data: Uint8Array, bytes: readonly number[]): boolean => bytes.every((byte, i) => data[i] === byte)

function refuseOtherFormats(data: Uint8Array, maxBytes: number): void {
  if (data.length === 0) throw invalid('文件是空的，请重新选择')
  if (data.length > maxBytes) throw invalid(`文件超过 ${Math.floor(maxBytes / 1024 / 1024)} MB，请拆分后分批上传`)
  if (startsWith(data, [0xd0, 0xcf, 0x11, 0xe0])) {
    // A workbook with a password is wrapped into the old container format.
    const protectedBook = Buffer.from(data.buffer, data.byteOffset, data.length).includes(Buffer.from('EncryptedPackage', 'utf16le'))
    throw invalid(protectedBook ? '文件已加密，请取消密码保护后再上传' : '不支持旧版 .xls 文件，请另存为 .xlsx 后再上传')
  }
  if (!startsWith(data, [0x50, 0x4b, 0x03, 0x04])) throw invalid('这不是 .xlsx 文件（只改扩展名无效），请用 Excel 另存为 .xlsx 后再上传')
}
