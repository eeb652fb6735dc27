/**
 * Every screen that is drawn by hand, on a phone and on a desk: opened at one of the two, every other one at the other, and then carried
 * over, as a window is made wider and narrower; and by somebody who may do little. Of those the kit makes from a definition alone, one of
 * each kind and module; `npm run test:deep` opens all of them. Twenty reminders are there all the while and cover nothing; in lists nothing
 * that must be whole is cut, however large the amounts; and axe looks at sixty screens of every kind.
 */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Entity } from '#kit/entity/entity.ts'
import type { Screen } from '#kit/entity/module.ts'
import { modules } from '../../src/modules.ts'
import { webModules } from '../../src/modules.web.ts'
import { DESKTOP, goInside, pane, PHONE, problemsOf, session, settled, useBrowser, world, type Session } from './harness.ts'
import { signIn } from './api.ts'
import { findings } from './axe.ts'
import { outOfReach, withLargeAmounts, withTwentyNotices, wrongInTables } from './in-reach.ts'
import { showsRecord, stock, type Stock } from './stock.ts'
import { makeUser } from './world.ts'

useBrowser()

const screens = modules.flatMap((m) => m.screens)
const entities = new Map(modules.flatMap((m) => m.entities as Entity[]).map((entity) => [entity.name, entity]))
/** Pages that show their samples of waiting for ever. */
const RESTLESS = new Set(['demo'])

/** Leads whoever has a home to it; the clerk has none. */
const BEGINNING = 'dashboard'
/** What the clerk of the little company may open. */
const GRANTED = new Set(['vehicleList', 'vehicleDetail', 'vehicleMod', BEGINNING, 'profile'])

type Slot = 'screens' | 'cells' | 'tabs' | 'heads' | 'forms' | 'toolbars' | 'bulk'
/** Entities (or screens) of which a module draws a part by itself. */
const drawn = (...slots: readonly Slot[]): Set<string> =>
  new Set(slots.flatMap((slot) => webModules.flatMap((web) => Object.keys(web[slot] ?? {}).map((key) => key.split('.')[0]!))))
const OWN_SCREENS = drawn('screens')
const OWN_PARTS: Partial<Record<Screen['kind'], Set<string>>> = {
  list: drawn('cells', 'toolbars', 'bulk'),
  detail: drawn('cells', 'tabs', 'heads'),
  form: drawn('forms'),
}
const byHand = ({ code, kind, entity }: Screen): boolean =>
  kind === 'page' || kind === 'report' || OWN_SCREENS.has(code) || (entity !== undefined && OWN_PARTS[kind]?.has(entity) === true)

/** The first of each that is alike. */
const oneOfEach = (list: readonly Screen[], likeness: (screen: Screen) => string): Screen[] => [
  ...new Map(list.toReversed().map((screen) => [likeness(screen), screen])).values(),
]
const byKind = (screen: Screen): string => screen.kind
const byKindAndModule = (screen: Screen): string => `${screen.kind} ${modules.find((m) => m.screens.includes(screen))!.name}`

/** Screens that a module draws itself, wholly or in part, and a share of the others, which are the same component over other fields. */
function unlike(list: readonly Screen[], likeness: (screen: Screen) => string): readonly Screen[] {
  const share = new Set(
    oneOfEach(
      list.filter((screen) => !byHand(screen)),
      likeness,
    ),
  )
  return list.filter((screen) => byHand(screen) || share.has(screen))
}
const alike = (likeness: (screen: Screen) => string) => (list: readonly Screen[]) => (process.env['DEEP'] ? list : unlike(list, likeness))
const chosen = alike(byKindAndModule)

/** A record to look at, by entity. */
let records: Stock['records']
let missing: Stock['missing']
beforeAll(async () => {
  ;({ records, missing } = await stock(await signIn(world().port, world().admin.username, world().admin.password), world().dataDir))
  // One the clerk may see, too.
  records.set('vehicle', world().vehicles[0]!.id)
})

function addressOf(screen: Screen): string {
  if (screen.code === 'roleManage') return `${screen.path}?id=${records.get('role')}`
  if (screen.code === 'templateDesign') return `${screen.path}?id=${records.get('signTemplate')}`
  if (screen.code === 'billPay') return `${screen.path}?ids=${records.get('bill')}`
  return showsRecord(screen) ? `${screen.path}?id=${records.get(screen.entity!)}` : screen.path
}

