/** What the people of the books are told by itself (finance.md §5): once a step, and not of what is done. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { day } from '#kit/basics/time/day.ts'
import { applyInvoice } from '#modules/finance/invoices/apply.server.ts'
import { openMonth } from '#modules/finance/period/period.server.ts'
import { remindBooks } from '#modules/finance/reminders.server.ts'
import { build } from '#modules/finance/statements/build.server.ts'
import { Company } from './company.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2026-05-04')
})
afterAll(() => company?.close())

const titles = async (like: string): Promise<{ title: string; link: string; n: number }[]> =>
  (
    await company.read((db) =>
      sql<{ title: string; link: string; n: number }>`
        select title, link, count(*)::int as n from inbox_message where title like ${`%${like}%`} group by 1, 2 order by min(id)`.execute(
        db,
      ),
    )
  ).rows

test('a loan that is not given back is told once, with its link, to whoever entered it; one that is given back is not', async () => {
  const loan = async (): Promise<number> => {
    const id = await company.add(
      'loan',
      {
        kind: 'staff',
        staff: company.people.get('sales')!,
        amount: 50_000,
        purpose: '备用金',
        dueOn: '2026-05-20',
        payee: '林晓明',
        store: company.store,
      },
      'sales',
    )
    await company.act('loan', 'pass', id, {}, 'finance')
    const { payableBill } = await company.read((db) =>
      db.selectFrom('loan').select('payableBill').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    await company.act(
      'payableBill',
      'pay',
      payableBill!,
      { amount: 50_000, channel: 'transfer', paidOn: company.clock.today(), tradeNo: `L${id}` },
      'cashier',
    )
    const { id: out } = await company.read((db) =>
      db.selectFrom('payout').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow(),
    )
    await company.act('payout', 'approve', out, {}, 'finance')
    return id
  }
  const [open, done] = [await loan(), await loan()]
  await company.write((tx) => sql`update loan set repaid = amount, status = 'settled' where id = ${done}`.execute(tx))
  await remindBooks(company.as())
  expect(await titles('到期，未还')).toEqual([])
  company.clock.set('2026-05-21T01:00:00.000Z')
  await Promise.all([remindBooks(company.as()), remindBooks(company.as())])
  await remindBooks(company.as())
  const reminders = await titles('到期，未还')
  expect(reminders[0]?.title).toContain('500')
  expect(reminders.map(({ link }) => link)).toEqual([`/finance/loanDetail?id=${open}`])
  const { n } = (
    await company.read((db) =>
      sql<{
        n: number
      }>`select count(*)::int as n from inbox_message where receiver = ${company.people.get('sales')!} and link = ${reminders[0]!.link}`.execute(
        db,
      ),
    )
  ).rows[0]!
  expect(n).toBe(1)
})

/** Of one document, in the order told, each once however often the job ran. */
async function toldOf(link: string): Promise<string[]> {
  const rows = (
    await company.read((db) =>
      sql<{ title: string; n: number }>`
        select title, max(n)::int as n from (select title, receiver, count(*) as n, min(id) as id from inbox_message where link = ${link} group by 1, 2) as t
        group by 1 order by min(id)`.execute(db),
    )
  ).rows
  expect(rows.every(({ n }) => n === 1)).toBe(true)
  return rows.map(({ title }) => title)
}
async function morning(on: string): Promise<void> {
  company.at(on, '08:20')
  await Promise.all([remindBooks(company.as()), remindBooks(company.as())])
}

test('a payable is told seven and three days ahead and on its day; what is paid, void or not yet confirmed is not', async () => {
  company.at('2026-06-01')
  const payable = async (dueOn: string, confirmed = true): Promise<{ id: number; no: string; link: string }> => {
    const items = [{ description: '路桥费', amount: 18_600 }]
    const id = await company.add(
      'payableBill',
      { partyKind: 'driver', payee: '王师傅', fee: 'repair', store: company.store, dueOn, items },
      'sales',
    )
    if (confirmed) await company.act('payableBill', 'confirm', id, {}, 'finance')
    const { no } = await company.read((db) => db.selectFrom('payableBill').select('no').where('id', '=', id).executeTakeFirstOrThrow())
    return { id, no, link: `/bill/payableBillDetail?id=${id}` }
  }
  const due = await payable('2026-06-12')
  const unconfirmed = await payable('2026-06-12', false)
  const paid = await payable('2026-06-12')
  await company.act(
    'payableBill',
    'pay',
    paid.id,
    { amount: 18_600, channel: 'transfer', paidOn: company.clock.today(), tradeNo: 'P1' },
    'cashier',
  )
  const { id: out } = await company.read((db) =>
    db.selectFrom('payout').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow(),
  )
  await company.act('payout', 'approve', out, {}, 'finance')
  const late = await payable('2026-06-02')
  for (const on of ['2026-06-04', '2026-06-05', '2026-06-08', '2026-06-09', '2026-06-11', '2026-06-12', '2026-06-20']) await morning(on)
  const words = ['还有 7 天到期', '还有 3 天到期', '今天到期']
  expect(await toldOf(due.link)).toEqual(words.map((when) => `应付账单 ${due.no} ${when}，未付 ¥186.00`))
  expect(await toldOf(late.link)).toEqual([`应付账单 ${late.no} 已于 2026-06-02 到期，未付 ¥186.00`])
  expect([...(await toldOf(paid.link)), ...(await toldOf(unconfirmed.link))]).toEqual([])
})

