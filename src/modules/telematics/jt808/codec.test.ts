/** Frames from public documents and from real devices, and hand-computed ones; the command line as it is called. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  badFrames,
  bytesOf,
  decodeBody,
  decodeFrame,
  Decoder,
  degreesOf,
  encodeBody,
  encodeFrame,
  encodeMessage,
  hexOf,
  instantOf,
  itemOf,
  makeProfile,
  plainText,
  profiles,
  readBody,
  spansOf,
  wireTime,
  type Body,
  type HeaderInput,
  type Location,
} from './jt808.ts'
import { unescape, wrap } from './frame.ts'

const read = (hex: string, profile = 'standard') =>
  decodeFrame(bytesOf(hex.replaceAll(' ', '').toLowerCase()), { profile: profiles[profile]! })
function good(hex: string, profile = 'standard') {
  const decoded = read(hex, profile)
  if (!decoded.ok) throw new Error(decoded.error)
  expect(hexOf(encodeFrame(decoded.header, decoded.body, profiles[profile]))).toBe(hex.replaceAll(' ', '').toLowerCase())
  return decoded
}

describe('public examples', () => {
  test('JT/T 808, escaping: 30 7e 08 7d 55 travels as 7e 30 7d 02 08 7d 01 55 7e', () => {
    expect(unescape(bytesOf('307d02087d0155'))).toEqual(bytesOf('307e087d55'))
    // Our `wrap` adds the check code of the content before it.
    expect(hexOf(wrap(bytesOf('307e087d')))).toBe('7e307d02087d013b7e')
  })
  test('README of SmallChi/JT808: a location with mileage and fuel, escaped twice', () => {
    const { header, body } = good(
      '7E 02 00 00 26 12 34 56 78 90 12 00 7D 02 00 00 00 01 00 00 00 02 00 BA 7F 0E 07 E4 F1 1C 00 28 00 3C 00 00 18 10 15 10 10 10 01 04 00 00 00 64 02 02 00 7D 01 13 7E',
    )
    expect(header).toEqual({ messageId: '0200', version: 2013, phone: '123456789012', serial: 126, bodyLength: 38, encryption: 0 })
    expect(body).toEqual({
      alarm: 1,
      status: 2,
      latitude: 12_222_222,
      longitude: 132_444_444,
      altitude: 40,
      speed: 60,
      direction: 0,
      time: '2018-10-15 10:10:10',
      items: [
        { id: '01', name: 'mileage', value: 100 },
        { id: '02', name: 'fuel', value: 125 },
      ],
    })
  })
  test('README of SmallChi/JT808: a registration', () => {
    const { body } = good(
      '7E 01 00 00 2D 00 01 23 45 67 89 00 0A 00 28 00 32 31 32 33 34 30 73 6D 61 6C 6C 63 68 69 31 32 33 30 30 30 30 30 30 30 30 30 43 48 49 31 32 33 30 01 D4 C1 41 31 32 33 34 35 BA 7E',
    )
    expect(body).toEqual({
      province: 40,
      city: 50,
      maker: '12340',
      model: 'smallchi123000000000',
      terminalId: 'CHI1230',
      plateColour: 1,
      plate: '粤A12345',
    })
  })
  test('makeclan/xtream-codec: a batch of 2019 with two locations', () => {
    const { header, body } = good(
      '7e0704403f01000000000139123443290000000200001c000000010000000101d907f2073d336c029a00210059241029213903001c000000010000000101d907f3073d336d03090043005a241029213903f87e',
    )
    expect(header).toMatchObject({ version: 2019, protocolVersion: 1, phone: '00000000013912344329' })
    const at = { alarm: 1, status: 1, time: '2024-10-29 21:39:03', items: [] }
    expect(body).toEqual({
      type: 0,
      locations: [
        { ...at, latitude: 31_000_562, longitude: 121_451_372, altitude: 666, speed: 33, direction: 89 },
        { ...at, latitude: 31_000_563, longitude: 121_451_373, altitude: 777, speed: 67, direction: 90 },
      ],
    })
  })
  test('traccar, test of the encoder: engine stop is 8105 with command f0, to a device whose number is no BCD', () => {
    expect(good('7e810500010b3a73ce2ff20000f0247e')).toMatchObject({ header: { phone: '0b3a73ce2ff2' }, body: { command: 0xf0 } })
  })
})

/** Frames of real devices from the decoder tests of traccar: makers' items, latitudes of 0, serials of 0, wrong editions. */
const DEVICES: readonly [what: string, hex: string, profile?: string][] = [
  [
    'a batch cut into items of a maker',
    '7e070400510144503762020002000101004c00040100000800030202301006f893e8001d00000095260817221812140400000000170200000104000036c9030200002504000000002a02000030011f31010eea04020c8300ef0400000000037e',
  ],
  [
    'no fix, cell towers in an item of a maker',
    '7e0200006300000000000008f50000000000000000000000000000000000c7000000cc260615100115010400000001300114310108eb39000c00b20000000000000000000000060089fffffffe000600c5ffffffef0006002d00002db4001100d5303030303030303030303030303030c87e',
  ],
  [
    'an item 2a of no bytes',
    '7e02000048051160004464000d00000000000c00020159885e06cbf34400000000000020080718072201040000000130011c310109e4020063e50100e60100e7080000000000000000ee0a01cc01262c009a6743001e7e',
  ],
  [
    'a registration of 2019 with an empty model',
    '7e0100405c010000086649607758216452180000000000000000000000000000004d443330300000000000000000000000000000000000000000000000000038363634393630373735383231363400000000000000000000000000000004000000000000000000000000000000007a7e',
  ],
  [
    'a card of a driver in a layout of its own',
    '7e0702002201827061151401bc012510091507510000303032396238383500000000000000000000000000000000002b7e',
  ],
  [
    'six locations at once',
    '7e070401654eb6fb4afd9e485b000601003900000000000c000301f5a58700ca24c5000d0000004925111215454501040000000025040000000030011731010aeb095554432b30383a3030003900000000000c000301f5a58e00ca24cd000d0000002825111215454701040000000025040000000030011731010aeb095554432b30383a3030003900000000000c000301f5a5ad00ca24de000e0000011025111215455901040000000025040000000030011931010aeb095554432b30383a3030003900000000000c000301f5a5b100ca24ed000e0000004625111215461401040000000025040000000030011931010aeb095554432b30383a3030003900000000000c000301f5a5a900ca24f5000e000000a125111215461701040000000025040000000030011931010aeb095554432b30383a3030003900000000000c000301f5a5af00ca24fb000e000000dd25111215463201040000000025040000000030011731010beb095554432b30383a3030537e',
  ],
  [
    'items of JT/T 1078',
    '7e0200009e017721028890061b00000000004c000301d9f2d4073ca28d002b01c2000024011017260501040000023c3001193101162504000000001404000000011504000000041604000000001702000018030000002b0400000000e10400735443e20400001211e30a4e61747572654c696e6be635244f42442d52542c2c35352e3030302c3130332e37382c2c302e302c342c2c2c2c302e3030302c2c31323336302e32382c2c2c0d0aa27e',
  ],
  ['a passthrough of a card reader', '7e0900001b41305888975883194000184754534c7c367c317c307c31303231383039347c317c0d0ab47e'],
  [
    'a message of a maker',
    '7e60060055014164192753005a003c5645523a53444b3a42433738455f5045545f56312e30325f3234303631312c4150503a50455431302348573031344a54533130323033443234313130345f4e6f7620203420323032345f31343a34393a33343e4c7e',
  ],
  [
    'two temperatures',
    '7e0200003a019172511329001300000000000000020158df7206c9607000370000008424051311201801040000000030010d31011d5708000000000000000082020092510201230b7e',
    'gps51',
  ],
]