const WINDOWS = 3
/** For fewer than these another window takes longer to open than it saves. */
const WORTH_A_WINDOW = 20
/** Records made by the definitions alone name files nobody uploaded. */
const SAMPLE_FILE = /answer: 404 GET \/api\/v1\/file\/get/

/** What a broken page shows. */
const BROKEN = /页面出错了|页面文件加载失败|加载失败|\bundefined\b|\bNaN\b|\[object Object\]/

/** Axe looks at this many, each once, at the desk. */
const AXE_COUNT = 60
/** Codes of screens of every kind of every module: one of each first, then the next of each. */
function ofAllKinds(list: readonly Screen[], count: number): Set<string> {
  const turn = new Map<string, number>()
  const turnOf = (screen: Screen): number => {
    const likeness = byKindAndModule(screen)
    turn.set(likeness, (turn.get(likeness) ?? 0) + 1)
    return turn.get(likeness)!
  }
  const ordered = list.map((screen) => ({ screen, turn: turnOf(screen) })).toSorted((a, b) => a.turn - b.turn)
  return new Set(ordered.slice(0, count).map(({ screen }) => screen.code))
}
let byAxe = new Set<string>()
const isTable = ({ kind, entity }: Screen): boolean => kind === 'list' && entity !== undefined && entities.has(entity)

