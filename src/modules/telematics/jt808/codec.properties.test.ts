/** What must hold for every message and every stream. `DEEP=1` takes a million mutated frames, `FRAMES=10000000` so many. */
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { randomOf } from '#kit/basics/random.ts'
import { bytesOf, xorOf } from './bytes.ts'
import { unescape, wrap } from './frame.ts'
import { decodeText, encodeText, unsayable } from './gbk.ts'
import {
  badFrames,
  CodecError,
  decodeBody,
  decodeFrame,
  Decoder,
  encodeBody,
  encodeFrame,
  encodeMessage,
  hexOf,
  isRaw,
  itemKinds,
  messageIds,
  messageName,
  profiles,
  readBody,
  Reassembler,
  spansOf,
  type Body,
  type Frame,
  type Header,
  type Version,
} from './jt808.ts'
import { answerLine } from './lines.ts'
import { codecOf } from './messages.ts'
import type { Codec, Field, Kind } from './schema.ts'

if (process.env['DEEP']) vi.setConfig({ testTimeout: 3_600_000 })
const DEEP = process.env['DEEP'] !== undefined
const MUTATIONS = DEEP ? Number(process.env['FRAMES'] ?? 1_000_000) : 6000
const numRuns = DEEP ? 20_000 : 100
const VERSIONS: readonly Version[] = [2011, 2013, 2019]

type Random = () => number
const upTo = (random: Random, n: number): number => Math.floor(random() * (n + 1))
const CHARS = '沪A12345粤京测试温度报警请靠边停车αБ 0aZ~'

/** A value for any description: what the vocabulary can say is generated from the description itself. */
function valueOf(kind: Kind, random: Random, version: Version): unknown {
  switch (kind.is) {
    case 'int':
      return random() < 0.1 ? kind.max : upTo(random, random() < 0.5 ? 3 : kind.max)
    case 'code':
      return upTo(random, random() < 0.5 ? 0xffff : 16 ** kind.digits - 1)
        .toString(16)
        .padStart(4, '0')
    case 'digits':
      return Array.from({ length: 2 * kind.bytes }, () => upTo(random, 9)).join('')
    case 'time':
      return random() < 0.1
        ? '26ff00000000'
        : `20${10 + upTo(random, 89)}-${10 + upTo(random, 2)}-${10 + upTo(random, 18)} ${10 + upTo(random, 13)}:00:${10 + upTo(random, 49)}`
    case 'text':
      return Array.from(
        { length: upTo(random, Math.min(20, Math.floor(kind.bytes / 2))) },
        () => CHARS[upTo(random, CHARS.length - 1)],
      ).join('')
    case 'hex':
      return Array.from({ length: kind.bytes ?? upTo(random, 40) }, () => upTo(random, 255).toString(16).padStart(2, '0')).join('')
    case 'list':
      return Array.from({ length: upTo(random, 5) }, () => valueOf(kind.of.kind, random, version))
    case 'sized':
      return valueOf(kind.of.kind, random, version)
    case 'other':
      return kind.sample(random)
    case 'struct': {
      const values: Record<string, unknown> = {}
      let stopped = false
      for (const [name, part] of Object.entries(kind.fields as Record<string, Field<unknown>>)) {
        if (part.when && !part.when(values, version)) continue
        // What may be missing at the end is missing together with all after it.
        stopped ||= part.ifAny === true && random() < 0.3
        if (!stopped || !part.ifAny) values[name] = valueOf(part.codec.kind, random, version)
        // An empty text at the very end is the same as none.
        if (part.ifAny && values[name] === '') values[name] = part.codec.kind.is === 'hex' ? 'aa' : 'A'
      }
      return values
    }
  }
}

