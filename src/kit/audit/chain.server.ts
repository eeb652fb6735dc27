/**
 * Proves that the log of one operator is what was written: nothing changed, removed, added or reordered since. The chain
 * has lanes, each a chain of its own.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../access/context.server.ts'
import type { Database } from '../database/connection/pool.server.ts'

export interface ChainReport {
  /** Null when the chain holds. */
  problem: string | null
  lines: number
}

const PORTION = 5000

interface Link {
  seq: number
  auditId: number
  hash: Buffer
  text: string | null
}

/** Recomputed here rather than in SQL: a changed function in the database would prove nothing. */
export async function verifyChain(db: Database, operatorId: number): Promise<ChainReport> {
  return db.read(
    operatorId,
    async (tx) => {
      const { rows } = await sql<{ lane: number }>`
        select lane from audit_head where operator_id = ${operatorId} union select lane from audit_seal where operator_id = ${operatorId} order by lane`.execute(
        tx,
      )
      let lines = 0
      for (const { lane } of rows) {
        const { problem, lines: laneLines } = await verifyLane(tx, operatorId, lane)
        lines += laneLines
        if (problem) return { problem, lines }
      }
      const written = await sql<{ n: number }>`select count(*) as n from audit_log where operator_id = ${operatorId}`.execute(tx)
      const unsealed = written.rows[0]!.n - lines
      return { problem: unsealed === 0 ? null : `有 ${unsealed} 条操作记录没有校验值`, lines }
    },
    { snapshot: true, statementTimeoutMs: 600_000 },
  )
}

async function verifyLane(tx: Db, operatorId: number, lane: number): Promise<ChainReport> {
  let previous: Buffer = Buffer.from([0])
  let seq = 0
  for (;;) {
    const { rows } = await sql<Link>`
      select s.seq, s.audit_id as "auditId", s.hash, case when a.id is null then null else audit_text(a) end as text from audit_seal s left join audit_log a on a.id = s.audit_id
      where s.operator_id = ${operatorId} and s.lane = ${lane} and s.seq > ${seq} order by s.seq limit ${PORTION}`.execute(tx)
    for (const link of rows) {
      if (link.seq !== seq + 1) return { problem: `第 ${seq + 1} 条操作记录的校验值缺失`, lines: seq }
      if (link.text === null) return { problem: `操作记录 ${link.auditId} 已被删除`, lines: seq }
      const hash = createHash('sha256').update(previous).update(link.text, 'utf8').digest()
      if (!hash.equals(link.hash)) return { problem: `操作记录 ${link.auditId} 与校验值不符，内容被改动过`, lines: seq }
      previous = hash
      seq = link.seq
    }
    if (rows.length < PORTION) break
  }
  const { rows } = await sql<{
    seq: number
    hash: Buffer
  }>`select seq, hash from audit_head where operator_id = ${operatorId} and lane = ${lane}`.execute(tx)
  const head = rows[0]
  return { problem: head?.seq === seq && previous.equals(head.hash) ? null : '操作记录的末尾被删除', lines: seq }
}
