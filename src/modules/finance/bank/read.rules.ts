/** A bank statement as it was exported or pasted → lines, both directions, with its chain of balances proved. Pure. */
import { isDay, type Day } from '#kit/basics/time/day.ts'
import { isSpoiltNumber, spoiltSentence, wallTimeOfSerial } from '#kit/excel/text-table.ts'
import { formatFen, negated, parseYuan, type Fen } from '#kit/basics/fen.ts'
import { oneLine } from '#kit/basics/text.ts'
import { COLUMNS, readHeading, type Column, type Reading } from './profiles.rules.ts'

export interface BankStatementRow {
  line: number
  /** The bank's own number, or empty: the server then makes a key of what the line says. */
  tradeNo: string
  bookedOn: Day | null
  /** `HH:mm:ss` when the bank says it. */
  time: string | null
  direction: 'in' | 'out'
  amount: Fen | null
  balance: Fen | null
  payerName: string
  payerAccount: string
  memo: string
  kind: string
  /** Why it cannot be taken. */
  problem: string | null
  /** Another line of the sheet under the same number, where nothing proves that both moved money. */
  sameNo: number | null
}
export type BankStatement =
  | {
      ok: true
      reading: Reading
      headings: string[]
      rows: BankStatementRow[]
      broken: string | null
      opening: Fen | null
      closing: Fen | null
    }
  | { ok: false; message: string }
const MOST_LINES = 20_000
/** A hundred billion yuan: a balance and what moved are still added up exactly. */
const MOST_FEN = 1e13

/** `2025/3/5`, `20250305`, `2025年3月5日`, with or without a time. */
export function readDay(text: string): Day | null {
  const match = /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})/.exec(wallTimeOfSerial(text.trim()) ?? text.trim())
  if (!match) return null
  const day = `${match[1]}-${match[2]!.padStart(2, '0')}-${match[3]!.padStart(2, '0')}`
  return isDay(day) ? day : null
}
function readTime(text: string): string | null {
  const match = /(?:^|[\sT日]|^\d{8})(\d{1,2}):?(\d{2}):?(\d{2})?(?:\.\d+)?$/.exec(wallTimeOfSerial(text.trim()) ?? text.trim())
  if (!match || Number(match[1]) > 23 || Number(match[2]) > 59) return null
  return `${match[1]!.padStart(2, '0')}:${match[2]}:${match[3] ?? '00'}`
}

interface Money {
  amount: Fen | null
  bad: boolean
}
const readMoney = (text: string): Money => {
  const plain = text.replaceAll('－', '-').replaceAll(/[\s\u3000]/g, '')
  if (plain === '' || plain === '-' || plain === '--') return { amount: null, bad: false }
  const parsed = parseYuan(plain, { allowNegative: true })
  return parsed.ok ? { amount: parsed.value, bad: false } : { amount: null, bad: true }
}
const nothing = (m: Money): boolean => m.amount === null || m.amount === 0

interface Movement {
  /** Signed: what came in, less what went out. */
  amount: Fen | null
  problem: string | null
}
const BAD_AMOUNT = '金额不正确，最多两位小数'
/** Null for a word that says neither: 不计收支, `/`, nothing at all. */
function sideOf(text: string): 'in' | 'out' | null {
  if (/不计/.test(text)) return null
  if (/贷|收|来账|入|^C$/i.test(text)) return 'in'
  return /借|支|往账|出|付|^D$/i.test(text) ? 'out' : null
}
function movementOf(cell: (column: Column) => string, { signed, sided }: Signs): Movement {
  const [into, away, either] = [readMoney(cell('in')), readMoney(cell('out')), readMoney(cell('amount'))]
  if (into.bad || away.bad || either.bad) return { amount: null, problem: BAD_AMOUNT }
  // A negative receipt is a reversal: money that went.
  if (!nothing(into)) return { amount: into.amount, problem: nothing(away) ? null : BAD_AMOUNT }
  if (!nothing(away)) return { amount: negated(away.amount!), problem: null }
  if (nothing(either)) return { amount: null, problem: '没有金额' }
  const side = sideOf(cell('side').trim())
  if (side === 'out') return { amount: -Math.abs(either.amount!) as Fen, problem: null }
  const unsaid = sided && !signed && side === null
  return {
    amount: either.amount,
    problem: unsaid ? `收支标志为「${cell('side').trim().slice(0, 20)}」，看不出是收入还是支出，不导入；确有收付的请手工新增` : null,
  }
}
/** A statement of an app lists orders that were never paid. */
const UNPAID = /关闭|失败|(等)?待付款|取消|撤销/
const unpaidSentence = (state: string): string | null =>
  UNPAID.test(state) ? `交易状态为「${state.trim().slice(0, 20)}」，没有成交，不导入` : null
