/** A fuelling's nine checks from what the company knows: model, card, track, readings, the fills before (§3.9). */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { startOfMonth, dayOf, instantAt } from '#kit/basics/day.ts'
import { metresBetween } from '#kit/basics/earth.ts'
import { normaliseText } from '#kit/basics/text.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { nearestApproach, standingAt } from '#modules/telematics/telematics.public.ts'
import { stationPlace } from './account.ts'
import { nineChecks, per100, type Check, type Known } from './checks.rules.ts'
import type { fuelling } from './fuelling.ts'
import { legsOver } from './legs.server.ts'
import type { Rec } from '#kit/entity/tables.ts'

type Fuelling = Rec<typeof fuelling>
const AROUND_MINUTES = 15
const LEARN_STOPS = 3

/** Fuels a vehicle of an energy takes. */
const FUELS_OF: Record<string, readonly string[]> = {
  diesel: ['d0', 'd-10'],
  petrol: ['p92', 'p95', 'p98'],
  electric: ['electric'],
  hybrid: ['p92', 'p95', 'p98', 'electric'],
  gas: ['lng', 'cng'],
  hydrogen: ['h2'],
}

const before = (tx: Tx, f: Fuelling) =>
  tx
    .selectFrom('fuelling')
    .select(['id', 'at', 'city', 'km', 'station', 'quantity', 'filledUp'])
    .where('vehicle', '=', f.vehicle)
    .where('kind', '=', f.kind)
    .where('id', '!=', f.id)
    .where('at', '<=', f.at)
    .where('status', '!=', 'voided')
    .where('deletedAt', 'is', null)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Only between two full fills: everything filled after the first, over the kilometres between. */
async function consumptionOf(tx: Tx, f: Fuelling): Promise<number | null> {
  if (!f.filledUp || f.km === null) return null
  const self = sql`select id, operator_id, vehicle, kind, at, km from fuelling where id = ${f.id}`
  const { rows } = await sql<{ legKm: string; legQuantity: string }>`${legsOver(self)}`.execute(tx)
  return rows[0] ? per100(Number(rows[0].legQuantity), Number(rows[0].legKm)) : null
}

/** Of its own last eight, when the model has no norm. */
async function medianOf(tx: Tx, vehicle: number, self: number): Promise<number | null> {
  const rows = await tx
    .selectFrom('fuelling')
    .select('consumption')
    .where('vehicle', '=', vehicle)
    .where('id', '!=', self)
    .where('consumption', 'is not', null)
    .where('status', '!=', 'voided')
    .where('deletedAt', 'is', null)
    .orderBy('at', 'desc')
    .limit(8)
    .execute()
  if (rows.length < 3) return null
  const sorted = rows.map((r) => Number(r.consumption)).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}

const placeOf = async (tx: Tx, ctx: Context, name: string | null) =>
  name
    ? ((await tx
        .selectFrom('stationPlace')
        .select(['id', 'lng', 'lat', 'learnt'])
        .where('operatorId', '=', ctx.user.operatorId)
        .where('name', '=', normaliseText(name))
        .where('deletedAt', 'is', null)
        .executeTakeFirst()) ?? null)
    : null

async function cardOf(tx: Tx, f: Fuelling): Promise<Known['card']> {
  if (!f.card) return null
  const c = await tx.selectFrom('fuelCard').selectAll().where('id', '=', f.card).executeTakeFirst()
  if (!c) return null
  const day = dayOf(f.at)
  const { rows } = await sql<{ today: string; month: string }>`
    select coalesce(sum(amount) filter (where at >= ${instantAt(day)}), 0) as today, coalesce(sum(amount), 0) as month
    from fuelling where card = ${f.card} and at >= ${instantAt(startOfMonth(day))} and at <= ${f.at} and status <> 'voided' and id <> ${f.id} and deleted_at is null`.execute(
    tx,
  )
  const split = (text: string | null): string[] => (text ?? '').split(/[、,，\s]+/).filter(Boolean)
  return {
    status: c.status,
    ofThisVehicle: c.vehicle === null || c.vehicle === f.vehicle,
    limitOnce: c.limitOnce,
    litresOnce: c.litresOnce === null ? null : Number(c.litresOnce),
    spentToday: Number(rows[0]!.today) + f.amount,
    limitDay: c.limitDay,
    spentMonth: Number(rows[0]!.month) + f.amount,
    limitMonth: c.limitMonth,
    cities: split(c.cities),
    weekdays: split(c.weekdays).map(Number),
    hourFrom: c.hourFrom,
    hourTo: c.hourTo,
  }
}