function bodyOf(messageId: string, version: Version, random: Random): Body {
  const codec = codecOf(messageId) as Codec<unknown>
  if (messageId === '0102' && version !== 2019) return { code: 'A1B2C3' }
  if (messageId === '0702' && version === 2011)
    return { name: '王小明', idCard: '310101199001011234', certificate: '3101', authority: '上海' }
  if (messageId === '8500')
    return version === 2019
      ? {
          controls: [
            { id: '0001', value: upTo(random, 1) },
            { id: 'f001', raw: '0102' },
          ],
        }
      : { flags: upTo(random, 255) }
  if (messageId === '0704') return { type: upTo(random, 1), locations: Array.from({ length: upTo(random, 6) }, () => locationOf(random)) }
  if (messageId === '0200') return locationOf(random)
  return valueOf(codec.kind, random, version) as Body
}

const MARK = { terminalId: 'ABC1234', time: '2026-11-20 08:00:00', sequence: 3, attachments: 2, reserved: 0 }
const SEEN = {
  speed: 62,
  altitude: 12,
  latitude: 31_230_416,
  longitude: 121_473_701,
  time: '2026-11-20 08:00:00',
  vehicle: 0x0401,
  mark: MARK,
}
const WITHIN: Record<string, unknown> = {
  drivingAssistance: {
    alarmId: 7,
    state: 1,
    type: 1,
    level: 2,
    frontSpeed: 40,
    distance: 55,
    deviation: 0,
    sign: 0,
    signValue: 0,
    ...SEEN,
  },
  driverState: {
    alarmId: 8,
    state: 0,
    type: 2,
    level: 1,
    fatigue: 3,
    reserved: 0,
    ...SEEN,
    mark: { ...MARK, terminalId: ':00ff00ff00ff00' },
  },
  tyres: { alarmId: 9, state: 2, ...SEEN, wheels: [{ position: 3, alarms: 4, pressure: 180, temperature: 35, battery: 90 }] },
  blindSpot: { alarmId: 10, state: 1, type: 3, ...SEEN },
  mileage: 123_456,
  fuel: 800,
  recorderSpeed: 600,
  alarmToConfirm: 9,
  tyrePressures: Array.from({ length: 30 }, (_, i) => (i < 6 ? 200 + i : null)),
  cabinTemperature: -18,
  overspeed: { place: 1, id: 77 },
  area: { place: 4, id: 5, direction: 1 },
  driveTime: { id: 9, seconds: 600, result: 1 },
  videoAlarms: 5,
  videoLost: 1,
  videoCovered: 2,
  storageFailed: 3,
  abnormalDriving: { kind: 1, fatigue: 50 },
  vehicleSignals: 0x7fff,
  io: 3,
  analog: { ad1: 1, ad0: 2 },
  signal: 31,
  satellites: 12,
  temperatures: [-185, 40, null],
  temperaturesSigned: [-185, 40, null],
  humidities: [505, null],
  voltage: 2412,
  batteryLevel: 87,
}
function locationOf(random: Random): Body {
  const all = [...profiles['standard']!.kinds].filter(([, kind]) => kind.name !== 'cabinTemperature')
  const items = Array.from({ length: upTo(random, 6) }, () => {
    if (random() < 0.2) return { id: 'e1', raw: hexOf(Uint8Array.from({ length: upTo(random, 12) }, () => upTo(random, 255))) }
    const [id, kind] = all[upTo(random, all.length - 1)]!
    return { id: id.toString(16).padStart(2, '0'), name: kind.name, value: WITHIN[kind.name] }
  })
  return {
    alarm: upTo(random, 2 ** 32 - 1),
    status: upTo(random, 2 ** 32 - 1),
    latitude: upTo(random, 90_000_000),
    longitude: upTo(random, 180_000_000),
    altitude: upTo(random, 65_535),
    speed: upTo(random, 2000),
    direction: upTo(random, 359),
    time: `2026-${10 + upTo(random, 2)}-${10 + upTo(random, 18)} 12:34:${10 + upTo(random, 49)}`,
    items,
  }
}
const phoneOf = (version: Version, random: Random): string =>
  Array.from({ length: version === 2019 ? 20 : 12 }, () => upTo(random, 9)).join('')
