/** Temperature over time, one line a probe, limits dashed, what lies outside in red; the figures are also a table. */
import { LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, MarkAreaComponent, MarkLineComponent, TooltipComponent } from 'echarts/components'
import { use as register } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect } from 'react'
import { formatTime } from '#kit/basics/timeFormat.ts'
import { useChart } from '#shell/use-chart.web.ts'
import type { CurveAnswer, TemperatureSeries } from '../wire.ts'

register([LineChart, GridComponent, TooltipComponent, LegendComponent, MarkLineComponent, MarkAreaComponent, AriaComponent, CanvasRenderer])
const SILENT = 1800
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

export function Curve({
  series,
  excursions = [],
  now,
  small,
}: {
  series: readonly TemperatureSeries[]
  excursions?: CurveAnswer['excursions']
  now?: number
  small?: boolean
}) {
  const { box, chart, dark } = useChart()
  useEffect(() => {
    const limits = [...new Set(series.flatMap((s) => [s.lowest, s.highest]).filter((v) => v !== null))]
    chart.current?.setOption(
      {
        backgroundColor: 'transparent',
        animation: false,
        aria: { enabled: true, label: { description: '温度曲线' } },
        grid: { left: 8, right: 16, top: small ? 8 : 34, bottom: 4, containLabel: true },
        legend: small ? undefined : { top: 0 },
        tooltip: {
          trigger: 'axis',
          valueFormatter: (value: unknown) => (value === null || value === undefined ? '—' : `${Number(value).toFixed(1)} ℃`),
        },
        xAxis: { type: 'time' },
        // Both limits are in the picture, also while nothing comes near them.
        yAxis: {
          type: 'value',
          scale: true,
          min: ({ min }: Extent) => Math.floor(Math.min(min, ...limits.map((v) => v / 10))),
          max: ({ max }: Extent) => Math.ceil(Math.max(max, ...limits.map((v) => v / 10))),
          axisLabel: { hideOverlap: true, formatter: '{value} ℃' },
          splitNumber: small ? 2 : 5,
        },
        series: series.map((s, i) => ({
          name: `${s.sensorNo} 号 ${s.zone}`,
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
                    formatter: ({ value }: { value: number }) => `${value} ℃`,
                    show: !small,
                    position: 'insideEndTop',
                    color: '#c5221f',
                  },
                  data: limits.map((v) => ({ yAxis: v / 10, lineStyle: { color: '#c5221f', type: 'dashed' } })),
                },
                markArea: {
                  silent: true,
                  itemStyle: { color: 'rgb(229 72 77 / 14%)' },
                  data: excursions.map((e) => [{ xAxis: e.from * 1000 }, { xAxis: (e.to ?? Math.floor(Date.now() / 1000)) * 1000 }]),
                },
              }
            : {}),
        })),
      },
      { notMerge: true },
    )
  }, [series, excursions, small, dark])
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
            label: { show: false },
            data: [{ xAxis: mark * 1000, lineStyle: { color: dark ? '#e6e8eb' : '#1d2129', type: 'solid' } }],
          },
        },
      ],
    })
  }, [mark, series, dark])
  return (
    <>
      <div ref={box} className={small ? 'zyt-track-chart' : 'zyt-curve'} role="img" aria-label="温度曲线" />
      {small ? null : (
        <table className="zyt-visually-hidden">
          <caption>温度读数</caption>
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
