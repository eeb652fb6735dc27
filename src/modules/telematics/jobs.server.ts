/** Every night: partitions ahead, old positions away or thinner, stores of moved vehicles, terminals that were silent too long. */
import { sql } from 'kysely'
import type { Context } from '#kit/access/context.server.ts'
import { addDays } from '#kit/basics/day.ts'
import type { ScheduledJob } from '#kit/entity/registry.server.ts'
import { add } from '#kit/entity/store.server.ts'
import { parameterNumber } from '#modules/system/system.public.ts'

const AHEAD_DAYS = 7

export const prepareDays = (ctx: Context): Promise<unknown> =>
  ctx.db.write(ctx.user.operatorId, (tx) => sql`select position_prepare(${addDays(ctx.clock.today(), -1)}::date, ${addDays(ctx.clock.today(), AHEAD_DAYS)}::date)`.execute(tx), { statementTimeoutMs: 300_000 })

/** Days of nobody else go as a whole; of shared days only the own rows. */
export async function dropOld(ctx: Context): Promise<void> {
  const { operatorId } = ctx.user
  const [keep, from, every] = await ctx.db.read(operatorId, (db) => Promise.all(['positionKeepDays', 'positionThinDays', 'positionThinSeconds'].map((code) => parameterNumber(db, ctx.registry, code))))
  const last = addDays(ctx.clock.today(), -keep!)
  await ctx.db.write(operatorId, async (tx) => {
    await sql`select position_drop(${operatorId}, ${last}::date)`.execute(tx)
    await sql`delete from position where operator_id = ${operatorId} and at < ${last}::date::timestamp at time zone 'Asia/Shanghai'`.execute(tx)
    await sql`delete from position_refused where operator_id = ${operatorId} and received_at < ${last}::date::timestamp at time zone 'Asia/Shanghai'`.execute(tx)
  }, { statementTimeoutMs: 600_000 })
  if (every! > 0) await thin(ctx, addDays(ctx.clock.today(), -from!), every!)
}

/** One day a night, the one that has just become old: the first report of each interval stays, and whatever says an alarm. */
async function thin(ctx: Context, day: string, seconds: number): Promise<void> {
  const { operatorId } = ctx.user
  await ctx.db.write(operatorId, (tx) => sql`
    delete from position p using (
      select terminal, at, serial, row_number() over (partition by terminal, floor(extract(epoch from at) / ${seconds}) order by at, serial) as n, alarm from position
      where operator_id = ${operatorId} and at >= ${day}::date::timestamp at time zone 'Asia/Shanghai' and at < (${day}::date + 1)::timestamp at time zone 'Asia/Shanghai') x
    where p.terminal = x.terminal and p.at = x.at and p.serial = x.serial and x.n > 1 and x.alarm = 0 and p.operator_id = ${operatorId}`.execute(tx), { statementTimeoutMs: 600_000 })
}

/** A vehicle moved to another store takes its terminal and its place on the map along. */
const followStores = (ctx: Context): Promise<unknown> =>
  ctx.db.write(ctx.user.operatorId, async (tx) => {
    const { operatorId } = ctx.user
    await sql`update terminal t set store = v.store from vehicle v where t.operator_id = ${operatorId} and t.vehicle = v.id and t.store is distinct from v.store and t.deleted_at is null`.execute(tx)
    await sql`update vehicle_position p set store = v.store from vehicle v where p.operator_id = ${operatorId} and p.vehicle = v.id and p.store is distinct from v.store and p.deleted_at is null`.execute(tx)
    await sql`update temperature_channel c set store = v.store from vehicle v where c.operator_id = ${operatorId} and c.vehicle = v.id and c.store is distinct from v.store and c.deleted_at is null`.execute(tx)
  })

/** One alarm for one silence: it begins when the terminal was last heard, and ends when it is heard again. */
export async function tellSilent(ctx: Context): Promise<void> {
  const { operatorId } = ctx.user
  await ctx.db.write(operatorId, async (tx) => {
    const hours = await parameterNumber(tx, ctx.registry, 'longOfflineHours')
    const since = new Date(Date.parse(ctx.clock.now()) - hours * 3_600_000).toISOString()
    await sql`update alarm a set end_at = t.last_seen_at from terminal t where a.operator_id = ${operatorId} and a.kind = 'offline' and a.end_at is null and a.deleted_at is null and t.id = a.terminal and t.last_seen_at > a.start_at`.execute(tx)
    const silent = await tx.selectFrom('terminal').select(['id', 'vehicle', 'store', 'lastSeenAt']).where('operatorId', '=', operatorId).where('status', '=', 'active').where('online', '=', false).where('lastSeenAt', '<', since).where('deletedAt', 'is', null)
      .where((eb) => eb.not(eb.exists(eb.selectFrom('alarm').select('alarm.id').whereRef('alarm.terminal', '=', 'terminal.id').where('alarm.kind', '=', 'offline').where('alarm.endAt', 'is', null).where('alarm.deletedAt', 'is', null)))).orderBy('id').limit(500).execute()
    for (const t of silent) await add(tx, ctx, 'alarm', { vehicle: t.vehicle, terminal: t.id, store: t.store, kind: 'offline', grade: 'normal', source: 'platform', startAt: t.lastSeenAt, lastAt: ctx.clock.now(), times: 1, detail: `超过 ${hours} 小时没有任何数据` })
  })
}

export const telematicsJobs: readonly ScheduledJob[] = [
  {
    name: 'telematicsNightly',
    cron: '20 3 * * *',
    run: async (ctx) => {
      await prepareDays(ctx)
      await dropOld(ctx)
      await followStores(ctx)
    },
  },
  { name: 'telematicsSilence', cron: '*/10 * * * *', run: tellSilent },
]
