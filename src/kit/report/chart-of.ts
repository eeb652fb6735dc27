/** From the lines of a report to its chart. Pure. */
import { stepLabel, stepsOf, type Compare } from './period.rules.ts'
import type { Resolved, ShownMeasure } from './resolve.ts'
import type { ReportAnswer, ReportLine } from './wire.ts'
import type { ChartData, Series } from './chart-data.ts'

const before = (name: string, compare: Compare): string => `${name}（${compare === 'lastYear' ? '去年同期' : '上期'}）`

/** Measures that stand on one axis: those of the definition, else all with the unit of the first. */
export function chartedMeasures({ report, measures }: Resolved): ShownMeasure[] {
  const names = report.charted as readonly string[] | undefined
  const chosen = names ? measures.filter(({ name }) => names.includes(name)) : [...measures]
  const [first] = chosen
  return chosen.filter(({ unit, suffix }) => unit === first?.unit && suffix === first.suffix)
}

interface Axis {
  keys: (string | null)[]
  labels: string[]
}
/** A time axis has its empty steps too. */
function axisOf(answer: ReportAnswer, i: number): Axis {
  if (answer.by[i] === 'period' && answer.period) {
    const keys = stepsOf(answer.period, answer.step)
    return { keys, labels: keys.map((key) => stepLabel(key, answer.step)) }
  }
  const labelByKey = new Map(answer.lines.map((line) => [line.keys[i] ?? null, line.labels[i]!]))
  return { keys: [...labelByKey.keys()], labels: [...labelByKey.values()] }
}

export function chartOf(resolved: Resolved, answer: ReportAnswer, measure?: string): ChartData | null {
  const charted = chartedMeasures(resolved)
  const first = charted.find(({ name }) => name === measure) ?? charted[0]
  if (!first || answer.by.length === 0) return null
  return answer.by.length === 1 ? oneWay(answer, measure === undefined ? charted : [first], first) : twoWays(answer, first)
}

function oneWay(answer: ReportAnswer, charted: readonly ShownMeasure[], first: ShownMeasure): ChartData {
  const { keys, labels } = axisOf(answer, 0)
  const lines = new Map(answer.lines.map((line) => [line.keys[0] ?? null, line]))
  // Compared, all measures twice would be a tangle: the first alone.
  const shown = answer.compare === 'none' ? charted : [first]
  const timed = answer.by[0] === 'period'
  const series = (name: string, read: (line: ReportLine) => number | null | undefined, more: Partial<Series> = {}): Series => ({
    name,
    values: keys.map((key) => {
      const line = lines.get(key)
      return line ? (read(line) ?? null) : timed ? 0 : null
    }),
    ...more,
  })
  return {
    labels,
    shape: first,
    timed,
    series: [
      ...shown.map((m) => series(m.label, (line) => line.values[m.name], { shape: m })),
      ...(answer.compare === 'none'
        ? []
        : [series(before(first.label, answer.compare), (line) => line.before?.[first.name], { before: true, shape: first })]),
    ],
  }
}

/** One figure over two dimensions: time, or the first, along the axis; the other as series. */
function twoWays(answer: ReportAnswer, measure: ShownMeasure): ChartData {
  const along = answer.by[1] === 'period' ? 1 : 0
  const axis = axisOf(answer, along)
  const across = axisOf(answer, 1 - along)
  const cells = new Map(
    answer.lines.map((line) => [JSON.stringify([line.keys[along], line.keys[1 - along]]), line.values[measure.name] ?? null]),
  )
  return {
    labels: axis.labels,
    shape: measure,
    parts: true,
    timed: answer.by[along] === 'period',
    series: across.keys.map((key, i) => ({
      name: across.labels[i]!,
      values: axis.keys.map((at) => cells.get(JSON.stringify([at, key])) ?? (measure.unit === 'percent' ? null : 0)),
    })),
  }
}
