/**
 * `actEach`: one action on thousands of records, each with an input of its own (decision 0073): rule, state, watchers and effect of the
 * action, which `writeMany` (store-write), a change of columns alone, does not ask.
 */
import type { Context, Tx } from '../../access/context.server.ts'
import { mayBegin, refusalsOf, whyNot, type ActionSpec } from '../../action/action.ts'
import { auditAll, changesOf, type AuditLine } from '../../audit/audit.server.ts'
import { because, refused } from '../../basics/errors.ts'
import type { Entity } from '../entity.ts'
import { actionEntries, moment, withFacts } from '../present.server.ts'
import type { Record_ } from '../query/rows.server.ts'
import type { ServedEntity } from '../serve.server.ts'
import { entityOf, inOrder, inputOf, lockAll, nameOf, write, type Values } from './store-steps.server.ts'
import { heldBy, tellWatchers } from '../watchers.server.ts'

/** So many are locked, and told in the journal, in one statement. */
const TOGETHER = 500
/**
 * One action on thousands, each with an input of its own: the steps of `actNamed`, but locked, looked up and told in the journal together.
 * By the server, for actions without files whose effect minds its own record alone (the effects run side by side): all of it or, when one
 * is refused, nothing.
 */
export async function actEach(
  tx: Tx,
  ctx: Context,
  name: string,
  action: string,
  asked: readonly { id: number; input: Values }[],
): Promise<void> {
  const { served, entity } = entityOf(ctx, name)
  const spec = actionEntries(served).find(([key]) => key === action)?.[1]
  const effect = served.effects[action]
  if (!spec || !effect) throw new Error(`${name} has no action ${action}`)
  const inputs = new Map(asked.map(({ id, input }) => [id, input]))
  const ids = inOrder([...inputs.keys()])
  for (let i = 0; i < ids.length; i += TOGETHER) {
    const records = await withFacts(tx, ctx, served, await lockAll(tx, ctx, entity, ids.slice(i, i + TOGETHER)))
    // Sent together on one connection, and all waited for: nothing is sent once the transaction has failed and ended.
    const done = await Promise.allSettled(
      records.map((record) => actLocked(tx, ctx, { served, action, spec, effect }, record, inputs.get(record.id)!)),
    )
    const failed = done.find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
    await auditAll(
      tx,
      ctx,
      done.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    )
  }
}

interface Acting {
  served: ServedEntity
  action: string
  spec: ActionSpec
  effect: ServedEntity['effects'][string]
}
/** Done to a record that is locked and has its facts; what the journal says of it. */
async function actLocked(tx: Tx, ctx: Context, { served, action, spec, effect }: Acting, record: Record_, raw: Values): Promise<AuditLine> {
  const entity = served.entity as Entity
  const why = whyNot(entity, spec, record, moment(ctx))
  if (why) throw because(refused(why), refusalsOf(entity.name, action)[mayBegin(entity, spec, record) ? 'rule' : 'state'])
  const { input } = await inputOf(tx, ctx, spec, raw, record, 'server')
  const held = await heldBy({ tx, ctx, entity: entity.name, action, record, input, by: 'server' })
  if (held !== null) throw refused(held)
  const patch: Values = { ...(await effect({ tx, ctx, record, input })) }
  if (entity.state && spec.to && patch[entity.state] === undefined) patch[entity.state] = spec.to
  const after = await write(tx, ctx, entity, record, patch)
  const [from, to] = [entity.state ? String(record[entity.state]) : null, entity.state ? String(after[entity.state]) : null]
  await tellWatchers({ tx, ctx, entity: entity.name, action, record: after, from, to })
  return {
    entity: entity.name,
    entityId: record.id,
    action,
    title: await nameOf(tx, ctx, entity, after),
    from,
    to,
    changes: changesOf(entity, record, after),
  }
}
