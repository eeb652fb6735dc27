import { deflateSync } from 'node:zlib'
import { PDF } from '@libpdf/core'
import { PDFDocument, PDFName, PDFString, degrees } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import type { AppError } from '../basics/errors.ts'
import { isBomb } from './bomb.server.ts'
import { flatCopy, inspectPdf } from './inspect.server.ts'
import { verifyFile } from './signing/verify.server.ts'

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
  test('with sheets left empty keeps them in their place and size', async () => {
    const mixed = await paper((doc) => {
      doc.insertPage(0, [420, 595])
      doc.addPage([595, 842]).setRotation(degrees(90))
    })
    expect(await inspectPdf(mixed)).toEqual({
      pages: [
        { w: 420, h: 595 },
        { w: 595, h: 842 },
        { w: 842, h: 595 },
      ],
    })
    const empty = await PDFDocument.create()
    empty.addPage([595, 842])
    expect(await inspectPdf(await empty.save())).toEqual({ pages: [{ w: 595, h: 842 }] })
    // Whoever saves it again finds pages, not holes.
    expect((await PDFDocument.load(await (await flatCopy(mixed)).save())).getPageCount()).toBe(3)
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
  test('that is encrypted is refused, with and without a password to open it', async () => {
    for (const userPassword of ['', 'secret']) {
      const pdf = await PDF.load(await paper())
      pdf.setProtection({ userPassword, ownerPassword: 'owner' })
      expect(await refusal(await pdf.save())).toBe('文件已加密，请去除密码后再上传')
    }
  })
  test('that was signed is refused, wherever the signature hangs', async () => {
    const SIGNED = '文件已有签名，不能作为待签文件'
    const signature = '<</FT/Sig/T(s)/V<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00>>>>>'
    expect(await refusal(written({ root: '/AcroForm<</Fields[4 0 R]>>', 4: '<</T(p)/Kids[5 0 R]>>', 5: signature }))).toBe(SIGNED)
    expect(await refusal(written({ page: '/Annots[5 0 R]', 5: signature }))).toBe(SIGNED)
  })
})

