/** Server part of bills and receipts, put together. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { dayOf, type Day } from '#kit/basics/time/day.ts'
import { absent, invalid, refused } from '#kit/basics/errors.ts'
import { reachesStore } from '#kit/entity/query/scope.server.ts'
import { fen, formatYuan, sumFen } from '#kit/basics/fen.ts'
import { rowAfter } from '#kit/entity/api/record.server.ts'
import { find } from '#kit/entity/query/query.server.ts'
import { checkTotals } from '#kit/entity/query/totals-check.server.ts'
import type { ServedModule } from '#kit/entity/registry.server.ts'
import { serve } from '#kit/entity/serve.server.ts'
import { dayInput, instantInput } from '#kit/http/inputs.ts'
import { recordAnswer } from '#kit/entity/api/generated-answers.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { bill, billActions, type Bill } from './bills/bill.ts'
import { billStatus, overdueDays } from './bills/bill.rules.ts'
import { billing } from './billing.ts'
import { billingCards, billingWork } from './cards.server.ts'
import { increase, lateStates, lowerLateFees, loweringsAhead, postLateFee } from './bills/late-fees.server.ts'
import { lowerDeposit } from './deposits/deposits.server.ts'
import { freeCoupons } from './bills/ledger.server.ts'
import { BILL_LATE, PAYMENT_PREVIEW, type PaymentPreview } from './billing.wire.ts'
import { USABLE_CODES } from './payments/codes.wire.ts'
import { OUTSIDE } from './payments/channels.rules.ts'
import { usableCodes } from './payments/of-lessee.server.ts'
import { checkDesignation, payableBills, registerPayment, servedPayment, servedQrCode } from './payments/payment.server.ts'
import { billingActs } from './acts.server.ts'
import { payment } from './payments/payment.ts'
import { payableBill } from './shares/payable.ts'
import { refuseLocked } from './hooks.server.ts'
import { lesseePicks } from './bills/arrears-picks.server.ts'
import { remind, waiveLate } from './bills/arrears.server.ts'
import { dunningRoutes } from './bills/dunning/dunning.routes.server.ts'
import { owedRoutes } from './bills/owed/owed.routes.server.ts'
import { billingDecides } from './deciding-facts.server.ts'
import { billingCardParts } from './bills/owed/owed-card.server.ts'
import { requestWriteOff, servedDeposit, servedRefund, servedWriteOff } from './payments/refund.server.ts'
import { servedPayable, servedPayout } from './shares/payable.server.ts'
import { chargeRoute } from './bills/charge.server.ts'
import { followState, standingOn } from './coupons/follow.server.ts'
import { issueRoute, servedCoupon, servedCouponUse, servedCustomerCoupon, turnCoupons } from './coupons/issue.server.ts'
import { couponsForBill, returnCoupon, useCoupon } from './coupons/use.server.ts'
import { billingPapers } from './papers/papers.server.ts'
import { internalRoutes } from './payments/internal.server.ts'
import { distribute, settlesAll } from './payments/settle.server.ts'
import { servedSplitRule, settleShares, splitBill } from './shares/split.server.ts'
import { checkFees, FEE_DAYS } from './statements/fee-days.server.ts'
import { billReports, statisticsRoutes } from './statements/statistics.server.ts'

const factsOf = (b: Bill) => ({
  amount: b.amount,
  paid: b.paid,
  writtenOff: b.writtenOff,
  issued: b.status !== 'draft',
  voided: b.status === 'voided',
})
const overdue = (b: Bill, today: ReturnType<Context['clock']['today']>): number =>
  overdueDays({ ...factsOf(b), dueOn: b.dueOn, graceDays: b.lateGraceDays }, today)

/** The day the last money for it was really paid: a credit that comes later does not make a punctual customer late. */
async function settledDay(tx: Tx, ctx: Context, billId: number): Promise<Day> {
  const { rows } = await sql<{ day: Day | null }>`
    select max(a.value_on) as day from allocation a where a.operator_id = ${ctx.user.operatorId} and a.bill = ${billId} and a.reverses is null and a.deleted_at is null
      and a.amount + coalesce((select sum(r.amount) from allocation r where r.operator_id = a.operator_id and r.reverses = a.id and r.deleted_at is null), 0) > 0`.execute(
    tx,
  )
  return rows[0]?.day ?? ctx.clock.today()
}

