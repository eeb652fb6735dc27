/**
 * X (transport.md §10): who has no account here, against everything that can be called. A partner's key, the link of an order, the public page
 * and its session are tried over every operation of the list of routes, with the numbers of another customer's freight: nothing of it is told,
 * nothing of it moves. And of one's own no more is told than is meant for one.
 */
import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Route } from '#kit/http/route.server.ts'
import { issueKey } from '#modules/partners/api/clients/keys.server.ts'
import { SCOPES } from '#modules/partners/api/clients/sign.rules.ts'
import { bench, type Bench } from '#tests/house/people.ts'
import { freightDesk } from './freight.ts'
import { partner, type Key } from './partner.ts'
import { flat } from './tariff.ts'

const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
interface Side {
  key: Key
  client: number
  order: number
  no: string
  outerNo: string
  photo: string
  /** Headers of whoever holds the link and the page. */
  holds: Record<string, string>
  /** Stand in this freight and nowhere else. */
  marks: string[]
  /** Of these nobody outside the house is told, its own customer neither. */
  hidden: string[]
}
let b: Bench
let own: Side
let other: Side
const desk = freightDesk(() => b.rig.admin.ctx)
const call = partner(() => b.rig)

async function side(n: string, price: number): Promise<Side> {
  const world = await desk.world(flat(price))
  const { rig } = b
  const mark = (of: string): string => `${of}${n}${randomUUID().slice(0, 6)}`
  const [goods, receiver, signer, contact, driver] = ['货', '店', '收', '联', '驾'].map(mark) as [string, string, string, string, string]
  const mobile = `1391${n}${String(price).padStart(6, '0')}`.slice(0, 11)
  const to = await desk.put('consignParty', {
    name: receiver,
    contact,
    mobile,
    customer: world.customer,
    sends: true,
    receives: true,
    place: { address: mark('路'), lng: 121.61, lat: 31.21 },
    placeState: 'confirmed',
    store: world.store,
  })
  const project = await desk.put('project', {
    code: mark('P'),
    name: mark('项'),
    customer: world.customer,
    store: world.store,
    models: [world.model],
    from: '2020-01-01',
    to: '2099-12-31',
  })
  await desk.write((tx) => tx.updateTable('project').set({ status: 'active' }).where('id', '=', project).execute())
  const client = await desk.put('apiClient', { name: mark('接'), project, model: world.model, scopes: SCOPES.join(',') })
  const key = await desk.write((tx) => issueKey(tx, rig.admin.ctx, client))
  const outerNo = mark('A')
  const order = await desk.orderOf(world, 900, {
    project,
    receiver: to,
    outerNo,
    apiClient: client,
    goods: [{ name: goods, category: '1700', pieces: 9, weight: 900, volume: 0, declared: price + 1 }],
  })
  const trip = await desk.onTheRoad(world, [order], { driver: { name: driver } })
  await desk.sign(order, { signer })
  const put = await rig.files.put(rig.admin.ctx, {
    name: '回单.png',
    mime: 'image/png',
    body: Readable.from([PICTURE]),
    purpose: 'upload',
    expiresAt: null,
  })
  const link = { id: put.id, name: '回单.png', mime: 'image/png', size: put.size }
  const leg = await desk.legOf(order)
  await desk.write((tx) =>
    tx
      .updateTable('pod')
      .set({ photos: JSON.stringify([link]) as never })
      .where('consignment', '=', leg.id)
      .execute(),
  )
  const { no, plate } = await desk.read(async (db) => ({
    no: (await db.selectFrom('transportOrder').select('no').where('id', '=', order).executeTakeFirstOrThrow()).no,
    plate: (
      await db
        .selectFrom('mission')
        .innerJoin('vehicle', 'vehicle.id', 'mission.vehicle')
        .select('vehicle.plateNo')
        .where('mission.id', '=', trip.mission)
        .executeTakeFirstOrThrow()
    ).plateNo,
  }))
  const url = (
    (
      await rig.send({ method: 'POST', path: '/api/v1/customerLink/make' }, { order, origin: 'https://zyt.localhost' }, rig.admin, {
        host: 'zyt.localhost',
      })
    ).data as {
      url: string
    }
  ).url
  const page = await desk.put('orderPage', { name: mark('页'), project, model: world.model })
  const session = randomUUID()
  const { token } = await desk.read((db) => db.selectFrom('orderPage').select('token').where('id', '=', page).executeTakeFirstOrThrow())
  await desk.write((tx) =>
    sql`insert into order_visitor (operator_id, page, mobile, session_hash, session_until)
      values (${rig.admin.ctx.user.operatorId}, ${page}, ${mobile}, ${createHash('sha256').update(session).digest('hex')}, ${desk.soon(1)})`.execute(
      tx,
    ),
  )
  return {
    key,
    client,
    order,
    no,
    outerNo,
    photo: put.id,
    holds: { 'x-order-link': url.split('#t=')[1]!, 'x-order-page': token!, 'x-order-session': session },
    marks: [goods, receiver, signer],
    hidden: [contact, mobile, driver, plate, String(price)],
  }
}

