/**
 * The bill run of a hundred thousand leases against one statement that writes the very rows it wrote (bills, items, marked periods,
 * lines of the log and their seals; same columns, checks, indexes and references), while people look at the list; and the list over ten million bills.
 */
import { sql } from 'kysely'
import { systemContext } from '#kit/access/system-context.server.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import { openDatabase, type Database } from '#kit/database/connection/pool.server.ts'
import { buildRegistry } from '#kit/entity/registry.server.ts'
import { tableModel } from '#kit/entity/schema/schema.server.ts'
import { fillTotals } from '#kit/entity/schema/totals-sql.server.ts'
import { bill } from '#modules/billing/bills/bill.ts'
import { issueDue, type IssueReport } from '#modules/leasing/leasing.public.ts'
import { modules } from '../../src/modules.ts'
import { servedModules } from '../../src/modules.server.ts'
import { anotherAdmin, Client } from './client.ts'
import { debtor } from './company.ts'
import { line, load, ms, processorOf, seconds, times, type Line } from './measure.ts'
import type { Product } from './product.ts'

export const STORES = 20
/** What was written past the program must not be refused for its missing seals and references. */
export const PAST = 'set session_replication_role = replica;'

/** Minutes pass before the first figure: says what it is at. */
export async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const [took, value] = await seconds(work)
  process.stdout.write(`  … ${what}: ${took.toFixed(1)} s\n`)
  return value
}

/** `leases` running, each with one period due today. */
export async function makeLeases(product: Product, leases: number): Promise<void> {
  const admin = await Client.signIn(product)
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  await debtor(admin, today)
  for (let i = 1; i < STORES; i++) await admin.add('store', { code: `S${i}`, name: `门店${i}`, city: '上海市' })
  admin.close()
  const [base] = await product.sql<{ model: string; plan: string }>(
    'select (select min(id) from vehicle_model) as model, (select min(id) from lease_plan) as plan',
  )
  const stores = 'array(select id from store order by id)'
  await product.sql(`${PAST}
    insert into lessee (operator_id, kind, name, mobile, store, status) select 1, 'person', '客户' || n, '13900139000', (${stores})[1 + n % ${STORES}], 'normal' from generate_series(1, ${Math.ceil(leases / 10)}) n;
    insert into vehicle (operator_id, plate_no, vin, model, store, status) select 1, '粤BD' || lpad(n::text, 7, '0'), 'LBENCH' || lpad(n::text, 11, '0'), ${base!.model}, (${stores})[1 + n % ${STORES}], 'leased' from generate_series(1, ${leases}) n;
    insert into contract (operator_id, no, lessee, store, plan, vehicles, start_on, end_on, monthly_rent, status, late_grace_days, late_rate_bp)
      select 1, 'HTBENCH-' || row_number() over (order by v.id), l.id, v.store, ${base!.plan}, array[v.id], current_date - 30, current_date + 335, 380000, 'active', 3, 5
      from (select id, store, row_number() over (order by id) as n from vehicle where vin like 'LBENCH%') v join (select id, row_number() over (order by id) as n from lessee where name like '客户%') l on l.n = 1 + v.n % ${Math.ceil(leases / 10)};
    insert into lease (operator_id, no, contract, lessee, vehicle, store, start_on, end_on, monthly_rent, status)
      select 1, 'ZLBENCH-' || id, id, lessee, vehicles[1], store, start_on, end_on, monthly_rent, 'active' from contract where no like 'HTBENCH%';
    insert into plan_period (operator_id, lease, contract, store, status, revision, seq, start_on, end_on, amount, issue_on, due_on, items)
      select 1, id, contract, store, 'planned', 0, 2, current_date, current_date + 30, 380000, current_date - 7, current_date,
        jsonb_build_array(jsonb_build_object('startOn', current_date, 'endOn', current_date + 30, 'amount', 380000, 'formula', '3800.00（整期）')) from lease where no like 'ZLBENCH%'`)
  await product.sql('vacuum (analyze) lessee, vehicle, contract, lease, plan_period')
}

/** The month before, paid: a company with so many leases has billed before, and its tables are known to the planner. */
export async function monthBefore(product: Product): Promise<void> {
  await product.sql(`${PAST}
    insert into bill (operator_id, no, status, bill_type, lessee, contract, lease, vehicle, store, start_on, end_on, issue_on, issued_on, due_on, amount, paid, late_grace_days)
      select 1, 'ZDBEFORE-' || id, 'settled', 'rent', lessee, contract, id, vehicle, store, current_date - 30, current_date, current_date - 37, current_date - 37, current_date - 30, 380000, 380000, 3 from lease where no like 'ZLBENCH%'`)
  await product.sql('vacuum (analyze) bill, bill_totals')
}

