/** What happened to a record: who, when, from which state to which, what changed, why, through which door; and comments. */
import { useState } from 'react'
import { Button, Input } from 'antd'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { systemClock } from '../../basics/time/clock.ts'
import { formatTime, relativeTime } from '../../basics/time/time-format.ts'
import { COMMENT_MOST, type TimelineEntry } from '../../entity/wire.ts'
import { api, sentenceOf } from '../client/api.web.ts'
import { entityKeys } from '../client/entity-keys.ts'
import { useKept } from '../state/page-draft.web.ts'
import { toast } from '../dialog/message.web.tsx'
import { EmptyState, ErrorState, LoadingState } from '../parts/state.web.tsx'
import { Tag } from '../parts/tag.web.tsx'
import { ChangeLine } from './change-value.web.tsx'
import { ReasonButton } from './reason-button.web.tsx'
import { useRefresh, useWrite } from './write.web.ts'
import './timeline.css'

interface Answer {
  list: TimelineEntry[]
  total: number
}

function useTimeline(entity: string, id: number) {
  return useInfiniteQuery({
    queryKey: entityKeys.timeline(entity, id),
    placeholderData: keepPreviousData,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => api.get<Answer>(`/api/v1/${entity}/timeline`, { id, pageNo: pageParam }, { signal, silent: true }),
    getNextPageParam: (last, pages) =>
      last.list.length > 0 && pages.reduce((n, page) => n + page.list.length, 0) < last.total ? pages.length + 1 : undefined,
  })
}

const SOURCES: Record<TimelineEntry['source'], string> = {
  form: '页面',
  action: '操作',
  import: '导入',
  bulk: '批量',
  job: '系统任务',
  api: '接口',
  comment: '评论',
}

export function Timeline({ entity, id }: { entity: string; id: number }) {
  const query = useTimeline(entity, id)
  const entries = query.data?.pages.flatMap((page) => page.list) ?? []
  return (
    <div className="zyt-timeline">
      <CommentBox entity={entity} id={id} />
      {query.isPending ? <LoadingState rows={4} /> : null}
      {query.isError && entries.length === 0 ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isSuccess && entries.length === 0 ? <EmptyState compact why="还没有操作记录" /> : null}
      <ol>
        {entries.map((entry) => (
          <Entry key={entry.id} entity={entity} entry={entry} />
        ))}
      </ol>
      {query.hasNextPage ? (
        <Button block loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          更早的记录
        </Button>
      ) : null}
    </div>
  )
}

function Entry({ entity, entry }: { entity: string; entry: TimelineEntry }) {
  return (
    <li className={entry.source === 'comment' ? 'zyt-entry zyt-entry-comment' : 'zyt-entry'}>
      <div className="zyt-entry-head">
        <b>{entry.userName}</b>
        <span>{entry.label}</span>
        <Source of={entry.source} />
        <time dateTime={entry.at} title={formatTime(entry.at)}>
          {relativeTime(entry.at, systemClock.now(), 'YYYY-MM-DD HH:mm')}
        </time>
      </div>
      {entry.to && entry.from !== entry.to ? (
        <div className="zyt-entry-move">
          {entry.from ? `${entry.from} → ` : ''}
          {entry.to}
        </div>
      ) : null}
      {entry.reason ? <div className="zyt-note">{entry.source === 'comment' ? entry.reason : `原因：${entry.reason}`}</div> : null}
      {entry.changes?.length ? <Changes entity={entity} changes={entry.changes} /> : null}
    </li>
  )
}

/** Through which door; the ordinary ones are said quietly. */
function Source({ of }: { of: TimelineEntry['source'] }) {
  if (of === 'comment') return null
  return of === 'form' || of === 'action' ? <span className="zyt-section-hint">{SOURCES[of]}</span> : <Tag tone="grey">{SOURCES[of]}</Tag>
}

function Changes({ entity, changes }: { entity: string; changes: NonNullable<TimelineEntry['changes']> }) {
  const [all, setAll] = useState(changes.length <= 5)
  return (
    <ul className="zyt-entry-changes">
      {(all ? changes : changes.slice(0, 4)).map((change) => (
        <li key={change.field}>
          <ChangeLine entity={entity} change={change} />
        </li>
      ))}
      {all ? null : (
        <li>
          <Button type="link" size="small" onClick={() => setAll(true)}>
            另有 {changes.length - 4} 项修改
          </Button>
        </li>
      )}
    </ul>
  )
}

function CommentBox({ entity, id }: { entity: string; id: number }) {
  const [text, setText] = useState('')
  const [sending, setSending] = useState(false)
  useKept(`comment:${entity}:${id}`, text.trim() === '' ? null : text, setText)
  const write = useWrite()
  const refresh = useRefresh()
  const length = text.trim().length
  // What was pasted stays whole, so that it can be divided.
  const reason = length === 0 ? '请先填写评论' : length > COMMENT_MOST ? `评论最多 ${COMMENT_MOST} 字，已有 ${length} 字` : null
  const send = async (): Promise<void> => {
    setSending(true)
    try {
      await write(`/api/v1/${entity}/comment`, { id, text: text.trim() })
      setText('')
      await refresh()
    } catch (error) {
      toast.error(sentenceOf(error, '评论失败，请重试'))
    } finally {
      setSending(false)
    }
  }
  return (
    <div className="zyt-comment">
      <Input.TextArea
        value={text}
        autoSize={{ minRows: 1, maxRows: 6 }}
        aria-label="评论"
        placeholder="写评论，Ctrl+Enter 发送"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && reason === null && !sending) void send()
        }}
      />
      <ReasonButton onClick={() => void send()} loading={sending} reason={reason}>
        发送
      </ReasonButton>
    </div>
  )
}
