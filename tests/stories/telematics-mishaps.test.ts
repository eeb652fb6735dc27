/** What a clerk runs into around terminals: devices changed while they talk, answers that come late or never, alarms of devices that are gone. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { remove } from '#kit/entity/store.server.ts'
import type { RunningGateway } from '#modules/telematics/gateway/gateway.server.ts'
import { settleCommands } from '#modules/telematics/gateway/sending/settle.server.ts'
import type { Message } from '#modules/telematics/jt808/jt808.ts'
import { Device, location } from '#tests/device.ts'
import { fitted, openGateway } from '#tests/gateway.ts'
import { Company, refusal } from './company.ts'

const CUT_OFF = 3 | 1024
let company: Company
let gateway: RunningGateway
let profile: number
let phone = 13_710_000_000
let device: Device
let terminal: number
let vehicle: number
let state: number
let plate: string
const now = (): number => Date.parse(company.clock.now())

beforeAll(async () => {
  company = await Company.open('2026-11-20')
  profile = await company.add('deviceProfile', {
    name: '带继电器的终端',
    cutBy: 'control',
    cutCode: 'F0',
    restoreCode: 'F1',
    cutBits: 'oil',
  })
  gateway = await openGateway(company, { firstWaitMs: 60_000, sweepMs: 60_000 })
})
afterAll(async () => {
  device?.drop()
  await gateway?.stop()
  await company?.close()
})
beforeEach(async () => {
  device?.drop()
  ;({ terminal, vehicle, state, plate } = await fitted(company, profile, ++phone))
  device = await new Device({ port: gateway.port, phone: String(phone) }).enter()
})

const ask = (action: string, input: object = {}) => company.act('vehiclePosition', action, state, input as Record<string, unknown>, 'sales')
const command = (kind: string) =>
  company.read((db) =>
    db
      .selectFrom('command')
      .selectAll()
      .where('terminal', '=', terminal)
      .where('kind', '=', kind as never)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow(),
  )
const settled = async (kind: string, wanted: string) => {
  await expect.poll(async () => (await command(kind)).status).toBe(wanted)
  return command(kind)
}
const positionOf = (of: number) =>
  company.read((db) =>
    db.selectFrom('vehiclePosition').select(['terminal', 'online', 'speed']).where('vehicle', '=', of).executeTakeFirstOrThrow(),
  )
const orderOf = () =>
  company.read((db) => db.selectFrom('cutOrder').selectAll().where('vehicle', '=', vehicle).orderBy('id', 'desc').executeTakeFirstOrThrow())
function obey(more: (message: Message) => boolean = () => false): void {
  device.onMessage = (m) => {
    if (m.header.messageId === '8001' || m.header.messageId === '8100' || more(m)) return
    device.say('0001', { serial: m.header.serial, messageId: m.header.messageId, result: 0 })
  }
}
async function approved(action: 'requestCut' | 'requestRestore'): Promise<number> {
  await ask(action, action === 'requestCut' ? { reason: 'stolen', reasonText: '客户报案', warned: true } : { reasonText: '已找回' })
  const { id } = await orderOf()
  await company.act('cutOrder', 'approve', id, {}, 'finance')
  return id
}

/** Two fixes say so. */
async function standing(): Promise<void> {
  await device.locate({ at: now() - 5000 })
  await device.locate({ at: now() })
}
/** Sent and heard; then the terminal is gone, and nobody sees what came of it. */
async function cutUnseen(): Promise<void> {
  await standing()
  await gateway.flush()
  const order = await approved('requestCut')
  const heard = device.next((m) => m.header.messageId === '8105')
  await company.act('cutOrder', 'execute', order, { plate }, 'sales')
  await heard
  device.drop()
  await settled('cut', 'timedOut')
}

