import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findings } from './axe.ts'
import { DESKTOP, goInside, openScreen, pane, PHONE, session, settled, useBrowser, visitor, world } from './harness.ts'

useBrowser()

const SCREENS = [
  ['/homePage', 'homePage'],
  ['/vehicle/vehicleList', 'vehicleList'],
  ['/vehicle/vehicleAdd', 'vehicleAdd'],
  ['/system/user', 'user'],
  ['/depart/list', 'dept'],
  ['/contract/contracAdd', 'contracAdd'],
  ['/bill/billInfoList', 'billInfoList'],
] as const
/** One of each further kind: report, calendar, map, settings, a tree to grant by, work of an approver, controls side by side. */
const KINDS = [
  ['/bill/billStatistics', 'billStatistics'],
  ['/trafficManagement/annualCalendar', 'annualCalendar'],
  ['/telematics/trainWorker', 'trainWorker'],
  ['/system/operationSettings', 'operationSettings'],
  ['/system/roleManage', 'roleManage'],
  ['/approval/workbench', 'workbench'],
] as const

/** Pictures and buttons a screen reader reads aloud by their names: those of the library are Latin letters, ours are Chinese. */
const spokenPictures = async (page: Page): Promise<string[]> =>
  (await page.locator('body').ariaSnapshot()).match(/^.*\b(?:img "[a-z-]+"|button "[A-Z][a-z]+(?: [a-z]+)*").*$/gm) ?? []

/** What is wrong on each of these pages, gone to as a link does: with the page, the program is not read anew. */
async function wrongOn(page: Page, screens: readonly (readonly [path: string, code: string])[], spoken = false): Promise<string[]> {
  const wrong: string[] = []
  for (const [i, [path, code]] of screens.entries()) {
    if (i === 0) await openScreen(page, path, code)
    else {
      await goInside(page, path)
      await pane(page, code).waitFor()
      await settled(page)
    }
    const problems = [...(await findings(page)), ...(spoken ? await spokenPictures(page) : [])]
    wrong.push(...problems.map((line) => `${code}: ${line.trim()}`))
  }
  return wrong
}
const vehicle = (): readonly [string, string] => [`/vehicle/vehicleDetail?id=${world().vehicles[0]!.id}`, 'vehicleDetail']

describe('axe finds nothing serious', () => {
  test('on the login page', async () => {
    const { page } = await visitor()
    await page.goto('/login')
    await page.getByLabel('用户名').waitFor()
    expect(await findings(page)).toEqual([])
  })
  test.each([
    ['1440 px; and a screen reader hears what a button says, not the name of its picture', DESKTOP, 'light', true],
    ['1440 px, dark', DESKTOP, 'dark', false],
    ['375 px', PHONE, 'light', false],
  ] as const)('on the main pages at %s', async (_name, viewport, colorScheme, spoken) => {
    const { page } = await session(world().admin, { viewport })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await wrongOn(page, [...SCREENS, vehicle()], spoken)).toEqual([])
    if (!spoken) return
    await goInside(page, '/vehicle/vehicleList')
    await pane(page, 'vehicleList').getByRole('button', { name: '导出', exact: true }).waitFor()
  })
  test.each([
    ['1440 px', DESKTOP, 'light'],
    ['375 px, dark', PHONE, 'dark'],
  ] as const)('on one page of each further kind at %s', async (_name, viewport, colorScheme) => {
    const { page } = await session(world().admin, { viewport })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const problems = await wrongOn(page, KINDS)
    // This page shows among other things how loading looks: waiting for its end would be waiting for ever.
    await goInside(page, '/demo')
    await pane(page, 'demo').getByRole('button', { name: '重试' }).waitFor()
    problems.push(...(await findings(page)).map((f) => `demo: ${f}`))
    expect(problems).toEqual([])
    // Who asked for less motion gets none, not one that is over too soon to be seen and begins again at every frame.
    const moving = () => page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
    await expect.poll(moving).toBe(0)
    expect(await pane(page, 'demo').locator('.zyt-skeleton').count()).toBeGreaterThan(0)
  })
  test('on a home page that is being arranged, and on the paper of a record', async () => {
    const { page } = await session()
    await openScreen(page, '/homePage', 'homePage')
    await pane(page).getByRole('button', { name: '调整布局' }).click()
    await pane(page)
      .getByRole('button', { name: /^前移 / })
      .first()
      .waitFor()
    const problems = await findings(page)
    await openScreen(page, `/vehicle/vehicleDetail?id=${world().vehicles[0]!.id}`, 'vehicleDetail')
    await pane(page).getByRole('button', { name: '打印' }).click()
    await page.locator('iframe.zyt-paper-frame').waitFor()
    // What is in the frame is the browser's own viewer.
    problems.push(...(await findings(page)).filter((f) => !/iframe/.test(f)))
    expect(problems).toEqual([])
  })
})

test('what empties a picker says so: 清除, and in English Clear', async () => {
  const { page, api } = await session()
  const { stores, model } = world()
  const names = async (): Promise<string[]> => [
    ...new Set(
      await page
        .locator('.ant-select-clear, .ant-picker-clear, .ant-input-clear-icon')
        .evaluateAll((buttons) =>
          buttons.map((button) => (button.ariaLabel ?? button.querySelector('[aria-label]')?.ariaLabel) || '(nameless)'),
        ),
    ),
  ]
  const LIST = `/vehicle/vehicleList?store=${stores.west}&model=${model}&status=idle,rented&purchasedOn=2024-01-01~2024-12-31&keyword=沪`
  const see = async (): Promise<string[][]> => {
    await openScreen(page, LIST, 'vehicleList')
    const inList = await names()
    await openScreen(page, `/contract/contracAdd?store=${stores.west}`, 'contracAdd')
    await pane(page, 'contracAdd').locator('.ant-select-clear').first().waitFor({ state: 'attached' })
    return [inList, await names()]
  }
  expect(await see()).toEqual([['清除'], ['清除']])
  await api.post('/api/v1/setting', { key: 'language', value: 'en' })
  try {
    expect(await see()).toEqual([['Clear'], ['Clear']])
  } finally {
    await api.post('/api/v1/setting', { key: 'language', value: null })
  }
})
