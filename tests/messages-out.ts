/** A gateway for short messages stands before a company or a rig: what would leave is read from the outbox. */
import type { Context } from '#kit/access/context.server.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import { contentOf } from '#kit/jobs/outbox.server.ts'
import type { MessageCarrier, OutsideMessage } from '#modules/system/outgoing/carrier.server.ts'

export function connectMessages(of: { registry: Registry }, send: MessageCarrier['send'] = async () => ({ receipt: null })): void {
  const messages: MessageCarrier = { outside: true, send }
  Object.assign(of.registry, { ports: Object.create(of.registry.ports, { messages: { value: messages, configurable: true } }) })
}

/** What waits there for people outside, oldest first; emptied rows are left out. `ctx`: of the company. */
export async function waitingMessages(ctx: Context): Promise<(OutsideMessage & { key: string | null; summary: string })[]> {
  const rows = await ctx.db.read(ctx.user.operatorId, (db) =>
    db
      .selectFrom('outgoingCall')
      .select(['kind', 'key', 'summary', 'payload'])
      .where('kind', 'in', ['system.message', 'esign.code'])
      .orderBy('id')
      .execute(),
  )
  return rows.flatMap(({ key, summary, ...row }) => {
    const content = contentOf(ctx, row) as Partial<OutsideMessage & { message: OutsideMessage }>
    const message = content.message ?? content
    return message.to ? [{ ...(message as OutsideMessage), key, summary }] : []
  })
}
