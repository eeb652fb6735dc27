/** Typings key by key at the speed of people: days, amounts, numbers, plates; by Enter, by Tab, by pasting. */
import { expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { addDays, addMonths, type Day, endOfMonth } from '#kit/basics/time/day.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import { box } from './forms.ts'
import { openScreen, pane, session, useBrowser } from './harness.ts'

useBrowser()

const today = (): Day => systemClock.today()

/**
 * Typed → what stands in the box afterwards. One of each spelling: which others there are, and what each means, is held by the tests of the
 * readers (kit/ui/field/day-text.test.ts, number-text.test.ts, kit/basics/fen.test.ts, checks.test.ts).
 */
const DAYS = (): [string, string][] => {
  const [next, before] = [addDays(today(), 10), addDays(today(), -30)]
  return [
    ['2026-11-23', '2026-11-23'],
    ['2026-1-2', '2026-01-02'],
    ['20261123', '2026-11-23'],
    ['2024.02.29', '2024-02-29'],
    ['2024年2月29日', '2024-02-29'],
    ['２０２４－０２－２９', '2024-02-29'],
    ['2026-11-23 00:00:00', '2026-11-23'],
    ['明天', addDays(today(), 1)],
    ['-3', addDays(today(), -3)],
    ['+1月', addMonths(today(), 1)],
    ['月底', endOfMonth(today())],
    ['5号', `${today().slice(0, 8)}05`],
    [`${Number(next.slice(5, 7))}-${Number(next.slice(8))}`, next],
    [`${Number(before.slice(5, 7))}月${Number(before.slice(8))}日`, before],
  ]
}
/** These stay as they are (in the one spelling), and are told. */
const NO_DAYS = ['2025-02-29', '2026-11', '过两天']

const AMOUNTS: [string, string][] = [
  ['3800', '3800.00'],
  ['3，800.00', '3800.00'],
  ['￥3,800.00元', '3800.00'],
  ['３８００', '3800.00'],
  ['1.2万', '12000.00'],
  ['1 234 567.89', '1234567.89'],
  ['RMB 99.9', '99.90'],
]
const NO_AMOUNTS = ['三千', '12.345', '-5']
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
  ['14.50', '14.5'],
  ['14.5m³', '14.5'],
  ['14.5立方米', '14.5'],
  ['14.5方', '14.5'],
]
const PLATES: [string, string][] = [
  ['沪a12345', '沪A12345'],
  ['沪A·12345', '沪A12345'],
  ['沪A 12345', '沪A12345'],
  ['沪A-12345', '沪A12345'],
  ['沪ａ１２３４５', '沪A12345'],
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

test('what people type is read as they mean it, and what is not understood stays and is told', async () => {
  const { page } = await session()
  await openScreen(page, '/vehicle/vehicleAdd', 'vehicleAdd')
  const wrong = [
    ...(await table(page, 'purchasedOn', DAYS())),
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
  for (const name of ['purchasedOn', 'purchasePrice']) await box(pane(page), name).getByRole('alert').waitFor()
})

test('a day is pasted, stepped by the arrows, picked from the calendar, and taken from it by typing over it', async () => {
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
})

test('a period is typed as a word into a filter of days, in any order, and an end may stay open', async () => {
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
