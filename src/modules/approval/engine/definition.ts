/**
 * A process as people draw it: a list of nodes, where a branching node holds a list per branch and the list goes on after
 * it. So every drawing is well nested: branches always meet again, and the engine needs no jumps but 退回 and 路由.
 */
import { z } from 'zod'
import { expressionSchema, type Expression } from './expression.ts'

/** Who. Ids are of the operator's own users, roles and departments; approval roles go by code, so a definition can travel. */
export type AssigneeRule =
  | { kind: 'person'; users: readonly number[] }
  | { kind: 'role'; roles: readonly number[]; sameStore?: boolean }
  | { kind: 'approvalRole'; code: string }
  | { kind: 'leader'; level: number }
  | { kind: 'leaders'; upTo: number }
  | { kind: 'deptLeader'; dept: number }
  | { kind: 'starter' }
  | { kind: 'formPerson'; field: string }
  | { kind: 'formDeptLeader'; field: string }
  | { kind: 'fact'; field: string }
  | { kind: 'starterChoice'; among?: readonly number[]; max?: number }
  | { kind: 'previousChoice'; among?: readonly number[]; max?: number }
export type AssigneeKind = AssigneeRule['kind']
export const ASSIGNEE_KINDS: Readonly<Record<AssigneeKind, string>> = {
  person: '指定成员',
  role: '角色',
  approvalRole: '审批角色',
  leader: '部门主管',
  leaders: '连续多级主管',
  deptLeader: '指定部门主管',
  starter: '发起人本人',
  formPerson: '表单内成员',
  formDeptLeader: '表单内部门的主管',
  fact: '业务数据字段',
  starterChoice: '发起人自选',
  previousChoice: '上一节点自选',
}

export const MODES = { sequential: '依次审批', all: '会签', first: '或签', vote: '票签' } as const
export type Mode = keyof typeof MODES
/** Weights are votes per user (1 when not named). `passCount` votes, or `passBp` of all votes (6000 = 60 %). */
export interface VoteRule {
  passBp?: number
  passCount?: number
  rejectCount?: number
  weights?: readonly { user: number; weight: number }[]
}
export const EMPTY_POLICIES = { toAdmin: '转交管理员', toPerson: '转交指定人员', pass: '自动通过', reject: '自动驳回' } as const
type EmptyPolicy = keyof typeof EMPTY_POLICIES
export const SELF_POLICIES = { allow: '由本人审批', skip: '自动跳过', leader: '转交直属主管' } as const
type SelfPolicy = keyof typeof SELF_POLICIES
export const REJECT_POLICIES = {
  end: '结束流程',
  starter: '退回发起人',
  previous: '退回上一节点',
  node: '退回指定节点',
  choose: '由审批人选择',
} as const
export type RejectPolicy = keyof typeof REJECT_POLICIES
export const RESUBMIT_POLICIES = { again: '从退回节点重新流转', back: '直接回到驳回节点' } as const
export type ResubmitPolicy = keyof typeof RESUBMIT_POLICIES
export const TIMEOUT_ACTIONS = { remind: '自动提醒', pass: '自动通过', reject: '自动驳回' } as const
export interface TimeoutRule {
  hours: number
  action: keyof typeof TIMEOUT_ACTIONS
  /** remind: how often, every `hours`. */
  maxRemind?: number
}
export const BUTTONS = {
  approve: '同意',
  reject: '拒绝',
  sendBack: '退回',
  handOver: '转办',
  delegate: '委派',
  addBefore: '前加签',
  addAfter: '后加签',
  removeAdded: '减签',
  copy: '抄送',
} as const
export type Button = keyof typeof BUTTONS
/** Field name (`lines.amount` for a column) → what the person at this node may do with it; read when not named. */
/** What a node's people see of a field of the form. */
export type FieldPermission = 'hidden' | 'read' | 'edit'
export type FieldPermissions = Readonly<Record<string, FieldPermission>>

