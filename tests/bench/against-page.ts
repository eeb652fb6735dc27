/** A list that is opened with nothing in the browser's cache by somebody who is signed in, and the first record opened from it. */
import type { Browser, BrowserContext } from 'playwright-core'
import type { Side } from './against.ts'
import { PASSWORD } from './product.ts'

export const EXECUTABLE = process.env['CHROMIUM_PATH'] || '/usr/bin/chromium'

export interface ColdPage {
  /** Milliseconds from the address until the list's rows are painted and can be clicked. */
  list: number
  /** From the click on the first of them until its detail is painted. */
  detail: number
  answers: number
  bytes: number
}

type Stored = Awaited<ReturnType<BrowserContext['storageState']>>

/** What a browser keeps of somebody who signed in before; its cache is left behind. */
async function signedIn(browser: Browser, { product }: Side): Promise<Stored> {
  const context = await browser.newContext({ baseURL: baseOf(product.port), locale: 'zh-CN' })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.goto('/login')
  await page.locator('input:not([type=password])').first().fill('admin')
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.locator('input[type=password]').press('Enter')
  await page.waitForFunction(() => document.querySelector('.zyt-pane') !== null)
  const state = await context.storageState()
  await context.close()
  return state
}

const baseOf = (port: number): string => `http://localhost:${port}`
const ROWS = 20

async function coldPage(browser: Browser, { product }: Side, storageState: Stored): Promise<ColdPage> {
  const context = await browser.newContext({
    baseURL: baseOf(product.port),
    storageState,
    locale: 'zh-CN',
    viewport: { width: 1440, height: 900 },
  })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    const sizes: number[] = []
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    cdp.on('Network.loadingFinished', ({ encodedDataLength }) => void sizes.push(encodedDataLength))
    await page.addInitScript((rows) => {
      const state = { painted: 0 }
      ;(window as unknown as { bench: typeof state }).bench = state
      const look = (): void => {
        // The frame after the one that holds the rows: they are on the screen, and the main thread takes clicks.
        if (document.querySelectorAll('tr[data-id]').length >= rows)
          return void requestAnimationFrame(() => setTimeout(() => (state.painted = performance.now())))
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    }, ROWS)
    await page.goto('/vehicle/vehicleList')
    await page.waitForFunction(() => (window as unknown as { bench: { painted: number } }).bench.painted > 0)
    const list = await page.evaluate(() => (window as unknown as { bench: { painted: number } }).bench.painted)
    const [answers, bytes] = [sizes.length, sizes.reduce((sum, n) => sum + n, 0)]
    // Somebody reads the list before he opens one of them. Its page holds a stream open, so no network is ever idle: nothing more arrives.
    let before: number
    do {
      before = sizes.length
      await page.waitForTimeout(1500)
    } while (sizes.length > before)
    const detail = await page.evaluate(async () => {
      const began = performance.now()
      document.querySelector<HTMLElement>('tr[data-id] a')!.click()
      for (;;) {
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        const isVisible = [...document.querySelectorAll<HTMLElement>('.zyt-detail-columns')].some((one) => one.offsetParent !== null)
        if (isVisible) return performance.now() - began
        if (performance.now() - began > 20_000) throw new Error('the detail did not appear')
      }
    })
    return { list, detail, answers, bytes }
  } finally {
    await context.close()
  }
}

export async function coldPages(browser: Browser, sides: readonly Side[], rounds: number): Promise<Record<Side['name'], ColdPage[]>> {
  const measured: Record<Side['name'], ColdPage[]> = { before: [], now: [] }
  const states = new Map<Side, Stored>()
  for (const side of sides) states.set(side, await signedIn(browser, side))
  for (let round = 0; round < rounds; round++)
    for (const side of round % 2 ? sides.toReversed() : sides) measured[side.name].push(await coldPage(browser, side, states.get(side)!))
  return measured
}
