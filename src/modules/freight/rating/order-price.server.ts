/** What an order costs: the rule of the pricing day, its lines, and the quote that is kept. Quotes are added, never changed. */
import { sql } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { dayOf, weekday, type Day } from '#kit/basics/time/day.ts'
import { fen } from '#kit/basics/fen.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { chooseRule, type Asked, type Candidate, type Judged } from './engine/choose.rules.ts'
import { monthOf, partyOf } from './month.server.ts'
import { rateInput } from './engine/input.rules.ts'
import { ENGINE, priceOf, type Priced, type RateInput } from './engine/price.rules.ts'
import { chargeableKg, volumeFactor } from './engine/quantity.rules.ts'
import { quote } from './rule.ts'
import type { RateComponents } from './engine/schema.rules.ts'

const quotes = storeOf(quote)

interface Goods {
  name: string
  category: string
  pieces: number
  weight: number
  volume: number
  declared: number | null
  unNo: string | null
}
interface WorkLine {
  kind: string
  quantity: number | null
  amount: number | null
  note: string | null
}
/** What of an order its price depends on; the form sends it before there is an order. */
export interface OrderToPrice {
  id?: number
  customer: number
  project: number | null
  model: number
  goodsRoute: number | null
  vehicleClass: string | null
  sender: number
  receiver: number
  pickFrom: string
  dropTo: string
  goods: readonly Goods[] | null
  distanceM: number | null
  distanceFrom: string
  tempPolicy: number | null
  insure: boolean
  lines: readonly WorkLine[] | null
  priority: number
}

/** What is asked: the rule that answers, the others with the reason, and what goes into it. */
export interface Question {
  day: Day
  chosen: Judged | null
  others: Judged[]
  components: RateComponents | null
  input: RateInput
}
interface OrderQuestion extends Question {
  /** The volume factor, also where no rule was found. */
  factor: number
}
/** The one answer to a question; whoever needs it is given it. */
export const answered = ({ components, input }: Pick<Question, 'components' | 'input'>): Priced | null =>
  components ? priceOf(components, input) : null

/** Every rule of a direction with the version in force on the day. */
export async function candidatesOn(
  db: Db,
  direction: 'receivable' | 'payable',
  day: string,
): Promise<(Candidate & { components: RateComponents | null })[]> {
  const rows = await liveRows(db, 'rateRule')
    .leftJoin('rateVersion', (join) =>
      join
        .onRef('rateVersion.rule', '=', 'rateRule.id')
        .onRef('rateVersion.operatorId', '=', 'rateRule.operatorId')
        .on('rateVersion.status', 'in', ['published', 'ended'])
        .on('rateVersion.publishedAt', 'is not', null)
        .on('rateVersion.effectiveOn', '<=', day as Day)
        .on(sql<boolean>`(rate_version.ends_on is null or rate_version.ends_on >= ${day}::date)`)
        .on('rateVersion.deletedAt', 'is', null),
    )
    .selectAll('rateRule')
    .select([
      'rateVersion.id as versionId',
      'rateVersion.effectiveOn as versionFrom',
      'rateVersion.endsOn as versionTo',
      'rateVersion.components',
    ])
    .where('rateRule.direction', '=', direction)
    .orderBy('rateRule.id')
    .orderBy('rateVersion.effectiveOn', 'desc')
    .execute()
  const seen = new Set<number>()
  return rows.flatMap((r) => {
    if (seen.has(r.id)) return []
    seen.add(r.id)
    const version = r.versionId === null ? null : { id: r.versionId, effectiveOn: r.versionFrom!, endsOn: r.versionTo }
    return [{ rule: r, version, components: (r.components as RateComponents | null) ?? null }]
  })
}

async function placeCodes(db: Db, sender: number, receiver: number): Promise<{ from: string; to: string }> {
  const rows = await db.selectFrom('consignParty').select(['id', 'place']).where('id', 'in', [sender, receiver]).execute()
  const code = (id: number): string => rows.find((r) => r.id === id)?.place.code ?? ''
  return { from: code(sender), to: code(receiver) }
}

export async function fuelOn(db: Db, day: string): Promise<Record<string, number>> {
  const rows = await liveRows(db, 'fuelPrice')
    .select(['province', 'price'])
    .where('effectiveOn', '<=', day as Day)
    .orderBy('effectiveOn')
    .execute()
  return Object.fromEntries(rows.map((r) => [r.province, r.price]))
}

