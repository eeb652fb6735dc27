/**
 * kill −9 while a month is closed, lines of the bank are matched, an invoice is issued and registered, vouchers are made and exported
 * (issue 15, finance.md G2): between two statements of the command, then the same call with the same key to the successor. Afterwards everything
 * is as in a life without a kill. Here two of the commands are killed once each, somewhere; with DEEP=1 all of them, at forty places each.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { systemClock } from '#kit/basics/time/clock.ts'
import { withClient } from '#kit/database/connection/connection.server.ts'
import { applyInvoice } from '#modules/finance/invoices/apply.server.ts'
import { openMonth } from '#modules/finance/period/period.server.ts'
import { monthOf } from '#modules/finance/period/period.rules.ts'
import { generate } from '#modules/finance/vouchers/generate.server.ts'
import { addMonths, startOfMonth } from '#kit/basics/time/day.ts'
import { testDatabase, type TestDatabase } from '#tests/database.ts'
import { againstBooks, againstCash } from './books.ts'
import { Company } from './company.ts'
import { DyingProcess, type Answered } from './dying-process.ts'
import { seedFor } from '../draws.ts'

const DEEP = process.env['DEEP'] === '1'
const KILLS = DEEP ? 40 : 1
const SOME = 2
const SEED = seedFor('CRASH_SEED')
const PASSWORD = 'Adm1n!pass9'
const DONE_BEFORE = '该操作此前已提交成功，但结果未能返回，请刷新后查看'

let base: TestDatabase
let company: Company
let product: DyingProcess
let token = ''
let account = 0
let month = ''
let numbers = 0

beforeAll(async () => {
  // The clock of the processes is the real one, so the company's is too.
  base = await testDatabase()
  company = await Company.open(systemClock.today(), base)
  month = monthOf(company.clock.today())
  account = await company.add('companyAccount', { name: '招行一般户', kind: 'bank', openingOn: company.clock.today(), opening: 0 })
  product = await DyingProcess.start(base.owner(), base.app(), PASSWORD)
  await owner('update credential set is_first = false')
  token = await product.signIn('admin', PASSWORD)
})
afterAll(async () => {
  await product?.close()
  await company?.close()
})

const owner = (text: string): Promise<unknown> =>
  withClient(base.owner, async (client) => {
    await client.query(`select set_config('app.operator_id', $1, false)`, [String(company.operatorId)])
    return client.query(text)
  })
const count = async (text: ReturnType<typeof sql<{ n: number }>>): Promise<number> =>
  Number((await company.read((db) => text.execute(db))).rows[0]!.n)

interface Life {
  name: string
  /** Something the command can be done to, once. */
  before: () => Promise<number>
  call: (of: number) => Promise<{ path: string; body: object }>
  /** What stands afterwards, the same for every such life. */
  left: (of: number) => Promise<object>
}
const versionOf = (entity: 'accountPeriod' | 'invoice', id: number): Promise<number> =>
  company.read(async (db) => (await db.selectFrom(entity).select('version').where('id', '=', id).executeTakeFirstOrThrow()).version)

