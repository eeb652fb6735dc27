/**
 * What a phone sends: each event under an id the phone gave it, perhaps hours later, more than once and in any order. Each is stored once;
 * what really happened is never refused: where it does not fit, it is kept and somebody is told. When something earlier is heard of, what
 * did not fit after it is told once more, so that the mission ends as if all of it had come in the order in which it happened (transport.md §6).
 */
import type { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { absent, AppError } from '#kit/basics/errors.ts'
import type { WriteTools } from '#kit/database/connection/pool.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { act, storeOf } from '#kit/entity/store.server.ts'
import { keep, known, type NewEvent } from '../missions/road/events.server.ts'
import { exceptionCase } from '../missions/exception.ts'
import { stopEvent } from '../missions/stop.ts'
import { phoneTime } from '../missions/road/times.rules.ts'
import { apply, placeOf, type Happened } from './apply.server.ts'
import type { EventAnswer, EVENTS, PhoneEvent } from './events.wire.ts'

const exceptions = storeOf(exceptionCase)
const events = storeOf(stopEvent)
/** The driver this account belongs to. */
export async function driverOf(tx: Tx, ctx: Context): Promise<{ id: number; name: string; vehicle: number | null }> {
  const row = await liveRows(tx, 'driver').select(['id', 'name', 'vehicle', 'account']).where('user', '=', ctx.user.id).executeTakeFirst()
  if (!row) throw absent('此账号没有绑定司机，请联系调度')
  if (row.account !== 'active') throw absent('司机账号已停用，请联系调度')
  return row
}

/** What an event may be held against: his mission now, or his before it was given to somebody else; nobody else's exists for him (X). */
interface Own {
  mine: boolean
  /** Nothing of the mission happened before. */
  earliest: string
}
const MILLIS_OF_DAY = 86_400_000
async function ownMission(tx: Tx, driver: number, missionId: number): Promise<Own> {
  const m = await liveRows(tx, 'mission')
    .select(['driver', 'coDriver', 'planStart', 'createdAt'])
    .where('id', '=', missionId)
    .executeTakeFirst()
  if (!m) throw absent('没有这个任务，或它已经派给别人，请刷新后查看')
  const earliest = new Date(Math.min(Date.parse(m.planStart), Date.parse(m.createdAt)) - MILLIS_OF_DAY).toISOString()
  if (m.driver === driver || m.coDriver === driver) return { mine: true, earliest }
  const once = await tx
    .selectFrom('missionHold')
    .select('id')
    .where('mission', '=', missionId)
    .where('kind', '=', 'driver')
    .where('subject', '=', driver)
    .executeTakeFirst()
  if (once) return { mine: false, earliest }
  throw absent('没有这个任务，或它已经派给别人，请刷新后查看')
}

const STORED: Record<PhoneEvent['kind'], NewEvent['kind']> = {
  accept: 'accept',
  refuse: 'refuse',
  check: 'check',
  scan: 'load',
  load: 'load',
  depart: 'depart',
  arrive: 'arrive',
  startWork: 'startWork',
  endWork: 'endWork',
  leave: 'leave',
  note: 'note',
  sign: 'sign',
  exception: 'exception',
  odometer: 'odometer',
}

const WORDS: Record<PhoneEvent['kind'], string> = {
  accept: '接单',
  refuse: '拒单',
  check: '出车检查',
  scan: '扫描装车',
  load: '装货完成',
  depart: '发车',
  arrive: '到达',
  startWork: '开始作业',
  endWork: '结束作业',
  leave: '离开',
  note: '备注',
  sign: '签收',
  exception: '上报异常',
  odometer: '登记里程',
}
/** Answers to an offer are wishes; the rest has happened. */
const WISHES = new Set<PhoneEvent['kind']>(['accept', 'refuse'])

const storedAs = (e: PhoneEvent): NewEvent => ({
  clientId: e.clientId,
  mission: e.mission,
  stop: e.stop ?? null,
  kind: STORED[e.kind],
  at: e.at,
  source: 'driver',
  point: placeOf(e),
  accuracyM: e.accuracyM ?? null,
  note: e.data.reason ?? null,
  body: e.data,
})

/** Why it did not take effect, or null: a refusal undoes what was begun. */
async function tried(tools: WriteTools, work: () => Promise<void>): Promise<string | null> {
  try {
    await tools.savepoint(work)
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.message
  }
}

/** It happened and does not fit: kept with the reason, and somebody looks at it. */
async function keepApart(tx: Tx, ctx: Context, id: number, h: Happened, why: string): Promise<void> {
  const { event: e, at } = h
  const exception = WISHES.has(e.kind)
    ? null
    : await exceptions.add(tx, ctx, {
        kind: e.kind === 'sign' ? 'refusal' : 'late',
        about: 'mission',
        mission: e.mission,
        at,
        detail: `司机${WORDS[e.kind]}已记录，但未生效：${why}`,
      })
  await events.edit(tx, ctx, id, { outcome: why.slice(0, 300), exception: exception?.id ?? null })
}

/** Something earlier was heard of: what happened after it and did not fit is told again, in the order in which it happened. */
async function tellAgain(tx: Tx, tools: WriteTools, ctx: Context, mission: number, since: string): Promise<void> {
  const rows = await liveRows(tx, 'stopEvent')
    .innerJoin('driver', (join) =>
      join
        .onRef('driver.user', '=', 'stopEvent.by')
        .onRef('driver.operatorId', '=', 'stopEvent.operatorId')
        .on('driver.deletedAt', 'is', null),
    )
    .innerJoin('mission', 'mission.id', 'stopEvent.mission')
    .select(['stopEvent.id', 'stopEvent.at', 'stopEvent.doubt', 'stopEvent.said', 'stopEvent.exception', 'driver.id as driver'])
    .where('stopEvent.mission', '=', mission)
    .where('stopEvent.outcome', 'is not', null)
    .where('stopEvent.said', 'is not', null)
    .where('stopEvent.at', '>=', since)
    // What somebody told of a mission that is another's by now stays apart.
    .where((e) => e.or([e('mission.driver', '=', e.ref('driver.id')), e('mission.coDriver', '=', e.ref('driver.id'))]))
    .orderBy('stopEvent.at')
    .orderBy('stopEvent.id')
    .execute()
  for (const { id, at, doubt, said, exception, driver } of rows) {
    const { event, deviceId } = said as { event: PhoneEvent; deviceId: string }
    if (WISHES.has(event.kind)) continue
    if ((await tried(tools, () => apply(tx, ctx, { event, at, doubt, deviceId, driver }))) !== null) continue
    await events.edit(tx, ctx, id, { outcome: null, exception: null })
    if (exception !== null) await withdraw(tx, ctx, exception)
  }
}
/** Nobody has to look at it any more; what somebody has decided already stays. */
async function withdraw(tx: Tx, ctx: Context, id: number): Promise<void> {
  const { status } = await exceptions.lock(tx, ctx, id)
  if (status === 'open' || status === 'handling')
    await act(tx, ctx, 'exceptionCase', 'reject', id, null, { reason: '较早的记录补传后已生效' })
}

async function one(ctx: Context, e: PhoneEvent, sentAt: string, deviceId: string): Promise<EventAnswer> {
  const answer = (result: EventAnswer['result'], message: string | null = null): EventAnswer => ({ clientId: e.clientId, result, message })
  return ctx.db.write(ctx.user.operatorId, async (tx, tools) => {
    const driver = await driverOf(tx, ctx)
    const stored = storedAs(e)
    const allowed = await answered(async () => {
      const own = await ownMission(tx, driver.id, e.mission)
      await ownStop(tx, e)
      return { ...own, before: await known(tx, stored) }
    })
    if (typeof allowed === 'string') return answer('invalid', allowed)
    const { mine, earliest, before } = allowed
    if (before) return answer('known', before.outcome)
    const { at, doubt } = phoneTime(e.at, sentAt, ctx.clock.now(), earliest)
    const id = await keep(tx, ctx, stored, { at, doubt, said: { event: e, deviceId } })
    if (id === null) return answer('known')
    const happened: Happened = { event: e, at, doubt, deviceId, driver: driver.id }
    const why = mine ? await tried(tools, () => apply(tx, ctx, happened)) : '任务已换其他司机'
    if (why !== null) {
      await keepApart(tx, ctx, id, happened, why)
      return answer(WISHES.has(e.kind) ? 'told' : 'kept', why)
    }
    await tellAgain(tx, tools, ctx, e.mission, at)
    return answer('stored')
  })
}
/** What it asks for, or why the phone need not say it again. Nothing is written in it. */
async function answered<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.message
  }
}
async function ownStop(tx: Tx, e: PhoneEvent): Promise<void> {
  if (e.stop === undefined) return
  const row = await tx.selectFrom('missionStop').select('mission').where('id', '=', e.stop).executeTakeFirst()
  // After a relay the stop is the next leg's; the event is still about it.
  const leg = row ? await tx.selectFrom('mission').select('relayOf').where('id', '=', row.mission).executeTakeFirst() : undefined
  if (row?.mission !== e.mission && leg?.relayOf !== e.mission) throw absent('这个站点不在任务中，请刷新任务后重试')
}

/** In the order in which they happened; the answers stand in the order in which they were sent. */
export async function takeEvents(
  ctx: Context,
  { events: sent, deviceId, sentAt }: z.infer<typeof EVENTS>,
): Promise<{ results: EventAnswer[] }> {
  await ctx.db.read(ctx.user.operatorId, (tx) => driverOf(tx, ctx))
  const answers = new Map<PhoneEvent, EventAnswer>()
  for (const e of sent.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))) answers.set(e, await one(ctx, e, sentAt, deviceId))
  return { results: sent.map((e) => answers.get(e)!) }
}
