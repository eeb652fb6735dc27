/** What happens with a statement, and what it keeps from changing once the other side has agreed. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { ServedModule, Watcher } from '#kit/entity/registry.server.ts'
import { serve, serveEntity, type ServedEntity } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import type { ActSpec } from '#modules/approval/approval.public.ts'
import { openAmounts } from '#modules/billing/billing.public.ts'
import { sendMessages } from '#modules/system/system.public.ts'
import { freeLines, refuseLater, rewrite, staleOf } from './build.server.ts'
import { statement, statementActions, statementLine } from './statement.ts'

type Statement = Rec<typeof statement>
const statements = storeOf(statement)

/** Bills and payables a statement holds, once each. */
async function heldBy(tx: Tx, ids: readonly number[]) {
  if (ids.length === 0) return []
  return liveRows(tx, 'statementLine')
    .select(['statement', 'bill', 'payableBill'])
    .distinct()
    .where('statement', 'in', [...ids])
    .execute()
}
export async function remains(tx: Tx, ids: readonly number[]) {
  const held = await heldBy(tx, ids)
  const of = async (which: 'bill' | 'payableBill') =>
    new Map((await openAmounts(tx, which, [...new Set(held.map((h) => h[which]).filter((id) => id !== null))])).map((row) => [row.id, row]))
  const [bills, payables] = [await of('bill'), await of('payableBill')]
  return ids.map((id) => {
    const mine = held.filter((h) => h.statement === id)
    const open = (which: 'bill' | 'payableBill', from: typeof bills) =>
      [...new Set(mine.map((h) => h[which]).filter((one) => one !== null))]
        .map((one) => from.get(one))
        .filter((row) => row !== undefined && row.remain > 0 && row.payable) as { id: number; remain: number }[]
    const [b, p] = [open('bill', bills), open('payableBill', payables)]
    return { id, bills: b, payables: p, remain: [...b, ...p].reduce((sum, row) => sum + row.remain, 0) }
  })
}

async function agreed(tx: Tx, ctx: Context, s: Statement): Promise<void> {
  const changed = await staleOf(tx, ctx, s)
  if (changed) throw refused(`单据 ${changed} 在发送后有变动，请发起方按最新账单重新发送`)
}
const lineOf = async (tx: Tx, s: Statement, seq: number) => {
  const line = await liveRows(tx, 'statementLine')
    .select(['seq', 'docNo'])
    .where('statement', '=', s.id)
    .where('seq', '=', seq)
    .executeTakeFirst()
  if (!line) throw invalid({ seq: '请选择有异议的明细' })
  return line
}
async function dispute(
  tx: Tx,
  ctx: Context,
  s: Statement,
  input: { seq: number; text: string; by: string | null },
): Promise<Partial<Statement>> {
  const line = await lineOf(tx, s, input.seq)
  if (s.disputes.some((d) => d.seq === line.seq && d.outcome === null)) throw refused(`第 ${line.seq} 行的异议还未答复`)
  if (s.disputes.length >= 200) throw refused('异议过多，请联系对方当面核对')
  if (s.createdBy)
    await sendMessages(tx, ctx, {
      receivers: [s.createdBy],
      category: 'task',
      title: `对账单 ${s.no} 有异议`,
      content: `${s.party}：第 ${line.seq} 行 ${line.docNo}，${input.text}`,
      link: `/finance/statementDetail?id=${s.id}`,
    })
  return {
    disputes: [
      ...s.disputes,
      {
        seq: line.seq,
        docNo: line.docNo,
        text: input.text,
        by: input.by ?? s.contactName ?? s.party,
        at: ctx.clock.now(),
        outcome: null,
        answer: null,
      },
    ],
  }
}
function answer(s: Statement, input: { seq: number; outcome: 'keep' | 'correct'; answer: string }): Partial<Statement> {
  const asked = s.disputes.findIndex((d) => d.seq === input.seq && d.outcome === null)
  if (asked < 0) throw invalid({ seq: '该行没有未答复的异议' })
  const disputes = s.disputes.with(asked, { ...s.disputes[asked]!, outcome: input.outcome, answer: input.answer })
  return { disputes, ...(disputes.every((d) => d.outcome !== null) ? { status: 'toConfirm' } : {}) }
}
async function standing(tx: Tx, s: Statement): Promise<Statement['status']> {
  const [now] = await remains(tx, [s.id])
  const paidSome = now!.remain < Math.max(0, s.closing)
  return now!.remain === 0 ? 'settled' : paidSome ? 'partlySettled' : 'confirmed'
}

