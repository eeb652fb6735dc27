/** What terminals send: JT/T 808 (with the signalling of 1078), GT06, files of alarms; and what people paste of it. */
import { randomOf } from '#kit/basics/random.ts'
import { encodeGt06, Gt06Decoder } from '#modules/telematics/gt06/gt06.ts'
import { Gt06Translator } from '#modules/telematics/gt06/translator.ts'
import { bytesOf, hexOf } from '#modules/telematics/jt808/bytes.ts'
import { decodeFrame, encodeMessage, wrap } from '#modules/telematics/jt808/frame.ts'
import { decodeText, encodeText, plainText } from '#modules/telematics/jt808/gbk.ts'
import {
  CodecError,
  Decoder,
  decodeBody,
  encodeFrame,
  messageIds,
  profiles,
  readBody,
  Reassembler,
  spansOf,
  type Body,
} from '#modules/telematics/jt808/jt808.ts'
import { answerLine } from '#modules/telematics/jt808/lines.ts'
import { explain } from '#modules/telematics/messages/explain.ts'
import { FileStream, packetOf } from '#modules/telematics/safety/file-stream.ts'
import { Random } from '#kit/basics/random.ts'
import { MOST, bytesIn, ofText, textOf, type Parser } from '../parser.ts'

const NOW = Date.parse('2026-01-05T02:05:12.000Z')
const FIX: Body = {
  alarm: 1,
  status: 3,
  latitude: 31_230_416,
  longitude: 121_473_701,
  altitude: 12,
  speed: 655,
  direction: 90,
  time: '2026-01-05 10:05:12',
  items: [
    { id: '01', name: 'mileage', value: 12_345 },
    { id: '64', raw: '0000000101010101020003000000000101010000000000000000000000000026010510051200000000000000000000000000000000' },
  ],
}
const LONG: Body = { type: 1, locations: Array.from({ length: 40 }, () => FIX as never) }

/** Every message there is, filled with bytes: what a description can hold is found by what does not fit it, too. */
function bodies(): Uint8Array[] {
  const random = randomOf(808)
  return messageIds.flatMap((id) =>
    [6, 40, 160].map((length) =>
      Uint8Array.from([
        Number.parseInt(id.slice(0, 2), 16),
        Number.parseInt(id.slice(2), 16),
        0,
        0,
        ...Array.from({ length }, () => Math.floor(random() ** 3 * 256)),
      ]),
    ),
  )
}
const frames = (): Uint8Array[] => {
  const header = { phone: '013912345678', serial: 7 }
  return [
    encodeFrame({ ...header, messageId: '0200' }, FIX),
    encodeFrame({ ...header, messageId: '0002', version: 2019 }, {}),
    encodeFrame({ ...header, messageId: '0102', version: 2019 }, { code: 'abc', imei: '123456789012345', software: 'v1' }),
    Buffer.concat(encodeMessage({ ...header, messageId: '0704' }, LONG)),
  ]
}
/** In pieces, as a network cuts them. */
const PIECES = 37
function* piecesOf(input: Uint8Array, size = PIECES): Generator<Uint8Array> {
  for (let at = 0; at < input.length; at += size) yield input.subarray(at, at + size)
}
const VERSIONS = [2011, 2013, 2019] as const
const PROFILES = Object.values(profiles)

const gt06 = (number: number, hex: string): Uint8Array => encodeGt06({ number, serial: 3, content: bytesOf(hex) })
const gt06Frames = (): Uint8Array[] => [
  Buffer.concat([
    gt06(0x01, '0123456789012345'),
    gt06(0x13, '4604040002'),
    gt06(0x12, '1a01050a050c cf026b3f3e0c22ad65501f344601cc00287d001fb8'.replaceAll(' ', '')),
  ]),
  Buffer.concat([gt06(0x01, '012345678901234500013200'), gt06(0x16, '1a01050a050ccf026b3f3e0c22ad65501f34460901cc00287d001fb80604040101')]),
  Buffer.concat([gt06(0x01, '0123456789012345'), gt06(0x15, '0800000001444f4e45'), gt06(0x8a, ''), gt06(0x21, '00000001025b8c6210')]),
]

