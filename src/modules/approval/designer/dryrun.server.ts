/** Where a case would go with these values: the engine itself runs it, everybody agrees, and nothing is written. */
import type { Tx } from '#kit/access/context.server.ts'
import type { Outcome, World } from '../engine/engine.ts'
import type { Command, Question } from '../engine/command.ts'
import { isApproving, isBranching, isForking, type ApproveNode, type ProcessDefinition, type ProcessNode } from '../engine/definition.ts'
import { placesOf } from '../engine/definition.rules.ts'
import { Directory, namesOf, type CaseGround } from '../people/directory.server.ts'
import { drive } from '../people/drive.server.ts'
import { evaluate, type Values } from '../engine/expression.ts'
import type { CaseState } from '../engine/state.ts'
import type { DryRun, PathStep } from '../wire.ts'

const MAX_STEPS = 500

/** Branches that hold, along the way, for the picture. */
function branchesOf(nodes: readonly ProcessNode[], values: Values): { branches: string[]; nodes: ProcessNode[] } {
  const branches: string[] = []
  const passed: ProcessNode[] = []
  for (const n of nodes) {
    passed.push(n)
    if (!isBranching(n)) continue
    const holding = n.kind === 'parallel' ? n.branches : n.branches.filter((b) => !b.default && b.when && evaluate(b.when, values))
    const taken = holding.length ? (isForking(n) ? holding : holding.slice(0, 1)) : n.branches.filter((b) => b.default)
    for (const b of taken) {
      const inner = branchesOf(b.nodes, values)
      branches.push(b.id, ...inner.branches)
      passed.push(...inner.nodes)
    }
  }
  return { branches, nodes: passed }
}

/** The next thing anybody or anything would do. */
function nextCommand(state: CaseState): Command | null {
  const task = state.tasks.find((t) => t.status === 'open')
  if (task) return { kind: 'approve', by: task.assignee, acting: [task.assignee], task: task.key }
  const token = state.tokens.find((t) => t.status === 'delayed' || t.status === 'child')
  if (!token) return null
  return token.status === 'delayed' ? { kind: 'wake', token: token.key } : { kind: 'childEnded', token: token.key, outcome: 'passed' }
}

const isChoice = (n: ProcessNode): n is ApproveNode => isApproving(n) && (n.who.kind === 'starterChoice' || n.who.kind === 'previousChoice')

export async function dryRun(
  tx: Tx,
  definition: ProcessDefinition,
  ground: CaseGround,
  now: string,
  choices: Readonly<Record<string, readonly number[]>> = {},
): Promise<DryRun> {
  const asked = new Map<string, number[]>()
  class Watching extends Directory {
    override async answer(q: Question, values?: Values): Promise<number[]> {
      const people = await super.answer(q, values)
      if (q.ask === 'people') asked.set(q.node, people)
      return people
    }
  }
  const directory = new Watching(tx, ground)
  const world: World = { definition, starter: ground.starter, now, values: ground.values }
  let state: CaseState | null = null
  let command: Command | null = { kind: 'start', choices }
  let ends: DryRun['ends'] = 'waits'
  const notes = new Map<string, string>()
  for (let i = 0; command && i < MAX_STEPS; i++) {
    // Time is no obstacle here: a delay is over as soon as it begins.
    const moment: World = command.kind === 'wake' ? { ...world, now: '9999-01-01T00:00:00.000Z' } : world
    const done: Outcome = await drive(state, command, moment, directory)
    state = done.state
    for (const h of done.history)
      if (h.node && ['autoPass', 'autoReject', 'skipSelf', 'emptyToAdmin', 'dedupe', 'oneVoice'].includes(h.action))
        notes.set(h.node, noteOf(h.action))
    command = nextCommand(state)
  }
  if (state?.status === 'passed' || state?.status === 'rejected') ends = state.status
  const { branches, nodes } = branchesOf(definition.nodes, ground.values)
  const names = await namesOf(tx, [
    ground.starter,
    ...(state?.tasks ?? []).map((t) => t.assignee),
    ...[...asked.values()].flat(),
    ...nodes.flatMap((n) => (isChoice(n) && 'among' in n.who ? (n.who.among ?? []) : [])),
  ])
  const reached = new Set([...(state?.memory.visited ?? []), ...asked.keys()])
  const name = (id: number): { id: number; name: string } => ({ id, name: names.get(id) ?? `#${id}` })
  const steps: PathStep[] = nodes
    .filter((n) => !isBranching(n) && (!isApproving(n) || reached.has(n.id)))
    .map((n) => {
      const users = [...new Set((state?.tasks ?? []).filter((t) => t.node === n.id).map((t) => t.assignee))]
      const people = (n.kind === 'start' ? [ground.starter] : users.length ? users : n.kind === 'copy' ? (asked.get(n.id) ?? []) : []).map(
        name,
      )
      return {
        node: n.id,
        name: n.name,
        kind: n.kind,
        people,
        note: notes.get(n.id) ?? null,
        ...(isChoice(n) ? { choose: chooseOf(n, name) } : {}),
      }
    })
  return { steps, branches, ends }
}

const noteOf = (action: string): string =>
  ({
    autoPass: '没有审批人，自动通过',
    autoReject: '没有审批人，自动驳回',
    oneVoice: '已代他人表态，不再由其审批',
    skipSelf: '审批人是发起人本人，自动跳过',
    emptyToAdmin: '没有审批人，转交处理',
    dedupe: '已审批过，自动通过',
  })[action] ?? action

export const chooseOf = (
  n: ApproveNode,
  name: (id: number) => { id: number; name: string },
): { among: { id: number; name: string }[] | null; max: number } => {
  const rule = n.who as { among?: readonly number[]; max?: number }
  return { among: rule.among?.length ? rule.among.map(name) : null, max: rule.max ?? 20 }
}

/** Nodes whose people the starter, or the one before, still has to name. */
export const choicesAhead = (
  definition: ProcessDefinition,
  values: Values,
  kind: 'starterChoice' | 'previousChoice',
  after?: string,
): ApproveNode[] => {
  const { nodes } = branchesOf(definition.nodes, values)
  const places = placesOf(definition)
  const from = after ? (places.get(after)?.order ?? -1) : -1
  const ahead = nodes.filter((n): n is ApproveNode => isApproving(n) && (places.get(n.id)?.order ?? 0) > from)
  if (kind === 'starterChoice') return ahead.filter((n) => n.who.kind === kind)
  const [next] = ahead
  return next?.who.kind === kind ? [next] : []
}
