/** Two hundred typings, key by key at the speed of people: days, amounts, numbers, plates, telephones; by Enter, by Tab, by pasting. */
import { expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { addDays, addMonths, type Day, endOfMonth } from '#kit/basics/day.ts'
import { systemClock } from '#kit/basics/clock.ts'
import { box } from './forms.ts'
import { openScreen, pane, session, useBrowser } from './harness.ts'

useBrowser()

const today = (): Day => systemClock.today()
const year = (): string => today().slice(0, 4)

/** Typed → what stands in the box afterwards. */
const DAYS = (): [string, string][] => [
  ['2026-11-23', '2026-11-23'],
  ['2026-1-2', '2026-01-02'],
  ['20261123', '2026-11-23'],
  ['2024/2/29', '2024-02-29'],
  ['2024.02.29', '2024-02-29'],
  ['2024年2月29日', '2024-02-29'],
  ['２０２４－０２－２９', '2024-02-29'],
  ['261123', '2026-11-23'],
  ['2026-11-23 00:00:00', '2026-11-23'],
  ['2026-11-23 星期一', '2026-11-23'],
  ['今天', today()],
  ['明天', addDays(today(), 1)],
  ['后天', addDays(today(), 2)],
  ['昨天', addDays(today(), -1)],
  ['+7', addDays(today(), 7)],
  ['-3', addDays(today(), -3)],
  ['+1月', addMonths(today(), 1)],
  ['+1年', addMonths(today(), 12)],
  ['7天后', addDays(today(), 7)],
  ['月底', endOfMonth(today())],
  ['年底', `${year()}-12-31`],
  ...Array.from({ length: 31 }, (_, i): [string, string] => [
    `2026-12-${String(i + 1).padStart(2, '0')}`,
    `2026-12-${String(i + 1).padStart(2, '0')}`,
  ]),
  ...Array.from({ length: 12 }, (_, i): [string, string] => [
    `2025${String(i + 1).padStart(2, '0')}28`,
    `2025-${String(i + 1).padStart(2, '0')}-28`,
  ]),
  ...[1, 5, 9, 10, 15, 20, 23, 28].map((n): [string, string] => [`${n}号`, `${today().slice(0, 8)}${String(n).padStart(2, '0')}`]),
  ...[-40, -10, -1, 1, 10, 40].map((n): [string, string] => {
    const day = addDays(today(), n)
    return [`${Number(day.slice(5, 7))}-${Number(day.slice(8))}`, day]
  }),
  ...[-30, -2, 2, 30].map((n): [string, string] => {
    const day = addDays(today(), n)
    return [`${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`, day]
  }),
]
/** These stay as they are (in the one spelling), and are told. */
const NO_DAYS = ['2025-02-29', '2026-13-01', '2026-02-30', '2026-11', '过两天', '11-31x', 'abc', '99999']

const AMOUNTS: [string, string][] = [
  ['3800', '3800.00'],
  ['3,800', '3800.00'],
  ['3，800.00', '3800.00'],
  ['3800.5', '3800.50'],
  ['¥3800', '3800.00'],
  ['￥3,800.00元', '3800.00'],
  ['3800元', '3800.00'],
  ['３８００', '3800.00'],
  ['1.2万', '12000.00'],
  ['12万元', '120000.00'],
  ['3 800', '3800.00'],
  ['1 234 567.89', '1234567.89'],
  ['0', '0.00'],
  ['0.01', '0.01'],
  ['3800.000', '3800.00'],
  ['RMB 99.9', '99.90'],
]
const NO_AMOUNTS = ['3.8.0', '1e5', '三千', '12.345', '-5', '1,2']
const COUNTS: [string, string][] = [
  ['12000', '12000'],
  ['12,000', '12000'],
  ['12 000', '12000'],
  ['12000km', '12000'],
  ['12,000 公里', '12000'],
  ['１２０００', '12000'],
  ['0', '0'],
]
const WEIGHTS: [string, string][] = [
  ['1495', '1495'],
  ['1,495kg', '1495'],
  ['1495公斤', '1495'],
]
const VOLUMES: [string, string][] = [
  ['14.5', '14.5'],
  ['14.50', '14.5'],
  ['14.5m³', '14.5'],
  ['14.5立方米', '14.5'],
  ['14.5方', '14.5'],
]
const PLATES: [string, string][] = [
  ['沪A12345', '沪A12345'],
  ['沪a12345', '沪A12345'],
  ['沪A·12345', '沪A12345'],
  ['沪A 12345', '沪A12345'],
  ['沪A-12345', '沪A12345'],
  ['沪ａ１２３４５', '沪A12345'],
  ['沪AD12345', '沪AD12345'],
  ['粤BF12345', '粤BF12345'],
]

async function typed(page: Page, input: Locator, text: string, leave: 'Enter' | 'Tab'): Promise<string> {
  await input.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Backspace')
  await page.keyboard.type(text, { delay: 8 })
  await page.keyboard.press(leave)
  if (leave === 'Enter') await input.blur()
  return input.inputValue()
}

async function table(page: Page, name: string, rows: readonly (readonly [string, string])[]): Promise<string[]> {
  const input = box(pane(page), name).locator('input').first()
  const wrong: string[] = []
  for (const [i, [text, expected]] of rows.entries()) {
    const stands = await typed(page, input, text, i % 2 === 0 ? 'Enter' : 'Tab')
    if (stands !== expected) wrong.push(`${name}: «${text}» became «${stands}», expected «${expected}»`)
  }
  return wrong
}

test('what people type is read as they mean it, and what is not understood stays and is told', { timeout: 300_000 }, async () => {
  const { page } = await session()
  await openScreen(page, '/vehicle/vehicleAdd', 'vehicleAdd')
  const days = DAYS()
  const wrong = [
    ...(await table(page, 'purchasedOn', days)),
    ...(await table(page, 'purchasePrice', AMOUNTS)),
    ...(await table(page, 'odometer', COUNTS)),
    ...(await table(page, 'loadKg', WEIGHTS)),
    ...(await table(page, 'volume', VOLUMES)),
    ...(await table(page, 'plateNo', PLATES)),
    ...(await table(
      page,
      'purchasedOn',
      NO_DAYS.map((text) => [text, text]),
    )),
    ...(await table(
      page,
      'purchasePrice',
      NO_AMOUNTS.map((text) => [text, text]),
    )),
  ]
  expect(wrong).toEqual([])
  const count = [days, AMOUNTS, COUNTS, WEIGHTS, VOLUMES, PLATES, NO_DAYS, NO_AMOUNTS].reduce((sum, rows) => sum + rows.length, 0)
  expect(count).toBeGreaterThanOrEqual(130)
  for (const name of ['purchasedOn', 'purchasePrice']) await box(pane(page), name).getByRole('alert').waitFor()
})

test(
  'a day is pasted, stepped by the arrows, picked from the calendar, and taken from it by typing over it',
  { timeout: 180_000 },
  async () => {
    const { page } = await session()
    await openScreen(page, '/vehicle/vehicleAdd', 'vehicleAdd')
    const input = box(pane(page), 'purchasedOn').locator('input').first()
    await input.click()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.insertText('2024年2月28日')
    await page.keyboard.press('Enter')
    await expect.poll(() => input.inputValue()).toBe('2024-02-28')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => input.inputValue()).toBe('2024-02-29')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => input.inputValue()).toBe('2024-02-27')
    await input.click()
    await page.locator('.ant-picker-dropdown:visible td[title="2024-02-20"]').click()
    await expect.poll(() => input.inputValue()).toBe('2024-02-20')
    expect(await page.locator('.ant-picker-dropdown:visible').count()).toBe(0)
    await input.click()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('2-23')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await expect.poll(() => input.inputValue()).toMatch(/-02-23$/)
  },
)

test('a period is typed as a word into a filter of days, in any order, and an end may stay open', { timeout: 180_000 }, async () => {
  const { page } = await session()
  await openScreen(page, '/contract/contracList', 'contracList')
  await pane(page).getByRole('button', { name: /^展开/ }).click()
  const range = pane(page).locator('.zyt-day-range').first()
  const [from, to] = [range.locator('input').first(), range.locator('input').nth(1)]
  await from.click()
  await page.keyboard.type('上月')
  await page.keyboard.press('Enter')
  const first = `${addMonths(`${today().slice(0, 7)}-01` as Day, -1)}`
  await expect.poll(() => from.inputValue()).toBe(first)
  await expect.poll(() => to.inputValue()).toBe(endOfMonth(first as Day))
  await to.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(addDays(first as Day, -10))
  await page.keyboard.press('Tab')
  await expect.poll(() => from.inputValue()).toBe(addDays(first as Day, -10))
  await expect.poll(() => to.inputValue()).toBe(first)
  await to.fill('')
  await to.blur()
  await expect.poll(() => new URL(page.url()).searchParams.get('startOn')).toBe(`${addDays(first as Day, -10)}~`)
})
