/** On which days the vehicles of the demo company were on the road: with a lessee or on a mission, and not in a workshop. */
import { dayOf, type Day } from '#kit/basics/time/day.ts'
import { segmentsOf } from '#modules/leasing/leasing.public.ts'
import type { World } from './world.ts'

interface Span {
  fromAt: string
  /** Null: it lasts. */
  toAt: string | null
}
export interface Whereabouts {
  leased: Span[]
  missions: Span[]
  workshop: Span[]
}

const touches = (day: Day, { fromAt, toAt }: Span): boolean => dayOf(fromAt) <= day && (toAt === null || dayOf(toAt) >= day)
/** On the days it is handed over and given back it stands at the store. */
const fills = (day: Day, { fromAt, toAt }: Span): boolean => dayOf(fromAt) < day && (toAt === null || dayOf(toAt) > day)

export const drivesOn = (day: Day, { leased, missions, workshop }: Whereabouts): boolean =>
  !workshop.some((span) => touches(day, span)) && (leased.some((span) => fills(day, span)) || missions.some((span) => touches(day, span)))

export async function whereaboutsOf(w: World, vehicles: readonly number[]): Promise<ReadonlyMap<number, Whereabouts>> {
  const { segments, missions, orders } = await w.write(async (tx) => ({
    segments: await segmentsOf(tx, [...vehicles]),
    missions: await tx
      .selectFrom('mission')
      .select(['vehicle', 'trailer', 'actualStart', 'actualEnd'])
      .where('actualStart', 'is not', null)
      .orderBy('id')
      .execute(),
    orders: await tx.selectFrom('upkeepOrder').select(['vehicle', 'inAt', 'outAt']).where('inAt', 'is not', null).orderBy('id').execute(),
  }))
  return new Map(
    vehicles.map((vehicle) => [
      vehicle,
      {
        leased: segments.filter((s) => s.vehicle === vehicle).map(({ fromAt, toAt }) => ({ fromAt, toAt })),
        missions: missions
          .filter((m) => m.vehicle === vehicle || m.trailer === vehicle)
          .map((m) => ({ fromAt: m.actualStart!, toAt: m.actualEnd })),
        workshop: orders.filter((o) => o.vehicle === vehicle).map((o) => ({ fromAt: o.inAt!, toAt: o.outAt })),
      },
    ]),
  )
}
