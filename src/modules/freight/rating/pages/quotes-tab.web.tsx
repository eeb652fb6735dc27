/** Prices of an order: every quote is kept. */
import { Tag } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import type { Quote } from '../answers.wire.ts'
import { PriceView } from './price-view.web.tsx'

export default function QuotesTab({ row }: TabProps) {
  const query = useQuery({
    queryKey: ['entity', 'quote', 'of', row.id, row.version],
    queryFn: ({ signal }) => api.get<{ list: Quote[] }>('/api/v1/transportOrder/quotes', { id: row.id }, { signal, silent: true }),
  })
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState />
  if (query.data.list.length === 0) return <p className="zyt-section-hint">提交订单时计价并保存报价</p>
  return query.data.list.map((q) => (
    <Section
      key={q.id}
      title={q.no}
      hint={`${formatTime(q.createdAt)}，${q.why}`}
      extra={q.current ? <Tag color="green">当前报价</Tag> : <Tag>历史报价</Tag>}
    >
      <PriceView price={q} />
    </Section>
  ))
}
