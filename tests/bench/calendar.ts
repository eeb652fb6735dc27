/**
 * Ten thousand vehicles by ninety days, scrolled from the top in Chromium: slowly as one reads, and in leaps as one flings. The floor is the same
 * page standing still, which is what this browser can paint at all. And bookings: hundreds of callers at once for the same vehicles and days, over HTTP.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { makeFleet } from './fleet.ts'
import { line, ms, times, type Line } from './measure.ts'
import { PASSWORD, type Product } from './product.ts'

const EXECUTABLE = process.env['CHROMIUM_PATH'] || '/usr/bin/chromium'
const INDEX = join(import.meta.dirname, '../../dist/web/index.html')
const SCROLL_MS = 5000
const BUDGET = 50
const DAYS = 90
const BOOKINGS = 1000
const CALLERS = 50

/** Three holds of each vehicle and a stay in the workshop of every fifth, over the ninety days. */
const fill = (product: Product): Promise<unknown> =>
  product.sql(`
  insert into vehicle_hold (operator_id, no, status, caller, mobile, store, model, vehicle, start_on, end_on, expires_at)
    select v.operator_id, 'YLBENCH-' || v.id || '-' || k, 'held', '来电人' || k, '13900139000', v.store, v.model, v.id, current_date + 30 * k + (v.id % 9)::int, current_date + 30 * k + (v.id % 9)::int + 4 + (v.id % 7)::int, now() + interval '30 days'
    from vehicle v cross join generate_series(0, 2) k where v.operator_id = (select min(id) from operator) and v.deleted_at is null;
  insert into upkeep_order (operator_id, no, status, vehicle, kind, payer, in_at, store)
    select operator_id, 'WBBENCH-' || id, 'repairing', id, 'upkeep', 'company', now() - interval '1 day', store from vehicle where operator_id = (select min(id) from operator) and id % 5 = 0;
  analyze vehicle_hold, vehicle_occupancy, upkeep_order`)

interface Paint {
  fps: number
  p95: number
  late: number
}
/** Scrolled inside the page, once a frame: a driver outside would measure itself. `step`: pixels a frame. */
async function scroll(page: Page, step: number): Promise<Paint> {
  const took = await page.evaluate(
    async ({ length, by }) => {
      const box = document.querySelector('.zyt-pane:not([hidden]) .zyt-sched-grid') ?? document.querySelector('.zyt-sched-grid')!
      const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
      await frame()
      const all: number[] = []
      const began = performance.now()
      let before = began
      while (before - began < length) {
        box.scrollTop += by
        await frame()
        const now = performance.now()
        all.push(now - before)
        before = now
      }
      return all
    },
    { length: SCROLL_MS, by: step },
  )
  took.sort((a, b) => a - b)
  return {
    fps: (took.length * 1000) / took.reduce((sum, one) => sum + one, 0),
    p95: took[Math.floor(took.length * 0.95)]!,
    late: took.filter((one) => one > 1000 / BUDGET + 0.5).length / took.length,
  }
}

async function benchScroll(product: Product, size: number): Promise<Line[]> {
  if (!existsSync(INDEX)) return [line('calendar', 'not measured: the console is not built (npm run build)')]
  if (!existsSync(EXECUTABLE)) return [line('calendar', 'not measured: there is no Chromium (CHROMIUM_PATH)')]
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  try {
    const page = await (
      await browser.newContext({ baseURL: `http://localhost:${product.port}`, viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
    ).newPage()
    page.setDefaultTimeout(60_000)
    await page.goto('/login')
    await page.locator('input[autocomplete=username]').fill('admin')
    await page.locator('input[type=password]').fill(PASSWORD)
    await page.locator('input[type=password]').press('Enter')
    await page.waitForURL((url) => !url.pathname.includes('login'))
    await page.goto(`/lease/vehicleCalendar?days=${DAYS}`)
    await page.locator('.zyt-sched-bar').first().waitFor()
    const still = await scroll(page, 0)
    const lines: Line[] = []
    for (const [what, step] of [
      ['read, a row a frame', 38],
      ['flung, a window a frame', 700],
    ] as const) {
      await page.evaluate(() => document.querySelector('.zyt-sched-grid')!.scrollTo({ top: 0 }))
      const frames = await scroll(page, step)
      lines.push(
        line(
          `calendar of ${size.toLocaleString('en')} vehicles × ${DAYS} days, ${what}`,
          `${frames.fps.toFixed(1)} fps, a frame p95 ${ms(frames.p95)}, ${Math.round(frames.late * 100)} % later than ${1000 / BUDGET} ms`,
          {
            floor: `standing still: ${still.fps.toFixed(1)} fps`,
            ratio: times(frames.fps / still.fps),
            budget: `≥ ${BUDGET} fps`,
            met: frames.fps >= BUDGET,
          },
        ),
      )
    }
    return lines
  } finally {
    await browser.close()
  }
}

/** A thousand bookings of ten vehicles within forty days, fifty callers at a time. */
async function benchBookings(product: Product, admin: Awaited<ReturnType<typeof makeFleet>>['admin']): Promise<Line> {
  const vehicles = await product.sql<{ id: number; store: number }>(
    `select id::int, store::int from vehicle where operator_id = (select min(id) from operator) and status = 'available' and deleted_at is null order by id limit 10`,
  )
  const day = (n: number): string => new Date(Date.now() + (200 + n) * 86_400_000).toISOString().slice(0, 10)
  let [next, done] = [0, 0]
  const began = performance.now()
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      for (let i = next++; i < BOOKINGS; i = next++) {
        const v = vehicles[i % vehicles.length]!
        const from = (i * 7) % 40
        const values = {
          caller: `来电人${i}`,
          mobile: '13900139000',
          store: v.store,
          vehicle: v.id,
          startOn: day(from),
          endOn: day(from + 1 + (i % 5)),
        }
        if (
          await admin.add('vehicleHold', values).then(
            () => true,
            () => false,
          )
        )
          done++
      }
    }),
  )
  const took = (performance.now() - began) / 1000
  const [twice] = await product.sql<{ n: number }>(
    `select count(*)::int as n from vehicle_hold a join vehicle_hold b on a.operator_id = b.operator_id and a.vehicle = b.vehicle and a.id < b.id
       and a.status in ('held', 'signing') and b.status in ('held', 'signing') and daterange(a.start_on, a.end_on) && daterange(b.start_on, b.end_on)`,
  )
  return line(
    `${BOOKINGS.toLocaleString('en')} bookings of ${vehicles.length} vehicles, ${CALLERS} at a time, over HTTP`,
    `${done} kept, ${BOOKINGS - done} refused, ${twice!.n} overlaps; ${Math.round(BOOKINGS / took)}/s`,
    { budget: '0 overlaps', met: twice!.n === 0 && done > 0 },
  )
}

export async function benchCalendar(product: Product, size = 10_000): Promise<Line[]> {
  const { admin } = await makeFleet(product, size)
  try {
    await fill(product)
    return [...(await benchScroll(product, size)), await benchBookings(product, admin)]
  } finally {
    admin.close()
  }
}
