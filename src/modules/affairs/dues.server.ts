/**
 * 车务待办 made from its sources (A2, A15): of any vehicles at once, by whichever event, with the same outcome. Only what differs is
 * written, so that a night in which little happened writes little.
 */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, type Day, dayOf, daysBetween } from '#kit/basics/time/day.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { withdrawMessages } from '#modules/system/system.public.ts'
import { blockAll, unblock } from '#modules/vehicles/vehicles.public.ts'
import { kmByDay } from '#modules/telematics/telematics.public.ts'
import { certificateRulesOf } from './inspection/certificate-rules.server.ts'
import { classOf, natureOf, requiredCertificates, type RequiredCertificate } from './inspection/inspection.rules.ts'
import { CERTIFICATES } from './inspection/inspection.ts'
import { OPEN_STATES } from './violations/violation.ts'
import { upkeepDue, type Interval, type LastDone } from './upkeep/upkeep.rules.ts'
import { DEFAULT_LADDER, levelOf, readLadder, type Level } from './ground/due.rules.ts'
import { AFFAIR_KINDS, type AffairKind } from './ground/ground.ts'

type Row = {
  ref: string
  kind: AffairKind
  name: string
  level: Exclude<Level, 'normal'>
  vehicle: number | null
  holder: string | null
  dueOn: Day | null
  dueKm: number | null
  kmLeft: number | null
  forecastOn: Day | null
  store: number | null
  link: string
}
type Vehicle = Awaited<ReturnType<typeof vehiclesOf>>[number]
const MEAN_DAYS = 30

const vehiclesOf = (tx: Tx, ids: readonly number[]) =>
  liveRows(tx, 'vehicle')
    .innerJoin('vehicleModel', 'vehicleModel.id', 'vehicle.model')
    .select([
      'vehicle.id',
      'vehicle.plateNo',
      'vehicle.status',
      'vehicle.store',
      'vehicle.model',
      'vehicle.useNature',
      'vehicle.odometer',
      'vehicle.inspectionDueOn',
      'vehicle.compulsoryInsuranceDueOn',
      'vehicle.commercialInsuranceDueOn',
      'vehicle.roadPermitDueOn',
      'vehicle.createdAt',
      'vehicleModel.category',
      'vehicleModel.seats',
      'vehicleModel.grossKg',
    ])
    .where('vehicle.id', '=', anyOf(ids))
    .where('vehicle.status', '!=', 'disposed')
    .execute()

/** What every vehicle is judged by: read once a run. */
export interface Yardstick {
  rules: { kind: AffairKind; store: number | null; model: number | null; ladder: number[]; roles: number[]; block: string }[]
  plans: { models: number[]; vehicles: number[]; items: readonly (Interval & { item: string })[] }[]
  items: Map<string, string>
  certificates: RequiredCertificate[]
}
const DEFAULT = readLadder(DEFAULT_LADDER)!

export async function yardstick(tx: Tx): Promise<Yardstick> {
  // Sent one behind the other: none waits for the answer of another.
  const [rules, plans, items, certificates] = await Promise.all([
    liveRows(tx, 'affairRule').select(['kind', 'store', 'model', 'ladder', 'roles', 'block']).where('status', '=', 'active').execute(),
    liveRows(tx, 'upkeepPlan').select(['models', 'vehicles', 'items']).where('status', '=', 'active').orderBy('id').execute(),
    liveRows(tx, 'dictItem')
      .innerJoin('dictGroup', 'dictGroup.id', 'dictItem.dictGroup')
      .select(['dictItem.value', 'dictItem.name'])
      .where('dictGroup.code', '=', 'upkeepItem')
      .execute(),
    certificateRulesOf(tx),
  ])
  return {
    rules: rules.map((r) => ({ ...r, ladder: readLadder(r.ladder) ?? DEFAULT, roles: r.roles ?? [] })),
    plans: plans.map((p) => ({
      models: p.models ?? [],
      vehicles: p.vehicles ?? [],
      items: p.items as unknown as Yardstick['plans'][number]['items'],
    })),
    items: new Map(items.map((i) => [i.value, i.name])),
    certificates,
  }
}

