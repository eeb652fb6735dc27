/** What people ask of a vehicle: each becomes a command or a cut order of its own. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { serve } from '#kit/entity/serve.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { seenVehicle } from '#modules/vehicles/vehicles.public.ts'
import { parseIds, parseSettings } from './command.rules.ts'
import { queueCommand, type Command } from './command.server.ts'
import { requestCut } from './cut.server.ts'
import { vehiclePosition, vehiclePositionActions } from '../tracks/track.ts'

type Position = Rec<typeof vehiclePosition>

/** For how long it is still wanted, by kind: what concerns this moment does not wait for the terminal. */
const NOW = { queueable: false, seconds: 120 }
const LATER = { queueable: true, seconds: 24 * 3600 }

async function terminalOf(tx: Tx, record: Position): Promise<{ id: number; protocol: string | null }> {
  const terminal = await liveRows(tx, 'terminal')
    .select(['id', 'protocol'])
    .where('vehicle', '=', record.vehicle)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (!terminal) throw refused('该车辆没有绑定使用中的 GPS 设备，请先在「GPS设备」绑定')
  return terminal
}

async function issue(
  tx: Tx,
  ctx: Context,
  record: Position,
  kind: Command['kind'],
  summary: string,
  payload: Record<string, unknown>,
  life: typeof NOW,
): Promise<void> {
  const { id } = await terminalOf(tx, record)
  await queueCommand(tx, ctx, { terminal: id, kind, summary, payload, ...life })
}

export const servedVehiclePosition = serve(vehiclePositionActions, {
  effects: {
    locate: ({ tx, ctx, record }) => issue(tx, ctx, record, 'locate', '立即上报位置', {}, NOW),
    setInterval: ({ tx, ctx, record, input }) =>
      input.keepMinutes
        ? issue(
            tx,
            ctx,
            record,
            'track',
            `临时跟踪：每 ${input.seconds} 秒，持续 ${input.keepMinutes} 分钟`,
            { seconds: input.seconds, validSeconds: input.keepMinutes * 60 },
            NOW,
          )
        : issue(tx, ctx, record, 'interval', `平时上报间隔 ${input.seconds} 秒`, { seconds: input.seconds }, LATER),
    sendText: ({ tx, ctx, record, input }) =>
      issue(
        tx,
        ctx,
        record,
        'text',
        `${input.urgent ? '紧急：' : ''}${input.text}`,
        { text: input.text, speak: input.speak, urgent: input.urgent },
        LATER,
      ),
    readParameters: ({ tx, ctx, record, input }) => {
      const ids = parseIds(input.ids ?? '')
      return issue(tx, ctx, record, 'readParameters', ids.length ? `查询参数 ${(input.ids ?? '').trim()}` : '查询全部参数', { ids }, NOW)
    },
    setParameters: ({ tx, ctx, record, input }) =>
      issue(
        tx,
        ctx,
        record,
        'setParameters',
        `设置参数 ${input.parameters.trim().split(/\r?\n/).join('；')}`,
        { settings: parseSettings(input.parameters) },
        LATER,
      ),
    calibrate: async ({ tx, ctx, record, input }) => {
      const km = input.reading ?? (await seenVehicle(tx, record.vehicle))?.odometer
      // An archive at 0 km says that nobody has entered it.
      if (km === undefined || km === null || (input.reading === null && km === 0))
        throw invalid({ reading: '车辆档案中没有里程，请填写仪表读数' })
      await issue(
        tx,
        ctx,
        record,
        'calibrate',
        `里程校准为 ${km} km`,
        { settings: [{ id: '00000080', value: String(Math.round(Number(km) * 10)) }] },
        NOW,
      )
    },
    upgrade: ({ tx, ctx, record, input }) =>
      issue(
        tx,
        ctx,
        record,
        'upgrade',
        `升级到 ${input.firmware}：${input.url}`,
        { url: input.url, firmware: input.firmware, minutes: input.minutes },
        NOW,
      ),
    restart: ({ tx, ctx, record }) => issue(tx, ctx, record, 'restart', '终端复位', {}, NOW),
    readProperties: ({ tx, ctx, record }) => issue(tx, ctx, record, 'properties', '查询终端属性', {}, NOW),
    factoryReset: ({ tx, ctx, record }) => issue(tx, ctx, record, 'factoryReset', '恢复出厂设置', {}, NOW),
    passThrough: ({ tx, ctx, record, input }) => {
      const data = input.data.replace(/\s/g, '').toLowerCase()
      return issue(
        tx,
        ctx,
        record,
        'raw',
        `透传 ${input.type.toUpperCase()}：${data}`,
        { type: Number.parseInt(input.type, 16), data },
        NOW,
      )
    },
    photo: ({ tx, ctx, record, input }) => issue(tx, ctx, record, 'photo', `通道 ${input.channel} 拍照`, { channel: input.channel }, NOW),
    lockDoor: ({ tx, ctx, record }) => issue(tx, ctx, record, 'lockDoor', '车门加锁', {}, NOW),
    unlockDoor: ({ tx, ctx, record }) => issue(tx, ctx, record, 'unlockDoor', '车门解锁', {}, NOW),
    requestCut: async ({ tx, ctx, record, input }) =>
      void (await requestCut(tx, ctx, {
        vehicle: record.vehicle,
        kind: input.kind,
        reason: input.reason,
        contract: input.contract,
        reasonText: input.reasonText,
        warned: input.warned,
      })),
    requestRestore: async ({ tx, ctx, record, input }) =>
      void (await requestCut(tx, ctx, {
        vehicle: record.vehicle,
        kind: 'restore',
        reason: 'released',
        contract: null,
        reasonText: input.reasonText,
        warned: true,
      })),
  },
})
