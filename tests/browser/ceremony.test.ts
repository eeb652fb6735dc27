/** Signing on a phone of 375 pixels, everything by touch, heard by a screen reader; the designer of templates; and what /verify says. */
import { beforeAll, describe, expect, test } from 'vitest'
import { PDFDocument } from 'pdf-lib'
import type { CDPSession, Page } from 'playwright-core'
import { signIn, type SignedIn } from './api.ts'
import { findings } from './axe.ts'
import { openScreen, originOf, PHONE, session, shot, toastShown, useBrowser, visitor, world } from './harness.ts'

useBrowser()

const BASE = '/api/v1/contract'
const COMPANY = '海纳汽车租赁有限公司'
let api: SignedIn
let template = 0
let seal = 0
beforeAll(async () => {
  const { port, admin } = world()
  api = await signIn(port, admin.username, admin.password)
  const own = await api.post('/api/v1/signIdentity/add', { kind: 'company', name: COMPANY, creditCode: '91310000MA1FL0000N', own: true })
  await api.post('/api/v1/signIdentity/check', { id: own.id, version: own.version })
  seal = (await api.post('/api/v1/signSeal/add', { name: '手机合同章', company: COMPANY, keepers: [admin.id] })).id
  const clauses = Array.from({ length: 60 }, (_, i) => `${String(i + 1)}、双方应当按照约定全面履行自己的义务，遵循诚信原则。`).join('\n')
  const made = await api.post('/api/v1/signTemplate/add', {
    name: '手机签署',
    bizType: 'other',
    kind: 'text',
    text: `# 车辆租赁合同\n\n${clauses}\n\n〔甲方签章〕 〔乙方签章〕`,
  })
  await api.post('/api/v1/signTemplate/publish', { id: made.id, version: made.version })
  template = made.id
})

const flowOf = (id: number) => api.get('/api/v1/signFlow/detail', { id })
const partiesOf = async (flowId: number): Promise<any[]> => (await api.get(`${BASE}/sign/detail`, { flowId })).parties
/** Started, with the link of somebody a colleague vouches for. */
async function begun(name: string): Promise<{ flow: number; token: string }> {
  const { flowId: flow } = await api.post(`${BASE}/sign/initiateUrl`, {
    title: `车辆租赁合同 ${name}`,
    templateId: template,
    parties: [
      { role: '乙方', kind: 'person', name, mobile: '13900139000', intent: 'sms' },
      { role: '甲方', kind: 'company', name: COMPANY, intent: 'account', seal },
    ],
  })
  await api.post('/api/v1/signFlow/start', { id: flow, version: (await flowOf(flow)).version })
  const [lessee] = await partiesOf(flow)
  const { url } = await api.post(`${BASE}/sign/faceToFace`, { partyId: lessee.id, password: world().admin.password })
  return { flow, token: url.split('#t=')[1] }
}

async function phone(token: string): Promise<{ page: Page; hand: CDPSession }> {
  const { page, context } = await visitor({ viewport: PHONE, touch: true })
  await page.goto(`/sign#t=${token}`)
  await page.locator('.zyt-pdf canvas').first().waitFor()
  return { page, hand: await context.newCDPSession(page) }
}
/** A thumb that pushes the page up, and at its end down again to what was passed before it was drawn, until nothing is left unread. */
async function readThrough(page: Page, hand: CDPSession): Promise<void> {
  const thumb = (type: 'touchStart' | 'touchMove' | 'touchEnd', y = 0): Promise<unknown> =>
    hand.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: 180, y }] })
  let up = true
  let stood = -1
  for (let i = 0; i < 200 && (await page.getByText('已读完全文').count()) === 0; i++) {
    const from = up ? 700 : 300
    await thumb('touchStart', from)
    for (let step = 1; step <= 8; step++) await thumb('touchMove', from + (up ? -40 : 40) * step)
    await thumb('touchEnd')
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    const at = await page.evaluate(() => Math.round(document.scrollingElement?.scrollTop ?? 0))
    if (at === stood) up = !up
    stood = at
  }
  await page.getByText('已读完全文').waitFor()
}
async function drawn(page: Page, hand: CDPSession): Promise<void> {
  const pad = page.getByRole('img', { name: /的手写签名$/ })
  await pad.scrollIntoViewIfNeeded()
  const box = (await pad.boundingBox())!
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0): Promise<unknown> =>
    hand.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + x, y: box.y + y }] })
  await finger('touchStart', 40, 60)
  for (let i = 1; i < 12; i++) await finger('touchMove', 40 + i * 20, i % 2 ? 130 : 60)
  await finger('touchEnd')
}
const expectNoSidewaysScroll = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
const tall = async (page: Page, name: string | RegExp): Promise<void> =>
  expect((await page.getByRole('button', { name }).boundingBox())!.height).toBeGreaterThanOrEqual(44)

