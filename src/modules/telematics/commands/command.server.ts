/** Commands as records: put down here, sent and followed up by the gateway that holds the terminal (dispatch.server.ts). */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { ActionInput } from '#kit/action/action.ts'
import { absent, refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { serve, type ServedEntity } from '#kit/entity/serve.server.ts'
import { act, storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { command, commandActions } from './command.ts'

export type Command = Rec<typeof command>
export const commands = storeOf(command)

export const COMMAND_CHANNEL = 'telematics_command'

export interface NewCommand {
  terminal: number
  kind: Command['kind']
  summary: string
  payload: Record<string, unknown>
  /** May it wait for the terminal to come back? */
  queueable: boolean
  seconds: number
  cutOrder?: number
}

/** Two of these are about different things: another fence, another alarm. */
const ABOUT: Partial<Record<Command['kind'], string>> = { fenceSync: 'fence', fenceRemove: 'fence', confirmAlarm: 'bit' }

/** In the caller's transaction; the nodes hear of it when it commits. */
export async function queueCommand(tx: Tx, ctx: Context, c: NewCommand): Promise<Command> {
  const terminal = await liveRows(tx, 'terminal')
    .select(['id', 'vehicle', 'store', 'status', 'terminalNo'])
    .where('id', '=', c.terminal)
    .executeTakeFirst()
  if (!terminal) throw absent('GPS设备已被删除，或不在您的数据权限内，请刷新后重新选择')
  if (terminal.status !== 'active' && terminal.status !== 'stock') throw refused(`设备 ${terminal.terminalNo} 当前不在使用，不能下发指令`)
  // Two of a kind under way would answer for each other; asking again means: once is enough.
  let same = liveRows(tx, 'command')
    .select('no')
    .where('terminal', '=', terminal.id)
    .where('kind', '=', c.kind)
    .where('status', 'in', ['queued', 'sent'])
    .where('expiresAt', '>', ctx.clock.now())
  const about = ABOUT[c.kind]
  if (about) same = same.where(sql<boolean>`payload->>${about} = ${String(c.payload[about])}`)
  const running = await same.executeTakeFirst()
  if (running && c.kind !== 'restore') throw refused(`设备 ${terminal.terminalNo} 有同类指令 ${running.no} 正在进行，请等待结果或先取消`)
  const made = await commands.add(tx, ctx, {
    terminal: terminal.id,
    vehicle: terminal.vehicle,
    store: terminal.store,
    kind: c.kind,
    summary: c.summary.slice(0, 500),
    payload: c.payload,
    queueable: c.queueable,
    expiresAt: new Date(Date.parse(ctx.clock.now()) + c.seconds * 1000).toISOString(),
    attempts: 0,
    cutOrder: c.cutOrder ?? null,
  })
  await sql`select pg_notify(${COMMAND_CHANNEL}, ${JSON.stringify({ operator: ctx.user.operatorId, terminal: terminal.id })})`.execute(tx)
  return made
}

async function settleOrder<A extends 'succeed' | 'fail'>(
  tx: Tx,
  ctx: Context,
  record: Command,
  action: A,
  input: ActionInput<'cutOrder', A>,
): Promise<void> {
  if (!record.cutOrder) return
  const order = await liveRows(tx, 'cutOrder').select('status').where('id', '=', record.cutOrder).executeTakeFirst()
  const from = action === 'succeed' ? ['executing', 'armed', 'failed'] : ['executing']
  if (order && from.includes(order.status)) await act(tx, ctx, 'cutOrder', action, record.cutOrder, null, input)
}

/** Fences sent to terminals or taken from them: the binding says how it ended, whichever way that was. */
async function settleFence(tx: Tx, ctx: Context, record: Command, done: boolean): Promise<void> {
  if ((record.kind !== 'fenceSync' && record.kind !== 'fenceRemove') || !record.vehicle) return
  const bindings = tx
    .updateTable('fenceBinding')
    .where('fence', '=', Number(record.payload?.['fence']))
    .where('vehicle', '=', record.vehicle)
    .where('deletedAt', 'is', null)
  if (record.kind === 'fenceSync') await bindings.set({ sync: done ? 'sent' : 'failed', syncedAt: ctx.clock.now() }).execute()
  // One that could not be taken away is still there; the vehicle may have got another terminal meanwhile.
  else
    await bindings
      .set({ sync: done ? 'none' : 'sent', syncedAt: ctx.clock.now() })
      .where('sync', '=', 'removing')
      .execute()
}

/** What a command was for has failed, or nobody knows. */
const settleFailed = async (tx: Tx, ctx: Context, record: Command, outcome: string): Promise<void> => {
  await settleOrder(tx, ctx, record, 'fail', { outcome })
  await settleFence(tx, ctx, record, false)
}

/** Kinds whose effect shows in later reports, not in the answer. */
export const isConfirmedByState = (kind: Command['kind']): boolean =>
  kind === 'cut' || kind === 'limit' || kind === 'restore' || kind === 'lockDoor' || kind === 'unlockDoor'
const RESULT = { ok: '成功', failed: '执行失败', wrong: '消息有误', unsupported: '不支持' }

export const servedCommand: ServedEntity = {
  ...serve(commandActions, {
    effects: {
      cancel: ({ tx, ctx, record }) => settleFailed(tx, ctx, record, '指令已取消，未下发'),
      send: async ({ ctx, record, input }) => ({
        attempts: record.attempts + 1,
        serial: input.serial,
        sentAt: record.sentAt ?? ctx.clock.now(),
      }),
      acknowledge: async ({ tx, ctx, record, input }) => {
        if (record.kind === 'limit' && record.cutOrder) await act(tx, ctx, 'cutOrder', 'arm', record.cutOrder, null, {})
        return { ackAt: ctx.clock.now(), ackResult: input.result }
      },
      reject: async ({ tx, ctx, record, input }) => {
        const outcome = input.outcome || `终端应答：${RESULT[input.result]}`
        await settleFailed(tx, ctx, record, outcome)
        return { ackAt: ctx.clock.now(), ackResult: input.result, outcome }
      },
      timeOut: async ({ tx, ctx, record, input }) => {
        const outcome = input.outcome || `发送 ${record.attempts} 次未收到应答，是否执行未知，以终端上报的状态为准`
        await settleFailed(tx, ctx, record, outcome)
        return { outcome }
      },
      takeEffect: async ({ tx, ctx, record, input }) => {
        await settleOrder(tx, ctx, record, 'succeed', { at: input.at, outcome: input.source })
        await settleFence(tx, ctx, record, true)
        return { effectAt: input.at, effectSource: input.source, ackAt: record.ackAt ?? ctx.clock.now() }
      },
      receive: async ({ ctx }) => ({ effectAt: ctx.clock.now(), effectSource: '终端主动上传' }),
      giveUp: async ({ tx, ctx, record, input }) => {
        const outcome = input.outcome || '终端已应答，但状态位未变化，请现场核实'
        await settleFailed(tx, ctx, record, outcome)
        return { outcome }
      },
      expire: async ({ tx, ctx, record, input }) => {
        const outcome = input.outcome || '有效期内终端未上线，指令未下发'
        await settleFailed(tx, ctx, record, outcome)
        return { outcome }
      },
    },
  }),
  // What was sent stands in 内容, what came back in 结果说明 and on the page of the command.
  said: { payload: async () => '见「内容」', answer: async () => '见「结果说明」' },
}
