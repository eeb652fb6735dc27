/** The drawing itself. The chart library comes with the first one that is shown: this file is only ever loaded late. */
import { BarChart, HeatmapChart, LineChart, PieChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent, VisualMapComponent } from 'echarts/components'
import { use as register } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useState, type RefObject } from 'react'
import type { ChartKind } from '../../report/report.ts'
import type { ChartData } from '../../report/chart-data.ts'
import { chartOption } from './chart-options.ts'
import { useChart } from './use-chart.web.ts'
import './chart.css'

register([
  LineChart,
  BarChart,
  PieChart,
  HeatmapChart,
  GridComponent,
  TooltipComponent,
  LegendComponent,
  VisualMapComponent,
  AriaComponent,
  CanvasRenderer,
])

const NARROW = 480

export interface ChartCanvasProps {
  title: string
  kind: ChartKind
  data: ChartData
  /** Filled with how to take a picture of it. */
  picture?: RefObject<(() => HTMLCanvasElement) | null>
}

export default function ChartCanvas({ title, kind, data, picture }: ChartCanvasProps) {
  const { box, chart, dark } = useChart()
  const [narrow, setNarrow] = useState(false)
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => entry && entry.contentRect.width > 0 && setNarrow(entry.contentRect.width < NARROW))
    watch.observe(box.current!)
    return () => watch.disconnect()
  }, [box])
  useEffect(() => {
    const drawn = chart.current
    // What the last one had and this one has not must not stay.
    drawn?.setOption(chartOption(kind, data, { title, dark, narrow }), { notMerge: true })
    if (!picture) return
    picture.current = () => drawn!.renderToCanvas({ pixelRatio: 2, backgroundColor: dark ? '#17191d' : '#fff' })
    return () => {
      picture.current = null
    }
  }, [chart, kind, data, title, dark, narrow, picture])
  return <div ref={box} className="zyt-chart" role="img" aria-label={title} />
}
