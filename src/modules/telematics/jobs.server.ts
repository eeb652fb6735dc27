/** Every night: partitions ahead, old positions away or thinner, stores of moved vehicles, terminals that were silent too long. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, type Day, dayOf } from '#kit/basics/time/day.ts'
import { allRows, liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { ScheduledJob } from '#kit/entity/registry.server.ts'
import { add } from '#kit/entity/store.server.ts'
import type { Tables } from '#kit/entity/tables.ts'
import { parameterNumber, sendMessages } from '#modules/system/system.public.ts'
import { EXCURSION_WORDS, MEASURES, type Measure } from './cold/channel.rules.ts'
import { queueCommand } from './commands/command.server.ts'

const AHEAD_DAYS = 7
/** What nobody acts on is there to be looked at when somebody wonders, not for ever. */
const KEPT_MESSAGE_DAYS = 31
/** Of a server that was away for longer the days before it came back lie together; nothing is lost by that. */
const MOST_DAYS_BACK = 40

/** `since`: when it was last done. A night the server was off is made up for. */
export function prepareDays(ctx: Context, since: Day | null = null): Promise<unknown> {
  const today = ctx.clock.today()
  const [yesterday, earliest] = [addDays(today, -1), addDays(today, -MOST_DAYS_BACK)]
  const from = since && since < yesterday ? (since > earliest ? since : earliest) : yesterday
  return ctx.db.write(
    ctx.user.operatorId,
    (tx) => sql`select position_prepare(${from}::date, ${addDays(today, AHEAD_DAYS)}::date)`.execute(tx),
    { statementTimeoutMs: 300_000 },
  )
}

/** Days of nobody else go as a whole; of shared days only the own rows. Answers whether everything old is thin. */
export async function dropOld(ctx: Context): Promise<boolean> {
  const { operatorId } = ctx.user
  const [keep, from, every] = await ctx.db.read(operatorId, (db) =>
    Promise.all(['positionKeepDays', 'positionThinDays', 'positionThinSeconds'].map((code) => parameterNumber(db, ctx.registry, code))),
  )
  const oldest = addDays(ctx.clock.today(), -keep!)
  await ctx.db.write(
    operatorId,
    async (tx) => {
      await sql`select position_drop(${operatorId}, ${oldest}::date)`.execute(tx)
      await sql`delete from position where operator_id = ${operatorId} and at < ${oldest}::date::timestamp at time zone 'Asia/Shanghai'`.execute(
        tx,
      )
      await sql`delete from refused_position where operator_id = ${operatorId} and received_at < ${oldest}::date::timestamp at time zone 'Asia/Shanghai'`.execute(
        tx,
      )
      const messages = addDays(ctx.clock.today(), -KEPT_MESSAGE_DAYS)
      await sql`delete from kept_message where operator_id = ${operatorId} and received_at < ${messages}::date::timestamp at time zone 'Asia/Shanghai'`.execute(
        tx,
      )
      await sql`delete from alarm_upload where operator_id = ${operatorId} and open_until < ${oldest}::date::timestamp at time zone 'Asia/Shanghai'`.execute(
        tx,
      )
    },
    { statementTimeoutMs: 600_000 },
  )
  return every! > 0 ? thinOld(ctx, { oldest, last: addDays(ctx.clock.today(), -from!), seconds: every! }) : true
}

/** A run of the job must end within its hour; what it does not reach the next one does. */
const THIN_MS = 15 * 60_000

/** Every day that has become old since the last time, one transaction a day; an interval made longer begins anew with the oldest day. */
async function thinOld(ctx: Context, of: { oldest: Day; last: Day; seconds: number }): Promise<boolean> {
  const began = performance.now()
  const done = await stateOf(ctx)
  let day = done?.thinnedTo && of.seconds <= (done.thinnedSeconds ?? 0) ? addDays(done.thinnedTo as Day, 1) : of.oldest
  if (day < of.oldest) day = of.oldest
  // The newest of them always: what came late for it yesterday is there by now.
  if (day > of.last) day = of.last
  for (; day <= of.last; day = addDays(day, 1)) {
    if (performance.now() - began > THIN_MS) return false
    await thin(ctx, day, of.seconds)
  }
  return true
}

/** The first report of each interval stays, and whatever says an alarm. */
async function thin(ctx: Context, day: Day, seconds: number): Promise<void> {
  const { operatorId } = ctx.user
  const [from, to] = [day, addDays(day, 1)].map((one) => sql`${one}::date::timestamp at time zone 'Asia/Shanghai'`)
  await ctx.db.write(
    operatorId,
    async (tx) => {
      // The bounds are said twice: without them the join would look into every day there is.
      await sql`
      delete from position p using (
        select terminal, at, serial, row_number() over (partition by terminal, floor(extract(epoch from at) / ${seconds}) order by at, serial) as n, alarm from position
        where operator_id = ${operatorId} and at >= ${from!} and at < ${to!}) x
      where p.terminal = x.terminal and p.at = x.at and p.serial = x.serial and x.n > 1 and x.alarm = 0 and p.operator_id = ${operatorId} and p.at >= ${from!} and p.at < ${to!}`.execute(
        tx,
      )
      await remember(tx, ctx, { thinnedTo: day, thinnedSeconds: seconds })
    },
    { statementTimeoutMs: 600_000 },
  )
}

