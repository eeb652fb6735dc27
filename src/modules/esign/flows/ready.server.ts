/** What a company has to have before anything can be started: its own real name, and a seal that somebody keeps. */
import type { Tx } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'

export interface Readiness {
  company: string | null
  verified: boolean
  seals: { id: number; name: string }[]
}
export async function readiness(tx: Tx): Promise<Readiness> {
  const own = await liveRows(tx, 'signIdentity').select(['name', 'status']).where('own', '=', true).orderBy('id').executeTakeFirst()
  const seals = await liveRows(tx, 'signSeal').select(['id', 'name']).where('status', '=', 'active').orderBy('id').execute()
  return { company: own?.name ?? null, verified: own?.status === 'verified' || own?.status === 'authorised', seals }
}
