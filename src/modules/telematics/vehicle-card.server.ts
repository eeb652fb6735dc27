/** What telematics says on the card of a vehicle: where it was last heard of, what it drove today, what its sensors read, who is in it, and what it raised. */
import type { Context, Db } from '#kit/access/context.server.ts'
import type { CardPart, CardSaid } from '#kit/entity/card/card.server.ts'
import type { CardAct, CardLine } from '#kit/entity/card/card.wire.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { recordPage } from '#kit/entity/module.ts'
import { allRows, seenRows } from '#kit/entity/query/live-rows.server.ts'
import { listAddress } from '#kit/report/list-total.server.ts'
import { platesOf } from '#modules/vehicles/vehicles.public.ts'
import { placeAt } from '#shell/gazetteer/gazetteer.server.ts'
import { ALARM_KINDS, alarm } from './alarms/alarm.ts'
import { cardAt } from './cards/card.rules.ts'
import { driverCard } from './cards/driver-card.ts'
import { measuredText } from './cold/channel.rules.ts'
import { temperatureChannel } from './cold/temperature.ts'
import { ago } from './live/live.layout.ts'
import { vehicleDay, vehiclePosition } from './tracks/track.ts'
import { LIVE_WORDS, type LiveState } from './wire.ts'

const MINUTE = 60_000
const pathOf = (ctx: Context, code: string): string => ctx.registry.screen(code)!.path
const before = (at: string, minutes: number): string => new Date(Date.parse(at) - minutes * MINUTE).toISOString()
const seconds = (at: string): number => Math.round(Date.parse(at) / 1000)
/** How long ago, in words. */
const since = (ctx: Context, at: string): string => ago(seconds(at), Date.parse(ctx.clock.now()))

interface Position {
  online: boolean | null
  motion: string
  at: string | null
  changedAt: string | null
  speed: unknown
  lng: unknown
  lat: unknown
  terminal: number | null
}
const positionOf = (db: Db, ctx: Context, vehicle: number): Promise<Position | undefined> =>
  seenRows(db, ctx, vehiclePosition)
    .select(['t.online', 't.motion', 't.at', 't.changedAt', 't.speed', 't.lng', 't.lat', 't.terminal'])
    .where('t.vehicle', '=', vehicle)
    .executeTakeFirst()

async function place(db: Db, ctx: Context, vehicle: number, seen: Position): Promise<{ line: CardLine; acts: CardAct[] }> {
  const state: LiveState = seen.online ? (seen.motion as LiveState) : seen.at === null && seen.changedAt === null ? 'never' : 'offline'
  const map = `${pathOf(ctx, 'trainWorker')}?vehicle=${vehicle}`
  if (seen.lng === null || seen.lat === null || seen.at === null)
    return { line: { key: 'place', label: '位置', text: LIVE_WORDS[state], to: map }, acts: [] }
  const [lng, lat] = [Number(seen.lng), Number(seen.lat)]
  const moving = state === 'driving' ? `${LIVE_WORDS[state]} ${Math.round(Number(seen.speed ?? 0))} km/h` : LIVE_WORDS[state]
  const line: CardLine = {
    key: 'place',
    label: '位置',
    text: placeAt(lng, lat) ?? `${lng.toFixed(5)}, ${lat.toFixed(5)}`,
    notes: [since(ctx, seen.at), moving, formatTime(seen.at, 'MM-DD HH:mm')],
    to: map,
    ...(state === 'offline' ? { tone: 'warn' as const } : {}),
  }
  const plate = (await platesOf(db, [vehicle])).get(vehicle) ?? ''
  const route = `https://uri.amap.com/navigation?to=${lng},${lat},${encodeURIComponent(plate)}&mode=car&coordinate=wgs84`
  return { line, acts: [{ key: 'navigate', label: '导航', to: route }] }
}

/** Kilometres since midnight, as 数据统计 counts them; the way is that day's track. */
async function drivenToday(db: Db, ctx: Context, vehicle: number): Promise<CardLine[]> {
  if (!ctx.access.can('dataStatistics')) return []
  const day = await seenRows(db, ctx, vehicleDay)
    .select('t.distance')
    .where('t.vehicle', '=', vehicle)
    .where('t.day', '=', ctx.clock.today())
    .executeTakeFirst()
  if (!day) return []
  const to = `${pathOf(ctx, 'historicalTrajectory')}?vehicle=${vehicle}&track=1`
  return [{ key: 'drivenToday', label: '今日里程', text: `${(Number(day.distance) / 1000).toFixed(1)} km`, to }]
}

/** Terminals say it now and then, and many never do. */
const FUEL_MINUTES = 60
async function fuel(db: Db, ctx: Context, { terminal, at }: Position): Promise<CardLine[]> {
  if (terminal === null || at === null) return []
  const last = await allRows(db, 'position')
    .select(['fuel', 'at'])
    .where('terminal', '=', terminal)
    .where('at', '<=', at)
    .where('at', '>=', before(at, FUEL_MINUTES))
    .where('fuel', 'is not', null)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? [{ key: 'fuel', label: '油量', text: `${(last.fuel! / 10).toFixed(1)} L`, notes: [since(ctx, last.at)] }] : []
}

