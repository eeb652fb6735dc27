/** What in other rooms the drawings name: it cannot be deleted under the hands of those who still go by them. */
import { sql } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import type { AssigneeRule, ProcessDefinition } from '../engine/definition.ts'
import { allNodes } from '../engine/definition.rules.ts'
import { LIVE } from '../engine/state.ts'

const rulesOf = (definition: ProcessDefinition): AssigneeRule[] =>
  allNodes(definition.nodes).flatMap((n) =>
    'who' in n ? [n.who] : n.kind === 'trigger' && n.action.kind === 'message' ? [n.action.who] : [],
  )

/** As published, or in a version somebody's case still runs on. */
async function drawings(tx: Db, ctx: Context) {
  const { rows } = await sql<{ id: number; name: string; definition: ProcessDefinition }>`
    select p.id, p.name, v.definition from approval_version v join approval_process p on p.id = v.process and p.operator_id = v.operator_id
    where v.operator_id = ${ctx.user.operatorId} and v.deleted_at is null and p.deleted_at is null
      and (v.status = 'published' or exists (select from approval_case c where c.operator_id = v.operator_id and c.process_version = v.id and c.status = any(${sql.val([...LIVE])}::text[]) and c.deleted_at is null))
    order by p.name`.execute(tx)
  return rows
}

/** Names of processes that ask by such a rule. */
export async function processesAsking(tx: Tx, ctx: Context, asks: (rule: AssigneeRule) => boolean): Promise<string[]> {
  const rows = await drawings(tx, ctx)
  return [...new Set(rows.filter((r) => rulesOf(r.definition).some(asks)).map((r) => r.name))]
}

/** Account → processes that ask it by name. */
export async function peopleDrawn(tx: Db, ctx: Context): Promise<Map<number, number[]>> {
  const drawn = new Map<number, number[]>()
  for (const { id, definition } of await drawings(tx, ctx)) {
    const named = rulesOf(definition).flatMap((rule) => (rule.kind === 'person' ? [...rule.users] : []))
    for (const account of new Set(named)) drawn.set(account, [...(drawn.get(account) ?? []), id])
  }
  return drawn
}
