/** Reading a pasted bank statement, and saying which open bills a line may be for. Pure; a person decides. */
import { isDay, type Day } from '#kit/basics/day.ts'
import { parseYuan, type Fen } from '#kit/basics/fen.ts'

export interface StatementRow {
  line: number
  tradeNo: string
  bookedOn: Day | null
  amount: Fen | null
  payerName: string
  payerAccount: string
  memo: string
  /** Why it cannot be taken; money that went out is no error but no receipt either. */
  problem: string | null
  out: boolean
}
type Column = 'tradeNo' | 'day' | 'in' | 'out' | 'amount' | 'payerName' | 'payerAccount' | 'memo'

/** How the banks head their columns; the first that fits wins. */
const HEADINGS: readonly [Column, RegExp][] = [
  ['tradeNo', /流水|凭证号|交易号|订单号|序号|回单编号/],
  ['day', /日期|时间|入账日|记账日/],
  ['in', /贷方|收入|存入|转入金额/],
  ['out', /借方|支出|转出金额/],
  ['amount', /金额|发生额/],
  ['payerAccount', /对方.*(账号|帐号|账户号)|付款.*(账号|帐号)/],
  ['payerName', /对方|付款人|付款方|户名|交易对手/],
  ['memo', /摘要|附言|用途|备注|说明/],
]

function columnsOf(heading: readonly string[]): Map<Column, number> {
  const found = new Map<Column, number>()
  heading.forEach((text, i) => {
    const fit = HEADINGS.find(([column, pattern]) => !found.has(column) && pattern.test(text))
    if (fit) found.set(fit[0], i)
  })
  return found
}

/** Cells by tabs as spreadsheets copy them, else by commas outside quotes. */
export function cellsOf(line: string): string[] {
  if (line.includes('\t')) return line.split('\t').map((cell) => cell.trim())
  const cells: string[] = []
  for (const match of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g))
    cells.push((match[1]?.replaceAll('""', '"') ?? match[2] ?? '').trim())
  return cells
}

/** `2025/3/5`, `20250305`, `2025年3月5日`, with or without a time. */
export function readDay(text: string): Day | null {
  const match = /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})/.exec(text.trim())
  if (!match) return null
  const day = `${match[1]}-${match[2]!.padStart(2, '0')}-${match[3]!.padStart(2, '0')}`
  return isDay(day) ? day : null
}

const readMoney = (text: string): { amount: Fen | null; bad: boolean } => {
  const plain = text.replaceAll(/[,，¥￥\s]/g, '').replace(/^\+/, '')
  if (plain === '' || plain === '-' || plain === '--') return { amount: null, bad: false }
  const parsed = parseYuan(plain, { allowNegative: true })
  return parsed.ok ? { amount: parsed.value, bad: false } : { amount: null, bad: true }
}

function rowOf(cells: readonly string[], columns: ReadonlyMap<Column, number>, line: number): StatementRow {
  const cell = (column: Column): string => (columns.has(column) ? (cells[columns.get(column)!] ?? '') : '')
  const [into, away, either] = [readMoney(cell('in')), readMoney(cell('out')), readMoney(cell('amount'))]
  const amount = into.amount ?? (away.amount === null ? either.amount : -Math.abs(away.amount))
  const bookedOn = readDay(cell('day'))
  const tradeNo = cell('tradeNo').slice(0, 64)
  const out = amount !== null && amount < 0
  const problem =
    into.bad || away.bad || either.bad
      ? '金额不正确，最多两位小数'
      : amount === null || amount === 0
        ? '没有金额'
        : bookedOn === null
          ? '日期不正确'
          : tradeNo === ''
            ? '缺少流水号'
            : Math.abs(amount) > 1e13
              ? '金额超出允许的范围'
              : null
  return {
    line,
    tradeNo,
    bookedOn,
    amount: amount as Fen | null,
    payerName: cell('payerName').slice(0, 80),
    payerAccount: cell('payerAccount').slice(0, 40),
    memo: cell('memo').slice(0, 200),
    problem,
    out,
  }
}

export type Statement = { ok: true; rows: StatementRow[] } | { ok: false; message: string }
const MOST = 2000

/** The heading is looked for among the first lines: banks put their name and the account above it. */
export function readStatement(text: string): Statement {
  const lines = text
    .replaceAll('\r', '')
    .split('\n')
    .map((line, i) => ({ line: i + 1, cells: cellsOf(line) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const at = lines.slice(0, 20).findIndex(({ cells }) => {
    const columns = columnsOf(cells)
    return columns.has('day') && columns.has('tradeNo') && (columns.has('amount') || columns.has('in'))
  })
  if (at < 0) return { ok: false, message: '没有找到表头：需要「日期」「金额（或贷方、收入）」「流水号」等列名' }
  const columns = columnsOf(lines[at]!.cells)
  const body = lines.slice(at + 1)
  if (body.length === 0) return { ok: false, message: '表头下面没有流水' }
  if (body.length > MOST) return { ok: false, message: `一次最多 ${MOST} 行` }
  const seen = new Map<string, number>()
  const rows = body
    .map(({ line, cells }) => rowOf(cells, columns, line))
    .map((row) => {
      const first = seen.get(row.tradeNo)
      if (row.problem === null && first !== undefined) return { ...row, problem: `与第 ${first} 行的流水号重复` }
      if (row.problem === null) seen.set(row.tradeNo, row.line)
      return row
    })
  return { ok: true, rows }
}

export interface OpenDebt {
  lessee: number
  name: string
  /** Names under which this customer has paid before. */
  payers: readonly string[]
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

export function suggest(line: { amount: number; payerName: string; memo: string }, debts: readonly OpenDebt[]): Suggestion[] {
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
