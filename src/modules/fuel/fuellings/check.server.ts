/** Fuellings' nine checks from what the company knows: model, card, track, readings, the fills before (§3.9). One or a statement's thousand alike. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { metresBetween } from '#kit/basics/earth.ts'
import { normaliseText } from '#kit/basics/text.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { nearestApproaches, standings } from '#modules/telematics/telematics.public.ts'
import { stationPlace } from '../cards/account.ts'
import { around, type Around, type Filling } from './around.server.ts'
import { nineChecks, per100, type Check, type Known } from './checks.rules.ts'
import { legsOver } from './legs.server.ts'

const AROUND_MINUTES = 15
const STOOD_MINUTES = 10
const LEARN_STOPS = 3
const stations = storeOf(stationPlace)

/** Fuels a vehicle of an energy takes. */
const FUELS_OF: Record<string, readonly string[]> = {
  diesel: ['d0', 'd-10'],
  petrol: ['p92', 'p95', 'p98'],
  electric: ['electric'],
  hybrid: ['p92', 'p95', 'p98', 'electric'],
  gas: ['lng', 'cng'],
  hydrogen: ['h2'],
}

/** Only between two full fills: everything filled after the first, over the kilometres between. Of those that are written down. */
async function consumptionsOf(tx: Tx, list: readonly Filling[]): Promise<Map<number, number>> {
  const ids = list.flatMap((f) => (f.id !== null && f.filledUp && f.km !== null ? [f.id] : []))
  if (ids.length === 0) return new Map()
  const selves = sql`select id, operator_id, vehicle, kind, at, km from fuelling where id = any(${sql.val(ids)}::bigint[])`
  const { rows } = await sql<{ id: number; legKm: string; legQuantity: string }>`${legsOver(selves)}`.execute(tx)
  return new Map(rows.map((r) => [r.id, per100(Number(r.legQuantity), Number(r.legKm))]))
}

/** Of its own eight before it, when the model has no norm. */
async function medianOf(tx: Tx, f: Filling): Promise<number | null> {
  const rows = await liveRows(tx, 'fuelling')
    .select('consumption')
    .where('vehicle', '=', f.vehicle)
    .where('id', '!=', f.id ?? -1)
    .where('at', '<=', f.at)
    .where('consumption', 'is not', null)
    .where('status', '!=', 'voided')
    .orderBy('at', 'desc')
    .limit(8)
    .execute()
  if (rows.length < 3) return null
  const sorted = rows.map((r) => Number(r.consumption)).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}

interface Station {
  id: number
  name: string
  lng: number | null
  lat: number | null
}
async function stationsNamed(tx: Tx, names: readonly (string | null)[]): Promise<Map<string, Station>> {
  const wanted = [...new Set(names.flatMap((name) => (name ? [normaliseText(name)] : [])))]
  if (wanted.length === 0) return new Map()
  const rows = await liveRows(tx, 'stationPlace').select(['id', 'name', 'lng', 'lat']).where('name', 'in', wanted).execute()
  const number = (text: unknown): number | null => (text === null ? null : Number(text))
  return new Map(rows.map((s) => [s.name, { id: s.id, name: s.name, lng: number(s.lng), lat: number(s.lat) }]))
}
const placed = (s: Station | undefined): { lng: number; lat: number } | null =>
  s?.lng == null || s.lat == null ? null : { lng: s.lng, lat: s.lat }

async function cardsOf(tx: Tx, list: readonly Filling[]) {
  const ids = [...new Set(list.flatMap((f) => (f.card === null ? [] : [f.card])))]
  const rows = ids.length ? await tx.selectFrom('fuelCard').selectAll().where('id', 'in', ids).execute() : []
  return new Map(rows.map((c) => [c.id, c]))
}
const split = (text: string | null): string[] => (text ?? '').split(/[、,，\s]+/).filter(Boolean)
function cardSeen(f: Filling, a: Around, cards: Awaited<ReturnType<typeof cardsOf>>): Known['card'] {
  const c = f.card === null ? undefined : cards.get(f.card)
  if (!c) return null
  return {
    status: c.status,
    ofThisVehicle: c.vehicle === null || c.vehicle === f.vehicle,
    limitOnce: c.limitOnce,
    litresOnce: c.litresOnce === null ? null : Number(c.litresOnce),
    spentToday: a.spentToday,
    limitDay: c.limitDay,
    spentMonth: a.spentMonth,
    limitMonth: c.limitMonth,
    cities: split(c.cities),
    weekdays: split(c.weekdays).map(Number),
    hourFrom: c.hourFrom,
    hourTo: c.hourTo,
  }
}

const modelsOf = async (tx: Tx, list: readonly Filling[]) => {
  const rows = await tx
    .selectFrom('vehicle')
    .innerJoin('vehicleModel', 'vehicleModel.id', 'vehicle.model')
    .select(['vehicle.id', 'vehicle.energy', 'vehicleModel.tankL', 'vehicleModel.batteryKwh', 'vehicleModel.normPer100'])
    .where('vehicle.id', 'in', [...new Set(list.map((f) => f.vehicle))])
    .execute()
  return new Map(rows.map((v) => [v.id, v]))
}

