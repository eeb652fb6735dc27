/** Lines across and down a temperature curve, pure: its limits, and where the replay is. */
import { tokenOf, FILLS } from '#kit/ui/look/tokens.ts'
import type { TemperatureSeries } from '../wire.ts'

interface Line {
  xAxis?: number
  yAxis?: number
  lineStyle: { color: string; type: 'dashed' | 'solid' }
  label?: { show: false }
}
export const limitsOf = (series: readonly Pick<TemperatureSeries, 'lowest' | 'highest'>[]): number[] => [
  ...new Set(series.flatMap((s) => [s.lowest, s.highest]).filter((v) => v !== null)),
]
/** All of them every time: a chart that is told one line forgets the others. */
export const linesOf = (limits: readonly number[], mark: number | null, dark: boolean): Line[] => [
  ...limits.map((v): Line => ({ yAxis: v / 10, lineStyle: { color: FILLS.red, type: 'dashed' } })),
  ...(mark === null
    ? []
    : [{ xAxis: mark * 1000, lineStyle: { color: tokenOf('text', dark), type: 'solid' }, label: { show: false } } as const]),
]