/** The narrowest rule: of store and model, of either, of the company. */
export function ruleFor(
  y: Yardstick,
  kind: AffairKind,
  store: number | null,
  model: number | null,
): { ladder: number[]; roles: number[]; block: string } {
  const matching = y.rules.filter(
    (r) => r.kind === kind && (r.store === null || r.store === store) && (r.model === null || r.model === model),
  )
  const best = matching.toSorted(
    (a, b) => Number(b.store !== null) + Number(b.model !== null) - Number(a.store !== null) - Number(a.model !== null),
  )[0]
  return best ?? { ladder: DEFAULT, roles: [], block: 'warn' }
}

interface Facts {
  done: Map<string, LastDone>
  mean: Map<number, number>
  certificates: Map<number | null, { id: number; vehicle: number | null; kind: string; dueOn: Day }[]>
  violations: Map<number | null, { id: number; no: string; vehicle: number | null; dueOn: Day; behaviour: string | null }[]>
  sims: Map<number | null, { vehicle: number; dueOn: Day; terminalNo: string; id: number }[]>
}
const byVehicle = <R extends { vehicle: number | null }>(rows: readonly R[]): Map<number | null, R[]> => Map.groupBy(rows, (r) => r.vehicle)

async function factsOf(tx: Tx, ids: readonly number[], today: Day): Promise<Facts> {
  const mine = [...ids]
  // The first and the last of each, off the index: a statement of fuel asks again for every thousand rows.
  const reading = sql`select at, km from odometer_reading where vehicle = v.id and standing = 'accepted' and deleted_at is null and at >= ${`${addDays(today, -120)}T00:00:00Z`}::timestamptz`
  const [states, driven, { rows: readings }, certificates, violations, sims] = await Promise.all([
    liveRows(tx, 'upkeepState').select(['vehicle', 'item', 'lastOn', 'lastKm', 'lastHours']).where('vehicle', 'in', mine).execute(),
    kmByDay(tx, ids, addDays(today, -MEAN_DAYS)),
    sql<{ vehicle: number; firstAt: string; firstKm: string; lastAt: string; lastKm: string }>`
      select v.id as vehicle, f.at as "firstAt", f.km as "firstKm", l.at as "lastAt", l.km as "lastKm" from unnest(${sql.val(mine)}::bigint[]) as v(id)
        cross join lateral (${reading} order by at, id limit 1) f cross join lateral (${reading} order by at desc, id desc limit 1) l`.execute(
      tx,
    ),
    liveRows(tx, 'certificate')
      .select(['id', 'vehicle', 'kind', 'dueOn'])
      .where('vehicle', 'in', mine)
      .where('status', 'in', ['valid', 'soon', 'expired'])
      .where('dueOn', 'is not', null)
      .execute(),
    liveRows(tx, 'violation')
      .select(['id', 'no', 'vehicle', 'dueOn', 'behaviour'])
      .where('vehicle', 'in', mine)
      .where('status', 'in', [...OPEN_STATES])
      .where('dueOn', 'is not', null)
      .execute(),
    liveRows(tx, 'terminal')
      .select(['id', 'vehicle', 'terminalNo', 'simDueOn as dueOn'])
      .where('vehicle', 'in', mine)
      .where('simDueOn', 'is not', null)
      .execute(),
  ])
  const mean = new Map<number, number>()
  for (const r of readings) {
    const days = daysBetween(dayOf(new Date(r.firstAt)), dayOf(new Date(r.lastAt)))
    if (days >= 7) mean.set(r.vehicle, (Number(r.lastKm) - Number(r.firstKm)) / days)
  }
  // What the terminal counted, day by day, says it better.
  for (const [vehicle, { km, days }] of driven) if (days >= 7) mean.set(vehicle, km / days)
  return {
    done: new Map(states.map((s) => [`${s.vehicle}:${s.item}`, { on: s.lastOn, km: Number(s.lastKm), hours: s.lastHours }])),
    mean,
    certificates: byVehicle(certificates) as unknown as Facts['certificates'],
    violations: byVehicle(violations) as unknown as Facts['violations'],
    sims: byVehicle(sims) as unknown as Facts['sims'],
  }
}

