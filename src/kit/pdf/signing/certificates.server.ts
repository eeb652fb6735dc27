/**
 * Certificates of one company's own issuer: root, time-stamp service, seals, and one per signer and moment. EC P-256 throughout.
 * None of them comes from a licensed authority, and every page that shows one says so.
 */
import { webcrypto } from 'node:crypto'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'

const { subtle } = webcrypto

/** Two digits of a year end with 2049; from then on there have to be four (RFC 5280, 4.1.2.5). */
const timeOf = (value: Date): pkijs.Time => new pkijs.Time({ type: value.getUTCFullYear() >= 2050 ? 1 : 0, value })
type Key = webcrypto.CryptoKey

export const SHA256 = 'SHA-256'
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const
const OID = {
  commonName: '2.5.4.3',
  organisation: '2.5.4.10',
  serialNumber: '2.5.4.5',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  documentSigning: '1.3.6.1.5.5.7.3.36',
  /** Head of the evidence chain at the moment of signing; under the arc that needs no registration. */
  evidenceHead: '2.25.1573018602',
} as const

export interface Certified {
  key: Key
  certificate: pkijs.Certificate
  der: Uint8Array
}
export interface Subject {
  name: string
  organisation?: string
  serialNumber?: string
}
interface Period {
  from: Date
  until: Date
}

export const derOf = (thing: { toSchema(encode?: boolean): asn1js.AsnType }): Uint8Array =>
  new Uint8Array(thing.toSchema(true).toBER(false))
export const parseCertificate = (der: Uint8Array): pkijs.Certificate => pkijs.Certificate.fromBER(new Uint8Array(der).buffer)

/** Kept keys can be written down (encrypted, by whoever keeps them); a signer's key cannot leave the memory it was made in. */
async function makeKeys(extractable: boolean): Promise<{ publicKey: Key; privateKey: Key }> {
  return subtle.generateKey(CURVE, extractable, ['sign', 'verify'])
}
export const exportKey = async (key: Key): Promise<Buffer> => Buffer.from(await subtle.exportKey('pkcs8', key))
export const importKey = (pkcs8: Uint8Array): Promise<Key> =>
  subtle.importKey('pkcs8', pkcs8 as Uint8Array<ArrayBuffer>, CURVE, true, ['sign'])

function nameOf(subject: Subject): pkijs.RelativeDistinguishedNames {
  const parts: [string, string | undefined][] = [
    [OID.organisation, subject.organisation],
    [OID.commonName, subject.name],
    [OID.serialNumber, subject.serialNumber],
  ]
  // One part after the other: given as one set they would be one name with several values.
  const names = parts
    .filter((part): part is [string, string] => part[1] !== undefined)
    .map(([type, value]) => {
      const text = type === OID.serialNumber ? new asn1js.PrintableString({ value }) : new asn1js.Utf8String({ value })
      return new asn1js.Set({ value: [new asn1js.Sequence({ value: [new asn1js.ObjectIdentifier({ value: type }), text] })] })
    })
  const { result } = asn1js.fromBER(new asn1js.Sequence({ value: names }).toBER(false))
  return new pkijs.RelativeDistinguishedNames({ schema: result })
}
export const commonNameOf = (certificate: pkijs.Certificate): string =>
  String(certificate.subject.typesAndValues.find((part) => part.type === OID.commonName)?.value.valueBlock.value ?? '')

/** 127 random bits, positive. */
function serial(): asn1js.Integer {
  const bytes = webcrypto.getRandomValues(new Uint8Array(16))
  bytes[0] = (bytes[0]! & 0x7f) | 0x40
  return new asn1js.Integer({ valueHex: bytes.buffer })
}
export const serialHex = (certificate: pkijs.Certificate): string =>
  Buffer.from(certificate.serialNumber.valueBlock.valueHexView).toString('hex')

const extension = (extnID: string, critical: boolean, value: asn1js.AsnType): pkijs.Extension =>
  new pkijs.Extension({ extnID, critical, extnValue: value.toBER(false) })
/** Bits counted from the first: digitalSignature 0, nonRepudiation 1, keyCertSign 5, cRLSign 6. */
function keyUsage(...bits: number[]): pkijs.Extension {
  const byte = bits.reduce((all, bit) => all | (0x80 >> bit), 0)
  const unused = 7 - Math.max(...bits)
  return extension('2.5.29.15', true, new asn1js.BitString({ valueHex: new Uint8Array([byte]).buffer, unusedBits: unused }))
}
async function keyIdentifier(publicKey: pkijs.PublicKeyInfo): Promise<ArrayBuffer> {
  return subtle.digest('SHA-1', publicKey.subjectPublicKey.valueBlock.valueHexView as Uint8Array<ArrayBuffer>)
}

