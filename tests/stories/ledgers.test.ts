/** Deposits, balance, refunds, write-offs and waivers: who may do what with money that is there, and that nothing is spent twice. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payInternally, requestRefund } from '#modules/billing/billing.public.ts'
import { lateStates } from '#modules/billing/bills/late-fees.server.ts'
import { Company, refusal } from './company.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2025-01-01')
})
afterAll(() => company?.close())

interface Case {
  contract: number
  lessee: number
  vehicle: number
  violation: number
}
/** Deposits 500000 and 200000 received, first month paid, running from 2025-01-10; the bill of 02-10 is issued and open. */
async function running(): Promise<Case & { open: number }> {
  company.at('2025-01-08')
  const lessee = await company.lessee()
  const contract = await company.contract({ lessee, vehicles: [await company.vehicle()], startOn: '2025-01-10', endOn: '2026-01-10' })
  await company.sign(contract)
  const bills = await company.bills(contract)
  await company.pay(
    bills.map((b) => b.id),
    bills.reduce((sum, b) => sum + b.amount, 0),
  )
  company.at('2025-01-10')
  await company.handOver(contract)
  company.at('2025-02-05')
  await company.run()
  const accounts = await company.read((db) =>
    db.selectFrom('depositAccount').select(['id', 'kind']).where('contract', '=', contract).orderBy('id').execute(),
  )
  const open = (await company.bills(contract)).find((b) => b.status === 'unpaid')!.id
  return {
    contract,
    lessee,
    vehicle: accounts.find((a) => a.kind === 'vehicle')!.id,
    violation: accounts.find((a) => a.kind === 'violation')!.id,
    open,
  }
}
const deposit = (id: number) =>
  company.read((db) => db.selectFrom('depositAccount').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const only = <T>(table: 'refund' | 'writeOff', by: string, value: number): Promise<T> =>
  company.read(
    async (db) =>
      (await db
        .selectFrom(table)
        .selectAll()
        .where(by as never, '=', value as never)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()) as T,
  )

describe('deposits', () => {
  test('pay a bill, and a reversal of that payment puts them back where they came from', async () => {
    const k = await running()
    await company.act('depositAccount', 'deduct', k.vehicle, { bill: k.open, amount: 380_000, reason: '客户要求' }, 'finance')
    expect(await company.bill(k.open)).toMatchObject({ status: 'settled', paid: 380_000 })
    expect(await deposit(k.vehicle)).toMatchObject({ received: 500_000, deducted: 380_000, balance: 120_000, standing: 'partial' })
    expect(await company.proveAll()).toEqual([])
    const made = await company.read((db) =>
      db.selectFrom('payment').select(['id', 'channel', 'status']).where('depositAccount', '=', k.vehicle).executeTakeFirstOrThrow(),
    )
    expect(made).toMatchObject({ channel: 'depositDeduct', status: 'confirmed' })
    await company.act('payment', 'reverse', made.id, { reason: '改由转账支付' }, 'finance')
    expect(await deposit(k.vehicle)).toMatchObject({ received: 500_000, deducted: 0, balance: 500_000, standing: 'full' })
    expect(await company.bill(k.open)).toMatchObject({ status: 'unpaid', paid: 0 })
    expect(await company.proveAll()).toEqual([])
  })
  test('never pay more than there is, nor bills of others, nor deposit bills', async () => {
    const k = await running()
    const other = await running()
    const say = async (input: Record<string, unknown>): Promise<string> =>
      (await refusal(company.act('depositAccount', 'deduct', k.violation, { reason: 'x', ...input }, 'finance'))).message
    expect(await say({ bill: k.open, amount: 200_001 })).toBe('金额不能超过押金余额')
    expect(await say({ bill: other.open, amount: 100 })).toMatch(/不属于该承租人/)
    const paid = (await company.bills(k.contract)).find((b) => b.billType === 'deposit')!
    expect(await say({ bill: paid.id, amount: 100 })).toMatch(/已不是待收状态/)
    for (const amount of [0, -1, 1e18, 100.5])
      expect(
        (await refusal(company.act('depositAccount', 'deduct', k.violation, { bill: k.open, amount, reason: 'x' }, 'finance'))).code,
      ).toBe(400)
    expect(await deposit(k.violation)).toMatchObject({ balance: 200_000 })
  })
  test('J6: 35000 deducted after the hold, 165000 refunded by two people, and the account is closed', async () => {
    const k = await running()
    await company.act('depositAccount', 'hold', k.violation, { until: '2025-06-27', reason: '违章待查' }, 'finance')
    expect(
      (await refusal(company.act('depositAccount', 'refund', k.violation, { amount: 1, payee: '张三', reason: 'x' }, 'sales'))).message,
    ).toMatch(/押金保留至 2025-06-27/)
    expect((await refusal(company.act('depositAccount', 'release', k.violation, {}, 'finance'))).message).toBe(
      '保留期至 2025-06-27，到期后才能解除',
    )
    company.at('2025-06-27')
    await company.act('depositAccount', 'release', k.violation, {}, 'finance')
    await company.act(
      'depositAccount',
      'deduct',
      k.violation,
      { bill: k.open, amount: 35_000, reason: '违章罚款 300 元与代办费 50 元' },
      'finance',
    )
    await company.act('depositAccount', 'refund', k.violation, { amount: 165_000, payee: '张三', reason: '违章押金到期' }, 'sales')
    expect(await deposit(k.violation)).toMatchObject({ deducted: 35_000, frozen: 165_000, refunded: 0, balance: 0 })
    const asked = await only<{ id: number }>('refund', 'depositAccount', k.violation)
    expect((await refusal(company.act('refund', 'approve', asked.id, {}, 'sales'))).message).toMatch(/申请人不能审批自己的申请/)
    await company.act('refund', 'approve', asked.id, {}, 'finance')
    await company.act('refund', 'pay', asked.id, { paidOn: '2025-06-27', payTradeNo: 'R-1' }, 'cashier')
    expect(await deposit(k.violation)).toMatchObject({
      received: 200_000,
      deducted: 35_000,
      frozen: 0,
      refunded: 165_000,
      balance: 0,
      standing: 'cleared',
    })
    expect((await refusal(company.act('refund', 'cancel', asked.id, { answer: 'x' }))).message).toMatch(/当前为「已付款」/)
    expect(await company.proveAll()).toEqual([])
  })
  test('a rejected or failed refund gives the money back, once', async () => {
    const k = await running()
    await company.act('depositAccount', 'refund', k.vehicle, { amount: 500_000, payee: '张三', reason: '提前退' }, 'sales')
    const asked = await only<{ id: number }>('refund', 'depositAccount', k.vehicle)
    expect(
      (await refusal(company.act('depositAccount', 'refund', k.vehicle, { amount: 1, payee: '张三', reason: '再退' }, 'sales'))).message,
    ).toBe('押金余额为零，没有可退还的金额')
    await company.act('refund', 'approve', asked.id, {}, 'finance')
    await company.act('refund', 'fail', asked.id, { answer: '账号有误' }, 'cashier')
    await company.act('refund', 'cancel', asked.id, { answer: '客户改用抵扣' }, 'finance')
    expect(await deposit(k.vehicle)).toMatchObject({ frozen: 0, refunded: 0, balance: 500_000 })
    expect(await company.proveAll()).toEqual([])
  })
  test('waived deposits are no longer waited for; what was paid cannot be waived', async () => {
    company.at('2025-01-08')
    const lessee = await company.lessee()
    const contract = await company.contract({ lessee, vehicles: [await company.vehicle()], startOn: '2025-01-10', endOn: '2026-01-10' })
    const account = (
      await company.read((db) => db.selectFrom('depositAccount').select(['id', 'kind']).where('contract', '=', contract).execute())
    ).find((a) => a.kind === 'vehicle')!.id
    expect((await refusal(company.act('depositAccount', 'waive', account, { amount: 500_001, reason: 'x' }))).message).toBe(
      '尚未收取的押金只有 ¥5,000.00',
    )
    await company.act('depositAccount', 'waive', account, { amount: 500_000, reason: '信用 A 级客户免押' }, 'finance')
    expect(await deposit(account)).toMatchObject({ required: 0, waived: 500_000, balance: 0, standing: 'waived' })
    const [of] = (await company.bills(contract)).filter((b) => b.billType === 'deposit' && b.amount === 0)
    expect(of!.status).toBe('settled')
    expect((await refusal(company.act('depositAccount', 'waive', account, { amount: 1, reason: 'x' }))).message).toBe(
      '没有尚未收取的押金可以减免',
    )
    expect(await company.proveAll()).toEqual([])
  })
  test('carried over to the next lease pay its deposit: no fen comes in or goes out, and the keys are free', async () => {
    const k = await running()
    const contract = await company.contract({
      lessee: k.lessee,
      vehicles: [await company.vehicle()],
      startOn: '2025-02-20',
      endOn: '2026-02-20',
    })
    const [next, fines] = (
      await company.read((db) => db.selectFrom('depositAccount').select('id').where('contract', '=', contract).orderBy('id').execute())
    ).map((a) => a.id)
    const move = (input: object): Promise<unknown> =>
      company.act('depositAccount', 'transfer', k.vehicle, { reason: '续签新合同', ...input }, 'finance')
    expect((await refusal(move({ to: k.vehicle, amount: 1 }))).data).toEqual({ to: '转入的就是转出的押金账户，请选择另一份租约的押金' })
    expect((await refusal(move({ to: fines, amount: 1 }))).data).toEqual({ to: '只能转入同一类型的押金账户' })
    expect((await refusal(move({ to: (await running()).vehicle, amount: 1 }))).data).toEqual({ to: '只能转入同一承租人的押金账户' })
    expect((await refusal(move({ to: next, amount: 500_001 }))).message).toBe('金额不能超过押金余额')
    await move({ to: next, amount: 400_000 })
    expect(await deposit(k.vehicle)).toMatchObject({ received: 500_000, transferred: -400_000, balance: 100_000 })
    expect(await deposit(next!)).toMatchObject({
      required: 500_000,
      received: 0,
      transferred: 400_000,
      balance: 400_000,
      standing: 'partial',
    })
    expect((await company.bills(contract)).filter((b) => b.billType === 'deposit').map((b) => [b.amount, b.status])).toEqual([
      [100_000, 'unpaid'],
      [200_000, 'unpaid'],
    ])
    expect((await refusal(company.act('contract', 'void', contract, { reason: 'x' }, 'sales'))).message).toBe(
      '已转入押金，请先转回原租约再作废',
    )
    company.clock.advanceMinutes(1)
    // Sent back, it is asked for again where it had been carried to.
    await company.act('depositAccount', 'transfer', next!, { to: k.vehicle, amount: 400_000, reason: '转错' }, 'finance')
    expect(await deposit(k.vehicle)).toMatchObject({ transferred: 0, balance: 500_000 })
    expect((await company.bills(contract)).filter((b) => b.billType === 'deposit').map((b) => [b.amount, b.status])).toEqual([
      [500_000, 'unpaid'],
      [200_000, 'unpaid'],
    ])
    expect(
      (
        await refusal(
          company
            .act('depositAccount', 'transfer', k.violation, { to: fines, amount: 200_000, reason: '续签' }, 'finance')
            .then(() => company.act('depositAccount', 'transfer', fines!, { to: k.violation, amount: 200_001, reason: 'x' })),
        )
      ).message,
    ).toBe('金额不能超过押金余额')
    company.clock.advanceMinutes(1)
    await move({ to: next, amount: 500_000 })
    const rent = (await company.bills(contract)).find((b) => b.billType === 'rent')!
    await company.pay([rent.id], rent.amount)
    await company.sign(contract)
    company.at('2025-02-20')
    await company.handOver(contract)
    expect(await company.proveAll()).toEqual([])
  })
  test('forfeited money is gone from the account and cannot be forfeited twice', async () => {
    const k = await running()
    await company.act('depositAccount', 'forfeit', k.vehicle, { amount: 500_000, reason: '车辆逾期未还，按合同第 9 条' }, 'finance')
    expect(await deposit(k.vehicle)).toMatchObject({ forfeited: 500_000, balance: 0 })
    expect((await refusal(company.act('depositAccount', 'forfeit', k.vehicle, { amount: 1, reason: 'x' }))).message).toBe(
      '押金余额为零，没有可没收的金额',
    )
    expect(await company.proveAll()).toEqual([])
  })
})

describe('the balance', () => {
  /** 100000 paid too much. */
  async function overpaid() {
    const k = await running()
    await company.pay([k.open], 480_000)
    expect(await company.balance(k.lessee)).toBe(100_000)
    company.at('2025-03-05')
    await company.run()
    return { ...k, next: (await company.bills(k.contract)).find((b) => b.status === 'unpaid')!.id }
  }
  test('pays bills in parts; more than it holds or than the bills need is refused', async () => {
    const k = await overpaid()
    const pay = (amount: number): Promise<number> =>
      company.write((tx) => payInternally(tx, company.as('finance'), { lessee: k.lessee, bills: [k.next], amount, remark: '余额支付' }))
    expect((await refusal(pay(100_001))).message).toMatch(/预存余额只有 ¥1,000.00/)
    const id = await pay(60_000)
    expect(await company.bill(k.next)).toMatchObject({ status: 'partlyPaid', paid: 60_000 })
    expect(await company.balance(k.lessee)).toBe(40_000)
    await company.act('payment', 'takeBack', id, { bill: k.next, reason: '记错账单' }, 'finance')
    expect(await company.bill(k.next)).toMatchObject({ status: 'unpaid', paid: 0 })
    expect(await company.balance(k.lessee)).toBe(100_000)
    expect((await refusal(company.act('payment', 'takeBack', id, { bill: k.next, reason: 'x' }))).message).toBe('这笔收款没有核销任何账单')
    await company.act('payment', 'reverse', id, { reason: '作废' }, 'finance')
    expect(await company.balance(k.lessee)).toBe(100_000)
    expect(await company.proveAll()).toEqual([])
  })
  test('twelve clerks ask for it back at once: no more is promised than there is', async () => {
    const k = await overpaid()
    const ask = (): Promise<unknown> =>
      company.write((tx) => requestRefund(tx, company.as('sales'), { lessee: k.lessee, amount: 30_000, payee: '张三', reason: '多付退回' }))
    const done = await Promise.allSettled(Array.from({ length: 12 }, ask))
    expect(done.filter((one) => one.status === 'fulfilled')).toHaveLength(3)
    for (const one of done)
      if (one.status === 'rejected') expect((one.reason as Error).message).toMatch(/预存余额只有 ¥100.00，不能退 ¥300.00/)
    expect(await company.balance(k.lessee)).toBe(10_000)
    expect(await company.proveAll()).toEqual([])
  })
  test('an over-payment that was asked back cannot be reversed as well', async () => {
    const k = await running()
    const payment = await company.pay([k.open], 480_000)
    await company.write((tx) =>
      requestRefund(tx, company.as('sales'), { lessee: k.lessee, amount: 100_000, payee: '张三', reason: '多付退回' }),
    )
    expect((await refusal(company.act('payment', 'reverse', payment, { reason: '退汇' }))).message).toMatch(/预存余额不足/)
    expect(await company.proveAll()).toEqual([])
  })
})

describe('debt that is given up', () => {
  test('is asked for by one, agreed by another, counted once, and can be taken back', async () => {
    const k = await running()
    await company.pay([k.open], 300_000)
    expect((await refusal(company.act('bill', 'writeOff', k.open, { amount: 80_001, reason: 'x' }, 'sales'))).message).toBe(
      '核销金额不能超过未收金额',
    )
    await company.act('bill', 'writeOff', k.open, { amount: 80_000, reason: '客户失联，诉讼成本高于欠款' }, 'sales')
    expect((await refusal(company.act('bill', 'writeOff', k.open, { amount: 1, reason: 'x' }, 'sales'))).message).toMatch(
      /已有待审批的坏账核销 HX/,
    )
    const asked = await only<{ id: number }>('writeOff', 'bill', k.open)
    expect((await company.bill(k.open)).status).toBe('partlyPaid')
    expect((await refusal(company.act('writeOff', 'approve', asked.id, {}, 'sales'))).message).toMatch(/申请人不能审批/)
    await company.act('writeOff', 'approve', asked.id, {}, 'finance')
    expect(await company.bill(k.open)).toMatchObject({ status: 'writtenOff', paid: 300_000, writtenOff: 80_000, remain: 0 })
    expect((await refusal(company.register([k.open], 100))).message).toMatch(/当前为「坏账核销」，不能登记收款/)
    await company.act('writeOff', 'reverse', asked.id, { answer: '客户恢复联系' }, 'finance')
    expect(await company.bill(k.open)).toMatchObject({ status: 'partlyPaid', writtenOff: 0, remain: 80_000 })
    expect(await company.proveAll()).toEqual([])
  })
  test('is refused when the bill was paid while somebody thought about it', async () => {
    const k = await running()
    await company.act('bill', 'writeOff', k.open, { amount: 380_000, reason: '失联' }, 'sales')
    await company.pay([k.open], 100_000)
    const asked = await only<{ id: number }>('writeOff', 'bill', k.open)
    expect((await refusal(company.act('writeOff', 'approve', asked.id, {}, 'finance'))).message).toMatch(
      /未收金额只有 ¥2,800.00，不能核销 ¥3,800.00/,
    )
  })
  test('a waived late fee is not charged again the next day', async () => {
    const k = await running()
    company.at('2025-03-05')
    await company.pay([k.open], 380_000)
    const late = (await company.bills(k.contract)).find((b) => b.billType === 'late')!
    expect((await refusal(company.act('bill', 'waiveLate', k.open, { amount: 1, reason: 'x' }))).code).toBe(422)
    expect((await refusal(company.act('bill', 'waiveLate', late.id, { amount: late.amount + 1, reason: 'x' }))).message).toBe(
      '减免金额不能超过未收金额',
    )
    await company.act('bill', 'waiveLate', late.id, { amount: late.amount, reason: '首次逾期' }, 'finance')
    expect(await company.bill(late.id)).toMatchObject({ status: 'settled', amount: 0 })
    company.at('2025-03-20')
    const of = await company.bill(k.open)
    const state = await company.read(async (db) => (await lateStates(db, [of] as never, company.clock.today())).get(k.open)!)
    expect(state.posted).toBe(state.fee)
    expect((await refusal(company.act('bill', 'postLate', k.open))).message).toBe('没有需要计收的滞纳金')
    expect(await company.proveAll()).toEqual([])
  })
  test('a reminder is kept with what was open, and tells whoever looks after the customer', async () => {
    const k = await running()
    await company.edit('lessee', k.lessee, { owner: company.people.get('sales')! })
    company.at('2025-02-20')
    expect(
      (await refusal(company.act('bill', 'remind', k.open, { way: 'phone', content: 'x', promisedOn: '2025-02-19' }, 'finance'))).message,
    ).toBe('承诺付款日不能早于今天')
    await company.act('bill', 'remind', k.open, { way: 'phone', content: '承诺月底付清', promisedOn: '2025-02-28' }, 'finance')
    expect(await company.bill(k.open)).toMatchObject({ remindedOn: '2025-02-20', promisedOn: '2025-02-28' })
    const [row] = await company.read((db) => db.selectFrom('billReminder').selectAll().where('bill', '=', k.open).execute())
    expect(row).toMatchObject({ way: 'phone', remain: 380_000, overdueDays: 10, content: '承诺月底付清', promised: 381_330 })
    const heard = await company.read((db) =>
      db
        .selectFrom('inboxMessage')
        .select('title')
        .where('receiver', '=', company.people.get('sales')!)
        .where('category', '=', 'arrears')
        .execute(),
    )
    expect(heard.map((m) => m.title)).toEqual([expect.stringMatching(/已催收，未收 ¥3,813.30/)])
  })
})
