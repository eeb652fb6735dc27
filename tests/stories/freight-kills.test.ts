/**
 * kill −9 in the adoption of a plan, an import of orders, a settlement and the outbox (issue 14, transport.md §10 D7, S2, W): between two
 * statements of the command, then the same call with the same key to the successor. Afterwards everything is there, once. Here one of the
 * commands about orders, one of the settlements, the import in the background and the outbox are killed once each, somewhere; with DEEP=1 all
 * of them, at twenty places each. Every death costs the start of a process.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#kit/basics/time/clock.ts'
import { addDays, dayOf, instantAt, timeOf } from '#kit/basics/time/day.ts'
import { withClient } from '#kit/database/connection/connection.server.ts'
import { deliver } from '#modules/dispatch/plans/compute.server.ts'
import { planRoutes } from '#modules/dispatch/plans/plans.routes.server.ts'
import { testDatabase, type TestDatabase } from '#tests/database.ts'
import { Company } from './company.ts'
import { DyingProcess, type Answered } from './dying-process.ts'
import { freightDesk, type World } from './freight.ts'
import { flat } from './tariff.ts'
import { seedFor } from '../draws.ts'

const DEEP = process.env['DEEP'] === '1'
const KILLS = DEEP ? 20 : 1
const SEED = seedFor('CRASH_SEED')
const PASSWORD = 'Adm1n!pass9'
const DONE_BEFORE = '该操作此前已提交成功，但结果未能返回，请刷新后查看'

let base: TestDatabase
let company: Company
let product: DyingProcess
let token = ''
let monthly: World
let single: World
let client = 0
let hearing = 0
const heard: { id: string; body: string }[] = []
let partner: Server
const desk = freightDesk(() => company.as())

const owner = <T = Record<string, unknown>>(text: string): Promise<T[]> =>
  withClient(base.owner, async (db) => {
    await db.query(`select set_config('app.operator_id', $1, false)`, [String(company.operatorId)])
    return (await db.query(text)).rows as T[]
  })
const start = (roles: string): Promise<DyingProcess> =>
  DyingProcess.start(base.owner(), base.app(), PASSWORD, { env: { ROLES: roles, WEBHOOK_INSIDE_HOSTS: '127.0.0.1' } })

/** A customer whose program hears of its orders. */
async function hearer(): Promise<void> {
  partner = createServer((request, answer) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => void pieces.push(piece))
    request.on('end', () => {
      heard.push({ id: String(request.headers['webhook-id']), body: Buffer.concat(pieces).toString() })
      answer.writeHead(200).end()
    })
  })
  await new Promise<void>((done) => void partner.listen(0, '127.0.0.1', done))
  hearing = await desk.put('project', {
    code: 'K1',
    name: '日配',
    customer: monthly.customer,
    store: monthly.store,
    models: [monthly.model],
    from: '2020-01-01',
    to: '2099-12-31',
  })
  await owner(`update project set status = 'active' where id = ${hearing}`)
  client = await desk.put('apiClient', {
    name: '客户系统',
    project: hearing,
    model: monthly.model,
    webhookUrl: 'https://partner.example.com/hook',
  })
  expect(await product.post(token, '/api/v1/openApi/hookSecret', { client }, randomUUID())).toMatchObject({ status: 200 })
  await owner(
    `update api_client set webhook_url = 'http://127.0.0.1:${(partner.address() as AddressInfo).port}/hook', webhook_events = 'confirmed' where id = ${client}`,
  )
}

beforeAll(async () => {
  // The clock of the processes is the real one, so the company's is too.
  base = await testDatabase()
  company = await Company.open(systemClock.today(), base)
  company.clock.set(systemClock.now())
  product = await start('web')
  await owner('update credential set is_first = false')
  token = await product.signIn('admin', PASSWORD)
  monthly = await desk.world(flat(50_000))
  single = await desk.world(flat(73_100), { freightSettle: 'single' })
  await owner(`update store set place = '{"address": "中心仓", "lng": 121.45, "lat": 31.2}' where id = ${monthly.store}`)
  await hearer()
})
afterAll(async () => {
  await product?.close()
  partner?.close()
  await company?.close()
})

const TRUCK = {
  opMode: 'transport',
  status: 'available',
  loadKg: 3500,
  curbKg: null,
  grossKg: 8000,
  inspectionDueOn: '2099-01-01',
  compulsoryInsuranceDueOn: '2099-01-01',
}
const LICENCE = {
  audit: 'verified',
  source: 'own',
  account: 'active',
  licenceClass: 'B2',
  licenceDueOn: '2099-01-01',
  qualificationDueOn: '2099-01-01',
}

