/** Routes of the live map: the fleet at once, then what changes; one vehicle's card; search by whatever people know of a vehicle. */
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Context, Db } from '#kit/access/context.server.ts'
import { absent } from '#kit/basics/errors.ts'
import { formats } from '#kit/basics/identifiers/checks.ts'
import { formsOf, tailHash } from '#kit/database/sealing.server.ts'
import { maskPhone } from '#kit/basics/identifiers/mask.ts'
import { saidOf } from '#kit/entity/card/card.server.ts'
import { seenRows } from '#kit/entity/query/live-rows.server.ts'
import { noteLookups } from '#kit/entity/query/masked/lookups.server.ts'
import { instantInput } from '#kit/http/inputs.ts'
import { eventStream, route, written, type Route, type Written } from '#kit/http/route.server.ts'
import { placeAt } from '#shell/gazetteer/gazetteer.server.ts'
import { vehiclePosition } from '../tracks/track.ts'
import { LIVE_COLUMNS, LIVE_STATES, ONLINE, type LiveCard, type LiveState } from '../wire.ts'
import { liveAnswer, liveCard } from '../telematics.wire.ts'
import { alarmsSql, fleetOf, stateSql } from './fleet.server.ts'
import { eventsAnswer } from '#kit/http/answers.server.ts'

export const reading = <T>(ctx: Context, work: (db: Db) => Promise<T>): Promise<T> => ctx.db.read(ctx.user.operatorId, work)
export const id = z.coerce.number('编号应为数字').int('编号应为整数').positive('编号应为正数')
const degrees = (most: number) => z.coerce.number('坐标应为数字').min(-most, '坐标超出范围').max(most, '坐标超出范围')

/** The vehicle's row in 车辆动态 when this user may see it under `right`'s screen; otherwise it does not exist for them. */
export async function seenVehicle(
  db: Db,
  ctx: Context,
  vehicle: number,
): Promise<{ row: number; plate: string; lng: number | null; lat: number | null }> {
  const position = await seenRows(db, ctx, vehiclePosition)
    .innerJoin('vehicle as v', 'v.id', 't.vehicle')
    .select(['t.id as row', 'v.plateNo as plate', 't.lng', 't.lat'])
    .where('t.vehicle', '=', vehicle)
    .executeTakeFirst()
  if (!position) throw absent('车辆已被删除，或不在您的数据权限内，请刷新后重新选择')
  return {
    row: position.row,
    plate: position.plate,
    lng: position.lng === null ? null : Number(position.lng),
    lat: position.lat === null ? null : Number(position.lat),
  }
}

/**
 * The whole fleet at once, column by column, written by the database as it goes to the browser: as ten thousand objects of ours it would
 * cost three times as much, and hold up everybody else meanwhile.
 */
async function fleet(ctx: Context): Promise<Written> {
  const withAlarms = ctx.access.can('assistant')
  const at = ctx.clock.now()
  const list = (name: string): RawBuilder<unknown> => sql`coalesce(array_to_json(array_agg(${sql.ref(`p.${name}`)})), '[]')`
  const columns = sql.join(LIVE_COLUMNS.map((name) => sql`${sql.lit(name)}, ${list(name)}`))
  const of = (states: readonly LiveState[]): RawBuilder<unknown> =>
    sql`count(*) filter (where p.state in (${sql.join(states.map((state) => sql.lit(LIVE_STATES.indexOf(state))))}))`
  const counts = sql.join([
    ...LIVE_STATES.map((state) => sql`${sql.lit(state)}, ${of([state])}`),
    sql`'online', ${of(ONLINE)}, 'alarm', count(*) filter (where p.alarm > 0), 'total', count(*)`,
  ])
  return reading(ctx, async (db) => {
    const seen = seenRows(db, ctx, vehiclePosition).selectAll('t')
    const { rows } = await sql<{ json: string }>`with p as (
      select s.vehicle as id, s.id as row, v.plate_no as plate, ${stateSql} as state, (s.lng * 1000000)::integer as lng, (s.lat * 1000000)::integer as lat, coalesce(round(s.speed), 0)::integer as speed,
        coalesce(s.direction, 0) as direction, round(extract(epoch from s.at))::bigint as at, coalesce(s.oil_cut, false)::integer + 2 * coalesce(s.circuit_cut, false)::integer + 4 * coalesce(s.acc_on, false)::integer as flags,
        ${withAlarms ? sql`coalesce(a.grade, 0)` : sql`0`} as alarm
      from (${seen}) s join vehicle v on v.id = s.vehicle and v.deleted_at is null
        ${withAlarms ? sql`left join (${alarmsSql(ctx.user.operatorId)}) a on a.vehicle = s.vehicle` : sql``})
      select json_build_object('at', ${at}::text, 'counts', json_build_object(${counts}), 'vehicles', json_build_object(${columns}))::text as json from p`.execute(
      db,
    )
    return written(rows[0]!.json)
  })
}

