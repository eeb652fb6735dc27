/** Tasks of one node: who has spoken, what the node makes of it. Pure. */
import type { ApproveNode } from './definition.ts'
import { isOpenTask, type Task, type Token } from './state.ts'

export const children = (tasks: readonly Task[], task: Task): Task[] => tasks.filter((t) => t.parent === task.key)
/** Signers asked for first, who have not all spoken. */
export const liveBefore = (tasks: readonly Task[], task: Task): Task[] =>
  children(tasks, task).filter((t) => t.origin === 'before' && verdict(tasks, t) === 'pending')

/** All tasks of the token's present visit of its node, added ones included. */
export function visitOf(tasks: readonly Task[], token: Token): Task[] {
  const own = tasks.filter((t) => t.token === token.key && t.node === token.node)
  const round = own.reduce((most, t) => Math.max(most, t.round), 0)
  return own.filter((t) => t.round === round)
}

export type Verdict = 'agreed' | 'rejected' | 'pending' | 'gone'
/** A signer who was added answers with the one who asked: his rejection is a rejection of both. A delegate only advises. */
function verdict(tasks: readonly Task[], task: Task): Verdict {
  const kids = children(tasks, task)
    .filter((t) => t.origin === 'before' || t.origin === 'after')
    .map((t) => verdict(tasks, t))
    .filter((v) => v !== 'gone')
  if (kids.includes('rejected') || task.status === 'rejected') return 'rejected'
  if (isOpenTask(task)) return 'pending'
  if (task.status === 'agreed' || task.status === 'skipped') return kids.includes('pending') ? 'pending' : 'agreed'
  return 'gone'
}

export const isSequential = (node: ApproveNode): boolean => node.mode === 'sequential' || node.who.kind === 'leaders'

interface Voice {
  task: Task
  verdict: Verdict
}
export type Decision = 'pass' | 'reject' | 'wait'

function vote(node: ApproveNode, voices: readonly Voice[]): Decision {
  const weight = (v: Verdict): number => voices.filter((x) => x.verdict === v).reduce((sum, x) => sum + x.task.weight, 0)
  const [yes, no, open] = [weight('agreed'), weight('rejected'), weight('pending')]
  const total = yes + no + open
  const { passBp, passCount, rejectCount } = node.vote ?? {}
  // More votes than there are people: then all of them.
  const enough = (n: number): boolean =>
    passCount !== undefined ? n >= Math.min(passCount, total) : n * 10_000 >= (passBp ?? 10_000) * total
  if (enough(yes)) return 'pass'
  if ((rejectCount !== undefined && no >= rejectCount) || !enough(yes + open)) return 'reject'
  return 'wait'
}

/** What the people of one visit have decided together. */
export function decisionOf(node: ApproveNode, tasks: readonly Task[], visit: readonly Task[]): Decision {
  const voices = visit
    .filter((t) => t.origin === 'node')
    .map((task) => ({ task, verdict: verdict(tasks, task) }))
    .filter((v) => v.verdict !== 'gone')
  const anyIs = (v: Verdict): boolean => voices.some((x) => x.verdict === v)
  const whole: Decision = anyIs('pending') ? 'wait' : 'pass'
  if (isSequential(node)) return anyIs('rejected') ? 'reject' : whole
  switch (node.mode) {
    case 'first':
      if (anyIs('agreed')) return 'pass'
      if (node.firstReject === 'all') return anyIs('pending') ? 'wait' : 'reject'
      return anyIs('rejected') ? 'reject' : 'wait'
    case 'vote':
      return vote(node, voices)
    default:
      if (anyIs('rejected') && (node.veto !== 'afterAll' || !anyIs('pending'))) return 'reject'
      return whole
  }
}

/** Whose turn it is in a row: the first who has not spoken, when he was not called yet. */
export function nextInRow(tasks: readonly Task[], visit: readonly Task[]): Task | null {
  const row = visit.filter((t) => t.origin === 'node').toSorted((a, b) => a.seq - b.seq)
  const first = row.find((t) => verdict(tasks, t) === 'pending')
  return first && first.status === 'waiting' && liveBefore(tasks, first).length === 0 ? first : null
}
