/** X (transport.md §10): accounts of drivers and of carriers attacked over every operation: what is another one's does not exist for them, and nothing of it moves. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bench, type Bench } from '#tests/house/people.ts'
import type { Person } from '#tests/house/rig.ts'
import { freightDesk } from './freight.ts'
import { flat } from './tariff.ts'

let b: Bench
let own: Person
let rival: Person
let rivalId: number
let ids: { mission: number; order: number; consignment: number; stop: number; push: number }
/** Words that stand in the rival's freight and nowhere else. */
let secrets: string[]
const desk = freightDesk(() => b.rig.admin.ctx)

beforeAll(async () => {
  b = await bench()
  const world = await desk.world(flat(50_000))
  const goods = `秘密货物${randomUUID().slice(0, 6)}`
  const order = await desk.orderOf(world, 900, {
    goods: [{ name: goods, category: '1700', pieces: 9, weight: 900, volume: 0, declared: 100 }],
  })
  const { mission, driver } = await desk.onTheRoad(world, [order])
  const another = await desk.sample('driver', {
    store: world.store,
    audit: 'verified',
    source: 'own',
    account: 'active',
    licenceClass: 'B2',
  })
  const theirs = await b.person('rivaldriver', { roles: [], stores: [] })
  const mine = await b.person('owndriver', { roles: [], stores: [] })
  await desk.write((tx) => tx.updateTable('driver').set({ user: mine.id }).where('id', '=', driver).execute())
  await desk.write((tx) => tx.updateTable('driver').set({ user: theirs.id }).where('id', '=', another).execute())
  own = mine
  rival = theirs
  rivalId = another
  const row = async (table: 'consignment' | 'missionStop') =>
    (await desk.read((db) => db.selectFrom(table).select('id').where('mission', '=', mission).orderBy('id').executeTakeFirstOrThrow())).id
  const waiting = await desk.put('mission', {
    kind: 'task',
    consignments: [(await desk.legOf(await desk.orderOf(world, 500))).id],
    planStart: desk.soon(1),
    planEnd: desk.soon(9),
  })
  const push = await desk.put('orderPush', { mission: waiting })
  await desk.write((tx) => tx.updateTable('orderPush').set({ status: 'pushing' }).where('id', '=', push).execute())
  await desk.write((tx) =>
    tx
      .insertInto('pushRecipient')
      .values({ operatorId: b.rig.admin.ctx.user.operatorId, push, batch: 1, driver, result: 'sent', sentAt: desk.soon(0) } as never)
      .execute(),
  )
  ids = { mission, order, consignment: await row('consignment'), stop: await row('missionStop'), push }
  const numbers = await desk.read(async (db) => [
    (await db.selectFrom('mission').select('no').where('id', '=', mission).executeTakeFirstOrThrow()).no,
    (await db.selectFrom('transportOrder').select('no').where('id', '=', order).executeTakeFirstOrThrow()).no,
    (await db.selectFrom('consignment').select('no').where('id', '=', ids.consignment).executeTakeFirstOrThrow()).no,
  ])
  secrets = [goods, ...numbers]
})
afterAll(async () => {
  expect(b?.rig.faults).toEqual([])
  await b?.rig.close()
})

/** Everything of the freight that an event could move. */
const state = () =>
  desk.read(async (db) => ({
    mission: await db.selectFrom('mission').select(['status', 'driver', 'version']).where('id', '=', ids.mission).executeTakeFirstOrThrow(),
    consignment: await db
      .selectFrom('consignment')
      .select(['status', 'version'])
      .where('id', '=', ids.consignment)
      .executeTakeFirstOrThrow(),
    stop: await db.selectFrom('missionStop').select(['status', 'version']).where('id', '=', ids.stop).executeTakeFirstOrThrow(),
    push: await db.selectFrom('orderPush').select(['status', 'winner']).where('id', '=', ids.push).executeTakeFirstOrThrow(),
    events: (await db.selectFrom('stopEvent').select('id').where('mission', '=', ids.mission).execute()).length,
  }))
const day = (who: Person) => b.rig.send({ method: 'GET', path: '/api/v1/driver/day' }, {}, who)

test('what an order keeps of its parties, whole numbers among it, leaves the server in no row', async () => {
  for (const [path, input] of [
    ['list', { pageSize: '5' }],
    ['detail', { id: String(ids.order) }],
  ] as const) {
    const answer = await b.rig.send({ method: 'GET', path: `/api/v1/transportOrder/${path}` }, input, b.rig.admin)
    expect([path, answer.status]).toEqual([path, 200])
    expect(answer.text).toContain('distanceM')
    expect(answer.text).not.toContain('Snap"')
  }
})