const RENTING = ['active', 'swapping', 'returning', 'toInspect'] as const
async function card(ctx: Context, vehicle: number): Promise<LiveCard> {
  return reading(ctx, async (db) => {
    const seen = await seenVehicle(db, ctx, vehicle)
    const { rows } = await sql<{
      model: string | null
      store: string | null
      terminal: number | null
      no: string | null
      sim: string | null
      profile: string | null
      cut: string | null
      clock: string | null
      armed: boolean
    }>`
      select m.name as model, s.name as store, t.id as terminal, t.terminal_no as no, t.sim_no as sim, d.name as profile, d.cut_by as cut, t.clock_fault as clock, exists (select from cut_order o where o.vehicle = v.id and o.status = 'armed' and o.deleted_at is null) as armed
      from vehicle v left join vehicle_model m on m.id = v.model left join store s on s.id = v.store
        left join terminal t on t.vehicle = v.id and t.status = 'active' and t.deleted_at is null left join device_profile d on d.id = t.profile
      where v.id = ${vehicle} and v.operator_id = ${ctx.user.operatorId}`.execute(db)
    const [r] = rows
    const { lines } = await saidOf(db, ctx, 'vehicle', vehicle)
    return {
      vehicle,
      row: seen.row,
      plate: seen.plate,
      model: r?.model ?? null,
      store: r?.store ?? null,
      terminal: r?.terminal
        ? { id: Number(r.terminal), no: r.no!, simNo: r.sim, profile: r.profile, canCut: (r.cut ?? 'none') !== 'none', clockFault: r.clock }
        : null,
      armed: r?.armed ?? false,
      place: seen.lng === null || seen.lat === null ? null : placeAt(seen.lng, seen.lat),
      // Where it is, the map says itself, as of this moment.
      lines: lines.filter(({ key }) => key !== 'place'),
    }
  })
}

const MOST = 20
async function search(ctx: Context, keyword: string): Promise<{ vehicle: number; plate: string; hint: string }[]> {
  const text = keyword.replace(/[\s·]/g, '')
  if (text.length < 2) return []
  const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const mayLessee = ctx.access.can('memberList')
  // A number of a person is found whole, or by the four digits its mask shows; never piece by piece.
  const phone = formats.mobile.check(text) === null ? text : null
  const tail = /^\d{4}$/.test(text)
  if (mayLessee && phone) await noteLookups(ctx, [{ entity: 'lessee', by: '手机号', shown: maskPhone(phone) }])
  return reading(ctx, async (db) => {
    const rows = await seenRows(db, ctx, vehiclePosition)
      .innerJoin('vehicle as v', 'v.id', 't.vehicle')
      .leftJoin('terminal as d', (j) => j.onRef('d.vehicle', '=', 't.vehicle').on('d.status', '=', 'active').on('d.deletedAt', 'is', null))
      .leftJoin('lease as r', (j) => j.onRef('r.vehicle', '=', 't.vehicle').on('r.status', 'in', RENTING).on('r.deletedAt', 'is', null))
      .leftJoin('lessee as l', 'l.id', 'r.lessee')
      .select(['t.vehicle', 'v.plateNo as plate', 'd.terminalNo as terminal', 'l.name as lessee'])
      .where((eb) =>
        eb.or([
          eb('v.plateNo', 'ilike', like),
          eb('d.terminalNo', 'like', like),
          eb('d.simNo', 'like', like),
          eb('d.imei', 'like', like),
          ...(mayLessee
            ? [
                eb('l.name', 'ilike', like),
                ...(phone ? [eb('l.mobile', 'in', formsOf(phone))] : []),
                ...(tail ? [eb('l.mobileTail', 'in', [text, tailHash(text) ?? text])] : []),
              ]
            : []),
        ]),
      )
      .orderBy('v.plateNo')
      .orderBy('t.vehicle')
      .limit(MOST * 2)
      .execute()
    const seen = new Map(rows.map((row) => [Number(row.vehicle), row]))
    return [...seen.values()].slice(0, MOST).map((row) => ({
      vehicle: Number(row.vehicle),
      plate: row.plate,
      hint: [row.terminal, mayLessee ? row.lessee : null].filter(Boolean).join(' · '),
    }))
  })
}

export const liveRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/live/vehicles',
    summary: '全部车辆的最近位置',
    right: 'trainWorker',
    input: z.strictObject({}),
    output: liveAnswer,
    handler: (ctx) => fleet(ctx),
  }),
  route({
    method: 'GET',
    path: '/api/v1/live/stream',
    summary: '地图范围内的位置变化（事件流，每秒至多一次）',
    right: 'trainWorker',
    passive: true,
    input: z.strictObject({
      west: degrees(540),
      south: degrees(90),
      east: degrees(540),
      north: degrees(90),
      since: instantInput().optional(),
    }),
    output: eventsAnswer,
    handler: async (ctx, { since, ...bounds }) =>
      eventStream((send, signal) => {
        const viewer = {
          ctx,
          bounds,
          since: since === undefined ? Infinity : Date.parse(since),
          withAlarms: ctx.access.can('assistant'),
          send,
        }
        fleetOf(ctx.db, ctx.user.operatorId)
          .watch(viewer, signal)
          .catch(() => send('retry', {}))
      }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/live/vehicle',
    summary: '监控中的一辆车',
    right: 'trainWorker',
    input: z.strictObject({ vehicle: id }),
    output: liveCard,
    handler: (ctx, { vehicle }) => card(ctx, vehicle),
  }),
  route({
    method: 'GET',
    path: '/api/v1/live/search',
    summary: '按车牌、承租人、手机号或终端号查找车辆',
    right: 'trainWorker',
    input: z.strictObject({ keyword: z.string().trim().max(40, '最多 40 字').default('') }),
    output: z.array(z.object({ vehicle: z.number(), plate: z.string(), hint: z.string() })),
    handler: (ctx, { keyword }) => search(ctx, keyword),
  }),
]