const stateOf = (ctx: Context): Promise<Night | undefined> =>
  ctx.db.read(ctx.user.operatorId, (db) =>
    allRows(db, 'telematicsVersion').select(['nightOn', 'thinnedTo', 'thinnedSeconds']).executeTakeFirst(),
  )
type Night = Pick<Tables['telematicsVersion'], 'nightOn' | 'thinnedTo' | 'thinnedSeconds'>

/** Last in its transaction: those who change bindings wait for this row. */
async function remember(tx: Tx, ctx: Context, values: Partial<Night>): Promise<void> {
  const { operatorId } = ctx.user
  await tx
    .insertInto('telematicsVersion')
    .values({ operatorId, bindings: 0, nightOn: null, thinnedTo: null, thinnedSeconds: null, ...values })
    .onConflict((conflict) => conflict.column('operatorId').doUpdateSet(values))
    .execute()
}

const NIGHT_BEGINS_MS = 3 * 3_600_000

/** Asked every hour, done once for each night: a server that is switched off at night does it when it comes back. */
export async function night(ctx: Context): Promise<void> {
  const due = dayOf(Date.parse(ctx.clock.now()) - NIGHT_BEGINS_MS)
  const since = ((await stateOf(ctx))?.nightOn ?? null) as Day | null
  if (since !== null && since >= due) return
  await prepareDays(ctx, since)
  await followStores(ctx)
  if (await dropOld(ctx)) await ctx.db.write(ctx.user.operatorId, (tx) => remember(tx, ctx, { nightOn: due }))
}

/** A vehicle moved to another store takes its terminal and its place on the map along. */
const followStores = (ctx: Context): Promise<unknown> =>
  ctx.db.write(ctx.user.operatorId, async (tx) => {
    const { operatorId } = ctx.user
    await sql`select t.id from terminal t join vehicle v on v.id = t.vehicle where t.operator_id = ${operatorId} and t.store is distinct from v.store and t.deleted_at is null order by t.id for no key update of t`.execute(
      tx,
    )
    await sql`update terminal t set store = v.store from vehicle v where t.operator_id = ${operatorId} and t.vehicle = v.id and t.store is distinct from v.store and t.deleted_at is null`.execute(
      tx,
    )
    await sql`select p.id from vehicle_position p join vehicle v on v.id = p.vehicle where p.operator_id = ${operatorId} and p.store is distinct from v.store and p.deleted_at is null order by p.vehicle for no key update of p`.execute(
      tx,
    )
    await sql`update vehicle_position p set store = v.store from vehicle v where p.operator_id = ${operatorId} and p.vehicle = v.id and p.store is distinct from v.store and p.deleted_at is null`.execute(
      tx,
    )
    await sql`update temperature_channel c set store = v.store from vehicle v where c.operator_id = ${operatorId} and c.vehicle = v.id and c.store is distinct from v.store and c.deleted_at is null`.execute(
      tx,
    )
  })

/** One alarm for one silence: it begins when the terminal was last heard, and ends when it is heard again. */
export async function tellSilent(ctx: Context): Promise<void> {
  const { operatorId } = ctx.user
  await ctx.db.write(operatorId, async (tx) => {
    const hours = await parameterNumber(tx, ctx.registry, 'longOfflineHours')
    const since = new Date(Date.parse(ctx.clock.now()) - hours * 3_600_000).toISOString()
    await sql`update alarm a set end_at = t.last_seen_at from terminal t where a.operator_id = ${operatorId} and a.kind = 'offline' and a.end_at is null and a.deleted_at is null and t.id = a.terminal and t.last_seen_at > a.start_at`.execute(
      tx,
    )
    const silent = await liveRows(tx, 'terminal')
      .select(['id', 'vehicle', 'store', 'lastSeenAt'])
      .where('status', '=', 'active')
      .where('online', '=', false)
      .where('lastSeenAt', '<', since)
      .where((eb) =>
        eb.not(
          eb.exists(
            liveRows(eb, 'alarm')
              .select('alarm.id')
              .whereRef('alarm.terminal', '=', 'terminal.id')
              .where('alarm.kind', '=', 'offline')
              .where('alarm.endAt', 'is', null),
          ),
        ),
      )
      .orderBy('id')
      .limit(500)
      .execute()
    for (const t of silent)
      await add(tx, ctx, 'alarm', {
        vehicle: t.vehicle,
        terminal: t.id,
        store: t.store,
        kind: 'offline',
        grade: 'normal',
        source: 'platform',
        startAt: t.lastSeenAt,
        lastAt: ctx.clock.now(),
        times: 1,
        detail: `超过 ${hours} 小时没有任何数据`,
      })
  })
}

