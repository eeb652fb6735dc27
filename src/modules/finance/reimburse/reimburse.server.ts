/** Claims and loans: receipts taken once, approved by another person, paid as payables so that payouts and cash book follow. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { fen, negated } from '#kit/basics/fen.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { ServedModule } from '#kit/entity/registry.server.ts'
import { serve, serveEntity, type ServedEntity } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import type { ActSpec } from '#modules/approval/approval.public.ts'
import { approvedPayable, payableOf } from '#modules/billing/billing.public.ts'
import { postedOn } from '../period/posting.server.ts'
import { claimTotal, receiptNumber, wrongOffset, wrongReceipts } from './claim.rules.ts'
import { CLAIM_FEES, loan, loanActions, receivedInvoice, reimbursement, reimbursementActions } from './reimbursement.ts'

type Claim = Rec<typeof reimbursement>
type Loan = Rec<typeof loan>
const loans = storeOf(loan)
const claims = storeOf(reimbursement)
const received = storeOf(receivedInvoice)

/** The unique key decides, whoever comes first; what stands there is only read to say a better sentence. */
async function takeReceipts(tx: Tx, ctx: Context, c: Claim): Promise<void> {
  const wrong = wrongReceipts(c.lines)
  if (wrong) throw refused(wrong)
  for (const line of c.lines) {
    const number = receiptNumber(line.invoiceNo)
    if (number === null) continue
    const why = await usedBy(tx, number)
    if (why) throw refused(why)
    await received.add(tx, ctx, {
      number,
      amount: line.amount!,
      issuedOn: line.spentOn!,
      seller: null,
      reimbursement: c.id,
      store: c.store,
      remark: CLAIM_FEES[line.fee as keyof typeof CLAIM_FEES],
    })
  }
}
async function usedBy(tx: Tx, number: string): Promise<string | null> {
  const row = await liveRows(tx, 'receivedInvoice')
    .leftJoin('reimbursement', 'reimbursement.id', 'receivedInvoice.reimbursement')
    .select('reimbursement.no')
    .where('receivedInvoice.number', '=', number)
    .executeTakeFirst()
  return row ? `发票 ${number} 已被 ${row.no ?? '收到的发票登记'} 使用` : null
}
async function freeReceipts(tx: Tx, ctx: Context, claim: number): Promise<void> {
  const rows = await liveRows(tx, 'receivedInvoice').select('id').where('reimbursement', '=', claim).orderBy('id').execute()
  for (const { id } of rows) await received.remove(tx, ctx, id)
}

const person = (r: { driver: number | null; staff: number | null }): string => `${r.driver ?? ''}/${r.staff ?? ''}`
async function setOff(tx: Tx, ctx: Context, c: Claim): Promise<void> {
  if (!c.loan || !c.loanOffset) return
  const of = await loans.lock(tx, ctx, c.loan)
  if (person(of) !== person(c)) throw refused(`借款 ${of.no} 不是这位报销人的，不能冲抵`)
  const why = wrongOffset(c.loanOffset, of.status === 'open' ? (of.remain ?? 0) : 0)
  if (why) throw refused(why)
  await loans.act(tx, ctx, 'settle', of.id, { offset: c.loanOffset, repaid: fen(0) })
}

async function pass(tx: Tx, ctx: Context, c: Claim): Promise<Partial<Claim>> {
  await setOff(tx, ctx, c)
  const approved = { approvedBy: ctx.user.id || null, approvedOn: await postedOn(tx, ctx, ctx.clock.today()) }
  const pay = c.total! - (c.loanOffset ?? 0)
  if (pay === 0) return { ...approved, status: 'paid' }
  const { id } = await approvedPayable(tx, ctx, {
    partyKind: c.kind === 'driver' ? 'driver' : 'staff',
    payee: c.payee,
    fee: 'reimburse',
    store: c.store,
    vehicle: c.vehicle,
    dueOn: ctx.clock.today(),
    theirNo: c.no,
    bankName: c.bankName,
    bankAccount: c.bankAccount,
    items: [
      ...c.lines.map((l) => ({ description: `${CLAIM_FEES[l.fee as keyof typeof CLAIM_FEES]} ${l.spentOn ?? ''}`, amount: l.amount! })),
      ...(c.loanOffset ? [{ description: '冲抵借款', amount: negated(c.loanOffset) }] : []),
    ],
  })
  return { ...approved, payableBill: id }
}

async function lend(tx: Tx, ctx: Context, l: Loan): Promise<Partial<Loan>> {
  const { id } = await approvedPayable(tx, ctx, {
    partyKind: l.kind === 'driver' ? 'driver' : 'staff',
    payee: l.payee,
    fee: 'loan',
    store: l.store,
    dueOn: ctx.clock.today(),
    theirNo: l.no,
    bankName: l.bankName,
    bankAccount: l.bankAccount,
    items: [{ description: l.purpose, amount: l.amount }],
  })
  return { payableBill: id }
}

const totals = (lines: unknown): Partial<Claim> => ({ total: claimTotal((lines ?? []) as Claim['lines']) })
const draftOnly = (states: readonly string[]) => (r: { status: string }) =>
  states.includes(r.status) ? null : '提交后的单据不能修改或删除，请先撤回或由审批人驳回'

