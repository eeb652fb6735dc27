/**
 * 整批办理 on the server: a sheet of many vehicles, each row done by the action of one vehicle, in a transaction of its own. What
 * one row is refused is told by its plate, and no other row loses anything; a row sent twice is refused by its state, and one that was
 * changed since it was shown is shown again.
 */
import { z } from 'zod'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { whyNot, type ActionSpec } from '#kit/action/action.ts'
import { absent, AppError, conflict, forbidden, invalid, refused } from '#kit/basics/errors.ts'
import { fen, formatFen } from '#kit/basics/fen.ts'
import { asText, normaliseCode } from '#kit/basics/text.ts'
import { eachAlone, orPartly } from '#kit/entity/api/bulk.server.ts'
import { moment, withFacts } from '#kit/entity/present.server.ts'
import { functionCode } from '#kit/entity/entity.ts'
import { recordsOf } from '#kit/entity/query/query.server.ts'
import type { Record_ } from '#kit/entity/query/rows.server.ts'
import { act, actNamed, add } from '#kit/entity/store.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { ServedEntity } from '#kit/entity/serve.server.ts'
import { barred } from '#kit/entity/watchers.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { platesOf, vehicleWithPlate } from '#modules/vehicles/vehicles.public.ts'
import { leaseFacts } from '../approval.server.ts'
import { refuseLease } from '../audit.ts'
import { templateById, templateFor } from '../handovers/checks.server.ts'
import { countedKm, ownReceivers, type Counted } from '../handovers/known.server.ts'
import { computeSheet, settlements, type SettlementRec } from '../returns/settlement.server.ts'
import { FLEET, FLEET_KINDS, MOST_ROWS, type FleetKind } from './fleet.ts'
import { damageFrom, itemsFrom } from './fleet.rules.ts'
import { FLEET_ANSWER, FLEET_SHEET, type FleetRow } from './fleet.wire.ts'

type Values = Record<string, unknown>
/** Of a settlement, what the clerk would waive, while he tries. */
type Waived = Readonly<Record<string, number>>
type RowRecord = Record_ & {
  no: string
  version: number
  vehicle: number
  lease?: number
  lessee?: number
  store: number
  /** Of a swap: the one that comes back stands for the row. */
  newVehicle?: number
  /** Of a handover: the sheet it is looked over by. */
  template?: number | null
}

const IDS = z.array(z.int('编号不正确').min(1, '编号不正确')).min(1, '请选择要办理的车辆').max(MOST_ROWS, `一次最多 ${MOST_ROWS} 辆`)
const KIND = z.enum(FLEET_KINDS, '办理事项不正确')
const RIGHTS: Readonly<Record<FleetKind, string>> = {
  handOver: 'handVehicleList_confirm',
  askReturn: 'backCarList_add',
  inspect: 'backCarList_inspect',
  settle: 'settleInfoList_submit',
  renew: 'renewalOfLease_add',
  reduce: 'reduceRentList_add',
  swap: 'changeCarList_add',
  exchange: 'changeCarList_complete',
}
const ANY_RIGHT = [...new Set(Object.values(RIGHTS))]

function allowed(ctx: Context, kind: FleetKind): void {
  const { makes } = FLEET[kind]
  if (!ctx.access.can(RIGHTS[kind])) throw forbidden()
  if (makes && !ctx.access.can(functionCode(ctx.registry.entity(makes).entity.right, 'submit'))) throw forbidden()
  if (kind === 'settle' && !ctx.access.can('settleInfoList_fill')) throw forbidden()
}

