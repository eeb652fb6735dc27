/** A driver's day on his phone, most of it in a tunnel (transport.md §6): nothing he did is lost, nothing is told twice. */
import { beforeAll, expect, test } from 'vitest'
import type { BrowserContext, Page } from 'playwright-core'
import type { Tx } from '#kit/access/context.server.ts'
import { accessChanged } from '#kit/access/loader.server.ts'
import { totpCode, totpStep } from '#kit/access/totp.server.ts'
import { freightDesk } from '../stories/freight.ts'
import { flat } from '../stories/tariff.ts'
import { signIn, type SignedIn } from './api.ts'
import { PHONE, session, shot, useBrowser, world } from './harness.ts'
import { asProgram } from './stock.ts'
import { makeUser, type Person } from './world.ts'

useBrowser()

let api: SignedIn
beforeAll(async () => {
  const { port, admin } = world()
  api = await signIn(port, admin.username, admin.password)
})

interface Trip {
  person: Person
  order: number
  mission: number
  no: string
}
/** An order on a vehicle, offered to a driver who has an account of the console and no right in it. */
async function trip(): Promise<Trip> {
  const { port, dataDir, dept } = world()
  const person = await makeUser(port, api, { dept, codes: [] })
  return asProgram(api, dataDir, async (ctx) => {
    const desk = freightDesk(() => ctx)
    const w = await desk.world(flat(50_000))
    const order = await desk.orderOf(w, 1000)
    const vehicle = await desk.sample('vehicle', {
      store: w.store,
      opMode: 'transport',
      status: 'available',
      loadKg: 9000,
      curbKg: null,
      grossKg: 14_000,
      inspectionDueOn: '2099-01-01',
      compulsoryInsuranceDueOn: '2099-01-01',
    })
    const driver = await desk.sample('driver', {
      store: w.store,
      user: person.id,
      audit: 'verified',
      source: 'own',
      account: 'active',
      licenceClass: 'B2',
      licenceDueOn: '2099-01-01',
      qualificationDueOn: '2099-01-01',
    })
    const consignments = [(await desk.legOf(order)).id]
    const mission = await desk.put('mission', { kind: 'task', consignments, planStart: desk.soon(0), planEnd: desk.soon(8) })
    await desk.act('mission', 'assign', mission, { vehicle, driver })
    const { no } = await desk.read((db) => db.selectFrom('mission').select('no').where('id', '=', mission).executeTakeFirstOrThrow())
    return { person, order, mission, no }
  })
}
const eventsOf = ({ mission }: Trip) =>
  asProgram(api, world().dataDir, (ctx) =>
    freightDesk(() => ctx).read((db) =>
      db
        .selectFrom('stopEvent')
        .select(['kind', 'outcome'])
        .where('mission', '=', mission)
        .where('source', '=', 'driver')
        .orderBy('id')
        .execute(),
    ),
  )
const statusOf = ({ order }: Trip): Promise<string> => asProgram(api, world().dataDir, (ctx) => freightDesk(() => ctx).orderStatus(order))

const tap = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const waiting = (page: Page, n: number) => page.getByText(n === 0 ? '已全部上传' : `待上传 ${n}`, { exact: true }).waitFor()
/** Its own files stand in the phone. */
const filesStored = (page: Page) =>
  page.waitForFunction(async () => {
    const names = await caches.keys()
    return (
      (await navigator.serviceWorker.ready).active?.state === 'activated' &&
      names.length > 0 &&
      (await caches.match('/driver')) !== undefined
    )
  })

