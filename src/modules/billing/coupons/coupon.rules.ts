/** What a coupon takes off a bill, and what of it stands when the bill is credited later (docs/decisions/0020-coupons.md). */
import type { Day } from '#kit/basics/time/day.ts'
import { fen, mulDivRound, plainYuan, sumFen, type Fen } from '#kit/basics/fen.ts'

export interface CouponTerms {
  status: string
  kind: 'fullCut' | 'direct' | 'discount' | 'freeDays'
  threshold: number | null
  amountOff: number | null
  /** What is still paid, in basis points: 8500 is 8.5 折. */
  payBp: number | null
  cap: number | null
  freeDays: number | null
  feeItems: readonly { feeItem: string | null }[] | null
  stackable: boolean
}
export interface Charge {
  feeItem: string
  amount: number
}
/** A coupon that stands on the bill. */
interface Applied {
  coupon: number
  stackable: boolean
  scope: readonly string[]
  live: number
}
export interface Ground {
  charges: readonly Charge[]
  remain: number
  /** Days of the bill's period; null where it has none. */
  days: number | null
  applied: readonly Applied[]
}
interface Worth {
  amount: Fen
  /** The charges it was reckoned on. */
  base: Fen
  formula: string
}
export type Judged = Worth | { reason: string }

/** Whatever changes rent afterwards is rent: a coupon on rent follows it. */
const RENT_LIKE = new Set(['RENT', 'SWAP_DIFF', 'REDUCE', 'RENT_BACK'])
const kindOf = (feeItem: string): string => (RENT_LIKE.has(feeItem) ? 'RENT' : feeItem)

/** The fee items a coupon is for; rent when none is named. */
export function scopeOf(feeItems: CouponTerms['feeItems']): string[] {
  const named = [...new Set((feeItems ?? []).flatMap((row) => (row.feeItem ? [row.feeItem] : [])))]
  return named.length ? named : ['RENT']
}

export const scopeSum = (scope: readonly string[], charges: readonly Charge[]): Fen =>
  sumFen(charges.filter((c) => scope.includes(kindOf(c.feeItem))).map((c) => c.amount))

/** 300000 → «3000», 38050 → «380.5»: amounts as people say them. */
const said = (amount: number): string => plainYuan(amount).replace(/\.?0+$/, '')
const percent = (bp: number): string => `${bp / 100}%`

/** The offer in words, as it stands on lists: «满 3000 减 300», «8.5 折，最高 200», «免租 3 天». */
export function offerText(t: Pick<CouponTerms, 'kind' | 'threshold' | 'amountOff' | 'payBp' | 'cap' | 'freeDays'>): string {
  const from = t.threshold && t.kind !== 'direct' ? `满 ${said(t.threshold)} ` : ''
  switch (t.kind) {
    case 'fullCut':
      return `${from}减 ${said(t.amountOff ?? 0)}`
    case 'direct':
      return `立减 ${said(t.amountOff ?? 0)}`
    case 'discount':
      return `${from}${(t.payBp ?? 0) / 1000} 折${t.cap ? `，最高 ${said(t.cap)}` : ''}`
    case 'freeDays':
      return `${from}免租 ${t.freeDays ?? 0} 天`
  }
}

/** Before any limit of the bill. */
function offered(t: CouponTerms, base: number, days: number | null): { amount: number; how: string } {
  switch (t.kind) {
    case 'fullCut':
    case 'direct':
      return { amount: t.amountOff ?? 0, how: '' }
    case 'discount': {
      const off = mulDivRound(base, 10_000 - (t.payBp ?? 10_000), 10_000)
      const how = `：${plainYuan(base)} × ${percent(10_000 - (t.payBp ?? 10_000))} = ${plainYuan(off)}`
      return { amount: t.cap === null ? off : Math.min(off, t.cap), how }
    }
    case 'freeDays': {
      const free = Math.min(t.freeDays ?? 0, days ?? 0)
      return { amount: days ? mulDivRound(base, free, days) : 0, how: `：${plainYuan(base)} ÷ ${days} 天 × ${free} 天` }
    }
  }
}

/** Why it cannot stand beside what the bill has already. */
function refuseBeside(t: Pick<CouponTerms, 'stackable'> & { id: number }, applied: readonly Applied[]): string | null {
  if (applied.length === 0) return null
  if (applied.some((a) => a.coupon === t.id)) return '同一优惠券在一张账单上只能使用一次'
  if (!t.stackable) return '该优惠券不能与其他优惠券同时使用'
  return applied.every((a) => a.stackable) ? null : '账单上已有不能叠加的优惠券'
}

