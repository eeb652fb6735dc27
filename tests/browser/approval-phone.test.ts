/** 审批 on a phone of 375 pixels, everything by touch: each thing colleagues do with one another's work, and several at once. */
import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { signIn, type SignedIn } from './api.ts'
import { openScreen, pane, PHONE, session, type Session, settled, shot, toastShown, useBrowser, world } from './harness.ts'
import { makeUser, type Person } from './world.ts'

useBrowser()

const spaced = (name: string): string => Array.from(name).join('\\s*')
const button = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`(?:^|\\s)${spaced(name)}$`) })
const dialog = (page: Page) => page.locator('.ant-modal')
let made = 0
const fresh = (): string => `hand${++made}${Date.now().toString(36)}`

async function colleague(api: SignedIn, name: string): Promise<Person> {
  const { port, dept } = world()
  const person = await makeUser(port, api, { dept, codes: ['approvalMenu', 'workbench', 'approved'] })
  const { version } = await api.get<{ version: number }>('/api/v1/user/detail', { id: person.id })
  await api.post('/api/v1/user/edit', { id: person.id, version, name })
  return person
}

async function publish(api: SignedIn, nodes: { id: string; name: string; users: number[] }[]): Promise<string> {
  const key = fresh()
  const form = await api.post<{ id: number }>('/api/v1/approvalForm/add', { name: `单据${key}` })
  const sheet = await api.post<{ id: number }>('/api/v1/approvalFormVersion/draft', { form: form.id })
  const { version } = await api.get<{ version: number }>('/api/v1/approvalFormVersion/design', { id: sheet.id })
  const saved = await api.post<{ version: number }>('/api/v1/approvalFormVersion/save', {
    id: sheet.id,
    version,
    schema: { fields: [{ name: 'reason', label: '事由', kind: 'note', required: true }] },
  })
  await api.post('/api/v1/approvalFormVersion/publish', { id: sheet.id, version: saved.version })
  const process = await api.post<{ id: number }>('/api/v1/approvalProcess/add', {
    key,
    name: `外出${key}`,
    category: 'other',
    form: form.id,
  })
  const draft = await api.post<{ id: number }>('/api/v1/approvalVersion/draft', { process: process.id })
  const design = await api.get<{ version: number }>('/api/v1/approvalVersion/design', { id: draft.id })
  const approving = nodes.map(({ id, name, users }) => ({
    kind: 'approve',
    id,
    name,
    who: { kind: 'person', users },
    mode: 'all',
    empty: { policy: 'toAdmin' },
    self: 'allow',
  }))
  const definition = {
    format: 1,
    nodes: [{ kind: 'start', id: 'start', name: '发起人' }, ...approving],
    settings: { allowWithdraw: true, allowTakeBack: true, dedupe: 'none' },
  }
  const savedVersion = await api.post<{ version: number }>('/api/v1/approvalVersion/save', {
    id: draft.id,
    version: design.version,
    definition,
  })
  await api.post('/api/v1/approvalVersion/publish', { id: draft.id, version: savedVersion.version })
  return key
}

const phone = (who: Person): Promise<Session> => session(who, { viewport: PHONE, touch: true })
const opened = (page: Page, id: string | null): Promise<void> => openScreen(page, `/approval/workflow?id=${id}`, 'workflow')

/** What a finger hits without hitting its neighbour. */
const FINGER = 40

/** Nothing to be pulled sideways, and the finger hits what it sees. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
}

/** Taps an act where it stands, in sight or behind 更多. */
async function begin(page: Page, act: string): Promise<void> {
  const bar = pane(page, 'workflow').locator('.zyt-case-main-buttons')
  const own = bar.getByRole('button', { name: new RegExp(`^${spaced(act)}$`) })
  await bar.getByRole('button').first().waitFor()
  if ((await own.count()) > 0) return own.tap()
  await bar.getByRole('button', { name: /更多$/ }).tap()
  await shot(page, `phone-more-${act}`)
  const item = page.getByRole('menuitem', { name: act, exact: true })
  await settled(page)
  await expect.poll(async () => Math.round((await item.boundingBox())?.height ?? 0)).toBeGreaterThanOrEqual(FINGER)
  await item.tap()
}

interface Told {
  picker?: string
  who?: string
  radio?: string
  text?: string
}
async function act(page: Page, name: string, said: string, { picker, who, radio, text }: Told = {}): Promise<void> {
  await begin(page, name)
  await dialog(page).waitFor()
  if (picker && who) {
    await dialog(page).getByRole('combobox', { name: picker }).tap()
    await page.keyboard.type(who)
    await page.locator('.ant-select-item-option', { hasText: who }).tap()
    // Of several the list stays open; a tap beside it closes it.
    if (await page.locator('.ant-select-dropdown:visible').count()) await dialog(page).locator('.ant-modal-title').tap()
  }
  if (radio) await dialog(page).locator('label', { hasText: radio }).tap()
  if (text) await dialog(page).locator('textarea').fill(text)
  await expectNoSidewaysScroll(page)
  await shot(page, `phone-${name}`)
  await dialog(page)
    .getByRole('button', { name: new RegExp(`^${spaced(name)}$`) })
    .last()
    .tap()
  await toastShown(page, said)
  await dialog(page).waitFor({ state: 'hidden' })
  await settled(page)
}

