/** Orders end to end on a real database: priced, planned, followed, repeated (transport.md §11 J1, J2). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '#kit/access/context.server.ts'
import { dayOf } from '#kit/basics/time/day.ts'
import { fen } from '#kit/basics/fen.ts'
import { sampleRecord } from '#kit/entity/conformance/sample.server.ts'
import { startRig, type Rig } from '#tests/house/rig.ts'
import { samples } from '#tests/house/samples.ts'
import { tons } from '#tests/stories/tariff.ts'
import { openMission, schedulable, dispatchable } from '../transport.public.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig?.faults).toEqual([])
  await rig?.close()
})

const write = <T>(run: (tx: Tx) => Promise<T>): Promise<T> => rig.admin.ctx.db.write(rig.admin.ctx.user.operatorId, run)
const sample = (name: string, more: Record<string, unknown> = {}): Promise<number> =>
  write((tx) => sampleRecord(tx, rig.admin.ctx, name, more, { path: [], samples }))
type Data = Record<string, unknown> & { id: number; version: number }
async function post(path: string, body: object, status = 200): Promise<Data> {
  const answer = await rig.send({ method: 'POST', path: `/api/v1/${path}` }, body, rig.admin)
  expect([path, answer.status, answer.status === status ? '' : answer.text]).toEqual([path, status, ''])
  return (status === 200 ? answer.data : { message: answer.message }) as Data
}
const get = async (path: string, query: object): Promise<Data> =>
  (await rig.send({ method: 'GET', path: `/api/v1/${path}` }, query, rig.admin)).data as Data

const place = (lng: number) => ({ address: `上海市浦东新区 ${lng}`, lng, lat: 31.2 })

interface World {
  store: number
  customer: number
  project: number
  model: number
  sender: number
  receiver: number
  rule: number
}
async function world(): Promise<World> {
  const store = await sample('store')
  const customer = await sample('lessee', { status: 'normal' })
  const n = String(store)
  const model = await post('orderModel/add', { name: `城配${n}`, steps: [{ step: 'sign', required: true, photoMin: 0, geofence: 'off' }] })
  await post('orderModel/publish', { id: model.id, version: model.version })
  const rule = await post('rateRule/add', { name: `按吨${n}`, type: '2', direction: 'receivable', customer })
  const draft = await post('rateRule/saveVersion', { rule: rule.id, effectiveOn: '2020-01-01', components: tons })
  await post('rateVersion/publish', { id: draft.id, version: draft.version })
  await post('fuelPrice/add', { province: '全国', effectiveOn: `2020-01-${String((store % 27) + 1).padStart(2, '0')}`, price: 783 })
  const project = await post('project/add', {
    code: `P${n}`,
    name: `日配${n}`,
    customer,
    from: '2020-01-01',
    to: '2099-12-31',
    models: [model.id],
    receivableRules: [rule.id],
    store,
  })
  const submitted = await post('project/submit', { id: project.id, version: project.version })
  await post('project/pass', { id: project.id, version: submitted.version })
  const party = (name: string, lng: number) => post('consignParty/add', { name, sends: true, receives: true, place: place(lng), store })
  return {
    store,
    customer,
    project: project.id,
    model: model.id,
    sender: (await party(`仓${n}`, 121.5)).id,
    receiver: (await party(`店${n}`, 121.6)).id,
    rule: rule.id,
  }
}
const soon = (hours: number): string => new Date(Date.parse(rig.admin.ctx.clock.now()) + hours * 3_600_000).toISOString()
const goods = (weight: number) => [{ name: '纸箱', category: '1700', pieces: 100, weight, volume: 0, declared: fen(8_600_000) }]
const orderOf = (w: World, weight = 4680) => ({
  project: w.project,
  customer: w.customer,
  model: w.model,
  sender: w.sender,
  receiver: w.receiver,
  pickFrom: soon(2),
  pickTo: soon(3),
  dropFrom: soon(3),
  dropTo: soon(9),
  goods: goods(weight),
  insure: true,
})

describe('J1 an order', () => {
  test('is priced before it is saved, kept when submitted, and priced anew when its weight changes', async () => {
    const w = await world()
    const { pickTo: _p, dropFrom: _d, ...asked } = orderOf(w)
    const shown = await post('transportOrder/price', asked)
    expect([shown['total'], shown['tax'], (shown['chosen'] as { rule: number }).rule]).toEqual([131_580, 10_864, w.rule])
    const made = await post('transportOrder/add', orderOf(w))
    expect([made['status'], made['located'], made['pieces']]).toEqual(['draft', true, 100])
    const open = await post('transportOrder/submit', { id: made.id, version: made.version })
    expect([open['status'], open['unpriced']]).toEqual(['open', false])
    const changed = await post('transportOrder/edit', { id: made.id, version: open.version, goods: goods(5200) })
    expect(changed['weight']).toBe(5200)
    const quotes = (await get('transportOrder/quotes', { id: String(made.id) }))['list'] as { total: number; current: boolean }[]
    expect(quotes.map((q) => [q.total, q.current])).toEqual([
      [135_811, true],
      [131_580, false],
    ])
    await post('transportOrder/edit', { id: made.id, version: changed.version, remark: '请提前电话联系' })
    const legs = await get('consignment/list', { order: String(made.id), sort: 'weight' })
    expect((legs['list'] as { status: string; weight: number }[]).map((c) => [c.status, c.weight])).toEqual([
      ['cancelled', 4680],
      ['unassigned', 5200],
    ])
  })
  test('without a rule in force is 待定价, never free', async () => {
    const w = await world()
    await post('rateRule/disable', { id: w.rule, version: (await get('rateRule/detail', { id: String(w.rule) })).version })
    const made = await post('transportOrder/add', orderOf(w))
    expect((await post('transportOrder/submit', { id: made.id, version: made.version }))['unpriced']).toBe(true)
  })
  test('of a paused project is refused with a sentence', async () => {
    const w = await world()
    const made = await post('transportOrder/add', orderOf(w))
    await post('project/pause', {
      id: w.project,
      version: (await get('project/detail', { id: String(w.project) })).version,
      reason: '停工',
    })
    const refused = await post('transportOrder/submit', { id: made.id, version: made.version }, 422)
    expect(refused['message']).toBe('项目已暂停，不能下单')
  })
})

describe('an order in a mission', () => {
  test('is found by planning, becomes 已调度 by the route, once, and comes back when the mission is cancelled', async () => {
    const w = await world()
    const made = await post('transportOrder/add', orderOf(w))
    await post('transportOrder/submit', { id: made.id, version: made.version })
    const ctx = rig.admin.ctx
    // In two hours may be tomorrow.
    const day = dayOf(String(made['pickFrom']))
    const consignments = await write((tx) => schedulable(tx, ctx, { day, project: w.project }))
    expect(consignments.map((c) => [c.demand.grams, c.pickup?.confirmed, c.goods])).toEqual([[4_680_000, true, 'plain']])
    const vehicle = await sample('vehicle', { status: 'available', opMode: 'transport' })
    await write((tx) =>
      tx
        .updateTable('vehicle')
        .set({
          status: 'available',
          opMode: 'transport',
          loadKg: 5000,
          curbKg: null,
          inspectionDueOn: null,
          compulsoryInsuranceDueOn: null,
        })
        .where('id', '=', vehicle)
        .execute(),
    )
    const [truck] = await write((tx) => dispatchable(tx, ctx, { day, ids: [vehicle] }))
    expect([truck?.why, truck?.zones[0]?.grams]).toEqual([null, 5_000_000])
    const stop = (kind: 'load' | 'unload', party: number) => ({
      kind,
      consignments: [consignments[0]!.id],
      party,
      name: '点',
      arriveAt: soon(2),
      leaveAt: soon(3),
      serviceSeconds: 900,
      metres: 5000,
    })
    const route = {
      key: `k${made.id}`,
      plan: 1,
      vehicle,
      driver: null,
      project: w.project,
      store: w.store,
      startAt: soon(1),
      endAt: soon(9),
      metres: 10_000,
      stops: [stop('load', w.sender), stop('unload', w.receiver)],
    }
    const mission = await write((tx) => openMission(tx, ctx, route))
    expect(await write((tx) => openMission(tx, ctx, route))).toEqual(mission)
    expect((await get('transportOrder/detail', { id: String(made.id) }))['status']).toBe('planned')
    await expect(write((tx) => openMission(tx, ctx, { ...route, key: 'other' }))).rejects.toThrow(`配送单已在任务 ${mission.no} 中`)
    const cancelled = await post('mission/cancel', {
      id: mission.id,
      version: (await get('mission/detail', { id: String(mission.id) })).version,
      reason: '客户改期',
    })
    expect(cancelled['status']).toBe('cancelled')
    expect((await get('transportOrder/detail', { id: String(made.id) }))['status']).toBe('open')
  })
})

describe('J2 a recurring rule', () => {
  test('makes each date once, however often it runs', async () => {
    const w = await world()
    const rule = await post('recurringRule/add', {
      name: '每日补货',
      project: w.project,
      model: w.model,
      sender: w.sender,
      receiver: w.receiver,
      goods: goods(300),
      freq: 'daily',
      slots: '08:00,14:00',
      startOn: rig.admin.ctx.clock.today(),
      leadH: 168,
      holidayPolicy: 'ignore',
    })
    await post('recurringRule/enable', { id: rule.id, version: rule.version })
    const first = await post('recurringRule/runNow', { id: rule.id })
    expect(first['created']).toBeGreaterThanOrEqual(13)
    expect((await post('recurringRule/runNow', { id: rule.id }))['created']).toBe(0)
    const orders = await get('transportOrder/list', { project: String(w.project) })
    expect(orders['total']).toBe(first['created'])
  })
})
