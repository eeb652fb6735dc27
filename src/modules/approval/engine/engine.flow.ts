/** How tokens move: entering nodes, branching, meeting again, asking people, going back. The base of the commands in engine.ts. */
import { BUSINESS_OPENING, instantOf } from './clock.rules.ts'
import { CommandRefused } from './command.ts'
import {
  isApproving,
  isForking,
  type ApproveNode,
  type BranchNode,
  type CopyNode,
  type DelayNode,
  type ProcessNode,
  type ResubmitPolicy,
  type RouteNode,
  type SubprocessNode,
  type TriggerNode,
} from './definition.ts'
import { forksOf, reachableWithoutEntering } from './definition.rules.ts'
import { decisionOf, isSequential, nextInRow, visitOf } from './engine.tasks.ts'
import { NOBODY, People, type Asking } from './engine.people.ts'
import { returnedSince } from './engine.voices.ts'
import { evaluate, fieldsIn } from './expression.ts'
import { isLive, type Token } from './state.ts'

/** Fields a node decides by. */
function readBy(node: ProcessNode): string[] {
  if ('branches' in node) return node.branches.flatMap((b) => (b.when ? fieldsIn(b.when) : []))
  return node.kind === 'route' ? node.routes.flatMap((r) => fieldsIn(r.when)) : []
}

/** Turns of one case through routes back; far more than any real work, far less than for ever. */
const MAX_TURNS = 200

export class Flow extends People {
  /** The node is done: straight back to where it was asked from, or on. */
  *leave(token: Token): Asking {
    token.returned = false
    const back = token.resume.at(-1)
    if (back === undefined) return yield* this.goOn(token)
    const again = this.conditionToAsk(token, back)
    if (again) {
      this.letGo(token)
      // What it would go back to is gone; an answer given on the way is not taken back any more.
      delete this.memory.passes[String(token.key)]
      token.resume = []
      this.say('route', { node: token.node, toNode: again, opinion: '内容已修改，从用到它的条件起重新审批' })
      return yield* this.enter(token, again)
    }
    token.resume = token.resume.slice(0, -1)
    yield* isForking(this.node(back)) ? this.restore(token, back) : this.enter(token, back)
  }

  /** Everything that conditions and routes of the drawing look at, as it is now. */
  private nowRead(): Record<string, unknown> {
    const fields = [...this.places.values()].flatMap(({ node }) => readBy(node))
    return Object.fromEntries(fields.map((name) => [name, this.values[name] ?? null]))
  }
  /** The first condition between here and the node to go straight back to that read what has changed since; null: none. */
  private conditionToAsk(token: Token, back: string): string | null {
    const before = this.memory.read?.[String(token.key)]
    if (!before) return null
    const now = this.nowRead()
    const changed = new Set(Object.keys(now).filter((name) => JSON.stringify(now[name]) !== JSON.stringify(before[name] ?? null)))
    if (changed.size === 0) return null
    const [from, to] = [this.places.get(token.node)!.order, this.places.get(back)!.order]
    const depth = forksOf(this.places, back).length
    const first = [...this.places]
      .filter(([id, { order }]) => order > from && (order <= to || forksOf(this.places, id).some((w) => w.node === back)))
      .toSorted(([, a], [, b]) => a.order - b.order)
      .find(([, { node }]) => readBy(node).some((name) => changed.has(name)))
    return first ? (forksOf(this.places, first[0])[depth]?.node ?? first[0]) : null
  }
  /** Straight back into a fork: branches that were done stay done, the others are asked again where they stood. */
  private *restore(fork: Token, node: string): Asking {
    const held = this.memory.held?.[String(fork.key)] ?? []
    this.letGo(fork)
    delete this.memory.passes[String(fork.key)]
    Object.assign(fork, { node, status: 'forked' })
    // All of them live before the first one runs: otherwise a branch that ends at once would let the fork go on alone.
    for (const { key, ...before } of held) Object.assign(this.token(key), before)
    for (const { key, status } of held) {
      const token = this.token(key)
      if (token.status === status && (status === 'active' || status === 'child')) yield* this.enter(token, token.node)
    }
  }

  /** To what comes after the node the token stands at. */
  *goOn(token: Token): Asking {
    let at = token.node
    for (;;) {
      const place = this.places.get(at)!
      if (place.next) return yield* this.enter(token, place.next)
      const around = place.within.at(-1)
      if (!around) return this.end('passed')
      // The end of a branch: of a condition, the list around goes on; of a fork, this token has done its part.
      if (isForking(this.node(around.node))) return yield* this.meet(token)
      at = around.node
    }
  }

