/** Random drawings × random commands: the engine equals the slow model, and the lettered invariants hold after every command. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CommandRefused, type Command } from './command.ts'
import type { ApproveNode } from './definition.ts'
import { allNodes, placesOf } from './definition.rules.ts'
import { Draw, USERS } from './fixture/draw.ts'
import { Model } from './fixture/model.ts'
import { definitionOf, Desk, STARTER } from './fixture/office.ts'
import { returnedSince } from './engine.voices.ts'
import { isLive, isOpenTask, type CaseState } from './state.ts'

const RUNS = process.env['DEEP'] ? 12_000 : 400
const VERBS = [
  'approve',
  'approve',
  'approve',
  'approve',
  'reject',
  'sendBack',
  'handOver',
  'delegate',
  'addBefore',
  'addAfter',
  'removeAdded',
  'resubmit',
  'resubmit',
  'withdraw',
] as const

interface ModelCommand {
  kind: (typeof VERBS)[number]
  user: number
  by?: number
  node: string
  to?: string
  users?: number[]
  added?: number
}
/** A command somebody could try: mostly by who is asked, now and then by who is not. */
function tryout(d: Draw, desk: Desk, nodes: readonly string[]): { modelCommand: ModelCommand; command: Command } | null {
  const kind = d.n(40) === 0 ? 'withdraw' : d.pick(VERBS.filter((v) => v !== 'withdraw'))
  if (kind === 'withdraw' || kind === 'resubmit')
    return { modelCommand: { kind, user: STARTER, node: 'start' }, command: { kind, by: STARTER } }
  const tasks = desk.state!.tasks
  const task = d.pick([...tasks.filter(isOpenTask), ...tasks.slice(-1)])
  if (!task) return null
  const user = task.assignee
  // Two branches have come back to the same person at the same node: the model, which knows tasks by person and node alone, cannot be told which.
  if (tasks.some((t) => isOpenTask(t) && t !== task && t.node === task.node && t.assignee === user)) return null
  const mine = { by: user, acting: [user], task: task.key }
  // Now and then by a deputy: a colleague who may be asked himself, or the starter.
  const deputy = d.n(3) === 0 ? d.pick([...USERS, STARTER]) : user
  const by = { by: deputy, acting: [deputy, user], task: task.key }
  const to = d.pick(['start', ...nodes])
  const users = [...new Set([d.pick(USERS), d.pick(USERS)])]
  const base: ModelCommand = { kind, user, node: task.node }
  switch (kind) {
    case 'approve':
      return { modelCommand: { ...base, by: deputy }, command: { kind, ...by } }
    case 'reject':
      return { modelCommand: { ...base, by: deputy, to }, command: { kind, ...by, node: to } }
    case 'sendBack':
      return { modelCommand: { ...base, to }, command: { kind, ...mine, node: to } }
    case 'handOver':
      return { modelCommand: { ...base, by: deputy, users: users.slice(0, 1) }, command: { kind, ...by, to: users[0]! } }
    case 'delegate':
      return { modelCommand: { ...base, users: users.slice(0, 1) }, command: { kind, ...mine, to: users[0]! } }
    case 'addBefore':
    case 'addAfter':
      return { modelCommand: { ...base, users }, command: { kind, ...mine, users } }
    case 'removeAdded': {
      const added = tasks.filter((t) => t.parent === task.key && isOpenTask(t) && t.origin !== 'delegate')[0]
      return added && isOpenTask(task)
        ? { modelCommand: { ...base, added: added.assignee }, command: { kind, ...mine, added: added.key } }
        : null
    }
  }
}

const FINAL = ['agreed', 'rejected', 'returned', 'skipped']
function invariants(desk: Desk, before: CaseState, command: Command): void {
  const after = desk.state!
  const places = placesOf(desk.definition)
  const ended = after.status !== 'running' && after.status !== 'returned'
  // A1, A7
  if (ended) expect(after.tasks.filter(isOpenTask).length + after.tokens.filter(isLive).length).toBe(0)
  // A2
  for (const t of before.tasks)
    if (FINAL.includes(t.status) || t.status === 'cancelled') expect(after.tasks.find((x) => x.key === t.key)!.status).toBe(t.status)
  // A4
  if (after.status === 'passed') {
    for (const token of after.tokens.filter((t) => t.status === 'done')) {
      for (const id of new Set(after.tasks.filter((t) => t.token === token.key).map((t) => t.node))) {
        const node = places.get(id)!.node as ApproveNode
        const all = after.tasks.filter((t) => t.token === token.key && t.node === id && t.origin === 'node')
        const last = all.filter((t) => t.round === Math.max(...all.map((x) => x.round)))
        if ((node.mode === 'all' || node.mode === 'sequential') && !last.some((t) => ['returned', 'rejected'].includes(t.status)))
          expect(
            last.filter((t) => t.status !== 'agreed').filter((t) => last.some((x) => x.status === 'agreed') && t.status !== 'cancelled'),
          ).toEqual([])
      }
    }
  }
  // A5
  if (command.kind === 'sendBack') {
    const from = before.tasks.find((t) => t.key === command.task)!
    const target = places.get(command.node)!.order
    const hit = before.tasks.filter(
      (t) => isOpenTask(t) && t.key !== from.key && after.tasks.find((x) => x.key === t.key)!.status === 'cancelled',
    )
    expect(hit.filter((t) => t.token !== from.token && places.get(t.node)!.order < target)).toEqual([])
  }
  // A8
  for (const t of after.tasks) {
    const was = before.tasks.find((x) => x.key === t.key)
    if (t.actedBy !== null && was && was.actedBy === null && 'by' in command) expect(t.actedBy).toBe(command.by)
  }
  // A10: of what still stands nobody has spoken as himself and as another, nor as two others, nor the starter for anybody.
  const spoken = { tasks: after.tasks, memory: after.memory, places, starter: STARTER }
  const standing = after.tasks.filter(
    (t) => ['agreed', 'rejected'].includes(t.status) && t.origin === 'node' && t.actedBy !== null && !returnedSince(spoken, t),
  )
  for (const [person, said] of Map.groupBy(standing, (t) => t.actedBy)) {
    expect(new Set(said.map((t) => t.assignee)).size).toBe(1)
    if (person === STARTER) expect(said[0]!.assignee).toBe(STARTER)
  }
  // A9
  const copied = desk.effects.flatMap((e) => (e.kind === 'copied' ? [...e.users] : []))
  expect(new Set(copied).size).toBe(copied.length)
}

