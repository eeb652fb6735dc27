/** What a person keeps on the server: settings, drafts, saved views. All of it is the person's own; nothing here needs a right. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Clock } from '#kit/basics/time/clock.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'
import { numbersSealedJson } from '#kit/database/sealing.server.ts'
import { absent, forbidden, refused } from '#kit/basics/errors.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { keptSince } from '#kit/ui/state/draft.ts'
import { doneAnswer } from '#kit/http/answers.server.ts'
import { DRAFT, DRAFT_SAVED, DRAFTS, SAVED_VIEWS, SETTINGS } from '#kit/ui/client/console.wire.ts'

const KEY = z.string('缺少名称').min(1, '缺少名称').max(200, '名称过长')
/** One setting or draft is at most this many characters of JSON. */
const MAX_JSON = 200_000
const MAX_ROWS = 500
const TEAM = 0 // user_setting rows of nobody: the administrator's default for the company

const SETTING_BYTES = 5_000_000
/** A person at work has a handful; a script would have as many as the disk. */
const DRAFT_ROWS = 200
const DRAFT_BYTES = 20_000_000
const VIEW_ROWS = 300

/** After the row was written; two at once may pass by one. What a value takes on the disk is known without reading it. */
async function withinQuota(
  tx: Tx,
  table: 'draft' | 'userSetting' | 'savedView',
  userId: number,
  most: { rows: number; bytes: number },
): Promise<void> {
  const { n, bytes } = await tx
    .selectFrom(table)
    .select([sql<number>`count(*)`.as('n'), sql<number>`coalesce(sum(pg_column_size(value)), 0)::int8`.as('bytes')])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  if (n <= most.rows && bytes <= most.bytes) return
  throw refused(
    table === 'draft'
      ? '未提交的草稿过多，请先提交或删除一些（个人中心 → 我的草稿）'
      : table === 'savedView'
        ? '保存的视图过多，请先删除不用的'
        : '保存的界面设置过多，请先清除不用的',
  )
}

const asJson = (value: unknown): string => {
  const text = JSON.stringify(value ?? null)
  if (text.length > MAX_JSON) throw refused('保存的内容过大，请减少内容后再保存')
  return numbersSealedJson(text)
}

const settings: Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/setting',
    summary: '我的界面设置与公司默认设置',
    right: 'signedIn',
    input: z.strictObject({}),
    output: SETTINGS,
    handler: async (ctx) => {
      const rows = await ctx.db.read(ctx.user.operatorId, (db) =>
        db
          .selectFrom('userSetting')
          .select(['userId', 'key', 'value'])
          .where('userId', 'in', [ctx.user.id, TEAM])
          .limit(2 * MAX_ROWS)
          .execute(),
      )
      const of = (userId: number) => Object.fromEntries(rows.filter((r) => r.userId === userId).map((r) => [r.key, r.value]))
      return { mine: of(ctx.user.id), team: of(TEAM) }
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/setting',
    summary: '保存界面设置',
    right: 'signedIn',
    input: z.strictObject({ key: KEY, value: z.unknown(), scope: z.enum(['mine', 'team']).default('mine') }),
    output: doneAnswer,
    handler: async (ctx, { key, value, scope }) => {
      if (scope === 'team' && !ctx.user.isAdmin) throw forbidden('只有管理员可以发布公司默认设置')
      const userId = scope === 'team' ? TEAM : ctx.user.id
      await ctx.db.write(ctx.user.operatorId, async (tx) => {
        if (value === null || value === undefined)
          return void (await tx.deleteFrom('userSetting').where('userId', '=', userId).where('key', '=', key).execute())
        await tx
          .insertInto('userSetting')
          .values({ operatorId: ctx.user.operatorId, userId, key, value: asJson(value), updatedAt: ctx.clock.now() })
          .onConflict((oc) => oc.columns(['operatorId', 'userId', 'key']).doUpdateSet({ value: asJson(value), updatedAt: ctx.clock.now() }))
          .execute()
        await withinQuota(tx, 'userSetting', userId, { rows: MAX_ROWS, bytes: SETTING_BYTES })
      })
      return null
    },
  }),
]

