/** What the settlement does when it is confirmed, and how it goes on to its end. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { AppError, refused } from '#kit/basics/errors.ts'
import { fen, sumFen } from '#kit/basics/fen.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { serve } from '#kit/entity/serve.server.ts'
import { act, storeOf } from '#kit/entity/store.server.ts'
import {
  appendItems,
  billsWithLateFee,
  cancelBill,
  depositsOf,
  dropUnpaidDeposits,
  holdDeposit,
  issueBill,
  lateStates,
  lockBills,
  lockLessee,
  payInternally,
  postLateFee,
  prove,
  requestRefund,
  type NewItem,
} from '#modules/billing/billing.public.ts'
import { administrators, parameterValue, sendMessages } from '#modules/system/system.public.ts'
import { decided, submitted } from '../approval.server.ts'
import { contract } from '../contracts/contract.ts'
import { lease } from '../lease.ts'
import { cancelPlanned, type Lease } from '../rent/periods.server.ts'
import { returnSettlementActions, type SettlementFacts } from './return.ts'
import type { SettlementSheet } from './return.rules.ts'
import { heldBack, provedClean } from './holds.server.ts'
import { computeSheet, figuresOf, settlements, type SettlementRec } from './settlement.server.ts'
import { recordCredit } from '#modules/parties/parties.public.ts'

const leases = storeOf(lease)
const contracts = storeOf(contract)

const CHANGED = '账单、余额或押金在预览之后有变化，请重新预览后再提交'

/** Bills of days that were not used: gone when nobody paid them, else credited. */
async function creditRent(tx: Tx, ctx: Context, s: SettlementRec, sheet: SettlementSheet): Promise<number[]> {
  for (const id of sheet.cancelled) await cancelBill(tx, ctx, id, `退车结算 ${s.no}：账期在退车之后`)
  const credited = [
    ...Map.groupBy(
      sheet.backs.filter((b) => !sheet.cancelled.includes(b.bill)),
      (b) => b.bill,
    ),
  ]
  for (const [bill, backs] of credited) {
    await appendItems(
      tx,
      ctx,
      bill,
      backs.map((b): NewItem => ({
        feeItem: 'RENT_BACK',
        description: `退车结算 ${s.no}：退还未使用租金`,
        amount: -b.amount,
        startOn: b.startOn,
        endOn: b.endOn,
        formula: b.formula,
        idemKey: `settle:${s.id}:back:${b.bill}:${b.startOn}`,
      })),
    )
  }
  return credited.map(([bill]) => bill)
}

async function postLate(tx: Tx, ctx: Context, s: SettlementRec, wanted: readonly number[], asOf: Day): Promise<void> {
  if (wanted.length === 0) return
  const bills = await lockBills(tx, wanted)
  const states = await lateStates(tx, bills, asOf)
  for (const b of bills) await postLateFee(tx, ctx, b, states.get(b.id), `settle:${s.id}:late:${b.id}:${asOf}`)
}

/** Up and down: bills whose fee has grown, and those that have one already, because rent that is not owed has none either. */
async function withLateFee(tx: Tx, leaseId: number, sheet: SettlementSheet): Promise<number[]> {
  const grown = sheet.lines.filter((l) => l.kind === 'late').map((l) => l.bill!)
  return [...new Set([...grown, ...(await billsWithLateFee(tx, leaseId))])].filter((id) => !sheet.cancelled.includes(id))
}

/** One bill for what the settlement itself charges. */
async function billFees(tx: Tx, ctx: Context, s: SettlementRec, of: Lease, sheet: SettlementSheet): Promise<number | null> {
  const fees = sheet.lines.filter((l) => l.kind === 'fee')
  if (fees.length === 0) return null
  const today = ctx.clock.today()
  const made = await issueBill(tx, ctx, {
    billType: 'settlement',
    lessee: of.lessee,
    store: of.store,
    contract: of.contract,
    lease: of.id,
    vehicle: of.vehicle,
    issueOn: today,
    dueOn: today,
    items: fees.map((l, i): NewItem => ({
      feeItem: l.feeItem!,
      description: l.label,
      amount: l.amount,
      startOn: l.startOn,
      endOn: l.endOn,
      formula: l.formula,
      idemKey: `settle:${s.id}:fee:${i}`,
    })),
  })
  return made.id
}

/** Open bills of the lease, oldest first, deposits apart. */
const openBills = (tx: Tx, leaseId: number): Promise<{ id: number; remain: number | null }[]> =>
  liveRows(tx, 'bill')
    .select(['id', 'remain'])
    .where('lease', '=', leaseId)
    .where('billType', '!=', 'deposit')
    .where('direction', '=', 'receivable')
    .where('status', 'in', ['unpaid', 'partlyPaid'])
    .orderBy('dueOn')
    .orderBy('id')
    .execute()

