/** A vehicle from its place on the map: who has it, what is under way about it, a command from the page of commands, and a new fence where the fleet is. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Company } from '../stories/company.ts'
import { owing, type Running } from '../stories/leases.ts'
import { signIn, type SignedIn } from './api.ts'
import { box, choose, rows, type, type Row } from './forms.ts'
import { DESKTOP, goOn, openScreen, pane, session, settled, shot, toastShown, useBrowser, world } from './harness.ts'
import { pastOf } from './past.ts'

useBrowser()

/** 苏州: nothing else of this company is there. */
const [LNG, LAT] = [120.62, 31.3]
let past: Company
let api: SignedIn
let lease: Running
let plate: string
beforeAll(async () => {
  const { port, admin } = world()
  api = await signIn(port, admin.username, admin.password)
  past = await pastOf(api)
  lease = await owing(past)
  plate = (await api.get<{ plateNo: string }>('/api/v1/vehicle/detail', { id: lease.vehicle })).plateNo
  const now = new Date().toISOString()
  const store = world().stores.west
  const profile = await api.post<Row>('/api/v1/deviceProfile/add', {
    name: '地图测试终端',
    protocol: 'jt808v2013',
    items: 'gps51',
    cutBy: 'control',
    cutCode: 'F0',
    restoreCode: 'F1',
    limitCode: 'F2',
    cutBits: 'oil',
  })
  const terminal = await api.post<Row>('/api/v1/terminal/add', { terminalNo: '13300088001', profile: profile.id, store })
  await api.post('/api/v1/terminal/bind', { id: terminal.id, version: terminal.version, vehicle: lease.vehicle })
  // As its terminal would have told.
  await past.write(async (tx) => {
    const where = { lng: LNG, lat: LAT, at: now, receivedAt: now, changedAt: now, online: true, motion: 'parked' as const }
    await tx.updateTable('vehiclePosition').set(where).where('vehicle', '=', lease.vehicle).execute()
    const of = { operatorId: past.operatorId, store, vehicle: lease.vehicle, terminal: terminal.id }
    const alarm = { no: `BJ-B-${Date.now()}`, kind: 'b1', grade: 'severe', status: 'open', source: 'terminal', startAt: now, lastAt: now }
    await tx
      .insertInto('alarm')
      .values({ ...of, ...alarm } as never)
      .execute()
  })
})
afterAll(() => past?.close())

describe('a vehicle on the map', () => {
  test('says who has it until when, what is owed and what it raised; its names open their cards, its lines their pages', async () => {
    const { page } = await session(world().admin, { viewport: DESKTOP })
    await goOn(page, `/telematics/trainWorker?vehicle=${lease.vehicle}`, 'trainWorker')
    const on = page.locator('.zyt-vehicle-card')
    await on.getByText('1 条未处理').waitFor()
    const { name } = await api.get<{ name: string }>('/api/v1/lessee/detail', { id: lease.lessee })
    for (const text of [name, '2026-01-10', '本车欠款']) await on.getByText(text).first().waitFor()
    await shot(page, 'map-card')
    await on.getByRole('link', { name, exact: true }).hover()
    const card = page.getByRole('dialog', { name: '卡片' })
    await card.getByRole('heading', { name }).waitFor()
    await page.mouse.move(2, 2)
    await card.waitFor({ state: 'detached' })
    await on.getByRole('link', { name: '1 条未处理' }).click()
    await pane(page, 'assistant').waitFor()
    expect(new URL(page.url()).searchParams.get('vehicle')).toBe(String(lease.vehicle))
  })
})

describe('a command from the page of commands', () => {
  test('vehicle, command, and it stands in the list; the one for fuel asks for its reason and waits for a second person', async () => {
    const { page } = await session(world().admin, { viewport: DESKTOP })
    await goOn(page, '/telematics/remoteCommand', 'remoteCommand')
    await pane(page).getByRole('button', { name: '下发指令', exact: true }).click()
    const dialog = page.getByRole('dialog').filter({ hasText: '下发指令' })
    await dialog.getByRole('combobox', { name: '车辆' }).fill(plate)
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: plate }).first().click()
    await dialog.getByRole('button', { name: '文本下发', exact: true }).waitFor()
    expect(await dialog.getByRole('button', { name: '申请断油断电' }).count()).toBe(0)
    await shot(page, 'command-start')
    await dialog.getByRole('button', { name: '文本下发', exact: true }).click()
    const text = page.getByRole('dialog').filter({ has: page.locator('[data-field="speak"]') })
    await type(text, 'text', '请联系调度')
    await text.getByRole('button', { name: '文本下发', exact: true }).click()
    await toastShown(page, '指令已提交')
    await expect.poll(async () => (await rows(api, 'command', { vehicle: lease.vehicle })).map((c) => c['kind'])).toEqual(['text'])
    await pane(page, 'remoteCommand').getByText('请联系调度').first().waitFor()

    // The list of one vehicle is about that vehicle.
    await goOn(page, `/telematics/oilAndElectricityControl?vehicle=${lease.vehicle}`, 'oilAndElectricityControl')
    await pane(page).getByRole('button', { name: '申请断油断电', exact: true }).click()
    const asked = page.getByRole('dialog').filter({ hasText: plate })
    await asked.getByRole('button', { name: '申请断油断电', exact: true }).click()
    const form = page.getByRole('dialog').filter({ has: page.locator('[data-field="reasonText"]') })
    await choose(page, form, 'reason', '设备测试')
    await type(form, 'reasonText', '停车场内测试继电器')
    await form.getByRole('button', { name: '申请断油断电', exact: true }).click()
    await form.getByText('请确认已告知承租人并知晓风险').first().waitFor()
    expect(await rows(api, 'cutOrder', { vehicle: lease.vehicle })).toEqual([])
    await box(form, 'warned').getByRole('switch').click()
    await form.getByRole('button', { name: '申请断油断电', exact: true }).click()
    await toastShown(page, '已提交申请')
    await expect.poll(async () => (await rows(api, 'cutOrder', { vehicle: lease.vehicle })).map((o) => o['status'])).toEqual(['pending'])
  })
})

describe('a new fence', () => {
  test('is drawn where the vehicles are, not on the whole country', async () => {
    const { page } = await session(world().admin, { viewport: DESKTOP })
    const { bounds } = await api.get<{ bounds: Record<'west' | 'east' | 'south' | 'north', number> }>('/api/v1/fence/where')
    const { west, east, south, north } = bounds
    const [size, middle] = [Math.max(east - west, north - south), [(west + east) / 2, (south + north) / 2] as const]
    // Other files of tests may have put vehicles elsewhere in this company.
    expect(size).toBeLessThan(30)
    // Nor is one drawn on that another file began.
    for (const { key } of await api.get<{ key: string }[]>('/api/v1/draft/list')) await api.post('/api/v1/draft/delete', { key })
    await openScreen(page, '/telematics/fenceAdd')
    const map = pane(page).locator('.zyt-map[data-state="ready"]')
    await map.waitFor()
    await settled(page)
    const points = async (): Promise<number[]> => (await box(pane(page), 'points').locator('textarea').inputValue()).split(',').map(Number)
    // Where one clicks in the middle of the first picture, the fence begins.
    await expect
      .poll(async () => {
        const { width, height } = (await map.boundingBox())!
        await map.click({ position: { x: width / 2, y: height / 2 } })
        const [lng = 0, lat = 0] = await points()
        return Math.hypot(lng - middle[0], lat - middle[1]) < Math.max(0.2, size / 3)
      })
      .toBe(true)
    await shot(page, 'fence-new')
  })
})
