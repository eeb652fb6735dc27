/** 收款: registered by one clerk, confirmed by another, reversed by opposite rows (leasing.md §3.7). */
import { sql } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { absent, invalid, refused } from '#kit/basics/errors.ts'
import { addDays, dayOf, type Day } from '#kit/basics/time/day.ts'
import { fen, negated, sumFen } from '#kit/basics/fen.ts'
import type { FileLink } from '#kit/entity/field.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { recordsOf } from '#kit/entity/query/query.server.ts'
import { moveOnly, serve } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { bill, type Bill } from '../bills/bill.ts'
import { moveDeposit } from '../deposits/deposits.server.ts'
import {
  appendItems,
  cancelBill,
  liveAllocations,
  lockBills,
  lockLessee,
  moveBalance,
  releaseAllocation,
  takeBackAll,
  restoreReleased,
} from '../bills/ledger.server.ts'
import type { OUTSIDE } from './channels.rules.ts'
import { payment, paymentActions, payQrCodeActions, type Designation } from './payment.ts'
import { prove } from '../bills/prove.server.ts'
import { isOpen, spend } from './settle.server.ts'
import { accountFor, cashDropped, cashMoved, postedOn, refuseLocked } from '../hooks.server.ts'

export type Payment = Rec<typeof payment>
const payments = storeOf(payment)

export interface Registration {
  bills: readonly number[]
  amount: number
  channel: (typeof OUTSIDE)[number]
  paidAt: string
  payerName?: string | undefined
  tradeNo?: string | undefined
  payQrCode?: number | undefined
  /** Where the money is; left out: the account of this channel. */
  account?: number | undefined
  vouchers?: readonly Pick<FileLink, 'id'>[] | undefined
  /** Said by the customer on his own page, who has no account: his files have been checked there. */
  source?: 'online' | undefined
  designation?: readonly Designation[] | undefined
  remark?: string | undefined
}

/** Bills a person may see, all of one lessee and still open. */
export async function payableBills(db: Db, ctx: Context, ids: readonly number[]): Promise<Bill[]> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) throw invalid({ bills: '请选择要收款的账单' })
  const bills = await recordsOf(db, ctx, bill, unique)
  if (bills.length !== unique.length) throw absent('所选账单已被删除，或不在您的数据权限内，请刷新后重新选择')
  if (new Set(bills.map((b) => b.lessee)).size > 1) throw refused('一笔收款只能用于同一承租人的账单，请分开登记')
  const closed = bills.find((b) => !isOpen(b) || b.direction !== 'receivable')
  if (closed) throw refused(`账单 ${closed.no} 当前为「${bill.fields.status.options[closed.status]}」，不能登记收款`)
  return bills
}

export function checkDesignation(amount: number, bills: readonly Bill[], designation: readonly Designation[]): void {
  for (const { bill: id, amount: part } of designation) {
    const named = bills.find((b) => b.id === id)
    if (!named) throw invalid({ designation: '指定核销的账单不在所选账单中' })
    if (part > (named.remain ?? 0)) throw invalid({ designation: `账单 ${named.no} 的指定金额超过未收金额` })
  }
  if (new Set(designation.map((d) => d.bill)).size !== designation.length) throw invalid({ designation: '同一账单只能指定一次' })
  if (sumFen(designation.map((d) => d.amount)) > amount) throw invalid({ designation: '指定核销的金额合计超过收款金额' })
}

async function ownVouchers(tx: Tx, ctx: Context, vouchers: readonly Pick<FileLink, 'id'>[]): Promise<void> {
  if (vouchers.length === 0) return
  const { n } = await tx
    .selectFrom('file')
    .select(sql<number>`count(*)`.as('n'))
    .where(
      'id',
      'in',
      vouchers.map((v) => v.id),
    )
    .where('createdBy', '=', ctx.user.id)
    .executeTakeFirstOrThrow()
  if (n !== new Set(vouchers.map((v) => v.id)).size) throw invalid({ vouchers: '付款凭证不存在或已过期，请重新上传' })
}