const headerOf = (messageId: string, version: Version, random: Random) => ({
  messageId,
  version,
  phone: phoneOf(version, random),
  serial: upTo(random, 0xffff),
})
/** As the command line does it: everything passes through JSON. */
const viaJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

/** What the three editions define of 0x00–0x0a and 0x80–0x8a, and the signalling of JT/T 1078 on the same port. */
const WANTED =
  `0001 0002 0003 0004 0005 0100 0102 0104 0107 0108 0200 0201 0301 0302 0303 0500 0608 0700 0701 0702 0704 0705 0800 0801 0802 0805 0900 0901 0a00
  8001 8003 8004 8100 8103 8104 8105 8106 8107 8108 8201 8202 8203 8204 8300 8301 8302 8303 8304 8400 8401 8500 8600 8601 8602 8603 8604 8605 8606 8607 8608
  8700 8701 8702 8800 8801 8802 8803 8804 8805 8900 8a00 9003 9101 9102 9105 9201 9202 9205 9206 9207 9301 9302 9303 9304 9305 9306 1003 1005 1205 1206
  1210 1211 1212 9208 9212`.split(/\s+/)

/** Numbers within those ranges that no edition gives a body to. */
const WITHOUT_BODY = '0101 0103 0703 0803 0804 8002 8101 8102 8703 8901'.split(' ')

describe('every message in every edition', () => {
  test.each(WITHOUT_BODY)('0x%s has no body in any edition and stays hexadecimal, byte for byte', (messageId) => {
    expect(messageIds).not.toContain(messageId)
    const frame = encodeFrame({ messageId, version: 2019, phone: '13912345678', serial: 7 }, { raw: '7e7d00ff' })
    const decoded = decodeFrame(frame)
    expect(decoded.ok && decoded.body).toEqual({ raw: '7e7d00ff' })
    expect(decoded.ok && hexOf(encodeFrame(viaJson(decoded.header), viaJson(decoded.body)))).toBe(hexOf(frame))
  })
  test('has a name, and every kind of item is tried', () => {
    expect(WANTED.filter((id) => !messageIds.includes(id))).toEqual([])
    expect(messageIds.filter((id) => messageName(id) === '未定义的消息')).toEqual([])
    expect(itemKinds.map((kind) => kind.name).filter((name) => !(name in WITHIN))).toEqual([])
  })
  test.each(messageIds.flatMap((id) => VERSIONS.map((version) => [id, version] as const)))(
    '0x%s of %i: decode(encode(m)) = m',
    (messageId, version) => {
      const random = randomOf(Number.parseInt(messageId, 16) * 3 + version)
      for (let i = 0; i < (DEEP ? 2000 : 40); i++) {
        const header = headerOf(messageId, version, random)
        const body = bodyOf(messageId, version, random)
        const bytes = encodeBody(messageId, version, body)
        // An edition read as itself: what a header cannot tell (2011), the connection knows.
        expect(decodeBody(messageId, version, bytes)).toEqual(body)
        if (bytes.length > 1023) continue
        const wire = encodeFrame(header, body)
        const decoded = decodeFrame(wire, { version })
        if (!decoded.ok) throw new Error(decoded.error)
        expect(decoded.body).toEqual(body)
        expect(decoded.header).toMatchObject({ ...header, bodyLength: bytes.length })
        expect(hexOf(encodeFrame(viaJson(decoded.header), viaJson(decoded.body)))).toBe(hexOf(wire))
      }
    },
  )
  test.each(itemKinds.map((kind) => kind.name))('item %s: reads what it wrote', (name) => {
    const kind = itemKinds.find((k) => k.name === name)!
    const bytes = Uint8Array.from(kind.write(WITHIN[name]))
    expect(viaJson(kind.read(bytes, 0, bytes.length, 2019))).toEqual(WITHIN[name])
  })
  test('items of any bytes are given back byte for byte under every profile', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 80 }),
        fc.constantFrom(...Object.values(profiles)),
        fc.constantFrom(...VERSIONS),
        (items, profile, version) => {
          const bytes = Uint8Array.from([...new Uint8Array(22), 0x26, 1, 2, 3, 4, 5, ...items])
          expect(hexOf(encodeBody('0200', version, viaJson(decodeBody('0200', version, bytes, profile)), profile))).toBe(hexOf(bytes))
        },
      ),
      { numRuns: 4 * numRuns },
    )
  })
  test('a body of any bytes is given back byte for byte, and its spans lie within it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...messageIds, '8703', 'f123'),
        fc.constantFrom(...VERSIONS),
        fc.uint8Array({ maxLength: 120 }),
        (messageId, version, bytes) => {
          const body = decodeBody(messageId, version, bytes)
          expect(hexOf(encodeBody(messageId, version, viaJson(body)))).toBe(hexOf(bytes))
          for (const span of spansOf(messageId, version, bytes))
            expect(span.from >= 0 && span.to <= bytes.length && span.from <= span.to).toBe(true)
        },
      ),
      { numRuns: 10 * numRuns },
    )
  })
})

