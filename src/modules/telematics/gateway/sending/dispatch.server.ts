/**
 * Commands on their way: taken by the node that holds the terminal, sent once their record says so, repeated as the standard wants,
 * and followed until the terminal's own reports show the effect. Cutting is checked again here, immediately before the frame leaves.
 */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { ActionInput, ActionName } from '#kit/action/action.ts'
import { jsonb } from '#kit/database/jsonb.server.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'
import { act } from '#kit/entity/store.server.ts'
import type { FileKeeper } from '#kit/entity/services.server.ts'
import type { Log } from '#kit/http/log.server.ts'
import { isConfirmedByState, type Command } from '../../commands/command.server.ts'
import type { ParameterSetting } from '../../commands/command.rules.ts'
import { cutObstacle } from '../../commands/cut.rules.ts'
import { sightOf } from '../../commands/cut.server.ts'
import { fenceOf, type Fence } from '../../fences/fence.shape.rules.ts'
import { encodeMessage, isRaw, plainText, type Bodies, type Body, type Header } from '../../jt808/jt808.ts'
import { type Fix } from '../positions/fix.rules.ts'
import { LATE } from '../../places/flags.ts'
import { Gather } from '../admission/gather.server.ts'
import type { Link } from '../links/link.server.ts'
import { keepPicture } from './pictures.server.ts'
import {
  differenceOf,
  EFFECT_WORDS,
  isReadBack,
  MOST_ATTEMPTS,
  takenEffect,
  waitMs,
  wireOf,
  withoutSecrets,
  type CutCodes,
  type Wire,
} from './orders.rules.ts'
import { settleUpgrade, type UpgradeNews } from './upgrade.server.ts'

type Step = ActionName<'command'>

interface Active {
  id: number
  operatorId: number
  kind: Command['kind']
  wire: Wire
  serial: number
  attempts: number
  acknowledged: boolean
  cutBits: CutCodes['cutBits']
  /** The newest report before it was sent, by the terminal's own clock: what is older says nothing about its effect. */
  newest: number
  settings: ParameterSetting[]
  timer: NodeJS.Timeout | null
  link: Link
}

interface Waited {
  operatorId: number
  terminal: number
}
export interface DispatchOptions {
  db: Database
  log: Log
  context: (operatorId: number) => Context
  linkOf: (terminal: number) => Link | undefined
  files: FileKeeper
  /** Of the first repetition; tests are impatient. */
  firstWaitMs?: number
  effectMs?: number
}
const EFFECT_MS = 120_000
const ANSWER_MS = 30_000
const RESULTS = ['ok', 'failed', 'wrong', 'unsupported'] as const
const READ_BACK = '终端应答成功，读回一致'

export class Dispatcher {
  private readonly options: DispatchOptions
  private readonly active = new Map<number, Active[]>()
  private readonly taking = new Set<number>()
  private readonly again = new Set<number>()
  private readonly asking: Gather<Waited, boolean>

  constructor(options: DispatchOptions) {
    this.options = options
    this.asking = new Gather({ answer: (all) => this.whoWaits(all), keyOf: ({ terminal }) => terminal })
  }

  /** A terminal has just come: is there something for it? */
  async entered(operatorId: number, terminal: number): Promise<void> {
    if (await this.asking.ask({ operatorId, terminal })) await this.take(operatorId, terminal, true)
  }
  /** A notice may have been lost: asked for many terminals at once, since a node may hold ten thousand. */
  async missed(operatorId: number, terminal: number): Promise<void> {
    if (await this.asking.ask({ operatorId, terminal })) await this.take(operatorId, terminal)
  }
  private async whoWaits(all: readonly Waited[]): Promise<boolean[]> {
    const waiting = new Set<number>()
    for (const [operatorId, ofOperator] of Map.groupBy(all, (one) => one.operatorId)) {
      const rows = await this.options.db.read(operatorId, (db) =>
        db
          .selectFrom('command')
          .select('terminal')
          .distinct()
          .where(
            'terminal',
            'in',
            ofOperator.map((one) => one.terminal),
          )
          .where('status', '=', 'queued')
          .where('deletedAt', 'is', null)
          .execute(),
      )
      for (const row of rows) waiting.add(row.terminal)
    }
    return all.map(({ terminal }) => waiting.has(terminal))
  }

  /** Something waits for a terminal of this node. `entered`: it has just come, and what must not wait is told as expired. */
  async take(operatorId: number, terminal: number, entered = false): Promise<void> {
    const link = this.options.linkOf(terminal)
    if (!link || link.terminal?.operatorId !== operatorId) return
    if (this.taking.has(terminal)) return void this.again.add(terminal)
    this.taking.add(terminal)
    try {
      do {
        this.again.delete(terminal)
        for (const one of await this.prepare(operatorId, terminal, link, entered)) this.transmit(one)
      } while (this.again.has(terminal))
    } finally {
      this.taking.delete(terminal)
    }
  }

