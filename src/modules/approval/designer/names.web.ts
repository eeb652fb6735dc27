/** Names for the cards: those the server sent with the design, and those of what was chosen since. */
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { OptionsAnswer } from '#kit/entity/wire.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { entityKeys } from '#kit/ui/client/entity-keys.ts'
import type { AssigneeRule, ProcessNode } from '../engine/definition.ts'
import { isApproving, isBranching } from '../engine/definition.ts'
import { allNodes } from '../engine/definition.rules.ts'
import type { Expression, Vocabulary } from '../engine/expression.ts'
import { usePeople } from '../forms/people.web.tsx'
import type { Design } from '../wire.ts'
import type { Names } from './tree/summary.ts'

interface Mentioned {
  users: number[]
  roles: number[]
  depts: number[]
  stores: number[]
}

function fromRule(rule: AssigneeRule, into: Mentioned): void {
  if (rule.kind === 'person') into.users.push(...rule.users)
  if (rule.kind === 'role') into.roles.push(...rule.roles)
  if (rule.kind === 'deptLeader' && rule.dept) into.depts.push(rule.dept)
}
function fromExpression(e: Expression, known: Vocabulary, into: Mentioned): void {
  if (e.kind === 'not') return fromExpression(e.of, known, into)
  if (e.kind !== 'compare') return e.of.forEach((part) => fromExpression(part, known, into))
  const list = { person: into.users, dept: into.depts, store: into.stores }[known[e.field]?.type as 'person' | 'dept' | 'store']
  const value = Array.isArray(e.value) ? e.value : [e.value]
  list?.push(...value.filter((v): v is number => typeof v === 'number'))
}
function mentioned(nodes: readonly ProcessNode[], known: Vocabulary): Mentioned {
  const into: Mentioned = { users: [], roles: [], depts: [], stores: [] }
  for (const n of allNodes(nodes)) {
    if (isApproving(n) || n.kind === 'copy') fromRule(n.who, into)
    if (n.kind === 'trigger' && n.action.kind === 'message') fromRule(n.action.who, into)
    if (isBranching(n)) for (const b of n.branches) if (b.when) fromExpression(b.when, known, into)
  }
  return into
}

function useOptions(entity: string, ids: readonly number[]): ReadonlyMap<number, string> {
  const wanted = [...new Set(ids)].toSorted((a, b) => a - b).join(',')
  const { data } = useQuery({
    queryKey: entityKeys.options(entity, { ids: wanted }),
    enabled: wanted !== '',
    staleTime: 60_000,
    queryFn: ({ signal }) => api.get<OptionsAnswer>(`/api/v1/${entity}/options`, { ids: wanted }, { signal, silent: true }),
  })
  return useMemo(() => new Map((data?.list ?? []).map((o) => [o.id, o.label])), [data])
}

type Labels = Pick<Design, 'labels'>['labels']
const EMPTY: Labels = { users: {}, roles: {}, depts: {}, approvalRoles: {}, processes: {} }

export function useNames(
  nodes: readonly ProcessNode[],
  vocabulary: Vocabulary,
  labels: Labels = EMPTY,
  known: { approvalRoles: readonly { value: string; label: string }[]; processes: readonly { value: string; label: string }[] } = {
    approvalRoles: [],
    processes: [],
  },
): Names {
  const all = useMemo(() => mentioned(nodes, vocabulary), [nodes, vocabulary])
  const people = usePeople(all.users.filter((id) => !labels.users[id]))
  const roles = useOptions(
    'role',
    all.roles.filter((id) => !labels.roles[id]),
  )
  const depts = useOptions(
    'dept',
    all.depts.filter((id) => !labels.depts[id]),
  )
  const stores = useOptions('store', all.stores)
  return useMemo<Names>(() => {
    const name = (sent: Readonly<Record<string | number, string>> | null, asked: ReadonlyMap<number, string>) => (id: number) =>
      sent?.[id] ?? asked.get(id) ?? `#${id}`
    return {
      user: name(labels.users, people),
      role: name(labels.roles, roles),
      dept: name(labels.depts, depts),
      store: name(null, stores),
      vocabulary,
      approvalRole: (code) => known.approvalRoles.find((r) => r.value === code)?.label ?? labels.approvalRoles[code] ?? code,
      process: (key) => known.processes.find((p) => p.value === key)?.label ?? labels.processes[key] ?? key,
    }
  }, [labels, people, roles, depts, stores, vocabulary, known])
}
