/** Acts on invoices: sent to whoever issues them, registered, reversed line by line, taken back. */
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { day } from '#kit/basics/time/day.ts'
import { invalid } from '#kit/basics/errors.ts'
import { fen, negated } from '#kit/basics/fen.ts'
import { allRows, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { copyInput, serve, serveEntity, type ServedEntity } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { defineCall } from '#kit/ports/call.server.ts'
import { enqueue } from '#kit/jobs/outbox.server.ts'
import type { ActSpec } from '#modules/approval/approval.public.ts'
import type { FEE_ITEMS } from '#modules/billing/bills/fee-items.rules.ts'
import { lockBills, type LockedAct } from '#modules/billing/billing.public.ts'
import { sendMessages } from '#modules/system/system.public.ts'
import { FREIGHT_CODE, onceEach, TOOLS } from './carriage.rules.ts'
import { invoice, invoiceActions, invoiceLine } from './invoice.ts'
import { invoiceDocument, type InvoiceDocument, type InvoiceOutcome } from './provider.server.ts'
import { openCharges, tellBills, type Becoming } from './open.server.ts'
import { invoiceTitle, taxCode, type RATES } from './tax-code.ts'
import { redParts, sumOf } from './tax.rules.ts'

type Invoice = Rec<typeof invoice>
const invoices = storeOf(invoice)
const lines = storeOf(invoiceLine)
const codes = storeOf(taxCode)

const linesOf = (tx: Tx, id: number) => allRows(tx, 'invoiceLine').selectAll().where('invoice', '=', id).orderBy('id').execute()

const billsOf = async (tx: Tx, id: number): Promise<number[]> => [...new Set((await linesOf(tx, id)).map((l) => l.bill))]

/** At once to whoever asked for it: the customer waits. */
const tellFailed = (tx: Tx, ctx: Context, i: Invoice, reason: string): Promise<number> =>
  sendMessages(tx, ctx, {
    receivers: i.createdBy === null ? [] : [i.createdBy],
    category: 'task',
    title: `发票 ${i.no} 开票失败`,
    content: `${i.title}：${reason}`.slice(0, 500),
    link: `/finance/invoiceDetail?id=${i.id}`,
    dedupe: `invoiceFailed:${i.id}:${i.attempt}`,
  })

async function refreshBills(tx: Tx, ctx: Context, becoming: Becoming): Promise<void> {
  const bills = await billsOf(tx, becoming.id)
  await lockBills(tx, bills)
  await tellBills(tx, ctx, bills, becoming)
}

/** What the provider’s answer or notice means for the invoice. What it says again, or too late, changes nothing. */
export async function follow(tx: Tx, ctx: Context, id: number, provider: string, o: InvoiceOutcome): Promise<void> {
  const now = await invoices.lock(tx, ctx, id)
  if (now.status !== 'issuing' && !(now.status === 'failed' && o.state === 'issued')) return
  if (o.state === 'failed') {
    await invoices.act(tx, ctx, 'fail', id, { reason: o.reason ?? '开票平台没有说明原因', redState: o.redState })
    return
  }
  if (o.state === 'issued' && o.number && o.issuedOn)
    await invoices.act(tx, ctx, 'arrived', id, { number: o.number, issuedOn: day(o.issuedOn), providerNo: o.providerNo ?? now.providerNo })
  else if (now.status === 'issuing') await invoices.act(tx, ctx, 'taken', id, { provider, providerNo: o.providerNo, redState: o.redState })
}

const sent = z.strictObject({ id: z.int(), no: z.string(), document: invoiceDocument })
export const invoiceCall = defineCall<z.output<typeof sent>, { provider: string; outcome: InvoiceOutcome }>({
  kind: 'invoice.issue',
  label: '开具发票',
  payload: sent,
  open: true,
  summary: ({ no, document }) => `${no} ${document.red ? '红字' : '蓝字'}发票，价税合计 ${(document.gross / 100).toFixed(2)}`,
  deliver: async (ctx, { document }, delivery) => ({
    provider: ctx.ports.invoice.name,
    outcome: await ctx.ports.invoice.issue(ctx, document, delivery),
  }),
  settle: (tx, ctx, { id }, { provider, outcome }) => follow(tx, ctx, id, provider, outcome),
  // Nobody knows whether it was made: it stays 开票中, for 外发记录 to send again, and is never asked for a second time under another key.
  failed: async (tx, ctx, { id }, reason) => {
    if ((await invoices.lock(tx, ctx, id)).status === 'issuing') await invoices.act(tx, ctx, 'note', id, { reason: reason.slice(0, 300) })
  },
})

/** Tells company, invoice and attempt: a notice comes back with it alone. */
const keyOf = (ctx: Context, i: Invoice): string => `${ctx.user.operatorId}-${i.id}-${i.attempt + 1}`
export const partsOfKey = (key: string): { operatorId: number; id: number; attempt: number } | null => {
  const parts = /^(\d{1,12})-(\d{1,12})-(\d{1,6})$/.exec(key)
  return parts ? { operatorId: Number(parts[1]), id: Number(parts[2]), attempt: Number(parts[3]) } : null
}

async function send(tx: Tx, ctx: Context, i: Invoice): Promise<Partial<Invoice>> {
  const of = await linesOf(tx, i.id)
  const blue = i.redOf === null ? null : await invoices.get(tx, ctx, i.redOf)
  const document: InvoiceDocument = {
    key: keyOf(ctx, i),
    kind: i.kind,
    buyer: { title: i.title, taxNo: i.taxNo, address: i.address, phone: i.phone, bank: i.bank, bankAccount: i.bankAccount },
    gross: i.gross,
    net: i.net,
    tax: i.tax,
    lines: of.map((l) => ({ name: l.name, taxCode: l.taxCode, rateBp: l.rateBp, gross: l.gross, net: l.net, tax: l.tax })),
    special:
      i.special === null ? null : { code: FREIGHT_CODE, lines: onceEach(i.carriage ?? []).map((l) => ({ ...l, tool: TOOLS[l.tool] })) },
    red: blue ? { number: blue.number!, reason: i.redReason! } : null,
  }
  await enqueue(tx, ctx, invoiceCall, { id: i.id, no: i.no, document }, { key: `invoice:${document.key}` })
  return { attempt: i.attempt + 1, failReason: null }
}

/** Reversed so far, per line of the blue one, by red letters that are issued. */
async function reversedOf(tx: Tx, blue: number): Promise<Map<number, { gross: number; tax: number }>> {
  const rows = await allRows(tx, 'invoice')
    .innerJoin('invoiceLine', 'invoiceLine.invoice', 'invoice.id')
    .select(['invoiceLine.redOf', 'invoiceLine.gross', 'invoiceLine.tax'])
    .where('invoice.redOf', '=', blue)
    .where('invoice.status', '=', 'issued')
    .execute()
  const sums = new Map<number, { gross: number; tax: number }>()
  for (const row of rows) {
    const sum = sums.get(row.redOf!) ?? { gross: 0, tax: 0 }
    sums.set(row.redOf!, { gross: sum.gross - row.gross, tax: sum.tax - row.tax })
  }
  return sums
}

async function makeRed(
  tx: Tx,
  ctx: Context,
  blue: Invoice,
  input: { amount: number | null; reason: Invoice['redReason']; remark: string | null },
) {
  const [of, reversed] = [await linesOf(tx, blue.id), await reversedOf(tx, blue.id)]
  const parts = redParts(
    of.map((l) => ({
      id: l.id,
      rateBp: l.rateBp,
      gross: l.gross,
      tax: l.tax,
      redGross: reversed.get(l.id)?.gross ?? 0,
      redTax: reversed.get(l.id)?.tax ?? 0,
    })),
    input.amount ?? blue.gross - blue.reversed,
  )
  const sum = sumOf(parts)
  const { id } = await invoices.add(tx, ctx, {
    colour: 'red',
    kind: blue.kind,
    lessee: blue.lessee,
    store: blue.store,
    title: blue.title,
    taxNo: blue.taxNo,
    address: blue.address,
    phone: blue.phone,
    bank: blue.bank,
    bankAccount: blue.bankAccount,
    gross: negated(sum.gross),
    net: negated(sum.net),
    tax: negated(sum.tax),
    special: blue.special,
    carriage: blue.carriage,
    redOf: blue.id,
    redReason: input.reason,
    redState: '10',
    remark: input.remark,
  })
  for (const part of parts) {
    const l = of.find((one) => one.id === part.id)!
    await lines.add(tx, ctx, {
      invoice: id,
      bill: l.bill,
      billItem: l.billItem,
      store: l.store,
      feeItem: l.feeItem,
      name: l.name,
      taxCode: l.taxCode,
      rateBp: l.rateBp,
      gross: negated(part.gross),
      net: negated(part.net),
      tax: negated(part.tax),
      redOf: l.id,
    })
  }
  await invoices.act(tx, ctx, 'send', id, {})
}

/** An invoice there is: of a red one the blue one and the bills hear in the same transaction. */
async function there(tx: Tx, ctx: Context, i: Invoice, number: string, issuedOn: Invoice['issuedOn']): Promise<Partial<Invoice>> {
  if (issuedOn! > ctx.clock.today()) throw invalid({ issuedOn: '开票日期不能晚于今天' })
  const known = await liveRows(tx, 'invoice').select('no').where('number', '=', number).where('id', '<>', i.id).executeTakeFirst()
  if (known) throw invalid({ number: `号码已登记在 ${known.no}` })
  if (i.redOf !== null) {
    await invoices.act(tx, ctx, 'reddened', i.redOf, { gross: negated(i.gross) })
    await refreshBills(tx, ctx, { id: i.id, counts: true })
  }
  return { status: 'issued', number, issuedOn, failReason: null }
}
const restored = async (tx: Tx, ctx: Context, i: Invoice): Promise<void> => {
  if (i.redOf !== null) await invoices.act(tx, ctx, 'restored', i.redOf, {})
}

const servedInvoice = serve(invoiceActions, {
  effects: {
    issue: ({ tx, ctx, record }) => send(tx, ctx, record),
    send: ({ tx, ctx, record }) => send(tx, ctx, record),
    register: async ({ tx, ctx, record, input }) => ({
      ...(await there(tx, ctx, record, input.number, input.issuedOn)),
      ...(input.files?.length ? { files: input.files } : {}),
      provider: record.provider ?? 'manual',
    }),
    arrived: async ({ tx, ctx, record, input }) => ({
      ...(await there(tx, ctx, record, input.number, input.issuedOn)),
      providerNo: input.providerNo,
      provider: 'gateway',
    }),
    taken: async ({ record, input }) => ({
      provider: input.provider,
      providerNo: input.providerNo ?? record.providerNo,
      ...(input.redState ? { redState: input.redState } : {}),
    }),
    note: async ({ input }) => ({ failReason: input.reason }),
    fail: async ({ tx, ctx, record, input }) => {
      await restored(tx, ctx, record)
      const status = record.redOf === null ? ('failed' as const) : ('cancelled' as const)
      await tellFailed(tx, ctx, record, input.reason)
      return { status, failReason: input.reason, provider: 'gateway', ...(input.redState ? { redState: input.redState } : {}) }
    },
    red: async ({ tx, ctx, record, input }) => makeRed(tx, ctx, record, input),
    lapse: async ({ tx, ctx, record, input }) => {
      await restored(tx, ctx, record)
      return { redState: input.redState }
    },
    carry: copyInput,
    cancel: async ({ tx, ctx, record, input }) => {
      await refreshBills(tx, ctx, { id: record.id, counts: false })
      return { remark: input.remark }
    },
    file: async ({ record, input }) => ({ files: [...(record.files ?? []), ...input.files].slice(-6) }),
    reddened: async ({ record, input }) => {
      const reversed = record.reversed + input.gross
      return { reversed: fen(reversed), status: reversed === record.gross ? ('red' as const) : ('partlyRed' as const) }
    },
    restored: async ({ record }) => ({ status: record.reversed > 0 ? ('partlyRed' as const) : ('issued' as const) }),
  },
})

/** A bill under an invoice neither vanishes nor shrinks by a coupon: the invoice is taken back first. Credits of a return may come; a red letter is then due. */
export async function invoiceLock(tx: Tx, ctx: Context, bills: readonly number[], act: LockedAct): Promise<string | null> {
  if (act === 'adjust' || act === 'reverse') return null
  const under = new Set((await openCharges(tx, bills)).filter((c) => c.gross > 0).map((c) => c.bill))
  if (under.size === 0) return null
  const row = await allRows(tx, 'invoiceLine')
    .innerJoin('invoice', 'invoice.id', 'invoiceLine.invoice')
    .select('invoice.no')
    .where('invoiceLine.bill', 'in', [...under])
    .where('invoice.colour', '=', 'blue')
    .where('invoice.status', 'not in', ['cancelled', 'red'])
    .orderBy('invoice.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return `账单已申请开票（${row.no}），请先作废申请或红冲发票`
}

/** Rates of 增值税法 for what is leased and served; a company changes them from a day on. */
const FIRST: readonly [(keyof typeof FEE_ITEMS)[], keyof typeof RATES, string, string | null][] = [
  [['RENT', 'SWAP_DIFF', 'OVERDUE_USE', 'OVER_KM', 'RENT_BACK', 'REDUCE', 'COUPON'], 'r13', '有形动产经营租赁', '3040502010000000000'],
  [['DAMAGE', 'PENALTY', 'LATE', 'MISSING', 'INS_UP'], 'r13', '租赁价外费用', '3040502010000000000'],
  [['ENERGY', 'REPAIR', 'BUYOUT'], 'r13', '货物及修理', null],
  [['SERVICE', 'MGMT', 'VIOL_SVC', 'CLEAN', 'TOW', 'OTHER'], 'r6', '现代服务', '3040000000000000000'],
  [
    [
      'FREIGHT',
      'FR_STOP',
      'FR_WAIT',
      'FR_HANDLE',
      'FR_SUR',
      'FR_MIN',
      'FR_CAP',
      'FR_TOLL',
      'FR_INSURE',
      'FR_EMPTY',
      'FR_RETURN',
      'FR_CHANGE',
      'FR_DISC',
      'FR_CLAIM',
    ],
    'r9',
    '国内货物运输服务',
    '3010102000000000000',
  ],
  [['DEPOSIT', 'VIOL_DEPOSIT', 'VIOL'], 'none', '不征税', null],
]
export async function seedTaxCodes(tx: Tx, ctx: Context): Promise<void> {
  const known = await allRows(tx, 'taxCode').select('id').limit(1).executeTakeFirst()
  if (known) return
  const rows = FIRST.flatMap(([items, rate, name, code]) =>
    items.map((feeItem) => ({ feeItem, fromOn: day('2000-01-01'), rate, name, code })),
  )
  await codes.addMany(tx, ctx, rows, 'records')
}

export const invoiceEntities: readonly ServedEntity[] = [servedInvoice, serveEntity(taxCode, {}), serveEntity(invoiceTitle, {})]
export const invoiceActs: readonly ActSpec[] = [
  { code: 'invoice.issue', label: '开票', scene: 25, entity: 'invoice', action: 'issue', money: true },
  { code: 'invoice.red', label: '红冲', scene: 26, entity: 'invoice', action: 'red', money: true },
]
