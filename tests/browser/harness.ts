/**
 * A browser on the running console. Every page is watched: an error in its console, an uncaught exception, a breach of the
 * content security policy or a refused request fails the test that opened it, unless the test said it would come.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser, type BrowserContext, type Page, type Request } from 'playwright-core'
import { afterEach, expect, inject } from 'vitest'
import { signIn, type SignedIn } from './api.ts'
import { tellWhatStands } from './standing.ts'
import * as toasts from './toasts.ts'
import type { Person, World } from './world.ts'

/** Without a window, where the run found such a browser: nobody looks. */
export const EXECUTABLE = process.env['HEADLESS_SHELL'] || process.env['CHROMIUM_PATH'] || '/usr/bin/chromium'
/**
 * Beside each window Chromium opens two pages of its own, the suggestions of an address bar nobody sees, in a process of their own. And a
 * script that is compiled while it still arrives (`ScriptStreaming`) is compiled at every load, beside what this process has of it already:
 * a tenth of the processor of each load. Only the last such switch counts, so what playwright turns off by itself is said again.
 */
const WITHOUT = `--disable-features=${[
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'ScriptStreaming',
].join(',')}`
const EVERY = [WITHOUT, '--no-sandbox', '--disable-dev-shm-usage', '--force-prefers-reduced-motion']
/** Pages of one browser share a process: a new one is there at once, and what was compiled of the program is not compiled again. */
const ARGS = [...EVERY, '--disable-gpu', '--renderer-process-limit=1']
/**
 * For a map: WebGL is computed by the processor, and WebGL only. With the whole page drawn that way, its process took more of the processor
 * than all others together, at a priority above theirs.
 */
export const MAP_ARGS = [...ARGS, '--enable-unsafe-swiftshader']
/** As slow as a machine may be that has other work: what never comes is told by then, with what stood there instead. */
export const PATIENCE_MS = 90_000
export const DESKTOP = { width: 1440, height: 900 }
export const PHONE = { width: 375, height: 812 }

export const world = (): World => inject('world')

let browser: Promise<Browser> | null = null
interface Watched {
  context: BrowserContext
  /** Browsers that may stand in for each other have the same. */
  kind: string
  problems: string[]
  expected: RegExp[]
  /** Whose sign-in goes back to be used again. */
  signedIn?: { key: string; api: SignedIn }
}
const open: Watched[] = []
/** Browsers nobody uses now: what they read of the program stays in their cache, everything else is taken from them. */
const idle = new Map<string, BrowserContext[]>()

/** At the top of every file: closes what the tests opened, and fails them for what their pages complained about. */
export function useBrowser(): void {
  afterEach(async (test) => {
    const all = open.splice(0)
    await tellWhatStands(
      test,
      all.flatMap(({ context }) => context.pages().filter((page) => page !== blank.get(context))),
    )
    await Promise.all(all.map(giveBack))
    for (const { problems, expected } of all) expect(problems.filter((p) => !expected.some((e) => e.test(p)))).toEqual([])
  })
}

/** A clock that was set stands still in every later page of its browser: no other test can have that one. */
const clocked = new WeakSet<BrowserContext>()
function noteClock(context: BrowserContext): void {
  const { clock } = context
  for (const name of ['install', 'setFixedTime', 'setSystemTime'] as const) {
    const set = clock[name].bind(clock) as (...given: unknown[]) => Promise<void>
    Object.assign(clock, { [name]: (...given: unknown[]) => (clocked.add(context), set(...given)) })
  }
}

async function giveBack({ context, kind, signedIn }: Watched): Promise<void> {
  if (signedIn) idleSignIns.set(signedIn.key, [...(idleSignIns.get(signedIn.key) ?? []), signedIn.api])
  if (clocked.has(context)) return context.close()
  context.removeAllListeners('page')
  const pages = context.pages().filter((page) => page !== blank.get(context))
  await Promise.all(pages.map(closeWritten))
  await Promise.all([context.unrouteAll(), context.clearCookies(), context.clearPermissions(), context.setOffline(false)])
  idle.set(kind, [...(idle.get(kind) ?? []), context])
}

