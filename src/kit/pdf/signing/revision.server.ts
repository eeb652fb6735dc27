/**
 * Revisions of a signed file. Each is put behind the one before, whose bytes stay as they are: a signature fills the value and the
 * appearance of a field that was there before the first one signed, and touches nothing else of the page.
 */
import { createHash } from 'node:crypto'
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfStream, PdfString, type PdfObject } from '@libpdf/core'
import { certificatesOf, sha256 } from './cms.server.ts'

/** Real signatures with a token are about 6 kB. */
const SIGNATURE_BYTES = 12_000
const WIDE = 9_999_999_999

export interface Signing {
  field: string
  /** One page as large as the field: what is seen there. */
  appearance: Uint8Array
  name: string
  reason: string
  location?: string
  at: Date
  /** Of the digest of all bytes but the signature's own. */
  sign: (digest: Uint8Array) => Promise<Uint8Array>
}

/** `D:20260105100512+08'00'`: the moment as a person in China reads it. */
function pdfDate(at: Date): string {
  const local = new Date(at.getTime() + 8 * 3_600_000).toISOString()
  return `D:${local.slice(0, 19).replace(/[-T:]/g, '')}+08'00'`
}

const catalogOf = (pdf: PDF): PdfDict => pdf.getCatalog()
const resolverOf =
  (pdf: PDF) =>
  (ref: PdfRef): PdfObject | null =>
    pdf.getObject(ref)

async function open(bytes: Uint8Array): Promise<PDF> {
  const pdf = await PDF.load(bytes, { lenient: false })
  const blocker = pdf.canSaveIncrementally()
  if (blocker) throw new Error(`cannot add a revision: ${blocker}`)
  return pdf
}

interface FieldOf {
  ref: PdfRef
  dict: PdfDict
}
function fieldsOf(pdf: PDF): FieldOf[] {
  const resolve = resolverOf(pdf)
  const form = catalogOf(pdf).getDict('AcroForm', resolve)
  const list = form?.getArray('Fields', resolve)
  const all: FieldOf[] = []
  for (let i = 0; i < (list?.length ?? 0); i++) {
    const ref = list!.at(i)
    const dict = ref instanceof PdfRef ? pdf.getObject(ref) : null
    if (ref instanceof PdfRef && dict instanceof PdfDict) all.push({ ref, dict })
  }
  return all
}
const nameOf = (field: FieldOf): string => field.dict.getString('T')?.asString() ?? ''

function placeholder(size: number): { ByteRange: PdfArray; Contents: PdfString } {
  return {
    ByteRange: PdfArray.of(PdfNumber.of(0), PdfNumber.of(WIDE), PdfNumber.of(WIDE), PdfNumber.of(WIDE)),
    Contents: PdfString.fromBytes(new Uint8Array(size)),
  }
}

/** Says which bytes are signed, has them signed, and puts the signature into its place. */
async function fill(saved: Uint8Array, from: number, size: number, sign: (digest: Uint8Array) => Promise<Uint8Array>): Promise<Uint8Array> {
  const bytes = Buffer.from(saved)
  const zeros = Buffer.from(`<${'0'.repeat(size * 2)}>`)
  const start = bytes.indexOf(zeros, from)
  const range = bytes.indexOf(`[0 ${WIDE} ${WIDE} ${WIDE}]`, from)
  if (start < 0 || range < 0) throw new Error('no place for the signature')
  const end = start + zeros.length
  const width = `[0 ${WIDE} ${WIDE} ${WIDE}]`.length
  bytes.write(`[0 ${start} ${end} ${bytes.length - end}`.padEnd(width - 1, ' ') + ']', range, 'latin1')
  const der = await sign(sha256(bytes.subarray(0, start), bytes.subarray(end)))
  if (der.length > size) throw new Error(`the signature needs ${der.length} bytes`)
  bytes.write(Buffer.from(der).toString('hex'), start + 1, 'latin1')
  return bytes
}

