/** RFC 3161: our own time-stamp service, a foreign one by its address, and reading what either gave. */
import { randomBytes } from 'node:crypto'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import { callPublic } from '../../ports/public-call.server.ts'
import { CMS, NotSigned, orNotSigned, parseCms, sha256, signatureHolds, signCms, type ParsedCms, type SignWith } from './cms.server.ts'

/** Of this service; under the arc of UUIDs. */
const POLICY = '2.25.1573018603'

/** A token over a SHA-256 digest. */
export type Stamp = (digest: Uint8Array) => Promise<Uint8Array>

export const ownStamp =
  (service: SignWith, now: () => Date): Stamp =>
  async (digest) => {
    const info = new pkijs.TSTInfo({
      version: 1,
      policy: POLICY,
      messageImprint: imprint(digest),
      serialNumber: new asn1js.Integer({ valueHex: positive() }),
      genTime: now(),
      accuracy: new pkijs.Accuracy({ seconds: 1 }),
      ordering: false,
    })
    const content = new Uint8Array(info.toSchema().toBER(false))
    return signCms(service, sha256(content), { contentType: CMS.tstInfo, content })
  }

function positive(): ArrayBuffer {
  const bytes = new Uint8Array(randomBytes(9))
  bytes[0] = 0x01
  return bytes.buffer
}
const imprint = (digest: Uint8Array): pkijs.MessageImprint =>
  new pkijs.MessageImprint({
    hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: CMS.sha256, algorithmParams: new asn1js.Null() }),
    hashedMessage: new asn1js.OctetString({ valueHex: new Uint8Array(digest).buffer }),
  })

const ANSWER_MS = 5000
/** A token with its certificates has some ten thousand. */
const MAX_TOKEN_BYTES = 100_000

/** Of a service elsewhere (`inside`: hosts of one's own network that may be called); throws when it does not answer in time or answers something else than was asked for. */
export const foreignStamp =
  (url: string, inside: readonly string[] = []): Stamp =>
  async (digest) => {
    const request = new pkijs.TimeStampReq({
      version: 1,
      messageImprint: imprint(digest),
      nonce: new asn1js.Integer({ valueHex: positive() }),
      certReq: true,
    })
    const answer = await callPublic({
      url,
      headers: { 'content-type': 'application/timestamp-query' },
      body: new Uint8Array(request.toSchema().toBER(false)),
      timeoutMs: ANSWER_MS,
      maxBytes: MAX_TOKEN_BYTES,
      inside,
    })
    if (answer.status !== 200) throw new Error(`time-stamp service answered ${answer.status}`)
    const response = pkijs.TimeStampResp.fromBER(new Uint8Array(answer.content).buffer)
    if (response.status.status > 1 || !response.timeStampToken) throw new Error(`time-stamp service refused: ${response.status.status}`)
    const token = new Uint8Array(response.timeStampToken.toSchema().toBER(false))
    if (!(await readStamp(token, digest)).holds) throw new Error('time-stamp of something else')
    return token
  }

export interface ReadStamp {
  at: Date
  cms: ParsedCms
  /** It is over this digest, and signed by the certificate it carries, which may give time-stamps. */
  holds: boolean
}
export async function readStamp(token: Uint8Array, digest: Uint8Array): Promise<ReadStamp> {
  const cms = parseCms(token)
  const { info, inner, over } = orNotSigned(() => {
    const content = cms.data.encapContentInfo.eContent
    if (!content || cms.data.encapContentInfo.eContentType !== CMS.tstInfo) throw new NotSigned('not a time-stamp token')
    const bytes = new Uint8Array(content.getValue())
    const read = pkijs.TSTInfo.fromBER(new Uint8Array(bytes).buffer)
    return { info: read, inner: bytes, over: Buffer.from(read.messageImprint.hashedMessage.valueBlock.valueHexView).equals(digest) }
  })
  const holds = over && cms.digest.equals(sha256(inner)) && (await signatureHolds(cms).catch(() => false))
  return { at: info.genTime, cms, holds }
}
