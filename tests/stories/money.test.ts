/** Journey J3 (receipts), the daily run, and what two clerks at once may do. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postMonthEnd } from '#modules/billing/billing.public.ts'
import { lateStates } from '#modules/billing/bills/late-fees.server.ts'
import { day } from '#kit/basics/time/day.ts'
import { Company, refusal } from './company.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2025-01-01')
})
afterAll(() => company?.close())

/** A running lease from 2025-01-10, first month and deposits paid. */
async function running(more: Record<string, unknown> = {}, lessee?: number): Promise<{ contract: number; lessee: number }> {
  company.at('2025-01-08')
  const who = lessee ?? (await company.lessee())
  const contract = await company.contract({
    lessee: who,
    vehicles: [await company.vehicle()],
    startOn: '2025-01-10',
    endOn: '2026-01-10',
    ...more,
  })
  await company.sign(contract)
  const bills = await company.bills(contract)
  await company.pay(
    bills.map((b) => b.id),
    bills.reduce((sum, b) => sum + b.amount, 0),
  )
  company.at('2025-01-10')
  await company.handOver(contract)
  return { contract, lessee: who }
}
/** Everything that money touches for one customer, to compare before and after. Ledgers grow, so only states are compared. */
const snapshot = (lessee: number) =>
  company.read(async (db) => ({
    bills: await db
      .selectFrom('bill')
      .select(['id', 'status', 'amount', 'paid', 'remain', 'settledOn'])
      .where('lessee', '=', lessee)
      .where('status', '!=', 'voided')
      .orderBy('id')
      .execute(),
    balance: (await db.selectFrom('lessee').select('balance').where('id', '=', lessee).executeTakeFirstOrThrow()).balance,
    deposits: await db.selectFrom('depositAccount').select(['id', 'balance']).where('lessee', '=', lessee).orderBy('id').execute(),
  }))
const late = async (bill: number): Promise<number> =>
  company.read(
    async (db) =>
      (
        await lateStates(
          db,
          [await db.selectFrom('bill').selectAll().where('id', '=', bill).executeTakeFirstOrThrow()] as never,
          company.clock.today(),
        )
      ).get(bill)!.fee,
  )
const overdueDays = async (bill: number): Promise<number> => {
  const served = company.registry.entity('bill')
  const row = await company.bill(bill)
  return company.read(
    async (tx) => ((await served.facts!({ tx, ctx: company.as(), records: [row] }))[0] as { overdueDays: number }).overdueDays,
  )
}

