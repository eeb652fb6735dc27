/** What may be asked of a case, what the engine asks back, and what it wants done: all plain data. */
import type { AssigneeRule } from './definition.ts'

interface ByPerson {
  by: number
  /** Whose tasks this person may act on now: himself, and whoever he stands in for. */
  acting: readonly number[]
  task: number
  opinion?: string | null
}
interface ByStarter {
  by: number
  /** He has left, and this person stands in for him: what was sent back to him must not lie there for ever. */
  forStarter?: boolean
  opinion?: string | null
}
export type Command =
  | { kind: 'start'; choices?: Readonly<Record<string, readonly number[]>> }
  | ({ kind: 'approve'; choices?: Readonly<Record<string, readonly number[]>> } & ByPerson)
  | ({ kind: 'reject'; node?: string | null } & ByPerson)
  | ({ kind: 'sendBack'; node: string } & ByPerson)
  | ({ kind: 'handOver'; to: number; admin?: boolean } & ByPerson)
  | ({ kind: 'delegate'; to: number } & ByPerson)
  | ({ kind: 'addBefore'; users: readonly number[] } & ByPerson)
  | ({ kind: 'addAfter'; users: readonly number[] } & ByPerson)
  | ({ kind: 'removeAdded'; added: number } & ByPerson)
  | ({ kind: 'takeBack' } & ByPerson)
  | { kind: 'copy'; by: number; users: readonly number[]; opinion?: string | null }
  | ({ kind: 'withdraw' } & ByStarter)
  | { kind: 'terminate'; by: number; opinion?: string | null }
  | ({ kind: 'urge' } & ByStarter)
  | ({ kind: 'resubmit'; choices?: Readonly<Record<string, readonly number[]>> } & ByStarter)
  | { kind: 'timeout'; task: number }
  | { kind: 'wake'; token: number }
  | { kind: 'childEnded'; token: number; outcome: 'passed' | 'rejected' | 'withdrawn' | 'terminated' }
export type CommandKind = Command['kind']
export const COMMANDS: Readonly<
  Record<
    | CommandKind
    | 'autoPass'
    | 'autoReject'
    | 'skipSelf'
    | 'dedupe'
    | 'oneVoice'
    | 'emptyToAdmin'
    | 'arrive'
    | 'end'
    | 'route'
    | 'delay'
    | 'trigger'
    | 'child'
    | 'remind'
    | 'loopCut',
    string
  >
> = {
  start: '发起',
  approve: '同意',
  reject: '拒绝',
  sendBack: '退回',
  handOver: '转办',
  delegate: '委派',
  addBefore: '前加签',
  addAfter: '后加签',
  removeAdded: '减签',
  takeBack: '拿回',
  copy: '抄送',
  withdraw: '撤销',
  terminate: '终止',
  urge: '催办',
  resubmit: '重新提交',
  timeout: '超时',
  wake: '延时到期',
  childEnded: '子流程结束',
  autoPass: '自动通过',
  autoReject: '自动驳回',
  skipSelf: '发起人本人，自动跳过',
  dedupe: '已审批过，自动通过',
  oneVoice: '已代他人表态，一人只计一次，不再由其审批',
  emptyToAdmin: '没有审批人，转交处理',
  arrive: '到达',
  end: '流程结束',
  route: '路由',
  delay: '延时',
  trigger: '触发器',
  child: '发起子流程',
  remind: '超时提醒',
  loopCut: '循环次数过多，继续向下',
}

/** The engine knows no directory: it asks, and goes on with the answer. Only enabled people are ever answered. */
export type Question = { ask: 'people'; rule: AssigneeRule; node: string } | { ask: 'leader'; of: number } | { ask: 'admins' }

export interface HistoryLine {
  action: keyof typeof COMMANDS
  by: number | null
  onBehalfOf: number | null
  node: string | null
  task: number | null
  to: readonly number[]
  toNode: string | null
  opinion: string | null
  /** The round it was said in: a rejection belongs to the round it ends. */
  round: number
}
export type NoticeKind = 'task' | 'copy' | 'urge' | 'returned' | 'passed' | 'rejected' | 'withdrawn' | 'terminated' | 'remind' | 'takenBack'
export type Effect =
  | { kind: 'notify'; notice: NoticeKind; users: readonly number[]; task: number | null }
  | { kind: 'message'; users: readonly number[]; text: string }
  | { kind: 'copied'; users: readonly number[]; node: string | null; by: number | null }
  | { kind: 'call'; call: string }
  | { kind: 'setField'; field: string; value: string | number | boolean | null }
  | { kind: 'startChild'; token: number; node: string }
  | { kind: 'cancelChild'; token: number }

/** A command that cannot be done now: a sentence for the person who tried. `gone`: somebody else was first. */
export class CommandRefused extends Error {
  readonly gone: boolean
  constructor(message: string, gone = false) {
    super(message)
    this.name = 'CommandRefused'
    this.gone = gone
  }
}
export const GONE = '该任务已被处理'
