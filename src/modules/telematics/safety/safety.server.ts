/**
 * Alarms of driving assistance as records, before their report is acknowledged: what a terminal has heard of as stored is there. Each that has
 * pictures or films is given a number, under which the terminal brings them (0x9208, upload.server.ts).
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { allRows, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { add } from '#kit/entity/store.server.ts'
import { publish } from '#kit/http/sending/events.server.ts'
import { cardsAt } from '../cards/card.server.ts'
import type { AlarmMark } from '../jt808/jt808.ts'
import { markText, type Alert } from './safety.rules.ts'

/** What the terminal is to bring. */
export interface Wanted {
  mark: AlarmMark
  number: string
}
/** Files of an alarm are asked for so long. */
const OPEN_HOURS = 48
const NUMBER_BYTES = 19

const iso = (ms: number): string => new Date(ms).toISOString()
/** 32 characters: whose it is, and what nobody guesses. */
const numberOf = (operatorId: number): string => operatorId.toString(36).padStart(6, '0') + randomBytes(NUMBER_BYTES).toString('base64url')
export const operatorOf = (number: string): number | null =>
  /^[0-9a-z]{6}[\w-]{26}$/.test(number) ? Number.parseInt(number.slice(0, 6), 36) : null

export function tellAlerts(ctx: Context, terminal: number, alerts: readonly Alert[]): Promise<Wanted[]> {
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    const { store } = await tx.selectFrom('terminal').select('store').where('id', '=', terminal).forNoKeyUpdate().executeTakeFirstOrThrow()
    const wanted: Wanted[] = []
    for (const alert of alerts) {
      const upload = await tellOne(tx, ctx, { terminal, store }, alert)
      if (upload) wanted.push(upload)
    }
    return wanted
  })
}

async function tellOne(tx: Tx, ctx: Context, of: { terminal: number; store: number | null }, alert: Alert): Promise<Wanted | null> {
  const { terminal } = of
  const mark = markText(alert.mark)
  const same = (): ReturnType<typeof alarms> => alarms(tx, terminal).where('kind', '=', alert.kind)
  const known = await alarms(tx, terminal).where('mark', '=', mark).executeTakeFirst()
  if (known && alert.state !== 'ends') return askFor(tx, ctx, { terminal, alarm: known.id }, alert)
  const open =
    known ?? (await same().where('endAt', 'is', null).where('startAt', '<=', iso(alert.at)).orderBy('startAt', 'desc').executeTakeFirst())
  if (open) {
    // Ended, or begun anew without having said that it ended.
    if (open.endAt === null)
      await tx
        .updateTable('alarm')
        .set({ endAt: iso(alert.at), lastAt: iso(alert.at) })
        .where('id', '=', open.id)
        .execute()
    if (alert.state === 'ends') return askFor(tx, ctx, { terminal, alarm: open.id }, alert)
  }
  // Two of one kind in one second are one alarm, counted twice: so says its key.
  const twin = await same().where('startAt', '=', iso(alert.at)).executeTakeFirst()
  if (twin) {
    await tx
      .updateTable('alarm')
      .set({ times: twin.times + 1 })
      .where('id', '=', twin.id)
      .execute()
    return askFor(tx, ctx, { terminal, alarm: twin.id }, alert)
  }
  const bound = await liveRows(tx, 'terminalBinding')
    .select('vehicle')
    .where('terminal', '=', terminal)
    .where('fromAt', '<=', iso(alert.at))
    .where((eb) => eb.or([eb('toAt', 'is', null), eb('toAt', '>', iso(alert.at))]))
    .executeTakeFirst()
  const [card] = bound ? await cardsAt(tx, [{ vehicle: bound.vehicle, at: iso(alert.at) }]) : []
  const made = await add(tx, ctx, 'alarm', {
    terminal,
    driver: card?.driver ?? null,
    store: of.store,
    vehicle: bound?.vehicle ?? null,
    kind: alert.kind,
    grade: alert.grade,
    source: 'terminal',
    startAt: iso(alert.at),
    endAt: alert.state === 'begins' ? null : iso(alert.at),
    lastAt: iso(alert.at),
    times: 1,
    speed: alert.speed / 10,
    lng: alert.lng === null ? null : alert.lng / 1e6,
    lat: alert.lat === null ? null : alert.lat / 1e6,
    detail: alert.detail,
    mark,
  })
  await publish(
    { notify: async (channel, payload) => void (await sql`select pg_notify(${channel}, ${payload})`.execute(tx)) },
    {
      operatorId: ctx.user.operatorId,
      userIds: null,
      name: 'alarm',
      data: { id: made.id, kind: alert.kind, grade: alert.grade, vehicle: bound?.vehicle ?? null },
    },
  )
  return askFor(tx, ctx, { terminal, alarm: made.id }, alert)
}

const alarms = (tx: Tx, terminal: number) => liveRows(tx, 'alarm').select(['id', 'endAt', 'times']).where('terminal', '=', terminal)

/** One number for one mark, also when the report comes again. */
async function askFor(tx: Tx, ctx: Context, of: { terminal: number; alarm: number }, { mark }: Alert): Promise<Wanted | null> {
  if (mark.attachments === 0) return null
  const { operatorId } = ctx.user
  const before = await allRows(tx, 'alarmUpload')
    .select(['number', 'doneAt'])
    .where('terminal', '=', of.terminal)
    .where('mark', '=', markText(mark))
    .executeTakeFirst()
  if (before) return before.doneAt === null ? { mark, number: before.number } : null
  const number = numberOf(operatorId)
  const until = iso(Date.parse(ctx.clock.now()) + OPEN_HOURS * 3_600_000)
  await tx
    .insertInto('alarmUpload')
    .values({ operatorId, number, alarm: of.alarm, terminal: of.terminal, mark: markText(mark), openUntil: until, doneAt: null })
    .execute()
  return { mark, number }
}
