/**
 * A late fee follows what is owed, also downwards (leasing.md §3.5, B8): posted beyond what is due it is taken off again, and what of
 * it was paid goes back to the customer. Posted means billed; the amounts were reckoned by hand.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instantAt, type Day } from '#kit/basics/time/day.ts'
import { lateStates, payInternally } from '#modules/billing/billing.public.ts'
import type { SettlementSheet } from '#modules/leasing/returns/return.rules.ts'
import type { PaymentPreview } from '#modules/billing/billing.wire.ts'
import { Office } from './approval-office.ts'
import { Company, refusal } from './company.ts'
import { giveBack, owing, passed, settle, type Running } from './leases.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2024-12-10')
})
afterAll(() => company?.close())

const lateBills = async (contract: number) => (await company.bills(contract)).filter((b) => b.billType === 'late' && b.status !== 'voided')
const late = async (contract: number) => (await lateBills(contract)).map((b) => [b.amount, b.paid, b.status])
const post = (bill: number) => company.act('bill', 'postLate', bill, {}, 'finance')
const at = (day: string): { paidAt: string } => ({ paidAt: instantAt(day as Day, '12:00') })
/** No late bill says more than is due, and every sum stands. */
async function right(contract: number): Promise<void> {
  const bills = (await company.bills(contract)).filter((b) => b.status !== 'voided')
  const states = await company.read((db) => lateStates(db, bills as never, company.clock.today()))
  for (const b of bills) expect(states.get(b.id)!.posted, b.no).toBeLessThanOrEqual(states.get(b.id)!.fee)
  expect(await company.proveAll()).toEqual([])
}

/** 3,800.00 of 02-10 stood open to 03-10: 25 days after the grace, 4,750 fen, billed and paid. */
async function feePaid(): Promise<Running & { bill: number }> {
  const l = await owing(company)
  company.at('2025-03-10', '12:00')
  await post(l.bill)
  const [fee] = await lateBills(l.contract)
  expect(fee!.amount).toBe((380_000 * 25 * 5) / 10_000)
  await company.pay([fee!.id], fee!.amount)
  return l
}

/** Registered and confirmed as the preview said: what stays open, what goes to the balance. */
async function pay(bills: readonly number[], amount: number, paid: { paidAt: string }): Promise<number> {
  const { lessee } = await company.bill(bills[0]!)
  const said = await new Office(company).call<PaymentPreview>('finance', 'POST', '/api/v1/payment/preview', { bills, amount, ...paid })
  const before = await company.balance(lessee)
  const receipt = await company.pay(bills, amount, paid)
  expect((await company.balance(lessee)) - before).toBe(said.toBalance)
  for (const line of said.lines) expect([line.no, (await company.bill(line.bill)).remain]).toEqual([line.no, line.after])
  return receipt
}

