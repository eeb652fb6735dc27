/** Whose a violation is (§3.6): plate → vehicle of the day → the segment of the second → lessee; else the driver on the road; else the company. Many at once. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { dayOf } from '#kit/basics/time/day.ts'
import { segmentsOf } from '#modules/leasing/leasing.public.ts'
import { cardsAt } from '#modules/telematics/telematics.public.ts'
import { drovenBy, regularDrivers } from '#modules/transport/transport.public.ts'
import { choosable, plateHistory, registrationsOf } from '#modules/vehicles/vehicles.public.ts'
import { whoDrove, type Driven, type Sureness } from './driver.rules.ts'
import { holding, nearBorder, plateSpans, vehicleOfPlate } from './holder.rules.ts'

export interface Match {
  vehicle: number | null
  holderKind: 'lessee' | 'driver' | 'company' | 'unknown'
  lessee: number | null
  lease: number | null
  driver: number | null
  driverName: string | null
  mission: number | null
  sure: Sureness
  store: number | null
  near: boolean
  why: string
}
export interface Offence {
  plateNo: string
  occurredAt: string
}

export const shownTime = (at: string): string => {
  const shown = new Date(Date.parse(at) + 8 * 3_600_000).toISOString()
  return `${shown.slice(0, 10)} ${shown.slice(11, 19)}`
}

/** Who drove which vehicle at which moment, by missions; lease segments are asked elsewhere. As many answers as questions. */
export async function driversAt(tx: Tx, asked: readonly { vehicle: number; at: string }[]): Promise<Driven[]> {
  const ids = [...new Set(asked.map((a) => a.vehicle))]
  const trips = Map.groupBy(await drovenBy(tx, ids), (t) => t.vehicle)
  const regulars = Map.groupBy(await regularDrivers(tx, ids), (d) => d.vehicle!)
  const cards = await cardsAt(tx, asked)
  return asked.map(({ vehicle, at }, i) => whoDrove(at, trips.get(vehicle) ?? [], regulars.get(vehicle) ?? [], shownTime, cards[i] ?? null))
}
export const driverAt = async (tx: Tx, vehicle: number, at: string): Promise<Driven> => (await driversAt(tx, [{ vehicle, at }]))[0]!

/**
 * One look at plates, vehicles and segments for all of them. `typed`: by a person, who is told of no vehicle that he could not have chosen:
 * its plate is one that nobody has, and the night, which knows all of them, finds its holder.
 */
export async function matchAll(tx: Tx, ctx: Context, offences: readonly Offence[], typed = false): Promise<Match[]> {
  const carried = await plateHistory(tx, [...new Set(offences.map((o) => o.plateNo))])
  const mine = typed
    ? await choosable(
        tx,
        ctx,
        carried.map((h) => h.vehicle),
      )
    : null
  const history = mine ? carried.filter((h) => mine.has(h.vehicle)) : carried
  const spans = history.flatMap((h) => plateSpans(h.vehicle, h.plateNow, h.changes))
  const byPlate = Map.groupBy(spans, (s) => s.plateNo)
  const ids = history.map((h) => h.vehicle)
  const segments = Map.groupBy(await segmentsOf(tx, ids), (s) => s.vehicle)
  const trips = Map.groupBy(await drovenBy(tx, ids), (t) => t.vehicle)
  const regulars = Map.groupBy(await regularDrivers(tx, ids), (d) => d.vehicle!)
  const vehicles = new Map((await registrationsOf(tx, ids)).map((v) => [v.id, v]))
  const leases = [...segments.values()].flat().map((s) => s.lease)
  const numbers = new Map(
    (leases.length
      ? await tx
          .selectFrom('lease')
          .select(['id', 'no'])
          .where('id', 'in', [...new Set(leases)])
          .execute()
      : []
    ).map((l) => [l.id, l.no]),
  )
  const driven = offences.map((o) => vehicleOfPlate(o.plateNo, dayOf(o.occurredAt), byPlate.get(o.plateNo) ?? []))
  const known = offences.flatMap((o, i) => (driven[i] == null ? [] : [{ i, vehicle: driven[i], at: o.occurredAt }]))
  const cardReadings = await cardsAt(tx, known)
  const cards = new Map(known.map(({ i }, n) => [i, cardReadings[n] ?? null]))
  return offences.map((o, i): Match => {
    const on = dayOf(o.occurredAt)
    const vehicle = driven[i] ?? null
    const none = {
      vehicle,
      lessee: null,
      lease: null,
      driver: null,
      driverName: null,
      mission: null,
      near: false,
      sure: 'none' as Sureness,
    }
    const v = vehicle === null ? undefined : vehicles.get(vehicle)
    if (vehicle === null || !v) return { ...none, holderKind: 'unknown', store: null, why: `没有车辆在 ${on} 使用号牌 ${o.plateNo}` }
    if (v.registeredOn && on < v.registeredOn)
      return { ...none, holderKind: 'unknown', store: v.store, why: `违法时间早于车辆注册日期 ${v.registeredOn}` }
    const own = segments.get(vehicle) ?? []
    const near = nearBorder(o.occurredAt, own)
    const held = holding(o.occurredAt, own)
    const border = near ? '；距交接不足 10 分钟' : ''
    if (held) {
      const until = held.toAt ? ` 至 ${shownTime(held.toAt)}` : ' 起至今'
      const why = `租约 ${numbers.get(held.lease) ?? ''}，${shownTime(held.fromAt)}${until}${border}`
      const { lessee, lease } = held
      return { ...none, holderKind: 'lessee', lessee, lease, store: v.store, near, sure: near ? 'likely' : 'sure', why }
    }
    const drove = whoDrove(o.occurredAt, trips.get(vehicle) ?? [], regulars.get(vehicle) ?? [], shownTime, cards.get(i) ?? null)
    const why = `${shownTime(o.occurredAt)} 车辆不在租${border}，${drove.why}`.slice(0, 300)
    return { ...none, ...drove, holderKind: drove.driver === null ? 'company' : 'driver', store: v.store, near: near || drove.near, why }
  })
}