const servedClaim = serve(reimbursementActions, {
  effects: {
    submit: async ({ tx, ctx, record }) => {
      await takeReceipts(tx, ctx, record)
      return { submittedOn: ctx.clock.today(), answer: null }
    },
    pass: ({ tx, ctx, record }) => pass(tx, ctx, record),
    reject: async ({ tx, ctx, record, input }) => {
      await freeReceipts(tx, ctx, record.id)
      return { answer: input.answer }
    },
    withdraw: async ({ tx, ctx, record, input }) => {
      await freeReceipts(tx, ctx, record.id)
      return { answer: input.answer }
    },
    paid: async ({ input }) => ({ status: input.state }),
  },
  hooks: {
    beforeAdd: async ({ values }) => totals(values.lines),
    beforeEdit: async ({ patch }) => (patch.lines === undefined ? undefined : totals(patch.lines)),
    refuseEdit: draftOnly(['draft', 'rejected']),
    refuseDelete: draftOnly(['draft']),
  },
})

const servedLoan = serve(loanActions, {
  effects: {
    pass: ({ tx, ctx, record }) => lend(tx, ctx, record),
    reject: async ({ input }) => ({ answer: input.answer }),
    paid: async ({ input }) => ({ status: input.whole ? ('open' as const) : ('toPay' as const) }),
    settle: async ({ record, input }) => {
      const [offset, repaid] = [record.setOff! + input.offset, record.repaid! + input.repaid]
      const left = record.amount - offset - repaid
      if (left < 0 || offset < 0 || repaid < 0) throw refused(`借款 ${record.no} 只剩 ${((record.remain ?? 0) / 100).toFixed(2)} 元未还`)
      return { setOff: fen(offset), repaid: fen(repaid), status: left === 0 ? ('settled' as const) : ('open' as const) }
    },
  },
  hooks: { refuseEdit: draftOnly(['draft']), refuseDelete: draftOnly(['draft', 'rejected']) },
})

/** Receipts taken by a claim come and go with it. */
const servedReceived = serveEntity(receivedInvoice, {
  beforeAdd: async ({ tx, values }) => {
    const why = values.number ? await usedBy(tx, values.number) : null
    if (why) throw invalid({ number: why })
  },
  refuseEdit: (r) => (r.reimbursement ? '报销单登记的发票随报销单变化，不能单独修改' : null),
  refuseDelete: (r) => (r.reimbursement ? '报销单登记的发票随报销单变化，不能单独删除' : null),
})

export const reimburseEntities: readonly ServedEntity[] = [servedLoan, servedClaim, servedReceived]

/** A payout moved: the claim or loan it pays stands where its payable stands. */
async function payoutMoved(tx: Tx, ctx: Context, payout: number): Promise<void> {
  const bill = await payableOf(tx, payout)
  if (bill === null || (bill.fee !== 'reimburse' && bill.fee !== 'loan')) return
  const find = (table: 'reimbursement' | 'loan') =>
    liveRows(tx, table).select(['id', 'status']).where('payableBill', '=', bill.id).executeTakeFirst()
  if (bill.fee === 'reimburse') {
    const claim = await find('reimbursement')
    const state = bill.status === 'settled' ? 'paid' : bill.status === 'partlyPaid' ? 'partlyPaid' : 'toPay'
    if (claim) await claims.act(tx, ctx, 'paid', claim.id, { state })
    return
  }
  const lent = await find('loan')
  if (!lent) return
  if (lent.status === 'settled') throw refused('借款已经结清，不能再冲销它的付款；确有错误请先撤销冲抵或归还')
  const of = await loans.lock(tx, ctx, lent.id)
  if (bill.status !== 'settled' && of.setOff! + of.repaid! > 0) throw refused(`借款 ${of.no} 已有冲抵或归还，不能再冲销它的付款`)
  await loans.act(tx, ctx, 'paid', lent.id, { whole: bill.status === 'settled' })
}
export const reimburseListener: NonNullable<NonNullable<ServedModule['provides']>['cashListeners']>[number] = {
  accountOf: async () => null,
  moved: async (tx, ctx, move) => (move.source === 'payout' ? payoutMoved(tx, ctx, move.sourceId) : undefined),
  dropped: async () => {},
}

/** 还款: another receipt that says whose loan it gives back, confirmed or reversed. */
export const repaid = (tx: Tx, ctx: Context, loanId: number, amount: number) =>
  loans.act(tx, ctx, 'settle', loanId, { offset: fen(0), repaid: fen(amount) })

export const reimburseActs: readonly ActSpec[] = [
  {
    code: 'reimbursement',
    label: '报销单',
    scene: 32,
    entity: 'reimbursement',
    waits: 'approving',
    pass: 'pass',
    reject: { action: 'reject', input: 'answer' },
    withdraw: { action: 'withdraw', input: 'answer' },
    money: true,
  },
  // 司机预支 (transport.md §2.10); what staff borrow is decided by who has the right.
  { code: 'loan.pass', label: '司机预支', scene: 47, entity: 'loan', action: 'pass', money: true, only: (l) => l['kind'] === 'driver' },
]