/** Which certificate is which affair; the others have their own list. */
const CERTIFICATE_KIND: Partial<Record<string, AffairKind>> = {
  drivingLicence: 'licence',
  driverLicence: 'driverLicence',
  qualification: 'qualification',
  operatingPermit: 'permit',
}

function byDay(v: Vehicle, y: Yardstick, today: Day, kind: AffairKind, ref: string, name: string, dueOn: Day | null, link: string): Row[] {
  if (!dueOn) return []
  const level = levelOf(dueOn, today, ruleFor(y, kind, v.store, v.model).ladder)
  if (level === 'normal') return []
  return [
    { ref, kind, name, level, vehicle: v.id, holder: null, dueOn, dueKm: null, kmLeft: null, forecastOn: dueOn, store: v.store, link },
  ]
}

function upkeepRows(v: Vehicle, y: Yardstick, f: Facts, today: Day): Row[] {
  const plan = y.plans.find((p) => p.vehicles.includes(v.id)) ?? y.plans.find((p) => p.models.includes(v.model))
  return (plan?.items ?? []).flatMap((every) => {
    const done = f.done.get(`${v.id}:${every.item}`) ?? { on: dayOf(v.createdAt), km: 0, hours: null, never: true }
    const due = upkeepDue(every, done, { today, km: v.odometer, hours: null, meanKm: f.mean.get(v.id) ?? null })
    if (due.level === 'normal') return []
    return [
      {
        ref: `upkeep:${v.id}:${every.item}`,
        kind: 'upkeep' as const,
        name: `保养：${y.items.get(every.item) ?? every.item}`,
        level: due.level,
        vehicle: v.id,
        holder: null,
        dueOn: due.dueOn,
        dueKm: due.dueKm,
        kmLeft: due.kmLeft,
        forecastOn: due.forecastOn,
        store: v.store,
        link: `/trafficManagement/upkeepAdd?vehicle=${v.id}`,
      },
    ]
  })
}

function rowsOf(v: Vehicle, y: Yardstick, f: Facts, today: Day): Row[] {
  const add = `?vehicle=${v.id}`
  const needed = requiredCertificates(
    { vehicleClass: classOf(v.category, v.seats), useNature: natureOf(v.useNature), use: v.useNature, grossKg: v.grossKg },
    y.certificates,
  )
  return [
    ...upkeepRows(v, y, f, today),
    ...byDay(v, y, today, 'inspection', `inspection:${v.id}`, '年检', v.inspectionDueOn, `/trafficManagement/annualList${add}`),
    ...byDay(v, y, today, 'compulsory', `compulsory:${v.id}`, '交强险', v.compulsoryInsuranceDueOn, `/trafficManagement/insureList${add}`),
    ...byDay(v, y, today, 'commercial', `commercial:${v.id}`, '商业险', v.commercialInsuranceDueOn, `/trafficManagement/insureList${add}`),
    // Only where the law asks for it is its end worth a word.
    ...(needed.includes('roadPermit')
      ? byDay(v, y, today, 'permit', `permit:${v.id}`, '道路运输证', v.roadPermitDueOn, `/trafficManagement/certificateList${add}`)
      : []),
    ...(f.certificates.get(v.id) ?? [])
      .filter((c) => CERTIFICATE_KIND[c.kind])
      .flatMap((c) =>
        byDay(
          v,
          y,
          today,
          CERTIFICATE_KIND[c.kind]!,
          `certificate:${c.id}`,
          CERTIFICATES[c.kind as keyof typeof CERTIFICATES],
          c.dueOn,
          `/trafficManagement/certificateDetail?id=${c.id}`,
        ),
      ),
    ...(f.violations.get(v.id) ?? []).flatMap((x) =>
      byDay(
        v,
        y,
        today,
        'violation',
        `violation:${x.id}`,
        `违章 ${x.no}${x.behaviour ? `：${x.behaviour}` : ''}`.slice(0, 100),
        x.dueOn,
        `/trafficManagement/breRegulationsDetails?id=${x.id}`,
      ),
    ),
    ...(f.sims.get(v.id) ?? []).flatMap((s) =>
      byDay(v, y, today, 'deviceSim', `sim:${s.id}`, `物联网卡 ${s.terminalNo}`, s.dueOn, `/telematics/terminalDetail?id=${s.id}`),
    ),
  ]
}