describe('J3: a bill paid in parts, late', () => {
  let lessee = 0
  let b1 = 0
  let b2 = 0
  beforeEach(async () => {
    const lease = await running()
    lessee = lease.lessee
    company.at('2025-02-05')
    await company.run()
    company.at('2025-03-04')
    await company.run()
    ;[b1, b2] = (await company.bills(lease.contract))
      .filter((b) => b.billType === 'rent')
      .slice(1)
      .map((b) => b.id) as [number, number]
    expect((await company.bill(b1)).dueOn).toBe('2025-02-10')
    company.at('2025-02-20')
    expect(await late(b1)).toBe(1330)
    await company.pay([b1], 200_000)
  })
  test('200000 of 380000 ten days after the due day: partly paid, 180000 open, late fee so far 1330', async () => {
    expect(await company.bill(b1)).toMatchObject({ status: 'partlyPaid', paid: 200_000, remain: 180_000 })
    expect(await overdueDays(b1)).toBe(10)
    expect(await late(b1)).toBe(1330)
  })
  test('the rest on 03-05: 2500 of late fee become a bill of their own, and stay 2500 however often one looks', async () => {
    company.at('2025-03-05')
    await company.pay([b1], 180_000)
    expect((await company.bill(b1)).status).toBe('settled')
    const posted = () =>
      company.read((db) => db.selectFrom('bill').select(['amount', 'status', 'ofBill', 'dueOn']).where('ofBill', '=', b1).execute())
    expect(await posted()).toEqual([{ amount: 2500, status: 'unpaid', ofBill: b1, dueOn: '2025-03-05' }])
    await company.run()
    expect((await refusal(company.act('bill', 'postLate', b1))).message).toBe('没有需要计收的滞纳金')
    company.at('2025-04-05')
    expect(await late(b1)).toBe(2500)
    expect(await posted()).toHaveLength(1)
    expect(await company.proveAll()).toEqual([])
  })
  test('when February ends its 2050 are billed once, however often and late the nights run; the rest with the settlement, together 2500', async () => {
    const posted = () =>
      company.read((db) =>
        db
          .selectFrom('bill')
          .innerJoin('billItem', 'billItem.bill', 'bill.id')
          .select(['bill.id', 'bill.amount', 'billItem.description'])
          .where('bill.ofBill', '=', b1)
          .orderBy('bill.id')
          .execute(),
      )
    company.at('2025-02-28', '02:00')
    await postMonthEnd(company.as())
    expect(await posted()).toEqual([])
    // Not on the first but on the third, by two nodes at once, and again the night after.
    company.at('2025-03-03', '02:00')
    await Promise.all([postMonthEnd(company.as()), postMonthEnd(company.as())])
    company.at('2025-03-04', '02:00')
    expect(await postMonthEnd(company.as())).toBe(0)
    const [february] = await posted()
    expect(february).toMatchObject({ amount: 2050, description: expect.stringContaining('计至 2025-02-28') })
    company.at('2025-03-05')
    await company.pay([b1, february!.id, b2], 600_000)
    expect((await posted()).map((b) => b.amount)).toEqual([2050, 450])
    expect(await company.balance(lessee)).toBe(37_500)
    company.at('2025-04-02', '02:00')
    await postMonthEnd(company.as())
    expect(await posted()).toHaveLength(2)
    expect(await company.proveAll()).toEqual([])
  })
  test('600000 for both bills on 03-05: three allocations with the late fee, 37500 to the balance, and reversing restores all', async () => {
    company.at('2025-03-05')
    const before = await snapshot(lessee)
    const payment = await company.pay([b1, b2], 600_000)
    expect((await company.bill(b1)).status).toBe('settled')
    expect((await company.bill(b2)).status).toBe('settled')
    const rows = await company.read((db) =>
      db
        .selectFrom('allocation')
        .innerJoin('bill', 'bill.id', 'allocation.bill')
        .select(['bill.billType', 'allocation.amount'])
        .where('payment', '=', payment)
        .orderBy('allocation.id')
        .execute(),
    )
    expect(rows).toEqual([
      { billType: 'rent', amount: 180_000 },
      { billType: 'rent', amount: 380_000 },
      { billType: 'late', amount: 2500 },
    ])
    expect(await company.balance(lessee)).toBe(37_500)
    const [p] = await company.read((db) => db.selectFrom('payment').select(['allocated', 'toBalance']).where('id', '=', payment).execute())
    expect(p).toEqual({ allocated: 562_500, toBalance: 37_500 })
    expect(await company.proveAll()).toEqual([])
    await company.act('payment', 'reverse', payment, { reason: '银行退汇' }, 'finance')
    expect(await snapshot(lessee)).toEqual(before)
    expect(await company.proveAll()).toEqual([])
    expect((await refusal(company.act('payment', 'reverse', payment, { reason: 'x' }))).message).toMatch(/当前为「已冲销」/)
    await company.pay([b1, b2], 600_000)
    expect(await company.balance(lessee)).toBe(37_500)
  })
  test('a receipt recorded late with an earlier value date costs no late fee beyond that date', async () => {
    company.at('2025-03-20')
    await company.pay([b1], 180_000, { paidAt: '2025-03-05T02:00:00.000Z' })
    expect(await late(b1)).toBe(2500)
  })
  test('what the payer names is paid first', async () => {
    company.at('2025-03-05')
    await company.pay([b1, b2], 200_000, { designation: [{ bill: b2, amount: 150_000 }] })
    expect((await company.bill(b2)).paid).toBe(150_000)
    expect((await company.bill(b1)).paid).toBe(250_000)
  })
  test('an overpaid receipt whose balance has been used cannot be reversed', async () => {
    company.at('2025-03-05')
    await company.edit('lessee', lessee, { autoUseBalance: true })
    const payment = await company.pay([b1, b2], 600_000)
    company.at('2025-04-04')
    await company.run()
    expect(await company.balance(lessee)).toBe(0)
    expect((await refusal(company.act('payment', 'reverse', payment, { reason: 'x' }))).message).toMatch(/预存余额不足，这笔余额已被使用/)
    const used = await company.read((db) =>
      db.selectFrom('payment').select(['id', 'amount', 'status']).where('lessee', '=', lessee).where('channel', '=', 'balance').execute(),
    )
    expect(used).toMatchObject([{ amount: 37_500, status: 'confirmed' }])
    await company.act('payment', 'reverse', used[0]!.id, { reason: '改由转账支付' })
    expect(await company.balance(lessee)).toBe(37_500)
    expect(await company.proveAll()).toEqual([])
  })
})

