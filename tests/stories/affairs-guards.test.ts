/** Refusals of affairs.md that no journey comes past: each says its sentence, changes nothing, and is gone once what it asks for was done. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instantAt, type Day } from '#kit/basics/time/day.ts'
import { all, line, one, person, shopOf, why } from './affairs.ts'
import { Company } from './company.ts'
import { running, type Running } from './leases.ts'

let c: Company
let l: Running
beforeAll(async () => {
  c = await Company.open('2026-01-10')
  await person(c, 'boss', '周敏')
  l = await running(c, { startOn: '2026-01-28', endOn: '2027-01-28' })
  c.at('2026-03-10')
})
afterAll(() => c?.close())

const at = (day: string, time = '10:00'): string => instantAt(day as Day, time)
const statusOf = async (table: string, id: number): Promise<unknown> => (await one(c, table, id))['status']
const violation = async (more: object = {}): Promise<number> => {
  const { plateNo } = await one<{ plateNo: string }>(c, 'vehicle', l.vehicle)
  return c.add(
    'violation',
    { plateNo, occurredAt: at('2026-03-07'), code: '1039', behaviour: '违停', fine: 20_000, points: 0, ...more },
    'sales',
  )
}

test('an upkeep order without a line of its quote is not submitted', async () => {
  const order = await c.add('upkeepOrder', { vehicle: await c.vehicle(), kind: 'repair', shop: await shopOf(c, '浦东修理') }, 'sales')
  expect(await why(c.act('upkeepOrder', 'submit', order, {}, 'sales'))).toBe('请填写报价明细')
  expect(await statusOf('upkeepOrder', order)).toBe('draft')
  await c.edit('upkeepOrder', order, { lines: [line('engine', '水泵', 1, 300)] })
  await c.act('upkeepOrder', 'submit', order, {}, 'sales')
})

test('a shop that is paid against invoices is not settled without one', async () => {
  const shop = await shopOf(c, '凭票修理', { needsInvoice: true })
  const lines = [line('engine', '水泵', 1, 300)]
  const order = await c.add('upkeepOrder', { vehicle: await c.vehicle(), kind: 'repair', shop, payer: 'company', lines }, 'sales')
  await c.act('upkeepOrder', 'submit', order, {}, 'sales')
  await c.act('upkeepOrder', 'pass', order, {}, 'boss')
  await c.act('upkeepOrder', 'enter', order, { at: at('2026-03-09', '09:00'), km: 100 })
  await c.act('upkeepOrder', 'finish', order, {
    at: at('2026-03-09', '15:00'),
    km: 101,
    lines: (await one(c, 'upkeepOrder', order))['lines'],
  })
  await c.act('upkeepOrder', 'accept', order)
  const settle = () => c.act('upkeepOrder', 'settle', order, { dueOn: '2026-03-31' })
  expect(await why(settle())).toBe('没有发票，按合同不能结算')
  expect((await one(c, 'upkeepOrder', order))['payable']).toBeNull()
  await c.act('upkeepOrder', 'noteInvoice', order, { invoiceNo: '25317000000012345678' })
  await settle()
  expect(await statusOf('upkeepOrder', order)).toBe('settled')
})

test('nobody is notified whose telephone nobody knows', async () => {
  const id = await violation({ occurredAt: at('2026-03-06') })
  const { mobile } = await one<{ mobile: string }>(c, 'lessee', l.lessee)
  // A form asks for it; rows of before may be without.
  const known = (value: string) => c.write((tx) => tx.updateTable('lessee').set({ mobile: value }).where('id', '=', l.lessee).execute())
  await known('')
  expect(await why(c.act('violation', 'notify', id))).toBe('承租人没有手机号')
  expect(await statusOf('violation', id)).toBe('toHandle')
  await known(mobile)
  await c.act('violation', 'notify', id)
  expect(await statusOf('violation', id)).toBe('notified')
})

test('a violation whose bill was paid is not opened again before the receipt is reversed', async () => {
  const id = await violation()
  await c.act('violation', 'dispose', id, { way: 'agent', collect: 'deposit', serviceFee: 5000 })
  await c.act('violation', 'handle', id, { decidedOn: '2026-03-10', paidBy: 'company', receipts: [await c.file('sales')] })
  expect(await why(c.act('violation', 'reopen', id, { reason: '处理有误' }))).toBe('已收款，请先冲销')
  expect(await statusOf('violation', id)).toBe('handled')
})

test('an annual inspection needs the day of registration, or the day it is due', async () => {
  const vehicle = await c.vehicle()
  await c.edit('vehicle', vehicle, { registeredOn: null, inspectionDueOn: null })
  const add = () => c.add('inspection', { vehicle, kind: 'annual' })
  expect(await why(add())).toBe('未登记注册日期，无法计算年检到期日')
  expect(await all(c, 'inspection', 'vehicle', vehicle)).toEqual([])
  await c.edit('vehicle', vehicle, { inspectionDueOn: '2026-06-30' })
  expect(await one(c, 'inspection', await add())).toMatchObject({ dueOn: '2026-06-30' })
})