const leased = async (): Promise<{ lessee: number; rent: number }> => {
  const lessee = await company.lessee()
  const contract = await company.contract({
    lessee,
    vehicles: [await company.vehicle()],
    startOn: company.clock.today(),
    endOn: '2027-07-01',
  })
  await company.sign(contract)
  return { lessee, rent: (await company.bills(contract)).find((b) => b.billType === 'rent')!.id }
}

test('a statement nobody answers is told after three and seven days; one that is answered is not', async () => {
  company.at('2026-07-01')
  const sent = async (): Promise<number> => {
    const { lessee } = await leased()
    const days = { fromOn: day('2026-06-01'), toOn: day('2026-07-01') }
    const { id } = await company.write((tx) =>
      build(tx, company.as('finance'), { store: company.store, partyKind: 'lessee', lessee, payee: '', ...days }),
    )
    await company.act('statement', 'send', id, { contactName: '王经理', contactMobile: '13900139001' }, 'finance')
    return id
  }
  const [silent, answered] = [await sent(), await sent()]
  await company.act('statement', 'confirmPaper', answered, { confirmedName: '王经理', proofs: [await company.file('finance')] }, 'finance')
  for (const on of ['2026-07-03', '2026-07-05', '2026-07-06', '2026-07-09', '2026-07-20']) await morning(on)
  const reminders = await toldOf(`/finance/statementDetail?id=${silent}`)
  expect(reminders.map((title) => title.replace(/^对账单 \S+ /, ''))).toEqual(['发出 3 天未确认', '发出 7 天未确认'])
  expect(await toldOf(`/finance/statementDetail?id=${answered}`)).toEqual([])
})

test('an invoice that fails is told at once, a red letter nobody confirms after 48 hours', async () => {
  company.at('2026-07-21')
  const { lessee, rent } = await leased()
  const title = await company.add('invoiceTitle', { lessee, title: '上海迅捷物流有限公司', taxNo: '91310115MA1K3ABC12' })
  const asked = async (amount: number): Promise<number> => {
    const bills = [{ id: rent, amount }]
    const { id } = await company.write((tx) =>
      applyInvoice(tx, company.as('finance'), { title, kind: 'general', bills, beforePaid: '客户先票后款', remark: null }),
    )
    await company.act('invoice', 'issue', id, {}, 'finance')
    return id
  }
  const failing = await asked(10_000)
  await company.act('invoice', 'fail', failing, { reason: '额度不足' })
  expect(await toldOf(`/finance/invoiceDetail?id=${failing}`)).toEqual([expect.stringMatching(/^发票 FP\S+ 开票失败$/)])

  const blue = await asked(20_000)
  await company.act(
    'invoice',
    'register',
    blue,
    { number: '26310000000000000077', issuedOn: company.clock.today(), gross: 20_000 },
    'finance',
  )
  await company.act('invoice', 'red', blue, { amount: 20_000, reason: 'mistake' }, 'finance')
  const { id: red } = await company.read((db) => db.selectFrom('invoice').select('id').where('redOf', '=', blue).executeTakeFirstOrThrow())
  company.at('2026-07-22')
  await remindBooks(company.as())
  expect(await toldOf(`/finance/invoiceDetail?id=${red}`)).toEqual([])
  for (const on of ['2026-07-24', '2026-07-25']) await morning(on)
  expect(await toldOf(`/finance/invoiceDetail?id=${red}`)).toEqual([expect.stringMatching(/^红字确认单 FP\S+ 已等待 48 小时$/)])
})

test('a month that is not closed is told after its day, which is a setting; a closed one and one without books are not', async () => {
  const reminders = () => titles('尚未关账')
  company.at('2026-08-01')
  const { rent } = await leased()
  company.at('2026-08-05')
  await company.confirm(await company.register([rent], (await company.bill(rent)).amount))
  await morning('2026-09-20')
  expect(await reminders(), 'nobody ever opened a month here').toEqual([])
  const { id } = await company.write((tx) => openMonth(tx, company.as('finance'), '2026-08'))
  await morning('2026-09-10')
  expect(await reminders()).toEqual([])
  await company.parameter('closeDay', 8)
  await morning('2026-09-09')
  expect((await reminders()).map(({ title }) => title)).toEqual(['2026-08 尚未关账'])
  await company.parameter('closeDay', 10)
  await company.write((tx) => sql`update account_period set status = 'closed' where id = ${id}`.execute(tx))
  await company.write((tx) => sql`delete from inbox_message where title = '2026-08 尚未关账'`.execute(tx))
  await morning('2026-09-11')
  expect(await reminders()).toEqual([])
})
