/** What a claim comes to and what it must have (finance.md §3.9, G9). */
import { sumFen, type Fen } from '#kit/basics/fen.ts'

interface ClaimLine {
  amount?: number | null
  invoiceNo?: string | null
}
export const claimTotal = (lines: readonly ClaimLine[]): Fen => sumFen(lines.map((l) => Number(l.amount ?? 0)))
/** As they are compared: without blanks, letters large. */
export const receiptNumber = (text: string | null | undefined): string | null => text?.replaceAll(/\s/g, '').toUpperCase() || null

/** Null, or why the numbers of one claim cannot be: misread, or twice in it. */
export function wrongReceipts(lines: readonly ClaimLine[]): string | null {
  const seen = new Set<string>()
  for (const line of lines) {
    const number = receiptNumber(line.invoiceNo)
    if (number === null) continue
    if (!/^[0-9A-Z]{8,20}$/.test(number)) return `发票号码 ${number} 不正确，应为 8–20 位数字或大写字母`
    if (seen.has(number)) return `发票 ${number} 在这张报销单里出现了两次`
    seen.add(number)
  }
  return null
}

export function whyNotSubmitted(c: { lines: readonly ClaimLine[]; receipts: readonly unknown[] | null }): string | null {
  if (c.lines.length === 0) return '请先填写报销明细'
  if (!c.receipts?.length) return '请上传票据'
  return wrongReceipts(c.lines)
}

/** Null, or why so much cannot be set off against a loan. */
export const wrongOffset = (offset: number, open: number): string | null =>
  offset > open ? `冲抵超过借款余额，借款只剩 ${(open / 100).toFixed(2)} 元未还` : null
