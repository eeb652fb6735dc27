/** A drawing of two hundred nodes under the hand: how long each frame takes while it is moved, zoomed, written in and changed. */
import { existsSync } from 'node:fs'
import { chromium, type CDPSession, type Page } from 'playwright-core'
import { Client, type Row } from './client.ts'
import { line, type Line } from './measure.ts'
import { PASSWORD, type Product } from './product.ts'

const EXECUTABLE = process.env['CHROMIUM_PATH'] || '/usr/bin/chromium'
const NODES = 200
/** A frame of 60 Hz, and half a millisecond for the clock of the browser. */
const BUDGET_MS = 1000 / 60 + 0.5

const approve = (i: number): object => ({
  kind: 'approve',
  id: `n${i}`,
  name: `审批 ${i}`,
  who: { kind: 'starter' },
  mode: 'all',
  empty: { policy: 'toAdmin' },
  self: 'allow',
})

/** Branches of branches, as large processes are: twenty cards in a row and ten conditions of three branches with six each. */
function drawing(): object {
  const nodes: object[] = [{ kind: 'start', id: 'start', name: '发起人' }]
  let made = 1
  while (made < NODES) {
    nodes.push(approve(made++))
    if (made % 20 !== 2 || made > NODES - 20) continue
    const id = `c${made++}`
    const branches = [0, 1, 2].map((b) => ({
      id: `${id}b${b}`,
      name: `分支 ${b + 1}`,
      nodes: Array.from({ length: 6 }, () => approve(made++)),
      ...(b === 2 ? { default: true } : { when: { kind: 'compare', field: 'form.cost', op: 'gt', value: b * 100_000 } }),
    }))
    nodes.push({ kind: 'condition', id, name: `条件 ${made}`, branches })
  }
  return { format: 1, nodes, settings: { allowWithdraw: true, allowTakeBack: true, dedupe: 'none' } }
}

async function prepare(product: Product): Promise<number> {
  const admin = await Client.signIn(product)
  const form = await admin.add('approvalForm', { name: '画布压测表单' })
  const { id: draft } = await admin.call<Row>('POST', '/api/v1/approvalFormVersion/draft', { form: form.id })
  await admin.call('POST', '/api/v1/approvalFormVersion/save', {
    id: draft,
    version: 1,
    schema: { fields: [{ name: 'cost', label: '费用', kind: 'money' }] },
  })
  await admin.call('POST', '/api/v1/approvalFormVersion/publish', { id: draft, version: 2 })
  const process = await admin.add('approvalProcess', { key: 'canvas', name: '画布压测', form: form.id })
  const { id: version } = await admin.call<Row>('POST', '/api/v1/approvalVersion/draft', { process: process.id })
  await admin.call('POST', '/api/v1/approvalVersion/save', { id: version, version: 1, definition: drawing() })
  admin.close()
  return process.id
}

interface Recorder {
  frames: number[]
  on: boolean
}
/** Times between frames while `work` goes on. */
async function frames(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const own: Recorder = { frames: [], on: true }
    ;(window as unknown as { recorder: Recorder }).recorder = own
    let last = 0
    const tick = (now: number): void => {
      if (last) own.frames.push(now - last)
      last = now
      if (own.on) requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
  await work()
  return page.evaluate(() => {
    const own = (window as unknown as { recorder: Recorder }).recorder
    own.on = false
    return own.frames
  })
}

const of = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
const said = (times: readonly number[]): string =>
  `p50 ${of(times, 0.5).toFixed(1)} ms, p95 ${of(times, 0.95).toFixed(1)} ms, longest ${Math.max(...times).toFixed(0)} ms, ${Math.round((times.length * 1000) / times.reduce((a, b) => a + b, 0))} frames/s`

/** Press, move along a circle, release: about two seconds of a hand. */
async function drag(page: Page, x: number, y: number): Promise<void> {
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let i = 0; i < 120; i++) await page.mouse.move(x + 160 * Math.sin(i / 12), y + 120 * Math.sin(i / 9))
  await page.mouse.up()
}

