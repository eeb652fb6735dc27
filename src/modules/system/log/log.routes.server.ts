/** 系统日志 and 登录日志. */
import { sql } from 'kysely'
import { z } from 'zod'
import { audit, type Changes } from '#kit/audit/audit.server.ts'
import { anchorKey, verifyAnchors } from '#kit/audit/anchor.server.ts'
import { verifyChain } from '#kit/audit/chain.server.ts'
import type { Context, Db } from '#kit/access/context.server.ts'
import { LOGIN_RESULTS } from '#kit/access/log.server.ts'
import { isOfPerson } from '#kit/entity/query/masked/masked-lookup.ts'
import { exportMark } from '#kit/access/person-mark.server.ts'
import { xlsxStream } from '#kit/excel/write.server.ts'
import type { SheetColumn } from '#kit/excel/sheet.ts'
import { instantInput } from '#kit/http/inputs.ts'
import { download, route, type Download, type Route } from '#kit/http/route.server.ts'
import { loginScope, logScope } from './log-scope.server.ts'
import { wordsOf } from './log.words.server.ts'
import { LOG_SOURCES } from './log.ts'
import { fileAnswer } from '#kit/http/answers.server.ts'
import { CHAIN, LOG_PAGE, LOGIN_PAGE } from '../system.wire.ts'

const LOG_QUERY = z.strictObject({
  pageNo: z.coerce.number('页码应为正整数').int().min(1, '页码应为正整数').max(5000, '页码过大，请缩小时间范围').default(1),
  pageSize: z.coerce.number('每页条数应为正整数').int().min(1, '每页条数应为正整数').max(200, '每页最多 200 条').default(20),
  keyword: z.string().trim().max(100, '搜索内容最多 100 字').optional(),
  user: z.string().trim().max(40, '操作人最多 40 字').optional(),
  userId: z.coerce.number('操作人编号应为数字').int('操作人编号应为整数').optional(),
  entity: z
    .string()
    .regex(/^\w{0,60}$/)
    .optional(),
  action: z
    .string()
    .regex(/^\w{0,60}$/)
    .optional(),
  entityId: z.coerce.number().int().optional(),
  source: z.enum(Object.keys(LOG_SOURCES) as [keyof typeof LOG_SOURCES]).optional(),
  from: instantInput('开始时间不正确').optional(),
  to: instantInput('结束时间不正确').optional(),
})
type LogQuery = z.infer<typeof LOG_QUERY>

