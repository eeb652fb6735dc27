/** Items as a person describes them, and device models as the gateway reads with them. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Handle } from '#kit/database/connection/pool.server.ts'
import { serveEntity } from '#kit/entity/serve.server.ts'
import { profiles, withItems, type Profile } from '../jt808/jt808.ts'
import { deviceItem } from './device-item.ts'

/** The gateway nodes close the links of these devices; they come in again and are read anew. */
export const announceProfile = async (tx: Tx, ctx: Context, profile: number): Promise<void> =>
  void (await sql`select pg_notify('telematics', ${JSON.stringify({ operator: ctx.user.operatorId, profile })})`.execute(tx))

export const servedDeviceItem = serveEntity(deviceItem, {
  beforeAdd: async ({ values }) => ({ itemId: values.itemId?.toLowerCase() ?? '' }),
  afterAdd: ({ tx, ctx, record }) => announceProfile(tx, ctx, record.profile),
  afterEdit: ({ tx, ctx, record }) => announceProfile(tx, ctx, record.profile),
  beforeDelete: ({ tx, ctx, record }) => announceProfile(tx, ctx, record.profile),
})

/** Many devices have few models: each way of reading is made once. */
const made = new Map<string, Profile>()
const MOST_MADE = 1000
function profileOf(base: string | null, own: Record<string, string>): Profile {
  const known = profiles[base ?? 'standard'] ?? profiles['standard']!
  if (Object.keys(own).length === 0) return known
  const key = JSON.stringify([known.code, Object.entries(own).toSorted(([a], [b]) => (a < b ? -1 : 1))])
  const before = made.get(key)
  if (before) return before
  if (made.size >= MOST_MADE) made.clear()
  const fresh = withItems(known, own)
  made.set(key, fresh)
  return fresh
}

/** By device model: how its additional items are read. */
export async function profilesOf(tx: Handle, ids: readonly number[]): Promise<Map<number, Profile>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('deviceProfile')
    .leftJoin('deviceItem', (j) => j.onRef('deviceItem.profile', '=', 'deviceProfile.id').on('deviceItem.deletedAt', 'is', null))
    .select(['deviceProfile.id', 'deviceProfile.items', 'deviceItem.itemId', 'deviceItem.meaning'])
    .where('deviceProfile.id', 'in', [...new Set(ids)])
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.id)].map(([id, ofModel]) => {
      const own = ofModel.flatMap((row) => (row.itemId === null ? [] : [[row.itemId, row.meaning === 'none' ? '' : row.meaning!] as const]))
      return [id, profileOf(ofModel[0]!.items, Object.fromEntries(own))]
    }),
  )
}
