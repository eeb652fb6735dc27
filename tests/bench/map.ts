/**
 * Ten thousand vehicles on the live map while it is dragged, in Chromium, with a thousand of them reporting every second. The floor is
 * the same screen in the same browser with no vehicle drawn; without a graphics chip (as here) that floor is what a processor can fill.
 * And what the map asks first: all last positions at once (`node tests/bench/run.ts positions`).
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { makeFleet } from './fleet.ts'
import { line, ms, processorOf, repeated, times, type Line } from './measure.ts'
import { PASSWORD, postmasterOf, type Product } from './product.ts'

const EXECUTABLE = process.env['CHROMIUM_PATH'] || '/usr/bin/chromium'
const INDEX = join(import.meta.dirname, '../../dist/web/index.html')
const ARGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
]
const PAN_MS = 5000
const BUDGET = 30
/** A frame of 30 a second. */
const FRAME_MS = 1000 / 30

/** Half of them in one city, the others around nine more; every state there is. */
const PLACES = `(array[121.47,116.40,113.26,114.06,104.07,106.55,114.30,108.95,120.15,118.80])[1 + k] + ((n * 7919 % 1000) / 1000.0 - 0.5) * case when k = 0 then 0.12 else 1.2 end as lng,
  (array[31.23,39.90,23.13,22.55,30.67,29.56,30.60,34.27,30.28,32.06])[1 + k] + ((n * 104729 % 1000) / 1000.0 - 0.5) * case when k = 0 then 0.08 else 1.2 end as lat`
const fill = (product: Product): Promise<unknown> =>
  product.sql(`
  insert into vehicle_position (operator_id, vehicle, store, online, motion, at, received_at, lng, lat, speed, direction, acc_on)
  select operator_id, id, store, n % 5 < 4, (array['driving','idling','parked','driving'])[1 + n % 4], now(), now(), lng, lat, case when n % 2 = 0 then 45 else 0 end, n * 37 % 360, true
  from (select v.id, v.operator_id, v.store, n, ${PLACES} from (select id, operator_id, store, n, case when n % 2 = 0 then 0 else 1 + (n / 2) % 9 end as k
    from (select id, operator_id, store, row_number() over (order by id)::int as n from vehicle where operator_id = (select min(id) from operator)) a) v) p`)

const drive = (product: Product): Promise<unknown> =>
  product.sql(
    `update vehicle_position set lng = lng + (random() - 0.5) * 0.002, lat = lat + (random() - 0.5) * 0.002, at = now(), received_at = now(), direction = (direction + 7) % 360 where id % 10 = extract(second from now())::int % 10`,
  )
/** As the gateway writes them: a thousand vehicles a second drive on. */
function driving(product: Product): () => Promise<void> {
  let stopped = false
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(() => (stopped ? null : drive(product)))
  }, 1000)
  return async () => {
    stopped = true
    clearInterval(timer)
    await running
  }
}

interface Pan {
  fps: number
  /** Of one frame, ms. */
  p50: number
  p95: number
  /** Share of frames that came later than one of 30 a second. */
  late: number
}
/** The mouse is moved inside the page, once a frame: a driver outside would measure itself. */
async function pan(page: Page): Promise<Pan> {
  const took = await page.evaluate(async (length) => {
    const canvas = document.querySelector('.maplibregl-canvas')!
    const box = canvas.getBoundingClientRect()
    const [x, y] = [box.left + box.width * 0.55, box.top + box.height * 0.6]
    const send = (type: string, dx: number, dy: number): boolean =>
      canvas.dispatchEvent(
        new MouseEvent(type, {
          bubbles: true,
          cancelable: true,
          clientX: x + dx,
          clientY: y + dy,
          button: 0,
          buttons: type === 'mouseup' ? 0 : 1,
          view: window,
        }),
      )
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    send('mousedown', 0, 0)
    const all: number[] = []
    const began = performance.now()
    let before = began
    while (before - began < length) {
      const turn = (before - began) / 300
      send('mousemove', 160 * Math.sin(turn), 90 * Math.sin(turn * 0.7))
      await frame()
      const now = performance.now()
      all.push(now - before)
      before = now
    }
    send('mouseup', 0, 0)
    return all
  }, PAN_MS)
  took.sort((a, b) => a - b)
  const total = took.reduce((sum, one) => sum + one, 0)
  return {
    fps: (took.length * 1000) / total,
    p50: took[Math.floor(took.length / 2)]!,
    p95: took[Math.floor(took.length * 0.95)]!,
    late: took.filter((one) => one > FRAME_MS + 0.5).length / took.length,
  }
}