describe('frames', () => {
  test('escaping is undone exactly, and no 7e is left inside', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0x7e, 0x7d, 1, 2)), { maxLength: 200 }), (list) => {
        const content = Uint8Array.from(list)
        const wire = wrap(content)
        expect(wire.subarray(1, -1).includes(0x7e)).toBe(false)
        expect(unescape(wire.subarray(1, -1))).toEqual(Uint8Array.from([...list, xorOf(content)]))
      }),
      { numRuns },
    )
  })
  test('any chunking of a stream gives the same frames, also with one 7e between them and garbage around', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 31 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 50 }),
        fc.boolean(),
        (seed, cuts, shared) => {
          const random = randomOf(seed)
          const wires = Array.from({ length: 5 }, () => frameOf(random))
          const stream = Uint8Array.from([
            0x24,
            0x31,
            ...wires.flatMap((wire, i) => [...(shared && i > 0 ? wire.subarray(1) : wire)]),
            0x13,
          ])
          const whole = new Decoder().push(stream)
          expect(whole.length).toBe(5)
          const decoder = new Decoder()
          const pieces: Frame[] = []
          for (let at = 0, i = 0; at < stream.length; at += cuts[i % cuts.length]!, i++)
            pieces.push(...decoder.push(stream.subarray(at, at + cuts[i % cuts.length]!)))
          expect(pieces).toEqual(whole)
        },
      ),
      { numRuns },
    )
  })
  test('a flipped bit is noticed or changes what is read; it never passes as the same frame and never breaks', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), fc.nat(), (seed, at) => {
        const wire = frameOf(randomOf(seed))
        const flipped = wire.slice()
        flipped[(at >> 3) % wire.length]! ^= 1 << (at & 7)
        const before = decodeFrame(wire)
        const after = decodeFrame(flipped)
        if (after.ok) expect({ ...after }).not.toEqual(before)
        new Decoder().push(flipped)
      }),
      { numRuns: 4 * numRuns },
    )
  })
  test('random bytes break nothing, and the memory they take is one frame', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 4000 }), (garbage) => {
        const decoder = new Decoder()
        for (const frame of decoder.push(garbage)) readBody(frame)
        expect(decoder.stats.bytes).toBe(garbage.length)
        // A good frame after it is read, whatever stood before.
        expect(decoder.push(frameOf(randomOf(1))).length).toBe(1)
        decodeFrame(garbage)
      }),
      { numRuns },
    )
  })
})

function frameOf(random: Random): Uint8Array {
  for (;;) {
    const messageId = random() < 0.4 ? '0200' : messageIds[upTo(random, messageIds.length - 1)]!
    const version = VERSIONS[upTo(random, 2)]!
    const header = {
      ...headerOf(messageId, version, random),
      ...(random() < 0.1 ? { packet: { total: 3, index: 2 } } : {}),
      ...(random() < 0.1 ? { encryption: 1 } : {}),
    }
    const body = header.packet || header.encryption ? { raw: '7e7d0102' } : bodyOf(messageId, version, random)
    if (encodeBody(messageId, version, body).length <= 1023) return encodeFrame(header, body)
  }
}

