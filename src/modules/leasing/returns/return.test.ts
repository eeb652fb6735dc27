/** The settlement of a return by example: 3,800.00 a month from 2025-01-15, a year; back on 2025-05-28, thirteen days into the fifth month. */
import { describe, expect, it } from 'vitest'
import { day } from '#kit/basics/time/day.ts'
import { plainYuan } from '#kit/basics/fen.ts'
import { planInputOf } from '../rent/terms.rules.ts'
import { firstTerm, prolonged, repriced, type Term } from '../rent/timeline.rules.ts'
import { chargesOf, leftOf, resultOf, settlementSheet, type BillAtReturn, type ReturnInput, type SettlementSheet } from './return.rules.ts'

const TERMS: ReturnInput['terms'] = {
  monthlyRent: 380_000,
  payCycleMonths: '1',
  billMode: 'advance',
  anchorMode: 'startDay',
  fixedDay: null,
  prorateMode: 'actual',
  dailyRent: null,
  dayRule: 'excludeEnd',
  issueAheadDays: 7,
  dueOffsetDays: 0,
  quotaKm: 3000,
  overKmPrice: 50,
  earlyPenalty: 'none',
  earlyPenaltyMonths: null,
  earlyPenaltyBp: null,
  earlyPenaltyTiers: null,
  overdueFactorBp: 10_000,
  violationKeep: null,
}
const YEAR: readonly Term[] = [firstTerm(planInputOf(TERMS, day('2025-01-15'), day('2026-01-15')))]
const bill = (id: number, more: Partial<BillAtReturn>): BillAtReturn => ({
  id,
  no: `ZD${id}`,
  billType: 'rent',
  label: '租金',
  amount: 380_000,
  paid: 380_000,
  writtenOff: 0,
  startOn: null,
  endOn: null,
  ...more,
})
const MAY = bill(5, { startOn: day('2025-05-15'), endOn: day('2025-06-15') })
const JUNE = bill(6, { startOn: day('2025-06-15'), endOn: day('2025-07-15') })
const BASE: ReturnInput = {
  returnedOn: day('2025-05-28'),
  terms: TERMS,
  all: YEAR,
  later: [],
  reliefs: [],
  billedUntil: day('2025-06-15'),
  bills: [MAY],
  lateOf: () => 0,
  driven: 0,
  chargeMileage: true,
  energy: null,
  damages: [],
  missing: [],
  cleaningFee: 0,
  extras: [],
  penaltyWaived: 0,
  balance: 0,
  keepBalance: false,
  vehicleDeposit: 500_000,
  violationDeposit: 200_000,
}
const sheetOf = (more: Partial<Omit<ReturnInput, 'terms'>> & { terms?: Partial<ReturnInput['terms']> }): SettlementSheet =>
  settlementSheet({ ...BASE, ...more, terms: { ...TERMS, ...more.terms } })
const lines = (more: Parameters<typeof sheetOf>[0]): string[] =>
  sheetOf(more).lines.map((l) => `${l.kind} ${l.feeItem ?? '–'} ${l.label} ${plainYuan(l.amount)}（${l.formula}）`)
const UNUSED = 'back – 退还租金：租金 2206.45（3800.00 − 已用 2025-05-15 ~ 2025-05-27 1593.55）'

