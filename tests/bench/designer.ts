/** A drawing of two hundred nodes under the hand: how long each frame takes while it is moved, zoomed, written in and changed. */
import { existsSync } from 'node:fs'
import { chromium, type Page } from 'playwright-core'
import { Client, type Row } from './client.ts'
import { line, type Line } from './measure.ts'
import { PASSWORD, type Product } from './product.ts'

const EXECUTABLE = process.env['CHROMIUM_PATH'] || '/usr/bin/chromium'
const NODES = 200
/** A frame of 60 Hz, and half a millisecond for the clock of the browser. */
const BUDGET_MS = 1000 / 60 + 0.5

const approve = (i: number): object => ({ kind: 'approve', id: `n${i}`, name: `审批 ${i}`, who: { kind: 'starter' }, mode: 'all', empty: { policy: 'toAdmin' }, self: 'allow' })

/** Branches of branches, as large processes are: twenty cards in a row and ten conditions of three branches with six each. */
function drawing(): object {
  const nodes: object[] = [{ kind: 'start', id: 'start', name: '发起人' }]
  let made = 1
  while (made < NODES) {
    nodes.push(approve(made++))
    if (made % 20 !== 2 || made > NODES - 20) continue
    const id = `c${made++}`
    const branches = [0, 1, 2].map((b) => ({ id: `${id}b${b}`, name: `分支 ${b + 1}`, nodes: Array.from({ length: 6 }, () => approve(made++)), ...(b === 2 ? { default: true } : { when: { kind: 'compare', field: 'form.cost', op: 'gt', value: b * 100_000 } }) }))
    nodes.push({ kind: 'condition', id, name: `条件 ${made}`, branches })
  }
  return { format: 1, nodes, settings: { allowWithdraw: true, allowTakeBack: true, dedupe: 'none' } }
}

async function prepare(product: Product): Promise<number> {
  const admin = await Client.signIn(product)
  const form = await admin.add('approvalForm', { name: '画布压测表单' })
  const { id: draft } = await admin.call<Row>('POST', '/api/v1/approvalFormVersion/draft', { form: form.id })
  await admin.call('POST', '/api/v1/approvalFormVersion/save', { id: draft, version: 1, schema: { fields: [{ name: 'cost', label: '费用', kind: 'money' }] } })
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

const of = (times: readonly number[], share: number): number => times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
const said = (times: readonly number[]): string => `p50 ${of(times, 0.5).toFixed(1)} ms, p95 ${of(times, 0.95).toFixed(1)} ms, longest ${Math.max(...times).toFixed(0)} ms, ${Math.round((times.length * 1000) / times.reduce((a, b) => a + b, 0))} frames/s`

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

/** Typing into the name of a node and putting new nodes behind it: each key and each click is a change of the whole definition. */
async function change(page: Page): Promise<void> {
  await page.locator('[data-node="n1"]').click()
  const name = page.getByLabel('审批人名称')
  await name.fill('')
  await name.pressSequentially('门店经理与财务共同审批', { delay: 60 })
  for (let i = 0; i < 5; i++) {
    await page.locator('[data-node="n1"]').focus()
    await page.keyboard.press('Control+d')
    await page.waitForTimeout(150)
  }
  for (let i = 0; i < 5; i++) {
    await page.keyboard.press('Control+z')
    await page.waitForTimeout(120)
  }
}

export async function benchDesigner(product: Product): Promise<Line[]> {
  if (!existsSync(EXECUTABLE)) return [line('designer', 'not measured: there is no Chromium (CHROMIUM_PATH)')]
  const process = await prepare(product)
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] })
  try {
    const context = await browser.newContext({ baseURL: `http://localhost:${product.port}`, viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    const at = await open(page, process)
    const cards = await page.locator('[data-node]').count()
    const pan = await frames(page, () => drag(page, at.x, at.y))
    const zoom = await frames(page, async () => {
      await page.keyboard.down('Control')
      for (let i = 0; i < 60; i++) await page.mouse.wheel(0, i < 30 ? 12 : -12)
      await page.keyboard.up('Control')
    })
    const edit = await frames(page, () => change(page))
    // The same hand over an empty page: what this browser can do at all here.
    await page.setContent('<div style="height:100vh;background:#eee"></div>')
    const floor = await frames(page, () => drag(page, at.x, at.y))
    const row = (what: string, times: readonly number[]): Line => line(`${what}, ${cards} cards`, said(times), { floor: `empty page: ${said(floor)}`, budget: `p95 ≤ ${BUDGET_MS.toFixed(1)} ms (60 frames/s)`, met: of(times, 0.95) <= BUDGET_MS })
    return [row('moving the drawing', pan), row('zooming it', zoom), row('typing, adding and taking back', edit)]
  } finally {
    await browser.close()
  }
}
