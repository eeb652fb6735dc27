/** 加油充电: a reading of the odometer, a cost, at most one spend of a card (A14), nine checks, a case when they say so. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, dayOf } from '#kit/basics/day.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { fen, formatFen, negated } from '#kit/basics/fen.ts'
import { normaliseText } from '#kit/basics/text.ts'
import type { Watcher } from '#kit/entity/registry.server.ts'
import { serve } from '#kit/entity/serve.server.ts'
import { add, storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { addCost, driverAt, reverseCost } from '#modules/affairs/affairs.public.ts'
import { draftIncidental, holderAt } from '#modules/leasing/leasing.public.ts'
import { parameterNumber } from '#modules/system/system.public.ts'
import { draftDeduction } from '#modules/transport/transport.public.ts'
import { noteReading, seenVehicle } from '#modules/vehicles/vehicles.public.ts'
import { nameOf } from './cards.server.ts'
import { judgeFuelling } from './check.server.ts'
import { move } from './entries.server.ts'
import { fuelling, fuellingActions } from './fuelling.ts'
import { legsOf } from './pots.rules.ts'
import { stationPlace } from './account.ts'

type Fuelling = Rec<typeof fuelling>
const stations = storeOf(stationPlace)
const fuellings = storeOf(fuelling)
const costKey = (id: number): string => `fuelling:${id}`

/** A station nobody has named yet is known from now on; its place is learnt or typed. */
async function knowStation(tx: Tx, ctx: Context, f: Fuelling): Promise<void> {
  if (!f.station) return
  const name = normaliseText(f.station)
  const here = await tx
    .selectFrom('stationPlace')
    .select('id')
    .where('operatorId', '=', ctx.user.operatorId)
    .where('name', '=', name)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!here) await stations.add(tx, ctx, { name, supplier: f.kind === 'charge' ? 'charger' : 'sinopec', city: f.city })
}

/** Out of the wallet first, as a card pays; what is short comes from its reserve. */
async function spend(tx: Tx, ctx: Context, f: Fuelling): Promise<void> {
  if (f.pay !== 'card' || !f.card) return
  const c = await tx
    .selectFrom('fuelCard')
    .select(['account', 'wallet', 'reserve'])
    .where('id', '=', f.card)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  // Below nothing already (the supplier said so), it has nothing to give.
  const fromWallet = Math.max(0, Math.min(c.wallet ?? 0, f.amount))
  const rest = f.amount - fromWallet
  // A supplier's statement says what has happened already, however our pots stand.
  await move(tx, ctx, {
    account: c.account,
    card: f.card,
    kind: 'spend',
    legs: [
      ...(fromWallet > 0 ? legsOf('spend', fromWallet, 'wallet') : []),
      ...(rest > 0 ? legsOf('spend', rest, (c.wallet ?? 0) > 0 || (c.reserve ?? 0) > 0 ? 'reserve' : 'wallet') : []),
    ],
    at: f.at,
    supplierNo: f.supplierNo,
    station: f.station,
    fuelling: f.id,
    force: f.source === 'import' || f.source === 'api',
  })
}

async function judged(tx: Tx, ctx: Context, f: Fuelling): Promise<Partial<Fuelling>> {
  const found = await judgeFuelling(tx, ctx, f)
  const limit = await parameterNumber(tx, ctx.registry, 'fuelScore')
  return { ...found, status: found.score >= limit ? 'suspect' : 'ok' }
}

/**
 * Whom somebody wrote down; else the one whose mission it was; else whose card it is. A guess (a mission without a departure)
 * stays a name: figures and pay follow the record only.
 */
