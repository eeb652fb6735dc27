/** 网络货运上报, dangerous goods, the check before a trip and a tender, through the doors of the product. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeOf } from '#kit/entity/store.server.ts'
import { paperKind } from '#kit/pdf/kinds.server.ts'
import { renderPaper } from '#kit/pdf/paper.server.ts'
import { bench, type Bench } from '#tests/house/people.ts'
import { freightDesk, type World } from '#tests/stories/freight.ts'
import { flat } from '#tests/stories/tariff.ts'
import { freightUpload } from './upload.ts'

let b: Bench
let w: World
const desk = freightDesk(() => b.rig.admin.ctx)
const uploads = storeOf(freightUpload)
beforeAll(async () => {
  b = await bench()
  w = await desk.world(flat(131_580))
})
afterAll(async () => {
  expect(b.rig.faults).toEqual([])
  await b.rig.close()
})
const send = (path: string, body: object) => b.rig.send({ method: 'POST', path }, body, b.rig.admin)
const today = () => b.rig.admin.ctx.clock.today()
const rowsOf = () => desk.read((db) => db.selectFrom('freightUpload').selectAll().where('deletedAt', 'is', null).orderBy('id').execute())
const carrierOf = (name: string) => desk.sample('carrier', { name, status: 'active', store: w.store, payPlan: null })

async function openMission(order: number, more: object = {}): Promise<number> {
  return desk.put('mission', {
    kind: 'task',
    consignments: [(await desk.legOf(order)).id],
    planStart: desk.soon(0),
    planEnd: desk.soon(8),
    ...more,
  })
}

describe('an order that was signed for', () => {
  let order: number
  test('becomes a waybill that is held with every fault named, and the vehicle and driver it names', async () => {
    order = await desk.orderOf(w, 4680)
    await desk.onTheRoad(w, [order])
    await desk.sign(order)
    const answer = await send('/api/v1/freightUpload/collect', { from: today(), to: today() })
    expect(answer.status).toBe(200)
    const rows = await rowsOf()
    expect(rows.map((r) => r.kind).toSorted()).toEqual(['driver', 'vehicle', 'waybill'])
    const bill = rows.find((r) => r.kind === 'waybill')!
    expect(bill.status).toBe('held')
    expect(bill.problems!.map((p) => p.text)).toEqual(expect.arrayContaining(['发货地缺少行政区划代码', '收货地缺少行政区划代码']))
    expect(bill.faults).toBe(bill.problems!.length)
    expect((bill.document as { totalMonetaryAmount: string }).totalMonetaryAmount).toBe('1315.800')
  })
  test('collected again it is the same rows; nothing held leaves the house', async () => {
    const before = await rowsOf()
    await send('/api/v1/freightUpload/collect', { from: today(), to: today() })
    expect((await rowsOf()).map((r) => r.id)).toEqual(before.map((r) => r.id))
    const answer = await send('/api/v1/freightUpload/file', { kind: 'waybill' })
    expect([answer.status, answer.message]).toEqual([422, '没有待上报的运单，请先生成并处理「待补正」的问题'])
  })
  test('what was repaired is checked again, sent once with the sum of its file, and then stays as it was sent', async () => {
    const { ctx } = b.rig.admin
    const car = (await rowsOf()).find((r) => r.kind === 'vehicle')!
    await desk.write((tx) =>
      tx
        .updateTable('vehicle')
        .set({
          licenceIssuer: '上海市公安局交通警察总队',
          licenceIssuedOn: '2024-03-02' as never,
          registeredOn: '2024-03-01' as never,
          roadPermitNo: '310110012345',
          plateColor: 'yellow',
        })
        .where('id', '=', car.vehicle!)
        .execute(),
    )
    await desk.act('freightUpload', 'check', car.id)
    const ready = (await rowsOf()).find((r) => r.id === car.id)!
    expect([ready.problems, ready.status]).toEqual([[], 'pending'])
    const file = await send('/api/v1/freightUpload/file', { kind: 'vehicle' })
    expect(file.status).toBe(200)
    const sent = (await rowsOf()).find((r) => r.id === car.id)!
    expect([sent.status, sent.fileHash?.length]).toEqual(['sent', 64])
    expect(await desk.why(desk.act('freightUpload', 'check', car.id))).not.toBe('done')
    await desk.act('freightUpload', 'reject', car.id, { reason: '车辆类型不符' })
    await desk.act('freightUpload', 'check', car.id)
    expect((await desk.read((db) => uploads.get(db, ctx, car.id))).status).toBe('pending')
  })
  test('its document, with numbers of people, is in no answer of the list', async () => {
    const list = (await b.rig.send({ method: 'GET', path: '/api/v1/freightUpload/list' }, {}, b.rig.admin)).data as {
      list: Record<string, unknown>[]
    }
    expect(list.list.length).toBeGreaterThan(0)
    for (const row of list.list) expect(row['document']).toBeUndefined()
  })
  test('has an electronic waybill to print', async () => {
    const { ctx } = b.rig.admin
    const mission = (await rowsOf()).find((r) => r.kind === 'waybill')!.mission!
    const paper = await desk.write((tx) => paperKind(ctx, 'mission', 'waybill').make(tx, ctx, mission))
    expect(paper.title).toBe('道路货物运输电子运单')
    expect((await renderPaper(paper)).bytes.length).toBeGreaterThan(1000)
  })
})

describe('dangerous goods', () => {
  test('are not loaded before their waybill is complete: five checks, one waybill for a trip', async () => {
    const order = await desk.orderOf(w, 500, {
      goods: [{ name: '油漆', category: '1700', pieces: 10, weight: 500, volume: 0, declared: 100, unNo: '1263' }],
    })
    const vehicle = await desk.sample('vehicle', {
      store: w.store,
      opMode: 'transport',
      status: 'available',
      loadKg: 9000,
      grossKg: 14_000,
      inspectionDueOn: '2099-01-01',
      compulsoryInsuranceDueOn: '2099-01-01',
    })
    const driver = await desk.sample('driver', {
      store: w.store,
      audit: 'verified',
      source: 'own',
      account: 'active',
      licenceClass: 'B2',
      licenceDueOn: '2099-01-01',
      qualificationDueOn: '2099-01-01',
    })
    const mission = await openMission(order)
    await desk.act('mission', 'assign', mission, { vehicle, driver })
    await desk.act('mission', 'accept', mission)
    expect(await desk.why(desk.act('mission', 'load', mission, { all: true }))).toBe('危险货物运单未完成，请先完成装货前五必查')
    const note = await desk.put('dangerNote', {
      mission,
      goodsName: '油漆',
      unNo: '1263',
      dangerClass: '3',
      packing: 'II',
      quantityKg: 500,
      vehiclePermitNo: '310110012345',
      driverCertNo: '310110',
      escort: '钱师傅',
      escortCertNo: '310111',
      emergencyPhone: '13800138000',
      papers: true,
      people: true,
      tankOk: true,
      goods: true,
    })
    expect(await desk.why(desk.act('dangerNote', 'complete', note))).toBe('装货前五必查未完成：货物在罐体适装介质范围内，或不使用罐体')
    expect(await desk.why(desk.act('mission', 'load', mission, { all: true }))).toBe('危险货物运单未完成，请先完成装货前五必查')
    await desk.write((tx) => tx.updateTable('dangerNote').set({ medium: true }).where('id', '=', note).execute())
    await desk.act('dangerNote', 'complete', note)
    await desk.act('mission', 'load', mission, { all: true })
    const { ctx } = b.rig.admin
    const paper = await desk.write((tx) => paperKind(ctx, 'dangerNote', 'dangerNote').make(tx, ctx, note))
    expect((await renderPaper(paper)).bytes.length).toBeGreaterThan(1000)
  })
})

describe('a tender', () => {
  test('has one winner at his price: sealed by the hour, the lowest unless a reason is given, paid as it was bid', async () => {
    const order = await desk.orderOf(w, 900)
    const mission = await openMission(order)
    const [a, c, late] = [await carrierOf('甲运输'), await carrierOf('乙运输'), await carrierOf('丙运输')]
    const push = await desk.put('orderPush', {
      mission,
      strategy: 'bid',
      audience: 'carriers',
      carriers: [a, c],
      bidUntil: desk.soon(1),
      ceiling: 100_000,
    })
    await desk.act('orderPush', 'start', push)
    await desk.act('orderPush', 'bid', push, { carrier: a, price: 88_000 })
    await desk.act('orderPush', 'bid', push, { carrier: c, price: 91_000 })
    await desk.act('orderPush', 'bid', push, { carrier: a, price: 86_500 })
    expect(await desk.why(desk.act('orderPush', 'bid', push, { carrier: c, price: 100_001 }))).toBe('报价高于最高限价')
    expect(await desk.why(desk.act('orderPush', 'bid', push, { carrier: late, price: 1 }))).toBe('这张推单没有推给该承运商，或已失效')
    const asked = await desk.read((db) =>
      db.selectFrom('pushRecipient').select(['id', 'carrier', 'bid']).where('push', '=', push).orderBy('id').execute(),
    )
    expect(asked.map((r) => r.bid)).toEqual([86_500, 91_000])
    expect(await desk.why(desk.act('orderPush', 'award', push, { recipient: asked[0]!.id }))).toBe('报价尚未截止，不能定标')
    await desk.write((tx) =>
      tx
        .updateTable('orderPush')
        .set({ bidUntil: desk.soon(-1) })
        .where('id', '=', push)
        .execute(),
    )
    expect(await desk.why(desk.act('orderPush', 'bid', push, { carrier: c, price: 1 }))).toBe('已过报价截止时间')
    expect(await desk.why(desk.act('orderPush', 'award', push, { recipient: asked[1]!.id }))).toBe('未选最低价，请填写理由')
    const both = await Promise.all([0, 1].map(() => desk.why(desk.act('orderPush', 'award', push, { recipient: asked[0]!.id }))))
    expect(both.filter((x) => x === 'done')).toHaveLength(1)
    const m = await desk.read((db) =>
      db.selectFrom('mission').select(['carrier', 'agreedPrice', 'status']).where('id', '=', mission).executeTakeFirstOrThrow(),
    )
    expect(m).toEqual({ carrier: a, agreedPrice: 86_500, status: 'toLoad' })
    const ended = await desk.read((db) => db.selectFrom('pushRecipient').select('result').where('push', '=', push).orderBy('id').execute())
    expect(ended.map((r) => r.result)).toEqual(['won', 'lost'])
  })
})
