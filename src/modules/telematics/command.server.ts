/** Commands as records: put down here, sent and followed up by the gateway that holds the terminal (dispatch.server.ts). */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { absent, refused } from '#kit/basics/errors.ts'
import { serve } from '#kit/entity/serve.server.ts'
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

/** In the caller's transaction; the nodes hear of it when it commits. */
export async function queueCommand(tx: Tx, ctx: Context, c: NewCommand): Promise<Command> {
  const found = await tx.selectFrom('terminal').select(['id', 'vehicle', 'store', 'status', 'terminalNo']).where('id', '=', c.terminal).where('deletedAt', 'is', null).executeTakeFirst()
  if (!found) throw absent('GPS设备不存在或无权查看')
  if (found.status !== 'active' && found.status !== 'stock') throw refused(`设备 ${found.terminalNo} 当前不在使用，不能下发指令`)
  // Two of a kind under way would answer for each other; asking again means: once is enough.
  const running = await tx.selectFrom('command').select('no').where('terminal', '=', found.id).where('kind', '=', c.kind).where('status', 'in', ['queued', 'sent']).where('expiresAt', '>', ctx.clock.now()).where('deletedAt', 'is', null).executeTakeFirst()
  if (running && c.kind !== 'restore') throw refused(`设备 ${found.terminalNo} 有同类指令 ${running.no} 正在进行，请等待结果或先取消`)
  const made = await commands.add(tx, ctx, {
    terminal: found.id, vehicle: found.vehicle, store: found.store, kind: c.kind, summary: c.summary.slice(0, 500), payload: c.payload, queueable: c.queueable,
    expiresAt: new Date(Date.parse(ctx.clock.now()) + c.seconds * 1000).toISOString(), attempts: 0, cutOrder: c.cutOrder ?? null,
  })
  await sql`select pg_notify(${COMMAND_CHANNEL}, ${JSON.stringify({ operator: ctx.user.operatorId, terminal: found.id })})`.execute(tx)
  return made
}

const settleOrder = async (tx: Tx, ctx: Context, record: Command, action: 'succeed' | 'fail', input: object): Promise<void> => {
  if (!record.cutOrder) return
  const order = await tx.selectFrom('cutOrder').select('status').where('id', '=', record.cutOrder).where('deletedAt', 'is', null).executeTakeFirst()
  const from = action === 'succeed' ? ['executing', 'failed'] : ['executing']
  if (order && from.includes(order.status)) await act(tx, ctx, 'cutOrder', action, record.cutOrder, null, input as Record<string, unknown>)
}

/** Kinds whose effect shows in later reports, not in the answer. */
export const isConfirmedByState = (kind: Command['kind']): boolean => kind === 'cut' || kind === 'restore' || kind === 'lockDoor' || kind === 'unlockDoor'
const RESULT = { ok: '成功', failed: '执行失败', wrong: '消息有误', unsupported: '不支持' }

export const servedCommand = serve(commandActions, {
  effects: {
    cancel: ({ tx, ctx, record }) => settleOrder(tx, ctx, record, 'fail', { outcome: '指令已取消，未下发' }),
    send: async ({ ctx, record, input }) => ({ attempts: record.attempts + 1, serial: input.serial, sentAt: record.sentAt ?? ctx.clock.now() }),
    acknowledge: async ({ ctx, input }) => ({ ackAt: ctx.clock.now(), ackResult: input.result }),
    reject: async ({ tx, ctx, record, input }) => {
      const outcome = input.outcome || `终端应答：${RESULT[input.result]}`
      await settleOrder(tx, ctx, record, 'fail', { outcome })
      return { ackAt: ctx.clock.now(), ackResult: input.result, outcome }
    },
    timeOut: async ({ tx, ctx, record, input }) => {
      const outcome = input.outcome || `发送 ${record.attempts} 次未收到应答，是否执行未知，以终端上报的状态为准`
      await settleOrder(tx, ctx, record, 'fail', { outcome })
      return { outcome }
    },
    takeEffect: async ({ tx, ctx, record, input }) => {
      await settleOrder(tx, ctx, record, 'succeed', { at: input.at, outcome: input.source })
      return { effectAt: input.at, effectSource: input.source, ackAt: record.ackAt ?? ctx.clock.now() }
    },
    giveUp: async ({ tx, ctx, record, input }) => {
      const outcome = input.outcome || '终端已应答，但状态位未变化，请现场核实'
      await settleOrder(tx, ctx, record, 'fail', { outcome })
      return { outcome }
    },
    expire: async ({ tx, ctx, record, input }) => {
      const outcome = input.outcome || '有效期内终端未上线，指令未下发'
      await settleOrder(tx, ctx, record, 'fail', { outcome })
      return { outcome }
    },
  },
})
