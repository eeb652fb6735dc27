/**
 * A CMS signature as PAdES wants it (EN 319 142-1): detached, exactly three signed attributes (content type, message digest,
 * signing certificate v2; no signing time, the time stands in the file and in the time-stamp), and the RFC 3161 token unsigned.
 */
import { createHash, webcrypto } from 'node:crypto'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import { derOf, SHA256, type Certified } from './certificates.server.ts'

export const CMS = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  sha256: '2.16.840.1.101.3.4.2.1',
} as const

export const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const buffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer

/** SigningCertificateV2 with SHA-256, the default, so the algorithm is not repeated. */
function signingCertificate(der: Uint8Array): asn1js.Sequence {
  const certId = new asn1js.Sequence({ value: [new asn1js.OctetString({ valueHex: buffer(sha256(der)) })] })
  return new asn1js.Sequence({ value: [new asn1js.Sequence({ value: [certId] })] })
}

const attribute = (type: string, value: asn1js.AsnType): pkijs.Attribute => new pkijs.Attribute({ type, values: [value] })

function attributesOf(contentType: string, digest: Uint8Array, certificate: Uint8Array): pkijs.SignedAndUnsignedAttributes {
  const attributes = [
    attribute(CMS.contentType, new asn1js.ObjectIdentifier({ value: contentType })),
    attribute(CMS.messageDigest, new asn1js.OctetString({ valueHex: buffer(digest) })),
    attribute(CMS.signingCertificateV2, signingCertificate(certificate)),
  ]
  // A set is written in the order of its encodings.
  const sorted = attributes
    .map((one) => ({ one, der: Buffer.from(one.toSchema().toBER(false)) }))
    .sort((a, b) => Buffer.compare(a.der, b.der))
    .map(({ one }) => one)
  return new pkijs.SignedAndUnsignedAttributes({ type: 0, attributes: sorted })
}

export interface SignWith {
  by: Certified
  /** What the verifier needs besides the signer's own: its issuer. */
  chain: readonly Certified['certificate'][]
}

/** Signs the digest of some content; `content` is carried along when given (time-stamp tokens), else the signature is detached. */
export async function signCms(
  { by, chain }: SignWith,
  digest: Uint8Array,
  o: { contentType?: string; content?: Uint8Array; stamp?: (digest: Uint8Array) => Promise<Uint8Array> } = {},
): Promise<Uint8Array> {
  const contentType = o.contentType ?? CMS.data
  const signer = new pkijs.SignerInfo({
    version: 1,
    sid: new pkijs.IssuerAndSerialNumber({ issuer: by.certificate.issuer, serialNumber: by.certificate.serialNumber }),
    digestAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: CMS.sha256 }),
    signatureAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: '1.2.840.10045.4.3.2' }),
    signedAttrs: attributesOf(contentType, digest, by.der),
  })
  const signed = new Uint8Array(signer.signedAttrs!.toSchema().toBER(false))
  signed[0] = 0x31 // a SET when it is signed, [0] when it is sent
  const raw = new Uint8Array(await webcrypto.subtle.sign({ name: 'ECDSA', hash: SHA256 }, by.key, signed))
  const signature = new Uint8Array(pkijs.createCMSECDSASignature(raw.buffer))
  signer.signature = new asn1js.OctetString({ valueHex: buffer(signature) })
  if (o.stamp) {
    const token = asn1js.fromBER(buffer(await o.stamp(sha256(signature)))).result
    signer.unsignedAttrs = new pkijs.SignedAndUnsignedAttributes({ type: 1, attributes: [attribute(CMS.timeStampToken, token)] })
  }
  const data = new pkijs.SignedData({
    version: contentType === CMS.data ? 1 : 3,
    digestAlgorithms: [new pkijs.AlgorithmIdentifier({ algorithmId: CMS.sha256 })],
    encapContentInfo: new pkijs.EncapsulatedContentInfo({
      eContentType: contentType,
      ...(o.content ? { eContent: new asn1js.OctetString({ valueHex: buffer(o.content) }) } : {}),
    }),
    signerInfos: [signer],
    certificates: [by.certificate, ...chain],
  })
  return derOf(new pkijs.ContentInfo({ contentType: CMS.signedData, content: data.toSchema(true) }))
}