/** 支付宝 says what is taken as `-12.00` in its own column. */
const unsigned =
  (cell: (column: Column) => string) =>
  (column: Column): string =>
    column === 'out' ? cell('out').replace(/^\s*[-－](?=[\d¥￥])/, '') : cell(column)

/** By these money is known and matched: a wrong one is worse than none. */
const NUMBERS = ['tradeNo', 'payerAccount', 'payeeAccount'] as const satisfies readonly Column[]
function spoiltNumber(cell: (column: Column) => string): string | null {
  const column = NUMBERS.find((name) => isSpoiltNumber(cell(name)))
  return column ? spoiltSentence(COLUMNS[column], cell(column)) : null
}

/** What says the direction of an amount that stands in one column. */
interface Signs {
  /** One of them is below nothing. */
  signed: boolean
  /** A column says it. */
  sided: boolean
}
const signsOf = (lines: readonly (readonly string[])[], { at }: Reading): Signs => ({
  signed: at.amount !== undefined && lines.some((cells) => (readMoney(cells[at.amount!] ?? '').amount ?? 0) < 0),
  sided: at.side !== undefined,
})

function rowOf(cells: readonly string[], { at, profile }: Reading, signs: Signs, line: number): BankStatementRow {
  const raw = (column: Column): string => (at[column] === undefined ? '' : oneLine(cells[at[column]] ?? ''))
  const cell = profile === 'alipay' ? unsigned(raw) : raw
  const { amount, problem: unclear } = movementOf(cell, signs)
  const bookedOn = readDay(cell('day'))
  const direction = amount !== null && amount < 0 ? ('out' as const) : ('in' as const)
  const other = direction === 'out' && at.payeeName !== undefined
  const balance = readMoney(cell('balance'))
  const problem =
    unclear ??
    (bookedOn === null
      ? '日期不正确'
      : Math.abs(amount!) > MOST_FEN
        ? '金额超出允许的范围'
        : balance.bad || Math.abs(balance.amount ?? 0) > MOST_FEN
          ? '余额不正确'
          : (unpaidSentence(cell('state')) ?? spoiltNumber(cell)))
  return {
    line,
    tradeNo: cell('tradeNo').replace(/^-+$/, '').slice(0, 64),
    bookedOn,
    time: readTime(cell('time')) ?? readTime(cell('day')),
    direction,
    amount: amount === null ? null : (Math.abs(amount) as Fen),
    balance: balance.amount,
    payerName: cell(other ? 'payeeName' : 'payerName').slice(0, 80),
    payerAccount: cell(other ? 'payeeAccount' : 'payerAccount').slice(0, 40),
    memo: [...new Set([cell('memo'), cell('more')])].filter(Boolean).join(' ').slice(0, 200),
    kind: cell('kind').slice(0, 40),
    problem,
    sameNo: null,
  }
}

const signedOf = (row: BankStatementRow): number => (row.direction === 'in' ? row.amount! : negated(row.amount!))

/** balance_i = balance_{i−1} + in − out, in the order of the file or in the opposite one; null when it holds. */
function brokenAt(rows: readonly BankStatementRow[]): BankStatementRow | null {
  for (let i = 1; i < rows.length; i++) if (rows[i]!.balance! !== rows[i - 1]!.balance! + signedOf(rows[i]!)) return rows[i]!
  return null
}
/** Lines in the order they happened; what stands behind a break is not to be taken. */
function chained(rows: readonly BankStatementRow[]): {
  rows: BankStatementRow[]
  broken: string | null
  opening: Fen | null
  closing: Fen | null
} {
  const none = { rows: [...rows], broken: null, opening: null, closing: null }
  if (rows.length === 0 || rows.some((row) => row.problem !== null || row.balance === null)) return none
  const turned = rows.toReversed()
  const [forward, backward] = [brokenAt(rows), brokenAt(turned)]
  const depth = (list: readonly BankStatementRow[], at: BankStatementRow | null): number => (at ? list.indexOf(at) : list.length)
  const days = rows[0]!.bookedOn! <= rows.at(-1)!.bookedOn!
  const first = depth(rows, forward) - depth(turned, backward)
  const ordered = first > 0 || (first === 0 && days) ? rows : turned
  const at = ordered === rows ? forward : backward
  const whole = at ? ordered.slice(0, ordered.indexOf(at)) : ordered
  const opening = (ordered[0]!.balance! - signedOf(ordered[0]!)) as Fen
  const before = at ? ordered[ordered.indexOf(at) - 1]! : null
  return {
    rows: [...ordered],
    broken: at
      ? `第 ${at.line} 行的余额接不上：上一笔余额 ${formatFen(before!.balance!)}，本笔${at.direction === 'in' ? '收入' : '支出'} ${formatFen(at.amount!)}，应为 ${formatFen(before!.balance! + signedOf(at))}，文件中为 ${formatFen(at.balance!)}`
      : null,
    opening,
    closing: whole.at(-1)!.balance,
  }
}

