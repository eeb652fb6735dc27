/**
 * Confirmed sheets become bills and payables, in one transaction with their own state (transport.md §4.2, §4.3). Two clerks at once:
 * each sheet is locked before it is drawn, and what somebody else is drawing is left to him.
 */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, type Day } from '#kit/basics/time/day.ts'
import { refused } from '#kit/basics/errors.ts'
import { formatYuan, negated } from '#kit/basics/fen.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { shipperOf } from '#modules/parties/parties.public.ts'
import {
  appendItems,
  billForCredit,
  billStatusOf,
  draftPayable,
  freightBills,
  lockLessee,
  payablesOf,
  prove,
} from '#modules/billing/billing.public.ts'
import { feeItemOf } from '../rating/engine/fee-items.rules.ts'
import { addServiceFee, noteUses, openOf, owe } from './deductions.server.ts'
import { splitPlan, stillOwed, takeOpen, withoutOverpaid, type PlanRow, type StagePart } from './plan.rules.ts'
import { chargeSheet } from './sheet.ts'

type Sheet = Rec<typeof chargeSheet>
const sheets = storeOf(chargeSheet)

/** Confirmed sheets of the same party, direction, store and tax rate up to the day, this one with them; each locked. */
async function together(tx: Tx, s: Sheet, until: Day | null): Promise<Sheet[]> {
  if (until === null) return [s]
  const rows = await liveRows(tx, 'chargeSheet')
    .selectAll()
    .where('status', '=', 'confirmed')
    .where('direction', '=', s.direction)
    .where('store', s.store === null ? 'is' : '=', s.store as number)
    .where('taxBp', '=', s.taxBp)
    .where(s.customer ? 'customer' : s.carrier ? 'carrier' : 'driver', '=', (s.customer ?? s.carrier ?? s.driver)!)
    .where('pricingDay', '<=', until)
    .where('id', '<>', s.id)
    .orderBy('id')
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  return [...(rows as unknown as Sheet[]), s].toSorted((a, b) => a.id - b.id)
}

const itemsOf = (s: Sheet) =>
  (s.lines ?? [])
    .filter((l) => l.amount !== 0)
    .map((l, i) => ({
      feeItem: feeItemOf(l.code) as 'FREIGHT',
      description: `${s.no} ${l.label}`.slice(0, 300),
      amount: l.amount,
      formula: l.formula,
      idemKey: `freight:${s.id}:${i}`,
    }))

/** A credit belongs to the bill it corrects, where there is one that still counts. */
async function billToLower(tx: Tx, s: Sheet): Promise<number | null> {
  const rows = await tx
    .selectFrom('chargeSheet')
    .select('bill')
    .where('order', '=', s.order ?? -1)
    .where('direction', '=', 'receivable')
    .where('bill', 'is not', null)
    .execute()
  return billForCredit(
    tx,
    rows.map((r) => r.bill!),
    negated(s.total ?? 0),
  )
}

/** The coupons the orders hold; an adjustment brings none. */
async function couponsOf(tx: Tx, of: readonly Sheet[]): Promise<{ coupon: number; order: number }[]> {
  const orders = of.flatMap((s) => (s.order && s.kind === 'freight' ? [s.order] : []))
  const rows = await tx
    .selectFrom('transportOrder')
    .select(['id as order', 'coupon'])
    .where('id', '=', anyOf(orders))
    .where('coupon', 'is not', null)
    .execute()
  return rows.map((r) => ({ order: r.order, coupon: r.coupon! }))
}

