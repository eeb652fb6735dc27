/** Vehicle affairs at size (issue 16): what is due of a whole fleet and after one event, matching violations, a statement with its checks (also by itself), lists. */
import { systemContext } from '#kit/access/system-context.server.ts'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import { openDatabase, type Database } from '#kit/database/connection/pool.server.ts'
import { buildRegistry } from '#kit/entity/registry.server.ts'
import { rebuildAll, rebuildDues } from '#modules/affairs/dues.server.ts'
import { matchAll } from '#modules/affairs/violations/match.server.ts'
import { takeIn } from '#modules/fuel/intake/import.server.ts'
import { readFuelStatement } from '#modules/fuel/statements/statement.rules.ts'
import { modules } from '../../src/modules.ts'
import { servedModules } from '../../src/modules.server.ts'
import { makeLeases } from './billing.ts'
import { Client } from './client.ts'
import { line, ms, processorOf, repeated, seconds, times, type Line } from './measure.ts'
import type { Product } from './product.ts'

export interface AffairsSize {
  vehicles: number
  violations: number
  fills: number
  rows: number
}
const OPERATOR = 1
const CALLER = 'bench-affairs'
const BULK = 'set session_replication_role = replica;'
const CARDS = 200
/** The fleet numbered from 0, and its size: joined by a number that is known before, so that a million rows are one hash join. */
const NUMBERED = `select id, store, plate_no, row_number() over (order by id) - 1 as i from vehicle where vin like 'LBENCH%'`
const COUNTED = `select count(*) from vehicle where vin like 'LBENCH%'`

/** Held one after the other by two, with papers that come due and upkeep done some time ago. */
async function aFleet(product: Product, vehicles: number): Promise<void> {
  await makeLeases(product, vehicles)
  await product.sql(`${BULK}
    update vehicle set registered_on = date '2020-01-15' + (id % 1500)::int, inspection_due_on = current_date + (id % 400 - 30)::int, compulsory_insurance_due_on = current_date + (id % 370 - 5)::int,
      odometer = id % 200000 where vin like 'LBENCH%';
    insert into lease_segment (operator_id, lease, contract, lessee, vehicle, from_at, to_at, store, kind)
      select 1, id, contract, lessee, vehicle, now() - make_interval(days => 400), now() - make_interval(days => 30, secs => id % 86400), store, 'main' from lease where no like 'ZLBENCH%'
      union all select 1, id, contract, lessee, vehicle, now() - make_interval(days => 30, secs => id % 86400), null, store, 'main' from lease where no like 'ZLBENCH%';
    insert into upkeep_state (operator_id, vehicle, item, last_on, last_km, store)
      select 1, id, 'oil', current_date - (id % 200)::int, greatest(0, id % 200000 - 9000), store from vehicle where vin like 'LBENCH%'`)
  await product.sql('vacuum (analyze) vehicle, lease_segment, upkeep_state')
}

async function dues(product: Product, ctx: Context, vehicles: number): Promise<Line[]> {
  const [took, written] = await seconds(() => rebuildAll(ctx))
  const [floor] = await seconds(() => product.sql('create temp table copied as select * from affair_due; drop table copied'))
  const ids = await product.sql<{ id: string }>(`select id from vehicle where vin like 'LBENCH%' order by id limit 200`)
  let n = 0
  const one = await repeated(ids.length, async () => {
    const id = Number(ids[n++]!.id)
    await ctx.db.write(OPERATOR, (tx) => rebuildDues(tx, ctx, [id]))
  })
  const again = await seconds(() => rebuildAll(ctx))
  const bare = await repeated(200, () =>
    ctx.db.write(
      OPERATOR,
      async (tx) => void (await tx.selectFrom('affairDue').select('id').where('vehicle', '=', Number(ids[0]!.id)).execute()),
    ),
  )
  return [
    line(`what is due rebuilt, ${vehicles.toLocaleString('en')} vehicles, ${written.toLocaleString('en')} rows`, `${took.toFixed(1)} s`, {
      floor: `copying those rows ${floor.toFixed(2)} s`,
      ratio: times(took / floor),
      budget: '≤ 60 s',
      met: took <= 60,
    }),
    line('the same again, nothing to change', `${again[0].toFixed(1)} s, ${again[1]} rows`, {
      budget: '≤ 60 s',
      met: again[0] <= 60 && again[1] === 0,
    }),
    line('what is due after one event', `p50 ${ms(one.p50)}, p95 ${ms(one.p95)}`, {
      floor: `its rows read in a transaction ${ms(bare.p50)}`,
      ratio: times(one.p50 / bare.p50),
      budget: 'p95 ≤ 50 ms',
      met: one.p95 <= 50,
    }),
  ]
}

