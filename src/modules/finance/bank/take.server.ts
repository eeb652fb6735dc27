/** A sheet of the bank: read with what stands in the way of each line, and taken in once (decision 0097). */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { instantAt, timeOf } from '#kit/basics/time/day.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { seal } from '#kit/database/sealing.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { visibleWhere } from '#kit/entity/query/scope.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { companyAccount } from '../accounts/account.ts'
import { doubtsOf, type Doubt, type Said, type StoredLine } from './known.rules.ts'
import { readStatement, type ColumnMap, type BankStatement, type BankStatementRow } from './read.rules.ts'

const accounts = storeOf(companyAccount)

/** A sheet without numbers of its own has one made of all it says; lines that say the same are told apart by their part. */
function madeNumber(account: number | null, row: BankStatementRow): string {
  const said = [row.bookedOn, row.time ?? '', row.direction, row.amount, row.balance ?? '', row.payerAccount, row.payerName, row.memo]
  return `H${createHash('sha256')
    .update([account ?? '', ...said].join('|'))
    .digest('hex')
    .slice(0, 40)}`
}

interface ShownLine extends StoredLine {
  accountName: string | null
  /** Whoever may not see it learns that there is one, not which. */
  seen: boolean
}
/** Lines stored already under these numbers, or on these days with these amounts. */
async function storedLike(db: Db, ctx: Context, rows: readonly BankStatementRow[]): Promise<ShownLine[]> {
  if (rows.length === 0) return []
  const entity = ctx.registry.entity('bankLine').entity as Entity
  const numbers = [...new Set(rows.map((row) => row.tradeNo).filter(Boolean))]
  const days = [...new Set(rows.map((row) => row.bookedOn!))]
  const amounts = [...new Set(rows.map((row) => row.amount!))]
  const similar = await liveRows(db, 'bankLine as t')
    .leftJoin('companyAccount as a', 'a.id', 't.account')
    .select(['t.id', 't.tradeNo', 't.part', 't.account', 't.direction', 't.bookedOn', 't.occurredAt', 't.amount', 't.balanceAfter'])
    .select(['t.payerName', 't.payerAccount', 't.memo', 'a.name as accountName', visibleWhere(ctx, entity).as('seen')])
    .where(
      sql<boolean>`(t.trade_no = any(${sql.val(numbers)}::text[]) or (t.booked_on = any(${sql.val(days)}::date[]) and t.amount = any(${sql.val(amounts)}::bigint[])))`,
    )
    .orderBy('t.id')
    .execute()
  return similar.map(({ occurredAt, balanceAfter, ...line }) => ({
    ...line,
    time: occurredAt ? timeOf(occurredAt) : null,
    balance: balanceAfter,
    payerName: line.payerName ?? '',
    payerAccount: line.payerAccount ?? '',
    memo: line.memo ?? '',
    seen: Boolean(line.seen),
  }))
}

export interface ReadRow extends BankStatementRow {
  /** What it may be instead of another movement, and what a person has said of that. */
  doubt: (Omit<Doubt, 'stored'> & { stored: ShownLine | null }) | null
  said: Said | null
}
export type Answers = Readonly<Record<string, Said>>
export type Read = Omit<Extract<BankStatement, { ok: true }>, 'rows'> & { rows: ReadRow[]; known: number }
/** The lines with what stands in the way of each; those stored already are named as such and are no mistake. */
export async function readGrid(
  db: Db,
  ctx: Context,
  grid: readonly (readonly string[])[],
  account: number | null,
  map?: ColumnMap,
  answers: Answers = {},
): Promise<Read> {
  const statement = readStatement(grid, map)
  if (!statement.ok) throw invalid({ text: statement.message })
  const today = ctx.clock.today()
  const rows = statement.rows.map((row) =>
    row.problem === null && row.bookedOn! > today ? { ...row, problem: '入账日不能晚于今天' } : row,
  )
  const stored = await storedLike(
    db,
    ctx,
    rows.filter((row) => row.problem === null),
  )
  const doubts = doubtsOf(rows, stored, account)
  const judged = rows.map((row): ReadRow => {
    const doubt = doubts.get(row.line) ?? null
    const said = doubt ? (answers[row.line] ?? doubt.unless) : null
    const known = said === 'same' ? (doubt!.unless ? doubt!.sentence : '与已有的流水是同一笔，不导入') : null
    return { ...row, problem: row.problem ?? known, said, doubt: doubt as ReadRow['doubt'] }
  })
  return { ...statement, rows: judged, known: judged.filter((row) => row.said === 'same').length }
}

