/** Places the fold believes otherwise than the link did that brought them: late data can make a jump a journey, and a journey a jump. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { JUMP, NO_FIX, UNUSABLE } from '../places/flags.ts'
import { lockPlaces } from '../gateway/admission/locks.server.ts'
import { MOVING } from '../tracks/motion.rules.ts'
import type { VehicleOutcome } from './findings.server.ts'

const DISBELIEVED = NO_FIX | JUMP

export async function storePlaces(tx: Tx, ctx: Context, outcomes: readonly VehicleOutcome[]): Promise<void> {
  const { operatorId } = ctx.user
  const changed = outcomes.filter(({ out }) => out.judged.length > 0)
  if (changed.length === 0) return
  const rows = changed.flatMap(({ out }) => out.judged)
  const numbers = (of: (row: (typeof rows)[number]) => number) => sql`${`{${rows.map(of).join(',')}}`}::bigint[]`
  // In the order of the key, as those who write more of the same reports do.
  await sql`with u as (select terminal, 'epoch'::timestamptz + at * interval '1 ms' as at, serial, jump = 1 as jump
      from unnest(${numbers((r) => r.terminal)}, ${numbers((r) => r.at)}, ${numbers((r) => r.serial)}, ${numbers((r) => Number(r.jump))}) as u(terminal, at, serial, jump)),
    held as (select p.terminal, p.at, p.serial, u.jump from position p join u using (terminal, at, serial) where p.operator_id = ${operatorId} order by p.terminal, p.at, p.serial for no key update of p)
    update position p set flags = case when h.jump then p.flags | ${DISBELIEVED} else p.flags & ~${DISBELIEVED}::integer end
      from held h where p.operator_id = ${operatorId} and p.terminal = h.terminal and p.at = h.at and p.serial = h.serial`.execute(tx)
  await believeAgain(
    tx,
    operatorId,
    changed.map(({ subject }) => subject.vehicle),
  )
}

/** The vehicle stands at its last believed place, and without one at the newest report it is nowhere. */
async function believeAgain(tx: Tx, operatorId: number, vehicles: readonly number[]): Promise<void> {
  await lockPlaces(tx, operatorId, vehicles)
  await sql`update vehicle_position v set lng = q.lng / 1e6, lat = q.lat / 1e6, updated_at = now(),
      motion = case when q.at < v.at then 'unlocated' when q.speed >= ${MOVING} then 'driving' when q.status & 1 = 1 then 'idling' else 'parked' end
    from unnest(${sql.val(vehicles)}::bigint[]) as u(vehicle) join vehicle_position w on w.vehicle = u.vehicle and w.operator_id = ${operatorId} and w.deleted_at is null,
      lateral (select p.at, p.lng, p.lat, p.speed, p.status from terminal_binding b join position p on p.terminal = b.terminal and p.vehicle = b.vehicle
        where b.operator_id = ${operatorId} and b.vehicle = u.vehicle and b.deleted_at is null and p.operator_id = ${operatorId} and p.at <= w.at and p.at > w.at - interval '4 days' and p.flags & ${UNUSABLE} = 0
        order by p.at desc limit 1) q
    where v.id = w.id and v.operator_id = ${operatorId}`.execute(tx)
}