describe('another driver', () => {
  test('sees his own day, and nothing of this one', async () => {
    const mine = await day(own)
    for (const word of secrets.slice(0, 2)) expect(mine.text).toContain(word === secrets[1] ? word : secrets[0]!)
    const theirs = await day(rival)
    expect(theirs.status).toBe(200)
    for (const word of secrets) expect(theirs.text).not.toContain(word)
  })
  test('by every operation that is open to whoever is signed in, with every number of it, is told nothing and moves nothing', async () => {
    const before = await state()
    // Without those that end his own session.
    const open = b.rig.routes.filter((r) => r.right === 'signedIn' && r.upload === undefined && !r.path.includes('/session/'))
    expect(open.length).toBeGreaterThan(10)
    const leaks: string[] = []
    for (const route of open)
      for (const id of Object.values(ids)) {
        const answer = await b.rig.send(
          route,
          route.method === 'GET' ? { id: String(id) } : { id, mission: id, push: id, order: id, consignment: id },
          rival,
        )
        if (secrets.some((word) => answer.text.includes(word))) leaks.push(`${route.method} ${route.path} ${id}`)
      }
    expect(leaks).toEqual([])
    expect(await state()).toEqual(before)
  })
  test('by every event of a phone, by pushes and by pictures moves nothing', async () => {
    const before = await state()
    const kinds = [
      'accept',
      'refuse',
      'check',
      'scan',
      'load',
      'depart',
      'arrive',
      'startWork',
      'endWork',
      'leave',
      'note',
      'sign',
      'exception',
    ]
    const now = new Date(b.rig.admin.ctx.clock.now()).toISOString()
    for (const kind of kinds)
      for (const stop of [undefined, ids.stop]) {
        const event = {
          clientId: randomUUID(),
          kind,
          mission: ids.mission,
          ...(stop ? { stop } : {}),
          at: now,
          data: { consignment: ids.consignment, reason: 'x' },
        }
        const answer = await b.rig.send(
          { method: 'POST', path: '/api/v1/driver/events' },
          { deviceId: 'd', sentAt: now, events: [event] },
          rival,
        )
        const [result] = (answer.data as { results: { result: string; message: string }[] }).results
        expect([kind, result]).toEqual([
          kind,
          expect.objectContaining({ result: 'invalid', message: '没有这个任务，或它已经派给别人，请刷新后查看' }),
        ])
      }
    for (const path of ['takePush', 'refusePush'])
      await b.rig.send({ method: 'POST', path: `/api/v1/driver/${path}` }, { push: ids.push }, rival)
    const picture = { clientId: randomUUID(), file: 'a'.repeat(32), sha256: 'b'.repeat(64), as: 'photo' }
    expect((await b.rig.send({ method: 'POST', path: '/api/v1/driver/attach' }, picture, rival)).status).not.toBe(200)
    expect(await state()).toEqual(before)
  })
  test('under a mission of his own cannot reach the stop or the freight of this one', async () => {
    const world = await desk.world(flat(10_000))
    const { mission } = await desk.onTheRoad(world, [await desk.orderOf(world, 100)])
    await desk.write((tx) => tx.updateTable('mission').set({ driver: rivalId }).where('id', '=', mission).execute())
    const before = await state()
    const now = new Date(b.rig.admin.ctx.clock.now()).toISOString()
    for (const kind of ['scan', 'sign', 'arrive', 'startWork', 'endWork', 'leave', 'note', 'exception', 'load', 'depart']) {
      const events = [
        { clientId: randomUUID(), kind, mission, stop: ids.stop, at: now, data: { consignment: ids.consignment, reason: 'x' } },
      ]
      const more = [{ ...events[0]!, clientId: randomUUID(), stop: undefined }]
      for (const sent of [events, more]) {
        const answer = await b.rig.send(
          { method: 'POST', path: '/api/v1/driver/events' },
          { deviceId: 'd', sentAt: now, events: sent },
          rival,
        )
        for (const word of secrets) expect([kind, answer.text.includes(word)]).toEqual([kind, false])
      }
    }
    expect(await state()).toEqual(before)
  })
  test('who is no driver at all is told to ask who plans', async () => {
    expect(await day(b.rig.nobody)).toMatchObject({ status: 404, message: '此账号没有绑定司机，请联系调度' })
  })
})