async function payFrom(
  tx: Tx,
  ctx: Context,
  of: Lease,
  amount: number,
  depositAccount: number | undefined,
  remark: string,
  valueOn: Day,
): Promise<void> {
  if (amount <= 0) return
  let rest = amount
  const designation = (await openBills(tx, of.id)).flatMap((b) => {
    const part = Math.min(rest, b.remain ?? 0)
    rest -= part
    return part > 0 ? [{ bill: b.id, amount: part }] : []
  })
  await payInternally(tx, ctx, {
    lessee: of.lessee,
    bills: designation.map((d) => d.bill),
    amount,
    designation,
    remark,
    valueOn,
    ...(depositAccount === undefined ? {} : { depositAccount }),
  })
}

async function askRefund(
  tx: Tx,
  ctx: Context,
  s: SettlementRec,
  amount: number,
  depositAccount: number | null,
  reason: string,
): Promise<void> {
  if (amount <= 0) return
  await requestRefund(tx, ctx, {
    lessee: s.lessee,
    amount,
    depositAccount,
    payee: s.payee ?? '承租人',
    bankName: s.bankName,
    bankAccount: s.bankAccount,
    contract: s.contract,
    lease: s.lease,
    reason: `${reason}（${s.no}）`,
  })
}

/** The whole settlement, under the locks of lease and lessee. What it books must be what the sheet says, to the fen. */
async function confirm(tx: Tx, ctx: Context, s: SettlementRec, sheet: SettlementSheet): Promise<Partial<SettlementRec>> {
  const of = await leases.lock(tx, ctx, s.lease)
  const { result } = sheet
  await cancelPlanned(tx, ctx, of.id)
  const touched = await creditRent(tx, ctx, s, sheet)
  await postLate(tx, ctx, s, await withLateFee(tx, of.id, sheet), s.returnedOn)
  await dropUnpaidDeposits(tx, ctx, of.id, `退车结算 ${s.no}：租约已结束，押金不再收取`)
  const bill = await billFees(tx, ctx, s, of, sheet)
  const owed = sumFen((await openBills(tx, of.id)).map((b) => b.remain ?? 0))
  if (owed !== result.totalCharges) throw new Error(`settlement ${s.id}: ${owed} is owed, the sheet says ${result.totalCharges}`)
  const deposits = await depositsOf(tx, [of.id])
  const [vehicle, violation] = [deposits.find((d) => d.kind === 'vehicle'), deposits.find((d) => d.kind === 'violation')]
  await payFrom(tx, ctx, of, result.balanceUsed, undefined, `退车结算 ${s.no}：余额抵扣`, s.returnedOn)
  await payFrom(tx, ctx, of, result.vehicleDepositUsed, vehicle?.id, `退车结算 ${s.no}：车辆押金抵扣`, s.returnedOn)
  await payFrom(tx, ctx, of, result.violationDepositUsed, violation?.id, `退车结算 ${s.no}：违章押金抵扣`, s.returnedOn)
  await askRefund(tx, ctx, s, result.refundOfBalance, null, '退车结算退余额')
  await askRefund(tx, ctx, s, result.refundOfDeposit, vehicle?.id ?? null, '退车结算退车辆押金')
  const figures = await figuresOf(tx, s, sheet)
  if (violation && result.violationHeld > 0) await holdDeposit(tx, ctx, violation.id, figures.holdUntil ?? null)
  const left = sumFen((await openBills(tx, of.id)).map((b) => b.remain ?? 0))
  if (left !== result.receivable) throw new Error(`settlement ${s.id}: ${left} is left open, the sheet says ${result.receivable}`)
  await prove(tx, ctx, { bills: [...touched, ...(bill ? [bill] : [])], lessees: [s.lessee] })
  await act(tx, ctx, 'vehicleReturn', 'settle', s.vehicleReturn, null, {})
  await recordCredit(tx, ctx, s.lessee, `退车结算 ${s.no}`)
  const status = result.receivable > 0 ? 'toCollect' : result.refund > 0 ? 'toRefund' : result.violationHeld > 0 ? 'holding' : 'done'
  if (status === 'done') await close(tx, ctx, s)
  return { ...figures, bill, status, confirmedOn: ctx.clock.today(), closedOn: status === 'done' ? ctx.clock.today() : null }
}

