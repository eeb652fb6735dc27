/** The one home page: where everybody begins, on a desk and on a phone, and the way from a figure to its rows. */
import { describe, expect, test } from 'vitest'
import { DESKTOP, pane, PHONE, session, useBrowser, world } from './harness.ts'

useBrowser()

/** A company on its first day: what other tests make here would have it done. */
const EMPTY = {
  demo: false,
  name: '',
  removable: false,
  making: null,
  steps: [{ code: 'store', label: '建立门店', screen: 'storeList', done: false }],
}

describe.each([
  ['1440 px', DESKTOP],
  ['375 px', PHONE],
])('at %s', (_name, viewport) => {
  test('the console begins at home: the first day, what is to be done, and a figure that opens its rows', async () => {
    const { page, api } = await session(world().admin, { viewport, touch: viewport === PHONE })
    await page.route('**/api/v1/demo/state', (route) => route.fulfill({ json: { code: 200, message: '', data: EMPTY } }))
    await page.goto('/')
    await page.waitForURL('**/homePage')
    const home = pane(page, 'homePage')
    await home.getByRole('heading', { name: '第一天清单' }).waitFor()
    await home.getByRole('region', { name: '今天要做的事' }).waitFor()
    const figure = home.getByRole('link', { name: /^在册车辆 \d+$/ })
    await figure.waitFor()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wide).toBeLessThanOrEqual(0)
    const count = Number(/\d+$/.exec((await figure.getAttribute('aria-label'))!)![0])
    await figure.click()
    await pane(page, 'vehicleList').waitFor()
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('status')).toContain('leased')
    expect((await api.get<{ total: number }>('/api/v1/vehicle/list', Object.fromEntries(searchParams))).total).toBe(count)
  })
})

test('at 1440 × 900 the first two charts stand below the work and are seen whole without moving the page, in the dark too', async () => {
  const { page } = await session(world().admin, { viewport: { width: 1440, height: 900 } })
  await page.goto('/homePage')
  const home = pane(page, 'homePage')
  const charts = home.locator('.zyt-home-lead canvas')
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await expect.poll(() => charts.count(), { timeout: 60_000 }).toBe(2)
    for (const name of ['收入与回款', '出租率与车辆状态']) await home.locator('.zyt-home-lead').getByRole('heading', { name }).waitFor()
    const bottoms = await charts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom))
    expect(Math.max(...bottoms)).toBeLessThanOrEqual(900)
    const work = await home.getByRole('region', { name: '今天要做的事' }).boundingBox()
    expect(Math.min(...bottoms)).toBeGreaterThan(work!.y + work!.height)
  }
})

test('somebody whose role has no page of figures begins at the same page without them', async () => {
  const { page } = await session(world().clerk)
  await page.goto('/')
  await page.waitForURL('**/dashboard')
  await pane(page, 'dashboard').getByRole('region', { name: '今天要做的事' }).waitFor()
  expect(await pane(page, 'dashboard').getByRole('region', { name: '经营概况' }).count()).toBe(0)
})
