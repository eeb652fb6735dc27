/** What telematics says on the card of a vehicle: where it was last heard of and how long ago, and the way there. */
import type { CardPart, CardSaid } from '#kit/entity/card/card.server.ts'
import type { CardLine } from '#kit/entity/card/card.wire.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { seenRows } from '#kit/entity/query/live-rows.server.ts'
import { platesOf } from '#modules/vehicles/vehicles.public.ts'
import { placeAt } from '#shell/gazetteer/gazetteer.server.ts'
import { ago } from './live/live.layout.ts'
import { vehiclePosition } from './tracks/track.ts'
import { LIVE_WORDS, type LiveState } from './wire.ts'

const ofVehicle: CardPart = {
  entity: 'vehicle',
  order: 30,
  of: async (db, ctx, id): Promise<CardSaid> => {
    if (!ctx.access.can('trainWorker')) return {}
    const seen = await seenRows(db, ctx, vehiclePosition)
      .select(['t.online', 't.motion', 't.at', 't.changedAt', 't.speed', 't.lng', 't.lat'])
      .where('t.vehicle', '=', id)
      .executeTakeFirst()
    if (!seen) return {}
    const state: LiveState = seen.online ? (seen.motion as LiveState) : seen.at === null && seen.changedAt === null ? 'never' : 'offline'
    const map = `${ctx.registry.screen('trainWorker')!.path}?vehicle=${id}`
    if (seen.lng === null || seen.lat === null || seen.at === null)
      return { lines: [{ key: 'place', label: '位置', text: LIVE_WORDS[state], to: map }] }
    const [lng, lat] = [Number(seen.lng), Number(seen.lat)]
    const age = ago(Math.round(Date.parse(seen.at) / 1000), Date.parse(ctx.clock.now()))
    const moving = state === 'driving' ? `${LIVE_WORDS[state]} ${Math.round(Number(seen.speed ?? 0))} km/h` : LIVE_WORDS[state]
    const line: CardLine = {
      key: 'place',
      label: '位置',
      text: placeAt(lng, lat) ?? `${lng.toFixed(5)}, ${lat.toFixed(5)}`,
      notes: [age, moving, formatTime(seen.at, 'MM-DD HH:mm')],
      to: map,
      ...(state === 'offline' ? { tone: 'warn' as const } : {}),
    }
    const plate = (await platesOf(db, [id])).get(id) ?? ''
    const route = `https://uri.amap.com/navigation?to=${lng},${lat},${encodeURIComponent(plate)}&mode=car&coordinate=wgs84`
    return { lines: [line], acts: [{ key: 'navigate', label: '导航', to: route }] }
  },
}
export const telematicsCardParts: readonly CardPart[] = [ofVehicle]
