/** What a drawing means: where each node stands, what comes after it, and why it cannot be published. */
import { checkExpression, fieldsIn, type Vocabulary } from './expression.ts'
import {
  isApproving,
  isBranching,
  isForking,
  NODE_KINDS,
  type ApproveNode,
  type AssigneeRule,
  type BranchNode,
  type ProcessDefinition,
  type ProcessNode,
} from './definition.ts'

export interface Place {
  node: ProcessNode
  /** Order of the drawing from top to bottom; 退回 goes to smaller ones. */
  order: number
  /** The node after it in its own list, null at the end of the list. */
  next: string | null
  /** Branching nodes around it, outermost first, with the branch it stands in. */
  within: readonly { node: string; branch: string }[]
}
export type Places = ReadonlyMap<string, Place>

export function placesOf(definition: Pick<ProcessDefinition, 'nodes'>): Places {
  const places = new Map<string, Place>()
  let order = 0
  const walk = (nodes: readonly ProcessNode[], within: Place['within']): void => {
    nodes.forEach((node, i) => {
      places.set(node.id, { node, order: order++, next: nodes[i + 1]?.id ?? null, within })
      if (isBranching(node)) for (const b of node.branches) walk(b.nodes, [...within, { node: node.id, branch: b.id }])
    })
  }
  walk(definition.nodes, [])
  return places
}

/** The forks around a node: only those are frames of their own for the engine. */
export const forksOf = (places: Places, id: string): Place['within'] =>
  (places.get(id)?.within ?? []).filter((w) => isForking(places.get(w.node)!.node))

/** Whether work at `from` may be taken to `to` without tearing a fork apart: `to` stands in no fork that `from` is not in. */
export function reachableWithoutEntering(places: Places, from: string, to: string): boolean {
  const a = forksOf(places, from)
  const b = forksOf(places, to)
  return b.every((frame, i) => a[i]?.node === frame.node && a[i]?.branch === frame.branch)
}

export const allNodes = (nodes: readonly ProcessNode[]): ProcessNode[] =>
  nodes.flatMap((n) => [n, ...(isBranching(n) ? n.branches.flatMap((b) => allNodes(b.nodes)) : [])])

/** Whether a node asks for nothing but yes or no: no reason, no signature, no field to fill in. Only such may be agreed to in bulk. */
export const plainYes = (node: ProcessNode | undefined): boolean =>
  node !== undefined && isApproving(node) && !node.needReason && !node.needSignature && !Object.values(node.fields ?? {}).includes('edit')

/** Where something is wrong: the node the designer jumps to, null for the whole. */
export interface Problem {
  node: string | null
  message: string
}
export interface CheckWorld {
  vocabulary: Vocabulary
  /** Form field name → kind, for rules that name a field; null when the process has no form of its own. */
  formFields: Readonly<Record<string, string>>
  /** Facts that hold user ids. */
  personFacts: readonly string[]
  /** What exists with the operator; left out where nobody can know (a file being read). */
  users?: ReadonlySet<number>
  roles?: ReadonlySet<number>
  depts?: ReadonlySet<number>
  approvalRoles?: ReadonlySet<string>
  /** Keys of published processes, and which sub-processes each of them starts. */
  processes?: ReadonlyMap<string, readonly string[]>
  /** Key of the process being checked. */
  self?: string
  /** Calls the business act offers to triggers. */
  calls?: readonly string[]
  /** Money moves with it: an empty node must not pass by itself. */
  money?: boolean
}

const missing = (wanted: readonly number[], known: ReadonlySet<number> | undefined): number =>
  known ? wanted.filter((x) => !known.has(x)).length : 0