describe('rent', () => {
  it('of days not used goes back on the bill that charged it', () => {
    const { endOn, backs, cancelled, driven } = sheetOf({ driven: 77 })
    expect(lines({})).toEqual([UNUSED])
    expect({ endOn, cancelled, driven }).toEqual({ endOn: '2025-05-28', cancelled: [], driven: 77 })
    expect(backs).toEqual([
      {
        bill: 5,
        startOn: '2025-05-28',
        endOn: '2025-06-15',
        amount: 220_645,
        formula: '3800.00 − 已用 2025-05-15 ~ 2025-05-27 1593.55',
      },
    ])
  })
  it('of the day of the return is charged where both ends count', () =>
    expect(lines({ terms: { dayRule: 'includeEnd' } })).toEqual([
      'back – 退还租金：租金 2083.87（3800.00 − 已用 2025-05-15 ~ 2025-05-28 1716.13）',
    ]))
  it('of a whole month not used goes back as a whole', () =>
    expect(lines({ bills: [MAY, JUNE], billedUntil: day('2025-07-15') })).toEqual([
      UNUSED,
      'back – 退还租金：租金 3800.00（2025-06-15 ~ 2025-07-14 整期未使用）',
    ]))
  it('given back on a bill nobody paid lowers what is open; with the day of the return on its first day it is void', () => {
    expect(lines({ bills: [bill(5, { ...MAY, paid: 0 })] })).toEqual(['open – 未付账单：租金 1593.55（ZD5，未收 3800.00 − 退租 2206.45）'])
    const unpaid = sheetOf({ bills: [MAY, bill(6, { ...JUNE, paid: 0 })], billedUntil: day('2025-07-15') })
    expect(unpaid.cancelled).toEqual([6])
    expect(unpaid.lines.map((l) => l.bill)).toEqual([5])
  })
  it('a later month that was granted or that a coupon paid: only the second is voided', () => {
    const later = { startOn: day('2025-06-15'), endOn: day('2025-07-15'), amount: 0, paid: 0 }
    expect(sheetOf({ bills: [MAY, bill(6, later)], billedUntil: day('2025-07-15') }).cancelled).toEqual([])
  })
  it.each<[string, Partial<BillAtReturn>, number[]]>([
    ['of a later month, not paid', {}, [6]],
    ['paid in part', { paid: 1 }, []],
    ['written off in part', { writtenOff: 1 }, []],
    ['of something else', { billType: 'incidental' }, []],
    ['without days', { startOn: null }, []],
    ['that began the day before', { startOn: day('2025-05-27') }, []],
    ['that begins on the day', { startOn: day('2025-05-28') }, [6]],
    ['of one fen', { amount: 1 }, [6]],
  ])('a bill %s is voided: %s', (_, more, cancelled) =>
    expect(sheetOf({ bills: [MAY, bill(6, { ...JUNE, paid: 0, ...more })], billedUntil: day('2025-07-15') }).cancelled).toEqual(cancelled),
  )
  it('that was not billed yet is a line a month, the running one by its days', () =>
    expect(lines({ bills: [], billedUntil: day('2025-04-15') })).toEqual([
      'fee RENT 未出账租金 2025-04-15 ~ 2025-05-14 3800.00（3800.00 × 1 个月）',
      'fee RENT 未出账租金 2025-05-15 ~ 2025-05-27 1593.55（3800.00 按已用天数折算 1593.55）',
    ]))
  it('less what was granted: of the days that are given back, and of those that were not billed', () => {
    const reliefs = [{ id: 1, startOn: day('2025-06-01'), endOn: day('2025-06-11'), amount: 100_000, label: '停运' }]
    expect(lines({ reliefs, bills: [bill(5, { ...MAY, amount: 280_000, paid: 280_000 })] })[0]).toBe(
      'back – 退还租金：租金 1206.45（3800.00 − 已用 2025-05-15 ~ 2025-05-27 1593.55）',
    )
    expect(
      lines({
        reliefs: [{ ...reliefs[0]!, startOn: day('2025-05-15'), endOn: day('2025-05-25') }],
        bills: [],
        billedUntil: day('2025-05-15'),
      }),
    ).toEqual(['fee RENT 未出账租金 2025-05-15 ~ 2025-05-27 593.55（3800.00 按已用天数折算 593.55）'])
  })
  it('of a month made dearer by a swap comes off the rent bill first, the rest off the newest bill of the difference', () => {
    const all = repriced(YEAR, day('2025-05-15'), 420_000, null)
    const bills = [
      MAY,
      bill(7, { billType: 'swap', label: '换车补差', amount: 10_000, paid: 10_000 }),
      bill(8, { billType: 'swap', label: '换车补差', amount: 30_000, paid: 30_000 }),
    ]
    const { backs } = sheetOf({ all, bills, returnedOn: day('2025-05-15') })
    expect(backs.map((b) => [b.bill, b.amount])).toEqual([
      [5, 380_000],
      [8, 30_000],
      [7, 10_000],
    ])
  })
  it('comes off a bill of the difference only as far as the rent bill does not bear it, and no day is taken that was not billed', () => {
    const swap = bill(7, { billType: 'swap', label: '换车补差', amount: 10_000, paid: 10_000 })
    const amounts = (rent: number) =>
      sheetOf({ bills: [bill(5, { ...MAY, amount: rent, paid: rent }), swap] }).backs.map((b) => [b.bill, b.amount])
    expect(amounts(380_000)).toEqual([[5, 220_645]])
    expect(amounts(220_644)).toEqual([
      [5, 220_644],
      [7, 1],
    ])
  })
  it('of a quarter never takes more off its bill than stands on it', () => {
    const quarter = bill(5, { startOn: day('2025-05-15'), endOn: day('2025-08-15'), amount: 500_000, paid: 500_000 })
    expect(sheetOf({ bills: [quarter], billedUntil: day('2025-08-15') }).backs.map((b) => b.amount)).toEqual([220_645, 279_355])
  })
  it('what was written off stays; what was paid beyond it goes back', () =>
    expect(lines({ bills: [bill(5, { ...MAY, paid: 100_000, writtenOff: 280_000 })] })).toEqual([
      'back – 退还租金：租金 1000.00（3800.00 − 已用 2025-05-15 ~ 2025-05-27 1593.55）',
    ]))
  it('given back on a bill paid in part says what was open before', () =>
    expect(lines({ bills: [bill(5, { ...MAY, paid: 100_000, writtenOff: 5000 })] })).toEqual([
      'open – 未付账单：租金 543.55（ZD5，未收 2750.00 − 退租 2206.45）',
    ]))
  it('of days in two months goes to the bills of each', () => {
    const both = sheetOf({ bills: [MAY, JUNE], billedUntil: day('2025-07-15'), returnedOn: day('2025-06-14') })
    expect(both.backs.map((b) => [b.bill, b.startOn, b.endOn])).toEqual([
      [5, '2025-06-14', '2025-06-15'],
      [6, '2025-06-15', '2025-07-15'],
    ])
  })
  it('a coupon paid part of is no money', () => {
    const coupons = [{ base: 380_000, amount: 30_000, live: 30_000, now: 380_000 }]
    const paid = bill(5, { ...MAY, amount: 350_000, paid: 350_000, coupons })
    expect(lines({ bills: [paid] })).toEqual([
      'back – 退还租金：租金 2032.25（3800.00 − 已用 2025-05-15 ~ 2025-05-27 1593.55；优惠券抵扣的 174.20 不退）',
    ])
    expect(leftOf(paid, sheetOf({ bills: [paid] }).backs)).toBe(146_775)
    const fen = bill(5, { ...MAY, amount: 379_999, paid: 379_999, coupons: [{ ...coupons[0]!, amount: 1, live: 1 }] })
    expect(lines({ bills: [fen] })[0]).toContain('优惠券抵扣的 0.01 不退')
    const whole = bill(6, { ...JUNE, amount: 0, paid: 0, coupons: [{ ...coupons[0]!, amount: 380_000, live: 380_000 }] })
    expect(sheetOf({ bills: [paid, { ...whole, startOn: JUNE.startOn }], billedUntil: day('2025-06-15') }).cancelled).toEqual([6])
  })
  it('kept too long is charged by the factor', () => {
    const late = { returnedOn: day('2026-01-20'), billedUntil: day('2026-01-15'), bills: [] }
    expect(lines(late)).toEqual(['fee OVERDUE_USE 超期用车费 612.90（超期 5 天租金 612.90 × 1）'])
    expect(lines({ ...late, terms: { overdueFactorBp: 15_000 } })).toEqual([
      'fee OVERDUE_USE 超期用车费 919.35（超期 5 天租金 612.90 × 1.5）',
    ])
  })
  it('kept too long is reckoned by the rent of the last term', () => {
    const all = prolonged(YEAR, 'renewal', day('2026-07-15'), 310_000, null)
    expect(lines({ all, returnedOn: day('2026-07-20'), billedUntil: day('2026-07-15'), bills: [] })[0]).toMatch(
      /^fee OVERDUE_USE 超期用车费 500\.00/,
    )
  })
})

