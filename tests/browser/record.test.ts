/** One record on its page: stepping through the list's result, comments, attachments, printing, deleting and taking it back. */
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { openScreen, pageLink, pane, session, settled, toast, toastShown, useBrowser, world } from './harness.ts'
import { checked, makeUser } from './world.ts'
import { signIn } from './api.ts'
import { paperOf } from './paper.ts'

useBrowser()

const title = (page: Page, screen: string) => pane(page, screen).locator('.zyt-detail-head h1')
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

describe('from a list into a record and back', () => {
  test('J and K step through the result, ? tells so, the row opened last stays marked', async () => {
    const { page } = await session()
    await openScreen(page, '/vehicle/vehicleList?plateNo=沪B200&sort=plateNo', 'vehicleList')
    const plates = await pane(page).locator('tbody .zyt-key').allInnerTexts()
    await pane(page).locator('tbody .zyt-key').nth(1).click()
    await expect.poll(() => title(page, 'vehicleDetail').innerText()).toContain(plates[1])
    await pane(page, 'vehicleDetail')
      .getByText(/^2 \/ \d+$/)
      .waitFor()
    await page.keyboard.press('j')
    await expect.poll(() => title(page, 'vehicleDetail').innerText()).toContain(plates[2])
    await page.keyboard.press('k')
    await page.keyboard.press('k')
    await expect.poll(() => title(page, 'vehicleDetail').innerText()).toContain(plates[0])
    expect(await pane(page).getByRole('button', { name: '上一条' }).isDisabled()).toBe(true)
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog').filter({ hasText: '快捷键' })
    await sheet.getByText('下一条记录').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: '车辆列表' }).click()
    await expect.poll(() => pane(page, 'vehicleList').locator('tr.zyt-row-opened').count()).toBe(1)
  })
  test('a list is worked by keyboard: J to a row, X chooses it, Enter opens it', async () => {
    const { page } = await session()
    await openScreen(page, '/vehicle/vehicleList?sort=plateNo', 'vehicleList')
    await pane(page).locator('.zyt-list-keys').focus()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    const row = pane(page).locator('tbody tr').nth(1)
    expect(await row.getAttribute('aria-selected')).toBe('true')
    const plate = await row.locator('.zyt-key').innerText()
    await page.keyboard.press('Enter')
    await expect.poll(() => title(page, 'vehicleDetail').innerText()).toContain(plate)
  })
})

