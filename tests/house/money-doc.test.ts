/** docs/operations/money.md is what an accountant reckons by: each worked example in it is computed here by the product's own rules. */
import { describe, expect, test } from 'vitest'
import { day, type Day } from '#kit/basics/time/day.ts'
import { formatFen, negated, sumFen } from '#kit/basics/fen.ts'
import { lateFee, lateFeeFormula } from '#modules/billing/bills/late-fee.rules.ts'
import { spread } from '#modules/billing/payments/payment.rules.ts'
import { splitBase, splitDifference, splitTargets } from '#modules/billing/shares/split.rules.ts'
import { creditedTo, livesAfter } from '#modules/billing/coupons/coupon.rules.ts'
import { splitVat } from '#modules/billing/bills/vat.rules.ts'
import { differenceOf, partsOf, repricing } from '#modules/leasing/changes/change.rules.ts'
import { boundary, planItems, previewPlan, rentBetween, type PlanInput } from '#modules/leasing/rent/plan.rules.ts'
import { rentBeyond } from '#modules/leasing/rent/later.rules.ts'
import { earlyPenalty, mileageCharge, rentBack, settleReturn, violationHoldUntil } from '#modules/leasing/returns/settlement.rules.ts'
import { firstTerm, monthsOf, prolonged, repriced, type Term } from '#modules/leasing/rent/timeline.rules.ts'
import type { RentTerms } from '#modules/leasing/rent/terms.rules.ts'
import { textOf } from './source.ts'

const doc = textOf('docs/operations/money.md')
const P1: PlanInput = {
  monthlyRent: 380_000,
  payCycleMonths: 1,
  billMode: 'advance',
  anchorMode: 'startDay',
  prorateMode: 'actual',
  dayRule: 'excludeEnd',
  issueAheadDays: 7,
  dueOffsetDays: 0,
  startOn: day('2025-01-15'),
  endOn: day('2026-01-15'),
}
const TERMS: RentTerms = {
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
}
const lease = [firstTerm(P1)]
const months = (all: readonly Term[]) => monthsOf(TERMS, all)
const yuan = (amount: number): string => formatFen(amount)
/** The paragraph or row of the page that begins or holds these words. */
const line = (words: string): string => {
  const lines = doc.split('\n').filter((text) => text.includes(words))
  if (lines.length !== 1) throw new Error(`${lines.length} lines say ${words}`)
  return lines[0]!
}
const section = (heading: string): string => doc.slice(doc.indexOf(`## ${heading}`)).split('\n## ')[0]!
const says = (words: string, ...amounts: number[]): void => {
  for (const amount of amounts) expect(line(words)).toContain(yuan(amount))
}

