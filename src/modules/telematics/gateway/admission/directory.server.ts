/** Who a terminal is and which vehicle it was in when: remembered, and kept right by NOTIFY and by the lock of bindings.server.ts. */
import { sql } from 'kysely'
import type { Database, Handle } from '#kit/database/connection/pool.server.ts'
import { BINDING_LOCK } from '../../terminals/bindings.server.ts'
import { profiles, type Profile } from '../../jt808/jt808.ts'
import { onlineTimeoutSeconds } from '../../terminals/terminal.rules.ts'

export interface Known {
  id: number
  operatorId: number
  status: string
  authHash: string | null
  failures: number
  lockedUntil: string | null
  generation: number
  profile: Profile
  lenientAuth: boolean
  idleMs: number
  deviceNo: string | null
}
interface TerminalRow {
  terminalNo: string
  id: number
  operatorId: number
  status: string
  authHash: string | null
  failures: number | null
  lockedUntil: string | null
  generation: number | null
  items: string | null
  lenientAuth: boolean | null
  heartbeatSeconds: number | null
  deviceNo: string | null
}

const knownOf = (row: TerminalRow): Known => ({
  id: row.id,
  operatorId: row.operatorId,
  status: row.status,
  authHash: row.authHash,
  failures: row.failures ?? 0,
  lockedUntil: row.lockedUntil,
  generation: row.generation ?? 0,
  profile: profiles[row.items ?? 'standard'] ?? profiles['standard']!,
  lenientAuth: row.lenientAuth ?? false,
  idleMs: onlineTimeoutSeconds(row.heartbeatSeconds ?? 60) * 1000,
  deviceNo: row.deviceNo,
})

/** Asked for every login, never remembered: what it says about locks and codes must be true now. */
export async function findTerminals(db: Database, terminalNos: readonly string[]): Promise<(Known | null)[]> {
  return db.read(null, async (tx) => {
    const { rows } = await sql<TerminalRow>`select * from terminals_find(${sql.val(terminalNos)}::text[])`.execute(tx)
    const byNumber = new Map(rows.map((row) => [row.terminalNo, knownOf(row)]))
    return terminalNos.map((no) => byNumber.get(no) ?? null)
  })
}

interface Interval {
  from: number
  to: number
  vehicle: number
}
interface Remembered {
  version: number
  byTerminal: Map<number, Interval[]>
}

/** Bindings of one operator as of a version. */
export class Bindings {
  private readonly operators = new Map<number, Remembered>()

  /** Inside the transaction that writes positions: after this nobody changes bindings until it ends. */
  async hold(tx: Handle, operatorId: number): Promise<Remembered> {
    const locked = sql`select pg_advisory_xact_lock_shared(${BINDING_LOCK}, ${operatorId})`.execute(tx)
    const asked = sql<{ bindings: number }>`select bindings from telematics_version where operator_id = ${operatorId}`.execute(tx)
    const [, { rows }] = await Promise.all([locked, asked])
    const version = rows[0]?.bindings ?? 0
    const known = this.operators.get(operatorId)
    if (known?.version === version) return known
    const all = await tx
      .selectFrom('terminalBinding')
      .select(['terminal', 'vehicle', 'fromAt', 'toAt'])
      .where('operatorId', '=', operatorId)
      .where('deletedAt', 'is', null)
      .orderBy('fromAt', 'desc')
      .execute()
    const byTerminal = new Map<number, Interval[]>()
    for (const row of all) {
      const list = byTerminal.get(row.terminal) ?? []
      list.push({ from: Date.parse(row.fromAt), to: row.toAt === null ? Infinity : Date.parse(row.toAt), vehicle: row.vehicle })
      byTerminal.set(row.terminal, list)
    }
    const fresh = { version, byTerminal }
    this.operators.set(operatorId, fresh)
    return fresh
  }
}

/** Newest first, so the first that has begun decides. */
export function vehicleAt(bindings: Remembered, terminal: number, at: number): number | null {
  const binding = bindings.byTerminal.get(terminal)?.find((b) => b.from <= at)
  return binding && at < binding.to ? binding.vehicle : null
}
