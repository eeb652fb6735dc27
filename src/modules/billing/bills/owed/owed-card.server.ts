/** What billing says on a card: what is owed as of today, since when, and the way to be paid. */
import type { Context } from '#kit/access/context.server.ts'
import { formatFen } from '#kit/basics/fen.ts'
import type { CardPart, CardSaid } from '#kit/entity/card/card.server.ts'
import type { CardAct, CardLine } from '#kit/entity/card/card.wire.ts'
import { titlesOf } from '#kit/entity/query/labels.server.ts'
import { owedOf, type Owed } from './owed.rules.ts'
import { owedBills } from './owed.server.ts'

const pathOf = (ctx: Context, code: string): string => ctx.registry.screen(code)!.path

function owedLine(ctx: Context, label: string, owed: Owed, filter: string): CardLine {
  const notes = [
    owed.lateFee > 0 ? `含滞纳金 ${formatFen(owed.lateFee)}` : '',
    owed.bills > 1 ? `${owed.bills} 张账单` : '',
    owed.oldest === null ? '' : `逾期 ${owed.oldestDays} 天`,
  ].filter(Boolean)
  return {
    key: 'owed',
    label,
    amount: owed.total,
    notes,
    ...(owed.bills ? { to: `${pathOf(ctx, 'billInfoList')}?direction=receivable&status=unpaid,partlyPaid&${filter}` } : {}),
    ...(owed.overdue > 0 ? { tone: 'bad' as const } : {}),
  }
}

const pay = (ctx: Context, query: string, owed: Owed, whom = ''): CardAct[] =>
  ctx.access.can('billInfoList_pay')
    ? [
        {
          key: `pay${whom}`,
          label: whom ? `收款（${whom}）` : '收款',
          to: `${pathOf(ctx, 'billPay')}?${query}`,
          reason: owed.total > 0 ? null : '没有未付的账单',
        },
      ]
    : []

const ofLessee: CardPart = {
  entity: 'lessee',
  order: 20,
  of: async (db, ctx, id): Promise<CardSaid> => {
    if (!ctx.access.can('billInfoList')) return {}
    const owed = owedOf(await owedBills(db, ctx, { lessee: [id] }))
    return { lines: [owedLine(ctx, '欠款', owed, `lessee=${id}`)], acts: pay(ctx, `lessee=${id}`, owed) }
  },
}

/** More than two customers owing for one vehicle are a matter of its bills, not of its card. */
const MOST_DEBTORS = 2

const ofVehicle: CardPart = {
  entity: 'vehicle',
  order: 20,
  of: async (db, ctx, id): Promise<CardSaid> => {
    if (!ctx.access.can('billInfoList')) return {}
    const bills = await owedBills(db, ctx, { vehicle: [id] })
    const debtors = [...Map.groupBy(bills, (b) => b.lessee)].slice(0, MOST_DEBTORS)
    const names =
      debtors.length > 1
        ? await titlesOf(
            db,
            ctx,
            'lessee',
            debtors.map(([lessee]) => lessee),
          )
        : new Map<number, string>()
    const acts = debtors.flatMap(([lessee, of]) => pay(ctx, `lessee=${lessee}&vehicle=${id}`, owedOf(of), names.get(lessee)))
    const owed = owedOf(bills)
    return {
      lines: [owedLine(ctx, '本车欠款', owed, `vehicle=${id}`)],
      acts: acts.length ? acts : pay(ctx, `vehicle=${id}`, owed),
    }
  },
}

export const billingCardParts: readonly CardPart[] = [ofLessee, ofVehicle]