describe('a receipt of an earlier day', () => {
  test('lowers a fee that was paid: what was too much goes to the balance', async () => {
    const l = await feePaid()
    company.at('2025-03-11', '12:00')
    await pay([l.bill], 380_000, at('2025-02-20'))
    // Seven days of 3,800.00.
    expect(await late(l.contract)).toEqual([[1_330, 1_330, 'settled']])
    expect(await company.balance(l.lessee)).toBe(4_750 - 1_330)
    await right(l.contract)
  })
  test('that took the place of a later one gives back what the later one had cost', async () => {
    const l = await owing(company)
    company.at('2025-03-10', '12:00')
    const wrong = await company.pay([l.bill], 380_000)
    expect(await late(l.contract)).toEqual([[4_750, 0, 'unpaid']])
    await company.pay(
      (await lateBills(l.contract)).map((b) => b.id),
      4_750,
    )
    await company.act('payment', 'reverse', wrong, { reason: '登记错了日期' }, 'finance')
    company.at('2025-03-11', '12:00')
    await pay([l.bill], 380_000, at('2025-02-18'))
    // Five days.
    expect((await late(l.contract)).reduce((sum, [amount]) => sum + Number(amount), 0)).toBe(950)
    expect(await company.balance(l.lessee)).toBe(4_750 - 950)
    await right(l.contract)
  })
  test('that pays a part lowers the fee already', async () => {
    const l = await feePaid()
    await pay([l.bill], 300_000, at('2025-02-13'))
    // 800.00 over 25 days.
    expect(await late(l.contract)).toEqual([[1_000, 1_000, 'settled']])
    expect(await company.balance(l.lessee)).toBe(3_750)
    await right(l.contract)
  })
  test('that was spread over the fee as well gets back what it paid of it too much, and keeps every fen', async () => {
    const l = await owing(company)
    company.at('2025-03-10', '12:00')
    await post(l.bill)
    const [fee] = await lateBills(l.contract)
    const receipt = await pay([fee!.id, l.bill], 384_750, at('2025-02-13'))
    expect(await late(l.contract)).toEqual([[0, 0, 'settled']])
    expect(await company.balance(l.lessee)).toBe(4_750)
    const p = await company.read((db) =>
      db.selectFrom('payment').select(['allocated', 'toBalance']).where('id', '=', receipt).executeTakeFirstOrThrow(),
    )
    expect(p).toEqual({ allocated: 380_000, toBalance: 4_750 })
    await right(l.contract)
  })
  test('and is taken back: the fee, the balance and what paid the fee are as they were', async () => {
    const unpaid = await owing(company)
    company.at('2025-03-10', '12:00')
    await post(unpaid.bill)
    const one = await pay([unpaid.bill], 200_000, at('2025-02-20'))
    expect((await late(unpaid.contract)).map(([amount]) => Number(amount))).not.toEqual([4_750])
    await company.act('payment', 'reverse', one, { reason: '退票' }, 'finance')
    expect(await late(unpaid.contract)).toEqual([[4_750, 0, 'unpaid']])

    const paid = await feePaid()
    const [first, second] = [await pay([paid.bill], 100_000, at('2025-02-20')), await pay([paid.bill], 280_000, at('2025-02-18'))]
    // Five days of 3,800.00 and two of the 1,000.00 that came on the seventh.
    expect(await late(paid.contract)).toEqual([[1_050, 1_050, 'settled']])
    expect(await company.balance(paid.lessee)).toBe(3_700)
    await company.act('payment', 'reverse', second, { reason: '退票' }, 'finance')
    await company.act('payment', 'reverse', first, { reason: '退票' }, 'finance')
    expect(await late(paid.contract)).toEqual([[4_750, 4_750, 'settled']])
    expect(await company.balance(paid.lessee)).toBe(0)
    await right(paid.contract)
  })
  test('and cannot be taken back once what it freed was spent', async () => {
    const l = await feePaid()
    const receipt = await pay([l.bill], 380_000, at('2025-02-13'))
    expect(await company.balance(l.lessee)).toBe(4_750)
    company.at('2025-03-11')
    await company.run()
    const next = (await company.bills(l.contract)).find((b) => b.status === 'unpaid')!
    await company.write((tx) =>
      payInternally(tx, company.as('finance'), { lessee: l.lessee, bills: [next.id], amount: 4_000, remark: '抵扣' }),
    )
    expect((await refusal(company.act('payment', 'reverse', receipt, { reason: '退票' }, 'finance'))).message).toMatch(
      /预存余额不足，这笔余额已被使用/,
    )
    await right(l.contract)
  })
  test('leaves a waiver what it was: nothing is given back twice', async () => {
    const l = await owing(company)
    company.at('2025-03-10', '12:00')
    await post(l.bill)
    const [fee] = await lateBills(l.contract)
    await company.act('bill', 'waiveLate', fee!.id, { amount: 4_000, reason: '首次逾期，予以减免' }, 'finance')
    company.at('2025-03-11', '12:00')
    await pay([l.bill], 380_000, at('2025-02-20'))
    expect(await late(l.contract)).toEqual([[0, 0, 'settled']])
    expect(await company.balance(l.lessee)).toBe(0)
    expect(await company.proveAll()).toEqual([])
  })
})

