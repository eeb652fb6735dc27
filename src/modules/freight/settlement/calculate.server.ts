/**
 * What an order is charged and a mission is paid (transport.md §4.1): computed from what happened, kept on one live sheet per
 * direction, and computed again as often as something changes until somebody confirms it. A confirmed sheet is never touched.
 */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { fen } from '#kit/basics/fen.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { measure, missions, notePrice, transportOrders } from '#modules/transport/transport.public.ts'
import type { Judged } from '../rating/engine/choose.rules.ts'
import { answered, chargeableOf, keepQuote, priceOrder } from '../rating/order-price.server.ts'
import { taxInside, type Priced, type RateInput } from '../rating/engine/price.rules.ts'
import type { RateComponents } from '../rating/engine/schema.rules.ts'
import { monthOf, partyOf } from '../rating/month.server.ts'
import { markLoss, markLossOf } from './loss.server.ts'
import { missionPricing } from './mission-price.server.ts'
import { sheetLines } from './month.server.ts'
import { chargeSheet } from './sheet.ts'
import { carriedKm, deliveredOf, waitsOf } from './happened.server.ts'

type Sheet = Rec<typeof chargeSheet>
const sheets = storeOf(chargeSheet)

interface Figures {
  priced: Priced | null
  quote: number | null
  rule: number | null
  day: Day
  missing: string
}
/** The live sheet takes the figures over; there is none yet: it is made. */
async function keepSheet(tx: Tx, ctx: Context, head: Partial<Sheet>, f: Figures, final: boolean): Promise<number | null> {
  const { priced } = f
  const pending = priced === null ? [f.missing] : priced.pending
  const values = {
    ...head,
    quote: f.quote,
    rule: f.rule,
    pricingDay: f.day,
    lines: sheetLines(priced),
    total: fen(priced?.total ?? 0),
    tax: fen(priced?.tax ?? 0),
    monthQuantity: priced?.monthly ?? null,
    ...(priced && head.taxBp === undefined ? { taxBp: priced.taxBp } : {}),
    pending: pending.length > 0,
    pendingText: pending.join('；').slice(0, 300) || null,
  }
  const sheet = await liveRows(tx, 'chargeSheet')
    .select(['id', 'status'])
    .where('direction', '=', head.direction!)
    .where('kind', '=', 'freight')
    .where(head.order ? 'order' : 'mission', '=', (head.order ?? head.mission)!)
    .where('status', '<>', 'voided')
    .executeTakeFirst()
  // Without a price there is nothing to confirm: it waits as an estimate for a rule.
  const status = final && priced !== null ? ('calculated' as const) : ('estimated' as const)
  if (!sheet) return (await sheets.add(tx, ctx, { ...values, kind: 'freight', status })).id
  if (sheet.status !== 'estimated' && sheet.status !== 'calculated') return null
  await sheets.edit(tx, ctx, sheet.id, values)
  if (status !== sheet.status) await sheets.act(tx, ctx, 'reckon', sheet.id, {})
  return sheet.id
}

interface Kept {
  inputs: { input: RateInput; components: RateComponents | null }
  rule: number | null
  rateVersion: number | null
  pricingDay: Day
  rejected: object[] | null
}
const quoteOf = async (tx: Tx, order: number): Promise<(Kept & { id: number }) | null> =>
  ((await liveRows(tx, 'quote')
    .select(['id', 'inputs', 'rule', 'rateVersion', 'pricingDay', 'rejected'])
    .where('order', '=', order)
    .where('direction', '=', 'receivable')
    .where('current', '=', true)
    .executeTakeFirst()) as (Kept & { id: number }) | undefined) ?? null

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What the customer owes for an order that was delivered: the rule it was sold under, with what really happened. */
export async function calculateOrder(tx: Tx, ctx: Context, id: number): Promise<void> {
  const order = await transportOrders.get(tx, ctx, id)
  const before = await quoteOf(tx, id)
  if (!before?.inputs.components) await priceOrder(tx, ctx, order, '送达计费')
  const sold = (await quoteOf(tx, id))!
  const { input, components } = sold.inputs
  const party = partyOf('receivable', order)
  const month =
    sold.rule !== null && party
      ? { rule: sold.rule, direction: 'receivable' as const, party, day: sold.pricingDay, of: { order: id, mission: null } }
      : null
  const { actual, kmActualFrom } = await carriedKm(tx, id)
  const now: RateInput = {
    ...input,
    ...(await deliveredOf(tx, { order: id })),
    km: { ...input.km, actual },
    kmActualFrom,
    waits: await waitsOf(tx, { order: id, customer: order.customer }),
    monthBefore: await monthOf(tx, components, month),
  }
  const priced = answered({ components, input: now })
  const quote = same(now, input)
    ? sold.id
    : await keepQuote(tx, ctx, {
        order: id,
        direction: 'receivable',
        store: order.store,
        now: {
          day: sold.pricingDay,
          chosen: sold.rule === null ? null : { rule: sold.rule, version: sold.rateVersion, name: '', score: 0, why: null },
          others: (sold.rejected ?? []) as Judged[],
          components,
          input: now,
        },
        priced,
        why: '送达计费',
      })
  const head = { direction: 'receivable' as const, customer: order.customer, order: id, project: order.project, store: order.store }
  const missing = '没有适用的应收规则，请新建或发布规则后重新计算'
  await keepSheet(tx, ctx, head, { priced, quote, rule: sold.rule, day: sold.pricingDay, missing }, true)
  await notePrice(tx, ctx, id, {
    quote,
    unpriced: priced === null || priced.pending.length > 0,
    ...(components ? { chargeableKg: chargeableOf(now, components.factor) } : {}),
  })
  await markLossOf(tx, ctx, id)
}

