/** What colleagues do among themselves with a task: hand it over, delegate it, add and remove signers, take an answer back. */
import { CommandRefused, GONE, type Command, type HistoryLine, type Question } from './command.ts'
import type { ApproveNode } from './definition.ts'
import { Flow } from './engine.flow.ts'
import { children, liveBefore, visitOf } from './engine.tasks.ts'
import { whyNotInPlaceOf, wouldSpeakTwice } from './engine.voices.ts'
import { isLive, isOpenTask, type Task } from './state.ts'

export class Colleagues extends Flow {
  /** A task that may be acted on by this person now. */
  protected mine(command: { task: number; acting: readonly number[] }, states: readonly Task['status'][] = ['open']): Task {
    const task = this.task(command.task)
    if (!task) throw new CommandRefused('这项审批已不在，请刷新工作台')
    if (!command.acting.includes(task.assignee)) throw new CommandRefused(isOpenTask(task) ? '您不是当前审批人' : GONE, !isOpenTask(task))
    if (!states.includes(task.status))
      throw new CommandRefused(
        isOpenTask(task) ? (task.status === 'delegated' ? '任务已委派他人，等待其意见' : '任务还没有轮到处理，请等待前面的人') : GONE,
        !isOpenTask(task),
      )
    return task
  }
  /** A deputy speaks in one place only, and in none where he speaks himself. */
  protected oneVoice({ by }: { by: number }, task: Task): void {
    const why = whyNotInPlaceOf(this.spoken, task, by)
    if (why) throw new CommandRefused(why)
  }
  protected line(
    command: { kind: HistoryLine['action']; by: number; opinion?: string | null },
    task: Task,
    more: Partial<HistoryLine> = {},
  ): void {
    this.say(command.kind, {
      by: command.by,
      onBehalfOf: command.by === task.assignee ? null : task.assignee,
      node: task.node,
      task: task.key,
      opinion: command.opinion ?? null,
      ...more,
    })
  }
  protected nodeOf = (task: Task): ApproveNode => this.node(task.node) as ApproveNode
  /** Upwards from a signer who is done: whoever waited for him alone, directly or through those he asked himself, is asked now. */
  protected wakeAskers(task: Task): void {
    const asker = task.parent === null || task.origin === 'delegate' ? undefined : this.task(task.parent)
    if (!asker) return
    if (task.origin === 'before' && asker.status === 'waiting' && liveBefore(this.tasks, asker).length === 0) {
      // What somebody has said has to be read, and for that there is the whole time.
      if (children(this.tasks, asker).some((t) => t.origin === 'before' && t.status === 'agreed' && t.actedAt! >= asker.openedAt!))
        this.open(asker)
      else this.resume(asker)
    }
    this.wakeAskers(asker)
  }

  /** Somebody else does it: same task, the owner stays named. */
  protected handOver(command: Extract<Command, { kind: 'handOver' }>): void {
    const task = command.admin ? this.task(command.task) : this.mine(command)
    if (!task || !isOpenTask(task)) throw new CommandRefused(GONE, true)
    if (command.to === task.assignee) throw new CommandRefused('不能转办给当前审批人自己')
    if (!command.admin && command.to === command.by) throw new CommandRefused('代理人不能把任务转办给自己，请直接处理或转办给其他同事')
    const twice = wouldSpeakTwice(this.spoken, task, this.token(task.token), command.to)
    if (twice) throw new CommandRefused('所选人员已在本流程表态，一人只计一次，请选择其他同事')
    this.notBusy(task, [command.to])
    this.line(command, task, { to: [command.to] })
    task.assignee = command.to
    if (task.status === 'open') this.notify('task', [command.to], task.key)
  }

  /** Added signers must be new to the node: nobody signs twice in one visit. */
  private notBusy(task: Task, users: readonly number[]): void {
    const busy = visitOf(this.tasks, this.token(task.token)).filter((t) => isOpenTask(t) && t.key !== task.key)
    if (users.some((u) => busy.some((t) => t.assignee === u))) throw new CommandRefused('所选人员已是本节点的审批人')
  }

