/**
 * One person counts once in a case: as himself, or as the deputy of one other, in a node and over nodes (docs/decisions/0094).
 * What was sent back since does not count any more, nor advice (委派) and work (办理). Pure.
 */
import type { Places } from './definition.rules.ts'
import { visitOf } from './engine.tasks.ts'
import { isOpenTask, type CaseMemory, type Task, type Token } from './state.ts'

/** What there is to know of who has spoken. */
export interface Spoken {
  tasks: readonly Task[]
  memory: CaseMemory
  places: Places
  starter: number
}

/** The answer was given before something from its node on was sent back. */
export function returnedSince({ memory, places }: Pick<Spoken, 'memory' | 'places'>, task: Task): boolean {
  const { order } = places.get(task.node)!
  return (memory.returns ?? []).some((r) => task.round < r.round && order >= r.order)
}

const isVoice = (t: Task): boolean => t.kind === 'approve' && t.origin !== 'delegate'
const isAnswer = (t: Task): boolean => isVoice(t) && (t.status === 'agreed' || t.status === 'rejected')

/** In whose place this person has answered in the case; null: in nobody's but his own. */
export const spokeFor = (c: Spoken, person: number): number | null =>
  c.tasks.find((t) => isAnswer(t) && t.actedBy === person && t.assignee !== person && !returnedSince(c, t))?.assignee ?? null

/** Why this person may not answer somebody else's task, or null. */
export function whyNotInPlaceOf(c: Spoken, task: Task, by: number): string | null {
  if (by === task.assignee || !isVoice(task)) return null
  if (by === c.starter) return '发起人不能代他人审批自己发起的流程，请由本人或其他代理人处理，或由流程管理员转办'
  if (task.owner === by) return '这项任务原本由您处理，不能再由您代为审批，请由本人或其他代理人处理，或由流程管理员转办'
  if (c.tasks.some((t) => isAnswer(t) && t.actedBy === by && t.assignee !== task.assignee && !returnedSince(c, t)))
    return '您已在本流程中表态，一人只计一次，不能再代他人审批；请由本人或其他代理人处理，或由流程管理员转办'
  if (c.tasks.some((t) => isVoice(t) && isOpenTask(t) && t.assignee === by))
    return '您本人也是本流程的审批人，一人只计一次，不能再代他人审批；请由本人或其他代理人处理，或由流程管理员转办'
  return null
}

/** Whether a task handed to this person would make him speak twice: he has spoken in this visit of the node, or in the place of another. */
export const wouldSpeakTwice = (c: Spoken, task: Task, token: Token, to: number): boolean =>
  isVoice(task) && (spokeFor(c, to) !== null || visitOf(c.tasks, token).some((t) => isAnswer(t) && (t.assignee === to || t.actedBy === to)))