export async function issueReceivable(tx: Tx, ctx: Context, s: Sheet, until: Day | null): Promise<Partial<Sheet>> {
  const group = await together(tx, s, until)
  const sum = group.reduce((n, g) => n + (g.total ?? 0), 0)
  const items = group.flatMap(itemsOf)
  if (items.length === 0) throw refused('费用为 0，不需要出账；有漏算的请先「重新计算」')
  if (s.customer === null) throw refused('费用单没有客户，不能出账；请先在订单上选择客户')
  let bill: number
  if (sum < 0) {
    const target = group.length === 1 ? await billToLower(tx, s) : null
    if (target === null) throw refused(`合计为 ${formatYuan(sum)}，没有可冲减的账单，请与其他费用单合并出账`)
    await lockLessee(tx, s.customer)
    await appendItems(tx, ctx, target, items)
    await prove(tx, ctx, { bills: [target] })
    bill = target
  } else {
    const terms = await shipperOf(tx, s.customer)
    const made = await freightBills(tx, ctx, {
      lessee: s.customer,
      store: s.store ?? terms.store,
      dueOn: addDays(ctx.clock.today(), terms.freightDueDays),
      items,
      coupons: await couponsOf(tx, group),
    })
    bill = made.id
  }
  for (const g of group) if (g.id !== s.id) await sheets.act(tx, ctx, 'bill', g.id, { bill, payable: null })
  // Paid at once out of the balance, or nothing is left to pay: the sheets of it are settled with it.
  const status = await billStatusOf(tx, bill)
  if (status === 'settled') for (const g of group) if (g.id !== s.id) await sheets.act(tx, ctx, 'settle', g.id, {})
  return { bill, ...(status === 'settled' ? { status: 'settled' as const } : {}) }
}

interface Payee {
  partyKind: 'carrier' | 'driver'
  fee: 'freight' | 'driverPay'
  payee: string
  bankName: string | null
  bankAccount: string | null
  carrier: number | null
  driver: number | null
  plan: PlanRow[] | null
  serviceFeeBp: number
}
async function payeeOf(tx: Tx, s: Sheet): Promise<Payee> {
  if (s.carrier !== null) {
    const c = await tx
      .selectFrom('carrier')
      .select(['name', 'bankName', 'bankAccount', 'payPlan', 'serviceFeeBp'])
      .where('id', '=', s.carrier)
      .executeTakeFirstOrThrow()
    return {
      partyKind: 'carrier',
      fee: 'freight',
      payee: c.name,
      bankName: c.bankName,
      bankAccount: c.bankAccount,
      carrier: s.carrier,
      driver: null,
      plan: c.payPlan as PlanRow[] | null,
      serviceFeeBp: c.serviceFeeBp,
    }
  }
  if (s.driver === null) throw refused('费用单没有收款方，不能出账；请先在任务上选择承运商或司机')
  const d = await tx.selectFrom('driver').select(['name', 'bankName', 'bankAccount']).where('id', '=', s.driver).executeTakeFirstOrThrow()
  const { name: payee, ...bank } = d
  return { partyKind: 'driver', fee: 'driverPay', payee, ...bank, carrier: null, driver: s.driver, plan: null, serviceFeeBp: 0 }
}

const STAGES = { advance: '预付', arrival: '到付', receipt: '回单付', monthly: '月结' } as const
const TERM_DAYS = { advance: 0, arrival: 3, receipt: 7, monthly: 15 } as const

interface Draw {
  who: Payee
  store: number
  part: StagePart
  /** The sheet whose plan it belongs to; null: a month of several. */
  sheet: number | null
  items: { description: string; amount: number }[]
}
/** One payable, with what the party owes us taken off it, at most to nothing. */
async function draw(tx: Tx, ctx: Context, { who, store, part, sheet, items }: Draw): Promise<number> {
  const taken = takeOpen(part.amount, await openOf(tx, who))
  const { id } = await draftPayable(tx, ctx, {
    partyKind: who.partyKind,
    payee: who.payee,
    fee: who.fee,
    store,
    dueOn: addDays(ctx.clock.today(), TERM_DAYS[part.stage]),
    bankName: who.bankName,
    bankAccount: who.bankAccount,
    carrier: who.carrier,
    driver: who.driver,
    chargeSheet: sheet,
    stage: part.stage,
    medium: part.medium,
    items: [...items, ...taken.map((t) => ({ description: `扣款 ${t.of.no}`, amount: -t.amount }))],
  })
  await noteUses(tx, ctx, id, taken)
  return id
}

const storeFor = (s: Sheet): number => {
  if (s.store === null) throw refused('费用单没有门店，不能出账；请先在订单或任务上选择门店')
  return s.store
}

