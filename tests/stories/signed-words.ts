/** What a signed file says to a reader who knows nothing of us: the words on its pages, and what each signature carries. */
import { CMS, parseCms } from '#kit/pdf/signing/cms.server.ts'
import { commonNameOf } from '#kit/pdf/signing/certificates.server.ts'
import { partOf } from '#kit/pdf/signing/fixture/judges.server.ts'
import { readStamp } from '#kit/pdf/signing/timestamp.server.ts'
import { createHash } from 'node:crypto'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Page by page, without the space between; looks of signatures are no words of a page. */
export async function wordsOf(pdf: Uint8Array): Promise<string[]> {
  const doc = await getDocument({ data: new Uint8Array(pdf), useSystemFonts: false, verbosity: 0 }).promise
  const pages: string[] = []
  for (let n = 1; n <= doc.numPages; n++) {
    const { items } = await (await doc.getPage(n)).getTextContent()
    pages.push(bare(items.map((item) => ('str' in item ? item.str : '')).join('')))
  }
  await doc.loadingTask.destroy()
  return pages
}
export const bare = (text: string): string => text.replace(/\s+/g, '')

export interface Carried {
  attributes: string[]
  name: string
  key: string
  /** Within the life of its certificate. */
  inTime: boolean
}
export const THREE = [CMS.contentType, CMS.messageDigest, CMS.signingCertificateV2].toSorted()

/** Of all signatures, in the order they stand in the file; time-stamps of the document are none. */
export async function carriedBy(pdf: Uint8Array, signatures: number): Promise<Carried[]> {
  const all: Carried[] = []
  for (let n = 0; n < signatures; n++) {
    const cms = parseCms(partOf(pdf, n)!.der)
    const { at } = await readStamp(cms.token!, createHash('sha256').update(cms.signature).digest())
    const { notBefore, notAfter, subjectPublicKeyInfo } = cms.certificate
    all.push({
      attributes: cms.attributes.toSorted(),
      name: commonNameOf(cms.certificate),
      key: Buffer.from(subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView).toString('hex'),
      inTime: notBefore.value <= at && at <= notAfter.value,
    })
  }
  return all
}
