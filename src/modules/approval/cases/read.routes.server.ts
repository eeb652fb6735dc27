/** Calls of those who read cases: the workbench, one case, the record it is about, its print. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { absent, invalid } from '#kit/basics/errors.ts'
import { allRows, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { allActs } from '../acts.server.ts'
import { CASE_STATES, type CaseStatus } from '../engine/state.ts'
import { id, queryId, read, write } from '../input.server.ts'
import { recordView } from './record.server.ts'
import { seen } from './open-case.server.ts'
import { caseView, printSheet, trailOf } from './view.server.ts'
import { counts, workList } from './desk/workbench.server.ts'
import { doneAnswer } from '#kit/http/answers.server.ts'
import { CASE_VIEW, COUNTS, PRINT_SHEET, RECORD_VIEW, WORK_LIST } from '../wire.ts'

async function caseIdOf(
  tx: Tx,
  ctx: Context,
  q: { id?: number | undefined; businessId?: number | undefined; approvalScene?: number | undefined },
): Promise<number> {
  if (q.id !== undefined) return q.id
  if (q.businessId === undefined || q.approvalScene === undefined) throw invalid('缺少审批单编号')
  // A free flow is about itself: the notice panel names it by its own number.
  if (q.approvalScene === 0) return q.businessId
  const codes = allActs(ctx)
    .filter((a) => a.scene === q.approvalScene)
    .map((a) => a.code)
  const row = codes.length
    ? await liveRows(tx, 'approvalCase')
        .select('id')
        .where('act', 'in', codes)
        .where('bizId', '=', q.businessId)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
    : undefined
  if (!row) throw absent('审批单已被删除，或不在您的数据权限内，请刷新后重新选择')
  return row.id
}

async function markRead(tx: Tx, ctx: Context, caseId: number): Promise<null> {
  await seen(tx, ctx, caseId)
  const now = ctx.clock.now()
  await Promise.all([
    tx
      .updateTable('approvalTask')
      .set({ viewedAt: now })
      .where('caseId', '=', caseId)
      .where('assignee', '=', ctx.user.id)
      .where('viewedAt', 'is', null)
      .execute(),
    tx
      .updateTable('approvalCopy')
      .set({ readAt: now })
      .where('caseId', '=', caseId)
      .where('userId', '=', ctx.user.id)
      .where('readAt', 'is', null)
      .execute(),
  ])
  return null
}

const PEOPLE = z.strictObject({
  keyword: z.string().max(50).optional(),
  all: z.literal('1').optional(),
  ids: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,199}$/, '人员编号不正确')
    .optional(),
})
async function people(tx: Tx, q: z.infer<typeof PEOPLE>) {
  const named = (users: ReturnType<typeof allRows<'user'>>) =>
    users.leftJoin('dept', 'dept.id', 'user.dept').select(['user.id', 'user.name as label', 'dept.name as dept'])
  // Names of old values: the disabled and deleted ones too.
  if (q.ids) return { list: await named(allRows(tx, 'user')).where('user.id', 'in', q.ids.split(',').map(Number)).execute() }
  const word = q.keyword
    ?.trim()
    .toLowerCase()
    .replace(/[\\%_]/g, (c) => `\\${c}`)
  // Whoever leaves has often been disabled before anybody thinks of his tasks.
  const those = named(q.all ? allRows(tx, 'user') : liveRows(tx, 'user').where('status', '=', 'active'))
  return {
    list: await (word ? those.where(sql<boolean>`"user".search_text like ${`%${word}%`}`) : those)
      .orderBy('user.name')
      .orderBy('user.id')
      .limit(50)
      .execute(),
  }
}

const LIST = z.strictObject({
  box: z.enum(['waiting', 'started', 'copied', 'handled'], '请选择工作台页签'),
  pageNo: z.coerce.number().int().min(1).max(500).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(20),
  keyword: z.string().max(100).optional(),
  process: queryId.optional(),
  status: z.enum(Object.keys(CASE_STATES) as [CaseStatus]).optional(),
})
const CASE = z.strictObject({
  id: queryId.optional(),
  businessId: queryId.optional(),
  approvalScene: z.coerce.number().int().min(0).max(1000).optional(),
  type: z.coerce.number().int().optional(),
})

export const readRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/workbench/counts',
    summary: '工作台数量',
    right: 'signedIn',
    passive: true,
    input: z.strictObject({}),
    output: COUNTS,
    handler: (ctx) => read(ctx, (tx) => counts(tx, ctx)),
  }),
  route({
    method: 'GET',
    path: '/api/v1/workbench/list',
    summary: '工作台列表',
    right: 'signedIn',
    input: LIST,
    output: WORK_LIST,
    handler: (ctx, i) => read(ctx, (tx) => workList(tx, ctx, i)),
  }),
  route({
    method: 'GET',
    path: '/api/v1/workflow/case',
    summary: '审批单内容',
    right: 'signedIn',
    input: CASE,
    output: CASE_VIEW,
    handler: (ctx, i) =>
      read(ctx, async (tx) => {
        const id = await caseIdOf(tx, ctx, i)
        const [{ loaded, who }, trail] = await Promise.all([seen(tx, ctx, id), trailOf(tx, ctx, id)])
        return caseView(tx, ctx, loaded, trail, { who, readOnly: i.type === 3 })
      }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/workflow/read',
    summary: '标记已阅',
    right: 'signedIn',
    input: z.strictObject({ id }),
    single: true,
    output: doneAnswer,
    handler: (ctx, i) => write(ctx, (tx) => markRead(tx, ctx, i.id)),
  }),
  route({
    method: 'GET',
    path: '/api/v1/workflow/record',
    summary: '审批对应的业务记录',
    right: 'signedIn',
    input: z.strictObject({ id: queryId }),
    output: RECORD_VIEW.nullable(),
    handler: (ctx, i) => read(ctx, async (tx) => recordView(tx, ctx, (await seen(tx, ctx, i.id)).loaded)),
  }),
  route({
    method: 'GET',
    path: '/api/v1/workflow/print',
    summary: '审批单打印内容',
    right: 'signedIn',
    input: z.strictObject({ id: queryId }),
    output: PRINT_SHEET,
    handler: (ctx, i) =>
      read(ctx, async (tx) => {
        const { loaded, who } = await seen(tx, ctx, i.id)
        return printSheet(tx, ctx, loaded, who)
      }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/workflow/people',
    summary: '选择同事',
    right: 'signedIn',
    input: PEOPLE,
    output: z.object({ list: z.array(z.object({ id: z.number(), label: z.string(), dept: z.string().nullable() })) }),
    handler: (ctx, i) => read(ctx, (tx) => people(tx, i)),
  }),
]
