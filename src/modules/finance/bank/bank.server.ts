/** 银行流水: taken in once, matched by a person; accepting bills makes a receipt that a second person confirms. */
import { formsOf } from '#kit/database/sealing.server.ts'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { instantAt } from '#kit/basics/time/day.ts'
import { absent, invalid, refused } from '#kit/basics/errors.ts'
import { liveRows, seenRows } from '#kit/entity/query/live-rows.server.ts'
import { moveOnly, serve, type ServedEntity } from '#kit/entity/serve.server.ts'
import { act, storeOf } from '#kit/entity/store.server.ts'
import { openDebts, registeredTradeNos, registerPayment } from '#modules/billing/billing.public.ts'
import { bankLine, bankLineActions } from './line.ts'
import { recognise, type Candidate, type Recognised, type Target } from './recognise.rules.ts'
import { suggest, type Suggestion } from './suggest.rules.ts'
import { candidatesFor, certainFor, type BankLine } from './target.server.ts'

const lines = storeOf(bankLine)

async function isImported(db: Db, tradeNo: string): Promise<boolean> {
  const line = await liveRows(db, 'bankLine').select('id').where('tradeNo', '=', tradeNo).limit(1).executeTakeFirst()
  return line !== undefined
}

async function seen(db: Db, ctx: Context, id: number): Promise<BankLine> {
  const line = await seenRows(db, ctx, bankLine).selectAll('t').where('t.id', '=', id).executeTakeFirst()
  if (!line) throw absent('银行流水已被删除，或不在您的数据权限内，请刷新后重新选择')
  return line
}

interface NamedSuggestion extends Omit<Suggestion, 'bills'> {
  bills: { id: number; no: string; remain: number; dueOn: string }[]
}
/** Documents that may be this line, and bills that it may pay. */
export async function suggestions(db: Db, ctx: Context, id: number): Promise<{ documents: Recognised[]; list: NamedSuggestion[] }> {
  const line = await seen(db, ctx, id)
  const documents = recognise(line, await candidatesFor(db, ctx, line))
  return { documents, list: line.direction === 'in' ? await billsFor(db, ctx, line) : [] }
}
async function billsFor(db: Db, ctx: Context, line: BankLine): Promise<NamedSuggestion[]> {
  const debts = await openDebts(db, ctx, line)
  const learnt = line.payerAccount
    ? await liveRows(db, 'bankLine')
        .select('lessee')
        .distinct()
        .where('payerAccount', 'in', formsOf(line.payerAccount))
        .where('status', '=', 'matched')
        .where('lessee', 'is not', null)
        .execute()
    : []
  const known = new Set(learnt.map((row) => row.lessee))
  const suggestions = suggest(
    { amount: line.amount, payerName: line.payerName ?? '', payerAccount: line.payerAccount ?? '', memo: line.memo ?? '' },
    debts.map((debt) => ({ ...debt, accounts: known.has(debt.lessee) && line.payerAccount ? [line.payerAccount] : [] })),
  )
  return suggestions.map((s) => ({
    ...s,
    bills: s.bills
      .map((b) => debts.find((d) => d.lessee === s.lessee)!.bills.find((x) => x.id === b)!)
      .map(({ id: of, no, remain, dueOn }) => ({ id: of, no, remain, dueOn })),
  }))
}

/** The line becomes a receipt like any other: registered by this clerk, to be confirmed by another. */
async function accept(tx: Tx, ctx: Context, line: BankLine, bills: readonly number[]): Promise<Partial<BankLine>> {
  const noon = instantAt(line.bookedOn, '12:00')
  const now = ctx.clock.now()
  const made = await registerPayment(tx, ctx, {
    bills,
    amount: line.amount,
    channel: 'transfer',
    paidAt: line.occurredAt ?? (noon < now ? noon : now),
    // Receipts have a number each.
    tradeNo: line.part > 1 ? `${line.tradeNo}-${line.part}`.slice(-64) : line.tradeNo,
    account: line.account ?? undefined,
    payerName: line.payerName ?? undefined,
    remark: ['银行流水匹配', line.memo].filter(Boolean).join('：').slice(0, 300),
  })
  return { payment: made.id, lessee: made.lessee, matchedTo: 'payment', matchedId: made.id, matchedNo: made.no, reason: null }
}

