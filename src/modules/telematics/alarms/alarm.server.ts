/** People's part of alarms, risks, excursions and channels. What opens and closes them is the engines'. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { AppError, invalid, refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { serve, serveEntity } from '#kit/entity/serve.server.ts'
import { add } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { seenVehicle } from '#modules/vehicles/vehicles.public.ts'
import { sendMessages } from '#modules/system/system.public.ts'
import { alarm, alarmActions, ALARM_KINDS, riskReportActions } from './alarm.ts'
import { confirmsByHand } from './alarm.rules.ts'
import { queueCommand } from '../commands/command.server.ts'
import { announceRules } from '../fences/fence.server.ts'
import { MEASURES, type ChannelKind } from '../cold/channel.rules.ts'
import { excursionActions, temperatureChannel, temperaturePolicyActions } from '../cold/temperature.ts'

/** The terminal keeps some alarms until the platform says that a person has seen them (0x8203). Handling does not depend on it: the terminal may be stopped, or be told already. */
async function confirmToTerminal(tx: Tx, ctx: Context, record: Rec<typeof alarm>): Promise<void> {
  if (record.source !== 'terminal' || record.endAt || !record.terminal || !confirmsByHand(record.kind)) return
  try {
    await queueCommand(tx, ctx, {
      terminal: record.terminal,
      kind: 'confirmAlarm',
      summary: `确认报警 ${record.no}`,
      payload: { bit: Number(record.kind.slice(1)) },
      queueable: false,
      seconds: 120,
    })
  } catch (error) {
    if (!(error instanceof AppError) || (error.kind !== 'refused' && error.kind !== 'absent')) throw error
  }
}

const tellAssignee = (tx: Tx, ctx: Context, assignee: number, title: string, link: string, dedupe: string): Promise<number> =>
  sendMessages(tx, ctx, { receivers: [assignee], category: 'notice', title, link, dedupe })

export const servedAlarm = serve(alarmActions, {
  effects: {
    assign: async ({ tx, ctx, record, input }) => {
      await tellAssignee(
        tx,
        ctx,
        input.assignee,
        `报警 ${record.no}（${ALARM_KINDS[record.kind]}）分派给您处理`,
        `/telematics/alarmDetail?id=${record.id}`,
        `alarm:${record.id}:${input.assignee}`,
      )
      return { assignee: input.assignee }
    },
    handle: async ({ tx, ctx, record, input }) => {
      await confirmToTerminal(tx, ctx, record)
      return { handling: input.handling, handledAt: ctx.clock.now() }
    },
    dismiss: async ({ tx, ctx, record, input }) => {
      await confirmToTerminal(tx, ctx, record)
      return { handling: input.handling, handledAt: ctx.clock.now() }
    },
    report: async ({ tx, ctx, record, input }) => {
      if (!record.vehicle) throw refused('该报警没有关联车辆，请在「风险上报」中新增')
      await add(tx, ctx, 'riskReport', {
        level: input.level,
        category: record.kind === 'b26' ? 'theft' : record.kind.startsWith('b') ? 'driving' : 'vehicle',
        vehicle: record.vehicle,
        alarm: record.id,
        store: record.store,
        occurredAt: record.startAt,
        description: input.description,
      })
    },
  },
})

export const servedRiskReport = serve(riskReportActions, {
  effects: {
    assign: async ({ tx, ctx, record, input }) => {
      await tellAssignee(
        tx,
        ctx,
        input.assignee,
        `风险上报 ${record.no} 分派给您处理，期限 ${input.dueOn}`,
        `/telematics/riskReportDetail?id=${record.id}`,
        `risk:${record.id}:${input.assignee}`,
      )
      return { assignee: input.assignee, dueOn: input.dueOn }
    },
    regrade: async ({ input }) => ({ level: input.level }),
    close: async ({ ctx, input }) => ({ result: input.result, closedAt: ctx.clock.now() }),
    // It waits for somebody again; who had it and what came of it stands in the timeline.
    reopen: async () => ({ closedAt: null, assignee: null, dueOn: null, result: null }),
  },
  hooks: {
    beforeAdd: async ({ tx, values }) => {
      if (values.store) return
      const from = values.vehicle
        ? await seenVehicle(tx, values.vehicle)
        : await tx
            .selectFrom('lessee')
            .select('store')
            .where('id', '=', values.lessee ?? -1)
            .executeTakeFirst()
      return { store: from?.store ?? null }
    },
    refuseEdit: (r) => (r.status === 'closed' ? '已关闭的风险不能修改，请先重新打开' : null),
  },
})

export const servedExcursion = serve(excursionActions, {
  effects: {
    handle: async ({ ctx, input }) => ({ handling: input.handling, handledAt: ctx.clock.now() }),
    dismiss: async ({ ctx, input }) => ({ handling: input.handling, handledAt: ctx.clock.now() }),
  },
})
export const servedPolicy = serve(temperaturePolicyActions, {
  effects: { disable: ({ tx, ctx }) => announceRules(tx, ctx), enable: ({ tx, ctx }) => announceRules(tx, ctx) },
  hooks: {
    afterEdit: ({ tx, ctx }) => announceRules(tx, ctx),
    beforeDelete: async ({ tx, record }) => {
      const used = await liveRows(tx, 'temperatureChannel').select('id').where('policy', '=', record.id).limit(1).executeTakeFirst()
      if (used) throw refused('标准正被冷链通道使用，不能删除，可以停用')
    },
  },
})
/** A standard of temperatures says nothing of humidity. */
async function checkPolicy(tx: Tx, kind: ChannelKind, policy: number | null | undefined): Promise<void> {
  if (!policy) return
  const row = await tx.selectFrom('temperaturePolicy').select('kind').where('id', '=', policy).executeTakeFirst()
  if (row && row.kind !== kind) throw invalid({ policy: `所选标准是${MEASURES[row.kind]}标准，与通道类型不符` })
}

export const servedChannel = serveEntity(temperatureChannel, {
  beforeAdd: async ({ tx, values }) => {
    await checkPolicy(tx, values.kind ?? 'temperature', values.policy)
    const vehicle = await seenVehicle(tx, values.vehicle ?? -1)
    return { store: vehicle?.store ?? null }
  },
  beforeEdit: ({ tx, record, patch }) => checkPolicy(tx, record.kind, patch.policy),
  afterAdd: ({ tx, ctx }) => announceRules(tx, ctx),
  afterEdit: ({ tx, ctx }) => announceRules(tx, ctx),
  beforeDelete: ({ tx, ctx }) => announceRules(tx, ctx),
})
