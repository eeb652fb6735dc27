import { PDFDocument, PDFName, PDFString, degrees } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import type { AppError } from '../basics/errors.ts'
import { flatCopy, inspectPdf } from './inspect.server.ts'

async function paper(change: (doc: PDFDocument) => void = () => {}, pages = 1): Promise<Uint8Array> {
  const doc = await PDFDocument.create()
  for (let i = 0; i < pages; i++) doc.addPage([595, 842]).drawText(`page ${i + 1}`)
  change(doc)
  return doc.save({ useObjectStreams: false })
}
const refusal = async (bytes: Uint8Array): Promise<string> =>
  inspectPdf(bytes).then(
    () => 'taken',
    (error: AppError) =>
      String(Object.values((error.data as { fields?: Record<string, string> } | undefined)?.fields ?? { x: error.message })[0]),
  )
const joined = (...parts: (Uint8Array | string)[]): Uint8Array => Buffer.concat(parts.map((part) => Buffer.from(part)))

describe('an uploaded PDF', () => {
  test('that is plain is taken, with the sizes of its pages as they stand', async () => {
    const turned = await paper((doc) => doc.getPage(0).setRotation(degrees(90)))
    expect(await inspectPdf(await paper(() => {}, 2))).toEqual({
      pages: [
        { w: 595, h: 842 },
        { w: 595, h: 842 },
      ],
    })
    expect(await inspectPdf(turned)).toEqual({ pages: [{ w: 842, h: 595 }] })
  })
  test('that is something else as well, or something else only, is refused', async () => {
    const plain = await paper()
    const BROKEN = '不是完整的 PDF 文件，请重新导出为 PDF'
    expect(await refusal(Buffer.from('<html><script>alert(1)</script></html>'))).toContain(BROKEN)
    expect(await refusal(joined('<html>', plain))).toContain(BROKEN)
    expect(await refusal(joined(plain, '<script>alert(1)</script>'))).toContain(BROKEN)
    expect(await refusal(joined(plain, 'PK\u0003\u0004'))).toContain(BROKEN)
    expect(await refusal(Buffer.from('PK\u0003\u0004word/document.xml'))).toContain('Word 请先另存为 PDF')
    expect(await refusal(plain.subarray(0, plain.length - 40))).not.toBe('taken')
    expect(await refusal(Buffer.alloc(21 * 1024 * 1024))).toContain('最大 20 MB')
  })
  test('that runs, opens or carries something is refused, wherever it hides', async () => {
    const ACTS = '文件含脚本、附件或会自动执行的动作'
    const script = (doc: PDFDocument) => doc.context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') })
    expect(await refusal(await paper((doc) => doc.addJavaScript('x', 'app.alert(1)')))).toContain(ACTS)
    expect(await refusal(await paper((doc) => doc.catalog.set(PDFName.of('OpenAction'), script(doc))))).toContain(ACTS)
    expect(await refusal(await paper((doc) => doc.getPage(0).node.set(PDFName.of('AA'), doc.context.obj({ O: script(doc) }))))).toContain(
      ACTS,
    )
    const launch = (doc: PDFDocument): void => {
      const link = doc.context.register(
        doc.context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], A: { S: 'Launch', F: 'cmd.exe' } }),
      )
      doc.getPage(0).node.set(PDFName.of('Annots'), doc.context.obj([link]))
    }
    expect(await refusal(await paper(launch))).toContain(ACTS)
    const carrying = await PDFDocument.load(await paper())
    await carrying.attach(Buffer.from('MZ'), 'evil.exe', { mimeType: 'application/octet-stream' })
    expect(await refusal(await carrying.save({ useObjectStreams: false }))).toContain(ACTS)
  })
  test('with a dynamic form or too many pages is refused', async () => {
    const xfa = await paper((doc) => doc.catalog.set(PDFName.of('AcroForm'), doc.context.obj({ Fields: [], XFA: PDFString.of('<xdp/>') })))
    expect(await refusal(xfa)).toContain('含动态表单，请另存为普通 PDF')
    expect(await refusal(await paper(() => {}, 301))).toContain('最多 300 页')
  })
  test('whatever was in its tree stays behind: the copy has pages and nothing else', async () => {
    const source = await paper((doc) => doc.catalog.set(PDFName.of('Secret'), PDFString.of('hidden words')))
    const copy = await (await flatCopy(source)).save({ useObjectStreams: false })
    expect(Buffer.from(copy).includes('hidden words')).toBe(false)
  })
})