type Size = typeof PHONE
/** The rail of tabs, the menu and tables that stand side by side are drawn anew at another width: until then nothing is judged. */
async function atSize(page: Page, size: Size): Promise<void> {
  if (page.viewportSize()?.width === size.width) return
  await page.setViewportSize(size)
  await page.waitForFunction((width) => window.innerWidth === width, size.width)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

/** What is wrong with the screen in front, at the size it has. */
async function wrongAtSize(page: Page, screen: Screen): Promise<string[]> {
  const at = `${screen.code} at ${page.viewportSize()!.width} px`
  const text = await pane(page, screen.code).innerText()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  const atDesk = page.viewportSize()!.width > PHONE.width
  const wrong = [
    ...(atDesk && isTable(screen) ? await wrongInTables(page, entities.get(screen.entity!)!) : []),
    ...(await outOfReach(page)),
    ...(atDesk && byAxe.has(screen.code) ? await findings(page, `.zyt-pane[data-screen="${screen.code}"]`) : []),
  ]
  return [
    ...wrong.map((one) => `${at}: ${one}`),
    ...(BROKEN.test(text) ? [`${at}: shows «${BROKEN.exec(text)![0]}»`] : []),
    ...(text.trim() === '' ? [`${at}: is empty`] : []),
    ...(wide > 1 ? [`${at}: ${wide} px wider than the window`] : []),
  ]
}

/** Opens the screen at the first of the sizes and carries it to the others. */
async function look(page: Page, screen: Screen, sizes: readonly Size[]): Promise<string[]> {
  const address = addressOf(screen)
  const problems = problemsOf(page)
  const before = problems.length
  const wrong: string[] = []
  await atSize(page, sizes[0]!)
  if (isTable(screen)) await withLargeAmounts(page, entities.get(screen.entity!)!)
  await goInside(page, address)
  try {
    await pane(page, screen.code).waitFor()
    for (const size of sizes) {
      await atSize(page, size)
      if (!RESTLESS.has(screen.code)) await settled(page)
      wrong.push(...(await wrongAtSize(page, screen)))
    }
  } catch (error) {
    return [`${screen.code} ${address}: does not open (now at ${page.url()}): ${String(error).split('\n')[0]}`, ...problems.slice(before)]
  } finally {
    await page.unrouteAll({ behavior: 'wait' })
  }
  return [
    ...problems
      .slice(before)
      .filter((p) => !SAMPLE_FILE.test(p))
      .map((p) => `${screen.code}: ${p}`),
    ...wrong,
  ]
}

/** Each screen in one of a few windows of the same browser. */
async function inWindows(s: Session, list: readonly Screen[], see: (page: Page, screen: Screen) => Promise<string[]>): Promise<string[]> {
  const rest = [...list]
  const wrong: string[] = []
  await withTwentyNotices(s.context)
  const work = async (page: Page): Promise<void> => {
    await page.goto('/dashboard')
    await pane(page).waitFor()
    for (let screen = rest.shift(); screen; screen = rest.shift()) wrong.push(...(await see(page, screen)))
  }
  const more = Math.min(WINDOWS - 1, Math.floor(list.length / WORTH_A_WINDOW))
  await Promise.all([s.page, ...(await Promise.all(Array.from({ length: more }, s.another)))].map(work))
  s.problems.length = 0
  return wrong.toSorted()
}
/** Every other one begins on the phone. */
const SIZES: readonly (readonly Size[])[] = [
  [DESKTOP, PHONE],
  [PHONE, DESKTOP],
]
const lookAtAll = (s: Session, list: readonly Screen[]): Promise<string[]> =>
  inWindows(s, list, (page, screen) => look(page, screen, SIZES[list.indexOf(screen) % 2]!))
const lookOnDesk = (s: Session, list: readonly Screen[]): Promise<string[]> =>
  inWindows(s, list, (page, screen) => look(page, screen, [DESKTOP]))

test('of everything a page shows there is a record to look at', () => {
  expect(missing).toEqual([])
})

test('every screen opens for an administrator: lists, details, forms and pages', { timeout: 3_600_000 }, async () => {
  const all = chosen(screens.filter((s) => s.code !== BEGINNING && (!s.looks || s.looks.includes('leasing'))))
  byAxe = ofAllKinds(
    all.filter(({ code }) => !RESTLESS.has(code)),
    process.env['DEEP'] ? all.length : AXE_COUNT,
  )
  expect(await lookAtAll(await session(), all)).toEqual([])
  byAxe = new Set()
  expect(all.length).toBeGreaterThan(150)
})
test('screens of the carrier look open on its host', async () => {
  const tms = screens.filter((one) => one.looks?.includes('tms'))
  expect(await lookAtAll(await session(world().admin, { host: 'tms.localhost' }), tms)).toEqual([])
  expect(tms.map((one) => one.code)).toContain('tmsHomePage')
})
test('somebody with few rights opens what was granted', async () => {
  const granted = screens.filter((one) => GRANTED.has(one.code))
  expect(await lookAtAll(await session(world().clerk), granted)).toEqual([])
})

test('somebody who may open every page but press no button sees none of them break', { timeout: 3_600_000 }, async () => {
  const { port, admin, dept } = world()
  const open = screens.filter((one) => one.code !== BEGINNING && !one.right && !one.admins && (!one.looks || one.looks.includes('leasing')))
  const menus = modules.flatMap((m) => m.menus ?? []).map((m) => m.code)
  const reader = await makeUser(port, await signIn(port, admin.username, admin.password), {
    dept,
    codes: [...menus, ...open.filter((one) => !one.of).map((one) => one.code)],
  })
  const s = await session(reader)
  // The reader's data permission hides the records: their pages say so, with the server's 404.
  const pages = unlike(
    open.filter((one) => !showsRecord(one) && one.code !== 'roleManage' && one.code !== 'billPay'),
    byKind,
  )
  expect(await lookOnDesk(s, pages)).toEqual([])
  expect(pages.length).toBeGreaterThan(60)
})

// What each address leads to without a grant is held for all of them by tests/house/screens.test.ts: here stands one of each kind.
test('a screen that was not granted leads to the page that says what is missing', { timeout: 3_600_000 }, async () => {
  const s = await session(world().clerk)
  const others = oneOfEach(
    screens.filter(
      (one) => !GRANTED.has(one.code) && (one.of ?? one.menu) && !one.everyones && (!one.looks || one.looks.includes('leasing')),
    ),
    byKind,
  )
  const letIn = await inWindows(s, others, async (page, screen) => {
    await goInside(page, screen.path)
    const refusal = page.locator('main', { hasText: '请联系管理员开通' }).getByText(`页面地址：${screen.path}`, { exact: true }).waitFor()
    return refusal.then(
      () => [],
      () => [`${screen.code}: ${page.url()}`],
    )
  })
  expect(letIn).toEqual([])
  expect(others.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['page', 'report', 'list', 'detail', 'form']))
})