describe('a terminal that is taken out of a vehicle while it talks', () => {
  test('no longer keeps that vehicle online, wherever it comes to next', async () => {
    await device.locate({ at: now(), speed: 300 })
    await gateway.flush()
    expect(await positionOf(vehicle)).toMatchObject({ terminal, online: true })
    await company.act('terminal', 'unbind', terminal, { reason: '换车' })
    expect(await positionOf(vehicle)).toMatchObject({ terminal: null, online: false })
    const other = await company.vehicle()
    await company.act('terminal', 'bind', terminal, { vehicle: other })
    const again = await new Device({ port: gateway.port, phone: String(phone) }).open()
    again.code = device.code
    expect(await again.authenticate()).toBe(0)
    expect([(await positionOf(vehicle)).online, (await positionOf(other)).online]).toEqual([false, true])
    again.drop()
  })
  test('and bound to another one, which is online from that moment, not from its next login', async () => {
    const spare = await company.add('terminal', { terminalNo: String(++phone), profile, store: company.store })
    const talking = await new Device({ port: gateway.port, phone: String(phone) }).enter()
    await company.act('terminal', 'replace', terminal, { terminal: spare, reason: '故障' })
    expect(await positionOf(vehicle)).toMatchObject({ terminal: spare, online: true })
    talking.drop()
  })
  test('and not replaced by one whose model nobody has chosen: it is said of which of the two', async () => {
    const spare = await company.add('terminal', { terminalNo: String(++phone), store: company.store })
    const said = await refusal(company.act('terminal', 'replace', terminal, { terminal: spare, reason: '故障' }))
    expect(said.data).toEqual({ terminal: `新设备 ${phone} 还没有设备型号，请先在该设备的「修改」中选择` })
    expect(await positionOf(vehicle)).toMatchObject({ terminal })
  })
  test.each([
    ['stop', { reason: '停用' }],
    ['sendToRepair', { reason: '返修' }],
    ['scrap', { reason: '报废' }],
  ] as const)('is shown the door when it is taken out of use (%s), and stays out', async (action, input) => {
    await company.act('terminal', 'unbind', terminal, { reason: '拆下' })
    await company.act('terminal', action, terminal, { ...input })
    await device.gone()
    const again = await new Device({ port: gateway.port, phone: String(phone) }).open()
    expect(await again.authenticate(device.code)).toBe(1)
    again.drop()
  })
})

test('a SIM that was put into another device comes in after its authentication was reset, and from then on like any other', async () => {
  device.drop()
  const other = async (): Promise<number> => {
    const one = await new Device({ port: gateway.port, phone: String(phone), deviceNo: 'OTHER01' }).open()
    const { result } = await one.register()
    const admitted = result === 0 ? await one.authenticate() : -1
    one.drop()
    return result === 0 ? admitted : result
  }
  expect(await other()).toBe(3)
  await company.act('terminal', 'resetAuth', terminal)
  expect([await other(), await other()]).toEqual([0, 0])
  expect(
    (await company.read((db) => db.selectFrom('terminal').select('deviceNo').where('id', '=', terminal).executeTakeFirstOrThrow()))
      .deviceNo,
  ).toBe('OTHER01')
  const former = await new Device({ port: gateway.port, phone: String(phone), deviceNo: 'DEV0001' }).open()
  expect((await former.register()).result).toBe(3)
  former.drop()
})

test('a vehicle has one terminal at any time, and a terminal one vehicle (fleet.md §5, 25)', async () => {
  const spare = await company.add('terminal', { terminalNo: `2${phone}`, profile, store: company.store })
  expect((await refusal(company.act('terminal', 'bind', spare, { vehicle }))).message).toContain(`已绑定设备 ${phone}`)
  await company.act('terminal', 'unbind', terminal, { reason: '拆下' })
  // Before it was taken out the vehicle had another one.
  const before = await refusal(company.act('terminal', 'bind', spare, { vehicle, at: new Date(now() - 3_600_000).toISOString() }))
  expect(JSON.stringify(before)).toContain('绑定时间不能早于其结束时间')
  company.clock.advanceMinutes(1)
  await company.act('terminal', 'bind', spare, { vehicle })
  // Whoever goes past the rule is stopped by the table.
  const [row] = await company.read((db) => db.selectFrom('terminalBinding').selectAll().where('terminal', '=', spare).execute())
  const { id: _id, createdAt: _c, updatedAt: _u, version: _v, ...copy } = row as unknown as Record<string, unknown>
  await expect(
    company.write((tx) =>
      tx
        .insertInto('terminalBinding')
        .values({ ...copy, terminal } as never)
        .execute(),
    ),
  ).rejects.toMatchObject({ cause: { constraint: 'terminal_binding_of_vehicle' } })
  await expect(
    company.write((tx) =>
      tx
        .insertInto('terminalBinding')
        .values({ ...copy, vehicle: vehicle - 1 } as never)
        .execute(),
    ),
  ).rejects.toMatchObject({ cause: { constraint: 'terminal_binding_of_terminal' } })
})

