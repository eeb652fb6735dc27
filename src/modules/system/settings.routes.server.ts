/** 参数设置, 运营设置 and 系统日志. */
import { sql } from 'kysely'
import { z } from 'zod'
import { audit } from '#kit/audit/audit.server.ts'
import { verifyChain } from '#kit/audit/chain.server.ts'
import { actionLabel } from '#kit/audit/timeline.server.ts'
import type { Context, Db } from '#kit/access/context.server.ts'
import { LOGIN_RESULTS } from '#kit/access/log.server.ts'
import { invalid } from '#kit/basics/errors.ts'
import type { Parameter } from '#kit/entity/module.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import { xlsxStream } from '#kit/excel/write.server.ts'
import type { SheetColumn } from '#kit/excel/sheet.ts'
import { download, route, type Download, type Route } from '#kit/http/route.server.ts'

const allParameters = (registry: Registry): readonly Parameter[] => registry.modules.flatMap((m) => m.module.parameters ?? [])

/** Null or why this value does not fit the parameter. */
export function checkParameter(p: Parameter, value: unknown): string | null {
  if (p.kind === 'flag') return typeof value === 'boolean' ? null : `${p.label}应为是或否`
  if (p.kind === 'choice') return typeof value === 'string' && p.options && value in p.options ? null : `${p.label}的取值不在可选范围内`
  if (p.kind === 'text') return typeof value === 'string' && value.length <= (p.max ?? 200) ? null : `${p.label}过长`
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return `${p.label}应为整数`
  if (p.min !== undefined && value < p.min) return `${p.label}不能小于 ${p.min}`
  if (p.max !== undefined && value > p.max) return `${p.label}不能大于 ${p.max}`
  return null
}

const currentValues = async (db: Db): Promise<Map<string, unknown>> => new Map((await db.selectFrom('parameterValue').select(['code', 'value']).where('deletedAt', 'is', null).execute()).map((r) => [r.code, r.value]))

async function saveParameters(ctx: Context, values: Record<string, unknown>, only: (p: Parameter) => boolean): Promise<null> {
  const known = new Map(allParameters(ctx.registry).filter(only).map((p) => [p.code, p]))
  const errors: Record<string, string> = {}
  for (const [code, value] of Object.entries(values)) {
    const p = known.get(code)
    const problem = p ? checkParameter(p, value) : '没有这个参数'
    if (problem) errors[code] = problem
  }
  if (Object.keys(errors).length) throw invalid(errors)
  await ctx.db.write(ctx.user.operatorId, async (tx) => {
    const before = await currentValues(tx)
    const changes: Record<string, [unknown, unknown]> = {}
    for (const [code, value] of Object.entries(values)) {
      const p = known.get(code)!
      const old = before.get(code) ?? p.default
      if (old === value) continue
      changes[p.label] = [old, value]
      const json = JSON.stringify(value)
      if (before.has(code)) await tx.updateTable('parameterValue').set({ value: json as never, updatedBy: ctx.user.id, updatedAt: ctx.clock.now(), version: sql`version + 1` }).where('code', '=', code).execute()
      else await tx.insertInto('parameterValue').values({ operatorId: ctx.user.operatorId, code, value: json as never, createdBy: ctx.user.id } as never).execute()
    }
    if (Object.keys(changes).length) await audit(tx, ctx, { entity: 'parameter', entityId: null, title: '参数设置', action: 'edit', changes })
  })
  return null
}

/** 运营设置 are the parameters of group 运营 and 退车; the rest stand on 参数设置. */
const isOperation = (p: Parameter): boolean => p.group.startsWith('运营') || p.group.startsWith('退车')

const parameterRoutes = (path: string, code: string, only: (p: Parameter) => boolean): Route[] => [
  route({
    method: 'GET', path: `/api/v1/${path}/list`, summary: '参数与当前值', right: code, input: z.strictObject({}),
    handler: (ctx) =>
      ctx.db.read(ctx.user.operatorId, async (db) => {
        const values = await currentValues(db)
        return allParameters(ctx.registry).filter(only).map((p) => ({ ...p, value: values.get(p.code) ?? p.default, changed: values.has(p.code) }))
      }),
  }),
  route({
    method: 'POST', path: `/api/v1/${path}/save`, summary: '保存参数', right: `${code}_edit`,
    input: z.strictObject({ values: z.record(z.string().max(60), z.union([z.number(), z.boolean(), z.string().max(500)])) }),
    handler: (ctx, i) => saveParameters(ctx, i.values, only),
  }),
]

const LOG_QUERY = z.strictObject({
  pageNo: z.coerce.number('页码应为正整数').int().min(1, '页码应为正整数').max(5000, '页码过大，请缩小时间范围').default(1),
  pageSize: z.coerce.number('每页条数应为正整数').int().min(1, '每页条数应为正整数').max(200, '每页最多 200 条').default(20),
  keyword: z.string().trim().max(100, '搜索内容最多 100 字').optional(),
  user: z.string().trim().max(40).optional(),
  entity: z.string().regex(/^\w{0,60}$/).optional(),
  action: z.string().regex(/^\w{0,60}$/).optional(),
  entityId: z.coerce.number().int().optional(),
  source: z.enum(['form', 'action', 'import', 'bulk', 'job', 'api', 'comment']).optional(),
  from: z.iso.datetime('开始时间格式不正确').optional(),
  to: z.iso.datetime('结束时间格式不正确').optional(),
})
type LogQuery = z.infer<typeof LOG_QUERY>