const isSettled = (status: Bill['status']): boolean => status === 'settled' || status === 'writtenOff'

/** New amounts and the state that follows from them; the only place where a bill's amounts change. */
async function rebooked(
  tx: Tx,
  ctx: Context,
  b: Bill,
  { amount = b.amount as number, paid = b.paid as number, writtenOff = b.writtenOff as number },
): Promise<Partial<Bill>> {
  if (b.status === 'voided') throw refused(`账单 ${b.no} 已作废`)
  if (paid < 0 || amount < 0 || writtenOff < 0 || paid + writtenOff > amount) throw new Error(`bill ${b.id}: ${paid} paid of ${amount}`)
  const status = billStatus({ ...factsOf(b), amount, paid, writtenOff })
  const settled = isSettled(status)
  if (settled !== isSettled(b.status)) await followState(tx, ctx, b.id, settled)
  return {
    amount: fen(amount),
    paid: fen(paid),
    writtenOff: fen(writtenOff),
    status,
    settledOn: settled ? (b.settledOn ?? (await settledDay(tx, ctx, b.id))) : null,
  }
}

const servedBill = serve(billActions, {
  facts: async ({ tx, ctx, records }) => {
    const today = ctx.clock.today()
    // Asked for every row of a list: of what is not past its day there is nothing to ask.
    const states = await lateStates(
      tx,
      records.filter((b) => b.dueOn < today),
      today,
    )
    const standing = await standingOn(
      tx,
      records.map((b) => b.id),
    )
    return records.map((b) => ({
      lateFee: increase(states.get(b.id)),
      overdueDays: overdue(b, today),
      coupons: standing.filter((use) => use.bill === b.id).length,
    }))
  },
  effects: {
    book: async ({ tx, ctx, record, input }) => {
      await splitBill(tx, ctx, record, record.paid + input.delta, input.released)
      return rebooked(tx, ctx, record, { paid: record.paid + input.delta })
    },
    adjust: async ({ tx, ctx, record, input }) => {
      await refuseLocked(tx, ctx, [record.id], 'adjust')
      const amount = fen(record.amount + input.delta)
      if (input.delta < 0) await lowerLateFees(tx, ctx, [{ ...record, amount }])
      return rebooked(tx, ctx, record, { amount })
    },
    bookLoss: async ({ tx, ctx, record, input }) => {
      if (record.writtenOff + input.delta > record.amount - record.paid)
        throw refused(`账单 ${record.no} 的未收金额只有 ${formatYuan(record.remain ?? 0)}，不能核销 ${formatYuan(input.delta)}`)
      return rebooked(tx, ctx, record, { writtenOff: record.writtenOff + input.delta })
    },
    noteReminder: async ({ ctx, input }) => ({ remindedOn: ctx.clock.today(), promisedOn: input.promisedOn }),
    cancel: async ({ tx, ctx, record }) => {
      await lowerLateFees(tx, ctx, [{ ...record, amount: fen(0) }])
      return { settledOn: null }
    },
    remind: ({ tx, ctx, record, input }) => remind(tx, ctx, record, input),
    waiveLate: ({ tx, ctx, record, input }) => waiveLate(tx, ctx, record, input.amount, input.reason),
    writeOff: ({ tx, ctx, record, input }) => requestWriteOff(tx, ctx, record, input),
    useCoupon: async ({ tx, ctx, record, input }) => {
      await refuseLocked(tx, ctx, [record.id], 'coupon')
      return useCoupon(tx, ctx, record, input.coupon)
    },
    returnCoupon: ({ tx, ctx, record, input }) => returnCoupon(tx, ctx, record, input.coupon, input.reason),
    voidBill: async ({ tx, ctx, record, input }) => {
      await refuseLocked(tx, ctx, [record.id], 'void')
      await freeCoupons(tx, ctx, record.id, `账单作废：${input.reason}`)
      if (record.billType === 'deposit') await lowerDeposit(tx, ctx, record)
      await lowerLateFees(tx, ctx, [{ ...record, amount: fen(0) }])
    },
    postLate: async ({ tx, ctx, record }) => {
      const states = await lateStates(tx, [record], ctx.clock.today())
      await postLateFee(tx, ctx, record, states.get(record.id), `late:${record.id}:manual:${ctx.clock.now()}`)
    },
  },
})