function checkWho(rule: AssigneeRule, w: CheckWorld, first: boolean): string | null {
  switch (rule.kind) {
    case 'person':
      return rule.users.length === 0
        ? '没有选择成员'
        : missing(rule.users, w.users)
          ? `有 ${missing(rule.users, w.users)} 名成员已停用或不存在`
          : null
    case 'role':
      return rule.roles.length === 0 ? '没有选择角色' : missing(rule.roles, w.roles) ? '所选角色已停用或不存在' : null
    case 'approvalRole':
      return !rule.code
        ? '没有选择审批角色'
        : w.approvalRoles && !w.approvalRoles.has(rule.code)
          ? `审批角色「${rule.code}」不存在或已停用`
          : null
    case 'deptLeader':
      return rule.dept === 0 ? '没有选择部门' : missing([rule.dept], w.depts) ? '所选部门已不存在' : null
    case 'formPerson':
      return rule.field === ''
        ? '没有选择表单中的人员字段'
        : w.formFields[rule.field] === 'person'
          ? null
          : `表单中没有人员字段「${rule.field}」`
    case 'formDeptLeader':
      return rule.field === ''
        ? '没有选择表单中的部门字段'
        : w.formFields[rule.field] === 'department'
          ? null
          : `表单中没有部门字段「${rule.field}」`
    case 'fact':
      return rule.field === ''
        ? '没有选择业务数据字段'
        : w.personFacts.includes(rule.field)
          ? null
          : `业务数据中没有人员字段「${rule.field}」`
    case 'starterChoice':
    case 'previousChoice':
      return rule.kind === 'previousChoice' && first
        ? '第一个审批节点没有上一节点可以选人'
        : rule.among && missing(rule.among, w.users)
          ? '可选范围内有成员已停用或不存在'
          : null
    default:
      return null
  }
}

function* checkApprove(n: ApproveNode, w: CheckWorld, places: Places, first: boolean): Generator<string> {
  const who = checkWho(n.who, w, first)
  if (who) yield who
  if (n.mode === 'vote') {
    const v = n.vote
    if (!v || (v.passBp === undefined && v.passCount === undefined)) yield '票签没有设置通过比例或通过票数'
    else if (v.passBp !== undefined && v.passCount !== undefined) yield '票签的通过比例与通过票数只能设置一个'
  }
  if (n.who.kind === 'leaders' && n.mode !== 'sequential') yield '连续多级主管只能依次审批'
  if (n.empty.policy === 'toPerson') {
    if (!n.empty.person) yield '审批人为空时转交的人员没有选择'
    else if (missing([n.empty.person], w.users)) yield '审批人为空时转交的人员已停用或不存在'
  }
  if (n.empty.policy === 'pass' && w.money) yield '涉及资金的流程，审批人为空时不能自动通过'
  if (n.timeout?.action === 'pass' && w.money) yield '涉及资金的流程，超时不能自动通过'
  if (n.kind === 'handle' && n.timeout?.action === 'reject') yield '办理节点超时不能自动驳回'
  if (n.reject?.policy === 'node') yield* checkTarget(n, n.reject.node, places)
  if (n.buttons && !n.buttons.includes('approve')) yield '没有「同意」按钮，流程走不下去'
}

function* checkTarget(n: ApproveNode, target: string | undefined, places: Places): Generator<string> {
  const to = target ? places.get(target) : undefined
  if (!to) yield '驳回时退回的节点没有选择或已删除'
  else if (!(isApproving(to.node) || to.node.kind === 'start')) yield `不能退回到${NODE_KINDS[to.node.kind]}`
  else if (to.order >= places.get(n.id)!.order) yield `「${to.node.name}」在它后面，不能作为退回的节点`
  else if (!reachableWithoutEntering(places, n.id, to.node.id)) yield `「${to.node.name}」在另一条并行分支里，不能作为退回的节点`
}

function* checkBranches(n: BranchNode, w: CheckWorld): Generator<string> {
  if (n.branches.length < 2) yield `${NODE_KINDS[n.kind]}至少要有两条分支`
  if (n.kind === 'parallel') return
  const defaults = n.branches.filter((b) => b.default)
  if (defaults.length !== 1) yield defaults.length ? '默认分支只能有一条' : '缺少默认分支：都不满足时流程会停住'
  for (const b of n.branches.filter((x) => !x.default)) {
    const why = b.when ? checkExpression(b.when, w.vocabulary) : '没有设置条件'
    if (why) yield `分支「${b.name}」：${why}`
  }
}