function logQuery(db: Db, q: LogQuery) {
  let query = db.selectFrom('auditLog')
  if (q.user) query = query.where('userName', '=', q.user)
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

/** Words for codes: the entity's label and the action's, as a reader knows them. */
function worded(registry: Registry) {
  const entities = new Map(registry.entities().map((s) => [s.entity.name, s]))
  return (row: { entity: string; action: string }) => {
    const served = entities.get(row.entity)
    return { entityLabel: served?.entity.label ?? { resource: '资源', parameter: '参数', auth: '登录' }[row.entity] ?? row.entity, actionLabel: actionLabel(served, row.action) }
  }
}

const logList = (ctx: Context, q: LogQuery) =>
  ctx.db.read(ctx.user.operatorId, async (db) => {
    const columns = ['id', 'at', 'userName', 'entity', 'entityId', 'title', 'action', 'fromState', 'toState', 'changes', 'reason', 'source', 'ip', 'requestId'] as const
    const list = await logQuery(db, q).select(columns).orderBy('at', 'desc').orderBy('id', 'desc').limit(q.pageSize).offset((q.pageNo - 1) * q.pageSize).execute()
    const { n } = await db.selectFrom(logQuery(db, q).select('id').limit(100_001).as('bounded')).select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()
    const word = worded(ctx.registry)
    return { list: list.map((r) => ({ ...r, ...word(r) })), total: Math.min(n, 100_000), exact: n <= 100_000, pageNo: q.pageNo, pageSize: q.pageSize }
  })

const EXPORT_LIMIT = 50_000
const LOG_COLUMNS: readonly SheetColumn[] = [
  { key: 'at', label: '时间', kind: 'instant' }, { key: 'userName', label: '操作人', kind: 'text' }, { key: 'entityLabel', label: '对象', kind: 'text' },
  { key: 'title', label: '记录', kind: 'text' }, { key: 'actionLabel', label: '操作', kind: 'text' }, { key: 'changes', label: '变化', kind: 'text', width: 60 },
  { key: 'reason', label: '原因', kind: 'text' }, { key: 'source', label: '来源', kind: 'text' }, { key: 'ip', label: 'IP', kind: 'text' },
]

async function logExport(ctx: Context, q: LogQuery): Promise<Download> {
  const word = worded(ctx.registry)
  const rows = await ctx.db.read(ctx.user.operatorId, (db) => logQuery(db, q).selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(EXPORT_LIMIT).execute())
  await ctx.db.write(ctx.user.operatorId, (tx) => audit(tx, ctx, { entity: 'auditLog', entityId: null, title: '系统日志', action: 'export', changes: { 条件: ['', JSON.stringify(q)], 行数: ['', rows.length] } }))
  const cells = rows.map((r) => ({ ...r, ...word(r), changes: r.changes ? JSON.stringify(r.changes).slice(0, 30_000) : null }))
  return download({
    fileName: '系统日志.xlsx',
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: xlsxStream(cells, { sheetName: '系统日志', columns: LOG_COLUMNS, footer: `${ctx.user.name} ${ctx.clock.today()}` }),
  })
}

export const settingsRoutes: readonly Route[] = [
  ...parameterRoutes('parameter', 'parameterSett', (p) => !isOperation(p)),
  ...parameterRoutes('operationSetting', 'operationSettings', isOperation),
  route({ method: 'GET', path: '/api/log/list', summary: '系统日志', right: 'systemLog', input: LOG_QUERY, handler: logList }),
  route({ method: 'POST', path: '/api/log/export', summary: '导出系统日志', right: 'systemLog_export', input: LOG_QUERY, handler: logExport }),
  route({
    method: 'POST', path: '/api/log/verify', summary: '校验日志链', right: 'systemLog_verify', safe: true, input: z.strictObject({}),
    handler: async (ctx) => {
      const report = await verifyChain(ctx.db, ctx.user.operatorId)
      return { ok: report.problem === null, lines: report.lines, message: report.problem ?? `共 ${report.lines} 条日志，未发现改动` }
    },
  }),
  route({
    method: 'GET', path: '/api/log/logins', summary: '登录日志', right: 'systemLog',
    input: z.strictObject({ pageNo: LOG_QUERY.shape.pageNo, pageSize: LOG_QUERY.shape.pageSize, keyword: z.string().max(60).optional() }),
    handler: (ctx, q) =>
      ctx.db.read(ctx.user.operatorId, async (db) => {
        const base = () => (q.keyword ? db.selectFrom('loginLog').where('username', '=', q.keyword) : db.selectFrom('loginLog'))
        const list = await base().selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(q.pageSize).offset((q.pageNo - 1) * q.pageSize).execute()
        const { n } = await base().select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()
        return { list: list.map((r) => ({ ...r, resultLabel: LOGIN_RESULTS[r.result as keyof typeof LOGIN_RESULTS] ?? r.result })), total: n, exact: true, pageNo: q.pageNo, pageSize: q.pageSize }
      }),
  }),
]
