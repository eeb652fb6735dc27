/** 审批 in the browser, what colleagues do with one another's work: hand-over, delegation, signers, signatures, acts that wait, several at once. */
import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { signIn, type SignedIn } from './api.ts'
import { paperOf } from './paper.ts'
import { openScreen, pane, PHONE, session, settled, toastShown, useBrowser, world } from './harness.ts'
import { checked, makeUser, type Person } from './world.ts'

useBrowser()

const button = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`(?:^|\\s)${Array.from(name).join('\\s*')}$`) })
const dialog = (page: Page) => page.locator('.ant-modal')
let made = 0
const fresh = (): string => `desk${++made}${Date.now().toString(36)}`

/** Somebody with a name nobody else has. */
async function colleague(api: SignedIn, name: string): Promise<Person> {
  const { port, dept } = world()
  const person = await makeUser(port, api, {
    dept,
    codes: ['approvalMenu', 'workbench', 'approved', 'approvalDeputies', 'approvalDeputies_add'],
  })
  const { version } = await api.get<{ version: number }>('/api/v1/user/detail', { id: person.id })
  await api.post('/api/v1/user/edit', { id: person.id, version, name })
  return person
}

interface Node {
  id: string
  name: string
  users: number[]
  more?: object
}
/** A published process with its form; of a business act, with its number. */
async function publish(api: SignedIn, fields: object[], nodes: Node[], act?: string): Promise<{ key: string; process: number }> {
  const key = fresh()
  const form = await api.post<{ id: number }>('/api/v1/approvalForm/add', { name: `单据${key}` })
  const sheet = await api.post<{ id: number }>('/api/v1/approvalFormVersion/draft', { form: form.id })
  const { version } = await api.get<{ version: number }>('/api/v1/approvalFormVersion/design', { id: sheet.id })
  const saved = await api.post<{ version: number }>('/api/v1/approvalFormVersion/save', { id: sheet.id, version, schema: { fields } })
  await api.post('/api/v1/approvalFormVersion/publish', { id: sheet.id, version: saved.version })
  const process = await api.post<{ id: number }>('/api/v1/approvalProcess/add', {
    key,
    name: `流程${key}`,
    category: 'other',
    form: form.id,
    ...(act ? { act } : {}),
  })
  const draft = await api.post<{ id: number }>('/api/v1/approvalVersion/draft', { process: process.id })
  const design = await api.get<{ version: number }>('/api/v1/approvalVersion/design', { id: draft.id })
  const approving = nodes.map(({ id, name, users, more }) => ({
    kind: 'approve',
    id,
    name,
    who: { kind: 'person', users },
    mode: 'all',
    empty: { policy: 'toAdmin' },
    self: 'allow',
    ...more,
  }))
  const definition = {
    format: 1,
    nodes: [{ kind: 'start', id: 'start', name: '发起人' }, ...approving],
    settings: { allowWithdraw: true, allowTakeBack: true, dedupe: 'none', print: { trail: true } },
  }
  const savedVersion = await api.post<{ version: number }>('/api/v1/approvalVersion/save', {
    id: draft.id,
    version: design.version,
    definition,
  })
  await api.post('/api/v1/approvalVersion/publish', { id: draft.id, version: savedVersion.version })
  return { key, process: process.id }
}

/** 更多 → an act, whom for when it asks, done. */
async function ask(page: Page, act: string, picker: string | null, who: string, said: string): Promise<void> {
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
  if (picker) {
    await dialog(page).getByRole('combobox', { name: picker }).click()
    await page.keyboard.type(who)
    await page.locator('.ant-select-item-option', { hasText: who }).click()
    // Of several the list stays open; of one it has closed by itself, and Escape would close the dialog.
    if (act.endsWith('加签')) await page.keyboard.press('Escape')
  }
  await dialog(page)
    .getByRole('button', { name: new RegExp(`^${Array.from(act).join('\\s*')}$`) })
    .click()
  await toastShown(page, said)
  await dialog(page).waitFor({ state: 'hidden' })
}

/** A plain yes takes one press; with words it goes by its dialog. Whoever only gives an opinion is always asked for it. */
async function agree(page: Page, opinion: string, plain = true): Promise<void> {
  if (plain) {
    await pane(page, 'workflow').getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '同意并写意见' }).click()
  } else await button(page, '同意').first().click()
  await page.getByLabel('审批意见').fill(opinion)
  await dialog(page)
    .getByRole('button', { name: /^同\s*意$/ })
    .last()
    .click()
  await toastShown(page, '已同意')
}