  private *meet(token: Token): Asking {
    token.status = 'done'
    delete this.memory.passes[String(token.key)]
    const fork = this.token(token.parent!)
    if (fork.status !== 'forked' || this.tokens.some((t) => t.parent === fork.key && isLive(t))) return
    fork.status = 'active'
    yield* this.goOn(fork)
  }

  private *enter(token: Token, id: string): Asking {
    token.node = id
    token.status = 'active'
    const node = this.node(id)
    // What cannot be undone by taking an answer back.
    if (!isApproving(node) && node.kind !== 'condition' && node.kind !== 'copy' && node.kind !== 'route')
      delete this.memory.passes[String(token.key)]
    if (this.status !== 'running' && this.status !== 'returned') return
    switch (node.kind) {
      case 'start':
        this.visit(id)
        token.status = 'edit'
        this.status = 'returned'
        return yield* this.tellStarter()
      case 'approve':
      case 'handle':
        this.visit(id)
        return yield* this.assign(token, node)
      case 'copy':
        yield* this.copy(node)
        return yield* this.goOn(token)
      case 'condition':
        return yield* this.branch(token, node)
      case 'parallel':
      case 'inclusive':
        return yield* this.fork(token, node)
      case 'route':
        return yield* this.route(token, node)
      case 'delay':
        return yield* this.delay(token, node)
      case 'trigger':
        yield* this.trigger(node)
        return yield* this.goOn(token)
      case 'subprocess':
        return yield* this.startChild(token, node)
    }
  }

  /** Who has to submit again: the starter; when he has left, his successor, else those who see to everything. */
  private *tellStarter(): Asking {
    const { starter } = this.world
    const there = yield { ask: 'people', rule: { kind: 'starter' }, node: 'start' }
    const users = there.length ? there : yield { ask: 'admins' }
    if (!users.includes(starter)) this.say('emptyToAdmin', { node: 'start', to: users, opinion: '发起人已离职' })
    this.notify('returned', users, null)
  }

  private *branch(token: Token, node: BranchNode): Asking {
    const chosen = node.branches.find((b) => !b.default && b.when && evaluate(b.when, this.values)) ?? node.branches.find((b) => b.default)
    const [first] = chosen?.nodes ?? []
    yield* first ? this.enter(token, first.id) : this.goOn(token)
  }

  private *fork(token: Token, node: BranchNode): Asking {
    const holding =
      node.kind === 'parallel' ? node.branches : node.branches.filter((b) => !b.default && b.when && evaluate(b.when, this.values))
    const taken = holding.length ? holding : node.branches.filter((b) => b.default)
    token.status = 'forked'
    // All of them exist before the first one runs: otherwise a branch that ends at once would let the fork go on alone.
    const born = taken.map((b) => ({ branch: b, child: this.newToken(node.id, token.key, b.id) }))
    for (const { branch, child } of born) {
      if (!isLive(child)) continue
      const [first] = branch.nodes
      yield* first ? this.enter(child, first.id) : this.meet(child)
    }
    if (born.length === 0) {
      token.status = 'active'
      yield* this.goOn(token)
    }
  }

  private *route(token: Token, node: RouteNode): Asking {
    const chosen = node.routes.find((r) => evaluate(r.when, this.values))
    if (!chosen) return yield* this.goOn(token)
    const back = (this.places.get(chosen.to)?.order ?? 0) <= this.places.get(node.id)!.order
    if (back && this.memory.turns >= MAX_TURNS) {
      this.say('loopCut', { node: node.id })
      return yield* this.goOn(token)
    }
    if (back) {
      this.memory.turns += 1
      this.round += 1
      delete this.memory.passes[String(token.key)]
    }
    this.say('route', { node: node.id, toNode: chosen.to, opinion: chosen.name })
    yield* this.enter(token, chosen.to)
  }

  private *delay(token: Token, node: DelayNode): Asking {
    const day = node.until ? this.values[node.until] : undefined
    const wakeAt = node.hours !== undefined ? this.later(node.hours) : typeof day === 'string' ? instantOf(day, BUSINESS_OPENING) : null
    if (!wakeAt || wakeAt <= this.world.now) return yield* this.goOn(token)
    Object.assign(token, { status: 'delayed', wakeAt })
    this.say('delay', { node: node.id, opinion: wakeAt })
  }