/** Where a screen reader goes on reading. */
const heardFrom = (page: Page): Promise<string | null> => page.evaluate(() => document.activeElement?.textContent ?? null)

describe('on a phone, by touch', () => {
  test('reads, agrees, draws and is done; every step is heard and nothing runs over the edge', async () => {
    const { flow, token } = await begun('王小明')
    const { page, hand } = await phone(token)
    await expectNoSidewaysScroll(page)
    expect(await findings(page)).toEqual([])
    // The words of the pages, for whoever cannot see them.
    await page.getByText('双方应当按照约定全面履行自己的义务').first().waitFor({ state: 'attached' })
    const heard = await page.locator('main').ariaSnapshot()
    expect(heard).toContain('heading "车辆租赁合同 王小明" [level=1]')
    expect(heard).toMatch(/checkbox "我同意以数据电文形式签订本合同/)
    expect(heard).toContain('双方应当按照约定全面履行自己的义务')
    expect(await page.getByRole('button', { name: '同意并签署' }).isDisabled()).toBe(true)
    await shot(page, 'sign-phone-read')
    await readThrough(page, hand)
    await page.getByRole('checkbox').tap()
    await tall(page, '同意并签署')
    await page.getByRole('button', { name: '同意并签署' }).tap()
    await page.getByRole('heading', { name: '签名', exact: true }).waitFor()
    expect(await heardFrom(page)).toBe('签名')
    expect(await page.locator('main').ariaSnapshot()).toContain('img "王小明的手写签名"')
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: '确认签署' }).tap()
    await page.getByRole('alert').getByText('请先手写签名，或改用姓名签署').waitFor()
    await drawn(page, hand)
    await shot(page, 'sign-phone-draw')
    await expectNoSidewaysScroll(page)
    await tall(page, '确认签署')
    await page.getByRole('button', { name: '确认签署' }).tap()
    await page.getByRole('status').getByText('签署完成').waitFor()
    expect(await heardFrom(page)).toBe('签署完成')
    expect(await findings(page)).toEqual([])
    await expectNoSidewaysScroll(page)
    await shot(page, 'sign-phone-done')
    expect((await partiesOf(flow)).map((party) => party.status)).toEqual(['signed', 'toSign'])
  })
  test('in the dark, and declined with a reason the initiator reads', async () => {
    const { flow, token } = await begun('赵小红')
    const { page } = await phone(token)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.getByRole('button', { name: '拒签', exact: true }).tap()
    await page.getByRole('textbox', { name: '拒签原因' }).waitFor()
    await page.getByRole('button', { name: '确认拒签' }).tap()
    await page.getByRole('alert').getByText('请填写拒签原因').waitFor()
    expect(await findings(page)).toEqual([])
    await shot(page, 'sign-phone-dark')
    await page.getByRole('textbox', { name: '拒签原因' }).fill('租期写错')
    await page.getByRole('button', { name: '确认拒签' }).tap()
    await page.getByRole('status').getByText('已拒签').waitFor()
    expect(await heardFrom(page)).toBe('已拒签')
    expect(await flowOf(flow)).toMatchObject({ status: 'declined', endReason: '赵小红拒签：租期写错' })
  })
  test('a link that is none says so', async () => {
    const { page, expectProblem } = await visitor({ viewport: PHONE, touch: true })
    expectProblem(/404/)
    await page.goto(`/sign#t=1.${'x'.repeat(43)}`)
    await page.getByText('链接已失效，请联系发起方重新获取').waitFor()
    expect(await findings(page)).toEqual([])
  })
})