const ID = z.int('编号不正确').min(1, '编号不正确')
const AMOUNT = z.int('金额应为整数（单位：分）').min(1, '收款金额必须大于 0').max(1e13, '收款金额超出允许的范围')
const DESIGNATION = z
  .array(
    z.strictObject({
      bill: ID,
      amount: z.int('指定金额应为整数（单位：分）').min(0, '指定金额不能为负数').max(1e13, '指定金额超出允许的范围'),
    }),
  )
  .max(5000, '一次最多 5000 张账单')
const BILLS = z
  .array(ID)
  .min(1, '请选择要收款的账单')
  .max(5000, '一次最多 5000 张账单')
  .refine((ids) => new Set(ids).size === ids.length, '同一账单只能选择一次')
const INSTANT = instantInput('付款时间不正确')
const PREVIEW = z.strictObject({ bills: BILLS, amount: AMOUNT, paidAt: INSTANT, designation: DESIGNATION.optional() })
const REGISTER = PREVIEW.extend({
  channel: z.enum(OUTSIDE, '请选择收款方式'),
  payerName: z.string().trim().max(80, '付款人最多 80 个字').optional(),
  tradeNo: z.string().trim().max(64, '交易流水号最多 64 个字').optional(),
  payQrCode: ID.optional(),
  account: ID.optional(),
  vouchers: z
    .array(z.object({ id: z.string().max(64) }))
    .max(6, '付款凭证最多 6 个')
    .optional(),
  remark: z.string().trim().max(300, '备注最多 300 个字').optional(),
})

const preview = (ctx: Context, input: z.infer<typeof PREVIEW>): Promise<PaymentPreview> =>
  ctx.db.read(ctx.user.operatorId, async (db) => {
    const bills = await payableBills(db, ctx, input.bills)
    checkDesignation(input.amount, bills, input.designation ?? [])
    const { shares, late, left } = await distribute(
      db,
      ctx,
      { amount: input.amount, valueOn: dayOf(input.paidAt), designation: input.designation ?? [] },
      bills,
    )
    const today = ctx.clock.today()
    const parts = new Map(shares.map((s) => [s.bill, s.amount]))
    const lowered = await loweringsAhead(db, bills, parts, dayOf(input.paidAt), today)
    const states = await lateStates(db, bills, today)
    const inOrder = bills.toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : a.dueOn > b.dueOn ? 1 : a.id - b.id))
    const lines = inOrder.map((b) => {
      const amount = parts.get(b.id) ?? 0
      const remain = b.remain ?? 0
      const off = lowered.find((x) => x.bill === b.id)?.amount ?? 0
      return {
        bill: b.id,
        no: b.no,
        billType: b.billType,
        dueOn: b.dueOn,
        remain,
        overdueDays: overdue(b, today),
        lateFee: increase(states.get(b.id)),
        amount,
        after: Math.max(0, remain - amount - off),
      }
    })
    return {
      lines,
      settles: await settlesAll(db, ctx, bills, dayOf(input.paidAt)),
      lateFees: late.filter((one) => one.amount > 0).map(({ bill: of, amount, paid }) => ({ bill: of, amount, paid })),
      lowered,
      toBalance: left + sumFen(lowered.map((x) => x.back)),
      total: lines.reduce((sum, line) => sum + line.remain, 0),
    }
  })