/** What was given is no signature, no certificate, no time-stamp that can be read. */
export class NotSigned extends Error {}

export interface ParsedCms {
  data: pkijs.SignedData
  signer: pkijs.SignerInfo
  certificate: pkijs.Certificate
  /** Types of the signed attributes, as they stand. */
  attributes: string[]
  digest: Buffer
  signature: Buffer
  token: Buffer | null
  /** How many bytes of what was given are the signature; the rest is padding. */
  length: number
}

/** Every certificate it carries, those of its time-stamp too. */
export function certificatesOf(der: Uint8Array): Uint8Array[] {
  const { data, token } = parseCms(der)
  // A date that can be read need not be one that can be written.
  const own = orNotSigned(() => (data.certificates ?? []).filter((one) => one instanceof pkijs.Certificate).map((one) => derOf(one)))
  return token ? [...own, ...certificatesOf(token)] : own
}

const sameName = (a: pkijs.RelativeDistinguishedNames, b: pkijs.RelativeDistinguishedNames): boolean => a.isEqual(b)

/** The library that reads it says in many ways that it cannot. */
export function orNotSigned<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof NotSigned ? error : new NotSigned((error as Error).message)
  }
}

/** What stands in it; throws `NotSigned` when it is none. Nothing is judged here. */
export const parseCms = (der: Uint8Array): ParsedCms => orNotSigned(() => parsed(der))

function parsed(der: Uint8Array): ParsedCms {
  const { result, offset } = asn1js.fromBER(buffer(der))
  if (offset < 0) throw new NotSigned('not a CMS structure')
  const data = new pkijs.SignedData({ schema: new pkijs.ContentInfo({ schema: result }).content })
  const signer = data.signerInfos[0]
  if (!signer || data.signerInfos.length !== 1) throw new NotSigned('exactly one signer is expected')
  const sid = signer.sid as pkijs.IssuerAndSerialNumber
  const certificate = data.certificates?.find(
    (one): one is pkijs.Certificate =>
      one instanceof pkijs.Certificate && sameName(one.issuer, sid.issuer) && one.serialNumber.isEqual(sid.serialNumber),
  )
  if (!certificate) throw new NotSigned('the certificate of the signer is missing')
  const attributes = signer.signedAttrs?.attributes ?? []
  const value = (type: string): asn1js.OctetString | undefined => attributes.find((one) => one.type === type)?.values[0]
  const token = signer.unsignedAttrs?.attributes.find((one) => one.type === CMS.timeStampToken)?.values[0] as asn1js.AsnType | undefined
  return {
    data,
    signer,
    certificate,
    attributes: attributes.map((one) => one.type),
    digest: Buffer.from(value(CMS.messageDigest)?.valueBlock.valueHexView ?? []),
    signature: Buffer.from(signer.signature.valueBlock.valueHexView),
    token: token ? Buffer.from(token.toBER(false)) : null,
    length: offset,
  }
}

/** Whether the signature over the signed attributes is that of its certificate, and the attribute names that certificate. */
export async function signatureHolds(cms: ParsedCms): Promise<boolean> {
  const signed = new Uint8Array(cms.signer.signedAttrs!.toSchema().toBER(false))
  signed[0] = 0x31
  const named = cms.signer.signedAttrs!.attributes.find((one) => one.type === CMS.signingCertificateV2)?.values[0] as
    | asn1js.AsnType
    | undefined
  const own = sha256(new Uint8Array(cms.certificate.toSchema().toBER(false)))
  if (!named || !Buffer.from(named.toBER(false)).includes(own)) return false
  const { subjectPublicKeyInfo } = cms.certificate
  const { signature, signatureAlgorithm } = cms.signer
  return pkijs.getCrypto(true).verifyWithPublicKey(buffer(signed), signature, subjectPublicKeyInfo, signatureAlgorithm, SHA256)
}

/** Whether a certificate was issued by this one and both were valid at that moment. */
export async function issuedBy(certificate: pkijs.Certificate, issuer: pkijs.Certificate, at: Date): Promise<boolean> {
  const within = (one: pkijs.Certificate): boolean => one.notBefore.value <= at && at <= one.notAfter.value
  if (!within(certificate) || !within(issuer) || !sameName(certificate.issuer, issuer.subject)) return false
  return certificate.verify(issuer).catch(() => false)
}