/** What an account takes along to every browser: a page that closes sends the last of it, and the server may have it after the next test began. */
const TAKEN_ALONG = /\/api\/v1\/(?:setting|draft)\b/
const WRITTEN_MS = 30_000
const underWay = new WeakMap<Page, Set<Request>>()
function noteWrites(page: Page): void {
  const requests = new Set<Request>()
  underWay.set(page, requests)
  page.on('request', (request) => request.method() !== 'GET' && TAKEN_ALONG.test(request.url()) && requests.add(request))
  const ended = (request: Request): boolean => requests.delete(request)
  page.on('requestfinished', ended).on('requestfailed', ended)
}
/** Closed when the server has answered what the page had still to write: a test that follows finds it done. */
async function closeWritten(page: Page): Promise<void> {
  const limit = sleep(WRITTEN_MS, 'over', { ref: false })
  const leaving = page.evaluate(() => void window.dispatchEvent(new Event('pagehide'))).catch(() => undefined)
  if ((await Promise.race([leaving, limit])) !== 'over')
    for (const request of underWay.get(page) ?? []) await Promise.race([request.response().catch(() => null), limit])
  await page.close()
}

/** An empty page of the console's address, kept as long as its browser: what is stored is put there, and the process of the pages lives on. */
const blank = new WeakMap<BrowserContext, Page>()
async function blankOf(context: BrowserContext, origin: string): Promise<Page> {
  const existing = blank.get(context)
  if (existing) return existing
  const page = await context.newPage()
  blank.set(context, page)
  await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(`${origin}/`)
  return page
}

/** Leaves in this browser what is given and nothing else. */
async function store(context: BrowserContext, origin: string, stored: Record<string, string>): Promise<void> {
  const page = await blankOf(context, origin)
  await page.evaluate(async (all) => {
    localStorage.clear()
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
    for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
    for (const [name, value] of Object.entries(all)) localStorage.setItem(name, value)
  }, stored)
}

export interface Visitor {
  page: Page
  context: BrowserContext
  /** Problems so far; cleared by a test that looks at them itself. */
  problems: string[]
  /** Says that such a complaint will come. */
  expectProblem: (pattern: RegExp) => void
  /** Another window of the same browser. */
  another: () => Promise<Page>
}

export interface VisitorOptions {
  viewport?: { width: number; height: number }
  /** A finger instead of a mouse. */
  touch?: boolean
  /** Sub-domain of localhost: the look of the site follows it. */
  host?: string
  /** What the browser has stored already. */
  stored?: Record<string, string>
  /** The account's tabs of its last browser are wanted. */
  keepsTabs?: boolean
}

export const originOf = (host = 'localhost', port = world().port): string => `http://${host}:${port}`

export const visitor = (options: VisitorOptions = {}): Promise<Visitor> => enter(options)

async function enter(
  { viewport = DESKTOP, touch = false, host, stored = {} }: VisitorOptions,
  signedIn?: Watched['signedIn'],
): Promise<Visitor> {
  const origin = originOf(host)
  const kind = JSON.stringify([viewport, touch, origin])
  const context = idle.get(kind)?.pop() ?? (await newContext({ viewport, touch, origin }))
  await store(context, origin, stored)
  const watched: Watched = { context, kind, problems: [], expected: [], ...(signedIn && { signedIn }) }
  open.push(watched)
  context.on('page', (page) => watch(page, watched.problems))
  const page = await context.newPage()
  return {
    page,
    context,
    problems: watched.problems,
    expectProblem: (pattern) => void watched.expected.push(pattern),
    another: () => context.newPage(),
  }
}

