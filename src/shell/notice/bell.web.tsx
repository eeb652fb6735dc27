/** Messages to me: kept up to date by server events, by the poll's rhythm where there are none. */
import { BellOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Badge, Button, Popover } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { formatTime, relativeTime } from '#kit/basics/timeFormat.ts'
import { api } from '#kit/ui/api.web.ts'
import { Dialog } from '#kit/ui/dialog.web.tsx'
import { toast } from '#kit/ui/message.web.tsx'
import { local } from '#kit/ui/storage.web.ts'
import { useGo } from '../tabs/go.web.ts'
import './notice.css'

/** GET /api/v1/message/list */
interface Mine {
  unread: number
  total: number
  list: Message[]
}
interface Message {
  id: number
  title: string
  content: string | null
  createdAt: string
  readAt: string | null
  link: string | null
}
const STEP = 20
const MOST = 100

export function Bell() {
  const go = useGo()
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const [shown, setShown] = useState(STEP)
  const [reading, setReading] = useState<Message | null>(null)
  const { data } = useQuery({
    queryKey: ['messages', shown],
    queryFn: ({ signal }) => api.get<Mine>('/api/v1/message/list', { pageSize: shown }, { signal, silent: true }),
    placeholderData: keepPreviousData,
    refetchInterval: () => (local.get('isLogOut') === '1' ? false : 60_000),
  })
  useAnnounce(data)
  const read = async (ids: number[] | 'all'): Promise<void> => {
    await api.post('/api/v1/message/read', ids === 'all' ? { all: true } : { ids }, { silent: true, overlay: false }).catch(() => undefined)
    await queries.invalidateQueries({ queryKey: ['messages'] })
  }
  const now = Date.now()
  const content = (
    <div className="zyt-messages">
      {data && data.list.length > 0 ? (
        <ul>
          {data.list.map((m) => (
            <li key={m.id}>
              <button
                type="button"
                className="zyt-message"
                data-unread={m.readAt === null}
                onClick={() => {
                  if (m.readAt === null) void read([m.id])
                  setOpen(false)
                  // What leads somewhere is told there; the rest is read here.
                  if (m.link) go.open(m.link)
                  else setReading(m)
                }}
              >
                <strong>{m.title}</strong>
                <br />
                <time dateTime={m.createdAt}>{relativeTime(m.createdAt, now)}</time>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p>暂无消息</p>
      )}
      {data && data.list.length < Math.min(data.total, MOST) ? (
        <Button type="link" onClick={() => setShown(Math.min(shown + STEP, MOST))}>
          更早的消息
        </Button>
      ) : null}
      {data && data.unread > 0 ? (
        <Button type="link" onClick={() => void read('all')}>
          全部标为已读
        </Button>
      ) : null}
    </div>
  )
  return (
    <>
      <Popover trigger="click" placement="bottomRight" title="消息" content={content} open={open} onOpenChange={setOpen}>
        <button type="button" className="zyt-icon-button" aria-label={`消息${data?.unread ? `，${data.unread} 条未读` : ''}`}>
          <Badge count={data?.unread ?? 0} size="small" overflowCount={99}>
            <BellOutlined style={{ fontSize: 16 }} />
          </Badge>
        </button>
      </Popover>
      {reading ? <MessageDialog message={reading} onClose={() => setReading(null)} /> : null}
    </>
  )
}

function MessageDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  return (
    <Dialog open title={message.title} width={560} footer={null} onCancel={onClose}>
      <p className="zyt-section-hint">{formatTime(message.createdAt)}</p>
      <p className="zyt-message-text">{message.content?.trim() || '这条消息没有正文。'}</p>
    </Dialog>
  )
}

/** Never on the first load, never one toast per message. */
function useAnnounce(data: Mine | undefined): void {
  const before = useRef<number | null>(null)
  useEffect(() => {
    if (!data) return
    const newest = data.list.reduce((max, m) => Math.max(max, m.id), 0)
    const fresh = before.current === null ? [] : data.list.filter((m) => m.readAt === null && m.id > before.current!)
    before.current = Math.max(before.current ?? 0, newest)
    if (fresh.length === 1) toast.info(`新消息：${fresh[0]!.title}`)
    if (fresh.length > 1) toast.info(`收到 ${fresh.length} 条新消息`)
  }, [data])
}
