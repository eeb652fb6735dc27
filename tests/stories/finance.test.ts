/** The accountant's side: cash book, bank, batches and closing (finance.md §3.3, §3.4, F-J1, F-J2, F-J5, G1–G3, G7, G16). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { day } from '#kit/basics/time/day.ts'
import { adoptCertain, suggestions } from '#modules/finance/bank/bank.server.ts'
import { readGrid, takeIn } from '#modules/finance/bank/take.server.ts'
import { gridOf } from '#kit/excel/text-table.ts'
import { reconcile } from '#modules/finance/cash/reconcile.server.ts'
import { fileOf, makeBatch } from '#modules/finance/pay/batch.server.ts'
import { openMonth } from '#modules/finance/period/period.server.ts'
import { againstCash } from './books.ts'
import { Company, refusal } from './company.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2026-05-04')
})
afterAll(() => company?.close())

const account = (name: string): Promise<number> =>
  company.read(async (db) => (await db.selectFrom('companyAccount').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id)
const book = (id: number): Promise<number> =>
  company.read(
    async (db) => (await db.selectFrom('companyAccount').select('book').where('id', '=', id).executeTakeFirstOrThrow()).book ?? 0,
  )
const entries = (source: string, id: number) =>
  company.read((db) =>
    db
      .selectFrom('cashEntry')
      .select(['kind', 'direction', 'amount', 'account', 'businessOn', 'postedOn'])
      .where('source', '=', source as 'payment')
      .where('sourceId', '=', id)
      .orderBy('id')
      .execute(),
  )
const addsUp = async (): Promise<void> => expect(await againstCash(company)).toEqual([])

/** Deposit and first rent of a lease that begins today. */
async function lease(): Promise<{ lessee: number; bills: { id: number; amount: number }[] }> {
  const lessee = await company.lessee()
  const contract = await company.contract({
    lessee,
    vehicles: [await company.vehicle()],
    startOn: company.clock.today(),
    endOn: '2027-05-04',
  })
  await company.sign(contract)
  return { lessee, bills: (await company.bills(contract)).map(({ id, amount }) => ({ id, amount })) }
}
async function payable(payee: string, amount: number, more: object = {}): Promise<number> {
  const id = await company.add(
    'payableBill',
    {
      partyKind: 'shop',
      payee,
      bankName: '工商银行',
      bankAccount: `62220000${amount}`,
      fee: 'repair',
      store: company.store,
      dueOn: company.clock.today(),
      items: [{ description: '维修', amount }],
      ...more,
    },
    'cashier',
  )
  await company.act('payableBill', 'confirm', id, {}, 'finance')
  return id
}

