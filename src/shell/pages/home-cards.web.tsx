/** Cards of a home page: figures, charts and lists, every one of them a way to the rows it counts. As high as what they hold. */
import { useLayoutEffect, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { formatYuan } from '#kit/basics/fen.ts'
import { changeText, figureText } from '#kit/report/figure-text.ts'
import type { HomePage } from '#kit/entity/module.ts'
import type { Card, HomeData, HomeFigure } from '#kit/report/home.wire.ts'
import { changeOf } from '#kit/report/period.rules.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { Chart } from '#kit/ui/chart/chart.web.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Link } from '#kit/ui/screen/link.web.tsx'
import { useGo } from '../tabs/go.web.ts'
import { ArrangeBar, CardTools, useArranging, type Arranging } from './home-arrange.web.tsx'
import { arranged, columnsOf, LEADS, leadsOf } from './home-order.ts'
import { watchSize } from '#kit/ui/screen/watch-size.web.ts'
import './home.css'

type Shown = ReturnType<typeof useHomeCards>

/** Cards of the page as its reader has arranged them: one question and one arrangement, however many parts of the page show them. */
export function useHomeCards(page: HomePage) {
  const { data, error, refetch } = useQuery({
    queryKey: ['home', page],
    queryFn: ({ signal }) => api.get<Card[]>('/api/v1/home', { page }, { signal, silent: true }),
  })
  const arranging = useArranging(page)
  const cards = useMemo(() => (data ? { all: data, ...arranged(data, arranging.of) } : null), [data, arranging.of])
  return { cards, error, refetch, arranging }
}

/** The first charts, beside what is to be done: how the company is doing is seen without moving the page. */
export function LeadCards({ of: { cards, error, arranging } }: { of: Shown }) {
  if (error) return null
  if (!cards)
    return (
      <div className="zyt-home-lead">
        {Array.from({ length: LEADS }, (_, i) => (
          <section key={i} className="zyt-card">
            <LoadingState as="chart" rows={8} />
          </section>
        ))}
      </div>
    )
  const { leads } = leadsOf(cards.shown)
  if (leads.length === 0) return null
  return (
    <div className="zyt-home-lead zyt-home-cards">
      {leads.map((card) => (
        <OneCard key={card.code} card={card} all={cards.all} arranging={arranging} />
      ))}
    </div>
  )
}

export function HomeCards({ of: { cards, error, refetch, arranging }, empty }: { of: Shown; empty: string }) {
  const { box, columns } = useColumns()
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!cards) return <LoadingState />
  if (cards.all.length === 0) return <EmptyState why={empty} />
  return (
    <section aria-label="经营概况">
      <ArrangeBar arranging={arranging} hidden={cards.hidden} />
      <div className="zyt-home-cards" ref={box}>
        {columnsOf(leadsOf(cards.shown).rest, columns, heightOf).map((column, i) => (
          <div key={i} className="zyt-home-column">
            {column.map((card) => (
              <OneCard key={card.code} card={card} all={cards.all} arranging={arranging} />
            ))}
          </div>
        ))}
      </div>
    </section>
  )
}

function OneCard({ card, all, arranging }: { card: Card; all: readonly Card[]; arranging: Arranging }) {
  return (
    <article className="zyt-card" {...(arranging.on ? arranging.dragOf(all, card.code) : {})}>
      <h3>{card.title}</h3>
      {arranging.on ? <CardTools arranging={arranging} cards={all} card={card} /> : null}
      <CardBody data={card.data} title={card.title} />
    </article>
  )
}

const COLUMN_PX = 380
/** As many columns as there is room for in the element that `box` is handed. */
function useColumns(): { box: (element: HTMLDivElement | null) => void; columns: number } {
  const [element, box] = useState<HTMLDivElement | null>(null)
  const [columns, setColumns] = useState(1)
  useLayoutEffect(() => {
    if (!element) return
    const measure = (): void => {
      // In a tab that is hidden there is no room to measure.
      if (element.clientWidth > 0) setColumns(Math.max(1, Math.floor(element.clientWidth / COLUMN_PX)))
    }
    measure()
    return watchSize(element, measure)
  }, [element])
  return { box, columns }
}

/** About how many lines of text a card is high. */
function heightOf({ data }: Card): number {
  const lines = (figures: readonly HomeFigure[]): number => Math.ceil(figures.length / 3) * 3
  if (data.kind === 'figures') return 2 + lines(data.figures)
  if (data.kind === 'rows') return 2 + Math.max(1, data.rows.length) * 2
  return 13 + lines(data.figures ?? [])
}

function CardBody({ data, title }: { data: HomeData; title: string }) {
  switch (data.kind) {
    case 'figures':
      return <Figures figures={data.figures} />
    case 'series':
      return <Series data={data} title={title} />
    case 'rows':
      if (data.rows.length === 0) return <p className="zyt-home-none">没有需要处理的事项</p>
      return (
        <ul className="zyt-home-rows">
          {data.rows.map((row) => (
            <li key={row.to + row.title}>
              <Link to={row.to}>
                <span data-tone={row.tone}>{row.title}</span>
                <span className="zyt-home-note">{row.note}</span>
              </Link>
            </li>
          ))}
        </ul>
      )
  }
}

function Figures({ figures }: { figures: readonly HomeFigure[] }) {
  return (
    <ul className="zyt-figures">
      {figures.map((figure) => (
        <li key={figure.label}>
          <Link to={figure.to} className="zyt-figure" aria-label={`${figure.label} ${shown(figure)}`}>
            <span className="zyt-figure-value" data-tone={figure.tone}>
              {shown(figure)}
            </span>
            <span className="zyt-figure-label">{figure.label}</span>
            {figure.before === undefined ? null : (
              <span className="zyt-figure-label">较上月同期 {changeText(changeOf(figure.value, figure.before))}</span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Up to here every point is a link of its own below the chart, for the keyboard and for fingers. */
const MOST_POINTS = 12

function Series({ data: { data, figures, links, chart, to }, title }: { data: Extract<HomeData, { kind: 'series' }>; title: string }) {
  const go = useGo()
  const points = data.series.flatMap((series, i) =>
    data.labels.map((label, j) => ({
      label: data.series.length > 1 ? `${label} ${series.name}` : label,
      value: series.values[j] ?? null,
      shape: series.shape ?? data.shape,
      to: links?.[i]?.[j] ?? undefined,
    })),
  )
  return (
    <>
      {figures ? <Figures figures={figures} /> : null}
      <Chart
        plain
        kind={chart ?? 'line'}
        data={data}
        title={title}
        onPick={(series, label) => {
          const address = links?.[series]?.[label]
          if (address) go.open(address)
        }}
      />
      {points.length <= MOST_POINTS && points.some((point) => point.to) ? (
        <ul className="zyt-points">
          {points
            .filter(({ value }) => value)
            .map((point) => (
              <li key={point.label}>
                <Link to={point.to}>
                  <b>{figureText(point.value, point.shape)}</b> {point.label}
                </Link>
              </li>
            ))}
        </ul>
      ) : null}
      <Link to={to} closed={null}>
        查看明细
      </Link>
    </>
  )
}

function shown({ value, unit }: HomeFigure): string {
  if (unit === 'fen') return formatYuan(value)
  return unit === '%' ? `${value}%` : value.toLocaleString('zh-CN')
}