describe('the effect of cutting', () => {
  test('is not believed of reports from before it was sent', async () => {
    await standing()
    await gateway.flush()
    const order = await approved('requestCut')
    obey()
    await company.act('cutOrder', 'execute', order, { plate }, 'sales')
    await settled('cut', 'acknowledged')
    // The last time it was cut: kept in a valley, sent now.
    expect(await device.ask('0704', { type: 1, locations: [location({ at: now() - 3_600_000, status: CUT_OFF })] })).toBe(0)
    expect(await device.ask('0200', location({ at: now() - 60_000, status: CUT_OFF }))).toBe(0)
    expect((await command('cut')).status).toBe('acknowledged')
    expect(await device.ask('0200', location({ at: now() + 1000, status: CUT_OFF }))).toBe(0)
    await settled('cut', 'effective')
  })
  test('that nobody saw in time is believed when the terminal reports it later', async () => {
    await cutUnseen()
    await settleCommands(company.as())
    expect([(await command('cut')).status, (await orderOf()).status]).toEqual(['timedOut', 'failed'])
    company.clock.advanceMinutes(2)
    const back = await new Device({ port: gateway.port, phone: String(phone) }).open()
    expect(await back.authenticate(device.code)).toBe(0)
    await back.locate({ at: now(), status: CUT_OFF })
    await gateway.flush()
    await settleCommands(company.as())
    const row = await command('cut')
    expect(row).toMatchObject({ status: 'effective', effectSource: '状态位显示油路或电路已断开（其后上报）' })
    expect(row.effectAt! > row.sentAt!).toBe(true)
    expect((await orderOf()).status).toBe('effective')
    back.drop()
  })
  test('is not believed of a cut that was restored since', async () => {
    await cutUnseen()
    const back = await approved('requestRestore')
    const { code } = device
    device = await new Device({ port: gateway.port, phone: String(phone) }).open()
    expect(await device.authenticate(code)).toBe(0)
    obey()
    await company.act('cutOrder', 'execute', back, { plate }, 'sales')
    await settled('restore', 'acknowledged')
    company.clock.advanceMinutes(1)
    await device.locate({ at: now(), status: CUT_OFF })
    await gateway.flush()
    await settleCommands(company.as())
    expect((await command('cut')).status).toBe('timedOut')
  })
})