/** Days. */
const LONG_AGO = 366
async function checkRegistration(tx: Tx, ctx: Context, r: Registration): Promise<void> {
  if (Date.parse(r.paidAt) > Date.parse(ctx.clock.now()) + 60_000) throw invalid({ paidAt: '付款时间不能晚于现在' })
  // A slip of the year would wipe out late fees; what is true is said with its reason.
  if (dayOf(r.paidAt) < addDays(ctx.clock.today(), -LONG_AGO) && !r.remark)
    throw invalid({ paidAt: '付款时间在一年以前，请核对年份；确实如此时请在备注中写明原因' })
  if (r.channel !== 'cash' && !r.tradeNo && !r.vouchers?.length) throw invalid({ tradeNo: '请填写交易流水号或上传付款凭证' })
  if (r.source !== 'online') await ownVouchers(tx, ctx, r.vouchers ?? [])
  if (r.payQrCode) {
    const code = await liveRows(tx, 'payQrCode').select(['channel', 'status']).where('id', '=', r.payQrCode).executeTakeFirst()
    if (!code || code.status !== 'active') throw invalid({ payQrCode: '所选收款码不存在或已停用' })
    if (code.channel !== r.channel) throw invalid({ payQrCode: '所选收款码与收款方式不一致' })
  }
  if (!r.tradeNo) return
  // The index of the database is what holds when two clerks register at once; this is the sentence with the number.
  const known = await liveRows(tx, 'payment')
    .select('no')
    .where('channel', '=', r.channel)
    .where('tradeNo', '=', r.tradeNo)
    .where('status', 'in', ['toConfirm', 'confirmed'])
    .executeTakeFirst()
  if (known) throw invalid({ tradeNo: `该流水号已登记（${known.no}）` })
}

export async function registerPayment(tx: Tx, ctx: Context, r: Registration): Promise<Payment> {
  const bills = await payableBills(tx, ctx, r.bills)
  checkDesignation(r.amount, bills, r.designation ?? [])
  await checkRegistration(tx, ctx, r)
  const lessee = await tx.selectFrom('lessee').select(['id', 'name', 'store']).where('id', '=', bills[0]!.lessee).executeTakeFirstOrThrow()
  const named = new Map((r.designation ?? []).map((d) => [d.bill, d.amount]))
  const values: Partial<Payment> = {
    lessee: lessee.id,
    store: bills[0]!.store,
    payerName: r.payerName || lessee.name,
    channel: r.channel,
    source: r.source ?? 'offline',
    amount: fen(r.amount),
    paidAt: r.paidAt,
    tradeNo: r.tradeNo || null,
    payQrCode: r.payQrCode ?? null,
    account: await accountFor(tx, ctx, r.account, r.channel, bills[0]!.store),
    vouchers: (r.vouchers ?? []) as FileLink[],
    remark: r.remark || null,
    designation: bills.map((b) => ({ bill: b.id, amount: named.get(b.id) ?? 0 })),
  }
  try {
    return await payments.add(tx, ctx, values)
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'payment_trade_no_key') throw invalid({ tradeNo: '该流水号已登记' })
    throw error
  }
}

async function confirm(tx: Tx, ctx: Context, record: Payment): Promise<Partial<Payment>> {
  await lockLessee(tx, record.lessee)
  const bills = await lockBills(
    tx,
    record.designation.map((d) => d.bill),
  )
  const { spent, left, touched } = await spend(
    tx,
    ctx,
    record.id,
    { amount: record.amount, valueOn: dayOf(record.paidAt), designation: record.designation },
    bills,
  )
  await moveBalance(tx, ctx, {
    lessee: record.lessee,
    delta: left,
    kind: 'overpaid',
    payment: record.id,
    refKey: `payment:${record.id}:overpaid`,
  })
  await prove(tx, ctx, { bills: touched, lessees: [record.lessee] })
  const booked = await inTheBooks(tx, ctx, record, dayOf(record.paidAt), false)
  return { allocated: fen(spent), toBalance: fen(left), confirmedBy: ctx.user.id || null, confirmedAt: ctx.clock.now(), ...booked }
}

/** What came from outside stands in the cash book from this transaction on; the program's own payments move no money. */
async function inTheBooks(tx: Tx, ctx: Context, p: Payment, businessOn: Day, reversal: boolean): Promise<Partial<Payment>> {
  if (p.source === 'internal') return {}
  const account = await accountFor(tx, ctx, p.account, p.channel, p.store)
  const posted = await postedOn(tx, ctx, businessOn)
  await cashMoved(tx, ctx, {
    source: 'payment',
    sourceId: p.id,
    no: p.no,
    reversal,
    direction: reversal ? 'out' : 'in',
    amount: p.amount,
    channel: p.channel,
    account,
    businessOn,
    postedOn: posted,
    store: p.store,
    party: p.payerName,
    vehicle: null,
  })
  return reversal ? {} : { account, postedOn: posted }
}

