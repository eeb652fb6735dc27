import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ACC, bytesOf, degreesOf, encodeFrame, FIXED, FUEL_CUT, hexOf, instantOf, isRaw, messageIds, readBody } from '../jt808/jt808.ts'
import { answerGt06, commandGt06, crcItu, encodeGt06, Gt06Decoder, gt06Hex, LOGIN, speaksGt06, timeGt06, type Gt06Frame } from './gt06.ts'
import { Gt06Link } from './link.ts'
import { Gt06Translator } from './translator.ts'

const receive = (link: Gt06Link, hex: string) => {
  const [frame, ...more] = new Gt06Decoder().push(bytesOf(hex.toLowerCase()))
  expect(more).toEqual([])
  expect(gt06Hex(frame!)).toBe(hex.toLowerCase())
  return link.receive(frame!)
}

describe('frames of devices, from the decoder tests of traccar', () => {
  test('CRC-ITU of the usual check text', () => expect(crcItu(new TextEncoder().encode('123456789'))).toBe(0x906e))
  test('a login says the IMEI and is answered with its serial', () => {
    const link = new Gt06Link()
    expect(receive(link, '78780D01086471700328358100093F040D0A')).toEqual({ is: 'login', terminalNo: '864717003283581' })
    const [frame] = new Gt06Decoder().push(bytesOf('78780d01086471700328358100093f040d0a'))
    const answer = hexOf(answerGt06(frame!)!)
    expect(answer.slice(0, 12)).toBe('787805010009')
    expect(new Gt06Decoder().push(bytesOf(answer))).toHaveLength(1)
  })
  test('a location: degrees, speed, direction, time, satellites', () => {
    const link = new Gt06Link()
    // 15-12-29 02:51:05 UTC, flags 1400: fixed, north, east.
    const heard = receive(link, '787822220F0C1D023305C9027AC8180C46586000140001CC00287D001F71000001000820860D0A')
    expect(heard).toMatchObject({
      is: 'location',
      late: true,
      location: { time: '2015-12-29 10:51:05', speed: 0, direction: 0, status: FIXED },
    })
    if (heard.is !== 'location') throw new Error(heard.is)
    expect(degreesOf(heard.location)).toEqual({
      latitude: Math.round((0x027ac818 / 1_800_000) * 1e6),
      longitude: Math.round((0x0c465860 / 1_800_000) * 1e6),
    })
    expect(heard.location.items).toContainEqual({ id: '31', name: 'satellites', value: 9 })
  })
  test('an alarm carries switches: fuel cut and ignition come with it and with what follows', () => {
    const link = new Gt06Link()
    const heard = receive(link, '7878251613020C12141AC5027951430C2A16F60014000900000000001A00007C550300020002F1E70D0A')
    // The alarm byte is 0, the switches (7c) say that it was taken off; a newer one says «vibration» in its own byte.
    expect(heard).toMatchObject({ is: 'location', alarm: '拆除报警', location: { alarm: 0 } })
    expect(receive(link, '7878252612030C063816C3026C10540C38C9700144030901CC002866000EEE0C06040302000DA2DB0D0A')).toMatchObject({
      alarm: '震动报警',
      location: { speed: 10 },
    })
    // 42: power was cut (2 in bits 3–5) and the fuel is connected.
    expect(
      link.receive({
        number: 0x16,
        content: bytesOf('0b081d112e10cf027ac7eb0c46584900148f' + '09' + '01cc00287d001fb8' + '1004030002'),
        serial: 3,
        long: false,
      }),
    ).toMatchObject({ alarm: '断电报警', location: { alarm: 256 } })
    // A heartbeat with bit 7 (fuel cut) and bit 1 (ignition), then a location without switches of its own.
    const beat: Gt06Frame = { number: 0x13, content: Uint8Array.of(0x82, 4, 3, 0, 1), serial: 1, long: false }
    expect(link.receive(beat)).toEqual({ is: 'heartbeat', voltageLevel: 4, signal: 3, fuelCut: true, acc: true })
    const place = receive(link, '78781219028f0a29e10036f12003040102000875dc0d0a')
    expect(place.is).toBe('other')
    const location = link.receive({
      number: 0x12,
      content: bytesOf('0b081d112e10cf027ac7eb0c46584900148f01cc00287d001fb8'),
      serial: 3,
      long: false,
    })
    expect(location).toMatchObject({
      is: 'location',
      location: { status: FIXED | ACC | FUEL_CUT, direction: 0x8f, time: '2011-08-30 01:46:16' },
    })
  })
  test('an answer to a command is text with the flag that was sent', () => {
    const link = new Gt06Link()
    expect(receive(link, '797900262100000000020043006f006d006d0061006e00640020006500720072006f0072002100236e850d0a')).toEqual({
      is: 'answer',
      flag: 0,
      text: 'Command error!',
    })
    expect(receive(link, '7878281520000000003c49434349443a38393838323339303030303039373330323635303e00020d446f260d0a')).toEqual({
      is: 'answer',
      flag: 0,
      text: '<ICCID:89882390000097302650>',
    })
  })
  test('cutting the fuel is a text command (test of the encoder)', () => {
    expect(hexOf(commandGt06('Relay,1#', 0, 0))).toBe('787812800c0000000052656c61792c312300009dee0d0a')
  })
  test('the zone of a long login moves the clock', () => {
    const link = new Gt06Link()
    // +8:00 → 800 << 4.
    link.receive({ number: LOGIN, content: bytesOf('0864717003283581' + '0044' + '3200'), serial: 1, long: false })
    const heard = link.receive({
      number: 0x12,
      content: bytesOf('0b081d112e10cf027ac7eb0c46584900148f01cc00287d001fb8'),
      serial: 3,
      long: false,
    })
    expect(heard).toMatchObject({ location: { time: '2011-08-29 17:46:16' } })
  })
  test('the time is answered in UTC', () =>
    expect(hexOf(timeGt06(7, Date.UTC(2026, 10, 21, 1, 2, 3))).slice(6, 26)).toBe(
      '8a1a0b150102030007' + hexOf(timeGt06(7, Date.UTC(2026, 10, 21, 1, 2, 3))).slice(24, 26),
    ))
})