const drafts: Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/draft',
    summary: '取一份草稿',
    right: 'signedIn',
    input: z.strictObject({ key: KEY }),
    output: DRAFT,
    handler: async (ctx, { key }) => {
      const row = await ctx.db.read(ctx.user.operatorId, (db) =>
        db
          .selectFrom('draft')
          .select(['key', 'value', 'updatedAt'])
          .where('userId', '=', ctx.user.id)
          .where('key', '=', key)
          .executeTakeFirst(),
      )
      return row ? { key: row.key, content: row.value, savedAt: row.updatedAt } : null
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/draft/list',
    summary: '我的草稿',
    right: 'signedIn',
    input: z.strictObject({}),
    output: DRAFTS,
    handler: (ctx) =>
      ctx.db.read(ctx.user.operatorId, (db) =>
        db
          .selectFrom('draft')
          .select(['key', 'title', 'updatedAt as savedAt'])
          .where('userId', '=', ctx.user.id)
          .orderBy('updatedAt', 'desc')
          .limit(100)
          .execute(),
      ),
  }),
  route({
    method: 'POST',
    path: '/api/v1/draft/save',
    summary: '保存草稿',
    right: 'signedIn',
    input: z.strictObject({ key: KEY, content: z.unknown(), title: z.string().max(200).nullish() }),
    passive: true,
    output: DRAFT_SAVED,
    handler: async (ctx, { key, content, title }) => {
      const value = asJson(content)
      await ctx.db.write(ctx.user.operatorId, async (tx) => {
        await tx
          .insertInto('draft')
          .values({ operatorId: ctx.user.operatorId, userId: ctx.user.id, key, value, title: title ?? null, updatedAt: ctx.clock.now() })
          .onConflict((oc) => oc.columns(['operatorId', 'userId', 'key']).doUpdateSet({ value, updatedAt: ctx.clock.now() }))
          .execute()
        await withinQuota(tx, 'draft', ctx.user.id, { rows: DRAFT_ROWS, bytes: DRAFT_BYTES })
      })
      return { key, savedAt: ctx.clock.now() }
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/draft/delete',
    summary: '删除草稿',
    right: 'signedIn',
    input: z.strictObject({ key: KEY }),
    output: doneAnswer,
    handler: async (ctx, { key }) => {
      await ctx.db.write(ctx.user.operatorId, (tx) =>
        tx.deleteFrom('draft').where('userId', '=', ctx.user.id).where('key', '=', key).execute(),
      )
      return null
    },
  }),
]

/** What nobody came back to is forgotten: a draft holds names and numbers of people who never became customers. */
export async function pruneDrafts(db: Database, clock: Clock): Promise<void> {
  const since = keptSince(clock.now())
  const operators = await db.read(null, (tx) => tx.selectFrom('operator').select('id').orderBy('id').execute())
  for (const { id } of operators) await db.write(id, (tx) => tx.deleteFrom('draft').where('updatedAt', '<', since).execute())
}

const VIEW = {
  name: z.string('请填写视图名称').trim().min(1, '请填写视图名称').max(30, '视图名称最多 30 字'),
  scope: z.enum(['private', 'dept', 'all']),
  isDefault: z.boolean().default(false),
  state: z.record(z.string(), z.unknown()),
}

/** Shared views are published by whoever may edit the company's look: an administrator for all, a member for the own department. */
function checkAudience(ctx: Context, scope: string): void {
  if (scope === 'all' && !ctx.user.isAdmin) throw forbidden('只有管理员可以把视图分享给全公司')
  if (scope === 'dept' && ctx.user.deptId === null) throw refused('您没有所属部门，可以分享给全公司，或请管理员在用户资料中设置部门')
}

async function ownView(ctx: Context, id: number): Promise<void> {
  const row = await ctx.db.read(ctx.user.operatorId, (db) =>
    db.selectFrom('savedView').select('userId').where('id', '=', id).executeTakeFirst(),
  )
  if (!row) throw absent('视图已被删除，请刷新后重新选择')
  if (row.userId !== ctx.user.id && !ctx.user.isAdmin) throw forbidden('只能修改自己保存的视图')
}