const trail = (page: Page) => pane(page, 'workflow').getByRole('complementary', { name: '审批记录' })

describe('a task among colleagues', () => {
  test('is handed over, shared with signers who go first, given out for an opinion, and decided by its owner', async () => {
    const api = await signIn(world().port, 'admin', world().admin.password)
    const [bossName, mateName] = [`店长${fresh()}`, `车管${fresh()}`]
    const [boss, mate] = [await colleague(api, bossName), await colleague(api, mateName)]
    const { key } = await publish(
      api,
      [{ name: 'reason', label: '事由', kind: 'text', required: true }],
      [{ id: 'boss', name: '店长', users: [boss.id] }],
    )
    const { id } = await api.post<{ id: number }>('/api/v1/flow/start', { flowKey: key, values: { reason: '换轮胎' } })

    const first = await session(boss)
    await openScreen(first.page, `/approval/workflow?id=${id}`, 'workflow')
    await ask(first.page, '转办', '交给谁', mateName, '已转办')
    await trail(first.page).getByText(`→ ${mateName}`).waitFor()
    await expect.poll(() => button(first.page, '同意').count()).toBe(0)

    const second = await session(mate)
    await openScreen(second.page, `/approval/workflow?id=${id}`, 'workflow')
    await ask(second.page, '前加签', '加签给谁', bossName, '已加签')
    // Nothing to decide while the signer goes first; but he can be let off.
    await expect.poll(() => button(second.page, '同意').count()).toBe(0)
    await button(second.page, '减签').click()
    await dialog(second.page).getByRole('radio', { name: bossName }).check()
    await dialog(second.page)
      .getByRole('button', { name: /^减\s*签$/ })
      .click()
    await toastShown(second.page, '已减签')
    await button(second.page, '同意').first().waitFor()
    await ask(second.page, '委派', '交给谁', bossName, '已委派')

    await openScreen(first.page, `/approval/workflow?id=${id}`, 'workflow')
    await pane(first.page, 'workflow').getByText(`${mateName}请您先给出意见`).waitFor()
    await agree(first.page, '价格合适', false)

    await openScreen(second.page, `/approval/workflow?id=${id}`, 'workflow')
    await trail(second.page).getByText('价格合适').waitFor()
    await agree(second.page, '办')
    await pane(second.page, 'workflow').getByText('审批通过').first().waitFor()
    await button(second.page, '打印').click()
    const { words } = await paperOf(second.page)
    for (const line of [`转办 → ${mateName}`, `前加签 → ${bossName}`, `减签 → ${bossName}`, `委派 → ${bossName}`, '价格合适'])
      expect(words.replaceAll(' ', '')).toContain(line.replaceAll(' ', ''))
  })
})

describe('the dialog of an act', () => {
  test('goes when the page behind it is new: the next act is chosen among those there are', async () => {
    const api = await signIn(world().port, 'admin', world().admin.password)
    const [bossName, mateName] = [`店长${fresh()}`, `车管${fresh()}`]
    const [boss] = [await colleague(api, bossName), await colleague(api, mateName)]
    const { key } = await publish(
      api,
      [{ name: 'reason', label: '事由', kind: 'text', required: true }],
      [{ id: 'boss', name: '店长', users: [boss.id] }],
    )
    const { id } = await api.post<{ id: number }>('/api/v1/flow/start', { flowKey: key, values: { reason: '换轮胎' } })
    const { page } = await session(boss)
    await openScreen(page, `/approval/workflow?id=${id}`, 'workflow')
    await page.getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '前加签', exact: true }).click()
    await dialog(page).getByRole('combobox', { name: '加签给谁' }).click()
    await page.keyboard.type(mateName)
    await page.locator('.ant-select-item-option', { hasText: mateName }).click()
    await page.keyboard.press('Escape')

    const CASE = '**/api/v1/workflow/case?*'
    const answer = Promise.withResolvers<void>()
    await page.route(CASE, async (route) => {
      await answer.promise
      await route.continue()
    })
    const asked = page.waitForRequest(CASE)
    await dialog(page)
      .getByRole('button', { name: /^前\s*加\s*签$/ })
      .click()
    await asked
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    expect(await dialog(page).count()).toBe(1)
    answer.resolve()
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await button(page, '减签').count()).toBe(1)
    expect(await button(page, '同意').count()).toBe(0)
  })
})

