/** The life of a chart: made with its colours, as large as its box, gone with it. What is drawn is its owner's. */
import { init, type ECharts } from 'echarts/core'
import { useEffect, useRef, type RefObject } from 'react'
import { useDark } from './dark.web.ts'
import { watchSize } from '../screen/watch-size.web.ts'

export interface ChartHandle {
  box: RefObject<HTMLDivElement | null>
  chart: RefObject<ECharts | null>
  /** When it changes the chart is made anew and has to be drawn again. */
  dark: boolean
}

export function useChart(): ChartHandle {
  const dark = useDark()
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts | null>(null)
  useEffect(() => {
    const element = box.current!
    const made = init(element, dark ? 'dark' : undefined)
    chart.current = made
    // A chart in a hidden tab has no size; it gets one when the tab is shown.
    const unwatch = watchSize(element, () => element.clientWidth > 0 && made.resize())
    return () => {
      unwatch()
      made.dispose()
      chart.current = null
    }
  }, [dark])
  return { box, chart, dark }
}