interface Base {
  /** Fixed for the life of the node within the process; tasks, history and 退回 go by it. */
  id: string
  name: string
}
interface StartNode extends Base {
  kind: 'start'
  fields?: FieldPermissions
}
/** `handle`: 办理 - something is to be done and said to be done; it cannot be rejected. */
export interface ApproveNode extends Base {
  kind: 'approve' | 'handle'
  who: AssigneeRule
  mode: Mode
  vote?: VoteRule
  /** 会签: one rejection rejects at once (一票否决), or only after everybody has spoken. */
  veto?: 'atOnce' | 'afterAll'
  /** 或签: the first answer decides, or rejections only when all reject. */
  firstReject?: 'one' | 'all'
  empty: { policy: EmptyPolicy; person?: number }
  self: SelfPolicy
  reject?: { policy: RejectPolicy; node?: string }
  resubmit?: ResubmitPolicy
  timeout?: TimeoutRule
  fields?: FieldPermissions
  buttons?: readonly Button[]
  needReason?: boolean
  needSignature?: boolean
}
export interface CopyNode extends Base {
  kind: 'copy'
  who: AssigneeRule
}
export interface Branch {
  id: string
  name: string
  /** Not for 并行; the default branch has none. */
  when?: Expression
  default?: boolean
  nodes: readonly ProcessNode[]
}
/** condition: the first branch that holds. parallel: all. inclusive: every one that holds, the default when none does. */
export interface BranchNode extends Base {
  kind: 'condition' | 'parallel' | 'inclusive'
  branches: readonly Branch[]
}
/** Goes to another node of this list (or of one around it) by the first condition that holds; on, when none does. */
export interface RouteNode extends Base {
  kind: 'route'
  routes: readonly { name: string; when: Expression; to: string }[]
}
export interface SubprocessNode extends Base {
  kind: 'subprocess'
  /** Key of the other process. */
  process: string
  /** Field of the other form ← field path of this case. */
  fields?: readonly { to: string; from: string }[]
  wait: boolean
  /** What a rejected or withdrawn sub-process means here. */
  onRejected?: 'reject' | 'continue'
}
export interface DelayNode extends Base {
  kind: 'delay'
  hours?: number
  /** Until this day of the form or the record, 09:00. */
  until?: string
}
export type TriggerAction =
  | { kind: 'message'; who: AssigneeRule; text: string }
  /** A named call of the business act, e.g. `lockVehicle`; the act says which it has. */
  | { kind: 'business'; call: string }
  | { kind: 'setField'; field: string; value: string | number | boolean | null }
export interface TriggerNode extends Base {
  kind: 'trigger'
  action: TriggerAction
}
export type ProcessNode = StartNode | ApproveNode | CopyNode | BranchNode | RouteNode | SubprocessNode | DelayNode | TriggerNode
export type NodeKind = ProcessNode['kind']
export const NODE_KINDS: Readonly<Record<NodeKind, string>> = {
  start: '发起人',
  approve: '审批人',
  handle: '办理人',
  copy: '抄送人',
  condition: '条件分支',
  parallel: '并行分支',
  inclusive: '包容分支',
  route: '路由分支',
  subprocess: '子流程',
  delay: '延时',
  trigger: '触发器',
}

export const DEDUPE = { none: '不去重', once: '同一审批人只审批一次', consecutive: '连续节点同一审批人自动通过' } as const
export interface ProcessSettings {
  /** 发起人可以撤销. */
  allowWithdraw: boolean
  /** 审批人可以拿回. */
  allowTakeBack: boolean
  dedupe: keyof typeof DEDUPE
  /** `{发起人}的{流程}` …: {starter} {process} {no} {form.x} {fact.x}. */
  title?: string
  /** Field paths shown in lists. */
  summary?: readonly string[]
  /** Print sheet: which fields, whether the trail follows. */
  print?: { heading?: string; fields?: readonly string[]; trail: boolean }
}
export const DEFAULT_SETTINGS: ProcessSettings = { allowWithdraw: true, allowTakeBack: true, dedupe: 'none', print: { trail: true } }
export interface ProcessDefinition {
  format: 1
  nodes: readonly ProcessNode[]
  settings: ProcessSettings
}

/** Edge of the system: shape only; whether it makes sense is said by `checkDefinition` (definition.rules.ts). */
const id = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,39}$/, '节点编号不正确')
const nodeOrNone = z.union([z.literal(''), id])
const nodeName = z.string().trim().max(40, '节点名称最多 40 字')
const ids = z.array(z.int().min(1)).max(200)
/** What is not chosen yet is empty: a drawing is kept at every moment, and checked before it is published. */
const path = z.string().max(120)
const few = z.int().min(1).max(100)
const assigneeSchema: z.ZodType<AssigneeRule> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('person'), users: ids }),
  z.strictObject({ kind: z.literal('role'), roles: ids, sameStore: z.boolean().optional() }),
  z.strictObject({ kind: z.literal('approvalRole'), code: z.string().max(40) }),
  z.strictObject({ kind: z.literal('leader'), level: z.int().min(1).max(10) }),
  z.strictObject({ kind: z.literal('leaders'), upTo: z.int().min(1).max(10) }),
  z.strictObject({ kind: z.literal('deptLeader'), dept: z.int().min(0) }),
  z.strictObject({ kind: z.literal('starter') }),
  z.strictObject({ kind: z.literal('formPerson'), field: path }),
  z.strictObject({ kind: z.literal('formDeptLeader'), field: path }),
  z.strictObject({ kind: z.literal('fact'), field: path }),
  z.strictObject({ kind: z.literal('starterChoice'), among: ids.optional(), max: few.optional() }),
  z.strictObject({ kind: z.literal('previousChoice'), among: ids.optional(), max: few.optional() }),
]) as z.ZodType<AssigneeRule>

