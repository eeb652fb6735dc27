/**
 * Lines of the logs leave for a collector (SYSLOG_URL), each once at least: how far they have left stands in the database and moves on
 * only after the collector's host has taken the bytes. Audit lines are read lane by lane in the order of the chain, so that none that
 * was committed late is passed over. What the collector holds, nobody here can take back.
 */
import { readFileSync } from 'node:fs'
import { connect as connectTcp, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectTls } from 'node:tls'
import { sql } from 'kysely'
import { companies } from '../access/sessions.server.ts'
import type { Clock } from '../basics/time/clock.ts'
import type { Database } from '../database/connection/pool.server.ts'
import { framed, syslogMessage, type SyslogLine } from './syslog.ts'

export interface Collector {
  tls: boolean
  host: string
  port: number
  /** File with the certificate of who signed the collector's; without it those the system trusts. */
  ca: string | null
}

const PORTION = 1000
const ANSWER_MS = 20_000

/** Bytes the other side's kernel has acknowledged are what TCP can tell; closing cleanly after them is the rest. */
function send(to: Collector, lines: readonly Buffer[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { host: to.host, port: to.port }
    const socket: Socket = to.tls
      ? connectTls({ ...options, servername: to.host, minVersion: 'TLSv1.2', ...(to.ca ? { ca: readFileSync(to.ca) } : {}) })
      : connectTcp(options)
    socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error('the collector of logs does not answer')))
    socket.once('error', reject)
    socket.once('close', (failed) => (failed ? undefined : resolve()))
    socket.resume()
    socket.once(to.tls ? 'secureConnect' : 'connect', () => socket.end(Buffer.concat(lines)))
  })
}

interface Position {
  stream: 'audit' | 'login' | 'anchor'
  lane: number
  position: number
}
type Reader = (db: Database, operatorId: number, now: string) => Promise<{ lines: SyslogLine[]; moved: Position[] }>

const host = hostname()

interface AuditRow {
  lane: number
  seq: number
  hash: Buffer
  id: number
  at: string
  userId: number | null
  userName: string
  entity: string
  entityId: number | null
  action: string
  title: string | null
  fromState: string | null
  toState: string | null
  changes: object | null
  reason: string | null
  source: string
  ip: string | null
}

const auditLines: Reader = (db, operatorId) =>
  db.read(operatorId, async (tx) => {
    const { rows } = await sql<AuditRow>`
      select s.lane, s.seq, s.hash, a.id, a.at, a.user_id, a.user_name, a.entity, a.entity_id, a.action, a.title, a.from_state, a.to_state,
        a.changes, a.reason, a.source, a.ip
      from audit_seal s join audit_log a on a.id = s.audit_id
      left join log_shipped p on p.operator_id = s.operator_id and p.stream = 'audit' and p.lane = s.lane
      where s.operator_id = ${operatorId} and s.seq > coalesce(p.position, 0) order by s.lane, s.seq limit ${PORTION}`.execute(tx)
    const moved = new Map<number, number>()
    for (const row of rows) moved.set(row.lane, row.seq)
    return {
      lines: rows.map((row) => auditLine(operatorId, row)),
      moved: [...moved].map(([lane, position]) => ({ stream: 'audit', lane, position })),
    }
  })

function auditLine(company: number, r: AuditRow): SyslogLine {
  const facts = {
    company,
    id: r.id,
    lane: r.lane,
    seq: r.seq,
    hash: r.hash.toString('hex'),
    user: r.userId,
    name: r.userName,
    entity: r.entity,
    record: r.entityId,
    action: r.action,
    source: r.source,
    ip: r.ip,
  }
  const moved = r.fromState || r.toState ? `${r.fromState ?? ''}→${r.toState ?? ''}` : null
  const text = [r.title, moved, r.reason, r.changes && JSON.stringify(r.changes)].filter(Boolean).join(' | ')
  return { severity: 'info', at: r.at, host, kind: 'audit', facts, text }
}

const WARN = new Set([
  'lockedNow',
  'locked',
  'throttled',
  'denied',
  'numbersSlowed',
  'addressRefused',
  'badTotp',
  'totpCleared',
  'badPasskey',
  'passkeyCopied',
])
/** Names nobody has are read by the platform alone (policy platform_reads), and leave with its lines. A number is drawn before the commit: what is younger than this may still be followed by a smaller one. */
const SETTLED_MS = 10_000
const loginLines: Reader = (db, operatorId, now) =>
  db.read(operatorId, async (tx) => {
    const settled = new Date(Date.parse(now) - SETTLED_MS).toISOString()
    const { rows } = await sql<{
      id: number
      at: string
      username: string
      userId: number | null
      ip: string
      result: string
      detail: string | null
    }>`
      select l.id, l.at, l.username, l.user_id, l.ip, l.result, l.detail from login_log l
      where (l.operator_id = ${operatorId} or l.operator_id is null) and l.id > coalesce((select position from log_shipped p where p.operator_id = ${operatorId} and p.stream = 'login' and p.lane = 0), 0)
        and l.at < ${settled}
      order by l.id limit ${PORTION}`.execute(tx)
    const lines = rows.map((row): SyslogLine => ({
      severity: WARN.has(row.result) ? 'warning' : 'info',
      at: row.at,
      host,
      kind: 'login',
      facts: { company: operatorId, id: row.id, user: row.userId, name: row.username, ip: row.ip, result: row.result },
      text: row.detail ?? '',
    }))
    const last = rows.at(-1)
    return { lines, moved: last ? [{ stream: 'login', lane: 0, position: last.id }] : [] }
  })

const anchorLines: Reader = (db, operatorId) =>
  db.read(operatorId, async (tx) => {
    const { rows } = await sql<{ id: number; at: string; lane: number; seq: number; hash: Buffer; mac: Buffer }>`
      select a.id, a.at, a.lane, a.seq, a.hash, a.mac from audit_anchor a
      where a.operator_id = ${operatorId} and a.id > coalesce((select position from log_shipped p where p.operator_id = ${operatorId} and p.stream = 'anchor' and p.lane = 0), 0)
      order by a.id limit ${PORTION}`.execute(tx)
    const lines = rows.map((row): SyslogLine => ({
      severity: 'notice',
      at: row.at,
      host,
      kind: 'anchor',
      facts: { company: operatorId, lane: row.lane, seq: row.seq, hash: row.hash.toString('hex'), mac: row.mac.toString('hex') },
      text: '日志锚点',
    }))
    const last = rows.at(-1)
    return { lines, moved: last ? [{ stream: 'anchor', lane: 0, position: last.id }] : [] }
  })

/** Returns how many lines left. Stops at the first failure; the next round begins where this one ended. */
export async function shipLogs(db: Database, clock: Clock, to: Collector): Promise<number> {
  let sent = 0
  for (const operatorId of await companies(db)) {
    for (const reader of [auditLines, loginLines, anchorLines]) {
      for (;;) {
        const { lines, moved } = await reader(db, operatorId, clock.now())
        if (lines.length === 0) break
        await send(
          to,
          lines.map((line) => framed(syslogMessage(line))),
        )
        await db.write(operatorId, async (tx) => {
          for (const { stream, lane, position } of moved)
            await sql`insert into log_shipped as p (operator_id, stream, lane, position, at) values (${operatorId}, ${stream}, ${lane}, ${position}, ${clock.now()})
              on conflict (operator_id, stream, lane) do update set position = greatest(p.position, excluded.position), at = excluded.at`.execute(
              tx,
            )
        })
        sent += lines.length
        if (lines.length < PORTION) break
      }
    }
  }
  return sent
}