describe('the cash book', () => {
  test('a receipt stands in it as it is confirmed, and is mirrored as it is taken back', async () => {
    const { bills } = await lease()
    const [bill] = bills
    const bank = await account('基本存款账户')
    const before = await book(bank)
    const id = await company.register([bill!.id], bill!.amount)
    expect(await entries('payment', id)).toEqual([])
    await company.confirm(id)
    expect(await entries('payment', id)).toEqual([
      { kind: 'receipt', direction: 'in', amount: bill!.amount, account: bank, businessOn: '2026-05-04', postedOn: '2026-05-04' },
    ])
    expect(await book(bank)).toBe(before + bill!.amount)
    await company.act('payment', 'reverse', id, { reason: '登记错误' }, 'finance')
    expect((await entries('payment', id)).map((e) => [e.kind, e.direction])).toEqual([
      ['receipt', 'in'],
      ['reversal', 'out'],
    ])
    expect(await book(bank)).toBe(before)
    await addsUp()
  })
  test('wechat goes to its own account, payments inside the house to none', async () => {
    const { bills, lessee } = await lease()
    const wechat = await account('微信商户号')
    const id = await company.pay([bills[0]!.id], bills[0]!.amount + 100, { channel: 'wechat' })
    expect(await entries('payment', id)).toMatchObject([{ account: wechat }])
    expect(await company.balance(lessee)).toBe(100)
    await addsUp()
  })
  test('other money is entered by one and confirmed by another; a transfer moves two accounts and pays its fee', async () => {
    const [bank, cash] = [await account('基本存款账户'), await account('库存现金')]
    const claim = await company.add(
      'otherReceipt',
      { payer: '平安保险', kind: 'claim', amount: 165_000, account: bank, movedOn: '2026-05-04', tradeNo: 'PA1', store: company.store },
      'cashier',
    )
    expect((await refusal(company.act('otherReceipt', 'confirm', claim, {}, 'cashier'))).message).toBe(
      '登记人不能复核自己登记的收款，请由另一位同事处理',
    )
    expect(
      (
        await refusal(
          company.add('otherReceipt', {
            payer: '平安保险',
            kind: 'claim',
            amount: 1,
            account: bank,
            movedOn: '2026-05-04',
            tradeNo: 'PA1',
            store: company.store,
          }),
        )
      ).message,
    ).toMatch(/该流水号已登记/)
    await company.act('otherReceipt', 'confirm', claim, {}, 'finance')
    const before = [await book(bank), await book(cash)]
    const move = await company.add(
      'accountTransfer',
      { from: bank, to: cash, amount: 50_000, fee: 1500, movedOn: '2026-05-04', store: company.store },
      'cashier',
    )
    await company.act('accountTransfer', 'confirm', move, {}, 'finance')
    expect([await book(bank), await book(cash)]).toEqual([before[0]! - 51_500, before[1]! + 50_000])
    await addsUp()
    await company.act('accountTransfer', 'reverse', move, { answer: '退回' }, 'finance')
    expect([await book(bank), await book(cash)]).toEqual(before)
    await addsUp()
  })
  test('nobody changes or removes a row', async () => {
    await expect(company.write((tx) => sql`update cash_entry set amount = 1`.execute(tx))).rejects.toThrow()
    await expect(company.write((tx) => sql`delete from cash_entry`.execute(tx))).rejects.toThrow()
  })
  test('receipts confirmed at once on one account leave an exact book', async () => {
    const leases = []
    for (let i = 0; i < 4; i++) leases.push(await lease())
    const ids = []
    for (const { bills } of leases) ids.push(await company.register([bills[0]!.id], bills[0]!.amount))
    await Promise.all(ids.map((id) => company.confirm(id)))
    await addsUp()
  })
})

