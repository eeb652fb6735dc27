/** 优惠券 by hand: issued to a customer, put on his bill, the rest paid; the item and its formula stand on the bill. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, type Day } from '#kit/basics/time/day.ts'
import type { Company } from '../stories/company.ts'
import { signIn, type SignedIn } from './api.ts'
import { act, rows, stands, sums, tab, today } from './forms.ts'
import { openScreen, pane, session, toastShown, useBrowser, world } from './harness.ts'
import { pastOf } from './past.ts'

useBrowser()

let past: Company
let api: SignedIn
beforeAll(async () => {
  const { port, admin } = world()
  api = await signIn(port, admin.username, admin.password)
  past = await pastOf(api)
})
afterAll(() => past?.close())

test('a coupon is issued, used on a bill and seen with its formula; the rest is paid', async () => {
  past.at(today())
  const lessee = await past.lessee({ name: '用券客户' })
  const coupon = await past.add('coupon', {
    name: '浏览器满减券',
    kind: 'fullCut',
    threshold: 300_000,
    amountOff: 30_000,
    stock: 10,
    startOn: today(),
    lastOn: addDays(today() as Day, 30),
  })
  await past.act('coupon', 'publish', coupon)
  const contract = await past.contract({
    lessee,
    vehicles: [await past.vehicle()],
    startOn: addDays(today() as Day, 1),
    endOn: addDays(today() as Day, 366),
  })
  await past.sign(contract)
  const bill = (await past.bills(contract)).find((b) => b.billType === 'rent')!.id

  const { page } = await session()
  await openScreen(page, `/bill/couponsDetail?id=${coupon}`)
  await pane(page).getByText('满 3000 减 300').first().waitFor()
  await act(page, '发放')
  const issuing = page.getByRole('dialog')
  await issuing.getByRole('combobox', { name: '承租人' }).fill('用券客户')
  await page.locator('.ant-select-item-option', { hasText: '用券客户' }).first().click()
  // The open list of names would lie over the button.
  await issuing.getByText('每位承租人发一张').click()
  await issuing.getByRole('button', { name: '发放', exact: true }).click()
  await toastShown(page, '已发放 1 张')

  await openScreen(page, `/bill/billInfoDetail?id=${bill}`)
  await act(page, '使用优惠券')
  const using = page.getByRole('dialog')
  await using.getByText('抵扣 300.00').click()
  await using.getByRole('button', { name: '使用', exact: true }).click()
  await using.waitFor({ state: 'hidden' })
  await sums(pane(page), { 应收: '3,500.00', 未收: '3,500.00' })
  await past.pay([bill], 350_000)
  await page.reload()
  await stands(page, '已结清')
  const items = await tab(page, '明细与算式')
  await items.getByText('满 3000 减 300').first().waitFor()
  const [held] = await rows(api, 'customerCoupon', { coupon })
  expect(held).toMatchObject({ status: 'used' })
})
