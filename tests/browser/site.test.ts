/** What the console looks like and says about the company: figures that lead to their rows, settings that take effect. */
import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { goInside, openScreen, originOf, pane, session, settled, toastShown, useBrowser, visitor, world } from './harness.ts'
import { makeUser } from './world.ts'

useBrowser()

/** Counts on a cockpit, with the address each leads to. */
const figures = (page: Page, screen: string): Promise<{ text: string; count: number; href: string }[]> =>
  pane(page, screen).evaluate((box) =>
    [...box.querySelectorAll('a[href*="?"]')].flatMap((a) => {
      const text = (a as HTMLElement).innerText.replace(/\n+/g, ' ')
      const count = /^(\d+) /.exec(text)?.[1]
      return count === undefined ? [] : [{ text, count: Number(count), href: a.getAttribute('href')! }]
    }),
  )

describe('a cockpit', () => {
  test.each([
    ['homePage', 'localhost', 12],
    ['tmsHomePage', 'tms.localhost', 1],
  ] as const)('%s: every count leads to as many rows', async (screen, host, least) => {
    const { page } = await session(world().admin, { host })
    await openScreen(page, `/${screen}`, screen)
    const all = await figures(page, screen)
    expect(all.length).toBeGreaterThanOrEqual(least)
    const wrong: string[] = []
    for (const { text, count, href } of all) {
      await goInside(page, href)
      await page.waitForFunction(
        (to) => document.querySelector('.zyt-pane:not([style*="none"])')?.getAttribute('data-screen') !== to,
        screen,
      )
      await settled(page)
      const said = count === 0 ? pane(page).getByText(/还没有|没有符合条件/) : pane(page).getByText(`共 ${count} 条`)
      await said
        .first()
        .waitFor()
        .catch(async () => void wrong.push(`${text} → ${href}: ${(await pane(page).innerText()).match(/共 \d+ 条/)?.[0]}`))
    }
    expect(wrong).toEqual([])
  })
})

describe('站点配置', () => {
  test('title, company, colour and mark of a host are edited and seen by the next visitor', async () => {
    const { page, api } = await session()
    const host = 'jianghai.localhost'
    const { id } = await api.post<{ id: number }>('/api/v1/siteConfig/add', { host, look: 'rental', title: '旧名称', company: '旧公司' })
    await openScreen(page, `/system/appConfigEdit?id=${id}`, 'appConfigEdit')
    const field = (name: string) => pane(page, 'appConfigEdit').locator(`[data-field="${name}"]`)
    await field('title').locator('input').fill('江海租车')
    await field('company').locator('input').fill('江海汽车租赁有限公司')
    await field('primaryColor').getByRole('combobox').click()
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: '紫' }).click()
    await pane(page, 'appConfigEdit').getByRole('button', { name: '保存', exact: true }).click()
    await toastShown(page, '保存成功')
    const guest = await visitor({ host })
    await guest.page.goto('/login')
    await guest.page.getByRole('heading', { name: '江海租车' }).waitFor()
    await guest.page.getByText('江海汽车租赁有限公司').waitFor()
    await expect.poll(() => guest.page.title()).toBe('江海租车')
    // Without one of its own every look has another icon.
    const icon = (p: Page) => p.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel="icon"]')!.href)
    const plain = await visitor()
    await plain.page.goto('/login')
    await plain.page.getByLabel('用户名').waitFor()
    await expect.poll(() => icon(guest.page)).toBe(`${originOf(host)}/logo-rental.svg`)
    await expect.poll(() => icon(plain.page)).toBe(`${originOf()}/logo-leasing.svg`)
  })
})

describe('settings of the operation', () => {
  test('a parameter is changed, told as changed, and obeyed; a value outside its range is refused at its field', async () => {
    const { page } = await session()
    await openScreen(page, '/system/operationSettings', 'operationSettings')
    const input = pane(page).getByLabel('交车照片最少张数')
    await input.fill('99')
    await input.blur()
    await pane(page)
      .getByText(/0 ～ 20|不能大于 20|最大/)
      .first()
      .waitFor()
    await input.fill('3')
    await pane(page).getByRole('button', { name: '保存', exact: true }).click()
    await toastShown(page, /保存/)
    await page.reload()
    await expect.poll(() => input.inputValue()).toBe('3')
    await openScreen(page, '/system/systemLog', 'systemLog')
    await pane(page).getByText('交车照片最少张数').first().waitFor()
  })
  test('a dictionary item added is offered at once where it is used', async () => {
    const { page } = await session()
    await openScreen(page, '/system/dictionary', 'dictionary')
    await pane(page, 'dictionary').getByRole('button', { name: '新增字典项' }).first().click()
    const form = page
      .locator('.zyt-pane:visible, .ant-drawer')
      .filter({ has: page.locator('[data-field="value"]') })
      .last()
    // There are more groups than the list shows at once.
    await form.locator('[data-field="dictGroup"]').getByRole('combobox').fill('车辆类别')
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: '车辆类别' }).first().click()
    await form.locator('[data-field="value"] input').fill('crane')
    await form.locator('[data-field="name"] input').fill('随车吊')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await toastShown(page, '新增成功')
    await openScreen(page, '/vehicle/vehicleTypeBaseList', 'vehicleTypeBaseList')
    await pane(page).getByRole('button', { name: /新增/ }).first().click()
    const model = page
      .locator('.zyt-pane:visible, .ant-drawer')
      .filter({ has: page.locator('[data-field="category"]') })
      .last()
    await model.locator('[data-field="category"]').getByRole('combobox').click()
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: '随车吊' }).waitFor()
  })
  test('a problem is reported, answered, and the answer reaches who reported it', async () => {
    const { page } = await session()
    await openScreen(page, '/message/problemFaceBack', 'problemFaceBack')
    await pane(page).getByRole('button', { name: '新增问题反馈' }).first().click()
    const form = page
      .locator('.zyt-pane:visible, .ant-drawer')
      .filter({ has: page.locator('[data-field="title"]') })
      .last()
    await form.locator('[data-field="title"] input').fill('打印时缺一列')
    await form.locator('[data-field="content"] textarea').fill('车辆列表打印出来没有里程。')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await toastShown(page, '新增成功')
    await openScreen(page, '/message/problemFaceBack', 'problemFaceBack')
    await pane(page).locator('tbody tr', { hasText: '打印时缺一列' }).getByRole('button', { name: '回复' }).click()
    const dialog = page.getByRole('dialog').filter({ hasText: '回复' })
    await dialog.locator('textarea').fill('下一版补上。')
    await dialog.getByRole('button', { name: '回复', exact: true }).click()
    await pane(page).locator('tbody tr', { hasText: '打印时缺一列' }).getByText('已回复').waitFor()
    await page.reload()
    await page.getByRole('button', { name: /^消息，\d+ 条未读/ }).click()
    await page
      .getByRole('button', { name: /您的反馈 FK.*已回复/ })
      .first()
      .click()
    await pane(page, 'problemFaceBackDetail').getByText('下一版补上。').first().waitFor()
  })
})

