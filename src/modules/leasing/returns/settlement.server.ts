/** 退车结算 (leasing.md §3.8): previewed without a trace, confirmed only when nothing has changed since. */
import { createHash } from 'node:crypto'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { addDays, dayOf, type Day } from '#kit/basics/time/day.ts'
import { fen } from '#kit/basics/fen.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { get, storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { depositsOf, lateStates, rentUses, type Bill } from '#modules/billing/billing.public.ts'
import { balancesOf, lesseeNamed } from '#modules/parties/parties.public.ts'
import { parameterNumber, parameterValue } from '#modules/system/system.public.ts'
import { INCIDENTAL_FEES } from '../changes/change.ts'
import type { Contract } from '../rent/periods.server.ts'
import { returnSettlement, type vehicleReturn } from './return.ts'
import { chargesOf, leftOf, settlementSheet, type BillAtReturn, type ReturnInput, type SettlementSheet } from './return.rules.ts'
import { violationHoldUntil } from './settlement.rules.ts'
import { drivenKm } from '../handovers/segments.server.ts'
import { billedOf, laterOf, reliefsOf, termsOf } from '../rent/terms.server.ts'

export type SettlementRec = Rec<typeof returnSettlement>
type Return = Rec<typeof vehicleReturn>
export const settlements = storeOf(returnSettlement)

export type Filled = Pick<SettlementRec, 'lease' | 'vehicleReturn' | 'returnedOn' | 'extras' | 'penaltyWaived'>

const LIVE = ['unpaid', 'partlyPaid', 'settled', 'writtenOff'] as const
const SPAN: Record<string, string> = {
  rent: '租金',
  incidental: '杂费',
  late: '滞纳金',
  swap: '换车补差',
  service: '服务费',
  penalty: '违约金',
  settlement: '退车结算',
  buyout: '尾款',
}

const billsOf = async (db: Db, leaseId: number): Promise<Bill[]> =>
  (await liveRows(db, 'bill')
    .selectAll()
    .where('lease', '=', leaseId)
    .where('billType', '!=', 'deposit')
    .where('direction', '=', 'receivable')
    .where('status', 'in', [...LIVE])
    .orderBy('dueOn')
    .orderBy('id')
    .execute()) as unknown as Bill[]

const labelOf = (b: Bill): string =>
  `${SPAN[b.billType] ?? b.billType}${b.startOn && b.endOn ? ` ${b.startOn} ~ ${addDays(b.endOn, -1)}` : ''}`

/** Late fees still to be posted as of the return, by what a bill has been reduced to. Asked once per amount that matters. */
async function lateFees(
  db: Db,
  bills: readonly Bill[],
  asOf: Day,
): Promise<Required<Pick<ReturnInput, 'lateOf' | 'lateHow' | 'lateOver'>>> {
  const states = await lateStates(db, bills, asOf)
  const known = new Map(bills.map((b) => [`${b.id}:${b.amount}`, (states.get(b.id)?.fee ?? 0) - (states.get(b.id)?.posted ?? 0)]))
  return {
    lateOf: (id, amount) => Math.max(0, known.get(`${id}:${amount}`) ?? 0),
    lateOver: (id, amount) => Math.max(0, -(known.get(`${id}:${amount}`) ?? 0)),
    lateHow: (id) => states.get(id)?.formula ?? '',
  }
}

async function energyOf(
  db: Db,
  ctx: Context,
  r: Return,
): Promise<{ from: number; to: number; toleranceBp: number; pricePerPercent: number } | null> {
  if ((await parameterValue(db, ctx.registry, 'returnEnergyCharge')) !== true || r.energyPercent === null) return null
  // What the vehicle that comes back now left with: from the swap that brought it, or from the handover.
  const swap = await liveRows(db, 'vehicleSwap')
    .select(['newEnergyPercent as percent'])
    .where('lease', '=', r.lease)
    .where('newVehicle', '=', r.vehicle!)
    .where('status', '=', 'done')
    .where('kind', '=', 'permanent')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const given =
    swap ??
    (await liveRows(db, 'handover')
      .select(['energyPercent as percent'])
      .where('lease', '=', r.lease)
      .where('status', '=', 'done')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst())
  if (!given || given.percent === null) return null
  return {
    from: given.percent,
    to: r.energyPercent,
    toleranceBp: await parameterNumber(db, ctx.registry, 'returnEnergyTolerance'),
    pricePerPercent: await parameterNumber(db, ctx.registry, 'returnEnergyUnitPrice'),
  }
}