async function matching(product: Product, ctx: Context, violations: number): Promise<Line> {
  const offences = await product.sql<{ plateNo: string; occurredAt: string }>(
    `select v.plate_no as "plateNo", to_char((now() - make_interval(secs => (n::bigint * 7919) % 31000000)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "occurredAt"
     from generate_series(1, ${violations}) n join (${NUMBERED}) v on v.i = n % (${COUNTED})`,
  )
  let matched = 0
  const [took] = await seconds(async () => {
    for (let i = 0; i < offences.length; i += 200)
      matched += (await ctx.db.read(OPERATOR, (db) => matchAll(db as Tx, ctx, offences.slice(i, i + 200)))).filter(
        (m) => m.lease !== null,
      ).length
  })
  const [floor] = await seconds(() =>
    product.sql(
      `select count(*) from json_to_recordset($1::json) as o("plateNo" text, "occurredAt" timestamptz) join vehicle v on v.plate_no = o."plateNo"
       join lease_segment s on s.vehicle = v.id and s.from_at <= o."occurredAt" and (s.to_at is null or o."occurredAt" < s.to_at)`,
      [JSON.stringify(offences)],
    ),
  )
  return line(
    `matching ${offences.length.toLocaleString('en')} violations, ${matched.toLocaleString('en')} to lessees`,
    `${took.toFixed(1)} s`,
    {
      floor: `one join ${floor.toFixed(2)} s`,
      ratio: times(took / floor),
      budget: '≤ 60 s',
      met: took <= 60,
    },
  )
}

/** Seconds of processor time of the connections this process has: a connection that ends takes its figure along. */
async function databaseWorked(product: Product): Promise<number> {
  const own = await product.sql<{ pid: number }>('select pid from pg_stat_activity where application_name = $1', [CALLER])
  return own.reduce((sum, { pid }) => sum + processorOf(pid), 0)
}

