/** J3 (a sheet of orders, the batch of missions) and J6 (departure) of transport.md §11. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instantAt } from '#kit/basics/time/day.ts'
import { transportNotices } from '#modules/transport/home.server.ts'
import { bench, type Bench } from '#tests/house/people.ts'
import { Company } from './company.ts'
import { freightDesk, type World } from './freight.ts'
import { flat } from './tariff.ts'

const PAPERS = {
  inspectionDueOn: '2099-01-01',
  compulsoryInsuranceDueOn: '2099-01-01',
  opMode: 'transport',
  status: 'available',
  curbKg: null,
}
const LICENCE = {
  audit: 'verified',
  source: 'own',
  account: 'active',
  licenceClass: 'B2',
  licenceDueOn: '2099-01-01',
  qualificationDueOn: '2099-01-01',
}

describe('J3: twenty missions assigned at once', () => {
  let b: Bench
  let world: World
  const desk = freightDesk(() => b.rig.admin.ctx)
  beforeAll(async () => {
    b = await bench()
    world = await desk.world(flat(50_000))
  })
  afterAll(async () => {
    expect(b?.rig.faults).toEqual([])
    await b?.rig.close()
  })
  test('eighteen go, two are refused in their rows: 超载 700 kg, and a driver who drives already', async () => {
    const rows: { mission: number; vehicle: number; driver: number }[] = []
    const truck = () => desk.sample('vehicle', { store: world.store, ...PAPERS, loadKg: 3500, grossKg: 8000 })
    const driver = () => desk.sample('driver', { store: world.store, ...LICENCE })
    for (let i = 0; i < 20; i++) {
      const order = await desk.orderOf(world, i === 7 ? 4200 : 900)
      const mission = await desk.put('mission', {
        kind: 'task',
        consignments: [(await desk.legOf(order)).id],
        planStart: desk.soon(2),
        planEnd: desk.soon(6),
      })
      rows.push({ mission, vehicle: await truck(), driver: i === 13 ? rows[0]!.driver : await driver() })
    }
    const answer = await b.rig.send({ method: 'POST', path: '/api/v1/mission/batchAssign' }, { rows }, b.rig.admin)
    expect(answer.code).toBe(9100)
    const { done, failed, results } = answer.data as {
      done: number
      failed: number
      results: { mission: number; ok: boolean; message: string }[]
    }
    expect([done, failed]).toEqual([18, 2])
    const refused = results.filter((r) => !r.ok)
    expect(refused.map((r) => r.mission)).toEqual([rows[7]!.mission, rows[13]!.mission])
    expect(refused[0]!.message).toContain('超载 700 kg')
    expect(refused[1]!.message).toMatch(/^司机 \d\d:\d\d–\d\d:\d\d 已有任务$/)
  })
})

describe('J3: a sheet of two hundred orders', () => {
  let b: Bench
  let world: World
  const desk = freightDesk(() => b.rig.admin.ctx)
  beforeAll(async () => {
    b = await bench()
    world = await desk.world(flat(50_000))
  })
  afterAll(async () => {
    expect(b?.rig.faults).toEqual([])
    await b?.rig.close()
  })
  interface Check {
    valid: number
    invalid: number
    columns: { field: string; label: string; required: boolean }[]
    rows: { line: number; cells: Record<string, string>; errors: Record<string, string> }[]
  }
  const post = (verb: string, input: object) =>
    b.rig.send({ method: 'POST', path: `/api/v1/transportOrder/import/${verb}` }, input, b.rig.admin)
  const nameOf = (table: 'lessee' | 'orderModel' | 'consignParty', id: number): Promise<string> =>
    desk.read(async (db) => (await db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirstOrThrow()).name)
  const when = (hours: number): string => {
    const at = new Date(Date.parse(desk.soon(hours)) + 8 * 3_600_000).toISOString()
    return `${at.slice(0, 10)} ${at.slice(11, 16)}`
  }

  test('three wrong cells are named, repaired and taken in with the others; three of the places are still to be found', async () => {
    const far = await desk.put('consignParty', {
      name: '没有坐标的店',
      sends: true,
      receives: true,
      place: { address: '上海市某路' },
      placeState: 'none',
      store: world.store,
    })
    const names = { customer: await nameOf('lessee', world.customer), model: await nameOf('orderModel', world.model) }
    const [sender, receiver, lost] = await Promise.all([world.from, world.to, far].map((id) => nameOf('consignParty', id)))
    const times = { pickFrom: when(2), pickTo: when(3), dropFrom: when(3), dropTo: when(9) }
    const rows = Array.from({ length: 200 }, (_, i) => ({
      line: i + 2,
      cells: {
        ...names,
        ...times,
        sender: sender!,
        receiver: i === 5 || i === 77 ? `${receiver}号` : i % 66 === 50 ? lost! : receiver!,
        outerNo: `J3-${i}`,
        // One in ten carries two kinds of goods.
        'goods.name': i % 10 === 0 ? '面粉；大米' : '面粉',
        'goods.pieces': i % 10 === 0 ? '10；20' : '10',
        'goods.weight': i === 140 ? '0；50' : i % 10 === 0 ? '100.5；50' : '100.5',
      } as Record<string, string>,
    }))
    const check = (await post('check', { rows })).data as Check
    expect(check.columns.filter((c) => c.field.startsWith('goods.') && c.required).map((c) => c.label)).toEqual(['货物', '重量（kg）'])
    expect([check.valid, check.invalid]).toEqual([197, 3])
    expect(check.rows.flatMap((r) => Object.entries(r.errors).map(([field, message]) => [r.line, field, message]))).toEqual([
      [7, 'receiver', `找不到收货方「${receiver}号」，请核对名称，或先新增`],
      [79, 'receiver', `找不到收货方「${receiver}号」，请核对名称，或先新增`],
      [142, 'goods.weight', '重量应为大于 0 的数，最多 3 位小数'],
    ])
    expect((await post('commit', { rows, onlyValid: false })).status).toBe(400)
    for (const i of [5, 77]) rows[i]!.cells['receiver'] = receiver!
    rows[140]!.cells['goods.weight'] = '100.5；50'
    expect((await post('commit', { rows, onlyValid: false })).data).toEqual({ imported: 200, skipped: 0 })
    const listed = async (query: object) =>
      (
        await b.rig.send(
          { method: 'GET', path: '/api/v1/transportOrder/list' },
          { outerNo: 'J3-', source: 'import', pageSize: '1', ...query },
          b.rig.admin,
        )
      ).data as { total: number; totals: { weight: number; pieces: number } }
    expect([(await listed({})).total, (await listed({ located: 'true' })).total, (await listed({ located: 'false' })).total]).toEqual([
      200, 197, 3,
    ])
    const { totals } = await listed({})
    expect([Number(totals.weight), Number(totals.pieces)]).toEqual([200 * 100.5 + 20 * 50, 200 * 10 + 20 * 20])
    // A cell that cannot be read is said at that cell, and nothing else of the line is.
    expect((await post('check', { rows: [{ line: 2, cells: { ...rows[0]!.cells, 'goods.weight': '十' } }] })).data).toMatchObject({
      rows: [{ errors: { 'goods.weight': '应为数字' } }],
    })
  })
})

describe('J6: a mission to depart at eight', () => {
  let company: Company
  const desk = freightDesk(() => company.as())
  beforeAll(async () => {
    company = await Company.open('2026-09-18')
  })
  afterAll(() => company?.close())
  test('is reminded of at 07:30, 08:00 and 08:15, once each; departed, it is reminded of no more', async () => {
    company.clock.set(instantAt(company.clock.today(), '06:00'))
    const world = await desk.world(flat(50_000), { store: company.store })
    const order = await desk.orderOf(world, 900)
    const day = company.clock.today()
    const mission = await desk.put('mission', {
      kind: 'line',
      consignments: [(await desk.legOf(order)).id],
      planStart: instantAt(day, '08:00'),
      planEnd: instantAt(day, '12:00'),
    })
    const vehicle = await desk.sample('vehicle', { store: world.store, ...PAPERS, loadKg: 3500, grossKg: 8000 })
    await desk.act('mission', 'assign', mission, { vehicle, driver: await desk.sample('driver', { store: world.store, ...LICENCE }) })
    await desk.act('mission', 'accept', mission)
    await desk.act('mission', 'load', mission, { all: true })
    const remindersAt = async (time: string): Promise<string[]> => {
      company.clock.set(instantAt(day, time))
      return ((await transportNotices(company.as())).reminderList ?? []).map((r) => r.reminderType)
    }
    expect(await remindersAt('07:29')).toEqual([])
    expect(await remindersAt('07:30')).toEqual(['即将发车'])
    expect(await remindersAt('08:00')).toEqual(['已到发车时间'])
    expect(await remindersAt('08:14')).toEqual(['已到发车时间'])
    expect(await remindersAt('08:15')).toEqual(['超时未发车'])
    company.clock.set(instantAt(day, '08:17'))
    await desk.act('mission', 'depart', mission)
    const m = await desk.read((db) =>
      db.selectFrom('mission').select(['status', 'actualStart']).where('id', '=', mission).executeTakeFirstOrThrow(),
    )
    expect(m).toEqual({ status: 'running', actualStart: instantAt(day, '08:17') })
    expect(await remindersAt('08:20')).toEqual([])
  })
})