  private prepare(operatorId: number, terminal: number, link: Link, entered: boolean): Promise<Active[]> {
    const ctx = this.options.context(operatorId)
    return this.options.db.write(operatorId, async (tx) => {
      const waiting = await tx
        .selectFrom('command')
        .selectAll()
        .where('terminal', '=', terminal)
        .where('status', '=', 'queued')
        .where('deletedAt', 'is', null)
        .orderBy('id')
        .limit(20)
        .forNoKeyUpdate()
        .skipLocked()
        .execute()
      const sentCommands: Active[] = []
      for (const row of waiting as unknown as Command[]) {
        const why =
          row.expiresAt <= ctx.clock.now() ? '' : entered && !row.queueable ? '下发时终端不在线，不排队' : await this.obstacle(tx, ctx, row)
        const built = why === null ? await this.build(tx, row, link) : null
        if (!built)
          await act(tx, ctx, 'command', 'expire', row.id, null, {
            outcome: why === null ? '该设备不支持此指令' : why ? `下发前复核未通过：${why}` : undefined,
          })
        else {
          const serial = link.nextSerial()
          await act(tx, ctx, 'command', 'send', row.id, null, { serial })
          sentCommands.push({
            id: row.id,
            operatorId,
            kind: row.kind,
            ...built,
            serial,
            attempts: 1,
            acknowledged: false,
            settings: (row.payload?.['settings'] as ParameterSetting[] | undefined) ?? [],
            timer: null,
            link,
          })
        }
      }
      return sentCommands
    })
  }

  /** Invariant 20: no frame that cuts leaves without an approved order whose guard holds now. */
  private async obstacle(tx: Tx, ctx: Context, row: Command): Promise<string | null> {
    if (row.kind !== 'cut' && row.kind !== 'limit') return null
    const order = row.cutOrder
      ? await tx.selectFrom('cutOrder').select(['status', 'vehicle', 'kind']).where('id', '=', row.cutOrder).executeTakeFirst()
      : undefined
    if (!order || order.status !== 'executing' || order.kind !== row.kind) return '没有已批准的断油断电单'
    const sight = (await sightOf(tx, ctx, [order.vehicle])).get(order.vehicle)
    return sight ? cutObstacle(row.kind, sight, ctx.clock.now()) : '该车辆没有绑定使用中的 GPS 设备，请先在「GPS设备」绑定'
  }

  private async build(tx: Tx, row: Command, link: Link): Promise<Pick<Active, 'wire' | 'cutBits' | 'newest'> | null> {
    const cut =
      row.kind === 'cut' || row.kind === 'limit' || row.kind === 'restore'
        ? await tx
            .selectFrom('terminal')
            .innerJoin('deviceProfile', 'deviceProfile.id', 'terminal.profile')
            .select(['cutBy', 'cutCode', 'restoreCode', 'limitCode', 'cutBits'])
            .where('terminal.id', '=', row.terminal)
            .executeTakeFirst()
        : undefined
    const wire = wireOf(
      { kind: row.kind, payload: row.payload ?? {} },
      link.version,
      cut ?? null,
      row.kind === 'fenceSync' ? await fenceFor(tx, Number(row.payload?.['fence'])) : null,
    )
    if (!wire) return null
    const last = isConfirmedByState(row.kind)
      ? await tx
          .selectFrom('vehiclePosition')
          .select('at')
          .where('terminal', '=', row.terminal)
          .where('deletedAt', 'is', null)
          .executeTakeFirst()
      : undefined
    return { wire, cutBits: cut?.cutBits ?? 'either', newest: last?.at ? Date.parse(last.at) : 0 }
  }

  private transmit(one: Active): void {
    const terminal = one.link.terminal!.id
    this.active.set(terminal, [...(this.active.get(terminal) ?? []).filter((other) => other !== one), one])
    let sent = true
    try {
      for (const frame of encodeMessage({ messageId: one.wire.messageId, ...one.link.header, serial: one.serial }, one.wire.body))
        sent = one.link.sendBytes(frame) && sent
    } catch (error) {
      return void this.finish(one, 'reject', { result: 'wrong', outcome: `指令无法编码：${error instanceof Error ? error.message : ''}` })
    }
    this.wait(one, waitMs(one.attempts, this.options.firstWaitMs), () => this.repeat(one))
  }

  private wait(one: Active, ms: number, then: () => void): void {
    if (one.timer) clearTimeout(one.timer)
    one.timer = setTimeout(then, ms)
  }

  private repeat(one: Active): void {
    if (one.attempts >= MOST_ATTEMPTS) return void this.finish(one, 'timeOut', {})
    one.attempts++
    // Its answer, or the end of its link, may come while this is written down.
    const isOver = (): boolean => one.acknowledged || !this.active.get(one.link.terminal!.id)?.includes(one)
    this.record(one, 'send', { serial: one.serial }).then(
      () => isOver() || this.transmit(one),
      () => isOver() || this.forget(one),
    )
  }

