/**
 * The engine: definition + state + command → new state + effects. Pure; whatever it needs to know of people it asks for
 * (a generator), so that a test answers at once and the server answers from the database.
 *
 * A token is a place where work stands. A fork gives its token children, one per branch, and waits; the last child that
 * ends lets it go on. 退回 moves a token back within its frame and cancels what lay downstream of the target, nothing else.
 */
import { CommandRefused, GONE, type Command, type Question } from './command.ts'
import { isApproving } from './definition.ts'
import { placesOf, reachableWithoutEntering, type Places } from './definition.rules.ts'
import { Colleagues } from './engine.colleagues.ts'
import { children } from './engine.tasks.ts'
import type { Outcome, World } from './engine.work.ts'
import type { CaseState, Task, Token } from './state.ts'

export type { Outcome, World } from './engine.work.ts'

const URGE_PAUSE_MS = 10 * 60_000

/** What is done with a task in hand: whoever comes second reads that it is done, also when the case ended by it. */
const WITH_A_TASK: ReadonlySet<Command['kind']> = new Set([
  'approve',
  'reject',
  'sendBack',
  'handOver',
  'delegate',
  'addBefore',
  'addAfter',
  'removeAdded',
])

class Commands extends Colleagues {
  private live(kind: Command['kind']): void {
    if (this.status !== 'running' && this.status !== 'returned')
      throw new CommandRefused(WITH_A_TASK.has(kind) ? GONE : '流程已经结束', true)
  }

  *run(command: Command): Generator<Question, void, readonly number[]> {
    if (command.kind !== 'start') this.live(command.kind)
    switch (command.kind) {
      case 'start':
        return yield* this.begin(command.choices ?? {})
      case 'approve':
        return yield* this.approve(command)
      case 'reject':
        return yield* this.reject(command)
      case 'sendBack':
        return yield* this.sendBack(command)
      case 'handOver':
        return this.handOver(command)
      case 'delegate':
        return this.delegate(command)
      case 'addBefore':
      case 'addAfter':
        return this.addSigners(command)
      case 'removeAdded':
        return yield* this.removeAdded(command)
      case 'takeBack':
        return this.takeBack(command)
      case 'copy':
        return this.copyTo(command)
      case 'withdraw':
        return this.withdraw(command)
      case 'terminate':
        this.say('terminate', { by: command.by, opinion: command.opinion ?? null })
        return this.end('terminated')
      case 'urge':
        return this.urge(command)
      case 'resubmit':
        return yield* this.resubmit(command)
      case 'timeout':
        return yield* this.timeout(command.task)
      case 'wake':
        return yield* this.wake(command.token)
      case 'childEnded':
        return yield* this.childEnded(command.token, command.outcome)
    }
  }

  private *begin(choices: Readonly<Record<string, readonly number[]>>): Generator<Question, void, readonly number[]> {
    this.choose(choices)
    const token = this.newToken('start', null, null)
    this.visit('start')
    this.say('start', { by: this.world.starter, node: 'start' })
    yield* this.goOn(token)
  }

  private *approve(command: Extract<Command, { kind: 'approve' }>): Generator<Question, void, readonly number[]> {
    const task = this.mine(command)
    this.oneVoice(command, task)
    this.choose(command.choices ?? {})
    this.close(task, 'agreed', command.by, command.opinion ?? null)
    this.line(command, task)
    yield* this.afterAct(task)
  }

  private *reject(command: Extract<Command, { kind: 'reject' }>): Generator<Question, void, readonly number[]> {
    const task = this.mine(command)
    this.oneVoice(command, task)
    if (task.kind === 'handle') throw new CommandRefused('办理任务不能拒绝，可以转办或退回')
    const node = this.nodeOf(task)
    if (task.origin !== 'delegate' && node.reject?.policy === 'choose' && command.node)
      this.checkTarget(this.token(task.token), task.node, command.node)
    if (command.node && task.origin !== 'delegate') this.memory.wanted = { ...this.memory.wanted, [String(task.token)]: command.node }
    this.close(task, 'rejected', command.by, command.opinion ?? null)
    this.line(command, task, { toNode: command.node ?? null })
    yield* this.afterAct(task, command.node ?? null)
  }

