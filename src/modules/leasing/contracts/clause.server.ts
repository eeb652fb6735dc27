/** One version of the clauses is in force; a contract keeps the one it was submitted with. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { act, storeOf } from '#kit/entity/store.server.ts'
import { moveOnly, serve } from '#kit/entity/serve.server.ts'
import { DELIVERED_CLAUSES } from './clause.rules.ts'
import { contractClause, contractClauseActions } from './clause.ts'

/** Two who publish at once take turns: the second finds the first one's version in force and retires it. */
const inForce = (tx: Tx) => liveRows(tx, 'contractClause').select('id').where('status', '=', 'published').orderBy('id', 'desc')

export const currentClause = async (tx: Tx): Promise<number | null> => (await inForce(tx).executeTakeFirst())?.id ?? null

export async function clauseText(tx: Tx, id: number | null): Promise<string> {
  const which = id ?? (await currentClause(tx))
  if (which === null) return DELIVERED_CLAUSES
  const clause = await tx.selectFrom('contractClause').select('text').where('id', '=', which).executeTakeFirst()
  return clause?.text ?? DELIVERED_CLAUSES
}

async function retireOthers(tx: Tx, ctx: Context, own: number): Promise<void> {
  // All of them are locked in one order, drafts too, so that two that are published at once meet here.
  await liveRows(tx, 'contractClause').select('id').orderBy('id').forNoKeyUpdate().execute()
  for (const { id } of await inForce(tx).execute()) if (id !== own) await act(tx, ctx, 'contractClause', 'retire', id, null, {})
}

export const servedClause = serve(contractClauseActions, {
  effects: {
    publish: async ({ tx, ctx, record }) => {
      await retireOthers(tx, ctx, record.id)
      return { publishedOn: ctx.clock.today() }
    },
    revise: async ({ tx, ctx, record }) => {
      await storeOf(contractClause).add(tx, ctx, { name: record.name, text: record.text })
    },
    retire: moveOnly,
  },
  hooks: {
    refuseEdit: (c) => (c.status === 'draft' ? null : '启用过的条款不能修改，请新增一版'),
    refuseDelete: (c) => (c.status === 'draft' ? null : '启用过的条款不能删除，可以停用'),
  },
})

/** Every company begins with the clauses as delivered, in force. */
export async function seedClauses(tx: Tx, ctx: Context): Promise<void> {
  const known = await tx.selectFrom('contractClause').select('id').limit(1).executeTakeFirst()
  if (known) return
  const { id } = await storeOf(contractClause).add(tx, ctx, { name: '车辆租赁合同条款', text: DELIVERED_CLAUSES })
  await act(tx, ctx, 'contractClause', 'publish', id, null, {})
}
