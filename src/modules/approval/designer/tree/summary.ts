/** What a card says about its node in one line. Names of people and things are looked up by whoever draws. */
import { describe, type Literal, type Term, type Vocabulary } from '../../engine/expression.ts'
import { ASSIGNEE_KINDS, MODES, type AssigneeRule, type Branch, type BranchNode, type ProcessNode } from '../../engine/definition.ts'

export interface Names {
  user: (id: number) => string
  role: (id: number) => string
  dept: (id: number) => string
  store: (id: number) => string
  approvalRole: (code: string) => string
  process: (key: string) => string
  vocabulary: Vocabulary
}

const list = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join('、')}等 ${names.length} 人` : names.join('、')
const fieldName = (names: Names, path: string): string =>
  names.vocabulary[path]?.label ?? names.vocabulary[`form.${path}`]?.label ?? names.vocabulary[`fact.${path}`]?.label ?? path

/** Null: nobody has been chosen yet. */
function whoText(rule: AssigneeRule, names: Names): string | null {
  switch (rule.kind) {
    case 'person':
      return rule.users.length ? list(rule.users.map(names.user)) : null
    case 'role':
      return rule.roles.length ? `角色：${rule.roles.map(names.role).join('、')}${rule.sameStore ? '（同门店）' : ''}` : null
    case 'approvalRole':
      return rule.code ? `审批角色：${names.approvalRole(rule.code)}` : null
    case 'leader':
      return rule.level === 1 ? '直属部门主管' : `第 ${rule.level} 级部门主管`
    case 'leaders':
      return `连续多级主管，至第 ${rule.upTo} 级`
    case 'deptLeader':
      return rule.dept ? `${names.dept(rule.dept)}的主管` : null
    case 'formPerson':
    case 'formDeptLeader':
    case 'fact':
      return rule.field ? `${ASSIGNEE_KINDS[rule.kind]}：${fieldName(names, rule.field)}` : null
    default:
      return ASSIGNEE_KINDS[rule.kind]
  }
}

/** One person has nobody to sign with: how several decide would only be noise. */
const alone = (rule: AssigneeRule): boolean =>
  rule.kind === 'starter' || rule.kind === 'leader' || rule.kind === 'deptLeader' || (rule.kind === 'person' && rule.users.length === 1)

/** Null: something has still to be chosen; the card then asks for it. */
export function nodeText(node: ProcessNode, names: Names): string | null {
  switch (node.kind) {
    case 'start':
      return '由有发起权限的人提交'
    case 'approve':
    case 'handle': {
      const who = whoText(node.who, names)
      return who && (alone(node.who) ? who : `${who} · ${node.mode === 'vote' ? voteText(node.vote) : MODES[node.mode]}`)
    }
    case 'copy':
      return whoText(node.who, names)
    case 'route':
      return node.routes.length ? node.routes.map((r) => r.name).join('、') : null
    case 'subprocess':
      return node.process ? `发起「${names.process(node.process)}」${node.wait ? '，等待其结束' : '，不等待'}` : null
    case 'delay':
      return node.hours !== undefined ? `等待 ${hoursText(node.hours)}` : node.until ? `等到${fieldName(names, node.until)}` : null
    case 'trigger':
      return triggerText(node.action, names)
    default:
      return `${node.branches.length} 条分支`
  }
}

function voteText(vote: { passBp?: number; passCount?: number } | undefined): string {
  if (vote?.passCount !== undefined) return `票签，满 ${vote.passCount} 票通过`
  return vote?.passBp !== undefined ? `票签，${vote.passBp / 100}% 通过` : '票签'
}
const hoursText = (hours: number): string =>
  hours >= 24 && hours % 24 === 0 ? `${hours / 24} 天` : hours < 1 ? `${Math.round(hours * 60)} 分钟` : `${hours} 小时`

function triggerText(action: Extract<ProcessNode, { kind: 'trigger' }>['action'], names: Names): string | null {
  if (action.kind === 'message') return action.text.trim() ? `通知${whoText(action.who, names) ?? ''}：${action.text}` : null
  if (action.kind === 'business') return action.call ? `业务动作：${action.call}` : null
  return action.field ? `将「${fieldName(names, action.field)}」改为 ${action.value === null ? '空' : String(action.value)}` : null
}

function literalText(term: Term, value: Literal, names: Names): string {
  const one = (v: string | number | boolean): string => {
    if (term.options?.[String(v)] !== undefined) return term.options[String(v)]!
    if (term.type === 'money' && typeof v === 'number') return `${(v / 100).toFixed(2)} 元`
    if (term.type === 'flag') return v === true ? '是' : '否'
    if (typeof v === 'number' && term.type === 'person') return names.user(v)
    if (typeof v === 'number' && term.type === 'dept') return names.dept(v)
    if (typeof v === 'number' && term.type === 'store') return names.store(v)
    return String(v)
  }
  return Array.isArray(value) ? (value as readonly (string | number)[]).map(one).join('、') : one(value as string | number | boolean)
}

export function branchText(node: BranchNode, branch: Branch, names: Names): string | null {
  if (node.kind === 'parallel') return '与其他分支同时进行'
  if (branch.default) return node.kind === 'condition' ? '以上条件都不满足时走这里' : '没有条件满足时走这里'
  return branch.when ? describe(branch.when, names.vocabulary, (term, value) => literalText(term, value, names)) : null
}