describe('the icon of the browser tab', () => {
  test('is set once for a page, not each time the look is said again', async () => {
    const { page } = await session()
    await page.addInitScript(() => {
      const icons = (): number => Number(document.documentElement.dataset['icons'] ?? 0)
      new MutationObserver((changes) => {
        const set = changes.filter(({ target }) => target instanceof HTMLLinkElement && target.rel === 'icon').length
        if (set > 0) document.documentElement.dataset['icons'] = String(icons() + set)
      }).observe(document, { subtree: true, attributes: true, attributeFilter: ['href'] })
    })
    // The second page knows the look of the first already, and hears it from the server again.
    for (const [path, code] of [
      ['/vehicle/vehicleList', 'vehicleList'],
      ['/bill/billInfoList', 'billInfoList'],
    ] as const) {
      await openScreen(page, path, code)
      expect(await page.evaluate(() => document.documentElement.dataset['icons'])).toBe('1')
    }
    expect(await page.locator('link[rel="icon"]').getAttribute('href')).toMatch(/^\/logo-/)
  })
})

describe('another language', () => {
  test('is chosen by the user, with the company’s own words before the delivered ones, holds after F5, and goes back', async () => {
    const boss = await session()
    const who = await makeUser(world().port, boss.api, {
      dept: world().dept,
      codes: ['vehicleMenu', 'vehicleList', 'stockList'],
      entries: [{ resourceCode: 'vehicleList', rules: [{ rule: 'store', mode: 'all' }] }],
    })
    await boss.api.post('/api/v1/translation/add', { language: 'en', source: '车辆库存', target: 'Cars on hand' })
    const { page } = await session(who)
    // Of one store: what other files add must not push its vehicles from the page.
    await openScreen(page, `/vehicle/vehicleList?store=${world().stores.east}`, 'vehicleList')
    const choose = async (menu: RegExp, name: string): Promise<void> => {
      await page.getByRole('button', { name: menu }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await choose(/^用户菜单/, 'English')
    const menu = page.getByRole('navigation', { name: 'Pages of this kind' })
    await menu.getByRole('link', { name: 'Vehicle list', exact: true }).waitFor()
    await menu.getByRole('link', { name: 'Cars on hand', exact: true }).waitFor()
    await page.reload()
    await menu.getByRole('link', { name: 'Vehicle list', exact: true }).waitFor()
    await pane(page, 'vehicleList').getByRole('columnheader', { name: 'Plate' }).first().waitFor()
    // What comes later is read too: a dialog, a filter that was chosen.
    await pane(page, 'vehicleList').getByRole('button', { name: 'Columns' }).click()
    const columns = page.getByRole('dialog')
    await columns.getByText('Vehicle status', { exact: true }).first().waitFor()
    // While it slides in it does not have the keyboard yet.
    await expect
      .poll(async () => {
        await page.keyboard.press('Escape')
        return columns.isVisible()
      })
      .toBe(false)
    // An option is found by the word the page shows and by its Chinese.
    const kind = pane(page, 'vehicleList').getByRole('combobox', { name: 'Vehicle status', exact: true })
    for (const typed of ['avail', '待租']) {
      await kind.fill(typed)
      await page.locator('.ant-select-item-option:visible').filter({ hasText: 'Available' }).first().waitFor()
    }
    await page.keyboard.press('Escape')
    // Names are nobody's words to translate.
    await pane(page, 'vehicleList').locator('tbody').getByText('浦东店').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
    // The page is found by the name it has in this language, and says in it what it is for.
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search menus, records, actions' }).fill('on hand')
    await page.getByRole('option', { name: /Cars on hand.*Vehicles in stock by store/ }).waitFor()
    await page.keyboard.press('Escape')
    await choose(/^User menu/, '简体中文')
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '车辆', exact: true }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toMatch(/^zh/)
  })
})
