/** Papers to be signed, papers that say they are signed, and what is in their signatures: PDF, CMS, X.509, time-stamps. */
import { PDFDocument, PDFName, PDFString, degrees } from 'pdf-lib'
import { inspectBeside } from '#kit/pdf/beside.server.ts'
import { inspectPdf } from '#kit/pdf/inspect.server.ts'
import {
  commonNameOf,
  evidenceHeadOf,
  makeRoot,
  makeSeal,
  makeSigner,
  makeStampService,
  type Certified,
} from '#kit/pdf/signing/certificates.server.ts'
import { certificatesOf, NotSigned, parseCms, sha256, signatureHolds, signCms } from '#kit/pdf/signing/cms.server.ts'
import { placeFields } from '#kit/pdf/signing/fields.server.ts'
import { signRevision, stampRevision } from '#kit/pdf/signing/revision.server.ts'
import { ownStamp, readStamp } from '#kit/pdf/signing/timestamp.server.ts'
import { verifyFile } from '#kit/pdf/signing/verify.server.ts'
import type { Parser } from '../parser.ts'

const NOW = new Date('2026-01-05T02:05:12.000Z')
const until = (days: number): Date => new Date(NOW.getTime() + days * 86_400_000)

async function paper(change: (doc: PDFDocument) => void = () => {}, useObjectStreams = false): Promise<Uint8Array> {
  const doc = await PDFDocument.create()
  doc.addPage([595, 842]).drawText('page 1')
  change(doc)
  return doc.save({ useObjectStreams })
}

interface Signed {
  root: Certified
  person: Certified
  bytes: Uint8Array
  cms: Uint8Array
  token: Uint8Array
}
async function sign(): Promise<Signed> {
  const from = until(-1)
  const root = await makeRoot({ name: 'Local Root 1', organisation: 'Local' }, { from, until: until(7300) })
  const service = await makeStampService(root, { name: 'Local TSA 1' }, { from, until: until(3650) })
  const person = await makeSigner(root, { name: '张伟', serialNumber: 'a1b2' }, { from, until: until(1) }, '4bb40c3e')
  const seal = await makeSeal(root, { name: '顺达汽车租赁有限公司' }, { from, until: until(1095) })
  const stamp = ownStamp({ by: service, chain: [root.certificate] }, () => NOW)
  const chain = [root.certificate]
  let bytes = await paper((doc) =>
    placeFields(
      doc,
      [1, 2].map((n) => ({ name: `S${n}`, page: 1, x: 50, y: 100 * n, w: 140, h: 50 })),
    ),
  )
  for (const [i, by] of [person, seal].entries())
    bytes = await signRevision(bytes, {
      field: `S${i + 1}`,
      appearance: await paper(),
      name: 'a',
      reason: 'b',
      at: NOW,
      sign: (digest) => signCms({ by, chain }, digest, { stamp }),
    })
  bytes = await stampRevision(bytes, stamp as never).catch(() => bytes)
  const digest = sha256(new Uint8Array(3))
  return { root, person, bytes, cms: await signCms({ by: person, chain }, digest, { stamp }), token: await stamp(digest) }
}
/** Keys are drawn anew in each process, once. */
let made: Promise<Signed> | null = null
const signed = (): Promise<Signed> => (made ??= sign())

const WORDS = [
  '/Type',
  '/Page',
  '/Pages',
  '/Kids',
  '/Count',
  '/Catalog',
  '/Parent',
  '/Contents',
  '/Resources',
  '/MediaBox',
  '[0 0 9 9]',
  '/Annots',
  '/AcroForm',
  '/Fields',
  '/Rotate 90',
  '/Length',
  '<<',
  '>>',
  '[',
  ']',
  '(',
  ')',
  '1 0 R',
  '2 0 R',
  '3 0 R',
  '4 0 R',
  '99 0 R',
  'obj',
  'endobj',
  'stream\n',
  'endstream',
  'xref',
  'trailer',
  'startxref',
  '%%EOF',
  '/Filter',
  '/FlateDecode',
  '/ByteRange',
  '/Sig',
  '/FT',
  '/V',
  '/XFA',
  '/Encrypt',
  '/Prev',
  '/XRefStm',
  '/ObjStm',
  '/XRef',
  '/W [1 2 1]',
  '/Size 9',
  '/Names',
  '/JavaScript',
  '/Root',
  '/Info',
  'null',
  '-1',
  '/Tx',
  '/Btn',
  '/Widget',
]
const form = (doc: PDFDocument): void => {
  const field = doc.getForm().createTextField('a.b')
  field.setText('text')
  field.addToPage(doc.getPage(0))
  doc.getForm().createCheckBox('c').addToPage(doc.getPage(0))
  doc.getPage(0).setRotation(degrees(90))
  doc.getPage(0).node.set(PDFName.of('X'), PDFString.of('y'))
}
const claimsMuch = (input: Uint8Array): boolean =>
  /\/(?:Size|Index|W|N|First)\b[^/>]{0,60}\d{6}/.test(Buffer.from(input).toString('latin1'))
const isNotSigned = (error: unknown): boolean => error instanceof NotSigned

export const paperParsers: readonly Parser[] = [
  {
    name: 'pdf to sign',
    reads: ['kit/pdf/inspect.server.ts inspectPdf', 'kit/pdf/inspect.server.ts flatCopy', 'kit/pdf/bomb.server.ts isBomb'],
    seeds: async () => [await paper(), await paper(form), await paper(form, true), await paper((doc) => void doc.addPage([420, 595]))],
    words: WORDS,
    // What says it has more than it can have is read where the product reads it: beside, with limits that hold.
    call: (input) => (claimsMuch(input) ? inspectBeside(input) : inspectPdf(input)),
  },
  {
    name: 'pdf that is signed',
    reads: ['kit/pdf/signing/verify.server.ts verifyFile'],
    seeds: async () => [(await signed()).bytes, await paper()],
    words: WORDS,
    most: 256 * 1024,
    call: async (input) => verifyFile(input, [(await signed()).root.certificate]),
  },
  {
    name: 'cms',
    reads: [
      'kit/pdf/signing/cms.server.ts parseCms',
      'kit/pdf/signing/cms.server.ts certificatesOf',
      'kit/pdf/signing/timestamp.server.ts readStamp',
      'kit/pdf/signing/certificates.server.ts evidenceHeadOf',
    ],
    seeds: async () => [(await signed()).cms, (await signed()).token],
    words: ['\u0030\u0080', '\0\0', '\u0024\u0080'],
    isRefusal: isNotSigned,
    async call(input) {
      certificatesOf(input)
      const cms = parseCms(input)
      commonNameOf(cms.certificate)
      evidenceHeadOf(cms.certificate)
      await signatureHolds(cms).catch(() => false)
      await readStamp(input, sha256(new Uint8Array(3)))
    },
  },
]