const invoiceOf = (id: number) =>
  company.read(async (db) => {
    const i = await db
      .selectFrom('invoice')
      .select(['status', 'attempt', 'number', 'gross', 'tax'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from outgoing_call where payload->>'id' = ${String(id)} and kind like 'invoice%'`.execute(db)
    return { ...i, number: i.number !== null, calls: rows[0]!.n }
  })
async function asked(): Promise<number> {
  const lessee = await company.lessee()
  const contract = await company.contract({
    lessee,
    vehicles: [await company.vehicle()],
    startOn: company.clock.today(),
    endOn: addMonths(company.clock.today(), 12),
  })
  await company.sign(contract)
  const rent = (await company.bills(contract)).find((b) => b.billType === 'rent')!.id
  const title = await company.add('invoiceTitle', { lessee, title: '上海迅捷物流有限公司' })
  const wanted = { title, kind: 'general', bills: [{ id: rent, amount: 380_000 }], beforePaid: '客户先票后款', remark: null } as const
  return (await company.write((tx) => applyInvoice(tx, company.as('sales'), wanted as never))).id
}
async function owed(): Promise<number> {
  const items = [{ description: '维修', amount: 389_940 }]
  const id = await company.add(
    'payableBill',
    { partyKind: 'shop', payee: '南翔维修厂', fee: 'repair', store: company.store, dueOn: company.clock.today(), items },
    'cashier',
  )
  await company.act('payableBill', 'confirm', id, {}, 'finance')
  return id
}

const LIVES: readonly Life[] = [
  {
    name: 'lines of the bank matched',
    before: async () => {
      const first = numbers
      for (let i = 0; i < 3; i++) {
        const one = { amount: 1000 + i, tradeNo: `K${++numbers}`, account }
        const id = await company.add(
          'otherReceipt',
          { payer: '平安保险', kind: 'claim', movedOn: company.clock.today(), store: company.store, ...one },
          'cashier',
        )
        await company.act('otherReceipt', 'confirm', id, {}, 'finance')
        await company.add('bankLine', { bookedOn: company.clock.today(), ...one })
      }
      return first
    },
    call: async () => ({ path: '/api/v1/bankLine/adopt', body: { account } }),
    left: async () => ({
      open: await count(sql`select count(*) as n from bank_line where status = 'open'`),
      wrong:
        await count(sql`select count(*) as n from bank_line l left join other_receipt r on r.id = l.matched_id and r.trade_no = l.trade_no
        where l.status = 'matched' and (l.matched_to <> 'otherReceipt' or r.id is null)`),
      unseen: await count(
        sql`select count(*) as n from bank_line l where l.status = 'matched' and not exists (select from audit_log a where a.entity = 'bankLine' and a.entity_id = l.id and a.action <> 'add')`,
      ),
    }),
  },
  {
    name: 'a month closed',
    before: async () => {
      const last = monthOf(addMonths(startOfMonth(company.clock.today()), -1))
      const known = await company.read((db) =>
        db.selectFrom('accountPeriod').select(['id', 'status']).where('month', '=', last).executeTakeFirst(),
      )
      if (known?.status === 'closed') await company.act('accountPeriod', 'reopen', known.id, { reason: '再来一次' })
      return known?.id ?? (await company.write((tx) => openMonth(tx, company.as('finance'), last))).id
    },
    call: async (id) => ({
      path: '/api/v1/accountPeriod/close',
      body: { id, version: await versionOf('accountPeriod', id), reason: '月结' },
    }),
    left: async (id) => {
      const p = await company.read((db) =>
        db.selectFrom('accountPeriod').select(['status', 'hash']).where('id', '=', id).executeTakeFirstOrThrow(),
      )
      return p.status === 'closed' ? p : { status: p.status }
    },
  },
  {
    name: 'an invoice issued',
    before: asked,
    call: async (id) => ({ path: '/api/v1/invoice/issue', body: { id, version: await versionOf('invoice', id) } }),
    left: invoiceOf,
  },
  {
    name: 'the number of an invoice registered',
    before: async () => {
      const id = await asked()
      await company.act('invoice', 'issue', id, {}, 'finance')
      return id
    },
    call: async (id) => ({
      path: '/api/v1/invoice/register',
      body: {
        id,
        version: await versionOf('invoice', id),
        number: `2631${String(id).padStart(16, '0')}`,
        issuedOn: company.clock.today(),
        gross: 380_000,
      },
    }),
    left: invoiceOf,
  },
  {
    name: 'vouchers made',
    before: owed,
    call: async () => ({ path: '/api/v1/voucher/generate', body: { month } }),
    left: async (id) => ({
      sources: await count(
        sql`select count(*) as n from voucher_source s join payable_bill b on b.id = ${id} where s.live_key = 'payable:' || b.id`,
      ),
      doubled: await count(
        sql`select count(*) as n from (select live_key from voucher_source where live_key is not null group by 1 having count(*) > 1) x`,
      ),
      bare: await count(
        sql`select count(*) as n from voucher v where v.life = 'live' and not exists (select from voucher_source s where s.voucher = v.id) and v.red_of is null`,
      ),
    }),
  },
  {
    name: 'vouchers exported',
    before: async () => {
      const id = await owed()
      await company.write((tx) => generate(tx, company.as('finance'), month))
      return id
    },
    call: async () => ({ path: '/api/v1/voucher/exportMonth', body: { month, system: 'yonyou' } }),
    left: async () => ({
      waiting: (await count(sql`select count(*) as n from voucher where batch is null and life = 'live'`)) > 0,
      wrong:
        await count(sql`select count(*) as n from voucher_batch b where b.count <> (select count(*) from voucher v where v.batch = b.id)
        or b.debit <> (select coalesce(sum(v.total), 0) from voucher v where v.batch = b.id) or b.debit <> b.credit`),
      twice: await count(
        sql`select count(*) as n from (select word, number from voucher where number is not null group by word, number having count(*) > 1) x`,
      ),
    }),
  },
]

let random = SEED
const below = (n: number): number => {
  random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((random / 2_147_483_648) * n)
}
const chosen = DEEP
  ? LIVES
  : LIVES.map((life) => ({ life, at: below(1_000_000) }))
      .toSorted((a, b) => a.at - b.at)
      .slice(0, SOME)
      .map((x) => x.life)

async function killed({ before, call, left }: Life, n: number, wanted: string): Promise<boolean> {
  const of = await before()
  const untouched = JSON.stringify(await left(of))
  expect(untouched, 'nothing would be seen of half a command').not.toBe(wanted)
  const [{ path, body }, key] = [await call(of), randomUUID()]
  const send = (): Promise<Answered> => product.post(token, path, body, key)
  if (!(await product.killedAfter(n, send))) return false
  const between = JSON.stringify(await left(of))
  expect([untouched, wanted], `after statement ${n}: half a command`).toContain(between)
  // The claim of a dead process runs out by itself within a minute; its end is brought forward.
  await owner(`update idempotency set leased_until = now() - interval '1 second' where http_status is null`)
  const again = await send()
  expect(between === wanted && again.message === DONE_BEFORE ? 200 : again.status, `after statement ${n}: ${again.message}`).toBe(200)
  expect(JSON.stringify(await left(of)), `after statement ${n}`).toBe(wanted)
  return true
}

describe(`commands of the accountant killed between two statements (seed ${SEED})`, () => {
  test.each(chosen)(
    '$name',
    async (life) => {
      const once = async (): Promise<string> => {
        const of = await life.before()
        const { path, body } = await life.call(of)
        expect(await product.post(token, path, body, randomUUID())).toMatchObject({ status: 200 })
        return JSON.stringify(await life.left(of))
      }
      await once()
      let wanted = ''
      const statements = await product.counted(async () => void (wanted = await once()))
      expect(statements).toBeGreaterThan(8)
      let kills = 0
      if (DEEP) for (let n = 1; n <= KILLS; n++) kills += (await killed(life, Math.ceil((n * statements) / KILLS), wanted)) ? 1 : 0
      // What was over before is killed earlier: the look-up of a session is among those counted, and not always among those repeated.
      else for (let n = 1 + below(statements - 4); kills === 0 && n > 0; n -= 4) kills += (await killed(life, n, wanted)) ? 1 : 0
      expect(kills).toBeGreaterThanOrEqual(DEEP ? KILLS - 4 : 1)
      expect(await againstCash(company)).toEqual([])
      await company.write((tx) => generate(tx, company.as('finance'), month))
      expect(await againstBooks(company)).toEqual([])
      if (DEEP) console.log(`${life.name}: ${statements} statements, ${kills} kills`)
    },
    DEEP ? 3_600_000 : 300_000,
  )
})
