/** The thread that plans: a problem in, progress and the plan out. Stops when the shared word says so. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Budget, Problem, Sequence } from '../solver/model.ts'
import { solve } from '../solver/solve.ts'
import type { Point } from '#kit/basics/roads.ts'
import { withMatrix } from './narrow.rules.ts'

const { problem, places, budget, start, stop } = workerData as {
  problem: Problem
  places: readonly Point[]
  budget: Budget
  start: readonly Sequence[]
  stop: SharedArrayBuffer
}
const word = new Int32Array(stop)
const plan = solve(withMatrix(problem, places), budget, {
  start,
  now: () => performance.now(),
  progress: (progress) => parentPort!.postMessage({ progress }),
  cancelled: () => Atomics.load(word, 0) === 1,
})
parentPort!.postMessage({ plan })