async function statement(product: Product, admin: Client, ctx: Context, fills: number): Promise<Line> {
  const [store] = await admin.list('store')
  const account = await admin.add('fuelAccount', { name: '主账户', supplier: 'sinopec', mainCardNo: '1000113200000001', store: store!.id })
  await product.sql(`${BULK}
    insert into fuel_card (operator_id, card_no, account, kind, vehicle, status, store, reserve, wallet, transit)
      select 1, '2000' || lpad(row_number() over (order by id)::text, 12, '0'), ${account.id}, 'sub', id, 'active', store, 0, 100000000, 0 from vehicle where vin like 'LBENCH%' order by id limit ${CARDS};
    insert into station_place (operator_id, supplier, name, lng, lat) select 1, 'sinopec', '站' || n, 121.4 + n * 0.01, 31.2 from generate_series(0, 49) n;
    insert into terminal (operator_id, terminal_no, status, vehicle, store) select 1, '1390000' || lpad(id::text, 7, '0'), 'active', vehicle, store from fuel_card where account = ${account.id};
    insert into terminal_binding (operator_id, terminal, vehicle, from_at, store) select 1, id, vehicle, now() - interval '400 days', store from terminal where terminal_no like '1390000%'`)
  const began = Math.floor((Date.now() - 300 * 86_400_000) / 1000) * 1000
  // Where each of them was when it filled: at the station, a hundred metres off.
  await product.sql(
    `insert into position (operator_id, terminal, vehicle, at, received_at, serial, lng, lat, altitude, speed, direction, flags, alarm, status, odometer, signal, satellites)
     select 1, t.id, t.vehicle, x.at, x.at, n, 121400000 + (n % 50) * 10000, 31201000, 10, 0, 0, 0, 0, 3, 1000, 31, 12
     from (select id, vehicle, row_number() over (order by id) - 1 as i from terminal where terminal_no like '1390000%') t
     join generate_series(0, ${fills - 1}) n on n % ${CARDS} = t.i, lateral (select timestamptz '${new Date(began).toISOString()}' + make_interval(days => n / ${CARDS}, mins => n % ${CARDS})) x(at)`,
  )
  await product.sql('vacuum (analyze) position, terminal, terminal_binding, fuel_card, station_place')
  const rows = Array.from({ length: fills }, (_, i) => {
    const at = new Date(began + 8 * 3_600_000 + Math.floor(i / CARDS) * 86_400_000 + (i % CARDS) * 60_000).toISOString()
    return [
      `2000${String((i % CARDS) + 1).padStart(12, '0')}`,
      at.slice(0, 19).replace('T', ' '),
      '加油',
      '0号柴油',
      '45.20',
      '7.85',
      '354.82',
      `站${i % 50}`,
      `B${i}`,
      String(200_000 + Math.floor(i / CARDS) * 180),
    ]
  })
  const read = readFuelStatement(
    [['卡号', '交易时间', '交易类型', '油品', '数量', '单价', '金额', '加油站', '流水号', '里程'], ...rows],
    ctx.clock.now(),
  )
  if (!read.ok) throw new Error(read.message)
  const [before, databaseBefore] = [process.cpuUsage(), await databaseWorked(product)]
  const [took, done] = await seconds(() => takeIn(ctx, account.id, read.rows))
  const { user, system } = process.cpuUsage(before)
  const database = (await databaseWorked(product)) - databaseBefore
  const sure = await product.sql<{ n: string }>(
    `select count(*) as n from fuelling f, jsonb_array_elements(f.checks) c where f.supplier_no like 'B%' and c ->> 'no' = '4' and c ->> 'result' = 'ok'`,
  )
  if (done.added !== fills || Number(sure[0]!.n) !== fills) throw new Error(`${JSON.stringify(done)}, ${sure[0]!.n} placed on the track`)
  const [floor] = await seconds(() =>
    product.sql(`create temp table fills as select * from fuelling; drop table fills;
      create temp table entries as select * from fuel_entry; drop table entries; create temp table costs as select * from vehicle_cost; drop table costs`),
  )
  return line(
    `statement of ${fills.toLocaleString('en')} fuellings, each with nine checks, placed on its track and a reading of the odometer`,
    `${took.toFixed(1)} s, ${ms((took * 1000) / fills)} each, of which this process worked ${((user + system) / 1e6).toFixed(1)} s and PostgreSQL ${database.toFixed(1)} s`,
    {
      floor: `copying its rows ${floor.toFixed(2)} s`,
      ratio: times(took / floor),
      budget: '≤ 30 s for 50,000',
      met: took <= (30 * fills) / 50_000,
    },
  )
}