/** What carrier or driver gets for a mission: an estimate on the road, the sheet itself when all of it is off the truck. */
export async function calculateMission(tx: Tx, ctx: Context, id: number, final: boolean): Promise<void> {
  const before = await missions.get(tx, ctx, id)
  const m = final ? await measure(tx, ctx, before) : before
  // The orders were reckoned when they were signed for, before anybody knew how far it was.
  if (m.actualKm !== before.actualKm) for (const s of await openSheets(tx, id)) if (s.order !== null) await calculateOrder(tx, ctx, s.order)
  if (m.carrier === null && m.driver === null) return
  const pricing = await missionPricing(tx, m)
  const priced = answered(pricing)
  const quote = await keepQuote(tx, ctx, {
    mission: id,
    direction: 'payable',
    store: m.store,
    now: pricing,
    priced,
    why: final ? '任务完成' : '预估',
  })
  const carrier = m.carrier ? await tx.selectFrom('carrier').select('taxBp').where('id', '=', m.carrier).executeTakeFirstOrThrow() : null
  const head = {
    direction: 'payable' as const,
    carrier: m.carrier,
    driver: m.carrier === null ? m.driver : null,
    mission: id,
    project: m.project,
    taxBp: carrier?.taxBp ?? 0,
    store: m.store,
  }
  const own = priced && { ...priced, tax: taxInside(priced.total, carrier?.taxBp ?? 0) }
  const missing = '没有适用的应付规则，请新建或发布规则后重新计算'
  await keepSheet(tx, ctx, head, { priced: own, quote, rule: pricing.chosen?.rule ?? null, day: pricing.day, missing }, final)
  await markLoss(tx, ctx, [id])
}

const ROAD_OVER = ['done', 'settled', 'arrived', 'partSigned']
export async function recalculate(tx: Tx, ctx: Context, s: Pick<Sheet, 'order' | 'mission'>): Promise<void> {
  if (s.order !== null) return calculateOrder(tx, ctx, s.order)
  if (s.mission === null) return
  const m = await missions.get(tx, ctx, s.mission)
  await calculateMission(tx, ctx, s.mission, ROAD_OVER.includes(m.status) && m.actualEnd !== null)
}

/** Of a mission and of its orders, as far as nobody has confirmed them. */
async function openSheets(tx: Tx, mission: number): Promise<Pick<Sheet, 'order' | 'mission'>[]> {
  const freight = await liveRows(tx, 'consignment').select('order').where('mission', '=', mission).execute()
  const ids = [...new Set(freight.map((c) => c.order))]
  return liveRows(tx, 'chargeSheet')
    .select(['order', 'mission'])
    .where((e) => e.or([e('mission', '=', mission), e('order', '=', anyOf(ids))]))
    .where('kind', '=', 'freight')
    .where('status', 'in', ['estimated', 'calculated'])
    .orderBy('id')
    .execute()
}
/** Something about a mission was heard after it was reckoned: what nobody has confirmed yet is reckoned again. */
export async function recalculateOpen(tx: Tx, ctx: Context, mission: number): Promise<void> {
  for (const s of await openSheets(tx, mission)) await recalculate(tx, ctx, s)
}

/** What carriers and drivers get for an order's work, where it was reckoned already and nobody has confirmed it. */
export async function recalculateMissions(tx: Tx, ctx: Context, order: number): Promise<void> {
  const legs = await liveRows(tx, 'consignment').select('mission').where('order', '=', order).where('mission', 'is not', null).execute()
  for (const id of [...new Set(legs.map((c) => c.mission!))].toSorted((a, b) => a - b)) await recalculateOpen(tx, ctx, id)
}

/** Nothing is charged for what was made void; what is billed already is reversed by a sheet somebody confirms (S1). */
export async function voidSheets(tx: Tx, ctx: Context, of: { order: number } | { mission: number }, why: string): Promise<void> {
  const [column, id] = 'order' in of ? (['order', of.order] as const) : (['mission', of.mission] as const)
  const rows = (await liveRows(tx, 'chargeSheet')
    .selectAll()
    .where(column, '=', id)
    .where('status', '<>', 'voided')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()) as unknown as Sheet[]
  const [billed, open] = [rows.filter((s) => BILLED.includes(s.status)), rows.filter((s) => !BILLED.includes(s.status))]
  for (const s of open) await sheets.act(tx, ctx, 'void', s.id, { reason: why })
  const sum = billed.filter((s) => s.kind !== 'claim').reduce((n, s) => n + (s.total ?? 0), 0)
  const last = billed.find((s) => s.kind === 'freight')
  if (sum !== 0 && last) await reverse(tx, ctx, last, sum, why)
}
const BILLED: readonly string[] = ['billed', 'settled']

async function reverse(tx: Tx, ctx: Context, s: Sheet, sum: number, why: string): Promise<void> {
  const { direction, customer, carrier, driver, provider, order, mission, project, taxBp, store } = s
  const total = fen(-sum)
  await sheets.add(tx, ctx, {
    direction,
    customer,
    carrier,
    driver,
    provider,
    order,
    mission,
    project,
    taxBp,
    store,
    total,
    kind: 'adjust',
    status: 'calculated',
    corrects: s.id,
    pricingDay: ctx.clock.today(),
    lines: [{ code: 'adjust', label: `冲减：${why}`, amount: total, formula: null }],
    tax: fen(Math.round((total * taxBp) / (10_000 + taxBp))),
  })
}