/** The lease is done with; and the contract, when it was the last one. */
async function close(tx: Tx, ctx: Context, s: Pick<SettlementRec, 'lease' | 'contract'>): Promise<void> {
  await leases.act(tx, ctx, 'settle', s.lease)
  const c = await contracts.lock(tx, ctx, s.contract)
  const open = await liveRows(tx, 'lease')
    .select('id')
    .where('contract', '=', s.contract)
    .where('status', 'not in', ['settled', 'cancelled'])
    .limit(1)
    .executeTakeFirst()
  if (!open && c.status === 'toSettle') await contracts.act(tx, ctx, 'finish', c.id)
}

async function fresh(tx: Tx, ctx: Context, s: SettlementRec, hash: string | null): Promise<SettlementSheet> {
  await leases.lock(tx, ctx, s.lease)
  await lockLessee(tx, s.lessee)
  const computed = await computeSheet(tx, ctx, s)
  if (computed.hash !== hash) throw refused(CHANGED)
  return computed.sheet
}

async function submit(tx: Tx, ctx: Context, s: SettlementRec, hash: string): Promise<Partial<SettlementRec>> {
  const sheet = await fresh(tx, ctx, s, hash)
  // A fact, where a query ten days after the return found nothing open; before that, the word of whoever looked.
  const checked = s.violationsChecked || (await provedClean(tx, ctx, s.lease))
  if ((await parameterValue(tx, ctx.registry, 'returnViolationCheck')) === true && !checked)
    throw refused('请先核对违章，登记未处理的违章费用，并勾选「已核对违章」')
  if (sheet.result.refund > 0 && !s.payee) throw refused('有应退款项，请先填写退款收款人')
  await leases.act(tx, ctx, 'askSettle', s.lease)
  const figures = { ...(await figuresOf(tx, s, sheet)), violationsChecked: checked, inputHash: hash, ...submitted(ctx) }
  if ((await parameterValue(tx, ctx.registry, 'returnSettlementAudit')) === true) return { ...figures, status: 'approving' }
  return { ...figures, ...(await confirm(tx, ctx, s, sheet)) }
}

async function settlementFacts(tx: Tx, ctx: Context, records: readonly SettlementRec[]): Promise<SettlementFacts[]> {
  const ids = records.map((s) => s.lease)
  const back = await heldBack(tx, ctx, ids)
  const bills = await liveRows(tx, 'bill')
    .select(['lease', 'remain'])
    .where('lease', '=', anyOf(ids))
    .where('billType', '!=', 'deposit')
    .where('direction', '=', 'receivable')
    .where('status', 'in', ['unpaid', 'partlyPaid'])
    .execute()
  const refunds = await liveRows(tx, 'refund')
    .select(['lease', 'amount'])
    .where('lease', '=', anyOf(ids))
    .where('status', 'in', ['submitted', 'toPay', 'failed'])
    .execute()
  const deposits = await liveRows(tx, 'depositAccount').select(['lease', 'kind', 'balance']).where('lease', '=', anyOf(ids)).execute()
  const sum = (rows: readonly { lease: number | null; n: number }[], id: number): number =>
    sumFen(rows.filter((r) => r.lease === id).map((r) => r.n))
  return records.map((s) => ({
    openBills: sum(
      bills.map((b) => ({ lease: b.lease, n: b.remain ?? 0 })),
      s.lease,
    ),
    openRefunds: sum(
      refunds.map((r) => ({ lease: r.lease, n: r.amount })),
      s.lease,
    ),
    held: sum(
      deposits.map((d) => ({ lease: d.lease, n: d.balance })),
      s.lease,
    ),
    keptForFines: sum(
      deposits.filter((d) => d.kind === 'violation').map((d) => ({ lease: d.lease, n: d.balance })),
      s.lease,
    ),
    keptBack: back.get(s.lease) ?? null,
  }))
}

/** As far as money has come and gone: collected, refunded, released, done. */
async function advance(tx: Tx, ctx: Context, s: SettlementRec): Promise<Partial<SettlementRec>> {
  const [f] = await settlementFacts(tx, ctx, [s])
  const status = f!.openBills > 0 ? 'toCollect' : f!.openRefunds > 0 ? 'toRefund' : f!.held > 0 ? 'holding' : 'done'
  if (status === 'done') await close(tx, ctx, s)
  return { status, closedOn: status === 'done' ? ctx.clock.today() : null }
}

/** 违章押金: first what the lease still owes, then the rest goes back. */
async function release(tx: Tx, ctx: Context, s: SettlementRec): Promise<Partial<SettlementRec>> {
  const of = await leases.lock(tx, ctx, s.lease)
  await lockLessee(tx, s.lessee)
  const account = (await depositsOf(tx, [s.lease])).find((d) => d.kind === 'violation')
  if (!account || account.balance <= 0) return advance(tx, ctx, s)
  // What has become late meanwhile is owed too; settled without it, it would stand open beside the deposit.
  await postLate(
    tx,
    ctx,
    s,
    (await openBills(tx, s.lease)).map((b) => b.id),
    ctx.clock.today(),
  )
  const owed = sumFen((await openBills(tx, s.lease)).map((b) => b.remain ?? 0))
  const used = Math.min(account.balance, owed)
  await holdDeposit(tx, ctx, account.id, null)
  await payFrom(tx, ctx, of, used, account.id, `${s.no}：违章押金抵扣`, ctx.clock.today())
  await askRefund(tx, ctx, s, account.balance - used, account.id, '违章押金到期退还')
  return { ...(await advance(tx, ctx, s)), violationHeld: fen(0) }
}

