/**
 * What a signed file proves, read off its bytes alone: who signed when, whether what they signed is what stands there, and whether
 * anything but further signatures, validation data and time-stamps came after.
 */
import { createHash } from 'node:crypto'
import { PDF, PdfArray, PdfDict, PdfName, PdfRef, PdfStream, PdfString, type PdfObject } from '@libpdf/core'
import type { Certificate } from 'pkijs'
import { commonNameOf, evidenceHeadOf, serialHex } from './certificates.server.ts'
import { CMS, issuedBy, parseCms, sha256, signatureHolds, type ParsedCms } from './cms.server.ts'
import { isBomb } from '../bomb.server.ts'
import { readStamp } from './timestamp.server.ts'

/** Each signature is a hash over the file: whoever names thousands in a large one asks for hours. */
export const UNREADABLE = '文件无法读取，可能已损坏'
const MAX_HASHED_BYTES = 2_000_000_000

interface SignatureReport {
  field: string
  kind: 'signature' | 'timestamp'
  /** Who, by the certificate. */
  name: string
  serial: string
  /** When, by the time-stamp; by the file's own word when there is none. */
  at: string | null
  stamped: boolean
  evidenceHead: string | null
  /** Why it is not valid, or null. */
  problem: string | null
  /** Up to where it signs. */
  covers: number
}
export interface FileReport {
  ok: boolean
  signatures: SignatureReport[]
  /** What is wrong with the whole file, or null. */
  problem: string | null
}

interface EmbeddedSignature {
  field: string
  range: number[]
  contents: Uint8Array
  kind: 'signature' | 'timestamp'
  said: string | null
}

const resolver =
  (pdf: PDF) =>
  (ref: PdfRef): PdfObject | null =>
    pdf.getObject(ref)

function signaturesIn(pdf: PDF): EmbeddedSignature[] {
  const resolve = resolver(pdf)
  const fields = pdf.getCatalog().getDict('AcroForm', resolve)?.getArray('Fields', resolve)
  const all: EmbeddedSignature[] = []
  for (let i = 0; i < (fields?.length ?? 0); i++) {
    const entry = fields!.at(i)
    const field = entry instanceof PdfRef ? pdf.getObject(entry) : entry
    if (!(field instanceof PdfDict)) continue
    const value = field.getDict('V', resolve)
    const range = value?.getArray('ByteRange', resolve)
    const contents = value?.getString('Contents', resolve)
    if (!field.has('V')) continue
    const numbers = Array.from({ length: range?.length ?? 0 }, (_, n) => {
      const one = range?.at(n)
      return one && 'value' in one && typeof one.value === 'number' ? one.value : -1
    })
    all.push({
      field: field.getString('T', resolve)?.asString() ?? '',
      range: numbers,
      contents: contents?.bytes ?? new Uint8Array(0),
      kind: value?.getName('SubFilter', resolve)?.value === 'ETSI.RFC3161' ? 'timestamp' : 'signature',
      said: value?.getString('M', resolve)?.asString() ?? null,
    })
  }
  return all.sort((a, b) => (a.range[2] ?? 0) + (a.range[3] ?? 0) - (b.range[2] ?? 0) - (b.range[3] ?? 0))
}

/** Exactly everything but the signature's own hex digits, whose rest is zeros. */
function signedBytes(bytes: Uint8Array, signature: EmbeddedSignature): { digest: Buffer; covers: number } | string {
  const [zero, before, after, rest] = signature.range as [number, number, number, number]
  if (signature.range.length !== 4 || zero !== 0 || before <= 0 || after <= before || rest <= 0 || after + rest > bytes.length)
    return '签名范围不正确'
  const gap = Buffer.from(bytes.subarray(before, after)).toString('latin1')
  if (!/^<[0-9a-fA-F]+>$/.test(gap) || !Buffer.from(gap.slice(1, -1), 'hex').equals(Buffer.from(signature.contents)))
    return '签名范围不正确'
  const end = Buffer.from(bytes.subarray(Math.max(0, after + rest - 8), after + rest)).toString('latin1')
  if (!/%%EOF\r?\n?$/.test(end)) return '签名范围不正确'
  return { digest: sha256(bytes.subarray(0, before), bytes.subarray(after, after + rest)), covers: after + rest }
}

