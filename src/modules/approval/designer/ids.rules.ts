/** Numbers of people, roles, departments and stores in a drawing: told apart from everything else, and put in place of others. Pure. */
import { isBranching, type ApproveNode, type AssigneeRule, type ProcessDefinition, type ProcessNode } from '../engine/definition.ts'
import type { Expression, Literal, Vocabulary } from '../engine/expression.ts'

export const NAMED_KINDS = { user: '人员', role: '角色', dept: '部门', store: '门店' } as const
export type NamedKind = keyof typeof NAMED_KINDS
/** The number that stands for one of another company; null: nobody here stands for it. */
export type Renumber = (kind: NamedKind, id: number) => number | null

const many = (kind: NamedKind, ids: readonly number[], to: Renumber): number[] => [...new Set(ids.flatMap((id) => to(kind, id) ?? []))]

function inRule(rule: AssigneeRule, to: Renumber): AssigneeRule {
  switch (rule.kind) {
    case 'person':
      return { ...rule, users: many('user', rule.users, to) }
    case 'role':
      return { ...rule, roles: many('role', rule.roles, to) }
    case 'deptLeader':
      return { ...rule, dept: rule.dept === 0 ? 0 : (to('dept', rule.dept) ?? 0) }
    case 'starterChoice':
    case 'previousChoice':
      return rule.among ? { ...rule, among: many('user', rule.among, to) } : rule
    default:
      return rule
  }
}

/** What the values of a compared field are numbers of; null: of nothing that differs from company to company, or of a record nobody takes along. */
function kindOf(path: string, known: Vocabulary): NamedKind | 'record' | null {
  if (path === 'starter.stores') return 'store'
  if (path === 'starter.roles') return 'role'
  const type = known[path]?.type
  return type === 'person' ? 'user' : type === 'dept' || type === 'store' ? type : type === 'ref' || type === 'ids' ? 'record' : null
}

function inValue(value: Literal, kind: NamedKind | 'record', to: Renumber): Literal {
  const one = (v: string | number | boolean): number[] => (kind === 'record' ? [] : [to(kind, Number(v)) ?? []].flat())
  if (Array.isArray(value)) return [...new Set((value as readonly (string | number)[]).flatMap(one))]
  return one(value as number)[0] ?? ''
}

function inExpression(e: Expression, known: Vocabulary, to: Renumber): Expression {
  if (e.kind === 'not') return { ...e, of: inExpression(e.of, known, to) }
  if (e.kind !== 'compare') return { ...e, of: e.of.map((part) => inExpression(part, known, to)) }
  const kind = kindOf(e.field, known)
  if (!kind || e.value === undefined || (typeof e.value === 'object' && 'field' in e.value)) return e
  return { ...e, value: inValue(e.value as Literal, kind, to) }
}

function inApprove(n: ApproveNode, to: Renumber): ApproveNode {
  const { person, ...empty } = n.empty
  const there = person === undefined ? null : to('user', person)
  const weights = n.vote?.weights?.flatMap((w) => {
    const user = to('user', w.user)
    return user === null ? [] : [{ ...w, user }]
  })
  return {
    ...n,
    who: inRule(n.who, to),
    empty: { ...empty, ...(there === null ? {} : { person: there }) },
    ...(n.vote && weights ? { vote: { ...n.vote, weights } } : {}),
  }
}

function inNode(n: ProcessNode, known: Vocabulary, to: Renumber): ProcessNode {
  if (isBranching(n))
    return {
      ...n,
      branches: n.branches.map((b) => ({
        ...b,
        ...(b.when ? { when: inExpression(b.when, known, to) } : {}),
        nodes: b.nodes.map((inner) => inNode(inner, known, to)),
      })),
    }
  if (n.kind === 'route') return { ...n, routes: n.routes.map((r) => ({ ...r, when: inExpression(r.when, known, to) })) }
  if (n.kind === 'copy') return { ...n, who: inRule(n.who, to) }
  if (n.kind === 'trigger' && n.action.kind === 'message') return { ...n, action: { ...n.action, who: inRule(n.action.who, to) } }
  return n.kind === 'approve' || n.kind === 'handle' ? inApprove(n, to) : n
}

/** Every number in its place renumbered; one that stands for nobody leaves its place empty, which publishing names. */
export const renumbered = (definition: ProcessDefinition, known: Vocabulary, to: Renumber): ProcessDefinition => ({
  ...definition,
  nodes: definition.nodes.map((n) => inNode(n, known, to)),
})

/** Every number a drawing names, by kind, in the order of the drawing. */
export function numbersIn(definition: ProcessDefinition, known: Vocabulary): Readonly<Record<NamedKind, readonly number[]>> {
  const numbers: Record<NamedKind, Set<number>> = { user: new Set(), role: new Set(), dept: new Set(), store: new Set() }
  renumbered(definition, known, (kind, id) => {
    numbers[kind].add(id)
    return id
  })
  return { user: [...numbers.user], role: [...numbers.role], dept: [...numbers.dept], store: [...numbers.store] }
}
