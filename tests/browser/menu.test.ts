/** The menu by the day's work as a hand meets it: tabs of one entry, the star, a module that is switched off, and a word from before a closed door. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeUser } from './world.ts'
import { openScreen, pageLink, pane, session, toastShown, useBrowser, world } from './harness.ts'

useBrowser()

describe('the menu', () => {
  test('leads to the pages of an entry by their tabs; a starred page stands in 常用 after F5', async () => {
    const { page } = await session()
    await openScreen(page, '/vehicle/vehicleList', 'vehicleList')
    const beside = page.getByRole('navigation', { name: '同类页面' })
    expect(await beside.getByRole('link').allInnerTexts()).toContain('车辆库存')
    await pageLink(page, '车辆库存').click()
    await pane(page, 'stockList').waitFor()
    expect(await beside.getByRole('link', { name: '车辆库存' }).getAttribute('aria-current')).toBe('page')
    const saved = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/v1/setting') && (answer.request().postData() ?? '').includes('shortcuts'),
    )
    await page.getByRole('button', { name: '收藏到常用' }).click()
    await page.getByRole('button', { name: '取消收藏' }).waitFor()
    await saved
    await page.reload()
    await pane(page, 'stockList').waitFor()
    await page.getByRole('button', { name: '常用', exact: true }).click()
    await page.getByRole('tooltip').getByRole('link', { name: '车辆库存' }).click()
    await page.getByRole('button', { name: '取消收藏' }).click()
    await page.getByRole('button', { name: '收藏到常用' }).waitFor()
  })
})

describe('a module the company does without', () => {
  test('leaves the menu; its address says so and who switches it on; whoever may, goes there', async () => {
    const boss = await session()
    const use = (on: boolean) => boss.api.post('/api/v1/parameter/save', { values: { partFuel: on } })
    await use(false)
    // Other files of tests go on with the same company.
    onTestFinished(async () => void (await use(true)))
    const { page } = boss
    await openScreen(page, '/homePage', 'homePage')
    await page.goto('/oilCardList')
    await page.getByRole('heading', { name: '已停用：油电' }).waitFor()
    await page.getByText(/^可以启用的人：/).waitFor()
    await page.getByRole('navigation', { name: '主菜单' }).getByText('车辆与车务').click()
    await pageLink(page, '车辆成本').waitFor()
    expect(await pageLink(page, '油电').count()).toBe(0)
    await page.getByRole('button', { name: '去启用' }).click()
    await pane(page, 'parameterSett').getByText('使用油电').first().waitFor()
    await use(true)
    await page.goto('/oilCardList')
    await pane(page, 'oilCardList').waitFor()
  })
})

describe('a page somebody may not open', () => {
  test('stands inside the console, names who can help, and takes a word to them', async () => {
    const boss = await session()
    const who = await makeUser(world().port, boss.api, { dept: world().dept, codes: ['vehicleMenu', 'vehicleList'], entries: [] })
    const { page } = await session(who)
    await openScreen(page, '/vehicle/vehicleList', 'vehicleList')
    await page.goto('/contracAdd')
    await page.getByText(/^您没有「租赁合同 › 新增合同」的权限/).waitFor()
    await page.getByText(/^可以开通的人：/).waitFor()
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '车辆列表' }).waitFor()
    await page.getByRole('button', { name: '反馈问题' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('问题描述').fill('需要录合同')
    await dialog.getByRole('button', { name: /^发\s?送$/ }).click()
    await toastShown(page, /已反馈，编号 FK\d{8}-\d{4}/)
    const { list } = await boss.api.get<{ list: { page: string; content: string }[] }>('/api/v1/problemFeedback/list', {
      keyword: '需要录合同',
    })
    expect(list).toMatchObject([{ page: expect.stringContaining('contracAdd'), content: '需要录合同' }])
  })
})
