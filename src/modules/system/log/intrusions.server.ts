/**
 * 入侵告警: what the login log shows of attacks reaches those who look after security, in the console and by the port of messages,
 * without anybody having to look. Every entry is judged once, however often or seldom the job runs.
 */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { BUSINESS_ZONE, dayOf, instantAt } from '#kit/basics/time/day.ts'
import { sendMessages, telephonesOf } from '../messages/messages.server.ts'
import { reachesOutside, sendOutside } from '../outgoing/message-call.server.ts'
import { ALARMING, alarmOf, oncePerDay, PAUSED, type Alarm, type Entry, type PausedDay } from './intrusions.rules.ts'

const PORTION = 2000
/** A number is drawn before the commit: what is younger may still be followed by a smaller one. */
const SETTLED_MS = 10_000
/** What happened before is history: a first run does not raise an alarm about last year. */
const FRESH_MS = 86_400_000

/** Whoever sees the page of security and can sign in; where nobody has been given it, the administrators. */
async function guardians(tx: Tx, ctx: Context): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from "user" u where u.operator_id = ${ctx.user.operatorId} and u.status = 'active' and u.deleted_at is null and (
      u.is_admin or exists (
        select from role r join role_grant g on g.role_id = r.id and g.resource_code = 'securityCenter'
        where r.id = any(u.roles) and r.status = 'active' and r.deleted_at is null
      )
    ) order by u.id limit 50`.execute(tx)
  return rows.map((row) => row.id)
}

async function tell(tx: Tx, ctx: Context, alarm: Alarm, last: number): Promise<void> {
  const receivers = await guardians(tx, ctx)
  await sendMessages(tx, ctx, {
    receivers,
    category: 'anomaly',
    title: alarm.title,
    content: alarm.lines.join('\n'),
    link: '/system/systemLog',
    dedupe: `intrusion:${last}`,
  })
  if (!reachesOutside(ctx)) return
  // An attack goes on for hours; a telephone hears of it once an hour.
  const hour = ctx.clock.now().slice(0, 13)
  for (const { id, name, mobile } of await telephonesOf(tx, receivers)) {
    if (!/^1\d{10}$/.test(mobile)) continue
    const message = { to: { name, mobile }, title: '入侵告警', text: `${alarm.title}，请登录后台查看登录日志`, standIns: [] }
    await sendOutside(tx, ctx, message, { key: `intrusion:${ctx.user.operatorId}:${id}:${hour}` })
  }
}

/** Names that were paused on the same days before this portion: their alarm was sent. Rows of others are hidden by the table itself. */
async function pausedBefore(tx: Tx, rows: readonly (Entry & { id: number; at: string })[]): Promise<PausedDay[]> {
  const paused = rows.filter((row) => row.result === PAUSED)
  if (paused.length === 0) return []
  return tx
    .selectFrom('loginLog')
    .select(['username', sql<string>`(at at time zone ${BUSINESS_ZONE})::date::text`.as('day')])
    .distinct()
    .where('result', '=', PAUSED)
    .where('id', '<', rows[0]!.id)
    .where('at', '>=', instantAt(dayOf(paused[0]!.at), '00:00'))
    .where('username', 'in', [...new Set(paused.map((row) => row.username))])
    .execute()
}

/** One portion; answers whether there may be more. */
const judge = (ctx: Context): Promise<boolean> =>
  ctx.db.write(ctx.user.operatorId, async (tx) => {
    const { operatorId } = ctx.user
    const now = ctx.clock.now()
    // Names nobody has are read by the platform alone (policy platform_reads).
    const ago = (ms: number): string => new Date(Date.parse(now) - ms).toISOString()
    const { rows } = await sql<Entry & { id: number; at: string; day: string; fresh: boolean }>`
      select l.id, l.at, (l.at at time zone ${BUSINESS_ZONE})::date::text as day, l.at > ${ago(FRESH_MS)} as fresh, l.result, l.username, l.ip, l.user_id from login_log l
      where (l.operator_id = ${operatorId} or l.operator_id is null) and l.at < ${ago(SETTLED_MS)}
        and l.id > coalesce((select position from log_shipped p where p.operator_id = ${operatorId} and p.stream = 'alarm' and p.lane = 0), 0)
      order by l.id limit ${PORTION}`.execute(tx)
    const last = rows.at(-1)?.id
    if (last === undefined) return false
    const signs = rows.filter((row) => row.fresh && ALARMING.includes(row.result))
    const alarm = alarmOf(oncePerDay(signs, await pausedBefore(tx, signs)))
    if (alarm) await tell(tx, ctx, alarm, last)
    await sql`insert into log_shipped (operator_id, stream, lane, position, at) values (${operatorId}, 'alarm', 0, ${last}, ${now})
      on conflict (operator_id, stream, lane) do update set position = excluded.position, at = excluded.at`.execute(tx)
    return rows.length === PORTION
  })

export async function watchLogins(ctx: Context): Promise<void> {
  while (await judge(ctx));
}