describe('the engine', () => {
  test(`equals the slow model over ${RUNS} random drawings and lives`, () => {
    let done = 0
    let refused = 0
    let deputies = 0
    let leftOut = 0
    const ends = new Map<string, number>()
    fc.assert(
      fc.property(
        fc.array(fc.nat(9_999), { minLength: 40, maxLength: 160 }),
        fc.array(fc.nat(99_999), { minLength: 60, maxLength: 160 }),
        (shape, moves) => {
          const draw = new Draw(shape)
          const nodes = draw.list(0, [])
          const definition = definitionOf(nodes)
          const approving = allNodes(definition.nodes)
            .filter((n) => n.kind === 'approve')
            .map((n) => n.id)
          const branches = allNodes(definition.nodes).flatMap((n) => ('branches' in n ? n.branches.map((b) => b.id) : []))
          const values = Object.fromEntries(branches.map((b) => [`form.${b}`, draw.n(2) === 1]))
          const desk = new Desk(definition, values)
          desk.start()
          const model = new Model(definition.nodes, (b) => values[`form.${b}`] === true)
          const d = new Draw(moves)
          const log: string[] = []
          for (let i = 0; i < moves.length / 4; i++) {
            const same = `${desk.state!.status} ${desk.waits()}` === `${model.status} ${model.waits()}`
            if (!same)
              throw new Error(
                `${log.join('\n')}\nengine ${desk.state!.status} ${desk.waits()}\nmodel  ${model.status} ${model.waits()}\n${JSON.stringify(nodes)}`,
              )
            if (!['running', 'returned'].includes(desk.state!.status)) break
            const next = tryout(d, desk, approving)
            if (!next) continue
            const before = desk.state!
            const isAsked =
              next.modelCommand.kind === 'resubmit' ||
              next.modelCommand.kind === 'withdraw' ||
              isOpenTask(before.tasks.find((t) => 'task' in next.command && t.key === next.command.task)!)
            let ok = true
            try {
              desk.do(next.command)
              invariants(desk, before, next.command)
            } catch (error) {
              if (!(error instanceof CommandRefused))
                throw new Error(`${log.join('\n')}\n${JSON.stringify(next.modelCommand)}\n${JSON.stringify(nodes)}`, { cause: error })
              ok = false
              expect(desk.state).toBe(before)
            }
            // A task that is over is nobody's any more: the model has forgotten it.
            const expected = isAsked ? model.do(next.modelCommand) : false
            log.push(`${JSON.stringify(next.modelCommand)} → ${ok ? 'done' : 'refused'}`)
            if (ok !== expected)
              throw new Error(
                `${log.join('\n')}\nengine ${ok} ${desk.waits()}, model ${expected} ${model.waits()}\n${JSON.stringify(nodes)}`,
              )
            if (ok && next.modelCommand.by !== undefined && next.modelCommand.by !== next.modelCommand.user) deputies += 1
            if (ok) done += 1
            else refused += 1
          }
          leftOut += desk.log.filter((line) => line.startsWith('oneVoice')).length
          ends.set(desk.state!.status, (ends.get(desk.state!.status) ?? 0) + 1)
        },
      ),
      { numRuns: RUNS },
    )
    // The comparison has seen something of everything.
    expect(done).toBeGreaterThan(RUNS * 3)
    expect(refused).toBeGreaterThan(RUNS)
    expect(deputies).toBeGreaterThan(RUNS / 8)
    expect(leftOut).toBeGreaterThan(RUNS / 40)
    expect([...ends.keys()].toSorted()).toEqual(expect.arrayContaining(['passed', 'rejected', 'returned', 'running', 'withdrawn']))
  })
})