export const statementEntities: readonly ServedEntity[] = [
  serve(statementActions, {
    facts: async ({ tx, records }) =>
      (
        await remains(
          tx,
          records.map((s) => s.id),
        )
      ).map(({ remain }) => ({ remain })),
    effects: {
      send: async ({ tx, ctx, record, input }) => ({
        ...(await rewrite(tx, ctx, record)),
        contactName: input.contactName,
        contactMobile: input.contactMobile,
        sentAt: ctx.clock.now(),
      }),
      refresh: async ({ tx, ctx, record }) => ({ ...(await rewrite(tx, ctx, record)), sentAt: ctx.clock.now() }),
      dispute: ({ tx, ctx, record, input }) => dispute(tx, ctx, record, input),
      answer: async ({ record, input }) => answer(record, input),
      confirmPaper: async ({ tx, ctx, record, input }) => {
        await agreed(tx, ctx, record)
        return { confirmedName: input.confirmedName, proofs: input.proofs, confirmedAt: ctx.clock.now() }
      },
      confirm: async ({ tx, ctx, record, input }) => {
        await agreed(tx, ctx, record)
        return { confirmedName: input.confirmedName, confirmedMobile: record.contactMobile, confirmedAt: ctx.clock.now(), code: null }
      },
      follow: async ({ tx, record }) => ({ status: await standing(tx, record) }),
      void: async ({ tx, ctx, record, input }) => {
        await refuseLater(tx, ctx, record)
        await freeLines(tx, ctx, record.id)
        return { reason: input.reason, tokenHash: null, code: null }
      },
      reopen: async ({ tx, ctx, record, input }) => {
        await refuseLater(tx, ctx, record)
        return { reason: input.reason, confirmedAt: null, confirmedName: null, confirmedMobile: null }
      },
    },
  }),
  serveEntity(statementLine, {}),
]

/** Agreed statements that hold this bill or payable. */
const agreedWith = (tx: Tx, which: 'bill' | 'payableBill', ids: readonly number[]) =>
  liveRows(tx, 'statementLine as l')
    .innerJoin('statement as s', 's.id', 'l.statement')
    .select(['s.id', 's.no', 's.status'])
    .distinct()
    .where(`l.${which}`, 'in', [...ids])
    .where('l.liveKey', 'is not', null)
    .where('s.status', 'in', ['confirmed', 'partlySettled', 'settled'])
    .orderBy('s.id')
    .execute()

export const statementHooks: NonNullable<ServedModule['provides']> = {
  billLocks: [
    async (tx, ctx, bills) => {
      const [first] = bills.length ? await agreedWith(tx, 'bill', bills) : []
      return first ? `账单在已确认的对账单 ${first.no} 中` : null
    },
  ],
}
export const statementActs: readonly ActSpec[] = [
  { code: 'statement.reopen', label: '撤回对账确认', scene: 28, entity: 'statement', action: 'reopen', money: true },
]
const FOLLOWED: Readonly<Record<string, 'bill' | 'payableBill'>> = {
  'bill.book': 'bill',
  'bill.bookLoss': 'bill',
  'payableBill.book': 'payableBill',
}
/** What is paid on a bill shows on the statement that holds it, in the same transaction. */
export const statementWatcher: Watcher = {
  before: async ({ tx, entity, action, record }) => {
    const payable =
      entity === 'payableBill' && action === 'void' ? record.id : entity === 'payout' && action === 'reverse' ? record['payableBill'] : null
    const [first] = payable === null ? [] : await agreedWith(tx, 'payableBill', [Number(payable)])
    if (first) throw refused(`应付账单在已确认的对账单 ${first.no} 中`)
    return null
  },
  after: async ({ tx, ctx, entity, action, record }) => {
    const which = FOLLOWED[`${entity}.${action}`]
    if (!which) return
    for (const { id, status } of await agreedWith(tx, which, [record.id])) {
      const s = await statements.get(tx, ctx, id)
      if ((await standing(tx, s)) !== status) await statements.act(tx, ctx, 'follow', id)
    }
  },
}
