/** From the data of a chart to what the library draws. Pure: no element, no theme but light or dark. */
import type { EChartsCoreOption } from 'echarts/core'
import { axisText, figureText } from '../../report/figure-text.ts'
import type { ChartKind } from '../../report/report.ts'
import { tokenOf, seriesOf } from '../look/tokens.ts'
import { slicesOf, type ChartData, type Series } from '../../report/chart-data.ts'

export interface Look {
  title: string
  dark: boolean
  /** Narrower than a table: a telephone. */
  narrow: boolean
}

const inkOf = (dark: boolean) => ({ text: tokenOf('text-2', dark), line: tokenOf('border', dark), panel: tokenOf('panel', dark) })

export function chartOption(kind: ChartKind, data: ChartData, look: Look): EChartsCoreOption {
  const shared = {
    backgroundColor: 'transparent',
    animation: false,
    color: seriesOf(look.dark),
    aria: { enabled: true, label: { description: look.title }, decal: { show: false } },
    textStyle: { color: inkOf(look.dark).text },
  }
  if (kind === 'pie') return { ...shared, ...pie(data, look) }
  return { ...shared, ...(kind === 'heat' ? heat(data, look) : cartesian(kind, data, look)) }
}

const legend = (look: Look, shown: boolean): object | undefined =>
  shown ? { type: 'scroll', top: 0, left: 0, right: 0, textStyle: { color: inkOf(look.dark).text } } : undefined

/** The names of an axis: turned where they are long, left out where they do not fit. */
function categories(labels: readonly string[], look: Look): object {
  const longest = Math.max(0, ...labels.map((label) => label.length))
  const crowded = labels.length * longest > (look.narrow ? 34 : 110)
  const ink = inkOf(look.dark)
  return {
    type: 'category',
    data: labels,
    axisLine: { lineStyle: { color: ink.line } },
    axisTick: { show: false },
    axisLabel: {
      color: ink.text,
      hideOverlap: true,
      width: look.narrow ? 72 : 110,
      overflow: 'truncate',
      ...(crowded ? { rotate: 35 } : {}),
    },
  }
}
const values = (data: ChartData, look: Look): object => {
  const ink = inkOf(look.dark)
  // Where nothing has happened yet an axis of its own choice would say 0.01, 0.01, 0.01.
  const nothing = data.series.every((series) => series.values.every((value) => !value))
  return {
    type: 'value',
    splitLine: { lineStyle: { color: ink.line } },
    ...(nothing ? { min: 0, max: 1, interval: 1 } : {}),
    axisLabel: { color: ink.text, formatter: (value: number) => (nothing && value !== 0 ? '' : axisText(value, data.shape)) },
  }
}
const many = (data: ChartData): boolean => data.series.length > 1

function cartesian(kind: 'line' | 'bar' | 'stacked', data: ChartData, look: Look): object {
  const text = (name: string | undefined, value: unknown): string => {
    const shape = data.series.find((one) => one.name === name)?.shape ?? data.shape
    return figureText(typeof value === 'number' ? value : null, shape)
  }
  const one = (series: Series): object => ({
    name: series.name,
    data: series.values,
    ...(kind === 'line'
      ? { type: 'line', symbolSize: 6, lineStyle: { type: series.before ? 'dashed' : 'solid' } }
      : { type: 'bar', barMaxWidth: 36, ...(kind === 'stacked' ? { stack: series.before ? 'before' : 'now' } : {}) }),
    ...(series.before ? { itemStyle: { opacity: 0.45 } } : {}),
  })
  return {
    grid: { left: 8, right: 16, top: many(data) ? 38 : 16, bottom: 4, containLabel: true },
    legend: legend(look, many(data)),
    tooltip: {
      trigger: 'axis',
      confine: true,
      axisPointer: { type: kind === 'line' ? 'line' : 'shadow' },
      formatter: (points: { seriesName?: string; name: string; marker: string; value: unknown }[]) =>
        [points[0]?.name ?? '', ...points.map((point) => `${point.marker}${point.seriesName ?? ''} ${text(point.seriesName, point.value)}`)]
          .map(escaped)
          .join('<br>'),
    },
    xAxis: { ...categories(data.labels, look), boundaryGap: kind !== 'line' },
    yAxis: values(data, look),
    series: data.series.map(one),
  }
}

/** Names come from people; the marker of the library is markup of its own. */
const escaped = (text: string): string => {
  const marker = /^<span[^>]*><\/span>/.exec(text)?.[0] ?? ''
  return marker + text.slice(marker.length).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)
}

function pie(data: ChartData, look: Look): object {
  const slices = slicesOf(data)
  const ink = inkOf(look.dark)
  return {
    legend: look.narrow
      ? legend(look, true)
      : { ...legend(look, true), orient: 'vertical', top: 'middle', left: 'auto', right: 8, width: '38%' },
    tooltip: {
      trigger: 'item',
      confine: true,
      formatter: ({ name, value, percent }: { name: string; value: number; percent: number }) =>
        escaped(`${name} ${figureText(value, data.shape)}（${percent}%）`),
    },
    series: [
      {
        type: 'pie',
        radius: ['42%', '70%'],
        center: look.narrow ? ['50%', '58%'] : ['32%', '50%'],
        itemStyle: { borderColor: ink.panel, borderWidth: 2 },
        label: { show: false },
        data: slices,
      },
    ],
  }
}

function heat(data: ChartData, look: Look): object {
  const ink = inkOf(look.dark)
  const points = data.series.flatMap((series, y) => series.values.flatMap((value, x) => (value === null ? [] : [[x, y, value]])))
  const figures = points.map((point) => point[2]!)
  return {
    grid: { left: 8, right: 16, top: 8, bottom: 44, containLabel: true },
    tooltip: {
      confine: true,
      formatter: ({ value: [x, y, value] }: { value: [number, number, number] }) =>
        escaped(`${data.labels[x]} ${data.series[y]?.name ?? ''} ${figureText(value, data.shape)}`),
    },
    xAxis: categories(data.labels, look),
    yAxis: {
      ...categories(
        data.series.map((series) => series.name),
        look,
      ),
      axisLabel: { color: ink.text, width: look.narrow ? 72 : 140, overflow: 'truncate' },
    },
    visualMap: {
      min: Math.min(0, ...figures),
      max: Math.max(1, ...figures),
      calculable: false,
      text: [axisText(Math.max(1, ...figures), data.shape), axisText(Math.min(0, ...figures), data.shape)],
      orient: 'horizontal',
      left: 'center',
      bottom: 0,
      itemHeight: 90,
      itemWidth: 12,
      textStyle: { color: ink.text },
      inRange: { color: [tokenOf('hover', look.dark), seriesOf(look.dark)[0]] },
    },
    series: [{ type: 'heatmap', data: points, itemStyle: { borderColor: ink.panel, borderWidth: 1 } }],
  }
}