describe('a bill that is owed later or less', () => {
  test('put off to a later day has no fee before it', async () => {
    const l = await owing(company)
    company.at('2025-03-10', '12:00')
    await post(l.bill)
    await passed(company, 'leaseExtension', {
      lease: l.lease,
      kind: 'payment',
      bill: l.bill,
      newDueOn: '2025-03-31',
      reasonNote: '客户资金周转',
    })
    expect(await late(l.contract)).toEqual([[0, 0, 'settled']])
    await right(l.contract)
  })
  test('put off after the fee was paid: it goes back', async () => {
    const l = await feePaid()
    await passed(company, 'leaseExtension', {
      lease: l.lease,
      kind: 'payment',
      bill: l.bill,
      newDueOn: '2025-03-02',
      reasonNote: '客户资金周转',
    })
    // Free up to 03-05, five days.
    expect(await late(l.contract)).toEqual([[950, 950, 'settled']])
    expect(await company.balance(l.lessee)).toBe(3_800)
    await right(l.contract)
  })
  test('reduced by a granted sum has a fee of what is left', async () => {
    const l = await feePaid()
    await passed(company, 'rentReduction', {
      lease: l.lease,
      method: 'freeDays',
      startOn: '2025-02-10',
      lastOn: '2025-02-23',
      reasonKind: 'care',
      reasonNote: '停运',
    })
    expect((await late(l.contract)).map(([amount]) => amount)).toEqual([2_375])
    expect(await company.balance(l.lessee)).toBe(2_375)
    await right(l.contract)
  })
})

describe('a charge that is void', () => {
  test('takes the fee posted on it along, paid or not', async () => {
    const l = await owing(company)
    const fee = await company.add(
      'incidental',
      {
        lease: l.lease,
        lines: [{ feeItem: 'TOW', amount: 100_000, note: '拖车' }],
        occurredOn: '2025-02-05',
        dueOn: '2025-02-10',
        attachments: await company.files(1),
      },
      'sales',
    )
    const charge = Number((await company.act('incidental', 'issue', fee, {}, 'sales'))['bill'])
    company.at('2025-03-10', '12:00')
    await post(charge)
    const [of] = await lateBills(l.contract)
    expect(of!.amount).toBe(1_250)
    await company.pay([of!.id], 1_000)
    await company.act('bill', 'voidBill', charge, { reason: '登记错误' }, 'finance')
    expect(await late(l.contract)).toEqual([[0, 0, 'settled']])
    expect(await company.balance(l.lessee)).toBe(1_000)
    expect(await company.proveAll()).toEqual([])
  })
})

describe('a return before the days that were billed', () => {
  const backOn = async (lease: Running, day: string, today: string) => {
    await giveBack(company, lease, day, {}, today)
    return (await settle(company, lease)).sheet
  }
  const lateLines = ({ lines }: SettlementSheet) => lines.filter((x) => x.label.includes('滞纳金')).map((x) => [x.label, x.amount])
  test('voids the bill and the fee posted on it: nothing of it is taken from the deposit', async () => {
    const l = await owing(company)
    company.at('2025-03-10', '12:00')
    await post(l.bill)
    const sheet = await backOn(l, '2025-02-10', '2025-03-11')
    expect(lateLines(sheet)).toEqual([])
    expect(await late(l.contract)).toEqual([[0, 0, 'settled']])
    await right(l.contract)
  })
  test('gives back a fee that was paid on it', async () => {
    const l = await feePaid()
    const sheet = await backOn(l, '2025-02-10', '2025-03-11')
    expect(lateLines(sheet)).toEqual([['退还滞纳金', 4_750]])
    expect(await late(l.contract)).toEqual([[0, 0, 'settled']])
    await right(l.contract)
  })
  test('in the middle of them leaves the fee of the days that were used', async () => {
    const l = await feePaid()
    // Ten of 28 days: 135714 of rent are owed, late for the seven days up to the return.
    const sheet = await backOn(l, '2025-02-20', '2025-03-11')
    const left = Math.round((135_714 * 7 * 5) / 10_000)
    expect(lateLines(sheet)).toEqual([['退还滞纳金', 4_750 - left]])
    expect((await late(l.contract)).map(([amount]) => amount)).toEqual([left])
    expect(await company.proveAll()).toEqual([])
  })
})