/** What a person said of the columns: heading → which column it is. */
export type ColumnMap = Readonly<Record<string, string>>

/** The heading is looked for among the first lines: banks put their name and the account above it. */
export function readStatement(grid: readonly (readonly string[])[], map?: ColumnMap): BankStatement {
  const lines = grid.map((cells, i) => ({ line: i + 1, cells })).filter(({ cells }) => cells.some((cell) => cell !== ''))
  let reading: Reading | null = null
  const said = Object.keys(map ?? {})
  const at = lines.slice(0, 30).findIndex(({ cells }) => {
    reading = readHeading(cells)
    if (said.length === 0) return reading !== null
    reading ??= { profile: null, bank: null, at: {} }
    return said.every((heading) => cells.includes(heading))
  })
  if (at < 0) return { ok: false, message: '没有找到表头：需要「日期」「金额（或收入、支出、借方、贷方）」等列名' }
  const headings = [...lines[at]!.cells]
  const layout = reading as unknown as Reading
  if (map && Object.keys(map).length) {
    layout.at = {}
    for (const [heading, column] of Object.entries(map)) {
      const i = headings.indexOf(heading)
      if (i >= 0) layout.at[column as Column] = i
    }
  }
  const rest = lines.slice(at + 1)
  const foot = rest.findIndex(({ cells }) => isFoot(cells, layout))
  const body = rest.filter(({ cells }, i) => (foot < 0 || i < foot ? isLine(cells, layout) : isDated(cells, layout)))
  if (body.length === 0) return { ok: false, message: '表头下面没有流水' }
  if (body.length > MOST_LINES) return { ok: false, message: `一次最多 ${MOST_LINES} 行` }
  const signs = signsOf(
    body.map(({ cells }) => cells),
    layout,
  )
  const rows = repeated(body.map(({ line, cells }) => rowOf(cells, layout, signs, line)))
  const chain = chained(rows)
  const proved = chain.opening !== null && chain.broken === null
  return { ok: true, reading: layout, headings, ...chain, rows: proved ? chain.rows : sharingNumbers(chain.rows) }
}

const saidBy = (row: BankStatementRow): string =>
  [row.bookedOn, row.time, row.direction, row.amount, row.balance, row.payerName, row.payerAccount, row.memo].join('|')
/** A page saved twice: the same number and the same in all else. */
function repeated(rows: readonly BankStatementRow[]): BankStatementRow[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    if (row.problem !== null || row.tradeNo === '') return row
    const key = `${row.tradeNo}|${saidBy(row)}`
    const first = seen.get(key)
    if (first !== undefined) return { ...row, problem: `与第 ${first} 行的流水号重复` }
    seen.set(key, row.line)
    return row
  })
}
/** A transfer and its fee share a number; balances prove that both are movements, without them a person says so. */
function sharingNumbers(rows: readonly BankStatementRow[]): BankStatementRow[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    if (row.problem !== null || row.tradeNo === '') return row
    const first = seen.get(row.tradeNo)
    if (first !== undefined) return { ...row, sameNo: first }
    seen.set(row.tradeNo, row.line)
    return row
  })
}

/** Sums and remarks at the end. */
const FOOT = /^(总计|总笔数|合计|资金流水总|#|--)/
const isDated = (cells: readonly string[], { at }: Reading): boolean => readDay(cells[at.day!] ?? '') !== null
/** Movements may follow a sum in between, and a bank may write `--` for a number it does not have. */
const isFoot = (cells: readonly string[], reading: Reading): boolean =>
  FOOT.test(cells.find((cell) => cell !== '') ?? '') && !isDated(cells, reading)

/** Remarks in between have no day. A line without a day but with an amount is told. */
function isLine(cells: readonly string[], { at }: Reading): boolean {
  const cell = (i: number | undefined): string => (i === undefined ? '' : (cells[i] ?? ''))
  return cell(at.day) !== '' || [at.in, at.out, at.amount].some((i) => readMoney(cell(i)).amount !== null)
}
