/** 银行流水: taken in once by trade number; suggestions are computed when asked; accepting makes a receipt that a second person confirms. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { instantAt } from '#kit/basics/day.ts'
import { absent, invalid, refused } from '#kit/basics/errors.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { scopedFrom } from '#kit/report/report.server.ts'
import { moveOnly, serve } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { bill } from '../bills/bill.ts'
import { registerPayment } from '../payments/payment.server.ts'
import { bankLine, bankLineActions } from './statement.ts'
import { readStatement, suggest, type OpenDebt, type StatementRow, type Suggestion } from './statement.rules.ts'

type BankLine = Rec<typeof bankLine>
const lines = storeOf(bankLine)

/** Trade numbers that are here already: on the statement, or on a receipt somebody registered by hand. */
async function known(db: Db, ctx: Context, tradeNos: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ tradeNo: string; why: string }>`
    select trade_no as "tradeNo", '该流水号已导入' as why from bank_line where operator_id = ${ctx.user.operatorId} and trade_no = any(${sql.val([...tradeNos])}::text[]) and deleted_at is null
    union all
    select trade_no, '已登记收款 ' || no from payment where operator_id = ${ctx.user.operatorId} and channel = 'transfer' and status in ('toConfirm', 'confirmed') and trade_no = any(${sql.val([...tradeNos])}::text[]) and deleted_at is null`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.tradeNo, row.why]))
}

async function readPasted(db: Db, ctx: Context, text: string): Promise<StatementRow[]> {
  const statement = readStatement(text)
  if (!statement.ok) throw invalid({ text: statement.message })
  const here = await known(
    db,
    ctx,
    statement.rows.map((row) => row.tradeNo),
  )
  return statement.rows.map((row) =>
    row.problem === null && !row.out && here.has(row.tradeNo) ? { ...row, problem: here.get(row.tradeNo)! } : row,
  )
}

async function takeIn(tx: Tx, ctx: Context, text: string, account: string | null): Promise<{ added: number; skipped: number }> {
  const rows = await readPasted(tx, ctx, text)
  const good = rows.filter((row) => row.problem === null && !row.out)
  for (const row of good)
    await lines.add(tx, ctx, {
      tradeNo: row.tradeNo,
      bookedOn: row.bookedOn!,
      amount: row.amount!,
      payerName: row.payerName || null,
      payerAccount: row.payerAccount || null,
      memo: row.memo || null,
      account,
    })
  return { added: good.length, skipped: rows.length - good.length }
}

/** Open debts that a line may be for: what the user may see, of customers the line names, or with a bill of just that amount. */
async function debtsFor(db: Db, ctx: Context, line: BankLine): Promise<OpenDebt[]> {
  const open = scopedFrom(db, ctx, bill).where('t.status', 'in', ['unpaid', 'partlyPaid']).where('t.direction', '=', 'receivable')
  const name = line.payerName ?? ''
  const near = [...new Set(Array.from({ length: Math.max(0, name.length - 1) }, (_, i) => name.slice(i, i + 2)))]
    .filter((pair) => !/有限|公司|责任/.test(pair))
    .slice(0, 12)
  const words = (line.memo ?? '').toUpperCase().match(/[A-Z]{2}\d{8}-\d{4,}|[\u4e00-\u9fff][A-Z][A-Z0-9]{4,6}/g) ?? []
  const candidates = (await open
    .innerJoin('lessee as l', 'l.id', 't.lessee')
    .leftJoin('vehicle as v', 'v.id', 't.vehicle')
    .leftJoin('contract as c', 'c.id', 't.contract')
    .where((eb) =>
      eb.or([
        eb('t.remain', '=', line.amount),
        eb('l.name', '=', name),
        ...near.map((pair) => eb('l.name', 'like', `%${pair.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`)),
        ...words.flatMap((word) => [eb('t.no', '=', word), eb('v.plateNo', '=', word), eb('c.no', '=', word)]),
        sql<boolean>`t.lessee in (select lessee from payment where operator_id = ${ctx.user.operatorId} and payer_name = ${name} and ${name} <> '' and deleted_at is null)`,
      ]),
    )
    .select('t.lessee')
    .distinct()
    .orderBy('t.lessee')
    .limit(200)
    .execute()) as { lessee: number }[]
  if (candidates.length === 0) return []
  const ids = candidates.map((row) => row.lessee)
  const rows = (await scopedFrom(db, ctx, bill)
    .innerJoin('lessee as l', 'l.id', 't.lessee')
    .leftJoin('vehicle as v', 'v.id', 't.vehicle')
    .leftJoin('contract as c', 'c.id', 't.contract')
    .where('t.status', 'in', ['unpaid', 'partlyPaid'])
    .where('t.direction', '=', 'receivable')
    .where('t.lessee', 'in', ids)
    .select(['t.id', 't.no', 't.remain', 't.dueOn', 't.lessee', 'l.name', 'v.plateNo as plate', 'c.no as contractNo'])
    .orderBy('t.dueOn')
    .orderBy('t.id')
    .limit(2000)
    .execute()) as (OpenDebt['bills'][number] & { lessee: number; name: string })[]
  const payers = await db
    .selectFrom('payment')
    .select(['lessee', 'payerName'])
    .distinct()
    .where('operatorId', '=', ctx.user.operatorId)
    .where('lessee', 'in', ids)
    .where('status', '=', 'confirmed')
    .where('deletedAt', 'is', null)
    .execute()
  return [...Map.groupBy(rows, (row) => row.lessee)].map(([lessee, bills]) => ({
    lessee,
    name: bills[0]!.name,
    payers: payers.filter((p) => p.lessee === lessee).map((p) => p.payerName),
    bills,
  }))
}