interface Life {
  name: string
  /** Something the command can be done to, once. */
  before: () => Promise<number>
  call: (of: number) => Promise<{ path: string; body: object }>
  /** What stands afterwards, the same for every such life; of things that are wrong there are none, whenever it is asked. */
  left: (of: number) => Promise<{ wrong: unknown[]; done: object }>
  /** What may be found behind a death beside nothing and all of it. */
  halves?: object[]
}

/** Two trucks and two loads of which each fills one: two routes. */
async function planned(): Promise<number> {
  const day = addDays(company.clock.today(), 1)
  const [from, to] = [instantAt(day, '07:00'), instantAt(day, '20:00')]
  const legs: number[] = []
  const vehicles: number[] = []
  for (let i = 0; i < 2; i++) {
    const order = await desk.orderOf(monthly, 3000, { pickFrom: from, pickTo: to, dropFrom: from, dropTo: to })
    legs.push((await desk.legOf(order)).id)
    vehicles.push(await desk.sample('vehicle', { store: monthly.store, ...TRUCK }))
    await desk.sample('driver', { store: monthly.store, ...LICENCE, vehicle: vehicles[i] })
  }
  const begin = planRoutes.find((r) => r.path.endsWith('/begin'))!
  const wish = await begin.input.parseAsync({ day, orders: legs, vehicles, seconds: 1 })
  const { id } = (await begin.handler(company.as(), wish, { files: [], signal: new AbortController().signal })) as { id: number }
  await deliver(company.as(), id)
  return id
}