/** Never more than what is charged in its scope, never more than what is still open. */
export function worthOf(t: CouponTerms & { id: number }, g: Ground): Judged {
  const beside = refuseBeside(t, g.applied)
  if (beside) return { reason: beside }
  const scope = scopeOf(t.feeItems)
  const base = scopeSum(scope, g.charges)
  if (base <= 0) return { reason: '账单没有该优惠券适用的费用' }
  if (t.kind === 'freeDays' && !g.days) return { reason: '账单没有账期，不能免租' }
  if (t.kind !== 'direct' && t.threshold && base < t.threshold)
    return { reason: `适用费用 ${plainYuan(base)}，未满 ${plainYuan(t.threshold)}` }
  const { amount, how } = offered(t, base, g.days)
  const taken = sumFen(g.applied.filter((a) => a.scope.some((s) => scope.includes(s))).map((a) => a.live))
  const most = Math.max(0, Math.min(base - taken, g.remain))
  const off = Math.min(amount, most)
  if (off <= 0) return { reason: most <= 0 ? '账单已没有可以抵扣的金额' : '抵扣金额为 0' }
  return { amount: fen(off), base, formula: `${offerText(t)}${how}${off < amount ? `，以未收 ${plainYuan(off)} 为限` : ''}` }
}

/** One of the customer's coupons: what it would take off a bill, or why it does not fit. */
export interface Candidate {
  id: number
  no: string
  name: string
  offer: string
  lastOn: string
  amount: number
  formula: string
  reason: string | null
}
/** Of coupons given to many customers at once. */
export interface IssueReport {
  issued: number
  left: number
  failures: { lessee: number; name: string; message: string }[]
}

export interface Holding {
  status: string
  lessee: number
  startOn: Day
  lastOn: Day
}
export interface BillOfCoupon {
  status: string
  lessee: number
  billType: string
  direction: string
}
const HELD: Record<string, string> = {
  locked: '已用在另一张账单上',
  used: '优惠券已使用',
  expired: '优惠券已过期',
  recalled: '优惠券已回收',
}

/** Deposits are the customer's own, and late fees are no price. */
export const refuseKind = (b: Pick<BillOfCoupon, 'billType' | 'direction'>): string | null =>
  b.direction !== 'receivable' || b.billType === 'deposit' || b.billType === 'late' ? '押金和滞纳金账单不能使用优惠券' : null

/** Why this customer's coupon is not for this bill on this day, whatever it is worth. */
function refuseUse(t: CouponTerms, c: Holding, b: BillOfCoupon, today: Day): string | null {
  if (b.status !== 'unpaid' && b.status !== 'partlyPaid') return '只有未付清的账单才能使用优惠券'
  const never = refuseKind(b)
  if (never) return never
  if (c.lessee !== b.lessee) return '优惠券属于其他承租人'
  if (c.status !== 'unused') return HELD[c.status] ?? '优惠券不可用'
  // Recalled in a while, if there are many (issue.server.ts).
  if (t.status === 'voided') return '优惠券已作废'
  if (today < c.startOn) return `${c.startOn} 起才能使用`
  return today > c.lastOn ? `已于 ${c.lastOn} 过期` : null
}

export function judge(t: CouponTerms & { id: number }, c: Holding, b: BillOfCoupon, g: Ground, today: Day): Judged {
  const reason = refuseUse(t, c, b, today)
  return reason ? { reason } : worthOf(t, g)
}

export interface Standing {
  /** What it took off, and of which charges. */
  amount: number
  base: number
  /** What of it stands now. */
  live: number
}
/** A use that follows the rent of its bill, with what its charges are worth now. */
export type RentUse = Standing & { now: number }

/**
 * What the coupons on a bill still take off after `credit` of its rent: their part of what is left of the charges they were
 * reckoned on, all of them together rounded down once. Whoever gets rent back gets the coupons' part of it not in money. It never
 * grows again.
 */
function standingAfter(uses: readonly RentUse[], credit: number): Fen {
  let [sum, under] = [0n, 1n]
  for (const use of uses) {
    const now = BigInt(Math.max(0, Math.min(use.now - credit, use.base)))
    sum = sum * BigInt(use.base) + BigInt(use.amount) * now * under
    under *= BigInt(use.base)
  }
  return fen(Math.min(sumFen(uses.map((use) => use.live)), Number(sum / under)))
}

/** What each use has left after the credit: the last one gives back first, as the last receipt does. */
export function livesAfter(uses: readonly RentUse[], credit: number): number[] {
  let back = sumFen(uses.map((use) => use.live)) - standingAfter(uses, credit)
  return uses
    .toReversed()
    .map((use) => {
      const part = Math.min(back, use.live)
      back -= part
      return use.live - part
    })
    .toReversed()
}

/** What a bill comes to after `credit` is taken off the rent on it: the credit less the coupons' part of it. */
export const creditedTo = (amount: number, credit: number, uses: readonly RentUse[]): Fen =>
  fen(amount - credit + sumFen(uses.map((use) => use.live)) - standingAfter(uses, credit))

/** The most rent that can be taken off a bill of `amount` so that `keep` of it still stands. */
export function mostCredit(amount: number, keep: number, uses: readonly RentUse[]): Fen {
  let [low, high] = [0, amount + sumFen(uses.map((use) => use.live))]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (creditedTo(amount, middle, uses) >= keep) low = middle
    else high = middle - 1
  }
  return fen(low)
}
