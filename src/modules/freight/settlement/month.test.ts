/** Nobody confirms a total of freight that nobody has seen (transport.md §3, §4.1): what others confirmed meanwhile is told first. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '#kit/access/context.server.ts'
import { AppError } from '#kit/basics/errors.ts'
import { actNamed } from '#kit/entity/store.server.ts'
import { startRig, type Rig } from '#tests/house/rig.ts'
import { freightDesk, type World } from '#tests/stories/freight.ts'
import { flat, tons } from '#tests/stories/tariff.ts'
import { EMPTY } from '../rating/engine/schema.rules.ts'

let rig: Rig
let ctx: Context
beforeAll(async () => {
  rig = await startRig()
  ctx = rig.admin.ctx
})
afterAll(async () => {
  expect(rig?.faults).toEqual([])
  await rig?.close()
})

const { write, act, confirm, why, rule, world, orderOf, onTheRoad, sign, sheetOf } = freightDesk(() => ctx)
const charge = { ...tons.charges[0]!, label: '按件', unit: 'piece' as const, mode: 1 as const, monthly: true }
/** 3.20 a piece, from the 2,000th of the month on 2.90. */
const bands = [
  { to: 2_000_000, e4: 32_000 },
  { to: null, e4: 29_000 },
]
const goods = (pieces: number) => ({
  goods: [{ name: '面粉', category: '1700', pieces, weight: 100, volume: 0, declared: null }],
  insure: false,
})
interface Signed {
  w: World
  orders: number[]
  sheets: number[]
}
async function signed(...pieces: number[]): Promise<Signed> {
  const w = await world({ ...EMPTY, charges: [{ ...charge, bands }] })
  const orders: number[] = []
  for (const n of pieces) orders.push(await orderOf(w, 100, goods(n)))
  await onTheRoad(w, orders)
  for (const o of orders) await sign(o)
  const sheets = []
  for (const o of orders) sheets.push((await sheetOf('order', o)).id)
  return { w, orders, sheets }
}
const post = (path: string, body: object) => rig.send({ method: 'POST', path: `/api/v1/chargeSheet/${path}` }, body, rig.admin)
const refusal = async (work: Promise<unknown>): Promise<AppError> => {
  const error = await work.then(
    () => null,
    (e: unknown) => e,
  )
  expect(error).toBeInstanceOf(AppError)
  return error as AppError
}
const version = async (order: number): Promise<number> => (await sheetOf('order', order)).version

test('a total that others have changed is told beside the one that was seen, and nothing is confirmed', async () => {
  const { orders, sheets } = await signed(1950, 120)
  const seen = await version(orders[1]!)
  await confirm(sheets[0]!)
  const answer = await post('confirm', { id: sheets[1], version: seen })
  expect([answer.code, answer.message, answer.data]).toEqual([
    40103,
    '当月已确认的数量有变化，合计由您看到的 ¥384.00 变为 ¥363.00，请核对后再确认',
    { ask: 'sheetTotal', seen: 38_400, now: 36_300 },
  ])
  expect(await sheetOf('order', orders[1]!)).toMatchObject({ status: 'calculated', total: 38_400, version: seen, confirmedAt: null })
  // A total nobody told is not taken for seen, nor what is no amount.
  for (const sheetTotal of [36_299, '36300', null]) {
    const again = await post('confirm', { id: sheets[1], version: seen, $given: { sheetTotal } })
    expect([again.code, (again.data as { now: number }).now]).toEqual([40103, 36_300])
  }
  const done = await post('confirm', { id: sheets[1], version: seen, $given: { sheetTotal: 36_300 } })
  expect(done.code).toBe(200)
  expect(await sheetOf('order', orders[1]!)).toMatchObject({ status: 'confirmed', total: 36_300 })
})

