/**
 * Anchors of the log: where each lane of a company's chain stood at some moment, sealed with a key that the database does not know.
 * Whoever owns the database can write log and chain anew, hash by hash; an anchor he cannot. The same lines leave for the collector of
 * logs, where he cannot even remove them (log-shipping.server.ts).
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../access/context.server.ts'
import { companies } from '../access/sessions.server.ts'
import type { Clock } from '../basics/time/clock.ts'
import type { Database } from '../database/connection/pool.server.ts'

export const anchorKey = (secretKey: Buffer): Buffer => Buffer.from(hkdfSync('sha256', secretKey, '', 'audit anchor', 32))

interface Anchored {
  operatorId: number
  lane: number
  seq: number
  hash: Buffer
  at: string
}
const macOf = (key: Buffer, { operatorId, lane, seq, hash, at }: Anchored): Buffer =>
  createHmac('sha256', key)
    .update(`${operatorId}:${lane}:${seq}:${hash.toString('hex')}:${new Date(at).toISOString()}`)
    .digest()

/** One anchor for each lane that has grown since its last one. Returns how many. */
export async function anchorCompany(db: Database, clock: Clock, key: Buffer, operatorId: number): Promise<number> {
  return db.write(operatorId, async (tx) => {
    const { rows } = await sql<{ lane: number; seq: number; hash: Buffer }>`
      select h.lane, h.seq, h.hash from audit_head h
      where h.operator_id = ${operatorId} and h.seq > coalesce((select max(a.seq) from audit_anchor a where a.operator_id = h.operator_id and a.lane = h.lane), 0)
      order by h.lane`.execute(tx)
    const at = clock.now()
    for (const { lane, seq, hash } of rows) {
      const mac = macOf(key, { operatorId, lane, seq, hash, at })
      await sql`insert into audit_anchor (operator_id, lane, seq, hash, at, mac) values (${operatorId}, ${lane}, ${seq}, ${hash}, ${at}, ${mac})`.execute(
        tx,
      )
    }
    return rows.length
  })
}

export async function anchorAll(db: Database, clock: Clock, key: Buffer): Promise<void> {
  for (const id of await companies(db)) await anchorCompany(db, clock, key, id)
}

/** Null when the chain passes through every anchor, and every anchor is ours. */
export async function verifyAnchors(
  db: Db,
  operatorId: number,
  key: Buffer,
): Promise<{ problem: string | null; anchors: number; last: string | null }> {
  const { rows } = await sql<Anchored & { mac: Buffer; link: Buffer | null }>`
    select a.operator_id, a.lane, a.seq, a.hash, a.at, a.mac, s.hash as link from audit_anchor a
    left join audit_seal s on s.operator_id = a.operator_id and s.lane = a.lane and s.seq = a.seq
    where a.operator_id = ${operatorId} order by a.id`.execute(db)
  for (const row of rows) {
    const expected = macOf(key, { ...row, operatorId })
    if (expected.length !== row.mac.length || !timingSafeEqual(expected, row.mac))
      return { problem: `${row.at} 的日志锚点不是本系统的密钥所签，锚点被改动过`, anchors: rows.length, last: null }
    if (!row.link || !row.link.equals(row.hash))
      return { problem: `日志与 ${row.at} 的锚点不符：此前的日志被整体改写过`, anchors: rows.length, last: null }
  }
  return { problem: null, anchors: rows.length, last: rows.at(-1)?.at ?? null }
}