  private *trigger({ id, action }: TriggerNode): Asking {
    if (action.kind === 'message')
      this.effects.push({ kind: 'message', users: yield { ask: 'people', rule: action.who, node: id }, text: action.text })
    else if (action.kind === 'business') this.effects.push({ kind: 'call', call: action.call })
    else {
      this.effects.push({ kind: 'setField', field: action.field, value: action.value })
      this.values = { ...this.values, [`form.${action.field}`]: action.value }
    }
    this.say('trigger', { node: id })
  }

  private *startChild(token: Token, node: SubprocessNode): Asking {
    this.effects.push({ kind: 'startChild', token: token.key, node: node.id })
    this.say('child', { node: node.id })
    if (!node.wait) return yield* this.goOn(token)
    token.status = 'child'
  }

  addCopies(users: readonly number[], node: string | null, by: number | null): number[] {
    const fresh = [...new Set(users)].filter((u) => !this.memory.copied.includes(u))
    if (fresh.length === 0) return []
    this.memory.copied = [...this.memory.copied, ...fresh]
    this.effects.push({ kind: 'copied', users: fresh, node, by })
    this.notify('copy', fresh, null)
    return fresh
  }
  private *copy(node: CopyNode): Asking {
    const users = this.addCopies(yield* this.people(node.id, node.who), node.id, null)
    if (users.length) this.say('copy', { node: node.id, to: users })
  }

  // --- people
  private *assign(token: Token, node: ApproveNode): Asking {
    let users = yield* this.people(node.id, node.who)
    const { starter } = this.world
    const self = users.includes(starter) && node.kind === 'approve' ? node.self : 'allow'
    if (self === 'leader') {
      const [leader] = yield { ask: 'leader', of: starter }
      users = [...new Set(users.flatMap((u) => (u !== starter ? [u] : leader ? [leader] : [])))]
    }
    // A node that came back is looked at again, whatever passes by itself otherwise.
    if (self === 'skip' && !token.returned) {
      users = users.filter((u) => u !== starter)
      if (users.length === 0) {
        this.say('skipSelf', { node: node.id })
        return yield* this.leave(token)
      }
    }
    const asked = node.kind === 'approve' ? yield* this.inOnePlace(node, users) : { users, owners: NOBODY, without: false }
    users = [...asked.users]
    if (users.length === 0) {
      // Whoever is left out because he has spoken does not let the node pass by that.
      const policy = node.empty.policy === 'pass' && (token.returned || asked.without) ? 'toAdmin' : node.empty.policy
      if (policy === 'pass') {
        this.say('autoPass', { node: node.id, opinion: '没有审批人' })
        return yield* this.leave(token)
      }
      if (policy === 'reject') {
        this.say('autoReject', { node: node.id, opinion: '没有审批人' })
        return yield* this.rejected(token, node, null)
      }
      if (policy === 'toPerson' && node.empty.person)
        users = this.unspoken(yield { ask: 'people', rule: { kind: 'person', users: [node.empty.person] }, node: node.id })
      if (users.length === 0) users = this.unspoken(yield { ask: 'admins' }).slice(0, 1)
      if (users.length === 0) throw new CommandRefused(`「${node.name}」没有审批人，也没有可用的管理员，请联系流程管理员`)
      this.say('emptyToAdmin', { node: node.id, to: users })
    }
    yield* this.makeTasks(token, node, users, asked.owners)
  }

  private *makeTasks(token: Token, node: ApproveNode, users: readonly number[], owners: ReadonlyMap<number, number>): Asking {
    const spoken = token.returned || node.kind === 'handle' ? new Set<number>() : this.spokenBefore(token, node)
    // A node visited twice in one round (two tokens back from one return) starts a round of its own.
    if (this.tasks.some((t) => t.token === token.key && t.node === node.id && t.round >= this.round)) this.round += 1
    const weights = new Map((node.mode === 'vote' ? (node.vote?.weights ?? []) : []).map((w) => [w.user, w.weight]))
    delete this.memory.wanted?.[String(token.key)]
    const made = users.map((user, i) =>
      this.newTask({
        token: token.key,
        node: node.id,
        round: this.round,
        kind: node.kind,
        origin: 'node',
        parent: null,
        assignee: user,
        owner: owners.get(user) ?? user,
        seq: i + 1,
        weight: weights.get(user) ?? 1,
      }),
    )
    for (const task of made) {
      // Asked in the place of another, he has not been asked this.
      if (!spoken.has(task.assignee) || task.owner !== task.assignee) continue
      this.close(task, 'skipped', null, null)
      this.say('dedupe', { node: node.id, task: task.key, to: [task.assignee] })
    }
    if (!isSequential(node)) for (const task of made) if (task.status === 'waiting') this.open(task)
    yield* this.decide(token, null, null)
  }

