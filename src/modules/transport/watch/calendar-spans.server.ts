/** What the calendar of vehicles shows of transport: missions, from when they are planned to leave or left to when they end. */
import { instantAt } from '#kit/basics/time/day.ts'
import { anyOf, seenRows } from '#kit/entity/query/live-rows.server.ts'
import { daysOfSpan, type VehicleSpans } from '#modules/vehicles/vehicles.public.ts'
import { mission, MISSION_STATES } from '../missions/mission.ts'

/** Not over yet. */
const LIVE = new Set(['offered', 'toLoad', 'toDepart', 'running', 'suspended', 'arrived', 'partSigned'])

export const missionSpans: VehicleSpans = {
  right: 'missionList',
  of: async (db, ctx, { vehicles, from, to, today }) => {
    const rows = await seenRows(db, ctx, mission)
      .select(['t.id', 't.no', 't.vehicle', 't.status', 't.planStart', 't.planEnd', 't.actualStart', 't.actualEnd', 't.routeText'])
      .where('t.vehicle', '=', anyOf(vehicles))
      .where('t.status', 'in', ['offered', 'toLoad', 'toDepart', 'running', 'suspended', 'arrived', 'partSigned', 'done', 'settled'])
      .where('t.planStart', '<', instantAt(to))
      .where('t.planEnd', '>=', instantAt(from))
      .execute()
    return rows.map((m) => ({
      vehicle: m.vehicle!,
      kind: 'mission',
      ...daysOfSpan(m.actualStart ?? m.planStart, m.actualEnd ?? m.planEnd, today),
      label: `任务 ${m.no}：${MISSION_STATES[m.status]}${m.routeText ? `，${m.routeText}` : ''}`,
      entity: 'mission',
      id: m.id,
      blocks: LIVE.has(m.status),
    }))
  },
}
