/** 数据权限模板: who uses one, and what it would show to somebody. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Db, Scope } from '#kit/access/context.server.ts'
import { absent } from '#kit/basics/errors.ts'
import { conditionsSql } from '#kit/entity/query/conditions.server.ts'
import { fixedConditions } from '#kit/entity/query/conditions.ts'
import type { Entity } from '#kit/entity/entity.ts'
import type { Screen } from '#kit/entity/module.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { find } from '#kit/entity/query/query.server.ts'
import { and, live } from '#kit/entity/query/rows.server.ts'
import { scopeSql, visibleWhere } from '#kit/entity/query/scope.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { loadBindings, loadNames, loadRoles, loadTemplates, selfOf } from './grants.server.ts'
import { user } from './org.ts'
import { checkEntries } from './entries.server.ts'
import { TEMPLATE_ENTRIES, type TemplateEntry } from './permission.ts'
import { allResources } from './resources.server.ts'
import { describeScope, scopeOf } from './scope.rules.ts'

async function usageOf(ctx: Context, id: number): Promise<object> {
  return ctx.db.read(ctx.user.operatorId, async (db) => {
    const holds = sql<boolean>`${id} = any(templates)`
    const roles = await liveRows(db, 'role').select(['id', 'name']).where(holds).orderBy('name').limit(200).execute()
    const users = await db
      .selectFrom('user as t')
      .select(['t.id', 't.name', 't.username'])
      .where(holds)
      .where(live(user, ctx.user.operatorId))
      .where(visibleWhere(ctx, user))
      .orderBy('t.name')
      .limit(200)
      .execute()
    return { roles, users }
  })
}

interface Asked {
  userId: number
  id?: number | null | undefined
  entries?: unknown
}

/** Counted within what the asking person may see himself: a preview must not tell what a list would not. */
async function countRows(db: Db, ctx: Context, entity: Entity, screen: Screen, scope: Scope): Promise<{ rows: number; total: number }> {
  const all = and([
    live(entity, ctx.user.operatorId),
    visibleWhere(ctx, entity),
    conditionsSql(ctx.registry, entity, fixedConditions(entity, screen.view?.filter ?? {})),
  ])
  const { rows } = await sql<{ rows: number; total: number }>`
    select count(*) as total, count(*) filter (where ${scopeSql(entity, scope)}) as rows from ${sql.table(entity.name)} as t where ${all}`.execute(
    db,
  )
  return rows[0]!
}

/** The entries as given, else as stored. */
async function entriesOf(db: Db, asked: Asked): Promise<TemplateEntry[]> {
  if (asked.entries !== undefined) return checkEntries(db, asked.entries)
  const stored = asked.id ? (await loadTemplates(db, [asked.id])).get(asked.id) : undefined
  if (!stored) throw absent('模板已被删除，请刷新后重新选择')
  return stored[0]
}

/**
 * For one person: how many rows of each bound page he would see. A template that neither he nor his roles hold is
 * counted as if it were given to him.
 */
async function preview(ctx: Context, asked: Asked): Promise<object> {
  return ctx.db.read(ctx.user.operatorId, async (db) => {
    const target = (await find(db, ctx, user, asked.userId)) as unknown as Rec<typeof user>
    const entries = await entriesOf(db, asked)
    const instead = new Map(asked.id ? [[asked.id, entries]] : [])
    const roles = await loadRoles(db, target.roles ?? [], { instead })
    const own = [...(await loadTemplates(db, target.templates ?? [], instead)).values()].flat()
    const held = asked.id ? [...(target.templates ?? []), ...roles.flatMap((r) => r.templateIds)].includes(asked.id) : false
    const [bindings, self, names, resources] = [
      await loadBindings(db),
      await selfOf(db, target),
      await loadNames(db),
      await allResources(db),
    ]
    const title = new Map(resources.map((r) => [r.code, r.name]))
    const lines = []
    for (const screen of ctx.registry.screens()) {
      if (!bindings.has(screen.code) || !screen.entity || !ctx.access.can(screen.code)) continue
      const granted = target.isAdmin || roles.some((role) => role.grants.has(screen.code))
      const scope = target.isAdmin ? 'all' : scopeOf(screen.code, bindings, roles, held ? own : [...own, entries], self)
      const counted = await countRows(db, ctx, ctx.registry.entity(screen.entity).entity as Entity, screen, granted ? scope : [])
      const text = granted
        ? describeScope(scope, (dimension, id) =>
            dimension === 'owner' && id === target.id ? target.name : (names.get(`${dimension}:${id}`) ?? `#${id}`),
          )
        : '没有该页面的菜单权限'
      lines.push({ code: screen.code, name: title.get(screen.code) ?? screen.title, granted, scope: text, ...counted })
    }
    return { held, isAdmin: target.isAdmin, lines }
  })
}

export const templateRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/dataTemplate/usage',
    summary: '谁在使用模板',
    right: ['datatemplate'],
    input: z.strictObject({ id: z.coerce.number('编号应为数字').int('编号应为整数') }),
    handler: (ctx, i) => usageOf(ctx, i.id),
  }),
  route({
    method: 'POST',
    path: '/api/v1/dataTemplate/preview',
    summary: '预览模板对某个用户的效果',
    right: 'datatemplate_preview',
    safe: true,
    input: z.strictObject({ userId: z.int('请选择用户'), id: z.int().nullish(), entries: z.unknown().meta(TEMPLATE_ENTRIES).optional() }),
    handler: (ctx, i) => preview(ctx, i),
  }),
]
