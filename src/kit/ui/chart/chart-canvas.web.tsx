/** The drawing itself. The chart library comes with the first one that is shown: this file is only ever loaded late. */
import { BarChart, HeatmapChart, LineChart, PieChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent, VisualMapComponent } from 'echarts/components'
import { use as register } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useMemo, useState, type RefObject } from 'react'
import type { ChartKind } from '../../report/report.ts'
import type { ChartData } from '../../report/chart-data.ts'
import { tokenOf } from '../look/tokens.ts'
import { inLanguage } from '../parts/page-text.ts'
import { chartOption } from './chart-options.ts'
import { useChart, type ChartHandle } from './use-chart.web.ts'
import { watchSize } from '../screen/watch-size.web.ts'
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
  /** A point was clicked: which series, which label. */
  onPick?: ((series: number, label: number) => void) | undefined
}

/** What is drawn is no text of the page that another language could be read into: it is read before. */
const worded = (data: ChartData): ChartData => ({
  ...data,
  labels: data.labels.map(inLanguage),
  series: data.series.map((series) => ({ ...series, name: inLanguage(series.name) })),
})

export default function ChartCanvas({ title, kind, data: given, picture, onPick }: ChartCanvasProps) {
  const { box, chart, dark } = useChart()
  const data = useMemo(() => worded(given), [given])
  const [narrow, setNarrow] = useState(false)
  useEffect(() => watchSize(box.current!, ({ contentRect: { width } }) => width > 0 && setNarrow(width < NARROW)), [box])
  useEffect(() => {
    const drawn = chart.current
    // What the last one had and this one has not must not stay.
    drawn?.setOption(chartOption(kind, data, { title, dark, narrow }), { notMerge: true })
    if (!picture) return
    picture.current = () => drawn!.renderToCanvas({ pixelRatio: 2, backgroundColor: tokenOf('panel', dark) })
    return () => {
      picture.current = null
    }
  }, [chart, kind, data, title, dark, narrow, picture])
  usePick(chart, kind, data, dark, onPick)
  return <div ref={box} className="zyt-chart" role="img" aria-label={title} />
}

interface Clicked {
  seriesIndex?: number
  dataIndex?: number
  name?: string
}
/** A click on a bar or a slice is that point; beside them, a click in the column of a label is the first series there. */
function usePick(chart: ChartHandle['chart'], kind: ChartKind, data: ChartData, dark: boolean, onPick: ChartCanvasProps['onPick']): void {
  useEffect(() => {
    const drawn = chart.current
    if (!drawn || !onPick) return
    const onPoint = ({ seriesIndex = 0, dataIndex = 0, name = '' }: Clicked): void =>
      // Slices stand in the order of their size.
      kind === 'pie' ? onPick(0, data.labels.indexOf(name)) : onPick(seriesIndex, dataIndex)
    const onColumn = (event: { target?: unknown; offsetX: number; offsetY: number }): void => {
      const at = [event.offsetX, event.offsetY]
      if (event.target || kind === 'pie' || !drawn.containPixel({ gridIndex: 0 }, at)) return
      const label = Math.round(Number(drawn.convertFromPixel({ gridIndex: 0 }, at)[0]))
      if (label >= 0 && label < data.labels.length) onPick(0, label)
    }
    drawn.on('click', onPoint as (event: unknown) => void)
    drawn.getZr().on('click', onColumn)
    return () => {
      if (drawn.isDisposed()) return
      drawn.off('click', onPoint as (event: unknown) => void)
      drawn.getZr().off('click', onColumn)
    }
  }, [chart, kind, data, dark, onPick])
}
