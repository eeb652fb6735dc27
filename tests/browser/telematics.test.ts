/**
 * Telematics in real Chromium, against a console with a gateway of its own: a terminal connects and its vehicle stands on the map, a
 * fence drawn with the mouse makes an event, a command reaches the terminal and its steps are seen. Software rendering draws the map.
 */
import { createServer, type AddressInfo } from 'node:net'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Device, location } from '#tests/device.ts'
import { signIn, type SignedIn } from './api.ts'
import { startConsole, type RunningConsole } from './server.global.ts'
import { vehicleValues } from './world.ts'

const PASSWORD = 'Liulan#2026qi'
const PHONE = '13912345678'
const HERE = { longitude: 121_473_701, latitude: 31_230_416 }

let running: RunningConsole
let browser: Browser
let context: BrowserContext
let page: Page
let api: SignedIn
let device: Device
let gatewayPort: number
let vehicle: { id: number; plateNo: string }
const problems: string[] = []

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

beforeAll(async () => {
  gatewayPort = await freePort()
  running = await startConsole({ ADMIN_PASSWORD: PASSWORD, DEMO: '0', GATEWAY_PORT: String(gatewayPort) })
  api = await signIn(running.port, 'admin', PASSWORD)
  const store = (await api.post<{ id: number }>('/api/v1/store/add', { code: 'PD', name: '浦东店', city: '上海' })).id
  const model = (await api.post<{ id: number }>('/api/v1/vehicleModel/add', { brand: '福田', series: '奥铃', name: '奥铃 4.2 米', category: 'reefer', energy: 'diesel' })).id
  const values = vehicleValues(1, store, model)
  vehicle = { id: (await api.post<{ id: number }>('/api/v1/vehicle/add', values)).id, plateNo: String(values['plateNo']) }
  const profile = (await api.post<{ id: number }>('/api/v1/deviceProfile/add', { name: '通用部标终端', protocol: 'jt808v2013' })).id
  const terminal = await api.post<{ id: number; version: number }>('/api/v1/terminal/add', { terminalNo: PHONE, profile, store })
  await api.post('/api/v1/terminal/bind', { id: terminal.id, version: terminal.version, vehicle: vehicle.id, at: new Date(Date.now() - 86_400_000).toISOString() })
  browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium', env: { ...process.env, LANG: 'C.UTF-8' }, args: ['--no-sandbox', '--disable-dev-shm-usage', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--force-prefers-reduced-motion'] })
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: `http://localhost:${running.port}`, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  context.setDefaultTimeout(20_000)
  page = await context.newPage()
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(String(error.stack ?? error)))
  await page.goto('/login')
  await page.locator('input[autocomplete=username]').fill('admin')
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.includes('login'))
}, 240_000)
afterAll(async () => {
  device?.drop()
  await browser?.close()
  await running?.stop()
})

const pane = () => page.locator('.zyt-pane:visible')
const counter = (label: string) => pane().getByRole('group', { name: '按状态筛选' }).getByRole('button', { name: new RegExp(`^${label}`) })
let serial = 0
const report = (more: Parameters<typeof location>[0] = {}) => device.say('0200', location({ ...HERE, at: Date.now() + serial++, ...more }) as never)

test('a terminal that connects puts its vehicle on the map, and the figures add up', async () => {
  await page.goto('/telematics/trainWorker')
  await expect.poll(() => counter('从未上线').innerText()).toContain('1')
  await pane().locator('.zyt-map[data-state="ready"]').waitFor()
  device = await new Device({ port: gatewayPort, phone: PHONE }).enter()
  report({ speed: 425, direction: 90 })
  await expect.poll(() => counter('行驶').innerText()).toContain('1')
  expect(await counter('从未上线').innerText()).toContain('0')
  expect(await counter('全部').innerText()).toContain('1')
  // Found by the terminal's number, shown with its speed and where it is.
  await pane().getByRole('combobox', { name: '查找车辆' }).fill('13912345')
  await page.locator('.ant-select-item-option', { hasText: vehicle.plateNo }).click()
  const card = pane().getByRole('region', { name: `${vehicle.plateNo} 的状态` })
  await card.getByText('上海市黄浦区').waitFor()
  expect(await card.innerText()).toContain('km/h · 向东')
})