describe('fences for terminals', () => {
  const sync = (id: number) =>
    company.read((db) =>
      db
        .selectFrom('fenceBinding')
        .select(['sync', 'syncedAt'])
        .where('fence', '=', id)
        .where('vehicle', '=', vehicle)
        .executeTakeFirstOrThrow(),
    )
  const fence = async (name: string): Promise<number> => {
    const id = await company.add('fence', {
      name: `${name} ${phone}`,
      shape: 'circle',
      points: '121.5,31.230416',
      radius: 500,
      purpose: 'watch',
    })
    await company.add('fenceBinding', { fence: id, vehicle })
    await company.act('fence', 'activate', id)
    return id
  }
  test('two of them wait for one terminal, asked for twice, and both arrive once', async () => {
    device.drop()
    await expect.poll(() => gateway.stats().terminals).toBe(0)
    const [a, b] = [await fence('甲仓'), await fence('乙仓')]
    for (const id of [a, b, a]) await company.act('fence', 'sync', id)
    expect([(await sync(a)).sync, (await sync(b)).sync]).toEqual(['pending', 'pending'])
    const back = await new Device({ port: gateway.port, phone: String(phone) }).open()
    back.onMessage = (m) =>
      void (m.header.messageId === '8600' && back.say('0001', { serial: m.header.serial, messageId: '8600', result: 0 }))
    expect(await back.authenticate(device.code)).toBe(0)
    await expect.poll(async () => [(await sync(a)).sync, (await sync(b)).sync]).toEqual(['sent', 'sent'])
    expect(back.heard.filter((m) => m.header.messageId === '8600')).toHaveLength(2)
    back.drop()
  })
  test('that a terminal never fetched are told as failed, not as waiting for ever', async () => {
    device.drop()
    await expect.poll(() => gateway.stats().terminals).toBe(0)
    const id = await fence('丙仓')
    await company.act('fence', 'sync', id)
    company.clock.advanceMinutes(8 * 24 * 60)
    await settleCommands(company.as())
    expect(await command('fenceSync')).toMatchObject({ status: 'expired' })
    expect((await sync(id)).sync).toBe('failed')
  })
  test('are taken away again: when switched off, no longer bound, drawn as something else, or when the terminal leaves the vehicle', async () => {
    const heard: [string, number][] = []
    device.onMessage = (m) => {
      if (!/^860[0-7]$/.test(m.header.messageId)) return
      const body = m.body as { ids?: number[]; areas?: { id: number }[] }
      heard.push([m.header.messageId, body.ids?.[0] ?? body.areas![0]!.id])
      device.say('0001', { serial: m.header.serial, messageId: m.header.messageId, result: 0 })
    }
    const sent = async (name: string): Promise<number> => {
      const id = await fence(name)
      await company.act('fence', 'sync', id)
      await expect.poll(async () => (await sync(id)).sync).toBe('sent')
      return id
    }
    const expectCommand = (messageId: string, id: number) =>
      expect.poll(() => heard.filter(([m, of]) => m === messageId && of === id).length).toBe(1)
    const off = await sent('停用仓')
    await company.act('fence', 'stop', off)
    await expectCommand('8601', off)
    await expect.poll(async () => (await sync(off)).sync).toBe('none')

    const loose = await sent('解除仓')
    const binding = await company.read((db) =>
      db.selectFrom('fenceBinding').select('id').where('fence', '=', loose).executeTakeFirstOrThrow(),
    )
    await company.write((tx) => remove(tx, company.as('sales'), 'fenceBinding', binding.id, null))
    await expectCommand('8601', loose)

    const drawn = await sent('改画仓')
    await company.edit('fence', drawn, { remark: '东门' })
    expect((await sync(drawn)).sync).toBe('sent')
    await company.edit('fence', drawn, { shape: 'rectangle', points: '121.4,31.2\n121.5,31.3', radius: null })
    expect((await sync(drawn)).sync).toBe('stale')
    await company.act('fence', 'sync', drawn)
    await expectCommand('8601', drawn)
    await expectCommand('8602', drawn)

    await company.act('terminal', 'unbind', terminal, { reason: '换车' })
    await expectCommand('8603', drawn)
    expect((await sync(drawn)).sync).toBe('none')
    // What was taken away already is not taken away again.
    expect(heard.filter(([m]) => m === '8601').map(([, id]) => id)).toEqual([off, loose, drawn])
  })
  test('are about many vehicles at once, each of them once', async () => {
    const id = await fence('戊仓')
    const more = await company.vehicle()
    await company.act('fence', 'addVehicles', id, { vehicles: [vehicle, more] }, 'sales')
    expect(
      (await company.read((db) => db.selectFrom('fenceBinding').select('vehicle').where('fence', '=', id).orderBy('id').execute())).map(
        (row) => row.vehicle,
      ),
    ).toEqual([vehicle, more])
    expect((await refusal(company.act('fence', 'addVehicles', id, { vehicles: [more] }, 'sales'))).message).toBe(
      '所选车辆都已适用此围栏，不需要再添加',
    )
  })
  test('that wait for a terminal are not sent any more once they are switched off', async () => {
    device.drop()
    await expect.poll(() => gateway.stats().terminals).toBe(0)
    const id = await fence('丁仓')
    await company.act('fence', 'sync', id)
    await company.act('fence', 'stop', id)
    expect((await command('fenceSync')).status).toBe('cancelled')
    expect((await sync(id)).sync).toBe('none')
    expect(
      await company.read((db) =>
        db.selectFrom('command').select('id').where('vehicle', '=', vehicle).where('kind', '=', 'fenceRemove').execute(),
      ),
    ).toEqual([])
  })
})

