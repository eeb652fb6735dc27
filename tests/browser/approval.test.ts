/** 审批 in the browser: a process is drawn, an application made, approved on a phone, and read as history. */
import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { signIn } from './api.ts'
import { openScreen, pane, PHONE, session, settled, toastShown, useBrowser, world } from './harness.ts'
import { makeUser } from './world.ts'

useBrowser()

const admin = () => signIn(world().port, 'admin', world().admin.password)
const card = (page: Page, name: string) => pane(page).locator('.zyt-flow-card', { hasText: name })
/** Buttons of two characters may stand with a space between them. */
const button = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`(?:^|\\s)${Array.from(name).join('\\s*')}$`) })
let made = 0

/** A form and a process without nodes, as the lists make them. */
async function newProcess(): Promise<{ key: string; process: number; form: number }> {
  const api = await admin()
  const key = `browser${++made}${Date.now().toString(36)}`
  const form = await api.post<{ id: number }>('/api/v1/approvalForm/add', { name: `用车申请单${key}` })
  const process = await api.post<{ id: number }>('/api/v1/approvalProcess/add', {
    key,
    name: `用车申请${key}`,
    category: 'vehicle',
    form: form.id,
  })
  return { key, process: process.id, form: form.id }
}

describe('a process of one’s own', () => {
  test('is designed, applied for, approved on a phone and read afterwards', async () => {
    const { port, dept } = world()
    const boss = await makeUser(port, await admin(), { dept, codes: ['approvalMenu', 'workbench', 'approved'] })
    const api = await admin()
    // A name nobody else has: people are chosen by it.
    const name = '车队长老周'
    const { version } = await api.get<{ version: number }>('/api/v1/user/detail', { id: boss.id })
    await api.post('/api/v1/user/edit', { id: boss.id, version, name })
    const { key, process, form } = await newProcess()
    const { page } = await session()

    // The form: two fields from the palette, one of them needed.
    await openScreen(page, `/approval/formDesign?form=${form}`, 'formDesign')
    await pane(page).getByRole('button', { name: '单行文本', exact: true }).click()
    await page.getByLabel('单行文本名称').fill('事由')
    await page.getByLabel('必填').check()
    await pane(page).getByRole('button', { name: '金额', exact: true }).click()
    await page.getByLabel('金额名称').fill('费用')
    await button(page, '发布').click()
    await page.locator('dialog.zyt-confirm').getByRole('button', { name: '发布' }).click()
    await toastShown(page, '已发布')

    // The drawing: one approver, and a branch without a condition, which may not be published.
    await openScreen(page, `/approval/workflowDesign?process=${process}`, 'workflowDesign')
    await pane(page).locator('[data-spot="after:start"] button').click()
    await page.getByRole('menuitem', { name: '审批人' }).click()
    await page.getByRole('radio', { name: '指定成员' }).check()
    await page.getByRole('combobox', { name: '指定成员' }).click()
    await page.keyboard.type('老周')
    await page.locator('.ant-select-item-option', { hasText: name }).click()
    await page.keyboard.press('Escape')
    await page.getByLabel('审批人名称').fill('队长')
    await card(page, '队长').waitFor()
    await pane(page).locator('[data-spot^="after:n"] button').last().click()
    await page.getByRole('menuitem', { name: '条件分支' }).click()
    await button(page, '检查').click()
    await pane(page).getByText('没有设置条件').first().waitFor()
    // The problem leads to its card.
    await pane(page).locator('.zyt-design-problems button').first().click()
    expect(await pane(page).locator('.zyt-flow-pill.zyt-flow-on').count()).toBe(1)
    await page.keyboard.press('Control+z')
    await expect.poll(() => pane(page).locator('.zyt-flow-pill').count()).toBe(0)
    await expect.poll(() => pane(page).locator('.zyt-design-bar [role="status"]').textContent()).toBe('已保存')
    await button(page, '发布').click()
    await page.locator('dialog.zyt-confirm').getByRole('button', { name: '发布' }).click()
    await toastShown(page, '已发布')

    // The application: what is missing is said at the field, what was typed survives F5.
    await openScreen(page, `/flow/apply/${key}?resourceCode=workbench`, 'flowApply')
    await button(page, '提交').click()
    await pane(page).getByText('请填写事由').first().waitFor()
    await pane(page).getByLabel('事由').fill('去机场接客户')
    await pane(page).locator('.zyt-apply-steps', { hasText: name }).waitFor()
    await page.reload()
    await settled(page)
    await expect.poll(() => pane(page).getByLabel('事由').inputValue()).toBe('去机场接客户')
    await button(page, '提交').click()
    await pane(page, 'workflow').waitFor()
    await pane(page, 'workflow').getByText(name).first().waitFor()

    // On the phone of the approver.
    const phone = await session(boss, { viewport: PHONE })
    await openScreen(phone.page, '/approval/workbench', 'workbench')
    const item = pane(phone.page).locator('.zyt-desk-cards li', { hasText: '用车申请' })
    await item.getByRole('button').click()
    await pane(phone.page, 'workflow').getByText('去机场接客户').waitFor()
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await pane(phone.page, 'workflow').getByRole('button', { name: '更多' }).click()
    await phone.page.getByRole('menuitem', { name: '同意并写意见' }).click()
    await phone.page.getByLabel('审批意见').fill('路上小心')
    await phone.page
      .locator('.ant-modal')
      .getByRole('button', { name: /^同\s*意$/ })
      .last()
      .click()
    await toastShown(phone.page, '已同意')
    await pane(phone.page, 'workflow').getByText('审批通过').first().waitFor()

    // History: opinion, picture, nothing to press.
    await openScreen(phone.page, '/approval/approved', 'approved')
    await pane(phone.page).locator('.zyt-desk-cards li', { hasText: '用车申请' }).getByRole('button').click()
    await pane(phone.page, 'workflow').getByRole('tab', { name: '审批记录' }).click()
    await pane(phone.page, 'workflow').getByText('路上小心').waitFor()
    await pane(phone.page, 'workflow').getByRole('tab', { name: '流程图' }).click()
    await expect.poll(() => pane(phone.page, 'workflow').locator('.zyt-lit-done').count()).toBeGreaterThanOrEqual(3)
    expect(await button(phone.page, '同意').count()).toBe(0)
  })

  test('is begun from a template, and its form reckons the amount while it is filled in', async () => {
    const { page } = await session()
    const name = `采购${++made}${Date.now().toString(36)}`
    await openScreen(page, '/approval/workflowList', 'workflowList')
    await button(page, '新建流程').click()
    const sheet = page.getByRole('dialog', { name: '新建流程' })
    await sheet.getByLabel('流程名称').fill(name)
    await sheet.getByRole('combobox', { name: '表单' }).click()
    await page.locator('.ant-select-item-option', { hasText: '采购申请' }).click()
    await sheet.getByRole('radio', { name: /按金额分级/ }).check()
    await button(page, '创建并设计').click()
    await card(page, '直接主管').waitFor()
    await card(page, '上级主管').waitFor()
    // Nothing is missing: it is published as it came, and applied for.
    await button(page, '发布').click()
    await page.locator('dialog.zyt-confirm').getByRole('button', { name: '发布' }).click()
    await toastShown(page, '已发布')
    const api = await admin()
    const { list } = await api.get<{ list: { key: string; name: string }[] }>('/api/v1/approvalProcess/list', { name })
    await openScreen(page, `/flow/apply/${list[0]!.key}`, 'flowApply')
    await button(page, '增加一行').click()
    const row = pane(page).getByRole('group', { name: '采购明细第 1 行' })
    await row.getByLabel('单价').fill('12.35')
    await row.getByLabel('数量').fill('3')
    await row.getByLabel('物品').fill('轮胎')
    await row.getByText('37.05').waitFor()
    expect(await row.getByRole('textbox', { name: '金额' }).count()).toBe(0)
  })

  test('is worked on with the keyboard and by dragging, and each step can be taken back', async () => {
    const { process } = await newProcess()
    const { page } = await session()
    await openScreen(page, `/approval/workflowDesign?process=${process}`, 'workflowDesign')
    const names = () => pane(page).locator('.zyt-flow-card > header b').allTextContents()
    await pane(page).locator('[data-spot="after:start"] button').click()
    await page.getByRole('menuitem', { name: '办理人' }).click()
    await page.getByLabel('关闭设置').click()
    await pane(page).locator('[data-spot="after:start"] button').click()
    await page.getByRole('menuitem', { name: '抄送人' }).click()
    await page.getByLabel('关闭设置').click()
    expect(await names()).toEqual(['发起人', '抄送人', '办理人'])
    await card(page, '办理人').focus()
    await page.keyboard.press('Alt+ArrowUp')
    expect(await names()).toEqual(['发起人', '办理人', '抄送人'])
    await card(page, '抄送人').focus()
    await page.keyboard.press('Control+d')
    expect(await names()).toEqual(['发起人', '办理人', '抄送人', '抄送人'])
    await pane(page)
      .locator('.zyt-canvas')
      .click({ position: { x: 10, y: 200 } })
    await card(page, '办理人').dragTo(pane(page).locator('[data-spot^="after:"]').last())
    await expect.poll(names).toEqual(['发起人', '抄送人', '抄送人', '办理人'])
    for (let i = 0; i < 5; i++) await button(page, '撤销').click()
    expect(await names()).toEqual(['发起人'])
  })

  test('leaves the drawing in sight beside its panel, whose width is remembered, and refuses a third decimal of money beside the field', async () => {
    const { process, form } = await newProcess()
    const api = await admin()
    const sheet = await api.post<{ id: number }>('/api/v1/approvalFormVersion/draft', { form })
    const { version } = await api.get<{ version: number }>('/api/v1/approvalFormVersion/design', { id: sheet.id })
    const saved = await api.post<{ version: number }>('/api/v1/approvalFormVersion/save', {
      id: sheet.id,
      version,
      schema: { fields: [{ name: 'cost', label: '费用', kind: 'money' }] },
    })
    await api.post('/api/v1/approvalFormVersion/publish', { id: sheet.id, version: saved.version })
    const { page } = await session()
    await openScreen(page, `/approval/workflowDesign?process=${process}`, 'workflowDesign')
    await pane(page).locator('[data-spot="after:start"] button').click()
    await page.getByRole('menuitem', { name: '条件分支' }).click()
    await pane(page).locator('.zyt-canvas [data-node]', { hasText: '条件1' }).last().click()
    await button(page, '添加条件').click()
    const value = page.getByLabel('比较值')
    await value.fill('1000.123')
    await page.getByText('金额最多两位小数').waitFor()
    expect(await value.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => button(page, '发布').getAttribute('aria-disabled')).toBe('true')
    await value.fill('1000.12')
    await expect.poll(() => page.getByText('金额最多两位小数').count()).toBe(0)

    const boxOf = async (selector: string) => (await pane(page).locator(selector).first().boundingBox())!
    const inSight = async (): Promise<boolean> => {
      const canvas = await boxOf('.zyt-canvas')
      const cards = await Promise.all((await pane(page).locator('.zyt-canvas [data-node]').all()).map((one) => one.boundingBox()))
      return cards.every((one) => one !== null && one.x >= canvas.x && one.x + one.width <= canvas.x + canvas.width)
    }
    const before = (await boxOf('.zyt-panel')).width
    expect((await boxOf('.zyt-canvas')).width).toBeGreaterThan(2 * before - 40)
    expect(await inSight()).toBe(true)
    const line = await boxOf('[role="separator"]')
    await page.mouse.move(line.x + 5, line.y + 100)
    await page.mouse.down()
    await page.mouse.move(line.x - 145, line.y + 100, { steps: 4 })
    await page.mouse.up()
    await expect.poll(async () => (await boxOf('.zyt-panel')).width).toBe(before + 150)
    await expect.poll(inSight).toBe(true)
    await expect
      .poll(async () => (await api.get<{ mine: Record<string, unknown> }>('/api/v1/setting')).mine['workflowDesign:panel'])
      .toBe(before + 150)
    await page.reload()
    await settled(page)
    await card(page, '发起人').click()
    await expect.poll(async () => (await boxOf('.zyt-panel')).width).toBe(before + 150)
    await api.post('/api/v1/setting', { key: 'workflowDesign:panel', value: null })
  })
})
