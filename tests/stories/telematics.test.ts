/** A terminal from the box to a cut-off with effect. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settleCommands } from '#modules/telematics/gateway/sending/settle.server.ts'
import type { RunningGateway } from '#modules/telematics/gateway/gateway.server.ts'
import type { Message } from '#modules/telematics/jt808/jt808.ts'
import { act } from '#kit/entity/store.server.ts'
import { Device, location } from '#tests/device.ts'
import { fitted, openGateway } from '#tests/gateway.ts'
import { Company, refusal } from './company.ts'

let company: Company
let g: RunningGateway
let profile: number
let phone = 13_700_000_000
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
    limitCode: 'F2',
    cutBits: 'oil',
    items: 'gps51',
  })
  // Patient: nothing is repeated or given up because the machine is busy.
  g = await openGateway(company, { firstWaitMs: 60_000, sweepMs: 60_000 })
})
afterAll(async () => {
  device?.drop()
  await g?.stop()
  await company?.close()
})
beforeEach(async () => {
  device?.drop()
  ;({ terminal, vehicle, state, plate } = await fitted(company, profile, ++phone))
  device = await new Device({ port: g.port, phone: String(phone) }).enter()
})

const ask = (action: string, input: object = {}, who = 'sales') =>
  company.act('vehiclePosition', action, state, input as Record<string, unknown>, who)
const command = (kind: string) =>
  company.read((db) =>
    db
      .selectFrom('command')
      .selectAll()
      .where('vehicle', '=', vehicle)
      .where('kind', '=', kind as never)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow(),
  )
const settled = async (kind: string, wanted: string) => {
  await expect.poll(async () => (await command(kind)).status).toBe(wanted)
  return command(kind)
}
/** A terminal that does what it is told. */
function obey(more: (message: Message) => boolean = () => false): void {
  device.onMessage = (m) => {
    if (m.header.messageId === '8001' || m.header.messageId === '8100' || more(m)) return
    device.say('0001', { serial: m.header.serial, messageId: m.header.messageId, result: 0 })
  }
}
const orderOf = () =>
  company.read((db) => db.selectFrom('cutOrder').selectAll().where('vehicle', '=', vehicle).orderBy('id', 'desc').executeTakeFirstOrThrow())
const CUT = { reason: 'stolen', reasonText: '客户报案，车辆被盗', warned: true }

/** Standing, seen a moment ago and once before: one fix alone proves nothing to a cut. */
async function standing(speed = 0, gateway = g): Promise<void> {
  await device.locate({ at: now() - 5000, speed })
  await device.locate({ at: now(), speed })
  await gateway.flush()
}
async function approved(): Promise<number> {
  await ask('requestCut', CUT, 'sales')
  const order = await orderOf()
  await company.act('cutOrder', 'approve', order.id, {}, 'finance')
  return order.id
}

describe('commands', () => {
  test('to locate is answered by a position, which is stored', async () => {
    device.onMessage = (m) => {
      if (m.header.messageId === '8201')
        device.say('0201', { serial: m.header.serial, location: location({ at: now(), longitude: 121_600_000 }) })
    }
    await ask('locate')
    expect(await settled('locate', 'effective')).toMatchObject({ effectSource: '终端已上报位置', attempts: 1 })
    // The command is settled when the answer is heard; its position is written with the next batch.
    const lng = async (): Promise<number> =>
      Number(
        (await company.read((db) => db.selectFrom('vehiclePosition').select('lng').where('id', '=', state).executeTakeFirstOrThrow())).lng,
      )
    await expect.poll(lng).toBe(121.6)
  })
  test('that set parameters are read back, and a difference is told', async () => {
    obey((m) => {
      if (m.header.messageId !== '8106') return false
      device.say('0104', {
        serial: m.header.serial,
        items: [
          { id: '0029', value: 30 },
          { id: '0055', value: 90 },
        ],
      })
      return true
    })
    await ask('setParameters', { parameters: '0029=30\n0055=100' })
    const row = await settled('setParameters', 'unconfirmed')
    expect(row.outcome).toBe('读回的值不同：0055 应为 100，读回 90')
    expect((row.answer as { difference: { same: boolean }[] }).difference.map((x) => x.same)).toEqual([true, false])
  })
  test('that a terminal refuses say why', async () => {
    device.onMessage = (m) =>
      void (m.header.messageId === '8105' && device.say('0001', { serial: m.header.serial, messageId: '8105', result: 3 }))
    await ask('restart')
    expect(await settled('restart', 'rejected')).toMatchObject({ ackResult: 'unsupported', outcome: '终端应答：不支持' })
  })
  test('wait for a terminal that is away only when they may', async () => {
    device.drop()
    await expect.poll(() => g.stats().terminals).toBe(0)
    await ask('sendText', { text: '上线后请联系调度', speak: false, urgent: false })
    await ask('restart')
    device = await new Device({ port: g.port, phone: String(phone) }).enter()
    obey()
    await settled('restart', 'expired')
    await expect.poll(async () => (await command('text')).status).toMatch(/effective|sent|timedOut/)
  })
  test('for a photo end with the picture', async () => {
    device.onMessage = (m) => {
      if (m.header.messageId !== '8801') return
      device.say('0001', { serial: m.header.serial, messageId: '8801', result: 0 })
      device.sayLong('0801', {
        id: 7,
        type: 0,
        format: 0,
        event: 0,
        channel: 1,
        location: { ...location({ at: now() }), items: [] },
        data: 'ffd8'.padEnd(6000, 'ab'),
      })
    }
    await ask('photo', { channel: 1 })
    const row = await settled('photo', 'effective')
    expect(row.photos).toHaveLength(1)
  })
})

