/** Temperature or humidity over time, one line a probe, limits dashed, what lies outside in red, open doors and a running machine as bars below; the figures are also a table. */
import { FILLS } from '#kit/ui/look/tokens.ts'
import { LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, MarkAreaComponent, MarkLineComponent, TooltipComponent } from 'echarts/components'
import { use as register } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect } from 'react'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { useChart } from '#kit/ui/chart/use-chart.web.ts'
import type { CurveAnswer, SwitchSeries, TemperatureSeries } from '../wire.ts'
import { channelName, measuredText, SILENT, UNITS } from './channel.rules.ts'
import { limitsOf, linesOf } from './curve.layout.ts'

register([LineChart, GridComponent, TooltipComponent, LegendComponent, MarkLineComponent, MarkAreaComponent, AriaComponent, CanvasRenderer])
interface Extent {
  min: number
  max: number
}

function dataOf({ t, value }: TemperatureSeries): [number, number | null][] {
  const points: [number, number | null][] = []
  t.forEach((at, i) => {
    // Silence is a gap, not a straight line.
    if (i > 0 && at - t[i - 1]! > SILENT) points.push([t[i - 1]! * 1000 + 1, null])
    points.push([at * 1000, value[i] === null ? null : value[i]! / 10])
  })
  return points
}

/** Seen on light and on dark ground. */
const BARS = { door: FILLS.rust, reefer: FILLS.green }
/** A bar for each time it was on, one below the other in the lower part of the picture. */
const barsOf = (switches: readonly SwitchSeries[]): object[] =>
  switches.map((s, i) => ({
    name: `${channelName(s.kind, s.sensorNo)} ${measuredText(s.kind, 1)}`,
    type: 'line',
    yAxisIndex: 1,
    showSymbol: false,
    connectNulls: false,
    color: BARS[s.kind],
    lineStyle: { width: 6, cap: 'butt' },
    tooltip: { valueFormatter: (value: unknown) => (value === null || value === undefined ? '—' : measuredText(s.kind, 1)) },
    data: s.spans.flatMap(({ from, to }): [number, number | null][] => [
      [from * 1000, i + 0.5],
      [Math.max(to, from + 1) * 1000, i + 0.5],
      [Math.max(to, from + 1) * 1000 + 1, null],
    ]),
  }))
/** Whole, so that they are found in the table of another language. */
const WORDS = {
  temperature: { title: '温度曲线', readings: '温度读数' },
  humidity: { title: '湿度曲线', readings: '湿度读数' },
}
const NO_SWITCHES: readonly SwitchSeries[] = []
/** Heights of a bar that the picture has. */
const ROWS = 16

export function Curve({
  series,
  excursions = [],
  switches = NO_SWITCHES,
  now,
  small,
}: {
  series: readonly TemperatureSeries[]
  excursions?: CurveAnswer['excursions']
  switches?: readonly SwitchSeries[]
  now?: number
  small?: boolean
}) {
  const { box, chart, dark } = useChart()
  const kind = series[0]?.kind ?? 'temperature'
  const unit = UNITS[kind]
  const { title, readings } = WORDS[kind]
  useEffect(() => {
    const limits = limitsOf(series)
    chart.current?.setOption(
      {
        backgroundColor: 'transparent',
        animation: false,
        aria: { enabled: true, label: { description: title } },
        grid: { left: 8, right: 16, top: small ? 8 : 34, bottom: 4, containLabel: true },
        legend: small ? undefined : { top: 0 },
        tooltip: {
          trigger: 'axis',
          valueFormatter: (value: unknown) => (value === null || value === undefined ? '—' : `${Number(value).toFixed(1)} ${unit}`),
        },
        xAxis: { type: 'time' },
        // Both limits are in the picture, also while nothing comes near them.
        yAxis: [
          {
            type: 'value',
            scale: true,
            min: ({ min }: Extent) => Math.floor(Math.min(min, ...limits.map((v) => v / 10))),
            max: ({ max }: Extent) => Math.ceil(Math.max(max, ...limits.map((v) => v / 10))),
            axisLabel: { hideOverlap: true, formatter: `{value} ${unit}` },
            splitNumber: small ? 2 : 5,
          },
          { type: 'value', min: 0, max: ROWS, show: false },
        ],
        series: [
          ...series.map((s, i) => ({
            name: `${channelName(s.kind, s.sensorNo)} ${s.zone}`,
            type: 'line',
            showSymbol: false,
            connectNulls: false,
            data: dataOf(s),
            lineStyle: { width: 1.6 },
            ...(i === 0
              ? {
                  markLine: {
                    silent: true,
                    symbol: 'none',
                    animation: false,
                    label: {
                      formatter: ({ value }: { value: number }) => `${value} ${unit}`,
                      show: !small,
                      position: 'insideEndTop',
                      color: FILLS.red,
                    },
                    data: linesOf(limits, null, dark),
                  },
                  markArea: {
                    silent: true,
                    itemStyle: { color: `${FILLS.red}24` },
                    data: excursions.map((e) => [{ xAxis: e.from * 1000 }, { xAxis: (e.to ?? Math.floor(Date.now() / 1000)) * 1000 }]),
                  },
                }
              : {}),
          })),
          ...barsOf(switches),
        ],
      },
      { notMerge: true },
    )
  }, [series, excursions, switches, small, dark, unit, title])
  // The mark moves in steps one can see; a chart drawn anew sixty times a second would make the player stutter.
  const first = series[0]?.t[0] ?? 0
  const pace = Math.max(1, Math.round(((series[0]?.t.at(-1) ?? 0) - first) / 300))
  const mark = now === undefined ? null : first + Math.round((now - first) / pace) * pace
  useEffect(() => {
    if (mark === null || series.length < 1) return
    chart.current?.setOption({
      series: [
        {
          markLine: {
            silent: true,
            symbol: 'none',
            animation: false,
            data: linesOf(limitsOf(series), mark, dark),
          },
        },
      ],
    })
  }, [mark, series, dark])
  return (
    <>
      <div ref={box} className={small ? 'zyt-track-chart' : 'zyt-curve'} role="img" aria-label={title} />
      {small ? null : (
        <table className="zyt-visually-hidden">
          <caption>{readings}</caption>
          <tbody>
            {series.flatMap((s) =>
              s.t.slice(0, 200).map((t, i) => (
                <tr key={`${s.sensorNo}:${t}`}>
                  <th>{s.sensorNo} 号</th>
                  <td>{formatTime(t * 1000)}</td>
                  <td>{s.value[i] === null ? '—' : s.value[i]! / 10}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      )}
    </>
  )
}