const keys = <T extends object>(of: T): [keyof T & string, ...(keyof T & string)[]] => Object.keys(of) as never
const permissions = z.record(z.string().max(90), z.enum(['hidden', 'read', 'edit']))
const base = { id, name: nodeName }
const approve = {
  ...base,
  who: assigneeSchema,
  mode: z.enum(keys(MODES)),
  vote: z
    .strictObject({
      passBp: z.int().min(1).max(10_000).optional(),
      passCount: few.optional(),
      rejectCount: few.optional(),
      weights: z
        .array(z.strictObject({ user: z.int().min(1), weight: z.int().min(1).max(100) }))
        .max(200)
        .optional(),
    })
    .optional(),
  veto: z.enum(['atOnce', 'afterAll']).optional(),
  firstReject: z.enum(['one', 'all']).optional(),
  empty: z.strictObject({ policy: z.enum(keys(EMPTY_POLICIES)), person: z.int().min(1).optional() }),
  self: z.enum(keys(SELF_POLICIES)),
  reject: z.strictObject({ policy: z.enum(keys(REJECT_POLICIES)), node: nodeOrNone.optional() }).optional(),
  resubmit: z.enum(keys(RESUBMIT_POLICIES)).optional(),
  timeout: z
    .strictObject({
      hours: z.number().min(0.1).max(8760),
      action: z.enum(keys(TIMEOUT_ACTIONS)),
      maxRemind: z.int().min(1).max(50).optional(),
    })
    .optional(),
  fields: permissions.optional(),
  buttons: z
    .array(z.enum(keys(BUTTONS)))
    .max(20)
    .optional(),
  needReason: z.boolean().optional(),
  needSignature: z.boolean().optional(),
}
const MAX_BRANCHES = 20
const branch: z.ZodType<Branch> = z.lazy(() =>
  z.strictObject({
    id,
    name: nodeName,
    when: expressionSchema.optional(),
    default: z.boolean().optional(),
    nodes: z.array(nodeSchema).max(200),
  }),
) as z.ZodType<Branch>
const branching = { ...base, branches: z.array(branch).max(MAX_BRANCHES, `一个分支节点最多 ${MAX_BRANCHES} 条分支`) }
const trigger = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('message'), who: assigneeSchema, text: z.string().max(500) }),
  z.strictObject({ kind: z.literal('business'), call: z.string().max(60) }),
  z.strictObject({
    kind: z.literal('setField'),
    field: z.string().max(40),
    value: z.union([z.string().max(500), z.number(), z.boolean(), z.null()]),
  }),
])
const nodeSchema: z.ZodType<ProcessNode> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('start'), ...base, fields: permissions.optional() }),
    z.strictObject({ kind: z.literal('approve'), ...approve }),
    z.strictObject({ kind: z.literal('handle'), ...approve }),
    z.strictObject({ kind: z.literal('copy'), ...base, who: assigneeSchema }),
    z.strictObject({ kind: z.literal('condition'), ...branching }),
    z.strictObject({ kind: z.literal('parallel'), ...branching }),
    z.strictObject({ kind: z.literal('inclusive'), ...branching }),
    z.strictObject({
      kind: z.literal('route'),
      ...base,
      routes: z.array(z.strictObject({ name: nodeName, when: expressionSchema, to: nodeOrNone })).max(20),
    }),
    z.strictObject({
      kind: z.literal('subprocess'),
      ...base,
      process: z.string().max(40),
      fields: z
        .array(z.strictObject({ to: z.string().max(40), from: path }))
        .max(100)
        .optional(),
      wait: z.boolean(),
      onRejected: z.enum(['reject', 'continue']).optional(),
    }),
    z.strictObject({ kind: z.literal('delay'), ...base, hours: z.number().min(0.01).max(8760).optional(), until: path.optional() }),
    z.strictObject({ kind: z.literal('trigger'), ...base, action: trigger }),
  ]),
) as z.ZodType<ProcessNode>
const settingsSchema: z.ZodType<ProcessSettings> = z.strictObject({
  allowWithdraw: z.boolean(),
  allowTakeBack: z.boolean(),
  dedupe: z.enum(keys(DEDUPE)),
  title: z.string().max(200).optional(),
  summary: z.array(path).max(6).optional(),
  print: z
    .strictObject({ heading: z.string().max(100).optional(), fields: z.array(path).max(200).optional(), trail: z.boolean() })
    .optional(),
}) as z.ZodType<ProcessSettings>
export const definitionSchema: z.ZodType<ProcessDefinition> = z.strictObject({
  format: z.literal(1),
  nodes: z.array(nodeSchema).max(300),
  settings: settingsSchema,
}) as z.ZodType<ProcessDefinition>

export const isBranching = (n: ProcessNode): n is BranchNode => n.kind === 'condition' || n.kind === 'parallel' || n.kind === 'inclusive'
export const isApproving = (n: ProcessNode): n is ApproveNode => n.kind === 'approve' || n.kind === 'handle'
/** Branches that run at the same time and wait for each other. */
export const isForking = (n: ProcessNode): n is BranchNode => n.kind === 'parallel' || n.kind === 'inclusive'

/** What a new process starts with. */
export const emptyDefinition = (): ProcessDefinition => ({
  format: 1,
  nodes: [{ kind: 'start', id: 'start', name: '发起人' }],
  settings: DEFAULT_SETTINGS,
})
