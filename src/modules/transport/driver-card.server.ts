/** What transport says on the card of a driver: what he is on, with which vehicle. */
import type { CardPart, CardSaid } from '#kit/entity/card/card.server.ts'
import { recordPage } from '#kit/entity/module.ts'
import { titlesOf } from '#kit/entity/query/labels.server.ts'
import { seenRows } from '#kit/entity/query/live-rows.server.ts'
import { MISSION_STATES, mission } from './missions/mission.ts'

const ON = ['offered', 'toLoad', 'toDepart', 'running', 'suspended', 'arrived', 'partSigned'] as const

const ofDriver: CardPart = {
  entity: 'driver',
  order: 10,
  of: async (db, ctx, id): Promise<CardSaid> => {
    if (!ctx.access.can('missionList')) return {}
    const on = await seenRows(db, ctx, mission)
      .select(['t.id', 't.no', 't.status', 't.vehicle', 't.planEnd'])
      .where('t.driver', '=', id)
      .where('t.status', 'in', ON)
      .orderBy('t.planStart')
      .orderBy('t.id')
      .execute()
    const [first] = on
    if (!first) return { lines: [{ key: 'mission', label: '任务', text: '没有进行中的任务' }] }
    const screens = ctx.registry.screens()
    const plates = first.vehicle === null ? null : await titlesOf(db, ctx, 'vehicle', [first.vehicle])
    const to = recordPage(screens, 'mission')?.path(first.id)
    const vehicle = first.vehicle === null ? undefined : recordPage(screens, 'vehicle')?.path(first.vehicle)
    return {
      lines: [
        {
          key: 'mission',
          label: '任务',
          text: first.no,
          notes: [MISSION_STATES[first.status], ...(on.length > 1 ? [`另有 ${on.length - 1} 项`] : [])],
          ...(to ? { to } : {}),
        },
        ...(plates
          ? [{ key: 'vehicle', label: '任务车辆', text: plates.get(first.vehicle!) ?? '', ...(vehicle ? { to: vehicle } : {}) }]
          : []),
      ],
    }
  },
}
export const transportCardParts: readonly CardPart[] = [ofDriver]
