/** Writing a statement: what the documents of a party say now, less what earlier statements took. */
import { sql } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { addDays } from '#kit/basics/time/day.ts'
import { AppError, invalid, refused } from '#kit/basics/errors.ts'
import { fen } from '#kit/basics/fen.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { get, storeOf } from '#kit/entity/store.server.ts'
import { lockBills, lockLessee, partiesWith, partyDocuments, type PartyOf } from '#modules/billing/billing.public.ts'
import { balances, keyOf, linesOf, type LineOf, type Taken } from './statement.rules.ts'
import { statement, statementLine } from './statement.ts'

const statements = storeOf(statement)
const lines = storeOf(statementLine)
const AGREED = ['confirmed', 'partlySettled', 'settled'] as const
const LIVE = ['draft', 'toConfirm', 'disputed', ...AGREED] as const
/** Any number, ours alone: statements of one party are written one after the other. */
const PARTY = 40_104

const nameKey = (p: PartyOf): string => `${p.store}|${p.lessee ?? ''}|${p.partyKind}|${p.payee}`
const lockParty = (tx: Tx, ctx: Context, p: PartyOf): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${PARTY}::int, hashtext(${`${ctx.user.operatorId}|${nameKey(p)}`}))`.execute(tx)

export interface Stated {
  id: number
  partyKind: string
  lessee: number | null
  party: string
  store: number
  fromOn: Day
  toOn: Day
}
const partyOf = (s: Stated): PartyOf => ({
  store: s.store,
  lessee: s.lessee,
  partyKind: s.partyKind,
  payee: s.lessee ? '' : s.party,
})

/** Live statements of the party, the latest first. */
async function others(db: Db, p: PartyOf, except: number) {
  let query = liveRows(db, 'statement')
    .select(['id', 'no', 'status', 'fromOn', 'toOn', 'closing'])
    .where('store', '=', p.store)
    .where('partyKind', '=', p.partyKind as 'lessee')
    .where('status', 'in', [...LIVE])
    .where('id', '<>', except)
  query = p.lessee ? query.where('lessee', '=', p.lessee) : query.where('party', '=', p.payee)
  return query.orderBy('toOn', 'desc').orderBy('id', 'desc').execute()
}
async function takenBefore(db: Db, ctx: Context, ids: readonly number[]): Promise<Map<string, Taken>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ docType: string; docId: number; charge: number; credit: number; payment: number; lines: number }>`
    select doc_type as "docType", doc_id as "docId", sum(charge)::bigint as charge, sum(credit)::bigint as credit, sum(payment)::bigint as payment, count(*) as lines
      from statement_line where operator_id = ${ctx.user.operatorId} and statement = any(${sql.val([...ids])}::bigint[]) and live_key is not null and deleted_at is null
      group by doc_type, doc_id`.execute(db)
  return new Map(
    rows.map((r) => [keyOf(r), { charge: Number(r.charge), credit: Number(r.credit), payment: Number(r.payment), lines: Number(r.lines) }]),
  )
}

/** Opening, lines and closing as they would be written now. */
async function reckon(db: Db, ctx: Context, s: Pick<Stated, 'id' | 'fromOn' | 'toOn'>, p: PartyOf) {
  const before = (await others(db, p, s.id)).filter((o) => o.toOn < s.fromOn)
  const taken = await takenBefore(
    db,
    ctx,
    before.map((o) => o.id),
  )
  const documents = await partyDocuments(db, ctx, p)
  const statementLines = linesOf(documents, taken, { from: s.fromOn, to: s.toOn, first: before.length === 0 })
  return { lines: statementLines, ...balances(before[0]?.closing ?? 0, statementLines) }
}
/** Nothing happened and nothing is owed. */
const isNothing = (r: { lines: readonly { earlier: boolean }[]; opening: number }): boolean =>
  r.opening === 0 && r.lines.every((l) => l.earlier)
type Reckoned = Awaited<ReturnType<typeof reckon>>

async function freeLines(tx: Tx, ctx: Context, id: number): Promise<void> {
  const old = await liveRows(tx, 'statementLine').select('id').where('statement', '=', id).execute()
  await lines.writeMany(
    tx,
    ctx,
    old.map((row) => row.id),
    () => ({ liveKey: null }),
  )
}
async function writeLines(tx: Tx, ctx: Context, s: Stated, statementLines: readonly LineOf<Reckoned['lines'][number]>[]): Promise<void> {
  let seq = 0
  // Those of the period come first and are counted from one, as the other side reads them.
  for (const line of [...statementLines.filter((l) => !l.earlier), ...statementLines.filter((l) => l.earlier)])
    await lines.add(
      tx,
      ctx,
      {
        statement: s.id,
        seq: ++seq,
        store: s.store,
        docType: line.docType,
        docId: line.docId,
        docNo: line.docNo,
        bill: line.bill,
        payableBill: line.payableBill,
        day: line.day,
        text: line.text.slice(0, 120),
        charge: fen(line.charge),
        credit: fen(line.credit),
        payment: fen(line.payment),
        earlier: line.earlier,
        liveKey: line.key,
      },
      'trusted',
    )
}
const sums = ({ opening, charges, credits, payments, closing }: Reckoned) => ({
  opening: fen(opening),
  charges: fen(charges),
  credits: fen(credits),
  payments: fen(payments),
  closing: fen(closing),
})

/** Written anew from the documents as they stand; what was on it before is gone. */
export async function rewrite(tx: Tx, ctx: Context, s: Stated) {
  const p = partyOf(s)
  await lockParty(tx, ctx, p)
  const now = await reckon(tx, ctx, s, p)
  if (isNothing(now)) throw refused('这段时间没有可对账的账单与收付，请改选往来方或日期')
  const old = await liveRows(tx, 'statementLine').select('id').where('statement', '=', s.id).execute()
  await freeLines(tx, ctx, s.id)
  for (const row of old) await lines.remove(tx, ctx, row.id)
  await writeLines(tx, ctx, s, now.lines)
  return sums(now)
}

/** Null, or which document does not say any more what the statement says of it. The documents stay locked until the end. */
export async function staleOf(tx: Tx, ctx: Context, s: Stated): Promise<string | null> {
  const p = partyOf(s)
  await lockParty(tx, ctx, p)
  if (p.lessee) await lockLessee(tx, p.lessee)
  const written = await liveRows(tx, 'statementLine')
    .select(['docNo', 'bill', 'charge', 'credit', 'payment', 'liveKey'])
    .where('statement', '=', s.id)
    .execute()
  await lockBills(tx, [...new Set(written.map((l) => l.bill).filter((id) => id !== null))])
  const now = await reckon(tx, ctx, s, p)
  const spell = (l: { charge: number; credit: number; payment: number }): string => `${l.charge}/${l.credit}/${l.payment}`
  const known = new Map(written.map((l) => [l.liveKey, l]))
  for (const line of now.lines) {
    const before = known.get(line.key)
    // What came to light since waits for the next period; what stands here must still be so.
    if (before && spell(before) !== spell(line)) return line.docNo
    known.delete(line.key)
  }
  return [...known.values()][0]?.docNo ?? null
}

/** A later live statement begins where this one ends: it has to go first. */
export async function refuseLater(tx: Tx, ctx: Context, s: Stated): Promise<void> {
  await lockParty(tx, ctx, partyOf(s))
  const later = (await others(tx, partyOf(s), s.id)).find((o) => o.fromOn > s.toOn)
  if (later) throw refused(`之后的期间已有对账单 ${later.no}，请先作废`)
}
export { freeLines }

export interface Asked {
  store: number
  partyKind: string
  lessee: number | null
  payee: string
  fromOn: Day
  toOn: Day
}

export async function build(tx: Tx, ctx: Context, a: Asked): Promise<{ id: number; no: string }> {
  if (a.toOn < a.fromOn) throw invalid({ toOn: '对账止不能早于对账起' })
  if (a.toOn > ctx.clock.today()) throw invalid({ toOn: '对账止不能晚于今天' })
  await get(tx, ctx, 'store', a.store, 'person')
  const name = a.lessee ? String((await get(tx, ctx, 'lessee', a.lessee, 'person'))['name']) : a.payee.trim()
  if (!name) throw invalid(a.partyKind === 'lessee' ? { lessee: '请选择承租人' } : { payee: '请填写往来方' })
  const p: PartyOf = { store: a.store, lessee: a.lessee, partyKind: a.partyKind, payee: a.lessee ? '' : name }
  await lockParty(tx, ctx, p)
  const known = await others(tx, p, 0)
  const over = known.find((o) => o.toOn >= a.fromOn)
  if (over) throw refused(over.fromOn > a.toOn ? `之后的期间已有对账单 ${over.no}，请先作废` : `与 ${over.no} 的期间重叠`)
  if (known[0] && !(AGREED as readonly string[]).includes(known[0].status)) throw refused(`上期对账单 ${known[0].no} 尚未确认`)
  if (known[0] && addDays(known[0].toOn, 1) !== a.fromOn) throw refused(`请从上期的次日 ${addDays(known[0].toOn, 1)} 开始对账`)
  const now = await reckon(tx, ctx, { id: 0, fromOn: a.fromOn, toOn: a.toOn }, p)
  if (isNothing(now)) throw refused(`${name}没有可对账的明细`)
  const made = await statements.add(
    tx,
    ctx,
    {
      partyKind: a.partyKind as 'lessee',
      lessee: a.lessee,
      party: name,
      store: a.store,
      fromOn: a.fromOn,
      toOn: a.toOn,
      ...sums(now),
    },
    'trusted',
  )
  await writeLines(tx, ctx, { ...made, party: name }, now.lines)
  return { id: made.id, no: made.no }
}

/** Those of a store for one period, each on its own: who cannot be stated is named with the reason. */
export async function buildAll(ctx: Context, a: Omit<Asked, 'lessee' | 'payee'>) {
  const parties = await ctx.db.read(ctx.user.operatorId, async (db) => {
    await get(db, ctx, 'store', a.store, 'person')
    return partiesWith(db, ctx, a.store, a.partyKind, a.toOn)
  })
  const made: { id: number; no: string }[] = []
  const left: string[] = []
  for (const p of parties)
    try {
      made.push(await ctx.db.write(ctx.user.operatorId, (tx) => build(tx, ctx, { ...a, lessee: p.lessee, payee: p.payee })))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      left.push(error.message)
    }
  return { made: made.length, left }
}