test('what was told is asked again when it has changed once more, also back to what stands in the sheet', async () => {
  const { orders, sheets } = await signed(1950, 120)
  await confirm(sheets[0]!)
  const { version: seen } = await sheetOf('order', orders[1]!)
  expect((await post('confirm', { id: sheets[1], version: seen })).code).toBe(40103)
  await act('chargeSheet', 'void', sheets[0]!, { reason: '重复' })
  const back = await post('confirm', { id: sheets[1], version: seen, $given: { sheetTotal: 36_300 } })
  expect([back.code, back.message]).toEqual([40103, '当月已确认的数量有变化，合计由您看到的 ¥363.00 变为 ¥384.00，请核对后再确认'])
  expect((await post('confirm', { id: sheets[1], version: seen })).code).toBe(200)
  expect((await sheetOf('order', orders[1]!)).total).toBe(38_400)
})

test('of several at once those whose total stays are confirmed; another is told in its row and goes on after a new calculation', async () => {
  const { orders, sheets } = await signed(1950, 120, 40, 10)
  const many = await post('bulk/confirm', { ids: sheets })
  expect(many.code).toBe(9100)
  const { results } = many.data as { results: { id: number; ok: boolean; message: string }[] }
  // Up to the 2,000th piece each costs what was seen; the one that goes beyond it does not.
  expect(results.map((r) => r.ok)).toEqual([true, false, true, true])
  expect(results[1]!.message).toBe('当月已确认的数量有变化，合计由您看到的 ¥384.00 变为 ¥363.00，请打开这张费用单单独确认')
  expect((await post('bulk/calculate', { ids: [sheets[1]] })).code).toBe(200)
  expect((await sheetOf('order', orders[1]!)).total).toBe(34_800)
  expect((await post('bulk/confirm', { ids: [sheets[1]] })).code).toBe(200)
  const totals = await Promise.all(orders.map(async (o) => (await sheetOf('order', o)).total!))
  // 2,120 pieces: 2,000 × 3.20 + 120 × 2.90.
  expect(totals.reduce((n, t) => n + t, 0)).toBe(640_000 + 34_800)
})

test('where no person asks, what is computed is taken', async () => {
  const { orders, sheets } = await signed(1950, 120)
  await confirm(sheets[0]!)
  await write((tx) => actNamed(tx, { ...ctx, source: 'job' }, 'chargeSheet', 'confirm', sheets[1]!, null, {}))
  expect(await sheetOf('order', orders[1]!)).toMatchObject({ status: 'confirmed', total: 36_300 })
})

test('a driver whose month makes the mission a loss is not confirmed before the loss is said', async () => {
  // The first trip of the month for nothing, the next ones 600 each, of an order that brings in 500.
  const trip = { ...charge, label: '趟', unit: 'trip' as const }
  const dear = [
    { to: 1000, e4: 100 },
    { to: null, e4: 6_000_000 },
  ]
  const pay = await rule(
    { name: `趟次应付${randomUUID().slice(0, 6)}`, type: '3', direction: 'payable', fromArea: '99' },
    { ...EMPTY, charges: [{ ...trip, bands: dear }] },
  )
  const w = await world(flat(50_000))
  const made: { mission: number; driver: number; sheet: number }[] = []
  for (let i = 0; i < 2; i++) {
    const order = await orderOf(w, 100)
    const { mission, driver } = await onTheRoad(w, [order], { driver: { payRule: pay } })
    await sign(order)
    made.push({ mission, driver, sheet: (await sheetOf('mission', mission)).id })
  }
  const driver = made[0]!.driver
  const both = made.map((m) => m.sheet)
  await write((tx) => tx.updateTable('chargeSheet').set({ driver }).where('id', 'in', both).execute())
  await confirm(made[0]!.sheet, 'confirmPay')
  const error = await refusal(act('chargeSheet', 'confirmPay', made[1]!.sheet))
  expect(error.data).toMatchObject({ ask: 'sheetTotal', now: 60_000 })
  expect(await why(confirm(made[1]!.sheet, 'confirmPay'))).toBe(
    '按当月已确认的数量重新计算后，这张费用单为 ¥600.00，任务为负毛利，请先重新计算再确认',
  )
  expect((await sheetOf('mission', made[1]!.mission)).status).toBe('calculated')
})
