/** What the task centre says about a task. */
import type { BulkAnswer, ImportDone, TaskView } from '../../../entity/wire.ts'

/** Percent, or null while the amount of work is unknown. */
export function progressOf(task: Pick<TaskView, 'done' | 'total' | 'status'>): number | null {
  if (task.status === 'done') return 100
  if (!task.total) return null
  // Not 100 before it is done: the last step may still fail.
  return Math.min(99, Math.floor((task.done / task.total) * 100))
}

export function sentenceOf(task: TaskView): string {
  const n = (value: number): string => value.toLocaleString('zh-CN')
  if (task.status === 'waiting') return '排队中'
  if (task.status === 'running') {
    if (!task.total) return `已处理 ${n(task.done)} 条`
    // Before the first row all of them are checked, after the last one they are written for good: both take time of their own.
    if (task.done === 0) return `正在准备，共 ${n(task.total)} 条`
    return task.done < task.total ? `${n(task.done)} / ${n(task.total)}` : `正在完成，共 ${n(task.total)} 条`
  }
  if (task.status === 'failed') return '未完成'
  const bulk = task.result as Partial<BulkAnswer> | null | undefined
  if (typeof bulk?.failed === 'number' && typeof bulk.done === 'number') return `成功 ${n(bulk.done)} 条，失败 ${n(bulk.failed)} 条`
  const written = task.result as Partial<ImportDone> | null | undefined
  if (typeof written?.imported === 'number') {
    const left = [
      ...(written.skipped ? [`${n(written.skipped)} 条有误未导入`] : []),
      ...(written.known ? [`${n(written.known.count)} 条已登记，没有重复导入`] : []),
    ]
    return [`已导入 ${n(written.imported)} 条`, ...left].join('，')
  }
  return task.fileId ? `已完成，共 ${n(task.done)} 条` : '已完成'
}

export const settledSince = (tasks: readonly TaskView[], watched: ReadonlyMap<number, unknown>): TaskView[] =>
  tasks.filter((task) => watched.has(task.id) && (task.status === 'done' || task.status === 'failed'))
