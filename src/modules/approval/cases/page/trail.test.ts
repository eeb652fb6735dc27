import { expect, it } from 'vitest'
import { answersOf } from './trail.ts'
import type { TaskView } from '../../wire.ts'

const task = (key: number): TaskView => ({ key, actedAt: '2026-03-02T02:05:00.001Z' }) as TaskView

it('finds the answer to a task by its key, though the times differ; of two answers the last', () => {
  const entry = (id: number, action: string, of: number | null) => ({ id, action, task: of })
  const history = [
    entry(1, 'start', null),
    entry(2, 'handOver', 1),
    entry(3, 'approve', 1),
    entry(4, 'takeBack', 1),
    entry(5, 'approve', 1),
    entry(6, 'reject', 2),
    entry(7, 'end', null),
  ]
  expect([...answersOf({ history, tasks: [task(1), task(2)] })].map(([id, t]) => [id, t.key])).toEqual([
    [5, 1],
    [6, 2],
  ])
})