describe('bad receipts', () => {
  test('each is refused with its sentence and changes nothing', async () => {
    const { contract, lessee } = await running()
    const other = await running()
    company.at('2025-02-05')
    await company.run()
    const open = (await company.bills(contract)).filter((b) => b.status === 'unpaid').map((b) => b.id)
    const foreign = (await company.bills(other.contract)).find((b) => b.status === 'unpaid')!.id
    const settled = (await company.bills(contract)).find((b) => b.status === 'settled')!
    const before = await snapshot(lessee)
    expect((await refusal(company.register([...open, foreign], 1))).message).toBe('一笔收款只能用于同一承租人的账单，请分开登记')
    expect((await refusal(company.register([settled.id], 1))).message).toBe(`账单 ${settled.no} 当前为「已结清」，不能登记收款`)
    expect((await refusal(company.register([9_999_999], 1))).message).toBe('所选账单已被删除，或不在您的数据权限内，请刷新后重新选择')
    expect((await refusal(company.register(open, 100, { paidAt: '2025-02-06T10:00:00.000Z' }))).message).toBe('付款时间不能晚于现在')
    expect((await refusal(company.register(open, 100, { tradeNo: undefined }))).message).toBe('请填写交易流水号或上传付款凭证')
    expect((await refusal(company.register(open, 100, { designation: [{ bill: open[0]!, amount: 200 }] }))).message).toBe(
      '指定核销的金额合计超过收款金额',
    )
    expect((await refusal(company.register(open, 100, { vouchers: [await company.file('finance')] }))).message).toBe(
      '付款凭证不存在或已过期，请重新上传',
    )
    await company.register(open, 100, { tradeNo: 'DUP-1' })
    expect((await refusal(company.register(open, 100, { tradeNo: 'DUP-1' }))).message).toMatch(/该流水号已登记（SK\d{8}-\d{4}）/)
    expect(await snapshot(lessee)).toEqual(before)
  })
  test('a rejected receipt frees its trade number', async () => {
    const { contract } = await running()
    company.at('2025-02-05')
    await company.run()
    const open = (await company.bills(contract)).filter((b) => b.status === 'unpaid').map((b) => b.id)
    const first = await company.register(open, 380_000, { tradeNo: 'AGAIN' })
    await company.act('payment', 'reject', first, { reason: '金额不符' }, 'finance')
    await company.pay(open, 380_000, { tradeNo: 'AGAIN' })
    expect((await company.bill(open[0]!)).status).toBe('settled')
  })
  test('the ledgers refuse to be changed, whoever asks', async () => {
    for (const table of ['billItem', 'allocation', 'accountEntry', 'depositEntry'] as const) {
      await expect(
        company.write((tx) =>
          tx
            .updateTable(table)
            .set({ version: 9 } as never)
            .execute(),
        ),
      ).rejects.toThrow(/append-only/)
      await expect(company.write((tx) => tx.deleteFrom(table).execute())).rejects.toThrow(/append-only/)
    }
  })
})

