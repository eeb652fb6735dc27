/** What transport says on the card of a driver or a vehicle: the mission that runs, who drives which vehicle, and his number. */
import type { Context, Db } from '#kit/access/context.server.ts'
import { fieldsOfRecord, type CardPart, type CardSaid } from '#kit/entity/card/card.server.ts'
import type { CardLine } from '#kit/entity/card/card.wire.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { recordPage } from '#kit/entity/module.ts'
import { titlesOf } from '#kit/entity/query/labels.server.ts'
import { seenRows } from '#kit/entity/query/live-rows.server.ts'
import { recordsOf } from '#kit/entity/query/query.server.ts'
import { MISSION_STATES, mission } from './missions/mission.ts'
import { driver } from './parties/driver.ts'

const ON = ['offered', 'toLoad', 'toDepart', 'running', 'suspended', 'arrived', 'partSigned'] as const

interface Mission {
  id: number
  no: string
  status: keyof typeof MISSION_STATES
  vehicle: number | null
  driver: number | null
}
/** Those that run, the first to begin first. */
const missionsOf = (db: Db, ctx: Context, by: readonly ('driver' | 'coDriver' | 'vehicle' | 'trailer')[], id: number): Promise<Mission[]> =>
  seenRows(db, ctx, mission)
    .select(['t.id', 't.no', 't.status', 't.vehicle', 't.driver'])
    .where((eb) => eb.or(by.map((field) => eb(`t.${field}`, '=', id))))
    .where('t.status', 'in', ON)
    .orderBy('t.planStart')
    .orderBy('t.id')
    .execute()

const toRecord = (ctx: Context, entity: string, id: number): { to?: string } => {
  const to = recordPage(ctx.registry.screens(), entity)?.path(id)
  return to ? { to } : {}
}
const missionLine = (ctx: Context, missions: readonly Mission[]): CardLine => {
  const [first] = missions
  if (!first) return { key: 'mission', label: '任务', text: '没有进行中的任务' }
  return {
    key: 'mission',
    label: '任务',
    text: first.no,
    notes: [MISSION_STATES[first.status], ...(missions.length > 1 ? [`另有 ${missions.length - 1} 项`] : [])],
    ...toRecord(ctx, 'mission', first.id),
  }
}

const ofDriver: CardPart = {
  entity: 'driver',
  order: 10,
  of: async (db, ctx, id): Promise<CardSaid> => {
    if (!ctx.access.can('missionList')) return {}
    const missions = await missionsOf(db, ctx, ['driver', 'coDriver'], id)
    const vehicle = missions[0]?.vehicle ?? null
    if (vehicle === null) return { lines: [missionLine(ctx, missions)] }
    const text = (await titlesOf(db, ctx, 'vehicle', [vehicle])).get(vehicle) ?? ''
    const line: CardLine = {
      key: 'vehicle',
      label: '任务车辆',
      text,
      of: { entity: 'vehicle', id: vehicle },
      ...toRecord(ctx, 'vehicle', vehicle),
    }
    return { lines: [missionLine(ctx, missions), line] }
  },
}

/** His name, and his number as masked as in the list of drivers and only for who may see that list. */
async function driverLines(db: Db, ctx: Context, id: number, notes: readonly string[]): Promise<CardLine[]> {
  const text = (await titlesOf(db, ctx, 'driver', [id])).get(id) ?? ''
  const name: CardLine = {
    key: 'driver',
    label: '司机',
    text,
    notes: [...notes],
    of: { entity: 'driver', id },
    ...toRecord(ctx, 'driver', id),
  }
  const entity = ctx.registry.entity('driver').entity as Entity
  const [seen] = await recordsOf(db, ctx, entity, [id])
  if (!seen) return [name]
  const row = await fieldsOfRecord(db, ctx, entity, seen, ['mobile'])
  return [name, { key: 'driverMobile', label: '司机电话', field: { entity: 'driver', name: 'mobile', row } }]
}

/** Who usually drives it, where it is on no mission. */
async function usualDriver(db: Db, ctx: Context, vehicle: number): Promise<number | null> {
  if (!ctx.access.can('drivers')) return null
  const usual = await seenRows(db, ctx, driver)
    .select('t.id')
    .where('t.vehicle', '=', vehicle)
    .where('t.account', '=', 'active')
    .orderBy('t.id', 'desc')
    .executeTakeFirst()
  return usual?.id ?? null
}

const ofVehicle: CardPart = {
  entity: 'vehicle',
  order: 35,
  of: async (db, ctx, id): Promise<CardSaid> => {
    const missions = ctx.access.can('missionList') ? await missionsOf(db, ctx, ['vehicle', 'trailer'], id) : []
    const onMission = missions[0]?.driver ?? null
    const who = onMission ?? (await usualDriver(db, ctx, id))
    return {
      lines: [
        // Most vehicles of a company that leases are on none, and a line that says so would be read for nothing.
        ...(missions.length ? [missionLine(ctx, missions)] : []),
        ...(who === null ? [] : await driverLines(db, ctx, who, onMission === null ? ['默认司机'] : [])),
      ],
    }
  },
}
export const transportCardParts: readonly CardPart[] = [ofDriver, ofVehicle]