const routes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/payment/preview',
    summary: '收款将如何核销',
    right: ['billInfoList_pay', 'paymentDetails_confirm'],
    safe: true,
    input: PREVIEW,
    output: PAYMENT_PREVIEW,
    handler: preview,
  }),
  route({
    method: 'POST',
    path: '/api/v1/payment/register',
    summary: '登记收款',
    right: 'billInfoList_pay',
    input: REGISTER,
    output: recordAnswer,
    handler: (ctx, input) =>
      ctx.db.write(ctx.user.operatorId, async (tx) =>
        rowAfter(tx, ctx, ctx.registry.entity('payment'), await registerPayment(tx, ctx, input)),
      ),
  }),
  route({
    method: 'GET',
    path: '/api/v1/bill/late',
    summary: '账单的逾期与滞纳金',
    right: 'billInfoList',
    input: z.strictObject({ id: z.coerce.number().int().min(1) }),
    output: BILL_LATE,
    handler: (ctx, { id }) =>
      ctx.db.read(ctx.user.operatorId, async (db) => {
        const billRow = await find(db, ctx, bill, id)
        const state = (await lateStates(db, [billRow], ctx.clock.today())).get(id)
        return {
          today: ctx.clock.today(),
          overdueDays: overdue(billRow, ctx.clock.today()),
          fee: state?.fee ?? 0,
          posted: state?.posted ?? 0,
          toPost: increase(state),
          formula: state?.formula ?? '',
        }
      }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/splitRecord/settle',
    summary: '把各方的分账结算为应付账单',
    right: 'rentSplitting_settle',
    input: z.strictObject({ upTo: dayInput('截止日不正确') }),
    output: z.object({ bills: z.number(), amount: z.number(), waiting: z.number() }),
    handler: (ctx, { upTo }) => {
      if (upTo > ctx.clock.today()) throw invalid({ upTo: '截止日不能晚于今天' })
      return ctx.db.write(ctx.user.operatorId, (tx) => settleShares(tx, ctx, upTo as Day))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/payQrCode/usable',
    summary: '门店可用的收款码',
    right: ['billInfoList_pay', 'payQrCode'],
    input: z.strictObject({ store: z.coerce.number().int().min(1) }),
    output: USABLE_CODES,
    handler: (ctx, { store }) =>
      ctx.db.read(ctx.user.operatorId, async (db) => {
        if (!['billInfoList', 'payQrCode'].some((code) => reachesStore(ctx.access.scopeOf(code), store)))
          throw absent('门店已被删除，或不在您的数据权限内，请刷新后重新选择')
        const rows = await usableCodes(db)
        return { list: rows.filter((row) => !row.stores?.length || row.stores.includes(store)) }
      }),
  }),
]

export const billingServer: ServedModule = {
  module: billing,
  entities: [
    servedBill,
    servedPayment,
    servedQrCode,
    servedDeposit,
    servedRefund,
    servedWriteOff,
    servedSplitRule,
    servedPayable,
    servedPayout,
    servedCoupon,
    servedCustomerCoupon,
    servedCouponUse,
  ],
  routes: [...routes, ...owedRoutes, ...dunningRoutes, ...internalRoutes, ...statisticsRoutes, chargeRoute, issueRoute, couponsForBill],
  jobs: [
    { name: 'coupons', cron: '5 0 * * *', run: turnCoupons },
    { name: 'keptFees', cron: '40 3 * * *', run: checkFees },
    { name: 'keptTotals', cron: '50 3 * * *', run: (ctx) => checkTotals(ctx, [bill, payment, payableBill]) },
  ],
  home: billingCards,
  work: billingWork,
  reports: billReports,
  provides: {
    approvalActs: billingActs,
    pickNotes: [lesseePicks],
    papers: billingPapers,
    keptTables: [FEE_DAYS],
    cards: billingCardParts,
    decidingFacts: billingDecides,
  },
}
