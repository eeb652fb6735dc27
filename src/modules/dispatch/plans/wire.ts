/** What the planning page is told. */
import type { Plan, Problem } from '../solver/model.ts'
import type { RouteResult } from './plan.ts'
import type { Board } from './problem.rules.ts'

export interface PlanAnswer {
  id: number
  no: string
  status: string
  seconds: number
  version: number
  error: string | null
  current: number
  progress: { iterations: number; cost: number; unassigned: number; vehicles: number } | null
  results: RouteResult[]
  problem: Problem
  board: Board
  shown: { n: number; plan: Plan } | null
  versions: { n: number; parent: number; op: string; total: number; metres: number; unassigned: number }[]
}
