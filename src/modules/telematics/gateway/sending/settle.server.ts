/** Commands that nobody follows any more: of a node that died, of terminals that never came, of answers that were lost. Any node may settle them. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { act } from '#kit/entity/store.server.ts'
import { FUEL_CUT, POWER_CUT } from '../../jt808/jt808.ts'
import { EFFECT_WORDS, takenEffect } from './orders.rules.ts'
import { UPGRADE_MS, UPGRADE_SILENT } from './upgrade.server.ts'

const STALE_MS = 10 * 60_000

/** So long a report may still tell what became of a command whose answer or effect nobody saw. */
const BELIEVE_MS = 24 * 3_600_000

const CUTS = ['cut', 'limit', 'restore'] as const

/**
 * «Unknown» ends when the terminal itself says what is true: the newest cut or restore of a terminal, and a status word that came in
 * after it was sent and that shows it. A restriction of the next start waits for that as long as the engine runs.
 */
async function believeLater(tx: Tx, ctx: Context): Promise<void> {
  const since = new Date(Date.parse(ctx.clock.now()) - BELIEVE_MS).toISOString()
  const rows = await tx
    .selectFrom('command as c')
    .innerJoin('vehiclePosition as p', (j) =>
      j.onRef('p.terminal', '=', 'c.terminal').onRef('p.vehicle', '=', 'c.vehicle').on('p.deletedAt', 'is', null),
    )
    .innerJoin('terminal as t', 't.id', 'c.terminal')
    .leftJoin('deviceProfile as d', 'd.id', 't.profile')
    .select(['c.id', 'c.kind', 'p.at', 'p.receivedAt', 'p.oilCut', 'p.circuitCut', 'd.cutBits'])
    .where('c.operatorId', '=', ctx.user.operatorId)
    .where('c.kind', 'in', CUTS)
    .where((eb) =>
      eb.or([
        eb.and([eb('c.status', 'in', ['timedOut', 'unconfirmed']), eb('c.sentAt', '>', since)]),
        eb.and([eb('c.status', '=', 'acknowledged'), eb('c.kind', '=', 'limit')]),
      ]),
    )
    .where('c.deletedAt', 'is', null)
    .whereRef('p.at', '>', 'c.sentAt')
    .whereRef('p.receivedAt', '>', 'c.sentAt')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('command as n')
            .select('n.id')
            .whereRef('n.terminal', '=', 'c.terminal')
            .whereRef('n.id', '>', 'c.id')
            .where('n.kind', 'in', CUTS)
            .where('n.status', 'not in', ['cancelled', 'expired'])
            .where('n.deletedAt', 'is', null),
        ),
      ),
    )
    .orderBy('c.id')
    .limit(100)
    .forNoKeyUpdate('c')
    .skipLocked()
    .execute()
  for (const row of rows) {
    const status = (row.oilCut ? FUEL_CUT : 0) | (row.circuitCut ? POWER_CUT : 0)
    if (takenEffect(row.kind, status, row.cutBits ?? 'either'))
      await act(tx, ctx, 'command', 'takeEffect', row.id, null, { source: `${EFFECT_WORDS[row.kind]!}（其后上报）`, at: row.receivedAt! })
  }
}

export async function settleCommands(ctx: Context): Promise<void> {
  const { operatorId } = ctx.user
  const now = ctx.clock.now()
  const silent = new Date(Date.parse(now) - UPGRADE_MS).toISOString()
  const stale = new Date(Date.parse(now) - STALE_MS).toISOString()
  await ctx.db.write(operatorId, async (tx) => {
    const rows = await tx
      .selectFrom('command')
      .select(['id', 'status', 'kind'])
      .where('operatorId', '=', operatorId)
      .where('deletedAt', 'is', null)
      .where((eb) =>
        eb.or([
          eb.and([eb('status', '=', 'queued'), eb('expiresAt', '<', now)]),
          eb.and([
            eb('status', 'in', ['sent', 'acknowledged']),
            eb('updatedAt', '<', stale),
            eb.or([
              eb('kind', 'not in', ['upgrade', 'limit']),
              eb('status', '=', 'sent'),
              eb.and([eb('kind', '=', 'upgrade'), eb('updatedAt', '<', silent)]),
            ]),
          ]),
        ]),
      )
      .orderBy('id')
      .limit(100)
      .forNoKeyUpdate()
      .skipLocked()
      .execute()
    for (const row of rows)
      await act(
        tx,
        ctx,
        'command',
        row.status === 'queued' ? 'expire' : row.status === 'sent' ? 'timeOut' : 'giveUp',
        row.id,
        null,
        row.kind === 'upgrade' && row.status === 'acknowledged' ? { outcome: UPGRADE_SILENT } : {},
      )
    await believeLater(tx, ctx)
    const orders = await tx
      .selectFrom('cutOrder')
      .select('id')
      .where('operatorId', '=', operatorId)
      .where('status', '=', 'approved')
      .where('validUntil', '<', now)
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .limit(100)
      .forNoKeyUpdate()
      .skipLocked()
      .execute()
    for (const order of orders) await act(tx, ctx, 'cutOrder', 'expire', order.id, null, {})
  })
}