describe('a signature', () => {
  test('is written with the mouse and with a finger, never by a tap, and stands in the trail and on paper', async () => {
    const api = await signIn(world().port, 'admin', world().admin.password)
    const boss = await colleague(api, `签字${fresh()}`)
    const { key } = await publish(
      api,
      [
        { name: 'reason', label: '事由', kind: 'text', required: true },
        { name: 'sign', label: '手写签名', kind: 'signature', required: true },
      ],
      [{ id: 'boss', name: '店长', users: [boss.id], more: { needSignature: true } }],
    )

    const { page } = await session()
    await openScreen(page, `/flow/apply/${key}?resourceCode=workbench`, 'flowApply')
    await pane(page).getByLabel('事由').fill('盖章')
    await pane(page).getByText('点击手写签名').click()
    const box = (await page.locator('canvas').boundingBox())!
    await page.mouse.click(box.x + 40, box.y + 40)
    expect(await button(page, '使用此签名').isDisabled()).toBe(true)
    await page.mouse.move(box.x + 40, box.y + 40)
    await page.mouse.down()
    for (const [x, y] of [
      [120, 120],
      [200, 40],
      [280, 120],
    ])
      await page.mouse.move(box.x + x!, box.y + y!, { steps: 4 })
    await page.mouse.up()
    await button(page, '使用此签名').click()
    await pane(page).getByText('重新签名').waitFor()
    await button(page, '提交').click()
    await pane(page, 'workflow').waitFor()
    const id = new URL(page.url()).searchParams.get('id')

    const phone = await session(boss, { viewport: PHONE })
    await openScreen(phone.page, `/approval/workflow?id=${id}`, 'workflow')
    // The panel of reminders stands above the buttons, not on them.
    const panel = phone.page.locator('.zyt-notice')
    await panel.waitFor()
    const edge = async (of: ReturnType<Page['locator']>): Promise<{ top: number; bottom: number }> =>
      of.boundingBox().then((b) => ({ top: b!.y, bottom: b!.y + b!.height }))
    await phone.page.getByRole('tab', { name: '流程图' }).click()
    await expect
      .poll(async () => (await edge(panel)).bottom <= (await edge(pane(phone.page, 'workflow').locator('.zyt-form-bar'))).top)
      .toBe(true)
    await button(phone.page, '同意').first().click()
    await phone.page.getByText('点击手写签名').click()
    const pad = (await phone.page.locator('canvas').boundingBox())!
    const touch = await phone.context.newCDPSession(phone.page)
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: pad.x + x, y: pad.y + y }] })
    await finger('touchStart', 30, 30)
    for (let i = 1; i < 10; i++) await finger('touchMove', 30 + i * 20, i % 2 ? 80 : 30)
    await finger('touchEnd')
    await button(phone.page, '使用此签名').click()
    await phone.page.getByText('重新签名').waitFor()
    await dialog(phone.page)
      .getByRole('button', { name: /^同\s*意$/ })
      .last()
      .click()
    await toastShown(phone.page, '已同意')
    await phone.page.getByRole('tab', { name: '审批记录' }).click()
    await pane(phone.page, 'workflow').locator('.zyt-entry .zyt-thumb').waitFor()
    await button(phone.page, '打印').click()
    // One of the form, one of the trail.
    expect((await paperOf(phone.page)).pictures).toBe(2)
  })
})

