/** What the engine knows of a case: the same words in memory, in the tables and on the wire. */

export const CASE_STATES = {
  running: '审批中',
  returned: '待重新提交',
  passed: '审批通过',
  rejected: '审批不通过',
  withdrawn: '已撤销',
  terminated: '已终止',
} as const
export type CaseStatus = keyof typeof CASE_STATES
export const LIVE: readonly CaseStatus[] = ['running', 'returned']

/** `edit`: stands at the starter, who has to submit again. */
type TokenStatus = 'active' | 'forked' | 'delayed' | 'child' | 'edit' | 'done' | 'cancelled'
/** A place where work stands. Keys count up within the case. */
export interface Token {
  key: number
  /** Node id. */
  node: string
  /** The fork token this one runs a branch of. */
  parent: number | null
  branch: string | null
  status: TokenStatus
  /** Nodes to go straight back to when the node is done (直接回到驳回节点), innermost last. */
  resume: readonly string[]
  /** Set while a returned node is done again: no automatic passing there. */
  returned: boolean
  wakeAt: string | null
}
const LIVE_TOKENS: readonly TokenStatus[] = ['active', 'forked', 'delayed', 'child', 'edit']

export const TASK_STATES = {
  waiting: '待激活',
  open: '待审批',
  delegated: '委派中',
  agreed: '已同意',
  rejected: '已拒绝',
  cancelled: '已取消',
  returned: '已退回',
  skipped: '自动通过',
} as const
export type TaskStatus = keyof typeof TASK_STATES
const LIVE_TASKS: readonly TaskStatus[] = ['waiting', 'open', 'delegated']
/** How a task came to be: by the node, or by a colleague. */
type TaskOrigin = 'node' | 'before' | 'after' | 'delegate'
export interface Task {
  key: number
  token: number
  node: string
  round: number
  kind: 'approve' | 'handle'
  origin: TaskOrigin
  /** The task this one was added to. */
  parent: number | null
  assignee: number
  /** Whose task it was first; kept when handed over. */
  owner: number
  status: TaskStatus
  /** 依次审批: place in the row. */
  seq: number
  weight: number
  /** Who acted: the assignee, a deputy, an administrator; null for the clock and the rules. */
  actedBy: number | null
  actedAt: string | null
  opinion: string | null
  openedAt: string | null
  dueAt: string | null
  reminded: number
}

/** Small things a case remembers between commands. */
export interface CaseMemory {
  /** Node id → users chosen by the starter or at the node before. */
  choices: Record<string, readonly number[]>
  /** Nodes where work has been, in the order of the last visit. */
  visited: readonly string[]
  /** Routes back taken so far: a loop is cut off after many turns. */
  turns: number
  /** Copies already sent: once per person and case. */
  copied: readonly number[]
  /** Token → the task that let it go on, as long as nothing has happened since: what may still be taken back. */
  passes: Record<string, { node: string; task: number; resume: readonly string[]; returned: boolean }>
  /** Fork token that has gone back before its fork → what stood in the branches, to be asked again when it comes straight back. */
  held?: Record<string, readonly HeldToken[]>
  /** Token → where the last of those who rejected there wanted it to go, while others still speak. */
  wanted?: Record<string, string>
  /** Token on its way straight back → what the conditions of the drawing read when it was sent. */
  read?: Record<string, Readonly<Record<string, unknown>>>
  /** Returns so far: an agreement given before one, at its target or later, is no reason to pass somebody by any more. */
  returns?: readonly { order: number; round: number }[]
}
export type HeldToken = Pick<Token, 'key' | 'status' | 'wakeAt'>
export const emptyMemory = (): CaseMemory => ({ choices: {}, visited: [], turns: 0, copied: [], passes: {} })

export interface CaseState {
  status: CaseStatus
  round: number
  tokens: readonly Token[]
  tasks: readonly Task[]
  memory: CaseMemory
}
export const isLive = (t: Token): boolean => LIVE_TOKENS.includes(t.status)
export const isOpenTask = (t: Task): boolean => LIVE_TASKS.includes(t.status)
