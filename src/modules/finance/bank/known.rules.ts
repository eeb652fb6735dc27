/**
 * Which lines of a sheet are in the books already (decision 0097). A number tells; without one, what else is said. Nothing that may be
 * another movement is dropped: where neither side contradicts the other a person is asked. Pure.
 */
import type { BankStatementRow } from './read.rules.ts'

export interface StoredLine {
  id: number
  tradeNo: string
  part: number
  account: number | null
  direction: 'in' | 'out'
  bookedOn: string
  /** `HH:mm:ss` on the wall. */
  time: string | null
  amount: number
  balance: number | null
  payerName: string
  payerAccount: string
  memo: string
}
/** What a person says of a line that may be one of those there are. */
export type Said = 'new' | 'same'
export interface Doubt {
  /** The line it may be: of the books, or of the sheet itself. */
  stored: StoredLine | null
  line: number | null
  /** What counts if nobody says otherwise; null: somebody has to. */
  unless: 'same' | null
  sentence: string
}

const MADE = /^H[0-9a-f]{40}$/
/** A number that the bank gave, not one made of what the line says. */
export const isReal = (tradeNo: string): boolean => tradeNo !== '' && !MADE.test(tradeNo)
const plainName = (name: string): string => name.normalize('NFKC').replaceAll(/\s/g, '')
const plainDigits = (account: string): string => account.replaceAll(/[\s-]/g, '')
const differ = (a: string, b: string): boolean => a !== '' && b !== '' && a !== b
/** Lines taken in long ago were kept by the minute. */
const timesDiffer = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && (a.slice(0, 5) !== b.slice(0, 5) || (a !== b && !a.endsWith(':00') && !b.endsWith(':00')))

const alike = (row: BankStatementRow, s: StoredLine): boolean =>
  row.direction === s.direction && row.amount === s.amount && row.bookedOn === s.bookedOn

const contradicts = (row: BankStatementRow, s: StoredLine, account: number | null): boolean =>
  (account !== null && s.account !== null && account !== s.account) ||
  timesDiffer(row.time, s.time) ||
  (row.balance !== null && s.balance !== null && row.balance !== s.balance) ||
  differ(plainName(row.payerName), plainName(s.payerName)) ||
  differ(plainDigits(row.payerAccount), plainDigits(s.payerAccount)) ||
  (isReal(row.tradeNo) && isReal(s.tradeNo) && row.tradeNo !== s.tradeNo)

const sameNumber = (row: BankStatementRow, s: StoredLine, account: number | null): boolean =>
  isReal(row.tradeNo) && row.tradeNo === s.tradeNo && !(account !== null && s.account !== null && account !== s.account)
/** What came after it was the same to the fen: the same movement, unless money went to and fro within the day. */
const sameBalance = (row: BankStatementRow, s: StoredLine): boolean => row.balance !== null && row.balance === s.balance

/** In the order of certainty; each stored line is at most one line of the sheet. */
const WAYS: readonly {
  matches: (row: BankStatementRow, s: StoredLine, account: number | null) => boolean
  doubt: (s: StoredLine) => Doubt
}[] = [
  {
    matches: (row, s, account) => sameNumber(row, s, account) && alike(row, s) && !contradicts(row, s, account),
    doubt: (stored) => ({ stored, line: null, unless: 'same', sentence: '该流水号已导入' }),
  },
  {
    matches: (row, s, account) => alike(row, s) && sameBalance(row, s) && !contradicts(row, s, account),
    doubt: (stored) => ({ stored, line: null, unless: 'same', sentence: '该流水已导入' }),
  },
  {
    matches: (row, s, account) => alike(row, s) && !contradicts(row, s, account),
    doubt: (stored) => ({ stored, line: null, unless: null, sentence: '可能是已导入的这一笔' }),
  },
  {
    matches: sameNumber,
    doubt: (stored) => ({ stored, line: null, unless: null, sentence: '该流水号已导入，但金额或日期不同' }),
  },
]

/** Line of the sheet → what stands against taking it as another movement. */
export function doubtsOf(rows: readonly BankStatementRow[], stored: readonly StoredLine[], account: number | null): Map<number, Doubt> {
  const doubts = new Map<number, Doubt>()
  const free = new Set(stored)
  const byAmount = Map.groupBy(stored, (s) => s.amount)
  const byNumber = Map.groupBy(stored, (s) => s.tradeNo)
  const whole = new Set<string>()
  for (const [i, { matches, doubt }] of WAYS.entries())
    for (const row of rows) {
      if (row.problem !== null || doubts.has(row.line)) continue
      // Beside a line of this number that is here already it is the other one: its fee, or what the fee was for.
      if (i === WAYS.length - 1 && whole.has(row.tradeNo)) continue
      const near = i === 0 || i === WAYS.length - 1 ? byNumber.get(row.tradeNo) : byAmount.get(row.amount!)
      const fit = near?.find((s) => free.has(s) && matches(row, s, account))
      if (!fit) continue
      free.delete(fit)
      doubts.set(row.line, doubt(fit))
      if (i === 0) whole.add(row.tradeNo)
    }
  for (const row of rows)
    if (row.problem === null && row.sameNo !== null && !doubts.has(row.line) && !whole.has(row.tradeNo))
      doubts.set(row.line, { stored: null, line: row.sameNo, unless: null, sentence: `与第 ${row.sameNo} 行的流水号相同，但内容不同` })
  return doubts
}
