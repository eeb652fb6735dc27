/** 预留 on the server: kept for a caller, moved, becoming a contract, released by somebody or by the clock. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { instantAt, type Day } from '#kit/basics/time/day.ts'
import { titlesOf } from '#kit/entity/query/labels.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { ScheduledJob, Watcher } from '#kit/entity/registry.server.ts'
import { moveOnly, serve } from '#kit/entity/serve.server.ts'
import { act } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { parameterNumber } from '#modules/system/system.public.ts'
import { fleetVehicles, holdVehicles, lockVehicle, seenVehicle } from '#modules/vehicles/vehicles.public.ts'
import { daysText, type Days } from './days.rules.ts'
import { freeAmong, sweepHolds, type Own } from './occupancy.server.ts'
import { vehicleHold, vehicleHoldActions } from './vehicle-hold.ts'

type Hold = Rec<typeof vehicleHold>

const HOUR = 3_600_000

/** Locks the vehicle and says why it cannot be promised for these days, or null. */
async function whyNot(tx: Tx, ctx: Context, vehicle: number, days: Days, own: Own): Promise<string | null> {
  await holdVehicles(tx, [vehicle])
  await sweepHolds(tx, ctx, [vehicle])
  const known = await seenVehicle(tx, vehicle)
  if (!known) return '车辆已被删除，请重新选择'
  const stands = (await freeAmong(tx, ctx, [known], days, own)).get(vehicle)!
  return stands.free ? null : `${known.plateNo} 不能预留：${stands.why.join('；')}`
}

/** One vehicle of the model at the store that is free on these days; of several the one with least to be done, longest idle first. */
async function pickOne(tx: Tx, ctx: Context, model: number, store: number, days: Days): Promise<number> {
  const all = await fleetVehicles(tx, ctx, { model, store })
    .select(['t.id', 't.status'])
    .where('t.status', '<>', 'suspended')
    .orderBy('t.idleSince')
    .orderBy('t.id')
    .execute()
  const stands = await freeAmong(tx, ctx, all, days)
  const free = all.filter((v) => stands.get(v.id)!.free).toSorted((a, b) => stands.get(a.id)!.note.length - stands.get(b.id)!.note.length)
  // Those that nobody else is deciding about first; then the others, waiting for each.
  for (const wait of [false, true])
    for (const { id } of free) {
      if (!(await lockVehicle(tx, id, wait))) continue
      if ((await whyNot(tx, ctx, id, days, {})) === null) return id
    }
  const names = await titlesOf(tx, ctx, 'vehicleModel', [model])
  throw invalid({
    model: `取车门店没有在 ${daysText(days, ctx.clock.today())} 空闲的 ${names.get(model) ?? '该车型'}，请改日期、门店或车型，或在车辆排期里找空闲车`,
  })
}

/** Until when it is kept: as typed, or as long as the company keeps one; never beyond the day the vehicle would come back. */
async function keptUntil(tx: Tx, ctx: Context, asked: string | null | undefined, endOn: Day): Promise<string> {
  const now = Date.parse(ctx.clock.now())
  const last = Date.parse(instantAt(endOn))
  if (!asked) return new Date(Math.min(now + (await parameterNumber(tx, ctx.registry, 'holdHours')) * HOUR, last)).toISOString()
  if (Date.parse(asked) <= now) throw invalid({ expiresAt: '保留至须晚于现在' })
  if (Date.parse(asked) > last) throw invalid({ expiresAt: `保留至不能晚于还车日 ${endOn}` })
  return asked
}

async function take(tx: Tx, ctx: Context, h: Partial<Hold>): Promise<Partial<Hold>> {
  const days = { from: h.startOn!, to: h.endOn! }
  if (days.from < ctx.clock.today()) throw invalid({ startOn: '取车日不能早于今天' })
  const expiresAt = await keptUntil(tx, ctx, h.expiresAt, days.to)
  if (!h.vehicle) return { vehicle: await pickOne(tx, ctx, h.model!, h.store!, days), expiresAt }
  const why = await whyNot(tx, ctx, h.vehicle, days, {})
  if (why) throw invalid({ vehicle: why })
  return { model: (await seenVehicle(tx, h.vehicle))!.model, expiresAt }
}

async function reschedule(tx: Tx, ctx: Context, h: Hold, to: { vehicle: number; startOn: Day; endOn: Day }): Promise<Partial<Hold>> {
  if (to.startOn < ctx.clock.today() && to.startOn !== h.startOn) throw invalid({ startOn: '取车日不能早于今天' })
  const why = await whyNot(tx, ctx, to.vehicle, { from: to.startOn, to: to.endOn }, { hold: h.id })
  if (why) throw refused(why)
  const last = instantAt(to.endOn)
  return {
    ...to,
    model: (await seenVehicle(tx, to.vehicle))!.model,
    ...(h.expiresAt && Date.parse(h.expiresAt) > Date.parse(last) ? { expiresAt: last } : {}),
  }
}