export async function signRevision(bytes: Uint8Array, signing: Signing): Promise<Uint8Array> {
  const pdf = await open(bytes)
  const field = fieldsOf(pdf).find((one) => nameOf(one) === signing.field)
  if (!field) throw new Error(`no field ${signing.field}`)
  if (field.dict.has('V')) throw new Error(`field ${signing.field} is signed already`)
  const look = await pdf.embedPage(await PDF.load(signing.appearance), 0)
  const value = new PdfDict([
    ['Type', PdfName.of('Sig')],
    ['Filter', PdfName.of('Adobe.PPKLite')],
    ['SubFilter', PdfName.of('ETSI.CAdES.detached')],
    ...Object.entries(placeholder(SIGNATURE_BYTES)),
    ['M', PdfString.fromString(pdfDate(signing.at))],
    ['Name', PdfString.fromString(signing.name)],
    ['Reason', PdfString.fromString(signing.reason)],
    ...(signing.location ? [['Location', PdfString.fromString(signing.location)] as [string, PdfObject]] : []),
  ])
  field.dict.set('V', pdf.register(value))
  field.dict.set('AP', PdfDict.of({ N: look.ref }))
  return fill(await pdf.save({ incremental: true }), bytes.length, SIGNATURE_BYTES, signing.sign)
}

export interface Validation {
  certificates: readonly Uint8Array[]
  crls: readonly Uint8Array[]
}
/** What a verifier of later years needs, put into the file: every certificate that signed or stamped, issuers and revocation list, named for each signature. */
export async function validationRevision(bytes: Uint8Array, { certificates, crls }: Validation): Promise<Uint8Array> {
  const pdf = await open(bytes)
  const stream = (data: Uint8Array): PdfRef => pdf.register(new PdfStream([], data))
  const values = fieldsOf(pdf).flatMap(({ dict }) => dict.getDict('V', resolverOf(pdf))?.getString('Contents')?.bytes ?? [])
  const all = new Map([...certificates, ...values.flatMap(certificatesOf)].map((der) => [Buffer.from(der).toString('base64'), der]))
  const certs = PdfArray.of(...[...all.values()].map(stream))
  const lists = PdfArray.of(...crls.map(stream))
  const vri = new PdfDict()
  for (const contents of values) {
    // Named by the SHA-1 of the whole value, padding included (ISO 32000-2, 12.8.4.4).
    const name = sha1(contents).toString('hex').toUpperCase()
    vri.set(name, pdf.register(PdfDict.of({ Cert: certs, CRL: lists })))
  }
  const dss = PdfDict.of({ Type: PdfName.of('DSS'), Certs: certs, CRLs: lists, VRI: vri })
  catalogOf(pdf).set('DSS', pdf.register(dss))
  return pdf.save({ incremental: true })
}
const sha1 = (bytes: Uint8Array): Buffer => createHash('sha1').update(bytes).digest()

/** A time-stamp over the whole file, which keeps it checkable when the certificates in it have run out. */
export async function stampRevision(bytes: Uint8Array, stamp: (digest: Uint8Array) => Promise<Uint8Array>): Promise<Uint8Array> {
  const pdf = await open(bytes)
  const value = new PdfDict([
    ['Type', PdfName.of('DocTimeStamp')],
    ['Filter', PdfName.of('Adobe.PPKLite')],
    ['SubFilter', PdfName.of('ETSI.RFC3161')],
    ...Object.entries(placeholder(SIGNATURE_BYTES)),
  ])
  const page = pdf.getPage(0)
  if (!page) throw new Error('no page')
  const count = fieldsOf(pdf).length
  const field = pdf.register(
    PdfDict.of({
      Type: PdfName.of('Annot'),
      Subtype: PdfName.of('Widget'),
      FT: PdfName.of('Sig'),
      T: PdfString.fromString(`T${count + 1}`),
      Rect: PdfArray.of(PdfNumber.of(0), PdfNumber.of(0), PdfNumber.of(0), PdfNumber.of(0)),
      F: PdfNumber.of(132),
      P: page.ref,
      V: pdf.register(value),
    }),
  )
  const form = catalogOf(pdf).getDict('AcroForm', resolverOf(pdf))
  form?.getArray('Fields', resolverOf(pdf))?.push(field)
  const annots = page.dict.getArray('Annots', resolverOf(pdf))
  if (annots) annots.push(field)
  else page.dict.set('Annots', PdfArray.of(field))
  return fill(await pdf.save({ incremental: true }), bytes.length, SIGNATURE_BYTES, stamp)
}