/** Seconds, and seconds of processor time of the connections that did it: wall time depends on who else is there, the other figure does not. */
interface Cost {
  took: number
  postgres: number
}

/** A connection that ends takes its figure along, so it is asked for before. */
async function costOf<T>(product: Product, role: 'root' | 'app', work: (db: Database) => Promise<T>): Promise<Cost & { value: T }> {
  const name = `bench-${role}`
  const db = openDatabase({ endpoint: () => product.endpoint(role), max: 4, applicationName: name, statementTimeoutMs: 600_000 })
  try {
    const [took, value] = await seconds(() => work(db))
    const backends = await product.sql<{ pid: number }>('select pid from pg_stat_activity where application_name = $1', [name])
    return { took, value, postgres: backends.reduce((sum, { pid }) => sum + processorOf(pid), 0) }
  } finally {
    await db.close()
  }
}

/** The program's own run, in this process, on the program's own role. */
export const runBills = (product: Product): Promise<Cost & { value: IssueReport }> =>
  costOf(product, 'app', (db) =>
    issueDue(systemContext({ db, clock: systemClock, registry: buildRegistry(modules, servedModules), operatorId: 1, requestId: 'bench' })),
  )

/** What a run writes anew. The seals stand for what they are, rows of an ordinary table. */
const MADE = 'where issued_on = current_date'
const ADDED = [
  ['bill', MADE],
  ['bill_item', ''],
  ['audit_log', `where entity = 'bill'`],
  ['audit_seal', `where audit_id in (select id from audit_log where entity = 'bill')`],
] as const
/** And what it changes, in columns: a period is planned before and marked after. */
const MARKED = {
  table: 'plan_period',
  columns: ['status', 'bill', 'updated_at', 'updated_by', 'version'],
  before: `'planned', null, created_at, created_by, version - 1`,
  which: 'bill is not null',
}

export const columnsOf = async (product: Product, table: string): Promise<string> =>
  (
    await product.sql<{ list: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as list from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    )
  )[0]!.list

/** An empty table with the columns, checks, indexes and references of the real one; triggers and row-level security it has not. */
async function floorTable(product: Product, table: string): Promise<void> {
  await product.sql(`create table floor_${table} (like ${table} including all)`)
  const references = await product.sql<{ ddl: string }>(
    `select format('alter table %I add %s', 'floor_${table}', pg_get_constraintdef(oid)) as ddl from pg_constraint where conrelid = '${table}'::regclass and contype = 'f'`,
  )
  for (const { ddl } of references) await product.sql(ddl)
}

/** The periods as they were before the run, written past the clock: the floor changes them, like the run. */
async function periodsBefore(product: Product): Promise<void> {
  const { table, columns, before, which } = MARKED
  const otherColumns = (await columnsOf(product, table))
    .split(', ')
    .filter((column) => !columns.includes(column))
    .join(', ')
  await product.sql(
    `insert into floor_${table} (${otherColumns}, ${columns.join(', ')}) overriding system value select ${otherColumns}, ${before} from ${table} where ${which}`,
  )
}

/**
 * The least that PostgreSQL could take: one statement that adds the very rows of bills, items, log and seals to tables that were
 * empty, and marks a prepared copy of the periods. What it writes is known already, so it decides, computes and proves nothing:
 * no number, no sum, no hash, no trigger, no row-level security, one transaction. Indexes and references stay, because a row
 * that nobody finds and that may point to nothing is not the same row. Tables are vacuumed before, so that it plans with
 * statistics and pays nothing for having come second.
 */
export async function floorOf(product: Product): Promise<Cost> {
  const { table, columns, which } = MARKED
  const tables = [...ADDED.map(([name]) => name), table]
  for (const name of tables) await floorTable(product, name)
  await periodsBefore(product)
  const parts: string[] = []
  for (const [name, made] of ADDED) {
    const list = await columnsOf(product, name)
    parts.push(`${name}_rows as (insert into floor_${name} (${list}) overriding system value select ${list} from ${name} ${made})`)
  }
  parts.push(
    `marked as (update floor_${table} f set ${columns.map((column) => `${column} = p.${column}`).join(', ')} from ${table} p where p.id = f.id and p.${which})`,
  )
  await product.sql(`vacuum (analyze) ${tables.join(', ')}, floor_${table}`)
  await product.sql('checkpoint')
  const cost = await costOf(product, 'root', (db) => db.write(null, (tx) => sql.raw(`with ${parts.join(',\n')} select 1`).execute(tx)))
  const same = (name: string, whichRows: string): string =>
    `(select count(*) from floor_${name}) = (select count(*) from ${name} ${whichRows})`
  const [made] = await product.sql<{ whole: boolean }>(
    `select ${ADDED.map(([name, rows]) => same(name, rows)).join(' and ')} and (select count(*) from floor_${table} where ${which}) = (select count(*) from ${table} where ${which}) as whole`,
  )
  if (!made!.whole) throw new Error('the floor has not the rows of the run')
  await product.sql(`drop table ${tables.map((name) => `floor_${name}`).join(', ')}`)
  return cost
}