/** Older readings say nothing of now. */
const READING_MINUTES = 15
const ZONES: Readonly<Record<string, string>> = temperatureChannel.fields.zone.options
const EXCURSIONS: Readonly<Record<string, string>> = temperatureChannel.fields.excursion.options
async function readings(db: Db, ctx: Context, vehicle: number): Promise<CardLine[]> {
  const channels = await seenRows(db, ctx, temperatureChannel)
    .select(['t.kind', 't.zone', 't.lastAt', 't.lastValue', 't.lastQuality', 't.excursion'])
    .where('t.vehicle', '=', vehicle)
    .where('t.kind', 'in', ['temperature', 'humidity'])
    .orderBy('t.slot')
    .execute()
  return [...Map.groupBy(channels, ({ kind }) => kind as 'temperature' | 'humidity')].map(([kind, of]): CardLine => {
    const oldest = before(ctx.clock.now(), READING_MINUTES)
    const texts = of.map(({ zone, lastAt, lastValue, lastQuality }) => {
      const isKnown = lastAt !== null && lastAt >= oldest && lastValue !== null && lastQuality === 'ok'
      return `${ZONES[zone] ?? ''} ${measuredText(kind, isKnown ? Number(lastValue) : null)}`
    })
    const wrong = of.filter(({ excursion }) => excursion !== 'none')
    const [last] = of.flatMap(({ lastAt }) => lastAt ?? []).toSorted((a, b) => b.localeCompare(a))
    const bad = wrong.some(({ excursion }) => excursion !== 'warning')
    return {
      key: kind,
      label: kind === 'temperature' ? '温度' : '湿度',
      text: texts.join('，'),
      notes: [...new Set(wrong.map(({ excursion }) => EXCURSIONS[excursion] ?? '')), ...(last ? [since(ctx, last)] : [])],
      to: listAddress(ctx, 'coldChainTemperatureControl', { vehicle }),
      ...(wrong.length ? { tone: bad ? ('bad' as const) : ('warn' as const) } : {}),
    }
  })
}

/** Whose card is in the recorder now. */
async function atTheWheel(db: Db, ctx: Context, vehicle: number): Promise<CardLine[]> {
  if (!ctx.access.can('driverCardList')) return []
  const now = ctx.clock.now()
  const events = await seenRows(db, ctx, driverCard)
    .select(['t.action', 't.at', 't.driver', 't.name'])
    .where('t.vehicle', '=', vehicle)
    .where('t.at', '>=', before(now, 2 * 24 * 60))
    .where('t.at', '<=', now)
    .execute()
  const card = cardAt(events, now)
  if (!card) return []
  const page = card.driver === null ? null : recordPage(ctx.registry.screens(), 'driver')
  return [
    {
      key: 'card',
      label: '插卡司机',
      text: card.name,
      notes: [`${formatTime(card.at, 'MM-DD HH:mm')} 起`],
      ...(card.driver === null ? {} : { of: { entity: 'driver', id: card.driver } }),
      ...(page ? { to: page.path(card.driver!) } : {}),
    },
  ]
}

/** The rest stands in the list that the line opens. */
const NAMED = 2
const OPEN = ['open', 'assigned'] as const
async function openAlarms(db: Db, ctx: Context, vehicle: number): Promise<CardLine[]> {
  const open = await seenRows(db, ctx, alarm)
    .select(({ fn }) => ['t.kind', 't.grade', fn.countAll<number>().as('times'), fn.max('t.startAt').as('lastAt')])
    .where('t.vehicle', '=', vehicle)
    .where('t.status', 'in', OPEN)
    .groupBy(['t.kind', 't.grade'])
    .orderBy('lastAt', 'desc')
    .execute()
  if (open.length === 0) return []
  const sum = (of: typeof open): number => of.reduce((n, { times }) => n + Number(times), 0)
  const severe = sum(open.filter(({ grade }) => grade === 'severe'))
  const kinds = [...new Set(open.map(({ kind }) => ALARM_KINDS[kind]))]
  return [
    {
      key: 'alarms',
      label: '报警',
      text: `${sum(open)} 条未处理`,
      notes: [kinds.slice(0, NAMED).join('、') + (kinds.length > NAMED ? '等' : ''), ...(severe ? [`严重 ${severe} 条`] : [])],
      to: listAddress(ctx, 'assistant', { vehicle, status: [...OPEN] }),
      tone: severe ? 'bad' : 'warn',
    },
  ]
}

const ofVehicle: CardPart = {
  entity: 'vehicle',
  order: 30,
  of: async (db, ctx, id): Promise<CardSaid> => {
    const seen = ctx.access.can('trainWorker') ? await positionOf(db, ctx, id) : undefined
    const [at, ...lines] = await Promise.all([
      seen ? place(db, ctx, id, seen) : null,
      openAlarms(db, ctx, id),
      drivenToday(db, ctx, id),
      seen ? fuel(db, ctx, seen) : [],
      readings(db, ctx, id),
      atTheWheel(db, ctx, id),
    ])
    return { lines: [...(at ? [at.line] : []), ...lines.flat()], acts: at?.acts ?? [] }
  },
}
export const telematicsCardParts: readonly CardPart[] = [ofVehicle]