describe('what is owed', () => {
  it('open bills by what is open; a settled one is no line', () =>
    expect(
      lines({
        bills: [
          MAY,
          bill(7, { billType: 'incidental', label: '拖车费', amount: 30_000, paid: 10_000, writtenOff: 5000 }),
          bill(8, { billType: 'incidental', label: '清洗费', amount: 10_000, paid: 4000, writtenOff: 6000 }),
        ],
      }),
    ).toEqual(['open – 未付账单：拖车费 150.00（ZD7）', UNUSED]))
  it('a fen is a line: open, late, found', () => {
    const bills = [bill(7, { billType: 'incidental', label: '拖车费', amount: 30_000, paid: 29_999 })]
    expect(lines({ bills, billedUntil: day('2026-01-15'), lateOf: () => 1, cleaningFee: 1 })).toEqual([
      'open – 未付账单：拖车费 0.01（ZD7）',
      'late – 滞纳金：拖车费 0.01（ZD7 计至 2025-05-28）',
      'fee CLEAN 清洁费 0.01（验车确认）',
    ])
  })
  it('late fees to the day of the return, with how they came about', () => {
    const asked: [number, number][] = []
    const lateOf = (id: number, amount: number): number => {
      asked.push([id, amount])
      return id === 7 ? 1330 : 0
    }
    const bills = [MAY, bill(7, { billType: 'incidental', label: '拖车费', amount: 30_000, paid: 30_000 })]
    expect(lines({ bills, lateOf })[0]).toBe('late – 滞纳金：拖车费 13.30（ZD7 计至 2025-05-28）')
    // Of what the bill comes to once the days that were not used are off it.
    expect(asked).toEqual([
      [5, 159_355],
      [7, 30_000],
    ])
    expect(lines({ bills, lateOf, lateHow: () => '300.00 × 7 天' })[0]).toBe(
      'late – 滞纳金：拖车费 13.30（ZD7 计至 2025-05-28：300.00 × 7 天）',
    )
  })
  it('a late fee posted for rent that is not owed comes off its bill: what nobody paid first, what was paid goes back', () => {
    const late = (id: number, amount: number, paid: number) => bill(id, { billType: 'late', label: '滞纳金', amount, paid, ofBill: 5 })
    const lateOver = (id: number): number => (id === 5 ? 2000 : 99)
    expect(lines({ bills: [MAY, late(8, 1500, 0), late(9, 2500, 2500)], lateOver })).toEqual(
      [UNUSED, '退还滞纳金 5.00（ZD9，已付 25.00，计至 2025-05-28 应为 20.00）'].map((text, i) => (i === 1 ? `back – ${text}` : text)),
    )
    expect(lines({ bills: [MAY, late(8, 2500, 0)], lateOver })).toEqual([
      'open – 未付账单：滞纳金 5.00（ZD8，未收 25.00 − 冲减 20.00）',
      UNUSED,
    ])
    const nobodys = bill(8, { billType: 'late', label: '滞纳金', amount: 2500, paid: 0 })
    const one = bill(1, { billType: 'incidental', label: '拖车费', amount: 100, paid: 100 })
    expect(lines({ bills: [MAY, one, nobodys], lateOver: () => 2000 })[0]).toBe('open – 未付账单：滞纳金 25.00（ZD8）')
    expect(lines({ bills: [MAY, late(8, 2500, 0)] })).toEqual(['open – 未付账单：滞纳金 25.00（ZD8）', UNUSED])
  })
})

