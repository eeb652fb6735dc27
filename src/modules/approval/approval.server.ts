/** Server part of approval, put together. */
import { sql, type Selectable } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { dayOf, timeOf } from '#kit/basics/time/day.ts'
import { forbidden, invalid, refused } from '#kit/basics/errors.ts'
import type { Notices } from '#kit/report/home.wire.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { ServedModule, WorkSource } from '#kit/entity/registry.server.ts'
import { moveOnly, serve, serveEntity } from '#kit/entity/serve.server.ts'
import type { Tables } from '#kit/entity/tables.ts'
import { mayRead } from './people/access.server.ts'
import { actOf } from './acts.server.ts'
import { approval } from './approval.ts'
import { commandRoutes } from './cases/commands.routes.server.ts'
import { readRoutes } from './cases/read.routes.server.ts'
import { startRoutes } from './cases/start/start.routes.server.ts'
import { approvalCase } from './cases/case.ts'
import { COMMANDS } from './engine/command.ts'
import { peopleDrawn, processesAsking } from './designer/uses.server.ts'
import { designRoutes } from './designer/design.routes.server.ts'
import { servedForm, servedFormVersion, servedProcess, servedVersion } from './designer/design.server.ts'
import { refuseDeputy, refuseMember, refuseTakingAway, type Member } from './people/replacing.server.ts'
import { approvalDeputyActions, approvalRoleActions, approvalRoleMember, businessProcess, processorPermission } from './people/roles.ts'
import { ownDeputyRoutes } from './cases/own-deputy.routes.server.ts'
import { approvalCardParts } from './cases/record-card.server.ts'
import { approvalTimers } from './cases/timers.server.ts'
import { approvalWatcher } from './watcher.server.ts'
import { workList } from './cases/desk/workbench.server.ts'

/** A process an act can be bound to: made for it. What its starter has to fill in or choose is asked when the act is submitted. */
async function checkBinding(tx: Tx, ctx: Context, act: string, processId: number): Promise<void> {
  const spec = actOf(ctx, act)
  if (!spec) throw invalid({ act: `没有「${act}」这项业务，请在「业务流程设置」页面上选择` })
  const process = await tx.selectFrom('approvalProcess').select(['name', 'act']).where('id', '=', processId).executeTakeFirst()
  if (process?.act !== act)
    throw invalid({
      process: `流程「${process?.name ?? ''}」不是为「${spec.label}」设计的，请改选另一个流程，或在它的「由什么发起」中选择「${spec.label}」`,
    })
}

/** Whoever could name himself the deputy of his boss would sign for him: others are set by those who may hand over their work. */
function mustOwn(ctx: Context, user: number): void {
  if (user !== ctx.user.id && !ctx.user.isAdmin && !ctx.access.can('approvalCaseList_handOver'))
    throw forbidden('只能设置或取消自己的审批代理；为他人设置需要「审批监控 离职转办」的权限')
}

const MOST_DEPUTIES = 10
/** Everybody in a circle of deputies is away: nobody would do the work. */
async function notInCircle(
  tx: Tx,
  ctx: Context,
  v: { id?: number; user: number; deputy: number; fromAt: string; toAt: string },
): Promise<void> {
  const { rows } = await sql<{ deputy: number; name: string }>`
    with recursive chain(id, deputy, depth) as (
      select d.id, d.deputy, 1 from approval_deputy d where d."user" = ${v.deputy} and d.operator_id = ${ctx.user.operatorId} and d.status = 'active' and d.from_at < ${v.toAt} and d.to_at > ${v.fromAt} and d.deleted_at is null and d.id <> ${v.id ?? 0}
      union all select d.id, d.deputy, c.depth + 1 from chain c join approval_deputy d on d."user" = c.deputy and d.operator_id = ${ctx.user.operatorId} and d.status = 'active' and d.from_at < ${v.toAt} and d.to_at > ${v.fromAt} and d.deleted_at is null and d.id <> ${v.id ?? 0} where c.depth < ${MOST_DEPUTIES})
    select c.deputy, u.name from chain c join "user" u on u.id = ${v.deputy} where c.deputy = ${v.user} limit 1`.execute(tx)
  const [circle] = rows
  if (circle) throw invalid({ deputy: `${circle.name}在该时间段已请委托人代理（直接或经他人），互相代理等于没有人处理，请另选代理人` })
}