function* checkNode(n: ProcessNode, w: CheckWorld, places: Places, firstApprove: string | undefined): Generator<string> {
  if (!n.name.trim()) yield '没有名称'
  if (isApproving(n)) yield* checkApprove(n, w, places, n.id === firstApprove)
  else if (isBranching(n)) yield* checkBranches(n, w)
  else if (n.kind === 'copy') {
    const why = checkWho(n.who, w, false)
    if (why) yield why
  } else if (n.kind === 'route') {
    if (n.routes.length === 0) yield '没有设置路由'
    for (const r of n.routes) {
      const why = checkExpression(r.when, w.vocabulary)
      if (why) yield `路由「${r.name}」：${why}`
      const to = places.get(r.to)
      if (!to) yield r.to === '' ? `路由「${r.name}」没有选择目标节点` : `路由「${r.name}」的目标节点已删除`
      else if (to.node.kind === 'start' || to.node.id === n.id)
        yield `路由「${r.name}」不能去往${to.node.kind === 'start' ? '发起人' : '自己'}`
      else if (!reachableWithoutEntering(places, n.id, to.node.id) || !inSameOrOuterList(places, n.id, r.to))
        yield `路由「${r.name}」的目标「${to.node.name}」在另一条分支里，不在同一路线上`
    }
  } else if (n.kind === 'subprocess') {
    if (!n.process) yield '没有选择子流程'
    else if (w.processes && !w.processes.has(n.process)) yield `子流程「${n.process}」不存在或没有发布`
    else if (w.processes && w.self && startsAgain(w.processes, n.process, w.self)) yield '子流程最终又发起本流程，永远不会结束'
    for (const f of n.fields ?? [])
      if (f.from === '' || f.to.trim() === '') yield '带入的数据有一行没有填写完整'
      else if (!w.vocabulary[f.from]) yield `子流程取值的字段「${f.from}」不存在`
  } else if (n.kind === 'delay') {
    if ((n.hours === undefined) === (n.until === undefined)) yield '请设置延时的时长或到期字段（二选一）'
    else if (n.until === '') yield '没有选择延时到哪个日期字段'
    else if (n.until && w.vocabulary[n.until]?.type !== 'day') yield `延时到期的日期字段「${n.until}」不存在`
  } else if (n.kind === 'trigger') {
    if (n.action.kind === 'message') {
      const why = n.action.text.trim() ? checkWho(n.action.who, w, false) : '消息内容是空的'
      if (why) yield why
    } else if (n.action.kind === 'business' && !(w.calls ?? [n.action.call]).includes(n.action.call))
      yield `业务没有提供动作「${n.action.call}」`
    else if (n.action.kind === 'setField' && !w.formFields[n.action.field])
      yield n.action.field === '' ? '没有选择要修改的表单字段' : `表单中没有字段「${n.action.field}」`
  }
}

function inSameOrOuterList(places: Places, from: string, to: string): boolean {
  const a = places.get(from)!.within
  const b = places.get(to)!.within
  return b.every((frame, i) => a[i]?.node === frame.node && a[i]?.branch === frame.branch)
}

function startsAgain(processes: ReadonlyMap<string, readonly string[]>, from: string, self: string, seen = new Set<string>()): boolean {
  if (from === self) return true
  if (seen.has(from)) return false
  seen.add(from)
  return (processes.get(from) ?? []).some((key) => startsAgain(processes, key, self, seen))
}

/** Whether nodes between two of one list make somebody wait: a loop without that would turn for ever. */
const makesWait = (n: ProcessNode): boolean =>
  (isApproving(n) && n.empty.policy !== 'pass') || n.kind === 'delay' || (n.kind === 'subprocess' && n.wait)

