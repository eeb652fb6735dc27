/** What follows from the reports of a terminal: trips, fences, alarms and temperatures, also when the data come late. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withClient } from '#kit/database/connection/connection.server.ts'
import type { RunningGateway } from '#modules/telematics/gateway/gateway.server.ts'
import { reeferReport } from '#modules/telematics/reads/reefer-report.server.ts'
import { curve } from '#modules/telematics/reads/temperature.server.ts'
import { verifyReadings } from '#modules/telematics/reads/verify.server.ts'
import type { TestDatabase } from '#tests/database.ts'
import { Device, location } from '#tests/device.ts'
import { fitted, openGateway } from '#tests/gateway.ts'
import { Company } from './company.ts'

let c: Company
let g: RunningGateway
let profile: number
let phone = 13_710_000_000
let d: Device
let terminal: number
let vehicle: number
const now = (): number => Date.parse(c.clock.now())

beforeAll(async () => {
  c = await Company.open('2026-11-20')
  profile = await c.add('deviceProfile', { name: '冷藏车终端', items: 'gps51' })
  g = await openGateway(c, { sweepMs: 60_000 })
})
afterAll(async () => {
  d?.drop()
  await g?.stop()
  await c?.close()
})
beforeEach(async () => {
  d?.drop()
  ;({ terminal, vehicle } = await fitted(c, profile, ++phone))
  d = await new Device({ port: g.port, phone: String(phone) }).enter()
})

describe('what follows from reports', () => {
  const drive = (from: number, n: number, of: (i: number) => Parameters<typeof location>[0]) =>
    Array.from({ length: n }, (_, i) => location({ at: from + i * 10_000, status: 3, ...of(i) }))
  const batch = async (locations: ReturnType<typeof location>[], type = 0): Promise<void> => {
    for (let i = 0; i < locations.length; i += 20) await d.ask('0704', { type, locations: locations.slice(i, i + 20) })
    await g.flush()
  }
  /** Rules travel to the gateway behind the commit; what is told after them on the same way, and seen, came after them. */
  const rulesHeard = async (): Promise<void> => {
    const gone = d.gone()
    await c.edit('terminal', terminal, { remark: `围栏与标准已更新 ${phone}` })
    await gone
    d = await new Device({ port: g.port, phone: String(phone) }).enter()
  }
  const events = () =>
    c.read((db) =>
      db
        .selectFrom('fenceEvent')
        .select(['kind', 'at', 'dwellSeconds', 'amendedAt'])
        .where('vehicle', '=', vehicle)
        .orderBy('at')
        .orderBy('id')
        .execute(),
    )

  test('trips, mileage, the day and its alarms', async () => {
    const from = now() - 3_600_000
    const east = (i: number) => 121_473_701 + i * 1060
    await batch([
      ...drive(from, 60, () => ({ speed: 0 })),
      ...drive(from + 600_000, 120, (i) => ({
        speed: 360,
        longitude: east(i),
        alarm: i >= 50 && i < 60 ? 2 : 0,
        items: [{ id: '01', value: 10_000 + i }],
      })),
      ...drive(from + 1_800_000, 60, () => ({ speed: 0, status: 2, longitude: east(120), items: [{ id: '01', value: 10_120 }] })),
    ])
    const trips = await c.read((db) =>
      db
        .selectFrom('trip')
        .select(['kind', 'distance', 'method', 'endAt'])
        .where('vehicle', '=', vehicle)
        .where('deletedAt', 'is', null)
        .orderBy('startAt')
        .execute(),
    )
    expect(trips.map((t) => [t.kind, t.method, t.endAt === null])).toEqual([
      ['stop', 'gps', false],
      ['trip', 'odometer', false],
      ['stop', 'odometer', true],
    ])
    expect(trips[1]!.distance).toBe(12_000)
    const [day] = await c.read((db) => db.selectFrom('vehicleDay').selectAll().where('vehicle', '=', vehicle).execute())
    expect(day).toMatchObject({ trips: 1, alarms: 1, method: 'odometer' })
    const alarms = await c.read((db) =>
      db.selectFrom('alarm').select(['kind', 'times', 'endAt', 'grade']).where('vehicle', '=', vehicle).execute(),
    )
    expect(alarms).toEqual([{ kind: 'b1', times: 10, endAt: expect.any(String), grade: 'normal' }])
  })

  test('a fence is entered and left once, in event time, also when the middle comes hours late', async () => {
    const id = await c.add('fence', {
      name: `仓库 ${phone}`,
      shape: 'circle',
      points: '121.5,31.230416',
      radius: 500,
      purpose: 'watch',
      confirmFixes: 2,
    })
    await c.add('fenceBinding', { fence: id, vehicle })
    await c.act('fence', 'activate', id)
    await rulesHeard()
    const from = now() - 7_200_000
    const all = drive(from, 90, (i) => ({ speed: 300, longitude: 121_480_000 + Math.min(i, 90 - i) * 480 }))
    const [before, middle, after] = [all.slice(0, 30), all.slice(30, 60), all.slice(60)]
    await batch(before)
    await batch(after)
    const early = await events()
    await batch(middle, 1)
    const late = (await events()).filter((e) => !e.amendedAt)
    expect(late.map((e) => e.kind)).toEqual(['enter', 'leave'])
    expect(Date.parse(late[0]!.at)).toBeLessThan(Date.parse(middle.at(-1)!.time.replace(' ', 'T') + '+08:00'))
    expect(late[1]!.dwellSeconds).toBe((Date.parse(late[1]!.at) - Date.parse(late[0]!.at)) / 1000)
    await batch(middle, 1)
    expect((await events()).filter((e) => !e.amendedAt)).toEqual(late)
    expect(early.length).toBeLessThanOrEqual(2)
  })

  test('the end that comes first is told again when the beginning turns out to be earlier, and the day forgets what did not happen', async () => {
    const id = await c.add('fence', {
      name: `园区 ${phone}`,
      shape: 'circle',
      points: '121.5,31.230416',
      radius: 500,
      purpose: 'watch',
      onEnter: true,
      onLeave: true,
      confirmFixes: 2,
    })
    await c.add('fenceBinding', { fence: id, vehicle })
    await c.act('fence', 'activate', id)
    await rulesHeard()
    const all = drive(now() - 3_600_000, 90, (i) => ({ speed: 300, longitude: i < 30 ? 121_493_000 : i < 60 ? 121_500_000 : 121_507_000 }))
    const stands = async () => (await events()).filter((e) => !e.amendedAt).map((e) => [e.kind, e.dwellSeconds])
    const alarms = () =>
      c.read((db) => db.selectFrom('alarm').select(['kind', 'detail']).where('vehicle', '=', vehicle).orderBy('startAt').execute())
    await batch(all.slice(50))
    expect(await stands()).toEqual([
      ['enter', null],
      ['leave', 100],
    ])
    await batch(all.slice(0, 50), 1)
    expect(await stands()).toEqual([
      ['enter', null],
      ['leave', 300],
    ])
    expect((await events()).filter((e) => e.amendedAt).map((e) => [e.kind, e.dwellSeconds])).toEqual([
      ['enter', null],
      ['leave', 100],
    ])
    expect((await alarms()).map((a) => [a.kind, a.detail!.includes('未发生')])).toEqual([
      ['fenceEnter', false],
      ['fenceEnter', true],
      ['fenceLeave', false],
    ])
    expect((await c.read((db) => db.selectFrom('vehicleDay').select('alarms').where('vehicle', '=', vehicle).execute()))[0]!.alarms).toBe(2)
  })

  test('every kind of event of a fence is told once, also when its middle comes hours late, and so is its alarm', async () => {
    const yard = await c.add('fence', {
      name: `堆场 ${phone}`,
      shape: 'rectangle',
      points: '121.5,31.225\n121.51,31.235',
      purpose: 'watch',
      stayMinutes: 10,
      speedLimit: 40,
      overspeedSeconds: 10,
    })
    const road = await c.add('fence', {
      name: `专线 ${phone}`,
      shape: 'corridor',
      points: '121.47,31.230416\n121.53,31.230416',
      width: 100,
      purpose: 'watch',
    })
    const hut = await c.add('fence', {
      name: `岗亭 ${phone}`,
      shape: 'circle',
      points: '121.49,31.230416',
      radius: 50,
      purpose: 'forbidden',
      bufferMeters: 0,
    })
    for (const id of [yard, road, hut]) {
      await c.add('fenceBinding', { fence: id, vehicle })
      await c.act('fence', 'activate', id)
    }
    await rulesHeard()
    const from = now() - 7_200_000
    /** Past the hut without a report beside it, fast into the yard, a long stop there, out again slowly, off the road. */
    const all = drive(from, 200, (i) => {
      if (i < 30) return { speed: 500, longitude: 121_480_000 + i * 660 + (i > 12 ? 2000 : 0) }
      if (i < 60) return { speed: 600, longitude: 121_501_000 + (i - 30) * 130 }
      if (i < 140) return { speed: 0, longitude: 121_505_000 }
      if (i < 170) return { speed: 300, longitude: 121_505_000 + (i - 140) * 500 }
      return { speed: 300, longitude: 121_520_000, latitude: 31_230_416 + (i - 170) * 300 }
    })
    const middle = all.slice(50, 160)
    await batch(all.slice(0, 50))
    await batch(all.slice(160))
    await batch(middle, 1)
    await batch(middle, 1)
    const events = await c.read((db) =>
      db
        .selectFrom('fenceEvent')
        .select(['fence', 'kind'])
        .where('vehicle', '=', vehicle)
        .where('amendedAt', 'is', null)
        .orderBy('at')
        .orderBy('id')
        .execute(),
    )
    const of = (id: number): string[] => events.filter((e) => e.fence === id).map((e) => e.kind)
    expect(of(yard).toSorted()).toEqual(['enter', 'leave', 'overspeed', 'stay'])
    expect(of(road)).toEqual(['enter', 'deviate'])
    expect(of(hut)).toEqual(['cross'])
    const alarms = await c.read((db) =>
      db.selectFrom('alarm').select(['kind', 'detail']).where('vehicle', '=', vehicle).where('deletedAt', 'is', null).execute(),
    )
    const kinds = alarms.filter((a) => !a.detail?.includes('补传数据表明未发生')).map((a) => `${a.kind} ${a.detail?.slice(3, 5)}`)
    expect(kinds.toSorted()).toEqual([
      'fenceEnter 专线',
      'fenceEnter 堆场',
      'fenceEnter 岗亭',
      'fenceLeave 堆场',
      'fenceSpeed 堆场',
      'fenceStay 堆场',
      'routeDeviate 专线',
    ])
  })

  test('a load that is too warm for long enough is one excursion, told once, and its readings cannot be changed', async () => {
    const policy = await c.add('temperaturePolicy', { name: `药品 ${phone}`, lowest: 2, highest: 8, minSeconds: 300, hysteresis: 0.5 })
    await c.add('temperatureChannel', { vehicle, sensorNo: 1, policy })
    await rulesHeard()
    const warm = (i: number): string => ((i > 20 && i < 80 ? 95 : 50) & 0xffff).toString(16).padStart(4, '0')
    await batch(drive(now() - 1_800_000, 120, (i) => ({ items: [{ id: '51', raw: `${warm(i)}ffff` }] })))
    const excursions = await c.read((db) => db.selectFrom('excursion').selectAll().where('vehicle', '=', vehicle).execute())
    expect(excursions).toHaveLength(1)
    expect(excursions[0]).toMatchObject({ kind: 'high', endAt: expect.any(String) })
    expect(Number(excursions[0]!.peak)).toBe(9.5)
    const alarms = await c.read((db) => db.selectFrom('alarm').select(['kind', 'endAt']).where('vehicle', '=', vehicle).execute())
    expect(alarms).toEqual([{ kind: 'temperature', endAt: expect.any(String) }])
    // The socket beside it never held a probe: it is neither a channel nor a broken sensor.
    expect(await c.read((db) => db.selectFrom('temperatureChannel').select('sensorNo').where('vehicle', '=', vehicle).execute())).toEqual([
      { sensorNo: 1 },
    ])
    const readings = await c.read((db) => db.selectFrom('temperatureReading').select('value').where('vehicle', '=', vehicle).execute())
    expect(readings).toHaveLength(120)
    await expect(
      c.write((tx) => tx.updateTable('temperatureReading').set({ value: 50 }).where('vehicle', '=', vehicle).execute()),
    ).rejects.toThrow(/permission denied/)
    await expect(c.write((tx) => tx.deleteFrom('temperatureReading').where('vehicle', '=', vehicle).execute())).rejects.toThrow(
      /permission denied/,
    )
  })
  test('readings have sums: whatever the owner of the database changes, adds or takes away is found, also of an earlier day', async () => {
    await c.add('temperatureChannel', { vehicle, sensorNo: 1 })
    const from = now() - 26 * 3_600_000
    const cold = (at: number, n: number) =>
      drive(at, n, (i) => ({ items: [{ id: '51', raw: (40 + (i % 7)).toString(16).padStart(4, '0') }] }))
    const day2 = cold(now() - 3_600_000, 60)
    await batch(cold(from, 60))
    await batch(day2.slice(0, 20))
    await batch(day2.slice(40))
    await batch(day2.slice(20, 40), 1)
    // Sent again nothing is added.
    await batch(day2.slice(0, 20), 1)
    const proof = () => verifyReadings(c.as(), vehicle, { from: new Date(from - 60_000).toISOString(), to: c.clock.now() })
    const whole = { problem: null, readings: 120, days: 2, unsealed: 0 }
    expect(await proof()).toEqual(whole)
    const asOwner = (statement: string): Promise<unknown> =>
      withClient((c.base as TestDatabase).owner, async (client) => {
        await client.query(`select set_config('app.operator_id', '${c.operatorId}', false)`)
        expect((await client.query(statement)).rowCount).toBe(1)
      })
    const [first, last] = await c
      .read((db) => db.selectFrom('temperatureReading').select(['at', 'value']).where('vehicle', '=', vehicle).orderBy('at').execute())
      .then((rows) => [rows[3]!, rows.at(-3)!] as const)
    for (const { at, value } of [first, last]) {
      const there = `vehicle = ${vehicle} and at = '${at}'`
      await asOwner(`update temperature_reading set value = 41 + ${value} where ${there}`)
      expect((await proof()).problem).toContain('内容被改动过')
      await asOwner(`update temperature_reading set value = ${value} where ${there}`)
      expect(await proof()).toEqual(whole)
    }
    await asOwner(
      `insert into temperature_reading (operator_id, vehicle, sensor_no, at, value, quality, late, received_at) values (${c.operatorId}, ${vehicle}, 1, '${last.at}'::timestamptz + interval '1 second', 40, 'ok', false, '${c.clock.now()}')`,
    )
    expect((await proof()).problem).toContain('有 1 条没有校验值')
    await asOwner(`delete from temperature_reading where vehicle = ${vehicle} and batch = 0`)
    expect(await proof()).toEqual(whole)
    await asOwner(`delete from temperature_reading where vehicle = ${vehicle} and at = '${first.at}'`)
    expect((await proof()).problem).toContain('应有 60 条，现有 59 条')
    // A day that vanishes together with its sum leaves a hole.
    await withClient((c.base as TestDatabase).owner, async (client) => {
      await client.query(`select set_config('app.operator_id', '${c.operatorId}', false)`)
      for (const table of ['temperature_reading', 'temperature_seal'])
        await client.query(
          `delete from ${table} where vehicle = ${vehicle} and ${table === 'temperature_seal' ? 'seq = 1' : `at < '${last.at}'::timestamptz - interval '12 hours'`}`,
        )
    })
    expect((await proof()).problem).toContain('第 1 个校验值缺失')
  })
  test('probes that drift apart are one excursion with an alarm; a door that stands open is not one', async () => {
    const policy = await c.add('temperaturePolicy', {
      name: `温差 ${phone}`,
      lowest: 2,
      highest: 8,
      minSeconds: 300,
      doorSeconds: 600,
      maxSpread: 3,
      warnMargin: 1,
    })
    for (const sensorNo of [1, 2]) await c.add('temperatureChannel', { vehicle, sensorNo, policy })
    await rulesHeard()
    /** 3.0 and 7.0 for ten minutes; later both too warm for eight minutes with an open door, and at last 7.5. */
    const raw = (i: number): string => (i > 10 && i < 70 ? '001e0046' : i > 80 && i < 128 ? '005f005f' : i > 130 ? '0032004b' : '00320032')
    await batch(
      drive(now() - 1_800_000, 140, (i) => ({ status: i > 80 && i < 128 ? 3 | (1 << 13) : 3, items: [{ id: '51', raw: raw(i) }] })),
    )
    const excursions = await c.read((db) =>
      db
        .selectFrom('excursion')
        .innerJoin('temperatureChannel', 'temperatureChannel.id', 'excursion.channel')
        .select(['excursion.kind', 'sensorNo', 'peak', 'limit', 'endAt', 'doorSeconds'])
        .where('excursion.vehicle', '=', vehicle)
        .execute(),
    )
    expect(excursions.map((e) => ({ ...e, peak: Number(e.peak), limit: Number(e.limit) }))).toEqual([
      { kind: 'spread', sensorNo: 1, peak: 4, limit: 3, endAt: expect.any(String), doorSeconds: 0 },
    ])
    expect(await c.read((db) => db.selectFrom('alarm').select(['detail', 'endAt']).where('vehicle', '=', vehicle).execute())).toEqual([
      { detail: '温差 1 号探头组大于 3 ℃', endAt: expect.any(String) },
    ])
    expect(
      await c.read((db) =>
        db.selectFrom('temperatureChannel').select(['sensorNo', 'excursion']).where('vehicle', '=', vehicle).orderBy('sensorNo').execute(),
      ),
    ).toEqual([
      { sensorNo: 1, excursion: 'none' },
      { sensorNo: 2, excursion: 'warning' },
    ])
  })
  test('a damp load is an excursion of humidity beside that of temperature; doors and the machine are intervals; all of it is sealed', async () => {
    const policy = await c.add('temperaturePolicy', { name: `低温 ${phone}`, lowest: 2, highest: 8, minSeconds: 300 })
    const damp = await c.add('temperaturePolicy', {
      name: `干燥 ${phone}`,
      kind: 'humidity',
      lowest: 35,
      highest: 75,
      hysteresis: 2,
      minSeconds: 300,
    })
    await c.add('temperatureChannel', { vehicle, sensorNo: 1, policy })
    await c.add('temperatureChannel', { vehicle, kind: 'humidity', sensorNo: 1, policy: damp })
    await c.add('temperatureChannel', { vehicle, kind: 'door', sensorNo: 2, zone: 'door' })
    await c.add('temperatureChannel', { vehicle, kind: 'reefer', sensorNo: 1, signal: 'aircon' })
    await rulesHeard()
    const began = now() - 1_800_000
    const word = (n: number, bytes: number): string => n.toString(16).padStart(2 * bytes, '0')
    await batch(
      drive(began, 120, (i) => ({
        status: 3 | (i >= 30 && i < 60 ? 1 << 14 : 0),
        items: [
          { id: '51', raw: word(i > 20 && i < 80 ? 95 : 50, 2) },
          { id: '58', raw: word(i > 20 && i < 70 ? 823 : 600, 2) },
          { id: '25', raw: word(i < 90 ? 1 << 9 : 0, 4) },
        ],
      })),
    )
    const excursions = await c.read((db) =>
      db.selectFrom('excursion').select(['measure', 'kind', 'peak', 'limit']).where('vehicle', '=', vehicle).orderBy('measure').execute(),
    )
    expect(excursions.map((e) => [e.measure, e.kind, Number(e.peak), Number(e.limit)])).toEqual([
      ['humidity', 'high', 82.3, 75],
      ['temperature', 'high', 9.5, 8],
    ])
    const alarms = await c.read((db) => db.selectFrom('alarm').select('detail').where('vehicle', '=', vehicle).orderBy('detail').execute())
    expect(alarms.map((a) => a.detail)).toEqual(['探头 1 高于 8 ℃', '湿度 1 高于 75 %RH'])
    const answer = await curve(c.as(), vehicle, { from: new Date(began).toISOString(), to: c.clock.now() })
    expect(answer.channels.map(({ kind, sensorNo, min, max, mkt }) => [kind, sensorNo, min, max, mkt === null])).toEqual([
      ['temperature', 1, 50, 95, false],
      ['humidity', 1, 600, 823, true],
    ])
    const at = (i: number): number => Math.round(began / 1000) + i * 10
    expect(answer.switches.map(({ kind, sensorNo, spans }) => [kind, sensorNo, spans])).toEqual([
      ['door', 2, [{ from: at(30), to: at(60), open: false }]],
      ['reefer', 1, [{ from: at(0), to: at(90), open: false }]],
    ])
    const last = await c.read((db) =>
      db.selectFrom('temperatureChannel').select(['kind', 'lastValue']).where('vehicle', '=', vehicle).orderBy('slot').execute(),
    )
    expect(last.map((r) => [r.kind, Number(r.lastValue)])).toEqual([
      ['temperature', 5],
      ['humidity', 60],
      ['door', 0],
      ['reefer', 0],
    ])
    expect(await verifyReadings(c.as(), vehicle, { from: new Date(began).toISOString(), to: c.clock.now() })).toMatchObject({
      problem: null,
      readings: 480,
    })
    const pdf = await reeferReport(c.as(), vehicle, { from: new Date(began).toISOString(), to: c.clock.now() })
    expect(JSON.stringify(pdf).length).toBeGreaterThan(5000)
  })
  test('a humidity socket becomes a channel with its first value, a door only by hand; a standard of the other measure is refused', async () => {
    await batch(drive(now() - 600_000, 5, () => ({ status: 3 | (1 << 13), items: [{ id: '58', raw: '0258ffff' }] })))
    const channels = await c.read((db) =>
      db.selectFrom('temperatureChannel').select(['id', 'kind', 'sensorNo']).where('vehicle', '=', vehicle).execute(),
    )
    expect(channels).toEqual([{ id: expect.any(Number), kind: 'humidity', sensorNo: 1 }])
    const cold = await c.add('temperaturePolicy', { name: `仅温度 ${phone}`, lowest: 2, highest: 8 })
    await expect(c.edit('temperatureChannel', channels[0]!.id, { policy: cold })).rejects.toThrow('所选标准是温度标准，与通道类型不符')
    await expect(c.add('temperatureChannel', { vehicle, kind: 'door', sensorNo: 6 })).rejects.toThrow('状态位只有门 1 至门 5')
    await expect(c.add('temperaturePolicy', { name: `过湿 ${phone}`, kind: 'humidity', lowest: -1, highest: 80 })).rejects.toThrow(
      '湿度下限不能低于 0',
    )
  })
  test('two probes that leave the range with one report are two excursions with an alarm each', async () => {
    const policy = await c.add('temperaturePolicy', { name: `双温 ${phone}`, lowest: 2, highest: 8, minSeconds: 300, hysteresis: 0.5 })
    for (const sensorNo of [1, 2]) await c.add('temperatureChannel', { vehicle, sensorNo, policy })
    await rulesHeard()
    /** Both too warm from the same report on; the second comes back, the first does not. */
    const readings = (i: number): string => (i <= 20 ? '00320032' : i < 80 ? '005f005f' : '005f0032')
    await batch(drive(now() - 1_800_000, 120, (i) => ({ items: [{ id: '51', raw: readings(i) }] })))
    expect(await c.read((db) => db.selectFrom('excursion').select('id').where('vehicle', '=', vehicle).execute())).toHaveLength(2)
    const alarms = await c.read((db) =>
      db
        .selectFrom('alarm')
        .select(['detail', 'endAt'])
        .where('vehicle', '=', vehicle)
        .where('kind', '=', 'temperature')
        .orderBy('detail')
        .execute(),
    )
    expect(alarms).toEqual([
      { detail: '探头 1 高于 8 ℃', endAt: null },
      { detail: '探头 2 高于 8 ℃', endAt: expect.any(String) },
    ])
  })
  test('an excursion that late readings take back takes its alarm back as well', async () => {
    const policy = await c.add('temperaturePolicy', { name: `冷藏 ${phone}`, lowest: 2, highest: 8, minSeconds: 300, hysteresis: 0.5 })
    await c.add('temperatureChannel', { vehicle, sensorNo: 1, policy })
    await rulesHeard()
    /** Twice too warm, three minutes each; without what lies between it looks like ten. */
    const warm = (i: number): string => ((i > 20 && i < 40) || (i > 60 && i < 80) ? '005f' : '0032')
    const all = drive(now() - 1_800_000, 120, (i) => ({ items: [{ id: '51', raw: warm(i) }] }))
    await batch(all.slice(0, 40))
    await batch(all.slice(61))
    const excursions = () =>
      c.read((db) => db.selectFrom('excursion').select(['amendedAt', 'endAt']).where('vehicle', '=', vehicle).execute())
    const alarms = () =>
      c.read((db) =>
        db.selectFrom('alarm').select(['detail', 'endAt']).where('vehicle', '=', vehicle).where('kind', '=', 'temperature').execute(),
      )
    expect(await excursions()).toEqual([{ amendedAt: null, endAt: expect.any(String) }])
    await c.write((tx) => tx.updateTable('alarm').set({ endAt: null }).where('vehicle', '=', vehicle).execute())
    await batch(all.slice(40, 61), 1)
    expect(await excursions()).toEqual([{ amendedAt: expect.any(String), endAt: expect.any(String) }])
    expect(await alarms()).toEqual([{ detail: expect.stringContaining('补传数据表明未发生'), endAt: expect.any(String) }])
    expect((await c.read((db) => db.selectFrom('vehicleDay').select('alarms').where('vehicle', '=', vehicle).execute()))[0]!.alarms).toBe(0)
  })

  test('an SOS after one that was handled is a new cry, however soon; before that it is the same', async () => {
    const crying = (at: number) => drive(at, 1, () => ({ speed: 0, alarm: 1 }))
    const raised = () =>
      c.read((db) =>
        db
          .selectFrom('alarm')
          .select(['id', 'times', 'status'])
          .where('vehicle', '=', vehicle)
          .where('kind', '=', 'b0')
          .orderBy('startAt')
          .execute(),
      )
    await batch(crying(now() - 30_000))
    await batch(crying(now() - 20_000), 1)
    const [first] = await raised()
    expect((await raised()).map((a) => [a.times, a.status])).toEqual([[2, 'open']])
    c.clock.set(new Date(now() - 10_000).toISOString())
    await c.act('alarm', 'handle', first!.id, { handling: '已联系司机，误触' }, 'sales')
    c.clock.set(new Date(now() + 10_000).toISOString())
    await batch(crying(now() - 1_000), 1)
    expect((await raised()).map((a) => [a.times, a.status])).toEqual([
      [2, 'handled'],
      [1, 'open'],
    ])
  })
  test('an alarm that late data took back stands again, the same one, when later data bring it back', async () => {
    const id = await c.add('fence', {
      name: `码头 ${phone}`,
      shape: 'circle',
      points: '121.5,31.230416',
      radius: 500,
      purpose: 'watch',
      onEnter: true,
      onLeave: true,
      confirmFixes: 2,
    })
    await c.add('fenceBinding', { fence: id, vehicle })
    await c.act('fence', 'activate', id)
    await rulesHeard()
    const from = now() - 3_600_000
    const inside = (i: number) => (i >= 30 && i < 40) || (i >= 50 && i < 60)
    const all = drive(from, 90, (i) => ({ speed: 300, longitude: inside(i) ? 121_500_000 : 121_493_000, alarm: i === 55 ? 2 : 0 }))
    const alarms = () =>
      c.read((db) =>
        db.selectFrom('alarm').select(['id', 'kind', 'startAt', 'detail']).where('vehicle', '=', vehicle).orderBy('startAt').execute(),
      )
    const said = async () =>
      (await alarms()).map((a) => [
        a.kind,
        (Date.parse(a.startAt) - Math.floor(from / 1000) * 1000) / 10_000,
        a.detail?.includes('未发生') ?? false,
      ])
    const counted = async () =>
      (await c.read((db) => db.selectFrom('vehicleDay').select('alarms').where('vehicle', '=', vehicle).execute()))[0]!.alarms
    await batch(all.slice(50))
    expect(await said()).toEqual([
      ['fenceEnter', 50, false],
      ['b1', 55, false],
      ['fenceLeave', 60, false],
    ])
    const [first] = await alarms()
    // It was inside before already: that it came in at 50 did not happen.
    await batch(all.slice(30, 40), 1)
    expect(await said()).toEqual([
      ['fenceEnter', 30, false],
      ['fenceEnter', 50, true],
      ['b1', 55, false],
      ['fenceLeave', 60, false],
    ])
    expect(await counted()).toBe(3)
    // And it was outside between: it did.
    await batch(all.slice(40, 50), 1)
    expect(await said()).toEqual([
      ['fenceEnter', 30, false],
      ['fenceLeave', 40, false],
      ['fenceEnter', 50, false],
      ['b1', 55, false],
      ['fenceLeave', 60, false],
    ])
    const again = (await alarms()).find((a) => a.id === first!.id)!
    expect(again).toEqual(first)
    expect(await counted()).toBe(5)
  })

  test('the alarm of an excursion ends when the excursion does, also when late readings move that end', async () => {
    const policy = await c.add('temperaturePolicy', { name: `冷链 ${phone}`, lowest: 2, highest: 8, minSeconds: 300, hysteresis: 0.5 })
    await c.add('temperatureChannel', { vehicle, sensorNo: 1, policy })
    await rulesHeard()
    const from = now() - 3_600_000
    const at = (time: string | null) => (time === null ? null : Math.round((Date.parse(time) - Math.floor(from / 1000) * 1000) / 10_000))
    const excursions = async () =>
      (
        await c.read((db) =>
          db.selectFrom('excursion').select(['startAt', 'endAt', 'amendedAt']).where('vehicle', '=', vehicle).orderBy('startAt').execute(),
        )
      ).map((e) => [at(e.startAt), at(e.endAt), e.amendedAt !== null])
    const alarms = async () =>
      (
        await c.read((db) =>
          db.selectFrom('alarm').select(['startAt', 'endAt', 'detail']).where('vehicle', '=', vehicle).orderBy('startAt').execute(),
        )
      ).map((a) => [at(a.startAt), at(a.endAt), a.detail?.includes('未发生') ?? false])
    const all = drive(from, 140, (i) => ({ items: [{ id: '51', raw: i >= 20 && i < 70 ? '005f' : '0032' }] }))
    await batch(all.slice(0, 60))
    expect(await excursions()).toEqual([[20, null, false]])
    expect(await alarms()).toEqual([[20, null, false]])
    await batch(all.slice(80))
    expect(await excursions()).toEqual([[20, 80, false]])
    expect(await alarms()).toEqual([[20, 80, false]])
    // What was kept in the terminal says that it ended earlier.
    await batch(all.slice(60, 80), 1)
    expect(await excursions()).toEqual([[20, 70, false]])
    expect(await alarms()).toEqual([[20, 70, false]])
  })
})