const CHANGED = '文件已被修改'
const THREE = [CMS.contentType, CMS.messageDigest, CMS.signingCertificateV2].toSorted().join()

async function trustedAt(cms: ParsedCms, at: Date, roots: readonly Certificate[]): Promise<boolean> {
  for (const root of roots) if (await issuedBy(cms.certificate, root, at)) return true
  return false
}

async function judge(bytes: Uint8Array, signature: EmbeddedSignature, roots: readonly Certificate[]): Promise<SignatureReport> {
  const report: SignatureReport = {
    field: signature.field,
    kind: signature.kind,
    name: '',
    serial: '',
    at: signature.said,
    stamped: false,
    evidenceHead: null,
    problem: null,
    covers: 0,
  }
  const signed = signedBytes(bytes, signature)
  if (typeof signed === 'string') return { ...report, problem: signed }
  report.covers = signed.covers
  try {
    if (signature.kind === 'timestamp') {
      const stamp = await readStamp(signature.contents, signed.digest)
      report.name = commonNameOf(stamp.cms.certificate)
      report.at = stamp.at.toISOString()
      report.stamped = true
      report.problem = !stamp.holds ? CHANGED : (await trustedAt(stamp.cms, stamp.at, roots)) ? null : '时间戳证书不是本机签发'
      return report
    }
    const cms = parseCms(signature.contents)
    report.name = commonNameOf(cms.certificate)
    report.serial = serialHex(cms.certificate)
    report.evidenceHead = evidenceHeadOf(cms.certificate)
    report.problem = await problemOf(cms, signature, signed.digest, report, roots)
  } catch {
    report.problem = '签名无法读取'
  }
  return report
}

async function problemOf(
  cms: ParsedCms,
  signature: EmbeddedSignature,
  digest: Buffer,
  report: SignatureReport,
  roots: readonly Certificate[],
): Promise<string | null> {
  if (signature.contents.subarray(cms.length).some((byte) => byte !== 0)) return CHANGED
  if (!cms.digest.equals(digest)) return CHANGED
  if (cms.attributes.toSorted().join() !== THREE) return '签名属性不符合要求'
  if (!(await signatureHolds(cms))) return CHANGED
  let at = cms.certificate.notBefore.value
  if (cms.token) {
    const stamp = await readStamp(cms.token, sha256(cms.signature))
    if (!stamp.holds) return '时间戳不匹配'
    at = stamp.at
    report.at = at.toISOString()
    report.stamped = true
  }
  return (await trustedAt(cms, at, roots)) ? null : '签名证书不是本机签发，或签名时不在有效期内'
}

/** Written again, 281.79999999999995 becomes 281.8: nobody sees a thousandth of a point. */
const shortened = (value: unknown): unknown => (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value)

const OF_STAMP = new Set(['Type', 'Subtype', 'FT', 'T', 'Rect', 'F', 'P', 'V'])

/**
 * Everything a reader would show, hashed: pages, their contents, fonts, the tree of the document. Left out is only what a signature,
 * validation data or a time-stamp may add.
 */