/** Everything the sheet depends on, read once, and what of it may change until the confirmation. */
export async function computeSheet(tx: Tx, ctx: Context, s: Filled, known?: Return): Promise<{ sheet: SettlementSheet; hash: string }> {
  const r = known ?? ((await get(tx, ctx, 'vehicleReturn', s.vehicleReturn)) as unknown as Return)
  const of = await tx.selectFrom('lease').selectAll().where('id', '=', s.lease).executeTakeFirstOrThrow()
  const c = (await get(tx, ctx, 'contract', of.contract)) as unknown as Contract
  const all = await termsOf(tx, s.lease)
  const billed = await billedOf(tx, s.lease, all[0]!.startOn)
  const bills = await billsOf(tx, s.lease)
  const deposits = await depositsOf(tx, [s.lease])
  const balance = (await balancesOf(tx, [of.lessee])).get(of.lessee) ?? fen(0)
  const others = await liveRows(tx, 'lease')
    .select('id')
    .where('lessee', '=', of.lessee)
    .where('id', '!=', s.lease)
    .where('status', 'not in', ['settled', 'cancelled'])
    .limit(1)
    .executeTakeFirst()
  const reliefs = await reliefsOf(tx, s.lease, c, all)
  const coupons = await rentUses(
    tx,
    bills.map((b) => b.id),
  )
  const atReturn = bills.map((b): BillAtReturn => ({ ...b, label: labelOf(b), coupons: coupons.get(b.id) ?? [] }))
  const first = {
    returnedOn: s.returnedOn,
    terms: c,
    all,
    later: laterOf(of),
    reliefs,
    billedUntil: billed.until,
    bills: atReturn,
  }
  const rest = {
    driven: await drivenKm(tx, s.lease),
    chargeMileage: (await parameterValue(tx, ctx.registry, 'returnMileageCharge')) === true,
    energy: await energyOf(tx, ctx, r),
    damages: r.damages ?? [],
    missing: r.missing ?? [],
    cleaningFee: r.cleaningFee ?? 0,
    extras: (s.extras ?? []).map((x) => ({ feeItem: x.feeItem, label: INCIDENTAL_FEES[x.feeItem], amount: x.amount, note: x.note })),
    penaltyWaived: s.penaltyWaived,
    balance,
    keepBalance: others !== undefined,
    vehicleDeposit: deposits.find((d) => d.kind === 'vehicle')?.balance ?? 0,
    violationDeposit: deposits.find((d) => d.kind === 'violation')?.balance ?? 0,
  }
  const plain = settlementSheet({ ...first, ...rest, lateOf: () => 0 })
  const late = await lateFees(
    tx,
    bills.map((b, n) => ({ ...b, amount: leftOf(atReturn[n]!, plain.backs) })),
    s.returnedOn,
  )
  const sheet = settlementSheet({ ...first, ...rest, ...late })
  const hash = createHash('sha256')
    .update(
      JSON.stringify([
        sheet,
        bills.map((b) => [b.id, b.amount, b.paid, b.writtenOff]),
        deposits.map((d) => [d.id, d.balance]),
        rest.balance,
      ]),
    )
    .digest('hex')
  return { sheet, hash }
}

/** The figures a settlement carries for lists, sums and filters; `days`: how long the violation deposit is kept. */
export const figuresFrom = (sheet: SettlementSheet, returnedOn: Day, days: number) => ({
  charges: chargesOf(sheet),
  credits: sheet.result.totalCredits,
  net: fen(sheet.result.net),
  depositUsed: fen(sheet.result.vehicleDepositUsed + sheet.result.violationDepositUsed),
  receivable: sheet.result.receivable,
  refund: sheet.result.refund,
  violationHeld: sheet.result.violationHeld,
  holdUntil: sheet.result.violationHeld > 0 ? violationHoldUntil(returnedOn, days) : null,
  sheet,
})

export async function figuresOf(tx: Tx, s: Filled, sheet: SettlementSheet): Promise<Partial<SettlementRec>> {
  const { depositHoldDays } = await tx
    .selectFrom('contract')
    .innerJoin('lease', 'lease.contract', 'contract.id')
    .select('contract.depositHoldDays')
    .where('lease.id', '=', s.lease)
    .executeTakeFirstOrThrow()
  return figuresFrom(sheet, s.returnedOn, depositHoldDays)
}

/** A draft as soon as the vehicle is back. */
export async function openSettlement(tx: Tx, ctx: Context, r: Return): Promise<void> {
  const of = await tx
    .selectFrom('lease')
    .select(['contract', 'lessee', 'vehicle', 'store'])
    .where('id', '=', r.lease)
    .executeTakeFirstOrThrow()
  const made = await settlements.add(tx, ctx, {
    ...of,
    vehicleReturn: r.id,
    lease: r.lease,
    returnedOn: dayOf(r.actualAt!),
    payee: await lesseeNamed(tx, of.lessee),
  })
  // What it comes to as things stand, so that lists do not show zeros for what nobody has looked at.
  await settlements.edit(tx, ctx, made.id, await figuresOf(tx, made, (await computeSheet(tx, ctx, made, r)).sheet))
}