  protected delegate(command: Extract<Command, { kind: 'delegate' }>): void {
    const task = this.mine(command)
    if (task.origin === 'delegate') throw new CommandRefused('委派的任务不能再次委派，请给出意见或由委派人收回')
    if (command.to === task.assignee || command.to === command.by) throw new CommandRefused('不能委派给自己')
    this.notBusy(task, [command.to])
    task.status = 'delegated'
    this.line(command, task, { to: [command.to] })
    this.open(this.newTask({ ...this.like(task), origin: 'delegate', parent: task.key, assignee: command.to, owner: task.assignee }))
  }

  private like = (task: Task): Pick<Task, 'token' | 'node' | 'round' | 'kind' | 'seq' | 'weight'> => ({
    token: task.token,
    node: task.node,
    round: task.round,
    kind: task.kind,
    seq: task.seq,
    weight: task.weight,
  })

  protected addSigners(command: Extract<Command, { kind: 'addBefore' | 'addAfter' }>): void {
    const task = this.mine(command)
    if (task.origin === 'delegate') throw new CommandRefused('委派的任务不能加签')
    const users = [...new Set(command.users)]
    if (users.length === 0) throw new CommandRefused('请选择加签人员')
    if (users.includes(task.assignee)) throw new CommandRefused('不能加签自己')
    this.notBusy(task, users)
    const origin = command.kind === 'addBefore' ? 'before' : 'after'
    const other = origin === 'before' ? 'after' : 'before'
    if (children(this.tasks, task).some((t) => t.origin === other && t.status !== 'cancelled'))
      throw new CommandRefused('同一任务不能既前加签又后加签')
    this.line(command, task, { to: users })
    for (const user of users) {
      const added = this.newTask({ ...this.like(task), origin, parent: task.key, assignee: user, owner: user, weight: 1 })
      if (origin === 'before') this.open(added)
    }
    // `openedAt`: since when he waits. His own time stands still until he is asked again.
    if (origin === 'before') Object.assign(task, { status: 'waiting', openedAt: this.world.now })
  }

  protected *removeAdded(command: Extract<Command, { kind: 'removeAdded' }>): Generator<Question, void, readonly number[]> {
    const added = this.task(command.added)
    if (!added || added.parent === null || (added.origin !== 'before' && added.origin !== 'after'))
      throw new CommandRefused('只能减去加签的人员')
    const parent = this.task(added.parent)!
    if (!command.acting.includes(parent.assignee)) throw new CommandRefused('只能由加签人减签')
    if (!isOpenTask(added)) throw new CommandRefused(GONE, true)
    this.line(command, added, { to: [added.assignee], onBehalfOf: null })
    this.cancelTree(added)
    this.wakeAskers(added)
    yield* this.decide(this.token(added.token), null, null)
  }

  /** 拿回: as long as nobody has touched what came after. The old answer is void; a new task asks again. */
  protected takeBack(command: Extract<Command, { kind: 'takeBack' }>): void {
    const task = this.task(command.task)
    if (!task || !command.acting.includes(task.assignee) || task.status !== 'agreed' || task.origin !== 'node')
      throw new CommandRefused('只能拿回自己已同意的任务')
    if (!this.world.definition.settings.allowTakeBack) throw new CommandRefused('该流程不允许拿回')
    const token = this.token(task.token)
    const pass = this.memory.passes[String(token.key)]
    const same = token.node === task.node && visitOf(this.tasks, token).includes(task)
    if (children(this.tasks, task).some((t) => t.actedBy !== null)) throw new CommandRefused('加签人员已经处理，不能拿回')
    if (!isLive(token) || !(same || (pass && pass.task === task.key))) throw new CommandRefused('后面的节点已经处理，不能拿回')
    if (!same) {
      if (visitOf(this.tasks, token).some((t) => t.actedBy !== null || t.parent !== null))
        throw new CommandRefused('后面的节点已经处理，不能拿回')
      for (const t of visitOf(this.tasks, token)) this.cancelTree(t)
      Object.assign(token, { node: task.node, status: 'active', resume: pass!.resume, returned: pass!.returned })
    }
    this.cancelTree(task)
    this.line(command, task)
    task.status = 'cancelled'
    for (const later of visitOf(this.tasks, token))
      if (this.sequential(this.nodeOf(task)) && later.status === 'open' && later.seq > task.seq) later.status = 'waiting'
    delete this.memory.passes[String(token.key)]
    this.open(this.newTask({ ...this.like(task), origin: 'node', parent: null, assignee: task.assignee, owner: task.owner }))
  }
}
