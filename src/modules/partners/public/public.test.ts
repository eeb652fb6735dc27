/** What people without an account reach: the link of an order and the public page, used and attacked (transport.md §2.1, §8, §10 X). */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '#kit/access/context.server.ts'
import { sampleRecord } from '#kit/entity/conformance/sample.server.ts'
import { actNamed, add } from '#kit/entity/store.server.ts'
import { startRig, type Person, type Rig } from '#tests/house/rig.ts'
import { samples } from '#tests/house/samples.ts'
import { connectMessages, waitingMessages } from '#tests/messages-out.ts'
import { missingIn, orderOf } from './order-draft.ts'
import { coarse } from '../api/orders/sight.server.ts'
import { sha256 } from '#kit/access/link-token.server.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
  connectMessages(rig)
  await put('siteConfig', { host: 'zyt.test', title: '租运通', company: '甲运' })
})
afterAll(async () => {
  expect(rig?.faults).toEqual([])
  await rig?.close()
})

const write = <T>(run: (tx: Tx) => Promise<T>): Promise<T> => rig.admin.ctx.db.write(rig.admin.ctx.user.operatorId, run)
const read = <T>(run: (tx: Tx) => Promise<T>): Promise<T> => rig.admin.ctx.db.read(rig.admin.ctx.user.operatorId, run as never)
const put = async (name: string, values: object): Promise<number> =>
  (await write((tx) => add(tx, rig.admin.ctx, name, { ...values }, 'server'))).id
const act = (name: string, action: string, id: number, input: object = {}) =>
  write((tx) => actNamed(tx, rig.admin.ctx, name, action, id, null, { ...input }, 'server'))
const sample = (name: string, more: object = {}): Promise<number> =>
  write((tx) => sampleRecord(tx, rig.admin.ctx, name, { ...more }, { path: [], samples }))
const soon = (hours: number): string => new Date(Date.parse(rig.admin.ctx.clock.now()) + hours * 3_600_000).toISOString()
const get = (path: string, input: object, headers: Record<string, string>) =>
  rig.send({ method: 'GET', path: `/api/public/${path}` }, input, null, headers)
const post = (path: string, input: object, headers: Record<string, string>, from?: string) =>
  rig.send({ method: 'POST', path: `/api/public/${path}` }, input, null, headers, from)

let running = 0
async function world() {
  const n = `${++running}${randomUUID().slice(0, 6)}`
  const store = await sample('store')
  const customer = await sample('lessee', { status: 'normal' })
  const model = await put('orderModel', { name: `城配${n}`, steps: [{ step: 'sign', required: true, photoMin: 0, geofence: 'off' }] })
  await act('orderModel', 'publish', model)
  const place = (name: string, lng: number) =>
    put('consignParty', {
      name: `${name}${n}`,
      customer,
      sends: true,
      receives: true,
      contact: '赵六',
      mobile: '13911112222',
      place: { address: `上海${name}`, lng, lat: 31.2 },
      store,
    })
  const [from, to] = [await place('仓', 121.5), await place('店', 121.6)]
  const line = await put('goodsRoute', {
    code: `L${n}`,
    name: `线路${n}`,
    store,
    distanceM: 12_000,
    stops: [
      { party: from, kind: 'load' },
      { party: to, kind: 'unload' },
    ],
  })
  await act('goodsRoute', 'publish', line)
  const project = await put('project', {
    code: `P${n}`,
    name: `日配${n}`,
    customer,
    store,
    models: [model],
    lines: [line],
    from: '2020-01-01',
    to: '2099-12-31',
  })
  await write((tx) => tx.updateTable('project').set({ status: 'active' }).where('id', '=', project).execute())
  return { store, customer, model, from, to, line, project, n }
}
type World = Awaited<ReturnType<typeof world>>
async function openOrder(w: World): Promise<number> {
  const id = await put('transportOrder', {
    project: w.project,
    customer: w.customer,
    model: w.model,
    sender: w.from,
    receiver: w.to,
    pickFrom: soon(0),
    pickTo: soon(2),
    dropFrom: soon(2),
    dropTo: soon(9),
    goods: [{ name: '面粉', category: '1700', pieces: 10, weight: 100, volume: 1, declared: 123_456 }],
  })
  await act('transportOrder', 'submit', id)
  return id
}
async function linkOf(order: number, who: Person = rig.admin, more: object = {}, host = 'zyt.test') {
  const answer = await rig.send(
    { method: 'POST', path: '/api/v1/customerLink/make' },
    { order, origin: 'https://zyt.test', ...more },
    who,
    { host },
  )
  const url = (answer.data as { url?: string } | null)?.url ?? ''
  return { answer, url, token: url.split('#t=')[1] ?? '' }
}