const BLOCK_OF: Partial<Record<AffairKind, 'upkeep' | 'inspection' | 'insurance' | 'certificate' | 'violation'>> = {
  upkeep: 'upkeep',
  inspection: 'inspection',
  compulsory: 'insurance',
  commercial: 'insurance',
  permit: 'certificate',
  licence: 'certificate',
  violation: 'violation',
}

/** Blocks by the rules, and those the law sets whatever a rule says: no 交强险 or 年检, no road. Of many vehicles at once. */
async function followBlocks(tx: Tx, ctx: Context, all: readonly { v: Vehicle; rows: readonly Row[] }[], y: Yardstick): Promise<void> {
  if (all.length === 0) return
  const wanted = all.flatMap(({ v, rows }) =>
    rows
      .filter((r) => r.level === 'overdue' && BLOCK_OF[r.kind])
      .filter((r) => ['compulsory', 'inspection'].includes(r.kind) || ruleFor(y, r.kind, v.store, v.model).block === 'lease')
      .map((r) => ({
        vehicle: v.id,
        kind: BLOCK_OF[r.kind]!,
        ref: `due:${r.ref}`,
        reason: `${AFFAIR_KINDS[r.kind]}已于 ${r.dueOn ?? ''} 到期`,
      })),
  )
  const open = await liveRows(tx, 'vehicleBlock')
    .select(['vehicle', 'ref'])
    .where(
      'vehicle',
      'in',
      all.map(({ v }) => v.id),
    )
    .where('status', '=', 'active')
    .where('ref', 'like', 'due:%')
    .execute()
  await blockAll(tx, ctx, wanted)
  const stands = new Set(wanted.map((b) => `${b.vehicle}|${b.ref}`))
  for (const b of open) if (b.ref && !stands.has(`${b.vehicle}|${b.ref}`)) await unblock(tx, ctx, b.vehicle, b.ref)
}

type Stored = Row & { id: number; snoozedUntil: Day | null; owner: number | null }
const same = (a: Row, b: Row): boolean =>
  (['kind', 'name', 'level', 'dueOn', 'forecastOn', 'store', 'link'] as const).every((k) => a[k] === b[k]) &&
  Number(a.dueKm ?? -1) === Number(b.dueKm ?? -1) &&
  Number(a.kmLeft ?? -1e9) === Number(b.kmLeft ?? -1e9)

/** Everything due of these vehicles, as it is now. Repeatable; returns how many rows were written. */
export async function rebuildDues(tx: Tx, ctx: Context, ids: readonly number[], known?: Yardstick): Promise<number> {
  if (ids.length === 0) return 0
  const today = ctx.clock.today()
  const y = known ?? (await yardstick(tx))
  const vehicles = await vehiclesOf(tx, ids)
  const facts = await factsOf(tx, ids, today)
  const stored = (await liveRows(tx, 'affairDue')
    .select([
      'id',
      'ref',
      'kind',
      'name',
      'level',
      'vehicle',
      'holder',
      'dueOn',
      'dueKm',
      'kmLeft',
      'forecastOn',
      'store',
      'link',
      'snoozedUntil',
      'owner',
    ])
    .where('vehicle', 'in', [...ids])
    .execute()) as Stored[]
  const byRef = new Map(stored.map((s) => [s.ref, s]))
  const overdueBefore = new Set(stored.filter((s) => s.level === 'overdue').map((s) => s.vehicle))
  const wanted: Row[] = []
  const stopped: { v: Vehicle; rows: readonly Row[] }[] = []
  for (const v of vehicles) {
    const rows = rowsOf(v, y, facts, today)
    for (const r of rows) {
      const until = byRef.get(r.ref)?.snoozedUntil
      wanted.push(until && until > today ? { ...r, level: 'snoozed' } : r)
    }
    if (overdueBefore.has(v.id) || rows.some((r) => r.level === 'overdue')) stopped.push({ v, rows })
  }
  await followBlocks(tx, ctx, stopped, y)
  const refs = new Set(wanted.map((r) => r.ref))
  const over = stored.filter((s) => !refs.has(s.ref))
  const gone = over.map((s) => s.id)
  const changed = wanted.filter((r) => !byRef.has(r.ref) || !same(r, byRef.get(r.ref)!))
  if (gone.length) await tx.deleteFrom('affairDue').where('id', 'in', gone).execute()
  // Done, or due on another day: what was told of the old one asks for nothing any more.
  const moved = changed.filter((r) => byRef.has(r.ref) && byRef.get(r.ref)!.dueOn !== r.dueOn)
  await withdrawMessages(
    tx,
    ctx,
    [...over, ...moved].map((r) => `affairDue:${r.ref}`),
  )
  if (changed.length) await upsert(tx, ctx, changed)
  return gone.length + changed.length
}

