/** The reminders have a place of their own: twenty of them cover nothing, on a desk and on a phone. */
import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { DESKTOP, openScreen, pane, PHONE, session, shot, useBrowser } from './harness.ts'

useBrowser()

const TWENTY = {
  undistributedTaskCount: 0,
  unapprovedCount: 20,
  reminderList: [],
  unapprovedTaskList: Array.from({ length: 20 }, (_, i) => ({
    taskName: `退车审批 ${i + 1}`,
    reminderType: '待审批',
    vehicleNo: '沪B23456',
    tenantryName: '上海某某城市配送有限公司',
    approvalStartTime: `2026-11-20 10:${String(i).padStart(2, '0')}:00`,
    businessId: 100 + i,
    approvalScene: 2,
  })),
  vehicleRevenueWarnVoList: [],
}
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
    await page.route('**/api/v1/projectTask/total', (route) => route.fulfill({ json: { code: 200, message: '', data: TWENTY } }))
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
  await page.route('**/api/v1/projectTask/total', (route) => route.fulfill({ json: { code: 200, message: '', data: TWENTY } }))
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