describe('the link of an order', () => {
  test('leads to the address the console was opened under, or the one set for outsiders, and nowhere else', async () => {
    const order = await openOrder(await world())
    const { answer } = await linkOf(order, rig.admin, { origin: 'https://evil.test' })
    expect([answer.code, answer.data]).toEqual([400, { origin: '链接只能使用本系统的网址' }])
    expect((await linkOf(order)).url).toMatch(/^https:\/\/zyt\.test\/track#t=/)
    // Both are written by whoever calls: that they agree proves nothing.
    const crafted = await linkOf(order, rig.admin, { origin: 'https://evil.test' }, 'evil.test')
    expect([crafted.answer.code, crafted.answer.message]).toEqual([422, expect.stringContaining('「对外网址」')])
    await put('parameterValue', { code: 'signSite', value: 'https://console.example.com' })
    expect((await linkOf(order)).url).toMatch(/^https:\/\/console\.example\.com\/track#t=/)
    await write((tx) => tx.deleteFrom('parameterValue').where('code', '=', 'signSite').execute())
  })
  test('shows its state and nothing of telephones, prices or people; is sent, ends and is taken back', async () => {
    const w = await world()
    const order = await openOrder(w)
    const { url, token } = await linkOf(order, rig.admin, { mobile: '139 1111 2222' })
    expect(url).toMatch(/^https:\/\/zyt\.test\/track#t=/)
    const open = () => get('track/page', {}, { 'x-order-link': token })
    const shown = await open()
    expect(shown.data).toMatchObject({
      goods: '面粉，10 件',
      track: { status: 'open', label: '待调度', position: null },
      pod: { proofs: [] },
    })
    expect(shown.text).not.toMatch(/13911112222|赵六|total|price|fen|123456|mobile|driver|carrier/)
    const rows = await read((tx) => tx.selectFrom('orderLink').selectAll().where('order', '=', order).execute())
    expect([rows[0]!.tokenHash, rows[0]!.views]).toEqual([sha256(token), 1])
    const sent = (await waitingMessages(rig.admin.ctx)).filter(({ key }) => key === `orderLink:${rows[0]!.id}`)
    expect([sent.length, sent[0]!.text.includes(url), sent[0]!.summary.includes('13911112222')]).toEqual([1, true, false])
    expect(
      (await rig.send({ method: 'GET', path: '/api/v1/orderLink/detail' }, { id: String(rows[0]!.id) }, rig.admin)).text,
    ).not.toContain(sha256(token))
    await act('orderLink', 'revoke', rows[0]!.id)
    expect([(await open()).status, (await open()).message]).toEqual([404, '链接已失效，请联系对方重新获取'])
    const late = await linkOf(order)
    await write((tx) =>
      tx
        .updateTable('orderLink')
        .set({ until: soon(-1) })
        .where('tokenHash', '=', sha256(late.token))
        .execute(),
    )
    expect((await get('track/page', {}, { 'x-order-link': late.token })).status).toBe(404)
  })
  test('hides where a driver is who has not agreed to be known there, and says when the goods arrive all the same', async () => {
    const w = await world()
    const order = await openOrder(w)
    const { token } = await linkOf(order)
    const [vehicle, driver] = [await sample('vehicle', { store: w.store }), await sample('driver', { store: w.store })]
    const mission = await sample('mission', { vehicle, driver, store: w.store })
    const now = rig.admin.ctx.clock.now()
    const leg = await read((tx) => tx.selectFrom('consignment').select('id').where('order', '=', order).executeTakeFirstOrThrow())
    const stop = await sample('missionStop', { mission })
    await write(async (tx) => {
      await tx.updateTable('mission').set({ status: 'running', vehicle, driver }).where('id', '=', mission).execute()
      await tx.updateTable('consignment').set({ status: 'carrying', mission }).where('order', '=', order).execute()
      const stopFields = { kind: 'unload' as const, consignments: [leg.id], eta: soon(3) }
      await tx.updateTable('missionStop').set(stopFields).where('id', '=', stop).execute()
      await tx.deleteFrom('vehiclePosition').where('vehicle', '=', vehicle).execute()
    })
    const place = await sample('vehiclePosition', { vehicle })
    await write((tx) =>
      tx
        .updateTable('vehiclePosition')
        .set({ lng: '121.55', lat: '31.2', at: now } as never)
        .where('id', '=', place)
        .execute(),
    )
    const seen = async () =>
      ((await get('track/page', {}, { 'x-order-link': token })).data as { track: { position: object | null; eta: string | null } }).track
    const first = await seen()
    expect(first.position).toMatchObject({ at: now })
    expect(Date.parse(first.eta!)).toBeGreaterThan(Date.parse(now))
    const expected = (eta: string) => write((tx) => tx.updateTable('missionStop').set({ eta }).where('mission', '=', mission).execute())
    await expected(soon(-1))
    expect((await seen()).eta).toBeNull()
    await expected(soon(3))
    await put('parameterValue', { code: 'driverTrackConsent', value: true })
    const hidden = await seen()
    expect(hidden).toMatchObject({ position: null, status: expect.any(String) })
    await write((tx) => tx.updateTable('driver').set({ trackConsentAt: now }).where('id', '=', driver).execute())
    expect((await seen()).position).toMatchObject({ at: now })
    await write((tx) => tx.deleteFrom('parameterValue').where('code', '=', 'driverTrackConsent').execute())
  })
  test('opens nothing else: no other order, no picture that is not its own, nothing for a guess', async () => {
    const w = await world()
    const { token } = await linkOf(await openOrder(w))
    const file = 'a'.repeat(32)
    expect((await get('track/photo', { file }, { 'x-order-link': token })).status).toBe(404)
    for (const guess of ['', 'x', `${token}x`, `1.${'a'.repeat(43)}`, token.replace(/^[^.]+/, 'zz')])
      expect([guess, (await get('track/page', {}, { 'x-order-link': guess })).status]).toEqual([guess, 404])
  })
  test('is made by who may see the order and has the right', async () => {
    const w = await world()
    const order = await openOrder(w)
    expect((await linkOf(order, rig.nobody)).answer.status).toBe(403)
    expect((await linkOf(order, rig.stranger)).answer.status).toBe(404)
    const draft = await put('transportOrder', {
      ...(await read((tx) =>
        tx
          .selectFrom('transportOrder')
          .select(['project', 'customer', 'model', 'sender', 'receiver', 'pickFrom', 'pickTo', 'dropFrom', 'dropTo', 'goods'])
          .where('id', '=', order)
          .executeTakeFirstOrThrow(),
      )),
    })
    expect((await linkOf(draft)).answer.message).toBe('订单还没有提交，或已取消，不能生成查询链接；请先提交订单')
    expect((await linkOf(order, rig.admin, { mobile: '123' })).answer.status).toBe(400)
  })
  test('a position far from arrival is one of a square of 100 m', () => {
    const seen = new Set(Array.from({ length: 50 }, (_, i) => JSON.stringify(coarse(121.5 + i * 1e-6, 31.2 + i * 1e-6))))
    expect(seen.size).toBeLessThanOrEqual(4)
    const { lng, lat } = coarse(121.512345, 31.212345)
    expect(Math.hypot((lng - 121.512345) * 95_000, (lat - 31.212345) * 111_195)).toBeLessThan(75)
  })
})

const draft = {
  route: '',
  fromName: '王先生',
  fromAddress: '上海市徐汇区 1 号',
  toName: '李女士',
  toAddress: '上海市长宁区 2 号',
  toMobile: '13800000002',
  goods: '家具',
  pieces: '3',
  weight: '120.5',
  volume: '',
  pickFrom: '2030-01-07T08:00',
  dropTo: '2030-01-07T18:00',
  remark: '',
}
async function pageOf(w: World, more: object = {}) {
  const id = await put('orderPage', { name: `下单${w.n}${randomUUID().slice(0, 4)}`, project: w.project, model: w.model, ...more })
  const { token } = await read((tx) => tx.selectFrom('orderPage').select('token').where('id', '=', id).executeTakeFirstOrThrow())
  return { id, headers: { 'x-order-page': token! } }
}
const codeSentTo = async (mobile: string): Promise<string> => {
  const sent = (await waitingMessages(rig.admin.ctx)).findLast(({ to }) => to.mobile === mobile)!
  expect(sent.summary).not.toMatch(/\d{6}/)
  return /验证码 (\d{6})/.exec(sent.text)![1]!
}
let phones = 0
const phone = (): string => `1380000${String(1000 + ++phones)}`
async function entered(headers: Record<string, string>, mobile: string): Promise<Record<string, string>> {
  expect((await post('order/code', { mobile }, headers)).status).toBe(200)
  const answer = await post('order/enter', { mobile, code: await codeSentTo(mobile) }, headers)
  return { ...headers, 'x-order-session': (answer.data as { session: string }).session }
}

describe('the public page', () => {
  test('sends no code where none leaves the house: a colleague who would pass it on could use it himself', async () => {
    const { headers } = await pageOf(await world())
    const { messages } = rig.registry.ports
    Object.defineProperty(rig.registry.ports, 'messages', { value: { ...messages, outside: false }, configurable: true })
    const answer = await post('order/code', { mobile: phone() }, headers)
    expect([answer.code, answer.message]).toEqual([422, '对方尚未接入短信，不能在线下单，请联系对方下单'])
    Object.defineProperty(rig.registry.ports, 'messages', { value: messages, configurable: true })
  })
  test('takes an order of a proved telephone; it waits for somebody to confirm it, and says where it came from', async () => {
    const w = await world()
    const { id, headers } = await pageOf(w)
    const page = await get('order/page', {}, headers)
    expect(page.data).toMatchObject({ showPrice: true, routes: [{ id: w.line, from: { name: `仓${w.n}` }, to: { name: `店${w.n}` } }] })
    expect(page.text).not.toContain('13911112222')
    const order = orderOf(draft)
    expect((await post('order/price', order, headers)).data).toMatchObject({ priced: false, total: null })
    expect((await post('order/submit', order, headers)).status).toBe(403)
    const mobile = phone()
    const own = await entered(headers, mobile)
    const made = await post('order/submit', order, own)
    expect(made.data).toMatchObject({ label: '待确认' })
    const { no } = made.data as { no: string }
    const row = await read((tx) => tx.selectFrom('transportOrder').selectAll().where('no', '=', no).executeTakeFirstOrThrow())
    expect([row.status, row.source, row.orderPage, row.orderMobile, row.customer, row.project]).toEqual([
      'toConfirm',
      'public',
      id,
      mobile,
      w.customer,
      w.project,
    ])
    expect((await get('order/mine', {}, own)).data).toMatchObject({ list: [{ no, label: '待确认' }] })
    await act('transportOrder', 'confirm', row.id)
    expect((await get('order/mine', {}, own)).data).toMatchObject({ list: [{ no, label: '待调度' }] })
  })
  test('on a line takes the places of the line, whatever was typed', async () => {
    const w = await world()
    const { headers } = await pageOf(w)
    const own = await entered(headers, phone())
    const made = await post('order/submit', orderOf({ ...draft, route: String(w.line) }), own)
    const row = await read((tx) =>
      tx
        .selectFrom('transportOrder')
        .selectAll()
        .where('no', '=', (made.data as { no: string }).no)
        .executeTakeFirstOrThrow(),
    )
    expect([row.sender, row.receiver, row.goodsRoute, row.distanceM]).toEqual([w.from, w.to, w.line, 12_000])
    const other = await world()
    expect((await post('order/submit', orderOf({ ...draft, route: String(other.line) }), own)).status).toBe(400)
  })
  test('shows nobody the orders of another telephone, of another page, or without a code', async () => {
    const w = await world()
    const [a, b] = [await pageOf(w), await pageOf(w)]
    const [one, two] = [await entered(a.headers, phone()), await entered(a.headers, phone())]
    await post('order/submit', orderOf(draft), one)
    expect((await get('order/mine', {}, two)).data).toEqual({ list: [] })
    expect((await get('order/mine', {}, { ...b.headers, 'x-order-session': one['x-order-session']! })).status).toBe(403)
    expect((await get('order/mine', {}, a.headers)).status).toBe(403)
    expect((await get('order/page', {}, { 'x-order-page': 'x' })).status).toBe(404)
    await act('orderPage', 'close', a.id)
    expect((await get('order/mine', {}, one)).status).toBe(404)
    await act('orderPage', 'open', a.id)
    await act('orderPage', 'renew', a.id)
    expect((await get('order/page', {}, a.headers)).status).toBe(404)
  })
  test('counts codes and orders: five tries, one code a minute, ten a day, ten orders an hour', async () => {
    const w = await world()
    const { headers } = await pageOf(w)
    const mobile = phone()
    await post('order/code', { mobile }, headers)
    expect((await post('order/code', { mobile }, headers)).message).toBe('验证码已发送，请 60 秒后再试')
    const right = await codeSentTo(mobile)
    const wrong = right === '000000' ? '111111' : '000000'
    const tries = []
    for (let i = 0; i < 5; i++) tries.push((await post('order/enter', { mobile, code: wrong }, headers)).message)
    expect([tries[0], tries[4]]).toEqual(['验证码不正确，还可以试 4 次', '验证码错误次数过多，请 30 秒后再试'])
    expect((await post('order/enter', { mobile, code: right }, headers)).status).toBe(400)
    // The one it was sent to sits elsewhere.
    expect((await post('order/enter', { mobile, code: right }, headers, '203.0.113.50')).status).toBe(200)
    const own = await entered(headers, phone())
    const answers = await Promise.all(Array.from({ length: 13 }, () => post('order/submit', orderOf(draft), own)))
    expect([
      answers.filter((a) => a.status === 200).length,
      answers.filter((a) => a.message === '一小时内最多下 10 单，请稍后再试').length,
    ]).toEqual([10, 3])
  })
  test('a code that is guessed at from many places is void after ten, and the next one opens', async () => {
    const w = await world()
    const { headers } = await pageOf(w)
    const mobile = phone()
    await post('order/code', { mobile }, headers)
    const right = await codeSentTo(mobile)
    const wrong = right === '000000' ? '111111' : '000000'
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => post('order/enter', { mobile, code: wrong }, headers, `203.0.113.${100 + (i % 5)}`)),
    )
    const said = Map.groupBy(answers, (a) => a.message)
    expect([said.get('验证码错误次数过多，已作废，请重新获取')?.length, said.get('请先获取验证码')?.length]).toEqual([1, 10])
    expect((await post('order/enter', { mobile, code: right }, headers)).message).toBe('请先获取验证码')
    await write((tx) => sql`update order_visitor set sent_at = sent_at - interval '1 minute' where page > 0`.execute(tx))
    await post('order/code', { mobile }, headers)
    expect((await post('order/enter', { mobile, code: await codeSentTo(mobile) }, headers)).status).toBe(200)
  })
  test('lets a code be used once, by one of many at the same moment', async () => {
    const w = await world()
    const { headers } = await pageOf(w)
    const mobile = phone()
    await post('order/code', { mobile }, headers)
    const code = await codeSentTo(mobile)
    const answers = await Promise.all(Array.from({ length: 6 }, () => post('order/enter', { mobile, code }, headers)))
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1)
  })
  test('without prices answers none', async () => {
    const w = await world()
    const { headers } = await pageOf(w, { showPrice: false })
    expect((await post('order/price', orderOf(draft), headers)).status).toBe(422)
  })
  test('asks for what is missing, in its order', () => {
    expect(missingIn(draft)).toBeNull()
    expect(missingIn({ ...draft, weight: 'x' })).toBe('请填写总重量')
    expect(missingIn({ ...draft, dropTo: '2030-01-07T09:00' })).toBe('最晚送达至少比提货晚 2 小时')
    expect(orderOf(draft).order.pickFrom).toBe('2030-01-07T00:00:00.000Z')
  })
})