test('a command asked for on the map reaches the terminal, and its steps are seen', async () => {
  device.onMessage = (m) => {
    if (m.header.messageId === '8300') device.say('0001', { serial: m.header.serial, messageId: '8300', result: 0 })
  }
  await pane().getByRole('button', { name: '文本下发' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('前方施工，请绕行')
  await dialog.getByRole('button', { name: /确\s*定|文本下发/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => device.heard.filter((m) => m.header.messageId === '8300').length).toBe(1)
  expect((device.heard.find((m) => m.header.messageId === '8300')!.body as { text: string }).text).toBe('前方施工，请绕行')
  const { list } = await api.get<{ list: { id: number }[] }>('/api/v1/command/list', { vehicle: vehicle.id })
  await page.goto(`/telematics/commandDetail?id=${list[0]!.id}`)
  await pane().getByText('执行成功').first().waitFor()
  await pane().getByText('终端应答', { exact: true }).waitFor()
})

test('a fence drawn with the mouse makes events when the vehicle goes in', async () => {
  await page.goto('/telematics/fenceAdd')
  const map = pane().locator('.zyt-map[data-state="ready"]')
  await map.waitFor()
  await pane().getByRole('combobox', { name: '地图定位到' }).fill('上海市黄浦区')
  await page.locator('.ant-select-item-option', { hasText: '黄浦区' }).first().click()
  const hint = map.locator('.zyt-fence-hint')
  const box = (await map.boundingBox())!
  // The map flies there; what is clicked afterwards lies near its middle.
  await expect.poll(async () => (await map.locator('.maplibregl-ctrl-scale').innerText())).toMatch(/^[1235]\s公里$|\s米$/)
  await map.click({ position: { x: box.width / 2, y: box.height / 2 } })
  await expect.poll(() => hint.innerText()).toContain('半径')
  await map.click({ position: { x: box.width / 2 + 150, y: box.height / 2 } })
  await expect.poll(() => hint.innerText()).toContain('拖动圆心')
  const points = await pane().getByRole('textbox', { name: '坐标点' }).inputValue()
  expect(points).toMatch(/^1\d\d\.\d+,\d+\.\d+$/)
  await pane().getByRole('textbox', { name: '围栏名称' }).fill('黄浦围栏')
  await pane().getByRole('button', { name: '保 存' }).or(pane().getByRole('button', { name: '保存', exact: true })).click()
  await page.waitForURL(/fenceDetail/)
  const { list } = await api.get<{ list: { id: number; version: number; radius: number; points: string }[] }>('/api/v1/fence/list', { name: '黄浦围栏' })
  const fence = list[0]!
  expect(fence.radius).toBeGreaterThan(100)
  await api.post('/api/v1/fenceBinding/add', { fence: fence.id, vehicle: vehicle.id })
  await api.post('/api/v1/fence/activate', { id: fence.id, version: fence.version })
  const [lng = 0, lat = 0] = fence.points.split(',').map((n) => Math.round(Number(n) * 1e6))
  const outside = { longitude: lng + Math.round(fence.radius * 30), latitude: lat }
  const began = Date.now()
  for (let i = 0; i < 4; i++) report({ ...outside, speed: 400, at: began - 240_000 + i * 30_000 })
  for (let i = 0; i < 4; i++) report({ longitude: lng, latitude: lat, speed: 300, at: began - 120_000 + i * 30_000 })
  await expect.poll(async () => (await api.get<{ total: number }>('/api/v1/fenceEvent/list', { fence: fence.id, kind: 'enter' })).total, { timeout: 30_000 }).toBe(1)
  await page.goto('/telematics/fenceEventList')
  await pane().getByText('黄浦围栏').first().waitFor()
})

test('the track is replayed with its mileage, and exported', async () => {
  const began = Date.now()
  for (let i = 0; i < 5; i++) report({ longitude: HERE.longitude + i * 3000, speed: 420, at: began - 300_000 + i * 20_000 })
  const period = { vehicle: vehicle.id, from: new Date(began - 600_000).toISOString(), to: new Date(began + 60_000).toISOString() }
  await expect.poll(async () => (await api.get<{ stored: number }>('/api/v1/position/track', period)).stored, { timeout: 10_000 }).toBeGreaterThanOrEqual(5)
  await page.goto(`/telematics/historicalTrajectory?track=1&vehicle=${vehicle.id}`)
  await pane().getByRole('complementary', { name: '行程与事件' }).getByRole('heading', { name: /^里程/ }).waitFor()
  await pane().getByRole('button', { name: '播放' }).click()
  await pane().getByRole('button', { name: '暂停' }).or(pane().getByRole('button', { name: '播放' })).first().waitFor()
  await pane().getByRole('button', { name: '导出轨迹' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'GPX' }).click()])
  expect(file.suggestedFilename()).toMatch(/^轨迹 .+\.gpx$/)
})

test('none of it made the browser complain', () => expect(problems).toEqual([]))
