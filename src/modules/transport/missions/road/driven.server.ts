/** Kilometres really driven (transport.md §2.8, §3): by the vehicle's own track, else by its odometer as driver or dispatcher read it. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { drivenMetres } from '#modules/telematics/telematics.public.ts'
import { mission } from '../mission.ts'

type Mission = Rec<typeof mission>
const missions = storeOf(mission)
const HOUR_MS = 3_600_000
/** Nobody drives faster on the average, nor does a yard ask for more: such an odometer was misread. */
const MOST_KM_AN_HOUR = 120
const YARD_KM = 50

function byOdometer(m: Mission): number | null {
  if (m.odometerFrom === null || m.odometerTo === null || m.odometerTo <= m.odometerFrom) return null
  const km = Math.round((m.odometerTo - m.odometerFrom) * 10) / 10
  const hours = (Date.parse(m.actualEnd!) - Date.parse(m.actualStart!)) / HOUR_MS
  return km > hours * MOST_KM_AN_HOUR + YARD_KM ? null : km
}

async function driven(tx: Tx, ctx: Context, m: Mission): Promise<Pick<Mission, 'actualKm' | 'actualKmFrom'>> {
  const metres = m.vehicle === null ? null : await drivenMetres(tx, ctx, m.vehicle, m.actualStart!, m.actualEnd!)
  if (metres !== null) return { actualKm: metres / 1000, actualKmFrom: 'track' }
  const km = byOdometer(m)
  return { actualKm: km, actualKmFrom: km === null ? null : 'odometer' }
}

/** Measured again whenever its price is reckoned: tracks and readings come late. Before it is over there is nothing to measure. */
export async function measure(tx: Tx, ctx: Context, m: Mission): Promise<Mission> {
  if (m.actualStart === null || m.actualEnd === null) return m
  const now = await driven(tx, ctx, m)
  if (now.actualKm === m.actualKm && now.actualKmFrom === m.actualKmFrom) return m
  return missions.edit(tx, ctx, m.id, now)
}

interface Read {
  odometerFrom?: number
  odometerTo?: number
}
/** Of all readings the last one told of the beginning, and of the end. */
export async function odometerOf(tx: Tx, id: number): Promise<Partial<Pick<Mission, 'odometerFrom' | 'odometerTo'>>> {
  const rows = await liveRows(tx, 'stopEvent')
    .select('said')
    .where('mission', '=', id)
    .where('kind', '=', 'odometer')
    .where('outcome', 'is', null)
    .orderBy('at')
    .orderBy('id')
    .execute()
  const readings = rows.map((r) => (r.said?.event as { data?: Read } | undefined)?.data ?? {})
  const last = (name: keyof Read): number | null => readings.findLast((r) => r[name] !== undefined)?.[name] ?? null
  return { odometerFrom: last('odometerFrom'), odometerTo: last('odometerTo') }
}
