/** 申请开票 over bills of one customer. Under the locks of the bills, so that two clerks never invoice the same fen. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { fen, formatYuan } from '#kit/basics/fen.ts'
import { seenRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { lockBills } from '#modules/billing/billing.public.ts'
import { parameterValue } from '#modules/system/system.public.ts'
import { carriageOn } from './carriage.server.ts'
import { invoice, invoiceLine } from './invoice.ts'
import { openCharges, openOfBill, tellBills } from './open.server.ts'
import { invoiceTitle } from './tax-code.ts'
import { spread, sumOf, taxOfPart, wrongTaxNo } from './tax.rules.ts'

const invoices = storeOf(invoice)
const lines = storeOf(invoiceLine)
const titles = storeOf(invoiceTitle)
/** Bills that count and are ours to collect. */
const LIVE = ['unpaid', 'partlyPaid', 'settled']

export interface Asked {
  title: number
  kind: 'special' | 'general'
  bills: readonly { id: number; amount: number }[]
  beforePaid: string | null
  remark: string | null
}

async function visible(tx: Tx, ctx: Context, ids: readonly number[]): Promise<void> {
  const seen = await seenRows(tx, ctx, 'bill')
    .select('t.id')
    .where('t.id', 'in', [...ids])
    .execute()
  if (seen.length !== ids.length) throw refused('有账单已被删除，或不在您的数据权限内，请刷新后重新选择')
}

async function allowedUnpaid(tx: Tx, ctx: Context, open: readonly { no: string }[], reason: string | null): Promise<void> {
  if (open.length === 0) return
  const rule = await parameterValue(tx, ctx.registry, 'invoiceBeforePaid')
  if (rule === 'allow') return
  const which = open.map((b) => b.no).join('、')
  if (rule === 'refuse') throw refused(`账单 ${which} 尚未结清，公司规定收款后才能开票`)
  if (!reason) throw invalid({ beforePaid: `账单 ${which} 尚未结清，请说明先开票的原因` })
}

export async function applyInvoice(tx: Tx, ctx: Context, asked: Asked): Promise<{ id: number; no: string }> {
  const ids = asked.bills.map((b) => b.id)
  if (new Set(ids).size !== ids.length) throw invalid({ bills: '同一账单只能选择一次' })
  const title = await titles.get(tx, ctx, asked.title, 'person')
  const why = wrongTaxNo(asked.kind, title.taxNo)
  if (why) throw refused(why)
  await visible(tx, ctx, ids)
  const bills = await lockBills(tx, ids)
  const strange = bills.find((b) => b.lessee !== title.lessee)
  if (strange) throw refused(`账单 ${strange.no} 不是该抬头所属承租人的账单，一张发票只能开给一位客户`)
  const dead = bills.find((b) => b.direction !== 'receivable' || !LIVE.includes(b.status))
  if (dead) throw refused(`账单 ${dead.no} 不是有效的应收账单，不能开票`)
  await allowedUnpaid(
    tx,
    ctx,
    bills.filter((b) => b.status !== 'settled'),
    asked.beforePaid,
  )
  const charges = await openCharges(tx, ids)
  const made = asked.bills.flatMap(({ id, amount }) => {
    const of = bills.find((b) => b.id === id)!
    const own = charges.filter((c) => c.bill === id)
    if (own.every((c) => c.rateBp === null)) throw refused(`账单 ${of.no} 的费用不征税，不能开票`)
    const open = openOfBill(own)
    if (amount > open) throw refused(`账单 ${of.no} 可开金额只剩 ${formatYuan(open)}`)
    return spread(own, amount).map(({ id: item, gross }) => {
      const c = own.find((one) => one.id === item)!
      const tax = taxOfPart(c, gross, c.rateBp!)
      return { c, gross: fen(gross), net: fen(gross - tax), tax }
    })
  })
  const store = bills[0]!.store
  const carriage = await carriageOn(
    tx,
    ctx,
    bills,
    made.map(({ c }) => c),
  )
  const { id, no } = await invoices.add(tx, ctx, {
    kind: asked.kind,
    lessee: title.lessee,
    store,
    title: title.title,
    taxNo: title.taxNo,
    address: title.address,
    phone: title.phone,
    bank: title.bank,
    bankAccount: title.bankAccount,
    ...sumOf(made),
    special: carriage === null ? null : 'freight',
    carriage,
    beforePaid: asked.beforePaid,
    remark: asked.remark,
  })
  for (const { c, ...money } of made)
    await lines.add(tx, ctx, {
      invoice: id,
      bill: c.bill,
      billItem: c.id,
      store,
      feeItem: c.feeItem,
      name: c.name,
      taxCode: c.taxCode,
      rateBp: c.rateBp!,
      ...money,
      redOf: null,
    })
  await tellBills(tx, ctx, ids)
  return { id, no }
}
