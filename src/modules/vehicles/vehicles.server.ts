/** Server part of vehicles: preparation, transfers, plate changes, stock; figures for the home page. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays } from '#kit/basics/day.ts'
import { refused } from '#kit/basics/errors.ts'
import { serve, copyInput, moveOnly } from '#kit/entity/serve.server.ts'
import type { HomeCard, ServedModule } from '#kit/entity/registry.server.ts'
import { add } from '#kit/entity/store.server.ts'
import { scopedFrom } from '#kit/report/report.server.ts'
import { parameterNumber } from '#modules/system/system.public.ts'
import { paperGaps } from './papers.rules.ts'
import { vehiclePreparationActions } from './records.ts'
import { vehicle, vehicleActions } from './vehicle.ts'
import { vehicleModelActions } from './vehicleModel.ts'
import { vehicles } from './vehicles.ts'

/** Steps a new vehicle starts with; more can be added by hand. */
const FIRST_STEPS = ['purchase', 'registration', 'insurance', 'inspection', 'device', 'wash']

async function openSteps(tx: Tx, vehicleIds: readonly number[]): Promise<Map<number, string[]>> {
  if (vehicleIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('vehiclePreparation')
    .leftJoin('dictGroup', (j) => j.on('dictGroup.code', '=', 'preparationStep').on('dictGroup.deletedAt', 'is', null))
    .leftJoin('dictItem', (j) => j.onRef('dictItem.dictGroup', '=', 'dictGroup.id').onRef('dictItem.value', '=', 'vehiclePreparation.step'))
    .select(['vehiclePreparation.vehicle', 'vehiclePreparation.step', 'dictItem.name'])
    .where('vehiclePreparation.vehicle', 'in', [...vehicleIds])
    .where('vehiclePreparation.status', '=', 'open')
    .where('vehiclePreparation.deletedAt', 'is', null)
    .orderBy('vehiclePreparation.id')
    .execute()
  return new Map([...Map.groupBy(rows, (r) => r.vehicle)].map(([id, of]) => [id, of.map((r) => r.name ?? r.step)]))
}

const addSteps = async (tx: Tx, ctx: Context, vehicleId: number, steps: readonly string[]): Promise<void> => {
  for (const step of steps) await add(tx, ctx, 'vehiclePreparation', { vehicle: vehicleId, step })
}

const servedVehicle = serve(vehicleActions, {
  facts: async ({ tx, ctx, records }) => {
    const steps = await openSteps(tx, records.filter((v) => v.status === 'preparing').map((v) => v.id))
    const today = ctx.clock.today()
    return records.map((v) => ({ gaps: paperGaps(v, today), openSteps: steps.get(v.id) ?? [] }))
  },
  effects: {
    release: async ({ ctx }) => ({ idleSince: ctx.clock.today() }),
    transfer: async ({ tx, ctx, record, input }) => {
      await add(tx, ctx, 'storeTransfer', { vehicle: record.id, fromStore: record.store, toStore: input.toStore, transferredAt: ctx.clock.now(), reason: input.reason })
      return { store: input.toStore }
    },
    sendToRepair: moveOnly,
    prepareAgain: async ({ tx, ctx, record }) => {
      const open = await openSteps(tx, [record.id])
      if (!open.get(record.id)?.length) await tx.updateTable('vehiclePreparation').set({ status: 'open', doneOn: null }).where('vehicle', '=', record.id).where('step', '=', 'wash').execute()
      return { idleSince: ctx.clock.today() }
    },
    suspend: moveOnly,
    dispose: async () => ({ idleSince: null }),
    reserve: moveOnly,
    releaseReservation: moveOnly,
    handOver: async ({ input }) => ({ odometer: input.odometer, idleSince: null }),
    takeBack: async ({ tx, ctx, record, input }) => {
      await tx.updateTable('vehiclePreparation').set({ status: 'open', doneOn: null }).where('vehicle', '=', record.id).where('step', '=', 'wash').execute()
      return { odometer: input.odometer, idleSince: ctx.clock.today() }
    },
    changePlate: async ({ tx, ctx, record, input }) => {
      const taken = await tx.selectFrom('vehicle').select('id').where('plateNo', '=', input.newPlateNo).where('id', '!=', record.id).where('deletedAt', 'is', null).executeTakeFirst()
      if (taken) throw refused('新车牌号已被其他车辆使用')
      await add(tx, ctx, 'plateChange', {
        vehicle: record.id, oldPlateNo: record.plateNo, oldPlateColor: record.plateColor, newPlateNo: input.newPlateNo, newPlateColor: input.newPlateColor, changedOn: input.changedOn, reason: input.reason,
      })
      return { plateNo: input.newPlateNo, plateColor: input.newPlateColor }
    },
  },
  hooks: {
    beforeAdd: async ({ ctx, values }) => ({ odometer: values.odometer ?? 0, idleSince: ctx.clock.today() }),
    afterAdd: async ({ tx, ctx, record }) => addSteps(tx, ctx, record.id, FIRST_STEPS),
    refuseDelete: (v) => (v.status === 'preparing' ? null : '只有整备中的车辆可以删除，其余请停用后处置'),
    beforeDelete: async ({ tx, record }) => {
      const used = await tx.selectFrom('leaseSegment').select('id').where('vehicle', '=', record.id).limit(1).executeTakeFirst()
      if (used) throw refused('车辆已有租赁记录，不能删除')
    },
  },
})

const servedModel = serve(vehicleModelActions, {
  facts: async ({ tx, records }) => {
    const rows = await tx.selectFrom('vehicle').select(['model', sql<number>`count(*)`.as('n')]).where('model', 'in', records.length ? records.map((r) => r.id) : [-1]).where('deletedAt', 'is', null).groupBy('model').execute()
    return records.map((m) => ({ vehicleCount: rows.find((r) => r.model === m.id)?.n ?? 0 }))
  },
  effects: { disable: moveOnly, enable: moveOnly },
  hooks: {
    beforeDelete: async ({ tx, record }) => {
      const used = await tx.selectFrom('vehicle').select('plateNo').where('model', '=', record.id).where('deletedAt', 'is', null).limit(1).executeTakeFirst()
      if (used) throw refused(`车型正被车辆 ${used.plateNo} 等使用，不能删除，可以停用`)
    },
  },
})

const servedPreparation = serve(vehiclePreparationActions, {
  effects: { complete: copyInput, waive: copyInput, reopen: async () => ({ doneOn: null }) },
  hooks: { refuseEdit: (p) => (p.status === 'open' ? null : '已完成的整备事项不能修改，请先重新打开') },
})

/** Vehicles by state; every figure opens the rows it counts. */
const byStatus: HomeCard = {
  code: 'vehicleByStatus', title: '车辆状态', page: 'homePage', group: '车辆', order: 10, right: 'vehicleList',
  load: async (ctx) => {
    const rows = await ctx.db.read(ctx.user.operatorId, (db) => scopedFrom(db, ctx, vehicle).select(['status', sql<number>`count(*)`.as('n')]).groupBy('status').execute())
    const n = new Map(rows.map((r) => [r.status as string, r.n as number]))
    const options = vehicle.fields.status.options as Record<string, string>
    const inUse = [...n].filter(([s]) => s !== 'disposed').reduce((sum, [, k]) => sum + k, 0)
    return {
      kind: 'figures',
      figures: [
        { label: '在册车辆', value: inUse, to: '/vehicle/vehicleList?status=preparing,available,reserved,leased,repairing,suspended' },
        ...Object.entries(options).filter(([s]) => n.has(s)).map(([s, label]) => ({ label, value: n.get(s) ?? 0, to: `/vehicle/vehicleList?status=${s}` })),
        { label: '出租率', value: inUse ? Math.round(((n.get('leased') ?? 0) * 1000) / inUse) / 10 : 0, unit: '%' as const, to: '/vehicle/vehicleList?status=leased' },
      ],
    }
  },
}

const papersDue: HomeCard = {
  code: 'papersDue', title: '证照到期', page: 'homePage', group: '今天要做的事', order: 30, right: 'vehicleList',
  load: async (ctx) =>
    ctx.db.read(ctx.user.operatorId, async (db) => {
      const today = ctx.clock.today()
      const until = addDays(today, await parameterNumber(db, ctx.registry, 'paperWarnDays'))
      const live = 'status=preparing,available,reserved,leased,repairing'
      const figure = async (label: string, field: 'inspectionDueOn' | 'compulsoryInsuranceDueOn' | 'roadPermitDueOn') => {
        const rows = await scopedFrom(db, ctx, vehicle)
          .select(sql<number>`count(*)`.as('n'))
          .where(field as never, '<=', until as never)
          .where('status' as never, 'in', ['preparing', 'available', 'reserved', 'leased', 'repairing'] as never)
          .execute()
        const value = (rows[0] as { n: number } | undefined)?.n ?? 0
        return { label, value, to: `/vehicle/vehicleList?${live}&${field}=~${until}`, tone: value ? ('warn' as const) : ('good' as const) }
      }
      return { kind: 'figures', figures: [await figure('年检到期', 'inspectionDueOn'), await figure('交强险到期', 'compulsoryInsuranceDueOn'), await figure('运输证到期', 'roadPermitDueOn')] }
    }),
}

export const vehiclesServer: ServedModule = { module: vehicles, entities: [servedVehicle, servedModel, servedPreparation], home: [byStatus, papersDue] }