export const servedHold = serve(vehicleHoldActions, {
  effects: {
    reschedule: ({ tx, ctx, record, input }) => reschedule(tx, ctx, record, input),
    prolong: async ({ tx, ctx, record, input }) => ({ expiresAt: await keptUntil(tx, ctx, input.expiresAt, record.endOn) }),
    release: async ({ input }) => ({ releaseReason: input.reason }),
    sign: moveOnly,
    goBack: moveOnly,
    finish: moveOnly,
    expire: async () => ({ releaseReason: '保留时间已到' }),
  },
  hooks: {
    beforeAdd: ({ tx, ctx, values }) => take(tx, ctx, values),
    beforeEdit: async ({ tx, ctx, record, patch }) =>
      patch.expiresAt === undefined ? {} : { expiresAt: await keptUntil(tx, ctx, patch.expiresAt, record.endOn) },
    refuseEdit: (h) => (h.status === 'held' ? null : '只有已预留的可以修改'),
    refuseDelete: () => '预留不能删除，不要了请取消',
  },
})

/** A contract was written from the hold: it stays kept until that one is passed. */
export async function signHold(tx: Tx, ctx: Context, hold: number | null): Promise<void> {
  if (hold) await act(tx, ctx, 'vehicleHold', 'sign', hold, null, {})
}
/** The lease of the contract takes its place, so it must be out of the way first. */
export const finishHold = (tx: Tx, ctx: Context, hold: number | null): Promise<void> => moveSigning(tx, ctx, hold, 'finish')
/** The contract came to nothing: kept again, or over if its time has passed. */
export const freeHold = (tx: Tx, ctx: Context, hold: number | null): Promise<void> => moveSigning(tx, ctx, hold, 'goBack')

async function moveSigning(tx: Tx, ctx: Context, hold: number | null, action: 'finish' | 'goBack'): Promise<void> {
  if (!hold) return
  const row = await liveRows(tx, 'vehicleHold').select(['status']).where('id', '=', hold).forNoKeyUpdate().executeTakeFirst()
  if (row?.status === 'signing') await act(tx, ctx, 'vehicleHold', action, hold, null, {})
}

/** What the contract takes from the hold it is made of. */
export async function ownHold(tx: Tx, c: { hold: number | null; vehicles: readonly number[] }): Promise<void> {
  if (!c.hold) return
  const hold = await liveRows(tx, 'vehicleHold').select(['no', 'vehicle']).where('id', '=', c.hold).executeTakeFirst()
  if (hold?.vehicle && !c.vehicles.includes(hold.vehicle))
    throw invalid({ hold: `预留 ${hold.no} 的车辆不在合同中，请选上该车或先把预留改到合同的车上` })
}

/** Over: nobody began a contract in time, or what was begun is still a draft. */
async function expireHolds(ctx: Context): Promise<void> {
  await ctx.db.write(ctx.user.operatorId, async (tx) => {
    const over = await liveRows(tx, 'vehicleHold')
      .select('id')
      .where('status', 'in', ['held', 'signing'])
      .where('expiresAt', '<=', ctx.clock.now())
      .where((e) =>
        e.or([
          e('status', '=', 'held'),
          e.not(
            e.exists(
              liveRows(e, 'contract')
                .select('contract.id')
                .whereRef('contract.hold', '=', 'vehicleHold.id')
                .where('contract.status', 'not in', ['draft', 'rejected', 'void']),
            ),
          ),
        ]),
      )
      .orderBy('id')
      .forNoKeyUpdate()
      .skipLocked()
      .execute()
    for (const { id } of over) await act(tx, ctx, 'vehicleHold', 'expire', id, null, {})
  })
}
export const holdJob: ScheduledJob = { name: 'expireHolds', cron: '*/5 * * * *', run: expireHolds }

/** A vehicle that is taken out of the fleet may be promised to somebody: said before, with whom to speak. */
export const holdWatcher: Pick<Required<Watcher>, 'before'> = {
  before: async ({ tx, ctx, entity, action, record }) => {
    if (entity !== 'vehicle' || (action !== 'suspend' && action !== 'dispose')) return null
    await sweepHolds(tx, ctx, [record.id])
    const holds = await liveRows(tx, 'vehicleHold')
      .select(['no', 'caller', 'startOn as from', 'endOn as to'])
      .where('vehicle', '=', record.id)
      .where('status', 'in', ['held', 'signing'])
      .orderBy('startOn')
      .execute()
    if (holds.length === 0) return null
    const texts = holds.map((h) => `${h.caller} ${daysText(h, ctx.clock.today())}（${h.no}）`)
    throw refused(`该车已预留给 ${texts.join('、')}，请先在车辆排期中改到别的车或取消预留`)
  },
}
