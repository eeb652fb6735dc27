/** Filling in forms and pressing actions as a person does. */
import type { Locator, Page } from 'playwright-core'
import type { Api } from './api.ts'
import { goOn, pane, settled, shot, toastShown, world } from './harness.ts'
import { checked } from './world.ts'
import { expect } from 'vitest'

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
export const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: PNG })

export const box = (where: Locator, name: string): Locator => where.locator(`[data-field="${name}"]`)
export const type = (where: Locator, name: string, text: string): Promise<void> =>
  box(where, name).locator('input, textarea').first().fill(text)
export async function choose(page: Page, where: Locator, name: string, text: string): Promise<void> {
  const radio = box(where, name).locator('.ant-radio-wrapper', { hasText: text })
  if (await radio.count()) return radio.first().click()
  await box(where, name).getByRole('combobox').click()
  // Short lists are only picked from.
  if (await box(where, name).getByRole('combobox').isEditable()) await box(where, name).getByRole('combobox').fill(text)
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: text }).first().click()
  // A list of many stays open for the next choice. Where it is closed already the key would close the dialog behind it.
  const list = box(where, name).getByRole('combobox')
  if ((await list.getAttribute('aria-expanded')) === 'true') await list.press('Escape')
}
/** A day, or a day with its time: `2025-05-28 15:30`. */
export async function day(where: Locator, name: string, text: string): Promise<void> {
  const input = box(where, name).locator('input').first()
  // A page that counts anew while one types may close the calendar before Enter is heard.
  await expect
    .poll(async () => {
      await input.fill(text)
      await input.press('Enter')
      await input.blur()
      return input.inputValue()
    })
    .toBe(text)
}
export async function attach(where: Locator, name: string, ...files: string[]): Promise<void> {
  await box(where, name).locator('input[type=file]').setInputFiles(files.map(picture))
  await box(where, name).getByText(files.at(-1)!).first().waitFor()
}
/** A button by its words; behind them may stand what it moves. */
export const moving = (name: string): { name: RegExp } => ({ name: new RegExp(`^${name}( -?¥[\\d,.]+)?$`) })
export const save = (page: Page): Promise<void> => pane(page).getByRole('button', moving('保存')).click()
export const act = (page: Page, name: string): Promise<void> => pane(page).getByRole('button', moving(name)).click()
/** The question before an action carries the action's own name on its button. */
export async function actAndAgree(page: Page, name: string): Promise<void> {
  await act(page, name)
  await page.getByRole('dialog').getByRole('button', moving(name)).click()
}
/** What the head of a detail says now. */
export const stands = (page: Page, text: string): Promise<void> => pane(page).locator('.zyt-detail-head', { hasText: text }).waitFor()
/** An action that stands as a button, or behind 更多. */
export async function more(page: Page, name: string): Promise<void> {
  const button = pane(page).getByRole('button', { name, exact: true })
  if (await button.count()) return button.first().click()
  await pane(page).getByRole('button', { name: '更多' }).first().click()
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click()
}
/** The amounts under their labels, where a page sums up. */
export async function sums(where: Locator, expected: Record<string, string>): Promise<void> {
  for (const [label, amount] of Object.entries(expected))
    await expect
      .poll(() => where.locator('.zyt-sums > div', { hasText: label }).locator('dd').first().textContent(), { message: label })
      .toBe(amount)
}
/** Opens a tab of the detail in front. */
export async function tab(page: Page, name: string): Promise<Locator> {
  await pane(page).getByRole('tab', { name, exact: true }).click()
  await settled(page)
  return pane(page).getByRole('tabpanel', { name, exact: true })
}

/** Days as the business counts them. */
export const today = (shift = 0): string => new Date(Date.now() + 8 * 3_600_000 + shift * 86_400_000).toISOString().slice(0, 10)
export const inYear = (): string => `${Number(today().slice(0, 4)) + 1}${today().slice(4).replace('02-29', '02-28')}`

export interface Row {
  id: number
  version: number
  [name: string]: unknown
}
export const rows = async (api: Api, entity: string, query: Record<string, string | number>): Promise<Row[]> =>
  (await api.get<{ list: Row[] }>(`/api/v1/${entity}/list`, { pageSize: 50, ...query })).list

/** Preparing a vehicle is not what is walked here. */
export async function freeVehicle(api: Api, plateNo: string): Promise<number> {
  const made = await api.post<Row>('/api/v1/vehicle/add', {
    plateNo,
    plateColor: 'blue',
    vin: checked('vin', `LSVAA49J?EN8${plateNo.slice(-5).replace(/\D/g, '0')}`),
    model: world().model,
    energy: 'diesel',
    useNature: 'lease',
    ownership: 'own',
    store: world().stores.west,
    inspectionDueOn: inYear(),
    compulsoryInsuranceDueOn: inYear(),
    drivingLicenceNo: plateNo.slice(1),
  })
  for (const step of await rows(api, 'vehiclePreparation', { vehicle: made.id }))
    await api.post('/api/v1/vehiclePreparation/complete', { id: step.id, version: step.version, doneOn: today() })
  const { version } = await api.get<Row>('/api/v1/vehicle/detail', { id: made.id })
  await api.post('/api/v1/vehicle/release', { id: made.id, version })
  return made.id
}

export interface Receipt {
  /** What is open on the bills, as the page says it; it offers that and the late fee of today. */
  offered: string
  /** What is paid instead. */
  amount?: string
  paidAt?: string
  tag: string
}
/** Registers a receipt for bills; answers the payment. */
export async function register(page: Page, ids: readonly number[], { offered, amount, paidAt, tag }: Receipt): Promise<number> {
  await goOn(page, `/bill/billPay?ids=${ids.join(',')}`, 'billPay')
  const form = pane(page, 'billPay')
  await sums(form, { 未收本金: offered })
  const whole = form.locator('.zyt-sums > div', { hasText: '一次付清' }).locator('dd')
  await expect
    .poll(async () => (await box(form, 'amount').locator('input').inputValue()) === (await whole.textContent())!.replaceAll(',', ''))
    .toBe(true)
  if (amount) await type(form, 'amount', amount)
  if (paidAt) await day(form, 'paidAt', paidAt)
  await choose(page, form, 'channel', '银行转账')
  await type(form, 'tradeNo', `JJ${tag}${Date.now()}`)
  await attach(form, 'vouchers', '凭证.png')
  await shot(page, `${tag}-pay`)
  await form.getByRole('button', moving('登记收款')).click()
  await toastShown(page, '已登记，等待另一位同事确认到账')
  await pane(page, 'paymentDetail').waitFor()
  await settled(page)
  return Number(new URL(page.url()).searchParams.get('id'))
}
export async function confirmReceipt(page: Page, payment: number): Promise<void> {
  await goOn(page, `/bill/paymentDetail?id=${payment}`, 'paymentDetail')
  await actAndAgree(page, '确认到账')
  await stands(page, '已确认')
}
