/** What a customer has to do, the most pressing first. Pure. */
import { addDays, type Day } from '#kit/basics/time/day.ts'

/** Kinds in the order in which they are said. */
type TodoKind = 'sign' | 'overdue' | 'violation' | 'ending' | 'due'
export interface Todo {
  kind: TodoKind
  count: number
  /** Fen, of bills. */
  amount: number
  /** The day by which, where there is one. */
  on: Day | null
}
interface Known {
  papers: number
  bills: readonly { dueOn: Day; remain: number; lateFee: number; overdueDays: number }[]
  violations: readonly { open: boolean; dueOn: Day | null }[]
  leases: readonly { running: boolean; endOn: Day }[]
}
const first = (days: readonly (Day | null)[]): Day | null => days.filter((d) => d !== null).toSorted()[0] ?? null

export function todosOf({ papers, bills, violations, leases }: Known, today: Day, warnDays: number): Todo[] {
  const sum = (of: Known['bills']): number => of.reduce((all, b) => all + b.remain + b.lateFee, 0)
  const late = bills.filter((b) => b.overdueDays > 0)
  const open = bills.filter((b) => b.overdueDays <= 0)
  const fines = violations.filter((v) => v.open)
  const ending = leases.filter((l) => l.running && l.endOn <= addDays(today, warnDays))
  const all: Todo[] = [
    { kind: 'sign', count: papers, amount: 0, on: null },
    { kind: 'overdue', count: late.length, amount: sum(late), on: first(late.map((b) => b.dueOn)) },
    { kind: 'violation', count: fines.length, amount: 0, on: first(fines.map((v) => v.dueOn)) },
    { kind: 'ending', count: ending.length, amount: 0, on: first(ending.map((l) => l.endOn)) },
    { kind: 'due', count: open.length, amount: sum(open), on: first(open.map((b) => b.dueOn)) },
  ]
  return all.filter((t) => t.count > 0)
}

/** What the ticked bills come to today, fen. */
export const sumOf = (bills: readonly { id: number; remain: number; lateFee: number }[], ticked: ReadonlySet<number>): number =>
  bills.filter((b) => ticked.has(b.id)).reduce((all, b) => all + b.remain + b.lateFee, 0)

/** What to write with a transfer so that the desk recognises it: the bill, the plate, or the customer (finance.md, bank lines). */
export function referenceOf(bills: readonly { no: string; plate: string }[], name: string): string {
  if (bills.length === 1) return bills[0]!.no
  const plates = new Set(bills.map((b) => b.plate))
  const [plate] = plates
  return plates.size === 1 && plate ? plate : name
}