describe('two clerks at once', () => {
  test('one confirms, the other reads why not', async () => {
    const { contract } = await running()
    company.at('2025-02-05')
    await company.run()
    const bill = (await company.bills(contract)).find((b) => b.status === 'unpaid')!
    const payment = await company.register([bill.id], 380_000)
    const results = await Promise.allSettled([company.confirm(payment, 'finance'), company.confirm(payment, 'sales')])
    expect(results.map((r) => r.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(String((results.find((r) => r.status === 'rejected') as PromiseRejectedResult).reason.message)).toBe(
      '当前为「已确认」，只有「待审核」才能确认到账',
    )
    expect((await company.bill(bill.id)).paid).toBe(380_000)
  })
  test('eight receipts for one bill at once: it is paid once, the rest is balance', async () => {
    const { contract, lessee } = await running()
    company.at('2025-02-05')
    await company.run()
    const bill = (await company.bills(contract)).find((b) => b.status === 'unpaid')!
    const payments: number[] = []
    for (let i = 0; i < 8; i++) payments.push(await company.register([bill.id], 100_000))
    await Promise.all(payments.map((id) => company.confirm(id)))
    expect(await company.bill(bill.id)).toMatchObject({ paid: 380_000, status: 'settled' })
    expect(await company.balance(lessee)).toBe(420_000)
    expect(await company.proveAll()).toEqual([])
  })
  test('the same trade number registered twice at once is one receipt', async () => {
    const { contract } = await running()
    company.at('2025-02-05')
    await company.run()
    const bill = (await company.bills(contract)).find((b) => b.status === 'unpaid')!
    const results = await Promise.allSettled([1, 2, 3].map(() => company.register([bill.id], 1000, { tradeNo: 'RACE' })))
    expect(results.filter((r) => r.status === 'fulfilled')).toHaveLength(1)
    for (const outcome of results)
      if (outcome.status === 'rejected') expect(String((outcome.reason as Error).message)).toMatch(/该流水号已登记/)
  })
})

describe('B5: the run makes the same bills however it is run', () => {
  const made = async (contract: number) =>
    (await company.bills(contract)).filter((b) => b.billType === 'rent').map((b) => [b.startOn, b.endOn, b.amount, b.issueOn, b.dueOn])
  test('daily, twice a day, three at once, or a year late', async () => {
    const daily = await running()
    // The others stand still while the first one is run day by day.
    const lateOnes = [await running(), await running()]
    const hold = (status: string) =>
      company.write((tx) =>
        tx
          .updateTable('lease')
          .set({ status: status as never })
          .where(
            'contract',
            'in',
            lateOnes.map((l) => l.contract),
          )
          .execute(),
      )
    await hold('toInspect')
    for (let d = day('2025-01-11'); d <= '2026-01-10'; d = day(new Date(Date.parse(d) + 86_400_000).toISOString().slice(0, 10))) {
      company.at(d, '02:00')
      await company.run()
      if (d.endsWith('3')) await company.run()
    }
    await hold('active')
    const reports = await Promise.all([company.run(), company.run(), company.run()])
    expect(reports.reduce((sum, r) => sum + r.issued, 0)).toBe(22)
    expect(reports.flatMap((r) => r.failures)).toEqual([])
    const expected = await made(daily.contract)
    expect(expected).toHaveLength(12)
    for (const lease of lateOnes) expect(await made(lease.contract)).toEqual(expected)
    expect((await company.run()).issued).toBe(0)
  })
  test('one bad lease stops nobody else, and is told to the administrators', async () => {
    const good = await running()
    const bad = await running()
    company.at('2025-02-05')
    // A period over days that are billed already: something went wrong with this plan.
    await company.write(async (tx) => {
      const [p] = await tx
        .selectFrom('planPeriod')
        .select(['id'])
        .where('contract', '=', bad.contract)
        .where('status', '=', 'planned')
        .orderBy('seq')
        .limit(1)
        .execute()
      await tx
        .updateTable('planPeriod')
        .set({ startOn: day('2025-01-20') })
        .where('id', '=', p!.id)
        .execute()
    })
    const report = await company.run()
    expect(report.failures).toHaveLength(1)
    expect(report.failures[0]!.message).toMatch(/账期与已出账单 ZD\d{8}-\d{4} 重叠，已停止出账/)
    expect(await made(good.contract)).toHaveLength(2)
    expect(await made(bad.contract)).toHaveLength(1)
    const messages = await company.read((db) =>
      db.selectFrom('inboxMessage').select(['title', 'content']).where('title', 'like', '%出账失败').execute(),
    )
    expect(messages).toMatchObject([{ title: '1 个租约出账失败' }])
  })
  test('more items in a day than allowed stop the lease', async () => {
    const { contract } = await running()
    await company.add('parameterValue', { code: 'billItemsPerDayMax', value: 5 })
    company.at('2026-01-05')
    const report = await company.run()
    expect(report.failures.find((f) => f.message.includes('超过上限 5 项'))).toBeTruthy()
    expect(await made(contract)).toHaveLength(1)
  })
  test('issuing the next period at once, until nothing is left', async () => {
    const { contract } = await running({ endOn: '2025-03-10' })
    const [lease] = await company.read((db) => db.selectFrom('lease').select('id').where('contract', '=', contract).execute())
    await company.act('lease', 'issueNow', lease!.id)
    expect(await made(contract)).toHaveLength(2)
    expect((await refusal(company.act('lease', 'issueNow', lease!.id))).message).toBe(
      '收款计划已全部出账，没有下一期；需要延长租期请办理续租或延期',
    )
  })
})