beforeAll(async () => {
  b = await bench()
  own = await side('1', 731_113)
  other = await side('2', 842_229)
})
afterAll(async () => {
  expect(b?.rig.faults).toEqual([])
  await b?.rig.close()
})

/** Everything of the other's freight that a call could move. */
const state = () =>
  desk.read(async (db) => ({
    order: await db.selectFrom('transportOrder').selectAll().where('id', '=', other.order).executeTakeFirstOrThrow(),
    legs: await db.selectFrom('consignment').selectAll().where('order', '=', other.order).execute(),
    sheets: await db.selectFrom('chargeSheet').selectAll().where('order', '=', other.order).execute(),
    cases: await db.selectFrom('exceptionCase').select('id').where('order', '=', other.order).execute(),
  }))

const SENT: Record<string, (side: Side) => unknown> = {
  no: (s) => s.no,
  outerNo: (s) => s.outerNo,
  file: (s) => s.photo,
  id: (s) => s.order,
  order: (s) => s.order,
  reason: () => '改期',
  month: () => b.rig.admin.ctx.clock.today().slice(0, 7),
  receiver: () => ({ name: '别处', address: '上海市别处 1 号', lng: 121.4, lat: 31.1 }),
  orders: () => [],
}
/** What its form asks for, filled with what belongs to `of`; the example of the route for the rest. */
function inputOf({ input, example }: Route, of: Side): Record<string, unknown> {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const named = Object.keys(properties).flatMap((name) => (SENT[name] ? [[name, SENT[name](of)] as const] : []))
  return { ...example, ...Object.fromEntries(named) }
}
const wordsIn = (text: string, words: readonly string[]): string[] => words.filter((word) => text.includes(word))

const open = () => b.rig.routes.filter((r) => r.path.startsWith('/api/open/'))
async function asks(key: Key, route: Route, of: Side) {
  const { no, ...rest } = inputOf(route, of)
  const at = route.path.includes(':no')
  return call(
    key,
    route.method,
    route.path.replace('/api/open/v1/', '').replace(':no', String(no)),
    at ? rest : { ...(no ? { no } : {}), ...rest },
  )
}