const views: Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/savedView/list',
    summary: '列表视图',
    right: 'signedIn',
    input: z.strictObject({ screen: KEY }),
    output: SAVED_VIEWS,
    handler: async (ctx, { screen }) => {
      const rows = await ctx.db.read(ctx.user.operatorId, (db) =>
        db
          .selectFrom('savedView')
          .selectAll()
          .where('screen', '=', screen)
          .where((eb) =>
            eb.or([
              eb('userId', '=', ctx.user.id),
              eb('audience', '=', 'all'),
              eb.and([eb('audience', '=', 'dept'), eb('deptId', '=', ctx.user.deptId ?? -1)]),
            ]),
          )
          .orderBy('idx')
          .orderBy('id')
          .limit(60)
          .execute(),
      )
      return rows.map((r) => ({
        id: r.id,
        screen: r.screen,
        name: r.name,
        scope: r.audience,
        isDefault: r.isDefault && r.userId === ctx.user.id,
        state: r.value,
        mine: r.userId === ctx.user.id,
      }))
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/savedView/add',
    summary: '保存列表视图',
    right: 'signedIn',
    input: z.strictObject({ screen: KEY, ...VIEW }),
    output: z.object({ id: z.number() }),
    handler: async (ctx, v) => {
      checkAudience(ctx, v.scope)
      return ctx.db.write(ctx.user.operatorId, async (tx) => {
        const { n } = await tx
          .selectFrom('savedView')
          .select(sql<number>`count(*)`.as('n'))
          .where('userId', '=', ctx.user.id)
          .where('screen', '=', v.screen)
          .executeTakeFirstOrThrow()
        if (n >= 20) throw refused('每个页面最多保存 20 个视图，请先删除不用的')
        if (v.isDefault)
          await tx
            .updateTable('savedView')
            .set({ isDefault: false })
            .where('userId', '=', ctx.user.id)
            .where('screen', '=', v.screen)
            .execute()
        const added = await tx
          .insertInto('savedView')
          .values({
            operatorId: ctx.user.operatorId,
            userId: ctx.user.id,
            deptId: ctx.user.deptId,
            screen: v.screen,
            name: v.name,
            audience: v.scope,
            isDefault: v.isDefault,
            value: asJson(v.state),
            idx: n,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await withinQuota(tx, 'savedView', ctx.user.id, { rows: VIEW_ROWS, bytes: SETTING_BYTES })
        return added
      })
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/savedView/edit',
    summary: '修改列表视图',
    right: 'signedIn',
    input: z.strictObject({ id: z.int(), screen: KEY.optional(), ...VIEW }),
    output: doneAnswer,
    handler: async (ctx, v) => {
      await ownView(ctx, v.id)
      checkAudience(ctx, v.scope)
      await ctx.db.write(ctx.user.operatorId, async (tx) => {
        const row = await tx.selectFrom('savedView').select('screen').where('id', '=', v.id).executeTakeFirstOrThrow()
        if (v.isDefault)
          await tx
            .updateTable('savedView')
            .set({ isDefault: false })
            .where('userId', '=', ctx.user.id)
            .where('screen', '=', row.screen)
            .execute()
        await tx
          .updateTable('savedView')
          .set({ name: v.name, audience: v.scope, isDefault: v.isDefault, value: asJson(v.state), updatedAt: ctx.clock.now() })
          .where('id', '=', v.id)
          .execute()
      })
      return null
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/savedView/delete',
    summary: '删除列表视图',
    right: 'signedIn',
    input: z.strictObject({ id: z.int() }),
    output: doneAnswer,
    handler: async (ctx, { id }) => {
      await ownView(ctx, id)
      await ctx.db.write(ctx.user.operatorId, (tx) => tx.deleteFrom('savedView').where('id', '=', id).execute())
      return null
    },
  }),
]

export const preferenceRoutes: readonly Route[] = [...settings, ...drafts, ...views]
