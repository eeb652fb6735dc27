/** What a chart draws, whatever the library: names along the axis and series of numbers. Pure. */
import type { Shape } from './figure-text.ts'
import type { ChartKind } from './report.ts'

export interface Series {
  name: string
  /** One per label; null: nothing there. */
  values: readonly (number | null)[]
  /** The period before: drawn fainter and dashed. */
  before?: boolean
  shape?: Shape
}
export interface ChartData {
  labels: readonly string[]
  series: readonly Series[]
  shape: Shape
  /** The series are parts of one whole, so that they may be stacked or laid out as a map. */
  parts?: boolean
  /** The axis is time: a line between its points means something. */
  timed?: boolean
}

const MOST_SLICES = 10
const REST = '其余'
const total = (values: readonly (number | null)[]): number => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

/** A pie shows the parts of one positive whole, largest first, small ones together. */
export function slicesOf({ labels, series }: ChartData): { name: string; value: number }[] {
  const now = series.find((one) => !one.before)
  const all = labels.map((name, i) => ({ name, value: now?.values[i] ?? 0 })).filter(({ value }) => value > 0)
  const ordered = all.toSorted((a, b) => b.value - a.value)
  const rest = ordered.slice(MOST_SLICES)
  const shown = ordered.slice(0, MOST_SLICES)
  return rest.length ? [...shown, { name: `${REST} ${rest.length} 项`, value: rest.reduce((sum, { value }) => sum + value, 0) }] : shown
}

/** Kinds that can show these data: a pie and a stack need parts of a whole, a heat map two dimensions, a line an axis that goes on. */
export function kindsFor({ labels, series, shape, parts, timed }: ChartData): ChartKind[] {
  const now = series.filter((one) => !one.before)
  const additive = shape.unit !== 'percent' && now.every((one) => one.values.every((value) => (value ?? 0) >= 0))
  return [
    ...(timed ? (['line'] as const) : []),
    'bar',
    ...(parts && now.length > 1 && additive ? (['stacked'] as const) : []),
    ...(additive && now.length === 1 && series.length === 1 && labels.length > 1 ? (['pie'] as const) : []),
    ...(parts && now.length > 1 && labels.length > 1 ? (['heat'] as const) : []),
  ]
}

/** Too many series are a tangle: the largest, and the rest as one where they may be added. */
export function fewSeries(data: ChartData, most = 12): ChartData {
  if (data.series.length <= most) return data
  const ordered = data.series.toSorted((a, b) => total(b.values) - total(a.values))
  const rest = ordered.slice(most - 1)
  const together: Series = {
    name: `${REST} ${rest.length} 项`,
    values: data.labels.map((_, i) => total(rest.map((one) => one.values[i] ?? null))),
  }
  return { ...data, series: data.shape.unit === 'percent' ? ordered.slice(0, most) : [...ordered.slice(0, most - 1), together] }
}
