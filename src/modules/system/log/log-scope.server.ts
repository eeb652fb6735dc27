/**
 * Which lines of the log, and of the log of logins, somebody reads. An administrator and whoever was given 查看全部日志 read all of them; everybody else his own,
 * and those of records he may see: what the data permission hides on a page, it hides in the log of the page.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Context, Db } from '#kit/access/context.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { isTenant } from '#kit/entity/names.ts'
import { allRows } from '#kit/entity/query/live-rows.server.ts'
import { or } from '#kit/entity/query/rows.server.ts'
import { resourceOf, screensOf, visibleWhere } from '#kit/entity/query/scope.server.ts'

const readsAll = (ctx: Context): boolean => ctx.user.isAdmin || ctx.access.can('systemLog_all')

/** Of `login_log`; null: everything. His own lines, and those of the accounts he may see; a name nobody has was typed by a stranger. */
export function loginScope(db: Db, ctx: Context): RawBuilder<boolean> | null {
  if (readsAll(ctx)) return null
  const seen = visibleWhere(ctx, ctx.registry.entity('user').entity as Entity)
  return or([
    sql<boolean>`login_log.user_id = ${ctx.user.id}`,
    sql<boolean>`login_log.user_id in (${allRows(db, 'user as t').select('t.id').where(seen)})`,
  ])
}

/** Of `audit_log`; null: everything. */
export function logScope(ctx: Context): RawBuilder<boolean> | null {
  if (readsAll(ctx)) return null
  const whole: string[] = []
  const parts: RawBuilder<boolean>[] = [sql<boolean>`audit_log.user_id = ${ctx.user.id}`]
  for (const served of ctx.registry.entities()) {
    const entity = served.entity as Entity
    const codes = [entity.right, ...screensOf(ctx, entity).map(resourceOf)].filter((code) => ctx.access.can(code))
    if (codes.length === 0) continue
    if (ctx.access.can(entity.right) && ctx.access.scopeOf(entity.right) === 'all' && !entity.seenBy && !entity.letter) {
      whole.push(entity.name)
      continue
    }
    const tenant = isTenant(entity) ? sql`t.operator_id = ${ctx.user.operatorId} and ` : sql``
    parts.push(
      sql<boolean>`(audit_log.entity = ${entity.name} and exists (select from ${sql.table(entity.name)} as t where ${tenant}t.id = audit_log.entity_id and ${visibleWhere(ctx, entity)}))`,
    )
  }
  if (whole.length) parts.push(sql<boolean>`audit_log.entity = any(${sql.val(whole)}::text[])`)
  return or(parts)
}