describe('real devices', () => {
  test.each(DEVICES)('%s: read, and given back byte for byte', (_, hex, profile) => {
    expect(good(hex, profile).ok).toBe(true)
  })
  test('say what they say', () => {
    const batch = good(DEVICES[0]![1]).body as { locations: Location[] }
    expect(batch.locations).toHaveLength(1)
    expect(itemOf(batch.locations[0]!, 'satellites')).toBe(14)
    expect((good(DEVICES[5]![1]).body as { locations: Location[] }).locations.map((l) => l.time.slice(11))).toEqual([
      '15:45:45',
      '15:45:47',
      '15:45:59',
      '15:46:14',
      '15:46:17',
      '15:46:32',
    ])
    expect(itemOf(good(DEVICES[6]![1]).body as Location, 'videoAlarms')).toBe(1)
    // 29.1 °C in an item that the standard does not know, so only a profile reads it.
    expect(itemOf(good(DEVICES[9]![1], 'gps51').body as Location, 'temperatures')).toEqual([291])
    expect(itemOf(good(DEVICES[9]![1]).body as Location, 'temperatures')).toBeUndefined()
  })
})

describe('editions', () => {
  const header = (messageId: string, version: 2011 | 2013 | 2019): HeaderInput => ({ messageId, version, phone: '13912345678', serial: 1 })
  test('the properties of a terminal have a maker of 5 bytes in every edition, and of 11 where only that fits', () => {
    const body = {
      type: 4,
      maker: 'ABCDE',
      model: 'M-1',
      terminalId: 'T000001',
      iccid: '89860012345678901234',
      hardware: 'HW1',
      firmware: 'FW2.3',
      gnss: 3,
      network: 32,
    }
    const ascii = (text: string, bytes: number) =>
      hexOf(
        bytesOf(
          Buffer.from(text)
            .toString('hex')
            .padEnd(2 * bytes, '0'),
        ),
      )
    const wire = (maker: number, model: number, id: number) =>
      `0004${ascii('ABCDE', maker)}${ascii('M-1', model)}${ascii('T000001', id)}8986001234567890123403${ascii('HW1', 3)}05${ascii('FW2.3', 5)}0320`
    for (const [version, hex, more] of [
      [2011, wire(5, 20, 7), {}],
      [2013, wire(5, 20, 7), {}],
      [2019, wire(5, 30, 30), {}],
      [2019, wire(11, 30, 30), { layout: 2 }],
    ] as const) {
      expect(decodeBody('0107', version, bytesOf(hex))).toEqual({ ...body, ...more })
      expect(hexOf(encodeBody('0107', version, { ...body, ...more }))).toBe(hex)
    }
  })
  test('a registration of 2011 is known by its length, and so is the rest of its connection', () => {
    const wire = encodeFrame(header('0100', 2011), {
      province: 31,
      city: 112,
      maker: 'ABCDE',
      model: 'M1',
      terminalId: 'T000001',
      plateColour: 2,
      plate: '沪A12345',
    })
    const decoder = new Decoder()
    const [frame] = decoder.push(wire)
    expect(frame!.header.version).toBe(2011)
    expect(readBody(frame!)).toMatchObject({ model: 'M1', plate: '沪A12345' })
    expect(decoder.push(encodeFrame(header('0002', 2011), {}))[0]!.header.version).toBe(2011)
  })
  test('the version bit on the old layout is seen through and kept', () => {
    const wire = encodeFrame({ ...header('0002', 2013), versionFlag: 1 }, {})
    expect(hexOf(wire)).toBe('7e000240000139123456780001737e')
    const decoded = good(hexOf(wire))
    expect(decoded.header).toMatchObject({ version: 2013, phone: '013912345678', versionFlag: 1 })
  })
  test('what is encrypted stays raw', () => {
    expect(good(hexOf(encodeFrame({ ...header('0200', 2019), encryption: 1 }, { raw: '00ff' }))).body).toEqual({ raw: '00ff' })
  })
  test('a fence of 2011 has a count more, one of 2019 a name', () => {
    const area = {
      id: 7,
      attributes: 3,
      latitude: 31_230_416,
      longitude: 121_473_701,
      radius: 500,
      startAt: '2026-01-01 00:00:00',
      endAt: '2026-12-31 23:59:59',
      maxSpeed: 60,
      overspeedSeconds: 10,
    }
    const old: Body = { setting: 0, packetCount: 1, areas: [area] }
    const wire = encodeFrame(header('8600', 2011), old)
    const decoded = decodeFrame(wire, { version: 2011 })
    expect(decoded.ok && decoded.body).toEqual(old)
    expect(
      good(hexOf(encodeFrame(header('8600', 2019), { setting: 1, areas: [{ ...area, nightMaxSpeed: 40, name: '松江仓' }] }))).body,
    ).toEqual({ setting: 1, areas: [{ ...area, nightMaxSpeed: 40, name: '松江仓' }] })
  })
  test('what empties a list of the terminal has nothing after it, and 2011 counts what follows twice', () => {
    expect(good(hexOf(encodeFrame(header('8301', 2013), { raw: '00' }))).body).toEqual({ type: 0 })
    const events = {
      type: 1,
      items: [
        { id: 1, content: '到达' },
        { id: 2, content: '离开' },
      ],
    }
    expect(good(hexOf(encodeFrame(header('8301', 2013), { raw: '01020104b5bdb4ef0204c0ebbfaa' }))).body).toEqual(events)
    const old = decodeFrame(encodeFrame(header('8301', 2011), { raw: '0102020104b5bdb4ef0204c0ebbfaa' }), { version: 2011 })
    expect(old.ok && old.body).toEqual({ ...events, packetCount: 2 })
    expect(good(hexOf(encodeFrame(header('8401', 2013), { raw: '00' }))).body).toEqual({ type: 0 })
  })
  test('an authentication of 2019 that leaves its version short still says its code', () => {
    const said = (tail: string) => good(hexOf(encodeFrame(header('0102', 2019), { raw: `0454313233${tail}` }))).body
    const imei = hexOf(new TextEncoder().encode('123456789012345'))
    expect(said('')).toEqual({ code: 'T123' })
    expect(said('3839')).toEqual({ code: 'T123', tail: '3839' })
    expect(said(`${imei}76312e30`)).toEqual({ code: 'T123', imei: '123456789012345', tail: '76312e30' })
    expect(said(imei + '76312e30'.padEnd(40, '0'))).toEqual({ code: 'T123', imei: '123456789012345', software: 'v1.0' })
  })
  test("the temperature of the load is an item of 2019 only; elsewhere its id is somebody else's", () => {
    const base = { alarm: 0, status: 0, latitude: 0, longitude: 0, altitude: 0, speed: 0, direction: 0, time: '2026-01-01 00:00:00' }
    const cold = good(hexOf(encodeFrame(header('0200', 2019), { ...base, items: [{ id: '06', name: 'cabinTemperature', value: -18 }] })))
      .body as Location
    expect(cold.items).toEqual([{ id: '06', name: 'cabinTemperature', value: -18 }])
    const other = good(hexOf(encodeFrame(header('0200', 2013), { ...base, items: [{ id: '06', raw: '8012' }] }))).body as Location
    expect(other.items).toEqual([{ id: '06', raw: '8012' }])
  })
  test('an item of a profile that is given as data is read', () => {
    const profile = makeProfile({
      code: 'x',
      label: '某型号',
      items: { '0051': 'temperaturesSigned', '06': '' },
      idBytes: 2,
      lengthBytes: 2,
    })
    const wire = encodeFrame(
      header('0200', 2013),
      {
        alarm: 0,
        status: 0,
        latitude: 0,
        longitude: 0,
        altitude: 0,
        speed: 0,
        direction: 0,
        time: '2026-01-01 00:00:00',
        items: [{ id: '0051', name: 'temperaturesSigned', value: [-185, null] }],
      },
      profile,
    )
    expect(hexOf(wire).slice(2 * 41, -4)).toBe('0051000480b9ffff')
    const decoded = decodeFrame(wire, { profile })
    expect(decoded.ok && (decoded.body as Location).items).toEqual([{ id: '0051', name: 'temperaturesSigned', value: [-185, null] }])
    expect(() => makeProfile({ code: 'x', label: 'x', items: { '51': 'nonsense' } })).toThrow('没有名为')
  })
})