/** Lists that people have open while it runs. */
const asks = (n: number): string =>
  [
    '/api/v1/bill/list?status=unpaid,partlyPaid&pageSize=20',
    '/api/v1/lease/list?status=active&pageSize=20',
    `/api/v1/vehicle/list?keyword=${String(n % 1000).padStart(4, '0')}&pageSize=20`,
    '/api/v1/payment/list?pageSize=20',
  ][n % 4]!

export async function benchBillRun(product: Product, leases: number): Promise<Line[]> {
  await step(`${leases} leases`, () => makeLeases(product, leases))
  await step('the month before', () => monthBefore(product))
  const admin = await Client.signIn(product)
  const watchers = [admin, await anotherAdmin(product, admin, 'watcher')]
  // The floor is measured like the run, with people looking at lists: both share the machine with the same others.
  const watched = async <T>(work: () => Promise<T>): Promise<{ value: T; seen: number[]; failed: number }> => {
    let running = true
    const all: number[] = []
    let failed = 0
    const looking = (async () => {
      for (let n = 0; running; n++) {
        const sent = performance.now()
        const answer = await watchers[n % 2]!.get(asks(n))
        if (answer.status === 200) all.push(performance.now() - sent)
        else failed++
      }
    })()
    try {
      return { value: await work(), seen: all, failed }
    } finally {
      running = false
      await looking
    }
  }
  await product.sql('checkpoint')
  const before = process.cpuUsage()
  const { value: run, seen, failed } = await watched(() => step('bill run', () => runBills(product)))
  // With what the watchers' side of the calls takes of this process.
  const { user, system } = process.cpuUsage(before)
  const own = (user + system) / 1e6
  const report = run.value
  const again = await step('bill run again', () => runBills(product))
  // Written within seconds, and not known to the planner: it looked for the items of every bill in the whole table.
  await product.sql('analyze bill, bill_item')
  const [{ twice, sum } = { twice: 0, sum: 0 }] = await step('what it made', () =>
    product.sql<{ twice: number; sum: number }>(
      `select (select count(*)::int from (select lease, start_on from bill where bill_type = 'rent' and lease is not null group by 1, 2 having count(*) > 1) x) as twice,
      (select count(*)::int from bill b left join (select bill, sum(amount) as amount from bill_item group by bill) i on i.bill = b.id where b.issued_on = current_date and b.amount is distinct from i.amount) as sum`,
    ),
  )
  const { value: floor } = await watched(() => step('the rows alone', () => floorOf(product)))
  for (const client of watchers) client.close()
  const perSecond = report.issued / run.took
  const ratio = floor.took / run.took
  const each = (processor: number): string => `${Math.round((processor / report.issued) * 1e6)} µs`
  const sorted = seen.toSorted((x, y) => x - y)
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0
  return [
    line(
      `bill run of ${leases.toLocaleString('en')} leases (${report.failures.length} failed; again: ${again.value.issued}; twice: ${twice}, sums wrong: ${sum})`,
      `${Math.round(perSecond).toLocaleString('en')} bills/s, ${run.took.toFixed(1)} s; processor a bill: the product ${each(own)}, PostgreSQL ${each(run.postgres)}`,
      {
        floor: `the rows alone, one statement: ${Math.round(report.issued / floor.took).toLocaleString('en')}/s; PostgreSQL ${each(floor.postgres)}`,
        ratio: `${times(ratio)}; of processor time ${times(floor.postgres / (own + run.postgres))}`,
        budget: '≥ 5,000/s, ≥ 0.5×',
        met: perSecond >= 5000 && ratio >= 0.5,
      },
    ),
    line(
      `lists meanwhile (${seen.length} calls${failed ? `, ${failed} failed` : ''})`,
      `p50 ${ms(sorted[Math.floor(sorted.length / 2)] ?? 0)}, p95 ${ms(p95)}`,
      { budget: 'p95 ≤ 50 ms', met: failed === 0 && p95 <= 50 },
    ),
  ]
}