describe('on the page of a record', () => {
  test('a comment joins the story, and both come onto the paper', async () => {
    const { page } = await session()
    await openScreen(page, `/vehicle/vehicleDetail?id=${world().vehicles[3]!.id}`, 'vehicleDetail')
    const words = '左后轮已换，注意复紧。'
    await pane(page).getByLabel('评论').fill('长'.repeat(1001))
    await pane(page).getByRole('button', { name: '发送' }).hover()
    await page.getByText('评论最多 1000 字，已有 1001 字').waitFor()
    await pane(page).getByLabel('评论').fill(words)
    await page.keyboard.press('Control+Enter')
    await pane(page).locator('.zyt-entry-comment', { hasText: words }).waitFor()
    await pane(page).getByRole('button', { name: '打印' }).click()
    const preview = page.getByRole('dialog').filter({ has: page.getByLabel('打印操作记录') })
    const whole = await paperOf(page)
    expect(whole.words).toContain(words)
    expect(whole.words).toContain(world().vehicles[3]!.plateNo)
    await preview.getByRole('button', { name: /打开并打印/ }).waitFor()
    // Without its story, what was said of it is not on the paper.
    await preview.getByLabel('打印操作记录').uncheck()
    await expect.poll(async () => (await paperOf(page)).words).not.toContain(words)
  })
  test('what was typed into an action, and a half-written comment, are there again after F5', async () => {
    const { page, api } = await session()
    page.on('dialog', (dialog) => void dialog.accept())
    await openScreen(page, `/vehicle/vehicleDetail?id=${world().vehicles[6]!.id}`, 'vehicleDetail')
    const transfer = async () => {
      const button = pane(page).getByRole('button', { name: '调拨', exact: true })
      if (await button.count()) await button.click()
      else {
        await pane(page).getByRole('button', { name: /更多$/ }).click()
        await page.getByRole('menuitem', { name: /调拨/ }).click()
      }
      return page.getByRole('dialog').filter({ hasText: '调拨' })
    }
    const reason = (dialog: Awaited<ReturnType<typeof transfer>>) =>
      dialog.locator('[data-field="reason"]').locator('input, textarea').first()
    await pane(page).getByLabel('评论').fill('写到一半')
    await reason(await transfer()).fill('支援虹桥')
    await page.reload()
    await expect.poll(() => pane(page).getByLabel('评论').inputValue()).toBe('写到一半')
    const dialog = await transfer()
    await expect.poll(() => reason(dialog).inputValue()).toBe('支援虹桥')
    await dialog.getByRole('combobox').first().click()
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: '虹桥店' }).first().click()
    // The record is there in its new version while its story is still under way: what was sent is not kept for that version.
    const story = Promise.withResolvers<void>()
    await page.route('**/api/v1/vehicle/timeline**', async (route) => {
      await story.promise
      await route.continue()
    })
    await dialog.getByRole('button', { name: '调拨', exact: true }).click()
    await pane(page).locator('.zyt-detail-row', { hasText: '所属门店' }).getByText('虹桥店').waitFor()
    story.resolve()
    await toastShown(page, '调拨成功')
    expect(await reason(await transfer()).inputValue()).toBe('')
    expect(
      (await api.get<{ key: string }[]>('/api/v1/draft/list')).filter((draft) => draft.key.startsWith('act:vehicle.transfer')),
    ).toEqual([])
  })
  test('what was deleted comes back by 撤销, from its page and from the list', async () => {
    const { page, api } = await session()
    const { id } = await api.post<{ id: number }>('/api/v1/vehicleSource/add', {
      name: '临时车源',
      kind: 'person',
      idNo: checked('idNo', '31010119770204300?'),
      contact: '王五',
      mobile: '13900001111',
    })
    const there = async (): Promise<number> => (await api.get<{ total: number }>('/api/v1/vehicleSource/list', { name: '临时车源' })).total
    await openScreen(page, `/vehicleSource/vehicleSourceDetail?id=${id}`, 'vehicleSourceDetail')
    await pane(page).getByRole('button', { name: '删除' }).click()
    await page.locator('dialog.zyt-confirm').getByRole('button', { name: '删除' }).click()
    await pane(page).getByText('「临时车源」已删除').waitFor()
    expect(await there()).toBe(0)
    await pane(page).getByRole('button', { name: '撤销' }).click()
    await title(page, 'vehicleSourceDetail').waitFor()
    expect(await there()).toBe(1)
    await openScreen(page, '/vehicleSource/vehicleSourceList', 'vehicleSourceList')
    const row = pane(page).locator('tbody tr', { hasText: '临时车源' })
    await row.getByRole('button', { name: /更多操作/ }).click()
    await page.getByRole('menuitem', { name: /^删除/ }).click()
    await page.locator('dialog.zyt-confirm').getByRole('button', { name: '删除' }).click()
    await row.waitFor({ state: 'detached' })
    await pane(page).locator('.zyt-list-undo').getByRole('button', { name: '撤销' }).click()
    await row.waitFor()
  })
  test('pictures are dropped, turned, and fetched all at once', async () => {
    const { page } = await session()
    await openScreen(page, `/vehicle/vehicleMod?id=${world().vehicles[4]!.id}`, 'vehicleMod')
    const drop = pane(page).locator('.zyt-files-input').first()
    await drop.scrollIntoViewIfNeeded()
    // A program that calls itself a picture is told apart before it is kept.
    const data = await page.evaluateHandle((base64) => {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
      const transfer = new DataTransfer()
      for (const name of ['前.png', '后.png']) transfer.items.add(new File([bytes], name, { type: 'image/png' }))
      return transfer
    }, PNG.toString('base64'))
    // The second arrives first, and still stands second.
    const second = Promise.withResolvers<void>()
    let uploads = 0
    await page.route('**/api/v1/file/upload', async (route) => {
      if (uploads++ === 0) {
        await second.promise
        return route.continue()
      }
      await route.fulfill({ response: await route.fetch() })
      second.resolve()
    })
    await drop.dispatchEvent('drop', { dataTransfer: data })
    await drop.getByText('前.png').waitFor()
    await drop.getByText('后.png').waitFor()
    await pane(page).getByRole('button', { name: '保存', exact: true }).click()
    await toastShown(page, '保存成功')
    await openScreen(page, `/vehicle/vehicleDetail?id=${world().vehicles[4]!.id}`, 'vehicleDetail')
    await pane(page).getByRole('button', { name: '查看 前.png' }).click()
    const viewer = page.getByRole('dialog').filter({ hasText: '前.png' })
    await viewer.locator('.zyt-viewer-stage img').waitFor()
    await viewer.getByRole('button', { name: '向右旋转' }).click()
    expect(await viewer.locator('.zyt-viewer-stage img').getAttribute('style')).toContain('rotate(90deg)')
    await viewer.getByRole('button', { name: '下一个' }).click()
    await page.getByRole('dialog').filter({ hasText: '后.png' }).waitFor()
    await page.keyboard.press('Escape')
    const [file] = await Promise.all([page.waitForEvent('download'), pane(page).getByRole('button', { name: '全部下载' }).first().click()])
    const zip = await readFile(await file.path())
    expect(zip.subarray(0, 2).toString()).toBe('PK')
    expect(zip.includes(Buffer.from('后.png'))).toBe(true)
  })
})