describe('cutting fuel', () => {
  test('goes from the request to the effect, and back', async () => {
    await standing()
    await ask('requestCut', CUT, 'sales')
    const order = await orderOf()
    expect((await refusal(company.act('cutOrder', 'approve', order.id, {}, 'sales'))).message).toBe('申请人不能审批自己的申请')
    expect((await refusal(company.act('cutOrder', 'execute', order.id, { plate }, 'sales'))).message).toContain('待审批')
    await company.act('cutOrder', 'approve', order.id, {}, 'finance')
    expect((await refusal(company.act('cutOrder', 'execute', order.id, { plate: '沪A00000' }, 'sales'))).message).toBe(
      '输入的车牌号不是申请的车辆，没有下发；请核对后重新输入',
    )
    const heard: Message[] = []
    device.onMessage = (m) => {
      if (m.header.messageId !== '8105') return
      heard.push(m)
      device.say('0001', { serial: m.header.serial, messageId: '8105', result: 0 })
    }
    await company.act('cutOrder', 'execute', order.id, { plate }, 'sales')
    await settled('cut', 'acknowledged')
    expect((await orderOf()).status).toBe('executing')
    expect(heard.map((m) => m.body)).toEqual([{ command: 0xf0 }])
    await device.locate({ at: now() + 1000, status: 3 | 1024 })
    expect(await settled('cut', 'effective')).toMatchObject({ effectSource: '状态位显示油路或电路已断开' })
    await expect.poll(async () => (await orderOf()).status).toBe('effective')
    expect(await orderOf()).toMatchObject({ approver: company.people.get('finance'), requester: company.people.get('sales') })

    await ask('requestRestore', { reasonText: '车辆已找回' }, 'sales')
    const back = await orderOf()
    await company.act('cutOrder', 'approve', back.id, {}, 'sales')
    await company.act('cutOrder', 'execute', back.id, { plate }, 'sales')
    await settled('restore', 'acknowledged')
    await device.locate({ at: now() + 2000, status: 3 })
    await settled('restore', 'effective')
    expect(heard.at(-1)!.body).toEqual({ command: 0xf1 })
    const steps = await company.read((db) =>
      db.selectFrom('auditLog').select('action').where('entity', '=', 'cutOrder').where('entityId', '=', order.id).orderBy('id').execute(),
    )
    expect(steps.map((s) => s.action)).toEqual(['add', 'approve', 'execute', 'succeed'])
  })
  test('is refused at every step on a motorway or a bridge, whoever the fence is about; restoring is not', async () => {
    const at = { latitude: 30_500_000, longitude: 122_000_000 }
    const away = { latitude: 30_500_000, longitude: 122_010_000 }
    const there = async (where: object, later: number): Promise<void> => {
      await device.locate({ at: now() + later, speed: 0, ...where })
      await g.flush()
    }
    const bridge = await company.add('fence', {
      name: '东海大桥',
      shape: 'corridor',
      points: '121.99,30.5\n122.003,30.5',
      width: 50,
      noCut: true,
      appliesTo: 'bound',
      onEnter: false,
      onLeave: false,
    })
    const WHY = '车辆位于禁止断油断电区域「东海大桥」内，驶离后再操作'
    // A draft forbids nothing.
    await there(at, 0)
    const order = await (async () => {
      await ask('requestCut', CUT)
      return (await orderOf()).id
    })()
    await company.act('fence', 'activate', bridge)
    expect((await refusal(company.act('cutOrder', 'approve', order, {}, 'finance'))).message).toBe(WHY)
    await there(away, 1000)
    await company.act('cutOrder', 'approve', order, {}, 'finance')
    await there(at, 2000)
    expect((await refusal(company.act('cutOrder', 'execute', order, { plate }, 'sales'))).message).toBe(WHY)
    await company.act('cutOrder', 'cancel', order, { reason: '车辆在桥上' }, 'sales')
    expect((await refusal(ask('requestCut', CUT))).message).toBe(WHY)
    expect(
      await company.read((db) => db.selectFrom('command').select('id').where('vehicle', '=', vehicle).where('kind', '=', 'cut').execute()),
    ).toEqual([])
    await ask('requestRestore', { reasonText: '车主已到场' })
    const back = (await orderOf()).id
    await company.act('cutOrder', 'approve', back, {}, 'finance')
    obey()
    await company.act('cutOrder', 'execute', back, { plate }, 'sales')
    await company.act('fence', 'stop', bridge)
    await ask('requestCut', CUT)
    expect((await orderOf()).kind).toBe('cut')
  })
  test('does not trip over a command the gateway is sending at that moment: it goes out, and the newer wish stands', async () => {
    await standing()
    await ask('requestRestore', { reasonText: '车主已到场' })
    await company.act('cutOrder', 'approve', (await orderOf()).id, {}, 'finance')
    device.drop()
    await expect.poll(() => g.stats().terminals).toBe(0)
    await company.act('cutOrder', 'execute', (await orderOf()).id, { plate }, 'sales')
    const { id } = await settled('restore', 'queued')
    const taken = Promise.withResolvers<void>()
    const sending = company.write(async (tx) => {
      await act(tx, company.as(), 'command', 'send', id, null, { serial: 1 })
      taken.resolve()
      await expect
        .poll(() =>
          // In a transaction of its own: within one the activity is looked at once.
          company.read(
            async (db) =>
              (await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)).rows,
          ),
        )
        .not.toEqual([])
    })
    await taken.promise
    await ask('requestCut', CUT)
    await sending
    expect((await command('restore')).status).toBe('sent')
    expect((await orderOf()).kind).toBe('cut')
  })
  test('of the next start only is for a vehicle that drives: it is set, works when the engine stops, and is restored', async () => {
    await standing(600)
    await ask('requestCut', { ...CUT, kind: 'limit' })
    const { id } = await orderOf()
    expect((await refusal(company.act('cutOrder', 'approve', id, {}, 'sales'))).message).toBe('申请人不能审批自己的申请')
    await company.act('cutOrder', 'approve', id, {}, 'finance')
    obey()
    await company.act('cutOrder', 'execute', id, { plate }, 'sales')
    await settled('limit', 'acknowledged')
    expect(device.heard.filter((m) => m.header.messageId === '8105').map((m) => m.body)).toEqual([{ command: 0xf2 }])
    expect(await orderOf()).toMatchObject({ status: 'armed', effectiveAt: null })
    expect((await refusal(ask('requestCut', { ...CUT, kind: 'limit' }))).message).toContain('已有进行中的单据')
    // Hours on the road: nobody gives it up.
    company.clock.advanceMinutes(180)
    await standing(600)
    await settleCommands(company.as())
    expect((await command('limit')).status).toBe('acknowledged')
    company.clock.advanceMinutes(1)
    await device.locate({ at: now(), speed: 0, status: 2 | 1024 })
    await g.flush()
    await settleCommands(company.as())
    expect(await command('limit')).toMatchObject({ status: 'effective', effectSource: '熄火后状态位显示油路或电路已断开（其后上报）' })
    expect((await orderOf()).status).toBe('effective')
  })
  test('of the next start is taken back before it worked, and gives way to a cut', async () => {
    const arm = async (): Promise<number> => {
      await standing(600)
      await ask('requestCut', { ...CUT, kind: 'limit' })
      const { id } = await orderOf()
      await company.act('cutOrder', 'approve', id, {}, 'finance')
      await company.act('cutOrder', 'execute', id, { plate }, 'sales')
      await expect.poll(async () => (await orderOf()).status).toBe('armed')
      return id
    }
    const ended = (id: number) =>
      company.read((db) => db.selectFrom('cutOrder').select(['status', 'outcome']).where('id', '=', id).executeTakeFirstOrThrow())
    obey()
    const first = await arm()
    await ask('requestRestore', { reasonText: '已结清欠款' })
    const back = await orderOf()
    expect(back.restores).toBe(first)
    await company.act('cutOrder', 'approve', back.id, {}, 'finance')
    await company.act('cutOrder', 'execute', back.id, { plate }, 'sales')
    await settled('restore', 'acknowledged')
    await device.locate({ at: now() + 1000, speed: 600 })
    await settled('restore', 'effective')
    expect(await ended(first)).toEqual({ status: 'lifted', outcome: `已由 ${back.no} 恢复油电` })
    expect(await command('limit')).toMatchObject({ status: 'unconfirmed', outcome: `已由 ${back.no} 恢复油电` })

    company.clock.advanceMinutes(1)
    const second = await arm()
    company.clock.advanceMinutes(1)
    await standing()
    const order = await approved()
    await company.act('cutOrder', 'execute', order, { plate }, 'sales')
    await settled('cut', 'acknowledged')
    await device.locate({ at: now() + 1000, status: 3 | 1024 })
    await settled('cut', 'effective')
    expect((await ended(second)).status).toBe('lifted')
  })
  test('of a vehicle that drives may be softened to a restriction of the next start, without asking again', async () => {
    await standing(300)
    const order = await approved()
    expect((await refusal(company.act('cutOrder', 'execute', order, { plate }, 'sales'))).message).toContain('才能断开；可「改为限制启动」')
    await company.act('cutOrder', 'soften', order, {}, 'sales')
    obey()
    await company.act('cutOrder', 'execute', order, { plate }, 'sales')
    await expect.poll(async () => (await orderOf()).status).toBe('armed')
    expect(device.heard.filter((m) => m.header.messageId === '8105').map((m) => m.body)).toEqual([{ command: 0xf2 }])
  })
  test('of the next start keeps every other guard: where it is, how fresh the fix, online; and needs the maker’s command', async () => {
    await standing(600)
    await ask('requestCut', { ...CUT, kind: 'limit' })
    const { id } = await orderOf()
    await company.act('cutOrder', 'approve', id, {}, 'finance')
    const execute = () => refusal(company.act('cutOrder', 'execute', id, { plate }, 'sales'))
    company.clock.advanceMinutes(2)
    expect((await execute()).message).toContain('超过 60 秒的时效')
    await device.locate({ at: now(), speed: 600, latitude: 31_260_000, longitude: 121_500_000 })
    await g.flush()
    const tunnel = await company.add('fence', {
      name: '岱山隧道',
      shape: 'circle',
      points: '121.5,31.26',
      radius: 500,
      noCut: true,
      onEnter: false,
      onLeave: false,
    })
    await company.act('fence', 'activate', tunnel)
    expect((await execute()).message).toContain('岱山隧道')
    await company.act('fence', 'stop', tunnel)
    const plain = await company.add('deviceProfile', { name: `无一级限制 ${phone}`, cutBy: 'control', cutCode: 'F0', restoreCode: 'F1' })
    const gone = device.gone()
    await company.edit('terminal', terminal, { profile: plain })
    await gone
    expect((await execute()).message).toBe('设备型号未配置限制启动指令')
    await company.act('cutOrder', 'cancel', id, { reason: '型号不支持' }, 'sales')
    expect((await refusal(ask('requestCut', { ...CUT, kind: 'limit' }))).message).toContain('未配置限制启动指令')
  })
  test('is refused while the vehicle drives, without a fresh fix, and offline; nothing of it is queued', async () => {
    await standing(300)
    const order = await approved()
    expect((await refusal(company.act('cutOrder', 'execute', order, { plate }, 'sales'))).message).toContain('车辆正在行驶')
    await device.locate({ at: now() + 1000, speed: 0 })
    await g.flush()
    company.clock.set(new Date(now() + 100_000).toISOString())
    expect((await refusal(company.act('cutOrder', 'execute', order, { plate }, 'sales'))).message).toContain('超过 60 秒的时效')
    device.drop()
    await expect
      .poll(async () => {
        await g.flush()
        return (await company.read((db) => db.selectFrom('terminal').select('online').where('id', '=', terminal).executeTakeFirstOrThrow()))
          .online
      })
      .toBe(false)
    expect((await refusal(company.act('cutOrder', 'execute', order, { plate }, 'sales'))).message).toContain('不能离线排队')
    expect(await company.read((db) => db.selectFrom('command').select('id').where('vehicle', '=', vehicle).execute())).toEqual([])
    company.clock.advanceMinutes(31)
    expect((await refusal(company.act('cutOrder', 'execute', order, { plate }, 'sales'))).message).toContain('执行期限已过')
  })
  test('is checked again when it is sent: a vehicle that has driven off meanwhile is not cut', async () => {
    await standing()
    const order = await approved()
    device.onMessage = null
    await company.write(async (tx) => {
      const { act } = await import('#kit/entity/store.server.ts')
      await act(tx, company.as('sales'), 'cutOrder', 'execute', order, null, { plate })
      await tx.updateTable('position').set({ speed: 450 }).where('terminal', '=', terminal).where('at', '=', company.clock.now()).execute()
    })
    const row = await settled('cut', 'expired')
    expect(row.outcome).toContain('下发前复核未通过：车辆正在行驶')
    expect(device.heard.filter((m) => m.header.messageId === '8105')).toEqual([])
    expect((await orderOf()).status).toBe('failed')
  })
  test('whose link dies before the answer is told as unknown; what the terminal reports later decides (R-76)', async () => {
    await standing()
    const order = await approved()
    const heard = device.next((m) => m.header.messageId === '8105')
    await company.act('cutOrder', 'execute', order, { plate }, 'sales')
    await heard
    device.drop()
    const row = await settled('cut', 'timedOut')
    expect(row.outcome).toContain('链路断开')
    expect(await orderOf()).toMatchObject({ status: 'failed' })
    expect(row.attempts).toBe(1)
  })
  test('is not offered for a device whose maker’s command nobody has configured', async () => {
    const plain = await company.add('deviceProfile', { name: `普通终端 ${phone}` })
    await company.edit('terminal', terminal, { profile: plain })
    expect((await refusal(ask('requestCut', CUT))).message).toContain('未配置断油断电指令')
  })
})

