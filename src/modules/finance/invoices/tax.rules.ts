/**
 * How much of a bill may be invoiced and what tax each line carries (finance.md §3.1, G5, G6). Prices include tax; the tax of a part is
 * always the tax of all parts so far less what the earlier ones carried, so that parts add up to the whole to the fen.
 */
import { fen, mulDivRound, sumFen, type Fen } from '#kit/basics/fen.ts'

/** Tax within a gross amount. */
export const taxOf = (gross: number, rateBp: number): Fen => mulDivRound(gross, rateBp, 10_000 + rateBp)

export interface Charge {
  id: number
  feeItem: string
  amount: number
  /** Null: 不征税, no invoice is ever made of it. */
  rateBp: number | null
}

/** Credits of rent on the same bill lessen rent first. */
const OF_RENT = new Set(['RENT_BACK', 'REDUCE', 'COUPON'])

/** What may be invoiced of each charge: credits on the bill lessen its charges, a credit of rent the rent before all else. */
export function invoiceable(charges: readonly Charge[]): Map<number, number> {
  const left = new Map(charges.filter((c) => c.amount > 0 && c.rateBp !== null).map((c) => [c.id, c.amount]))
  for (const credit of charges.filter((c) => c.amount < 0)) {
    // What is credited of a deposit or a fine paid for somebody lessens no invoice, unless nothing else is left to lessen.
    if (credit.rateBp === null && !OF_RENT.has(credit.feeItem)) continue
    let rest = -credit.amount
    const same = (c: Charge): boolean => (OF_RENT.has(credit.feeItem) ? c.feeItem === 'RENT' : c.feeItem === credit.feeItem)
    for (const c of [...charges.filter(same), ...charges.filter((one) => !same(one))]) {
      const take = Math.min(rest, left.get(c.id) ?? 0)
      if (take <= 0) continue
      left.set(c.id, left.get(c.id)! - take)
      rest -= take
    }
  }
  return left
}

/** Tax of one more part of a charge: of all live parts together, less what they carry. Never more than the part, never less than nothing. */
export const taxOfPart = (before: { gross: number; tax: number }, part: number, rateBp: number): Fen =>
  fen(Math.max(0, Math.min(part, taxOf(before.gross + part, rateBp) - before.tax)))

export interface BlueLine {
  id: number
  rateBp: number
  gross: number
  tax: number
  /** Reversed so far. */
  redGross: number
  redTax: number
}
export interface RedPart {
  id: number
  gross: Fen
  net: Fen
  tax: Fen
}
/** A red letter over so much, from the first line on. What is reversed in full leaves neither net nor tax. */
export function redParts(lines: readonly BlueLine[], amount: number): RedPart[] {
  const parts: RedPart[] = []
  let rest = amount
  for (const line of lines) {
    const gross = Math.min(rest, line.gross - line.redGross)
    if (gross <= 0) continue
    rest -= gross
    const all = line.redGross + gross
    const target = all === line.gross ? line.tax : Math.min(taxOf(all, line.rateBp), line.tax)
    // The net of what stays can no more be below nothing than its tax.
    const tax = Math.min(gross, Math.max(0, target - line.redTax))
    parts.push({ id: line.id, gross: fen(gross), net: fen(gross - tax), tax: fen(tax) })
  }
  if (rest > 0) throw new RangeError(`${rest} fen more than the invoice has left`)
  return parts
}

/** So much of a bill, charge by charge in its order. */
export function spread(open: readonly { id: number; open: number }[], amount: number): { id: number; gross: number }[] {
  const parts: { id: number; gross: number }[] = []
  let rest = amount
  for (const { id, open: free } of open) {
    const gross = Math.min(rest, free)
    if (gross > 0) parts.push({ id, gross })
    rest -= Math.max(0, gross)
  }
  if (rest > 0) throw new RangeError(`${rest} fen more than may be invoiced`)
  return parts
}

export const sumOf = (lines: readonly { gross: number; net: number; tax: number }[]): { gross: Fen; net: Fen; tax: Fen } => ({
  gross: sumFen(lines.map((l) => l.gross)),
  net: sumFen(lines.map((l) => l.net)),
  tax: sumFen(lines.map((l) => l.tax)),
})

/** Null, or why this is no number of an invoice of today. */
export const wrongNumber = (number: string): string | null => (/^\d{20}$/.test(number) ? null : '发票号码应为 20 位数字')
/** A special invoice wants a taxpayer’s number. */
export const wrongTaxNo = (kind: string, taxNo: string | null): string | null => {
  if (taxNo && !/^[0-9A-Z]{15,20}$/.test(taxNo)) return '抬头税号不正确，应为 15–20 位数字或大写字母'
  return kind === 'special' && !taxNo ? '开具专用发票必须填写抬头税号' : null
}
