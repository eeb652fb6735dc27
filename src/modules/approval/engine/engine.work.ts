/** One case in hand: its tokens and tasks, what is to be told and written down, its end. The base of engine.flow.ts. */
import { CommandRefused, type Effect, type HistoryLine, type NoticeKind } from './command.ts'
import type { ApproveNode, ProcessDefinition, ProcessNode } from './definition.ts'
import type { Places } from './definition.rules.ts'
import { children, isSequential, visitOf } from './engine.tasks.ts'
import type { Values } from './expression.ts'
import { emptyMemory, isLive, isOpenTask, type CaseMemory, type CaseState, type HeldToken, type Task, type Token } from './state.ts'

/** What holds for the whole of one command. */
export interface World {
  definition: ProcessDefinition
  starter: number
  now: string
  /** Form, facts and starter, under the names conditions use. */
  values: Values
  /** For 催办: when the last one was. */
  urgedAt?: string | null
}
export interface Outcome {
  state: CaseState
  effects: readonly Effect[]
  history: readonly HistoryLine[]
}

export class Work {
  readonly world: World
  readonly places: Places
  readonly tokens: Token[]
  readonly tasks: Task[]
  readonly memory: CaseMemory
  status: CaseState['status']
  protected round: number
  protected values: Values
  protected readonly effects: Effect[] = []
  protected readonly history: HistoryLine[] = []

  constructor(state: CaseState | null, world: World, places: Places) {
    this.world = world
    this.places = places
    this.tokens = (state?.tokens ?? []).map((t) => ({ ...t }))
    this.tasks = (state?.tasks ?? []).map((t) => ({ ...t }))
    // What is changed in place is a copy of its own: a command that is refused leaves the state as it was.
    this.memory = state
      ? {
          ...state.memory,
          choices: { ...state.memory.choices },
          passes: { ...state.memory.passes },
          wanted: { ...state.memory.wanted },
        }
      : emptyMemory()
    this.status = state?.status ?? 'running'
    this.round = state?.round ?? 1
    this.values = world.values
  }
  outcome(): Outcome {
    return {
      state: { status: this.status, round: this.round, tokens: this.tokens, tasks: this.tasks, memory: this.memory },
      effects: this.effects,
      history: this.history,
    }
  }

  // --- looking
  task = (key: number): Task | undefined => this.tasks.find((t) => t.key === key)
  token(key: number): Token {
    const token = this.tokens.find((t) => t.key === key)
    if (!token) throw new CommandRefused('流程已经走到别处，请刷新后查看')
    return token
  }
  node(id: string): ProcessNode {
    const place = this.places.get(id)
    if (!place) throw new CommandRefused(`流程中没有节点「${id}」`)
    return place.node
  }
  sequential = (node: ApproveNode): boolean => isSequential(node)
  later = (hours: number): string => new Date(Date.parse(this.world.now) + hours * 3_600_000).toISOString()

  // --- telling
  say(action: HistoryLine['action'], more: Partial<HistoryLine> = {}): void {
    this.history.push({
      action,
      by: null,
      onBehalfOf: null,
      node: null,
      task: null,
      to: [],
      toNode: null,
      opinion: null,
      round: this.round,
      ...more,
    })
  }
  notify(notice: NoticeKind, users: readonly number[], task: number | null): void {
    if (users.length) this.effects.push({ kind: 'notify', notice, users, task })
  }
  visit(id: string): void {
    this.memory.visited = [...this.memory.visited.filter((x) => x !== id), id]
  }
  choose(choices: Readonly<Record<string, readonly number[]>>): void {
    for (const [node, users] of Object.entries(choices)) this.memory.choices[node] = [...new Set(users)]
  }

