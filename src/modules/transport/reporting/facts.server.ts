/** What the uploads are made of, read from orders, missions, vehicles, drivers and payments. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { paidOnSheets } from '#modules/billing/billing.public.ts'
import { sourceNamed } from '#modules/parties/parties.public.ts'
import { parameterValue } from '#modules/system/system.public.ts'
import { trackShare } from '#modules/telematics/telematics.public.ts'
import { reportedVehicle } from '#modules/vehicles/vehicles.public.ts'
import { vehicleCare } from '../missions/departure/vehicle-care.server.ts'
import { shareFen } from './share.rules.ts'
import {
  serialOf,
  type CarrierFacts,
  type DriverFacts,
  type MoneyFacts,
  type PlaceFacts,
  type VehicleFacts,
  type WaybillFacts,
} from './upload.rules.ts'

const ENDED = ['arrived', 'partSigned', 'done', 'settled'] as const

export interface Company extends CarrierFacts {
  area: string | null
}
export async function companyOf(tx: Tx, ctx: Context): Promise<Company> {
  const { name } = await tx.selectFrom('operator').select('name').where('id', '=', ctx.user.operatorId).executeTakeFirstOrThrow()
  const own = async (code: string): Promise<string | null> => String((await parameterValue(tx, ctx.registry, code)) ?? '') || null
  return { name, code: await own('paperCreditCode'), permitNo: await own('freightPermitNo'), area: await own('freightAreaCode') }
}

export async function vehicleFacts(tx: Tx, id: number, company: Company): Promise<VehicleFacts> {
  const { ownership, vehicleSource, boxLengthMm, isTrailer, ...v } = await reportedVehicle(tx, id)
  const source = vehicleSource === null ? null : await sourceNamed(tx, vehicleSource)
  return { ...v, boxed: boxLengthMm !== null, trailer: isTrailer, owner: ownership === 'affiliated' ? source : company.name }
}
export async function driverFacts(tx: Tx, id: number): Promise<DriverFacts & { carrier: number | null; vehicle: number | null }> {
  return tx
    .selectFrom('driver')
    .select([
      'name',
      'idNo',
      'mobile',
      'licenceClass',
      'licenceIssuer',
      'licenceFrom',
      'licenceDueOn',
      'qualificationNo',
      'carrier',
      'vehicle',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Who really carried: the carrier; without one, our own company. */
async function carrierOf(tx: Tx, carrier: number | null, company: Company): Promise<CarrierFacts> {
  if (carrier === null) return company
  const c = await tx.selectFrom('carrier').select(['name', 'creditCode', 'permitNo']).where('id', '=', carrier).executeTakeFirstOrThrow()
  return { name: c.name, code: c.creditCode, permitNo: c.permitNo }
}

interface Leg {
  mission: number
  no: string
  vehicle: number | null
  driver: number | null
  carrier: number | null
  actualStart: string | null
  actualEnd: string | null
  /** As driven; as planned until then. */
  km: number
  relayOf: number | null
}
/** Kilometres come out of the database as text. */
async function legsOf(tx: Tx, ids: readonly number[]): Promise<Leg[]> {
  const rows = await liveRows(tx, 'mission')
    .select(['id as mission', 'no', 'vehicle', 'driver', 'carrier', 'actualStart', 'actualEnd', 'actualKm', 'planKm', 'relayOf'])
    .where('id', '=', anyOf(ids))
    .execute()
  return rows.map(({ actualKm, planKm, ...leg }) => ({ ...leg, km: Number(actualKm ?? planKm) }))
}

/** The mission a consignment ended in, and the legs before it, the first one first. */
async function chainOf(tx: Tx, mission: number): Promise<Leg[]> {
  const chain: Leg[] = []
  for (let at: number | null = mission; at !== null && chain.length < 20;) {
    const [leg]: Leg[] = await legsOf(tx, [at])
    if (!leg) break
    chain.unshift(leg)
    at = leg.relayOf
  }
  return chain
}

/** Missions of others with the same driver or vehicle while this leg was driven. */
async function overlapsOf(tx: Tx, leg: Leg): Promise<string[]> {
  if (leg.actualStart === null || leg.actualEnd === null) return []
  const rows = await liveRows(tx, 'mission')
    .select('no')
    .where('id', '<>', leg.mission)
    .where('status', 'in', ['running', ...ENDED])
    .where('actualStart', '<', leg.actualEnd)
    .where((e) => e.or([e('actualEnd', 'is', null), e('actualEnd', '>', leg.actualStart!)]))
    .where((e) => e.or([e('driver', '=', leg.driver ?? -1), e('vehicle', '=', leg.vehicle ?? -1)]))
    .orderBy('no')
    .limit(5)
    .execute()
  return rows.map((r) => r.no)
}

