/** A customer's own page on a phone of 375 pixels: opened by a link of the desk, read, paid, asked on; in the dark, in English, at a desk. */
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { systemClock } from '#kit/basics/time/clock.ts'
import { addDays } from '#kit/basics/time/day.ts'
import { running, type Running } from '../stories/leases.ts'
import type { Company } from '../stories/company.ts'
import { signIn, type SignedIn } from './api.ts'
import { findings } from './axe.ts'
import { DESKTOP, openScreen, originOf, PHONE, session, shot, useBrowser, visitor, world } from './harness.ts'
import { pastOf } from './past.ts'

useBrowser()

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
let api: SignedIn
let past: Company
let lease: Running
beforeAll(async () => {
  const { port, admin } = world()
  api = await signIn(port, admin.username, admin.password)
  past = await pastOf(api)
  const today = systemClock.today()
  lease = await running(past, { startOn: addDays(today, -45), endOn: addDays(today, 25) })
  past.at(addDays(today, -20))
  await past.act('lease', 'issueNow', lease.lease)
  const { list } = await api.get<{ list: { id: number; version: number; kind: string }[] }>('/api/v1/companyAccount/list', {
    pageSize: '50',
  })
  const bank = list.find((a) => a.kind === 'bank')!
  await api.post('/api/v1/companyAccount/edit', {
    id: bank.id,
    version: bank.version,
    accountNo: '6222020200112233445',
    branch: '虹桥支行',
  })
  return () => past.close()
})

const narrow = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
async function link(): Promise<string> {
  const { url } = await api.post<{ url: string }>('/api/v1/lesseeLink/make', { lessee: lease.lessee, origin: originOf(), send: false })
  return url.slice(url.indexOf('/my#'))
}

test('the desk makes a link and shows its code; the customer reads, says that he paid, asks for more time, and the desk has both', async () => {
  const { page: desk } = await session()
  await openScreen(desk, `/member/memberInfoDetail?id=${lease.lessee}`)
  await desk.getByRole('button', { name: '自助链接' }).click()
  await desk.getByRole('button', { name: '生成链接与二维码' }).click()
  await desk.getByRole('img', { name: '自助页二维码' }).waitFor()
  await shot(desk, 'own-desk-link')
  const url = (await desk.getByText('/my#t=').textContent())!

  const { page } = await visitor({ viewport: PHONE, touch: true })
  await page.goto(url.slice(url.indexOf('/my#')))
  await page.getByText('张账单已逾期').waitFor()
  await shot(page, 'own-phone')
  await narrow(page)
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: '付款', exact: true }).click()
  await page.getByText('6222020200112233445').waitFor()
  await shot(page, 'own-phone-pay')
  await page.getByRole('button', { name: '我已付款' }).click()
  await page.getByRole('button', { name: '提交' }).click()
  await page.getByText('请上传付款凭证的照片').waitFor()
  await page.getByLabel('付款凭证照片').setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: PNG })
  await page.getByText('照片已上传').waitFor()
  await shot(page, 'own-phone-said')
  await narrow(page)
  await page.getByRole('button', { name: '提交' }).click()
  await page.getByText('已告知付款，待门店确认').waitFor()

  await page.getByRole('button', { name: '申请续租' }).click()
  await page.getByLabel('备注（可不填）').fill('希望同样的租金')
  await shot(page, 'own-phone-renew')
  await page.getByRole('button', { name: '提交' }).click()
  // The wish itself, with its way back; «续租至» is also a label of the form.
  await page.getByRole('button', { name: '撤回' }).waitFor()
  await narrow(page)

  const { list: receipts } = await api.get<{ list: { status: string; source: string }[] }>('/api/v1/payment/list', {
    lessee: String(lease.lessee),
    status: 'toConfirm',
  })
  expect(receipts.map((r) => r.source)).toEqual(['online'])
  const { list: wishes } = await api.get<{ list: { id: number }[] }>('/api/v1/lesseeWish/list', { lessee: String(lease.lessee) })
  await openScreen(desk, `/member/lesseeWishDetail?id=${wishes[0]!.id}`)
  await desk.getByRole('link', { name: '登记续租' }).click()
  await desk.getByText('续租期限').first().waitFor()
  await shot(desk, 'own-desk-renewal')
})

test('reads in English and in the dark, and at a desk', async () => {
  const address = await link()
  const { page } = await visitor({ viewport: PHONE, touch: true })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(address)
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'Bills' }).waitFor()
  await page.getByText(/Leased until \d/).waitFor()
  await shot(page, 'own-phone-dark-english')
  await narrow(page)
  expect(await findings(page)).toEqual([])
  const { page: wide } = await visitor({ viewport: DESKTOP })
  await wide.goto(address)
  await wide.getByRole('heading', { name: '要做的事' }).waitFor()
  await shot(wide, 'own-wide')
})

test('a link that is none says what to do, and leads to the way by telephone, which says that there is none', async () => {
  const { page, expectProblem } = await visitor({ viewport: PHONE, touch: true })
  expectProblem(/404/)
  const good = await link()
  await page.goto(good.slice(0, -4) + 'AAAA')
  await page.getByText('链接已失效').waitFor()
  await shot(page, 'own-phone-gone')
  await page.getByRole('link', { name: '用手机验证码打开' }).click()
  await page.getByText('尚未接入短信').waitFor()
  await shot(page, 'own-phone-door')
  await narrow(page)
})