describe('a key of a partner', () => {
  test('over every operation of the interface, with another customer’s numbers, is told nothing and moves nothing', async () => {
    const before = await state()
    expect(open().length).toBeGreaterThan(9)
    const sandbox = await desk.put('apiClient', {
      name: `沙箱${randomUUID().slice(0, 6)}`,
      project: (
        await desk.read((db) => db.selectFrom('apiClient').select('project').where('id', '=', own.client).executeTakeFirstOrThrow())
      ).project,
      model: (await desk.read((db) => db.selectFrom('apiClient').select('model').where('id', '=', own.client).executeTakeFirstOrThrow()))
        .model,
      scopes: SCOPES.join(','),
      sandbox: true,
    })
    const keys = [own.key, await desk.write((tx) => issueKey(tx, b.rig.admin.ctx, sandbox))]
    for (const key of keys)
      for (const route of open()) {
        const answer = await asks(key, route, other)
        const leaked = wordsIn(answer.text, [...other.marks, ...other.hidden])
        expect([route.method, route.path, leaked]).toEqual([route.method, route.path, []])
        // What names an order of the other one by its number does not exist.
        if (route.path.includes(':no')) expect([route.path, answer.status]).toEqual([route.path, 404])
      }
    expect(await state()).toEqual(before)
  })
  test('of its own freight hears no telephone, driver, vehicle or what others are paid', async () => {
    let heard = ''
    for (const r of open().filter((route) => route.method === 'GET')) {
      const answer = await asks(own.key, r, own)
      expect([r.path, answer.status]).toEqual([r.path, 200])
      heard += answer.text
      const [contact, mobile, driver, plate] = own.hidden
      expect([r.path, wordsIn(answer.text, [contact!, mobile!, driver!, plate!])]).toEqual([r.path, []])
    }
    expect(wordsIn(heard, own.marks)).toEqual(own.marks)
  })
  test('may do with each scope what the scope says: every operation takes exactly one', async () => {
    const keys: [string, Key][] = []
    for (const scope of SCOPES) {
      const { project, model } = await desk.read((db) =>
        db.selectFrom('apiClient').select(['project', 'model']).where('id', '=', own.client).executeTakeFirstOrThrow(),
      )
      const client = await desk.put('apiClient', { name: `只${scope}${randomUUID().slice(0, 6)}`, project, model, scopes: scope })
      keys.push([scope, await desk.write((tx) => issueKey(tx, b.rig.admin.ctx, client))])
    }
    const used = new Set<string>()
    for (const route of open()) {
      const may: string[] = []
      for (const [scope, key] of keys) {
        const answer = await asks(key, route, other)
        if (answer.reason !== 'open.scope.denied') may.push(scope)
      }
      expect([route.path, may.length]).toEqual([route.path, 1])
      used.add(may[0]!)
    }
    expect([...used].toSorted()).toEqual([...SCOPES].toSorted())
  })
})

describe('a link, a page and its session', () => {
  const visible = () => b.rig.routes.filter((r) => r.right === 'public' && !r.path.startsWith('/api/open/') && !r.upload)
  const hears = async (route: Route, of: Side) => {
    const input = inputOf(route, of)
    return b.rig.send(
      route,
      route.method === 'GET' ? Object.fromEntries(Object.entries(input).map(([k, v]) => [k, String(v)])) : input,
      null,
      own.holds,
    )
  }
  test('over every operation without an account, with another customer’s numbers, are told nothing and move nothing', async () => {
    const before = await state()
    expect(visible().length).toBeGreaterThan(8)
    for (const route of visible()) {
      const { text } = await hears(route, other)
      expect([route.method, route.path, wordsIn(text, [...other.marks, ...other.hidden])]).toEqual([route.method, route.path, []])
    }
    expect(await state()).toEqual(before)
  })
  test('of their own freight show the state and the proof, with its picture, and no telephone, price, driver or vehicle', async () => {
    const ours = visible().filter((r) => r.path.startsWith('/api/public/track/') || r.path.startsWith('/api/public/order/'))
    for (const route of ours) {
      const { text } = await hears(route, own)
      expect([route.path, wordsIn(text, own.hidden)]).toEqual([route.path, []])
    }
    const page = await b.rig.send({ method: 'GET', path: '/api/public/track/page' }, {}, null, own.holds)
    const { pod } = page.data as { pod: { proofs: { photos: string[] }[] } }
    expect(pod.proofs.map((p) => p.photos)).toEqual([[own.photo]])
    const picture = await b.rig.send({ method: 'GET', path: '/api/public/track/photo' }, { file: own.photo }, null, own.holds)
    expect([picture.status, picture.bytes.equals(PICTURE)]).toEqual([200, true])
    const same = await call(own.key, 'GET', `orders/${own.no}/pod/photo`, { file: own.photo })
    expect([same.status, same.bytes.equals(PICTURE)]).toEqual([200, true])
  })
  test('and a signed key open nothing that needs an account', async () => {
    const needs = b.rig.routes.filter(
      (r) =>
        r.right !== 'public' &&
        !r.upload &&
        /^\/api\/v1\/(transport|mission|consign|charge|driver|dispatch|order|pod|carrier)/.test(r.path),
    )
    expect(needs.length).toBeGreaterThan(100)
    const headers = {
      ...own.holds,
      'x-zyt-key': own.key.keyId,
      'x-zyt-sign': 'a'.repeat(64),
      'x-zyt-time': '1793318400',
      'x-zyt-nonce': 'n-000001',
    }
    const statuses = new Set<number>()
    for (const route of needs) statuses.add((await b.rig.send(route, {}, null, headers)).status)
    expect([...statuses]).toEqual([401])
  })
})