/** What a line, a terminal or an attacker makes of a frame. Half of the results get a right check code, half of those a right length. */
function mutated(wire: Uint8Array, random: Random): Uint8Array {
  const content = unescape(wire.subarray(1, -1)) as Uint8Array
  let bytes = [...content.subarray(0, -1)]
  for (let n = upTo(random, 4); n >= 0; n--) {
    const at = upTo(random, Math.max(0, bytes.length - 1))
    const how = random()
    if (how < 0.4) bytes[at] = upTo(random, 255)
    else if (how < 0.55) bytes[at] = bytes[at]! ^ (1 << upTo(random, 7))
    else if (how < 0.7) bytes.splice(at, 1 + upTo(random, 6))
    else if (how < 0.85)
      bytes.splice(at, 0, ...Array.from({ length: 1 + upTo(random, 6) }, () => [0, 0xff, 0x7e, 0x7d, upTo(random, 255)][upTo(random, 4)]!))
    else if (how < 0.95) bytes = bytes.slice(0, at)
    else bytes = [...bytes, ...bytes.slice(at)].slice(0, 1200)
  }
  const head = bytes.length > 3 && bytes[2]! & 0x40 ? 17 : 12
  const extra = bytes.length > 3 && bytes[2]! & 0x20 ? 4 : 0
  const length = bytes.length - head - extra
  if (random() < 0.6 && length >= 0 && length <= 1023) {
    bytes[2] = (bytes[2]! & 0xfc) | (length >> 8)
    bytes[3] = length & 0xff
  }
  const out = wrap(Uint8Array.from(bytes))
  if (random() < 0.3) out[upTo(random, out.length - 1)] = upTo(random, 255)
  return random() < 0.1 ? out.subarray(0, upTo(random, out.length)) : out
}

test(`${MUTATIONS} mutated frames (R-70): none breaks, and every one that is understood is written back byte for byte`, () => {
  const seed = DEEP ? Date.now() % 1_000_000 : 42
  const random = randomOf(seed)
  const decoder = new Decoder()
  let understood = 0
  let raw = 0
  let wire = frameOf(random)
  let heap = 0
  for (let i = 0; i < MUTATIONS; i++) {
    // After the first tenth everything that is kept is there.
    if (i === MUTATIONS / 10) heap = process.memoryUsage().heapUsed
    if (i % 8 === 0) wire = frameOf(random)
    const bytes = mutated(wire, random)
    for (const version of i % 2 ? [2011 as const] : [2013 as const]) {
      const decoded = decodeFrame(bytes, { version })
      if (!decoded.ok) continue
      understood++
      if (isRaw(decoded.body)) raw++
      const { header, body } = viaJson({ header: decoded.header, body: decoded.body })
      const again = hexOf(encodeFrame(header, body))
      if (again !== hexOf(bytes)) expect({ seed, i, again }).toEqual({ seed, i, again: hexOf(bytes) })
    }
    for (const frame of decoder.push(bytes)) readBody(frame)
  }
  const { stats } = decoder
  process.stdout.write(
    `mutated frames (seed ${seed}): ${understood} understood, of those ${raw} raw; stream: ${stats.frames} frames, ${badFrames(stats)} bad, ${stats.garbage} bytes of garbage; heap ${Math.round((process.memoryUsage().heapUsed - heap) / 1e6)} MB more than after a tenth\n`,
  )
  // Garbage not yet collected is some ten; a frame that is held would be thousands.
  expect(process.memoryUsage().heapUsed - heap).toBeLessThan(300e6)
  // The mutations reach what they are for.
  expect(understood).toBeGreaterThan(MUTATIONS / 4)
  expect(understood - raw).toBeGreaterThan(MUTATIONS / 10)
  expect(stats.badCheck).toBeGreaterThan(MUTATIONS / 20)
})