async function upsert(tx: Tx, ctx: Context, rows: readonly Row[]): Promise<void> {
  const [now, who, operator] = [ctx.clock.now(), ctx.user.id || null, ctx.user.operatorId]
  await sql`
    insert into affair_due (operator_id, created_by, created_at, updated_by, updated_at, ref, kind, name, level, vehicle, holder, due_on, due_km, km_left, forecast_on, store, link)
    select ${operator}, ${who}::bigint, ${now}::timestamptz, ${who}::bigint, ${now}::timestamptz, r.ref, r.kind, r.name, r.level, r.vehicle, r.holder, r."dueOn", r."dueKm", r."kmLeft", r."forecastOn", r.store, r.link
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(ref text, kind text, name text, level text, vehicle bigint, holder text, "dueOn" date, "dueKm" numeric, "kmLeft" numeric, "forecastOn" date, store bigint, link text)
    on conflict (operator_id, ref) where deleted_at is null do update set kind = excluded.kind, vehicle = excluded.vehicle, holder = excluded.holder, name = excluded.name, level = excluded.level, due_on = excluded.due_on, due_km = excluded.due_km,
      km_left = excluded.km_left, step = case when affair_due.due_on is distinct from excluded.due_on then null else affair_due.step end, forecast_on = excluded.forecast_on, store = excluded.store, link = excluded.link, updated_at = excluded.updated_at, version = affair_due.version + 1`.execute(
    tx,
  )
}

const CHUNK = 500
/** Every vehicle of the company, in transactions of their own: a night that is cut short goes on where it was. */
export async function rebuildAll(ctx: Context): Promise<number> {
  let [written, after] = [0, 0]
  const y = await ctx.db.read(ctx.user.operatorId, (db) => yardstick(db))
  for (;;) {
    const ids = await ctx.db.read(ctx.user.operatorId, async (db) =>
      (await liveRows(db, 'vehicle').select('id').where('id', '>', after).orderBy('id').limit(CHUNK).execute()).map((v) => v.id),
    )
    if (ids.length === 0) return written
    written += await ctx.db.write(ctx.user.operatorId, (tx) => rebuildDues(tx, ctx, ids, y))
    after = ids.at(-1)!
  }
}

/** As many vehicles as a start may wait for; a larger fleet has its list after the next night. */
const AT_START = 2000
/** A company that had vehicles before it had this list sees it at once, not tomorrow. */
export async function firstDues(tx: Tx, ctx: Context): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from vehicle where operator_id = ${ctx.user.operatorId} and deleted_at is null and status <> 'disposed'
      and not exists (select 1 from affair_due where operator_id = ${ctx.user.operatorId})
    order by id limit ${AT_START + 1}`.execute(tx)
  if (rows.length <= AT_START)
    await rebuildDues(
      tx,
      ctx,
      rows.map((v) => v.id),
    )
}
