/**
 * What was seen of a mission is added and never changed; what follows is worked out of all of it again and again (progress.server.ts),
 * so that events may arrive late, twice and in any order (T2, V).
 */
import { createHash } from 'node:crypto'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { AppError, refused } from '#kit/basics/errors.ts'
import type { Place } from '#kit/entity/field.ts'
import { allRows, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { mission } from '../mission.ts'
import { settleStop } from './progress.server.ts'
import { stopEvent, type SaidByPhone } from '../stop.ts'

type Event = Rec<typeof stopEvent>
const missions = storeOf(mission)
const events = storeOf(stopEvent)

export interface NewEvent {
  clientId: string
  mission: number
  stop: number | null
  kind: Event['kind']
  /** As it was said: the same event again says the same. */
  at: string
  source: Event['source']
  point?: Place | null
  accuracyM?: number | null
  note?: string | null
  amends?: string | null
  /** What else belongs to its contents: the same id with other contents is a mistake. */
  body?: unknown
}
const hashOf = (e: NewEvent): string => createHash('sha256').update(JSON.stringify(e)).digest('hex')

/** The stored event of this id, or null. Other contents under the same id are refused (422). */
export async function known(tx: Tx, e: NewEvent): Promise<{ id: number; outcome: string | null } | null> {
  const row = await allRows(tx, 'stopEvent').select(['id', 'bodyHash', 'outcome']).where('clientId', '=', e.clientId).executeTakeFirst()
  if (!row) return null
  if (row.bodyHash !== hashOf(e)) throw new AppError('invalid', '这条记录此前已上传过，内容与现在的不同，没有保存；请刷新后查看')
  return row
}

/** When it really happened, where that is not what was said, and what a phone said in full. */
interface Taken {
  at: string
  doubt: string | null
  said: SaidByPhone
}
/** Whoever stores an event of a mission waits here for the one before: each id is stored once. The number of a new one, else null. */
export async function keep(tx: Tx, ctx: Context, e: NewEvent, taken?: Taken): Promise<number | null> {
  const m = await missions.lock(tx, ctx, e.mission)
  if (await known(tx, e)) return null
  const made = await events.add(tx, ctx, {
    clientId: e.clientId,
    bodyHash: hashOf(e),
    mission: e.mission,
    stop: e.stop,
    kind: e.kind,
    at: taken?.at ?? e.at,
    saidAt: taken ? e.at : null,
    doubt: taken?.doubt ?? null,
    said: taken?.said ?? null,
    recvAt: ctx.clock.now(),
    source: e.source,
    point: e.point ?? null,
    accuracyM: e.accuracyM ?? null,
    by: ctx.user.id || null,
    note: e.note?.slice(0, 500) ?? null,
    amends: e.amends ?? null,
    store: m.store,
  })
  if (e.stop !== null) await settleStop(tx, ctx, e.stop)
  return made.id
}

/** Of a stop by its number in the mission. */
export async function stopOf(tx: Tx, missionId: number, seq: number): Promise<number> {
  const row = await liveRows(tx, 'missionStop').select('id').where('mission', '=', missionId).where('seq', '=', seq).executeTakeFirst()
  if (!row) throw refused(`该任务没有第 ${seq} 站`)
  return row.id
}