describe('a day at the bank (finance.md §3.3)', () => {
  const take = (text: string, id: number) =>
    company.write(async (tx) => takeIn(tx, company.as('cashier'), await readGrid(tx, company.as('cashier'), gridOf(text), id), id))
  test('1,284,500.00 + 7 × 3,800.00 − 3,899.40 − 144.90 − 15.00 = 1,307,040.70; book and bank agree', async () => {
    const own = await company.add('companyAccount', { name: '招行一般户', kind: 'bank', openingOn: '2026-05-01', opening: 128_450_000 })
    const receipts = []
    for (let i = 1; i <= 7; i++) {
      const { bills } = await lease()
      const rent = bills.find((b) => b.amount === 380_000) ?? bills[0]!
      receipts.push(await company.register([rent.id], 380_000, { account: own, tradeNo: `IN${i}` }))
    }
    for (const id of receipts) await company.confirm(id)
    const shop = await payable('南翔维修厂', 389_940)
    const driver = await payable('司机王强', 14_490, { partyKind: 'driver', fee: 'reimburse' })
    for (const [bill, amount, tradeNo] of [
      [shop, 389_940, 'OUT1'],
      [driver, 14_490, 'OUT2'],
    ] as const)
      await company.act('payableBill', 'pay', bill, { amount, channel: 'transfer', paidOn: '2026-05-04', tradeNo, account: own }, 'cashier')
    for (const { id } of await company.read((db) => db.selectFrom('payout').select('id').where('account', '=', own).execute()))
      await company.act('payout', 'approve', id, {}, 'finance')
    const fee = await company.add(
      'otherPayment',
      { payee: '招商银行', kind: 'fee', amount: 1500, account: own, movedOn: '2026-05-04', tradeNo: 'OUT3', store: company.store },
      'cashier',
    )
    await company.act('otherPayment', 'confirm', fee, {}, 'finance')
    expect(await book(own)).toBe(130_704_070)

    let balance = 128_450_000
    const lines = [
      ...Array.from({ length: 7 }, (_, i) => [`IN${i + 1}`, 380_000] as const),
      ['OUT1', -389_940] as const,
      ['OUT2', -14_490] as const,
      ['OUT3', -1500] as const,
    ].map(([no, amount]) => {
      balance += amount
      const yuan = (n: number) => (n / 100).toFixed(2)
      return `${no},20260504,${amount < 0 ? yuan(-amount) : ''},${amount > 0 ? yuan(amount) : ''},${yuan(balance)},某,,,`
    })
    const head = '交易流水号,交易日期,借方(出账),贷方(入账),余额,收(付)方名称,收(付)方账号,摘要,交易类型'
    const broken = [head, ...lines.with(4, lines[4]!.replace('3800.00', '3900.00'))].join('\n')
    expect((await refusal(take(broken, own))).message).toMatch(/^第 6 行的余额接不上/)
    expect(await take([head, ...lines].join('\n'), own)).toEqual({ added: 10, skipped: 0 })
    expect(await take([head, ...lines].join('\n'), own)).toEqual({ added: 0, skipped: 10 })
    const before = await company.read((db) => reconcile(db, company.as(), own, day('2026-05-04'), day('2026-05-04')))
    expect(before).toMatchObject({ difference: 0, bank: { opening: 128_450_000, closing: 130_704_070 } })
    expect([before.onlyBook.length, before.onlyBank.length]).toEqual([10, 10])
    expect(await company.write((tx) => adoptCertain(tx, company.as('cashier'), own))).toEqual({ adopted: 10, left: 0 })
    const after = await company.read((db) => reconcile(db, company.as(), own, day('2026-05-04'), day('2026-05-04')))
    expect([after.difference, after.onlyBook, after.onlyBank]).toEqual([0, [], []])
    await addsUp()
  })
  test('one document has one line; undoing gives both back; a receipt made by the match goes with it', async () => {
    const own = await company.add('companyAccount', { name: '建行户', kind: 'bank', openingOn: '2026-05-01', opening: 0 })
    const { bills } = await lease()
    const line = (tradeNo: string) => company.add('bankLine', { tradeNo, bookedOn: '2026-05-04', amount: bills[0]!.amount, account: own })
    const [one, two] = [await line('D1'), await line('D2')]
    await company.act('bankLine', 'accept', one, { bills: [bills[0]!.id] }, 'cashier')
    const made = await company.read((db) =>
      db.selectFrom('bankLine').select(['matchedId', 'matchedTo']).where('id', '=', one).executeTakeFirstOrThrow(),
    )
    expect(made.matchedTo).toBe('payment')
    expect((await refusal(company.act('bankLine', 'recognise', two, { target: 'payment', targetId: made.matchedId! }))).message).toMatch(
      /^不能对上这张单据/,
    )
    await company.act('bankLine', 'undo', one, {}, 'cashier')
    expect(
      await company.read((db) => db.selectFrom('payment').select('status').where('id', '=', made.matchedId!).executeTakeFirstOrThrow()),
    ).toEqual({ status: 'rejected' })
    const free = await company.read((db) =>
      db
        .selectFrom('bankLine')
        .select(['status', 'matchedTo', 'matchedId', 'payment', 'lessee'])
        .where('id', '=', one)
        .executeTakeFirstOrThrow(),
    )
    expect(free).toEqual({ status: 'open', matchedTo: null, matchedId: null, payment: null, lessee: null })
    expect((await company.read((db) => suggestions(db, company.as(), one))).documents).toEqual([])
  })
})