function logQuery(db: Db, ctx: Context, q: LogQuery) {
  let query = db.selectFrom('auditLog')
  const scope = logScope(ctx)
  if (scope) query = query.where(scope)
  if (q.user) query = query.where('userName', '=', q.user)
  if (q.userId) query = query.where('userId', '=', q.userId)
  if (q.entity) query = query.where('entity', '=', q.entity)
  if (q.action) query = query.where('action', '=', q.action)
  if (q.entityId) query = query.where('entityId', '=', q.entityId)
  if (q.source) query = query.where('source', '=', q.source)
  if (q.from) query = query.where('at', '>=', q.from)
  if (q.to) query = query.where('at', '<', q.to)
  if (q.keyword) {
    const like = `%${q.keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    query = query.where((eb) => eb.or([eb('title', 'like', like), eb('userName', 'like', like), eb('reason', 'like', like)]))
  }
  return query
}

const logList = (ctx: Context, q: LogQuery) =>
  ctx.db.read(ctx.user.operatorId, async (db) => {
    const columns = [
      'id',
      'at',
      'userName',
      'entity',
      'entityId',
      'title',
      'action',
      'fromState',
      'toState',
      'changes',
      'reason',
      'source',
      'ip',
      'requestId',
    ] as const
    const list = await logQuery(db, ctx, q)
      .select(columns)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(q.pageSize)
      .offset((q.pageNo - 1) * q.pageSize)
      .execute()
    const { n } = await db
      .selectFrom(logQuery(db, ctx, q).select('id').limit(100_001).as('bounded'))
      .select(sql<number>`count(*)`.as('n'))
      .executeTakeFirstOrThrow()
    return {
      list: await wordsOf(
        db,
        ctx,
        list.map((r) => ({ ...r, changes: r.changes as Changes | null })),
      ),
      total: Math.min(n, 100_000),
      exact: n <= 100_000,
      pageNo: q.pageNo,
      pageSize: q.pageSize,
    }
  })

const EXPORT_LIMIT = 50_000
const LOG_COLUMNS: readonly SheetColumn[] = [
  { key: 'at', label: '时间', kind: 'instant' },
  { key: 'userName', label: '操作人', kind: 'text' },
  { key: 'entityLabel', label: '对象', kind: 'text' },
  { key: 'title', label: '记录', kind: 'text' },
  { key: 'actionLabel', label: '操作', kind: 'text' },
  { key: 'changes', label: '变化', kind: 'text', width: 60 },
  { key: 'reason', label: '原因', kind: 'text' },
  { key: 'source', label: '来源', kind: 'text' },
  { key: 'ip', label: 'IP', kind: 'text' },
]

const QUERY_WORDS: Record<string, string> = {
  keyword: '关键字',
  user: '操作人',
  userId: '操作人编号',
  entity: '对象',
  action: '操作',
  entityId: '记录编号',
  source: '来源',
  from: '从',
  to: '到',
}
const wordsOfQuery = (q: LogQuery): string =>
  Object.entries(q)
    .flatMap(([key, value]) => {
      if (!QUERY_WORDS[key] || value === undefined) return []
      // Whose number was looked for stays as hidden in the line about the export as it is in the lines themselves.
      return [`${QUERY_WORDS[key]}：${key === 'keyword' && isOfPerson(String(value)) ? '指定内容' : String(value)}`]
    })
    .join('；') || '全部'

async function logExport(ctx: Context, q: LogQuery): Promise<Download> {
  const rows = await ctx.db.read(ctx.user.operatorId, async (db) => {
    const entries = await logQuery(db, ctx, q).selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(EXPORT_LIMIT).execute()
    return wordsOf(
      db,
      ctx,
      entries.map((r) => ({ ...r, changes: r.changes as Changes | null })),
    )
  })
  await ctx.db.write(ctx.user.operatorId, (tx) =>
    audit(tx, ctx, {
      entity: 'auditLog',
      entityId: null,
      title: '系统日志',
      action: 'export',
      changes: { 条件: ['', wordsOfQuery(q)], 行数: ['', rows.length] },
    }),
  )
  const cells = rows.map((r) => ({
    ...r,
    source: LOG_SOURCES[r.source as keyof typeof LOG_SOURCES] ?? r.source,
    changes: r.lines
      .map((c) => `${c.label}：${c.before || '空'} → ${c.after || '空'}`)
      .join('\n')
      .slice(0, 30_000),
  }))
  return download({
    fileName: '系统日志.xlsx',
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: xlsxStream(cells, { sheetName: '系统日志', columns: LOG_COLUMNS, footer: exportMark(ctx) }),
  })
}

const LOGIN_QUERY = z.strictObject({
  pageNo: LOG_QUERY.shape.pageNo,
  pageSize: LOG_QUERY.shape.pageSize,
  keyword: z.string().trim().max(60, '用户名最多 60 字').optional(),
  result: z.enum(Object.keys(LOGIN_RESULTS) as [keyof typeof LOGIN_RESULTS]).optional(),
  from: LOG_QUERY.shape.from,
  to: LOG_QUERY.shape.to,
})

const logins = (ctx: Context, q: z.infer<typeof LOGIN_QUERY>) =>
  ctx.db.read(ctx.user.operatorId, async (db) => {
    const base = () => {
      // Names nobody has belong to nobody: the company that looks after the installation reads them too (policy platform_reads).
      let query = db.selectFrom('loginLog').where((eb) => eb.or([eb('operatorId', '=', ctx.user.operatorId), eb('operatorId', 'is', null)]))
      const scope = loginScope(db, ctx)
      if (scope) query = query.where(scope)
      if (q.keyword) query = query.where('username', '=', q.keyword)
      if (q.result) query = query.where('result', '=', q.result)
      if (q.from) query = query.where('at', '>=', q.from)
      if (q.to) query = query.where('at', '<', q.to)
      return query
    }
    const columns = ['id', 'at', 'username', 'ip', 'userAgent', 'result', 'detail'] as const
    const list = await base()
      .select(columns)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(q.pageSize)
      .offset((q.pageNo - 1) * q.pageSize)
      .execute()
    const { n } = await db
      .selectFrom(base().select('id').limit(100_001).as('bounded'))
      .select(sql<number>`count(*)`.as('n'))
      .executeTakeFirstOrThrow()
    return {
      list: list.map((r) => ({ ...r, resultLabel: LOGIN_RESULTS[r.result as keyof typeof LOGIN_RESULTS] ?? r.result })),
      total: Math.min(n, 100_000),
      exact: n <= 100_000,
      pageNo: q.pageNo,
      pageSize: q.pageSize,
      results: LOGIN_RESULTS,
    }
  })

export const logRoutes = (secretKey: Buffer): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/log/list',
    summary: '系统日志',
    right: 'systemLog',
    input: LOG_QUERY,
    output: LOG_PAGE,
    handler: logList,
  }),
  route({
    method: 'POST',
    path: '/api/log/export',
    summary: '导出系统日志',
    right: 'systemLog_export',
    input: LOG_QUERY,
    output: fileAnswer,
    handler: logExport,
  }),
  route({
    method: 'POST',
    path: '/api/log/verify',
    summary: '校验日志链',
    right: 'systemLog_verify',
    safe: true,
    input: z.strictObject({}),
    output: CHAIN,
    handler: async (ctx) => {
      const report = await verifyChain(ctx.db, ctx.user.operatorId)
      const { problem, anchors } = await ctx.db.read(ctx.user.operatorId, (db) =>
        verifyAnchors(db, ctx.user.operatorId, anchorKey(secretKey)),
      )
      const why = report.problem ?? problem
      return {
        ok: why === null,
        lines: report.lines,
        message: why ?? `共 ${report.lines} 条日志，未发现改动；与 ${anchors} 个锚点一致`,
      }
    },
  }),
  route({
    method: 'GET',
    path: '/api/log/logins',
    summary: '登录日志',
    right: 'systemLog',
    input: LOGIN_QUERY,
    output: LOGIN_PAGE,
    handler: logins,
  }),
]
