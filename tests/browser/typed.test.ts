/** What was typed or chosen and cannot be taken: it stays, and the reason stands beside its field. */
import { expect, test } from 'vitest'
import { running } from '../stories/leases.ts'
import { box, choose, day, save, today, type } from './forms.ts'
import { openScreen, pane, session, settled, useBrowser, world } from './harness.ts'
import { pastOf } from './past.ts'

useBrowser()

test('a day that does not exist is kept with its reason, also over F5, and can be corrected', async () => {
  const { page } = await session()
  await openScreen(page, '/vehicle/vehicleAdd', 'vehicleAdd')
  const field = box(pane(page), 'purchasedOn')
  const input = field.locator('input').first()
  await input.fill('2025-02-29')
  await input.press('Tab')
  await field.getByRole('alert').getByText('日期 2025-02-29 不存在').waitFor()
  expect(await input.inputValue()).toBe('2025-02-29')
  await pane(page)
    .getByText(/已保存草稿/)
    .waitFor()
  await page.reload()
  await settled(page)
  await expect.poll(() => input.inputValue()).toBe('2025-02-29')
  await input.fill('2024/2/29')
  await input.press('Tab')
  await expect.poll(() => input.inputValue()).toBe('2024-02-29')
  await expect.poll(() => field.getByRole('alert').count()).toBe(0)
})

test('a rule across fields is told at the field it is corrected at', async () => {
  const { page } = await session()
  await openScreen(page, '/vehicle/vehicleTypeBaseAdd', 'vehicleTypeBaseAdd')
  const model = pane(page, 'vehicleTypeBaseAdd')
  for (const [name, text] of [
    ['brand', '福田'],
    ['name', '奥铃 5.2 米'],
    ['loadKg', '9000'],
    ['grossKg', '4500'],
  ] as const)
    await box(model, name).locator('input').first().fill(text)
  await choose(page, model, 'category', '冷藏车')
  await choose(page, model, 'energy', '柴油')
  await save(page)
  await box(model, 'loadKg').getByRole('alert').getByText('核定载质量不能大于总质量').waitFor()
  expect(await box(model, 'loadKg').locator('input').first().inputValue()).toBe('9000')
})

test('of records to choose from only those are offered that what is typed has found', async () => {
  const { page } = await session()
  await openScreen(page, '/vehicle/vehicleAdd', 'vehicleAdd')
  const field = box(pane(page), 'store')
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  await field.getByRole('combobox').click()
  // Typed is the one that does not stand first: Enter would take the other.
  const [first, other] = (await options.first().innerText()).includes('浦东店') ? ['浦东店', '虹桥店'] : ['虹桥店', '浦东店']
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/v1/store/options?*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.keyboard.type(other)
  await expect.poll(() => options.count()).toBe(0)
  await page.keyboard.press('Enter')
  expect(await field.getByTitle(first, { exact: true }).count()).toBe(0)
  answer.resolve()
  await field.getByRole('combobox').click()
  await field.getByRole('combobox').fill(other)
  await options.filter({ hasText: other }).waitFor()
  await page.keyboard.press('Enter')
  await field.getByTitle(other, { exact: true }).waitFor()
})