function shownBy(pdf: PDF): { page: string; fields: Map<string, string> } {
  const resolve = resolver(pdf)
  const seen = new Set<string>()
  // A time-stamp shows nothing and does nothing; what has a place or a look on the page is part of what is shown.
  const isStamp = (object: PdfObject | null): boolean =>
    object instanceof PdfDict &&
    object.getName('FT')?.value === 'Sig' &&
    [...object.keys()].every((key) => OF_STAMP.has(key.value)) &&
    [0, 1, 2, 3].every((n) => shortened((object.getArray('Rect', resolve)?.at(n) as { value?: unknown } | undefined)?.value) === 0) &&
    object.getDict('V', resolve)?.getName('SubFilter')?.value === 'ETSI.RFC3161'
  const fields = new Map<string, string>()
  const hash = createHash('sha256')
  const walk = (object: PdfObject | null | undefined, into: { update(data: string | Uint8Array): unknown }, key: string): void => {
    if (object instanceof PdfRef) {
      const name = object.toString()
      into.update(`${name};`)
      if (seen.has(name)) return
      seen.add(name)
      return walk(pdf.getObject(object), into, key)
    }
    if (object instanceof PdfArray) {
      into.update('[')
      for (let i = 0; i < object.length; i++) {
        const one = object.at(i)
        if ((key === 'Annots' || key === 'Fields') && isStamp(one instanceof PdfRef ? pdf.getObject(one) : (one ?? null))) continue
        walk(one, into, key)
      }
      into.update(']')
      return
    }
    if (object instanceof PdfDict) {
      // Only what is signed may show something of its own in its place.
      const isField = object.getName('FT')?.value === 'Sig' && object.has('V')
      const keys = [...object.keys()].map((name) => name.value).toSorted()
      into.update(`<${keys.filter((name) => !(isField && (name === 'V' || name === 'AP')) && name !== 'DSS').join()}`)
      for (const name of keys) {
        if (name === 'DSS' || (isField && (name === 'V' || name === 'AP'))) continue
        into.update(`/${name} `)
        const value = object.get(name)
        // A page without annotations and one with nothing but time-stamps look the same.
        walk(value, into, name)
      }
      if (object instanceof PdfStream) into.update(object.data)
      into.update('>')
      if (isField) fields.set(object.getString('T', resolve)?.asString() ?? '', filled(object))
      return
    }
    if (object instanceof PdfString) into.update(Buffer.from(object.bytes).toString('hex'))
    else if (object instanceof PdfName) into.update(object.value)
    else into.update(JSON.stringify(shortened((object as { value?: unknown } | null)?.value ?? null)))
  }
  const filled = (field: PdfDict): string => {
    const own = createHash('sha256')
    walk(field.get('V'), own, 'V')
    walk(field.get('AP'), own, 'AP')
    return own.digest('hex')
  }
  walk(pdf.getCatalog(), hash, 'Root')
  return { page: hash.digest('hex'), fields }
}

/** Whether from one revision to the next only what is allowed was added. */
async function onlyAdded(bytes: Uint8Array, ends: readonly number[]): Promise<boolean> {
  let before: ReturnType<typeof shownBy> | null = null
  for (const end of new Set([...ends, bytes.length])) {
    const now = shownBy(await PDF.load(bytes.subarray(0, end), { lenient: false }))
    if (before && (now.page !== before.page || [...before.fields].some(([name, hash]) => now.fields.get(name) !== hash))) return false
    before = now
  }
  return true
}

/** Words for people: 「文件已被修改：第 1 个签名校验失败」. */
export async function verifyFile(bytes: Uint8Array, roots: readonly Certificate[]): Promise<FileReport> {
  if (await isBomb(bytes)) return { ok: false, signatures: [], problem: '文件内容展开后过大，无法验证' }
  let embedded: EmbeddedSignature[]
  try {
    embedded = signaturesIn(await PDF.load(bytes, { lenient: false }))
  } catch {
    return { ok: false, signatures: [], problem: UNREADABLE }
  }
  if (embedded.length === 0) return { ok: false, signatures: [], problem: '文件中没有电子签名' }
  if (embedded.length * bytes.length > MAX_HASHED_BYTES) return { ok: false, signatures: [], problem: '文件中的签名过多，无法验证' }
  const signatures: SignatureReport[] = []
  for (const one of embedded) signatures.push(await judge(bytes, one, roots))
  const wrong = signatures.findIndex((one) => one.problem !== null)
  if (wrong >= 0) {
    const { problem } = signatures[wrong]!
    return {
      ok: false,
      signatures,
      problem: problem === CHANGED ? `文件已被修改：第 ${wrong + 1} 个签名校验失败` : `第 ${wrong + 1} 个签名无效：${problem}`,
    }
  }
  const added = await onlyAdded(
    bytes,
    signatures.map((one) => one.covers),
  ).catch(() => false)
  return added ? { ok: true, signatures, problem: null } : { ok: false, signatures, problem: '文件在签署后被修改' }
}