async function open(page: Page, process: number): Promise<{ x: number; y: number }> {
  await page.goto('/login')
  await page.locator('input:not([type=password])').first().fill('admin')
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.locator('input[type=password]').press('Enter')
  await page.waitForFunction(() => document.querySelector('.zyt-pane') !== null)
  await page.goto(`/approval/workflowDesign?process=${process}`)
  await page.waitForFunction((n) => document.querySelectorAll('[data-node]').length >= n, NODES - 1)
  await page.waitForTimeout(1500)
  // A place of the surface where there is no card: at its left edge.
  const box = (await page.locator('.zyt-canvas').boundingBox())!
  return { x: box.x + 30, y: box.y + box.height / 2 }
}

interface Cost {
  /** Milliseconds of the main thread. */
  script: number
  style: number
  layout: number
  /** All of its tasks, painting and collecting of garbage included. */
  task: number
}
const METRICS = { script: 'ScriptDuration', style: 'RecalcStyleDuration', layout: 'LayoutDuration', task: 'TaskDuration' } as const
const total = ({ script, style, layout }: Cost): number => script + style + layout

async function metrics(cdp: CDPSession): Promise<Cost> {
  const { metrics: all } = await cdp.send('Performance.getMetrics')
  const of = (name: string): number => (all.find((m) => m.name === name)?.value ?? 0) * 1000
  return { script: of(METRICS.script), style: of(METRICS.style), layout: of(METRICS.layout), task: of(METRICS.task) }
}
/** Everything that follows from one act, late renderings too: until the page has been idle for three frames in a row. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        let calm = 0
        let last = performance.now()
        const tick = (): void => {
          const now = performance.now()
          calm = now - last < 40 ? calm + 1 : 0
          last = now
          if (calm >= 3) done()
          else requestAnimationFrame(tick)
        }
        requestAnimationFrame(tick)
      }),
  )

/** What each of several acts costs. Acts are raw keys and clicks: locators would run scripts of their own in the page. */
async function costs(page: Page, cdp: CDPSession, acts: readonly (() => Promise<void>)[]): Promise<Cost[]> {
  const measured: Cost[] = []
  for (const act of acts) {
    await settled(page)
    const before = await metrics(cdp)
    await act()
    await settled(page)
    const after = await metrics(cdp)
    measured.push({
      script: after.script - before.script,
      style: after.style - before.style,
      layout: after.layout - before.layout,
      task: after.task - before.task,
    })
  }
  return measured
}

/** Where something is now, without asking for it to be ready. */
async function middle(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await page.evaluate((s) => {
    const { left, top, width, height } = document.querySelector(s)!.getBoundingClientRect()
    return { left, top, width, height }
  }, selector)
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 }
}
const focus = (page: Page, selector: string): Promise<void> =>
  page.evaluate((s) => document.querySelector<HTMLElement>(s)!.focus({ preventScroll: true }), selector)
const key = (page: Page, name: string) => (): Promise<void> => page.keyboard.press(name)
const times = <T>(n: number, one: T): T[] => Array.from({ length: n }, () => one)

/** Each kind of edit, several times. */
async function edits(page: Page, cdp: CDPSession): Promise<Map<string, Cost[]>> {
  const done = new Map<string, Cost[]>()
  const opening = ['n1', 'n21', 'n3', 'n23'].map((id) => async (): Promise<void> => {
    await focus(page, `[data-node="${id}"]`)
    await page.keyboard.press('Enter')
  })
  done.set('opening a node', await costs(page, cdp, opening))
  await focus(page, '[data-node="n1"]')
  await page.keyboard.press('Enter')
  await page.getByLabel('审批人名称').focus()
  await page.keyboard.press('End')
  done.set('a letter of its name', await costs(page, cdp, times(12, key(page, 'x'))))
  await focus(page, '[data-node="n1"]')
  done.set('adding a node', await costs(page, cdp, times(6, key(page, 'Control+d'))))
  await focus(page, '[data-node="n1"]')
  done.set('moving a node', await costs(page, cdp, times(6, key(page, 'Alt+ArrowDown'))))
  done.set('taking back', await costs(page, cdp, times(6, key(page, 'Control+z'))))
  done.set('doing again', await costs(page, cdp, times(6, key(page, 'Control+Shift+z'))))
  const removing = ['n3', 'n4', 'n5', 'n6'].map((id) => async (): Promise<void> => {
    await focus(page, `[data-node="${id}"]`)
    await page.keyboard.press('Delete')
  })
  done.set('removing a node', await costs(page, cdp, removing))
  const plus = await middle(page, '[data-node="n1"] ~ .zyt-flow-gap .zyt-flow-plus, .zyt-flow-plus')
  done.set(
    'opening the menu of new nodes',
    await costs(page, cdp, [(): Promise<void> => page.mouse.click(plus.x, plus.y), key(page, 'Escape')]),
  )
  return done
}

