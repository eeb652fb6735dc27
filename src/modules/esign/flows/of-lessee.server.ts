/** Papers of a customer, for his own page: what waits for his signature, and what all have signed. */
import type { Context, Db } from '#kit/access/context.server.ts'
import type { FileKeeper } from '#kit/entity/services.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { bytesOf } from './record.server.ts'

const MOST = 100

/** Parties that are this customer and whose turn it is. */
export const papersToSign = (db: Db, ctx: Context, lessee: number) =>
  liveRows(db, 'signParty')
    .innerJoin('signFlow', (join) =>
      join
        .onRef('signFlow.id', '=', 'signParty.flow')
        .onRef('signFlow.operatorId', '=', 'signParty.operatorId')
        .on('signFlow.deletedAt', 'is', null),
    )
    .select(['signParty.id as party', 'signFlow.title', 'signFlow.expireAt as until'])
    .where('signParty.lessee', '=', lessee)
    .where('signParty.status', '=', 'toSign')
    .where('signFlow.status', '=', 'signing')
    .where('signFlow.expireAt', '>', ctx.clock.now())
    .orderBy('signFlow.id')
    .limit(MOST)
    .execute()

/** Signed by all; only those this customer is himself a party of. */
export const signedPapers = (db: Db, lessee: number) =>
  liveRows(db, 'signFlow')
    .select(['id', 'title', 'contract', 'endedAt', 'fileId', 'currentSha'])
    .where('status', '=', 'completed')
    .where((eb) =>
      eb.exists(
        liveRows(eb, 'signParty')
          .select('signParty.id')
          .whereRef('signParty.flow', '=', 'signFlow.id')
          .where('signParty.lessee', '=', lessee),
      ),
    )
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()

export const paperBytes = (ctx: Context, files: FileKeeper, paper: { fileId: string | null; currentSha: string | null }): Promise<Buffer> =>
  bytesOf(ctx, { files }, paper.fileId, paper.currentSha)