let batches = 0
const ROWS = 12
const cellOf = (id: number): Promise<string> =>
  desk.read(async (db) => (await db.selectFrom('consignParty').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name)
const when = (hours: number): string => `${dayOf(desk.soon(hours))} ${timeOf(desk.soon(hours))}`

async function driven(world: World, carrier?: number): Promise<{ sheet: number; mission: number }> {
  const order = await desk.orderOf(world, 900)
  const { mission } = await desk.onTheRoad(world, [order], carrier ? { carrier, driver: { source: 'carrier', carrier } } : {})
  await desk.sign(order)
  return { sheet: (await desk.sheetOf('order', order)).id, mission }
}
const versionOf = (of: 'chargeSheet' | 'transportOrder', id: number): Promise<number> =>
  desk.read(async (db) => (await db.selectFrom(of).select('version').where('id', '=', id).executeTakeFirstOrThrow()).version)
const unlogged = (table: string, entity: string): string =>
  `select '${entity} without a line of the log' as what, t.id from ${table} t where not exists (select from audit_log a where a.entity = '${entity}' and a.entity_id = t.id)`

const PLAN: Life = {
  name: 'a plan adopted',
  before: planned,
  call: async (id) => ({ path: '/api/v1/dispatchPlan/adopt', body: { id } }),
  left: async (id) => ({
    wrong: await owner(`
      select 'a mission that is not whole' as what, m.id from mission m where m.plan = ${id} and ((select count(*) from mission_hold h where h.mission = m.id and h.live) <> 2
        or not exists (select from mission_stop s where s.mission = m.id and s.kind = 'unload') or (select count(*) from consignment k where k.mission = m.id and k.status = 'loadedPlan') <> 1)
      union all select 'a route made twice', max(id) from mission where plan = ${id} group by vehicle having count(*) > 1
      union all select 'a mission the plan does not know', m.id from mission m, dispatch_plan p where p.id = ${id} and m.plan = p.id and not exists (select from jsonb_array_elements(p.results) r where (r->>'mission')::bigint = m.id)
      union all ${unlogged(`(select id from mission where plan = ${id})`, 'mission')}`),
    done: (
      await owner(
        `select status, (select count(*)::int from mission m where m.plan = p.id) as missions from dispatch_plan p where id = ${id}`,
      )
    )[0]!,
  }),
  halves: [
    { status: 'ready', missions: 1 },
    { status: 'ready', missions: 2 },
  ],
}

async function imported(n: number, count: number) {
  const [model] = await owner<{ name: string }>(`select name from order_model where id = ${monthly.model}`)
  const [customer] = await owner<{ name: string }>(`select name from lessee where id = ${monthly.customer}`)
  const [sender, receiver] = [await cellOf(monthly.from), await cellOf(monthly.to)]
  const cells = (i: number) => ({
    customer: customer!.name,
    model: model!.name,
    sender,
    receiver,
    outerNo: `K${n}-${i}`,
    pickFrom: when(1),
    pickTo: when(2),
    dropFrom: when(2),
    dropTo: when(9),
    'goods.name': '面粉；大米',
    'goods.pieces': '10；5',
    'goods.weight': `${100 + i}；50.5`,
  })
  const rows = Array.from({ length: count }, (_, i) => ({ line: i + 2, cells: cells(i) }))
  return { path: '/api/v1/transportOrder/import/commit', body: { rows, onlyValid: false } }
}
const IMPORT: Life = {
  name: 'orders imported',
  before: async () => ++batches,
  call: (n) => imported(n, ROWS),
  left: async (n) => ({
    wrong: await owner(`
      select 'an order with other sums' as what, o.id from transport_order o where o.outer_no like 'K${n}-%' and (o.pieces <> 15 or o.weight <> 150.5 + split_part(o.outer_no, '-', 2)::int or o.source <> 'import')
      union all select 'twice', max(id) from transport_order where outer_no like 'K${n}-%' group by outer_no having count(*) > 1
      union all ${unlogged(`(select id from transport_order where outer_no like 'K${n}-%')`, 'transportOrder')}`),
    done: (await owner(`select count(*)::int as orders from transport_order where outer_no like 'K${n}-%'`))[0]!,
  }),
}

/** What is billed of the sheets of a party is what they say, once. */
const billed = (sheets: string): string => `
  select 'billed with another sum' as what, s.id from charge_sheet s where ${sheets} and s.status in ('billed', 'settled') and s.direction = 'receivable'
    and s.total <> (select coalesce(sum(i.amount), 0) from bill_item i where i.idem_key like 'freight:' || s.id || ':%')
  union all select 'billed without saying so', s.id from charge_sheet s where ${sheets} and s.status = 'confirmed' and exists (select from bill_item i where i.idem_key like 'freight:' || s.id || ':%')
  union all select 'a bill of other items', b.id from bill b where b.bill_type = 'freight' and b.amount <> (select coalesce(sum(i.amount), 0) from bill_item i where i.bill = b.id)
  union all ${unlogged(`(select id from bill where bill_type = 'freight')`, 'bill')}`

const MONTH: Life = {
  name: 'sheets of a month billed together',
  before: async () => {
    const sheets = [await driven(monthly), await driven(monthly), await driven(monthly)]
    for (const { sheet } of sheets) await desk.confirm(sheet)
    return sheets[0]!.sheet
  },
  call: async (id) => ({
    path: '/api/v1/chargeSheet/issue',
    body: { id, version: await versionOf('chargeSheet', id), until: company.clock.today() },
  }),
  left: async (id) => ({
    wrong: await owner(billed(`s.customer = ${monthly.customer}`)),
    done: (
      await owner(
        `select (select status from charge_sheet where id = ${id}) as own, count(*)::int as waiting from charge_sheet where customer = ${monthly.customer} and status = 'confirmed'`,
      )
    )[0]!,
  }),
}
const AT_ONCE: Life = {
  name: 'a sheet confirmed that is billed at once',
  before: async () => (await driven(single)).sheet,
  call: async (id) => ({ path: '/api/v1/chargeSheet/confirm', body: { id, version: await versionOf('chargeSheet', id) } }),
  left: async (id) => ({
    wrong: await owner(billed(`s.customer = ${single.customer}`)),
    done: (await owner(`select status, bill is not null as billed from charge_sheet where id = ${id}`))[0]!,
  }),
}
const CARRIER: Life = {
  name: 'a carrier paid by stages, less what it owes',
  before: async () => {
    const carrier = await desk.sample('carrier', { status: 'active', serviceFeeBp: 0 })
    const payPlan = [
      { stage: 'advance', bp: 4000, medium: 'transfer' },
      { stage: 'receipt', bp: 6000, medium: 'transfer' },
    ]
    await desk.write((tx) =>
      tx
        .updateTable('carrier')
        .set({ payPlan: JSON.stringify(payPlan) as never })
        .where('id', '=', carrier)
        .execute(),
    )
    await desk.rule({ name: `应付${randomUUID().slice(0, 8)}`, type: '3', direction: 'payable', carrier }, flat(102_501))
    await desk.put('deduction', { party: 'carrier', carrier, reason: 'fine', amount: 5_000, store: monthly.store })
    const { mission } = await driven(monthly, carrier)
    const { id } = await desk.sheetOf('mission', mission)
    await desk.confirm(id, 'confirmPay')
    return id
  },
  call: async (id) => ({ path: '/api/v1/chargeSheet/issue', body: { id, version: await versionOf('chargeSheet', id) } }),
  left: async (id) => ({
    wrong: await owner(`
      select 'a deduction that is not its uses' as what, d.id from deduction d where d.carrier = (select carrier from charge_sheet where id = ${id})
        and d.amount - d.open_amount <> (select coalesce(sum(u.amount), 0) from deduction_use u where u.deduction = d.id)
      union all ${unlogged(`(select id from payable_bill where charge_sheet = ${id})`, 'payableBill')}`),
    done: (
      await owner(
        `select s.status, (select count(*)::int from payable_bill p where p.charge_sheet = s.id) as stages, (select sum(p.amount)::int from payable_bill p where p.charge_sheet = s.id) as amount from charge_sheet s where id = ${id}`,
      )
    )[0]!,
  }),
}

/** An order of the project, not submitted yet. */
const drafted = (): Promise<number> =>
  desk.put('transportOrder', {
    project: hearing,
    customer: monthly.customer,
    model: monthly.model,
    sender: monthly.from,
    receiver: monthly.to,
    pickFrom: desk.soon(0),
    pickTo: desk.soon(2),
    dropFrom: desk.soon(0),
    dropTo: desk.soon(9),
    goods: [{ name: '面粉', category: '1700', pieces: 10, weight: 100, volume: 0 }],
  })
const TOLD: Life = {
  name: 'an order submitted of which a partner is to be told',
  before: drafted,
  call: async (id) => ({ path: '/api/v1/transportOrder/submit', body: { id, version: await versionOf('transportOrder', id) } }),
  left: async (id) => ({
    wrong: await owner(
      `select 'told without a call' as what, w.id from webhook_delivery w where w."order" = ${id} and (select count(*) from outgoing_call o where o.key = 'webhook:' || w.id) <> 1`,
    ),
    done: (
      await owner(
        `select status, (select count(*)::int from consignment k where k."order" = o.id) as consignments, (select count(*)::int from webhook_delivery w where w."order" = o.id) as told from transport_order o where id = ${id}`,
      )
    )[0]!,
  }),
}

let random = SEED
const below = (n: number): number => {
  random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((random / 2_147_483_648) * n)
}
const money = [MONTH, AT_ONCE, CARRIER]
const written = [PLAN, IMPORT, TOLD]
const LIVES = DEEP ? [...written, ...money] : [written[below(written.length)]!, money[below(money.length)]!]

async function killed({ before, call, left, halves = [] }: Life, n: number, wanted: object): Promise<boolean> {
  const of = await before()
  const untouched = (await left(of)).done
  expect(untouched, 'nothing would be seen of half a command').not.toEqual(wanted)
  const [{ path, body }, key] = [await call(of), randomUUID()]
  const send = (): Promise<Answered> => product.post(token, path, body, key)
  if (!(await product.killedAfter(n, send))) return false
  const title = `after statement ${n}`
  const between = await left(of)
  expect(between.wrong, title).toEqual([])
  expect([untouched, ...halves, wanted], `${title}: half a command`).toContainEqual(between.done)
  // The claim of a dead process runs out by itself within a minute; its end is brought forward.
  await owner(`update idempotency set leased_until = now() - interval '1 second' where http_status is null`)
  const again = await send()
  if (again.status !== 200) expect([again.message, between.done], title).toEqual([DONE_BEFORE, wanted])
  expect(await left(of), title).toEqual({ wrong: [], done: wanted })
  // And said once more, as a program does that heard nothing.
  await send()
  expect(await left(of), title).toEqual({ wrong: [], done: wanted })
  return true
}

describe(`commands of freight killed between two statements (seed ${SEED})`, () => {
  test.each(LIVES)(
    '$name',
    async (life) => {
      const once = async (): Promise<object> => {
        const of = await life.before()
        const { path, body } = await life.call(of)
        let after: Awaited<ReturnType<Life['left']>>['done'] = {}
        statements = await product.counted(async () =>
          expect(await product.post(token, path, body, randomUUID())).toMatchObject({ status: 200 }),
        )
        const { wrong, done } = await life.left(of)
        expect(wrong).toEqual([])
        after = done
        return after
      }
      let statements = 0
      const wanted = await once()
      expect(statements).toBeGreaterThan(8)
      let kills = 0
      if (DEEP) for (let n = 1; n <= KILLS; n++) kills += (await killed(life, Math.ceil((n * statements) / KILLS), wanted)) ? 1 : 0
      // What was over before is killed earlier: the look-up of a session is among those counted, and not always among those repeated.
      else for (let n = 2 + below(statements - 4); kills === 0 && n > 0; n -= 4) kills += (await killed(life, n, wanted)) ? 1 : 0
      expect(kills).toBeGreaterThanOrEqual(DEEP ? KILLS - 4 : 1)
      if (DEEP) console.log(`${life.name}: ${statements} statements, ${kills} kills`)
    },
    DEEP ? 3_600_000 : 300_000,
  )
})

describe('an import of more rows than a request takes', () => {
  const MANY = 205
  const places = DEEP ? Array.from({ length: 20 }, (_, i) => 10 + i * 60) : [20 + below(400)]
  test(
    'killed in the background says so and left nothing, or is done; begun again every order is there once',
    async () => {
      let kills = 0
      for (const at of places) {
        const n = ++batches
        const { path, body } = await imported(n, MANY)
        const [last] = await owner<{ id: number }>(`select coalesce(max(id), 0)::int as id from task`)
        const task = async (): Promise<string | undefined> =>
          (await owner<{ status: string }>(`select status from task where id > ${last!.id} order by id desc limit 1`))[0]?.status
        const brought = async (): Promise<void> => {
          expect(await product.post(token, path, body, randomUUID())).toMatchObject({ status: 200, data: { taskId: expect.any(Number) } })
          for (let i = 0; ['waiting', 'running'].includes(String(await task())) && i < 2400; i++) await pause(25)
        }
        kills += (await product.killedAfter(at, brought)) ? 1 : 0
        const title = `after statement ${at}`
        // One that says nothing for a while is taken for dead when somebody looks; here that while is over at once.
        await owner(`update task set heartbeat_at = now() - interval '1 hour' where status in ('waiting', 'running')`)
        await product.read('/api/v1/task/list', { authorization: `Bearer ${token}` })
        const { wrong, done } = await IMPORT.left(n)
        expect(wrong, title).toEqual([])
        const said = await task()
        expect(done, title).toEqual({ orders: said === 'done' ? MANY : 0 })
        // Killed before the task was begun there is none.
        if (said !== 'done') {
          expect(['failed', undefined], title).toContain(said)
          await brought()
        }
        expect([await task(), await IMPORT.left(n)], title).toEqual(['done', { wrong: [], done: { orders: MANY } }])
      }
      expect(kills).toBeGreaterThanOrEqual(DEEP ? places.length / 2 : 1)
    },
    DEEP ? 3_600_000 : 300_000,
  )
})

describe('a partner that is being told', () => {
  test(
    'hears of it after the worker was killed in the middle, under one number and in the same words; the delivery is one row',
    async () => {
      await product.close()
      product = await start('web,worker')
      const places = DEEP ? Array.from({ length: 20 }, (_, i) => i + 1) : [3 + below(8)]
      const delivered = async (order: number): Promise<string[]> =>
        (await owner<{ result: string }>(`select result from webhook_delivery where "order" = ${order}`)).map((w) => w.result)
      const over = async (order: number): Promise<void> => {
        for (let i = 0; (await delivered(order))[0] !== 'delivered' && i < 400; i++) await pause(25)
      }
      // What earlier lives left is told first.
      await over((await owner<{ order: number }>(`select max("order") as order from webhook_delivery`))[0]!.order)
      for (const n of places) {
        for (let dead = false, tries = 0; !dead; tries++) {
          // Fewer each time: how many statements an order takes is not the same every time.
          const at = Math.max(1, n - tries)
          expect(tries).toBeLessThan(20)
          heard.length = 0
          const order = await drafted()
          dead = await product.killedAfter(at, async () => {
            await desk.act('transportOrder', 'submit', order)
            await over(order)
          })
          const title = `after statement ${at}`
          // What the dead one had taken is free in five minutes; it is brought forward, and its successor told to look.
          for (let i = 0; (await delivered(order))[0] !== 'delivered' && i < 100; i++) {
            await owner(
              `update outgoing_call set deliver_after = now() - interval '1 second' where kind = 'transport.webhook' and done_at is null`,
            )
            await owner(`select pg_notify('outbox', '${company.operatorId}')`)
            await pause(100)
          }
          expect(await delivered(order), title).toEqual(['delivered'])
          expect(heard.length, title).toBeGreaterThan(0)
          expect(new Set(heard.map((h) => `${h.id} ${h.body}`)).size, title).toBe(1)
          const [row] = await owner<{ eventId: string }>(`select event_id as "eventId" from webhook_delivery where "order" = ${order}`)
          expect(heard[0]!.id, title).toBe(row!.eventId)
        }
      }
    },
    DEEP ? 3_600_000 : 300_000,
  )
})
