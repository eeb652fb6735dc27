// A hand that counts: every trusted press of a button or a key is counted in the page, by whatever means it was made.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A practised hand: a click with its aim, a key, and a file taken from a folder (seconds). */
const CLICK = 1.3
const KEY = 0.28
const FILE = 2

export async function walker(browser, base, admin, width) {
  const phone = width < 768
  const context = await browser.newContext({
    viewport: { width, height: phone ? 812 : 900 },
    hasTouch: phone,
    isMobile: phone,
    baseURL: base,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    colorScheme: process.env.DARK ? 'dark' : 'light',
  })
  // A busy machine is slow and no different.
  context.setDefaultTimeout(Number(process.env.PATIENCE || 18) * 1000)
  let counts = { clicks: 0, keys: 0 }
  await context.exposeBinding('zytCounted', (_source, kind) => void counts[kind]++)
  await context.addInitScript(() => {
    addEventListener('pointerdown', (event) => event.isTrusted && event.isPrimary && window.zytCounted('clicks'), true)
    addEventListener('keydown', (event) => event.isTrusted && window.zytCounted('keys'), true)
  })
  const page = await context.newPage()
  page.on('filechooser', () => undefined)
  const api = await apiOf(base, admin)
  const w = { page, phone, api, base, admin, files: 0 }
  Object.assign(w, hands(w))
  w.uncounted = async (work) => {
    const [kept, at] = [{ ...counts }, Date.now()]
    await work()
    counts = kept
    w.aside += Date.now() - at
  }
  w.walk = async (run) => {
    counts = { clicks: 0, keys: 0 }
    w.files = 0
    w.aside = 0
    const begun = Date.now()
    let error
    try {
      await run(w)
    } catch (caught) {
      error = String(caught.message ?? caught)
        .split('\n')
        .slice(0, 3)
        .join(' ')
        .slice(0, 260)
    }
    const waited = (Date.now() - begun - w.aside) / 1000
    const { clicks, keys } = counts
    return { clicks: clicks + w.files, keys, waited, seconds: clicks * CLICK + keys * KEY + w.files * FILE + waited, error }
  }
  return w
}