interface NamedSuggestion extends Omit<Suggestion, 'bills'> {
  bills: { id: number; no: string; remain: number; dueOn: string }[]
}
async function suggestions(db: Db, ctx: Context, id: number): Promise<NamedSuggestion[]> {
  const line = (await scopedFrom(db, ctx, bankLine).selectAll('t').where('t.id', '=', id).executeTakeFirst()) as BankLine | undefined
  if (!line) throw absent('银行流水不存在或无权查看')
  const debts = await debtsFor(db, ctx, line)
  const found = suggest({ amount: line.amount, payerName: line.payerName ?? '', memo: line.memo ?? '' }, debts)
  return found.map((s) => ({
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
    paidAt: noon < now ? noon : now,
    tradeNo: line.tradeNo,
    payerName: line.payerName ?? undefined,
    remark: ['银行流水匹配', line.memo].filter(Boolean).join('：').slice(0, 300),
  })
  return { payment: made.id, lessee: made.lessee, reason: null }
}

export const servedBankLine = serve(bankLineActions, {
  effects: {
    accept: ({ tx, ctx, record, input }) => accept(tx, ctx, record, input.bills),
    ignore: async ({ input }) => ({ reason: input.reason }),
    reopen: moveOnly,
    release: async () => ({ payment: null, lessee: null, reason: null }),
  },
  hooks: {
    beforeAdd: async ({ tx, ctx, values }) => {
      if (values.bookedOn && values.bookedOn > ctx.clock.today()) throw invalid({ bookedOn: '入账日不能晚于今天' })
      const here = await known(tx, ctx, [String(values.tradeNo ?? '')])
      const why = here.get(String(values.tradeNo ?? ''))
      if (why) throw invalid({ tradeNo: why })
    },
  },
})

const TEXT = z.string().min(1, '请粘贴银行流水').max(600_000, '内容过长，请分批粘贴')
const ACCOUNT = z.string().trim().max(80, '入账账户最多 80 个字').optional()

export const statementRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/bankLine/read',
    summary: '读取粘贴的银行流水，不写入',
    right: 'bankLineList_add',
    safe: true,
    input: z.strictObject({ text: TEXT }),
    handler: (ctx, { text }) => ctx.db.read(ctx.user.operatorId, async (db) => ({ rows: await readPasted(db, ctx, text) })),
  }),
  route({
    method: 'POST',
    path: '/api/v1/bankLine/paste',
    summary: '导入粘贴的银行流水',
    right: 'bankLineList_add',
    input: z.strictObject({ text: TEXT, account: ACCOUNT }),
    handler: (ctx, { text, account }) =>
      ctx.db.write(ctx.user.operatorId, async (tx) => {
        const done = await takeIn(tx, ctx, text, account || null)
        if (done.added === 0) throw refused('没有可以导入的流水')
        return done
      }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/bankLine/suggest',
    summary: '流水可能对应的账单',
    right: 'bankLineList_accept',
    input: z.strictObject({ id: z.coerce.number().int().min(1) }),
    handler: (ctx, { id }) => ctx.db.read(ctx.user.operatorId, async (db) => ({ list: await suggestions(db, ctx, id) })),
  }),
]
