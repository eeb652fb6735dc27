/** Which open bills a line of a bank statement may be for, and why. Pure; a person decides. */
import type { Day } from '#kit/basics/time/day.ts'

export interface OpenDebt {
  lessee: number
  name: string
  /** Names under which this customer has paid before. */
  payers: readonly string[]
  /** Accounts that a person has accepted as this customer's before. */
  accounts: readonly string[]
  bills: readonly { id: number; no: string; remain: number; dueOn: Day; plate: string | null; contractNo: string | null }[]
}
export interface Suggestion {
  lessee: number
  name: string
  bills: number[]
  /** Sum of the open amounts of the bills. */
  sum: number
  /** 0–100. */
  score: number
  reasons: string[]
}

const bigrams = (text: string): Set<string> => new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2)))
const plainName = (text: string): string => text.replaceAll(/[\s()（）·]|有限责任公司|有限公司|股份/g, '')

/** 1 for the same name, 0 for nothing in common (Dice over pairs of characters). */
export function likeness(a: string, b: string): number {
  const [x, y] = [plainName(a), plainName(b)]
  if (x === '' || y === '') return 0
  if (x === y) return 1
  const [p, q] = [bigrams(x), bigrams(y)]
  const common = [...p].filter((pair) => q.has(pair)).length
  return p.size + q.size === 0 ? 0 : (2 * common) / (p.size + q.size)
}

/** Which of a customer's bills an amount may be for: one bill, all of them, or the oldest that it exactly pays. */
function fittingBills(amount: number, bills: OpenDebt['bills']): { ids: number[]; sum: number; exact: boolean; why: string } {
  const oldest = bills.toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : a.dueOn > b.dueOn ? 1 : a.id - b.id))
  const one = oldest.find((b) => b.remain === amount)
  if (one) return { ids: [one.id], sum: one.remain, exact: true, why: `金额等于账单 ${one.no} 的未收` }
  let sum = 0
  for (let n = 1; n <= oldest.length; n++) {
    sum += oldest[n - 1]!.remain
    if (sum === amount) return { ids: oldest.slice(0, n).map((b) => b.id), sum, exact: true, why: `金额等于最早 ${n} 张账单的未收合计` }
    if (sum > amount) return { ids: oldest.slice(0, n).map((b) => b.id), sum, exact: false, why: '' }
  }
  return { ids: oldest.map((b) => b.id), sum, exact: false, why: '' }
}

const HALF = 0.5

export function suggest(
  line: { amount: number; payerName: string; payerAccount?: string; memo: string },
  debts: readonly OpenDebt[],
): Suggestion[] {
  const memo = line.memo.toUpperCase()
  const all = debts.map((debt): Suggestion => {
    const reasons: string[] = []
    let score = 0
    // What the payer wrote himself says more than anything else.
    const named = debt.bills.filter(
      (b) =>
        memo.includes(b.no.toUpperCase()) ||
        (b.plate !== null && memo.includes(b.plate.toUpperCase())) ||
        (b.contractNo !== null && memo.includes(b.contractNo.toUpperCase())),
    )
    if (named.length) {
      score += 45
      reasons.push('附言写有账单号、合同号或车牌')
    } else if (debt.name.length > 1 && memo.includes(debt.name.toUpperCase())) {
      score += 30
      reasons.push('附言写有承租人')
    }
    const like = Math.max(
      likeness(line.payerName, debt.name),
      ...debt.payers.map((name) => (likeness(line.payerName, name) === 1 ? 0.95 : 0)),
    )
    if (like === 1) reasons.push('付款人就是承租人')
    else if (like >= 0.95) reasons.push('此人为该承租人付过款')
    else if (like >= HALF) reasons.push('付款人与承租人名称相近')
    if (like >= HALF) score += Math.round(40 * like)
    if (line.payerAccount && debt.accounts.includes(line.payerAccount)) {
      score += 20
      reasons.push('此账号曾被采用为该承租人')
    }
    const fit = fittingBills(line.amount, named.length ? named : debt.bills)
    if (fit.exact) {
      score += 35
      reasons.push(fit.why)
    }
    return { lessee: debt.lessee, name: debt.name, bills: fit.ids, sum: fit.sum, score: Math.min(100, score), reasons }
  })
  return all
    .filter((s) => s.score >= 35)
    .toSorted((a, b) => b.score - a.score || a.lessee - b.lessee)
    .slice(0, 5)
}
