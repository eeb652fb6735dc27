/** Stored reports for other programs and for people who want every point: by terminal or by vehicle, paged, in the order of events. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Db } from '#kit/access/context.server.ts'
import { instantAt, isDay, type Day } from '#kit/basics/time/day.ts'
import { absent, invalid } from '#kit/basics/errors.ts'
import { allRows, anyOf, liveRows, seenRows } from '#kit/entity/query/live-rows.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { positionList } from '../telematics.wire.ts'

const MOST_DAYS = 31
const TIME = z
  .string()
  .trim()
  .regex(/^\d{4}-\d{2}-\d{2} (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, '时间格式应为 YYYY-MM-DD HH:mm:ss')
const INPUT = z.strictObject({
  terminalNo: z.string().trim().max(24).optional(),
  vehicleNo: z.string().trim().max(12).optional(),
  from: TIME,
  to: TIME,
  pageNo: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(200, '每页最多 200 条').default(100),
})
type Input = z.infer<typeof INPUT>

function instantOf(text: string, field: string): string {
  const day = text.slice(0, 10)
  if (!isDay(day)) throw invalid({ [field]: `日期 ${day} 不存在` })
  if (day < '1970' || day >= '2200') throw invalid({ [field]: '时间应在 1970 年至 2199 年之间' })
  return instantAt(day as Day, text.slice(11))
}

interface Lane {
  terminal: number
  no: string
}
/** Terminals the user may see; of a vehicle those that were ever bound to it. */
async function lanesOf(db: Db, ctx: Context, { terminalNo, vehicleNo }: Input): Promise<{ lanes: Lane[]; vehicle: number | null }> {
  if (terminalNo) {
    const terminal = await seenRows(db, ctx, 'terminal')
      .select(['t.id', 't.terminalNo'])
      .where('t.terminalNo', '=', terminalNo.replace(/^0+(?=\d)/, ''))
      .executeTakeFirst()
    if (!terminal) throw absent('终端已被删除，或不在您的数据权限内，请刷新后重新选择')
    return { lanes: [{ terminal: terminal.id, no: terminal.terminalNo }], vehicle: null }
  }
  if (!vehicleNo) throw invalid({ terminalNo: '请填写终端号 terminalNo 或车牌号 vehicleNo' })
  // The last position stands for the vehicle: its data permission is that of the map.
  const vehicle = await seenRows(db, ctx, 'vehiclePosition')
    .innerJoin('vehicle as v', (join) => join.onRef('v.id', '=', 't.vehicle').on('v.deletedAt', 'is', null))
    .select('v.id')
    .where('v.plateNo', '=', vehicleNo.toUpperCase())
    .executeTakeFirst()
  if (!vehicle) throw absent('车辆没有绑定过终端，或不在您的数据权限内')
  const lanes = await liveRows(db, 'terminalBinding')
    .innerJoin('terminal', 'terminal.id', 'terminalBinding.terminal')
    .select(['terminal.id as terminal', 'terminal.terminalNo as no'])
    .distinct()
    .where('terminalBinding.vehicle', '=', vehicle.id)
    .execute()
  return { lanes, vehicle: vehicle.id }
}

const local = (column: string) => sql<string>`to_char(${sql.ref(column)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`

async function list(ctx: Context, input: Input): Promise<z.output<typeof positionList>> {
  const [from, to] = [instantOf(input.from, 'from'), instantOf(input.to, 'to')]
  if (to < from) throw invalid({ to: '结束时间不能早于开始时间' })
  if (Date.parse(to) - Date.parse(from) > MOST_DAYS * 86_400_000) throw invalid({ to: `一次最多查询 ${MOST_DAYS} 天，请缩短时段` })
  const { operatorId } = ctx.user
  return ctx.db.read(operatorId, async (db) => {
    const { lanes, vehicle } = await lanesOf(db, ctx, input)
    const nos = new Map(lanes.map((lane) => [lane.terminal, lane.no]))
    let rows = allRows(db, 'position')
      .where('terminal', '=', anyOf(lanes.map((l) => l.terminal)))
      .where('at', '>=', from)
      .where('at', '<=', to)
    if (vehicle !== null) rows = rows.where('vehicle', '=', vehicle)
    const { n } = await rows.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()
    const positions = await rows
      .select([
        'terminal',
        'serial',
        'lng',
        'lat',
        'altitude',
        'speed',
        'direction',
        'alarm',
        'status',
        'odometer',
        'fuel',
        'signal',
        'satellites',
        'flags',
        'sentTime',
        'items',
        local('at').as('time'),
        local('receivedAt').as('receivedTime'),
      ])
      .orderBy('at')
      .orderBy('serial')
      .orderBy('terminal')
      .limit(input.pageSize)
      .offset((input.pageNo - 1) * input.pageSize)
      .execute()
    return {
      list: positions.map(({ terminal: id, lng, lat, speed, odometer, fuel, flags, sentTime, ...rest }) => ({
        terminalNo: nos.get(id),
        ...rest,
        longitude: lng / 1e6,
        latitude: lat / 1e6,
        crs: 'wgs84',
        speed: speed / 10,
        mileage: odometer === null ? null : odometer / 10,
        fuel: fuel === null ? null : fuel / 10,
        late: (flags & 1) !== 0,
        located: (flags & 4) === 0,
        jump: (flags & 8) !== 0,
        badClock: (flags & 96) !== 0,
        sentTime,
      })),
      total: n,
      pageNo: input.pageNo,
      pageSize: input.pageSize,
    }
  })
}

export const positionRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/position/list',
    summary: '定位数据：按终端或车辆与时间',
    right: ['historicalTrajectory', 'trainWorker', 'gpsEquipment'],
    input: INPUT,
    output: positionList,
    handler: list,
  }),
]
