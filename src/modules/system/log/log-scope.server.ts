/**
 * Which lines of the log somebody reads. An administrator and whoever was given 查看全部日志 read all of them; everybody else his own,
 * and those of records he may see: what the data permission hides on a page, it hides in the log of the page.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Context } from '#kit/access/context.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { isTenant } from '#kit/entity/names.ts'
import { or } from '#kit/entity/query/rows.server.ts'
import { resourceOf, screensOf, visibleWhere } from '#kit/entity/query/scope.server.ts'

/** Of `audit_log`; null: everything. */
export function logScope(ctx: Context): RawBuilder<boolean> | null {
  if (ctx.user.isAdmin || ctx.access.can('systemLog_all')) return null
  const whole: string[] = []
  const parts: RawBuilder<boolean>[] = [sql<boolean>`audit_log.user_id = ${ctx.user.id}`]
  for (const served of ctx.registry.entities()) {
    const entity = served.entity as Entity
    const codes = [entity.right, ...screensOf(ctx, entity).map(resourceOf)].filter((code) => ctx.access.can(code))
    if (codes.length === 0) continue
    if (ctx.access.can(entity.right) && ctx.access.scopeOf(entity.right) === 'all' && !entity.seenBy) {
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