  /** An answer, or something a command was waiting for. True: known here. */
  answered(link: Link, header: Header, body: Body): Promise<boolean> | boolean {
    const id = header.messageId
    if (isRaw(body)) return false
    if (id === '0801') return this.photo(link, body as Bodies['0801'])
    if (id === '0800') return true
    if (id === '0108') return this.upgraded(link, { result: body as Bodies['0108'] })
    if (id !== '0001' && id !== '0201' && id !== '0500' && id !== '0104' && id !== '0107' && id !== '0805') return false
    // The one answer that does not say what it answers.
    const { serial } = body as { serial?: number }
    const one = this.active
      .get(link.terminal!.id)
      ?.find((a) => a.link === link && (id === '0107' ? a.wire.answer === id : a.serial === serial))
    if (!one) return true
    if (id === '0001') this.acknowledged(one, (body as Bodies['0001']).result)
    else if (id === '0104') this.parameters(one, body as Bodies['0104'])
    else if (id === '0805') this.acknowledged(one, (body as Bodies['0805']).result === 0 ? 0 : 1)
    else if (id === '0500') this.door(one, (body as Bodies['0500']).location.status)
    else if (id === '0107') this.properties(one, body as Bodies['0107'])
    else void this.finish(one, 'takeEffect', { source: '终端已上报位置', at: this.now() })
    return true
  }

  /** What the terminal says of itself stands in the books as well. */
  private properties(one: Active, body: Bodies['0107']): void {
    const said = (text: string, most: number): string | null => plainText(text).replaceAll('\0', '').trim().slice(0, most) || null
    const properties = {
      maker: said(body.maker, 30),
      model: said(body.model, 40),
      iccid: said(body.iccid, 22),
      hardware: said(body.hardware, 60),
      firmware: said(body.firmware, 60),
      terminalId: said(body.terminalId, 30),
    }
    void this.finish(one, 'takeEffect', { source: '终端已应答', at: this.now() }, { answer: { properties } })
    const { id: terminal } = one.link.terminal!
    if (properties.firmware) void this.upgraded(one.link, { firmware: properties.firmware })
    const known = Object.fromEntries(
      Object.entries({ maker: properties.maker, model: properties.model, iccid: properties.iccid, firmware: properties.firmware }).filter(
        ([, value]) => value !== null,
      ),
    )
    if (Object.keys(known).length === 0) return
    this.options.db
      .write(one.operatorId, (tx) => tx.updateTable('terminal').set(known).where('id', '=', terminal).execute())
      .catch((error: unknown) => this.options.log('warn', 'properties not kept', { terminal, error: String(error) }))
  }

  /** True once it is in the books; what they would not take is told again by the terminal. */
  private upgraded(link: Link, news: UpgradeNews): Promise<boolean> {
    const { operatorId, id: terminal } = link.terminal!
    return this.options.db
      .write(operatorId, (tx) => settleUpgrade(tx, this.options.context(operatorId), terminal, news))
      .then(
        () => true,
        (error: unknown) => {
          this.options.log('warn', 'upgrade not settled', { terminal, error: String(error) })
          return false
        },
      )
  }

  private now(): string {
    return this.options.context(0).clock.now()
  }

  private acknowledged(one: Active, result: number): void {
    if (one.acknowledged) return
    if (result !== 0 && result !== 4) return void this.finish(one, 'reject', { result: RESULTS[result] ?? 'failed' })
    if (one.kind === 'upgrade' || one.kind === 'limit') {
      // Taken, not done: an upgraded terminal starts anew and tells on another link, perhaps to another node (upgrade.server.ts); a
      // restriction shows when the driver stops the engine, perhaps tomorrow (settle.server.ts).
      this.forget(one)
      return void this.record(one, 'acknowledge', { result: 'ok' }).catch((error: unknown) =>
        this.options.log('warn', 'command not settled', { command: one.id, action: 'acknowledge', error: String(error) }),
      )
    }
    one.acknowledged = true
    if (!isConfirmedByState(one.kind) && !one.wire.answer && !isReadBack(one.kind) && one.kind !== 'photo')
      return void this.finish(one, 'takeEffect', { source: '终端应答成功', at: this.now() })
    const patience = isConfirmedByState(one.kind) ? (this.options.effectMs ?? EFFECT_MS) : ANSWER_MS
    this.wait(one, patience, () => {
      if (isReadBack(one.kind)) void this.finish(one, 'takeEffect', { source: '终端应答成功（未能读回）', at: this.now() })
      else void this.finish(one, 'giveUp', isConfirmedByState(one.kind) ? {} : { outcome: '终端已应答，但没有送来结果' })
    })
    void this.record(one, 'acknowledge', { result: 'ok' }).then(
      () => (isReadBack(one.kind) ? this.readBack(one) : undefined),
      () => this.forget(one),
    )
  }

