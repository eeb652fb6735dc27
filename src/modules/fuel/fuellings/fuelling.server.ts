/** 加油充电: a reading of the odometer, a cost, at most one spend of a card (A14), nine checks, a case when they say so. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, dayOf } from '#kit/basics/time/day.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { fen, formatFen, negated } from '#kit/basics/fen.ts'
import { normaliseText } from '#kit/basics/text.ts'
import { together } from '#kit/database/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { Watcher } from '#kit/entity/registry.server.ts'
import { serve } from '#kit/entity/serve.server.ts'
import { add, storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { addCost, addCosts, driversAt, reverseCost, type NewCost } from '#modules/affairs/affairs.public.ts'
import { draftIncidental, holderAt } from '#modules/leasing/leasing.public.ts'
import { parameterNumber } from '#modules/system/system.public.ts'
import { draftDeduction } from '#modules/freight/freight.public.ts'
import { noteReading, noteReadings, seenVehicle } from '#modules/vehicles/vehicles.public.ts'
import { nameOf } from '../cards/cards.server.ts'
import type { Filling } from './around.server.ts'
import { judgeFuellings, type Approaches, type Judged } from './check.server.ts'
import { move, type Movement, type Pots } from '../cards/entries.server.ts'
import { fuelling, fuellingActions } from './fuelling.ts'
import { legsOf, type Leg } from '../cards/pots.rules.ts'
import { stationPlace } from '../cards/account.ts'

type Fuelling = Rec<typeof fuelling>
const stations = storeOf(stationPlace)
const fuellings = storeOf(fuelling)
const costKey = (id: number): string => `fuelling:${id}`

type New = Partial<Fuelling> & Pick<Fuelling, 'kind' | 'vehicle' | 'at'>

/** Stations nobody has named yet are known from now on; their place is learnt or typed. */
async function knowStations(tx: Tx, ctx: Context, list: readonly Pick<New, 'station' | 'kind' | 'city' | 'card'>[]): Promise<void> {
  const named = new Map(list.flatMap((f) => (f.station ? [[normaliseText(f.station), f] as const] : [])).toReversed())
  if (named.size === 0) return
  const knownStations = await liveRows(tx, 'stationPlace')
    .select('name')
    .where('name', 'in', [...named.keys()])
    .execute()
  for (const { name } of knownStations) named.delete(name)
  for (const [name, f] of [...named].toReversed())
    await stations.add(tx, ctx, {
      name,
      supplier: f.kind === 'charge' ? 'charger' : await supplierOf(tx, f.card ?? null),
      city: f.city ?? null,
    })
}
async function supplierOf(tx: Tx, card: number | null): Promise<Rec<typeof stationPlace>['supplier']> {
  const of = tx.selectFrom('fuelCard').innerJoin('fuelAccount', 'fuelAccount.id', 'fuelCard.account').select('fuelAccount.supplier')
  return (card === null ? undefined : await of.where('fuelCard.id', '=', card).executeTakeFirst())?.supplier ?? 'sinopec'
}

/** Out of the wallet first, as a card pays; what is short comes from its reserve. Below nothing already (the supplier said so), it has nothing to give. */
const paid =
  (amount: number) =>
  ({ wallet, reserve }: Readonly<Pots>): Leg[] => {
    const fromWallet = Math.max(0, Math.min(wallet, amount))
    const rest = amount - fromWallet
    return [
      ...(fromWallet > 0 ? legsOf('spend', fromWallet, 'wallet') : []),
      ...(rest > 0 ? legsOf('spend', rest, wallet > 0 || reserve > 0 ? 'reserve' : 'wallet') : []),
    ]
  }
/** What a fuelling takes from its card. A supplier's statement says what has happened already, however our pots stand. */
export const spendOf = (f: Fuelling, account: number): Movement => ({
  account,
  card: f.card,
  kind: 'spend',
  legs: paid(f.amount),
  at: f.at,
  supplierNo: f.supplierNo,
  station: f.station,
  fuelling: f.id,
  force: f.source === 'import' || f.source === 'api',
})
async function spend(tx: Tx, ctx: Context, f: Fuelling): Promise<void> {
  if (f.pay !== 'card' || !f.card) return
  const { account } = await tx.selectFrom('fuelCard').select('account').where('id', '=', f.card).executeTakeFirstOrThrow()
  await move(tx, ctx, spendOf(f, account))
}

