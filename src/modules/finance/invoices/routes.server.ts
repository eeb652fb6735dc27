/** Calls about invoices: what may be invoiced of a customer or a bill, requests, and the notices of a gateway. */
import { z } from 'zod'
import type { Context } from '#kit/access/context.server.ts'
import { systemContext } from '#kit/access/system-context.server.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import { forbidden, refused } from '#kit/basics/errors.ts'
import { fen } from '#kit/basics/fen.ts'
import { allRows, seenRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { SIGNATURE_HEADERS } from '#kit/ports/signed-call.server.ts'
import { applyInvoice } from './apply.server.ts'
import { invoice } from './invoice.ts'
import { follow, partsOfKey } from './invoices.server.ts'
import { billInvoices, openBills } from './invoice.wire.ts'
import { openCharges, openOfBill } from './open.server.ts'

const ID = z.coerce.number().int().min(1)
const MOST_BILLS = 200
const text = (max: number) => z.string().trim().max(max).nullable().default(null)

async function openOf(ctx: Context, lessee: number): Promise<z.output<typeof openBills>> {
  return ctx.db.read(ctx.user.operatorId, async (db) => {
    const bills = await seenRows(db, ctx, 'bill')
      .select(['t.id', 't.no', 't.billType', 't.status', 't.issuedOn', 't.amount', 't.invoiced'])
      .where('t.lessee', '=', lessee)
      .where('t.direction', '=', 'receivable')
      .where('t.status', 'in', ['unpaid', 'partlyPaid', 'settled'])
      .where('t.invoiceState', 'in', ['none', 'part'])
      .orderBy('t.id', 'desc')
      .limit(MOST_BILLS)
      .execute()
    const charges = await openCharges(
      db,
      bills.map((b) => b.id),
    )
    const titles = await seenRows(db, ctx, 'invoiceTitle')
      .select(['t.id', 't.title', 't.taxNo'])
      .where('t.lessee', '=', lessee)
      .orderBy('t.id')
      .execute()
    const list = bills
      .map((b) => ({ ...b, settled: b.status === 'settled', open: openOfBill(charges.filter((c) => c.bill === b.id)) }))
      .filter((b) => b.open > 0)
    return { bills: list.map(({ status: _s, ...b }) => b), titles }
  })
}

async function ofBill(ctx: Context, id: number): Promise<z.output<typeof billInvoices>> {
  return ctx.db.read(ctx.user.operatorId, async (db) => {
    const seen = await seenRows(db, ctx, 'bill').select('t.id').where('t.id', '=', id).executeTakeFirst()
    if (!seen) throw refused('账单已被删除，或不在您的数据权限内，请刷新后重新选择')
    const charges = await openCharges(db, [id])
    const lines = (await allRows(db, 'invoiceLine')
      .innerJoin('invoice', 'invoice.id', 'invoiceLine.invoice')
      .select(['invoice.id', 'invoice.no', 'invoice.status', 'invoice.colour', 'invoice.number', 'invoice.title', 'invoiceLine.gross'])
      .where('invoiceLine.bill', '=', id)
      .orderBy('invoice.id')
      .execute()) as { id: number; no: string; status: string; colour: string; number: string | null; title: string; gross: number }[]
    const documents = [...Map.groupBy(lines, (l) => l.id).values()].map((of) => ({
      ...of[0]!,
      gross: of.reduce((sum, l) => sum + l.gross, 0),
    }))
    return {
      invoiced: charges.reduce((sum, c) => sum + c.gross, 0),
      open: openOfBill(charges),
      charges: charges.map(({ id: item, description, amount, rateBp, gross, open }) => ({
        id: item,
        description,
        amount,
        rateBp,
        gross,
        open,
      })),
      documents,
    }
  })
}

/** Believed only by its signature; then what it says is done once, whatever came before or comes again. */
async function noticed(visitor: Context, data: string, header: (name: string) => string | null): Promise<{ received: boolean }> {
  const notice = visitor.ports.invoice.notice(header, data, new Date(systemClock.now()))
  if (!notice) throw forbidden()
  const parts = partsOfKey(notice.key)
  if (!parts) throw refused('通知中的业务编号无法识别')
  const ctx = systemContext({
    db: visitor.db,
    clock: visitor.clock,
    registry: visitor.registry,
    operatorId: parts.operatorId,
    requestId: visitor.requestId,
  })
  await visitor.db.write(parts.operatorId, async (tx) => {
    const record = await storeOf(invoice).lock(tx, ctx, parts.id)
    // Of an attempt before the last nothing is waited for any more.
    if (record.attempt === parts.attempt) await follow(tx, ctx, parts.id, 'gateway', notice.outcome)
  })
  return { received: true }
}

export const invoiceRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/invoice/open',
    summary: '承租人可开票的账单与抬头',
    right: 'invoiceManage_apply',
    input: z.strictObject({ lessee: ID }),
    output: openBills,
    handler: (ctx, { lessee }) => openOf(ctx, lessee),
  }),
  route({
    method: 'GET',
    path: '/api/v1/invoice/ofBill',
    summary: '账单的开票情况',
    right: ['invoiceManage', 'billInfoList'],
    input: z.strictObject({ id: ID }),
    output: billInvoices,
    handler: (ctx, { id }) => ofBill(ctx, id),
  }),
  route({
    method: 'POST',
    path: '/api/v1/invoice/apply',
    summary: '申请开票',
    right: 'invoiceManage_apply',
    single: true,
    input: z.strictObject({
      title: ID,
      kind: z.enum(['special', 'general']),
      bills: z
        .array(
          z.strictObject({
            id: ID,
            amount: z.int('金额应为整数（单位：分）').min(1, '开票金额必须大于 0').max(1e13, '开票金额超出允许的范围'),
          }),
        )
        .min(1, '请选择要开票的账单')
        .max(MOST_BILLS, '一次最多 200 张账单'),
      beforePaid: text(200),
      remark: text(200),
    }),
    output: z.object({ id: z.number(), no: z.string() }),
    handler: (ctx, asked) =>
      ctx.db.write(ctx.user.operatorId, (tx) =>
        applyInvoice(tx, ctx, { ...asked, bills: asked.bills.map((b) => ({ id: b.id, amount: fen(b.amount) })) }),
      ),
  }),
  route({
    method: 'POST',
    path: '/api/public/invoice/notice',
    summary: '开票平台的结果通知（凭签名）',
    right: 'public',
    tokens: SIGNATURE_HEADERS,
    input: z.strictObject({ data: z.string().min(2).max(20_000) }),
    output: z.object({ received: z.boolean() }),
    handler: (visitor, { data }, { header }) => noticed(visitor, data, header ?? (() => null)),
  }),
]