function hands(w) {
  const { page } = w
  const pane = () => page.locator('.zyt-pane:visible')
  const box = (where, name) => where.locator(`[data-field="${name}"]`)
  const settled = () =>
    page.waitForFunction(
      () =>
        document.querySelector('.zyt-pane:not([style*="none"])') !== null &&
        !document.querySelector(
          '.zyt-pane:not([style*="none"]) [aria-busy="true"], .zyt-pane:not([style*="none"]) .ant-skeleton, .zyt-overlay, .zyt-wait',
        ),
    )
  const dialog = () => page.locator('.ant-modal:visible, dialog[open].zyt-confirm').last()
  /** Steps that belong to the preparation and not to the journey. */
  const home = async () => {
    await page.goto('/homePage')
    await settled()
  }
  const click = async (locator) => {
    await locator.first().click()
  }
  const button = (name, where = pane()) => where.getByRole('button', { name, exact: typeof name === 'string' })
  const press = async (name, where) => {
    await click(button(name, where))
  }
  const type = async (text) => {
    await page.keyboard.type(String(text))
  }
  return {
    pane,
    box,
    settled,
    dialog,
    home,
    click,
    button,
    press,
    type,
    key: (name) => page.keyboard.press(name),
    has: async (locator) => (await locator.count()) > 0 && (await locator.first().isVisible()),
    async fill(where, name, text) {
      const input = box(where, name).locator('input, textarea').first()
      // Where the cursor stands already nobody clicks.
      if (!(await input.evaluate((one) => one === document.activeElement))) await click(input)
      await page.keyboard.press('Control+a')
      await type(text)
    },
    async day(where, name, text) {
      await click(box(where, name).locator('input'))
      await page.keyboard.press('Control+a')
      await type(text)
      await page.keyboard.press('Enter')
    },
    async choose(where, name, text) {
      const radio = box(where, name).locator('.ant-radio-wrapper', { hasText: text })
      if (await radio.count()) return click(radio)
      await click(box(where, name).getByRole('combobox'))
      const editable = await box(where, name).getByRole('combobox').isEditable()
      if (text && editable) await type(text)
      await click(
        page.locator(
          '.ant-select-dropdown:visible .ant-select-item-option:not(.ant-select-item-option-disabled)',
          text ? { hasText: text } : {},
        ),
      )
    },
    /** What an earlier walk left typed is not this one's. */
    fresh: () =>
      w.uncounted(async () => {
        await settled()
        const clear = button('清空')
        if ((await clear.count()) && (await clear.first().isVisible())) await clear.first().click()
      }),
    /** Nothing is chosen in it yet. */
    open: async (where, name) => ((await box(where, name).textContent()) ?? '').includes('请选择'),
    /** What the page fills in itself. */
    filled: (where, name) => box(where, name).locator('input').first().and(page.locator('input:not([value=""])')).waitFor(),
    async attach(where, name, many = 1) {
      await box(where, name)
        .locator('input[type=file]')
        .setInputFiles(Array.from({ length: many }, (_, i) => picture(`${name}${i}.png`)))
      await box(where, name)
        .getByText(`${name}${many - 1}.png`)
        .first()
        .waitFor()
      w.files += 2
    },
    /** The way of the mouse: the group when it is folded, the entry, and of its pages the one beside. */
    async menu(title, beside) {
      if (w.phone)
        await page
          .getByRole('button', { name: '展开菜单' })
          .or(page.getByRole('button', { name: '收起菜单' }))
          .first()
          .click()
      const nav = page.locator('.zyt-menu:visible')
      const item = nav.locator('a', { hasText: new RegExp(`^${title}$`) })
      await nav.waitFor()
      if (!(await item.first().isVisible())) {
        await click(nav.getByText(await groupOf(w, title), { exact: true }))
        await item.first().waitFor()
      }
      await page.waitForTimeout(250)
      await click(item)
      await settled()
      if (!beside) return
      await click(page.locator('nav[aria-label="同类页面"]').getByRole('link', { name: beside, exact: true }))
      await settled()
    },
    async search(text) {
      await click(pane().locator('.zyt-list-toolbar input'))
      await type(text)
      await page.keyboard.press('Enter')
      await page.waitForTimeout(300)
      await settled()
    },
    row: (text = '') => (w.phone ? pane().locator('[data-id]', { hasText: text }) : pane().locator('tbody tr[data-id]', { hasText: text })),
    async openRow(text = '') {
      const row = w.row(text).first()
      await row.waitFor()
      await click(row.locator('.zyt-key'))
      await pane().locator('.zyt-detail-head').waitFor()
      await settled()
    },
    async tick(text = '') {
      const row = w.row(text).first()
      await row.waitFor()
      await click(row.locator('input[type=checkbox]'))
    },
    async act(name) {
      const shown = button(name)
      if (await shown.count()) return click(shown)
      await click(pane().getByRole('button', { name: /更多|操作/ }))
      await click(page.getByRole('menuitem', { name: new RegExp(`^${name}`) }))
    },
    /** What a button moves stands behind its words. */
    agree: (name) => w.press(worded(name), dialog()),
    /** The box of search, a plate or a name, and of its card the act: what a call is answered by. */
    async find(text, act) {
      const head = page.locator('.zyt-head')
      await click(head.getByRole('button', { name: '搜索菜单、记录与操作' }))
      await page.getByRole('combobox', { name: '搜索菜单、记录与操作' }).waitFor()
      await type(text)
      const option = page.getByRole('option', { name: text }).first()
      await option.waitFor()
      const card = page.getByRole('region', { name: '卡片' })
      // On a phone the card takes the place of the list, and the row is touched for it.
      if (w.phone) await click(option)
      await card.locator('.zyt-record-card').waitFor()
      if (!act) return card
      await click(card.getByRole('button', { name: act, exact: true }))
      await settled()
      return card
    },
    /** On the home page: this kind of work, then the line that leads to the record. */
    async work(kind, text = '') {
      await click(pane().locator('.zyt-work-kind', { hasText: kind }))
      const line = pane().locator('.zyt-work li', { hasText: text }).first()
      await line.waitFor()
      await click(line.locator('.zyt-button'))
      await settled()
    },
    async stands(text) {
      await pane().locator('.zyt-detail-head', { hasText: text }).waitFor()
      await settled()
    },
    save: (name = '保存') => w.press(worded(name)),
    async signIn(username, password) {
      await page.evaluate(() => localStorage.clear()).catch(() => undefined)
      await page.context().clearCookies()
      await page.goto('/login')
      await page.locator('input[autocomplete=username]').waitFor()
      await click(page.locator('input[autocomplete=username]'))
      await page.keyboard.press('Control+a')
      await type(username)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Control+a')
      await type(password)
      await page.keyboard.press('Enter')
      await page.locator('.zyt-shell').waitFor()
      await settled()
    },
  }
}

