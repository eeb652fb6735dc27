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
 *   POST /api/v1/approvalProcess/begin      {name, category, act, form, flow}       → {process, version, form}
 *   POST /api/v1/approvalProcess/namesInFile {content}                             → FileNames
 *   POST /api/v1/approvalProcess/importJson {content, mapping?}                    → {process, version}
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
import { CASE_STATES, type CaseStatus } from './engine/state.ts'
import { BUTTONS, definitionSchema, type Button } from './engine/definition.ts'
import { OPS_OF, type Values, type ValueType, type Vocabulary } from './engine/expression.ts'
import { TASK_STATES, type TaskStatus } from './engine/state.ts'
import { formSchema, type FormValues } from './forms/form.ts'

const keysOf = <T extends string>(of: Readonly<Record<T, unknown>>) => z.enum(Object.keys(of) as [T, ...T[]])
const id = z.number()
const text = z.string()
const named = z.object({ id, name: text })
const labelled = z.object({ label: text, value: text })
const caseStatus = keysOf<CaseStatus>(CASE_STATES)
const permission = z.enum(['hidden', 'read', 'edit'])
const fileLink: z.ZodType<FileLink> = z.object({ id: text, name: text, mime: text, size: z.number() })
/** What conditions may name, by path. */
const vocabulary: z.ZodType<Vocabulary> = z.record(
  z.string(),
  z.object({ label: text, type: keysOf<ValueType>(OPS_OF), options: z.record(z.string(), text).optional() }),
)
const anything = z.record(z.string(), z.unknown())
const facts: z.ZodType<Values> = anything
const formValues: z.ZodType<FormValues> = anything
const versionState = z.enum(['draft', 'published', 'retired'])