/** Only what the person may see, in the order asked for. */
async function chosen(db: Db, ctx: Context, kind: FleetKind, ids: readonly number[]): Promise<RowRecord[]> {
  const { entity } = ctx.registry.entity(FLEET[kind].of)
  const records = (await recordsOf(db, ctx, entity as Entity, ids)) as unknown as RowRecord[]
  const byId = new Map(records.map((r) => [r.id, kind === 'exchange' ? { ...r, vehicle: Number((r as Record_)['oldVehicle']) } : r]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Why a row cannot be done now, asked for all of them at once. */
async function reasons(tx: Tx, ctx: Context, kind: FleetKind, records: readonly RowRecord[]): Promise<(string | null)[]> {
  const { of, act: action, makes, label } = FLEET[kind]
  if (makes) {
    const facts = await leaseFacts(
      tx,
      records.map((r) => ({ id: 0, lease: r.id })),
      null,
    )
    return facts.map((fact) => refuseLease(fact, label.slice(2)))
  }
  const served: ServedEntity = ctx.registry.entity(of)
  const spec = served.actions!.all[action!] as ActionSpec
  const known = await withFacts(tx, ctx, served, records)
  const bars = await barred({ tx, ctx, entity: of, records })
  const now = moment(ctx)
  return known.map((record) => whyNot(served.entity as Entity, spec, record, now) ?? bars(record.id, action!))
}

/** With what a clerk sees beside the cells: what it left with, or what it comes to. */
async function sheetOf(tx: Tx, ctx: Context, kind: FleetKind, ids: readonly number[], waived: Waived): Promise<FleetRow[]> {
  const records = await chosen(tx, ctx, kind, ids)
  if (records.length === 0) throw absent('所选记录已被删除，或不在您的数据权限内，请刷新后重新选择')
  const plates = await platesOf(
    tx,
    records.flatMap((r) => [r.vehicle, r.newVehicle ?? []].flat()),
  )
  const why = await reasons(tx, ctx, kind, records)
  const given = kind === 'inspect' ? await startKm(tx, records) : new Map<number, number>()
  const counts = kind === 'handOver' || kind === 'inspect'
  const counted = counts
    ? await countedKm(
        tx,
        records.map((r) => r.vehicle),
      )
    : new Map<number, Counted>()
  const receivers =
    kind === 'handOver'
      ? await ownReceivers(
          tx,
          records.flatMap((r) => r.lessee ?? []),
        )
      : new Map<number, string>()
  const paid = kind === 'renew' ? await rentsNow(tx, ctx, records) : new Map<number, Rent>()
  const rows: FleetRow[] = []
  for (const [i, r] of records.entries()) {
    const row: FleetRow = {
      id: r.id,
      plate: plates.get(r.vehicle) ?? '',
      no: r.no,
      version: r.version,
      reason: why[i] ?? null,
      preset: { odometer: counted.get(r.vehicle)?.km ?? null, receiverName: receivers.get(r.lessee ?? 0) ?? null },
      known: {},
      hash: null,
    }
    if (kind === 'inspect' && given.has(r.lease!)) row.known['startKm'] = String(given.get(r.lease!))
    const rent = paid.get(r.id)
    if (rent) Object.assign(row, { known: { present: formatFen(rent.monthlyRent) }, preset: { months: 12, depositDelta: 0, ...rent } })
    if (kind === 'exchange') row.known['newPlate'] = plates.get(r.newVehicle!) ?? ''
    if (kind === 'settle' && row.reason === null) Object.assign(row, await settlementRow(tx, ctx, r as unknown as SettlementRec, waived))
    rows.push(row)
  }
  return rows
}

type Rent = { monthlyRent: number; dailyRent: number | null }
/** What each lease pays today: a renewal mostly goes on with it. */
async function rentsNow(tx: Tx, ctx: Context, leases: readonly RowRecord[]): Promise<Map<number, Rent>> {
  const terms = await liveRows(tx, 'leaseTerm')
    .select(['lease', 'monthlyRent', 'dailyRent'])
    .where(
      'lease',
      'in',
      leases.map((r) => r.id),
    )
    .where('startOn', '<=', ctx.clock.today())
    .orderBy('startOn')
    .execute()
  return new Map(terms.map(({ lease, ...rent }) => [lease, rent]))
}

async function startKm(tx: Tx, records: readonly RowRecord[]): Promise<Map<number, number>> {
  const rows = await liveRows(tx, 'leaseSegment')
    .select(['lease', 'startOdometer'])
    .where(
      'lease',
      'in',
      records.map((r) => r.lease!),
    )
    .where('toAt', 'is', null)
    .execute()
  return new Map(rows.flatMap((row) => (row.startOdometer === null ? [] : [[row.lease, row.startOdometer] as const])))
}

/** The figures a clerk agrees to, and their mark: what has changed since is refused when the sheet is sent. */
async function settlementRow(tx: Tx, ctx: Context, s: SettlementRec, waived: Waived): Promise<Partial<FleetRow>> {
  const { sheet, hash } = await computeSheet(tx, ctx, { ...s, penaltyWaived: fen(waived[String(s.id)] ?? s.penaltyWaived) })
  const { receivable, refund, violationHeld } = sheet.result
  return {
    hash,
    known: { receivable: formatFen(receivable), refund: formatFen(refund), held: formatFen(violationHeld) },
    preset: { penaltyWaived: s.penaltyWaived, payee: s.payee, bankName: s.bankName, remark: s.remark },
  }
}

/** A handover is looked over by the sheet it was laid out with; what comes back, by the one its vehicle has today. */
const sheetItems = async (tx: Tx, vehicle: number, r: RowRecord, kind: FleetKind) =>
  (kind === 'handOver' ? await templateById(tx, r.template ?? null) : await templateFor(tx, vehicle))?.items ?? []

async function itemsOf(tx: Tx, kind: FleetKind, r: RowRecord, vehicle: number, at: string, text: unknown) {
  if (typeof text !== 'string' || text.trim() === '') throw invalid({ [at]: '请填写检查结果：正常，或写明异常' })
  return itemsFrom(text, await sheetItems(tx, vehicle, r, kind))
}
/** What was written of the looking over, as the check list of one vehicle has it. */
async function looked(tx: Tx, kind: FleetKind, r: RowRecord, values: Values): Promise<Values> {
  const { looked: text, ...rest } = values
  return { ...rest, items: await itemsOf(tx, kind, r, r.vehicle, 'looked', text) }
}

/** What the action says of its check list belongs in the cell that was written. */
const CELL_OF: Readonly<Record<string, string>> = { items: 'looked', oldItems: 'oldLooked', newItems: 'newLooked' }
async function inCells<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'invalid' || typeof error.data !== 'object' || error.data === null) throw error
    const refusals = Object.entries(error.data as Record<string, string>)
    if (!refusals.some(([at]) => at in CELL_OF)) throw error
    throw invalid(Object.fromEntries(refusals.map(([at, why]) => [CELL_OF[at] ?? at, why])))
  }
}

