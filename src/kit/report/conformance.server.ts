/**
 * What every report must do, whatever it counts: each cell is the sum of the rows its drill opens, lines make the total, days make steps, a stranger and
 * whoever may see no row see nothing, and Excel holds the table. Returns sentences; tests/house runs it over all reports with random questions.
 */
import type { Context } from '../access/context.server.ts'
import type { Day } from '../basics/time/day.ts'
import { addDays, addMonths } from '../basics/time/day.ts'
import { answerOf, asked, rowsOfCell } from './answer.server.ts'
import { COMPARES, STEPS, stepOf } from './period.rules.ts'
import type { Report, Value } from './report.ts'
import { resolveReport, type Resolved } from './resolve.ts'
import type { ReportAnswer, ReportLine } from './wire.ts'

export interface ReportBench {
  report: Report
  admin: Context
  /** Who sees nothing: another company, or a data permission without rows. */
  blind: readonly { name: string; ctx: Context }[]
  /** Between 0 and 1, repeatable. */
  random: () => number
  /** Days there are rows on. */
  around: Day
  questions?: number
}
type Question = Record<string, string>
/** More lines than any of these questions has. */
const MANY = 100_000

const near = (a: Value, b: Value): boolean => a === b || (a !== null && b !== null && Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(a)))
const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)]!

/** A question such as somebody could ask: days, groups, comparison, and values that stand in the report. */
function questionFor({ report, dimensions, filters }: Resolved, bench: ReportBench, answer: ReportAnswer | null): Question {
  const { random } = bench
  const groups = [...(report.period ? ['period'] : []), ...dimensions.map((d) => d.name)].toSorted(() => random() - 0.5)
  const question: Question = { by: groups.slice(0, Math.floor(random() * 3)).join(',') }
  if (report.period) {
    const from = addDays(bench.around, -Math.floor(random() * 300))
    question['from'] = from
    question['to'] = addDays(from, Math.floor(random() * 200))
    question['step'] = pick(Object.keys(STEPS), random)
    if (random() < 0.5) question['compare'] = pick(Object.keys(COMPARES), random)
  }
  for (const [name, field] of Object.entries(filters)) {
    if (random() < 0.7) continue
    const at = answer?.by.indexOf(name) ?? -1
    const known = at < 0 ? undefined : pick(answer!.lines, random)?.keys[at]
    if (known !== undefined) question[name] = known ?? '~'
    else if ('options' in field && field.options) question[name] = pick(Object.keys(field.options), random)
    else if (random() < 0.2 && dimensions.some((d) => d.name === name)) question[name] = '!~'
  }
  return question
}

async function checkCells(bench: ReportBench, question: Question, problems: string[]): Promise<number> {
  const { report, admin } = bench
  return admin.db.read(admin.user.operatorId, async (db) => {
    const of = asked(db, admin, report, question)
    const answer = await answerOf(of)
    const said = (what: string): void => void problems.push(`${report.name} ${JSON.stringify(question)}: ${what}`)
    let checked = 0
    const lines: (Omit<ReportLine, 'labels'> & { labels?: string[] })[] = [...answer.lines.slice(0, 4), { keys: [], ...answer.total }]
    for (const line of lines)
      for (const measure of of.resolved.measures) {
        if (measure.ratio) continue
        for (const part of answer.before ? (['now', 'before'] as const) : (['now'] as const)) {
          const figure = (part === 'now' ? line.values : line.before!)[measure.name]!
          const rows = await rowsOfCell(of, { measure: measure.name, keys: line.keys, part, pageNo: 1, pageSize: 200 })
          checked++
          if (!near(rows.sum, figure)) said(`${measure.name} of ${JSON.stringify(line.keys)} is ${figure}, its rows make ${rows.sum}`)
          const listed = rows.list.reduce((sum, row) => sum + row.amount, 0)
          if (rows.total <= 200 && !near(listed, figure)) said(`${measure.name} lists rows of ${listed} for ${figure}`)
          if (rows.list.some((row) => !row.title || !row.entity)) said(`${measure.name} lists rows without a name`)
        }
      }
    if (!answer.more && answer.by.length)
      for (const { name, ratio } of of.resolved.measures) {
        const sum = answer.lines.reduce((all, line) => all + (line.values[name] ?? 0), 0)
        if (!ratio && !near(sum, answer.total.values[name]!))
          said(`${name}: lines make ${sum}, the total says ${answer.total.values[name]}`)
      }
    return checked
  })
}