async function open(browser: Browser, product: Product): Promise<Page> {
  const page = await (
    await browser.newContext({ baseURL: `http://localhost:${product.port}`, viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
  ).newPage()
  page.setDefaultTimeout(60_000)
  await page.goto('/login')
  await page.locator('input[autocomplete=username]').fill('admin')
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.locator('input[type=password]').press('Enter')
  await page.waitForURL((url) => !url.pathname.includes('login'))
  return page
}

async function look(page: Page, query: string): Promise<Pan> {
  await page.goto(`/telematics/trainWorker${query}`)
  const pane = page.locator('.zyt-pane:visible')
  await pane.locator('.zyt-map[data-state="ready"]').waitFor()
  await pane.getByText('实时', { exact: true }).waitFor()
  // Outlines of areas, fonts, the flight to the followed vehicle.
  await page.waitForTimeout(4000)
  return pan(page)
}

const WAYS = (vehicle: number) =>
  [
    ['all of China, gathered', '', '?states=never'],
    ['one city, each alone', `?vehicle=${vehicle}&follow=1`, `?vehicle=${vehicle}&follow=1&states=never`],
  ] as const

export async function benchMap(product: Product, size = 10_000): Promise<Line[]> {
  if (!existsSync(INDEX)) return [line('map', 'not measured: the console is not built (npm run build)')]
  if (!existsSync(EXECUTABLE)) return [line('map', 'not measured: there is no Chromium (CHROMIUM_PATH)')]
  await filled(product, size)
  const [city] = await product.sql<{ vehicle: number }>(
    `select vehicle from vehicle_position where lng between 121.46 and 121.48 and lat between 31.22 and 31.24 order by id limit 1`,
  )
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ARGS })
  const stop = driving(product)
  try {
    const page = await open(browser, product)
    const renderer = await page.evaluate(() => {
      const gl = document.createElement('canvas').getContext('webgl2')
      return gl ? String(gl.getParameter(gl.getExtension('WEBGL_debug_renderer_info')?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER)) : 'no WebGL'
    })
    const chip = /swiftshader|llvmpipe|software/i.test(renderer) ? 'software rendering' : renderer
    const lines: Line[] = []
    for (const [what, query, none] of WAYS(city!.vehicle)) {
      const floor = await look(page, none)
      const dragged = await look(page, query)
      lines.push(
        line(
          `map with ${size.toLocaleString('en')} vehicles dragged for ${PAN_MS / 1000} s: ${what}`,
          `${dragged.fps.toFixed(1)} fps, a frame p50 ${ms(dragged.p50)}, p95 ${ms(dragged.p95)}, ${Math.round(dragged.late * 100)} % later than 33 ms (${chip})`,
          {
            floor: `no vehicle drawn: ${floor.fps.toFixed(1)} fps, p50 ${ms(floor.p50)}, p95 ${ms(floor.p95)}, ${Math.round(floor.late * 100)} %`,
            ratio: times(dragged.fps / floor.fps),
            budget: `≥ ${BUDGET} fps`,
            met: dragged.fps >= BUDGET,
          },
        ),
      )
    }
    return lines
  } finally {
    await stop()
    await browser.close()
  }
}

/** All of them at once, standing and while a tenth of them moves every second; processor time a call, which a busy machine does not change. */
export async function benchPositions(product: Product, size = 10_000): Promise<Line[]> {
  const admin = await filled(product, size)
  try {
    const call = async (): Promise<void> => {
      const answer = await admin.call<{ vehicles: { id: number[] } }>('GET', '/api/v1/live/vehicles')
      if (answer.vehicles.id.length !== size) throw new Error(`${answer.vehicles.id.length} of ${size} vehicles`)
    }
    const floor = await repeated(
      30,
      async () => void (await product.sql('select vehicle, lng, lat, speed, direction, at, motion, online from vehicle_position')),
    )
    const lines: Line[] = []
    const pids = [product.pid, postmasterOf(product.dataDir)!.pid]
    for (const [what, stop] of [
      ['standing', async () => {}],
      ['1,000 of them moving every second', driving(product)],
    ] as const) {
      const before = pids.map(processorOf)
      const { n, p50, p95, max } = await repeated(100, call)
      const [ours, database] = pids.map((pid, i) => ((processorOf(pid) - before[i]!) / n) * 1000)
      await stop()
      lines.push(
        line(
          `last positions of ${size} vehicles, ${what}`,
          `p50 ${ms(p50)}, p95 ${ms(p95)}, max of ${n} ${ms(max)}; processor a call: the product ${ms(ours!)}, PostgreSQL ${ms(database!)}`,
          { floor: `the bare rows ${ms(floor.p50)}`, ratio: times(p50 / floor.p50), budget: '≤ 200 ms', met: p95 <= 200 },
        ),
      )
    }
    return lines
  } finally {
    admin.close()
  }
}

async function filled(product: Product, size: number) {
  const { admin } = await makeFleet(product, size)
  await fill(product)
  return admin
}
