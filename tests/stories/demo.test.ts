/** The demo company as a newcomer meets it: believable, right to the fen, and gone with one call. Reports are asked over it. */
import { buffer } from 'node:stream/consumers'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyBytes } from '#modules/esign/ceremony/verify.server.ts'
import { monthsOf } from '#demo/books.ts'
import { DEMO_NAME, makeDemo } from '#demo/demo.server.ts'
import { anchorCompany, anchorKey } from '#kit/audit/anchor.server.ts'
import { fakeClock, systemClock } from '#kit/basics/time/clock.ts'
import { addDays, addMonths, instantAt } from '#kit/basics/time/day.ts'
import { StoredFiles } from '#kit/files/keeper.server.ts'
import { FolderStore } from '#kit/files/store.server.ts'
import { faults } from '#modules/billing/bills/prove.server.ts'
import { lastOf } from '#modules/finance/period/period.rules.ts'
import { vouchersLeft } from '#modules/finance/vouchers/generate.server.ts'
import { demoAccounts } from '#modules/system/settings/site.server.ts'
import { askReport } from '#tests/house/report-questions.ts'
import { idNo } from './company.ts'
import { startRig, type Rig } from '#tests/house/rig.ts'
import { modules } from '../../src/modules.ts'

let rig: Rig
let mine: number
let theirs: number
let folder: string
let files: StoredFiles
/** Made before the office opens: the last day's work has not been done yet. */
const early = fakeClock(instantAt(systemClock.today(), '00:40'))
/** After so many steps: among the vehicles, and in the middle of the year while the terminals report. */
const CUTS = [300, 5000]
const own: number[] = []
const make = (cut: number): Promise<void> => {
  let step = 0
  return makeDemo({
    db: rig.db,
    clock: early,
    registry: rig.registry,
    files,
    operatorId: mine,
    secretKey: Buffer.alloc(32, 7),
    madeFor: early.now(),
    log: () => {},
    onProgress: () => {
      if (++step > cut) throw new Error('cut off')
    },
  })
}
const post = async (path: string, input: object): Promise<unknown> => {
  const answer = await rig.send({ method: 'POST', path: `/api/v1/${path}` }, input, rig.admin)
  expect([path, answer.status, answer.message]).toEqual([path, 200, expect.anything()])
  return answer.data
}
/** An administrator enters a customer of his own into the company that is half there. */
async function addOwn(name: string): Promise<number> {
  const { list } = (await rig.send({ method: 'GET', path: '/api/v1/store/list' }, { pageSize: 1 }, rig.admin)).data as {
    list: { id: number }[]
  }
  const mobile = `1380000${String(own.length).padStart(4, '0')}`
  return (
    (await post('lessee/add', { kind: 'person', name, mobile, idNo: idNo(own.length), store: list[0]!.id, creditLevel: 'B' })) as {
      id: number
    }
  ).id
}
const onDisk = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
beforeAll(async () => {
  rig = await startRig()
  mine = rig.admin.ctx.user.operatorId
  theirs = rig.stranger.ctx.user.operatorId
  folder = mkdtempSync(join(tmpdir(), 'zyt-demo-'))
  files = new StoredFiles(new FolderStore(folder))
  await rig.db.write(mine, async (tx) => {
    await tx
      .updateTable('operator')
      .set({ name: DEMO_NAME, shortName: '云桥租车', demo: true, demoMaking: true })
      .where('id', '=', mine)
      .execute()
    await tx.insertInto('demoMaking').values({ operatorId: mine, madeFor: early.now(), secondsLeft: null, failed: null }).execute()
  })
  // Twice it is cut off, and somebody works on meanwhile.
  for (const cut of CUTS) {
    await expect(make(cut)).rejects.toThrow('cut off')
    own.push(await addOwn(`自有客户 ${cut}`))
  }
  await make(Infinity)
  // A year of a company in a minute; on a machine that does other things meanwhile, in many.
}, 1_200_000)
afterAll(async () => {
  expect(rig?.faults).toEqual([])
  await rig?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Rows of a company by table, also of those the definitions do not know. */
async function rowsOf(operatorId: number): Promise<Record<string, number>> {
  return rig.db.read(operatorId, async (db) => {
    const { rows: tables } = await sql<{
      name: string
    }>`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'operator_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`.execute(db)
    const counts: Record<string, number> = {}
    for (const { name } of tables) {
      const { rows } = await sql<{
        n: number
      }>`select count(*)::int as n from ${sql.table(name)} where operator_id = ${operatorId}`.execute(db)
      counts[name] = rows[0]!.n
    }
    return counts
  })
}
const total = async (entity: string, query: object = {}): Promise<number> =>
  ((await rig.send({ method: 'GET', path: `/api/v1/${entity}/list` }, query, rig.admin)).data as { total: number }).total
const remove = (name: string, who = rig.admin) => rig.send({ method: 'POST', path: '/api/v1/demo/remove' }, { name }, who)
const state = async (): Promise<object> => (await rig.send({ method: 'GET', path: '/api/v1/demo/state' }, {}, rig.admin)).data as object

test('has about sixty vehicles and a year of leases and bills, and every fen is in its place', async () => {
  expect(await state()).toMatchObject({ demo: true, removable: true })
  expect(await total('vehicle')).toBeGreaterThanOrEqual(60)
  expect(await total('lessee')).toBeGreaterThan(20)
  expect(await total('contract')).toBeGreaterThan(30)
  expect(await total('bill')).toBeGreaterThan(300)
  const eldest = (await rig.send({ method: 'GET', path: '/api/v1/bill/list' }, { sort: 'dueOn', pageSize: 1 }, rig.admin)).data as {
    list: { dueOn: string }[]
  }
  expect(eldest.list[0]!.dueOn < addMonths(systemClock.today(), -11)).toBe(true)
  const wrong = await rig.db.read(mine, async (db) => {
    const ids = async (table: 'bill' | 'payment' | 'lessee'): Promise<number[]> =>
      (await db.selectFrom(table).select('id').execute()).map((row) => row.id)
    return faults(db, { bills: await ids('bill'), payments: await ids('payment'), lessees: await ids('lessee') })
  })
  expect(wrong).toEqual([])
})

test('was cut off twice and gone on with: nothing stands there twice, and what was entered meanwhile stays', async () => {
  const seen = await rig.db.read(mine, async (db) => {
    const one = async (query: RawBuilder<{ n: number }>): Promise<number> => (await query.execute(db)).rows[0]!.n
    return {
      own: (await db.selectFrom('lessee').select('id').where('id', 'in', own).where('deletedAt', 'is', null).execute()).length,
      leases: await one(
        sql`select count(*)::int as n from (select from lease where status = 'active' group by vehicle having count(*) > 1) twice`,
      ),
      terminals: await one(sql`select count(*)::int as n from (select from terminal group by terminal_no having count(*) > 1) twice`),
      // Of each act one line of the log: handed over, paid, signed.
      acts: await one(
        sql`select count(*)::int as n from (select from audit_log where entity = 'handover' and action = 'confirm' group by entity_id having count(*) > 1) twice`,
      ),
      steps: await one(sql`select count(*)::int as n from demo_step`),
      tracks: await one(sql`select count(distinct track)::int as n from demo_step`),
    }
  })
  expect(seen).toEqual({ own: CUTS.length, leases: 0, terminals: 0, acts: 0, steps: expect.any(Number), tracks: 4 })
  expect(seen.steps).toBeGreaterThan(CUTS.at(-1)!)
})

test('nothing in it happens after the moment it is made, but what people enter', async () => {
  const later = await rig.db.read(mine, async (db) => {
    const { rows } = await sql<{ what: string; at: string }>`
      select 'log: ' || entity || ' ' || action as what, at from audit_log where entity in ('vehicle', 'lessee', 'contract', 'lease', 'bill', 'payment', 'handover', 'payable')
        and not (entity = 'lessee' and entity_id = any(${own}::bigint[]))
      union all select 'paid', paid_at from payment union all select 'handed over', actual_at from handover union all select 'reviewed', reviewed_at from order_review
      order by at desc limit 3`.execute(db)
    return rows.filter((row) => Date.parse(row.at) > Date.parse(early.now()))
  })
  expect(later).toEqual([])
})

test('its e-contracts stand in every state, and what was signed holds', async () => {
  const flows = await rig.db.read(mine, (db) =>
    db.selectFrom('signFlow').select(['status', 'fileId', 'evidenceHead']).orderBy('id').execute(),
  )
  expect(new Set(flows.map((flow) => flow.status))).toEqual(new Set(['draft', 'signing', 'completed', 'revoked', 'expired', 'declined']))
  expect(flows.length).toBeGreaterThanOrEqual(8)
  for (const { fileId } of flows.filter((flow) => flow.status === 'completed')) {
    const file = await files.open(rig.admin.ctx, fileId!)
    expect(await verifyBytes(rig.admin.ctx, await buffer(file!.body))).toMatchObject({ ok: true, latest: true, evidence: { holds: true } })
  }
})

test('in the month its terminals report only vehicles drive that somebody had, and none on a day in the workshop', async () => {
  const { driven, unexplained, out } = await rig.db.read(mine, async (db) => {
    const one = async (query: RawBuilder<{ n: number }>): Promise<number> => (await query.execute(db)).rows[0]!.n
    const had = sql`(exists (select from lease_segment s where s.vehicle = d.vehicle and s.deleted_at is null
        and (s.from_at at time zone 'Asia/Shanghai')::date <= d.day and (s.to_at is null or (s.to_at at time zone 'Asia/Shanghai')::date >= d.day))
      or exists (select from mission m where d.vehicle in (m.vehicle, m.trailer)
        and (m.actual_start at time zone 'Asia/Shanghai')::date <= d.day and (m.actual_end is null or (m.actual_end at time zone 'Asia/Shanghai')::date >= d.day)))
      and not exists (select from upkeep_order o where o.vehicle = d.vehicle
        and (o.in_at at time zone 'Asia/Shanghai')::date <= d.day and (o.out_at is null or (o.out_at at time zone 'Asia/Shanghai')::date >= d.day))`
    return {
      driven: await one(sql`select count(*)::int as n from vehicle_day d where d.distance > 1000`),
      unexplained: (
        await sql<{
          vehicle: number
          day: string
        }>`select d.vehicle, d.day from vehicle_day d where d.distance > 1000 and not (${had}) limit 5`.execute(db)
      ).rows,
      out: await one(sql`select count(distinct d.vehicle)::int as n from vehicle_day d where d.distance > 1000`),
    }
  })
  expect(unexplained).toEqual([])
  expect([driven > 400, out > 20]).toEqual([true, true])
})

test('the nights before today found vehicles that stand idle, and tell them', async () => {
  const warnings = await rig.db.read(mine, (db) => db.selectFrom('revenueWarning').select(['kind', 'warnedOn', 'status']).execute())
  expect(warnings.map((w) => w.kind)).toContain('idle')
  expect(new Set(warnings.map((w) => w.status))).toEqual(new Set(['open']))
  for (const { warnedOn } of warnings) expect(warnedOn >= addDays(systemClock.today(), -6)).toBe(true)
})

test('its accountant closed every month before the last full one: vouchers exported and balanced, no check left, figures agree', async () => {
  const { closed, last } = monthsOf(addMonths(systemClock.today(), -13), systemClock.today())
  const seen = await rig.db.read(mine, async (db) => ({
    periods: await db.selectFrom('accountPeriod').select(['month', 'status', 'checks']).orderBy('month').execute(),
    vouchers: await db.selectFrom('voucher').select(['month', 'batch', 'lines', 'stale']).execute(),
    batches: await db.selectFrom('voucherBatch').select(['month', 'debit', 'credit', 'count']).execute(),
    invoices: await db.selectFrom('invoice').select(['status', 'colour', 'gross', 'net', 'tax']).execute(),
    statements: await db.selectFrom('statement').select(['status', 'partyKind']).execute(),
    lines: await db.selectFrom('bankLine').select(['status', 'bookedOn', 'direction', 'amount']).execute(),
    accounts: await db.selectFrom('companyAccount').select(['kind', 'book', 'bankBalance']).execute(),
    left: await Promise.all(closed.map((month) => vouchersLeft(db, { ...rig.admin.ctx, clock: early }, month))),
  }))
  expect(seen.periods.map((p) => [p.month, p.status])).toEqual([...closed.map((month) => [month, 'closed']), [last, 'open']])
  for (const { month, checks } of seen.periods.filter((p) => p.status === 'closed'))
    expect([month, ...checks.filter((check) => check.level !== 'ok').map((check) => check.note)]).toEqual([month])
  expect(seen.left).toEqual(closed.map(() => ({ left: 0, changed: 0 })))
  expect(seen.vouchers.length).toBeGreaterThan(300)
  expect(seen.vouchers.filter((v) => v.batch === null || v.stale !== null || !closed.includes(v.month))).toEqual([])
  for (const { lines } of seen.vouchers) expect((lines ?? []).reduce((sum, l) => sum + (l.debit ?? 0) - (l.credit ?? 0), 0)).toBe(0)
  expect(seen.batches.map((b) => b.month).toSorted()).toEqual(closed.filter((month) => seen.vouchers.some((v) => v.month === month)))
  expect(seen.batches.filter((b) => b.debit !== b.credit)).toEqual([])
  expect(seen.batches.reduce((sum, b) => sum + b.count, 0)).toBe(seen.vouchers.length)
  // The book is what receipts, refunds and payments say, added up from their own rows.
  const [{ book, documents }] = (await rig.db.read(mine, async (db) => {
    const { rows } = await sql<{ book: number; documents: number }>`
      select (select sum(signed) from cash_entry) as book,
        (select sum(amount) from payment where status = 'confirmed' and channel not in ('balance', 'depositDeduct', 'discount', 'offset'))
        - (select sum(amount) from refund where status = 'paid') - (select sum(amount) from payout where status = 'confirmed')
        + (select coalesce(sum(amount), 0) from other_receipt where status = 'confirmed') - (select coalesce(sum(amount), 0) from other_payment where status = 'confirmed') as documents`.execute(
      db,
    )
    return rows
  })) as [{ book: number; documents: number }]
  expect(Number(book)).toBe(Number(documents))
  expect(seen.invoices.length).toBeGreaterThanOrEqual(18)
  expect(seen.invoices.filter((i) => i.colour === 'red').map((i) => i.status)).toEqual(['issued', 'issued'])
  expect(new Set(seen.invoices.map((i) => i.status))).toEqual(new Set(['toIssue', 'issuing', 'issued', 'cancelled', 'partlyRed', 'red']))
  expect(seen.invoices.filter((i) => i.net + i.tax !== i.gross)).toEqual([])
  expect(seen.statements.length).toBe(6)
  expect(new Set(seen.statements.map((s) => s.status))).toEqual(new Set(['confirmed', 'toConfirm', 'disputed', 'draft']))
  expect(new Set(seen.statements.map((s) => s.partyKind)).size).toBeGreaterThanOrEqual(2)
  const open = seen.lines.filter((l) => l.status === 'open')
  expect(seen.lines.filter((l) => l.status === 'matched').length).toBeGreaterThan(50)
  expect(open.length).toBeGreaterThanOrEqual(5)
  expect(open.filter((l) => l.bookedOn <= lastOf(closed.at(-1)!))).toEqual([])
  const bank = seen.accounts.find((a) => a.kind === 'bank')!
  expect(bank.bankBalance).not.toBeNull()
})

test('a carrier can be tried from the login page: its account is bound, and an offer waits for its answer', async () => {
  const { account, carrier, open } = await rig.db.read(mine, async (db) => {
    const account = (await demoAccounts(rig.db)).find((a) => a.note.startsWith('承运商'))!
    const user = await db
      .selectFrom('user')
      .select(['id', 'customerType'])
      .where('username', '=', account.username)
      .executeTakeFirstOrThrow()
    const carrier = await db.selectFrom('carrier').select(['id', 'status']).where('account', '=', user.id).executeTakeFirstOrThrow()
    const open = await db
      .selectFrom('mission')
      .select('acceptBy')
      .where('carrier', '=', carrier.id)
      .where('status', '=', 'offered')
      .where('acceptBy', '>', early.now())
      .execute()
    return { account: user, carrier, open }
  })
  expect([account.customerType, carrier.status, open.length > 0]).toEqual(['carrier', 'active', true])
})

test('its log says in Chinese what was done', async () => {
  const words = new Set<string>()
  for (let pageNo = 1; pageNo <= 25; pageNo++) {
    const { list } = (await rig.send({ method: 'GET', path: '/api/log/list' }, { pageNo, pageSize: 200 }, rig.admin)).data as {
      list: { entityLabel: string; actionLabel: string }[]
    }
    for (const row of list) words.add(`${row.entityLabel} ${row.actionLabel}`)
  }
  expect(words.size).toBeGreaterThan(20)
  expect([...words].filter((text) => /[a-z]{3}/i.test(text.split(' ').at(-1)!) || /[a-z]{4}/i.test(text))).toEqual([])
})

const reports = modules.flatMap((m) => m.reports ?? [])
test.each(reports.map((report, i) => [`${report.label}（${report.name}）`, report, i] as const))(
  '%s: every cell is the sum of its rows',
  (_label, report, i) => askReport(rig, report, i, systemClock.today()),
)

test('is not taken away by somebody else, nor without a name for the real company', async () => {
  const before = await rowsOf(mine)
  expect(await remove('我的公司', rig.nobody)).toMatchObject({ status: 403, message: '只有管理员可以移除演示公司' })
  expect(await remove(' ')).toMatchObject({ status: 400, message: expect.stringContaining('请输入新的公司名称') })
  expect(await remove('别家', rig.stranger)).toMatchObject({ status: 422, message: '当前公司不是演示公司' })
  expect((await rowsOf(mine))['vehicle']).toBe(before['vehicle'])
})

/** What a company keeps: its log, dictionaries, rules and settings, and its administrators. */
const KEPT = [
  'access_version',
  'audit_anchor',
  'audit_head',
  'audit_log',
  'audit_seal',
  'counter',
  'credential',
  'dept',
  'dict_group',
  'dict_item',
  'idempotency',
  'login_log',
  'oidc_provider',
  'parameter_value',
  'password_history',
  'resource',
  'session',
  'sys_rule_name',
  'sys_rule_resource',
  'user',
  'user_passkey',
  'user_recovery',
  'user_totp',
]

test('goes with one call: nothing invented is left, the other company is untouched, and the real one can begin', async () => {
  // It has run for a while: its log is anchored, and people have passkeys and codes for a lost telephone.
  expect(await anchorCompany(rig.db, systemClock, anchorKey(rig.secretKey), mine)).toBeGreaterThan(0)
  await rig.db.write(mine, async (tx) => {
    const people = await tx.selectFrom('user').select(['id', 'isAdmin']).execute()
    for (const { id } of people) {
      await tx
        .insertInto('userRecovery')
        .values({ operatorId: mine, userId: id, codeHash: `${id}`, usedAt: null })
        .execute()
      const passkey = { name: 'a desk', counter: 0, withoutPassword: true, synced: false, createdAt: systemClock.now(), lastUsedAt: null }
      await tx
        .insertInto('userPasskey')
        .values({ ...passkey, operatorId: mine, userId: id, username: `user${id}`, mark: `mark${id}`, sealed: 'sealed' })
        .execute()
    }
  })
  const others = await rowsOf(theirs)
  expect(onDisk().length).toBeGreaterThan(0)
  expect(await remove('江海租赁有限公司')).toMatchObject({ status: 200 })
  await files.sweep(rig.db, systemClock)
  expect(onDisk()).toEqual([])
  const left = await rowsOf(mine)
  expect(Object.entries(left).filter(([name, n]) => n > 0 && !KEPT.includes(name))).toEqual([])
  expect([left['user'], left['dept'], left['user_recovery'], left['user_passkey']]).toEqual([1, 1, 1, 1])
  expect(left['audit_anchor']).toBeGreaterThan(0)
  expect(await rowsOf(theirs)).toEqual(others)
  expect(await demoAccounts(rig.db)).toEqual([])

  expect(await state()).toMatchObject({
    demo: false,
    name: '江海租赁有限公司',
    steps: expect.arrayContaining([expect.objectContaining({ code: 'store', done: false })]),
  })
  const add = async (entity: string, values: object): Promise<unknown> =>
    (await rig.send({ method: 'POST', path: `/api/v1/${entity}/add` }, values, rig.admin)).status
  expect(await add('store', { code: 'HQ', name: '总店', city: '上海' })).toBe(200)
  expect(await add('vehicleModel', { brand: '福田', name: '奥铃', category: 'reefer', energy: 'diesel' })).toBe(200)
  expect(await state()).toMatchObject({ steps: expect.arrayContaining([expect.objectContaining({ code: 'store', done: true })]) })
  expect((await rig.send({ method: 'POST', path: '/api/log/verify' }, {}, rig.admin)).data).toMatchObject({ ok: true })
  expect(await remove('再来一次')).toMatchObject({ status: 422, message: '当前公司不是演示公司' })
})