describe('messages', () => {
  test('a message to one role reaches its people only; who has read it is counted', async () => {
    const { page, api } = await session()
    const reader = await makeUser(world().port, api, { dept: world().dept, codes: ['vehicleMenu', 'vehicleList'] })
    const role = (await api.get<{ list: { id: number; name: string }[] }>('/api/v1/role/list', { keyword: reader.username })).list[0]!
    await openScreen(page, '/message/systemMessage', 'systemMessage')
    await pane(page).getByRole('button', { name: '新增系统消息' }).first().click()
    const form = page
      .locator('.zyt-pane:visible, .ant-drawer')
      .filter({ has: page.locator('[data-field="toAll"]') })
      .last()
    await form.locator('[data-field="title"] input').fill('周五盘点')
    await form.locator('[data-field="content"] textarea').fill('请在 18:00 前完成车辆盘点。')
    await form.locator('[data-field="toAll"]').getByRole('switch').click()
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('请选择接收角色或部门，或勾选发给全体').first().waitFor()
    await form.locator('[data-field="roles"]').getByRole('combobox').fill(role.name)
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: role.name }).first().click()
    await form.locator('[data-field="roles"]').getByRole('combobox').press('Escape')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await toastShown(page, '新增成功')
    await openScreen(page, '/message/systemMessage', 'systemMessage')
    const row = pane(page).locator('tbody tr', { hasText: '周五盘点' })
    await row.getByRole('button', { name: '发布' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click()
    await row.getByText('0 / 1（0%）').waitFor()

    const theirs = await session(reader)
    await openScreen(theirs.page, '/vehicle/vehicleList', 'vehicleList')
    await theirs.page.getByRole('button', { name: '消息，1 条未读' }).click()
    await theirs.page.getByRole('button', { name: /周五盘点/ }).click()
    await theirs.page.getByRole('dialog').getByText('请在 18:00 前完成车辆盘点。').waitFor()
    await theirs.page.keyboard.press('Escape')
    await theirs.page.getByRole('button', { name: '消息', exact: true }).waitFor()
    await openScreen(page, '/message/systemMessage', 'systemMessage')
    await row.getByText('1 / 1（100%）').waitFor()
    const clerk = await signIn(world().port, world().clerk.username, world().clerk.password)
    expect((await clerk.get<{ list: { title: string }[] }>('/api/v1/message/list', {})).list.map((m) => m.title)).not.toContain('周五盘点')
  })
  test('the desktop is told once it was allowed to, and never of what one sent oneself', async () => {
    const sent = async (by: typeof api, title: string): Promise<void> => {
      const { id, version } = await by.post<{ id: number; version: number }>('/api/v1/systemMessage/add', {
        title,
        content: '正文',
        category: 'notice',
        toAll: true,
      })
      await by.post('/api/v1/systemMessage/publish', { id, version })
    }
    const { api } = await session()
    const theirs = await session(world().clerk)
    await theirs.context.grantPermissions(['notifications'])
    await theirs.page.addInitScript(() => {
      const shown: string[] = []
      class Told extends EventTarget {
        static permission = 'default'
        static requestPermission = async (): Promise<string> => (Told.permission = 'granted')
        constructor(_title: string, { body }: { body: string }) {
          super()
          shown.push(body)
        }
      }
      Object.assign(window, { Notification: Told, shown })
    })
    const shown = (): Promise<string[]> => theirs.page.evaluate(() => (window as unknown as { shown: string[] }).shown)
    await openScreen(theirs.page, '/vehicle/vehicleList', 'vehicleList')
    await theirs.page.evaluate(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }))
    const bell = theirs.page.getByRole('button', { name: /^消息/ })
    await sent(api, '还没有开启')
    await toastShown(theirs.page, '新消息：还没有开启')
    await bell.click()
    await theirs.page.getByRole('switch', { name: '不在本页面时，用桌面通知提醒我' }).click()
    await theirs.page.keyboard.press('Escape')
    await sent(api, '周六盘点')
    await expect.poll(shown).toEqual(['新消息：周六盘点'])

    // Nobody is called to what they sent themselves: it stands in their list, without a toast.
    const mine = await session()
    await openScreen(mine.page, '/vehicle/vehicleList', 'vehicleList')
    await sent(api, '自己发的')
    await expect.poll(shown).toEqual(['新消息：周六盘点', '新消息：自己发的'])
    await mine.page.getByRole('button', { name: /^消息，/ }).click()
    await mine.page.getByText('自己发的', { exact: true }).waitFor()
    expect(await toast(mine.page, '自己发的').count()).toBe(0)
  })
  test('a release that is published is announced to everybody who works', async () => {
    const s = await session()
    const { page, api } = s
    const { id, version } = await api.post<{ id: number; version: number }>('/api/v1/release/add', {
      versionNo: '9.9.9',
      title: '更快的列表',
      notes: '列表更快了。',
    })
    await openScreen(page, '/vehicle/vehicleList', 'vehicleList')
    await api.post('/api/v1/release/publish', { id, version })
    await pageLink(page, '车辆库存').click()
    const box = page.locator('dialog.zyt-confirm')
    await box.getByText('有新版本，请刷新页面').waitFor()
    await box.getByRole('button').click()
    await pane(page, 'stockList').waitFor()
    await settled(page)
    expect(await page.evaluate(() => localStorage.getItem('currentVersion'))).toContain('9.9.9')
  })
})
