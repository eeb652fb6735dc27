/** What the engines judge by, per operator: fences in force, thresholds of sensors. Remembered until somebody changes something. */
import { sql } from 'kysely'
import type { Context, Db } from '#kit/access/context.server.ts'
import { parameterNumber } from '#modules/system/system.public.ts'
import { isSwitch, slotOf, switchOf, type ChannelKind, type ReeferSignal, type Switch } from '../cold/channel.rules.ts'
import { districtRings } from '../fences/district.server.ts'
import { FenceIndex, fenceOf, type Fence, type FenceRow } from '../fences/fence.shape.rules.ts'
import { cries } from '../alarms/alarm.rules.ts'
import type { EngineRules } from './engine.rules.ts'
import type { Point } from './point.ts'
import type { Policy } from './temperature.rules.ts'

interface FenceOf {
  fence: Fence
  appliesTo: string
  store: number | null
  vehicles: ReadonlySet<number>
}
export interface Channel {
  id: number
  vehicle: number
  /** Number of the channel (`slotOf`). */
  sensorNo: number
  wired: Switch | null
  policy: Policy | null
}
export interface OperatorRules {
  index: FenceIndex
  fences: ReadonlyMap<number, Fence>
  owned: ReadonlyMap<number, FenceOf>
  channels: ReadonlyMap<number, readonly Channel[]>
  repeatMs: number
}

export async function loadRules(db: Db, ctx: Context): Promise<OperatorRules> {
  const { operatorId } = ctx.user
  const rows = await db
    .selectFrom('fence')
    .selectAll()
    .where('operatorId', '=', operatorId)
    .where('status', '=', 'active')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
  const bound = await db
    .selectFrom('fenceBinding')
    .select(['fence', 'vehicle'])
    .where('operatorId', '=', operatorId)
    .where('deletedAt', 'is', null)
    .execute()
  const byFence = Map.groupBy(bound, (b) => b.fence)
  const owned = new Map<number, FenceOf>()
  for (const row of rows) {
    const rings = row.shape === 'district' && row.district ? districtRings(row.district) : []
    if (!rings) continue
    owned.set(row.id, {
      fence: fenceOf(row as unknown as FenceRow, rings),
      appliesTo: row.appliesTo,
      store: row.store,
      vehicles: new Set((byFence.get(row.id) ?? []).map((b) => b.vehicle)),
    })
  }
  const fences = new Map([...owned].map(([id, one]) => [id, one.fence]))
  return {
    index: new FenceIndex([...fences.values()]),
    fences,
    owned,
    channels: await loadChannels(db, operatorId),
    repeatMs: (await parameterNumber(db, ctx.registry, 'alarmRepeatSeconds')) * 1000,
  }
}

async function loadChannels(db: Db, operatorId: number): Promise<Map<number, Channel[]>> {
  const { rows } = await sql<{
    id: number
    vehicle: number
    kind: ChannelKind
    sensorNo: number
    signal: ReeferSignal | null
    policy: number | null
    lowest: string
    highest: string
    hysteresis: string
    minSeconds: number
    noDataSeconds: number
    maxSpread: string | null
    warnMargin: string
    doorSeconds: number
    requireCargo: boolean
  }>`
    select c.id, c.vehicle, c.kind, c.sensor_no as "sensorNo", c.signal, p.id as policy, p.lowest, p.highest, p.hysteresis, p.min_seconds as "minSeconds", p.no_data_seconds as "noDataSeconds", p.max_spread as "maxSpread", p.warn_margin as "warnMargin", p.door_seconds as "doorSeconds", p.require_cargo as "requireCargo"
    from temperature_channel c left join temperature_policy p on p.id = c.policy and p.kind = c.kind and p.deleted_at is null and p.status = 'active' where c.operator_id = ${operatorId} and c.deleted_at is null`.execute(
    db,
  )
  const tenth = (text: string): number => Math.round(Number(text) * 10)
  return Map.groupBy(
    rows.map((r): Channel => ({
      id: r.id,
      vehicle: r.vehicle,
      sensorNo: slotOf(r.kind, r.sensorNo),
      wired: isSwitch(r.kind) ? switchOf(r.kind, r.sensorNo, r.signal) : null,
      policy:
        r.policy === null
          ? null
          : {
              id: r.policy,
              lowest: tenth(r.lowest),
              highest: tenth(r.highest),
              hysteresis: tenth(r.hysteresis),
              minMs: r.minSeconds * 1000,
              noDataMs: r.noDataSeconds * 1000,
              maxSpread: r.maxSpread === null ? null : tenth(r.maxSpread),
              warnMargin: tenth(r.warnMargin),
              doorMs: r.doorSeconds * 1000,
              requireCargo: r.requireCargo,
            },
    })),
    (c) => c.vehicle,
  )
}

/** Asked only where somebody cries: vehicle → bit → when an alarm of it was handled. */
export async function handlings(
  db: Db,
  operatorId: number,
  points: ReadonlyMap<number, readonly Point[]>,
  repeatMs: number,
): Promise<Map<number, Map<number, number[]>>> {
  const crying = [...points].filter(([, of]) => of.some((p) => cries(p.alarm)))
  const handlingsOf = new Map<number, Map<number, number[]>>()
  if (crying.length === 0) return handlingsOf
  const since = Math.min(...crying.map(([, of]) => of[0]!.at)) - repeatMs
  const rows = await db
    .selectFrom('alarm')
    .select(['vehicle', 'kind', 'handledAt'])
    .where('operatorId', '=', operatorId)
    .where(
      'vehicle',
      'in',
      crying.map(([vehicle]) => vehicle),
    )
    .where('source', '=', 'terminal')
    .where('handledAt', '>=', new Date(since).toISOString())
    .where('deletedAt', 'is', null)
    .execute()
  for (const { vehicle, kind, handledAt } of rows) {
    const bits = handlingsOf.get(vehicle!) ?? new Map<number, number[]>()
    const bit = Number(kind.slice(1))
    handlingsOf.set(vehicle!, bits.set(bit, [...(bits.get(bit) ?? []), Date.parse(handledAt!)]))
  }
  return handlingsOf
}

export function rulesFor(all: OperatorRules, vehicle: number, store: number | null): EngineRules {
  const channels = all.channels.get(vehicle) ?? []
  return {
    index: all.index,
    fences: all.fences,
    repeatMs: all.repeatMs,
    switches: channels.flatMap((c) => c.wired ?? []),
    policies: new Map(channels.flatMap((c) => (c.policy ? [[c.sensorNo, c.policy] as const] : []))),
    applies: (fence) => {
      const one = all.owned.get(fence.id)!
      return one.appliesTo === 'all' || (one.appliesTo === 'store' ? one.store === store : one.vehicles.has(vehicle))
    },
  }
}