describe('a penalty for an early return', () => {
  const penalty = (terms: Partial<ReturnInput['terms']>, more: Partial<ReturnInput> = {}) =>
    lines({ bills: [], billedUntil: day('2026-01-15'), ...more, terms }).filter((l) => l.includes('PENALTY'))
  it.each<[string, Partial<ReturnInput['terms']>, string[]]>([
    ['none', { earlyPenalty: 'none', earlyPenaltyMonths: 2, earlyPenaltyBp: 2000 }, []],
    ['a month', { earlyPenalty: 'months', earlyPenaltyMonths: 1 }, ['fee PENALTY 提前退车违约金 3800.00（3800.00 × 1 个月）']],
    ['two months', { earlyPenalty: 'months', earlyPenaltyMonths: 2 }, ['fee PENALTY 提前退车违约金 7600.00（3800.00 × 2 个月）']],
    ['months that nobody filled in are one', { earlyPenalty: 'months' }, ['fee PENALTY 提前退车违约金 3800.00（3800.00 × 1 个月）']],
    [
      'a fifth of what would have come',
      { earlyPenalty: 'remainingRate', earlyPenaltyBp: 2000 },
      ['fee PENALTY 提前退车违约金 5761.29（剩余租金 28806.45 × 20%）'],
    ],
    ['a share that nobody filled in is none', { earlyPenalty: 'remainingRate' }, []],
    [
      'by months served',
      {
        earlyPenalty: 'tiers',
        earlyPenaltyTiers: [
          { servedUnder: 3, months: 3 },
          { servedUnder: 6, months: 2 },
        ],
      },
      ['fee PENALTY 提前退车违约金 7600.00（已租满 4 个月：3800.00 × 2 个月）'],
    ],
    ['after the last tier', { earlyPenalty: 'tiers', earlyPenaltyTiers: [{ servedUnder: 4, months: 3 }] }, []],
    ['tiers that nobody filled in', { earlyPenalty: 'tiers' }, []],
  ])('%s', (_, terms, says) => expect(penalty(terms)).toEqual(says))
  it('is waived in part, or altogether', () => {
    expect(penalty({ earlyPenalty: 'months', earlyPenaltyMonths: 1 }, { penaltyWaived: 80_000 })).toEqual([
      'fee PENALTY 提前退车违约金 3000.00（3800.00 × 1 个月 − 减免 800.00）',
    ])
    expect(penalty({ earlyPenalty: 'months', earlyPenaltyMonths: 1 }, { penaltyWaived: 999_999 })).toEqual([])
  })
  it('is none on the last day or later, and one the day before', () => {
    const months = { earlyPenalty: 'months', earlyPenaltyMonths: 1 } as const
    expect(penalty(months, { returnedOn: day('2026-01-15') })).toEqual([])
    expect(penalty(months, { returnedOn: day('2026-01-20') })).toEqual([])
    expect(penalty(months, { returnedOn: day('2026-01-14') })).toHaveLength(1)
  })
  it('is reckoned by the rent of the day', () => {
    const all = prolonged(YEAR, 'renewal', day('2026-07-15'), 310_000, null)
    const months = { earlyPenalty: 'months', earlyPenaltyMonths: 1 } as const
    expect(penalty(months, { all, returnedOn: day('2026-02-20') })[0]).toContain('3100.00 × 1 个月')
    expect(penalty(months, { all })[0]).toContain('3800.00 × 1 个月')
  })
})

