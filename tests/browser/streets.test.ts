/**
 * Streets out of a PMTiles file of one's own, in real Chromium against a console of its own: the file is put into the data folder while
 * the server runs, the browser draws it by ranges, and a vehicle on it opens its card. Then the file breaks, and the map says so.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type Locator, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { zxyToTileId } from 'pmtiles'
import { pmtilesOf, squareTile } from '#modules/system/maps/fixture/pmtiles.server.ts'
import { Device, location } from '#tests/device.ts'
import { signIn } from './api.ts'
import { EXECUTABLE, MAP_ARGS, PATIENCE_MS } from './harness.ts'
import { freePort, startConsole, type RunningConsole } from './server.global.ts'
import { tellWhatStands } from './standing.ts'
import { vehicleValues } from './world.ts'

const PASSWORD = 'Liulan#2026qi'
const PHONE = '13912345679'
const AT = { longitude: 121_473_701, latitude: 31_230_416 }
let running: RunningConsole
let browser: Browser
let page: Page
let device: Device
let plateNo = ''
const problems: string[] = []

beforeAll(async () => {
  const gatewayPort = await freePort()
  running = await startConsole({ ADMIN_PASSWORD: PASSWORD, DEMO: '0', GATEWAY_PORT: String(gatewayPort), GATEWAY_ADMIT: 'open' })
  const api = await signIn(running.port, 'admin', PASSWORD)
  const store = (await api.post<{ id: number }>('/api/v1/store/add', { code: 'PD', name: '浦东店', city: '上海' })).id
  const kind = { brand: '福田', series: '奥铃', name: '奥铃 4.2 米', category: 'reefer', energy: 'diesel' }
  const model = (await api.post<{ id: number }>('/api/v1/vehicleModel/add', kind)).id
  const values = vehicleValues(1, store, model)
  plateNo = String(values['plateNo'])
  const vehicle = (await api.post<{ id: number }>('/api/v1/vehicle/add', values)).id
  const profile = (
    await api.post<{ id: number }>('/api/v1/deviceProfile/add', { name: '通用部标终端', protocol: 'jt808v2013', items: 'gps51' })
  ).id
  const terminal = await api.post<{ id: number; version: number }>('/api/v1/terminal/add', { terminalNo: PHONE, profile, store })
  const at = new Date(Date.now() - 86_400_000).toISOString()
  await api.post('/api/v1/terminal/bind', { id: terminal.id, version: terminal.version, vehicle, at })
  device = await new Device({ port: gatewayPort, phone: PHONE }).enter()
  device.say('0200', location({ ...AT, at: Date.now(), speed: 425, direction: 90 }) as never)
  browser = await chromium.launch({ executablePath: EXECUTABLE, env: { ...process.env, LANG: 'C.UTF-8' }, args: MAP_ARGS })
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    baseURL: `http://localhost:${running.port}`,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  context.setDefaultTimeout(PATIENCE_MS)
  page = await context.newPage()
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(String(error.stack ?? error)))
  await page.goto('/login')
  await page.locator('input[autocomplete=username]').fill('admin')
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.includes('login'))
})
afterEach((test) => tellWhatStands(test, page ? [page] : []))
afterAll(async () => {
  device?.drop()
  await browser?.close()
  await running?.stop()
})

const pane = () => page.locator('.zyt-pane:visible')
const map = (): Locator => pane().locator('.zyt-map[data-state="ready"]')
/** Share of the points in the middle of the map that have this colour. */
async function share([r, g, b]: readonly [number, number, number]): Promise<number> {
  const { x, y, width, height } = (await map().boundingBox())!
  const png = await page.screenshot({ clip: { x: x + width / 2 - 100, y: y + height / 2 - 100, width: 200, height: 200 } })
  return page.evaluate(
    async ([text, colour]) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]))
      const c = new OffscreenCanvas(image.width, image.height).getContext('2d')!
      c.drawImage(image, 0, 0)
      const { data } = c.getImageData(0, 0, image.width, image.height)
      let n = 0
      for (let i = 0; i < data.length; i += 4) if (colour.every((part, j) => Math.abs(data[i + j]! - part) < 6)) n++
      return (n * 4) / data.length
    },
    [png.toString('base64'), [r, g, b]] as const,
  )
}
async function lookAtVehicle(): Promise<Locator> {
  await page.goto('/telematics/trainWorker')
  await map().waitFor()
  await pane().getByRole('combobox', { name: '查找车辆' }).fill(PHONE.slice(0, 8))
  await page.locator('.ant-select-item-option', { hasText: plateNo }).click()
  const card = pane().getByRole('region', { name: `${plateNo} 的状态` })
  await card.waitFor()
  return card
}
/** What the style of Protomaps paints water with by day. */
const WATER = [0x80, 0xde, 0xea] as const

