import { PDFDocument } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import type { AppError } from '../basics/errors.ts'
import { flatCopyBeside, inspectBeside, verifyBeside } from './beside.server.ts'

async function paper(): Promise<Uint8Array> {
  const doc = await PDFDocument.create()
  doc.addPage([595, 842]).drawText('page 1')
  return doc.save({ useObjectStreams: false })
}
/** A table of objects that nothing names, and that says it has four thousand million entries; whoever reads every object reads it as well. */
async function ledAstray(): Promise<Uint8Array> {
  const plain = Buffer.from(await paper()).toString('latin1')
  const table =
    '91 0 obj\n/XRef\nendobj\n90 0 obj\n<< /Type 91 0 R /Size 4294967296 /W [1 1 1] /Length 3 >>\nstream\nabc\nendstream\nendobj\n'
  const [, start = ''] = /startxref\s+(\d+)/.exec(plain) ?? []
  return Buffer.from(`${plain}${table}startxref\n${start}\n%%EOF\n`, 'latin1')
}

describe("a stranger's paper, read beside the server", () => {
  test('is inspected, copied and verified as it would be here', async () => {
    const bytes = await paper()
    expect(await inspectBeside(bytes)).toEqual({ pages: [{ w: 595, h: 842 }] })
    expect((await flatCopyBeside(bytes)).getPageCount()).toBe(1)
    expect(await verifyBeside(bytes, [])).toMatchObject({ ok: false, problem: '文件中没有电子签名' })
  })
  test('is refused in the same words', async () => {
    const refusal = await inspectBeside(Buffer.from('<html>')).catch((error: AppError) => error.data)
    expect(refusal).toEqual({ file: '不是完整的 PDF 文件，请重新导出为 PDF' })
  })
  test('takes neither memory nor time of the server when it leads its reader astray', async () => {
    const before = process.memoryUsage().heapUsed
    const refusal = await flatCopyBeside(await ledAstray()).catch((error: AppError) => error.data)
    expect(refusal).toEqual({ file: '文件已损坏，无法读取，请重新导出为 PDF' })
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * 1024 * 1024)
  })
})