  /** 去重: people whose agreement already stands in this case. */
  private spokenBefore(token: Token, node: ApproveNode): Set<number> {
    const { dedupe } = this.world.definition.settings
    if (dedupe === 'none') return new Set()
    const before = this.memory.visited
      .filter((id) => id !== node.id && isApproving(this.node(id)) && reachableWithoutEntering(this.places, node.id, id))
      .at(-1)
    const agreed = this.tasks.filter(
      (t) =>
        (t.status === 'agreed' || t.status === 'skipped') &&
        t.origin === 'node' &&
        (dedupe === 'once' || t.node === before) &&
        !returnedSince(this.spoken, t),
    )
    return new Set(agreed.filter((t) => t.token !== token.key || t.node !== node.id).map((t) => t.assignee))
  }

  /** After every answer: does the node know now? `by`: the task that decided, for 拿回. */
  *decide(token: Token, by: number | null, target: string | null): Asking {
    const node = this.node(token.node)
    if (!isApproving(node) || token.status !== 'active') return
    const visit = visitOf(this.tasks, token)
    const decision = decisionOf(node, this.tasks, visit)
    if (decision === 'wait') {
      const next = isSequential(node) ? nextInRow(this.tasks, visit) : null
      if (next) this.open(next)
      return
    }
    for (const task of visit) this.cancelTree(task)
    // With 一票否决 off somebody else may have the last word; where the rejecter wanted it to go still counts.
    if (decision === 'reject') return yield* this.rejected(token, node, target ?? this.memory.wanted?.[String(token.key)] ?? null)
    if (by !== null && this.task(by)?.origin === 'node')
      this.memory.passes[String(token.key)] = { node: node.id, task: by, resume: token.resume, returned: token.returned }
    yield* this.leave(token)
  }

  private *rejected(token: Token, node: ApproveNode, chosen: string | null): Asking {
    const policy = node.reject?.policy ?? 'end'
    const target = this.rejectTarget(policy, token, node, chosen)
    if (!target) return this.end('rejected')
    this.say('sendBack', { node: node.id, toNode: target, opinion: '拒绝后退回' })
    yield* this.moveBack(token, node.id, target, node.resubmit ?? 'again')
  }

  private rejectTarget(policy: string, token: Token, node: ApproveNode, chosen: string | null): string | null {
    const base = token.resume[0] ?? node.id
    const own = this.places.get(node.id)!.order
    const can = (id: string | undefined | null): id is string =>
      !!id &&
      this.memory.visited.includes(id) &&
      (this.places.get(id)?.order ?? own) < own &&
      reachableWithoutEntering(this.places, base, id)
    if (policy === 'starter') return 'start'
    if (policy === 'node') return can(node.reject?.node) ? node.reject!.node! : 'start'
    if (policy === 'previous')
      return this.memory.visited.filter((id) => can(id) && (isApproving(this.node(id)) || id === 'start')).at(-1) ?? 'start'
    if (policy === 'choose' && can(chosen)) return chosen
    return null
  }

  /**
   * Back to an earlier node; what is live downstream of it is cancelled. `back`: when the target is done, work goes straight back
   * to where it was asked from, and beside it the branches that were not done are asked again. `again`: the frame of the target
   * starts anew from there.
   */
  *moveBack(token: Token, from: string, to: string, policy: ResubmitPolicy): Asking {
    this.round += 1
    const base = token.resume[0] ?? from
    this.memory.returns = [...(this.memory.returns ?? []), { order: this.places.get(to)!.order, round: this.round }]
    let mover = token
    for (let up = forksOf(this.places, base).length - forksOf(this.places, to).length; up > 0; up--) mover = this.token(mover.parent!)
    if (policy === 'again') {
      this.cancelBelow(mover)
      this.letGo(mover)
      mover.resume = []
    } else {
      // Of an excursion within an excursion what the first one read counts.
      if (mover.resume.length === 0) this.memory.read = { ...this.memory.read, [String(mover.key)]: this.nowRead() }
      mover.resume = [...mover.resume, mover === token ? from : mover.node]
      if (mover !== token) this.memory.held = { ...this.memory.held, [String(mover.key)]: this.holdBelow(mover) }
    }
    this.cancelTasksOf(mover)
    delete this.memory.passes[String(mover.key)]
    mover.returned = true
    mover.wakeAt = null
    yield* this.enter(mover, to)
  }
}
