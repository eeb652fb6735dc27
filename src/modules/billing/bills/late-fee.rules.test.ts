import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, day } from '#kit/basics/time/day.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { lateFee, lateFeeFormula, lateFeePosting, latePrincipal, lowering } from './late-fee.rules.ts'
import type { LateFeeBill, PrincipalPayment } from './late-fee.rules.ts'

const numRuns = process.env.DEEP ? 100_000 : 2_000
const B1: LateFeeBill = { principal: 380000, dueOn: day('2025-02-10'), graceDays: 3, rateBp: 5 }
const first: PrincipalPayment = { amount: 200000, valueOn: day('2025-02-20') }
const rest: PrincipalPayment = { amount: 180000, valueOn: day('2025-03-05') }

describe('J3', () => {
  it('on 02-20 seven days of 380000 make 1330', () => expect(lateFee(B1, [first], day('2025-02-20'))).toBe(1330))
  it('paid in full on 03-05 it is 2500, and stays 2500 however often and late it is computed', () => {
    for (const asOf of ['2025-03-05', '2025-03-05', '2025-03-06', '2026-01-01']) expect(lateFee(B1, [first, rest], day(asOf))).toBe(2500)
    const posted = lateFee(B1, [first, rest], day('2025-03-05'))
    expect(lateFeePosting(lateFee(B1, [rest, first], day('2025-03-05')), posted)).toBe(0)
  })
  it('a payment recorded late but made early takes back what was posted too much', () => {
    const posted = lateFee(B1, [], day('2025-03-05'))
    const now = lateFee(B1, [first], day('2025-03-05'))
    expect([posted, now, lateFeePosting(now, posted)]).toEqual([3800, 2500, -1300])
  })
})

describe('the formula on the bill', () => {
  it('names what was unpaid for how many days, so that anybody can reckon it again', () => {
    expect(lateFeeFormula(B1, [first], day('2025-02-20'))).toBe('3800.00 × 7 天 × 万分之 5')
    expect(lateFeeFormula(B1, [first, rest], day('2026-01-01'))).toBe('（3800.00 × 7 天 + 1800.00 × 13 天） × 万分之 5')
    expect(lateFeeFormula({ ...B1, capBp: 100 }, [], day('2027-01-01'))).toBe('3800.00 × 687 天 × 万分之 5，以欠款 3800.00 的 1% 为限')
    expect(lateFeeFormula(B1, [], day('2025-02-13'))).toBe('')
    expect(lateFeeFormula({ ...B1, rateBp: 0 }, [], day('2025-03-13'))).toBe('')
  })
  it('stays short however many receipts there were', () => {
    const many = Array.from({ length: 40 }, (_, i) => ({ amount: 1000, valueOn: addDays(day('2025-02-20'), i) }))
    expect(lateFeeFormula(B1, many, day('2025-06-01')).length).toBeLessThan(200)
    const on = (n: number): string => lateFeeFormula(B1, many.slice(0, n), day('2025-06-01'))
    expect(on(5)).toMatch(/^（3800\.00 × 7 天 \+ /)
    expect(on(5).match(/天/g)).toHaveLength(6)
    expect(on(6)).toMatch(/^（… \+ 3790\.00 × 1 天 \+ /)
  })
})