export async function holidayOn(db: Db, day: Day): Promise<{ holiday: 'off' | 'statutory' | null; weekend: boolean }> {
  const row = await liveRows(db, 'holiday').select('kind').where('day', '=', day).executeTakeFirst()
  return { holiday: row && row.kind !== 'work' ? row.kind : null, weekend: weekday(day) >= 6 && row?.kind !== 'work' }
}

/** The day that prices it: of ordering, loading or signing, as the order model says. */
async function pricingDay(db: Db, ctx: Context, o: OrderToPrice, direction: 'receivable' | 'payable'): Promise<Day> {
  const m = await db.selectFrom('orderModel').select(['receivableBasis', 'payableBasis']).where('id', '=', o.model).executeTakeFirst()
  const basis = direction === 'receivable' ? m?.receivableBasis : m?.payableBasis
  if (basis === 'load') return dayOf(o.pickFrom)
  return basis === 'sign' ? dayOf(o.dropTo) : ctx.clock.today()
}

type WithLines = Pick<OrderToPrice, 'lines'>
const lineOf = (o: WithLines, kind: string): number =>
  (o.lines ?? []).filter((l) => l.kind === kind).reduce((n, l) => n + (l.quantity ?? 0), 0)

/** Work beside the carriage, as the orders say it; for a mission, of all its orders together. */
export function workOf(orders: readonly WithLines[]): Pick<RateInput, 'floors' | 'tailLift' | 'entries' | 'returnEmpty'> {
  const sum = (kind: string): number => orders.reduce((n, o) => n + lineOf(o, kind), 0)
  return {
    floors: sum('floors'),
    tailLift: sum('tailLift'),
    entries: sum('entries'),
    returnEmpty: orders.some((o) => (o.lines ?? []).some((l) => l.kind === 'returnEmpty')),
  }
}
export const palletsOf = (orders: readonly WithLines[]): number => orders.reduce((n, o) => n + lineOf(o, 'pallets'), 0)

async function inputOf(db: Db, o: OrderToPrice, day: Day, areas: { from: string; to: string }): Promise<RateInput> {
  const goods = o.goods ?? []
  const km = o.distanceM ?? null
  return rateInput({
    day,
    startAt: o.pickFrom,
    endAt: o.dropTo,
    // How far it was really carried is known when it has arrived (settlement/happened.server.ts).
    km: { contract: o.distanceFrom === 'estimate' ? null : km, planned: km, actual: null },
    grams: goods.reduce((n, g) => n + Math.round(g.weight * 1000), 0),
    volume: goods.reduce((n, g) => n + Math.round(g.volume * 10_000), 0),
    pieces: goods.reduce((n, g) => n + g.pieces, 0),
    pallets: palletsOf([o]),
    minutes: Math.round(lineOf(o, 'hours') * 60),
    days: Math.max(1, Math.ceil((Date.parse(o.dropTo) - Date.parse(o.pickFrom)) / 86_400_000)),
    trips: lineOf(o, 'trips') || 1,
    stops: lineOf(o, 'stops') || 1,
    ...workOf([o]),
    cold: o.tempPolicy !== null && o.tempPolicy !== undefined,
    urgent: o.priority >= 8,
    dangerous: goods.some((g) => Boolean(g.unNo)),
    ...(await holidayOn(db, dayOf(o.pickFrom))),
    fromArea: areas.from,
    toArea: areas.to,
    tolls: (o.lines ?? []).flatMap((l) =>
      l.kind === 'toll' && l.amount ? [{ label: '代垫费', fen: l.amount, receipt: l.note ?? '', taxable: false }] : [],
    ),
    insure: o.insure,
    declaredFen: goods.reduce((n, g) => n + (g.declared ?? 0), 0),
    fuel: await fuelOn(db, day),
  })
}

interface Extra {
  carrier?: number | null
  driver?: number | null
  /** Districts of places that are no parties of ours yet. */
  areas?: { from: string; to: string }
}

