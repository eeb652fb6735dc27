/**
 * What travels for every report. GET /api/v1/report/{name}?from=&to=&by=store,period&step=month&compare=previous&{filter}=…
 * GET …/{name}/rows?measure=&key0=&key1=&part=now (and the same question) answers the rows a figure is the sum of.
 */
import type { Compare, Period, Step } from './period.rules.ts'
import type { Value } from './report.ts'

export interface ReportLine {
  /** One per dimension of the question; null: the rows have no value there. */
  keys: (string | null)[]
  labels: string[]
  values: Record<string, Value>
  before?: Record<string, Value>
}
export interface ReportAnswer {
  period: Period | null
  /** The days that were compared with. */
  before: Period | null
  by: string[]
  step: Step
  compare: Compare
  lines: ReportLine[]
  /** Over all lines, also over those that were left off. */
  total: Omit<ReportLine, 'keys' | 'labels'>
  /** There are more lines than these. */
  more: boolean
}
export interface ReportRow {
  id: number
  entity: string
  title: string
  day: string | null
  note: string | null
  amount: number
}
export interface ReportRows {
  list: ReportRow[]
  total: number
  sum: number
  pageNo: number
  pageSize: number
  /** Where a list shows the same rows. */
  to?: string
}
/** A key that says: no value. */
export const NO_KEY = '~'

/** A cell in the address of its report: `measure:key:key`, the keys encoded. */
export const cellText = (measure: string, keys: readonly (string | null)[]): string =>
  [measure, ...keys.map((key) => encodeURIComponent(key ?? NO_KEY))].join(':')
export function readCell(text: string): { measure: string; keys: (string | null)[] } {
  const [measure = '', ...keys] = text.split(':')
  return { measure, keys: keys.map((key) => (key === NO_KEY ? null : decodeURIComponent(key))) }
}
