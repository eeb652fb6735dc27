/** Cards of a home page: figures, curves and lists, every one of them a way to the rows it counts. */
import { useQuery } from '@tanstack/react-query'
import { formatYuan } from '#kit/basics/fen.ts'
import type { Card, HomeData } from '#kit/report/home.wire.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { Chart } from '#kit/ui/chart/chart.web.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { useGo } from '../tabs/go.web.ts'
import { ArrangeBar, CardTools, useArranging } from './home-arrange.web.tsx'
import { arranged, type HomePage } from './home-order.ts'
import './home.css'

export const useCards = (page: HomePage) =>
  useQuery({ queryKey: ['home', page], queryFn: ({ signal }) => api.get<Card[]>('/api/v1/home', { page }, { signal, silent: true }) })

interface HomeCardsProps {
  page: HomePage
  empty: string
  /** Groups that stand elsewhere on the page already. */
  without?: readonly string[]
}

export function HomeCards({ page, empty, without = [] }: HomeCardsProps) {
  const { data, error, refetch } = useCards(page)
  const arranging = useArranging(page)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  if (data.length === 0) return <EmptyState why={empty} />
  const cards = data.filter((card) => !without.includes(card.group))
  const { shown, hidden } = arranged(cards, arranging.of)
  const groups = Map.groupBy(shown, (card) => card.group)
  return (
    <>
      <ArrangeBar arranging={arranging} hidden={hidden} />
      {[...groups].map(([group, list]) => (
        <section key={group} className="zyt-home-group" aria-label={group}>
          <h2>{group}</h2>
          <div className="zyt-home-cards">
            {list.map((card) => (
              <article
                key={card.code}
                className={`zyt-card zyt-home-card-${card.data.kind}`}
                {...(arranging.on ? arranging.dragOf(cards, card.code) : {})}
              >
                <h3>{card.title}</h3>
                {arranging.on ? <CardTools arranging={arranging} cards={cards} card={card} /> : null}
                <CardBody data={card.data} title={card.title} />
              </article>
            ))}
          </div>
        </section>
      ))}
    </>
  )
}

function CardBody({ data, title }: { data: HomeData; title: string }) {
  switch (data.kind) {
    case 'figures':
      return (
        <ul className="zyt-figures">
          {data.figures.map((figure) => (
            <li key={figure.label}>
              <To to={figure.to} className="zyt-figure" label={`${figure.label} ${shown(figure)}`}>
                <span className="zyt-figure-value" data-tone={figure.tone}>
                  {shown(figure)}
                </span>
                <span className="zyt-figure-label">{figure.label}</span>
              </To>
            </li>
          ))}
        </ul>
      )
    case 'series':
      return (
        <>
          <Chart plain kind={data.chart ?? 'line'} data={data.data} title={title} />
          {data.to ? <To to={data.to}>查看明细</To> : null}
        </>
      )
    case 'rows':
      if (data.rows.length === 0) return <p className="zyt-home-none">没有需要处理的事项</p>
      return (
        <ul className="zyt-home-rows">
          {data.rows.map((row) => (
            <li key={row.to + row.title}>
              <To to={row.to}>
                <span data-tone={row.tone}>{row.title}</span>
                <span className="zyt-home-note">{row.note}</span>
              </To>
            </li>
          ))}
        </ul>
      )
  }
}

function shown({ value, unit }: { value: number; unit?: 'fen' | '%' }): string {
  if (unit === 'fen') return formatYuan(value)
  return unit === '%' ? `${value}%` : value.toLocaleString('zh-CN')
}

/** An ordinary link inside the console: opens a tab; with Ctrl or the middle button, a window. */
export function To({
  to,
  className,
  label,
  children,
}: {
  to: string | undefined
  className?: string
  label?: string
  children: React.ReactNode
}) {
  const go = useGo()
  if (!to) return <span className={className}>{children}</span>
  return (
    <a
      href={to}
      className={className}
      aria-label={label}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        go.open(to)
      }}
    >
      {children}
    </a>
  )
}