/** No call gets through from this moment on: a page that loads anew is told a little later that it has no network, and might have sent one. */
async function cut(context: BrowserContext, off: boolean): Promise<void> {
  if (off) await context.route(/\/api\//, (route) => route.abort('internetdisconnected'))
  // The way is open before the page hears of it: what it sends at once would fail, and is sent again half a minute later.
  else await context.unroute(/\/api\//)
  await context.setOffline(off)
}

test('opened once, the page works without a network: what was done outlives a reload and a new window, and is told once', async () => {
  const t = await trip()
  const s = await session(t.person, { viewport: PHONE, touch: true })
  s.expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  const { page, context } = s
  await page.goto('/driver')
  await page.getByRole('heading', { name: t.no }).waitFor()
  await filesStored(page)
  await cut(context, true)
  await tap(page, '接单')
  await waiting(page, 1)
  await page.reload()
  await page.getByText('没有网络，显示的是手机上保存的任务', { exact: false }).waitFor()
  await waiting(page, 1)
  await tap(page, '装货')
  await tap(page, '装上')
  await page.getByRole('textbox', { name: '铅封号' }).fill('QF-7788')
  await tap(page, '装货完成')
  await tap(page, '发车')
  await waiting(page, 4)
  await shot(page, 'driver-offline')
  expect(await eventsOf(t)).toEqual([])
  // The battery died: another window, still in the tunnel.
  await page.close()
  const again = await s.another()
  await again.goto('/driver')
  await waiting(again, 4)
  const unload = again.locator('.zyt-driver-card .zyt-driver-card', { hasText: '卸 ·' })
  await unload.getByRole('button', { name: '到达' }).click()
  await unload.getByRole('button', { name: '签收' }).click()
  await again.getByRole('textbox', { name: '签收人' }).fill('王芳')
  await tap(again, '全部签收')
  await waiting(again, 6)
  expect(await eventsOf(t)).toEqual([])
  await cut(context, false)
  await waiting(again, 0)
  const expected = [
    ['accept', null],
    ['load', null],
    ['load', null],
    ['depart', null],
    ['arrive', null],
    ['sign', null],
  ]
  expect((await eventsOf(t)).map((e) => [e.kind, e.outcome])).toEqual(expected)
  // No receipt is owed.
  expect(await statusOf(t)).toBe('receipted')
  await tap(again, '刷新')
  await again.getByText('已完成').or(again.getByText('已签收')).first().waitFor()
  expect(await eventsOf(t)).toHaveLength(expected.length)
  await shot(again, 'driver-online')
})

test('his money and his papers are a tap away; leaving with things unsent warns first, and leaves nothing behind', async () => {
  const t = await trip()
  const s = await session(t.person, { viewport: PHONE, touch: true })
  s.expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|401/)
  const { page, context } = s
  await page.goto('/driver')
  await page.getByRole('heading', { name: t.no }).waitFor()
  await tap(page, '收入')
  await page.getByText('已确认 0.00 元，其中已付 0.00 元').first().waitFor()
  await tap(page, '我的')
  await page.getByText('准驾车型 B2').waitFor()
  await shot(page, 'driver-me')
  await tap(page, '今日任务')
  await cut(context, true)
  await tap(page, '接单')
  await waiting(page, 1)
  await tap(page, '我的')
  await tap(page, '退出登录')
  await page.getByText('还有 1 项未上传，退出会丢失', { exact: false }).waitFor()
  await tap(page, '不退出')
  await cut(context, false)
  await waiting(page, 0)
  await tap(page, '退出登录')
  await tap(page, '确认退出')
  await page.waitForURL(/\/login/)
  const left = await page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const asked = indexedDB.open('zyt-driver')
      asked.onsuccess = () => resolve(asked.result)
    })
    const counts = await Promise.all(
      ['events', 'pictures', 'kept'].map(
        (name) =>
          new Promise<number>((resolve) => {
            const asked = db.transaction(name).objectStore(name).count()
            asked.onsuccess = () => resolve(asked.result)
          }),
      ),
    )
    db.close()
    return counts
  })
  expect(left).toEqual([0, 0, 0])
})

/** The other way of `base32` in totp.server.ts. */
const fromBase32 = (text: string): Uint8Array => {
  const bits = Array.from(text, (c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

test('what is asked of him first has its page: a second factor, a new password; then he stands where he stood', async () => {
  const t = await trip()
  const s = await session(t.person, { viewport: PHONE, touch: true })
  s.expectProblem(/403/)
  const { page } = s
  const inCompany = (work: (tx: Tx) => Promise<unknown>): Promise<void> =>
    asProgram(api, world().dataDir, (ctx) =>
      ctx.db.write(ctx.user.operatorId, async (tx, tools) => {
        await work(tx)
        await accessChanged(tx, tools, ctx.user.operatorId)
      }),
    )
  await page.goto('/driver')
  await page.getByRole('heading', { name: t.no }).waitFor()
  await asProgram(api, world().dataDir, async (ctx) => {
    const operatorId = ctx.user.operatorId
    await ctx.db.write(operatorId, async (tx, tools) => {
      await tx.insertInto('parameterValue').values({ operatorId, createdBy: null, code: 'secondFactorFor', value: '"all"' }).execute()
      await accessChanged(tx, tools, operatorId)
    })
    try {
      await tap(page, '刷新')
      await page.getByRole('heading', { name: '请先启用两步验证' }).waitFor()
      await shot(page, 'driver-second-factor')
      await page.getByLabel('登录密码').fill(t.person.password)
      await page.getByRole('button', { name: '启用动态验证码' }).click()
      const secret = fromBase32(await page.locator('main code').first().innerText())
      await page
        .getByRole('textbox')
        .first()
        .fill(totpCode(secret, totpStep(new Date().toISOString())))
      await page.getByRole('button', { name: '确认启用' }).click()
      await page.getByRole('button', { name: '我已保存' }).click()
      await page.waitForURL(/\/driver$/)
      await page.getByRole('heading', { name: t.no }).waitFor()
    } finally {
      await inCompany((tx) => tx.deleteFrom('parameterValue').where('code', '=', 'secondFactorFor').execute())
    }
  })
  // As when it has become too old.
  await inCompany((tx) => tx.updateTable('credential').set({ isFirst: true }).where('userId', '=', t.person.id).execute())
  await tap(page, '刷新')
  await page.getByLabel('原密码').fill(t.person.password)
  await page.getByLabel('新密码', { exact: true }).fill('Zy8!another-word')
  await page.getByLabel('再次输入新密码').fill('Zy8!another-word')
  await shot(page, 'driver-new-password')
  await page.getByRole('button', { name: '修改密码' }).click()
  await page.waitForURL(/\/driver$/)
  await page.getByRole('heading', { name: t.no }).waitFor()
})