describe('an act of another module', () => {
  test('gets a process by its name, waits for it, and several are answered at once, each with its result', async () => {
    const { page, api } = await session()
    const name = `加盟${fresh()}`
    await openScreen(page, '/approval/workflowAdd')
    await page.getByRole('combobox', { name: '由什么发起' }).click()
    await page.keyboard.type('加盟通过')
    await page.locator('.ant-select-item-option', { hasText: '加盟通过' }).click()
    await page.getByLabel('流程编码').fill(fresh())
    await page.getByLabel('流程名称').fill(name)
    await button(page, '保存').click()
    await button(page, '设计流程').click()
    await pane(page, 'workflowDesign').waitFor()
    await settled(page)
    // Half made it is kept, and not published; the check says what is missing.
    await pane(page).locator('[data-spot="after:start"] button').click()
    await page.getByRole('menuitem', { name: '审批人' }).click()
    await page.getByRole('radio', { name: '业务数据字段' }).check()
    await expect.poll(() => pane(page).locator('.zyt-design-bar [role="status"]').textContent()).toBe('已保存')
    await button(page, '检查').click()
    await pane(page).locator('.zyt-design-problems button', { hasText: '没有选择业务数据字段' }).click()
    await page.getByRole('combobox', { name: '业务数据字段' }).click()
    await page.locator('.ant-select-item-option', { hasText: '创建人' }).click()
    await expect.poll(() => pane(page).locator('.zyt-design-bar [role="status"]').textContent()).toBe('已保存')
    await button(page, '发布').click()
    await page.locator('dialog.zyt-confirm').getByRole('button', { name: '发布' }).click()
    await toastShown(page, '已发布')

    await openScreen(page, '/approval/businessProcessSettings', 'businessProcessSettings')
    await pane(page).locator('tr', { hasText: '加盟通过' }).getByRole('button', { name: '设置流程' }).click()
    await dialog(page).getByRole('combobox', { name: '审批流程' }).click()
    await page.locator('.ant-select-item-option', { hasText: name }).click()
    await button(page, '保存').click()
    await toastShown(page, '保存成功')

    const cases: string[] = []
    for (const contact of ['张先生', '李先生']) {
      const apply = await api.post<{ id: number }>('/api/v1/franchiseApply/add', { contact, mobile: '13900139000', city: '杭州市' })
      const detail = async () => (await api.get<{ version: number }>('/api/v1/franchiseApply/detail', { id: apply.id })).version
      await api.post('/api/v1/franchiseApply/follow', { id: apply.id, version: await detail() })
      await api.post('/api/v1/franchiseApply/pass', { id: apply.id, version: await detail(), result: '符合条件' })
      expect((await api.get<{ status: string }>('/api/v1/franchiseApply/detail', { id: apply.id })).status).toBe('following')
      const { list } = await api.get<{ list: { no: string; businessId: number; scene: number }[] }>('/api/v1/workbench/list', {
        box: 'waiting',
        pageSize: 50,
      })
      cases.push(list.find((w) => w.scene === 12 && w.businessId === apply.id)?.no ?? 'nothing waits')
    }
    expect(cases).toEqual([expect.stringMatching(/^SP/), expect.stringMatching(/^SP/)])
    await openScreen(page, '/approval/workbench', 'workbench')
    for (const no of cases) await pane(page).locator('tr', { hasText: no }).getByRole('checkbox').check()
    // Somebody is faster with one of them.
    const { list } = await api.get<{ list: { id: number; no: string; version: number }[] }>('/api/v1/workbench/list', {
      box: 'waiting',
      keyword: cases[0]!,
    })
    await api.post('/api/v1/workflow/withdraw', { id: list[0]!.id, version: list[0]!.version })
    await button(page, '批量同意（2）').click()
    await button(page, '全部同意').click()
    await dialog(page)
      .getByText(/成功\s*1/)
      .first()
      .waitFor()
    await dialog(page).getByText('该任务已被处理').first().waitFor()
    const states = await api.get<{ list: { no: string; status: string }[] }>('/api/v1/workbench/list', { box: 'started', pageSize: 20 })
    expect(cases.map((no) => states.list.find((c) => c.no === no)?.status)).toEqual(['withdrawn', 'passed'])
  })
})

