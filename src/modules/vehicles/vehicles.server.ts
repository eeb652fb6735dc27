/** Server part of vehicles: preparation, transfers, plate changes, stock; figures for the home page. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays } from '#kit/basics/time/day.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { usedBy } from '#kit/entity/write/references.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { serve, copyInput, moveOnly } from '#kit/entity/serve.server.ts'
import type { HomeCard, ServedModule } from '#kit/entity/registry.server.ts'
import { add, get, storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { barsOf, listAddress, listFigures } from '#kit/report/list-total.server.ts'
import { figuresBy } from '#kit/report/report.server.ts'
import { parameterNumber } from '#modules/system/system.public.ts'
import { tellFollowers } from './followers.server.ts'
import { vehicleFigures } from './figure/figure.server.ts'
import { blocksOf, noteReading, servedBlock, servedReading } from './ground.server.ts'
import { paperGaps } from './papers.rules.ts'
import { vehiclePreparation, vehiclePreparationActions } from './records.ts'
import { vehicle, vehicleActions } from './vehicle.ts'
import { vehicleModelActions, type vehicleModel } from './vehicle-model.ts'
import { ownSpans } from './spans.server.ts'
import { vehicles } from './vehicles.ts'

/** Steps a new vehicle starts with; more can be added by hand. */
const FIRST_STEPS = ['purchase', 'registration', 'insurance', 'inspection', 'device', 'wash']

async function openSteps(tx: Tx, vehicleIds: readonly number[]): Promise<Map<number, string[]>> {
  if (vehicleIds.length === 0) return new Map()
  const rows = await liveRows(tx, 'vehiclePreparation')
    .leftJoin('dictGroup', (j) => j.on('dictGroup.code', '=', 'preparationStep').on('dictGroup.deletedAt', 'is', null))
    .leftJoin('dictItem', (j) => j.onRef('dictItem.dictGroup', '=', 'dictGroup.id').onRef('dictItem.value', '=', 'vehiclePreparation.step'))
    .select(['vehiclePreparation.vehicle', 'vehiclePreparation.step', 'dictItem.name'])
    .where('vehiclePreparation.vehicle', 'in', [...vehicleIds])
    .where('vehiclePreparation.status', '=', 'open')
    .orderBy('vehiclePreparation.id')
    .execute()
  return new Map([...Map.groupBy(rows, (r) => r.vehicle)].map(([id, of]) => [id, of.map((r) => r.name ?? r.step)]))
}

const addSteps = async (tx: Tx, ctx: Context, vehicleId: number, steps: readonly string[]): Promise<void> => {
  for (const step of steps) await add(tx, ctx, 'vehiclePreparation', { vehicle: vehicleId, step })
}

/** Whatever state it came back in, it is washed before the next customer has it. */
async function washAgain(tx: Tx, ctx: Context, vehicleId: number): Promise<void> {
  const done = await liveRows(tx, 'vehiclePreparation')
    .select('id')
    .where('vehicle', '=', vehicleId)
    .where('step', '=', 'wash')
    .where('status', '!=', 'open')
    .execute()
  await storeOf(vehiclePreparation).actMany(
    tx,
    ctx,
    'reopen',
    done.map((step) => step.id),
  )
}

/** Read beside the vehicle by both parties. */
const signedReading = (
  tx: Tx,
  ctx: Context,
  vehicleId: number,
  { odometer, at }: { odometer: number; at: string | null },
  source: 'handover' | 'return',
): Promise<unknown> => noteReading(tx, ctx, { vehicle: vehicleId, at: at ?? ctx.clock.now(), km: odometer, source, signed: true })

const FOLLOWED = [
  'inspectionDueOn',
  'compulsoryInsuranceDueOn',
  'commercialInsuranceDueOn',
  'roadPermitDueOn',
  'registeredOn',
  'model',
  'store',
  'odometer',
  'useNature',
] as const

/** What a policy, an inspection or a certificate stands behind is changed there. */
function refuseTyped(record: Rec<typeof vehicle>, patch: Partial<Rec<typeof vehicle>>): void {
  if ('papersFrom' in patch) return
  const typed = Object.entries(record.papersFrom ?? {}).filter(([name]) => name in patch)
  if (typed.length) throw invalid(Object.fromEntries(typed.map(([name, from]) => [name, `由${from} 带出，请在那里修改`])))
}