describe('an alarm can be handled', () => {
  const raised = (kind: string): Promise<number> =>
    company.add('alarm', {
      vehicle,
      terminal,
      store: company.store,
      kind,
      grade: 'severe',
      source: 'terminal',
      startAt: company.clock.now(),
      lastAt: company.clock.now(),
      times: 1,
    })
  test('while another one of the same terminal is being confirmed to it', async () => {
    const [sos, danger] = [await raised('b0'), await raised('b3')]
    const heard: number[] = []
    device.onMessage = (m) => void (m.header.messageId === '8203' && heard.push((m.body as { types: number }).types))
    for (const id of [sos, danger]) await company.act('alarm', 'handle', id, { handling: '已联系司机' }, 'sales')
    await expect.poll(() => [...new Set(heard)].toSorted((a, b) => a - b)).toEqual([1, 8])
  })
  test('when its terminal has been taken out of use', async () => {
    const id = await raised('b0')
    await company.act('terminal', 'unbind', terminal, { reason: '拆下' })
    await company.act('terminal', 'scrap', terminal, { reason: '报废' })
    await company.act('alarm', 'handle', id, { handling: '设备已拆除' }, 'sales')
    expect(await company.read((db) => db.selectFrom('alarm').select('status').where('id', '=', id).executeTakeFirstOrThrow())).toEqual({
      status: 'handled',
    })
  })
})

