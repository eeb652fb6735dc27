/** What billing tells when money moves (its hooks): written into the cash book in the same transaction. */
import type { ServedModule } from '#kit/entity/registry.server.ts'
import { accountOf } from '../accounts/accounts.server.ts'
import { releaseLine } from '../bank/target.server.ts'
import { postedOn } from './posting.server.ts'
import { mirrorCash, writeCash } from '../cash/cash.server.ts'

const KIND = { payment: 'receipt', refund: 'refund', payout: 'payout' } as const

export const cashHooks: NonNullable<ServedModule['provides']> = {
  cashListeners: [
    {
      accountOf,
      moved: async (tx, ctx, { reversal, account, channel, no, ...m }) => {
        if (reversal) return mirrorCash(tx, ctx, m.source, m.sourceId, m)
        if (account === null) throw new Error(`${m.source} ${m.sourceId}: no account for ${channel}`)
        await writeCash(tx, ctx, { ...m, account, kind: KIND[m.source], sourceNo: no })
      },
      dropped: releaseLine,
    },
  ],
  docPosting: [postedOn],
}
