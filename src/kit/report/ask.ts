/** The query string of a report → a trusted question. Every unknown name is refused with a sentence. Pure. */
import { daysBetween, isOrdinaryDay, type Day } from '../basics/time/day.ts'
import { invalid } from '../basics/errors.ts'
import { readFilter, type Condition } from '../entity/query/conditions.ts'
import type { Entity } from '../entity/entity.ts'
import { COMPARES, periodBefore, periodOf, STEPS, type Compare, type Period, type Shift, type Step } from './period.rules.ts'
import type { Resolved } from './resolve.ts'

export interface Ask {
  period: Period | null
  /** The days compared with, and how far they are moved. */
  before: (Period & { shift: Shift }) | null
  by: readonly string[]
  step: Step
  compare: Compare
  conditions: readonly Condition[]
}

const MOST_DAYS = 1100
const LONGEST_DAILY = 400

function periodAsked({ report }: Resolved, raw: Record<string, string>, today: Day): Period | null {
  if (!report.period) {
    if (raw['from'] || raw['to']) throw invalid({ from: `「${report.label}」统计的是现在，没有起止日期` })
    return null
  }
  const first = periodOf(report.period, today)
  const day = (name: 'from' | 'to'): Day => {
    const text = raw[name]
    if (!text) return first[name]
    if (!isOrdinaryDay(text)) throw invalid({ [name]: '日期格式应为 YYYY-MM-DD，且在 1900 年至 2199 年之间' })
    return text
  }
  const period = { from: day('from'), to: day('to') }
  if (period.to < period.from) throw invalid({ to: '结束日期不能早于开始日期' })
  const most = report.mostDays ?? MOST_DAYS
  if (daysBetween(period.from, period.to) > most) throw invalid({ to: most === MOST_DAYS ? '一次最多统计三年' : `一次最多统计 ${most} 天` })
  return period
}

function oneOf<T extends string>(options: Record<T, string>, name: string, text: string | undefined, fallback: T): T {
  if (!text) return fallback
  if (!Object.hasOwn(options, text)) throw invalid({ [name]: `只能是 ${Object.keys(options).join('、')}` })
  return text as T
}

/** `rest`: names the caller reads itself. */
export function readAsk(resolved: Resolved, raw: Record<string, string>, today: Day): Ask {
  const { report, dimensions, filters, defaults } = resolved
  const { from: _f, to: _t, by, step, compare, ...rest } = raw
  const period = periodAsked(resolved, raw, today)
  const names = by === undefined ? report.by : by.split(',').filter(Boolean)
  const known = new Set([...(period ? ['period'] : []), ...dimensions.map((d) => d.name)])
  if (names.length > 2 || new Set(names).size < names.length) throw invalid({ by: '最多按两项分组，且不能相同' })
  for (const name of names) if (!known.has(name)) throw invalid({ by: `不能按「${name.slice(0, 40)}」分组` })
  const asked = oneOf(STEPS, 'step', step, report.step ?? 'month')
  if (period && asked === 'day' && names.includes('period') && daysBetween(period.from, period.to) > LONGEST_DAILY)
    throw invalid({ step: `按日统计一次最多 ${LONGEST_DAILY} 天，请缩短日期或按月统计` })
  const how = oneOf(COMPARES, 'compare', compare, 'none')
  if (how !== 'none' && !period) throw invalid({ compare: '没有起止日期，不能比较' })
  // The filters of a report read like those of a list.
  const fields = { name: report.name, fields: filters } as unknown as Entity
  const conditions: Condition[] = []
  const served = Object.values(report.sources).some((source) => 'sql' in source)
  for (const name of Object.keys(filters)) {
    const condition = readFilter(fields, name, rest[name] || (defaults[name] ?? ''))
    if (!condition) continue
    if (Object.hasOwn(defaults, name) && (condition.op !== 'in' || condition.values.length > 1))
      throw invalid({ [name]: `「${filters[name]!.label}」只能选一项` })
    // A source that is SQL is handed values; what it could not heed must not look heeded.
    if (condition.op !== 'in' && served && !dimensions.some((d) => d.name === name))
      throw invalid({ [name]: `筛选条件「${filters[name]!.label}」请选择具体的值` })
    conditions.push(condition)
  }
  for (const name of Object.keys(rest))
    if (!Object.hasOwn(filters, name)) throw invalid({ [name]: `没有名为「${name.slice(0, 40)}」的筛选条件` })
  return { period, before: how === 'none' || !period ? null : periodBefore(period, how), by: names, step: asked, compare: how, conditions }
}