/** A million rows of each, and pages that people look at. */
async function lists(product: Product, admin: Client, rows: number): Promise<Line[]> {
  const from = `generate_series(1, ${rows}) k join (${NUMBERED}) v on v.i = k % (${COUNTED})`
  await product.sql(`${BULK}
    insert into violation (operator_id, no, status, plate_no, occurred_at, code, vehicle, store, fine, points, holder_kind, source)
      select 1, 'WZBENCH' || k, (array['toHandle','notified','handling','handled'])[1 + k % 4], v.plate_no, now() - make_interval(secs => k * 31), '1344', v.id, v.store, 20000, 3, 'company', 'import' from ${from};
    insert into vehicle_cost (operator_id, vehicle, cost_on, kind, amount, bearer, description, store, key)
      select 1, v.id, current_date - (k % 900)::int, (array['fuel','upkeep','repair','fine'])[1 + k % 4], 35482, 'company', '成本', v.store, 'bench:' || k from ${from};
    insert into fuelling (operator_id, no, status, kind, vehicle, pay, at, quantity, unit_price, amount, service_fee, discount, filled_up, source, score, store)
      select 1, 'JYBENCH' || k, (array['ok','ok','ok','suspect'])[1 + k % 4], 'fuel', v.id, 'cash', now() - make_interval(secs => k * 31), 45.2, 785, 35482, 0, 0, false, 'import', 0, v.store from ${from}`)
  await product.sql('vacuum (analyze) violation, vehicle_cost, fuelling')
  const [of] = await product.sql<{ id: string }>(`select min(id) as id from vehicle where vin like 'LBENCH%'`)
  const lines: Line[] = []
  for (const [what, table, query, bare] of [
    [
      'violations open',
      'violation',
      'status=toHandle',
      `select * from violation where operator_id = 1 and deleted_at is null and status = 'toHandle' order by occurred_at desc, id desc limit 20`,
    ],
    [
      'violations of a vehicle',
      'violation',
      `vehicle=${of!.id}`,
      `select * from violation where operator_id = 1 and deleted_at is null and vehicle = ${of!.id} order by occurred_at desc, id desc limit 20`,
    ],
    [
      'costs, newest',
      'vehicleCost',
      '',
      'select * from vehicle_cost where operator_id = 1 and deleted_at is null order by cost_on desc, id desc limit 20',
    ],
    [
      'suspect fuellings',
      'fuelling',
      'status=suspect',
      `select * from fuelling where operator_id = 1 and deleted_at is null and status = 'suspect' order by at desc, id desc limit 20`,
    ],
    [
      'what is due',
      'affairDue',
      'level=overdue',
      `select * from affair_due where operator_id = 1 and deleted_at is null and level = 'overdue' order by due_on, id limit 20`,
    ],
  ] as const) {
    const asked = await repeated(40, async () => void (await admin.call('GET', `/api/v1/${table}/list?pageSize=20&${query}`)))
    const floor = await repeated(10, async () => void (await product.sql(bare)))
    lines.push(
      line(`${what}, ${rows.toLocaleString('en')} rows`, `p50 ${ms(asked.p50)}, p95 ${ms(asked.p95)}`, {
        floor: `one page of SQL, a connection of its own ${ms(floor.p50)}`,
        ratio: times(asked.p50 / floor.p50),
        budget: 'p95 ≤ 50 ms',
        met: asked.p95 <= 50,
      }),
    )
  }
  return lines
}

/** What is asked of the parts: by this process, as the program, in a company with such a fleet. */
async function withFleet<T>(product: Product, vehicles: number, work: (admin: Client, ctx: Context) => Promise<T>): Promise<T> {
  await aFleet(product, vehicles)
  const admin = await Client.signIn(product)
  const endpoint = () => product.endpoint('app')
  const db: Database = openDatabase({ endpoint, max: 4, statementTimeoutMs: 600_000, applicationName: CALLER })
  try {
    const registry = buildRegistry(modules, servedModules)
    const ctx = systemContext({ db, clock: systemClock, registry, operatorId: OPERATOR, requestId: 'bench' })
    const [model] = await admin.list('vehicleModel')
    const item = {
      item: 'oil',
      everyKm: 10_000,
      everyDays: 180,
      everyHours: null,
      leadKm: 500,
      leadDays: 15,
      leadHours: 20,
      firstKm: null,
      firstDays: null,
    }
    const plan = await admin.add('upkeepPlan', { name: '机油', models: [model!.id], items: [item] })
    await admin.act('upkeepPlan', 'activate', plan)
    return await work(admin, ctx)
  } finally {
    admin.close()
    await db.close()
  }
}

export const benchAffairs = (product: Product, size: AffairsSize): Promise<Line[]> =>
  withFleet(product, size.vehicles, async (admin, ctx) => {
    const lines: Line[] = []
    // What one part cannot measure takes nothing from the others: the company they share was costly to make.
    for (const [name, part] of [
      ['what is due', () => dues(product, ctx, size.vehicles)],
      ['matching', async () => [await matching(product, ctx, size.violations)]],
      ['statement', async () => [await statement(product, admin, ctx, size.fills)]],
      ['lists', () => lists(product, admin, size.rows)],
    ] as const) {
      try {
        lines.push(...(await part()))
      } catch (error) {
        lines.push(line(`affairs, ${name}`, `not measured: ${error instanceof Error ? error.message : String(error)}`))
      }
    }
    return lines
  })

/** The statement by itself, in a company just large enough for its cards. */
export const benchStatement = (product: Product, fills: number): Promise<Line[]> =>
  withFleet(product, 10 * CARDS, async (admin, ctx) => [await statement(product, admin, ctx, fills)])