/** Loops that nobody stops: a route back with no person, delay or sub-process on the way. */
function endless(definition: ProcessDefinition, places: Places): Problem[] {
  const problems: Problem[] = []
  for (const n of allNodes(definition.nodes)) {
    if (n.kind !== 'route') continue
    const own = places.get(n.id)!
    for (const r of n.routes) {
      const to = places.get(r.to)
      if (!to || to.order > own.order) continue
      const between = [...places.values()].filter((p) => p.order >= to.order && p.order < own.order)
      // Somebody on every way: a node of the outer list, not only of one branch.
      const certain = between.some((p) => makesWait(p.node) && p.within.every((frame, i) => own.within[i]?.branch === frame.branch))
      if (!certain)
        problems.push({
          node: n.id,
          message: `路由「${r.name}」回到「${to.node.name}」的途中没有必经的审批或延时，流程会一直循环、无法结束`,
        })
    }
  }
  return problems
}

const TITLE_WORDS = ['starter', 'process', 'subject', 'no']
/** What a title refers to in braces, apart from its own few words. */
export const fieldsOfTitle = (title: string | undefined): string[] =>
  [...(title ?? '').matchAll(/\{([\w.]+)\}/g)].map((m) => m[1]!).filter((key) => !TITLE_WORDS.includes(key))

/** Why this cannot be published, and where. Empty: it can. */
export function checkDefinition(definition: ProcessDefinition, world: CheckWorld): Problem[] {
  const nodes = allNodes(definition.nodes)
  const problems: Problem[] = []
  const [first] = definition.nodes
  if (first?.kind !== 'start') problems.push({ node: first?.id ?? null, message: '流程必须从发起人开始' })
  const seen = new Set<string>()
  for (const n of nodes) {
    for (const id of [n.id, ...(isBranching(n) ? n.branches.map((b) => b.id) : [])]) {
      if (seen.has(id) || id === 'end') problems.push({ node: n.id, message: `节点编号「${id}」重复` })
      seen.add(id)
    }
    if (n.kind === 'start' && n !== first) problems.push({ node: n.id, message: '发起人只能有一个' })
  }
  if (problems.length) return problems
  const places = placesOf(definition)
  const firstApprove = nodes.find(isApproving)?.id
  for (const n of nodes)
    for (const message of checkNode(n, world, places, firstApprove))
      problems.push({ node: n.id, message: `「${n.name || NODE_KINDS[n.kind]}」${message}` })
  if (!firstApprove) problems.push({ node: null, message: '流程中没有审批人或办理人，提交后会直接通过' })
  // Refused at its end otherwise (双人复核): said while it is drawn.
  else if (world.money && nodes.filter(isApproving).every((n) => n.who.kind === 'starter') && !nodes.some((n) => n.kind === 'subprocess'))
    problems.push({ node: firstApprove, message: '涉及资金的流程，审批人不能只有发起人本人' })
  for (const [what, list] of [
    ['标题', fieldsOfTitle(definition.settings.title)],
    ['列表摘要', definition.settings.summary],
    ['打印模板', definition.settings.print?.fields],
  ] as const)
    for (const field of list ?? [])
      if (!world.vocabulary[field] && !world.formFields[field.replace(/^form\./, '')])
        problems.push({ node: null, message: `${what}使用的字段「${field}」不存在` })
  // A title is one for everybody, in messages too.
  for (const field of fieldsOfTitle(definition.settings.title)) {
    const hides = nodes.find((n) => (isApproving(n) || n.kind === 'start') && n.fields?.[field.split('.')[1] ?? ''] === 'hidden')
    if (field.startsWith('form.') && hides)
      problems.push({
        node: hides.id,
        message: `标题使用的字段「${world.vocabulary[field]?.label ?? field}」对「${hides.name}」是隐藏的，请从标题中去掉`,
      })
  }
  return [...problems, ...endless(definition, places)]
}

/** Fields of the form that the process reads: what a new version of the form must keep. */
export function usedFields(definition: ProcessDefinition): string[] {
  const used = new Set<string>()
  for (const n of allNodes(definition.nodes)) {
    if (isBranching(n)) for (const b of n.branches) if (b.when) fieldsIn(b.when).forEach((f) => used.add(f))
    if (n.kind === 'route') for (const r of n.routes) fieldsIn(r.when).forEach((f) => used.add(f))
    if ('who' in n && (n.who.kind === 'formPerson' || n.who.kind === 'formDeptLeader')) used.add(`form.${n.who.field}`)
  }
  return [...used]
}
