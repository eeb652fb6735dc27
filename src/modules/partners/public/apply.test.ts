/** People without an account who want to drive: the page of a post, used and attacked (transport.md §2.2, §10 X). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { day } from '#kit/basics/time/day.ts'
import type { Tx } from '#kit/access/context.server.ts'
import { actNamed, add, storeOf } from '#kit/entity/store.server.ts'
import { sampleRecord } from '#kit/entity/conformance/sample.server.ts'
import { startRig, type Rig } from '#tests/house/rig.ts'
import { samples } from '#tests/house/samples.ts'
import { connectMessages, waitingMessages } from '#tests/messages-out.ts'
import { recruitPost } from '#modules/transport/recruit/recruit.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
  connectMessages(rig)
})
afterAll(async () => {
  expect(rig?.faults).toEqual([])
  await rig?.close()
})

const write = <T>(run: (tx: Tx) => Promise<T>): Promise<T> => rig.admin.ctx.db.write(rig.admin.ctx.user.operatorId, run)
const get = (path: string, headers: Record<string, string>) => rig.send({ method: 'GET', path: `/api/public/${path}` }, {}, null, headers)
const post = (path: string, input: object, headers: Record<string, string>) =>
  rig.send({ method: 'POST', path: `/api/public/${path}` }, input, null, headers)
/** As the staff does it in the console. */
const staff = async (name: 'recruitPost' | 'driverApplication', verb: string, id: number, input: object = {}) => {
  const { version } = await write((tx) => tx.selectFrom(name).select('version').where('id', '=', id).executeTakeFirstOrThrow())
  return rig.send({ method: 'POST', path: `/api/v1/${name}/${verb}` }, { id, version, ...input }, rig.admin)
}

async function published(more: object = {}) {
  const store = await write((tx) => sampleRecord(tx, rig.admin.ctx, 'store', {}, { path: [], samples }))
  const title = `城配司机${randomUUID().slice(0, 6)}`
  const id = await write(async (tx) => {
    const made = await add(tx, rig.admin.ctx, 'recruitPost', {
      title,
      cities: '上海',
      headcount: 3,
      pay: '月薪 9000 元起，含五险一金',
      detail: '上海市内日配，凭驾驶证报名。不收押金、服装费。',
      until: '2099-12-31',
      store,
      ...more,
    })
    await actNamed(tx, rig.admin.ctx, 'recruitPost', 'publish', made.id, null, {})
    return made.id
  })
  return { id, store, title, headers: await headersOf(id) }
}
const headersOf = async (id: number): Promise<Record<string, string>> => ({
  'x-recruit-post': (await write((tx) => storeOf(recruitPost).get(tx, rig.admin.ctx, id))).token!,
})
let phones = 0
const phone = (): string => `1360000${String(1000 + ++phones)}`
const codeSentTo = async (mobile: string): Promise<string> => {
  const sent = (await waitingMessages(rig.admin.ctx)).findLast(({ to }) => to.mobile === mobile)!
  expect(sent.summary).not.toMatch(/\d{6}/)
  return /验证码 (\d{6})/.exec(sent.text)![1]!
}
async function entered(headers: Record<string, string>, mobile = phone()): Promise<Record<string, string>> {
  expect((await post('recruit/code', { mobile }, headers)).status).toBe(200)
  const answer = await post('recruit/enter', { mobile, code: await codeSentTo(mobile) }, headers)
  return { ...headers, 'x-recruit-session': (answer.data as { session: string }).session }
}
const FORM = { name: '周师傅', city: '上海', licenceClass: 'C1', vehicleOwned: false, intent: '早班', agreed: true }
const applications = (of: number) =>
  write((tx) => tx.selectFrom('driverApplication').selectAll().where('post', '=', of).orderBy('id').execute())