describe('a gateway in a hurry', () => {
  let hasty: RunningGateway
  beforeAll(async () => {
    hasty = await openGateway(company, { firstWaitMs: 400, effectMs: 400, sweepMs: 60_000 })
  })
  afterAll(async () => {
    device.drop()
    await hasty?.stop()
  })
  beforeEach(async () => {
    device.drop()
    device = await new Device({ port: hasty.port, phone: String(phone) }).enter()
  })

  test('commands that nobody answers are repeated and then told as unknown', async () => {
    const heard: number[] = []
    device.onMessage = (m) => void (m.header.messageId === '8300' && heard.push(m.header.serial))
    await ask('sendText', { text: '请靠边停车', speak: true, urgent: false })
    const row = await settled('text', 'timedOut')
    expect(row.attempts).toBe(3)
    expect(new Set(heard).size).toBe(1)
    expect(row.outcome).toContain('是否执行未知')
  })
  test('a cut that is acknowledged but shows no effect is told so', async () => {
    await standing(0, hasty)
    const order = await approved()
    obey()
    await company.act('cutOrder', 'execute', order, { plate }, 'sales')
    expect((await settled('cut', 'unconfirmed')).outcome).toContain('状态位未变化')
  })
  test('a command whose answer comes while its repetition is being written down is not sent once more', async () => {
    const sent: Message[] = []
    device.onMessage = (m) => void (m.header.messageId === '8105' && sent.push(m))
    await ask('restart')
    await expect.poll(() => sent.length).toBeGreaterThan(0)
    const { id } = await command('restart')
    const waiting = () =>
      company.read(
        async (db) =>
          (
            await sql<{
              n: number
            }>`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
          ).rows[0]!.n,
      )
    let before = 0
    await company.write(async (tx) => {
      await tx.selectFrom('command').select('id').where('id', '=', id).forUpdate().execute()
      await expect.poll(waiting).toBe(1)
      before = sent.length
      device.say('0001', { serial: sent[0]!.header.serial, messageId: '8105', result: 0 })
      // What is heard behind it says that it was heard.
      await device.ask('0002', {})
    })
    await settled('restart', 'effective')
    await device.ask('0002', {})
    expect(sent).toHaveLength(before)
  })
})
