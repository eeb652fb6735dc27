/** 年检: due by the rules of the class and use, passed from the old due on, an order when it failed (§2.4). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { fen } from '#kit/basics/fen.ts'
import { allRows, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { moveOnly, serve } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { eachApart } from '#kit/jobs/each.server.ts'
import { draftPayable } from '#modules/billing/billing.public.ts'
import { disposedAmong, holdVehicle, noteReading, seenVehicle, setPapers } from '#modules/vehicles/vehicles.public.ts'
import { addCost } from '../ground/costs.server.ts'
import { rebuildDues } from '../dues.server.ts'
import { draftOrder } from '../upkeep/order.server.ts'
import { classOf, dueFrom, natureOf, nextInspection, windowFrom, type InspectionRuleRow } from './inspection.rules.ts'
import { inspection, inspectionActions } from './inspection.ts'

type Inspection = Rec<typeof inspection>
const inspections = storeOf(inspection)
const OPEN = ['toDo', 'booked', 'doing', 'failed'] as const

async function subject(tx: Tx, ctx: Context, vehicle: number) {
  const v = await tx
    .selectFrom('vehicle')
    .innerJoin('vehicleModel', 'vehicleModel.id', 'vehicle.model')
    .select([
      'vehicle.id',
      'vehicle.plateNo',
      'vehicle.store',
      'vehicle.registeredOn',
      'vehicle.useNature',
      'vehicle.inspectionDueOn',
      'vehicleModel.category',
      'vehicleModel.seats',
    ])
    .where('vehicle.id', '=', vehicle)
    .executeTakeFirstOrThrow()
  const rules = (await liveRows(tx, 'inspectionRule')
    .select(['vehicleClass', 'useNature', 'ageFrom', 'ageTo', 'everyMonths', 'kind', 'effectiveOn'])
    .where('effectiveOn', '<=', ctx.clock.today())
    .execute()) as InspectionRuleRow[]
  return { v, rules, of: [classOf(v.category, v.seats), natureOf(v.useNature), rules] as const }
}

/** The due that is open: the one the vehicle stands at, else by the rules from its registration. */
async function dueOf(tx: Tx, ctx: Context, vehicle: number): Promise<{ dueOn: Day; way: 'line' | 'label' }> {
  const { v, of } = await subject(tx, ctx, vehicle)
  if (!v.registeredOn) {
    if (v.inspectionDueOn) return { dueOn: v.inspectionDueOn, way: 'line' }
    throw invalid({ vehicle: '未登记注册日期，无法计算年检到期日' })
  }
  const byRule = dueFrom(v.registeredOn, ...of, v.inspectionDueOn ?? ctx.clock.today())
  if (v.inspectionDueOn) return { dueOn: v.inspectionDueOn, way: byRule?.kind ?? 'line' }
  if (!byRule) throw invalid({ vehicle: '年检规则中没有适用于该车辆的条目，请在「年检规则」补充' })
  return { dueOn: byRule.dueOn, way: byRule.kind }
}

/** From the work list: the open one, or a new one. Its number. */
export async function openInspection(tx: Tx, ctx: Context, vehicle: number): Promise<string> {
  const open = await liveRows(tx, 'inspection')
    .select('no')
    .where('vehicle', '=', vehicle)
    .where('kind', '=', 'annual')
    .where('status', 'in', [...OPEN])
    .executeTakeFirst()
  return open?.no ?? (await inspections.add(tx, ctx, { vehicle, kind: 'annual' })).no
}

async function refuseSecond(tx: Tx, vehicle: number, kind: Inspection['kind']): Promise<void> {
  await holdVehicle(tx, vehicle)
  const open = await liveRows(tx, 'inspection')
    .select('no')
    .where('vehicle', '=', vehicle)
    .where('kind', '=', kind)
    .where('status', 'in', [...OPEN])
    .executeTakeFirst()
  if (open) throw refused(`该车有未办结的年检单 ${open.no}`)
}

async function bookFee(tx: Tx, ctx: Context, r: Inspection, fee: number | null, station: string | null, on: Day): Promise<number | null> {
  if (!fee) return r.payable
  await addCost(tx, ctx, {
    vehicle: r.vehicle,
    store: r.store!,
    on,
    kind: 'inspection',
    amount: fee,
    description: `年检单 ${r.no}`,
    source: r.no,
    // Its version: failed twice on one day, it was paid twice.
    key: `inspection:${r.id}:${r.version}`,
  })
  const { id } = await draftPayable(tx, ctx, {
    partyKind: 'authority',
    payee: station ?? r.station ?? '检测机构',
    fee: 'inspection',
    store: r.store!,
    vehicle: r.vehicle,
    dueOn: ctx.clock.today(),
    theirNo: r.no,
    items: [{ description: `年检单 ${r.no}`, amount: fee }],
  })
  return id
}

