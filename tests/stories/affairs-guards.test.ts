/** Refusals of affairs.md that no journey comes past: each says its sentence, changes nothing, and is gone once what it asks for was done. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instantAt, type Day } from '#kit/basics/time/day.ts'
import { all, line, one, person, shopOf, why } from './affairs.ts'
import { Company } from './company.ts'
import { running, type Running } from './leases.ts'

let company: Company
let lease: Running
beforeAll(async () => {
  company = await Company.open('2026-01-10')
  await person(company, 'boss', '周敏')
  lease = await running(company, { startOn: '2026-01-28', endOn: '2027-01-28' })
  company.at('2026-03-10')
})
afterAll(() => company?.close())

const at = (day: string, time = '10:00'): string => instantAt(day as Day, time)
const statusOf = async (table: string, id: number): Promise<unknown> => (await one(company, table, id))['status']
const violation = async (more: object = {}): Promise<number> => {
  const { plateNo } = await one<{ plateNo: string }>(company, 'vehicle', lease.vehicle)
  return company.add(
    'violation',
    { plateNo, occurredAt: at('2026-03-07'), code: '1039', behaviour: '违停', fine: 20_000, points: 0, ...more },
    'sales',
  )
}

test('an upkeep order without a line of its quote is not submitted', async () => {
  const order = await company.add(
    'upkeepOrder',
    { vehicle: await company.vehicle(), kind: 'repair', shop: await shopOf(company, '浦东修理') },
    'sales',
  )
  expect(await why(company.act('upkeepOrder', 'submit', order, {}, 'sales'))).toBe('请填写报价明细')
  expect(await statusOf('upkeepOrder', order)).toBe('draft')
  await company.edit('upkeepOrder', order, { lines: [line('engine', '水泵', 1, 300)] })
  await company.act('upkeepOrder', 'submit', order, {}, 'sales')
})

test('a shop that is paid against invoices is not settled without one', async () => {
  const shop = await shopOf(company, '凭票修理', { needsInvoice: true })
  const lines = [line('engine', '水泵', 1, 300)]
  const order = await company.add(
    'upkeepOrder',
    { vehicle: await company.vehicle(), kind: 'repair', shop, payer: 'company', lines },
    'sales',
  )
  await company.act('upkeepOrder', 'submit', order, {}, 'sales')
  await company.act('upkeepOrder', 'pass', order, {}, 'boss')
  await company.act('upkeepOrder', 'enter', order, { at: at('2026-03-09', '09:00'), km: 100 })
  await company.act('upkeepOrder', 'finish', order, {
    at: at('2026-03-09', '15:00'),
    km: 101,
    lines: (await one(company, 'upkeepOrder', order))['lines'],
  })
  await company.act('upkeepOrder', 'accept', order)
  const settle = () => company.act('upkeepOrder', 'settle', order, { dueOn: '2026-03-31' })
  expect(await why(settle())).toBe('没有发票，按合同不能结算')
  expect((await one(company, 'upkeepOrder', order))['payable']).toBeNull()
  await company.act('upkeepOrder', 'noteInvoice', order, { invoiceNo: '25317000000012345678' })
  await settle()
  expect(await statusOf('upkeepOrder', order)).toBe('settled')
})

test('nobody is notified whose telephone nobody knows', async () => {
  const id = await violation({ occurredAt: at('2026-03-06') })
  const { mobile } = await one<{ mobile: string }>(company, 'lessee', lease.lessee)
  // A form asks for it; rows of before may be without.
  const known = (value: string) =>
    company.write((tx) => tx.updateTable('lessee').set({ mobile: value }).where('id', '=', lease.lessee).execute())
  await known('')
  expect(await why(company.act('violation', 'notify', id))).toBe('承租人没有手机号')
  expect(await statusOf('violation', id)).toBe('toHandle')
  await known(mobile)
  await company.act('violation', 'notify', id)
  expect(await statusOf('violation', id)).toBe('notified')
})

test('a violation whose bill was paid is not opened again before the receipt is reversed', async () => {
  const id = await violation()
  await company.act('violation', 'dispose', id, { way: 'agent', collect: 'deposit', serviceFee: 5000 })
  await company.act('violation', 'handle', id, { decidedOn: '2026-03-10', paidBy: 'company', receipts: [await company.file('sales')] })
  expect(await why(company.act('violation', 'reopen', id, { reason: '处理有误' }))).toBe('已收款，请先冲销')
  expect(await statusOf('violation', id)).toBe('handled')
})

test('an annual inspection needs the day of registration, or the day it is due', async () => {
  const vehicle = await company.vehicle()
  await company.edit('vehicle', vehicle, { registeredOn: null, inspectionDueOn: null })
  const add = () => company.add('inspection', { vehicle, kind: 'annual' })
  expect(await why(add())).toBe('未登记注册日期，无法计算年检到期日')
  expect(await all(company, 'inspection', 'vehicle', vehicle)).toEqual([])
  await company.edit('vehicle', vehicle, { inspectionDueOn: '2026-06-30' })
  expect(await one(company, 'inspection', await add())).toMatchObject({ dueOn: '2026-06-30' })
})
