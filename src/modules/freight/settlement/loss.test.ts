/** 负毛利 (transport.md §4.1): a mission that costs more than what it carries brings in says so on its payable until somebody confirms it. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#kit/access/context.server.ts'
import { startRig, type Rig } from '#tests/house/rig.ts'
import { freightDesk } from '#tests/stories/freight.ts'
import { flat } from '#tests/stories/tariff.ts'

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
const { sample, rule, world, orderOf, onTheRoad, sign, sheetOf, act, write, why } = freightDesk(() => ctx)

/** Orders at 500.00 each, all on one truck of a carrier who gets so much for it. */
async function trip(pays: number, orders = 1) {
  const w = await world(flat(50_000))
  const carrier = await sample('carrier', { status: 'active', serviceFeeBp: 0 })
  await rule({ name: `应付${randomUUID().slice(0, 8)}`, type: '3', direction: 'payable', carrier }, flat(pays))
  const ids: number[] = []
  for (let i = 0; i < orders; i++) ids.push(await orderOf(w, 100 * (i + 1)))
  const { mission } = await onTheRoad(w, ids, { carrier, driver: { source: 'carrier', carrier } })
  const loss = async (): Promise<boolean> => (await sheetOf('mission', mission)).loss
  return { w, ids, mission, loss }
}

describe('a mission', () => {
  test('of which a customer’s price is not known loses nothing; once known, a fen more than it brings in is a loss', async () => {
    const even = await trip(50_000)
    const over = await trip(50_001)
    expect([await even.loss(), await over.loss()]).toEqual([false, false])
    await sign(even.ids[0]!)
    await sign(over.ids[0]!)
    expect([await even.loss(), await over.loss()]).toEqual([false, true])
    expect((await sheetOf('mission', over.mission)).status).toBe('calculated')
  })
  test('with several orders is judged by all of them, and again when one of them is priced anew', async () => {
    const t = await trip(99_000, 2)
    for (const id of t.ids) await sign(id)
    expect(await t.loss()).toBe(false)
    await act('transportOrder', 'adjust', t.ids[1]!, { amount: -2_000, reason: '老客户让利' })
    expect(await t.loss()).toBe(true)
    await act('transportOrder', 'adjust', t.ids[1]!, { amount: 1_000, reason: '少让一些' })
    expect(await t.loss()).toBe(false)
  })
  test('that was confirmed keeps what was said of it', async () => {
    const t = await trip(60_000)
    await sign(t.ids[0]!)
    expect(await t.loss()).toBe(true)
    const { id } = await sheetOf('mission', t.mission)
    // Adjusted or not, the same person may confirm here: approval has stories of its own.
    expect(await why(act('chargeSheet', 'confirmPay', id))).toBe('done')
    const receivable = await sheetOf('order', t.ids[0]!)
    await write((tx) => tx.updateTable('chargeSheet').set({ adjustedBy: null }).where('id', '=', receivable.id).execute())
    await act('transportOrder', 'adjust', t.ids[0]!, { amount: 90_000, reason: '补收' })
    expect(await t.loss()).toBe(true)
  })
})