const servedVehicle = serve(vehicleActions, {
  facts: async ({ tx, ctx, records }) => {
    const steps = await openSteps(
      tx,
      records.filter((v) => v.status === 'preparing').map((v) => v.id),
    )
    const today = ctx.clock.today()
    const blocked = await blocksOf(
      tx,
      records.map((v) => v.id),
    )
    return records.map((v) => ({
      gaps: [...new Set([...paperGaps(v, today), ...(blocked.get(v.id) ?? [])])],
      openSteps: steps.get(v.id) ?? [],
    }))
  },
  effects: {
    release: async ({ ctx }) => ({ idleSince: ctx.clock.today() }),
    transfer: async ({ tx, ctx, record, input }) => {
      await add(tx, ctx, 'storeTransfer', {
        vehicle: record.id,
        fromStore: record.store,
        toStore: input.toStore,
        transferredAt: ctx.clock.now(),
        reason: input.reason,
      })
      return { store: input.toStore }
    },
    sendToRepair: moveOnly,
    prepareAgain: async ({ tx, ctx, record }) => {
      const open = await openSteps(tx, [record.id])
      if (!open.get(record.id)?.length) await washAgain(tx, ctx, record.id)
      return { idleSince: ctx.clock.today() }
    },
    suspend: moveOnly,
    dispose: async ({ ctx, record, input }) => {
      if (input.on > ctx.clock.today()) throw invalid({ on: '处置日期不能晚于今天' })
      if (record.purchasedOn && input.on < record.purchasedOn) throw invalid({ on: `处置日期不能早于购置日期 ${record.purchasedOn}` })
      return { idleSince: null, disposedOn: input.on }
    },
    reserve: moveOnly,
    releaseReservation: moveOnly,
    handOver: async ({ tx, ctx, record, input }) => {
      await signedReading(tx, ctx, record.id, input, 'handover')
      return { odometer: input.odometer, idleSince: null }
    },
    takeBack: async ({ tx, ctx, record, input }) => {
      await signedReading(tx, ctx, record.id, input, 'return')
      await washAgain(tx, ctx, record.id)
      return { odometer: input.odometer, idleSince: ctx.clock.today() }
    },
    changePlate: async ({ tx, ctx, record, input }) => {
      const taken = await liveRows(tx, 'vehicle')
        .select('id')
        .where('plateNo', '=', input.newPlateNo)
        .where('id', '!=', record.id)
        .executeTakeFirst()
      if (taken) throw refused('新车牌号已被另一辆车使用，请核对；确已过户的请先更换那辆车的号牌')
      await add(tx, ctx, 'plateChange', {
        vehicle: record.id,
        oldPlateNo: record.plateNo,
        oldPlateColor: record.plateColor,
        newPlateNo: input.newPlateNo,
        newPlateColor: input.newPlateColor,
        changedOn: input.changedOn,
        reason: input.reason,
      })
      return { plateNo: input.newPlateNo, plateColor: input.newPlateColor }
    },
  },
  hooks: {
    beforeAdd: async ({ ctx, values }) => ({ odometer: values.odometer ?? 0, idleSince: ctx.clock.today() }),
    afterAdd: async ({ tx, ctx, record }) => {
      await addSteps(tx, ctx, record.id, FIRST_STEPS)
      if (record.odometer) await noteReading(tx, ctx, { vehicle: record.id, at: ctx.clock.now(), km: record.odometer, source: 'manual' })
    },
    beforeEdit: async ({ record, patch }) => refuseTyped(record, patch),
    afterEdit: async ({ tx, ctx, before, record }) => {
      if (FOLLOWED.some((name) => before[name] !== record[name])) await tellFollowers(tx, ctx, [record.id])
    },
    refuseDelete: (v) => (v.status === 'preparing' ? null : '只有整备中的车辆可以删除，其余请停用后处置'),
    beforeDelete: async ({ tx, record }) => {
      const used = await tx.selectFrom('leaseSegment').select('id').where('vehicle', '=', record.id).limit(1).executeTakeFirst()
      if (used) throw refused('车辆已有租赁记录，不能删除；不再使用时请停用或处置')
    },
  },
})

const servedModel = serve(vehicleModelActions, {
  facts: async ({ tx, records }) => {
    const rows = await liveRows(tx, 'vehicle')
      .select(['model', sql<number>`count(*)`.as('n')])
      .where('model', '=', anyOf(records.map((r) => r.id)))
      .groupBy('model')
      .execute()
    return records.map((m) => ({ vehicleCount: rows.find((r) => r.model === m.id)?.n ?? 0 }))
  },
  effects: { disable: moveOnly, enable: moveOnly },
  hooks: {
    beforeDelete: async ({ tx, ctx, record }) => {
      const used = await usedBy(tx, ctx, record.id, { entity: 'vehicle', by: 'model', shows: 'plateNo', label: '车辆' })
      if (used) throw refused(`车型正被${used} 等使用，不能删除，可以停用`)
    },
  },
})