  /** What was set is asked for again: a terminal may say yes and keep its old value. */
  private readBack(one: Active): void {
    const serial = one.link.send('8106', { ids: one.settings.map((s) => s.id.replace(/^0{4}/, '')) })
    if (serial !== null) one.serial = serial
  }

  private parameters(one: Active, body: Bodies['0104']): void {
    if (!isReadBack(one.kind))
      return void this.finish(
        one,
        'takeEffect',
        { source: `终端应答 ${body.items.length} 个参数`, at: this.now() },
        { answer: { parameters: withoutSecrets(body.items) } },
      )
    const difference = differenceOf(one.settings, body.items)
    const wrong = difference.filter((d) => !d.same)
    if (wrong.length === 0) return void this.finish(one, 'takeEffect', { source: READ_BACK, at: this.now() }, { answer: { difference } })
    void this.finish(
      one,
      'giveUp',
      { outcome: `读回的值不同：${wrong.map((d) => `${d.id} 应为 ${d.wanted}，读回 ${d.found ?? '无'}`).join('；')}`.slice(0, 500) },
      { answer: { difference } },
    )
  }

  private door(one: Active, status: number): void {
    if (takenEffect(one.kind, status, one.cutBits)) void this.finish(one, 'takeEffect', { source: EFFECT_WORDS[one.kind]!, at: this.now() })
    else this.acknowledged(one, 0)
  }

  /** Every stored report: does its status word show what a command was to bring about? A report the terminal had held back from before says nothing about it. */
  watch(fixes: readonly Fix[]): void {
    if (this.active.size === 0) return
    for (const fix of fixes) {
      const of = this.active.get(fix.terminal)
      if (!of) continue
      for (const one of of)
        if (one.acknowledged && (fix.flags & LATE) === 0 && fix.at > one.newest && takenEffect(one.kind, fix.status, one.cutBits))
          void this.finish(one, 'takeEffect', {
            source: EFFECT_WORDS[one.kind]!,
            at: new Date(Math.max(fix.at, fix.receivedAt)).toISOString(),
          })
    }
  }

  closed(link: Link): void {
    const { terminal } = link
    if (!terminal) return
    for (const one of this.active.get(terminal.id) ?? []) {
      if (one.link !== link || one.acknowledged) continue
      void this.finish(one, 'timeOut', { outcome: '等待应答时链路断开，是否执行未知，以终端上报的状态为准' })
    }
  }

  private async photo(link: Link, body: Bodies['0801']): Promise<boolean> {
    const { operatorId, id: terminal } = link.terminal!
    const ctx = this.options.context(operatorId)
    const waiting = this.active.get(terminal)?.find((a) => a.kind === 'photo')
    await keepPicture(ctx, this.options.files, terminal, body, waiting?.id ?? null)
    if (waiting) await this.finish(waiting, 'takeEffect', { source: '终端已上传照片', at: ctx.clock.now() })
    link.send('8800', { id: body.id })
    return true
  }

  private record<A extends Step>(
    one: Active,
    action: A,
    input: ActionInput<'command', A>,
    patch: { answer?: Record<string, unknown> } = {},
  ): Promise<unknown> {
    const ctx = this.options.context(one.operatorId)
    return this.options.db.write(one.operatorId, async (tx) => {
      const done = await act(tx, ctx, 'command', action, one.id, null, input)
      if (patch.answer)
        await tx
          .updateTable('command')
          .set({ answer: jsonb(patch.answer) })
          .where('id', '=', one.id)
          .execute()
      return done
    })
  }

  private async finish<A extends Step>(
    one: Active,
    action: A,
    input: ActionInput<'command', A>,
    patch: { answer?: Record<string, unknown> } = {},
  ): Promise<void> {
    this.forget(one)
    await this.record(one, action, input, patch).catch((error: unknown) =>
      this.options.log('warn', 'command not settled', { command: one.id, action, error: String(error) }),
    )
  }

  private forget(one: Active): void {
    if (one.timer) clearTimeout(one.timer)
    for (const [terminal, list] of this.active) {
      if (!list.includes(one)) continue
      const rest = list.filter((other) => other !== one)
      if (rest.length) this.active.set(terminal, rest)
      else this.active.delete(terminal)
    }
  }

  stop(): void {
    for (const list of this.active.values()) for (const one of list) if (one.timer) clearTimeout(one.timer)
    this.active.clear()
  }
}

async function fenceFor(tx: Tx, id: number): Promise<Fence | null> {
  const row = await tx.selectFrom('fence').selectAll().where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst()
  return row ? fenceOf(row) : null
}