/** Indexes off, rows in, indexes back: building one is far cheaper than feeding it. */
export async function withoutIndexes(product: Product, table: string, work: () => Promise<unknown>): Promise<void> {
  const indexes = await product.sql<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = '${table}' and indexname not in (select conname from pg_constraint)`,
  )
  await product.sql(indexes.map(({ name }) => `drop index ${name}`).join(';'))
  await work()
  for (const { definition } of indexes) await product.sql(`set statement_timeout = 0; set maintenance_work_mem = '512MB'; ${definition}`)
}

export async function manyBills(product: Product, wanted: number): Promise<void> {
  // A number, not a column: with the count of leases on the other side of the comparison every bill was held against every lease.
  const [all] = await product.sql<{ leases: number }>('select count(*)::int as leases from lease')
  // Five years of daily runs: the bills of a day stand together, as the runs wrote them; who still owes is spread over all (a hash of the number).
  await withoutIndexes(product, 'bill', () =>
    product.sql(`${PAST} set statement_timeout = 0;
    insert into bill (operator_id, no, status, bill_type, lessee, contract, lease, vehicle, store, start_on, end_on, issue_on, issued_on, due_on, amount, paid, late_grace_days)
    select 1, 'ZDBENCH-' || lpad(n::text, 9, '0'), case when h = 0 then 'unpaid' when h = 1 then 'partlyPaid' else 'settled' end, case when n % 13 = 0 then 'service' else 'rent' end,
      l.lessee, l.contract, l.id, l.vehicle, l.store, d, d + 30, d - 7, d - 7, d, 380000 + n % 500, case when h = 0 then 0 when h = 1 then 100000 else 380000 + n % 500 end, 3
    from (select n, abs(hashint4(n)) % 50 as h, current_date - ((${wanted} - n)::bigint * 1800 / ${wanted})::int as d from generate_series(1, ${wanted}) n) x
    join (select id, contract, lessee, vehicle, store, row_number() over (order by id) as k from lease) l on l.k = 1 + x.n % ${all!.leases}`),
  )
  // Written past the triggers that keep the sums.
  for (const text of fillTotals('bill', tableModel(bill))) await product.sql(text)
  await product.sql('vacuum (freeze, analyze) bill, bill_totals')
}

export async function benchBillList(product: Product, bills: number, duration: number): Promise<Line[]> {
  await step(`${bills} bills`, () => manyBills(product, bills))
  const admin = await Client.signIn(product)
  const clients = [admin, ...(await Promise.all(Array.from({ length: 3 }, (_, i) => anotherAdmin(product, admin, `reader${i}`))))]
  const stores = (await admin.list('store', 'pageSize=50')).map((row) => row.id)
  const queries: { name: string; path: (n: number) => string }[] = [
    { name: 'all of them, newest due first, with totals', path: (n) => `pageNo=${1 + (n % 5)}&pageSize=20` },
    { name: 'of one store, open, with totals', path: (n) => `store=${stores[n % stores.length]}&status=unpaid,partlyPaid&pageSize=20` },
    { name: 'of one month', path: (n) => `dueOn=2026-0${1 + (n % 6)}-01~2026-0${1 + (n % 6)}-28&pageSize=20` },
    { name: 'of one customer, with exact totals', path: (n) => `lessee=${10 + (n % 500)}&pageSize=20` },
    // Found through what the bill refers to: the name of a customer, a plate, the number of a contract or of the bill itself.
    { name: 'typed: a customer', path: (n) => `keyword=${encodeURIComponent(`客户${1000 + (n % 500)}`)}&pageSize=20` },
    { name: 'typed: a plate', path: (n) => `keyword=${encodeURIComponent(`粤BD00${10_000 + (n % 500)}`)}&pageSize=20` },
    { name: 'typed: a contract', path: (n) => `keyword=HTBENCH-${20_000 + (n % 500)}&pageSize=20` },
    { name: 'typed: what half of all customers are called', path: () => `keyword=${encodeURIComponent('客户')}&pageSize=20` },
  ]
  const lines: Line[] = []
  for (const { name, path } of queries) {
    const http = await load(
      clients.length,
      duration,
      async (i, n) => (await clients[i]!.get(`/api/v1/bill/list?${path(i * 7 + n)}`)).status === 200,
    )
    const answer = JSON.parse(String((await admin.get(`/api/v1/bill/list?${path(0)}`)).bytes)) as {
      data: { total: number; exact: boolean }
    }
    lines.push(
      line(
        `bill list of ${bills.toLocaleString('en')}: ${name} (${answer.data.exact ? '' : 'at least '}${answer.data.total.toLocaleString('en')})${http.failed ? `, ${http.failed} failed` : ''}`,
        `p50 ${ms(http.p50)}, p95 ${ms(http.p95)}, ${Math.round(http.perSecond)}/s`,
        { budget: 'p95 ≤ 50 ms', met: http.p95 <= 50 },
      ),
    )
  }
  for (const client of clients) client.close()
  return lines
}