describe('bad frames', () => {
  const wire = '7e000200000139123456780001337e'
  test.each([
    ['', '应以 7e 开始'],
    ['7e7e', '过短'],
    ['7e0002000001391234567800017e', '过短'],
    ['7e000200000139123456780001347e', '校验码错误，应为 33'],
    ['7e000200010139123456780001327e', '消息体长度不符：消息头写明 1 个字节'],
    ['7e00020000013912345678007d05337e', '转义错误'],
    [`${wire}${wire}`, '中间出现 7e'],
    [wire.slice(0, -2), '应以 7e 开始'],
  ])('%s: %s', (hex, error) => {
    const decoded = read(hex)
    expect(decoded.ok ? '' : decoded.error).toContain(error)
  })
  test('one does not cost the next, and HTTP on the port costs nothing', () => {
    const decoder = new Decoder()
    expect(decoder.push(Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))).toEqual([])
    expect(decoder.stats.garbage).toBe(27)
    expect(decoder.push(bytesOf(`7e00ff7e7e${'aa'.repeat(5000)}${wire}`))).toHaveLength(1)
    expect(decoder.stats).toMatchObject({ tooShort: 1, tooLong: 1, frames: 1 })
    expect(badFrames(decoder.stats)).toBe(2)
  })
  test('a batch counts wrong and its last location is cut off: what is whole is kept', () => {
    const base: Location = {
      alarm: 0,
      status: 2,
      latitude: 1,
      longitude: 2,
      altitude: 3,
      speed: 4,
      direction: 5,
      time: '2026-01-01 00:00:00',
      items: [],
    }
    const body: Body = { type: 1, count: 9, locations: [base, base], tail: '001c0000' }
    expect(good(hexOf(encodeFrame({ messageId: '0704', phone: '1', serial: 2 }, body))).body).toEqual(body)
  })
  test.each<[HeaderInput, Body, string]>([
    [{ messageId: '8300', phone: '139', serial: 1 }, { flags: 1, text: '🚚' }, '文本信息（text）：字符“🚚”不能用 GBK 表示'],
    [{ messageId: '8202', phone: '139', serial: 1 }, { interval: 70_000 }, '时间间隔（interval）：应为 0 至 65535 的整数'],
    [
      { messageId: '8600', phone: '139', serial: 1 },
      { setting: 0, areas: [{ id: 1, attributes: 0, latitude: 1, longitude: 2 }] },
      '区域项（areas） / 第 1 项 / 半径（radius）：没有填写',
    ],
    [{ messageId: '8702', phone: '1'.repeat(13), serial: 1 }, {}, '至多 12 位'],
    [{ messageId: '8702', phone: '139', serial: 65_536 }, {}, '流水号'],
    [{ messageId: '0900', phone: '139', serial: 1 }, { type: 1, data: '00'.repeat(1023) }, '需要分包'],
    [{ messageId: '8103', phone: '139', serial: 1 }, { items: [{ id: '0029', value: 'x' }] }, '缺省汇报间隔：应为 0 至'],
  ])('writing %j %j is refused with a sentence', (header, body, error) => {
    expect(() => encodeFrame(header, body)).toThrow(error)
  })
})

