/** Plans on threads of their own: the event loop of the server never waits for a plan. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Budget, Plan, Problem, Sequence } from '../solver/model.ts'
import type { Progress } from '../solver/solve.ts'
import type { Point } from '#kit/basics/roads.ts'

export interface Asked {
  /** Without its matrix: the thread makes it from the places. */
  problem: Problem
  places: readonly Point[]
  budget: Budget
  start?: readonly Sequence[]
  /** Told about twice a second; true = stop and take the best so far. */
  progress?: (p: Progress) => void
}
export interface Running {
  plan: Promise<Plan>
  stop(): void
}

const most = Math.max(1, Math.min(availableParallelism() - 1, 4))

/** Several seeds at once where there are cores for it; the cheapest answer counts, the first of equals. */
export function planOnThreads(asked: Asked): Running {
  const runs = Array.from({ length: asked.budget.iterations === undefined ? most : 1 }, (_, i) => one(asked, i))
  return {
    stop: () => {
      for (const r of runs) r.stop()
    },
    plan: Promise.allSettled(runs.map((r) => r.plan)).then((ended) => {
      const plans = ended.flatMap((e) => (e.status === 'fulfilled' ? [e.value] : []))
      if (plans.length === 0) throw (ended[0] as PromiseRejectedResult).reason
      return plans.reduce((a, b) => (cheaper(b, a, asked.problem) ? b : a))
    }),
  }
}

const cheaper = (a: Plan, b: Plan, { mode }: Problem): boolean => {
  if (mode === 'vehicles' && a.unassigned.length === b.unassigned.length && a.routes.length !== b.routes.length)
    return a.routes.length < b.routes.length
  return a.cost.total < b.cost.total
}

function one({ problem, places, budget, start, progress }: Asked, thread: number): Running {
  const stop = new SharedArrayBuffer(4)
  const worker = new Worker(new URL('./solver-thread.server.ts', import.meta.url), {
    workerData: { problem: { ...problem, seed: problem.seed + thread }, places, budget, start: start ?? [], stop },
  })
  const plan = new Promise<Plan>((resolve, reject) => {
    worker.on('message', (m: { plan?: Plan; progress?: Progress }) => {
      if (m.plan) resolve(m.plan)
      else if (m.progress && thread === 0) progress?.(m.progress)
    })
    worker.on('error', reject)
    worker.on('exit', () => reject(new Error('the planning thread ended without a plan')))
  })
  return { plan, stop: () => void Atomics.store(new Int32Array(stop), 0, 1) }
}