describe('what the inspection found', () => {
  const linesWith = (more: Parameters<typeof sheetOf>[0]) => lines({ bills: [], billedUntil: day('2026-01-15'), ...more })
  it('damages of the lessee alone, missing parts, cleaning, what the clerk adds', () =>
    expect(
      linesWith({
        damages: [
          { part: '前保险杠', responsibility: 'lessee', amount: 85_000 },
          { part: '后视镜', responsibility: 'insurer', amount: 20_000 },
        ],
        missing: [{ name: '三角牌', amount: 3000 }],
        cleaningFee: 5000,
        extras: [
          { feeItem: 'TOW', label: '拖车费', amount: 30_000, note: null },
          { feeItem: 'OTHER', label: '其他', amount: 1000, note: '停车费' },
          { feeItem: 'OTHER', label: '其他', amount: 0, note: '无' },
        ],
      }),
    ).toEqual([
      'fee DAMAGE 车损：前保险杠 850.00（定损金额）',
      'fee MISSING 缺件：三角牌 30.00（赔偿金额）',
      'fee CLEAN 清洁费 50.00（验车确认）',
      'fee TOW 拖车费 300.00（结算时填写）',
      'fee OTHER 其他：停车费 10.00（结算时填写）',
    ]))
  it('kilometres above the quota of the months and days', () => {
    expect(linesWith({ driven: 14_058 })).toEqual(['fee OVER_KM 超里程费 400.00（（行驶 14058 − 额度 13258）= 超出 800 公里 × 0.50）'])
    expect(linesWith({ driven: 13_258 })).toEqual([])
    expect(linesWith({ driven: -5 })).toEqual([])
    expect(linesWith({ driven: -5, returnedOn: day('2025-01-15') })).toEqual([])
  })
  it.each<[string, Parameters<typeof sheetOf>[0]]>([
    ['a company that charges none', { chargeMileage: false }],
    ['terms without a quota', { terms: { quotaKm: null } }],
    ['terms without a price', { terms: { overKmPrice: null } }],
  ])('no kilometres for %s', (_, more) => expect(linesWith({ driven: 99_000, ...more })).toEqual([]))
  it.each<[string, number, number, string[]]>([
    ['as it was', 80, 80, []],
    ['fuller than it was', 80, 90, []],
    ['within what is free', 80, 75, []],
    ['a point more', 80, 74, ['fee ENERGY 电量/油量差额 3.00（（交车 80% − 退车 74% − 免收 5%）× 3.00）']],
    ['a part of a point counts as one', 80, 74.5, ['fee ENERGY 电量/油量差额 3.00（（交车 80% − 退车 74.5% − 免收 5%）× 3.00）']],
    ['thirty points', 80, 45, ['fee ENERGY 电量/油量差额 90.00（（交车 80% − 退车 45% − 免收 5%）× 3.00）']],
  ])('energy %s', (_, from, to, says) => expect(linesWith({ energy: { from, to, toleranceBp: 500, pricePerPercent: 300 } })).toEqual(says))
  it('a damage of nothing is no line', () =>
    expect(linesWith({ damages: [{ part: '门', responsibility: 'lessee', amount: 0 }] })).toEqual([]))
})

