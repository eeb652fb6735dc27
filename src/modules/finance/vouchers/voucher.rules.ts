/** What a thing that happened says in the books, and that both sides of it are equal (finance.md §3.6, G8). Pure. */
import { monthOf } from '../period/period.rules.ts'
import { mulDivRound } from '#kit/basics/fen.ts'
import { daysBetween, type Day } from '#kit/basics/time/day.ts'
import { taxOf } from '../invoices/tax.rules.ts'
import type { Mapping, Role, Wanted } from './subject.rules.ts'

export const EVENTS = {
  item: '账单计费',
  void: '账单作废',
  allocation: '收款核销',
  deposit: '押金变动',
  loss: '坏账核销',
  lossBack: '坏账撤回',
  payable: '应付确认',
  payableVoid: '应付作废',
  offset: '借款冲抵',
  cash: '财务流水',
  invoice: '发票销项',
  accrual: '收入确认',
} as const
export type EventKind = keyof typeof EVENTS

/** One side of what happened. Below zero on its own side: a red figure, which takes back. */
export interface Leg extends Wanted {
  side: 'debit' | 'credit'
  amount: number
  party: string | null
  vehicle: number | null
}
export interface Happening {
  event: EventKind
  id: number
  /** Once in the vouchers, under this. */
  key: string
  /** Of one document and day comes one voucher. */
  group: string
  docNo: string
  on: Day
  store: number
  text: string
  legs: readonly Leg[]
  /** Revenue that belongs to the days of a period, without tax. */
  deferred?: { amount: number; from: Day; to: Day; feeItem: string; vehicle: number | null } | null
}

interface Around {
  party?: string | null
  vehicle?: number | null
  about?: string | null
  account?: number | null
}
const leg =
  (side: Leg['side']) =>
  (role: Role, amount: number, { party = null, vehicle = null, about = null, account = null }: Around = {}): Leg => ({
    role,
    side,
    amount,
    party,
    vehicle,
    about,
    account,
  })
export const debit = leg('debit')
export const credit = leg('credit')
/** The same, taken back. */
export const red = (legs: readonly Leg[]): Leg[] => legs.map((l) => ({ ...l, amount: -l.amount }))

/** Of deposits there is no revenue and no tax: what is asked for is no debt in the books, what is paid is owed back. */
const DEPOSIT_ITEMS = new Set(['DEPOSIT', 'VIOL_DEPOSIT'])

export interface Item {
  feeItem: string
  amount: number
  rateBp: number | null
  startOn: Day | null
  endOn: Day | null
  party: string | null
  vehicle: number | null
}
/** Dr customer; Cr revenue, or what is still to be earned, and the tax that falls due with the invoice. */
export function itemLegs(i: Item): { legs: Leg[]; deferred: { amount: number; from: Day; to: Day } | null } {
  const about = `fee.${i.feeItem}`
  if (DEPOSIT_ITEMS.has(i.feeItem))
    return { legs: [debit('receivable', i.amount, { party: i.party }), credit('deposit', i.amount, { party: i.party })], deferred: null }
  const tax = i.rateBp === null ? 0 : Math.sign(i.amount) * taxOf(Math.abs(i.amount), i.rateBp)
  const net = i.amount - tax
  const timed = i.startOn !== null && i.endOn !== null && i.endOn > i.startOn
  return {
    legs: [
      debit('receivable', i.amount, { party: i.party, vehicle: i.vehicle }),
      credit(timed ? 'deferred' : 'revenue', net, { about, party: i.party, vehicle: i.vehicle }),
      ...(tax === 0 ? [] : [credit('taxWaiting', tax)]),
    ],
    deferred: timed ? { amount: net, from: i.startOn!, to: i.endOn! } : null,
  }
}

/** Earned up to the end of a day: R(N·k/D) of the first k of D days, so that all months together make the whole. */
export function earned(d: { amount: number; from: Day; to: Day }, until: Day): number {
  const days = daysBetween(d.from, d.to)
  const gone = Math.min(days, Math.max(0, daysBetween(d.from, until) + 1))
  return Math.sign(d.amount) * mulDivRound(Math.abs(d.amount), gone, days)
}

export interface VoucherLine {
  subject: string
  name: string
  text: string
  debit: number
  credit: number
  /** The party or the vehicle, where the subject asks for it. */
  aux: string | null
}
export interface Draft {
  group: string
  on: Day
  month: string
  store: number
  docNo: string
  text: string
  word: '收' | '付' | '转'
  legs: readonly Leg[]
  happenings: readonly Happening[]
}

/** 收 when cash comes, 付 when it goes, 转 for all else and for money between own accounts. */
function wordOf(legs: readonly Leg[]): Draft['word'] {
  const cash = legs.filter((l) => l.role === 'cash')
  const [ins, outs] = [cash.some((l) => l.side === 'debit'), cash.some((l) => l.side === 'credit')]
  return ins === outs ? '转' : ins ? '收' : '付'
}
/** One voucher a document and day. */
export const draftsOf = (all: readonly Happening[]): Draft[] =>
  [...Map.groupBy(all, (h) => `${h.on}|${h.group}`).values()].map((of) => {
    const [first] = of as [Happening]
    const legs = of.flatMap((h) => h.legs)
    return {
      group: first.group,
      on: first.on,
      month: monthOf(first.on),
      store: first.store,
      docNo: first.docNo,
      text: [...new Set(of.map((h) => h.text))].join('、').slice(0, 60),
      word: wordOf(legs),
      legs,
      happenings: of,
    }
  })