type Verdict = Judged & { status: 'ok' | 'suspect' }
async function judgedAll(tx: Tx, ctx: Context, list: readonly Filling[], ahead?: Approaches): Promise<Verdict[]> {
  const limit = await parameterNumber(tx, ctx.registry, 'fuelScore')
  return (await judgeFuellings(tx, ctx, list, ahead)).map((judgement) => ({
    ...judgement,
    status: judgement.score >= limit ? 'suspect' : 'ok',
  }))
}
const judged = async (tx: Tx, ctx: Context, f: Fuelling): Promise<Partial<Fuelling>> => (await judgedAll(tx, ctx, [f]))[0]!

/**
 * Whom somebody wrote down; else the one whose mission it was; else whose card it is. A guess (a mission without a departure)
 * stays a name: figures and pay follow the record only.
 */
async function whoFilled(tx: Tx, list: readonly New[]): Promise<Pick<Fuelling, 'driver' | 'driverName'>[]> {
  const cards = list.flatMap((f) => f.card ?? [])
  const rows = cards.length
    ? await tx
        .selectFrom('fuelCard')
        .select(['id', 'driver', 'driverName'])
        .where('id', 'in', [...new Set(cards)])
        .execute()
    : []
  const ofCard = new Map(rows.map((c) => [c.id, c]))
  const asked = list.filter((f) => !f.driver && !f.driverName)
  const drove = new Map((await driversAt(tx, asked)).map((d, i) => [asked[i], d]))
  return list.map((f) => {
    const d = drove.get(f)
    if (!d) return { driver: f.driver ?? null, driverName: f.driverName ?? null }
    if (d.driver !== null && d.sure !== 'weak') return { driver: d.driver, driverName: d.driverName }
    const c = f.card ? ofCard.get(f.card) : undefined
    return { driver: c?.driver ?? null, driverName: c?.driverName ?? d.driverName }
  })
}

const costOf = (f: Fuelling): NewCost => ({
  vehicle: f.vehicle,
  store: f.store!,
  on: dayOf(f.at),
  kind: f.kind === 'charge' ? 'charge' : 'fuel',
  amount: f.amount,
  bearer: 'company',
  description: `${f.kind === 'charge' ? '充电' : '加油'} ${f.no}`,
  source: f.no,
  key: costKey(f.id),
})

interface Beside {
  stores: ReadonlyMap<number, number>
  ahead: Approaches
  spend: (made: readonly Fuelling[]) => Promise<void>
}
/**
 * Fuellings of a statement, in the order of time: completed, checked, written and followed like one that a person writes down, in a few
 * statements for all of them. The caller holds the vehicles and says of which store they are, and what he has asked of their tracks `ahead`;
 * their spends are left to him (`spend`), who has to fit them between the statement's other movements.
 */
export async function addFuellings(tx: Tx, ctx: Context, list: readonly New[], { stores, ahead, spend }: Beside): Promise<Fuelling[]> {
  if (list.length === 0) {
    await spend([])
    return []
  }
  await knowStations(tx, ctx, list)
  const who = await whoFilled(tx, list)
  const whole = list.map((f, i) => ({ ...BLANK, ...f, ...who[i]!, store: stores.get(f.vehicle) ?? null }))
  const verdicts = await judgedAll(
    tx,
    ctx,
    whole.map((f) => ({ ...(f as unknown as Filling), id: null })),
    ahead,
  )
  const made = await fuellings.addMany(
    tx,
    ctx,
    whole.map((f, i) => ({ ...f, ...verdicts[i]! })),
    'records',
  )
  const readings = made.flatMap((f) =>
    f.km === null ? [] : [{ vehicle: f.vehicle, at: f.at, km: Number(f.km), source: 'fuelling' as const, ref: f.no, store: f.store! }],
  )
  // None looks at what the others write: the rows of one are made while the database writes those of another.
  await together([spend(made), addCosts(tx, ctx, made.map(costOf)), noteReadings(tx, ctx, readings), judgeNext(tx, ctx, made)])
  return made
}
/** What a statement does not say. */
const BLANK = { station: null, city: null, fuel: null, km: null, socFrom: null, socTo: null, card: null, filledUp: false }

