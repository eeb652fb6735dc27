/** 任务中心: exports, imports and bulk actions that run in the background, with progress, result and file. */
import { useEffect, useState } from 'react'
import { Badge, Button, Drawer, Progress } from 'antd'
import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { BulkAnswer, ImportDone, TaskView } from '../../entity/wire.ts'
import { formatTime, relativeTime } from '../../basics/time/time-format.ts'
import { api } from '../client/api.web.ts'
import { knownWords } from '../import/import-words.ts'
import { BulkResult } from '../list/bulk/bulk-result.web.tsx'
import { progressOf, sentenceOf, settledSince } from '../list/bulk/tasks.ts'
import { toast } from './message.web.tsx'
import { EmptyState, ErrorState, LoadingState } from '../parts/state.web.tsx'
import { createStore } from '../state/store.ts'
import { useStore } from '../state/use-store.web.ts'
import './downloads.css'

/** Tasks this window started, and what to do when each ends; `open` shows the panel. */
const watched = createStore<ReadonlyMap<number, () => void>>(new Map())
const panel = createStore(false)

/** Follows a task: the panel opens, and `onDone` runs when it is finished. */
export function showTask(taskId: number, onDone: () => void = () => undefined): void {
  watched.set((map) => new Map(map).set(taskId, onDone))
  panel.set(true)
}

const taskKey = ['task', 'list'] as const
const isLive = (task: TaskView): boolean => task.status === 'waiting' || task.status === 'running'

function useTasks(enabled: boolean) {
  return useQuery({
    queryKey: taskKey,
    queryFn: ({ signal }) => api.get<{ list: TaskView[] }>('/api/v1/task/list', { pageNo: 1, pageSize: 50 }, { signal, silent: true }),
    enabled,
    placeholderData: keepPreviousData,
    select: (answer) => answer.list,
    // Only while something moves or is waited for; an idle console asks for nothing.
    refetchInterval: ({ state }) => (watched.get().size > 0 || state.data?.list.some(isLive) ? 1500 : false),
  })
}

/** The button in the header with its panel. Mounted once. */
export function Downloads() {
  const open = useStore(panel)
  const mine = useStore(watched)
  const { data, error, isPending, refetch } = useTasks(open || mine.size > 0)
  const tasks = data ?? []
  const live = tasks.filter(isLive).length

  useEffect(() => {
    for (const task of settledSince(tasks, mine)) {
      const done = mine.get(task.id)
      watched.set((map) => new Map([...map].filter(([id]) => id !== task.id)))
      if (task.status === 'done') toast.success(`${task.title}：${sentenceOf(task)}`)
      else toast.error(`${task.title}失败：${task.error ?? '请稍后重试'}`)
      done?.()
    }
  }, [tasks, mine])

  return (
    <>
      <Badge count={live} size="small">
        <Button
          type="text"
          icon={<InboxOutlined className="zyt-tasks-icon" />}
          aria-label={live > 0 ? `任务中心，${live} 个进行中` : '任务中心'}
          title="任务中心"
          onClick={() => panel.set(true)}
        />
      </Badge>
      <Drawer title="任务中心" size={440} open={open} onClose={() => panel.set(false)} destroyOnHidden>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {isPending && !error ? <LoadingState rows={4} /> : null}
        {data && tasks.length === 0 ? (
          <EmptyState why="还没有后台任务" next="大量导出、导入和批量操作会在这里显示进度，文件保留 7 天。" />
        ) : null}
        <ul className="zyt-tasks">
          {tasks.map((task) => (
            <TaskItem key={task.id} task={task} />
          ))}
        </ul>
      </Drawer>
    </>
  )
}

function TaskItem({ task }: { task: TaskView }) {
  const [seen, setSeen] = useState(false)
  const bulk = task.result as Partial<BulkAnswer> | null | undefined
  const left = knownWords((task.result ?? {}) as Partial<ImportDone>)
  const isImport = task.kind === 'import'
  const now = new Date()
  const expired = task.expiresAt !== null && new Date(task.expiresAt) < now
  return (
    <li className={`zyt-task zyt-task-${task.status}`}>
      <header>
        <b>{task.title}</b>
        <time dateTime={task.createdAt} title={formatTime(task.createdAt)}>
          {relativeTime(task.createdAt, now)}
        </time>
      </header>
      {isLive(task) ? (
        <Progress percent={progressOf(task) ?? 0} status="active" format={() => sentenceOf(task)} />
      ) : (
        <p>{sentenceOf(task)}</p>
      )}
      {left ? <p>{left}</p> : null}
      {task.error ? <p className="zyt-bad">{task.error}</p> : null}
      <footer>
        {task.fileId && !expired ? (
          <Button
            size="small"
            type="primary"
            icon={<DownloadOutlined />}
            onClick={() =>
              void api.download('/api/v1/task/file', {
                query: { id: task.id },
                fileName: isImport ? `${task.title}未导入的行.xlsx` : `${task.title}.xlsx`,
              })
            }
          >
            {isImport ? '下载未导入的行' : '下载'}
          </Button>
        ) : null}
        {task.fileId ? (
          <small>
            {expired
              ? isImport
                ? '文件已过期'
                : '文件已过期，请重新导出'
              : task.expiresAt
                ? `保留至 ${formatTime(task.expiresAt, 'YYYY-MM-DD')}`
                : null}
          </small>
        ) : null}
        {bulk?.results ? (
          <Button size="small" type="link" aria-expanded={seen} onClick={() => setSeen(!seen)}>
            {seen ? '收起结果' : '查看每条结果'}
          </Button>
        ) : null}
      </footer>
      {seen && bulk?.results ? <BulkResult answer={{ done: bulk.done ?? 0, failed: bulk.failed ?? 0, results: bulk.results }} /> : null}
    </li>
  )
}