describe('helpers', () => {
  test('times of the wire are Beijing time; what is no time is null', () => {
    expect(instantOf('2026-11-21 08:00:00')).toBe(Date.parse('2026-11-21T00:00:00Z'))
    for (const text of ['2026-02-29 00:00:00', '2026-13-01 00:00:00', '2026-01-01 24:00:00', '26ff00000000', '2000-00-00 00:00:00'])
      expect(instantOf(text)).toBeNull()
    expect(instantOf('2024-02-29 00:00:00')).not.toBeNull()
    expect(wireTime(Date.parse('2026-12-31T16:00:00Z'))).toBe('2027-01-01 00:00:00')
  })
  test('degrees carry the signs of the status bits; what is not on the Earth is null', () => {
    const at = (latitude: number, longitude: number, status: number) => degreesOf({ latitude, longitude, status } as Location)
    expect(at(31_230_416, 121_473_701, 2)).toEqual({ latitude: 31_230_416, longitude: 121_473_701 })
    expect(at(1, 2, 4 | 8)).toEqual({ latitude: -1, longitude: -2 })
    expect(at(90_000_001, 0, 0)).toBeNull()
  })
  test('a text for people has no padding', () => expect(plainText('\uf700\uf700沪A1\uf700')).toBe('沪A1'))
  test('long messages are cut into packets with serials that count up and over', () => {
    const wires = encodeMessage(
      { messageId: '8108', version: 2019, phone: '1', serial: 0xffff },
      { type: 0, maker: 'ABC', version: 'V1', data: 'ee'.repeat(2500) },
    )
    expect(wires.map((wire) => decodeFrame(wire)).map((d) => d.ok && [d.header.serial, d.header.packet])).toEqual([
      [0xffff, { total: 3, index: 1 }],
      [0, { total: 3, index: 2 }],
      [1, { total: 3, index: 3 }],
    ])
  })
  test('the message tool sees every byte of a location', () => {
    const bytes = bytesOf(
      '00000001' + '00000003' + '01dc8b70' + '073d8385' + '0004' + '0258' + '005a' + '261121113827' + '010400000064' + 'e1020102' + '30',
    )
    const spans = spansOf('0200', 2013, bytes)
    expect(spans.map((s) => [s.label, s.to - s.from])).toEqual([
      ['报警标志', 4],
      ['状态', 4],
      ['纬度', 4],
      ['经度', 4],
      ['高程', 2],
      ['速度', 2],
      ['方向', 2],
      ['时间', 6],
      ['附加信息 01 里程', 6],
      ['附加信息 e1 未定义', 4],
      ['不完整的附加信息', 1],
    ])
  })
})

