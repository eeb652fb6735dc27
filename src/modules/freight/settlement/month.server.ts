/**
 * With the confirmation of a sheet the month before it is frozen (transport.md §3), one sheet after the other, so that a month costs C(all of
 * it) to the fen in whatever order its sheets are confirmed. A total that became another by it is confirmed by nobody who has not seen it.
 */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { startOfMonth } from '#kit/basics/time/day.ts'
import { AppError, refused } from '#kit/basics/errors.ts'
import { fen, formatYuan, type Fen } from '#kit/basics/fen.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { notePrice } from '#modules/transport/transport.public.ts'
import type { Judged } from '../rating/engine/choose.rules.ts'
import { monthBefore, partyOf } from '../rating/month.server.ts'
import { keepQuote } from '../rating/order-price.server.ts'
import { priceOf, taxInside, type Priced, type RateInput } from '../rating/engine/price.rules.ts'
import type { RateComponents } from '../rating/engine/schema.rules.ts'
import { makesLoss } from './loss.server.ts'
import { TOTAL_ASKED, type chargeSheet, type OtherTotal } from './sheet.ts'

type Sheet = Rec<typeof chargeSheet>

/** What the sheet takes over when it is confirmed: the same, or its price after what others had confirmed meanwhile. */
export async function frozenByMonth(tx: Tx, ctx: Context, s: Sheet): Promise<Partial<Sheet>> {
  const party = partyOf(s.direction, s)
  if (s.kind !== 'freight' || s.monthQuantity === null || s.rule === null || s.quote === null || s.pricingDay === null || !party) return {}
  // One sheet of the month at a time: two would both come after the same ones.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`freightMonth:${ctx.user.operatorId}:${s.rule}:${JSON.stringify(party)}:${startOfMonth(s.pricingDay)}`}, 0))`.execute(
    tx,
  )
  const { inputs, rateVersion, rejected } = await tx
    .selectFrom('quote')
    .select(['inputs', 'rateVersion', 'rejected'])
    .where('id', '=', s.quote)
    .executeTakeFirstOrThrow()
  const { input, components } = inputs as { input: RateInput; components: RateComponents }
  const { rule, direction, order, mission, pricingDay: day } = s
  const before = await monthBefore(tx, { rule, direction, party, day, of: { order, mission } })
  const now = { ...input, monthBefore: before }
  const priced = before === input.monthBefore ? null : priceOf(components, now)
  const total = priced ? fen(priced.total) : s.total
  onlyWhatWasSeen(ctx, s, total)
  if (!priced) return {}
  if (direction === 'payable' && !s.loss && mission !== null && (await makesLoss(tx, ctx, mission, total)))
    throw refused(`按当月已确认的数量重新计算后，这张费用单为 ${formatYuan(total)}，任务为负毛利，请先重新计算再确认`)
  const chosen: Judged = { rule, version: rateVersion, name: '', score: 0, why: null }
  const others = (rejected ?? []) as Judged[]
  const quote = await keepQuote(tx, ctx, {
    order,
    mission,
    direction,
    store: s.store,
    now: { day, chosen, others, components, input: now },
    priced,
    why: '确认时按当月累计量',
  })
  const tax = direction === 'receivable' ? priced.tax : taxInside(priced.total, s.taxBp)
  if (order !== null && direction === 'receivable') await notePrice(tx, ctx, order, { quote })
  return { quote, lines: sheetLines(priced), total, tax: fen(tax) }
}

/** The version that came with the call ties what was seen to the record; a total told since then comes back with the second call. */
function onlyWhatWasSeen(ctx: Context, s: Sheet, total: Fen): void {
  // No person has seen anything where none asks: a job takes what is computed.
  if (ctx.source === 'job') return
  const givenTotal = ctx.given?.[TOTAL_ASKED]
  const seen = typeof givenTotal === 'number' ? givenTotal : s.total
  if (seen === total) return
  const asked: OtherTotal = { ask: TOTAL_ASKED, seen, now: total }
  const alone = ctx.source === 'bulk' ? '，请打开这张费用单单独确认' : '，请核对后再确认'
  throw new AppError(
    'needsConfirmation',
    `当月已确认的数量有变化，合计由您看到的 ${formatYuan(seen)} 变为 ${formatYuan(total)}${alone}`,
    asked,
  )
}

export const sheetLines = (p: Priced | null): Sheet['lines'] =>
  (p?.lines ?? []).map((l) => ({ code: l.code, label: l.label, amount: fen(l.amount), formula: l.formula.slice(0, 300) }))