/** Typing into the name of a node and putting new nodes behind it, as fast as a hand does. */
async function change(page: Page): Promise<void> {
  await focus(page, '[data-node="n1"]')
  await page.keyboard.press('Enter')
  await page.getByLabel('审批人名称').focus()
  await page.keyboard.type('Store manager and finance', { delay: 60 })
  for (const name of [...times(5, 'Control+d'), ...times(5, 'Control+z')]) {
    await focus(page, '[data-node="n1"]')
    await page.keyboard.press(name)
    await page.waitForTimeout(120)
  }
}

export async function benchDesigner(product: Product): Promise<Line[]> {
  if (!existsSync(EXECUTABLE)) return [line('designer', 'not measured: there is no Chromium (CHROMIUM_PATH)')]
  const process = await prepare(product)
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
  })
  try {
    const context = await browser.newContext({
      baseURL: `http://localhost:${product.port}`,
      viewport: { width: 1440, height: 900 },
      locale: 'zh-CN',
    })
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    let why = ''
    page.on('crash', () => (why = 'the page crashed'))
    page.on('close', () => (why ||= 'the page was closed'))
    return await measureAll(page, process).catch((error: unknown) => {
      throw why ? new Error(why, { cause: error }) : error
    })
  } finally {
    await browser.close()
  }
}

async function measureAll(page: Page, process: number): Promise<Line[]> {
  const at = await open(page, process)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  const cards = await page.locator('[data-node]').count()
  const spent = async (work: () => Promise<void>): Promise<{ frames: number[]; a: Cost }> => {
    const before = await metrics(cdp)
    const frameTimes = await frames(page, work)
    const after = await metrics(cdp)
    const each = (name: keyof Cost): number => (after[name] - before[name]) / Math.max(1, frameTimes.length)
    return { frames: frameTimes, a: { script: each('script'), style: each('style'), layout: each('layout'), task: each('task') } }
  }
  const pan = await spent(() => drag(page, at.x, at.y))
  const zoom = await spent(async () => {
    await page.keyboard.down('Control')
    for (let i = 0; i < 60; i++) await page.mouse.wheel(0, i < 30 ? 12 : -12)
    await page.keyboard.up('Control')
  })
  const edit = await spent(() => change(page))
  const single = await edits(page, cdp)
  // The same hand over an empty page: what this browser can do at all here.
  await page.setContent('<div style="height:100vh;background:#eee"></div>')
  const floor = await spent(() => drag(page, at.x, at.y))
  const moving = (what: string, { frames: frameTimes, a }: { frames: number[]; a: Cost }): Line => {
    const most = of(floor.frames, 0.95)
    return line(`${what}, ${cards} cards`, `${said(frameTimes)}; script, style and layout of a frame ${total(a).toFixed(1)} ms`, {
      floor: `empty page: ${said(floor.frames)}`,
      ratio: `${(of(frameTimes, 0.95) / most).toFixed(2)}×`,
      budget: `p95 ≤ ${BUDGET_MS.toFixed(1)} ms (60 frames/s)`,
      met: of(frameTimes, 0.95) <= BUDGET_MS,
    })
  }
  const act = (what: string, samples: readonly Cost[]): Line => {
    const [sums, tasks] = [samples.map(total), samples.map((c) => c.task)]
    const mean = (name: 'script' | 'style' | 'layout'): string => (samples.reduce((sum, c) => sum + c[name], 0) / samples.length).toFixed(1)
    return line(
      `${what}, ${cards} cards`,
      `script, style and layout p50 ${of(sums, 0.5).toFixed(1)} ms, most ${Math.max(...sums).toFixed(1)} ms (${mean('script')} + ${mean('style')} + ${mean('layout')}); everything on its thread ${of(tasks, 0.5).toFixed(1)} ms`,
      { budget: '≤ 16.7 ms (a frame of 60)', met: of(sums, 0.5) <= 1000 / 60 },
    )
  }
  return [
    moving('moving the drawing', pan),
    moving('zooming it', zoom),
    moving('typing, adding and taking back', edit),
    ...[...single].map(([what, samples]) => act(what, samples)),
  ]
}