/** Everything that follows from a fuelling, once it stands. */
async function follow(tx: Tx, ctx: Context, f: Fuelling): Promise<void> {
  if (f.km !== null) await noteReading(tx, ctx, { vehicle: f.vehicle, at: f.at, km: Number(f.km), source: 'fuelling', ref: f.no })
  await knowStations(tx, ctx, [f])
  await spend(tx, ctx, f)
  await addCost(tx, ctx, costOf(f))
  await fuellings.act(tx, ctx, 'judge', f.id)
  await judgeNext(tx, ctx, [f])
}

type Full = Pick<Fuelling, 'id' | 'vehicle' | 'kind' | 'at'>
const keyOf = (f: Pick<Fuelling, 'vehicle' | 'kind'>): string => `${f.vehicle}|${f.kind}`

/** Which of these vehicles were filled up since the first of these: most statements say of no fill that it was a full one. */
async function filledSince(tx: Tx, ctx: Context, list: readonly Full[]): Promise<Set<number>> {
  const { rows } = await sql<{ vehicle: number }>`
    select distinct b.vehicle from fuelling b where b.operator_id = ${ctx.user.operatorId} and b.vehicle = any(${sql.val([...new Set(list.map((f) => f.vehicle))])}::bigint[])
      and b.at >= ${list.map((f) => f.at).toSorted()[0]!}::timestamptz and b.filled_up and b.status <> 'voided' and b.deleted_at is null`.execute(
    tx,
  )
  return new Set(rows.map((r) => r.vehicle))
}

/** Full fills of the same vehicles and kinds from the first of these to the first behind the last, in the order of time. */
async function fullFills(tx: Tx, ctx: Context, all: readonly Full[]): Promise<Map<string, Full[]>> {
  const filled = await filledSince(tx, ctx, all)
  const list = all.filter((f) => filled.has(f.vehicle))
  if (list.length === 0) return new Map()
  const keys = [...Map.groupBy(list, keyOf).values()].map((own) => {
    const times = own.map((f) => f.at).toSorted()
    return { vehicle: own[0]!.vehicle, kind: own[0]!.kind, first: times[0]!, last: times.at(-1)! }
  })
  const full = sql`select b.id, b.vehicle, b.kind, b.at from fuelling b where b.operator_id = ${ctx.user.operatorId} and b.vehicle = k.vehicle and b.kind = k.kind
    and b.filled_up and b.status <> 'voided' and b.deleted_at is null`
  const { rows } = await sql<Full>`
    select n.* from json_to_recordset(${JSON.stringify(keys)}::json) as k(vehicle bigint, kind text, first timestamptz, last timestamptz) cross join lateral (
      (${full} and b.at between k.first and k.last) union all (${full} and b.at > k.last order by b.at, b.id limit 1)) n order by n.at, n.id`.execute(
    tx,
  )
  return Map.groupBy(rows, keyOf)
}

/** What is written down late, or struck out, changes what the next full fill says about the way before it. */
async function judgeNext(tx: Tx, ctx: Context, list: readonly Full[]): Promise<void> {
  const full = await fullFills(tx, ctx, list)
  if (full.size === 0) return
  const next = new Set(list.flatMap((f) => full.get(keyOf(f))?.find((x) => x.at >= f.at && x.id !== f.id)?.id ?? []))
  for (const { id } of list) next.delete(id)
  if (next.size === 0) return
  const { rows } = await sql<{ id: number; status: string }>`
    select id, status from fuelling where id = any(${sql.val([...next])}::bigint[]) order by id for no key update`.execute(tx)
  // What a person has explained or confirmed stays as he saw it.
  for (const f of rows) if (f.status === 'ok' || f.status === 'suspect') await fuellings.act(tx, ctx, 'judge', f.id)
}

/** Off the driver's next pay, where his record is known; where it is not, the note is all that whoever pays wages has. */
async function offPay(tx: Tx, ctx: Context, f: Fuelling, amount: number): Promise<number | null> {
  if (f.driver === null) return null
  return draftDeduction(tx, ctx, { driver: f.driver, store: f.store!, amount, reason: 'oilCard', remark: `加油异常 ${f.no}` })
}

