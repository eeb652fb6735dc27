/** 加油充电: a reading of the odometer, a cost, at most one spend of a card (A14), nine checks, a case when they say so. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, dayOf } from '#kit/basics/day.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { fen, formatFen, negated } from '#kit/basics/fen.ts'
import { normaliseText } from '#kit/basics/text.ts'
import { serve } from '#kit/entity/serve.server.ts'
import { add, storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { addCost, driverAt, reverseCost } from '#modules/affairs/affairs.public.ts'
import { draftIncidental, holderAt } from '#modules/leasing/leasing.public.ts'
import { parameterNumber } from '#modules/system/system.public.ts'
import { draftDeduction } from '#modules/transport/transport.public.ts'
import { noteReading, seenVehicle } from '#modules/vehicles/vehicles.public.ts'
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
  const fromWallet = Math.min(c.wallet ?? 0, f.amount)
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
}

/** Off the driver's next pay, where a mission says that it was him; where none does, the note is all that whoever pays wages has. */
async function offPay(tx: Tx, ctx: Context, f: Fuelling, amount: number): Promise<number | null> {
  const { driver, sure } = await driverAt(tx, ctx, f.vehicle, f.at)
  if (driver === null || sure === 'weak') return null
  return draftDeduction(tx, ctx, { driver, store: f.store!, amount, reason: 'oilCard', remark: `加油异常 ${f.no}` })
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

export const servedFuelling = serve(fuellingActions, {
  effects: {
    explain: async ({ input }) => ({ explanation: input.explanation }),
    confirmCase: ({ tx, ctx, record, input }) => confirmCase(tx, ctx, record, input),
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
      // Nobody wrote down who filled it: the one whose mission it was.
      const driverName = values.driverName || (await driverAt(tx, ctx, values.vehicle!, values.at!)).driverName
      return { store: v?.store ?? null, driverName }
    },
    afterAdd: ({ tx, ctx, record }) => follow(tx, ctx, record),
  },
})