describe('streams', () => {
  const anyFrame = fc.record({
    number: fc.integer({ min: 0, max: 255 }),
    content: fc.uint8Array({ maxLength: 300 }),
    serial: fc.integer({ min: 0, max: 0xffff }),
  })
  test('any chunking gives the same frames, and garbage between them costs none', () => {
    fc.assert(
      fc.property(
        fc.array(anyFrame, { minLength: 1, maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
        fc.uint8Array({ maxLength: 20 }),
        (frames, cuts, noise) => {
          const garbage = noise.filter((byte) => !speaksGt06(byte))
          const stream = Uint8Array.from(frames.flatMap((frame) => [...garbage, ...encodeGt06(frame)]))
          const decoder = new Gt06Decoder()
          const decoded: Gt06Frame[] = []
          for (let at = 0, i = 0; at < stream.length; at += cuts[i % cuts.length]!, i++)
            decoded.push(...decoder.push(stream.subarray(at, at + cuts[i % cuts.length]!)))
          expect(decoded).toEqual(frames.map((frame) => ({ ...frame, long: expect.any(Boolean) as boolean })))
          expect(decoder.idle).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })
  test('random bytes break nothing and stay bounded; a frame with right check and any content is heard', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), anyFrame, (bytes, frame) => {
        const decoder = new Gt06Decoder()
        const link = new Gt06Link()
        for (const decoded of decoder.push(Uint8Array.from([0x79, 0x79, ...bytes]))) link.receive(decoded)
        expect(decoder.stats.bytes).toBe(bytes.length + 2)
        expect(typeof link.receive({ ...frame, long: false }).is).toBe('string')
      }),
      { numRuns: 1000 },
    )
  })
})

describe('behind the session of JT/T 808', () => {
  const login = encodeGt06({ number: LOGIN, content: bytesOf('0864717003283581'), serial: 1 })
  const say = (translator: Gt06Translator, messageId: string, body: object) =>
    translator.say(encodeFrame({ messageId, version: 2019, phone: '864717003283581', serial: 9 }, body as never))
  test('a login becomes a registration, then the code; only then is the device answered', () => {
    const translator = new Gt06Translator(() => 0)
    const [register] = translator.push(login)
    expect(register).toMatchObject({ header: { messageId: '0100', version: 2019, phone: '00000864717003283581', serial: 1 } })
    expect(readBody(register!)).toMatchObject({ maker: 'GT06', terminalId: '864717003283581' })
    const { write, toSession } = say(translator, '8100', { serial: 1, result: 0, code: 'K1' })
    expect([write, readBody(toSession[0]!)]).toEqual([[], { code: 'K1', imei: '864717003283581', software: 'GT06' }])
    expect(say(translator, '8001', { serial: 9, messageId: '0102', result: 0 }).write.map((one) => hexOf(one).slice(0, 12))).toEqual([
      '787805010001',
    ])
    expect(say(new Gt06Translator(() => 0), '8100', { serial: 1, result: 4 })).toEqual({ write: [], toSession: [] })
  })
  test('texts are commands; what is no ASCII is wrong, what is no text is not supported', () => {
    const translator = new Gt06Translator(() => 0)
    translator.push(login)
    expect(hexOf(say(translator, '8300', { flags: 1, type: 1, text: 'DYD#' }).write[0]!).slice(6, 24)).toBe('800800000009445944')
    expect(readBody(say(translator, '8300', { flags: 1, type: 1, text: '停车' }).toSession[0]!)).toEqual({
      serial: 9,
      messageId: '8300',
      result: 2,
    })
    expect(readBody(say(translator, '8105', { command: 0xf0 }).toSession[0]!)).toEqual({ serial: 9, messageId: '8105', result: 3 })
  })
  test('a clock of nonsense is no time, and breaks nothing', () => {
    const translator = new Gt06Translator(() => 0)
    translator.push(login)
    const [frame] = translator.push(
      encodeGt06({ number: 0x12, content: bytesOf('ff63ff991f3fcf027ac7eb0c46584900148f01cc00287d001fb8'), serial: 3 }),
    )
    const { time } = readBody(frame!) as { time: string }
    expect([time, instantOf(time)]).toEqual(['ff63ff991f3f', null])
  })
  test('whatever a device sends with a right check, and whatever the platform says, is translated or left away', () => {
    const anyNumber = fc.oneof(
      fc.integer({ min: 0, max: 255 }),
      fc.constantFrom(0x01, 0x12, 0x22, 0xa0, 0x13, 0x15, 0x21, 0x16, 0x26, 0x27, 0x8a),
    )
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyNumber, fc.uint8Array({ maxLength: 60 })), { maxLength: 8 }),
        fc.constantFrom(...messageIds),
        fc.uint8Array({ maxLength: 60 }),
        (frames, messageId, bytes) => {
          const translator = new Gt06Translator(() => 0)
          translator.push(login)
          const stream = frames.flatMap(([number, content], serial) => [...encodeGt06({ number, content, serial })])
          for (const frame of translator.push(Uint8Array.from(stream))) expect(isRaw(readBody(frame))).toBe(false)
          for (const frame of say(translator, messageId, { raw: hexOf(bytes) }).toSession) expect(isRaw(readBody(frame))).toBe(false)
        },
      ),
      { numRuns: 3000 },
    )
  })
})