/** A probe that says nothing while the vehicle runs is seen at once; how long it lasted is told when it is heard again. */
export async function tellQuietProbes(ctx: Context): Promise<void> {
  const { operatorId } = ctx.user
  await ctx.db.write(operatorId, (tx) =>
    sql`update temperature_channel c set excursion = 'noData' from temperature_policy p, vehicle_position v
      where c.operator_id = ${operatorId} and c.deleted_at is null and c.excursion in ('none', 'warning') and p.id = c.policy and p.status = 'active' and p.deleted_at is null and v.vehicle = c.vehicle and v.deleted_at is null and v.acc_on
        and c.last_at < ${ctx.clock.now()}::timestamptz - p.no_data_seconds * interval '1 s'`.execute(tx),
  )
}

/** Spoken in the cabin now or not at all. */
async function tellDriver(tx: Tx, ctx: Context, vehicle: number, words: string): Promise<void> {
  const t = await liveRows(tx, 'terminal')
    .select('id')
    .where('vehicle', '=', vehicle)
    .where('status', '=', 'active')
    .where('online', '=', true)
    .executeTakeFirst()
  const busy =
    t &&
    (await liveRows(tx, 'command')
      .select('id')
      .where('terminal', '=', t.id)
      .where('kind', '=', 'text')
      .where('status', 'in', ['queued', 'sent'])
      .limit(1)
      .executeTakeFirst())
  if (t && !busy)
    await queueCommand(tx, ctx, {
      terminal: t.id,
      kind: 'text',
      summary: words,
      payload: { text: words, speak: true, urgent: true },
      queueable: false,
      seconds: 120,
    })
}

/**
 * Whom a policy names, one step after the other, while the excursion is open and nobody has handled it. Each step is told once, also to
 * somebody who has deleted the message. Of a role those of the vehicle's store hear it, and those of no store, whose stores are all.
 */
export async function tellExcursions(ctx: Context): Promise<void> {
  const { operatorId } = ctx.user
  await ctx.db.write(operatorId, async (tx) => {
    const { rows } = await sql<{
      id: number
      no: string
      kind: keyof (typeof EXCURSION_WORDS)[Measure]
      measure: Measure
      plate: string
      sensor: number
      step: number
      minutes: number
      users: number[]
      voice: boolean
      vehicle: number
    }>`
      select e.id, e.no, e.kind, e.measure, e.vehicle, v.plate_no as plate, c.sensor_no as sensor, s.step, s.minutes, p.tell_driver and s.step = 1 as voice,
        s.users || array(select u.id from "user" u where u.operator_id = e.operator_id and u.status = 'active' and u.deleted_at is null and (coalesce(cardinality(u.stores), 0) = 0 or e.store = any(u.stores))
          and exists (select from role r where r.id = any(s.roles) and r.id = any(u.roles) and r.status = 'active' and r.deleted_at is null)) as users from excursion e
      join temperature_policy p on p.id = e.policy join vehicle v on v.id = e.vehicle join temperature_channel c on c.id = e.channel
      cross join lateral (values (1, 0, coalesce(p.first_users, '{}'), coalesce(p.first_roles, '{}')), (2, p.second_minutes, coalesce(p.second_users, '{}'), coalesce(p.second_roles, '{}')), (3, p.third_minutes, coalesce(p.third_users, '{}'), coalesce(p.third_roles, '{}'))) as s(step, minutes, users, roles)
      where e.operator_id = ${operatorId} and e.deleted_at is null and e.end_at is null and e.status = 'open' and e.amended_at is null
        and (cardinality(s.users) > 0 or cardinality(s.roles) > 0 or p.tell_driver and s.step = 1) and e.confirmed_at + s.minutes * interval '1 minute' <= ${ctx.clock.now()}::timestamptz
        and s.step > e.told
      order by e.id, s.step limit 500`.execute(tx)
    for (const r of rows) {
      if (r.voice)
        await tellDriver(
          tx,
          ctx,
          r.vehicle,
          `注意：${r.sensor}号${MEASURES[r.measure]}探头${EXCURSION_WORDS[r.measure][r.kind]}，请检查货厢`,
        )
      await sendMessages(tx, ctx, {
        receivers: r.users,
        category: 'anomaly',
        title: `${r.plate} ${r.sensor} 号探头${EXCURSION_WORDS[r.measure][r.kind]}${r.step > 1 ? `，${r.minutes} 分钟未恢复` : ''}`,
        content: `超限编号 ${r.no}`,
        link: `/telematics/excursionDetail?id=${r.id}`,
        dedupe: `excursion:${r.id}:${r.step}`,
      })
    }
    for (const { id, step } of rows)
      await tx.updateTable('excursion').set({ told: step }).where('id', '=', id).where('told', '<', step).execute()
  })
}

export const telematicsJobs: readonly ScheduledJob[] = [
  { name: 'telematicsNightly', cron: '20 * * * *', run: night },
  { name: 'telematicsSilence', cron: '*/10 * * * *', run: tellSilent },
  { name: 'telematicsProbes', cron: '*/2 * * * *', run: tellQuietProbes },
  { name: 'telematicsExcursions', cron: '* * * * *', run: tellExcursions },
]