const servedPreparation = serve(vehiclePreparationActions, {
  effects: { complete: copyInput, waive: copyInput, reopen: async () => ({ doneOn: null }) },
  hooks: { refuseEdit: (p) => (p.status === 'open' ? null : '已完成的整备事项不能修改，请先重新打开') },
})

const IN_USE = ['preparing', 'available', 'reserved', 'leased', 'repairing', 'suspended'] as const
const LIVE = IN_USE.filter((status) => status !== 'suspended')

/** Vehicles by state, and how much of the fleet is let today. */
const byStatus: HomeCard = {
  code: 'vehicleByStatus',
  title: '出租率与车辆状态',
  page: 'homePage',
  order: 11,
  right: 'vehicleList',
  load: async (ctx) => {
    const n = await ctx.db.read(ctx.user.operatorId, (db) => figuresBy(db, ctx, vehicle, 'status'))
    const at = (...states: string[]): string => listAddress(ctx, 'vehicleList', { status: states })
    const inUse = IN_USE.reduce((sum, status) => sum + (n.get(status) ?? 0), 0)
    const states = Object.entries(vehicle.fields.status.options).filter(([status]) => n.has(status))
    const parts = states.map(([status, label]) => ({ label, value: n.get(status)!, to: at(status) }))
    return {
      ...barsOf(parts, '车辆', '辆'),
      chart: 'pie',
      figures: [
        { label: '在册车辆', value: inUse, to: at(...IN_USE) },
        { label: '出租率', value: inUse ? Math.round(((n.get('leased') ?? 0) * 1000) / inUse) / 10 : 0, unit: '%', to: at('leased') },
      ],
    }
  },
}

const PAPERS = { inspectionDueOn: '年检', compulsoryInsuranceDueOn: '交强险', roadPermitDueOn: '道路运输证' } as const
const WEEK = 7
/** Papers of vehicles in use by how soon they end. */
const papersDue: HomeCard = {
  code: 'papersDue',
  title: '证照到期',
  page: 'homePage',
  order: 31,
  right: 'vehicleList',
  load: async (ctx) =>
    ctx.db.read(ctx.user.operatorId, async (db) => {
      const today = ctx.clock.today()
      const ahead = await parameterNumber(db, ctx.registry, 'paperWarnDays')
      const steps = [
        { name: '已到期', days: { to: addDays(today, -1) } },
        { name: `${WEEK} 天内`, days: { from: today, to: addDays(today, WEEK) } },
        ...(ahead > WEEK ? [{ name: `${WEEK + 1}–${ahead} 天`, days: { from: addDays(today, WEEK + 1), to: addDays(today, ahead) } }] : []),
      ]
      const papers = Object.entries(PAPERS)
      const figures = await Promise.all(
        steps.map(async ({ days }) => {
          const each = papers.map(([field, label]) => listFigures(db, ctx, 'vehicleList', { status: [...LIVE], [field]: days }, { label }))
          return (await Promise.all(each)).flat()
        }),
      )
      return {
        kind: 'series',
        chart: 'bar',
        data: {
          labels: papers.map(([, label]) => label),
          shape: { unit: 'number', suffix: '辆' },
          series: steps.map(({ name }, i) => ({ name, values: figures[i]!.map(({ value }) => value) })),
        },
        links: figures.map((row) => row.map(({ to }) => to ?? null)),
      }
    }),
}

/** Each of MODEL_FACTS of the rules. */
const MODEL_FACT_VALUES = z.object({ energy: z.string().nullable(), loadKg: z.number().nullable(), volume: z.number().nullable() })
/** For whoever fills in a vehicle: he chooses among all models, and need not be one who keeps them. */
const modelFacts: Route = route({
  method: 'GET',
  path: '/api/v1/vehicle/modelFacts',
  summary: '车型资料中车辆也有的内容，用于填写车辆',
  right: ['vehicleList_add', 'vehicleList_edit'],
  input: z.strictObject({ model: z.coerce.number().int().min(1) }),
  output: MODEL_FACT_VALUES,
  handler: (ctx, { model }) =>
    ctx.db.read(ctx.user.operatorId, async (tx) => {
      const { energy, loadKg, volume } = (await get(tx, ctx, 'vehicleModel', model)) as unknown as Rec<typeof vehicleModel>
      return { energy, loadKg, volume }
    }),
})

export const vehiclesServer: ServedModule = {
  module: vehicles,
  entities: [servedVehicle, servedModel, servedPreparation, servedReading, servedBlock],
  routes: [modelFacts, vehicleFigures],
  provides: { vehicleSpans: ownSpans },
  home: [byStatus, papersDue, { ...byStatus, page: 'tmsHomePage', order: 30 }, { ...papersDue, page: 'tmsHomePage' }],
}
