/** Rows of database/migrations/0014_approval.sql: what happens inside a case. */
import type { Generated } from 'kysely'
import type { FileLink } from '#kit/entity/field.ts'
import type { Task, Token } from './engine/state.ts'

interface OfCase {
  operatorId: number
  caseId: number
}
export interface ApprovalTokenRow extends Omit<Token, 'resume'>, OfCase {
  resume: string[]
}
export interface ApprovalTaskRow extends Omit<Task, 'reminded'>, OfCase {
  id: Generated<number>
  nodeName: string
  attachments: FileLink[] | null
  signature: FileLink[] | null
  viewedAt: string | null
  reminded: Generated<number>
  createdAt: string
}
interface ApprovalCopyRow {
  operatorId: number
  caseId: number
  userId: number
  node: string | null
  byUser: number | null
  createdAt: string
  readAt: string | null
}
/** Append-only: the program's role may insert and read. */
export interface ApprovalHistoryRow {
  id: Generated<number>
  operatorId: number
  caseId: number
  at: string
  /** Null: the clock or a rule of the process. */
  userId: number | null
  /** The person whose task a deputy or administrator acted on. */
  onBehalfOf: number | null
  action: string
  node: string | null
  nodeName: string | null
  task: number | null
  toUsers: number[] | null
  toNode: string | null
  opinion: string | null
  attachments: FileLink[] | null
  changes: Record<string, [unknown, unknown]> | null
  round: number
}

/** Counts while the one who left is disabled or deleted. */
interface ApprovalSuccessorRow {
  operatorId: number
  userId: number
  successor: number
  since: string
  byUser: number | null
}

declare module '#kit/entity/tables.ts' {
  interface Tables {
    approvalToken: ApprovalTokenRow
    approvalTask: ApprovalTaskRow
    approvalCopy: ApprovalCopyRow
    approvalHistory: ApprovalHistoryRow
    approvalSuccessor: ApprovalSuccessorRow
  }
}