/** What 离职转办 did: tasks moved and left where they could not go, approval roles, and each process that named the leaver. */
export const HAND_OVER_REPORT = z.object({
  moved: z.number(),
  left: z.number(),
  roles: z.number(),
  processes: z.array(z.object({ name: text, ok: z.boolean(), message: text })),
})
export type HandOverReport = z.output<typeof HAND_OVER_REPORT>
export const ACT = z.object({
  code: text,
  label: text,
  scene: z.number(),
  entity: text,
  money: z.boolean(),
  facts: vocabulary,
  calls: z.array(z.object({ code: text, label: text })),
  processes: z
    .array(z.object({ id, name: text, status: z.enum(['draft', 'active', 'disabled']) }))
    .describe('为它设计的流程；已发布的才能选用'),
})
export type Act = z.output<typeof ACT>
export const DESIGN = z.object({
  id,
  version: z.number(),
  number: z.number(),
  status: versionState,
  process: z.object({ id, key: text, name: text, act: text.nullable(), form: id.nullable() }),
  definition: definitionSchema,
  form: formSchema.describe('该版本使用的表单；草稿为现在发布时将使用的'),
  vocabulary,
  act: ACT.nullable(),
  labels: z
    .object({
      users: z.record(z.string(), text) as z.ZodType<Record<number, string>>,
      roles: z.record(z.string(), text) as z.ZodType<Record<number, string>>,
      depts: z.record(z.string(), text) as z.ZodType<Record<number, string>>,
      approvalRoles: z.record(z.string(), text),
      processes: z.record(z.string(), text),
    })
    .describe('流程中出现的编号的名称'),
  problems: z.array(z.object({ node: text.nullable(), message: text })),
})
export type Design = z.output<typeof DESIGN>
/** 我的代理: what stands now or will. */
export const OWN_DEPUTIES = z.array(z.object({ id, name: text, fromAt: text, toAt: text, reason: text }))
export type OwnDeputies = z.output<typeof OWN_DEPUTIES>
/** Who stands in a process file, and who of here stands for him. */
export const FILE_NAMES = z.array(
  z.object({
    kind: z.enum(['user', 'role', 'dept', 'store']),
    id: id.describe('文件中的编号'),
    code: text.nullable(),
    name: text,
    to: id.nullable().describe('本公司中编码（或名称）相同的记录；没有则为空'),
    toName: text.nullable(),
  }),
)
export type FileNames = z.output<typeof FILE_NAMES>
export const FORM_DESIGN = z.object({
  id,
  version: z.number(),
  number: z.number(),
  status: versionState,
  form: named,
  schema: formSchema,
  used: z.array(z.object({ field: text, process: text })).describe('流程用到的字段'),
})
export type FormDesign = z.output<typeof FORM_DESIGN>
const among = z.array(named).nullable()
const PATH_STEP = z.object({
  node: text,
  name: text,
  kind: text,
  people: z.array(named).describe('将由谁处理；没有找到时为空，并有说明'),
  note: text.nullable(),
  choose: z.object({ among, max: z.number() }).optional().describe('须由发起人选择'),
})
export type PathStep = z.output<typeof PATH_STEP>
export const DRY_RUN = z.object({
  steps: z.array(PATH_STEP),
  branches: z.array(text).describe('经过的分支'),
  ends: z.enum(['passed', 'rejected', 'waits']),
})
export type DryRun = z.output<typeof DRY_RUN>
export const STARTABLE = z.array(z.object({ key: text, name: text, category: text, icon: text.nullable(), remark: text.nullable() }))
export type Startable = z.output<typeof STARTABLE>[number]
const summary = z.array(labelled)
export const APPLY_FORM = z.object({
  process: z.object({ key: text, name: text, remark: text.nullable(), act: text.nullable() }),
  form: formSchema,
  permissions: z.record(z.string(), permission),
  about: facts.describe('发起人的情况：字段可按它显示'),
  subject: z.object({ title: text, summary }).nullable(),
  choose: z.array(z.object({ node: text, name: text, among, max: z.number() })),
})
export type ApplyForm = z.output<typeof APPLY_FORM>
/** What a business act is answered (code 40103) while the form of its process is not filled in; sent again with `$given`. */
export interface AskedSheet extends ApplyForm {
  ask: 'approval'
  /** By field, of what was sent; empty the first time. */
  errors: Record<string, string>
  /** `contract:12`, when the record was there before. */
  record: string | null
}
export const COUNTS = z.object({ waiting: z.number(), started: z.number(), copied: z.number(), handled: z.number() })
export type Counts = z.output<typeof COUNTS>
const WORK_ITEM = z.object({
  id,
  version: z.number().describe('审批单的版本，操作时带上'),
  no: text,
  title: text,
  process: text,
  status: caseStatus,
  starter: text,
  startedAt: text,
  endedAt: text.nullable(),
  summary,
  scene: z.number().nullable(),
  businessId: id.nullable(),
  waitsFor: z.array(text).describe('现在等待谁'),
  task: z
    .object({
      id,
      node: text,
      status: keysOf<TaskStatus>(TASK_STATES),
      openedAt: text.nullable(),
      dueAt: text.nullable(),
      actedAt: text.nullable(),
      unread: z.boolean(),
      principal: text.nullable(),
      bulk: z.boolean(),
    })
    .optional()
    .describe('待办、已办：我的任务'),
  unread: z.boolean().optional().describe('抄送：尚未阅读'),
})
export type WorkItem = z.output<typeof WORK_ITEM>
export const WORK_LIST = z.object({
  list: z.array(WORK_ITEM),
  total: z.number(),
  exact: z.boolean(),
  pageNo: z.number(),
  pageSize: z.number(),
})
const TASK_VIEW = z.object({
  id,
  key: z.number(),
  node: text,
  nodeName: text,
  round: z.number(),
  origin: z.enum(['node', 'before', 'after', 'delegate']),
  parent: z.number().nullable(),
  assignee: named,
  owner: named,
  status: keysOf<TaskStatus>(TASK_STATES),
  actedBy: text.nullable(),
  actedAt: text.nullable(),
  opinion: text.nullable(),
  attachments: z.array(fileLink),
  signature: z.array(fileLink),
  viewedAt: text.nullable(),
  dueAt: text.nullable(),
})
export type TaskView = z.output<typeof TASK_VIEW>
const HISTORY_VIEW = z.object({
  id,
  at: text,
  user: text,
  onBehalfOf: text.nullable(),
  action: text,
  label: text,
  node: text.nullable(),
  nodeName: text.nullable(),
  task: z.number().nullable().describe('所涉任务的 key'),
  to: z.array(text),
  toNode: text.nullable(),
  opinion: text.nullable(),
  attachments: z.array(fileLink),
  changes: z.array(z.object({ label: text, before: text, after: text })).describe('途中修改的表单字段'),
  round: z.number(),
})
export type HistoryView = z.output<typeof HISTORY_VIEW>
const nodeState = z.enum(['waiting', 'current', 'done', 'rejected', 'skipped', 'cancelled'])
export type NodeState = z.output<typeof nodeState>
const nodeNamed = z.array(z.object({ node: text, name: text }))
/** A reason why not; null: it may be done. */
const whyNot = text.nullable()
export const CASE_VIEW = z.object({
  id,
  version: z.number(),
  no: text,
  title: text,
  status: caseStatus,
  round: z.number(),
  process: z.object({ key: text, name: text, version: z.number() }),
  starter: z.object({ id, name: text, dept: text.nullable() }),
  startedAt: text,
  endedAt: text.nullable(),
  definition: definitionSchema,
  form: formSchema,
  values: formValues,
  about: facts.describe('发起人的情况：字段可按它显示'),
  permissions: z.record(z.string(), permission).describe('当前步骤对查看者；无可办理时全部只读'),
  subject: z.object({ act: text, label: text, scene: z.number(), entity: text, businessId: id, title: text, summary }).nullable(),
  nodes: z.record(z.string(), nodeState),
  tasks: z.array(TASK_VIEW),
  history: z.array(HISTORY_VIEW),
  copies: z.array(z.object({ id, name: text, readAt: text.nullable() })),
  mine: z
    .object({
      task: id,
      node: text,
      buttons: z.array(z.object({ name: keysOf<Button>(BUTTONS), reason: whyNot })),
      needReason: z.boolean(),
      needSignature: z.boolean(),
      sendBackTo: nodeNamed,
      chooseNext: z.array(z.object({ node: text, name: text, among, max: z.number() })),
      removable: z.array(z.object({ task: id, name: text })),
      rejectTo: nodeNamed,
    })
    .nullable()
    .describe('查看者现在可以做什么；reason 为空表示可以'),
  own: z.object({
    withdraw: whyNot,
    urge: whyNot,
    resubmit: whyNot,
    takeBack: z.object({ task: id, reason: whyNot }).nullable(),
    copy: whyNot,
    terminate: whyNot,
  }),
  labels: z.record(z.string(), text),
})
export type CaseView = z.output<typeof CASE_VIEW>
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
const tableOf = { label: text, columns: z.array(text), rows: z.array(z.array(text)) }
const recordTable = z.object(tableOf)
export type RecordTable = z.output<typeof recordTable>
export const RECORD_VIEW = z.object({
  entity: text,
  label: text,
  title: text,
  sections: z.array(
    z.object({ heading: text, rows: z.array(z.object({ label: text, value: text, files: z.array(fileLink).optional() })) }),
  ),
  tables: z.array(recordTable),
})
export type RecordView = z.output<typeof RECORD_VIEW>
export const PRINT_SHEET = z.object({
  heading: text,
  no: text,
  status: text,
  rows: z.array(labelled),
  signatures: z.array(z.object({ label: text, file: fileLink })).describe('手写签名的表单字段'),
  tables: z.array(z.object({ ...tableOf, sums: z.array(text) })),
  trail: z.array(z.object({ node: text, user: text, action: text, at: text, opinion: text.nullable(), signature: fileLink.nullable() })),
  printedAt: text,
})
export type PrintSheet = z.output<typeof PRINT_SHEET>
