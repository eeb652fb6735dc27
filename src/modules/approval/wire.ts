/**
 * What travels between browser and server for approval, besides the generated calls of the entities. All bodies are checked
 * again by the server; all answers are `{code, message, data}`.
 *
 * Designing (right workflowList_design)
 *   POST /api/v1/approvalVersion/draft    {process}                               → {id}     newest draft, made from the published one when there is none
 *   GET  /api/v1/approvalVersion/design   ?id                                     → Design
 *   POST /api/v1/approvalVersion/save     {id, version, definition}               → {version}
 *   POST /api/v1/approvalVersion/check    {process, definition}           (safe)  → {problems: Problem[]}
 *   POST /api/v1/approvalVersion/publish  {id, version}                           → Row      (action)
 *   POST /api/v1/approvalVersion/dryRun   {process, definition, values, facts, starter, choices?} (safe) → DryRun
 *   GET  /api/v1/approvalVersion/exportJson ?id → file · GET …/exportBpmn ?id → file
 *   POST /api/v1/approvalProcess/importJson {content}                              → {process, version}
 *   POST /api/v1/approvalFormVersion/draft {form} → {id} · GET …/design ?id → FormDesign · POST …/save {id, version, schema} · POST …/check {schema} (safe) → {problems: FormProblem[]} · POST …/publish (action)
 *   GET  /api/v1/approvalProcess/acts     → Act[]   (also with businessProcessSettings)
 *
 * Taking part (signed in; the server looks whether one does)
 *   GET  /api/v1/flow/startable           → Startable[]
 *   GET  /api/v1/flow/apply               ?flowKey[&businessId]                   → ApplyForm
 *   POST /api/v1/flow/preview             {flowKey, values, businessId?} (safe)   → DryRun
 *   POST /api/v1/flow/start               {flowKey, values, businessId?, choices?} → {id, no}
 *   GET  /api/v1/workbench/counts         → Counts
 *   GET  /api/v1/workbench/list           ?box=waiting|started|copied|handled&pageNo&pageSize&keyword&process&status → {list: WorkItem[], total, exact, pageNo, pageSize}
 *   GET  /api/v1/workflow/case            ?id | ?businessId&approvalScene [&type=3] → CaseView
 *   POST /api/v1/workflow/read            {id}                                    marks copies and tasks as read
 *   GET  /api/v1/workflow/record          ?id                                     → RecordView   the business record, though data permission hides it
 *   GET  /api/v1/workflow/print           ?id                                     → PrintSheet
 *   GET  /api/v1/workflow/people          ?keyword&ids&all                        → {list: {id, label, dept}[]}   colleagues for hand-over, adding, copies
 *   POST /api/v1/workflow/{approve|reject|sendBack|handOver|delegate|addBefore|addAfter|removeAdded|takeBack} {task, version, …TaskInput} → {}
 *   POST /api/v1/workflow/{withdraw|urge|copy|resubmit|terminate} {id, version, …CaseInput} → {}
 *   POST /api/v1/workflow/bulkApprove     {tasks: [{task, version}], opinion?}    → BulkAnswer (9100 when some failed)
 *   POST /api/v1/workflow/handOverAll     {from, to, reason, replace?}            → HandOverReport   离职转办, right approvalCaseList_handOver
 * `version` is that of the case, as read: who comes second reads 该任务已被处理.
 */
import { z } from 'zod'
import type { FileLink } from '#kit/entity/field.ts'
import type { CaseStatus } from './cases/case.ts'
import type { Button, ProcessDefinition } from './engine/definition.ts'
import type { Problem } from './engine/definition.rules.ts'
import type { Values, Vocabulary } from './engine/expression.ts'
import type { FieldPermission, FormSchema, FormValues } from './forms/form.ts'
import type { TaskOrigin, TaskStatus } from './engine/state.ts'