describe('the form of a process that a business act starts', () => {
  test('opens by itself where the act is submitted, keeps what was typed when it is refused, and goes along with the act', async () => {
    const { page, api, expectProblem } = await session()
    // Somebody changes the record meanwhile, on purpose.
    expectProblem(/409 POST \/api\/v1\/carApplication\/submit/)
    const store = (
      await api.post<{ id: number }>('/api/v1/store/add', { code: fresh().slice(0, 20), name: `新店${fresh()}`, city: '上海' })
    ).id
    const bossName = `区域${fresh()}`
    const boss = await colleague(api, bossName)
    const { process } = await publish(
      api,
      [
        { name: 'why', label: '用车理由', kind: 'text', required: true },
        { name: 'budget', label: '预算', kind: 'money', required: true, min: 10_000 },
      ],
      [{ id: 'boss', name: '区域经理', users: [boss.id] }],
      'carApplication',
    )
    await api.post('/api/v1/businessProcess/add', { act: 'carApplication', process, store, enabled: true })
    const customer = {
      kind: 'person',
      name: `客户${fresh()}`,
      mobile: '13900000777',
      idNo: checked('idNo', '31010119930303776?'),
      store,
      licenceNo: '3101',
      licenceClass: 'C1',
      licenceDueOn: '2035-01-01',
    }
    const { id: lessee, version } = await api.post<{ id: number; version: number }>('/api/v1/lessee/add', customer)
    await api.post('/api/v1/lessee/approve', { id: lessee, version })
    const made = await api.post<{ id: number }>('/api/v1/carApplication/add', {
      lessee,
      store,
      quantity: 1,
      wantOn: '2030-01-01',
      months: 12,
      purpose: '城配',
    })
    const state = async () => (await api.get<{ status: string }>('/api/v1/carApplication/detail', { id: made.id })).status

    await openScreen(page, `/lease/applyCarDetail?id=${made.id}`)
    await button(page, '提交审批').first().click()
    await dialog(page).getByRole('button', { name: '提交审批' }).click()
    const sheet = dialog(page).filter({ hasText: '填写申请表' })
    await sheet.getByLabel('用车理由').waitFor()
    expect(await state()).toBe('draft')
    const send = sheet.getByRole('button', { name: /^提\s*交$/ })
    await send.click()
    await sheet.getByText('请填写用车理由').first().waitFor()
    await sheet.getByLabel('用车理由').fill('社区团购')
    await sheet.getByLabel('预算').fill('50')
    await send.click()
    await sheet.getByText('预算：不能小于 100.00').first().waitFor()
    // Given up for now: nothing has happened, and what was typed is there the next time.
    await sheet.getByRole('button', { name: /^取\s*消$/ }).click()
    await sheet.waitFor({ state: 'detached' })
    expect(await state()).toBe('draft')
    await dialog(page).getByRole('button', { name: '提交审批' }).click()
    await expect.poll(() => sheet.getByLabel('用车理由').inputValue()).toBe('社区团购')
    // The rule is changed meanwhile: the server refuses, the dialog stays with everything in it.
    const rule = await api.post<{ id: number; version: number }>('/api/v1/carApplication/edit', {
      id: made.id,
      version: (await api.get<{ version: number }>('/api/v1/carApplication/detail', { id: made.id })).version,
      purpose: '城配与团购',
    })
    await sheet.getByLabel('预算').fill('800')
    await send.click()
    await sheet
      .getByRole('alert')
      .filter({ hasText: '已变更' })
      .or(sheet.getByRole('alert').filter({ hasText: '修改' }))
      .first()
      .waitFor()
    expect([rule.id, await sheet.getByLabel('用车理由').inputValue(), await state()]).toEqual([made.id, '社区团购', 'draft'])
    await sheet.getByRole('button', { name: /^取\s*消$/ }).click()
    await page.reload()
    await settled(page)
    await button(page, '提交审批').first().click()
    await dialog(page).getByRole('button', { name: '提交审批' }).click()
    await expect.poll(() => sheet.getByLabel('预算').inputValue()).toMatch(/800/)
    await send.click()
    await toastShown(page, '提交审批成功')
    expect(await state()).toBe('approving')

    const bossApi = await signIn(world().port, boss.username, boss.password)
    const { list } = await bossApi.get<{ list: { id: number; businessId: number; task: { id: number } }[] }>('/api/v1/workbench/list', {
      box: 'waiting',
    })
    const work = list.find((w) => w.businessId === made.id)!
    expect((await bossApi.get<{ values: object }>('/api/v1/workflow/case', { id: work.id })).values).toEqual({
      why: '社区团购',
      budget: 80_000,
    })
    await bossApi.post('/api/v1/workflow/approve', { task: work.task.id })
    expect(await state()).toBe('approved')
  })
})