  /** What an answer means: an opinion comes back to its owner, a signer frees the one who asked, the node may be decided. */
  private *afterAct(task: Task, target: string | null = null): Generator<Question, void, readonly number[]> {
    delete this.memory.passes[String(task.token)]
    if (task.origin === 'delegate') {
      const owner = this.task(task.parent!)!
      return this.open(owner)
    }
    if (task.status !== 'rejected') this.wakeAskers(task)
    if (task.status === 'rejected') {
      this.voidAskers(task)
      // Whoever was to speak after his agreement is not asked any more, also where others go on (或签·全部拒绝).
      for (const child of children(this.tasks, task)) this.cancelTree(child)
    }
    if (task.status === 'agreed')
      for (const child of children(this.tasks, task)) if (child.origin === 'after' && child.status === 'waiting') this.open(child)
    yield* this.decide(this.token(task.token), task.key, target)
  }

  /** A signer who refuses answers for whoever asked him: nobody else of that request has to speak any more. */
  private voidAskers(task: Task): void {
    const asker = task.parent === null || task.origin === 'delegate' ? undefined : this.task(task.parent)
    if (!asker) return
    this.cancelTree(asker)
    this.voidAskers(asker)
  }

  private checkTarget(token: Token, from: string, to: string): void {
    const place = this.places.get(to)
    const base = token.resume[0] ?? from
    if (!place || !(isApproving(place.node) || place.node.kind === 'start')) throw new CommandRefused('不能退回到这一步，请改选另一步')
    if (!this.memory.visited.includes(to)) throw new CommandRefused('还没有经过这一步，不能退回到它；请改选另一步')
    if (place.order >= this.places.get(from)!.order) throw new CommandRefused('只能退回到前面的节点')
    if (!reachableWithoutEntering(this.places, base, to)) throw new CommandRefused('目标节点在并行分支内，不在同一路线上，不能退回')
  }

  private *sendBack(command: Extract<Command, { kind: 'sendBack' }>): Generator<Question, void, readonly number[]> {
    const task = this.mine(command)
    if (task.origin === 'delegate') throw new CommandRefused('委派的任务只能给出意见，由委派人决定')
    const token = this.token(task.token)
    this.checkTarget(token, task.node, command.node)
    delete this.memory.passes[String(token.key)]
    this.close(task, 'returned', command.by, command.opinion ?? null)
    this.line(command, task, { toNode: command.node })
    yield* this.moveBack(token, task.node, command.node, this.nodeOf(task).resubmit ?? 'again')
  }

  private copyTo(command: Extract<Command, { kind: 'copy' }>): void {
    const users = this.addCopies(command.users, null, command.by)
    if (users.length === 0) throw new CommandRefused('所选人员都已抄送过')
    this.say('copy', { by: command.by, to: users, opinion: command.opinion ?? null })
  }

  /** The starter, or whoever stands in for one who has left; null: neither. */
  private asStarter({ by, forStarter }: { by: number; forStarter?: boolean }): { by: number; onBehalfOf: number | null } | null {
    const { starter } = this.world
    if (by === starter) return { by, onBehalfOf: null }
    return forStarter ? { by, onBehalfOf: starter } : null
  }

  private withdraw(command: Extract<Command, { kind: 'withdraw' }>): void {
    const as = this.asStarter(command)
    if (!as) throw new CommandRefused('只有发起人可以撤销')
    if (!this.world.definition.settings.allowWithdraw) throw new CommandRefused('该流程不允许撤销')
    this.say('withdraw', { ...as, opinion: command.opinion ?? null })
    this.end('withdrawn')
  }

  private urge(command: Extract<Command, { kind: 'urge' }>): void {
    const as = this.asStarter(command)
    if (!as) throw new CommandRefused('只有发起人可以催办')
    const { urgedAt, now } = this.world
    if (urgedAt && Date.parse(now) - Date.parse(urgedAt) < URGE_PAUSE_MS) throw new CommandRefused('10 分钟内已催办过，请稍后再试')
    const users = [...new Set(this.tasks.filter((t) => t.status === 'open').map((t) => t.assignee))]
    if (users.length === 0) throw new CommandRefused('当前没有待处理的审批人')
    this.say('urge', { ...as, to: users, opinion: command.opinion ?? null })
    this.notify('urge', users, null)
  }