  // --- tokens and tasks
  newToken(node: string, parent: number | null, branch: string | null): Token {
    const token: Token = { key: this.tokens.length + 1, node, parent, branch, status: 'active', resume: [], returned: false, wakeAt: null }
    this.tokens.push(token)
    return token
  }
  newTask(t: Pick<Task, 'token' | 'node' | 'round' | 'kind' | 'seq' | 'weight' | 'origin' | 'parent' | 'assignee' | 'owner'>): Task {
    const task: Task = {
      ...t,
      key: this.tasks.length + 1,
      status: 'waiting',
      actedBy: null,
      actedAt: null,
      opinion: null,
      openedAt: null,
      dueAt: null,
      reminded: 0,
    }
    this.tasks.push(task)
    return task
  }
  open(task: Task): void {
    const rule = (this.node(task.node) as ApproveNode).timeout
    task.status = 'open'
    task.openedAt = this.world.now
    task.dueAt = rule && task.origin !== 'delegate' ? this.later(rule.hours) : null
    this.notify('task', [task.assignee], task.key)
  }
  /** Asked again with the time that was left when he began to wait: to ask somebody and to take it back gains nothing. */
  resume(task: Task): void {
    const { dueAt, openedAt } = task
    this.open(task)
    task.dueAt = dueAt && openedAt ? new Date(Date.parse(this.world.now) + Date.parse(dueAt) - Date.parse(openedAt)).toISOString() : null
  }
  close(task: Task, status: Task['status'], by: number | null, opinion: string | null): void {
    Object.assign(task, { status, actedBy: by, actedAt: this.world.now, opinion, dueAt: null })
  }
  cancelTree(task: Task): void {
    for (const child of children(this.tasks, task)) this.cancelTree(child)
    if (isOpenTask(task)) Object.assign(task, { status: 'cancelled', dueAt: null })
  }
  protected cancelTasksOf(token: Token): void {
    for (const task of this.tasks)
      if (task.token === token.key && isOpenTask(task)) Object.assign(task, { status: 'cancelled', dueAt: null })
  }
  /** What it held is not asked again: everything from the target on is. */
  protected letGo(token: Token): void {
    const { [String(token.key)]: _gone, ...held } = this.memory.held ?? {}
    this.memory.held = held
  }
  protected cancelBelow(token: Token): void {
    for (const child of this.tokens) {
      if (child.parent !== token.key || !isLive(child)) continue
      this.cancelBelow(child)
      this.cancelToken(child)
    }
  }
  /** As `cancelBelow`, but remembered: outer tokens first. */
  protected holdBelow(token: Token): HeldToken[] {
    return this.tokens
      .filter((child) => child.parent === token.key && isLive(child))
      .flatMap((child) => {
        const inside = [{ key: child.key, status: child.status, wakeAt: child.wakeAt }, ...this.holdBelow(child)]
        const own = this.memory.held?.[String(child.key)]
        this.cancelToken(child)
        if (own) this.memory.held = { ...this.memory.held, [String(child.key)]: own }
        return inside
      })
  }
  private cancelToken(token: Token): void {
    this.cancelTasksOf(token)
    if (token.status === 'child') this.effects.push({ kind: 'cancelChild', token: token.key })
    delete this.memory.passes[String(token.key)]
    this.letGo(token)
    Object.assign(token, { status: 'cancelled', wakeAt: null })
  }
  end(status: 'passed' | 'rejected' | 'withdrawn' | 'terminated'): void {
    for (const token of this.tokens) {
      if (!isLive(token)) continue
      if (status === 'passed') token.status = 'done'
      else this.cancelToken(token)
    }
    for (const task of this.tasks) if (isOpenTask(task)) Object.assign(task, { status: 'cancelled', dueAt: null })
    this.memory.passes = {}
    this.status = status
    this.say('end', { opinion: status })
    if (status !== 'withdrawn') this.notify(status, [this.world.starter], null)
  }

  /** What must hold after every command, whatever it was; a breach rolls the transaction back. */
  settle(): void {
    const ended = this.status !== 'running' && this.status !== 'returned'
    if (!ended) this.status = this.tokens.some((t) => t.status === 'edit') ? 'returned' : 'running'
    if (ended && (this.tasks.some(isOpenTask) || this.tokens.some(isLive))) throw new Error('engine: an ended case has live work')
    if (!ended && !this.tokens.some((t) => ['active', 'delayed', 'child', 'edit'].includes(t.status)))
      throw new Error('engine: a live case stands nowhere')
    for (const token of this.tokens) {
      if (token.status !== 'active') continue
      if (!visitOf(this.tasks, token).some((t) => t.status === 'open')) throw new Error(`engine: nobody is asked at ${token.node}`)
    }
  }
}