export const servedSettlement = serve(returnSettlementActions, {
  facts: ({ tx, ctx, records }) => settlementFacts(tx, ctx, records),
  effects: {
    // The account is shown behind a mask, so an empty one means «as it is».
    fill: async ({ tx, ctx, record, input }) => {
      const filled = { ...record, ...input } as SettlementRec
      return {
        ...input,
        bankAccount: input.bankAccount ?? record.bankAccount,
        ...(await figuresOf(tx, filled, (await computeSheet(tx, ctx, filled)).sheet)),
      }
    },
    submit: ({ tx, ctx, record, input }) => submit(tx, ctx, record, input.hash),
    pass: async ({ tx, ctx, record }) => {
      const sheet = await fresh(tx, ctx, record, record.inputHash)
      return { ...(await confirm(tx, ctx, record, sheet)), ...(await decided(tx, ctx, 'returnSettlement', record)) }
    },
    reject: async ({ tx, ctx, record, input }) => {
      await leases.act(tx, ctx, 'unsettle', record.lease)
      return decided(tx, ctx, 'returnSettlement', record, input.reason)
    },
    advance: ({ tx, ctx, record }) => advance(tx, ctx, record),
    release: ({ tx, ctx, record }) => release(tx, ctx, record),
  },
})

/** Every day: deposits whose time is up are released, and settlements whose money has come or gone move on. One at a time. */
async function settleAll(ctx: Context): Promise<{ released: number; advanced: number; failures: string[]; faults: unknown[] }> {
  const today = ctx.clock.today()
  const rows = await ctx.db.read(ctx.user.operatorId, (db) =>
    liveRows(db, 'returnSettlement')
      .select(['id', 'no', 'status', 'holdUntil'])
      .where('status', 'in', ['toCollect', 'toRefund', 'holding'])
      .orderBy('id')
      .execute(),
  )
  const report = { released: 0, advanced: 0, failures: [] as string[], faults: [] as unknown[] }
  for (const row of rows) {
    const due = row.holdUntil === null ? row.status === 'holding' : row.holdUntil <= today
    try {
      const done = await ctx.db.write(ctx.user.operatorId, async (tx) => {
        const record = await settlements.lock(tx, ctx, row.id)
        const [f] = await settlementFacts(tx, ctx, [record])
        // Whatever is still open: the deposit was kept to pay it.
        if (due && f!.keptForFines > 0 && f!.keptBack === null)
          return settlements.act(tx, ctx, 'release', row.id).then(() => 'released' as const)
        return f!.openBills > 0 || f!.openRefunds > 0 || (f!.held > 0 && record.status === 'holding')
          ? null
          : settlements.act(tx, ctx, 'advance', row.id).then(() => 'advanced' as const)
      })
      if (done) report[done]++
    } catch (error) {
      report.failures.push(`${row.no}：${error instanceof AppError ? error.message : `推进失败（编号 ${ctx.requestId}）`}`)
      if (!(error instanceof AppError)) report.faults.push(error)
    }
  }
  return report
}

export async function settleDaily(ctx: Context): Promise<{ released: number; advanced: number; failures: string[] }> {
  const { faults: _logged, ...report } = await settleAll(ctx)
  return report
}

/** Whoever runs the company hears in the morning of what the night could not settle; by hand the person who asked reads it at once. */
export async function settleNightly(ctx: Context): Promise<void> {
  const { failures, faults } = await settleAll(ctx)
  if (failures.length === 0) return
  const lines = failures.slice(0, 20)
  if (failures.length > lines.length) lines.push(`……共 ${failures.length} 张结算单`)
  await ctx.db.write(ctx.user.operatorId, async (tx) => {
    await sendMessages(tx, ctx, {
      receivers: await administrators(tx),
      category: 'anomaly',
      title: `${failures.length} 张退车结算单自动推进失败`,
      content: lines.join('\n'),
      link: '/lease/settleInfoList?status=toCollect,toRefund,holding',
      dedupe: `settleFailures:${ctx.clock.today()}`,
    })
  })
  // Told; now logged with its stack, as a failed run.
  if (faults.length) throw faults[0]
}