/** What «全部采用» has found in this transaction: the effect need not look for it a second time. */
const known = new WeakMap<Tx, ReadonlyMap<number, Candidate>>()

/** One line, one document; the document must be of this amount and account, and free. */
async function matchColumns(tx: Tx, ctx: Context, line: BankLine, target: Target, id: number): Promise<Partial<BankLine>> {
  const is = (c: Candidate): boolean => c.target === target && Number(c.id) === id
  const sure = known.get(tx)?.get(line.id)
  const candidate = sure && is(sure) ? sure : (await candidatesFor(tx, ctx, line)).find(is)
  if (!candidate) throw refused('不能对上这张单据：金额或账户不同、日期相差超过 3 天，或它已对上别的流水；请改选另一张')
  return { matchedTo: target, matchedId: id, matchedNo: candidate.no, payment: target === 'payment' ? id : null, reason: null }
}

async function undo(tx: Tx, ctx: Context, line: BankLine): Promise<Partial<BankLine>> {
  // What the match itself registered goes with it, as long as nobody has confirmed it; the rejection lets go of this line.
  if (line.matchedTo === 'payment' && line.lessee !== null && line.matchedId !== null) {
    const [open] = await scopedPayment(tx, ctx, line.matchedId)
    if (open === 'confirmed') throw refused(`收款 ${line.matchedNo} 已确认，请先冲销收款`)
    if (open === 'toConfirm') await act(tx, ctx, 'payment', 'reject', line.matchedId, null, { reason: '撤销银行流水匹配' })
  }
  return FREE
}
const FREE = { payment: null, lessee: null, matchedTo: null, matchedId: null, matchedNo: null, reason: null } as const
const scopedPayment = async (tx: Tx, ctx: Context, id: number): Promise<string[]> =>
  (await seenRows(tx, ctx, 'payment').select('t.status').where('t.id', '=', id).execute()).map((row) => row.status)

/** «全部采用»: only what is certain, by number. Everything else is for a person to look at. Whoever comes second waits, and finds what is left. */
export async function adoptCertain(tx: Tx, ctx: Context, account: number | null): Promise<{ adopted: number; left: number }> {
  let query = seenRows(tx, ctx, bankLine).selectAll('t').where('t.status', '=', 'open')
  if (account !== null) query = query.where('t.account', '=', account)
  const open = (await query.orderBy('t.id').limit(20_000).forNoKeyUpdate().execute()) as BankLine[]
  const certain = await certainFor(tx, ctx, open)
  known.set(tx, certain)
  await lines.actEach(
    tx,
    ctx,
    'recognise',
    [...certain].map(([id, to]) => ({ id, input: { target: to.target, targetId: Number(to.id) } })),
  )
  known.delete(tx)
  return { adopted: certain.size, left: open.length - certain.size }
}

export const servedBankLine: ServedEntity = serve(bankLineActions, {
  effects: {
    accept: ({ tx, ctx, record, input }) => accept(tx, ctx, record, input.bills),
    recognise: ({ tx, ctx, record, input }) => matchColumns(tx, ctx, record, input.target, input.targetId),
    undo: ({ tx, ctx, record }) => undo(tx, ctx, record),
    ignore: async ({ input }) => ({ reason: input.reason }),
    reopen: moveOnly,
    release: async () => FREE,
  },
  hooks: {
    beforeAdd: async ({ tx, ctx, values }) => {
      if (values.bookedOn && values.bookedOn > ctx.clock.today()) throw invalid({ bookedOn: '入账日不能晚于今天' })
      const tradeNo = String(values.tradeNo ?? '')
      if (await isImported(tx, tradeNo)) throw invalid({ tradeNo: '该流水号已导入' })
      const why = (await registeredTradeNos(tx, ctx, [tradeNo])).get(tradeNo)
      if (why) throw invalid({ tradeNo: `${why}，请导入对账单后对上该收款` })
    },
  },
})
