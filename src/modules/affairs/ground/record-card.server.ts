/** What vehicle affairs say on the card of a vehicle: what is to be done about it, the most urgent first. */
import type { CardPart, CardSaid } from '#kit/entity/card/card.server.ts'
import { seenRows } from '#kit/entity/query/live-rows.server.ts'
import { affairDue } from './ground.ts'

/** The rest stands in the list that the line opens. */
const NAMED = 2

const ofVehicle: CardPart = {
  entity: 'vehicle',
  order: 40,
  of: async (db, ctx, id): Promise<CardSaid> => {
    if (!ctx.access.can('trafficL')) return {}
    const due = await seenRows(db, ctx, affairDue)
      .select(['t.name', 't.dueOn', 't.level'])
      .where('t.vehicle', '=', id)
      .orderBy('t.forecastOn')
      .orderBy('t.id')
      .execute()
    const named = due.slice(0, NAMED).map(({ name, dueOn }) => (dueOn ? `${name}（${dueOn}）` : name))
    const late = due.some(({ level }) => level === 'overdue')
    return {
      lines: [
        {
          key: 'affairs',
          label: '待办',
          text: due.length === 0 ? '无' : named.join('、'),
          ...(due.length > NAMED ? { notes: [`共 ${due.length} 项`] } : {}),
          ...(due.length ? { to: `${ctx.registry.screen('trafficL')!.path}?vehicle=${id}` } : {}),
          ...(late ? { tone: 'warn' as const } : {}),
        },
      ],
    }
  },
}
export const affairsCardParts: readonly CardPart[] = [ofVehicle]