export const terminalParsers: readonly Parser[] = [
  {
    name: 'jt808 stream',
    reads: [
      'modules/telematics/jt808/frame.ts readContent',
      'modules/telematics/jt808/frame.ts readBody',
      'modules/telematics/jt808/decoder.ts Decoder',
      'modules/telematics/jt808/reassemble.ts Reassembler',
    ],
    seeds: frames,
    words: ['\x7e', '\x7d\x01', '\x7d\x02'],
    call(input) {
      const [decoder, reassembler] = [new Decoder(), new Reassembler()]
      for (const piece of piecesOf(input))
        for (const frame of decoder.push(piece)) {
          const added = reassembler.add(frame, NOW)
          if (added.is === 'complete') readBody(added.frame)
        }
      reassembler.missing(NOW + 60_000)
    },
  },
  {
    name: 'jt808 content',
    reads: ['modules/telematics/jt808/frame.ts decodeFrame', 'modules/telematics/jt808/frame.ts unescape'],
    // Without check code and 7e, which are put around whatever becomes of it: so what is behind them is reached.
    seeds: () => frames().map((frame) => frame.slice(1, -2)),
    most: 2000,
    call(input) {
      decodeFrame(wrap(input), { version: VERSIONS[input.length % 3]!, profile: PROFILES[input.length % PROFILES.length]! })
    },
  },
  {
    name: 'jt808 bodies',
    reads: [
      'modules/telematics/jt808/messages.ts decodeBody',
      'modules/telematics/jt808/messages.ts spansOf',
      'modules/telematics/jt808/location.ts readLocation',
    ],
    seeds: bodies,
    // A message of packets may be as long as what is kept of one connection.
    call(input) {
      const [a = 0, b = 0, version = 0, profile = 0] = input
      const id = hexOf(Uint8Array.of(a, b))
      const body = input.subarray(4)
      decodeBody(id, VERSIONS[version % 3]!, body, PROFILES[profile % PROFILES.length]!)
      spansOf(id, VERSIONS[version % 3]!, body, PROFILES[profile % PROFILES.length]!)
    },
  },
  {
    name: 'gbk',
    reads: ['modules/telematics/jt808/gbk.ts decodeText', 'modules/telematics/jt808/gbk.ts plainText'],
    seeds: () => [encodeText('沪A12345 粤京测试温度报警请靠边停车'), ...bytesIn('plain', '\0\0')],
    call(input) {
      const text = decodeText(input)
      plainText(text)
      if (hexOf(encodeText(text)) !== hexOf(input)) throw new Error('GBK is not given back byte for byte')
    },
  },
  {
    name: 'gt06 stream',
    reads: [
      'modules/telematics/gt06/gt06.ts Gt06Decoder',
      'modules/telematics/gt06/translator.ts Gt06Translator',
      'modules/telematics/gt06/link.ts Gt06Link',
    ],
    seeds: gt06Frames,
    words: ['\x78\x78', '\x79\x79', '\r\n'],
    call(input) {
      const translator = new Gt06Translator(() => NOW)
      for (const piece of piecesOf(input)) for (const frame of translator.push(piece)) readBody(frame)
      translator.answers()
    },
  },
  {
    name: 'gt06 content',
    reads: [],
    // Number and content of each frame in a row; check codes and lengths are put around them.
    seeds: () =>
      gt06Frames().flatMap((bytes) => [
        Buffer.concat(new Gt06Decoder().push(bytes).map(({ number, content }) => Buffer.from([content.length, number, ...content]))),
      ]),
    most: 1500,
    call(input) {
      const translator = new Gt06Translator(() => NOW)
      for (let at = 0; at + 1 < input.length;) {
        const [length, number] = [input[at]!, input[at + 1]!]
        const content = input.subarray(at + 2, at + 2 + length)
        for (const frame of translator.push(encodeGt06({ number, content, serial: at & 0xffff }))) readBody(frame)
        at += 2 + length
      }
    },
  },
  {
    name: 'files of alarms',
    reads: ['modules/telematics/safety/file-stream.ts FileStream'],
    seeds: () => [
      Buffer.concat([
        frames()[0]!,
        packetOf({ name: '00_65_6401_1.jpg', offset: 0, data: new Uint8Array(40) }),
        packetOf({ name: 'b.mp4', offset: 40, data: new Uint8Array(9) }),
      ]),
    ],
    words: ['01cd', '\x7e'],
    call(input) {
      const stream = new FileStream()
      const random = new Random(input.length)
      for (let at = 0; at < input.length;) {
        const size = random.int(1, 900)
        stream.push(input.subarray(at, at + size))
        at += size
      }
    },
  },
  ofText({
    name: 'message tool',
    reads: [
      'modules/telematics/messages/explain.ts explain',
      'modules/telematics/jt808/lines.ts answerLine',
      'modules/telematics/jt808/lines.ts cleanHex',
    ],
    seeds: [...frames(), ...gt06Frames()].map((bytes) => hexOf(bytes)),
    most: 200_000,
    call(text) {
      explain(text, { version: 2013, profile: 'standard' })
      answerLine('decode', text, { version: 2013, profile: 'standard' })
      answerLine('encode', text, { version: 2013, profile: 'standard' })
    },
  }),
  {
    name: 'jt808 commands written as JSON',
    reads: ['modules/telematics/jt808/messages.ts encodeBody', 'modules/telematics/jt808/frame.ts encodeFrame'],
    seeds: () =>
      bytesIn(
        JSON.stringify({ header: { messageId: '8103', phone: '1', serial: 1 }, body: { parameters: [{ id: '0029', value: 30 }] } }),
        JSON.stringify({ header: { messageId: '0200', phone: '1', serial: 1 }, body: FIX }),
      ),
    most: MOST,
    isRefusal: (error) => error instanceof CodecError,
    call: (input) => answerLine('encode', textOf(input), { version: 2013, profile: 'standard' }),
  },
]
