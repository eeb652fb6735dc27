/** What a company has to have before anything can be started: its own real name, and a seal that somebody keeps. */
import type { Context, Tx } from '#kit/access/context.server.ts'

export interface Readiness {
  company: string | null
  verified: boolean
  seals: { id: number; name: string }[]
}
export async function readiness(tx: Tx, ctx: Context): Promise<Readiness> {
  const own = await tx
    .selectFrom('signIdentity')
    .select(['name', 'status'])
    .where('operatorId', '=', ctx.user.operatorId)
    .where('own', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
  const seals = await tx
    .selectFrom('signSeal')
    .select(['id', 'name'])
    .where('operatorId', '=', ctx.user.operatorId)
    .where('status', '=', 'active')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
  return { company: own?.name ?? null, verified: own?.status === 'verified' || own?.status === 'authorised', seals }
}