describe('/verify', () => {
  test('says of the file that was dropped who signed and when, and of a changed one that it is changed', async () => {
    const { flow, token } = await begun('钱小军')
    const { page, hand } = await phone(token)
    await readThrough(page, hand)
    await page.getByRole('checkbox').tap()
    await page.getByRole('button', { name: '同意并签署' }).tap()
    await page.getByRole('button', { name: '用姓名签署' }).tap()
    await page.getByRole('button', { name: '确认签署' }).tap()
    await page.getByRole('status').getByText('签署完成').waitFor()
    const us = (await partiesOf(flow))[1]
    await api.post(`${BASE}/sign/stamp`, { partyId: us.id, password: world().admin.password })
    const answer = await fetch(`${originOf()}${BASE}/file/download?flowId=${String(flow)}&inline=1`, {
      headers: { Authorization: `bearer ${api.token}` },
    })
    const file = Buffer.from(await answer.arrayBuffer())
    await page.goto('/verify')
    const drop = async (buffer: Buffer): Promise<void> =>
      page.getByLabel('选择已签的 PDF').setInputFiles({ name: '合同.pdf', mimeType: 'application/pdf', buffer })
    await drop(file)
    await page.getByText('签名有效，签署后未被修改').waitFor()
    for (const words of ['钱小军', COMPANY, 'C 面签（工作人员见证）', 'D 账号确认']) await page.getByText(words).first().waitFor()
    await expectNoSidewaysScroll(page)
    expect(await findings(page)).toEqual([])
    await shot(page, 'verify-phone')
    const changed = Buffer.from(file)
    changed[3000]! ^= 1
    await drop(changed)
    await page.getByText('文件已被修改：第 1 个签名校验失败').waitFor()
  })
})

describe('the designer', () => {
  test('places by hand and by key, snaps, takes back and does again, and keeps points, not pixels', async () => {
    const doc = await PDFDocument.create()
    doc.addPage([595, 842])
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(await doc.save())], { type: 'application/pdf' }), '空白.pdf')
    const uploaded = await fetch(`${originOf()}${BASE}/file/upload`, {
      method: 'POST',
      body: form,
      headers: { Authorization: `bearer ${api.token}`, 'Idempotency-Key': crypto.randomUUID() },
    })
    const { fileId } = ((await uploaded.json()) as { data: { fileId: string } }).data
    const { templateId } = await api.post(`${BASE}/template/create`, { name: '拖放模板', bizType: 'other', kind: 'pdf', fileId })
    const { page } = await session()
    await openScreen(page, `/contract/templateDesign?id=${String(templateId)}`, 'templateDesign')
    await page.locator('.zyt-pdf canvas').first().waitFor()
    const place = (): Promise<string | null> => page.locator('.zyt-design .zyt-sign-note', { hasText: '（点）' }).textContent()
    await page.getByRole('button', { name: '签署区', exact: true }).click()
    const first = page.getByRole('button', { name: /^乙方签署区，方向键移动/ })
    await first.waitFor()
    expect(await place()).toBe('第 1 页　左 60　上 60　宽 140　高 60（点）')
    await first.focus()
    await page.keyboard.press('ArrowRight')
    expect(await place()).toContain('左 60.1')
    await page.keyboard.press('Shift+ArrowDown')
    expect(await place()).toContain('上 70')
    await page.keyboard.press('Control+z')
    expect(await place()).toContain('上 60')
    await page.keyboard.press('Control+y')
    expect(await place()).toContain('上 70')
    // Pulled near the left edge of the other, it takes that very edge.
    await page.getByRole('button', { name: '单行文本', exact: true }).click()
    const second = page.getByRole('button', { name: /^单行文本，方向键移动/ })
    const [one, two] = [(await first.boundingBox())!, (await second.boundingBox())!]
    await page.mouse.move(two.x + 20, two.y + 8)
    await page.mouse.down()
    await page.mouse.move(one.x + 22, one.y + 200, { steps: 6 })
    await page.mouse.up()
    expect(await place()).toContain('左 60.1')
    expect(await findings(page)).toEqual([])
    await shot(page, 'design')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await toastShown(page, '已保存，发布后生效')
    const [system] = await api.get(`${BASE}/template/component`, { templateId })
    expect(system).toMatchObject({ type: 6, role: '乙方', page: 1, x: 60.1, y: 70, w: 140, h: 60 })
    const colour = (box: typeof first): Promise<string> => box.evaluate((element) => getComputedStyle(element).borderTopColor)
    expect(await colour(first)).not.toBe(await colour(second))
  })
})
