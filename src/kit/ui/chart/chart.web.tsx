/** A chart with its table: line, bar, stacked, pie or heat. Who cannot see or point reads the table; the picture can be taken along. */
import { lazy, Suspense, useMemo, useRef, useState, type ReactNode } from 'react'
import { Button, Segmented } from 'antd'
import { PictureOutlined } from '@ant-design/icons'
import { figureText } from '../../report/figure-text.ts'
import { CHARTS, type ChartKind } from '../../report/report.ts'
import { EmptyState, LoadingState } from '../parts/state.web.tsx'
import { fewSeries, kindsFor, type ChartData } from '../../report/chart-data.ts'
import './chart.css'
import '../field/field-value.css'

const Canvas = lazy(() => import('./chart-canvas.web.tsx'))

interface Props {
  title: string
  kind: ChartKind
  data: ChartData
  /** Without its switches: on a card. */
  plain?: boolean
  onKind?: (kind: ChartKind) => void
  /** A point was clicked: which series, which label of the data. */
  onPick?: (series: number, label: number) => void
  extra?: ReactNode
}

export function Chart({ title, kind, data, plain, onKind, onPick, extra }: Props) {
  const [asTable, setAsTable] = useState(false)
  const picture = useRef<(() => HTMLCanvasElement) | null>(null)
  const drawn = useMemo(() => fewSeries(data), [data])
  const kinds = useMemo(() => kindsFor(drawn), [drawn])
  if (data.labels.length === 0) return <EmptyState why="没有可以画成图的数据" compact />
  const shown = kinds.includes(kind) ? kind : kind === 'line' || !kinds.includes('line') ? 'bar' : 'line'
  const body = (
    <Suspense fallback={<LoadingState as="chart" rows={8} />}>
      <Canvas title={title} kind={shown} data={drawn} picture={picture} onPick={onPick} />
    </Suspense>
  )
  if (plain)
    return (
      <>
        {body}
        <ChartTable title={title} data={data} hidden />
      </>
    )
  return (
    <figure className="zyt-chart-figure">
      <figcaption className="zyt-chart-tools">
        <Segmented<ChartKind | 'table'>
          size="small"
          aria-label="图表样式"
          value={asTable ? 'table' : shown}
          options={[...kinds.map((value) => ({ value, label: CHARTS[value] })), { value: 'table', label: '表格' }]}
          onChange={(value) => {
            setAsTable(value === 'table')
            if (value !== 'table') onKind?.(value)
          }}
        />
        {extra}
        {asTable ? null : (
          <Button size="small" type="text" icon={<PictureOutlined />} onClick={() => savePicture(picture.current?.(), title)}>
            保存图片
          </Button>
        )}
      </figcaption>
      {asTable ? null : body}
      <ChartTable title={title} data={data} hidden={!asTable} />
    </figure>
  )
}

function savePicture(canvas: HTMLCanvasElement | undefined, title: string): void {
  canvas?.toBlob((blob) => {
    if (!blob) return
    const address = URL.createObjectURL(blob)
    const link = document.createElement('a')
    link.href = address
    link.download = `${title}.png`
    link.click()
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
  }, 'image/png')
}

function ChartTable({ title, data, hidden }: { title: string; data: ChartData; hidden: boolean }) {
  return (
    <div className={hidden ? 'zyt-visually-hidden' : 'zyt-lines-scroll'}>
      <table className="zyt-lines">
        <caption className="zyt-visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">项目</th>
            {data.series.map(({ name }) => (
              <th key={name} scope="col" className="zyt-end">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.labels.map((label, i) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {data.series.map((series) => (
                <td key={series.name} className="zyt-end">
                  {figureText(series.values[i], series.shape ?? data.shape)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
