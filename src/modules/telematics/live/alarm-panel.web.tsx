/** Alarms that wait for somebody, newest first, beside the map; handled where one sees them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { formatTime } from '#kit/basics/time/time-format.ts'
import type { ListAnswer, Row } from '#kit/entity/wire.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { entityKeys } from '#kit/ui/client/entity-keys.ts'
import { RecordName } from '#kit/ui/card/record-name.web.tsx'
import { ActionBar } from '#kit/ui/record.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { asText } from '#kit/basics/text.ts'
import { ALARM_KINDS } from '../alarms/alarm.ts'

const QUERY = { status: 'open,assigned', pageNo: '1', pageSize: '30', sort: '-startAt' }
const GRADES: Record<string, [tone: string, word: string]> = {
  severe: ['red', '严重'],
  normal: ['orange', '一般'],
  notice: ['grey', '提示'],
}

export function AlarmPanel({ active, onPick }: { active: boolean; onPick: (vehicle: number) => void }) {
  const { open } = useScreen()
  const alarms = useQuery({
    queryKey: entityKeys.list('alarm', QUERY),
    enabled: active,
    refetchInterval: 10_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get<ListAnswer>('/api/v1/alarm/list', QUERY, { signal, silent: true, headers: { 'X-Background': '1' } }),
  })
  if (alarms.isPending) return <LoadingState rows={4} />
  if (alarms.isError && !alarms.data) return <ErrorState error={alarms.error} onRetry={() => void alarms.refetch()} />
  const list = alarms.data?.list ?? []
  if (list.length === 0) return <EmptyState why="没有待处理的报警" compact />
  return (
    <>
      <ul className="zyt-alarms">
        {list.map((row: Row) => {
          const [tone, word] = GRADES[String(row['grade'])] ?? ['grey', '']
          const vehicle = row['vehicle'] as number | null
          return (
            <li key={row.id}>
              <div>
                <Tag tone={tone!}>{word}</Tag>
                <b>{ALARM_KINDS[row['kind'] as keyof typeof ALARM_KINDS]}</b>
                {Number(row['times']) > 1 ? <span className="zyt-section-hint">{String(row['times'])} 次</span> : null}
                <small>{formatTime(row['startAt'] as string, 'MM-DD HH:mm:ss')}</small>
              </div>
              <div>
                {vehicle === null ? (
                  <span>{asText(row['terminal$'])}</span>
                ) : (
                  <Button type="link" size="small" onClick={() => onPick(vehicle)}>
                    <RecordName of={{ entity: 'vehicle', id: vehicle }} still>
                      {asText(row['vehicle$'])}
                    </RecordName>
                  </Button>
                )}
                <span className="zyt-section-hint">{row['endAt'] ? '已解除' : '持续中'}</span>
                <ActionBar entity="alarm" row={row} promoted={['handle']} visible={1} size="small" />
              </div>
            </li>
          )
        })}
      </ul>
      {(alarms.data?.total ?? 0) > list.length ? (
        <Button type="link" block onClick={() => open('assistant', { status: 'open,assigned' })}>
          全部 {alarms.data!.total} 条
        </Button>
      ) : null}
    </>
  )
}
