/** An authenticator in software, for tests: ES256, CBOR and COSE by hand, so that the library is judged by bytes it has not made. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

const head = (major: number, n: number): Buffer =>
  n < 24
    ? Buffer.from([(major << 5) | n])
    : n < 256
      ? Buffer.from([(major << 5) | 24, n])
      : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
const int = (n: number): Buffer => (n < 0 ? head(1, -1 - n) : head(0, n))
const bytes = (b: Uint8Array): Buffer => Buffer.concat([head(2, b.length), b])
const text = (s: string): Buffer => Buffer.concat([head(3, Buffer.byteLength(s)), Buffer.from(s)])
const map = (entries: readonly (readonly [Buffer, Buffer])[]): Buffer => Buffer.concat([head(5, entries.length), ...entries.flat()])

const sha256 = (b: Uint8Array | string): Buffer => createHash('sha256').update(b).digest()
const url = (b: Uint8Array | string): string => Buffer.from(b).toString('base64url')

const UP = 0x01
const UV = 0x04
const AT = 0x40

export interface Ceremony {
  origin: string
  /** The site it believes it is at. */
  rpId?: string
  verified?: boolean
  counter?: number
}

export class SoftAuthenticator {
  readonly id = randomBytes(16)
  private readonly privateKey: KeyObject
  private readonly cose: Buffer
  private userHandle: string | null = null
  counter = 0

  constructor() {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.privateKey = privateKey
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.cose = map([
      [int(1), int(2)],
      [int(3), int(-7)],
      [int(-1), int(1)],
      [int(-2), bytes(Buffer.from(x, 'base64url'))],
      [int(-3), bytes(Buffer.from(y, 'base64url'))],
    ])
  }

  private data(rpId: string, flags: number, counter: number, attested = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested])
  }

  /** navigator.credentials.create. */
  create(options: any, { origin, rpId, verified = true }: Ceremony): object {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    this.userHandle = options.user.id as string
    const flags = UP | AT | (verified ? UV : 0)
    const authData = this.data(rpId ?? options.rp.id, flags, this.counter, Buffer.concat([Buffer.alloc(16), length, this.id, this.cose]))
    const clientDataJSON = JSON.stringify({ type: 'webauthn.create', challenge: options.challenge, origin, crossOrigin: false })
    return {
      id: url(this.id),
      rawId: url(this.id),
      type: 'public-key',
      response: {
        clientDataJSON: url(clientDataJSON),
        attestationObject: url(
          map([
            [text('fmt'), text('none')],
            [text('attStmt'), map([])],
            [text('authData'), bytes(authData)],
          ]),
        ),
        transports: ['internal'],
      },
      clientExtensionResults: { credProps: { rk: true } },
      authenticatorAttachment: 'platform',
    }
  }

  /** navigator.credentials.get, as the JSON that is sent. */
  get(options: any, { origin, rpId, verified = true, counter }: Ceremony): string {
    this.counter = counter ?? this.counter + 1
    const authData = this.data(rpId ?? new URL(origin).hostname, UP | (verified ? UV : 0), this.counter)
    const clientDataJSON = JSON.stringify({ type: 'webauthn.get', challenge: options.challenge, origin, crossOrigin: false })
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientDataJSON)]), this.privateKey)
    return JSON.stringify({
      id: url(this.id),
      rawId: url(this.id),
      type: 'public-key',
      response: {
        clientDataJSON: url(clientDataJSON),
        authenticatorData: url(authData),
        signature: url(signature),
        userHandle: this.userHandle,
      },
      clientExtensionResults: {},
    })
  }
}