async function overlapping(
  tx: Tx,
  ctx: Context,
  v: { id?: number; user: number; deputy: number; fromAt: string; toAt: string },
): Promise<void> {
  await notInCircle(tx, ctx, v)
  const rows = await liveRows(tx, 'approvalDeputy')
    .select(['id', 'fromAt', 'toAt'])
    .where('user', '=', v.user)
    .where('status', '=', 'active')
    .where('fromAt', '<', v.toAt)
    .where('toAt', '>', v.fromAt)
    .execute()
  if (rows.some((r) => r.id !== v.id)) throw invalid({ fromAt: '该时间段已有有效的代理，请先取消或调整' })
}

/** A city nobody has a store in would never be asked: a typing mistake that nobody would notice. */
async function knownCity(tx: Tx, reach: string, region: string | null | undefined): Promise<void> {
  if (reach !== 'region' || !region) return
  const rows = await liveRows(tx, 'store').select('city').distinct().where('city', 'is not', null).orderBy('city').limit(200).execute()
  if (!rows.some((r) => r.city === region))
    throw invalid({
      region: `没有城市为「${region}」的门店${
        rows.length
          ? `；门店资料中的城市有：${rows
              .slice(0, 20)
              .map((r) => r.city)
              .join('、')}`
          : ''
      }`,
    })
}

async function onePerProcess(tx: Tx, process: number | null | undefined, id: number | null): Promise<void> {
  if (!process) return
  const rows = await liveRows(tx, 'processorPermission').select('id').where('process', '=', process).execute()
  if (rows.some((r) => r.id !== id)) throw invalid({ process: '该流程已设置处理人权限' })
}

async function notices(ctx: Context): Promise<Partial<Notices>> {
  const { list } = await ctx.db.read(ctx.user.operatorId, (tx) => workList(tx, ctx, { box: 'waiting', pageNo: 1, pageSize: 50 }))
  const text = (w: (typeof list)[number], label: string): string => w.summary.find((s) => s.label === label)?.value ?? ''
  return {
    unapprovedTaskList: list.map((w) => ({
      taskName: w.title,
      reminderType: '审批待办',
      vehicleNo: text(w, '车牌') || text(w, '车辆') || text(w, '车牌号'),
      tenantryName: text(w, '承租人'),
      approvalStartTime: `${dayOf(w.startedAt)} ${timeOf(w.startedAt)}`,
      businessId: w.businessId ?? w.id,
      approvalScene: w.scene ?? 0,
      caseId: w.id,
    })),
  }
}

/** The boxes of the workbench that ask for an act. */
const box = (
  source: Pick<WorkSource, 'code' | 'title' | 'act' | 'order'>,
  asked: { box: 'waiting' | 'started'; status?: 'returned' },
): WorkSource => ({
  ...source,
  tone: 'warn',
  right: 'workbench',
  load: async (tx, ctx, most) => {
    const { list, total, exact } = await workList(tx, ctx, { ...asked, pageNo: 1, pageSize: most })
    return {
      total,
      exact,
      sum: null,
      to: `/approval/workbench?${new URLSearchParams(asked).toString()}`,
      lines: list.map((w) => ({
        who: w.starter,
        what: [w.title, ...w.summary.map(({ label, value }) => `${label} ${value}`)].join(' · '),
        since: w.startedAt,
        amount: null,
        to: `/approval/workflow?id=${w.id}`,
      })),
    }
  },
})
const work: readonly WorkSource[] = [
  box({ code: 'approvalWaiting', title: '待我审批', act: '去审批', order: 10 }, { box: 'waiting' }),
  box({ code: 'approvalReturned', title: '退回待我修改', act: '去修改', order: 12 }, { box: 'started', status: 'returned' }),
]