describe('the worked examples', () => {
  test('§1: the 31st, and the two parts of a month', () => {
    const days = [0, 1, 2, 3].map((k) => boundary(day('2025-01-31'), k, 1).slice(5))
    expect(section('1.')).toContain(days.join('→'))
    const stubs = (prorateMode: 'actual' | 'thirty'): number[] => {
      const { periods } = previewPlan({
        ...P1,
        anchorMode: 'calendarMonth',
        prorateMode,
        startOn: day('2025-03-10'),
        endOn: day('2026-03-10'),
      })
      return [periods[0]!.amount, periods.at(-1)!.amount]
    }
    const [first, last] = stubs('actual') as [number, number]
    says('首期 22/31 天', first)
    says('末期 9/31 天', last)
    says('| 两者相加', first + last)
    says('改为“按 30 天”', ...stubs('thirty'))
  })
  test('§3 and §4: a swap and a reduction in the middle of a month', () => {
    const swap = repricing(
      months(lease),
      months(repriced(lease, day('2025-04-25'), 420_000, null)),
      [],
      day('2025-04-25'),
      day('2025-05-15'),
    )[0]!
    says('原车已用 10 天', swap.oldUsed)
    says('原车剩余退回', swap.oldCredit)
    says('新车 20 天', swap.newCharge)
    says('**换车补差账单**', differenceOf(swap))
    const free = {
      method: 'freeDays',
      startOn: day('2025-06-20'),
      lastOn: day('2025-06-29'),
      amountOff: null,
      rateBp: null,
      newRent: null,
      newDailyRent: null,
      most: null,
    } as const
    const off = sumFen(
      partsOf(free, {
        terms: TERMS,
        all: lease,
        granted: [],
        billedUntil: day('2025-07-15'),
        charged: [{ bill: 1, startOn: day('2025-06-15'), amount: 380_000 }],
      }).map((p) => p.amount),
    )
    says('减免 = C(15) − C(5)', off)
    says('账单未付：账单变为', 380_000 - off)
    says('账单已付：转入预存余额', off)
  })
  test('§3: a cheaper vehicle for a quarter of which one month was nearly free', () => {
    const days = { startOn: day('2025-02-15'), endOn: day('2025-03-15') }
    const granted = { ...days, id: 1, label: '', method: 'amount', rateBp: null, amountOff: 350_000, most: null } as const
    const parts = repricing(
      months(lease),
      months(repriced(lease, day('2025-01-15'), 300_000, null)),
      [granted],
      day('2025-01-15'),
      day('2025-04-15'),
    )
    says('| 第一个月、第三个月', parts[0]!.oldCredit, parts[0]!.newCharge, -differenceOf(parts[0]!))
    says('| 第二个月', 350_000, parts[1]!.oldCredit, parts[1]!.newCharge, -differenceOf(parts[1]!))
    const sum = sumFen(parts.map(differenceOf))
    says('| 账单合计', 3 * 380_000, negated(sum), 3 * 380_000 - 350_000 + sum)
  })
  test('§5: half a year more, and five days more', () => {
    const term = {
      seq: 1,
      source: 'first' as const,
      anchorOn: day('2025-07-15'),
      startOn: day('2025-07-15'),
      endOn: day('2026-07-15'),
      monthlyRent: 380_000,
      dailyRent: null,
    }
    const renewed = prolonged([term], 'renewal', day('2027-01-15'), 360_000, null).at(-1)!
    const input = { ...P1, monthlyRent: renewed.monthlyRent, startOn: renewed.startOn, endOn: renewed.endOn, anchorOn: renewed.anchorOn }
    expect(section('5.')).toContain(`合计 ${yuan(rentBetween(input, renewed.startOn, renewed.endOn))}`)
    expect(section('5.')).toContain(yuan(rentBeyond(TERMS, lease, [], day('2026-01-20'))))
  })
  test('§6: back early', () => {
    const returnedOn = day('2025-05-28')
    const { used, back } = rentBack(planItems(P1).slice(4, 5), returnedOn, 'excludeEnd')[0]!
    const penalty = earlyPenalty({ kind: 'months', months: 1 }, P1, returnedOn).amount
    const more = earlyPenalty({ kind: 'remainingRate', bp: 2000 }, P1, returnedOn).amount
    const km = mileageCharge({ quotaKmPerMonth: 3000, overKmFen: 50 }, P1, returnedOn, 26_408 - 12_350)
    const settle = (fine: number) =>
      settleReturn({
        charges: [fine, 85_000, km.amount, 30_000].map((amount, i) => ({ name: String(i), amount })),
        credits: [{ name: '退', amount: back }],
        balance: 0,
        vehicleDeposit: 500_000,
        violationDeposit: 200_000,
      })
    says('| 已用 13 天', used)
    says('退还租金（冲在该期账单上）', back)
    says('| 违约金 |', penalty)
    says('| 超里程 |', km.amount)
    expect(line('里程额度 = 每月')).toContain('1,258 km')
    const plain = settle(penalty)
    says('| 应收合计 |', plain.totalCharges)
    says('| 净额 =', plain.net)
    says('车辆押金 5,000 抵扣', plain.vehicleDepositUsed, plain.refund)
    expect(line('违章押金 2,000 保留 30 天')).toContain(violationHoldUntil(returnedOn, 30))
    const large = settle(more)
    expect(section('6.')).toContain(`为 ${yuan(more)}，净额 ${yuan(large.net)}`)
    expect(section('6.')).toContain(`待收 ${yuan(large.receivable)}`)
    const tiers = earlyPenalty(
      {
        kind: 'tiers',
        tiers: [
          { servedUnder: 3, months: 3 },
          { servedUnder: 6, months: 2 },
        ],
      },
      P1,
      returnedOn,
    )
    says('按已租月数分档', tiers.amount)
  })
  test('§7: late fees, with the formula the bill shows', () => {
    const bill = { principal: 380_000, dueOn: day('2025-02-10'), graceDays: 3, rateBp: 5 }
    const paid = [
      { amount: 200_000, valueOn: day('2025-02-20') },
      { amount: 180_000, valueOn: day('2025-03-05') },
    ]
    says('02-20 付 2,000', lateFee(bill, paid.slice(0, 1), day('2025-02-20')))
    says('03-05 付清 1,800', lateFee(bill, paid, day('2025-03-05')))
    expect(doc).toContain(lateFeeFormula(bill, paid, day('2025-03-05')))
  })
  test('§8: one receipt over three bills', () => {
    const of = (id: number, billType: string, dueOn: string, remain: number, ofBill: number | null = null) => ({
      id,
      billType,
      dueOn: dueOn as Day,
      issueOn: dueOn as Day,
      remain,
      ofBill,
    })
    const { shares, left } = spread(
      600_000,
      [of(1, 'rent', '2025-02-10', 180_000), of(2, 'rent', '2025-03-10', 380_000), of(3, 'late', '2025-03-05', 2_500, 1)],
      'LAW',
    )
    const share = (bill: number): number => shares.find((s) => s.bill === bill)!.amount
    says('| 滞纳金账单 |', share(3))
    says('| 旧账单余额 |', share(1))
    says('| 新账单 |', share(2))
    says('| 转入预存余额 |', left)
  })
  test('§9: rent given back on a bill that a coupon paid part of', () => {
    const rentSplit = rentBack(planItems(P1).slice(3, 4), day('2025-04-28'), 'excludeEnd')[0]!
    const use = { amount: 30_000, base: 380_000, live: 30_000, now: 380_000 }
    const [live] = livesAfter([use], rentSplit.back) as [number]
    const after = creditedTo(350_000, rentSplit.back, [use])
    says('租金已用 13 天 |', rentSplit.used)
    says('租金未用 17 天', rentSplit.back)
    says('优惠券保留 300 ×', live)
    says('优惠券收回', 30_000 - live)
    says('**券后实退**', 350_000 - after)
    says('客户实付 = 1,646.67', after)
  })
  test('§11: the shares before and after a refund', () => {
    const rule = {
      receivers: [
        { party: '平台', bp: 500 },
        { party: '门店（尾差方）', bp: 7000 },
        { party: '车源方', bp: 2000 },
        { party: '渠道', bp: 500 },
      ],
      tailParty: '门店（尾差方）',
    }
    const before = splitTargets(380_000, rule)
    const after = splitTargets(splitBase(380_000, 220_645, 'proportional'), rule)
    const back = splitDifference(after, new Map(before.map(({ party, amount }) => [party, amount])))
    for (const [i, { party, amount }] of before.entries()) says(`| ${party} |`, amount, after[i]!.amount, negated(back[i]!.amount))
  })
  test('§12 and §13: what was earned in May, and the tax inside an amount', () => {
    const [before, after] = [rentBetween(P1, day('2025-05-01'), day('2025-05-15')), rentBetween(P1, day('2025-05-15'), day('2025-05-28'))]
    says('权责收入 1,773.33', before, after, before + after)
    expect(section('12.')).toContain(yuan(rentBetween(P1, day('2025-04-15'), day('2025-05-01'))))
    const { net, tax } = splitVat(380_000, 1300)
    expect(section('13.')).toContain(yuan(tax))
    expect(section('13.')).toContain(yuan(net))
  })
})
