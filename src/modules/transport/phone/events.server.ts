/**
 * What a phone sends: each event under an id the phone gave it, in the order it happened, perhaps hours later and more than once.
 * Each is stored once; what really happened is never refused: where it does not fit, it is kept and somebody is told (transport.md §6).
 */
import type { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { absent, AppError } from '#kit/basics/errors.ts'
import { fen } from '#kit/basics/fen.ts'
import { act, storeOf } from '#kit/entity/store.server.ts'
import { keep, known, type NewEvent } from '../missions/events.server.ts'
import { exceptionCase } from '../missions/exception.ts'
import { keepCheck } from '../missions/trip-check.server.ts'
import type { EventAnswer, EVENTS, PhoneEvent } from './events.wire.ts'

const exceptions = storeOf(exceptionCase)
/** The driver this account belongs to. */
export async function driverOf(tx: Tx, ctx: Context): Promise<{ id: number; name: string; vehicle: number | null }> {
  const row = await tx
    .selectFrom('driver')
    .select(['id', 'name', 'vehicle', 'account'])
    .where('operatorId', '=', ctx.user.operatorId)
    .where('user', '=', ctx.user.id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!row) throw absent('此账号没有绑定司机，请联系调度')
  if (row.account !== 'active') throw absent('司机账号已停用，请联系调度')
  return row
}

/** His now, or his before it was given to somebody else; nobody else's exists for him (X). */
async function ownMission(tx: Tx, ctx: Context, driver: number, missionId: number): Promise<boolean> {
  const m = await tx
    .selectFrom('mission')
    .select(['driver', 'coDriver'])
    .where('id', '=', missionId)
    .where('operatorId', '=', ctx.user.operatorId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (m && (m.driver === driver || m.coDriver === driver)) return true
  const once = await tx
    .selectFrom('missionHold')
    .select('id')
    .where('mission', '=', missionId)
    .where('kind', '=', 'driver')
    .where('subject', '=', driver)
    .executeTakeFirst()
  if (once) return false
  throw absent('任务不存在或不是您的任务')
}

const MILLIS_OF_DAY = 86_400_000
/** Times of a phone whose clock is wrong are moved by the error it has as it sends; a doubtful error is not believed. */
function corrected(at: string, sentAt: string, now: string): string {
  const error = Date.parse(sentAt) - Date.parse(now)
  if (Math.abs(error) < 60_000 || Math.abs(error) > 365 * MILLIS_OF_DAY) return at
  return new Date(Date.parse(at) - error).toISOString()
}

const place = (e: PhoneEvent) => (e.lng === undefined || e.lat === undefined ? null : { address: '手机定位', lng: e.lng, lat: e.lat })
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
}
/** Answers to an offer are wishes; the rest has happened. */
const WISHES = new Set<PhoneEvent['kind']>(['accept', 'refuse'])

async function apply(tx: Tx, ctx: Context, e: PhoneEvent, at: string, deviceId: string): Promise<void> {
  const { data, mission } = e
  if (e.kind === 'accept') await act(tx, ctx, 'mission', 'accept', mission, null, {})
  else if (e.kind === 'refuse') await act(tx, ctx, 'mission', 'refuse', mission, null, { reason: data.reason ?? '司机拒单' })
  else if (e.kind === 'check') await check(tx, ctx, e, at)
  else if (e.kind === 'scan') await scan(tx, ctx, e)
  else if (e.kind === 'load')
    await act(tx, ctx, 'mission', 'load', mission, null, {
      ...(data.sealNos ? { sealNos: data.sealNos } : {}),
      ...(data.reason ? { shortReason: data.reason } : {}),
    })
  else if (e.kind === 'depart') await act(tx, ctx, 'mission', 'depart', mission, null, {})
  else if (e.kind === 'sign') await sign(tx, ctx, e, at, deviceId)
  else if (e.kind === 'exception')
    await exceptions.add(tx, ctx, {
      kind: data.exception ?? 'late',
      about: 'mission',
      mission,
      at,
      detail: data.reason ?? '司机上报',
      ...(place(e) ? { place: place(e) } : {}),
    })
}
async function check(tx: Tx, ctx: Context, e: PhoneEvent, at: string): Promise<void> {
  const m = await tx
    .selectFrom('mission')
    .select(['id', 'vehicle', 'driver', 'store'])
    .where('id', '=', e.mission)
    .executeTakeFirstOrThrow()
  const { id: driver } = await driverOf(tx, ctx)
  await keepCheck(tx, ctx, m, { clientId: e.clientId, driver, at, answers: e.data.checks ?? [] })
}
async function inMission(tx: Tx, e: PhoneEvent): Promise<number> {
  const row = await tx
    .selectFrom('consignment')
    .select('id')
    .where('id', '=', e.data.consignment ?? -1)
    .where('mission', '=', e.mission)
    .executeTakeFirst()
  if (!row) throw absent('配送单不在此任务中')
  return row.id
}
async function scan(tx: Tx, ctx: Context, e: PhoneEvent): Promise<void> {
  const one = await inMission(tx, e)
  const { pieces } = await tx.selectFrom('consignment').select('pieces').where('id', '=', one).executeTakeFirstOrThrow()
  await act(tx, ctx, 'consignment', 'pick', one, null, { pieces: e.data.pieces ?? pieces })
}
async function sign(tx: Tx, ctx: Context, e: PhoneEvent, at: string, deviceId: string): Promise<void> {
  const { data } = e
  await act(tx, ctx, 'consignment', 'deliverByPhone', await inMission(tx, e), null, {
    clientId: e.clientId,
    signType: data.signType ?? 'self',
    ...(data.signer ? { signer: data.signer } : {}),
    ...(data.relation ? { relation: data.relation } : {}),
    at,
    lines: data.lines ?? [],
    responsible: data.responsible ?? 'open',
    codTaken: fen(data.codTaken ?? 0),
    ...(data.codNote ? { codNote: data.codNote } : {}),
    ...(place(e) ? { place: place(e)! } : {}),
    ...(e.accuracyM === undefined ? {} : { accuracyM: e.accuracyM }),
    offline: Math.abs(Date.parse(ctx.clock.now()) - Date.parse(at)) > 5 * 60_000,
    deviceId,
    ...(data.hashes?.length ? { hashes: data.hashes.join(',') } : {}),
  })
}

async function one(ctx: Context, e: PhoneEvent, sentAt: string, deviceId: string): Promise<EventAnswer> {
  const at = corrected(e.at, sentAt, ctx.clock.now())
  const event: NewEvent = {
    clientId: e.clientId,
    mission: e.mission,
    stop: e.stop ?? null,
    kind: STORED[e.kind],
    // The phone's own word: what it says of the same event again is the same.
    at: e.at,
    source: 'driver',
    point: place(e),
    accuracyM: e.accuracyM ?? null,
    note: e.data.reason ?? null,
    body: e.data,
  }
  const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => ctx.db.write(ctx.user.operatorId, work)
  try {
    return await write(async (tx) => {
      const driver = await driverOf(tx, ctx)
      const own = await ownMission(tx, ctx, driver.id, e.mission)
      await ownStop(tx, e)
      const before = await known(tx, ctx, event)
      if (before) return { clientId: e.clientId, result: 'known', message: before.outcome }
      if (!own) throw new AppError('refused', '任务已换其他司机')
      if ((await keep(tx, ctx, event, at)) === 'known') return { clientId: e.clientId, result: 'known', message: null }
      await apply(tx, ctx, e, at, deviceId)
      return { clientId: e.clientId, result: 'stored', message: null }
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.kind === 'invalid' && error.message.startsWith('同一编号'))
      return { clientId: e.clientId, result: 'invalid', message: error.message }
    if (error.message === '任务不存在或不是您的任务' || error.message === '站点不在此任务中')
      return { clientId: e.clientId, result: 'invalid', message: error.message }
    return write(async (tx) => {
      if ((await keep(tx, ctx, { ...event, outcome: error.message }, at)) === 'known')
        return { clientId: e.clientId, result: 'known', message: error.message }
      if (WISHES.has(e.kind)) return { clientId: e.clientId, result: 'told', message: error.message }
      await exceptions.add(tx, ctx, {
        kind: e.kind === 'sign' ? 'refusal' : 'late',
        about: 'mission',
        mission: e.mission,
        at,
        detail: `司机${WORDS[e.kind]}已记录，但未生效：${error.message}`,
      })
      return { clientId: e.clientId, result: 'kept', message: error.message }
    })
  }
}
async function ownStop(tx: Tx, e: PhoneEvent): Promise<void> {
  if (e.stop === undefined) return
  const row = await tx.selectFrom('missionStop').select('mission').where('id', '=', e.stop).executeTakeFirst()
  // After a relay the stop is the next leg's; the event is still about it.
  const leg = row ? await tx.selectFrom('mission').select('relayOf').where('id', '=', row.mission).executeTakeFirst() : undefined
  if (row?.mission !== e.mission && leg?.relayOf !== e.mission) throw absent('站点不在此任务中')
}

export async function takeEvents(ctx: Context, { events, deviceId, sentAt }: z.infer<typeof EVENTS>): Promise<{ results: EventAnswer[] }> {
  await ctx.db.read(ctx.user.operatorId, (tx) => driverOf(tx as Tx, ctx))
  const results: EventAnswer[] = []
  for (const e of events) results.push(await one(ctx, e, sentAt, deviceId))
  return { results }
}
