/** Why an uploaded PDF may not become a paper to sign, and what of it may: its pages, and nothing that acts or hides. */
import { PDF, PdfArray, PdfDict, PdfRef, type PdfObject } from '@libpdf/core'
import { degrees, PDFDocument, PDFName, PDFStream, type PDFPage } from 'pdf-lib'
import { AppError, invalid } from '../basics/errors.ts'
import { isBomb } from './bomb.server.ts'

const MB = 1024 * 1024
const MAX_BYTES = 20 * MB
const MAX_PAGES = 300
/** 200 inches: beyond it the format itself says no. */
const MAX_SIDE = 14_400
const MAX_PIXELS = 40_000_000

export interface PageSize {
  w: number
  h: number
}

const begins = (bytes: Uint8Array, words: string): boolean => Buffer.from(bytes.subarray(0, words.length)).toString('latin1') === words

/** What a file that is also something else (a page, an archive) would carry before or behind the PDF. */
function polyglot(bytes: Uint8Array): boolean {
  if (!begins(bytes, '%PDF-')) return true
  const tail = Buffer.from(bytes.subarray(Math.max(0, bytes.length - 2048))).toString('latin1')
  const end = tail.lastIndexOf('%%EOF')
  return end < 0 || tail.slice(end + 5).trim().length > 0
}

/** Keys that run something, open something or hide something when the file is opened. */
const ACTIVE = new Set(['JavaScript', 'JS', 'Launch', 'EmbeddedFile', 'EmbeddedFiles', 'RichMedia', 'SubmitForm', 'ImportData', 'GoToE'])

type Suspect = (dict: PdfDict) => boolean

/** Whether anything that can be reached in the file is it. */
function hasAny(pdf: PDF, suspect: Suspect): boolean {
  const seen = new Set<string>()
  // Not by calling itself: bookmarks hang one behind the other, hundreds deep.
  const left: (PdfObject | null | undefined)[] = [pdf.getCatalog()]
  while (left.length > 0) {
    const object = left.pop()
    if (object instanceof PdfRef) {
      const name = object.toString()
      if (!seen.has(name)) left.push(pdf.getObject(object))
      seen.add(name)
    } else if (object instanceof PdfArray) for (let i = 0; i < object.length; i++) left.push(object.at(i))
    else if (object instanceof PdfDict) {
      if (suspect(object)) return true
      for (const [, value] of object) left.push(value)
    }
  }
  return false
}

/** As they are drawn: one page that is named ten thousand times counts ten thousand times. Never counted beyond what is allowed. */
function drawnPages(pdf: PDF): number {
  const resolve = (ref: PdfRef): PdfObject | null => pdf.getObject(ref)
  let pages = 0
  const above = new Set<PdfDict>()
  const walk = (node: PdfDict | undefined): void => {
    if (!node || above.has(node) || pages > MAX_PAGES) return
    const kids = node.getArray('Kids', resolve)
    if (!kids) {
      pages++
      return
    }
    // Too deep, or in a circle: no paper is laid like that.
    if (above.size > 40) pages = MAX_PAGES + 1
    above.add(node)
    for (let i = 0; i < kids.length && pages <= MAX_PAGES; i++) {
      const kid = kids.at(i)
      const resolved = kid instanceof PdfRef ? pdf.getObject(kid) : kid
      if (resolved instanceof PdfDict) walk(resolved)
    }
    above.delete(node)
  }
  walk(pdf.getCatalog().getDict('Pages', resolve))
  return pages
}

const acts: Suspect = (dict) => ACTIVE.has(dict.getName('S')?.value ?? '') || [...dict].some(([key]) => ACTIVE.has(key.value))
/** Wherever it hangs: below a field that has parts, or at a page only. */
const signed: Suspect = (dict) => dict.has('ByteRange') && dict.has('Contents')
const floods =
  (pdf: PDF): Suspect =>
  (dict) => {
    const side = (name: string): number => {
      const value = dict.getNumber(name, (ref) => pdf.getObject(ref))?.value
      return value === undefined || value < 0 ? 0 : value
    }
    return dict.getName('Subtype')?.value === 'Image' && side('Width') * side('Height') > MAX_PIXELS
  }

export const DAMAGED = '文件已损坏，无法读取，请重新导出为 PDF'
const refuse = (reason: string): never => {
  throw invalid({ file: reason })
}

/** Whatever our readers stumble over, far behind its beginning too, lies in the file: they were given nothing else. */
async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof AppError ? error : invalid({ file: DAMAGED })
  }
}