describe('another carrier', () => {
  type Account = Awaited<ReturnType<Bench['person']>>
  let ours: Account
  let theirs: Account
  let offered: number
  let words: string[]
  let hidden: string[]
  const mine = (who: Person) => b.rig.send({ method: 'GET', path: '/api/v1/carrierDesk/mine' }, {}, who)
  const standing = (id: number) =>
    desk.read((db) =>
      db.selectFrom('mission').select(['status', 'version', 'carrier', 'refuseReason']).where('id', '=', id).executeTakeFirstOrThrow(),
    )
  beforeAll(async () => {
    const world = await desk.world(flat(731_113))
    const [own, other] = [
      await desk.sample('carrier', { name: `东方${randomUUID().slice(0, 6)}`, status: 'active', payPlan: [], serviceFeeBp: 0 }),
      await desk.sample('carrier', { name: `西方${randomUUID().slice(0, 6)}`, status: 'active', payPlan: [], serviceFeeBp: 0 }),
    ]
    ours = await b.person('owncarrier', { roles: [], stores: [], customerType: 'carrier', carrier: true })
    theirs = await b.person('rivalcarrier', { roles: [], stores: [], customerType: 'carrier', carrier: true })
    await desk.act('carrier', 'openAccount', own, { user: ours.id })
    await desk.act('carrier', 'openAccount', other, { user: theirs.id })
    expect(await desk.why(desk.act('carrier', 'openAccount', other, { user: ours.id }))).toBe('该账号已是另一家承运商的账号')
    await desk.rule({ name: `应付${randomUUID().slice(0, 6)}`, type: '3', direction: 'payable', carrier: own }, flat(102_501))
    const { mission } = await desk.onTheRoad(world, [await desk.orderOf(world, 900)], {
      carrier: own,
      driver: { source: 'carrier', carrier: own },
    })
    await desk.put('deduction', { party: 'carrier', carrier: own, reason: 'fine', amount: 5_677, store: world.store })
    offered = await desk.put('mission', {
      kind: 'task',
      consignments: [(await desk.legOf(await desk.orderOf(world, 500))).id],
      planStart: desk.soon(20),
      planEnd: desk.soon(28),
    })
    const papers = { inspectionDueOn: '2099-01-01', compulsoryInsuranceDueOn: '2099-01-01', curbKg: null, grossKg: 14_000, loadKg: 9000 }
    const vehicle = await desk.sample('vehicle', { store: world.store, opMode: 'transport', status: 'available', ...papers })
    const due = { licenceDueOn: '2099-01-01', qualificationDueOn: '2099-01-01', licenceClass: 'B2' }
    const driver = await desk.sample('driver', {
      store: world.store,
      audit: 'verified',
      account: 'active',
      source: 'carrier',
      carrier: own,
      ...due,
    })
    await desk.act('mission', 'assign', offered, { vehicle, driver, carrier: own })
    const numbers = await desk.read((db) => db.selectFrom('mission').select('no').where('id', 'in', [mission, offered]).execute())
    words = [...numbers.map((m) => m.no), '1025.01', '102501', '5677']
    const customer = await desk.read((db) =>
      db.selectFrom('lessee').select(['name']).where('id', '=', world.customer).executeTakeFirstOrThrow(),
    )
    hidden = [customer.name, '731113', '13812345678']
  })
  test('sees its own missions and money, and nothing of this one; of neither what the customer pays', async () => {
    const own = await mine(ours)
    expect([own.status, words.filter((word) => own.text.includes(word))]).toEqual([200, [words[0], words[1], '102501', '5677']])
    expect(hidden.filter((word) => own.text.includes(word))).toEqual([])
    const rivals = await mine(theirs)
    expect([rivals.status, words.filter((word) => rivals.text.includes(word))]).toEqual([200, []])
    expect(rivals.data).toMatchObject({ missions: [], sheets: [], deductions: [] })
    expect((await mine(b.rig.nobody)).message).toBe('此账号没有绑定承运商，请联系对方开通')
  })
  test('by every operation that is open to whoever is signed in, with every number of it, is told nothing and moves nothing', async () => {
    const before = await standing(offered)
    const open = b.rig.routes.filter((r) => r.right === 'signedIn' && r.upload === undefined && !r.path.includes('/session/'))
    const leaks: string[] = []
    for (const route of open) {
      const answer = await b.rig.send(
        route,
        route.method === 'GET'
          ? { id: String(offered) }
          : { id: offered, mission: offered, reason: '抢单', push: ids.push, order: ids.order },
        theirs,
      )
      if ([...words, ...hidden, ...secrets].some((word) => answer.text.includes(word))) leaks.push(`${route.method} ${route.path}`)
    }
    for (const verb of ['accept', 'refuse']) {
      const input = { mission: offered, ...(verb === 'refuse' ? { reason: '不接' } : {}) }
      const answer = await b.rig.send({ method: 'POST', path: `/api/v1/carrierDesk/${verb}` }, input, theirs)
      expect([verb, answer.status, answer.message]).toEqual([verb, 404, '没有这个任务，或它没有派给贵公司，请刷新后查看'])
    }
    expect(leaks).toEqual([])
    expect(await standing(offered)).toEqual(before)
  })
  test('answers its own offers, and is nobody any more once the company has ended with it', async () => {
    const send = (verb: string, input: object) => b.rig.send({ method: 'POST', path: `/api/v1/carrierDesk/${verb}` }, input, ours)
    expect((await send('refuse', { mission: offered, reason: ' ' })).status).toBe(400)
    expect((await send('accept', { mission: offered })).status).toBe(200)
    expect((await standing(offered)).status).toBe('toLoad')
    expect((await send('accept', { mission: offered })).status).toBe(422)
    await desk.write((tx) => tx.updateTable('carrier').set({ status: 'blacklisted' }).where('account', '=', ours.id).execute())
    expect((await mine(ours)).message).toBe('合作已终止，账号不能再使用；如有疑问请联系对方')
    expect((await send('refuse', { mission: offered, reason: '不接' })).status).toBe(404)
  })
})