/** Whatever lasts, each step is the sum of its days, and each step of the period before that of the days that are moved onto it. */
async function checkSteps(bench: ReportBench, question: Question, problems: string[]): Promise<void> {
  const { report, admin } = bench
  await admin.db.read(admin.user.operatorId, async (db) => {
    const of = asked(db, admin, report, question)
    const at = of.ask.by.indexOf('period')
    if (at < 0 || !of.ask.period) return
    const answer = await answerOf(of, MANY)
    for (const part of answer.before ? (['now', 'before'] as const) : (['now'] as const)) {
      const { from, to } = part === 'now' ? of.ask.period : of.ask.before!
      const { months, days } = part === 'now' ? { months: 0, days: 0 } : of.ask.before!.shift
      const daily = await answerOf(asked(db, admin, report, { ...question, from, to, step: 'day', compare: 'none' }), MANY)
      const keyOf = ({ keys }: ReportLine, axis: (key: string) => string): string =>
        JSON.stringify(keys.map((key, i) => (i === at && key !== null ? axis(key) : key)))
      const moved = Map.groupBy(daily.lines, (line) =>
        keyOf(line, (day) => stepOf(addDays(addMonths(day as Day, months), days), of.ask.step)),
      )
      const lines = new Map(answer.lines.map((line) => [keyOf(line, (key) => key), (part === 'now' ? line.values : line.before) ?? {}]))
      for (const { name, ratio } of of.resolved.measures)
        for (const key of ratio ? [] : new Set([...lines.keys(), ...moved.keys()])) {
          const sum = (moved.get(key) ?? []).reduce((all, line) => all + (line.values[name] ?? 0), 0)
          const figure = lines.get(key)?.[name] ?? 0
          if (!near(sum, figure))
            problems.push(`${report.name} ${JSON.stringify(question)}: ${name} (${part}) of ${key} is ${figure}, its days make ${sum}`)
        }
    }
  })
}

const isEmpty = ({ lines, total }: ReportAnswer): boolean => lines.length === 0 && Object.values(total.values).every((value) => !value)

/** Sentences about what is wrong, and how many cells were compared with their rows. */
export async function reportConformance(bench: ReportBench): Promise<{ problems: string[]; cells: number; rows: number }> {
  const { report, admin, blind, questions = 12 } = bench
  const problems: string[] = []
  const resolved = resolveReport(report, (name) => admin.registry.entity(name).entity)
  let cells = 0
  let last: ReportAnswer | null = null
  const wide: Question = report.period ? { from: addDays(bench.around, -500), to: addDays(bench.around, 400), step: 'month' } : {}
  const since = addDays(bench.around, -47)
  const beside: Question[] = report.period
    ? [
        { by: 'period', from: since, to: bench.around, step: 'month', compare: 'previous' },
        { by: 'period', from: since, to: bench.around, step: 'week', compare: 'lastYear' },
      ]
    : []
  for (const question of beside) await checkSteps(bench, question, problems)
  for (let i = 0; i < questions; i++) {
    const question = i === 0 ? wide : questionFor(resolved, bench, last)
    cells += await checkCells(bench, question, problems)
    if (i % 3 === 1) await checkSteps(bench, question, problems)
    const by = pick([...resolved.dimensions.map((d) => d.name), report.by.join(',')], bench.random)
    last = await admin.db.read(admin.user.operatorId, (db) => answerOf(asked(db, admin, report, { ...wide, by })))
  }
  for (const { name, ctx } of blind) {
    const seen = await ctx.db.read(ctx.user.operatorId, (db) => answerOf(asked(db, ctx, report, wide)))
    if (!isEmpty(seen)) problems.push(`${report.name}: ${name} sees ${JSON.stringify(seen.total.values)}`)
  }
  const whole = await admin.db.read(admin.user.operatorId, (db) => answerOf(asked(db, admin, report, wide)))
  return { problems, cells, rows: isEmpty(whole) ? 0 : Math.max(1, whole.lines.length) }
}
