/** Which entry of the history is the answer to which task. */
import type { HistoryView, TaskView } from '../../wire.ts'

const ANSWERS: readonly string[] = ['approve', 'reject', 'sendBack']

/**
 * Entry → the task it answered, for its signature. By the key of the task, never by time: both are written in one transaction,
 * but not in the same millisecond. Of a task that was taken back and answered again, the last answer is the one that is signed.
 */
export function answersOf(view: {
  history: readonly Pick<HistoryView, 'id' | 'action' | 'task'>[]
  tasks: readonly TaskView[]
}): ReadonlyMap<number, TaskView> {
  const last = new Map<number, number>()
  for (const h of view.history) if (h.task !== null && ANSWERS.includes(h.action)) last.set(h.task, h.id)
  return new Map([...last].flatMap(([key, entry]) => view.tasks.filter((t) => t.key === key).map((t) => [entry, t] as const)))
}
