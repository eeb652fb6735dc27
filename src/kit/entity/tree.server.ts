/** Moving a node of a tree: one call, all or nothing. */
import { sql } from 'kysely'
import type { Context, Tx } from '../access/context.server.ts'
import { absent, refused } from '../basics/errors.ts'
import { nodes } from './query/choices.server.ts'
import type { Entity } from './entity.ts'
import { find } from './query/query.server.ts'
import { edit } from './store.server.ts'
import { moveNode, orderField, type Place } from './tree.ts'

export async function move(tx: Tx, ctx: Context, entity: Entity, id: number, target: number, where: Place): Promise<void> {
  const all = await nodes(tx, ctx, entity)
  if (![id, target].every((wanted) => all.some((node) => node.id === wanted))) throw absent()
  const to = moveNode(all, id, target, where)
  if (!to) throw refused(`不能移动到自己的下级${entity.label}`)
  // In the order of ids, so that two people who move in one branch wait for each other instead of for ever.
  await sql`select id from ${sql.table(entity.name)} where id = any(${sql.val(to.order)}::bigint[]) order by id for no key update`.execute(
    tx,
  )
  const order = orderField(entity)
  for (const [index, sibling] of to.order.entries()) {
    const row = await find(tx, ctx, entity, sibling)
    const change: Record<string, unknown> = {}
    if (sibling === id && row[entity.tree!] !== to.parent) change[entity.tree!] = to.parent
    if (order && row[order] !== (index + 1) * 10) change[order] = (index + 1) * 10
    if (Object.keys(change).length > 0) await edit(tx, ctx, entity.name, sibling, null, change, 'person')
  }
}