async function whoFilled(tx: Tx, ctx: Context, f: Partial<Fuelling>): Promise<Pick<Fuelling, 'driver' | 'driverName'>> {
  if (f.driver || f.driverName) return { driver: f.driver ?? null, driverName: await nameOf(tx, ctx, f) }
  const drove = await driverAt(tx, ctx, f.vehicle!, f.at!)
  if (drove.driver !== null && drove.sure !== 'weak') return { driver: drove.driver, driverName: drove.driverName }
  const c = f.card
    ? await tx.selectFrom('fuelCard').select(['driver', 'driverName']).where('id', '=', f.card).executeTakeFirst()
    : undefined
  return { driver: c?.driver ?? null, driverName: c?.driverName ?? drove.driverName }
}

/** Everything that follows from a fuelling, once it stands. */
async function follow(tx: Tx, ctx: Context, f: Fuelling): Promise<void> {
  if (f.km !== null) await noteReading(tx, ctx, { vehicle: f.vehicle, at: f.at, km: Number(f.km), source: 'fuelling', ref: f.no })
  await knowStation(tx, ctx, f)
  await spend(tx, ctx, f)
  await addCost(tx, ctx, {
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
  await fuellings.act(tx, ctx, 'judge', f.id)
  await judgeNext(tx, ctx, f)
}

/** What is written down late, or struck out, changes what the next full fill says about the way before it. */
async function judgeNext(tx: Tx, ctx: Context, f: Fuelling): Promise<void> {
  const next = await tx
    .selectFrom('fuelling')
    .select(['id', 'status'])
    .where('operatorId', '=', ctx.user.operatorId)
    .where('vehicle', '=', f.vehicle)
    .where('kind', '=', f.kind)
    .where('at', '>=', f.at)
    .where('id', '!=', f.id)
    .where('filledUp', '=', true)
    .where('status', '!=', 'voided')
    .where('deletedAt', 'is', null)
    .orderBy('at')
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst()
  // What a person has explained or confirmed stays as he saw it.
  if (next?.status === 'ok' || next?.status === 'suspect') await fuellings.act(tx, ctx, 'judge', next.id)
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
  const held = await holderAt(tx, ctx, f.vehicle, f.at)
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

export const fuellingWatcher: Watcher = {
  after: async ({ tx, ctx, entity, action, record }) => {
    if (entity === 'fuelling' && action === 'void') await judgeNext(tx, ctx, record as unknown as Fuelling)
  },
}

export const servedFuelling = serve(fuellingActions, {
  effects: {
    explain: async ({ input }) => ({ explanation: input.explanation }),
    confirmCase: ({ tx, ctx, record, input }) => confirmCase(tx, ctx, record, input),
    setDriver: async ({ tx, ctx, input }) => ({ driver: input.driver, driverName: await nameOf(tx, ctx, input) }),
    recheck: ({ tx, ctx, record }) => judged(tx, ctx, record),
    judge: ({ tx, ctx, record }) => judged(tx, ctx, record),
    void: async ({ tx, ctx, record, input }) => {
      await reverseCost(tx, ctx, costKey(record.id), ctx.clock.today())
      const spent = await tx
        .selectFrom('fuelEntry')
        .select(['id', 'account', 'card', 'pot', 'delta'])
        .where('fuelling', '=', record.id)
        .where('kind', '=', 'spend')
        .where('deletedAt', 'is', null)
        .execute()
      for (const e of spent)
        await move(tx, ctx, {
          account: e.account,
          card: e.card,
          kind: 'refund',
          legs: [{ pot: e.pot, delta: negated(e.delta) }],
          at: ctx.clock.now(),
          fuelling: record.id,
          reverses: e.id,
          note: `冲正 ${record.no}`,
        })
      return { remark: `冲正：${input.reason}。${record.remark ?? ''}`.slice(0, 300) }
    },
  },
  hooks: {
    beforeAdd: async ({ tx, ctx, values }) => {
      if (Date.parse(values.at!) > Date.parse(ctx.clock.now()) + 60_000) throw invalid({ at: '时间不能晚于现在' })
      const v = await seenVehicle(tx, values.vehicle!)
      return { store: v?.store ?? null, ...(await whoFilled(tx, ctx, values)) }
    },
    afterAdd: ({ tx, ctx, record }) => follow(tx, ctx, record),
  },
})