export const sumsOf = (lines: readonly { debit: number; credit: number }[]): { debit: number; credit: number } => ({
  debit: lines.reduce((sum, l) => sum + l.debit, 0),
  credit: lines.reduce((sum, l) => sum + l.credit, 0),
})
/** Null, or by how much the sides differ. */
export function unbalanced(lines: readonly { debit: number; credit: number }[]): string | null {
  const s = sumsOf(lines)
  return s.debit === s.credit ? null : `借贷不平，差 ${(Math.abs(s.debit - s.credit) / 100).toFixed(2)} 元`
}

const merged = (l: VoucherLine): string => JSON.stringify([l.subject, l.aux])
/**
 * The lines of legs: the same subject and dimension once a side, and what stands on both sides of one subject as the difference. What has
 * no subject is named instead.
 */
export function linesOf(
  legs: readonly Leg[],
  text: string,
  subjectOf: (w: Wanted) => Mapping | null,
  plates: ReadonlyMap<number, string>,
): { lines: VoucherLine[]; missing: Wanted[] } {
  const missing: Wanted[] = []
  const lineByKey = new Map<string, VoucherLine>()
  for (const l of legs) {
    const subject = subjectOf(l)
    if (!subject) {
      missing.push({ role: l.role, about: l.about, account: l.account })
      continue
    }
    const line: VoucherLine = {
      subject: subject.code,
      name: subject.name,
      text,
      debit: 0,
      credit: 0,
      aux:
        subject.dimension === 'party'
          ? l.party
          : subject.dimension === 'vehicle' && l.vehicle !== null
            ? (plates.get(l.vehicle) ?? null)
            : null,
    }
    const known = lineByKey.get(merged(line)) ?? line
    lineByKey.set(merged(line), { ...known, [l.side]: known[l.side] + l.amount })
  }
  const lines = [...lineByKey.values()].flatMap((l): VoucherLine[] => {
    if (l.debit === 0 || l.credit === 0) return l.debit === 0 && l.credit === 0 ? [] : [l]
    const rest = l.debit - l.credit
    return rest === 0 ? [] : [{ ...l, debit: Math.max(0, rest), credit: Math.max(0, -rest) }]
  })
  const wrong = missing.length === 0 ? unbalanced(lines) : null
  if (wrong) throw new Error(`${text}: ${wrong}`)
  // Debits first, as they are read.
  return { lines: [...lines.filter((l) => l.debit !== 0), ...lines.filter((l) => l.debit === 0)], missing }
}

export const STALE = { source: '来源已变动', gone: '来源已撤销', subject: '科目映射已变' } as const
export type Stale = keyof typeof STALE

/** Of what kind and how much each side is. A customer renamed is no change, nor the rate by which a channel's fee is estimated. */
function weightsOf(legs: readonly Leg[]): Map<string, number> {
  const weights = new Map<string, number>()
  for (const l of legs) {
    const what = l.role === 'cash' || l.role === 'fee' ? 'money' : `${l.role}|${l.about ?? ''}`
    const sum = (weights.get(what) ?? 0) + (l.side === 'debit' ? l.amount : -l.amount)
    weights.set(what, sum)
  }
  return weights
}
function codesOf(lines: readonly { subject: string; debit: number; credit: number }[]): Map<string, number> {
  const codes = new Map<string, number>()
  for (const l of lines) codes.set(l.subject, (codes.get(l.subject) ?? 0) + l.debit - l.credit)
  return codes
}
const alike = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean =>
  [...new Set([...a.keys(), ...b.keys()])].every((key) => (a.get(key) ?? 0) === (b.get(key) ?? 0))

/** Null: what was exported is what the documents and subjects say today. `now`: what its sources say, null for one that is there no more. */
export function staleOf(
  written: { legs: readonly Leg[]; lines: readonly { subject: string; debit: number; credit: number }[] },
  now: readonly (readonly Leg[] | null)[],
  codeOf: (w: Wanted) => string | null,
): Stale | null {
  if (now.length > 0 && now.every((legs) => legs === null)) return 'gone'
  const legs = now.length === 0 ? written.legs : now.flatMap((one) => one ?? [])
  if (!alike(weightsOf(legs), weightsOf(written.legs))) return 'source'
  // Where nothing is mapped any more nothing better could be written.
  if (written.legs.some((l) => codeOf(l) === null)) return null
  const today = written.legs.map((l) => ({
    subject: codeOf(l)!,
    debit: l.side === 'debit' ? l.amount : 0,
    credit: l.side === 'credit' ? l.amount : 0,
  }))
  return alike(codesOf(today), codesOf(written.lines)) ? null : 'subject'
}
