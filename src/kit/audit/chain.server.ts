/** Proves that the log of one operator is what was written: nothing changed, removed, added or reordered since. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/pool.server.ts'

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
      let previous: Buffer = Buffer.from([0])
      let seq = 0
      for (;;) {
        const { rows } = await sql<Link>`
          select s.seq, s.audit_id as "auditId", s.hash, case when a.id is null then null else audit_text(a) end as text from audit_seal s left join audit_log a on a.id = s.audit_id
          where s.operator_id = ${operatorId} and s.seq > ${seq} order by s.seq limit ${PORTION}`.execute(tx)
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
      const { rows } = await sql<{ head: number | null; hash: Buffer | null; lines: number }>`
        select (select seq from audit_head where operator_id = ${operatorId}) as head,
               (select hash from audit_head where operator_id = ${operatorId}) as hash,
               (select count(*) from audit_log where operator_id = ${operatorId}) as lines`.execute(tx)
      const end = rows[0]!
      if ((end.head ?? 0) !== seq || (end.hash !== null && !previous.equals(end.hash))) return { problem: '操作记录的末尾被删除', lines: seq }
      if (end.lines !== seq) return { problem: `有 ${end.lines - seq} 条操作记录没有校验值`, lines: seq }
      return { problem: null, lines: seq }
    },
    { snapshot: true, statementTimeoutMs: 600_000 },
  )
}
