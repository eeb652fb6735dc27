/**
 * Six people walk about the console as it comes, from page to page, row to row, form to form, by a seeded hand. Whatever they meet: no page is
 * white or broken, nothing is refused or fails behind it, the browser has nothing to say, every way leads somewhere and back again, sums are
 * those of the rows above them, and what was typed stands there when they come back. The name of each test says its seed:
 * `WANDER=seed` walks another way; `npm run test:deep` walks for half an hour.
 */
import type { ConsoleMessage, Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { Random } from '#kit/basics/random.ts'
import { modules } from '../../src/modules.ts'
import { signIn } from './api.ts'
import { pane, PATIENCE_MS, PHONE, session, settled, useBrowser, world, type Session } from './harness.ts'
import { stock } from './stock.ts'
import { makeUser } from './world.ts'

useBrowser()

const SEED = Number(process.env['WANDER'] ?? 20_261_127)
const STEPS = process.env['DEEP'] ? 250 : 12

/** Who they are: what modules they work with; the last one with a finger. */
const PEOPLE: readonly { who: string; of: readonly string[]; phone?: true }[] = [
  { who: 'clerk of leases', of: ['leasing', 'parties', 'vehicles'] },
  { who: 'accountant', of: ['billing', 'finance', 'statistics'] },
  { who: 'dispatcher', of: ['transport', 'freight', 'dispatch', 'partners'] },
  { who: 'keeper of vehicles', of: ['affairs', 'fuel', 'vehicles'] },
  { who: 'watcher of terminals', of: ['telematics'] },
  { who: 'manager', of: ['approval', 'leasing', 'system', 'esign'], phone: true },
]

beforeAll(async () => {
  // Something to see on every page.
  const { port, admin, dataDir } = world()
  await stock(await signIn(port, admin.username, admin.password), dataDir)
})

/** Codes of the pages of these modules and of all that is done on them. */
async function codesOf(of: readonly string[]): Promise<string[]> {
  const { port, admin } = world()
  const api = await signIn(port, admin.username, admin.password)
  const { list } = await api.get<{ list: { id: number }[] }>('/api/v1/role/list', {})
  const { grantable } = await api.get<{ grantable: string[] }>('/api/v1/roleGrant/detail', { id: list[0]!.id })
  const pages = modules.filter((m) => of.includes(m.name)).flatMap((m) => m.screens.map((s) => s.code))
  const menus = modules.flatMap((m) => m.menus ?? []).map((m) => m.code)
  return grantable.filter((code) => menus.includes(code) || pages.some((page) => code === page || code.startsWith(`${page}_`)))
}

/** Everything of the company. */
async function allRows(): Promise<object[]> {
  const { port, admin } = world()
  const api = await signIn(port, admin.username, admin.password)
  const { list } = await api.get<{ list: { code: string }[] }>('/api/v1/sysRuleName/list', {})
  return [{ resourceCode: '*', rules: list.map(({ code }) => ({ rule: code, mode: 'all' })) }]
}

/** Where a hand may go on a page: nothing that stores, sends, deletes or leaves the console. */
const WAYS: Record<string, (page: Page) => Locator> = {
  menu: (page) => page.locator('nav[aria-label="主菜单"] a[href^="/"]:visible'),
  alike: (page) => page.locator('nav[aria-label="同类页面"] a:visible'),
  link: (page) => pane(page).locator('a[href^="/"]:not([target]):visible'),
  tab: (page) => pane(page).getByRole('tab').filter({ visible: true }),
  bar: (page) => page.locator('.zyt-tabs [role="tab"]:visible'),
  chip: (page) => pane(page).locator('.zyt-chip:visible, .ant-segmented-item:visible, .ant-pagination-item:visible'),
  ask: (page) =>
    pane(page)
      .getByRole('button', { name: /^(?:搜 ?索|查 ?询|重 ?置|展开|收起|刷新|列设置|更多筛选|今天)$/ })
      .filter({ visible: true }),
  add: (page) =>
    pane(page)
      .getByRole('link', { name: /^(?:plus )?新增/ })
      .filter({ visible: true }),
}
const BROKEN = /页面出错了|页面文件加载失败|加载失败|系统繁忙|\bundefined\b|\bNaN\b|\[object Object\]/
const SAMPLE_FILE = /answer: 404 GET \/api\/v1\/file\/get/

/** The n-th of these by chance, pressed as a person does. False where there is none. */
async function press(random: Random, ways: Locator): Promise<boolean> {
  const n = await ways.count()
  if (n === 0) return false
  const one = ways.nth(random.int(0, n - 1))
  // What lies below a dialog or moved away meanwhile is not pressed: that is a step that led nowhere, not a fault.
  return one
    .click({ timeout: 5_000 })
    .then(() => true)
    .catch(() => false)
}

/** Types into a form, goes away and comes back by the bar of tabs. */
async function leaveAndReturn(page: Page): Promise<string[]> {
  const at = page.url()
  const box = pane(page)
    .locator('.zyt-form input[type="text"]:not([role="combobox"]):not([readonly]):visible, .zyt-form textarea:visible')
    .first()
  if ((await box.count()) === 0 || !(await box.isEnabled())) return []
  const before = await box.inputValue()
  const typed = before === '' ? '走走看' : before
  await box.fill(typed)
  await page
    .locator('nav[aria-label="主菜单"] a[href^="/"]:visible')
    .first()
    .click({ timeout: 5_000 })
    .catch(() => null)
  await settled(page)
  await page.goBack()
  await settled(page)
  if (page.url() !== at) return [`${at}: going back leads to ${page.url()}`]
  const after = await box.inputValue()
  return after === typed ? [] : [`${at}: «${typed}» became «${after}»`]
}

/** Sums below the table in front that are not those of the rows above, and a chosen tab that counts otherwise than its list. */
async function wrongSums(page: Page): Promise<string[]> {
  const read = (): Promise<string[]> =>
    pane(page)
      .first()
      .evaluate((front) => {
        const figure = (cell: Element | null): number | null => {
          const text = (cell as HTMLElement | null)?.innerText.replaceAll(/[,\s]/g, '') ?? ''
          return /^-?\d+(?:\.\d+)?$/.test(text) ? Math.round(Number(text) * 10_000) : null
        }
        const rows = [...front.querySelectorAll('tbody tr[data-id]')]
        const feet = [...front.querySelectorAll<HTMLElement>('tfoot tr')]
        const foot = feet.find((line) => line.innerText.includes('本页合计')) ?? feet.find((line) => line.innerText.includes('全部合计'))
        const note = feet.map((line) => line.querySelector('.zyt-foot-note')?.textContent ?? '').join('')
        // «不含已作废、已取消»: rows in one of these states are listed and not added up.
        const without = note.replace(/^不含/, '').split('、')
        const counts = (row: Element): boolean =>
          note === '' || ![...row.querySelectorAll('td')].some((cell) => without.includes(cell.innerText.trim()))
        const wrong: string[] = []
        for (const cell of note.includes('的') ? [] : (foot?.querySelectorAll('td[data-col]') ?? [])) {
          const sum = figure(cell)
          const name = cell.getAttribute('data-col')!
          if (sum === null || cell.closest('tr')!.querySelector('td[data-col]') === cell) continue
          const own = rows.filter(counts).reduce((all, row) => all + (figure(row.querySelector(`td[data-col="${name}"]`)) ?? 0), 0)
          if (own !== sum) wrong.push(`${name} adds up to ${own / 10_000}, below it stands ${sum / 10_000}`)
        }
        const asked = [...new URLSearchParams(location.search).keys()]
        const all = /共 ([\d,]+) 条/.exec((front as HTMLElement).innerText)?.[1]
        const tab = front.querySelector('.zyt-list-tab[aria-selected="true"] .zyt-list-count')?.textContent
        if (all && tab && asked.every((name) => ['quick', 'sort', 'pageNo', 'pageSize'].includes(name)) && all !== tab)
          wrong.push(`the tab counts ${tab}, the list ${all}`)
        return wrong
      })
  // Rows, sums and counts are three answers, which come one after another.
  return expect
    .poll(read, { timeout: PATIENCE_MS })
    .toEqual([])
    .then(
      () => [],
      () => read(),
    )
}

/** Back by the browser, to where the way was taken. */
async function goesBack(page: Page, from: string): Promise<string[]> {
  const at = page.url()
  if (at === from) return []
  await page.goBack()
  const back = await page
    .waitForURL(from, { timeout: PATIENCE_MS })
    .then(() => settled(page))
    .then(
      () => [],
      () => [`back from ${at} leads to ${page.url()}, not to ${from}`],
    )
  const text = back.length ? 'a page' : await pane(page).first().innerText()
  return text.trim() === '' ? [`${from}: white after going back`] : back
}

async function wrongHere(page: Page, way: string): Promise<string[]> {
  // A closed door has no pane; it stands there at once, because the address is decided before the page is.
  const closed = /\/(401|404)$/.exec(new URL(page.url()).pathname)
  if (closed) {
    const asked = new URL(page.url()).searchParams.get('from')
    await page.goto('/')
    await settled(page)
    return [`a ${way} leads to ${closed[1]}: ${asked}`]
  }
  await settled(page)
  const text = await page.locator('body').innerText()
  const inside = await pane(page).first().innerText()
  const at = `${new URL(page.url()).pathname} (by ${way})`
  return [
    ...(inside.trim() === '' ? [`${at}: white`] : []),
    ...(BROKEN.test(text) ? [`${at}: shows «${BROKEN.exec(text)![0]}»`] : []),
    ...(await wrongSums(page)).map((one) => `${at}: ${one}`),
  ]
}

async function walk(s: Session, random: Random): Promise<string[]> {
  const { page } = s
  const wrong: string[] = []
  const path: string[] = []
  // Errors are written down by the harness; here nothing is to be said at all.
  const said: string[] = []
  const listen = (message: ConsoleMessage): void =>
    void (message.type() !== 'error' && said.push(`console.${message.type()}: ${message.text()}`))
  page.on('console', listen)
  await page.goto('/')
  await settled(page)
  for (let step = 0; step < STEPS; step++) {
    const way = random.weighted([
      { name: 'menu', weight: 4 },
      { name: 'alike', weight: 1 },
      { name: 'link', weight: 6 },
      { name: 'tab', weight: 2 },
      { name: 'bar', weight: 1 },
      { name: 'chip', weight: 2 },
      { name: 'ask', weight: 3 },
      { name: 'add', weight: 2 },
    ]).name
    const from = page.url()
    if (!(await press(random, WAYS[way]!(page)))) {
      await page.keyboard.press('Escape')
      continue
    }
    path.push(`${way} → ${new URL(page.url()).pathname}${new URL(page.url()).search}`)
    const faults = await wrongHere(page, way)
    if (way === 'add') faults.push(...(await leaveAndReturn(page)))
    if (['menu', 'alike', 'link'].includes(way) && faults.length === 0 && random.int(0, 3) === 0)
      faults.push(...(await goesBack(page, from)))
    const complaints = [...s.problems.splice(0), ...said.splice(0)].filter((problem) => !SAMPLE_FILE.test(problem))
    wrong.push(...[...faults, ...complaints].map((what) => `${what}\n    after ${path.slice(-6).join(', ')}`))
  }
  return wrong
}

const WALKS = PEOPLE.map((person, n) => ({ ...person, n, seed: SEED }))
test.each(WALKS)('$who walks about, WANDER=$seed', { timeout: 3_600_000 }, async ({ of, phone, n }) => {
  const { port, admin, dept, stores } = world()
  const person = await makeUser(port, await signIn(port, admin.username, admin.password), {
    dept,
    codes: await codesOf(of),
    stores: [stores.east],
    entries: await allRows(),
  })
  const s = await session(person, phone ? { viewport: PHONE, touch: true } : {})
  expect(await walk(s, new Random(SEED + n))).toEqual([])
})
