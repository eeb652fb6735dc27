/** A curve or two. The chart library is loaded with the first one; colours follow light and dark; the numbers are also a table. */
import { LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { use as register } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect } from 'react'
import { formatFen } from '#kit/basics/fen.ts'
import { useChart } from '../use-chart.web.ts'

register([LineChart, GridComponent, TooltipComponent, LegendComponent, AriaComponent, CanvasRenderer])

interface Props {
  title: string
  unit?: 'fen'
  points: { label: string; values: Record<string, number> }[]
}

export default function Chart({ title, unit, points }: Props) {
  const { box, chart } = useChart()
  const names = [...new Set(points.flatMap((p) => Object.keys(p.values)))]
  const shown = (value: number): string => (unit === 'fen' ? formatFen(value) : value.toLocaleString('zh-CN'))
  useEffect(() => {
    chart.current?.setOption({
      backgroundColor: 'transparent',
      aria: { enabled: true, label: { description: title } },
      grid: { left: 8, right: 16, top: names.length > 1 ? 36 : 16, bottom: 4, containLabel: true },
      legend: names.length > 1 ? { top: 0 } : undefined,
      tooltip: { trigger: 'axis', valueFormatter: (value: unknown) => shown(Number(value)) },
      xAxis: { type: 'category', data: points.map((p) => p.label), boundaryGap: false },
      yAxis: {
        type: 'value',
        axisLabel: { formatter: (value: number) => (unit === 'fen' ? `${(value / 1_000_000).toLocaleString('zh-CN')} 万` : String(value)) },
      },
      series: names.map((name) => ({ name, type: 'line', smooth: false, symbolSize: 6, data: points.map((p) => p.values[name] ?? null) })),
    })
  })
  return (
    <>
      <div ref={box} className="zyt-chart" role="img" aria-label={title} />
      <table className="zyt-visually-hidden">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th>日期</th>
            {names.map((name) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((p) => (
            <tr key={p.label}>
              <th>{p.label}</th>
              {names.map((name) => (
                <td key={name}>{p.values[name] === undefined ? '—' : shown(p.values[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