async function knownOf(tx: Tx, ctx: Context, f: Fuelling): Promise<{ known: Known; consumption: number | null }> {
  const v = await tx
    .selectFrom('vehicle')
    .innerJoin('vehicleModel', 'vehicleModel.id', 'vehicle.model')
    .select(['vehicle.energy', 'vehicleModel.tankL', 'vehicleModel.batteryKwh', 'vehicleModel.normPer100'])
    .where('vehicle.id', '=', f.vehicle)
    .executeTakeFirstOrThrow()
  const [last, place, consumption, card] = [
    await before(tx, f),
    await placeOf(tx, ctx, f.station),
    await consumptionOf(tx, f),
    await cardOf(tx, f),
  ]
  const lastPlace = last ? await placeOf(tx, ctx, last.station) : null
  const at = (p: typeof place): { lng: number; lat: number } | null =>
    p?.lng == null || p.lat == null ? null : { lng: Number(p.lng), lat: Number(p.lat) }
  const [here, there] = [at(place), at(lastPlace)]
  const norm = v.normPer100 === null ? await medianOf(tx, f.vehicle, f.id) : Number(v.normPer100)
  return {
    consumption,
    known: {
      tankL: v.tankL,
      batteryKwh: v.batteryKwh === null ? null : Number(v.batteryKwh),
      fuels: FUELS_OF[v.energy] ?? null,
      before: last ? { at: last.at, city: last.city, km: last.km === null ? null : Number(last.km) } : null,
      metresApart: here && there ? metresBetween(here.lng, here.lat, there.lng, there.lat) : null,
      metresAway: here ? await nearestApproach(tx, ctx, f.vehicle, f.at, AROUND_MINUTES, here) : null,
      consumption,
      norm,
      card,
      paidByCard: f.pay === 'card',
    },
  }
}

/** A station without a place learns it from where vehicles stood while they filled: the middle of at least three stops. */
async function learn(tx: Tx, ctx: Context, f: Fuelling): Promise<void> {
  if (!f.station) return
  const name = normaliseText(f.station)
  const known = await placeOf(tx, ctx, name)
  if (known && known.lng !== null) return
  const stood = await standingAt(tx, ctx, f.vehicle, f.at, 10)
  if (!known || !stood) return
  const earlier = await tx
    .selectFrom('fuelling')
    .select(['vehicle', 'at'])
    .where('operatorId', '=', ctx.user.operatorId)
    .where('station', '=', f.station)
    .where('id', '!=', f.id)
    .where('status', '!=', 'voided')
    .where('deletedAt', 'is', null)
    .orderBy('at', 'desc')
    .limit(8)
    .execute()
  const stops = [stood]
  for (const e of earlier) {
    const s = await standingAt(tx, ctx, e.vehicle, e.at, 10)
    if (s) stops.push(s)
  }
  const middle = (of: 'lng' | 'lat'): number => stops.map((s) => s[of]).toSorted((a, b) => a - b)[Math.floor(stops.length / 2)]!
  await storeOf(stationPlace).edit(tx, ctx, known.id, {
    learnt: stops.length,
    ...(stops.length >= LEARN_STOPS ? { lng: Math.round(middle('lng') * 1e6) / 1e6, lat: Math.round(middle('lat') * 1e6) / 1e6 } : {}),
  })
}

export interface Judged {
  checks: Check[]
  score: number
  findings: string | null
  consumption: number | null
}
export async function judgeFuelling(tx: Tx, ctx: Context, f: Fuelling): Promise<Judged> {
  await learn(tx, ctx, f)
  const { known, consumption } = await knownOf(tx, ctx, f)
  const { checks, score } = nineChecks(
    {
      kind: f.kind,
      at: f.at,
      fuel: f.fuel,
      quantity: Number(f.quantity),
      unitPrice: f.unitPrice,
      amount: f.amount,
      serviceFee: f.serviceFee,
      discount: f.discount,
      km: f.km === null ? null : Number(f.km),
      full: f.filledUp,
      socFrom: f.socFrom,
      socTo: f.socTo,
      city: f.city,
    },
    known,
  )
  const bad = checks.filter((c) => c.result === 'bad').map((c) => `${c.name}：${c.evidence}`)
  return { checks, score, consumption, findings: bad.length ? bad.join('；').slice(0, 500) : null }
}
