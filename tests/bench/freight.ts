/** Freight at size (issue 14): prices a second, events of drivers' phones a second, lists of orders among a million. */
import { randomUUID } from 'node:crypto'
import { day } from '#kit/basics/time/day.ts'
import { rateInput } from '#modules/freight/rating/engine/input.rules.ts'
import { priceOf } from '#modules/freight/rating/engine/price.rules.ts'
import type { RateComponents } from '#modules/freight/rating/engine/schema.rules.ts'
import { tons } from '#tests/stories/tariff.ts'
import { Client, type Row } from './client.ts'
import { basics } from './company.ts'
import { line, load, ms, type Line, type Timed } from './measure.ts'
import type { Product } from './product.ts'
import { HttpLine } from './wires.ts'

const CLIENTS = 16
const BULK = 'set session_replication_role = replica;'

interface Ground {
  admin: Client
  store: Row
  customer: Row
  model: Row
  from: Row
  to: Row
}
async function ground(product: Product): Promise<Ground> {
  const admin = await Client.signIn(product)
  const { store } = await basics(admin)
  const customer = await admin.add('lessee', {
    kind: 'company',
    name: '华东商贸',
    mobile: '13800138001',
    creditCode: '91310000MA1FL0000X',
    store: store.id,
    ships: true,
  })
  await product.sql(`update lessee set status = 'normal' where id = ${customer.id}`)
  const model = await admin.add('orderModel', { name: '城配', steps: [{ step: 'sign', required: true, photoMin: 0, geofence: 'off' }] })
  await admin.call('POST', '/api/v1/orderModel/publish', { id: model.id, version: model.version })
  const party = (name: string, lng: number) =>
    admin.add('consignParty', {
      name,
      sends: true,
      receives: true,
      place: { address: `上海 ${name}`, lng, lat: 31.2 },
      placeState: 'confirmed',
      store: store.id,
    })
  const rule = await admin.add('rateRule', { name: '应收', type: '2', direction: 'receivable', customer: customer.id })
  await admin.add('fuelPrice', { province: '全国', effectiveOn: '2020-01-01', price: 783 })
  const version = await admin.add('rateVersion', { rule: rule.id, number: 1, effectiveOn: '2020-01-01', components: RULE })
  await admin.call('POST', '/api/v1/rateVersion/publish', { id: version.id, version: version.version })
  return { admin, store, customer, model, from: await party('仓', 121.5), to: await party('店', 121.6) }
}

const RULE: RateComponents = tons
const INPUT = rateInput({
  day: day('2026-06-01'),
  startAt: '2026-06-01T01:00:00Z',
  endAt: '2026-06-01T05:00:00Z',
  km: { contract: 47_300, planned: 47_300, actual: 47_300 },
  grams: 4_680_000,
  volume: 100_000,
  pieces: 100,
  minutes: 240,
  stops: 3,
  fromArea: '310110',
  toArea: '310115',
  insure: true,
  declaredFen: 8_600_000,
  fuel: { 全国: 783 },
})

function purePrices(duration: number): Line {
  const end = performance.now() + duration * 1000
  let n = 0
  let sum = 0
  while (performance.now() < end) {
    for (let i = 0; i < 200; i++) sum += priceOf(RULE, { ...INPUT, grams: 4_000_000 + i * 1000 }).total
    n += 200
  }
  if (sum <= 0) throw new Error('nothing was priced')
  const each = (duration * 1000) / n
  return line('a price alone (pure)', `${Math.round(n / duration)}/s, ${(each * 1000).toFixed(0)} µs each`, {
    budget: '≥ 1,000/s, ≤ 5 ms',
    met: n / duration >= 1000,
  })
}

const timed = (t: Timed): string =>
  `p50 ${ms(t.p50)}, p95 ${ms(t.p95)}, ${Math.round(t.perSecond)}/s${t.failed ? `, ${t.failed} failed` : ''}`