/** Late fees that this receipt made due go as they came; a credit it caused is charged again. */
async function undoLateFees(tx: Tx, ctx: Context, record: Payment): Promise<number[]> {
  const made = await liveRows(tx, 'billItem')
    .innerJoin('bill', (join) => join.onRef('bill.id', '=', 'billItem.bill').on('bill.deletedAt', 'is', null))
    .select(['bill.id', 'bill.status', 'bill.paid', 'billItem.amount', 'billItem.idemKey'])
    .where('bill.lessee', '=', record.lessee)
    .where('billItem.feeItem', '=', 'LATE')
    .where('billItem.idemKey', 'like', `late:%:payment:${record.id}%`)
    .orderBy('bill.id')
    .execute()
  for (const item of made.filter((i) => new RegExp(`:payment:${record.id}(:|$)`).test(i.idemKey))) {
    if (item.amount < 0 && item.status !== 'voided')
      await appendItems(tx, ctx, item.id, [
        {
          feeItem: 'LATE',
          amount: negated(item.amount),
          idemKey: `${item.idemKey}:undone`,
          description: `收款 ${record.no} 冲销，恢复滞纳金`,
          formula: '冲回因该收款冲减的滞纳金',
        },
      ])
    // Paid by another receipt meanwhile: it stands, the fee of the bill is counted with it.
    else if (item.amount > 0 && item.status === 'unpaid' && item.paid === 0) await cancelBill(tx, ctx, item.id, `收款 ${record.no} 已冲销`)
  }
  return made.map((item) => item.id)
}

async function reverse(tx: Tx, ctx: Context, record: Payment): Promise<Partial<Payment>> {
  await lockLessee(tx, record.lessee)
  const standing = await liveAllocations(tx, { payment: record.id })
  await refuseLocked(
    tx,
    ctx,
    standing.map((row) => row.bill),
    'reverse',
  )
  const touched = await takeBackAll(tx, ctx, record.id)
  touched.push(...(await undoLateFees(tx, ctx, record)))
  touched.push(...(await restoreReleased(tx, ctx, record.id)))
  // What was set free since is on the balance already; a payment out of balance or deposit gives the rest back where it came from.
  await moveBalance(tx, ctx, {
    lessee: record.lessee,
    delta: negated(record.toBalance),
    kind: 'reversed',
    payment: record.id,
    refKey: `payment:${record.id}:reversed`,
  })
  if (record.channel === 'balance')
    await moveBalance(tx, ctx, {
      lessee: record.lessee,
      delta: record.amount,
      kind: 'reversed',
      payment: record.id,
      refKey: `payment:${record.id}:returned`,
    })
  if (record.depositAccount !== null)
    await moveDeposit(tx, ctx, record.depositAccount, {
      kind: 'reverse',
      delta: record.amount,
      payment: record.id,
      refKey: `payment:${record.id}:returned`,
    })
  await inTheBooks(tx, ctx, record, ctx.clock.today(), true)
  await cashDropped(tx, ctx, 'payment', record.id)
  await prove(tx, ctx, {
    bills: touched,
    lessees: [record.lessee],
    deposits: record.depositAccount === null ? [] : [record.depositAccount],
  })
  return { allocated: fen(0), toBalance: fen(0) }
}

/** 取消核销 of one bill: it is open again, and the money waits on the customer's balance. */
async function takeBack(tx: Tx, ctx: Context, record: Payment, billId: number): Promise<Partial<Payment>> {
  await lockLessee(tx, record.lessee)
  await refuseLocked(tx, ctx, [billId], 'takeBack')
  const live = (await liveAllocations(tx, { payment: record.id })).filter((row) => row.bill === billId)
  const [from] = await lockBills(tx, [billId])
  if (!from || live.length === 0) throw invalid({ bill: '这笔收款没有核销该账单' })
  for (const row of live) await releaseAllocation(tx, ctx, row, from, row.live)
  const part = sumFen(live.map((row) => row.live))
  await prove(tx, ctx, { bills: [billId], payments: [record.id], lessees: [record.lessee] })
  return { allocated: fen(record.allocated - part), toBalance: fen(record.toBalance + part) }
}

export const servedPayment = serve(paymentActions, {
  facts: async ({ tx, records }) => {
    const ids = [...new Set(records.map((p) => p.createdBy).filter((id) => id !== null))]
    const names = ids.length
      ? new Map((await tx.selectFrom('user').select(['id', 'name']).where('id', 'in', ids).execute()).map((u) => [u.id, u.name]))
      : new Map<number, string>()
    return records.map((p) => ({ registrar: names.get(p.createdBy ?? 0) ?? '' }))
  },
  effects: {
    confirm: ({ tx, ctx, record }) => confirm(tx, ctx, record),
    reject: async ({ tx, ctx, record, input }) => {
      await cashDropped(tx, ctx, 'payment', record.id)
      return { rejectReason: input.reason }
    },
    reverse: ({ tx, ctx, record }) => reverse(tx, ctx, record),
    takeBack: ({ tx, ctx, record, input }) => takeBack(tx, ctx, record, input.bill),
  },
})
export const servedQrCode = serve(payQrCodeActions, { effects: { disable: moveOnly, enable: moveOnly } })