describe('F-J5: a batch of payments', () => {
  test('five payees, 24,188.20, a file with a control sum; each checked by another person', async () => {
    const own = await account('基本存款账户')
    const amounts = [389_940, 164_390, 185_000, 14_490, 1_665_000]
    const bills = []
    for (const [i, amount] of amounts.entries()) bills.push({ id: await payable(`收款方${i}`, amount), amount })
    const wanted = { account: own, paidOn: day('2026-05-04'), format: 'general' as const, bills }
    const { id } = await company.write((tx) => makeBatch(tx, company.as('cashier'), wanted))
    const batch = await company.read((db) => db.selectFrom('payBatch').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
    expect(batch).toMatchObject({ count: 5, amount: 2_418_820 })
    const file = (): Promise<{ text: string }> => company.write((tx) => fileOf(tx, company.as('cashier'), id))
    // Nothing leaves the house before a second person has confirmed all of it.
    expect((await refusal(file())).message).toMatch(/^付款单 FK.* 还没有复核，复核后才能下载付款文件$/)
    expect((await refusal(company.write((tx) => makeBatch(tx, company.as('cashier'), wanted)))).message).toMatch(
      /待复核，可登记的金额只剩 ¥0.00/,
    )
    expect((await refusal(company.act('payout', 'approve', batch.payouts[0]!, {}, 'cashier'))).message).toMatch(/登记人不能复核/)
    for (const payout of batch.payouts.slice(1)) await company.act('payout', 'approve', payout, {}, 'finance')
    expect((await refusal(file())).message).toMatch(/^付款单 FK\S+ 还没有复核/)
    await company.act('payout', 'approve', batch.payouts[0]!, {}, 'finance')
    expect((await file()).text).toContain(`5 笔,24188.20,校验和 ${batch.control}`)
    for (const { id: bill } of bills)
      expect(
        await company.read((db) => db.selectFrom('payableBill').select('status').where('id', '=', bill).executeTakeFirstOrThrow()),
      ).toEqual({
        status: 'settled',
      })
    await addsUp()
  })
  test('without an account of the payee nothing is made', async () => {
    const bill = await payable('无账号', 100, { bankAccount: null })
    const own = await account('基本存款账户')
    const failed = company.write((tx) =>
      makeBatch(tx, company.as('cashier'), {
        account: own,
        paidOn: day('2026-05-04'),
        format: 'general',
        bills: [{ id: bill, amount: 100 }],
      }),
    )
    expect((await refusal(failed)).message).toMatch(/^无账号 没有收款账号/)
    expect(await company.read((db) => db.selectFrom('payout').select('id').where('payableBill', '=', bill).execute())).toEqual([])
  })
})

describe('F-J2: May is closed', () => {
  const period = async (month: string): Promise<number> => (await company.write((tx) => openMonth(tx, company.as('finance'), month))).id
  const close = (id: number, reason?: string) => company.act('accountPeriod', 'close', id, reason ? { reason } : {}, 'finance')
  test('not while it lasts, not with a receipt waiting; a late receipt is written under June', async () => {
    const may = await period('2026-05')
    expect((await refusal(close(may))).message).toBe('2026-05 尚未结束，不能关账')
    const { bills } = await lease()
    const waiting = await company.register([bills[0]!.id], bills[0]!.amount)
    const { bills: later } = await lease()
    company.at('2026-06-02')
    expect((await refusal(close(may))).message).toMatch(/有 1 笔收款待审核/)
    await company.confirm(waiting)
    for (const { id } of await company.read((db) => db.selectFrom('bankLine').select('id').where('status', '=', 'open').execute()))
      await company.act('bankLine', 'ignore', id, { reason: '测试' })
    await close(may, '建行户无余额流水')
    const sealed = await company.read((db) => db.selectFrom('accountPeriod').selectAll().where('id', '=', may).executeTakeFirstOrThrow())
    expect(sealed).toMatchObject({ status: 'closed', hash: expect.stringMatching(/^[0-9a-f]{64}$/) })

    company.at('2026-06-03')
    const late = await company.register([later[0]!.id], later[0]!.amount, { paidAt: '2026-05-30T02:00:00.000Z' })
    await company.confirm(late)
    expect(await entries('payment', late)).toMatchObject([{ businessOn: '2026-05-30', postedOn: '2026-06-01' }])
    await company.act('payment', 'reverse', waiting, { reason: '退回' }, 'finance')
    expect(await entries('payment', waiting)).toMatchObject([{ postedOn: '2026-05-04' }, { kind: 'reversal', postedOn: '2026-06-03' }])
    // Nothing came between: the same month has the same seal.
    await company.act('accountPeriod', 'reopen', may, { reason: '核对' }, 'finance')
    await close(may, '再次关账')
    const again = await company.read((db) =>
      db.selectFrom('accountPeriod').select(['hash', 'reopened']).where('id', '=', may).executeTakeFirstOrThrow(),
    )
    expect(again).toEqual({ hash: sealed.hash, reopened: 1 })
    await addsUp()
  })
  test('in order, forwards and backwards; the database itself refuses a day of a closed month', async () => {
    expect((await refusal(period('2026-04'))).message).toBe('不能在已有的月份之前建立')
    const june = await period('2026-06')
    company.at('2026-07-02')
    await close(june, '无')
    const may = await period('2026-05')
    expect((await refusal(company.act('accountPeriod', 'reopen', may, { reason: '改' }))).message).toBe('之后的月份已关账，请先反关账')
    await expect(
      company.write((tx) => sql`update payment set posted_on = '2026-05-20' where status = 'confirmed'`.execute(tx)),
    ).rejects.toThrow()
  })
})