export const approvalServer: ServedModule = {
  module: approval,
  entities: [
    servedForm,
    servedFormVersion,
    servedProcess,
    servedVersion,
    { ...serveEntity(approvalCase, {}), words: COMMANDS },
    serve(approvalRoleActions, {
      effects: { disable: moveOnly, enable: moveOnly },
      hooks: {
        beforeDelete: async ({ tx, ctx, record }) => {
          const named = await processesAsking(tx, ctx, (rule) => rule.kind === 'approvalRole' && rule.code === record.code)
          if (named.length) throw refused(`审批角色正被流程「${named.slice(0, 3).join('」「')}」使用，请先在流程中改为他人，或改为停用`)
        },
      },
    }),
    serveEntity(approvalRoleMember, {
      beforeAdd: async ({ tx, ctx, values }) => {
        const { user, reach, store = null, region = null } = values
        await refuseMember(tx, ctx, null, { user: user!, reach: reach!, store, region })
        await knownCity(tx, reach!, region)
      },
      beforeEdit: async ({ tx, ctx, record, patch }) => {
        const after: Member = { ...record, ...patch }
        await refuseMember(tx, ctx, record, after)
        await knownCity(tx, after.reach, after.region)
      },
      beforeDelete: ({ tx, ctx, record }) => refuseMember(tx, ctx, record, null),
    }),
    serve(approvalDeputyActions, {
      effects: {
        cancel: async ({ tx, ctx, record }) => {
          mustOwn(ctx, record.user)
          await refuseTakingAway(tx, ctx, record.user)
        },
      },
      hooks: {
        beforeAdd: async ({ tx, ctx, values }) => {
          mustOwn(ctx, values.user!)
          await refuseDeputy(tx, ctx, { user: values.user!, deputy: values.deputy! })
          await overlapping(tx, ctx, values as Selectable<Tables['approvalDeputy']>)
        },
        beforeEdit: async ({ tx, ctx, record, patch }) => {
          mustOwn(ctx, record.user)
          await refuseDeputy(tx, ctx, { user: record.user, deputy: patch.deputy ?? record.deputy })
          await overlapping(tx, ctx, { ...record, ...patch })
        },
        beforeDelete: async ({ tx, ctx, record }) => {
          mustOwn(ctx, record.user)
          await refuseTakingAway(tx, ctx, record.user)
        },
      },
    }),
    serveEntity(processorPermission, {
      beforeAdd: ({ tx, values }) => onePerProcess(tx, values.process, null),
      beforeEdit: async ({ tx, record, patch }) => void ('process' in patch && (await onePerProcess(tx, patch.process, record.id))),
    }),
    serveEntity(businessProcess, {
      beforeAdd: ({ tx, ctx, values }) => checkBinding(tx, ctx, values.act!, values.process!),
      beforeEdit: ({ tx, ctx, record, patch }) => checkBinding(tx, ctx, record.act, patch.process ?? record.process),
    }),
  ],
  routes: [...designRoutes, ...commandRoutes, ...startRoutes, ...readRoutes, ...ownDeputyRoutes],
  jobs: [approvalTimers],
  watcher: approvalWatcher,
  provides: {
    identity: [
      { entity: 'approvalRoleMember', by: 'user' },
      { entity: 'approvalProcess', by: 'managers' },
      { entity: 'approvalProcess', by: peopleDrawn },
      { entity: 'approvalDeputy', by: 'deputy', until: 'toAt' },
    ],
    cards: approvalCardParts,
    roleUse: [
      async (tx, ctx, role) =>
        (await processesAsking(tx, ctx, (rule) => rule.kind === 'role' && rule.roles.includes(role))).map((name) => `审批流程「${name}」`),
    ],
  },
  mayRead,
  notices,
  work,
}
