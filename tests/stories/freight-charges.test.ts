/** What is published in a price list is charged, by one volume factor, from the preview to the sheet (transport.md §3). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EMPTY, type RateComponents } from '#modules/freight/rating/engine/schema.rules.ts'
import { bench, type Bench } from '#tests/house/people.ts'
import { freightDesk, type World } from './freight.ts'

let b: Bench
const desk = freightDesk(() => b.rig.admin.ctx)
beforeAll(async () => {
  b = await bench()
})
afterAll(async () => {
  expect(b?.rig.faults).toEqual([])
  await b?.rig.close()
})

const weight = (factor: number): RateComponents => ({
  ...EMPTY,
  factor,
  charges: [
    {
      label: '重量费',
      unit: 'kg',
      included: 0,
      step: 0,
      rounding: 'up',
      per: 1000,
      mode: 1,
      monthly: false,
      bands: [{ to: null, e4: 10_000 }],
    },
  ],
})
const asked = (world: World, more: object): object => ({
  customer: world.customer,
  model: world.model,
  sender: world.from,
  receiver: world.to,
  pickFrom: desk.soon(0),
  dropTo: desk.soon(9),
  ...more,
})
interface Preview {
  total: number
  lines: { label: string; amount: number }[]
}
const preview = async (world: World, more: object): Promise<Preview> =>
  (await b.rig.send({ method: 'POST', path: '/api/v1/transportOrder/price' }, asked(world, more), b.rig.admin)).data as Preview
const orderNow = (id: number) =>
  desk.read((db) =>
    db.selectFrom('transportOrder').select(['chargeableKg', 'weight', 'status']).where('id', '=', id).executeTakeFirstOrThrow(),
  )

describe('D5: one volume factor', () => {
  // 600 kg that take up three cubic metres.
  const goods = [{ name: '泡沫箱', category: '1700', pieces: 10, weight: 600, volume: 3, declared: null }]
  async function projectOf(world: World, volumeFactor: number): Promise<number> {
    const n = String(world.customer)
    const project = await desk.put('project', {
      code: `F${n}`,
      name: `抛重${n}`,
      customer: world.customer,
      store: world.store,
      models: [world.model],
      volumeFactor,
      from: '2020-01-01',
      to: '2099-12-31',
    })
    await desk.write((tx) => tx.updateTable('project').set({ status: 'active' }).where('id', '=', project).execute())
    return project
  }
  test.each([
    ['the project’s, where the price list leaves it open', 0, 250, 750],
    ['the price list’s, where it says one', 167, 250, 600],
    ['the usual one without a project', 0, null, 999],
  ])('%s: order, preview, price and sheet say the same weight', async (_whose, rule, agreed, kg) => {
    const world = await desk.world(weight(rule))
    const more = { goods, ...(agreed === null ? {} : { project: await projectOf(world, agreed) }) }
    const draft = await desk.put('transportOrder', {
      ...asked(world, more),
      pickTo: desk.soon(2),
      dropFrom: desk.soon(0),
      receiptNeed: false,
    })
    expect(Number((await orderNow(draft)).chargeableKg)).toBe(kg)
    expect((await preview(world, more)).total).toBe(kg * 100)
    await desk.act('transportOrder', 'submit', draft)
    expect(Number((await orderNow(draft)).chargeableKg)).toBe(kg)
    await desk.onTheRoad(world, [draft])
    await desk.sign(draft)
    expect((await desk.sheetOf('order', draft)).total).toBe(kg * 100)
    expect(Number((await orderNow(draft)).chargeableKg)).toBe(kg)
  })
})

describe('D4: what is published is charged', () => {
  const work: RateComponents = {
    ...EMPTY,
    base: { fen: 10_000 },
    handling: [
      { label: '上楼费', per: 'floor', fen: 2_000, included: 1_000 },
      { label: '尾板费', per: 'tailLift', fen: 5_000, included: 0 },
      { label: '进场费', per: 'entry', fen: 3_000, included: 0 },
    ],
    surcharges: [{ label: '返空费', amount: { kind: 'fixed', fen: 8_000 }, when: { kind: 'returnEmpty' } }],
  }
  const lines = [
    { kind: 'floors', quantity: 4 },
    { kind: 'tailLift', quantity: 2 },
    { kind: 'entries', quantity: 1 },
    { kind: 'returnEmpty' },
  ]
  const goods = [{ name: '面粉', category: '1700', pieces: 100, weight: 100, volume: 0, declared: null }]
  // 100.00 + 3 × 20.00 + 2 × 50.00 + 30.00 + 80.00
  const TOTAL = 37_000
  const labelsAndAmounts = (all: readonly { label: string; amount: number }[] | null): [string, number][] =>
    (all ?? []).map((l) => [l.label, l.amount])
  const CHARGED = [
    ['起步价', 10_000],
    ['上楼费', 6_000],
    ['尾板费', 10_000],
    ['进场费', 3_000],
    ['返空费', 8_000],
  ]

  test('floors, tail lift, entry and the empty way back: in the preview, on the customer’s sheet and on the driver’s', async () => {
    const world = await desk.world(work)
    await desk.rule({ name: '司机作业', type: '2', direction: 'payable', priority: 5 }, work)
    const seen = await preview(world, { goods, lines })
    expect([seen.total, labelsAndAmounts(seen.lines)]).toEqual([TOTAL, CHARGED])
    const order = await desk.orderOf(world, 100, { lines, insure: false })
    const { mission } = await desk.onTheRoad(world, [order])
    await desk.sign(order)
    const [sheet, pay] = [await desk.sheetOf('order', order), await desk.sheetOf('mission', mission)]
    expect([sheet.total, labelsAndAmounts(sheet.lines)]).toEqual([TOTAL, CHARGED])
    expect([pay.total, labelsAndAmounts(pay.lines)]).toEqual([TOTAL, CHARGED])
  })
  test('work that was done on the way is registered afterwards, until somebody has confirmed the sheet', async () => {
    const world = await desk.world(work)
    const order = await desk.orderOf(world, 100, { insure: false })
    const { mission } = await desk.onTheRoad(world, [order])
    await desk.sign(order)
    expect((await desk.sheetOf('order', order)).total).toBe(10_000)
    await desk.act('transportOrder', 'addWork', order, { lines: [{ kind: 'floors', quantity: 3 }] })
    await desk.act('transportOrder', 'addWork', order, { lines: [{ kind: 'tailLift', quantity: 1 }] })
    expect((await desk.sheetOf('order', order)).total).toBe(19_000)
    expect((await desk.sheetOf('mission', mission)).total).toBe(19_000)
    await desk.act('chargeSheet', 'confirm', (await desk.sheetOf('order', order)).id)
    expect(await desk.why(desk.act('transportOrder', 'addWork', order, { lines: [{ kind: 'floors', quantity: 3 }] }))).toContain(
      '当前为「待结算」',
    )
  })
  test('pieces that were refused are not paid for where the driver’s price list says so', async () => {
    const world = await desk.world(work)
    const piece = { ...weight(0).charges[0]!, label: '按件', unit: 'piece' as const }
    await desk.rule({ name: '司机按件', type: '2', direction: 'payable', priority: 6 }, { ...EMPTY, charges: [piece], partial: 'signed' })
    const order = await desk.orderOf(world, 100, { insure: false })
    const { mission } = await desk.onTheRoad(world, [order])
    await desk.sign(order, {
      lines: [{ goods: '面粉', refused: 10, short: 0, damaged: false, reason: '规格不符' }],
      responsible: 'customer',
    })
    expect((await desk.sheetOf('mission', mission)).total).toBe(9_000)
  })
  test('the price of an order moves with its version and a line in the log', async () => {
    const piece = { ...weight(0).charges[0]!, label: '按件', unit: 'piece' as const }
    const world = await desk.world({ ...EMPTY, charges: [piece], partial: 'signed' })
    const order = await desk.orderOf(world, 100, { insure: false })
    await desk.onTheRoad(world, [order])
    const stands = () =>
      desk.read((db) => db.selectFrom('transportOrder').select(['quote', 'version']).where('id', '=', order).executeTakeFirstOrThrow())
    const before = await stands()
    await desk.sign(order, {
      lines: [{ goods: '面粉', refused: 10, short: 0, damaged: false, reason: '规格不符' }],
      responsible: 'customer',
    })
    const after = await stands()
    expect(after.quote).not.toBe(before.quote)
    expect(after.version).toBeGreaterThan(before.version)
    const lines = await desk.read((db) =>
      db
        .selectFrom('auditLog')
        .select('changes')
        .where('entity', '=', 'transportOrder')
        .where('entityId', '=', order)
        .where('action', '=', 'edit')
        .execute(),
    )
    expect(lines.map(({ changes }) => (changes as Record<string, unknown>)['quote'])).toEqual([[before.quote, after.quote]])
  })
  test('what a carrier or driver is never paid by cannot be published', async () => {
    const id = await desk.put('rateRule', { name: '不付的', type: '1', direction: 'payable' })
    const draft = await desk.put('rateVersion', {
      rule: id,
      number: 1,
      effectiveOn: '2020-01-01',
      components: { ...EMPTY, kmFrom: 'contract', insureBp: 30, charges: [{ ...weight(0).charges[0]!, unit: 'km' }] },
    })
    expect(await desk.why(desk.act('rateVersion', 'publish', draft))).toBe(
      '应付规则没有合同里程，里程请取自规划或实际；应付规则不收保价费，请删除保价费率',
    )
  })
})
