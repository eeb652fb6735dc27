/** Why an uploaded PDF may not become a paper to sign, and what of it may: its pages, and nothing that acts or hides. */
import { PDF, PdfArray, PdfDict, PdfRef, type PdfObject } from '@libpdf/core'
import { degrees, PDFDocument, PDFName } from 'pdf-lib'
import { invalid } from '../basics/errors.ts'

const MB = 1024 * 1024
const MAX_BYTES = 20 * MB
const MAX_PAGES = 300

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

function activeIn(pdf: PDF): boolean {
  const seen = new Set<string>()
  const walk = (object: PdfObject | null | undefined, depth: number): boolean => {
    if (depth > 60) return true
    if (object instanceof PdfRef) {
      const name = object.toString()
      if (seen.has(name)) return false
      seen.add(name)
      return walk(pdf.getObject(object), depth + 1)
    }
    if (object instanceof PdfArray) {
      for (let i = 0; i < object.length; i++) if (walk(object.at(i), depth + 1)) return true
      return false
    }
    if (!(object instanceof PdfDict)) return false
    const action = object.getName('S')?.value
    if (action !== undefined && ACTIVE.has(action)) return true
    for (const [key, value] of object) {
      if (ACTIVE.has(key.value)) return true
      if (walk(value, depth + 1)) return true
    }
    return false
  }
  return walk(pdf.getCatalog(), 0)
}

const refuse = (reason: string): never => {
  throw invalid({ file: reason })
}

async function parsed(bytes: Uint8Array): Promise<PDF> {
  const pdf = await PDF.load(bytes, { lenient: false }).catch(() => null)
  if (pdf) return pdf
  if (/\/Encrypt\b/.test(Buffer.from(bytes).toString('latin1'))) return refuse('文件已加密，请去除密码后再上传')
  return refuse('文件已损坏，无法读取，请重新导出为 PDF')
}

/** Sizes of its pages, or refused with what to do. */
export async function inspectPdf(bytes: Uint8Array): Promise<{ pages: PageSize[] }> {
  if (bytes.length > MAX_BYTES) refuse('最大 20 MB')
  if (begins(bytes, 'PK') || begins(bytes, '\u00d0\u00cf\u0011\u00e0')) refuse('Word 请先另存为 PDF')
  if (polyglot(bytes)) refuse('不是完整的 PDF 文件，请重新导出为 PDF')
  const pdf = await parsed(bytes)
  if (pdf.isEncrypted) refuse('文件已加密，请去除密码后再上传')
  if (pdf.getPageCount() > MAX_PAGES) refuse(`最多 ${MAX_PAGES} 页`)
  if (pdf.getPageCount() === 0) refuse('文件没有页面')
  const resolve = (ref: PdfRef): PdfObject | null => pdf.getObject(ref)
  const form = pdf.getCatalog().getDict('AcroForm', resolve)
  if (form?.has('XFA')) refuse('含动态表单，请另存为普通 PDF')
  const fields = form?.getArray('Fields', resolve)
  for (let i = 0; i < (fields?.length ?? 0); i++) {
    const entry = fields!.at(i)
    const field = entry instanceof PdfRef ? pdf.getObject(entry) : entry
    if (field instanceof PdfDict && field.getName('FT', resolve)?.value === 'Sig' && field.has('V'))
      refuse('文件已有签名，不能作为待签文件')
  }
  if (activeIn(pdf)) refuse('文件含脚本、附件或会自动执行的动作，请打印为 PDF 后再上传')
  const plain = await flatCopy(bytes)
  return { pages: plain.getPages().map((page) => ({ w: round(page.getWidth()), h: round(page.getHeight()) })) }
}
const round = (n: number): number => Math.round(n * 10) / 10

/** Its pages in a document of our own: nothing of the tree of the other one comes along, and pages stand upright. */
export async function flatCopy(bytes: Uint8Array): Promise<PDFDocument> {
  const source = await PDFDocument.load(bytes, { updateMetadata: false }).catch(() => refuse('文件已损坏，无法读取，请重新导出为 PDF'))
  if (source.getForm().getFields().length > 0) source.getForm().flatten()
  const doc = await PDFDocument.create()
  const pages = source.getPages()
  const embedded = await doc.embedPages(pages)
  for (const [i, page] of embedded.entries()) {
    const turn = ((pages[i]!.getRotation().angle % 360) + 360) % 360
    const sideways = turn === 90 || turn === 270
    const target = doc.addPage(sideways ? [page.height, page.width] : [page.width, page.height])
    const { width, height } = target.getSize()
    const at = { 0: [0, 0], 90: [0, height], 180: [width, height], 270: [width, 0] }[turn] ?? [0, 0]
    target.drawPage(page, { x: at[0], y: at[1], rotate: degrees(-turn) })
  }
  doc.catalog.delete(PDFName.of('Names'))
  return doc
}
