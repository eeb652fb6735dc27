import { describe, expect, test } from 'vitest'
import { findings } from './axe.ts'
import { DESKTOP, openScreen, pane, PHONE, session, useBrowser, visitor, world } from './harness.ts'

useBrowser()

const SCREENS = [
  ['/dashboard', 'dashboard'],
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

describe('a screen reader', () => {
  test('hears what a button says, not the name of its picture', async () => {
    const { page } = await session()
    const heard: string[] = []
    for (const [path, code] of [...SCREENS, ['/vehicle/vehicleDetail?id=' + world().vehicles[0]!.id, 'vehicleDetail']] as const) {
      await openScreen(page, path, code)
      // Names of pictures of the library are small Latin letters; ours are Chinese.
      const pictures = (await page.locator('body').ariaSnapshot()).match(/^.*\bimg "[a-z-]+".*$/gm) ?? []
      heard.push(...pictures.map((line) => `${code}: ${line.trim()}`))
    }
    expect(heard).toEqual([])
    await openScreen(page, '/vehicle/vehicleList', 'vehicleList')
    await page.getByRole('button', { name: '导出', exact: true }).waitFor()
  })
})

describe('axe finds nothing serious', () => {
  test('on the login page', async () => {
    const { page } = await visitor()
    await page.goto('/login')
    await page.getByLabel('用户名').waitFor()
    expect(await findings(page)).toEqual([])
  })
  test.each([
    ['1440 px', DESKTOP, 'light'],
    ['1440 px, dark', DESKTOP, 'dark'],
    ['375 px', PHONE, 'light'],
  ] as const)('on the main pages at %s', { timeout: 240_000 }, async (_name, viewport, colorScheme) => {
    const { page } = await session(world().admin, { viewport })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const found: string[] = []
    for (const [path, code] of SCREENS) {
      await openScreen(page, path, code)
      found.push(...(await findings(page)).map((f) => `${code}: ${f}`))
    }
    await openScreen(page, `/vehicle/vehicleDetail?id=${world().vehicles[0]!.id}`, 'vehicleDetail')
    found.push(...(await findings(page)).map((f) => `vehicleDetail: ${f}`))
    expect(found).toEqual([])
  })
  test.each([
    ['1440 px', DESKTOP, 'light'],
    ['375 px, dark', PHONE, 'dark'],
  ] as const)('on one page of each further kind at %s', { timeout: 240_000 }, async (_name, viewport, colorScheme) => {
    const { page } = await session(world().admin, { viewport })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const found: string[] = []
    for (const [path, code] of KINDS) {
      await openScreen(page, path, code)
      found.push(...(await findings(page)).map((f) => `${code}: ${f}`))
    }
    // This page shows among other things how loading looks: waiting for its end would be waiting for ever.
    await page.goto('/demo')
    await pane(page, 'demo').getByRole('button', { name: '重试' }).waitFor()
    found.push(...(await findings(page)).map((f) => `demo: ${f}`))
    expect(found).toEqual([])
  })
  test('on a home page that is being arranged, and on the paper of a record', { timeout: 120_000 }, async () => {
    const { page } = await session()
    await openScreen(page, '/homePage', 'homePage')
    await pane(page).getByRole('button', { name: '调整布局' }).click()
    await pane(page)
      .getByRole('button', { name: /^前移 / })
      .first()
      .waitFor()
    const found = await findings(page)
    await openScreen(page, `/vehicle/vehicleDetail?id=${world().vehicles[0]!.id}`, 'vehicleDetail')
    await pane(page).getByRole('button', { name: '打印' }).click()
    await page.locator('iframe.zyt-paper-frame').waitFor()
    // What is in the frame is the browser's own viewer.
    found.push(...(await findings(page)).filter((f) => !/iframe/.test(f)))
    expect(found).toEqual([])
  })
})