describe('on a phone, by touch', () => {
  test('a case is applied for, urged, shared, lent, handed over, sent back and withdrawn', async () => {
    const api = await signIn(world().port, 'admin', world().admin.password)
    const [starterName, bossName, mateName, chiefName] = ['发起', '店长', '车管', '经理'].map((n) => `${n}${fresh()}`) as [
      string,
      string,
      string,
      string,
    ]
    const [starter, boss, mate, chief] = [
      await colleague(api, starterName),
      await colleague(api, bossName),
      await colleague(api, mateName),
      await colleague(api, chiefName),
    ]
    const key = await publish(api, [
      { id: 'boss', name: '店长审批', users: [boss.id] },
      { id: 'chief', name: '经理审批', users: [chief.id] },
    ])

    const s = await phone(starter)
    await openScreen(s.page, `/flow/apply/${key}?resourceCode=workbench`, 'flowApply')
    await pane(s.page).getByLabel('事由').fill('去机场接客户')
    await expectNoSidewaysScroll(s.page)
    await shot(s.page, 'phone-apply')
    await button(s.page, '提交').tap()
    await pane(s.page, 'workflow').waitFor()
    await settled(s.page)
    const id = new URL(s.page.url()).searchParams.get('id')
    await expectNoSidewaysScroll(s.page)
    await shot(s.page, 'phone-case')
    await act(s.page, '催办', '已催办', { text: '客户在等' })

    const b = await phone(boss)
    await opened(b.page, id)
    await act(b.page, '前加签', '已加签', { picker: '加签给谁', who: mateName })
    await act(b.page, '减签', '已减签', { radio: mateName })
    await act(b.page, '后加签', '已加签', { picker: '加签给谁', who: mateName })
    await act(b.page, '减签', '已减签', { radio: mateName })
    await act(b.page, '抄送', '已抄送', { picker: '抄送给谁', who: chiefName })
    await act(b.page, '委派', '已委派', { picker: '交给谁', who: mateName, text: '油费多少' })

    const m = await phone(mate)
    await opened(m.page, id)
    await act(m.page, '同意', '已同意', { text: '两百元' })
    await opened(b.page, id)
    await b.page.getByRole('tab', { name: '审批记录' }).tap()
    await pane(b.page, 'workflow').getByText('两百元').first().waitFor()
    await expectNoSidewaysScroll(b.page)
    await shot(b.page, 'phone-trail')
    await act(b.page, '转办', '已转办', { picker: '交给谁', who: mateName })
    await opened(m.page, id)
    await begin(m.page, '同意')
    await toastShown(m.page, '已同意')

    const c = await phone(chief)
    await opened(c.page, id)
    await act(c.page, '退回', '已退回', { radio: '店长审批', text: '缺报价' })
    await c.page.getByRole('tab', { name: '流程图' }).tap()
    await expectNoSidewaysScroll(c.page)
    await shot(c.page, 'phone-picture')

    await opened(s.page, id)
    await act(s.page, '撤销申请', '已撤销', { text: '不去了' })
    await pane(s.page, 'workflow').getByText('已撤销').first().waitFor()
    await expectNoSidewaysScroll(s.page)
    await shot(s.page, 'phone-withdrawn')
  })

  test('several are agreed to at once, and a choice survives a second thought', async () => {
    const api = await signIn(world().port, 'admin', world().admin.password)
    const bossName = `店长${fresh()}`
    const boss = await colleague(api, bossName)
    const key = await publish(api, [{ id: 'boss', name: '店长审批', users: [boss.id] }])
    const numbers: string[] = []
    // The first does not end on one screen of a phone.
    for (const reason of ['去机场接客户。'.repeat(140), '二', '三'])
      numbers.push((await api.post<{ no: string }>('/api/v1/flow/start', { flowKey: key, values: { reason } })).no)

    const { page } = await phone(boss)
    await openScreen(page, '/approval/workbench', 'workbench')
    const cards = pane(page).locator('.zyt-desk-cards > li')
    await expect.poll(() => cards.count()).toBe(3)
    const tick = await cards.first().locator('label').boundingBox()
    expect([tick!.width >= FINGER, tick!.height >= FINGER]).toEqual([true, true])
    for (const i of [0, 1]) await cards.nth(i).getByRole('checkbox').tap()
    await expectNoSidewaysScroll(page)
    await shot(page, 'phone-desk')
    await button(page, '批量同意（2）').tap()
    await dialog(page)
      .getByRole('button', { name: /^取\s*消$/ })
      .tap()
    await dialog(page).waitFor({ state: 'hidden' })
    await button(page, '批量同意（2）').tap()
    await dialog(page).getByLabel('审批意见').fill('同意')
    await shot(page, 'phone-bulk')
    await button(page, '全部同意').tap()
    await dialog(page)
      .getByText(/成功\s*2/)
      .first()
      .waitFor()
    // Three of one title: only the number says which.
    for (const no of numbers.slice(1)) await dialog(page).getByText(no).waitFor()
    await expectNoSidewaysScroll(page)
    await shot(page, 'phone-bulk-result')
    await button(page, '知道了').tap()
    await expect.poll(() => cards.count()).toBe(1)
    await button(page, '批量同意').waitFor()

    // One alone: the card, and 同意 where its facts stand, once they have been on the screen to their end.
    await page.evaluate(() => {
      ;(window as unknown as { taps: number }).taps = 0
      addEventListener('pointerdown', (event) => event.isTrusted && (window as unknown as { taps: number }).taps++, true)
    })
    await cards.first().getByRole('button').tap()
    const yes = pane(page, 'workflow')
      .locator('.zyt-case-main-buttons')
      .getByRole('button', { name: /^同\s*意$/ })
    await yes.waitFor()
    await settled(page)
    expect(await yes.getAttribute('aria-disabled')).toBe('true')
    await pane(page, 'workflow').locator('.zyt-case-end').scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, 2000)
    await yes.tap()
    await toastShown(page, '已同意')
    expect(await page.evaluate(() => (window as unknown as { taps: number }).taps)).toBe(2)
  })
})