/** Stations without a place learn it from where vehicles stood while they filled: the middle of at least three stops. */
async function learn(tx: Tx, ctx: Context, list: readonly Filling[]): Promise<void> {
  const known = await stationsNamed(
    tx,
    list.map((f) => f.station),
  )
  const open = list.filter((f) => f.station && known.get(normaliseText(f.station))?.lng === null)
  if (open.length === 0) return
  const stood = await standings(tx, ctx, open, STOOD_MINUTES)
  const news = open.flatMap((f, i) => (stood[i] ? [{ name: normaliseText(f.station!), written: f.station!, place: stood[i] }] : []))
  for (const [name, of] of Map.groupBy(news, (s) => s.name)) {
    const earlier = await liveRows(tx, 'fuelling')
      .select(['vehicle', 'at'])
      .where('station', 'in', [...new Set(of.map((s) => s.written))])
      .where(
        'id',
        'not in',
        list.map((f) => f.id ?? -1),
      )
      .where('status', '!=', 'voided')
      .orderBy('at', 'desc')
      .limit(8)
      .execute()
    const stops = [...of.map((s) => s.place), ...(await standings(tx, ctx, earlier, STOOD_MINUTES)).filter((s) => s !== null)]
    const middle = (side: 'lng' | 'lat'): number => stops.map((s) => s[side]).toSorted((a, b) => a - b)[Math.floor(stops.length / 2)]!
    await stations.edit(tx, ctx, known.get(name)!.id, {
      learnt: stops.length,
      ...(stops.length >= LEARN_STOPS ? { lng: Math.round(middle('lng') * 1e6) / 1e6, lat: Math.round(middle('lat') * 1e6) / 1e6 } : {}),
    })
  }
}

interface Facts {
  known: Known
  consumption: number | null
}
type Asked = Parameters<typeof nearestApproaches>[2][number]
const askedKey = ({ vehicle, at, place }: Asked): string => `${vehicle}|${at}|${place.lng}|${place.lat}`
/** How near a vehicle came to a place around a moment, in metres: what the track says, whatever is written down meanwhile. */
export type Approaches = ReadonlyMap<string, number | null>
const NONE: Approaches = new Map()

/** Of those that are not known yet. */
async function approaches(db: Tx, ctx: Context, list: readonly Asked[], known: Approaches): Promise<Approaches> {
  const open = list.filter((a) => !known.has(askedKey(a)))
  if (open.length === 0) return known
  const near = await nearestApproaches(db, ctx, open, AROUND_MINUTES)
  return new Map([...known, ...open.map((a, i): [string, number | null] => [askedKey(a), near[i] ?? null])])
}
/** What the checks of these fillings will ask of the track, asked ahead: at the places stations have now. */
export async function approachesOf(
  db: Tx,
  ctx: Context,
  list: readonly Pick<Filling, 'vehicle' | 'at' | 'station'>[],
): Promise<Approaches> {
  const named = await stationsNamed(
    db,
    list.map((f) => f.station),
  )
  const asked = list.flatMap(({ vehicle, at, station }) => {
    const place = station ? placed(named.get(normaliseText(station))) : null
    return place ? [{ vehicle, at, place }] : []
  })
  return approaches(db, ctx, asked, NONE)
}

async function knownOf(tx: Tx, ctx: Context, list: readonly Filling[], ahead: Approaches): Promise<Facts[]> {
  const cards = await cardsOf(tx, list)
  const limited = new Set([...cards.values()].flatMap((c) => (c.limitDay !== null || c.limitMonth !== null ? [c.id] : [])))
  const beside = await around(tx, ctx, list, limited)
  const [models, consumed] = [await modelsOf(tx, list), await consumptionsOf(tx, list)]
  const named = await stationsNamed(
    tx,
    list.flatMap((f) => [f.station, beside.get(f)!.before?.station ?? null]),
  )
  const at = (station: string | null | undefined) => (station ? placed(named.get(normaliseText(station))) : null)
  const asked = list.map((f): Asked | null => {
    const place = at(f.station)
    return place && { vehicle: f.vehicle, at: f.at, place }
  })
  const away = await approaches(
    tx,
    ctx,
    asked.filter((a) => a !== null),
    ahead,
  )
  const facts: Facts[] = []
  for (const [n, f] of list.entries()) {
    const v = models.get(f.vehicle)!
    const { before, ...spent } = beside.get(f)!
    const [placeNow, placeBefore] = [at(f.station), at(before?.station)]
    const consumption = f.id === null ? null : (consumed.get(f.id) ?? null)
    facts.push({
      consumption,
      known: {
        tankL: v.tankL,
        batteryKwh: v.batteryKwh === null ? null : Number(v.batteryKwh),
        fuels: FUELS_OF[v.energy] ?? null,
        before: before ? { at: before.at, city: before.city, km: before.km === null ? null : Number(before.km) } : null,
        metresApart: placeNow && placeBefore ? metresBetween(placeNow.lng, placeNow.lat, placeBefore.lng, placeBefore.lat) : null,
        metresAway: (asked[n] && away.get(askedKey(asked[n]))) ?? null,
        consumption,
        norm: v.normPer100 !== null ? Number(v.normPer100) : consumption === null ? null : await medianOf(tx, f),
        card: cardSeen(f, { before, ...spent }, cards),
        paidByCard: f.pay === 'card',
      },
    })
  }
  return facts
}

export interface Judged {
  checks: Check[]
  score: number
  findings: string | null
  consumption: number | null
}
/** As many answers as fuellings, which are written down or about to be. */
export async function judgeFuellings(tx: Tx, ctx: Context, list: readonly Filling[], ahead = NONE): Promise<Judged[]> {
  if (list.length === 0) return []
  await learn(tx, ctx, list)
  const facts = await knownOf(tx, ctx, list, ahead)
  return list.map((f, i) => {
    const { known, consumption } = facts[i]!
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
  })
}
