/** The dates of a recurring rule before they are made. */
import { Alert, Button } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { api } from '#kit/ui/client/api.web.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { useWrite } from '#kit/ui/record.web.tsx'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import type { Dates } from './dates.wire.ts'

const RESULTS = { create: '生成', skip: '跳过', merge: '合并' }

export default function RecurringTab({ row, reload }: TabProps) {
  const write = useWrite()
  const query = useQuery({
    queryKey: ['recurringPreview', row.id, row.version],
    queryFn: ({ signal }) => api.get<Dates>('/api/v1/recurringRule/preview', { id: row.id }, { signal, silent: true }),
  })
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState />
  const { dates, stopped, created, skipped, merged } = query.data
  const run = async (): Promise<void> => {
    const done = await write<{ created: number }>('/api/v1/recurringRule/runNow', { id: row.id }).catch(() => null)
    if (!done) return
    toast.success(done.created ? `已生成 ${done.created} 张订单` : '提前量内没有待生成的订单')
    reload()
  }
  return (
    <Section
      title="日期预览"
      hint={`生成 ${created}，跳过 ${skipped}，合并 ${merged}`}
      extra={row['status'] === 'active' ? <Button onClick={() => void run()}>立即生成</Button> : null}
    >
      {stopped ? <Alert type="warning" showIcon title={stopped} /> : null}
      <PlainTable
        columns={[{ head: '原定日期' }, { head: '时刻' }, { head: '服务日期' }, { head: '结果' }, { head: '说明' }]}
        rows={dates.map((d) => ({
          key: `${d.originalDate}${d.slot}`,
          cells: [d.originalDate, d.slot, d.serviceDate ?? '—', RESULTS[d.result], d.reason ?? ''],
        }))}
        empty="这段时间没有日期"
      />
    </Section>
  )
}