describe('the edges', () => {
  it('is nothing inside the grace days', () => {
    expect(lateFee(B1, [], day('2025-02-13'))).toBe(0)
    expect(lateFee(B1, [], day('2025-02-14'))).toBe(190)
  })
  it('starts on the day the company made the bill when that was later', () => {
    expect(lateFee({ ...B1, issuedOn: day('2025-03-01') }, [], day('2025-03-04'))).toBe(0)
    expect(lateFee({ ...B1, issuedOn: day('2025-03-01') }, [], day('2025-03-05'))).toBe(190)
    expect(lateFee({ ...B1, issuedOn: day('2025-02-01') }, [], day('2025-02-14'))).toBe(190)
  })
  it('is capped at a share of what went overdue', () => {
    expect(lateFee({ ...B1, capBp: 100 }, [], day('2027-01-01'))).toBe(3800)
    expect(lateFee({ ...B1, capBp: 100 }, [{ amount: 180000, valueOn: day('2025-02-13') }], day('2027-01-01'))).toBe(2000)
    expect(lateFee({ ...B1, capBp: 0 }, [], day('2027-01-01'))).toBe(0)
  })
  it('rounds half a fen up, once, at the end', () => {
    const small = { ...B1, principal: 1000 }
    expect(['2025-02-14', '2025-02-15', '2025-02-16'].map((asOf) => lateFee(small, [], day(asOf)))).toEqual([1, 1, 2])
  })
  it('leaves deposits and late fees out of the principal, and takes credits off it', () => {
    const items = [
      { feeItem: 'RENT', amount: 380000 },
      { feeItem: 'DEPOSIT', amount: 500000 },
      { feeItem: 'VIOL_DEPOSIT', amount: 200000 },
      { feeItem: 'LATE', amount: 2500 },
      { feeItem: 'REDUCE', amount: -126667 },
    ]
    expect(latePrincipal(items)).toBe(253333)
    expect(latePrincipal([{ feeItem: 'DEPOSIT', amount: 500000 }])).toBe(0)
    expect(lateFee({ ...B1, principal: 0 }, [], day('2026-01-01'))).toBe(0)
  })
  it('is reckoned for the smallest rate and of the smallest debt', () => {
    expect(lateFee({ ...B1, rateBp: 1 }, [], day('2025-02-20'))).toBe(266)
    expect(lateFee({ ...B1, principal: 1, rateBp: 100 }, [], addDays(day('2025-02-13'), 10_000))).toBe(100)
  })
  it('of what was paid in time and went back later nothing went overdue, so a ceiling leaves nothing', () => {
    const gone = [
      { amount: 1000, valueOn: day('2025-02-10') },
      { amount: -1000, valueOn: day('2025-03-01') },
    ]
    expect(lateFee({ ...B1, principal: 1000, rateBp: 100 }, gone, day('2025-05-01'))).toBe(610)
    expect(lateFee({ ...B1, principal: 1000, rateBp: 100, capBp: 10_000 }, gone, day('2025-05-01'))).toBe(0)
  })
  it('stays exact for sums beyond 2^53 before the division', () => {
    expect(lateFee({ ...B1, principal: 1e12 }, [], day('2035-02-13'))).toBe(1826000000000)
  })
})

describe('where a fee that was too high is taken off', () => {
  const bill = (id: number, amount: number, paid = 0, writtenOff = 0) => ({ id, amount, paid, writtenOff })
  const taken = (over: number, ...bills: ReturnType<typeof bill>[]) => lowering(bills, over).map((l) => [l.bill, l.amount])
  const [older, newer] = [bill(1, 1000, 600, 100), bill(2, 500)]
  it.each([
    ['a fen, of the newest', 1, [[2, 1]]],
    ['all nobody has paid of the newest', 500, [[2, 500]]],
    [
      'then what nobody has paid of the older',
      800,
      [
        [2, 500],
        [1, 300],
      ],
    ],
    [
      'then what was paid',
      900,
      [
        [2, 500],
        [1, 400],
      ],
    ],
    [
      'never what was written off',
      5000,
      [
        [2, 500],
        [1, 900],
      ],
    ],
    ['nothing', 0, []],
    ['nothing of less than nothing', -5, []],
  ])('%s', (_, over, lines) => expect(taken(over, older, newer)).toEqual(lines))
  it('of the newest no more than nobody has paid, while an older one has room', () =>
    expect(taken(700, bill(7, 1000, 600, 100), bill(6, 500))).toEqual([
      [7, 300],
      [6, 400],
    ]))
  it('of what was paid in full all of it', () => expect(taken(300, bill(3, 300, 300))).toEqual([[3, 300]]))
  it('of the paid ones the newest first', () =>
    expect(taken(400, bill(4, 300, 300), bill(5, 300, 300))).toEqual([
      [5, 300],
      [4, 100],
    ]))
})

