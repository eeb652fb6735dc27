/** What comes with a request, or as an answer to one of ours: tokens, headers, keys, notices, maps. */
import { createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { operatorOf } from '#kit/access/link-token.server.ts'
import { attestation } from '#kit/access/proofs/passkeys.server.ts'
import { SoftAuthenticator } from '#kit/access/proofs/authenticator.double.ts'
import { matchTotp } from '#kit/access/totp.server.ts'
import { parseJson } from '#kit/http/guards/limits.ts'
import { spanOf } from '#kit/http/sending/ranges.server.ts'
import { tokenOf } from '#kit/http/requests.server.ts'
import { isSignedNotice } from '#kit/ports/signed-call.server.ts'
import { verifiedId } from '#kit/ports/standard-webhooks.server.ts'
import { deviceOf } from '#shell/pages/device.ts'
import { esignProvider } from '#modules/esign/provider/adaptor.server.ts'
import { noticeSignature } from '#modules/esign/provider/signatures.server.ts'
import { merchantNotice } from '#modules/operators/merchants/provider.server.ts'
import { canonical } from '#modules/partners/api/clients/sign.rules.ts'
import { pmtilesOf } from '#modules/system/maps/fixture/pmtiles.server.ts'
import { checkFile, headerOf } from '#modules/system/maps/map-check.server.ts'
import { MapFileProblem } from '#modules/system/maps/map-file.server.ts'
import { bytesIn, ofText, textOf, type Parser } from '../parser.ts'

const NOW = new Date('2026-01-05T02:05:12.000Z')
const json = JSON.stringify
const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

/** A header in a line each: what a client can put into them is one text. */
const headersIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .flatMap((line) =>
        line.includes(':') ? [[line.slice(0, line.indexOf(':')).trim().toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]] : [],
      ),
  )

const RP = 'zyt.example.com'
const challenge = Buffer.alloc(32, 1).toString('base64url')
const ORIGIN = `https://${RP}`
const device = new SoftAuthenticator()
const made = device.create({ rp: { id: RP }, user: { id: 'AAAA' }, challenge }, { origin: ORIGIN })
const given = device.get({ challenge }, { origin: ORIGIN })
const field = (one: object, name: string): Uint8Array =>
  new Uint8Array(Buffer.from((one as { response: Record<string, string> }).response[name]!, 'base64url'))

const tiles = (): Uint8Array[] => [
  pmtilesOf({
    tiles: [
      { z: 0, x: 0, y: 0, bytes: new Uint8Array(30) },
      { z: 14, x: 13_000, y: 6000, bytes: new Uint8Array(9) },
    ],
  }),
  pmtilesOf({ tiles: [{ z: 0, x: 0, y: 0, bytes: new Uint8Array(3) }], layers: ['a'], minZoom: 3 }),
]

