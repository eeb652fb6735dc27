/** Messages to me: kept up to date by server events, by the poll's rhythm where there are none. */
import { BellOutlined, PaperClipOutlined, RightOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Badge, Button, Popover } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { FileLink } from '#kit/entity/field.ts'
import { formatTime, relativeTime } from '#kit/basics/time/time-format.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { FilesValue } from '#kit/ui/files/files.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { local } from '#kit/ui/state/storage.web.ts'
import { useGo } from '../tabs/go.web.ts'
import { DesktopSwitch, showOnDesktop } from './desktop.web.tsx'
import './notice.css'
import '#kit/ui/parts/section.css'

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
  attachments: FileLink[] | null
  /** Sent by an act of my own: it stands in the list, nobody is called to it. */
  own: boolean
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
                  // What leads somewhere is told there; the rest, and what was written at length, is read here.
                  if (m.link && !m.attachments?.length && !isLong(m)) go.open(m.link)
                  else setReading(m)
                }}
              >
                <strong>{m.title}</strong>
                {m.content ? <span className="zyt-message-start">{m.content}</span> : null}
                <span className="zyt-message-foot">
                  <time dateTime={m.createdAt}>{relativeTime(m.createdAt, now)}</time>
                  {m.attachments?.length ? (
                    <span>
                      <PaperClipOutlined /> {m.attachments.length} 个附件
                    </span>
                  ) : null}
                  {m.link ? (
                    <span className="zyt-message-go">
                      去查看 <RightOutlined />
                    </span>
                  ) : null}
                </span>
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
      <DesktopSwitch />
    </div>
  )
  return (
    <>
      <Popover
        trigger="click"
        rootClassName="zyt-messages-popup"
        placement="bottomRight"
        title="消息"
        content={content}
        open={open}
        onOpenChange={setOpen}
      >
        <button type="button" className="zyt-icon-button" aria-label={`消息${data?.unread ? `，${data.unread} 条未读` : ''}`}>
          <Badge count={data?.unread ?? 0} size="small" overflowCount={99}>
            <BellOutlined style={{ fontSize: 'var(--zyt-type-lead)' }} />
          </Badge>
        </button>
      </Popover>
      {reading ? (
        <MessageDialog
          message={reading}
          onClose={() => setReading(null)}
          onGo={(link) => {
            setReading(null)
            go.open(link)
          }}
        />
      ) : null}
    </>
  )
}

/** More than the two lines that the list shows. */
const isLong = ({ content }: Message): boolean => content !== null && (content.length > 60 || content.trim().split('\n').length > 2)

function MessageDialog({ message, onClose, onGo }: { message: Message; onClose: () => void; onGo: (link: string) => void }) {
  const { link, attachments } = message
  return (
    <Dialog
      open
      title={message.title}
      width={560}
      okText="去查看"
      cancelText="关闭"
      footer={link ? undefined : null}
      onCancel={onClose}
      onOk={() => link && onGo(link)}
    >
      <p className="zyt-section-hint">{formatTime(message.createdAt)}</p>
      <p className="zyt-message-text">{message.content?.trim() || '这条消息没有正文。'}</p>
      {attachments?.length ? (
        <section aria-label="附件" className="zyt-message-files">
          <FilesValue value={attachments} label={message.title} />
        </section>
      ) : null}
    </Dialog>
  )
}

/** Never on the first load, never for one's own act, never one toast per message. */
function useAnnounce(data: Mine | undefined): void {
  const go = useGo()
  const before = useRef<number | null>(null)
  useEffect(() => {
    if (!data) return
    const newest = data.list.reduce((max, m) => Math.max(max, m.id), 0)
    const fresh = before.current === null ? [] : data.list.filter((m) => m.readAt === null && !m.own && m.id > before.current!)
    before.current = Math.max(before.current ?? 0, newest)
    const [first] = fresh
    if (!first) return
    const text = fresh.length === 1 ? `新消息：${first.title}` : `收到 ${fresh.length} 条新消息`
    toast.info(text)
    showOnDesktop(text, () => fresh.length === 1 && first.link && go.open(first.link))
  }, [data, go])
}
