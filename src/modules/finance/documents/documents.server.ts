/** 财务账单 (finance.md §2.4): every document with the day it is posted under, read where it lives, so that no second table can drift. */
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Context, Db } from '#kit/access/context.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { liveRows, seenRows } from '#kit/entity/query/live-rows.server.ts'
import { dayInput } from '#kit/http/inputs.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { billingDocuments } from '#modules/billing/billing.public.ts'
import { storeNamed } from '#modules/parties/parties.public.ts'
import { DOCUMENT_TYPES, documentList, type DocumentList, type DocumentType } from './documents.wire.ts'

const own = (db: Db, ctx: Context, which: 'otherReceipt' | 'otherPayment' | 'accountTransfer') => {
  const settled = sql<number>`case when t.status = 'confirmed' then t.amount else 0 end`.as('settled')
  const party = which === 'otherReceipt' ? sql<string>`t.payer` : which === 'otherPayment' ? sql<string>`t.payee` : sql<string>`'账户互转'`
  return seenRows(db, ctx, which).select([
    sql<string>`${sql.lit(which)}`.as('docType'),
    't.id',
    't.no',
    't.status',
    't.movedOn as day',
    sql`coalesce(t.posted_on, t.moved_on)`.as('posted'),
    party.as('party'),
    't.amount',
    settled,
    't.store',
  ])
}
const queries = (db: Db, ctx: Context): Record<DocumentType, RawBuilder<unknown>> => {
  const all = {
    ...billingDocuments(db, ctx),
    otherReceipt: own(db, ctx, 'otherReceipt'),
    otherPayment: own(db, ctx, 'otherPayment'),
    accountTransfer: own(db, ctx, 'accountTransfer'),
  }
  return Object.fromEntries(Object.entries(all).map(([name, query]) => [name, sql`${query}`])) as Record<DocumentType, RawBuilder<unknown>>
}

const DAY = dayInput()
const TYPES = Object.keys(DOCUMENT_TYPES) as [DocumentType, ...DocumentType[]]
const ASKED = z.strictObject({
  docType: z.enum(TYPES, '没有这种单据').optional(),
  from: DAY,
  to: DAY,
  keyword: z.string().trim().max(60, '最多 60 字').optional(),
  pageNo: z.coerce.number().int().min(1).max(10_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100, '每页最多 100 条').default(20),
})
export type AskedDocuments = z.output<typeof ASKED>

/** Ended without effect: shown, and not counted. */
const NOT_COUNTED = ['voided', 'rejected', 'reversed', 'cancelled']
interface Raw {
  docType: DocumentType
  id: number
  no: string
  status: string
  party: string | null
  day: string
  posted: string
  amount: number
  settled: number
  store: string | null
}

export async function documents(db: Db, ctx: Context, asked: AskedDocuments): Promise<DocumentList> {
  const all = queries(db, ctx)
  const parts = (asked.docType ? [asked.docType] : TYPES).map((type) => sql`(${all[type]})`)
  const like = `%${(asked.keyword ?? '').replace(/[\\%_]/g, '\\$&')}%`
  const selected = sql`select d.* from (${sql.join(parts, sql` union all `)}) d
    where d.posted between ${asked.from}::date and ${asked.to}::date ${asked.keyword ? sql`and (d.no ilike ${like} or d.party ilike ${like})` : sql``}`
  const { rows } =
    await sql<Raw>`select f.doc_type as "docType", f.id, f.no, f.status, f.party, f.day, f.posted, f.amount, f.settled, f.store
    from (${selected}) f order by f.posted desc, f.doc_type, f.id desc limit ${asked.pageSize} offset ${(asked.pageNo - 1) * asked.pageSize}`.execute(
      db,
    )
  const { rows: sums } = await sql<{ docType: DocumentType; count: number; counted: number; amount: number; settled: number }>`
    select f.doc_type as "docType", count(*) as count, coalesce(sum(f.amount) filter (where not f.status = any(${sql.val(NOT_COUNTED)}::text[])), 0)::bigint as amount,
      coalesce(sum(f.settled) filter (where not f.status = any(${sql.val(NOT_COUNTED)}::text[])), 0)::bigint as settled
      from (${selected}) f group by f.doc_type`.execute(db)
  const closed = new Set((await liveRows(db, 'accountPeriod').select('month').where('status', '=', 'closed').execute()).map((p) => p.month))
  const ids = [...new Set(rows.map((r) => Number(r.store)))]
  const stores = new Map<number, string>()
  for (const id of ids) stores.set(id, (await storeNamed(db, id))?.name ?? '')
  const wordOf = (type: DocumentType, status: string): string => {
    const entity = ctx.registry.entity(type).entity as Entity
    return (entity.fields[entity.state!] as { options: Record<string, string> }).options[status] ?? status
  }
  return {
    list: rows.map((r) => {
      const [amount, settled] = [Number(r.amount), Number(r.settled)]
      return {
        docType: r.docType,
        id: Number(r.id),
        no: r.no,
        status: wordOf(r.docType, r.status),
        party: r.party ?? '',
        day: r.day,
        posted: r.posted,
        month: r.posted.slice(0, 7),
        amount,
        settled,
        open: NOT_COUNTED.includes(r.status) ? 0 : amount - settled,
        store: stores.get(Number(r.store)) ?? '',
        closed: closed.has(r.posted.slice(0, 7)),
      }
    }),
    total: sums.reduce((n, s) => n + Number(s.count), 0),
    totals: sums
      .map((s) => ({
        docType: s.docType,
        count: Number(s.count),
        amount: Number(s.amount),
        settled: Number(s.settled),
        open: Number(s.amount) - Number(s.settled),
      }))
      .toSorted((a, b) => TYPES.indexOf(a.docType) - TYPES.indexOf(b.docType)),
  }
}

export const documentRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/accountDoc/list',
    summary: '财务账单：各类单据一张表',
    right: 'fincialList',
    input: ASKED,
    output: documentList,
    handler: (ctx, asked) => ctx.db.read(ctx.user.operatorId, (db) => documents(db, ctx, asked)),
  }),
]