describe('who pays whom', () => {
  const tow = bill(7, { billType: 'incidental', label: '拖车费', amount: 30_000, paid: 0 })
  const whole = {
    bills: [MAY, tow],
    terms: { earlyPenalty: 'months' as const, earlyPenaltyMonths: 1 },
    damages: [{ part: '前保险杠', responsibility: 'lessee', amount: 85_000 }],
    driven: 14_058,
  }
  it('the example of the accountants: 5,350.00 owed, 2,206.45 back, the deposit bears the rest', () => {
    const sheet = sheetOf(whole)
    expect(chargesOf(sheet)).toBe(535_000)
    expect(sheet.result).toEqual({
      totalCharges: 535_000,
      totalCredits: 220_645,
      net: 314_355,
      balanceUsed: 220_645,
      vehicleDepositUsed: 314_355,
      violationDepositUsed: 0,
      receivable: 0,
      refundOfBalance: 0,
      refundOfDeposit: 185_645,
      refund: 185_645,
      violationHeld: 200_000,
    })
  })
  it('the violation deposit above what must stay, where the contract says so', () => {
    const poor = { ...whole, vehicleDeposit: 300_000 }
    expect(sheetOf(poor).result).toMatchObject({ violationDepositUsed: 0, receivable: 14_355, violationHeld: 200_000 })
    expect(sheetOf({ ...poor, terms: { ...whole.terms, violationKeep: 190_000 } }).result).toMatchObject({
      violationDepositUsed: 10_000,
      receivable: 4355,
      violationHeld: 190_000,
    })
  })
  it('the balance goes back, or stays for the other leases', () => {
    const rich = { balance: 100_000 }
    expect(sheetOf(rich).result).toMatchObject({ refundOfBalance: 320_645, refund: 820_645 })
    expect(sheetOf({ ...rich, keepBalance: true }).result).toMatchObject({ refundOfBalance: 220_645, refund: 720_645 })
    // Only what is left of it stays: rent given back is no balance of before.
    expect(sheetOf({ ...whole, balance: 100_000, keepBalance: true }).result).toMatchObject({ refundOfBalance: 0, balanceUsed: 320_645 })
    expect(sheetOf({ balance: 0, keepBalance: true }).result).toMatchObject({ refundOfBalance: 220_645, refund: 720_645 })
  })
  it('asked of the lines alone says the same', () => {
    const { lines: of, result } = sheetOf({ ...whole, balance: 5000 })
    expect(
      resultOf(of, { balance: 5000, keepBalance: false, vehicleDeposit: 500_000, violationDeposit: 200_000, violationKeep: null }),
    ).toEqual(result)
  })
})
