/** A caller names a plate: on a phone, from the search box over the card to the receipt of three bills, in six acts at most; and the card of a name at the desk. */
import { formatYuan } from '#kit/basics/fen.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OwedBills } from '#modules/billing/billing.wire.ts'
import type { Company } from '../stories/company.ts'
import { owing, type Running } from '../stories/leases.ts'
import { signIn, type SignedIn } from './api.ts'
import { box, choose, moving, rows } from './forms.ts'
import { DESKTOP, goOn, pane, PHONE, session, settled, shot, useBrowser, world } from './harness.ts'
import { pastOf } from './past.ts'

useBrowser()

let past: Company
let api: SignedIn
let debtor: Running
let plate: string
beforeAll(async () => {
  const { port, admin } = world()
  api = await signIn(port, admin.username, admin.password)
  past = await pastOf(api)
  debtor = await owing(past)
  past.at('2025-04-05')
  await past.run()
  plate = (await api.get<{ plateNo: string }>('/api/v1/vehicle/detail', { id: debtor.vehicle })).plateNo
})
afterAll(() => past?.close())

const owed = (): Promise<OwedBills> => api.get('/api/v1/bill/owed', { vehicle: debtor.vehicle, lessee: debtor.lessee })

describe('from a plate to the receipt of three bills', () => {
  test('at 375 px in six acts at most, every fen and the late fees of today among them', async () => {
    const { page } = await session(world().admin, { viewport: PHONE })
    // What one chose last time is chosen again: this clerk takes cash.
    const other = await owing(past)
    await goOn(page, `/bill/billPay?lessee=${other.lessee}`, 'billPay')
    await choose(page, pane(page, 'billPay'), 'channel', '现金')
    await pane(page, 'billPay').getByRole('button', moving('登记收款')).click()
    await pane(page, 'paymentDetail').waitFor()
    await settled(page)

    const { owed: before, list } = await owed()
    // Three, or as many as the night's work has made of this lease by now.
    expect(list.length).toBeGreaterThanOrEqual(3)
    let acts = 0
    const press = async (what: { click(): Promise<void> }): Promise<void> => {
      acts++
      await what.click()
    }
    await press(page.getByRole('button', { name: '搜索菜单、记录与操作' }))
    acts++
    await page.getByRole('combobox', { name: '搜索菜单、记录与操作' }).fill(plate)
    await press(page.getByRole('option', { name: plate }).first())
    const card = page.getByRole('region', { name: '卡片' })
    await card.getByText('本车欠款').waitFor()
    await shot(page, 'card-phone')
    await press(card.getByRole('button', { name: '收款', exact: true }))
    const form = pane(page, 'billPay')
    await expect.poll(() => box(form, 'amount').locator('input').inputValue()).toBe((before.total / 100).toFixed(2))
    await settled(page)
    await shot(page, 'card-pay-phone')
    // What it moves stands on it.
    await press(form.getByRole('button', { name: `登记收款 ${formatYuan(before.total)}`, exact: true }))
    const registered = () => rows(api, 'payment', { lessee: debtor.lessee, status: 'toConfirm' })
    await expect.poll(async () => (await registered()).length).toBe(1)
    expect(acts).toBeLessThanOrEqual(6)
    const [payment] = await registered()
    expect([payment!['amount'], (payment!['designation'] as unknown[]).length]).toEqual([before.total, list.length])
  })
})

describe('the card of a name', () => {
  test('opens under the mouse, and by the space bar; its act leads on with the customer chosen', async () => {
    const { page } = await session(world().admin, { viewport: DESKTOP })
    await goOn(page, `/bill/billInfoList?lessee=${debtor.lessee}`, 'billInfoList')
    const name = pane(page).locator(`[data-card="lessee:${debtor.lessee}"]`).first()
    await name.hover()
    const card = page.getByRole('dialog', { name: '卡片' })
    await card.getByText('欠款', { exact: true }).waitFor()
    await shot(page, 'card-desk')
    await page.mouse.move(2, 2)
    await card.waitFor({ state: 'detached' })
    await name.focus()
    await page.keyboard.press('Space')
    await card.getByRole('button', { name: '收款', exact: true }).click()
    await pane(page, 'billPay').waitFor()
    expect(new URL(page.url()).searchParams.get('lessee')).toBe(String(debtor.lessee))
  })
})
