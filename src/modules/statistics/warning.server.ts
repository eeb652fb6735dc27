/** 运营预警 on the server: judged each night for the day before, from the figures of 车辆收益 themselves. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, type Day } from '#kit/basics/time/day.ts'
import { fen } from '#kit/basics/fen.ts'
import type { Notices } from '#kit/report/home.wire.ts'
import type { ScheduledJob } from '#kit/entity/registry.server.ts'
import { labelsOfIds } from '#kit/entity/query/labels.server.ts'
import { liveRows, seenRows } from '#kit/entity/query/live-rows.server.ts'
import { moveOnly, serve } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { answerOf, asked } from '#kit/report/answer.server.ts'
import { listWork } from '#kit/report/work.server.ts'
import { vehicleDay, warningsOf, type VehicleDay } from './warning.rules.ts'
import { revenueWarning, revenueWarningActions, WARNING_KINDS } from './warning.ts'
import { vehicleRevenue } from './vehicles.ts'

const warnings = storeOf(revenueWarning)
const DAYS_BEFORE = 14
const MUTED_DAYS = 7
const MOST_NOTICES = 20
/** Vehicles judged at a time: sixteen days of so many are one answer. */
const PORTION = 500

const handled = async ({ ctx, input }: { ctx: Context; input: { note: string } }) => ({
  note: input.note,
  handledBy: ctx.user.id || null,
  handledAt: ctx.clock.now(),
})
export const servedWarning = serve(revenueWarningActions, { effects: { see: moveOnly, handle: handled, ignore: handled } })

/** The days of some vehicles as the report has them. */
async function daysOf(tx: Tx, ctx: Context, vehicles: readonly number[], from: Day, to: Day): Promise<Map<number, VehicleDay[]>> {
  const ask = { from, to, by: 'vehicle,period', step: 'day', vehicle: vehicles.join(',') }
  const { lines } = await answerOf(asked(tx, ctx, vehicleRevenue, ask), vehicles.length * (DAYS_BEFORE + 2))
  const byVehicle = new Map<number, VehicleDay[]>()
  for (const { keys, values } of lines) {
    const [vehicle, day] = keys
    // Days on which the vehicle was not on the books have no line of days.
    if (!vehicle || !day || !values['stood']) continue
    const of = byVehicle.get(Number(vehicle)) ?? byVehicle.set(Number(vehicle), []).get(Number(vehicle))!
    of.push(vehicleDay(day as Day, values))
  }
  for (const list of byVehicle.values()) list.sort((a, b) => a.day.localeCompare(b.day))
  return byVehicle
}

/** Kinds that somebody set aside for this vehicle within the last week. */
async function mutedOf(tx: Tx, vehicles: readonly number[], on: Day): Promise<ReadonlySet<string>> {
  const rows = await liveRows(tx, 'revenueWarning')
    .select(['vehicle', 'kind'])
    .where('vehicle', 'in', [...vehicles])
    .where((eb) => eb.or([eb('warnedOn', '=', on), eb.and([eb('status', '=', 'ignored'), eb('warnedOn', '>', addDays(on, -MUTED_DAYS))])]))
    .execute()
  return new Set(rows.map((r) => `${r.vehicle}:${r.kind}`))
}

/** Judges one day; a second run of the same day adds nothing. Answers how many warnings are new. */
export async function warn(ctx: Context, on: Day): Promise<number> {
  const vehicles = (await ctx.db.read(ctx.user.operatorId, (db) =>
    seenRows(db, ctx, 'vehicle').where('t.status', '<>', 'disposed').select(['t.id', 't.store']).orderBy('t.id').execute(),
  )) as { id: number; store: number }[]
  let made = 0
  for (let i = 0; i < vehicles.length; i += PORTION) {
    const portion = vehicles.slice(i, i + PORTION)
    made += await ctx.db.write(ctx.user.operatorId, (tx) => judge(tx, ctx, portion, on))
  }
  return made
}

async function judge(tx: Tx, ctx: Context, vehicles: readonly { id: number; store: number }[], on: Day): Promise<number> {
  const ids = vehicles.map((v) => v.id)
  const days = await daysOf(tx, ctx, ids, addDays(on, -DAYS_BEFORE), on)
  const known = await mutedOf(tx, ids, on)
  let made = 0
  for (const { id, store } of vehicles) {
    const own = days.get(id) ?? []
    if (own.at(-1)?.day !== on) continue
    for (const warning of warningsOf(own)) {
      if (known.has(`${id}:${warning.kind}`)) continue
      await warnings.add(tx, ctx, {
        vehicle: id,
        warnedOn: on,
        store,
        kind: warning.kind,
        actual: warning.actual === null ? null : fen(warning.actual),
        expected: warning.expected === null ? null : fen(warning.expected),
        evidence: warning.evidence,
      })
      made++
    }
  }
  return made
}

export const warningJob: ScheduledJob = {
  name: 'revenueWarning',
  cron: '40 3 * * *',
  run: async (ctx) => void (await warn(ctx, addDays(ctx.clock.today(), -1))),
}

/** The panel of notices names what nobody has looked at. */
export async function warningNotices(ctx: Context): Promise<Partial<Notices>> {
  if (!ctx.access.can('operationalWarning')) return {}
  return ctx.db.read(ctx.user.operatorId, async (db) => {
    const rows = await seenRows(db, ctx, revenueWarning)
      .where('t.status', '=', 'open')
      .select(['t.kind', 't.warnedOn', 't.vehicle'])
      .orderBy('t.warnedOn', 'desc')
      .orderBy('t.id', 'desc')
      .limit(MOST_NOTICES)
      .execute()
    const plates = (await labelsOfIds(db, ctx, new Map([['vehicle', new Set(rows.map((w) => w.vehicle))]]))).get('vehicle')
    return {
      vehicleRevenueWarnVoList: rows.map((w) => ({
        reminderType: WARNING_KINDS[w.kind],
        vehicleNo: plates?.get(w.vehicle) ?? '',
        warningTime: w.warnedOn,
      })),
    }
  })
}

export const warningWork = listWork('revenueWarning', {
  code: 'revenueWarnings',
  title: '运营预警',
  act: '去处理',
  order: 50,
  tone: 'warn',
  screen: 'operationalWarning',
  filter: () => ({ status: ['open', 'seen'] }),
  who: ['vehicle'],
  what: ['kind', 'evidence'],
  since: 'warnedOn',
})