test('a file of the wrong kind is refused beside its field, with the kinds that fit in words', async () => {
  const { page, expectProblem } = await session()
  expectProblem(/answer: 400 POST \/api\/v1\/file\/upload/)
  await openScreen(page, '/addPayQrCode', 'addPayQrCode')
  const image = box(pane(page), 'image')
  const choice = image.locator('input[type=file]')
  await choice.setInputFiles({ name: '码.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await image.getByRole('alert').getByText('「码.txt」的类型不支持，可上传：PNG 图片、JPG 图片、WebP 图片').waitFor()
  await choice.setInputFiles({ name: '码.png', mimeType: 'image/png', buffer: Buffer.from('x') })
  await image
    .getByRole('alert')
    .getByText(/「码.png」上传失败：不支持的文件类型/)
    .waitFor()
})

test('a vehicle takes over what its model knows, and what was typed stays', async () => {
  const { page, api } = await session()
  const { category } = await api.get<{ category: string }>('/api/v1/vehicleModel/detail', { id: world().model })
  const tag = Date.now().toString(36)
  for (const [name, facts] of [
    [`甲${tag}`, { energy: 'diesel', loadKg: 1800, volume: 16.5 }],
    [`乙${tag}`, { energy: 'gas', loadKg: 3000 }],
  ] as const)
    await api.post('/api/v1/vehicleModel/add', { brand: '福田', name, category, ...facts })
  await openScreen(page, '/vehicle/vehicleAdd', 'vehicleAdd')
  const form = pane(page, 'vehicleAdd')
  const typed = (name: string) => box(form, name).locator('input').first()
  await choose(page, form, 'model', `甲${tag}`)
  await expect.poll(() => box(form, 'energy').innerText()).toContain('柴油')
  await expect.poll(() => typed('loadKg').inputValue()).toBe('1800')
  await expect.poll(() => typed('volume').inputValue()).toBe('16.5')
  await typed('loadKg').fill('1750')
  await choose(page, form, 'model', `乙${tag}`)
  // The second knows no volume: that of the first goes with it.
  await expect.poll(() => box(form, 'energy').innerText()).toContain('天然气')
  await expect.poll(() => typed('volume').inputValue()).toBe('')
  expect(await typed('loadKg').inputValue()).toBe('1750')
})

test('what is typed into a contract while the terms of its plan are asked for stays, and the other terms come in', async () => {
  const { page, api } = await session()
  // With it a plan is there.
  await (await pastOf(api)).close()
  await openScreen(page, '/contract/contracAdd', 'contracAdd')
  const form = pane(page, 'contracAdd')
  await day(form, 'startOn', today())
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/v1/contract/terms?*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await choose(page, form, 'plan', '押一付一')
  await type(form, 'monthlyRent', '3456')
  await box(form, 'monthlyRent').locator('input').first().press('Tab')
  await day(form, 'endOn', today(200))
  answer.resolve()
  // Where somebody has typed it stays open, and the deposit is the plan's.
  const typed = async (name: string): Promise<string> => box(form, name).locator('input').first().inputValue()
  await expect.poll(() => typed('deposit')).toBe('5000.00')
  expect(await typed('monthlyRent')).toBe('3456.00')
  expect(await typed('endOn')).toBe(today(200))
})

test('an amount typed into a receipt stays over F5, whatever the bill comes to', async () => {
  const { page, api } = await session()
  const past = await pastOf(api)
  const lease = await running(past, { startOn: '2025-01-12', endOn: '2026-01-12' })
  past.at('2025-02-05')
  await past.act('lease', 'issueNow', lease.lease)
  const bill = (await past.bills(lease.contract)).find(({ status }) => status === 'unpaid')!
  await past.close()
  await openScreen(page, `/bill/billPay?ids=${bill.id}`, 'billPay')
  const form = pane(page, 'billPay')
  const amount = box(form, 'amount').locator('input').first()
  const typed = async (): Promise<number> => Number((await amount.inputValue()).replaceAll(',', ''))
  // First what the bill comes to, with its late fee of today.
  const whole = form.locator('.zyt-sums > div', { hasText: '一次付清' }).locator('dd').first()
  await expect.poll(async () => (await typed()) === Number((await whole.innerText()).replaceAll(',', ''))).toBe(true)
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/v1/draft/save') && !!answer.request().postData()?.includes('123450'),
  )
  await amount.fill('1234.5')
  await amount.press('Tab')
  await saved
  await page.reload()
  await settled(page)
  // Asked for with the amount that stands there, and answered.
  await form.getByText('1,234.50').first().waitFor()
  await expect.poll(typed).toBe(1234.5)
})

test('a place whose own point nobody knows is offered with a mark, one that stands where it is without', async () => {
  const { page } = await session()
  await openScreen(page, '/store/storeAdd', 'storeAdd')
  const input = box(pane(page), 'place').getByRole('combobox')
  const offered = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  await input.fill('粤海街道 南山')
  await offered.getByText('广东省深圳市南山区粤海街道（约，按上级地区定位）', { exact: true }).waitFor()
  await input.fill('朝阳区 北京')
  await offered.getByText('北京市朝阳区', { exact: true }).waitFor()
})
