/**
 * Any history of bills, receipts, deposits, refunds, credits, payables, transfers, invoices, red letters, statements and closings: after it the vouchers of all months say
 * what the ledgers say (the slow model of books.ts), both sides equal, nothing twice, and a closed month is as it was closed; the cash book, the
 * statements and the invoices hold what the law says of them (G1–G8, G17).
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import fc from 'fast-check'
import { sql } from 'kysely'
import { AppError } from '#kit/basics/errors.ts'
import { addDays, day, type Day } from '#kit/basics/time/day.ts'
import { applyInvoice } from '#modules/finance/invoices/apply.server.ts'
import { build } from '#modules/finance/statements/build.server.ts'
import { generate } from '#modules/finance/vouchers/generate.server.ts'
import { openMonth } from '#modules/finance/period/period.server.ts'
import { monthOf, nextMonth } from '#modules/finance/period/period.rules.ts'
import { appendItems, lockLessee, payInternally, requestRefund } from '#modules/billing/billing.public.ts'
import { againstBooks, againstCash, againstPapers } from './books.ts'
import { Company } from './company.ts'
import { strayKept } from './stored-totals.ts'

const START = '2026-03-02'
let company: Company
beforeAll(async () => {
  company = await Company.open(START)
})
afterAll(() => company?.close())

const DEEP = Boolean(process.env['DEEP'])
const arbitrary = fc.nat({ max: 60 })
const command = fc.record({
  do: fc.constantFrom(
    'wait',
    'pay',
    'pay',
    'back',
    'inside',
    'deposit',
    'refund',
    'credit',
    'owe',
    'payOut',
    'backOut',
    'move',
    'close',
    'make',
    'bill',
    'bill',
    'redden',
    'state',
  ),
  a: arbitrary,
  b: arbitrary,
})
type Command = { do: string; a: number; b: number }
const of = <T>(list: readonly T[], i: number): T | undefined => (list.length ? list[i % list.length] : undefined)
const ids = async (text: string): Promise<number[]> =>
  (await company.read((db) => sql<{ id: number }>`${sql.raw(text)}`.execute(db))).rows.map((r) => Number(r.id))

let numbers = 0
async function register(id: number): Promise<void> {
  const { gross } = await company.read((db) => db.selectFrom('invoice').select('gross').where('id', '=', id).executeTakeFirstOrThrow())
  await company.act(
    'invoice',
    'register',
    id,
    { number: `2631${String(++numbers).padStart(16, '0')}`, issuedOn: company.clock.today(), gross },
    'finance',
  )
}
const DO: Record<string, (command: Command) => Promise<unknown>> = {
  wait: async ({ a }) => company.at(addDays(company.clock.today(), a)),
  pay: async ({ a, b }) => {
    const bill = of(await ids(`select id from bill where status in ('unpaid', 'partlyPaid') order by id`), a)
    if (!bill) return
    const { amount, paid } = await company.bill(bill)
    const channel = (['transfer', 'wechat', 'cash'] as const)[b % 3]!
    await company.pay([bill], Math.max(1, Math.round(((amount - paid) * (b + 10)) / 50)), { channel })
  },
  back: async ({ a }) => {
    const id = of(await ids(`select id from payment where status = 'confirmed' and source <> 'internal' order by id`), a)
    if (id) await company.act('payment', 'reverse', id, { reason: '登记错误' }, 'finance')
  },
  inside: async ({ a, b }) => {
    const bill = of(await ids(`select id from bill where status in ('unpaid', 'partlyPaid') and bill_type <> 'deposit' order by id`), a)
    if (!bill) return
    const { lessee } = await company.bill(bill)
    const account = of(await ids(`select id from deposit_account where lessee = ${lessee} and balance > 0 order by id`), b)
    const from = b % 2 && account ? { depositAccount: account } : {}
    await company.write((tx) =>
      payInternally(tx, company.as('finance'), { lessee, bills: [bill], amount: 100 + b, remark: '抵扣', ...from }),
    )
  },
  deposit: async ({ a, b }) => {
    const id = of(await ids(`select id from deposit_account where balance > 0 order by id`), a)
    if (id) await company.act('depositAccount', 'forfeit', id, { amount: 100 + b, reason: '违约' }, 'finance')
  },
  refund: async ({ b }) => {
    const lessee = of(await ids(`select id from lessee where balance > 0 order by id`), b)
    if (!lessee) return
    const asked = { lessee, amount: 50 + b, payee: '张三', bankName: '招商银行', bankAccount: '6225880100000001', reason: '退余额' }
    await company.write((tx) => requestRefund(tx, company.as('sales'), asked))
    const id = (await ids(`select max(id) as id from refund`))[0]!
    await company.act('refund', 'approve', id, {}, 'finance')
    await company.act('refund', 'pay', id, { paidOn: company.clock.today(), payTradeNo: `R${id}` }, 'cashier')
  },
  credit: async ({ a, b }) => {
    const bill = of(await ids(`select id from bill where status <> 'voided' and bill_type = 'rent' order by id`), a)
    if (!bill) return
    const { lessee } = await company.bill(bill)
    await company.write(async (tx) => {
      await lockLessee(tx, lessee)
      const item = {
        feeItem: 'REDUCE',
        description: '减租',
        amount: -(1 + b * 997),
        idemKey: `credit:${bill}:${company.clock.now()}:${a}:${b}`,
      } as const
      await appendItems(tx, company.as('finance'), bill, [item])
    })
  },
  owe: async ({ a, b }) => {
    const fee = (['repair', 'freight', 'insurance'] as const)[a % 3]!
    const owed = {
      partyKind: 'shop',
      payee: `供应商${a % 4}`,
      fee,
      store: company.store,
      dueOn: company.clock.today(),
      items: [{ description: '费用', amount: 1 + b * 1009 }],
    }
    await company.act('payableBill', 'confirm', await company.add('payableBill', owed, 'cashier'), {}, 'finance')
  },
  payOut: async ({ a, b }) => {
    const id = of(await ids(`select id from payable_bill where status in ('unpaid', 'partlyPaid') order by id`), a)
    if (!id) return
    const paid = { amount: 1 + b, channel: 'transfer', paidOn: company.clock.today(), tradeNo: `F${id}-${company.clock.now()}-${a}-${b}` }
    await company.act('payableBill', 'pay', id, paid, 'cashier')
    await company.act('payout', 'approve', (await ids(`select max(id) as id from payout`))[0]!, {}, 'finance')
  },
  backOut: async ({ a }) => {
    const id = of(await ids(`select id from payout where status = 'confirmed' order by id`), a)
    if (id) await company.act('payout', 'reverse', id, { answer: '付错' }, 'finance')
  },
  move: async ({ a, b }) => {
    const accounts = await ids(`select id from company_account order by id`)
    const [from, to] = [of(accounts, a)!, of(accounts, a + 1)!]
    const id = await company.add(
      'accountTransfer',
      { from, to, amount: 1 + b, fee: b % 3, movedOn: company.clock.today(), store: company.store },
      'cashier',
    )
    await company.act('accountTransfer', 'confirm', id, {}, 'finance')
    if (a % 3 === 0) await company.act('accountTransfer', 'reverse', id, { answer: '转错' }, 'finance')
  },
  close: async () => {
    const last = of(await ids(`select id from account_period where status = 'open' order by month`), 0)
    const known = (await company.read((db) => db.selectFrom('accountPeriod').select('month').orderBy('month', 'desc').execute()))[0]
    const id =
      last ?? (await company.write((tx) => openMonth(tx, company.as('finance'), known ? nextMonth(known.month) : monthOf(day(START))))).id
    await company.act('accountPeriod', 'close', id, { reason: '月结' }, 'finance')
  },
  bill: async ({ a, b }) => {
    const bill = of(
      await ids(`select id from bill where status in ('unpaid', 'partlyPaid', 'settled') and bill_type <> 'deposit' order by id`),
      a,
    )
    if (!bill) return
    const { lessee, amount } = await company.bill(bill)
    const title = await company.add('invoiceTitle', { lessee, title: `抬头${++numbers}` })
    const asked = {
      title,
      kind: 'general',
      bills: [{ id: bill, amount: Math.max(1, Math.round((amount * (b + 1)) / 61)) }],
      beforePaid: '先票后款',
      remark: null,
    }
    const { id } = await company.write((tx) => applyInvoice(tx, company.as('sales'), asked as never))
    if (b % 7 === 0) return void (await company.act('invoice', 'cancel', id, { remark: '不要了' }, 'finance'))
    await company.act('invoice', 'issue', id, {}, 'finance')
    await register(id)
  },
  redden: async ({ a, b }) => {
    const id = of(await ids(`select id from invoice where status in ('issued', 'partlyRed') and red_of is null order by id`), a)
    if (!id) return
    const { gross } = await company.read((db) => db.selectFrom('invoice').select('gross').where('id', '=', id).executeTakeFirstOrThrow())
    await company.act(
      'invoice',
      'red',
      id,
      { ...(b % 2 ? { amount: Math.max(1, Math.round((gross * b) / 90)) } : {}), reason: 'returned' },
      'finance',
    )
    const red = (await ids(`select id from invoice where red_of = ${id} and status = 'issuing'`))[0]!
    if (b % 5 === 0) await company.act('invoice', 'lapse', red, { redState: '07' }, 'finance')
    else await register(red)
  },
  state: async ({ a, b }) => {
    const lessee = of(await ids(`select distinct lessee from bill order by 1`), a)
    if (!lessee) return
    const last = (
      await ids(`select coalesce(max(to_on) - date '2000-01-01', -1) as id from statement where lessee = ${lessee} and status <> 'voided'`)
    )[0]!
    const fromOn = last < 0 ? day(START) : addDays(day('2000-01-01'), last + 1)
    const { id } = await company.write((tx) =>
      build(tx, company.as('finance'), {
        store: company.store,
        partyKind: 'lessee',
        lessee,
        payee: '',
        fromOn,
        toOn: company.clock.today(),
      }),
    )
    if (b % 6 === 0) return void (await company.act('statement', 'void', id, { reason: '重做' }, 'finance'))
    await company.act('statement', 'send', id, { contactName: '王经理', contactMobile: '13900139001' }, 'finance')
    await company.act('statement', 'confirmPaper', id, { confirmedName: '王经理', proofs: [await company.file('finance')] }, 'finance')
  },
  make: async ({ a }) => company.write((tx) => generate(tx, company.as('finance'), addDays(company.clock.today(), -a).slice(0, 7))),
}

/** Every closed month as it was when it was closed. */
const sealed = async (): Promise<string> =>
  JSON.stringify(
    (
      await company.read((db) =>
        sql`select p.month, (select coalesce(sum(e.signed), 0) from cash_entry e where to_char(e.posted_on, 'YYYY-MM') = p.month) as cash
          from account_period p where p.status = 'closed' order by p.month`.execute(db),
      )
    ).rows,
  )

async function months(): Promise<void> {
  const today = company.clock.today()
  for (let month = monthOf(day(START)); month <= monthOf(today as Day); month = nextMonth(month))
    await company.write((tx) => generate(tx, company.as('finance'), month))
}

test('vouchers say what the ledgers say after any history, and closed months never change', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: DEEP ? 40 : 18 }), async (commands) => {
      const contract = await company.contract({
        lessee: await company.lessee(),
        vehicles: [await company.vehicle()],
        startOn: company.clock.today(),
        endOn: addDays(company.clock.today(), 400),
      })
      await company.sign(contract)
      await company.run()
      let before = await sealed()
      for (const k of commands) {
        await DO[k.do]!(k).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error
        })
        const now = await sealed()
        expect(now.startsWith(before.slice(0, -1)), k.do).toBe(true)
        before = now
      }
      await months()
      expect(await againstBooks(company)).toEqual([])
      expect(await againstCash(company)).toEqual([])
      expect(await againstPapers(company)).toEqual([])
      expect(await company.proveAll()).toEqual([])
      expect(await strayKept(company)).toEqual([])
    }),
    { numRuns: DEEP ? 300 : 3, endOnFailure: true },
  )
})