/** What was written in the cells of a swap, as one swap has it. What may be chosen is judged where it is added. */
async function swapFrom(tx: Tx, ctx: Context, values: Values): Promise<Values> {
  const { newPlate, ...rest } = values
  const plate = normaliseCode(asText(newPlate))
  const id = await vehicleWithPlate(tx, ctx, plate)
  if (id === null) throw invalid({ newPlate: plate ? `没有车牌号为 ${plate} 的车辆` : '请填写新车车牌号' })
  return { ...rest, newVehicle: id }
}
async function exchangeFrom(tx: Tx, r: RowRecord, values: Values): Promise<Values> {
  const { oldLooked, newLooked, ...rest } = values
  const oldItems = await itemsOf(tx, 'exchange', r, r.vehicle, 'oldLooked', oldLooked)
  return { ...rest, oldItems, newItems: await itemsOf(tx, 'exchange', r, r.newVehicle!, 'newLooked', newLooked) }
}

type Sent = { id: number; version: number; values: Values; hash?: string | null | undefined }

/** What was written belongs to the vehicle that was shown: a colleague may have given the row another one, or moved it on. */
async function asShown(tx: Tx, ctx: Context, kind: FleetKind, { id, version }: Sent): Promise<RowRecord> {
  const [now] = await chosen(tx, ctx, kind, [id])
  if (!now) throw absent('所选记录已被删除，或不在您的数据权限内，请刷新后重新选择')
  if (now.version === version) return now
  const [why] = await reasons(tx, ctx, kind, [now])
  throw why ? refused(why) : conflict('打开表格后，这一行已被他人修改；请核对表中现在的内容后再提交')
}

