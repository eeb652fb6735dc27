/** 余额低于提醒 (affairs.md §0.10): told once for each time an account falls below, gone when it holds enough. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuelServer } from '#modules/fuel/fuel.server.ts'
import { all, one } from './affairs.ts'
import { Company } from './company.ts'

let company: Company
let account = 0
beforeAll(async () => {
  company = await Company.open('2026-05-10')
  account = await company.add('fuelAccount', {
    name: '中石化主账户',
    supplier: 'sinopec',
    mainCardNo: '1000113200000001',
    store: company.store,
    warnBelow: 100_000,
  })
})
afterAll(() => company?.close())

const morning = async (): Promise<string[]> => {
  await fuelServer.jobs!.find(({ name }) => name === 'fuelLow')!.run(company.as())
  return titles()
}
/** To however many it goes, in the same words. */
const titles = async (): Promise<string[]> => [
  ...new Set((await all<{ title: string }>(company, 'inboxMessage', 'about', `fuelAccount:${account}`)).map(({ title }) => title)),
]
const recharge = (amount: number, no: string) =>
  company.act('fuelAccount', 'recharge', account, { amount, on: '2026-05-10', supplierNo: no })
const take = (amount: number) => company.act('fuelAccount', 'adjust', account, { amount: -amount, reason: '对账' })

test('an account that holds enough is not spoken of', async () => {
  await recharge(100_000, 'R1')
  expect(await morning()).toEqual([])
})
test('a fen less is told, once, to whoever keeps it', async () => {
  await take(1)
  const words = ['油电账户「中石化主账户」余额 ¥999.99，低于 ¥1,000.00']
  expect(await morning()).toEqual(words)
  await take(9_999)
  expect(await morning()).toEqual(words)
})
test('it is gone as soon as the account holds enough, and told anew when it falls again', async () => {
  await recharge(10_000, 'R2')
  expect(await titles()).toEqual([])
  await take(50_000)
  expect(await morning()).toEqual(['油电账户「中石化主账户」余额 ¥500.00，低于 ¥1,000.00'])
})
test('who set no mark hears nothing, nor does anybody of an account that is frozen', async () => {
  await company.act('fuelAccount', 'freeze', account, { reason: '核对' })
  expect(await morning()).toEqual([])
  await company.act('fuelAccount', 'unfreeze', account)
  const { version } = await one<{ version: number }>(company, 'fuelAccount', account)
  expect(version).toBeGreaterThan(0)
  await company.edit('fuelAccount', account, { warnBelow: null })
  expect(await morning()).toEqual([])
})
