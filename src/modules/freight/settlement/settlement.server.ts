/** Server part of charge sheets and deductions (transport.md §4). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { fen, formatYuan } from '#kit/basics/fen.ts'
import { allRows, anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { moveOnly, serve, type ServedEntity } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { shipperOf } from '#modules/parties/parties.public.ts'
import { parameterValue } from '#modules/system/system.public.ts'
import { advance, issuePayable, issueReceivable } from './bills.server.ts'
import { recalculate } from './calculate.server.ts'
import { frozenByMonth } from './month.server.ts'
import { takeBackDrawn } from './deductions.server.ts'
import { chargeSheet, chargeSheetActions, deductionActions } from './sheet.ts'

const sheets = storeOf(chargeSheet)

/** Of these orders, those whose price the person who looks has set by hand (手工调整, the fee of a 改址). */
async function pricedByMe(tx: Tx, ctx: Context, orderIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await allRows(tx, 'auditLog')
    .distinct()
    .select('entityId')
    .where('entity', '=', 'transportOrder')
    .where('entityId', '=', anyOf(orderIds))
    .where('action', 'in', ['adjust', 'changeAddress'])
    .where('userId', '=', ctx.user.id)
    .execute()
  return new Set(rows.map((row) => row.entityId!))
}

const servedSheet = serve(chargeSheetActions, {
  facts: async ({ tx, ctx, records }) => {
    const orders = records.flatMap((r) => (r.order ? [r.order] : []))
    const due = await liveRows(tx, 'consignment')
      .select('order')
      .where('order', '=', anyOf(orders))
      .where('receiptState', 'in', ['due', 'sent', 'missing'])
      .where('status', '<>', 'cancelled')
      .execute()
    const byTwo = (await parameterValue(tx, ctx.registry, 'twoPersons')) === true
    const mine = byTwo ? await pricedByMe(tx, ctx, orders) : new Set<number>()
    return records.map((r) => ({
      duty: due.some((d) => d.order === r.order) ? '请先补全回单' : null,
      own: !byTwo
        ? null
        : r.adjustedBy !== null && r.adjustedBy === ctx.user.id
          ? '调整人不能确认自己调整的费用单'
          : r.direction === 'receivable' && r.order !== null && mine.has(r.order)
            ? '您手工调整过这张订单的运费，须由另一位同事确认'
            : null,
    }))
  },
  effects: {
    calculate: async ({ tx, ctx, record }) => recalculate(tx, ctx, record),
    reckon: async ({ record }) => ({ status: record.status === 'estimated' ? ('calculated' as const) : ('estimated' as const) }),
    confirm: async ({ tx, ctx, record: asked }) => {
      const said = { confirmedBy: ctx.user.id || null, confirmedAt: ctx.clock.now(), ...(await frozenByMonth(tx, ctx, asked)) }
      const record = { ...asked, ...said }
      // 单结: the bill is made with the confirmation; a credit or nothing waits for what it belongs to.
      if ((record.total ?? 0) <= 0 || record.customer === null) return said
      const { freightSettle } = await shipperOf(tx, record.customer)
      if (freightSettle !== 'single') return said
      return { status: 'billed' as const, ...said, ...(await issueReceivable(tx, ctx, record, null)) }
    },
    confirmPay: async ({ tx, ctx, record }) => ({
      confirmedBy: ctx.user.id || null,
      confirmedAt: ctx.clock.now(),
      ...(await frozenByMonth(tx, ctx, record)),
    }),
    dispute: async ({ input }) => ({ disputeReason: input.reason }),
    resolve: async () => ({ disputeReason: null }),
    adjustAfter: async ({ tx, ctx, record, input }) => {
      const { direction, customer, carrier, driver, provider, order, mission, pricingDay, taxBp, store } = record
      await sheets.add(tx, ctx, {
        direction,
        customer,
        carrier,
        driver,
        provider,
        order,
        mission,
        pricingDay,
        taxBp,
        store,
        kind: 'adjust',
        status: 'calculated',
        corrects: record.id,
        lines: [{ code: 'adjust', label: `调整：${input.reason}`.slice(0, 80), amount: input.amount, formula: null }],
        total: input.amount,
        tax: fen(Math.round((input.amount * taxBp) / (10_000 + taxBp))),
        adjustedBy: ctx.user.id || null,
      })
    },
    advance: async ({ tx, ctx, record }) => advance(tx, ctx, record),
    issue: async ({ tx, ctx, record, input }) =>
      record.direction === 'receivable'
        ? issueReceivable(tx, ctx, record, input.until ?? null)
        : issuePayable(tx, ctx, record, input.until ?? null),
    bill: async ({ input }) => ({ bill: input.bill ?? null, payable: input.payable ?? null }),
    unbill: async () => ({ payable: null }),
    settle: moveOnly,
    unsettle: moveOnly,
    void: async ({ tx, ctx, record }) => takeBackDrawn(tx, ctx, record),
  },
})

const servedDeduction = serve(deductionActions, {
  effects: {
    waive: async () => ({ openAmount: fen(0) }),
    appeal: async ({ input }) => ({ appeal: true, appealReason: input.appealReason }),
    endAppeal: async () => ({ appeal: false }),
    // What was waived meanwhile stays waived.
    giveBack: async ({ record, input }) =>
      record.status === 'waived' ? undefined : { status: 'open' as const, openAmount: fen((record.openAmount ?? 0) + input.amount) },
    use: async ({ record, input }) => {
      const open = record.openAmount ?? 0
      if (input.amount > open) throw refused(`只剩 ${formatYuan(open)} 未抵扣`)
      return { openAmount: fen(open - input.amount), ...(open === input.amount ? { status: 'applied' as const } : {}) }
    },
  },
  hooks: {
    beforeAdd: async ({ values }) => ({ openAmount: values.amount ?? fen(0) }),
    refuseEdit: (d) => (d.openAmount === d.amount ? null : '已抵扣的扣款不能修改'),
    beforeEdit: async ({ patch }) => (patch.amount === undefined ? undefined : { openAmount: patch.amount }),
  },
})

export const settlementEntities: readonly ServedEntity[] = [servedSheet, servedDeduction]
