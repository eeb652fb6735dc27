import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Space } from 'antd'
import { formatTime, relativeTime } from '#kit/basics/time/time-format.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { confirmBox, toast } from '#kit/ui/dialog/message.web.tsx'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { stateColor } from '#kit/ui/parts/tone.ts'
import { deviceOf } from './device.ts'

interface Session {
  id: number
  createdAt: string
  lastSeenAt: string
  ip: string
  userAgent: string
  current: boolean
}

export function Sessions() {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => api.get<Session[]>('/api/v1/session/list', undefined, { signal, silent: true }),
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={3} />
  const end = async (which: { id: number } | { others: true }, question: string): Promise<void> => {
    if (!(await confirmBox({ title: '结束登录', content: question }))) return
    const { ended } = await api.post<{ ended: number }>('/api/v1/session/end', which)
    toast.success(`已结束 ${ended} 个登录`)
    await queries.invalidateQueries({ queryKey: ['sessions'] })
  }
  const now = Date.now()
  return (
    <>
      <ul className="zyt-home-rows">
        {data.map((s) => (
          <li key={s.id}>
            <Space wrap style={{ padding: '8px 0' }}>
              <strong>{deviceOf(s.userAgent)}</strong>
              {s.current ? <Tag tone={stateColor('active')}>当前设备</Tag> : null}
              <span className="zyt-home-note">
                {s.ip} · 登录于 {formatTime(s.createdAt)} · 最近活动 {relativeTime(s.lastSeenAt, now)}
              </span>
              {s.current ? null : (
                <Button size="small" danger onClick={() => void end({ id: s.id }, '该设备将立即退出登录。')}>
                  结束
                </Button>
              )}
            </Space>
          </li>
        ))}
      </ul>
      {data.length > 1 ? (
        <Button danger style={{ marginTop: 12 }} onClick={() => void end({ others: true }, `其他 ${data.length - 1} 个登录将立即退出。`)}>
          结束其他全部登录
        </Button>
      ) : null}
    </>
  )
}