async function certify(
  o: Period & {
    subject: Subject
    extractable: boolean
    issuer: Certified | null
    extensions: readonly pkijs.Extension[]
  },
): Promise<Certified> {
  const keys = await makeKeys(o.extractable)
  const certificate = new pkijs.Certificate()
  certificate.version = 2
  certificate.serialNumber = serial()
  certificate.subject = nameOf(o.subject)
  certificate.issuer = o.issuer?.certificate.subject ?? certificate.subject
  certificate.notBefore = timeOf(o.from)
  certificate.notAfter = timeOf(o.until)
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey as CryptoKey)
  const own = await keyIdentifier(certificate.subjectPublicKeyInfo)
  const above = o.issuer ? await keyIdentifier(o.issuer.certificate.subjectPublicKeyInfo) : own
  certificate.extensions = [
    ...o.extensions,
    extension('2.5.29.14', false, new asn1js.OctetString({ valueHex: own })),
    extension(
      '2.5.29.35',
      false,
      new pkijs.AuthorityKeyIdentifier({ keyIdentifier: new asn1js.OctetString({ valueHex: above }) }).toSchema(),
    ),
  ]
  await certificate.sign((o.issuer?.key ?? keys.privateKey) as CryptoKey, SHA256)
  const der = derOf(certificate)
  return { key: keys.privateKey, certificate: parseCertificate(der), der }
}

/** ASCII only: an issuer with a Chinese name breaks verifiers. */
export const makeRoot = (subject: Subject, period: Period): Promise<Certified> =>
  certify({
    ...period,
    subject,
    extractable: true,
    issuer: null,
    extensions: [extension('2.5.29.19', true, new pkijs.BasicConstraints({ cA: true, pathLenConstraint: 0 }).toSchema()), keyUsage(5, 6)],
  })

const extendedUse = (critical: boolean, ...uses: string[]): pkijs.Extension =>
  extension('2.5.29.37', critical, new pkijs.ExtKeyUsage({ keyPurposes: uses }).toSchema())

export const makeStampService = (issuer: Certified, subject: Subject, period: Period): Promise<Certified> =>
  certify({ ...period, subject, extractable: true, issuer, extensions: [keyUsage(0), extendedUse(true, OID.timeStamping)] })

export const makeSeal = (issuer: Certified, subject: Subject, period: Period): Promise<Certified> =>
  certify({ ...period, subject, extractable: true, issuer, extensions: [keyUsage(0, 1), extendedUse(false, OID.documentSigning)] })

/** For one signer, one flow, one moment: made after the intention was checked, and the key dies with the call. */
export const makeSigner = (issuer: Certified, subject: Subject, period: Period, evidenceHead: string): Promise<Certified> =>
  certify({
    ...period,
    subject,
    extractable: false,
    issuer,
    extensions: [
      keyUsage(0, 1),
      extendedUse(false, OID.documentSigning),
      extension(OID.evidenceHead, false, new asn1js.Utf8String({ value: evidenceHead })),
    ],
  })

export function evidenceHeadOf(certificate: pkijs.Certificate): string | null {
  const extension = certificate.extensions?.find((one) => one.extnID === OID.evidenceHead)
  if (!extension) return null
  const { result } = asn1js.fromBER(new Uint8Array(extension.extnValue.valueBlock.valueHexView).buffer)
  return result instanceof asn1js.Utf8String ? result.valueBlock.value : null
}

export interface Revoked {
  serial: string
  at: Date
}
export async function makeCrl(
  issuer: Certified,
  number: number,
  revoked: readonly Revoked[],
  period: { thisUpdate: Date; nextUpdate: Date },
): Promise<Uint8Array> {
  const crl = new pkijs.CertificateRevocationList()
  crl.version = 1
  crl.issuer = issuer.certificate.subject
  crl.thisUpdate = timeOf(period.thisUpdate)
  crl.nextUpdate = timeOf(period.nextUpdate)
  if (revoked.length)
    crl.revokedCertificates = revoked.map(
      (one) =>
        new pkijs.RevokedCertificate({
          userCertificate: new asn1js.Integer({ valueHex: new Uint8Array(Buffer.from(one.serial, 'hex')).buffer }),
          revocationDate: timeOf(one.at),
        }),
    )
  crl.crlExtensions = new pkijs.Extensions({
    extensions: [
      extension('2.5.29.20', false, new asn1js.Integer({ value: number })),
      extension(
        '2.5.29.35',
        false,
        new pkijs.AuthorityKeyIdentifier({
          keyIdentifier: new asn1js.OctetString({ valueHex: await keyIdentifier(issuer.certificate.subjectPublicKeyInfo) }),
        }).toSchema(),
      ),
    ],
  })
  await crl.sign(issuer.key as CryptoKey, SHA256)
  return new Uint8Array(crl.toSchema(true).toBER(false))
}