async function pass(
  tx: Tx,
  ctx: Context,
  r: Inspection,
  input: { doneOn: Day; files: Inspection['files']; fee: number | null; km: number | null; station: string | null },
): Promise<Partial<Inspection>> {
  const today = ctx.clock.today()
  if (input.doneOn > today) throw invalid({ doneOn: '办理日期不能晚于今天' })
  if (r.windowFrom && input.doneOn < r.windowFrom) throw invalid({ doneOn: `最早可在 ${r.windowFrom} 办理` })
  const { v, of } = await subject(tx, ctx, r.vehicle)
  const payable = await bookFee(tx, ctx, r, input.fee, input.station, input.doneOn)
  if (input.km !== null)
    await noteReading(tx, ctx, { vehicle: r.vehicle, at: ctx.clock.now(), km: input.km, source: 'inspection', ref: r.no })
  const outcome = {
    doneOn: input.doneOn,
    files: input.files ?? r.files,
    fee: input.fee === null ? null : fen(input.fee),
    km: input.km,
    station: input.station ?? r.station,
    payable,
    failedItems: null,
  }
  if (r.kind !== 'annual') return outcome
  if (!v.registeredOn) throw refused('车辆没有登记注册日期，请先在车辆资料补充，再算下次年检')
  // From the old due, never from the day it was done (A8).
  const next = nextInspection(v.registeredOn, ...of, r.dueOn)
  if (!next) throw refused('年检规则中没有适用于该车辆的条目，请在「年检规则」补充')
  await setPapers(tx, ctx, r.vehicle, { inspectionDueOn: next.dueOn }, `年检单 ${r.no}`)
  await rebuildDues(tx, ctx, [r.vehicle])
  return { ...outcome, nextDueOn: next.dueOn }
}

export const servedInspection = serve(inspectionActions, {
  effects: {
    book: async ({ ctx, input }) => {
      if (input.bookedOn < ctx.clock.today()) throw invalid({ bookedOn: '预约日期不能早于今天' })
      return { bookedOn: input.bookedOn, station: input.station }
    },
    start: moveOnly,
    pass: ({ tx, ctx, record, input }) => pass(tx, ctx, record, input),
    fail: async ({ tx, ctx, record, input }) => {
      if (input.doneOn > ctx.clock.today()) throw invalid({ doneOn: '检测日期不能晚于今天' })
      const payable = await bookFee(tx, ctx, record, input.fee, null, input.doneOn)
      const no = await draftOrder(tx, ctx, {
        vehicle: record.vehicle,
        kind: 'repair',
        items: ['other'],
        symptom: `年检 ${record.no} 不合格：${input.failedItems}`,
      })
      const made = await allRows(tx, 'upkeepOrder').select('id').where('no', '=', no).executeTakeFirstOrThrow()
      return { doneOn: input.doneOn, failedItems: input.failedItems, fee: input.fee, orderRef: made.id, payable }
    },
    void: moveOnly,
  },
  hooks: {
    beforeAdd: async ({ tx, ctx, values }) => {
      await refuseSecond(tx, values.vehicle!, values.kind!)
      const v = await seenVehicle(tx, values.vehicle!)
      if (values.kind !== 'annual') {
        if (!values.dueOn) throw invalid({ dueOn: '请填写到期日' })
        return { store: v?.store ?? null, windowFrom: windowFrom(values.dueOn) }
      }
      const due = values.dueOn ? { dueOn: values.dueOn, way: 'line' as const } : await dueOf(tx, ctx, values.vehicle!)
      return { store: v?.store ?? null, ...due, windowFrom: windowFrom(due.dueOn) }
    },
    beforeEdit: async ({ patch }) => (patch.dueOn ? { windowFrom: windowFrom(patch.dueOn) } : undefined),
    refuseEdit: (r) => (r.status === 'toDo' || r.status === 'booked' ? null : '办理中或办结的年检单不能修改'),
    refuseDelete: (r) => (r.status === 'toDo' ? null : '只有待办理的年检单可以删除，其余请作废'),
  },
})

/** Every night: nobody takes a vehicle to its inspection that has left; what was begun already stays for a person to end. */
export async function voidGoneInspections(ctx: Context): Promise<void> {
  const gone = await ctx.db.read(ctx.user.operatorId, async (db) => {
    const open = await liveRows(db, 'inspection')
      .select(['id', 'vehicle'])
      .where('status', 'in', ['toDo', 'booked'])
      .orderBy('id')
      .execute()
    const left = new Set(await disposedAmong(db, [...new Set(open.map((r) => r.vehicle))]))
    return open.filter((r) => left.has(r.vehicle))
  })
  await eachApart(ctx, gone, (tx, { id }) => inspections.act(tx, ctx, 'void', id, { reason: '车辆已处置' }))
}

/** Every night: what has come into its window gets a paper to work with, once a due. */
export async function openDueInspections(ctx: Context): Promise<void> {
  const today = ctx.clock.today()
  const due = await ctx.db.read(ctx.user.operatorId, (db) =>
    liveRows(db, 'vehicle')
      .select(['id', 'inspectionDueOn'])
      .where('status', 'not in', ['disposed', 'suspended'])
      .where('inspectionDueOn', 'is not', null)
      .where('registeredOn', 'is not', null)
      .where((eb) =>
        eb.not(
          eb.exists(
            liveRows(eb, 'inspection')
              .select('inspection.id')
              .whereRef('inspection.vehicle', '=', 'vehicle.id')
              .where('inspection.kind', '=', 'annual')
              .where('inspection.status', 'in', [...OPEN]),
          ),
        ),
      )
      .orderBy('id')
      .execute(),
  )
  const begun = due.filter((v) => windowFrom(v.inspectionDueOn!) <= today)
  await eachApart(ctx, begun, (tx, v) => openInspection(tx, ctx, v.id))
}
