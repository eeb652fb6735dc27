import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfString } from '@libpdf/core'
import * as asn1js from 'asn1js'
import { PDFDocument } from 'pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paperOfText } from '../paper.ts'
import { renderPaper } from '../paper.server.ts'
import { makeCrl, makeRoot, makeSeal, makeSigner, makeStampService, serialHex, type Certified } from './certificates.server.ts'
import { CMS, parseCms, signCms } from './cms.server.ts'
import { placeFields, rectOf } from './fields.server.ts'
import { Judges, partOf } from './fixture/judges.server.ts'
import { seedFor } from '#tests/draws.ts'
import { signRevision, stampRevision, validationRevision } from './revision.server.ts'
import { ownStamp, readStamp } from './timestamp.server.ts'
import { verifyFile } from './verify.server.ts'

/** Judged by strangers: poppler's pdfsig, OpenSSL's CMS and time-stamp checks, and pdf.js. */
const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'signing-'))
const file = (name: string, bytes: Uint8Array | string): string => {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}
const pem = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`

const DAY = 86_400_000
const now = new Date('2026-01-05T02:05:12.000Z')
const until = (days: number): Date => new Date(now.getTime() + days * DAY)
const HEAD = '4bb40c3ef6aad9b030522ec1be4ad922ab3b56780e63139115c8f34ea7cb9a63'

let root: Certified
let service: Certified
let person: Certified
let company: Certified
let prepared: Uint8Array
const revisions: Uint8Array[] = []
let final: Uint8Array
let judges: Judges

async function look(words: string): Promise<Uint8Array> {
  const doc = await PDFDocument.create()
  doc.addPage([140, 50]).drawText(words, { x: 10, y: 20, size: 12 })
  return doc.save({ useObjectStreams: false })
}

beforeAll(async () => {
  const from = new Date(now.getTime() - 60_000)
  root = await makeRoot({ name: 'Zuyuntong Local Root 1', organisation: 'Local' }, { from, until: until(7300) })
  service = await makeStampService(root, { name: 'Zuyuntong Local TSA 1' }, { from, until: until(3650) })
  person = await makeSigner(root, { name: '张伟', serialNumber: 'a1b2' }, { from, until: until(1) }, HEAD)
  company = await makeSeal(root, { name: '顺达汽车租赁有限公司' }, { from, until: until(1095) })
  const paper = await renderPaper(paperOfText('# 车辆租赁合同\n租期一年。\n〔甲方签章〕〔乙方签章〕'))
  const doc = await PDFDocument.load(paper.bytes)
  placeFields(
    doc,
    paper.zones.map((zone, i) => ({ ...zone, name: `S${i + 1}_1` })),
  )
  prepared = await doc.save({ useObjectStreams: false })
  const stamp = ownStamp({ by: service, chain: [root.certificate] }, () => now)
  const chain = [root.certificate]
  let bytes = prepared
  for (const [i, by] of [person, company].entries()) {
    const name = i === 0 ? '张伟' : '顺达汽车租赁有限公司'
    bytes = await signRevision(bytes, {
      field: `S${i + 1}_1`,
      appearance: await look(`signed ${i + 1}`),
      name,
      reason: '签署车辆租赁合同',
      at: now,
      sign: (digest) => signCms({ by, chain }, digest, { stamp }),
    })
    revisions.push(bytes)
  }
  const crl = await makeCrl(root, 1, [{ serial: serialHex(company.certificate), at: now }], { thisUpdate: from, nextUpdate: until(1) })
  revisions.push(await validationRevision(bytes, { certificates: [root.der, service.der], crls: [crl] }))
  final = await stampRevision(revisions.at(-1)!, stamp)
  revisions.push(final)
  judges = new Judges(root.der, now)
})
afterAll(() => {
  judges?.close()
  rmSync(folder, { recursive: true, force: true })
})

const parts = (bytes: Uint8Array, n: number): { data: Buffer; der: Buffer } => partOf(bytes, n)!
/** Half a minute; DEEP=1 for thousands of bytes. */
const PLACES = process.env['DEEP'] === '1' ? 3000 : 24

describe('a file signed twice', () => {
  test('is valid for poppler, for OpenSSL, for a second reader of npm and for ourselves', async () => {
    expect([await judges.pdfsig(final), await judges.reader(final)]).toEqual([2, 2])
    expect([await judges.openssl(final, 0), await judges.openssl(final, 1)]).toEqual([true, true])
    const report = await verifyFile(final, [root.certificate])
    expect(report).toMatchObject({ ok: true, problem: null })
    expect(report.signatures.map((one) => [one.kind, one.name, one.stamped, one.evidenceHead])).toEqual([
      ['signature', '张伟', true, HEAD],
      ['signature', '顺达汽车租赁有限公司', true, null],
      ['timestamp', 'Zuyuntong Local TSA 1', true, null],
    ])
    expect(report.signatures[0]!.at).toBe(now.toISOString())
  })

  test('reads and shows in pdf.js: the words, and the seals in the rectangles of their fields', async () => {
    const doc = await getDocument({ data: new Uint8Array(final), useSystemFonts: false, verbosity: 0 }).promise
    const page = await doc.getPage(1)
    const words = (await page.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join('')
    expect(words).toContain('车辆租赁合同')
    const fields = (await page.getAnnotations()).filter((one) => one.fieldType === 'Sig' && one.rect[2] > one.rect[0])
    expect(fields.map((one) => [one.fieldName, one.hasAppearance])).toEqual([
      ['S1_1', true],
      ['S2_1', true],
    ])
    for (const one of fields) expect(one.rect[3] - one.rect[1]).toBeCloseTo(84, 0)
    await doc.loadingTask.destroy()
  })

  test('carries exactly the three signed attributes, and a time-stamp OpenSSL checks', async () => {
    for (const n of [0, 1]) {
      const cms = parseCms(parts(final, n).der)
      expect(cms.attributes.toSorted()).toEqual([CMS.contentType, CMS.messageDigest, CMS.signingCertificateV2].toSorted())
      const args = [
        '-token_in',
        '-in',
        file('t.der', cms.token!),
        '-data',
        file('t.bin', cms.signature),
        '-CAfile',
        file('root.pem', pem(root.der)),
      ]
      const { stdout } = await run('openssl', ['ts', '-verify', ...args, '-attime', String(now.getTime() / 1000)])
      expect(stdout).toContain('Verification: OK')
    }
  })

  test('has each revision as the beginning of the next', () => {
    const all = [prepared, ...revisions]
    for (const [i, bytes] of all.entries())
      if (i > 0)
        expect(
          Buffer.from(bytes)
            .subarray(0, all[i - 1]!.length)
            .equals(Buffer.from(all[i - 1]!)),
        ).toBe(true)
  })

  test(
    'with one byte changed anywhere of what is signed is refused by all four: poppler, OpenSSL, a second reader of npm and ourselves',
    async () => {
      const signed = revisions[1]!
      const valid = { pdfsig: 2, openssl: true, reader: 2, ours: true }
      const judged = async (bytes: Uint8Array): Promise<typeof valid> => ({
        pdfsig: await judges.pdfsig(bytes),
        openssl: await judges.openssl(bytes, 1),
        reader: await judges.reader(bytes),
        ours: (await verifyFile(bytes, [root.certificate])).ok,
      })
      expect(await judged(signed)).toEqual(valid)
      // Everything but the hex digits of the last signature, which are not signed.
      const from = Buffer.from(signed).lastIndexOf(Buffer.from('/Contents <')) + 10
      const gap = signed.length - partOf(signed, 1)!.data.length
      const length = signed.length - gap
      const step = Math.max(1, Math.floor(length / PLACES))
      for (let i = seedFor() % step; i < length; i += step) {
        const at = i < from ? i : i + gap
        const bytes = Buffer.from(signed)
        bytes[at]! ^= 0x01
        const said = await judged(bytes)
        expect([said.pdfsig < 2, said.openssl, said.reader < 2, said.ours], `byte ${at}: ${JSON.stringify(said)}`).toEqual([
          true,
          false,
          true,
          false,
        ])
      }
    },
    // A timeout is no assertion: each place is judged by three other programs, which a busy machine starts slowly.
    Math.max(240_000, PLACES * 2_000),
  )

  test('with a digit of a signature or of what fills its place changed is refused', async () => {
    const at = Buffer.from(final).indexOf(Buffer.from('/Contents <')) + 11
    for (const offset of [40, 900, 23_000]) {
      const bytes = Buffer.from(final)
      bytes[at + offset] = bytes[at + offset] === 0x61 ? 0x62 : 0x61
      expect((await verifyFile(bytes, [root.certificate])).ok, `digit ${offset}`).toBe(false)
    }
  })

  test('with something drawn on a page behind the signatures is not what was signed', async () => {
    const pdf = await PDF.load(revisions[1]!)
    pdf.getPage(0)!.drawRectangle({ x: 100, y: 600, width: 200, height: 20 })
    const forged = await pdf.save({ incremental: true })
    // Poppler says «valid» of the bytes it covers; that something came behind them is ours to tell.
    expect(await verifyFile(forged, [root.certificate])).toMatchObject({ ok: false, problem: '文件在签署后被修改' })
  })

  test('with something laid over a page that only looks like a time-stamp or an unsigned field is not what was signed', async () => {
    const forge = async (bytes: Uint8Array, change: (pdf: PDF, drawn: PdfRef) => void) => {
      const pdf = await PDF.load(bytes)
      const drawn = await pdf.embedPage(await PDF.load(await look('9999')), 0)
      change(pdf, drawn.ref)
      return verifyFile(await pdf.save({ incremental: true }), [root.certificate])
    }
    const rect = PdfArray.of(...[60, 600, 260, 640].map((n) => PdfNumber.of(n)))
    const widget = (pdf: PDF, drawn: PdfRef, value: PdfDict) => {
      const page = pdf.getPage(0)!
      const annots = page.dict.getArray('Annots', (ref) => pdf.getObject(ref))!
      annots.push(
        pdf.register(
          PdfDict.of({
            Type: PdfName.of('Annot'),
            Subtype: PdfName.of('Widget'),
            FT: PdfName.of('Sig'),
            T: PdfString.fromString('T9'),
            Rect: rect,
            F: PdfNumber.of(4),
            P: page.ref,
            V: pdf.register(value),
            AP: PdfDict.of({ N: drawn }),
          }),
        ),
      )
    }
    const stampLike = await forge(final, (pdf, drawn) =>
      widget(pdf, drawn, PdfDict.of({ Type: PdfName.of('DocTimeStamp'), SubFilter: PdfName.of('ETSI.RFC3161') })),
    )
    expect(stampLike).toMatchObject({ ok: false, problem: '文件在签署后被修改' })
    // After the first has signed: the place of the second shows something before he does.
    const unsigned = (value: boolean) =>
      forge(revisions[0]!, (pdf, drawn) => {
        const resolve = (ref: PdfRef) => pdf.getObject(ref)
        const fields = pdf.getCatalog().getDict('AcroForm', resolve)!.getArray('Fields', resolve)!
        for (let i = 0; i < fields.length; i++) {
          const field = pdf.getObject(fields.at(i) as PdfRef) as PdfDict
          if (field.has('V')) continue
          field.set('AP', PdfDict.of({ N: drawn }))
          if (value) field.set('V', pdf.register(PdfDict.of({ Type: PdfName.of('Sig'), SubFilter: PdfName.of('ETSI.CAdES.detached') })))
        }
      })
    expect((await unsigned(false)).ok).toBe(false)
    expect((await unsigned(true)).ok).toBe(false)
  })

  test('by certificates of another house is not ours', async () => {
    const other = await makeRoot({ name: 'Other Root' }, { from: now, until: until(10) })
    expect(await verifyFile(final, [other.certificate])).toMatchObject({
      ok: false,
      problem: '第 1 个签名无效：签名证书不是本机签发，或签名时不在有效期内',
    })
  })
})

test('a key of a signer cannot be taken out of the memory it was made in', async () => {
  await expect(crypto.subtle.exportKey('pkcs8', person.key as CryptoKey)).rejects.toThrow()
})

test('what is no signed PDF says so', async () => {
  expect(await verifyFile(Buffer.from('hello'), [root.certificate])).toMatchObject({ ok: false, problem: '文件无法读取，可能已损坏' })
  expect(await verifyFile(prepared, [root.certificate])).toMatchObject({ ok: false, problem: '文件中没有电子签名' })
})

test('a box counted from the top left is a rectangle counted from the bottom left', () => {
  expect(rectOf({ x: 60, y: 692, w: 140, h: 50 }, 842)).toEqual([60, 100, 200, 150])
})

test('a time-stamp is of one digest only', async () => {
  const stamp = ownStamp({ by: service, chain: [root.certificate] }, () => now)
  const digest = Buffer.alloc(32, 1)
  const token = await stamp(digest)
  expect((await readStamp(token, digest)).holds).toBe(true)
  expect((await readStamp(token, Buffer.alloc(32, 2))).holds).toBe(false)
  expect(asn1js.fromBER(new Uint8Array(token).buffer).offset).toBe(token.length)
})
