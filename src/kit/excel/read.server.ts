/**
 * An uploaded workbook → rows. Judged before it is unpacked, unpacked piece by piece, scanned without building a tree:
 * memory depends on the limits below, not on what the file claims or hides.
 */
import { invalid } from '../basics/errors.ts'
import type { ReadSheet } from './sheet.ts'
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

/** Reads the first visible sheet. Throws an AppError of kind `invalid` with a Chinese sentence when it will not. */
export async function readXlsx(data: Uint8Array, limits: Partial<ReadLimits> = {}): Promise<ReadSheet> {
  const all = { ...READ_LIMITS, ...limits }
  refuseOtherFormats(data, all.maxBytes)
  const zip = GuardedZip.open(data, { ...ZIP_LIMITS, maxUnpacked: all.maxUnpacked })
  if (!zip.has('xl/workbook.xml')) throw invalid('这不是 Excel 表格文件，请上传 .xlsx 文件')
  if (zip.names().some((name) => /vbaProject\.bin$/i.test(name))) throw invalid('文件含有宏，请另存为不含宏的 .xlsx 后再上传')

  const book = await scan(zip, 'xl/workbook.xml', new WorkbookParts())
  const sheet = book.sheets.find((candidate) => candidate.visible)
  if (!sheet) throw invalid('文件中没有可见的工作表')
  const path = await sheetPath(zip, sheet.relation)
  const store = new TextStore(all.maxCharacters)
  const texts = zip.has('xl/sharedStrings.xml') ? (await scan(zip, 'xl/sharedStrings.xml', new SharedTexts(store))).texts : []
  const temporal: Temporal[] = zip.has('xl/styles.xml') ? (await scan(zip, 'xl/styles.xml', new Styles())).temporal : []
  const { rows, problems } = await scan(zip, path, new SheetRows({ texts, temporal, date1904: book.date1904, store, limits: all }))
  return { name: sheet.name, rows, problems }
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
    for await (const piece of zip.read(name)) scanner.push(decoder.decode(piece, { stream: true }))
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
