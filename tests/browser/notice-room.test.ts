/** The reminders have a place of their own: twenty of them cover nothing, on a desk and on a phone. */
import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { DESKTOP, openScreen, pane, PHONE, session, shot, useBrowser } from './harness.ts'
import { outOfReach, withTwentyNotices } from './in-reach.ts'

useBrowser()

const reminders = (page: Page) => page.getByRole('region', { name: /^消息提醒/ })

/** Points of the page's own area, a tenth of it apart and along its edges, on which something of the reminders lies. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const area = document.querySelector('.zyt-main')!.getBoundingClientRect()
    const steps = Array.from({ length: 11 }, (_, i) => i / 10)
    return steps.flatMap((x) =>
      steps.flatMap((y) => {
        const at = [area.left + 2 + x * (area.width - 4), area.top + 2 + y * (area.height - 4)] as const
        const top = document.elementFromPoint(...at)
        return top?.closest('.zyt-notice, .ant-popover') ? [at.map(Math.round).join(',')] : []
      }),
    )
  })

describe.each([
  ['1440 px', DESKTOP],
  ['375 px', PHONE],
])('at %s', (_name, viewport) => {
  test('nothing of the page lies under the reminders, collapsed or not, and the choice is remembered', async () => {
    const { page } = await session(undefined, { viewport, touch: viewport === PHONE })
    await withTwentyNotices(page)
    for (const [path, code] of [
      ['/homePage', 'homePage'],
      ['/vehicle/vehicleList', 'vehicleList'],
      ['/approval/workbench', 'workbench'],
    ] as const) {
      await openScreen(page, path, code)
      await reminders(page).getByText('消息提醒 20').waitFor()
      expect([code, await covered(page)]).toEqual([code, []])
    }
    await shot(page, `notice-${viewport.width}`)
    // A phone shows one line until it is asked for more; a desk shows the first reminder.
    const [now, other] = viewport === PHONE ? (['展开', '收起'] as const) : (['收起', '展开'] as const)
    const stored = page.waitForResponse((r) => r.url().endsWith('/api/v1/setting') && (r.request().postData() ?? '').includes('noticeOpen'))
    await reminders(page).getByRole('button', { name: now }).click()
    await reminders(page).getByRole('button', { name: other }).waitFor()
    expect(await covered(page)).toEqual([])
    await shot(page, `notice-${viewport.width}-${now === '展开' ? 'open' : 'collapsed'}`)
    await stored
    await page.reload()
    await pane(page, 'workbench').waitFor()
    await reminders(page).getByRole('button', { name: other }).waitFor()
    await reminders(page).getByRole('button', { name: other }).click()
  })
})

test('with the menu collapsed a mark with their number stands at its foot, and opens them when it is pressed', async () => {
  const { page } = await session()
  await withTwentyNotices(page)
  await openScreen(page, '/homePage', 'homePage')
  await page.getByRole('button', { name: '收起菜单' }).click()
  const mark = page.getByRole('button', { name: '消息提醒，共 20 条' })
  await mark.waitFor()
  expect(await covered(page)).toEqual([])
  await mark.click()
  await reminders(page).getByText('退车审批 20').waitFor()
  await shot(page, 'notice-mark')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '展开菜单' }).click()
  await reminders(page).waitFor()
})

test('what covers an edge or a control of a page is seen by the probe that every screen is asked by', async () => {
  const { page } = await session()
  await openScreen(page, '/vehicle/vehicleList', 'vehicleList')
  expect(await outOfReach(page)).toEqual([])
  const lay = (style: string): Promise<void> =>
    page.evaluate((text) => {
      document.querySelector('#planted')?.remove()
      const over = Object.assign(document.createElement('aside'), { id: 'planted', className: 'planted' })
      over.style.cssText = `position:fixed;z-index:9999;background:red;${text}`
      document.body.append(over)
    }, style)
  // As the panel once lay, and over a button in the middle of nothing.
  await lay('right:16px;bottom:0;width:300px;height:180px')
  expect((await outOfReach(page)).join()).toMatch(/the edge is covered by aside\.planted/)
  const box = (await pane(page).getByRole('button', { name: '列设置' }).boundingBox())!
  await lay(`left:${box.x - 2}px;top:${box.y - 2}px;width:${box.width + 4}px;height:${box.height + 4}px`)
  expect((await outOfReach(page)).join()).toMatch(/列设置.* lies under aside\.planted/)
})