async function parsed(bytes: Uint8Array): Promise<PDF> {
  const pdf = await PDF.load(bytes, { lenient: false }).catch(() => null)
  if (pdf) return pdf
  if (/\/Encrypt\b/.test(Buffer.from(bytes).toString('latin1'))) return refuse('文件已加密，请去除密码后再上传')
  return refuse(DAMAGED)
}

/** Sizes of its pages, or refused with what to do. */
export const inspectPdf = (bytes: Uint8Array): Promise<{ pages: PageSize[] }> => readable(() => inspected(bytes))

async function inspected(bytes: Uint8Array): Promise<{ pages: PageSize[] }> {
  if (bytes.length > MAX_BYTES) refuse('最大 20 MB')
  if (begins(bytes, 'PK') || begins(bytes, '\u00d0\u00cf\u0011\u00e0')) refuse('Word 请先另存为 PDF')
  if (polyglot(bytes)) refuse('不是完整的 PDF 文件，请重新导出为 PDF')
  if (await isBomb(bytes)) refuse('文件内容展开后过大，请打印为 PDF 后再上传')
  const pdf = await parsed(bytes)
  if (pdf.isEncrypted) refuse('文件已加密，请去除密码后再上传')
  if (pdf.getPageCount() > MAX_PAGES || drawnPages(pdf) > MAX_PAGES) refuse(`最多 ${MAX_PAGES} 页`)
  if (pdf.getPageCount() === 0) refuse('文件没有页面')
  const resolve = (ref: PdfRef): PdfObject | null => pdf.getObject(ref)
  const form = pdf.getCatalog().getDict('AcroForm', resolve)
  if (form?.has('XFA')) refuse('含动态表单，请另存为普通 PDF')
  if (hasAny(pdf, signed)) refuse('文件已有签名，不能作为待签文件')
  if (hasAny(pdf, floods(pdf))) refuse('文件中的图片像素过大，请缩小图片后重新导出为 PDF')
  if (hasAny(pdf, acts)) refuse('文件含脚本、附件或会自动执行的动作，请打印为 PDF 后再上传')
  const plain = await flatCopy(bytes)
  if (plain.getPages().some((page) => !(Math.max(page.getWidth(), page.getHeight()) <= MAX_SIDE)))
    refuse(`页面过大，边长最大 ${MAX_SIDE.toLocaleString('en')} pt`)
  return { pages: plain.getPages().map((page) => ({ w: round(page.getWidth()), h: round(page.getHeight()) })) }
}
const round = (n: number): number => Math.round(n * 10) / 10

/** What was not unpacked as being a picture is not read as words either. */
const drawsPicture = (page: PDFPage): boolean => {
  const contents = page.node.Contents()
  const parts = contents instanceof PDFStream ? [contents] : (contents?.asArray() ?? []).map((part) => page.doc.context.lookup(part))
  return parts.some((part) => part instanceof PDFStream && part.dict.has(PDFName.of('Subtype')))
}

/** Its pages in a document of our own: nothing of the tree of the other one comes along, and pages stand upright. */
export const flatCopy = (bytes: Uint8Array): Promise<PDFDocument> => readable(() => copied(bytes))

async function copied(bytes: Uint8Array): Promise<PDFDocument> {
  const source = await PDFDocument.load(bytes, { updateMetadata: false }).catch(() => refuse(DAMAGED))
  if (source.getForm().getFields().length > 0) source.getForm().flatten()
  const doc = await PDFDocument.create()
  const pages = source.getPages()
  if (pages.some(drawsPicture)) refuse(DAMAGED)
  // A sheet left empty has nothing to be taken over but its size.
  const embedded = await doc.embedPages(pages.filter((page) => page.node.Contents()))
  for (const one of pages) {
    const page = one.node.Contents() ? embedded.shift()! : null
    const size = page ?? one.getSize()
    const turn = ((one.getRotation().angle % 360) + 360) % 360
    const sideways = turn === 90 || turn === 270
    const target = doc.addPage(sideways ? [size.height, size.width] : [size.width, size.height])
    if (!page) continue
    const { width, height } = target.getSize()
    const at = { 0: [0, 0], 90: [0, height], 180: [width, height], 270: [width, 0] }[turn] ?? [0, 0]
    target.drawPage(page, { x: at[0], y: at[1], rotate: degrees(-turn) })
  }
  doc.catalog.delete(PDFName.of('Names'))
  return doc
}