  private *resubmit(command: Extract<Command, { kind: 'resubmit' }>): Generator<Question, void, readonly number[]> {
    const as = this.asStarter(command)
    if (!as) throw new CommandRefused('只有发起人可以重新提交')
    const tokens = this.tokens.filter((t) => t.status === 'edit')
    if (tokens.length === 0) throw new CommandRefused('当前不需要重新提交', true)
    this.choose(command.choices ?? {})
    this.status = 'running'
    this.say('resubmit', { ...as, node: 'start', opinion: command.opinion ?? null })
    for (const token of tokens) {
      if (token.status !== 'edit') continue
      token.status = 'active'
      yield* this.leave(token)
    }
    // Nobody was asked and it lies where it lay: that is no success.
    const unasked = this.history.findLast((line) => line.action === 'autoReject')
    if (unasked && this.tokens.every((t) => t.status !== 'active' && t.status !== 'delayed' && t.status !== 'child'))
      if (this.tokens.some((t) => t.status === 'edit'))
        throw new CommandRefused(`「${this.node(unasked.node!).name}」没有审批人，会立即退回，请联系流程管理员`)
  }

  private *timeout(key: number): Generator<Question, void, readonly number[]> {
    const task = this.task(key)
    if (!task || task.status !== 'open' || !task.dueAt || task.dueAt > this.world.now) throw new CommandRefused(GONE, true)
    const rule = this.nodeOf(task).timeout
    task.dueAt = null
    if (!rule) return
    if (rule.action === 'remind') {
      task.reminded += 1
      if (task.reminded < (rule.maxRemind ?? 1)) task.dueAt = this.later(rule.hours)
      this.say('remind', { node: task.node, task: task.key, to: [task.assignee] })
      return this.notify('remind', [task.assignee], task.key)
    }
    this.close(task, rule.action === 'pass' ? 'agreed' : 'rejected', null, '超时未处理')
    this.say('timeout', {
      node: task.node,
      task: task.key,
      onBehalfOf: task.assignee,
      opinion: rule.action === 'pass' ? '超时自动通过' : '超时自动驳回',
    })
    yield* this.afterAct(task)
  }

  private *wake(key: number): Generator<Question, void, readonly number[]> {
    const token = this.token(key)
    if (token.status !== 'delayed' || (token.wakeAt ?? '') > this.world.now) throw new CommandRefused('延时尚未到期', true)
    token.status = 'active'
    token.wakeAt = null
    this.say('wake', { node: token.node })
    yield* this.goOn(token)
  }

  private *childEnded(
    key: number,
    outcome: 'passed' | 'rejected' | 'withdrawn' | 'terminated',
  ): Generator<Question, void, readonly number[]> {
    const token = this.token(key)
    const node = this.node(token.node)
    if (token.status !== 'child' || node.kind !== 'subprocess') throw new CommandRefused('子流程已不在等待', true)
    token.status = 'active'
    this.say('childEnded', { node: token.node, opinion: outcome === 'passed' ? '通过' : '未通过' })
    if (outcome !== 'passed' && node.onRejected !== 'continue') return this.end('rejected')
    yield* this.goOn(token)
  }
}

/** A generator: yields questions, is sent answers, returns the outcome. Throws CommandRefused. */
export function* perform(
  state: CaseState | null,
  command: Command,
  world: World,
  places: Places = placesOf(world.definition),
): Generator<Question, Outcome, readonly number[]> {
  const run = new Commands(state, world, places)
  yield* run.run(command)
  run.settle()
  return run.outcome()
}

/** Where a task may be sent back to, nearest first. */
export function backTargets(state: CaseState, places: Places, task: Task): string[] {
  const token = state.tokens.find((t) => t.key === task.token)
  const own = places.get(task.node)
  if (!token || !own) return []
  const base = token.resume[0] ?? task.node
  return state.memory.visited
    .filter((id) => {
      const place = places.get(id)
      return (
        place &&
        (isApproving(place.node) || place.node.kind === 'start') &&
        place.order < own.order &&
        reachableWithoutEntering(places, base, id)
      )
    })
    .toReversed()
}