/** The command as a person calls it, all lines at once. */
function run(args: readonly string[], input: string): Promise<{ code: number | null; lines: string[] }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../../scripts/jt808.ts'), ...args])
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, lines: out.split('\n').slice(0, -1) })))
}

describe('npm run jt808', () => {
  test('decode and encode undo each other line by line; a bad line is answered in its place', async () => {
    const frames = DEVICES.map(([, hex]) => hex)
    const { code, lines } = await run(['decode'], `${frames.join('\n')}\nzz\n7E 00 02 00 00 01 39 12 34 56 78 00 01 33 7E\r\n\n`)
    expect([code, lines.length]).toEqual([0, frames.length + 3])
    const answers = lines.map((line) => JSON.parse(line) as { ok: boolean; error?: string; header?: { messageId: string } })
    expect(answers.map((a) => a.ok)).toEqual([...frames.map(() => true), false, true, false])
    expect(answers[frames.length]!.error).toContain('十六进制')
    const back = await run(['encode'], `${lines.slice(0, frames.length).join('\n')}\nnot json\n{"header":{},"body":{}}`)
    expect(back.lines.slice(0, frames.length)).toEqual(frames.map((hex) => JSON.stringify({ hex })))
    expect(back.lines.slice(frames.length).map((line) => (JSON.parse(line) as { ok: boolean }).ok)).toEqual([false, false])
  })
  test('takes twenty thousand lines', async () => {
    const line = '7e000200000139123456780001337e\n'
    const { code, lines } = await run(['decode'], line.repeat(20_000))
    expect([code, lines.length, new Set(lines).size]).toEqual([0, 20_000, 1])
  })
  test.each([[[]], [['nonsense']], [['decode', '--profile', 'nonsense']], [['decode', 'encode']], [['decode', '--bogus']]])(
    'called wrongly (%j) it says how and ends with 2',
    async (args) => {
      expect((await run(args, '')).code).toBe(2)
    },
  )
})