/** Confirmed: a report of risk, and who pays. */
async function confirmCase(
  tx: Tx,
  ctx: Context,
  f: Fuelling,
  input: { charge: 'none' | 'lessee' | 'wage'; amount: number | null; description: string },
): Promise<Partial<Fuelling>> {
  const amount = input.amount ?? f.amount
  if (amount > f.amount) throw invalid({ amount: `追偿金额不能超过 ${formatFen(f.amount)} 元` })
  const held = await holderAt(tx, f.vehicle, f.at)
  const report = await add(tx, ctx, 'riskReport', {
    level: 'medium',
    category: 'driving',
    vehicle: f.vehicle,
    lessee: held?.lessee ?? null,
    subject: f.driverName,
    occurredAt: f.at,
    description: `${f.no} ${input.description}。${f.findings ?? ''}`.slice(0, 1000),
    store: f.store,
  })
  if (input.charge === 'none') return { riskReport: report.id, wageNote: null }
  if (input.charge === 'wage') return { riskReport: report.id, wageNote: fen(amount), deduction: await offPay(tx, ctx, f, amount) }
  if (!held) throw refused('当时车辆不在租，没有承租人可以追偿')
  const incidental = await draftIncidental(tx, ctx, {
    lease: held.lease,
    occurredOn: dayOf(f.at),
    dueOn: addDays(ctx.clock.today(), 7),
    lines: [{ feeItem: 'ENERGY', amount, note: f.no }],
    remark: `加油异常 ${f.no}：${input.description}`.slice(0, 300),
  })
  return { riskReport: report.id, incidental }
}

/** What it cost and what its card paid for it, back again. */
async function giveBack(tx: Tx, ctx: Context, f: Fuelling, { at, supplierNo }: { at: string; supplierNo: string | null }): Promise<void> {
  await reverseCost(tx, ctx, costKey(f.id), dayOf(at))
  const spent = await liveRows(tx, 'fuelEntry')
    .select(['id', 'account', 'card', 'pot', 'delta'])
    .where('fuelling', '=', f.id)
    .where('kind', '=', 'spend')
    .execute()
  for (const e of spent)
    await move(tx, ctx, {
      account: e.account,
      card: e.card,
      kind: 'refund',
      legs: [{ pot: e.pot, delta: negated(e.delta) }],
      at,
      supplierNo,
      fuelling: f.id,
      reverses: e.id,
      note: `冲正 ${f.no}`,
    })
}

export const fuellingWatcher: Watcher = {
  after: async ({ tx, ctx, entity, action, record }) => {
    if (entity === 'fuelling' && (action === 'void' || action === 'takeBack')) await judgeNext(tx, ctx, [record as unknown as Fuelling])
  },
}

export const servedFuelling = serve(fuellingActions, {
  effects: {
    explain: async ({ input }) => ({ explanation: input.explanation }),
    confirmCase: ({ tx, ctx, record, input }) => confirmCase(tx, ctx, record, input),
    setDriver: async ({ tx, input }) => ({ driver: input.driver, driverName: await nameOf(tx, input) }),
    recheck: ({ tx, ctx, record }) => judged(tx, ctx, record),
    judge: ({ tx, ctx, record }) => judged(tx, ctx, record),
    void: async ({ tx, ctx, record, input }) => {
      await giveBack(tx, ctx, record, { at: ctx.clock.now(), supplierNo: null })
      return { remark: `冲正：${input.reason}。${record.remark ?? ''}`.slice(0, 300) }
    },
    takeBack: async ({ tx, ctx, record, input }) => {
      await giveBack(tx, ctx, record, input)
      return { reversedBy: input.supplierNo, reversedAt: input.at, remark: `供应商撤销。${record.remark ?? ''}`.slice(0, 300) }
    },
  },
  hooks: {
    beforeAdd: async ({ tx, ctx, values }) => {
      if (Date.parse(values.at!) > Date.parse(ctx.clock.now()) + 60_000) throw invalid({ at: '时间不能晚于现在' })
      const v = await seenVehicle(tx, values.vehicle!)
      const named = values.driver ? { ...values, driverName: await nameOf(tx, values) } : values
      return { store: v?.store ?? null, ...(await whoFilled(tx, [named as New]))[0]! }
    },
    afterAdd: ({ tx, ctx, record }) => follow(tx, ctx, record),
  },
})