/** One page, and whatever an attacker writes beside it. */
function written(more: Record<number, string | Uint8Array> & { root?: string; page?: string; pages?: string }): Uint8Array {
  const { root = '', page = '', pages = '/Count 1/Kids[3 0 R]', ...others } = more
  const objects: Record<string, string | Uint8Array> = {
    1: `<</Type/Catalog/Pages 2 0 R${root}>>`,
    2: `<</Type/Pages${pages}>>`,
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]${page}>>`,
    ...others,
  }
  const parts: Uint8Array[] = [Buffer.from('%PDF-1.7\n')]
  const size = (): number => parts.reduce((sum, part) => sum + part.length, 0)
  const at = new Map<number, number>()
  for (const [n, body] of Object.entries(objects)) {
    at.set(Number(n), size())
    parts.push(joined(`${n} 0 obj\n`, body, '\nendobj\n'))
  }
  const last = Math.max(...at.keys())
  const rows = Array.from({ length: last }, (_, i) =>
    at.has(i + 1) ? `${String(at.get(i + 1)).padStart(10, '0')} 00000 n \n` : '0000000000 65535 f \n',
  )
  const table = `xref\n0 ${last + 1}\n0000000000 65535 f \n${rows.join('')}trailer\n<</Size ${last + 1}/Root 1 0 R>>\nstartxref\n${size()}\n%%EOF\n`
  return joined(...parts, table)
}
const packed = (head: string, data: Uint8Array): Uint8Array => joined(`<<${head}/Length ${data.length}>>stream\n`, data, '\nendstream')

describe('a small file that is a large one', () => {
  const flood = deflateSync(Buffer.alloc(80_000_000, 32), { level: 9 })
  const FLATE = '/Filter/FlateDecode'
  const tree = written({ 4: packed(`/Type/ObjStm/N 1/First 5${FLATE}`, flood) })

  test('is refused before anybody unpacks it: words, trees, pictures that are words, packed twice', async () => {
    const BOMB = '文件内容展开后过大，请打印为 PDF 后再上传'
    // Of the processor, not of the clock: others may be at work beside.
    const began = process.threadCpuUsage()
    expect(await refusal(tree)).toBe(BOMB)
    expect(await refusal(written({ page: '/Contents 4 0 R', 4: packed(FLATE, flood) }))).toBe(BOMB)
    const twice = packed('/Filter[/FlateDecode/FlateDecode]', deflateSync(flood))
    expect(await refusal(written({ page: '/Contents 4 0 R', 4: twice }))).toBe(BOMB)
    const odd = Buffer.from(flood.toString('hex'))
    expect(await refusal(written({ page: '/Contents 4 0 R', 4: packed('/Filter[/ASCIIHexDecode/FlateDecode]', odd) }))).toBe(BOMB)
    const renamed = packed('/Type/Obj#53tm/N 1/First 5/Filter/Fl#61teDecode', flood)
    expect(await refusal(written({ 4: renamed }))).toBe(BOMB)
    // Said to be a picture, it is not looked into, so it may not be drawn as words either.
    const picture = packed(`/Subtype/Image/Width 9/Height 9${FLATE}`, flood)
    expect(await refusal(written({ page: '/Contents 4 0 R', 4: picture }))).toBe('文件已损坏，无法读取，请重新导出为 PDF')
    const large = packed(FLATE, deflateSync(Buffer.alloc(50_000_000)))
    const several = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [i + 4, large]))
    expect(await refusal(written(several))).toBe(BOMB)
    expect(process.threadCpuUsage(began).user / 1000).toBeLessThan(10_000)
  })
  test('is not unpacked on the public page either', async () => {
    expect(await verifyFile(tree, [])).toEqual({ ok: false, signatures: [], problem: '文件内容展开后过大，无法验证' })
  })
  test('with a picture of billions of pixels, a page of kilometres or pages without end is refused', async () => {
    const image = (side: number): Uint8Array =>
      packed(
        `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceGray/BitsPerComponent 8${FLATE}`,
        deflateSync(Buffer.alloc(9)),
      )
    const showing = (side: number): Uint8Array => written({ page: '/Resources<</XObject<</I 4 0 R>>>>', 4: image(side) })
    expect(await refusal(showing(30_000))).toBe('文件中的图片像素过大，请缩小图片后重新导出为 PDF')
    expect(await refusal(showing(4000))).toBe('taken')
    const wide = Buffer.from(written({})).toString('latin1').replace('595 842', '99999 9')
    expect(await refusal(Buffer.from(wide, 'latin1'))).not.toBe('taken')
    const doubled = Object.fromEntries(
      Array.from({ length: 25 }, (_, i) => [
        i + 4,
        `<</Type/Pages/Count 1/Kids[${i === 24 ? 3 : i + 5} 0 R ${i === 24 ? 3 : i + 5} 0 R]>>`,
      ]),
    )
    expect(await refusal(written({ pages: '/Count 1/Kids[4 0 R]', ...doubled }))).toBe('最多 300 页')
    expect(await refusal(written({ pages: `/Count 1/Kids[${'3 0 R '.repeat(50_000)}]` }))).toBe('最多 300 页')
    expect(await refusal(written({ pages: '/Count 1/Kids[2 0 R]' }))).toBe('文件没有页面')
  })
  test('what is honestly large is taken', async () => {
    const marks = Object.fromEntries(
      Array.from({ length: 200 }, (_, i) => [i + 5, `<</Title(m)/Parent 4 0 R${i < 199 ? `/Next ${i + 6} 0 R` : ''}>>`]),
    )
    expect(await refusal(written({ root: '/Outlines 4 0 R', 4: '<</First 5 0 R/Last 204 0 R/Count 200>>', ...marks }))).toBe('taken')
    expect(await isBomb(await paper(() => {}, 300))).toBe(false)
    expect(await refusal(written({ page: '/Contents 4 0 R', 4: packed(FLATE, deflateSync(Buffer.alloc(5_000_000, 32))) }))).toBe('taken')
    expect(
      await refusal(
        written({
          page: '/Contents 4 0 R',
          4: packed('/Filter[/ASCIIHexDecode/FlateDecode]', Buffer.from(deflateSync(Buffer.from('0 0 m')).toString('hex'))),
        }),
      ),
    ).toBe('taken')
  })
})