const worded = (name) => (typeof name === 'string' ? new RegExp(`^${name}( -?¥[\\d,.]+)?$`) : name)

/** The group of the menu by the day's work that holds this entry. An entry without a title has the name of its page. */
async function groupOf(w, title) {
  const names = new Map()
  const read = (nodes) => {
    for (const node of nodes ?? []) {
      names.set(node.resourceCode, node.resourceName)
      read(node.funcItemList)
    }
  }
  read(await w.api.get('/api/auth/resources'))
  const code = [...names].find(([, name]) => name === title)?.[0]
  // Read as text: an older node knows no TypeScript.
  const groups = readFileSync(new URL('../../src/work-menu.ts', import.meta.url), 'utf8')
    .split(/^ {4}\{$/m)
    .slice(1)
  const group = groups.find(
    (text) =>
      text.includes(`{ title: '${title}'`) ||
      text.includes(`title: '${title}',\n          icon`) ||
      text.includes(`{ pages: ['${code}'] }`),
  )
  if (!group) throw new Error(`no group in the menu holds ${title}`)
  return /title: '([^']+)'/.exec(group)[1]
}

async function apiOf(base, { username, password }) {
  const site = await (await fetch(`${base}/api/v1/site/config`)).json()
  const { id, secret } = site.data.client
  const answer = await fetch(`${base}/api/oauth/token`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    },
    body: new URLSearchParams({ grant_type: 'password', clientType: '2', username, password }).toString(),
  })
  if (!answer.ok) throw new Error(`sign-in of ${username}: ${await answer.text()}`)
  const { access_token: token } = await answer.json()
  const ask = async (method, path, input = {}) => {
    const query = method === 'GET' ? `?${new URLSearchParams(input)}` : ''
    const said = await fetch(`${base}${path}${query}`, {
      method,
      headers: {
        Authorization: `bearer ${token}`,
        ...(method === 'POST' ? { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() } : {}),
      },
      ...(method === 'POST' ? { body: JSON.stringify(input) } : {}),
    })
    const read = await said.json()
    if (!said.ok) throw new Error(`${method} ${path}: ${read.code} ${read.message} ${JSON.stringify(read.data ?? '')}`.slice(0, 300))
    return read.data ?? read
  }
  const get = (path, input) => ask('GET', path, input)
  return {
    get,
    post: (path, input) => ask('POST', path, input),
    rows: async (entity, query = {}) => (await get(`/api/v1/${entity}/list`, { pageSize: 50, ...query })).list,
  }
}

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const picture = (name) => ({ name, mimeType: 'image/png', buffer: PNG })