describe('the page of a post', () => {
  test('takes an application of a proved telephone, tells its staff, and the person becomes a driver', async () => {
    const p = await published()
    expect((await get('recruit/page', p.headers)).data).toMatchObject({ title: p.title, cities: '上海', headcount: 3, vehicleClass: null })
    expect((await post('recruit/apply', FORM, p.headers)).status).toBe(403)
    const mobile = phone()
    const own = await entered(p.headers, mobile)
    expect((await get('recruit/mine', own)).data).toEqual({ own: null })
    expect((await post('recruit/apply', { ...FORM, agreed: false }, own)).status).toBe(400)
    // Twice at one moment is once.
    const promo = await write((tx) =>
      add(tx, rig.admin.ctx, 'promoCode', {
        code: 'DRIVERS1',
        name: '老带新',
        store: p.store,
        promoter: 'user',
        user: rig.admin.ctx.user.id,
        fromOn: '2020-01-01',
      }),
    )
    const answers = await Promise.all(Array.from({ length: 4 }, () => post('recruit/apply', { ...FORM, promo: 'DRIVERS1' }, own)))
    expect(answers.filter((a) => a.status === 200).map((a) => a.data)).toEqual([{ label: '已收到，等待联系' }])
    expect(new Set(answers.filter((a) => a.status !== 200).map((a) => a.message))).toEqual(
      new Set(['该手机号 90 天内已报名，原来的报名仍然有效，不用再报']),
    )
    const [row] = await applications(p.id)
    expect(row).toMatchObject({
      name: '周师傅',
      mobile,
      store: p.store,
      source: 'page',
      status: 'toContact',
      licenceClass: 'C1',
      promoCode: promo.id,
    })
    expect(row!.agreedAt).not.toBeNull()
    const box = await write((tx) => tx.selectFrom('inboxMessage').select('link').where('title', 'like', `%${p.title}%`).execute())
    expect(box).toEqual([{ link: `/transport/driverApplicationDetail?id=${row!.id}` }])
    for (const step of ['contact', 'review']) expect((await staff('driverApplication', step, row!.id)).status, step).toBe(200)
    expect((await get('recruit/mine', own)).data).toMatchObject({ own: { label: '审核中', open: true } })
    const over = await staff('driverApplication', 'hire', row!.id, {
      idNo: '11010519491231002X',
      licenceClass: 'C1',
      licenceDueOn: '2020-01-01',
      account: true,
    })
    expect([over.status, over.data]).toEqual([400, { licenceDueOn: '驾驶证已于 2020-01-01 到期，换证后再录用' }])
    const hired = await staff('driverApplication', 'hire', row!.id, {
      idNo: '11010519491231002X',
      licenceClass: 'C1',
      licenceDueOn: '2099-01-01',
      account: true,
    })
    expect([hired.status, hired.message]).toEqual([200, hired.message])
    const driver = await write((tx) =>
      tx.selectFrom('driver').select(['name', 'audit', 'user']).where('mobile', '=', mobile).executeTakeFirstOrThrow(),
    )
    expect(driver).toMatchObject({ name: '周师傅', audit: 'reviewing' })
    // An account of his own, of no role, that opens when somebody issues its first password.
    const account = await write((tx) => tx.selectFrom('user').selectAll().where('id', '=', driver.user!).executeTakeFirstOrThrow())
    expect(account).toMatchObject({ username: mobile, mobile, name: '周师傅', customerType: 'driver', stores: [p.store], roles: null })
    // Who sent him is credited: applied and hired, each with the record behind it.
    const funnel = await rig.send({ method: 'GET', path: '/api/v1/report/promote' }, { by: 'code', code: promo.id }, rig.admin)
    expect((funnel.data as { total: { values: object } }).total.values).toMatchObject({ leads: 0, applied: 1, hired: 1 })
    expect((await get('recruit/mine', own)).data).toMatchObject({ own: { label: '已通过', open: false } })
  })
  test('shows nobody another telephone’s application; one’s own one takes back', async () => {
    const [a, b] = [await published(), await published()]
    const [one, two] = [await entered(a.headers), await entered(a.headers)]
    // A code that is none counts for nobody and keeps nobody out.
    for (const promo of ['不是码', 'x'.repeat(60)])
      expect((await post('recruit/apply', { ...FORM, promo }, await entered(a.headers))).status).toBe(200)
    expect((await applications(a.id)).map((r) => r.promoCode)).toEqual([null, null])
    await post('recruit/apply', FORM, one)
    expect((await get('recruit/mine', two)).data).toEqual({ own: null })
    expect((await post('recruit/withdraw', {}, two)).status).toBe(404)
    expect((await get('recruit/mine', { ...b.headers, 'x-recruit-session': one['x-recruit-session']! })).status).toBe(403)
    expect((await post('recruit/withdraw', {}, one)).data).toEqual({ label: '已放弃' })
    expect((await applications(a.id)).map((r) => r.status)).toEqual(['toContact', 'toContact', 'withdrawn'])
  })
  test('is gone with its post: closed, over, renewed, of another company, guessed', async () => {
    const p = await published()
    const own = await entered(p.headers)
    await staff('recruitPost', 'renew', p.id)
    expect((await get('recruit/page', p.headers)).status).toBe(404)
    const now = { ...own, ...(await headersOf(p.id)) }
    expect((await get('recruit/mine', now)).status).toBe(200)
    await staff('recruitPost', 'close', p.id)
    expect((await post('recruit/apply', FORM, now)).status).toBe(404)
    const late = await published()
    await write((tx) =>
      tx
        .updateTable('recruitPost')
        .set({ until: day('2020-01-01') })
        .where('id', '=', late.id)
        .execute(),
    )
    expect((await get('recruit/page', late.headers)).message).toBe('招募已结束，或网址已更换，请联系对方')
    for (const guess of ['', 'x', `1.${'a'.repeat(24)}`, late.headers['x-recruit-post']!.replace(/^[^.]+/, 'zz')])
      expect([guess, (await get('recruit/page', { 'x-recruit-post': guess })).status]).toEqual([guess, 404])
  })
  test('counts codes, and leaves no row behind for telephones that are only tried', async () => {
    const p = await published()
    const rows = () =>
      write((tx) => sql<{ n: number }>`select count(*)::int as n from recruit_visitor where page = ${p.id}`.execute(tx)).then(
        (r) => r.rows[0]!.n,
      )
    for (let i = 0; i < 3; i++)
      expect((await post('recruit/enter', { mobile: phone(), code: '000000' }, p.headers)).data).toEqual({ code: '请先获取验证码' })
    expect(await rows()).toBe(0)
    const mobile = phone()
    await post('recruit/code', { mobile }, p.headers)
    expect((await post('recruit/code', { mobile }, p.headers)).message).toBe('验证码已发送，请 60 秒后再试')
    const right = await codeSentTo(mobile)
    const wrong = right === '000000' ? '111111' : '000000'
    for (let i = 0; i < 5; i++) await post('recruit/enter', { mobile, code: wrong }, p.headers)
    expect((await post('recruit/enter', { mobile, code: right }, p.headers)).status).toBe(400)
    // What all telephones together may make us send in a day.
    await write((tx) =>
      sql`update recruit_visitor set sent_count = 300, sent_on = ${rig.admin.ctx.clock.today()} where page = ${p.id}`.execute(tx),
    )
    expect((await post('recruit/code', { mobile: phone() }, p.headers)).message).toBe('今天的验证码次数已用完，请明天再试，或联系对方报名')
    expect(await rows()).toBe(1)
  })
  test('turns away who is barred, and who drives here already', async () => {
    const p = await published()
    const own = await entered(p.headers)
    await post('recruit/apply', FORM, own)
    const [row] = await applications(p.id)
    await staff('driverApplication', 'blacklist', row!.id, { reason: '冒用证件' })
    expect((await get('recruit/mine', own)).data).toMatchObject({ own: { label: '未通过', open: false } })
    await write((tx) => tx.updateTable('driverApplication').set({ createdAt: '2020-01-01T00:00:00Z' }).where('id', '=', row!.id).execute())
    expect((await post('recruit/apply', FORM, own)).message).toBe('该手机号暂不能报名，请联系对方')
    const mobile = phone()
    const driver = await write((tx) => sampleRecord(tx, rig.admin.ctx, 'driver', {}, { path: [], samples }))
    await write((tx) => tx.updateTable('driver').set({ mobile }).where('id', '=', driver).execute())
    expect((await post('recruit/apply', FORM, await entered(p.headers, mobile))).message).toBe('该手机号已登记为司机，不用再报名')
  })
})

describe('a post', () => {
  test('is held to it when it is published and when an open one is changed', async () => {
    const p = await published()
    expect((await staff('recruitPost', 'edit', p.id, { pay: '限男性，月薪 8000 元' })).message).toContain('歧视')
    await expect(published({ pay: null })).rejects.toThrow('请先填写薪酬说明')
  })
})
