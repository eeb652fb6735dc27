/** A clerk without a mouse: a new customer, a contract, signed, and the receipt for its first bills. Nothing here clicks; what has the keyboard is found by Tab. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { idNo, type Company } from '../stories/company.ts'
import { signIn, type SignedIn } from './api.ts'
import { freeVehicle, inYear, picture, rows, stands, today } from './forms.ts'
import { openScreen, pane, session, settled, shot, toastShown, useBrowser, world } from './harness.ts'
import { pastOf } from './past.ts'

useBrowser()

let past: Company
let api: SignedIn
beforeAll(async () => {
  api = await signIn(world().port, world().admin.username, world().admin.password)
  past = await pastOf(api)
})
afterAll(() => past?.close())

/** What has the keyboard: the field it belongs to, and its own words. */
const held = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement
    if (!at || at === document.body) return '(nothing)'
    // Not the question mark beside its label.
    const typed = at.matches('input, textarea, [role="combobox"], .zyt-files-add')
    const field = typed ? at.closest('[data-field]')?.getAttribute('data-field') : null
    return `${field ? `${field}: ` : ''}${at.getAttribute('aria-label') ?? (at instanceof HTMLInputElement ? at.type : at.textContent)?.trim()}`
  })
/** To the control of this name; the way is short, and the keyboard is never nowhere on it. */
async function tabTo(page: Page, name: string | RegExp, most = 12): Promise<void> {
  const way: string[] = []
  for (let i = 0; i <= most; i++) {
    const at = await held(page)
    way.push(at)
    if (typeof name === 'string' ? at.startsWith(`${name}:`) || at === name : name.test(at)) return
    expect(at, way.join(' → ')).not.toBe('(nothing)')
    await page.keyboard.press('Tab')
  }
  throw new Error(`${String(name)} is not reached by Tab: ${way.join(' → ')}`)
}
async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '搜索菜单、记录与操作' }).waitFor()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
}
/** Until the dialog with these words is there and has the keyboard: between two of them it belongs to nobody for a moment. */
async function asked(page: Page, words: string): Promise<void> {
  await page.getByRole('dialog').getByText(words).first().waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(true)
}
/** Types into a picker until it offers one, and takes it. */
async function pick(page: Page, field: string, words: string, most?: number): Promise<void> {
  await tabTo(page, field, most)
  await page.keyboard.type(words)
  const box = page.locator(`[data-field="${field}"]`)
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option-active', { hasText: words }).waitFor()
  await page.keyboard.press('Enter')
  // What was looked for has become what is chosen, and the next key begins anew.
  await expect.poll(() => box.getByRole('combobox').inputValue()).toBe('')
  await box.filter({ hasText: words }).waitFor()
}
/** Of a short list, which is not typed into: opened, and walked down to what is wanted. */
async function take(page: Page, field: string, words: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('Enter')
  const active = page.locator('.ant-select-dropdown:visible .ant-select-item-option-active')
  await active.waitFor()
  for (let i = 0; i < 20 && (await active.innerText()) !== words; i++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.locator(`[data-field="${field}"]`, { hasText: words }).waitFor()
}
async function attach(page: Page, field: string, ...names: string[]): Promise<void> {
  await tabTo(page, field, 40)
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')])
  await chooser.setFiles(names.map(picture))
  await page.locator(`[data-field="${field}"]`).getByText(names.at(-1)!).first().waitFor()
}

test('a customer is entered and passed, a contract made and signed, and its first bills are received, by keyboard alone', async () => {
  // A store, a plan and a free vehicle are there before a clerk comes.
  await past.lessee({ name: '旧客户', licenceDueOn: inYear() })
  const plateNo = '沪B31771'
  await freeVehicle(api, plateNo)
  const { page } = await session()
  // Told from the beginning: a key is faster than being told.
  page.on('filechooser', () => undefined)
  await openScreen(page, '/homePage', 'homePage')

  await command(page, '新增承租人')
  await pane(page, 'memberInfoAdd').waitFor()
  await settled(page)
  for (const [field, text] of [
    ['name', '柴可心'],
    ['mobile', '13911118888'],
    ['idNo', idNo(7_412)],
    ['licenceDueOn', inYear()],
  ] as const) {
    await tabTo(page, field, 20)
    await page.keyboard.type(text)
  }
  await pick(page, 'store', '虹桥店', 24)
  await page.keyboard.press('Control+s')
  await pane(page, 'memberInfoDetail').waitFor()
  await settled(page)
  await command(page, '审核通过')
  await asked(page, '确认通过')
  await page.keyboard.press('Enter')
  await stands(page, '正常')
  const lessee = Number(new URL(page.url()).searchParams.get('id'))

  await command(page, '新增合同')
  await pane(page, 'contracAdd').waitFor()
  await settled(page)
  await pick(page, 'lessee', '柴可心')
  await pick(page, 'store', '虹桥店')
  await pick(page, 'vehicles', plateNo)
  await Promise.all([toastShown(page, '已带出方案条款，可以修改'), pick(page, 'plan', '押一付一')])
  await tabTo(page, 'startOn')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(today())
  await tabTo(page, 'endOn')
  await tabTo(page, /12 个月/)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+s')
  await pane(page, 'contracDetails').waitFor()
  await settled(page)

  await command(page, '提交')
  await asked(page, '确认提交')
  await page.keyboard.press('Enter')
  await stands(page, '待签署')
  await command(page, '登记签署')
  await asked(page, '已签合同扫描件')
  await attach(page, 'signedScans', '合同.png')
  await page.keyboard.press('Control+Enter')
  await stands(page, '待交车')
  await shot(page, 'keyboard-signed')

  await command(page, '登记收款')
  await pane(page, 'billPay').waitFor()
  await settled(page)
  await take(page, 'channel', '银行转账')
  await tabTo(page, 'tradeNo')
  await page.keyboard.type('JP0001')
  await attach(page, 'vouchers', '凭证.png')
  await tabTo(page, /^登记收款¥/, 40)
  await page.keyboard.press('Enter')
  await toastShown(page, '已登记，等待另一位同事确认到账')
  await pane(page, 'paymentDetail').waitFor()
  expect((await rows(api, 'contract', { lessee })).map((c) => c['status'])).toEqual(['toHandOver'])
  const [receipt, ...others] = await rows(api, 'payment', { lessee })
  expect(others).toEqual([])
  const bills = await rows(api, 'bill', { lessee, status: 'unpaid,partlyPaid,settled' })
  expect(receipt).toMatchObject({
    status: 'toConfirm',
    channel: 'transfer',
    amount: bills.reduce((sum, bill) => sum + Number(bill['amount']), 0),
  })
})