/** What 离职转办 did: tasks moved and left where they could not go, approval roles, and each process that named the leaver. */
export const HAND_OVER_REPORT = z.object({
  moved: z.number(),
  left: z.number(),
  roles: z.number(),
  processes: z.array(z.object({ name: z.string(), ok: z.boolean(), message: z.string() })),
})
export type HandOverReport = z.infer<typeof HAND_OVER_REPORT>
export interface Act {
  code: string
  label: string
  scene: number
  entity: string
  money: boolean
  facts: Vocabulary
  calls: { code: string; label: string }[]
  /** Made for it; only one that is published can be chosen. */
  processes: { id: number; name: string; status: 'draft' | 'active' | 'disabled' }[]
}
export interface Design {
  id: number
  version: number
  number: number
  status: 'draft' | 'published' | 'retired'
  process: { id: number; key: string; name: string; act: string | null; form: number | null }
  definition: ProcessDefinition
  /** The form this version uses, or would use when published now. */
  form: FormSchema
  vocabulary: Vocabulary
  act: Act | null
  /** Names of the ids the definition mentions. */
  labels: {
    users: Record<number, string>
    roles: Record<number, string>
    depts: Record<number, string>
    approvalRoles: Record<string, string>
    processes: Record<string, string>
  }
  problems: Problem[]
}
export interface FormDesign {
  id: number
  version: number
  number: number
  status: 'draft' | 'published' | 'retired'
  form: { id: number; name: string }
  schema: FormSchema
  /** Fields that processes read, with where: dropping one has consequences. */
  used: { field: string; process: string }[]
}
export interface PathStep {
  node: string
  name: string
  kind: string
  /** Whom it would go to; empty with a note when nobody was found. */
  people: { id: number; name: string }[]
  note: string | null
  /** Has to be chosen by the starter before starting. */
  choose?: { among: { id: number; name: string }[] | null; max: number } | undefined
}
export interface DryRun {
  steps: PathStep[]
  /** Branches taken: ids, for lighting the path in the picture. */
  branches: string[]
  ends: 'passed' | 'rejected' | 'waits'
}
export const STARTABLE = z.array(
  z.object({ key: z.string(), name: z.string(), category: z.string(), icon: z.string().nullable(), remark: z.string().nullable() }),
)
export type Startable = z.infer<typeof STARTABLE>[number]
export interface ApplyForm {
  process: { key: string; name: string; remark: string | null; act: string | null }
  form: FormSchema
  permissions: Record<string, FieldPermission>
  /** Facts of the starter: fields may show by them. */
  about: Values
  subject: { title: string; summary: { label: string; value: string }[] } | null
  choose: NonNullable<PathStep['choose']>[] | { node: string; name: string; among: { id: number; name: string }[] | null; max: number }[]
}
/** What a business act is answered (code 40103) while the form of its process is not filled in; sent again with `$given`. */
export interface AskedSheet extends ApplyForm {
  ask: 'approval'
  /** By field, of what was sent; empty the first time. */
  errors: Record<string, string>
  /** `contract:12`, when the record was there before. */
  record: string | null
}
export const COUNTS = z.object({ waiting: z.number(), started: z.number(), copied: z.number(), handled: z.number() })
export type Counts = z.infer<typeof COUNTS>
export interface WorkItem {
  id: number
  /** Of the case, for commands. */
  version: number
  no: string
  title: string
  process: string
  status: CaseStatus
  starter: string
  startedAt: string
  endedAt: string | null
  summary: { label: string; value: string }[]
  scene: number | null
  businessId: number | null
  /** Whom it waits for now. */
  waitsFor: string[]
  /** waiting, handled: my task. */
  task?:
    | {
        id: number
        node: string
        status: TaskStatus
        openedAt: string | null
        dueAt: string | null
        actedAt: string | null
        unread: boolean
        principal: string | null
        bulk: boolean
      }
    | undefined
  /** copied: not read yet. */
  unread?: boolean | undefined
}
export interface TaskView {
  id: number
  key: number
  node: string
  nodeName: string
  round: number
  origin: TaskOrigin
  parent: number | null
  assignee: { id: number; name: string }
  owner: { id: number; name: string }
  status: TaskStatus
  actedBy: string | null
  actedAt: string | null
  opinion: string | null
  attachments: FileLink[]
  signature: FileLink[]
  viewedAt: string | null
  dueAt: string | null
}
export interface HistoryView {
  id: number
  at: string
  user: string
  onBehalfOf: string | null
  action: string
  label: string
  node: string | null
  nodeName: string | null
  /** Key of the task it was about. */
  task: number | null
  to: string[]
  toNode: string | null
  opinion: string | null
  attachments: FileLink[]
  /** Form fields somebody changed on the way: label, before, after. */
  changes: { label: string; before: string; after: string }[]
  round: number
}
export type NodeState = 'waiting' | 'current' | 'done' | 'rejected' | 'skipped'
export interface CaseView {
  id: number
  version: number
  no: string
  title: string
  status: CaseStatus
  round: number
  process: { key: string; name: string; version: number }
  starter: { id: number; name: string; dept: string | null }
  startedAt: string
  endedAt: string | null
  definition: ProcessDefinition
  form: FormSchema
  values: FormValues
  /** Facts of the starter: fields may show by them. */
  about: Values
  /** For the viewer at the present node; everything `read` when there is nothing to do. */
  permissions: Record<string, FieldPermission>
  subject: {
    act: string
    label: string
    scene: number
    entity: string
    businessId: number
    title: string
    summary: { label: string; value: string }[]
  } | null
  nodes: Record<string, NodeState>
  tasks: TaskView[]
  history: HistoryView[]
  copies: { id: number; name: string; readAt: string | null }[]
  /** What the viewer may do now; reason null = may. */
  mine: {
    task: number
    node: string
    buttons: { name: Button; reason: string | null }[]
    needReason: boolean
    needSignature: boolean
    sendBackTo: { node: string; name: string }[]
    chooseNext: { node: string; name: string; among: { id: number; name: string }[] | null; max: number }[]
    removable: { task: number; name: string }[]
    rejectTo: { node: string; name: string }[]
  } | null
  own: {
    withdraw: string | null
    urge: string | null
    resubmit: string | null
    takeBack: { task: number; reason: string | null } | null
    copy: string | null
    terminate: string | null
  }
  labels: Record<string, string>
}
export interface TaskInput {
  opinion?: string
  attachments?: FileLink[]
  signature?: FileLink[]
  /** Form fields this person may edit here. */
  values?: FormValues
  /** sendBack, reject with 由审批人选择. */
  node?: string
  /** handOver, delegate: one; addBefore, addAfter: some. */
  users?: number[]
  /** removeAdded. */
  added?: number
  /** approve: who does the nodes that leave it to the one before. */
  choices?: Record<string, number[]>
}
export interface RecordView {
  entity: string
  label: string
  title: string
  sections: { heading: string; rows: { label: string; value: string; files?: FileLink[] }[] }[]
  tables: RecordTable[]
}
export interface RecordTable {
  label: string
  columns: string[]
  rows: string[][]
}
export interface PrintSheet {
  heading: string
  no: string
  status: string
  rows: { label: string; value: string }[]
  /** Fields of the form that were signed by hand. */
  signatures: { label: string; file: FileLink }[]
  tables: { label: string; columns: string[]; rows: string[][]; sums: string[] }[]
  trail: { node: string; user: string; action: string; at: string; opinion: string | null; signature: FileLink | null }[]
  printedAt: string
}
