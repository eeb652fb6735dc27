/** Server part of order reviews and the two calls of spec §7 that name them. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Db } from '#kit/access/context.server.ts'
import { exportMark } from '#kit/access/person-mark.server.ts'
import { audit } from '#kit/audit/audit.server.ts'
import { maskName, maskPhone } from '#kit/basics/identifiers/mask.ts'
import type { SheetColumn } from '#kit/excel/sheet.ts'
import { xlsxStream } from '#kit/excel/write.server.ts'
import { describeConditions } from '#kit/entity/query/query-words.server.ts'
import { readFilter } from '#kit/entity/query/conditions.ts'
import { conditionsSql } from '#kit/entity/query/conditions.server.ts'
import { seenRows } from '#kit/entity/query/live-rows.server.ts'
import { copyInput, moveOnly, serve } from '#kit/entity/serve.server.ts'
import { download, route, type Download, type Route } from '#kit/http/route.server.ts'
import { listWork } from '#kit/report/work.server.ts'
import { orderReview, orderReviewActions } from './review.ts'
import { fileAnswer } from '#kit/http/answers.server.ts'

const QUERY = z.strictObject({
  pageNo: z.coerce.number('页码应为正整数').int().min(1, '页码应为正整数').max(5000).default(1),
  pageSize: z.coerce.number('每页条数应为正整数').int().min(1).max(200, '每页最多 200 条').default(20),
  orderNo: z.string().max(40).optional(),
  driverName: z.string().max(40).optional(),
  plateNo: z.string().max(12).optional(),
  score: z.coerce.number('评分应为 1 到 5').int('评分应为 1 到 5').min(1, '评分应为 1 到 5').max(5, '评分应为 1 到 5').optional(),
})
type Query = z.infer<typeof QUERY>

/** Read as the filters of every list: text contains, a score is that score. */
const asked = ({ orderNo, driverName, plateNo, score }: Query) =>
  Object.entries({ orderNo, driverName, plateNo, score }).flatMap(([name, value]) =>
    value ? (readFilter(orderReview, name, String(value)) ?? []) : [],
  )
const filtered = (db: Db, ctx: Context, query: Query) =>
  seenRows(db, ctx, orderReview).where(conditionsSql(ctx.registry, orderReview, asked(query)))
const COLUMNS = [
  'id',
  'orderNo',
  'status',
  'reviewer',
  'mobile',
  'driverName',
  'plateNo',
  'score',
  'content',
  'reviewedAt',
  'reply',
] as const

const masked = <T extends { reviewer: string; mobile: string | null }>(r: T): T => ({
  ...r,
  reviewer: maskName(r.reviewer),
  mobile: r.mobile ? maskPhone(r.mobile) : null,
})

const REVIEWS = z.object({
  list: z.array(
    z.object({
      id: z.number(),
      orderNo: z.string(),
      status: z.string(),
      reviewer: z.string(),
      mobile: z.string().nullable(),
      driverName: z.string().nullable(),
      plateNo: z.string().nullable(),
      score: z.number(),
      content: z.string().nullable(),
      reviewedAt: z.string(),
      reply: z.string().nullable(),
    }),
  ),
  total: z.number(),
  pageNo: z.number(),
  pageSize: z.number(),
})
const page = (ctx: Context, q: Query) =>
  ctx.db.read(ctx.user.operatorId, async (db) => {
    const list = await filtered(db, ctx, q)
      .select(COLUMNS)
      .orderBy('reviewedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(q.pageSize)
      .offset((q.pageNo - 1) * q.pageSize)
      .execute()
    const { n } = await filtered(db, ctx, q)
      .select(sql<number>`count(*)`.as('n'))
      .executeTakeFirstOrThrow()
    return { list: list.map(masked), total: n, pageNo: q.pageNo, pageSize: q.pageSize }
  })

const SHEET: readonly SheetColumn[] = [
  { key: 'orderNo', label: '订单号', kind: 'text' },
  { key: 'score', label: '评分', kind: 'number' },
  { key: 'reviewer', label: '评价人', kind: 'text' },
  { key: 'driverName', label: '司机', kind: 'text' },
  { key: 'plateNo', label: '车牌号', kind: 'text' },
  { key: 'content', label: '评价内容', kind: 'text', width: 50 },
  { key: 'reviewedAt', label: '评价时间', kind: 'instant' },
  { key: 'reply', label: '回复', kind: 'text', width: 40 },
]
const EXPORT_LIMIT = 50_000

async function exportReviews(ctx: Context, q: Query): Promise<Download> {
  const [rows, words] = await ctx.db.read(ctx.user.operatorId, async (db) => [
    await filtered(db, ctx, q).select(COLUMNS).orderBy('reviewedAt', 'desc').orderBy('id', 'desc').limit(EXPORT_LIMIT).execute(),
    await describeConditions(db, ctx, asked(q)),
  ])
  await ctx.db.write(ctx.user.operatorId, (tx) =>
    audit(tx, ctx, {
      entity: 'orderReview',
      entityId: null,
      title: '订单评价',
      action: 'export',
      changes: { 条件: ['', words || '全部'], 行数: ['', rows.length] },
    }),
  )
  return download({
    fileName: '订单评价.xlsx',
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: xlsxStream(rows.map(masked), { sheetName: '订单评价', columns: SHEET, footer: exportMark(ctx) }),
  })
}

export const reviewWork = listWork('orderReview', {
  code: 'reviewsToAnswer',
  title: '待回复评价',
  act: '去回复',
  order: 45,
  tone: 'warn',
  first: 'tmsHomePage',
  screen: 'evaluationList',
  filter: () => ({ status: 'open' }),
  sort: 'score,-reviewedAt',
  who: ['reviewer', 'orderNo'],
  what: ['score', 'content'],
  since: 'reviewedAt',
})

export const reviewEntity = serve(orderReviewActions, { effects: { reply: copyInput, hide: moveOnly, show: moveOnly } })
export const reviewRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/comment/queryListWithPage',
    summary: '订单评价分页',
    right: 'evaluationList',
    input: QUERY,
    output: REVIEWS,
    handler: page,
  }),
  route({
    method: 'GET',
    path: '/api/v1/comment/export',
    summary: '导出订单评价',
    right: 'evaluationList_export',
    input: QUERY,
    output: fileAnswer,
    handler: exportReviews,
  }),
]