/** Chosen rule, all others with the reason, and what its price depends on. Writes nothing. */
export async function questionOf(
  db: Db,
  ctx: Context,
  o: OrderToPrice,
  direction: 'receivable' | 'payable',
  extra: Extra = {},
): Promise<OrderQuestion> {
  const day = await pricingDay(db, ctx, o, direction)
  const areas = extra.areas ?? (await placeCodes(db, o.sender, o.receiver))
  const project = o.project
    ? await db
        .selectFrom('project')
        .select(['volumeFactor', 'receivableRules', 'payableRules', 'insureBp'])
        .where('id', '=', o.project)
        .executeTakeFirst()
    : undefined
  const asked: Asked = {
    direction,
    day,
    customer: direction === 'receivable' ? o.customer : null,
    carrier: extra.carrier ?? null,
    driver: extra.driver ?? null,
    project: o.project,
    projectRules: (direction === 'receivable' ? project?.receivableRules : project?.payableRules) ?? [],
    orderModel: o.model,
    goodsRoute: o.goodsRoute,
    vehicleClass: o.vehicleClass,
    goodsCategories: [...new Set((o.goods ?? []).map((g) => g.category))],
    fromArea: areas.from,
    toArea: areas.to,
  }
  const candidates = await candidatesOn(db, direction, day)
  const { chosen, others } = chooseRule(candidates, asked)
  const input = await inputOf(db, o, day, areas)
  const chosenComponents = chosen ? (candidates.find((c) => c.rule.id === chosen.rule)?.components ?? null) : null
  const factor = volumeFactor(chosenComponents?.factor, project?.volumeFactor)
  const components = chosenComponents
    ? { ...chosenComponents, factor, insureBp: chosenComponents.insureBp || (project?.insureBp ?? 0) }
    : null
  const party = partyOf(direction, { customer: o.customer, carrier: extra.carrier, driver: extra.driver })
  const month = chosen && party ? { rule: chosen.rule, direction, party, day, of: { order: o.id ?? null, mission: null } } : null
  input.monthBefore = await monthOf(db, components, month)
  return { day, chosen, others, components, input, factor }
}

/** Fees and adjustments agreed before stay in the next quote of the order. */
async function carried(tx: Tx, order: number): Promise<Partial<RateInput>> {
  const row = await liveRows(tx, 'quote')
    .select('inputs')
    .where('order', '=', order)
    .where('direction', '=', 'receivable')
    .where('current', '=', true)
    .executeTakeFirst()
  const before = (row?.inputs as { input?: RateInput } | undefined)?.input
  if (!before) return {}
  const { fees, adjustments, waits, signedPieces, refusedPieces, returnPayable } = before
  return { fees, adjustments, waits, signedPieces, refusedPieces, returnPayable }
}

/** Prices the order and keeps the quote. Without a rule in force the order is 待定价, never free. */
export async function priceOrder(
  tx: Tx,
  ctx: Context,
  order: OrderToPrice & { id: number; store: number | null },
  why: string,
  fee?: number,
  adjust?: number,
): Promise<{ quote: number; unpriced: boolean; chargeableKg: number }> {
  const before = await carried(tx, order.id)
  const question = await questionOf(tx, ctx, order, 'receivable')
  const input: RateInput = {
    ...question.input,
    ...before,
    fees: [...(before.fees ?? []), ...(fee ? [{ code: 'change', label: '改址费', fen: fee }] : [])],
    adjustments: [...(before.adjustments ?? []), ...(adjust ? [{ fen: adjust, reason: why }] : [])],
  }
  const now = { ...question, input }
  const priced = answered(now)
  const quote = await keepQuote(tx, ctx, { order: order.id, direction: 'receivable', store: order.store, now, priced, why })
  return { quote, unpriced: priced === null || priced.pending.length > 0, chargeableKg: chargeableOf(input, question.factor) }
}
export const chargeableOf = ({ grams, volume }: RateInput, factor: number): number => chargeableKg(grams / 1000, volume / 10_000, factor)

interface Kept {
  order?: number | null
  mission?: number | null
  direction: 'receivable' | 'payable'
  store: number | null
  now: Question
  /** The answer to it. */
  priced: Priced | null
  why: string
}
/** The quote that counts from now on; those of before stay. */
export async function keepQuote(tx: Tx, ctx: Context, of: Kept): Promise<number> {
  const { order = null, mission = null, direction, store, now, priced, why } = of
  await tx
    .updateTable('quote')
    .set({ current: false })
    .where(order === null ? 'mission' : 'order', '=', order ?? mission!)
    .where('direction', '=', direction)
    .where('current', '=', true)
    .execute()
  const made = await quotes.add(tx, ctx, {
    order,
    mission,
    direction,
    rule: now.chosen?.rule ?? null,
    rateVersion: now.chosen?.version ?? null,
    pricingDay: now.day,
    engine: ENGINE,
    inputs: { input: now.input, components: now.components, why },
    rejected: now.others,
    lines: (priced?.lines ?? []).map((l) => ({ code: l.code, label: l.label, amount: fen(l.amount), formula: l.formula.slice(0, 300) })),
    total: fen(priced?.total ?? 0),
    tax: fen(priced?.tax ?? 0),
    current: true,
    store,
  })
  return made.id
}