async function quotes(g: Ground, duration: number): Promise<Line> {
  const at = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
  const body = JSON.stringify({
    customer: g.customer.id,
    model: g.model.id,
    sender: g.from.id,
    receiver: g.to.id,
    pickFrom: at(1),
    dropTo: at(9),
    distanceM: 47_300,
    distanceFrom: 'estimate',
    insure: true,
    priority: 5,
    goods: [{ name: '面粉', category: '1700', pieces: 100, weight: 4680, volume: 0, declared: 8_600_000 }],
    lines: [],
  })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${g.admin.token}` }
  const t = await load(CLIENTS, duration, async () => {
    const answer = await g.admin.raw('POST', '/api/v1/transportOrder/price', {
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body,
    })
    return answer.status === 200
  })
  return line('the price of an order over HTTP: rule chosen, lines, tax', timed(t), { budget: '≥ 1,000/s', met: t.perSecond >= 1000 })
}

const MISSIONS = 2000
/** Missions on the road of one driver, two stops each; every event arrives at a stop of its own. */
async function events(product: Product, g: Ground, duration: number): Promise<Line> {
  const [me] = await g.admin.list('user', 'username=admin')
  const driver = await g.admin.add('driver', {
    name: '赵师傅',
    mobile: '13800138002',
    idNo: '310110198001011233',
    licenceClass: 'B2',
    store: g.store.id,
  })
  await product.sql(`${BULK}
    update driver set "user" = ${me!.id}, audit = 'verified' where id = ${driver.id};
    insert into mission (operator_id, no, kind, status, driver, plan_start, plan_end, store)
      select 1, 'RWBENCH' || n, 'task', 'running', ${driver.id}, now() - interval '1 hour', now() + interval '8 hours', ${g.store.id} from generate_series(1, ${MISSIONS}) n;
    insert into mission_stop (operator_id, mission, seq, party, kind, store)
      select 1, m.id, s, ${g.to.id}, 'unload', ${g.store.id} from mission m cross join generate_series(1, 20) s where m.no like 'RWBENCH%'`)
  await product.sql('vacuum (analyze) mission, mission_stop')
  const stops = await product.sql<{ id: number; mission: number }>(
    `select s.id::int as id, s.mission::int as mission from mission_stop s join mission m on m.id = s.mission and m.operator_id = s.operator_id where m.no like 'RWBENCH%' order by s.seq, s.id`,
  )
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${g.admin.token}` }
  let next = 0
  const t = await load(CLIENTS, duration, async () => {
    const { id, mission } = stops[next++ % stops.length]!
    const now = new Date().toISOString()
    const event = { clientId: randomUUID(), kind: 'arrive', mission, stop: id, at: now, lng: 121.6, lat: 31.2, accuracyM: 10, data: {} }
    const answer = await g.admin.raw('POST', '/api/v1/driver/events', {
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: JSON.stringify({ deviceId: 'bench', sentAt: now, events: [event] }),
    })
    return (
      answer.status === 200 &&
      (JSON.parse(String(answer.bytes)) as { data: { results: { result: string }[] } }).data.results[0]!.result === 'stored'
    )
  })
  const [{ stored } = { stored: 0 }] = await product.sql<{ stored: number }>(
    `select count(*)::int as stored from stop_event where kind = 'arrive'`,
  )
  return line(`events of phones: stored, times of the stop worked out, then acknowledged (${stored} rows)`, timed(t), {
    budget: '≥ 300/s, p95 ≤ 50 ms',
    met: t.perSecond >= 300 && t.p95 <= 50,
  })
}

async function orders(product: Product, g: Ground, count: number): Promise<void> {
  await product.sql(`${BULK}
    insert into transport_order (operator_id, created_by, created_at, no, status, customer, model, source, sender, receiver, pick_from, pick_to, drop_from, drop_to, goods, goods_text,
                                 pieces, weight, volume, store, located)
    select 1, 1, now() - make_interval(secs => (n::bigint * 7919 % 31000000)), 'YSB' || lpad(n::text, 9, '0'),
           (array['open','planned','running','signed','receipted','priced','settled','settled','settled','cancelled'])[1 + n % 10], ${g.customer.id}, ${g.model.id}, 'manual', ${g.from.id}, ${g.to.id},
           now() - make_interval(secs => (n::bigint * 7919 % 31000000)), now() - make_interval(secs => (n::bigint * 7919 % 31000000) - 3600),
           now() - make_interval(secs => (n::bigint * 7919 % 31000000) - 7200), now() - make_interval(secs => (n::bigint * 7919 % 31000000) - 28800),
           '[{"name":"面粉","category":"1700","pieces":10,"weight":500,"volume":1}]', '面粉', 10, 500, 1, ${g.store.id}, n % 50 <> 0
    from generate_series(1, ${count}) n`)
  await product.sql('vacuum (freeze, analyze) transport_order')
}
const LISTS: readonly { name: string; ask: (n: number) => Record<string, string> }[] = [
  { name: 'all of them, newest first', ask: (n) => ({ pageNo: String(1 + (n % 5)), pageSize: '20' }) },
  { name: 'of one state', ask: (n) => ({ status: ['open', 'running', 'signed'][n % 3]!, pageSize: '20' }) },
  { name: 'to be planned, picked up in one week', ask: (n) => ({ status: 'open', pickFrom: week(n), pageSize: '20' }) },
  { name: 'by number', ask: (n) => ({ keyword: `YSB${String((n * 7919) % 1_000_000).padStart(9, '0')}`, pageSize: '20' }) },
]
function week(n: number): string {
  const at = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  return `${at(20 + (n % 40))}~${at(13 + (n % 40))}`
}
async function lists(product: Product, g: Ground, count: number, duration: number): Promise<Line[]> {
  const lines: Line[] = []
  for (const { name, ask } of LISTS) {
    const wires = await Promise.all(Array.from({ length: CLIENTS }, () => HttpLine.open(product.port, g.admin.token)))
    const path = (n: number): string => `/api/v1/transportOrder/list?${new URLSearchParams(ask(n)).toString()}`
    const t = await load(CLIENTS, duration, async (i, n) => (await wires[i]!.get(path(i * 7 + n))) === 200)
    for (const wire of wires) wire.close()
    const { data } = JSON.parse(String((await g.admin.get(path(0))).bytes)) as { data: { total: number } }
    lines.push(
      line(`order list of ${count.toLocaleString('en')}: ${name} (${data.total.toLocaleString('en')})`, timed(t), {
        budget: 'p95 ≤ 50 ms',
        met: t.p95 <= 50,
      }),
    )
  }
  return lines
}

export async function benchFreight(product: Product, size: number, duration: number): Promise<Line[]> {
  const g = await ground(product)
  try {
    const first = [purePrices(Math.min(duration, 3)), await quotes(g, duration), await events(product, g, duration)]
    await orders(product, g, size)
    return [...first, ...(await lists(product, g, size, duration))]
  } finally {
    g.admin.close()
  }
}