describe('commands', () => {
  test('for the properties of a terminal end with them, also in its books', async () => {
    device.onMessage = (m) =>
      void (
        m.header.messageId === '8107' &&
        device.say('0107', {
          type: 4,
          maker: 'ZYT',
          model: 'T-9',
          terminalId: 'DEV0001',
          iccid: '89860012345678901234',
          hardware: 'HW2',
          firmware: 'FW3.1',
          gnss: 3,
          network: 32,
        })
      )
    await ask('readProperties')
    const row = await settled('properties', 'effective')
    expect((row.answer as { properties: object }).properties).toMatchObject({
      model: 'T-9',
      iccid: '89860012345678901234',
      firmware: 'FW3.1',
    })
    await expect
      .poll(
        async () =>
          await company.read((db) =>
            db.selectFrom('terminal').select(['iccid', 'firmware', 'model']).where('id', '=', terminal).executeTakeFirstOrThrow(),
          ),
      )
      .toEqual({ iccid: '89860012345678901234', firmware: 'FW3.1', model: 'T-9' })
  })
  test('that set the odometer are read back; a vehicle that drives on meanwhile is not a difference, another figure is', async () => {
    let reads = 1_234_567
    const heard: unknown[] = []
    obey((m) => {
      if (m.header.messageId === '8103') heard.push(m.body)
      if (m.header.messageId !== '8106') return false
      device.say('0104', { serial: m.header.serial, items: [{ id: '0080', value: reads + 3 }] })
      return true
    })
    await ask('calibrate', { reading: 123_456.7 })
    expect(await settled('calibrate', 'effective')).toMatchObject({
      summary: '里程校准为 123456.7 km',
      answer: { difference: [{ id: '0080', wanted: '1234567', found: '1234570', same: true }] },
    })
    expect(heard).toEqual([{ items: [{ id: '0080', value: 1_234_567 }] }])
    // The archive says 0 km: nobody has entered it.
    await company.write((tx) => tx.updateTable('vehicle').set({ odometer: 0 }).where('id', '=', vehicle).execute())
    expect(await refusal(ask('calibrate'))).toMatchObject({ data: { reading: '车辆档案中没有里程，请填写仪表读数' } })
    await company.write((tx) => tx.updateTable('vehicle').set({ odometer: 8000 }).where('id', '=', vehicle).execute())
    reads = 500
    await ask('calibrate')
    expect((await settled('calibrate', 'unconfirmed')).outcome).toBe('读回的值不同：0080 应为 80000，读回 503')
  })
  test('to upgrade end with what the terminal says afterwards on another link, or with the version it shows', async () => {
    const UPGRADE = { url: 'http://example.com/fw-4.bin', firmware: 'FW4.0', minutes: 30 }
    const upgrade = (input: object = {}) => company.act('vehiclePosition', 'upgrade', state, { ...UPGRADE, ...input }, 'sales')
    expect((await refusal(upgrade({ url: 'http://example.com/a;b' }))).message).toContain('固件地址应以')
    const heard: unknown[] = []
    const yes = (): void =>
      obey((m) => {
        if (m.header.messageId === '8105') heard.push(m.body)
        return false
      })
    yes()
    await upgrade()
    await settled('upgrade', 'acknowledged')
    expect(heard).toEqual([{ command: 1, parameters: 'http://example.com/fw-4.bin;;;;;;;;;FW4.0;30' }])
    device.drop()
    device = await new Device({ port: gateway.port, phone: String(phone) }).enter()
    expect(await device.ask('0108', { type: 0, result: 0 })).toBe(0)
    expect(await settled('upgrade', 'effective')).toMatchObject({ effectSource: '终端通知：升级成功' })
    yes()
    await upgrade()
    await settled('upgrade', 'acknowledged')
    expect(await device.ask('0108', { type: 0, result: 1 })).toBe(0)
    expect(await settled('upgrade', 'unconfirmed')).toMatchObject({ outcome: '终端通知：升级失败' })
    // Brought about by hand afterwards.
    device.onMessage = (m) =>
      void (
        m.header.messageId === '8107' &&
        device.say('0107', {
          type: 4,
          maker: 'ZYT',
          model: 'T-9',
          terminalId: 'DEV0001',
          iccid: '89860012345678901234',
          hardware: 'HW2',
          firmware: 'FW4.0',
          gnss: 3,
          network: 32,
        })
      )
    await ask('readProperties')
    expect(await settled('upgrade', 'effective')).toMatchObject({ effectSource: '固件版本已为 FW4.0' })
  })
  test('pass bytes through as they were typed', async () => {
    const heard = device.next((m) => m.header.messageId === '8900')
    await ask('passThrough', { type: 'f3', data: '0A 1b' })
    expect((await heard).body).toMatchObject({ type: 0xf3, data: '0a1b' })
  })
  test('that make no sense to any terminal are refused at the desk', async () => {
    expect((await refusal(ask('setParameters', { parameters: '0029=三十' }))).message).toContain('应为 0 至 4294967295 的整数')
  })
  test('nobody gave may still bring pictures: kept as records of their own, however many', async () => {
    const picture = (id: number) =>
      device.sayLong('0801', {
        id,
        type: 0,
        format: 0,
        event: 3,
        channel: 2,
        location: { ...location({ at: now() }), items: [] },
        data: 'ffd8ff'.padEnd(4000, 'ab'),
      })
    const lastAcknowledged = device.next((m) => m.header.messageId === '8800' && (m.body as { id: number }).id === 25)
    for (let id = 1; id <= 25; id++) picture(id)
    await lastAcknowledged
    const rows = await company.read((db) =>
      db
        .selectFrom('command')
        .select(['status', 'summary', 'photos', 'vehicle'])
        .where('terminal', '=', terminal)
        .where('kind', '=', 'photo')
        .execute(),
    )
    expect(rows.reduce((sum, row) => sum + (row.photos?.length ?? 0), 0)).toBe(25)
    expect(rows[0]).toMatchObject({ status: 'effective', summary: '终端主动上传照片：通道 2，碰撞侧翻报警', vehicle })
    expect(await device.locate({ at: now() })).toBe(0)
  })
})

test('a risk opened again waits for somebody: nobody has it, no result stands, and a grade it has is no new one', async () => {
  const risk = await company.add('riskReport', { vehicle, occurredAt: company.clock.now(), description: '停在禁停区，电话不接' }, 'sales')
  const row = () =>
    company.read((db) =>
      db
        .selectFrom('riskReport')
        .select(['status', 'level', 'assignee', 'dueOn', 'result'])
        .where('id', '=', risk)
        .executeTakeFirstOrThrow(),
    )
  await company.act('riskReport', 'assign', risk, { assignee: company.people.get('sales'), dueOn: '2026-11-25' }, 'sales')
  expect((await refusal(company.act('riskReport', 'regrade', risk, { level: 'medium', reason: '再看' }, 'sales'))).message).toContain(
    '风险已经是这个等级',
  )
  await company.act('riskReport', 'regrade', risk, { level: 'high', reason: '失联两天' }, 'sales')
  await company.act('riskReport', 'close', risk, { result: '已联系上' }, 'sales')
  await company.act('riskReport', 'reopen', risk, { reason: '又失联' }, 'sales')
  expect(await row()).toEqual({ status: 'open', level: 'high', assignee: null, dueOn: null, result: null })
})