/** Every day by itself, in exact fractions: what a clerk would write into a notebook. */
function notebook(bill: LateFeeBill, payments: readonly PrincipalPayment[], asOf: Day): number {
  const start = bill.issuedOn !== undefined && bill.issuedOn > bill.dueOn ? bill.issuedOn : bill.dueOn
  let tenThousandths = 0n
  let firstBalance: bigint | undefined
  for (let n = bill.graceDays + 1; addDays(start, n) <= asOf; n++) {
    let balance = BigInt(bill.principal)
    for (const payment of payments) if (payment.valueOn < addDays(start, n)) balance -= BigInt(payment.amount)
    if (balance < 0n) balance = 0n
    firstBalance ??= balance
    tenThousandths += balance * BigInt(bill.rateBp)
  }
  const half = (x: bigint): number => Number(x / 10_000n) + (x % 10_000n >= 5000n ? 1 : 0)
  const fee = half(tenThousandths)
  return bill.capBp === undefined || bill.capBp === null ? fee : Math.min(fee, half((firstBalance ?? 0n) * BigInt(bill.capBp)))
}

describe('B8', () => {
  const start = day('2024-02-01')
  const anyDay = fc.integer({ min: 0, max: 200 }).map((n) => addDays(start, n))
  const anyBill = fc.record({
    principal: fc.oneof(fc.nat({ max: 5000 }), fc.nat({ max: 1e9 })),
    dueOn: anyDay,
    issuedOn: fc.option(anyDay, { nil: undefined }),
    graceDays: fc.nat({ max: 10 }),
    rateBp: fc.nat({ max: 100 }),
    capBp: fc.option(fc.nat({ max: 3000 }), { nil: undefined }),
  })
  const anyPayments = fc.array(fc.record({ amount: fc.oneof(fc.nat({ max: 5000 }), fc.nat({ max: 1e9 })), valueOn: anyDay }), {
    maxLength: 5,
  })

  it('equals the notebook kept day by day', () => {
    fc.assert(
      fc.property(anyBill, anyPayments, anyDay, (bill, payments, asOf) => {
        expect(lateFee(bill, payments, asOf)).toBe(notebook(bill, payments, asOf))
      }),
      { numRuns },
    )
  }, 1_800_000)

  it('grows with the day, shrinks with more or earlier payment, ignores the order of recording, stays under the cap', () => {
    fc.assert(
      fc.property(anyBill, anyPayments, anyDay, fc.nat({ max: 60 }), fc.nat({ max: 1e6 }), (bill, payments, asOf, later, more) => {
        const fee = lateFee(bill, payments, asOf)
        expect(fee).toBeGreaterThanOrEqual(0)
        expect(lateFee(bill, payments, addDays(asOf, later))).toBeGreaterThanOrEqual(fee)
        expect(lateFee(bill, payments.toReversed(), asOf)).toBe(fee)
        const earlier = payments.map((payment) => ({ ...payment, valueOn: addDays(payment.valueOn, -later) }))
        expect(lateFee(bill, earlier, asOf)).toBeLessThanOrEqual(fee)
        const larger = payments.map((payment) => ({ ...payment, amount: payment.amount + more }))
        expect(lateFee(bill, larger, asOf)).toBeLessThanOrEqual(fee)
        if (bill.capBp !== undefined) expect(fee).toBeLessThanOrEqual(Math.ceil((bill.principal * bill.capBp) / 10_000))
      }),
      { numRuns },
    )
  }, 1_800_000)

  it('whatever was posted on the way, the postings add up to the fee of the last day', () => {
    fc.assert(
      fc.property(anyBill, anyPayments, fc.array(anyDay, { minLength: 1, maxLength: 6 }), (bill, payments, days) => {
        let posted = 0
        for (const asOf of days) posted += lateFeePosting(lateFee(bill, payments, asOf), posted)
        const last = days.at(-1) ?? start
        expect(posted).toBe(lateFee(bill, payments, last))
        expect(lateFeePosting(lateFee(bill, payments, last), posted)).toBe(0)
      }),
      { numRuns },
    )
  }, 1_800_000)
})