/** 预付 before the sheet is confirmed: the share of the estimate that was agreed, once. */
export async function advance(tx: Tx, ctx: Context, s: Sheet): Promise<void> {
  const who = await payeeOf(tx, s)
  const parts = splitPlan(s.total ?? 0, who.plan).filter((p) => p.stage === 'advance')
  if (parts.length === 0) throw refused('该承运商的付款计划没有预付；需要预付的请先在承运商的付款计划中加上')
  const owed = stillOwed(parts, await payablesOf(tx, s.id))
  if (owed.length === 0) throw refused('预付已生成应付账单，不能重复预付')
  for (const part of owed)
    await draw(tx, ctx, { who, store: storeFor(s), part, sheet: s.id, items: [{ description: `${s.no} 预付`, amount: part.amount }] })
}

/** The stages of one sheet that are not drawn yet; what was advanced beyond its total comes off the last of them. */
async function drawStages(tx: Tx, ctx: Context, s: Sheet, who: Payee): Promise<number | null> {
  const drawn = await payablesOf(tx, s.id)
  const owed = stillOwed(splitPlan(s.total ?? 0, who.plan), drawn)
  const over = drawn.reduce((n, d) => n + d.gross, 0) + owed.reduce((n, p) => n + p.amount, 0) - (s.total ?? 0)
  let first: number | null = drawn[0]?.id ?? null
  for (const part of withoutOverpaid(owed, over)) {
    const id = await draw(tx, ctx, {
      who,
      store: storeFor(s),
      part,
      sheet: s.id,
      items: [{ description: `${s.no} ${STAGES[part.stage]}`, amount: part.amount }],
    })
    first ??= id
  }
  return first
}

/** Less than nothing is not paid: the party owes it, and it comes off what it is paid next (transport.md §4.4). */
async function carry(tx: Tx, ctx: Context, s: Sheet): Promise<void> {
  await owe(tx, ctx, s, 'adjust', negated(s.total ?? 0), `${s.no} ${(s.lines ?? [])[0]?.label ?? '费用调整'}`.slice(0, 500))
}
const paidAlready = async (tx: Tx, id: number): Promise<boolean> => {
  const drawn = await payablesOf(tx, id)
  return drawn.length > 0 && drawn.every((p) => p.status === 'settled')
}

/** One sheet by the plan of its party; where all of it was advanced and paid, it is settled with that. */
async function issueOne(tx: Tx, ctx: Context, s: Sheet, who: Payee): Promise<Partial<Sheet>> {
  if ((s.total ?? 0) <= 0) {
    if ((s.total ?? 0) < 0) await carry(tx, ctx, s)
    return { payable: null, status: 'settled' }
  }
  const payable = await drawStages(tx, ctx, s, who)
  return { payable, ...((await paidAlready(tx, s.id)) ? { status: 'settled' as const } : {}) }
}

export async function issuePayable(tx: Tx, ctx: Context, s: Sheet, until: Day | null): Promise<Partial<Sheet>> {
  const who = await payeeOf(tx, s)
  const group = await together(tx, s, until)
  const sum = group.reduce((n, g) => n + (g.total ?? 0), 0)
  if (group.every((g) => (g.total ?? 0) === 0)) throw refused('费用为 0，不需要出账；有漏算的请先「重新计算」')
  for (const g of group) await addServiceFee(tx, ctx, g, who.serviceFeeBp)
  // Several without stages of their own are the month of this party, credits among them.
  if (group.length > 1 && !who.plan?.length && sum > 0) {
    const items = group.map((g) => ({ description: g.no, amount: g.total ?? 0 }))
    const part: StagePart = { stage: 'monthly', medium: 'transfer', amount: sum }
    const payable = await draw(tx, ctx, { who, store: storeFor(s), part, sheet: null, items })
    for (const g of group) if (g.id !== s.id) await sheets.act(tx, ctx, 'bill', g.id, { bill: null, payable })
    return { payable }
  }
  // Credits first, so that what is drawn with them is less by them already.
  let own: Partial<Sheet> = {}
  for (const g of group.toSorted((a, b) => (a.total ?? 0) - (b.total ?? 0))) {
    const patch = await issueOne(tx, ctx, g, who)
    if (g.id === s.id) own = patch
    else {
      await sheets.act(tx, ctx, 'bill', g.id, { bill: null, payable: patch.payable ?? null })
      if (patch.status === 'settled') await sheets.act(tx, ctx, 'settle', g.id, {})
    }
  }
  return own
}
