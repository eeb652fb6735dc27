/** What a mission is paid by: the rule named on it, the driver's own, or the most specific one for who drives what (transport.md §3). */
import type { Tx } from '#kit/access/context.server.ts'
import { dayOf } from '#kit/basics/time/day.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import type { mission } from '#modules/transport/missions/mission.ts'
import { chooseRule, type Asked, type Judged } from '../rating/engine/choose.rules.ts'
import { candidatesOn, fuelOn, holidayOn, palletsOf, workOf, type Question } from '../rating/order-price.server.ts'
import { rateInput } from '../rating/engine/input.rules.ts'
import type { RateInput } from '../rating/engine/price.rules.ts'
import { volumeFactor } from '../rating/engine/quantity.rules.ts'
import { EMPTY, type RateComponents } from '../rating/engine/schema.rules.ts'
import { monthOf, partyOf } from '../rating/month.server.ts'
import { deliveredOf, waitsOf } from './happened.server.ts'

type Mission = Rec<typeof mission>

async function freightOf(tx: Tx, id: number) {
  return liveRows(tx, 'consignment')
    .innerJoin('transportOrder', 'transportOrder.id', 'consignment.order')
    .innerJoin('consignParty as sender', 'sender.id', 'consignment.from')
    .innerJoin('consignParty as receiver', 'receiver.id', 'consignment.to')
    .select([
      'consignment.weight',
      'consignment.volume',
      'consignment.pieces',
      'consignment.tempPolicy',
      'consignment.goods',
      'consignment.order',
      'transportOrder.model',
      'transportOrder.vehicleClass',
      'transportOrder.source',
      'transportOrder.lines',
      'transportOrder.priority',
      'sender.place as fromPlace',
      'receiver.place as toPlace',
    ])
    .where('consignment.mission', '=', id)
    .where('consignment.status', '<>', 'cancelled')
    .orderBy('consignment.id')
    .execute()
}
type Freight = Awaited<ReturnType<typeof freightOf>>

/** Orders won by bidding are carried at the price that won: nothing else is computed. */
async function bidOf(tx: Tx, m: Mission, freight: Freight): Promise<number | null> {
  if (m.carrier === null || freight.length === 0 || freight.some((c) => c.source !== 'cargo')) return null
  const won = await liveRows(tx, 'cargoSource')
    .select(['order', 'price'])
    .where('order', 'in', [...new Set(freight.map((c) => c.order))])
    .where('winner', '=', m.carrier)
    .execute()
  return won.length === new Set(freight.map((c) => c.order)).size ? won.reduce((n, w) => n + (w.price ?? 0), 0) : null
}

async function inputOf(tx: Tx, m: Mission, freight: Freight, day: ReturnType<typeof dayOf>): Promise<RateInput> {
  const start = m.actualStart ?? m.planStart
  const end = m.actualEnd ?? m.planEnd
  const stops = await liveRows(tx, 'missionStop')
    .select(['kind', 'party'])
    .where('mission', '=', m.id)
    .where('status', '<>', 'skipped')
    .execute()
  const plan = Math.round(m.planKm * 1000)
  const orders = [...new Map(freight.map((c) => [c.order, c])).values()]
  return rateInput({
    day,
    startAt: start,
    endAt: end,
    km: { contract: null, planned: plan, actual: m.actualKm === null ? null : Math.round(m.actualKm * 1000) },
    kmActualFrom: m.actualKmFrom,
    grams: freight.reduce((n, c) => n + Math.round(Number(c.weight) * 1000), 0),
    volume: freight.reduce((n, c) => n + Math.round(Number(c.volume) * 10_000), 0),
    pieces: freight.reduce((n, c) => n + c.pieces, 0),
    pallets: palletsOf(orders),
    minutes: Math.max(0, Math.round((Date.parse(end) - Date.parse(start)) / 60_000)),
    days: Math.max(1, Math.ceil((Date.parse(end) - Date.parse(start)) / 86_400_000)),
    stops: Math.max(1, new Set(stops.filter((s) => s.kind === 'unload').map((s) => s.party)).size),
    ...(await deliveredOf(tx, { mission: m.id })),
    waits: await waitsOf(tx, { mission: m.id }),
    ...workOf(orders),
    cold: freight.some((c) => c.tempPolicy !== null),
    urgent: orders.some((o) => o.priority >= 8),
    dangerous: freight.some((c) => c.goods.some((g) => Boolean(g.unNo))),
    ...(await holidayOn(tx, day)),
    fromArea: freight[0]?.fromPlace.code ?? '',
    toArea: freight.at(-1)?.toPlace.code ?? '',
    fuel: await fuelOn(tx, day),
  })
}

export async function missionPricing(tx: Tx, m: Mission): Promise<Question> {
  const freight = await freightOf(tx, m.id)
  const day = dayOf(m.actualStart ?? m.planStart)
  const input = await inputOf(tx, m, freight, day)
  const bid = m.carrier !== null && m.agreedPrice !== null ? m.agreedPrice : await bidOf(tx, m, freight)
  if (bid !== null) return { day, chosen: null, others: [], components: { ...EMPTY, base: { fen: bid } }, input }
  const project = m.project
    ? await tx.selectFrom('project').select(['payableRules', 'volumeFactor']).where('id', '=', m.project).executeTakeFirst()
    : undefined
  const driver =
    m.driver && m.carrier === null
      ? await tx.selectFrom('driver').select('payRule').where('id', '=', m.driver).executeTakeFirst()
      : undefined
  const models = [...new Set(freight.map((c) => c.model))]
  const asked: Asked = {
    direction: 'payable',
    day,
    customer: null,
    carrier: m.carrier,
    driver: m.carrier === null ? m.driver : null,
    project: m.project,
    projectRules: project?.payableRules ?? [],
    orderModel: models.length === 1 ? models[0]! : null,
    goodsRoute: m.goodsRoute,
    vehicleClass: freight[0]?.vehicleClass ?? null,
    goodsCategories: [...new Set(freight.flatMap((c) => c.goods.map((g) => g.category)))],
    fromArea: input.fromArea,
    toArea: input.toArea,
  }
  const candidates = await candidatesOn(tx, 'payable', day)
  // One that was stopped pays nobody any more, whoever names it: then the others are asked, and it stands among them with the reason.
  const named = candidates.find((c) => c.rule.id === (m.payableRule ?? driver?.payRule) && c.version !== null && c.rule.status === 'active')
  const { chosen, others } = named
    ? {
        chosen: { rule: named.rule.id, name: named.rule.name, version: named.version!.id, score: 0, why: null } satisfies Judged,
        others: [],
      }
    : chooseRule(candidates, asked)
  const chosenComponents: RateComponents | null = chosen ? (candidates.find((c) => c.rule.id === chosen.rule)?.components ?? null) : null
  const components = chosenComponents ? { ...chosenComponents, factor: volumeFactor(chosenComponents.factor, project?.volumeFactor) } : null
  const party = partyOf('payable', m)
  const month =
    chosen && party ? { rule: chosen.rule, direction: 'payable' as const, party, day, of: { order: null, mission: m.id } } : null
  input.monthBefore = await monthOf(tx, components, month)
  return { day, chosen, others, components, input }
}
