/** What a partner's program may change and read of an order that goes its way (transport.md §8): 改址, 温度, 对账, and how late it will be. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRig, type Rig } from '#tests/house/rig.ts'
import { freightDesk, type World } from '#tests/stories/freight.ts'
import { partner, type Answered, type Key } from '#tests/stories/partner.ts'
import { flat } from '#tests/stories/tariff.ts'
import { issueKey } from '../clients/keys.server.ts'
import { followEta } from '../webhooks/webhooks.server.ts'
import { tellsEta } from '../clients/webhook.rules.ts'
import type { ChangeOut, StatementsOut, TemperatureOut } from './wire.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig?.faults).toEqual([])
  await rig?.close()
})
const desk = freightDesk(() => rig.admin.ctx)
const { write, read, put, act, orderOf, onTheRoad, sign } = desk
const call = partner(() => rig)
const ALL = '报价,下单,查询,取消,改址,轨迹,签收,温度,对账'

interface Client extends Key {
  client: number
  project: number
}
async function clientOf(w: World, more: object = {}): Promise<Client> {
  const n = randomUUID().slice(0, 8)
  const { store, customer, model } = w
  const project = await put('project', {
    code: `P${n}`,
    name: `日配${n}`,
    customer,
    store,
    models: [model],
    from: '2020-01-01',
    to: '2099-12-31',
  })
  // Approval has stories of its own.
  await write((tx) => tx.updateTable('project').set({ status: 'active' }).where('id', '=', project).execute())
  const client = await put('apiClient', { name: `客户${n}`, project, model, scopes: ALL, ...more })
  return { client, project, ...(await write((tx) => issueKey(tx, rig.admin.ctx, client))) }
}
const refusal = (a: Answered): [number, string | undefined] => [a.status, a.reason]
const orderRow = (id: number) => read((db) => db.selectFrom('transportOrder').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const TO = { name: '徐汇店', address: '上海市徐汇区 1 号', contact: '钱店长', mobile: '13800000009', lng: 121.4, lat: 31.18 }
const wish = { receiver: TO, reason: '客户改约' }

describe('another address', () => {
  test('before planning is at once the receiver of order and consignment, priced anew, told to come to the same when said again', async () => {
    const w = await desk.world(flat(50_000))
    const c = await clientOf(w)
    const id = await orderOf(w, 1000, { project: c.project })
    const before = await orderRow(id)
    const answer = await call(c, 'POST', `orders/${before.no}/change`, wish)
    const change = answer.data as ChangeOut
    expect([answer.status, change.done, change.caseNo, change.order.receiver]).toEqual([
      200,
      true,
      null,
      { name: TO.name, address: TO.address },
    ])
    expect(change.order.warnings).toEqual(['收货地址的位置尚未确认，确认后才能调度'])
    const after = await orderRow(id)
    const leg = await read((db) => db.selectFrom('consignment').select('to').where('order', '=', id).executeTakeFirstOrThrow())
    expect([leg.to, after.quote === before.quote, after.located]).toEqual([after.receiver, false, false])
    // 9,562 m as the bird flies from 121.5 to 121.4, a third longer by road, to the hundred.
    expect(after.distanceM).toBeGreaterThan(9_562)
    const version = after.version
    expect(((await call(c, 'POST', `orders/${before.no}/change`, wish)).data as ChangeOut).done).toBe(true)
    expect((await orderRow(id)).version).toBe(version)
  })
  test('of a planned order is a case for a clerk, one however often it is asked; of an ended one it is refused', async () => {
    const w = await desk.world(flat(50_000))
    const c = await clientOf(w)
    const id = await orderOf(w, 1000, { project: c.project })
    const { no, receiver } = await orderRow(id)
    await onTheRoad(w, [id])
    const first = (await call(c, 'POST', `orders/${no}/change`, wish)).data as ChangeOut
    const again = (await call(c, 'POST', `orders/${no}/change`, wish)).data as ChangeOut
    expect([first.done, first.caseNo]).toEqual([false, again.caseNo])
    const cases = await read((db) =>
      db.selectFrom('exceptionCase').select(['no', 'kind', 'detail', 'status']).where('order', '=', id).execute(),
    )
    expect(cases).toMatchObject([{ no: first.caseNo, kind: 'address', status: 'open' }])
    expect(cases[0]!.detail).toContain('徐汇店，上海市徐汇区 1 号，钱店长 13800000009。原因：客户改约')
    expect((await orderRow(id)).receiver).toBe(receiver)
    await sign(id)
    expect(refusal(await call(c, 'POST', `orders/${no}/change`, wish))).toEqual([422, 'open.change.state'])
  })
  test('is nobody else’s to change, nor of a key without the right; a sandbox changes its own', async () => {
    const w = await desk.world(flat(50_000))
    const [mine, theirs] = [await clientOf(w), await clientOf(w)]
    const none = await clientOf(w, { scopes: '下单,查询' })
    const { no } = await orderRow(await orderOf(w, 1000, { project: mine.project }))
    expect((await call(theirs, 'POST', `orders/${no}/change`, wish)).status).toBe(404)
    expect(refusal(await call(none, 'POST', `orders/${no}/change`, wish))).toEqual([403, 'open.scope.denied'])
    const box = await clientOf(w, { sandbox: true })
    const hours = (h: number): string => desk.soon(h)
    const wanted = {
      outerNo: 'S-1',
      sender: { ...TO, name: '浦东仓' },
      receiver: { ...TO, name: '静安店' },
      pickFrom: hours(2),
      pickTo: hours(4),
      dropFrom: hours(4),
      dropTo: hours(9),
      goods: [{ name: '饮用水', pieces: 1, weight: 10 }],
    }
    const made = (await call(box, 'POST', 'orders', wanted)).data as { no: string }
    expect(((await call(box, 'POST', `orders/${made.no}/change`, wish)).data as ChangeOut).order.receiver.name).toBe('徐汇店')
    expect((await call(box, 'GET', `orders/${made.no}/temperature`)).data).toMatchObject({ probes: [] })
    expect((await call(box, 'GET', 'statements', { month: '2026-01' })).data).toEqual({ statements: [] })
  })
})

describe('temperature', () => {
  const policyOf = () => put('temperaturePolicy', { name: `冷藏${randomUUID().slice(0, 6)}`, kind: 'temperature', lowest: 2, highest: 8 })
  async function cold(w: World, order: number): Promise<{ from: number }> {
    const { mission } = await onTheRoad(w, [order])
    const { vehicle } = await read((db) => db.selectFrom('mission').select('vehicle').where('id', '=', mission).executeTakeFirstOrThrow())
    await put('temperatureChannel', { vehicle, kind: 'temperature', sensorNo: 1, zone: 'rear' })
    const leg = await desk.legOf(order)
    const from = Date.now() - 60 * 60_000
    await write((tx) =>
      tx
        .updateTable('consignment')
        .set({ pickedAt: new Date(from).toISOString() })
        .where('id', '=', leg.id)
        .execute(),
    )
    // Ten minutes before loading another's goods were on board, at −18 ℃.
    for (const [minutes, value] of [
      [-10, -180],
      [5, 41],
      [30, 52],
      [50, null],
    ] as const)
      await write((tx) =>
        sql`insert into temperature_reading (operator_id, vehicle, sensor_no, at, value, quality, late, received_at)
          values (${rig.admin.ctx.user.operatorId}, ${vehicle}, 1, ${new Date(from + minutes * 60_000).toISOString()}, ${value},
            ${value === null ? 'broken' : 'ok'}, false, ${rig.admin.ctx.clock.now()})`.execute(tx),
      )
    return { from }
  }
  test('is told of cold goods from loading to signature, and of nothing the box carried before', async () => {
    const w = await desk.world(flat(50_000))
    const c = await clientOf(w)
    const id = await orderOf(w, 1000, { project: c.project, tempPolicy: await policyOf() })
    await cold(w, id)
    const { no } = await orderRow(id)
    const temperature = (await call(c, 'GET', `orders/${no}/temperature`)).data as TemperatureOut
    expect([temperature.lowest, temperature.highest, temperature.probes.map((p) => p.zone)]).toEqual([2, 8, ['后部']])
    expect(temperature.probes[0]!.readings.map((r) => r.value)).toEqual([4.1, 5.2, null])
  })
  test('of goods without a policy is not told', async () => {
    const w = await desk.world(flat(50_000))
    const c = await clientOf(w)
    const id = await orderOf(w, 1000, { project: c.project })
    await cold(w, id)
    const { no } = await orderRow(id)
    expect(((await call(c, 'GET', `orders/${no}/temperature`)).data as TemperatureOut).probes).toEqual([])
  })
})

describe('statements', () => {
  test('tell the charges of the own project alone, once the statement was sent', async () => {
    const w = await desk.world(flat(50_000), { freightSettle: 'single' })
    const [mine, other] = [await clientOf(w), await clientOf(w)]
    const [a, b] = [await orderOf(w, 1000, { project: mine.project }), await orderOf(w, 1000, { project: other.project })]
    await onTheRoad(w, [a, b])
    for (const id of [a, b]) {
      await sign(id)
      const sheet = await desk.sheetOf('order', id)

      await act('chargeSheet', 'confirm', sheet.id)
    }
    const [sheet, theirs] = [await desk.sheetOf('order', a), await desk.sheetOf('order', b)]
    expect([sheet.status, theirs.status]).toEqual(['billed', 'billed'])
    const today = rig.admin.ctx.clock.today()
    const month = today.slice(0, 7)
    const { store } = w
    const values = { partyKind: 'lessee', lessee: w.customer, party: '客户', store, fromOn: `${month}-01`, toOn: today }
    const statement = await put('statement', values)
    const lines = [sheet, theirs].map((s, i) => ({
      statement,
      seq: i + 1,
      store,
      docType: 'bill',
      docId: s.bill,
      docNo: `Z${i}`,
      bill: s.bill,
      day: today,
      text: '运费',
      charge: s.total,
    }))
    for (const line of lines) await put('statementLine', line)
    const asked = async () => ((await call(mine, 'GET', 'statements', { month })).data as StatementsOut).statements
    expect(await asked()).toEqual([])
    await write((tx) => tx.updateTable('statement').set({ status: 'toConfirm' }).where('id', '=', statement).execute())
    const { no } = await orderRow(a)
    expect(await asked()).toMatchObject([
      {
        status: 'toConfirm',
        label: '待确认',
        from: `${month}-01`,
        to: today,
        total: sheet.total,
        lines: [{ docNo: sheet.no, amount: sheet.total, orders: [no] }],
      },
    ])
    expect((await call(mine, 'GET', 'statements', { month: '2026-13' })).status).toBe(400)
  })
})

describe('how late it will be', () => {
  const now = '2026-11-20T02:00:00.000Z'
  const plus = (minutes: number): string => new Date(Date.parse(now) + minutes * 60_000).toISOString()
  const asked = (eta: number, toldEta: number | null, toldAt: number, windowTo: number | null = null): boolean =>
    tellsEta({
      eta: plus(eta),
      told: toldEta === null ? null : plus(toldEta),
      toldAt: toldEta === null ? null : plus(toldAt),
      windowTo: windowTo === null ? null : plus(windowTo),
      now,
    })
  test('is told first, then by the quarter of an hour or when it leaves the window, never twice in ten minutes', () => {
    expect(asked(60, null, 0)).toBe(true)
    expect([asked(74, 60, -20), asked(75, 60, -20), asked(45, 60, -20)]).toEqual([false, true, true])
    expect([asked(65, 60, -20, 62), asked(61, 60, -20, 62), asked(61, 63, -20, 62)]).toEqual([true, false, true])
    expect([asked(90, 60, -9), asked(90, 60, -10)]).toEqual([false, true])
  })
  test('goes to the programs that follow the order, with the time, in the order of its other messages', async () => {
    const w = await desk.world(flat(50_000))
    const c = await clientOf(w, { webhookUrl: 'https://partner.example.com/hook' })
    const id = await orderOf(w, 1000, { project: c.project })
    await onTheRoad(w, [id])
    const untold = { told: null, toldAt: null, windowTo: null }
    await write(async (tx) => followEta(tx, rig.admin.ctx, { ...untold, consignments: [(await desk.legOf(id)).id], eta: plus(60) }))
    const sent = await read((db) =>
      db
        .selectFrom('webhookDelivery')
        .select(['event', 'seq', 'body'])
        .where('client', '=', c.client)
        .where('order', '=', id)
        .orderBy('seq')
        .execute(),
    )
    expect(sent.at(-1)).toMatchObject({
      event: 'order.eta',
      seq: sent.length,
      body: { data: { eta: plus(60), no: (await orderRow(id)).no } },
    })
    await sign(id)
    await write(async (tx) => followEta(tx, rig.admin.ctx, { ...untold, consignments: [(await desk.legOf(id)).id], eta: plus(90) }))
    const after = await read((db) =>
      db.selectFrom('webhookDelivery').select('event').where('order', '=', id).where('event', '=', 'order.eta').execute(),
    )
    expect(after).toHaveLength(1)
  })
})