export const callerParsers: readonly Parser[] = [
  {
    name: 'passkeys that are added',
    reads: ['kit/access/proofs/passkeys.server.ts attestation'],
    // The attestation in CBOR; around it the JSON of the browser is ours.
    seeds: () => [field(made, 'attestationObject')],
    words: ['fmt', 'none', 'packed', 'attStmt', 'authData', '\u00a0', '\u009f', '\u00bf', '\u00ff', 'x5c'],
    isRefusal: (error) => error instanceof z.ZodError,
    async call(input) {
      const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
      const answer = attestation.parse({
        ...made,
        response: { ...(made as { response: object }).response, attestationObject: Buffer.from(input).toString('base64url') },
      })
      // Whatever it throws is caught there, as in `Passkeys.add`.
      await verifyRegistrationResponse({
        response: answer as never,
        expectedChallenge: challenge,
        expectedOrigin: ORIGIN,
        expectedRPID: RP,
        requireUserVerification: false,
      }).catch(() => null)
    },
  },
  {
    name: 'passkeys that are used',
    reads: [],
    seeds: () => bytesIn(given, json({ type: 'webauthn.get', challenge, origin: ORIGIN })),
    async call(input) {
      const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
      const { response } = JSON.parse(given) as { response: Record<string, string> }
      const texts = [
        textOf(input),
        json({
          ...(JSON.parse(given) as object),
          response: {
            ...response,
            clientDataJSON: Buffer.from(input).toString('base64url'),
            authenticatorData: Buffer.from(input).toString('base64url'),
          },
        }),
      ]
      for (const text of texts) {
        let answer: unknown
        try {
          answer = JSON.parse(text)
        } catch {
          continue
        }
        await verifyAuthenticationResponse({
          response: answer as never,
          expectedChallenge: challenge,
          expectedOrigin: ORIGIN,
          expectedRPID: RP,
          credential: { id: 'AAAA', publicKey: new Uint8Array(77), counter: 0 },
        }).catch(() => null)
      }
    },
  },
  ofText({
    name: 'headers',
    reads: [
      'kit/http/requests.server.ts tokenOf',
      'kit/http/sending/ranges.server.ts spanOf',
      'kit/access/link-token.server.ts operatorOf',
      'kit/ports/standard-webhooks.server.ts verifiedId',
    ],
    seeds: [
      'authorization: Bearer abc-_\nrange: bytes=0-99\nif-range: "x"\nuser-agent: Mozilla/5.0 (iPhone) MicroMessenger',
      `range: bytes=-5\nif-range: Mon, 05 Jan 2026 02:05:12 GMT\nx-link: 1.${'a'.repeat(43)}`,
      `webhook-id: a\nwebhook-timestamp: ${NOW.getTime() / 1000}\nwebhook-signature: v1,abc v1a,def`,
      `x-app-key: k\nx-timestamp: ${NOW.getTime()}\nx-nonce: n\nx-signature: ${'0'.repeat(64)}\ncode: 123456`,
    ],
    most: 32_000,
    call(text) {
      const headers = headersIn(text)
      tokenOf(headers['authorization'])
      spanOf({ range: headers['range'], ifRange: headers['if-range'] }, { size: 1000, etag: '"x"', modified: NOW })
      deviceOf(headers['user-agent'] ?? text)
      operatorOf(headers['x-link'] ?? text)
      verifiedId(SECRET, headers, text, NOW)
      isSignedNotice({ appKey: 'k', secret: 's' }, { path: '/x', header: (name) => headers[name] ?? null, body: text, now: NOW })
      matchTotp(new Uint8Array(20), headers['code'] ?? text, NOW.toISOString())
      canonical({ method: 'GET', path: '/x', query: text, time: '1', nonce: 'n', bodyHash: '' })
    },
  }),
  ofText({
    name: 'notices of e-sign',
    reads: ['modules/esign/provider/adaptor.server.ts esignProvider'],
    seeds: [
      json({ action: 'SIGN_FLOW_COMPLETE', signFlowId: 'a', signOrder: 1, operateTime: 1, signFlowStatus: 2 }),
      json({ action: 'AUTH_PASS', authFlowId: 'b', customBizNum: 'c', signResult: '2' }),
    ],
    // Signed rightly: whoever has the secret may be a stranger to what he sends.
    call(body) {
      const provider = esignProvider({ host: 'https://e.example.com', notifyUrl: ORIGIN, appId: 'k', secret: 's' } as never)
      const query = `o=1&${body.slice(0, 30).replaceAll(/[^\w=&]/g, '')}`
      const timestamp = String(NOW.getTime())
      const headers: Record<string, string> = {
        'x-tsign-open-app-id': 'k',
        'x-tsign-open-timestamp': timestamp,
        'x-tsign-open-signature-algorithm': 'hmac-sha256',
        'x-tsign-open-signature': noticeSignature('s', { timestamp, query, body }),
      }
      provider.notice((name) => headers[name] ?? null, query, body)
    },
  }),
  ofText({
    name: 'notices of gateways',
    reads: ['kit/ports/signed-call.server.ts isSignedNotice'],
    seeds: [
      json({
        businessCode: 'JJ1',
        attempt: 1,
        progress: {
          state: 'AUDITING',
          seq: 1,
          reasons: [{ field: 'a', reason: 'b' }],
          signUrl: 'https://a.example/b',
          subMerchantId: null,
        },
      }),
    ],
    call(body) {
      merchantNotice.safeParse(parseJson(body))
      createHmac('sha256', 's').update(body).digest()
    },
  }),
  {
    name: 'map files',
    reads: ['modules/system/maps/map-check.server.ts checkFile', 'modules/system/maps/map-check.server.ts headerOf'],
    seeds: tiles,
    words: ['PMTiles', '\u001f\u008b\u0008'],
    isRefusal: (error) => error instanceof MapFileProblem,
    async call(input) {
      const file = {
        name: 'a.pmtiles',
        open: () =>
          Promise.resolve({
            size: input.length,
            etag: '"x"',
            modified: NOW,
            read: (from: number, to: number) => Readable.from([Buffer.from(input.subarray(from, to + 1))]),
            close: () => undefined,
          }),
      }
      await checkFile(file)
      await headerOf(file)
    },
  },
]