describe('the form board', () => {
  test('names a field by typing, shows one field by another, adds up lines, and is tried on a phone', async () => {
    const { page, api } = await session()
    const form = await api.post<{ id: number }>('/api/v1/approvalForm/add', { name: `试填${fresh()}` })
    await openScreen(page, `/approval/formDesign?form=${form.id}`, 'formDesign')
    await pane(page).getByRole('button', { name: '开关', exact: true }).click()
    await page.getByLabel('开关名称').fill('外带')
    // The code is typed letter by letter without losing the field; a wrong one is told and not taken over.
    await page.getByLabel('字段编码').fill('')
    await page.getByLabel('字段编码').pressSequentially('takeOut')
    expect(await page.getByLabel('字段编码').inputValue()).toBe('takeOut')
    await page.getByLabel('字段编码').pressSequentially('号')
    await page.getByText('以小写字母开头，只含字母和数字').waitFor()
    await pane(page).getByRole('button', { name: '单行文本', exact: true }).click()
    await page.getByLabel('单行文本名称').fill('去向')
    await page.getByLabel('必填').check()
    await page.locator('.zyt-panel').getByRole('button', { name: '添加条件' }).first().click()
    await page.locator('.zyt-panel .zyt-expr-group').getByRole('switch').check()
    await pane(page).getByRole('button', { name: '明细表', exact: true }).click()
    await expect.poll(() => pane(page).locator('.zyt-design-bar [role="status"]').textContent()).toBe('已保存')
    await button(page, '预览').click()
    const preview = dialog(page)
    expect(await preview.getByLabel('去向').count()).toBe(0)
    await preview.getByLabel('外带').click()
    await preview.getByLabel('去向').waitFor()
    await button(page, '试填校验').click()
    await preview.getByText('请填写去向').first().waitFor()
    await preview.getByText('手机', { exact: true }).click()
    await preview.locator('.zyt-preview-phone').getByLabel('去向').fill('杭州')
    await button(page, '试填校验').click()
    await toastShown(page, '填写正确，可以提交')
  })
})

describe('a draft that is kept by itself', () => {
  test('is sent once at a time however many wait for a slow answer, and says it is kept when it is, also when a change was taken back', async () => {
    const { page, api } = await session()
    const form = await api.post<{ id: number }>('/api/v1/approvalForm/add', { name: `慢存${fresh()}` })
    await openScreen(page, `/approval/formDesign?form=${form.id}`, 'formDesign')
    const word = () => pane(page).locator('.zyt-design-bar [role="status"]').textContent()
    await pane(page).getByRole('button', { name: '开关', exact: true }).click()
    await expect.poll(word).toBe('已保存')
    let [under, most] = [0, 0]
    const sent: string[] = []
    const release = Promise.withResolvers<void>()
    await page.route('**/approvalFormVersion/save', async (route) => {
      most = Math.max(most, ++under)
      sent.push(route.request().postData() ?? '')
      await release.promise
      const answer = await route.fetch()
      under--
      await route.fulfill({ response: answer })
    })
    const name = page.getByLabel('开关名称')
    for (const text of ['第一', '第二', '第三']) {
      await name.fill(text)
      await page.keyboard.press('Control+s')
      await expect.poll(word).toBe('保存中…')
    }
    release.resolve()
    await expect.poll(word).toBe('已保存')
    expect([most, sent.length]).toEqual([1, 2])
    expect(sent.at(-1)).toContain('第三')
    // Drawn and taken back before it was kept: nothing waits.
    await pane(page).getByRole('button', { name: '单行文本', exact: true }).click()
    await pane(page).getByRole('button', { name: '撤销' }).click()
    await expect.poll(word).toBe('已保存')
  })
})

describe('a deputy', () => {
  test('is set by everybody for himself only', async () => {
    const api = await signIn(world().port, 'admin', world().admin.password)
    const [bossName, mateName] = [`请假${fresh()}`, `代理${fresh()}`]
    const [boss, mate] = [await colleague(api, bossName), await colleague(api, mateName)]
    const mateApi = await signIn(world().port, mate.username, mate.password)
    const window = { fromAt: '2020-01-01T00:00:00.000Z', toAt: '2099-01-01T00:00:00.000Z', reason: '休假' }
    expect((await mateApi.raw('POST', '/api/v1/approvalDeputy/add', { user: boss.id, deputy: mate.id, ...window })).code).not.toBe(200)
    const bossApi = await signIn(world().port, boss.username, boss.password)
    await bossApi.post('/api/v1/approvalDeputy/add', { user: boss.id, deputy: mate.id, ...window })
    const { key } = await publish(
      api,
      [{ name: 'reason', label: '事由', kind: 'text', required: true }],
      [{ id: 'boss', name: '店长', users: [boss.id] }],
    )
    const { id } = await api.post<{ id: number }>('/api/v1/flow/start', { flowKey: key, values: { reason: '换轮胎' } })
    const { page } = await session(mate)
    await openScreen(page, '/approval/workbench', 'workbench')
    await pane(page).getByText(`代 ${bossName}`).waitFor()
    await openScreen(page, `/approval/workflow?id=${id}`, 'workflow')
    await pane(page, 'workflow').getByText(`您正在代理${bossName}处理。`).waitFor()
    await agree(page, '代批')
    await trail(page).getByText(`代 ${bossName}`).first().waitFor()
  })
})