test('without a file the administrator is told where streets come from, and led to the setting that tries them', async () => {
  await page.goto('/telematics/electronicFence')
  await map().waitFor()
  await pane().getByRole('link', { name: '想看到街道？' }).click()
  await page.waitForURL(/appConfig/)
})

test('a file put into the data folder is drawn by ranges, and a vehicle on it opens its card', async () => {
  // One tile a level around 上海, all of it water: nothing else on the map has that colour.
  const tiles = Array.from({ length: 15 }, (_, z) => {
    const x = Math.floor(((AT.longitude / 1e6 + 180) / 360) * 2 ** z)
    const φ = (AT.latitude / 1e6) * (Math.PI / 180)
    const y = Math.floor(((1 - Math.log(Math.tan(Math.PI / 4 + φ / 2)) / Math.PI) / 2) * 2 ** z)
    return [x - 1, x, x + 1]
      .flatMap((tx) => [y - 1, y, y + 1].map((ty) => ({ z, x: tx, y: ty })))
      .filter((t) => t.x >= 0 && t.y >= 0 && t.x < 2 ** z && t.y < 2 ** z)
      .map((t) => ({ ...t, bytes: squareTile('water', 'water') }))
  }).flat()
  expect(new Set(tiles.map(({ z, x, y }) => zxyToTileId(z, x, y))).size).toBe(tiles.length)
  mkdirSync(join(running.dataDir, 'maps'), { recursive: true })
  writeFileSync(join(running.dataDir, 'maps/shanghai.pmtiles'), pmtilesOf({ tiles, bounds: [120.8, 30.6, 122, 31.9] }))
  const ranges: number[] = []
  const foreign: string[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/v1/map/file')) ranges.push(response.status())
    if (!/^(data|blob):/.test(response.url()) && new URL(response.url()).hostname !== 'localhost') foreign.push(response.url())
  })
  const card = await lookAtVehicle()
  await expect.poll(() => share(WATER), { timeout: PATIENCE_MS }).toBeGreaterThan(0.5)
  expect(ranges.length).toBeGreaterThan(1)
  expect(new Set(ranges)).toEqual(new Set([206]))
  expect(foreign).toEqual([])
  expect(await pane().getByRole('link', { name: '想看到街道？' }).count()).toBe(0)
  await card.getByRole('button', { name: '关闭' }).click()
  await card.waitFor({ state: 'detached' })
  const { width, height } = (await map().boundingBox())!
  await map().click({ position: { x: width / 2, y: height / 2 } })
  await card.waitFor()
  expect(problems.splice(0)).toEqual([])
})

test('a file that cannot be drawn gives way to the shipped map, which says why', async () => {
  writeFileSync(join(running.dataDir, 'maps/shanghai.pmtiles'), 'not a map')
  await page.goto('/telematics/electronicFence')
  await map().getByText('不是 PMTiles 文件，请换成 Protomaps 的 .pmtiles 文件；已改用内置底图').waitFor()
  await pane().getByRole('link', { name: '想看到街道？' }).waitFor()
  expect(problems.splice(0)).toEqual([])
})