describe('long messages', () => {
  const picture = (n: number): Body => ({
    id: 1,
    type: 0,
    format: 0,
    event: 1,
    channel: 1,
    location: {
      alarm: 0,
      status: 3,
      latitude: 1,
      longitude: 2,
      altitude: 0,
      speed: 0,
      direction: 0,
      time: '2026-11-21 12:00:00',
      items: [],
    },
    data: 'a5'.repeat(n),
  })
  test('in packets in any order, doubled, interleaved, give one message each', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 31 }),
        fc.integer({ min: 400, max: 9000 }),
        fc.integer({ min: 0, max: 0xffff }),
        (seed, size, serial) => {
          const random = randomOf(seed)
          const one = encodeMessage({ messageId: '0801', version: 2019, phone: '13912345678', serial }, picture(size), undefined, 300)
          const other = encodeMessage(
            { messageId: '0801', version: 2019, phone: '13912345678', serial: (serial + 500) & 0xffff },
            picture(size + 1),
            undefined,
            300,
          )
          const wires = [...one, ...other].filter((wire) => wire.length > 0)
          const shuffled = wires
            .flatMap((wire) => (random() < 0.3 ? [wire, wire] : [wire]))
            .map((wire) => [random(), wire] as const)
            .toSorted((a, b) => a[0] - b[0])
            .map(([, wire]) => wire)
          const decoder = new Decoder()
          const reassembler = new Reassembler()
          const done: Frame[] = []
          for (const frame of shuffled.flatMap((wire) => decoder.push(wire))) {
            const added = reassembler.add(frame, 0)
            if (added.is === 'complete') done.push(added.frame)
          }
          expect(done.map((frame) => readBody(frame)).toSorted((a, b) => JSON.stringify(a).length - JSON.stringify(b).length)).toEqual([
            picture(size),
            picture(size + 1),
          ])
          expect([reassembler.size, reassembler.held]).toEqual([0, 0])
        },
      ),
      { numRuns: numRuns / 5 },
    )
  })
  test('that never end are bounded: messages, bytes and time', () => {
    const reassembler = new Reassembler({ open: 4, bytes: 10_000, forgetAfterMs: 1000 })
    const part = (serial: number, index: number, total: number, bytes: number): Frame => ({
      header: {
        messageId: '0801',
        version: 2013,
        phone: '0',
        serial,
        bodyLength: bytes,
        encryption: 0,
        packet: { total, index },
      } as Header,
      bytes: new Uint8Array(bytes),
    })
    for (let i = 0; i < 100; i++) reassembler.add(part(1000 * i, 1, 3, 900), i)
    expect(reassembler.size).toBe(4)
    for (let i = 1; i < 60; i++) reassembler.add(part(7000 + i - 1, i, 65_535, 1000), 200)
    expect(reassembler.held).toBeLessThanOrEqual(10_000)
    expect(reassembler.add(part(5, 3, 2, 10), 200)).toMatchObject({ is: 'refused' })
    expect(reassembler.add(part(5, 0, 2, 10), 200)).toMatchObject({ is: 'refused' })
    reassembler.missing(5000)
    expect([reassembler.size, reassembler.held]).toEqual([0, 0])
  })
  test('ask for exactly what is missing, a few times, ever later', () => {
    const wires = encodeMessage({ messageId: '0801', version: 2013, phone: '13912345678', serial: 0xfffe }, picture(1000), undefined, 200)
    const decoder = new Decoder()
    const reassembler = new Reassembler({ askAfterMs: 1000, asks: 2 })
    for (const [i, wire] of wires.entries()) if (i !== 1 && i !== 3) for (const frame of decoder.push(wire)) reassembler.add(frame, 0)
    expect(reassembler.missing(999)).toEqual([])
    expect(reassembler.missing(1000)).toEqual([{ messageId: '0801', firstSerial: 0xfffe, indices: [2, 4] }])
    expect(reassembler.missing(1001)).toEqual([])
    expect(reassembler.missing(3000)).toHaveLength(1)
    expect(reassembler.missing(60_000)).toEqual([])
    const [frame] = decoder.push(wires[1]!)
    expect(reassembler.add(frame!, 60_000)).toEqual({ is: 'waiting' })
    const added = reassembler.add(decoder.push(wires[3]!)[0]!, 60_001)
    expect(added.is === 'complete' && readBody(added.frame)).toEqual(picture(1000))
    expect(added.is === 'complete' && added.frame.header.serial).toBe(0xfffe)
    // A late repetition of what is complete opens nothing, and hears what the whole heard; serials come round after a while.
    expect(reassembler.add(frame!, 60_002)).toEqual({ is: 'repeated', answer: null })
    if (added.is === 'complete') reassembler.answered(added.frame.header, 0)
    expect(reassembler.add(frame!, 60_003)).toEqual({ is: 'repeated', answer: 0 })
    expect(reassembler.add(frame!, 400_000)).toEqual({ is: 'waiting' })
  })
})