async function newContext({
  viewport,
  touch,
  origin,
}: Required<Pick<VisitorOptions, 'viewport' | 'touch'>> & { origin: string }): Promise<BrowserContext> {
  // Without a locale Chromium cannot name files in Chinese, neither those it sends nor those it keeps.
  browser ??= chromium.launch({ executablePath: EXECUTABLE, args: ARGS, env: { ...process.env, LANG: 'C.UTF-8' } })
  const context = await (
    await browser
  ).newContext({
    viewport,
    hasTouch: touch,
    isMobile: touch,
    baseURL: origin,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    acceptDownloads: true,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  noteClock(context)
  await toasts.writeDownToasts(context)
  return context
}

const byPage = new WeakMap<Page, string[]>()
/** What this one window complained about. */
export const problemsOf = (page: Page): string[] => byPage.get(page) ?? []

function watch(page: Page, all: string[]): void {
  const own: string[] = []
  byPage.set(page, own)
  noteWrites(page)
  const problems = { push: (text: string): void => void (all.push(text), own.push(text)) }
  page.on('console', (message) => {
    // A refused request is told below, with its address.
    if (message.type() === 'error' && !/Failed to load resource: the server responded/.test(message.text()))
      problems.push(`console: ${message.text()} ${message.location().url}`)
  })
  // What is no Error (an abort, an event) has an empty stack.
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack || error.message || String(error)} at ${page.url()}`))
  page.on('response', (response) => {
    if (response.status() >= 400)
      problems.push(`answer: ${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`)
  })
}

const HEADERS: Record<string, string> = {
  'Access-Token': 'Admin-Token',
  'Token-Type': 'Admin-Token-Type',
  'Customer-Type': 'X-CustomerType',
  Username: 'Admin-User-Name',
  'Is-First': 'isFirst',
  Carrier: 'carrier',
  Phone: 'userPhone',
  'Sub-Operation': 'SubOperation',
  'Is-Admin': 'X-Admin',
}

export interface Session extends Visitor {
  api: SignedIn
}

/** Sign-ins of people nobody uses now: weighing a password takes the processor longer than all else a short test does. */
const idleSignIns = new Map<string, SignedIn[]>()

/** Signed in since an earlier test, when the server still says so; else anew. */
async function signInOf({ username, password }: Person): Promise<NonNullable<Watched['signedIn']>> {
  const key = JSON.stringify([username, password])
  const before = idleSignIns.get(key)?.pop()
  const stands = before !== undefined && (await before.raw('GET', '/api/v1/session/me')).code === 200
  return { key, api: stands ? before : await signIn(world().port, username, password) }
}

/** Signed in the short way: the token is fetched and stored as the login page stores it. The login page has tests of its own. */
export async function session(who: Person = world().admin, options: VisitorOptions = {}): Promise<Session> {
  const signedIn = await signInOf(who)
  const { api } = signedIn
  // The bar of an account comes along to every browser; what the test before left open is not of this one.
  if (!options.keepsTabs) await api.post('/api/v1/setting', { key: 'tabs', value: null })
  const stored: Record<string, string> = { isLogOut: '0' }
  for (const [header, key] of Object.entries(HEADERS)) {
    const value = api.headers.get(header)
    if (value !== null) stored[key] = decodeURIComponent(value)
  }
  return { ...(await enter({ ...options, stored: { ...stored, ...options.stored } }, signedIn)), api }
}

/** The pane in front. */
export const pane = (page: Page, screen?: string) =>
  page.locator(screen ? `.zyt-pane[data-screen="${screen}"]:visible` : '.zyt-pane:visible')

/** A page by its link: in the menu, or among the pages that share an entry of it with the one in front. */
export const pageLink = (page: Page, name: string) =>
  page.locator('nav[aria-label="主菜单"], nav[aria-label="同类页面"]').getByRole('link', { name, exact: true }).first()

/** As a link inside the console does: no reload, and the tabs opened before stay alive behind it. */
export const goInside = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, address)

/** Opens an address of the console and waits until its screen stands there and asks for nothing more. */
export async function openScreen(page: Page, path: string, code?: string): Promise<void> {
  await page.goto(path)
  await pane(page, code).waitFor()
  await settled(page)
}

/**
 * Goes on to a screen as a link does, which takes a quarter of what reading the whole program anew takes. Where nothing is open yet, or a tab
 * of this screen would show what it showed before, the address is loaded.
 */
export async function goOn(page: Page, path: string, code: string): Promise<void> {
  const fresh = await page.evaluate(
    (screen) => document.querySelector('.zyt-pane') !== null && !document.querySelector(`.zyt-pane[data-screen="${screen}"]`),
    code,
  )
  if (!fresh) return openScreen(page, path, code)
  await toasts.forgetToasts(page)
  await goInside(page, path)
  await pane(page, code).waitFor()
  await settled(page)
}

/**
 * A screen stands there and nothing is loading: no skeleton, no overlay. Straight after F5 there is not even a screen. Looked at twenty times a
 * second: at each frame, looking took a tenth of the processor.
 */
export async function settled(page: Page): Promise<void> {
  const stands = page.waitForFunction(
    () =>
      document.querySelector('.zyt-pane:not([style*="none"])') !== null &&
      !document.querySelector(
        '.zyt-pane:not([style*="none"]) [aria-busy="true"], .zyt-pane:not([style*="none"]) .ant-skeleton, .zyt-overlay, .zyt-wait',
      ),
    undefined,
    { timeout: PATIENCE_MS, polling: 50 },
  )
  await stands.catch((error: unknown) => {
    throw new Error('waited for a screen that stands there and loads nothing more', { cause: error })
  })
}

/** Waits for a toast that says this, also for one that has gone again. */
export const toastShown = (page: Page, text: string | RegExp): Promise<void> => toasts.toastShown(page, text, PATIENCE_MS)

/** The toast that says this, as it stands there now. */
export const toast = (page: Page, text: string | RegExp) => page.locator('.zyt-toast', { hasText: text })

/** A picture for a person to look at, when asked for: SHOTS=folder. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}