async function one(tx: Tx, ctx: Context, kind: FleetKind, sent: Sent): Promise<object | void> {
  const { of, act: action, makes } = FLEET[kind]
  const { values, hash, version } = sent
  const r = await asShown(tx, ctx, kind, sent)
  if (makes) {
    const input = kind === 'swap' ? await swapFrom(tx, ctx, values) : values
    const made = await add(tx, ctx, makes, { ...input, lease: r.id }, 'person')
    return actNamed(tx, ctx, makes, 'submit', made.id, null, {}, 'person')
  }
  if (kind === 'settle') return settleOne(tx, ctx, r, values, hash ?? null)
  if (kind === 'handOver') return actNamed(tx, ctx, of, action!, r.id, version, await looked(tx, kind, r, values), 'person')
  if (kind === 'exchange') return actNamed(tx, ctx, of, action!, r.id, version, await exchangeFrom(tx, r, values), 'person')
  const { damage, damageAmount, ...rest } = values
  const written = damageFrom((damage as string | null | undefined) ?? null, (damageAmount as number | null | undefined) ?? null)
  if ('at' in written) throw invalid({ [written.at]: written.reason })
  const input = { ...(await looked(tx, kind, r, rest)), ...written, missing: [] }
  return actNamed(tx, ctx, of, action!, r.id, version, input, 'person')
}

/** Filled in, and submitted with the figures that were seen. Both or neither. */
async function settleOne(tx: Tx, ctx: Context, r: RowRecord, values: Values, hash: string | null): Promise<object | void> {
  if (!hash) throw invalid('请先试算再提交')
  const s = await settlements.lock(tx, ctx, r.id)
  const input = { penaltyWaived: 0, ...values, extras: s.extras, violationsChecked: values['violationsChecked'] === 'yes' }
  await actNamed(tx, ctx, 'returnSettlement', 'fill', r.id, r.version, input, 'person')
  return act(tx, ctx, 'returnSettlement', 'submit', r.id, null, { hash }, 'person')
}

const sheet = route({
  method: 'POST',
  path: '/api/v1/lease/fleetSheet',
  summary: '整批办理：一车一行的表，附每车现在能否办理',
  right: ANY_RIGHT,
  safe: true,
  input: z.strictObject({ kind: KIND, ids: IDS, waived: z.record(z.string().regex(/^\d+$/), z.int().min(0).max(1e12)).optional() }),
  output: FLEET_SHEET,
  handler: (ctx, { kind, ids, waived }) => {
    allowed(ctx, kind)
    return ctx.db.read(ctx.user.operatorId, async (db) => ({ rows: await sheetOf(db, ctx, kind, [...new Set(ids)], waived ?? {}) }))
  },
})

const run = route({
  method: 'POST',
  path: '/api/v1/lease/fleetRun',
  summary: '整批办理：每行各自成立，逐车返回结果',
  right: ANY_RIGHT,
  input: z.strictObject({
    kind: KIND,
    rows: z
      .array(
        z.strictObject({
          id: z.int('编号不正确').min(1, '编号不正确'),
          version: z.int('版本不正确').positive('版本不正确'),
          values: z.record(z.string().max(40), z.unknown()),
          hash: z.string().max(64).nullish(),
        }),
      )
      .min(1, '请选择要办理的车辆')
      .max(MOST_ROWS, `一次最多 ${MOST_ROWS} 辆`),
  }),
  output: FLEET_ANSWER,
  handler: async (ctx, { kind, rows }) => {
    allowed(ctx, kind)
    const sent = new Map(rows.map((row) => [row.id, row]))
    if (sent.size !== rows.length) throw invalid('同一辆车在表中出现了两次，请去掉重复的一行')
    const records = await ctx.db.read(ctx.user.operatorId, (db) => chosen(db, ctx, kind, [...sent.keys()]))
    if (records.length !== rows.length) throw absent('所选记录已被删除，或不在您的数据权限内，请刷新后重新选择')
    const byId = new Map(records.map((r) => [r.id, r]))
    const own: Context = { ...ctx, source: 'bulk' }
    const answer = await eachAlone(own, { name: FLEET[kind].of }, [...sent.keys()], (tx, c, id) =>
      inCells(() => one(tx, c, kind, sent.get(id)!)),
    )
    const plates = await ctx.db.read(ctx.user.operatorId, (db) =>
      platesOf(
        db,
        records.map((r) => r.vehicle),
      ),
    )
    for (const row of answer.results) row.title = plates.get(byId.get(row.id)!.vehicle) ?? row.title
    return orPartly(answer)
  },
})

export const fleetRoutes: readonly Route[] = [sheet, run]