describe('texts', () => {
  test('of any bytes are given back byte for byte, in characters a database can store', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const text = decodeText(bytes)
        expect(hexOf(encodeText(text))).toBe(hexOf(bytes))
        expect(text.isWellFormed() && !text.includes('\u0000')).toBe(true)
      }),
      { numRuns: 4 * numRuns },
    )
  })
  test('every pair of GBK is one character and back', () => {
    let pairs = 0
    for (let lead = 0x81; lead <= 0xfe; lead++)
      for (let trail = 0x40; trail <= 0xfe; trail++) {
        const bytes = Uint8Array.of(lead, trail)
        const text = decodeText(bytes)
        if (text.length === 1) pairs++
        expect(hexOf(encodeText(text))).toBe(hexOf(bytes))
      }
    expect(pairs).toBeGreaterThan(21_886)
    expect(hexOf(encodeText('沪A12345'))).toBe('bba6413132333435')
  })
  test('say which characters a terminal cannot be sent', () => {
    expect(unsayable('请靠边停车🚚，谢谢')).toEqual(['🚚'])
    expect(() => encodeText('🚚')).toThrow(CodecError)
  })
})

test('any JSON on a line of the encoder is answered, never thrown', () => {
  const bodies = fc.oneof(
    fc.json(),
    fc.constantFrom(...messageIds).chain((messageId) =>
      fc
        .tuple(fc.constant(messageId), fc.constantFrom(...VERSIONS), fc.jsonValue(), fc.integer({ min: 0, max: 2 ** 31 }))
        .map(([id, version, junk, seed]) =>
          JSON.stringify(
            spoiled(
              {
                header: { ...headerOf(id, version, randomOf(seed)), packet: { total: 1, index: 1 } },
                body: bodyOf(id, version, randomOf(seed)),
              },
              junk,
              randomOf(seed),
            ),
          ),
        ),
    ),
  )
  fc.assert(
    fc.property(bodies, (line) => {
      const answer = JSON.parse(answerLine('encode', line, { version: 2013, profile: 'standard' })) as {
        hex?: string
        ok?: boolean
        error?: string
      }
      if (answer.hex === undefined) expect(answer.error).toMatch(/[\u4e00-\u9fff]/)
      else expect(bytesOf(answer.hex).length).toBeGreaterThan(14)
    }),
    { numRuns: 10 * numRuns },
  )
})

/** Puts something else in the place of one value, deep inside. */
function spoiled(value: unknown, junk: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random() < 0.2) return junk
  const keys = Object.keys(value)
  if (keys.length === 0) return junk
  const key = keys[upTo(random, keys.length - 1)]!
  const copy: any = Array.isArray(value) ? [...value] : { ...value }
  copy[key] = spoiled((value as Record<string, unknown>)[key], junk, random)
  return copy
}