/** One sheet of a company at a time: lines of two at once would both be new. The lock comes first, then what is stored already is read. */
export const holdLines = (tx: Tx, ctx: Context): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`bankLines:${ctx.user.operatorId}`}, 0))`.execute(tx)

/** Each with the number it is known by, and which of that number it is. */
async function numbered(tx: Tx, ctx: Context, rows: readonly ReadRow[], account: number | null) {
  const withNo = rows.map((row) => ({ ...row, tradeNo: row.tradeNo || madeNumber(account, row) }))
  const { rows: there } = await sql<{ tradeNo: string; part: number }>`
    select trade_no as "tradeNo", max(part)::int as part from bank_line
    where operator_id = ${ctx.user.operatorId} and trade_no = any(${sql.val(withNo.map((row) => row.tradeNo))}::text[]) and deleted_at is null group by 1`.execute(
    tx,
  )
  const last = new Map(there.map((row) => [row.tradeNo, row.part]))
  return withNo.map((row) => {
    const part = (last.get(row.tradeNo) ?? 0) + 1
    last.set(row.tradeNo, part)
    return { ...row, part }
  })
}

function refuseUnanswered(rows: readonly ReadRow[]): void {
  const open = rows.filter((row) => row.problem === null && row.doubt && row.said === null)
  if (open.length === 0) return
  const [{ line, doubt }] = open as [ReadRow]
  const of = doubt!.stored ? '已导入的流水' : `第 ${doubt!.line} 行`
  throw refused(`第 ${line} 行${open.length > 1 ? `等 ${open.length} 行` : ''}可能与${of}是同一笔，请逐行确认是同一笔还是另一笔，再导入`)
}

const BATCH = 500
/** The caller holds the lines (`holdLines`) since before they were read. */
export async function takeIn(tx: Tx, ctx: Context, read: Read, account: number | null): Promise<{ added: number; skipped: number }> {
  if (read.broken) throw refused(`${read.broken}。请重新从银行导出后再导入`)
  refuseUnanswered(read.rows)
  if (account !== null) await accounts.lock(tx, ctx, account, 'person')
  const good = await numbered(
    tx,
    ctx,
    read.rows.filter((row) => row.problem === null),
    account,
  )
  const now = ctx.clock.now()
  const standard = {
    operatorId: ctx.user.operatorId,
    createdBy: ctx.user.id || null,
    createdAt: now,
    updatedBy: ctx.user.id || null,
    updatedAt: now,
  }
  for (let i = 0; i < good.length; i += BATCH)
    await tx
      .insertInto('bankLine')
      .values(
        good.slice(i, i + BATCH).map((row) => ({
          ...standard,
          tradeNo: row.tradeNo,
          part: row.part,
          status: 'open' as const,
          direction: row.direction,
          bookedOn: row.bookedOn!,
          occurredAt: row.time ? instantAt(row.bookedOn!, row.time) : null,
          amount: row.amount!,
          balanceAfter: row.balance,
          kind: row.kind || null,
          payerName: row.payerName || null,
          payerAccount: row.payerAccount ? seal(row.payerAccount) : null,
          memo: row.memo || null,
          account,
        })),
      )
      .execute()
  const last = read.rows.at(-1)
  if (account !== null && read.closing !== null && last?.bookedOn) {
    const { bankOn } = await accounts.get(tx, ctx, account)
    if (bankOn === null || bankOn <= last.bookedOn)
      await accounts.edit(tx, ctx, account, { bankBalance: read.closing, bankOn: last.bookedOn })
  }
  return { added: good.length, skipped: read.rows.length - good.length }
}