const partyFacts = async (tx: Tx, id: number): Promise<PlaceFacts> => {
  const p = await tx
    .selectFrom('consignParty')
    .select(['name', 'creditCode', 'idNo', 'place'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { name: p.name, code: p.creditCode ?? p.idNo, address: p.place.address, area: p.place.code ?? null }
}

interface Carried {
  order: number
  mission: number
  no: string
  weight: number
  pieces: number
  loadedPieces: number | null
  goods: readonly { name: string; category: string; weight: number; volume: number; pieces: number }[]
  pickedAt: string | null
  signedAt: string | null
  from: number
  to: number
}
/** Whole grams of what was really on the truck: a part not loaded weighs its share. */
const aboard = (c: Carried) =>
  c.goods.map((g) => {
    const [of, loaded] = c.loadedPieces === null || c.pieces === 0 ? [1, 1] : [c.pieces, c.loadedPieces]
    const part = (n: number): number => Math.round((n * loaded) / of)
    return {
      name: g.name,
      category: g.category,
      grams: part(Math.round(g.weight * 1000)),
      volume: part(Math.round(g.volume * 10_000)),
      pieces: part(g.pieces),
    }
  })

async function carriedOf(tx: Tx, order: number): Promise<Carried[]> {
  const rows = await liveRows(tx, 'consignment')
    .select(['order', 'mission', 'no', 'weight', 'pieces', 'loadedPieces', 'goods', 'pickedAt', 'signedAt', 'from', 'to'])
    .where('order', '=', order)
    .where('mission', 'is not', null)
    .where('returnOf', 'is', null)
    .where('status', 'in', ['signed', 'partSigned', 'refused', 'receipted', 'returning', 'returned'])
    .orderBy('id')
    .execute()
  return rows as unknown as Carried[]
}

export interface Waybill {
  facts: WaybillFacts
  leg: Leg
}
/** One waybill for each truck, and each leg of it, that carried some of the order. */
export async function waybillsOf(tx: Tx, ctx: Context, order: number, company: Company): Promise<Waybill[]> {
  const o = await tx
    .selectFrom('transportOrder')
    .innerJoin('orderModel', 'orderModel.id', 'transportOrder.model')
    .select(['transportOrder.no', 'transportOrder.outerNo', 'transportOrder.createdAt', 'orderModel.base'])
    .where('transportOrder.id', '=', order)
    .executeTakeFirstOrThrow()
  const trucks = [...Map.groupBy(await carriedOf(tx, order), (c) => c.mission)].toSorted(([a], [b]) => a - b)
  const loads = trucks.map(([, own]) => own.flatMap(aboard))
  const total = await priceOf(tx, order)
  const shares =
    total === null
      ? null
      : shareFen(
          total,
          'weight',
          loads.map((l) => ({ grams: l.reduce((n, g) => n + g.grams, 0), metres: 0, pieces: 0, volume: 0 })),
        )
  const made: Waybill[] = []
  for (const [t, [mission, own]] of trucks.entries()) {
    const chain = await chainOf(tx, mission)
    // The price of a truck's share is divided over its legs by kilometres, as their load is.
    const legShares =
      shares === null
        ? null
        : shareFen(
            shares[t]!,
            'tkm',
            chain.map((leg) => ({ grams: 1, metres: Math.round(leg.km * 1000), pieces: 0, volume: 0 })),
          )
    for (const [l, leg] of chain.entries()) {
      const last = l === chain.length - 1
      const departedAt = leg.actualStart ?? own[0]!.pickedAt
      const receivedAt = last ? (own.map((c) => c.signedAt).findLast((at) => at !== null) ?? leg.actualEnd) : leg.actualEnd
      made.push({
        leg,
        facts: {
          no: o.no,
          outerNo: o.outerNo,
          base: o.base,
          vehicles: trucks.length,
          serial: serialOf(t + 1, l + 1, trucks.length, chain.length),
          company,
          orderedAt: o.createdAt,
          departedAt,
          receivedAt,
          fen: legShares === null ? null : legShares[l]!,
          sender: await partyFacts(tx, own[0]!.from),
          receiver: await partyFacts(tx, own.at(-1)!.to),
          vehicle: leg.vehicle === null ? null : await vehicleFacts(tx, leg.vehicle, company),
          driver: leg.driver === null ? null : await driverFacts(tx, leg.driver),
          carrier: await carrierOf(tx, leg.carrier, company),
          goods: loads[t]!,
          ...(leg.vehicle === null || departedAt === null
            ? { policyNo: null, insurer: null }
            : await vehicleCare(ctx).cargoPolicyAt(tx, leg.vehicle, departedAt)),
          km: leg.km,
          track:
            leg.vehicle === null || departedAt === null || receivedAt === null || receivedAt <= departedAt
              ? null
              : await trackShare(tx, ctx, leg.vehicle, departedAt, receivedAt),
          overlaps: await overlapsOf(tx, leg),
        },
      })
    }
  }
  return made
}

/** What the customer owes for it, as it stands; null: nobody knows a price yet. */
async function priceOf(tx: Tx, order: number): Promise<number | null> {
  const rows = await liveRows(tx, 'chargeSheet')
    .select(['total', 'status', 'pending'])
    .where('order', '=', order)
    .where('direction', '=', 'receivable')
    .where('kind', '<>', 'claim')
    .where('status', '<>', 'voided')
    .execute()
  if (rows.length === 0 || rows.some((r) => r.pending && r.total === 0)) return null
  return rows.reduce((n, r) => n + r.total, 0)
}

/** The payments of one mission's payables, with the waybills it drove. */
export async function moneyOf(tx: Tx, ctx: Context, mission: number, company: Company): Promise<MoneyFacts & { vehicleId: number | null }> {
  const [leg] = await legsOf(tx, [mission])
  const sheets = await liveRows(tx, 'chargeSheet')
    .select(['id', 'total'])
    .where('mission', '=', mission)
    .where('direction', '=', 'payable')
    .where('kind', '<>', 'claim')
    .where('status', 'in', ['confirmed', 'disputed', 'billed', 'settled'])
    .orderBy('id')
    .execute()
  const orders = await liveRows(tx, 'consignment').select('order').distinct().where('mission', '=', mission).execute()
  const waybills: { no: string; serial: string }[] = []
  for (const { order } of orders)
    for (const w of await waybillsOf(tx, ctx, order, company))
      if (w.leg.mission === mission) waybills.push({ no: w.facts.no, serial: w.facts.serial })
  const paid = await paidOnSheets(
    tx,
    sheets.map((s) => s.id),
  )
  const carrier =
    leg!.carrier === null && leg!.driver !== null
      ? await driverFacts(tx, leg!.driver).then((d) => ({ name: d.name, code: d.idNo, permitNo: null }))
      : await carrierOf(tx, leg!.carrier, company)
  return {
    no: leg!.no,
    company,
    carrier,
    vehicle: leg!.vehicle === null ? null : await vehicleFacts(tx, leg!.vehicle, company),
    vehicleId: leg!.vehicle,
    waybills,
    payments: paid,
    owed: sheets.reduce((n, s) => n + s.total, 0),
  }
}

/** Orders signed for, and missions whose payables are confirmed, in these days. */
export async function dueFor(tx: Tx, from: string, to: string): Promise<{ orders: number[]; missions: number[] }> {
  const orders = await liveRows(tx, 'transportOrder')
    .select('id')
    .where('status', 'in', ['signed', 'partSigned', 'receipted', 'priced', 'settled'])
    .where((e) =>
      e.exists(
        e
          .selectFrom('consignment')
          .select('consignment.id')
          .whereRef('consignment.order', '=', 'transportOrder.id')
          .where('consignment.signedAt', '>=', from)
          .where('consignment.signedAt', '<', to),
      ),
    )
    .orderBy('id')
    .limit(5000)
    .execute()
  const missions = await liveRows(tx, 'mission')
    .select('id')
    .where('status', 'in', [...ENDED])
    .where('actualEnd', '>=', from)
    .where('actualEnd', '<', to)
    .where((e) =>
      e.exists(
        e
          .selectFrom('chargeSheet')
          .select('chargeSheet.id')
          .whereRef('chargeSheet.mission', '=', 'mission.id')
          .where('chargeSheet.direction', '=', 'payable')
          .where('chargeSheet.status', 'in', ['confirmed', 'disputed', 'billed', 'settled']),
      ),
    )
    .orderBy('id')
    .limit(5000)
    .execute()
  return { orders: orders.map((o) => o.id), missions: missions.map((m) => m.id) }
}
