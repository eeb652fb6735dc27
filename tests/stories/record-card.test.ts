/** What is under way stands on the card of the vehicle, of the customer and of the driver, for who may see it; and a driver is called by the last four digits of his phone. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cardOf } from '#kit/entity/card/card.server.ts'
import type { Card, CardLine } from '#kit/entity/card/card.wire.ts'
import type { FoundRecord } from '#shell/search.wire.ts'
import { Office, node } from './approval-office.ts'
import { Company } from './company.ts'
import { passed, running, type Running } from './leases.ts'

let company: Company
let office: Office
let lease: Running
let driver: number
beforeAll(async () => {
  company = await Company.open('2025-01-02')
  office = new Office(company)
  lease = await running(company, { startOn: '2025-01-10', endOn: '2026-01-10' })
  company.at('2025-03-03')
  driver = await insert('driver', {
    name: '周师傅',
    mobile: '13700004821',
    idNo: '310115199001011234',
    audit: 'verified',
    account: 'active',
    source: 'own',
    licenceClass: 'B2',
    workStatus: 'idle',
    store: company.store,
    vehicle: lease.vehicle,
  })
})
afterAll(() => company?.close())

const insert = async (table: string, row: object): Promise<number> => {
  const made = await company.write((tx) =>
    tx
      .insertInto(table as 'driver')
      .values({ operatorId: company.operatorId, ...row } as never)
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return made.id
}
const card = (entity: string, id: number, can: (code: string) => boolean = () => true): Promise<Card> =>
  company.read((db) => {
    const ctx = company.as('sales')
    return cardOf(db, { ...ctx, access: { ...ctx.access, can } }, entity, id)
  })
const said = ({ lines }: Card, label: string): CardLine | undefined => lines.find((line) => line.label === label)
const ofVehicle = (can?: (code: string) => boolean): Promise<Card> => card('vehicle', lease.vehicle, can)

describe('open works of leasing', () => {
  test('what is asked for, waits or is on its way stands there with its number, its state and the way to it', async () => {
    expect(said(await ofVehicle(), '退车中')).toBeUndefined()
    const renewal = await company.add('renewal', { lease: lease.lease, months: 6, monthlyRent: 380_000 }, 'sales')
    await company.act('renewal', 'submit', renewal, {}, 'sales')
    const swap = await company.add('vehicleSwap', {
      lease: lease.lease,
      newVehicle: await company.vehicle(),
      plannedOn: '2025-03-05',
      reasonKind: 'fault',
    })
    for (const of of [await ofVehicle(), await card('lessee', lease.lessee)]) {
      expect(said(of, '续租中')).toMatchObject({ to: `/vehicle/renewalOfLeaseInfo?id=${renewal}`, notes: ['审批中', '2026-07-10'] })
      expect(said(of, '换车中')).toMatchObject({ notes: ['草稿', '2025-03-05'] })
    }
    expect((await company.read((db) => cardOf(db, company.as('sales'), 'vehicle', lease.vehicle))).lines.map(({ key }) => key)).toContain(
      'work:vehicleSwap',
    )
    await company.act('renewal', 'reject', renewal, { reason: '客户改主意' }, 'finance')
    expect(said(await ofVehicle(), '续租中')).toMatchObject({ notes: ['审批驳回', '2026-07-10'] })
    await company.write((tx) => tx.updateTable('vehicleSwap').set({ status: 'cancelled' }).where('id', '=', swap).execute())
    expect(said(await ofVehicle(), '换车中')).toBeUndefined()
  })

  test('a vehicle to be handed over, late since yesterday; a second one makes the line a way to the list', async () => {
    const lessee = await company.lessee()
    const vehicles = [await company.vehicle(), await company.vehicle()]
    const contract = await company.contract({ lessee, vehicles, startOn: '2025-03-03', endOn: '2026-03-03' })
    await company.sign(contract)
    company.at('2025-03-04')
    const bills = (await company.bills(contract)).filter((b) => b.status === 'unpaid')
    await company.pay(
      bills.map((b) => b.id),
      bills.reduce((sum, b) => sum + b.amount, 0),
    )
    expect(said(await card('vehicle', vehicles[0]!), '待交车')).toMatchObject({ notes: ['2025-03-03'], tone: 'warn' })
    const both = said(await card('lessee', lessee), '待交车')!
    expect([both.notes!.at(-1), both.to]).toEqual(['共 2 项', `/lease/handVehicleList?lessee=${lessee}&status=pending`])
  })

  test('a return that is asked for and agreed to, until the vehicle is back', async () => {
    const other = await running(company, { startOn: '2025-03-10', endOn: '2026-03-10' })
    company.at('2025-04-01')
    await passed(company, 'vehicleReturn', { lease: other.lease, plannedOn: '2025-04-03', reasonKind: 'early' })
    const line = said(await card('vehicle', other.vehicle), '退车中')!
    expect([line.notes, line.tone]).toEqual([['待验车', '2025-04-03'], undefined])
    company.at('2025-04-05')
    expect(said(await card('vehicle', other.vehicle), '退车中')!.tone).toBe('warn')
  })

  test('whoever has none of those pages sees none of it', async () => {
    const poor = await ofVehicle((code) => code === 'vehicleList')
    expect([poor.lines, poor.acts]).toEqual([[], []])
    const { lines } = await ofVehicle((code) => code === 'vehicleList' || code === 'renewalOfLease')
    expect(lines.map(({ label }) => label)).toEqual(['续租中'])
  })
})

describe('approvals', () => {
  test('a case about something of the vehicle stands on its card and on that of the customer; the way only for who may see the case', async () => {
    await office.bind('leaseExtension', [node('a', '店长', office.people('finance'))])
    const extension = await company.add(
      'leaseExtension',
      { lease: lease.lease, kind: 'return', newEndOn: '2026-02-10', reasonNote: '货没送完' },
      'sales',
    )
    await company.act('leaseExtension', 'submit', extension, {}, 'sales')
    const { id, no } = await company.read((db) =>
      db.selectFrom('approvalCase').select(['id', 'no']).where('bizId', '=', extension).executeTakeFirstOrThrow(),
    )
    for (const of of [await ofVehicle(), await card('lessee', lease.lessee)]) {
      expect(said(of, '审批中')).toMatchObject({ notes: [no], to: `/approval/workflow?id=${id}` })
      expect(said(of, '延期中')).toBeDefined()
    }
    const shut = await ofVehicle((code) => code === 'vehicleList')
    expect(said(shut, '审批中')).toBeUndefined()
    await company.act('leaseExtension', 'reject', extension, { reason: '不延' }, 'finance').catch(() => {})
    await company.write((tx) => tx.updateTable('approvalCase').set({ status: 'rejected' }).where('id', '=', id).execute())
    expect(said(await ofVehicle(), '审批中')).toBeUndefined()
  })
})

describe('transport and terminals', () => {
  test('who usually drives; on a mission it is the driver of that, and the mission stands there', async () => {
    const usual = await ofVehicle()
    expect(said(usual, '司机')).toMatchObject({ text: '周师傅', notes: ['默认司机'], of: { entity: 'driver', id: driver } })
    expect(said(usual, '司机电话')!.field!.row['mobile']).toBe('137****4821')
    expect(said(usual, '任务')).toBeUndefined()
    const other = await insert('driver', {
      name: '吴师傅',
      mobile: '13700004822',
      idNo: '310115199001011235',
      audit: 'verified',
      account: 'active',
      source: 'own',
      licenceClass: 'B2',
      workStatus: 'busy',
      store: company.store,
    })
    const mission = await insert('mission', {
      no: 'RW-K-1',
      kind: 'task',
      status: 'running',
      vehicle: lease.vehicle,
      driver: other,
      planStart: '2025-04-05T00:00:00Z',
      planEnd: '2025-04-05T10:00:00Z',
      store: company.store,
    })
    const busy = await ofVehicle()
    expect(said(busy, '任务')).toMatchObject({ text: 'RW-K-1', notes: ['运输中'] })
    expect(said(busy, '司机')).toMatchObject({ text: '吴师傅', notes: [] })
    expect(said(await card('driver', other), '任务车辆')!.of).toEqual({ entity: 'vehicle', id: lease.vehicle })
    expect(said(await ofVehicle((code) => code === 'vehicleList' || code === 'drivers'), '司机')).toMatchObject({ text: '周师傅' })
    await company.write((tx) => tx.updateTable('mission').set({ status: 'done' }).where('id', '=', mission).execute())
    expect(said(await ofVehicle(), '任务')).toBeUndefined()
  })

  test('open alarms by number and kind, kilometres of today, fuel and temperatures as last read; each by its own right', async () => {
    const at = company.clock.now()
    const { vehicle } = lease
    const terminal = await insert('terminal', { terminalNo: '13300009001', status: 'active', vehicle, store: company.store })
    await insert('vehiclePosition', { vehicle, terminal, store: company.store, online: true, motion: 'parked', at, lng: 121.5, lat: 31.2 })
    const day = { vehicle, store: company.store, day: company.clock.today(), distance: 35_740 }
    await insert('vehicleDay', { ...day, trips: 2, stops: 1 })
    for (const [i, more] of [
      { kind: 'b1', grade: 'severe' },
      { kind: 'b2', grade: 'normal' },
      { kind: 'b2', grade: 'normal', status: 'handled' },
    ].entries())
      await insert('alarm', {
        no: `BJ-K-${i}`,
        vehicle,
        terminal,
        store: company.store,
        status: 'open',
        source: 'terminal',
        startAt: new Date(Date.parse(at) - i * 60_000).toISOString(),
        lastAt: at,
        ...more,
      })
    const channel = { vehicle, store: company.store, kind: 'temperature', lastAt: at, lastQuality: 'ok' }
    await insert('temperatureChannel', { ...channel, sensorNo: 1, zone: 'front', lastValue: 3.4, excursion: 'none' })
    await insert('temperatureChannel', { ...channel, sensorNo: 2, zone: 'rear', lastValue: 9.1, excursion: 'high' })
    await company.write((tx) =>
      tx
        .insertInto('position')
        .values({
          operatorId: company.operatorId,
          terminal,
          vehicle,
          at,
          receivedAt: at,
          serial: 1,
          lng: 121_500_000,
          lat: 31_200_000,
          altitude: 0,
          speed: 0,
          direction: 0,
          flags: 0,
          alarm: 0,
          status: 3,
          fuel: 1234,
        } as never)
        .execute(),
    )
    const of = await ofVehicle()
    expect(said(of, '报警')).toMatchObject({
      text: '2 条未处理',
      notes: ['超速报警、疲劳驾驶', '严重 1 条'],
      tone: 'bad',
      to: `/telematics/assistant?vehicle=${vehicle}&status=open%2Cassigned`,
    })
    expect(said(of, '今日里程')!.text).toBe('35.7 km')
    expect(said(of, '油量')).toMatchObject({ text: '123.4 L', notes: ['刚刚'] })
    expect(said(of, '温度')).toMatchObject({ text: '前部 3.4 ℃，后部 9.1 ℃', notes: ['超高', '刚刚'], tone: 'bad' })
    const shown = async (...codes: string[]) => (await ofVehicle((code) => codes.includes(code))).lines.map(({ label }) => label)
    expect(await shown('vehicleList')).toEqual([])
    expect(await shown('vehicleList', 'assistant')).toEqual(['报警'])
    expect(await shown('vehicleList', 'trainWorker')).toEqual(['位置', '油量'])
    expect(await shown('vehicleList', 'coldChainTemperatureControl')).toEqual(['温度'])
    expect(await shown('vehicleList', 'dataStatistics')).toEqual(['今日里程'])
  })
})

describe('the map', () => {
  /** A call as somebody who may open only these pages. */
  const ask = async <T>(path: string, input: object, ...codes: string[]): Promise<T> => {
    const route = company.registry.modules.flatMap((m) => m.routes ?? []).find((r) => r.path === path)!
    const ctx = company.as('sales')
    const access = { ...ctx.access, can: (code: string) => codes.includes(code) }
    const more = { files: [], signal: new AbortController().signal }
    const user = { ...ctx.user, storeIds: [company.store] }
    return (await route.handler({ ...ctx, access, user }, await route.input.parseAsync(input), more)) as T
  }
  test('says of a vehicle what its card says; who may not see leases sees no lessee, and no number stands there whole', async () => {
    const of = (...codes: string[]) =>
      ask<{ lines: CardLine[] }>('/api/v1/live/vehicle', { vehicle: String(lease.vehicle) }, 'trainWorker', ...codes)
    const shown = async (...codes: string[]) => (await of(...codes)).lines.map(({ label }) => label)
    expect(await shown()).toEqual(['油量'])
    expect(await shown('assistant', 'dataStatistics')).toEqual(['报警', '今日里程', '油量'])
    const all = await of('leaseList', 'memberList', 'drivers', 'missionList')
    expect(all.lines.map(({ label }) => label)).toEqual(expect.arrayContaining(['客户', '电话', '租至', '合同', '司机', '司机电话']))
    expect(all.lines.find(({ label }) => label === '租至')).toMatchObject({ text: '2026-01-10' })
    expect(JSON.stringify(all.lines)).not.toMatch(/1[3-9]\d{9}/)
  })

  test('of a new fence opens around the vehicles, one in the ocean apart; else around the stores, else at the last fence', async () => {
    const where = async (...codes: string[]) =>
      (await ask<{ bounds: { west: number; north: number } | null }>('/api/v1/fence/where', {}, 'electronicFence', ...codes)).bounds
    const at = company.clock.now()
    for (const [lng, lat] of [
      [121.52, 31.22],
      [121.54, 31.24],
      [-179, 0],
    ])
      await insert('vehiclePosition', {
        vehicle: await company.vehicle(),
        store: company.store,
        online: true,
        motion: 'parked',
        at,
        lng,
        lat,
      })
    expect(await where('trainWorker')).toEqual({ west: 121.5, east: 121.54, south: 31.2, north: 31.24 })
    expect(await where()).toBeNull()
    await insert('fence', {
      name: '旧围栏',
      shape: 'rectangle',
      points: '120.1,30.1\n120.2,30.3',
      status: 'draft',
      purpose: 'store',
      appliesTo: 'all',
    })
    expect(await where()).toEqual({ west: 120.1, east: 120.2, south: 30.1, north: 30.3 })
    await company.edit('store', company.store, { place: { address: '虹桥路 1 号', lng: 121.4, lat: 31.19 } })
    expect(await where()).toEqual({ west: 121.4, east: 121.4, south: 31.19, north: 31.19 })
  })
})

describe('the search box', () => {
  const search = (keyword: string): Promise<FoundRecord[]> => office.call('sales', 'GET', '/api/v1/search', { keyword })

  test('a driver by the last four digits of his phone; no other four of it, and nothing of the budget of questions', async () => {
    // Forty questions are the budget.
    for (let i = 0; i < 41; i++)
      expect((await search('4821')).find(({ entity }) => entity === 'driver')).toMatchObject({ id: driver, title: '周师傅' })
    expect((await search('0004')).filter(({ entity }) => entity === 'driver')).toEqual([])
    expect((await search('3700')).filter(({ entity }) => entity === 'driver')).toEqual([])
    const [first] = (await search('4821')).filter(({ entity }) => entity === 'driver')
    expect(JSON.stringify(first)).not.toContain('13700004821')
  })
  test('the whole number is a question: it is found, and leaves its line in the log', async () => {
    const lines = () =>
      company.read(async (db) => (await db.selectFrom('auditLog').select('id').where('action', '=', 'lookup').execute()).length)
    const before = await lines()
    expect((await search('13700004821')).find(({ entity }) => entity === 'driver')?.id).toBe(driver)
    expect(await lines()).toBe(before + 1)
  })
})
