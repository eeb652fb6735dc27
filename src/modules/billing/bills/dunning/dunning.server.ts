/**
 * 催收 by customer: who owes money past its grace, how much with today's late fee, since when, what was said last, what was promised.
 * A customer with a promise leaves the list until its day; that day he is back, unless he has paid.
 */
import { sql } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { fen, formatYuan, sumFen } from '#kit/basics/fen.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { fieldsOfRecord } from '#kit/entity/card/card.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { liveRows, seenRows } from '#kit/entity/query/live-rows.server.ts'
import { titlesOf } from '#kit/entity/query/labels.server.ts'
import { recordsOf } from '#kit/entity/query/query.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { normaliseText } from '#kit/basics/text.ts'
import { sendMessages } from '#modules/system/system.public.ts'
import { OUTSIDE } from '../../payments/channels.rules.ts'
import type { Dunning, DunningTab } from '../../billing.wire.ts'
import { bill, billReminder } from '../bill.ts'
import type { REMIND_WAYS } from '../fee-items.rules.ts'
import { lockLessee } from '../ledger.server.ts'
import { owedBills, owedOfLessees } from '../owed/owed.server.ts'

const bills = storeOf(bill)
const reminders = storeOf(billReminder)

interface Asked {
  tab: DunningTab
  keyword: string
  pageNo: number
  pageSize: number
}
interface Debtor {
  lessee: number
  reminder: number | null
  remindedAt: string | null
  clerk: number | null
  way: keyof typeof REMIND_WAYS | null
  content: string | null
  promisedOn: Day | null
  promised: number | null
}

/** Customers with money past its grace, each with the last that was recorded, whoever spoke of which bill. */
async function overdueCustomers(db: Db, ctx: Context, asked: Asked): Promise<{ rows: Debtor[]; counts: Record<DunningTab, number> }> {
  const today = ctx.clock.today()
  const late = seenRows(db, ctx, bill)
    .select(({ fn }) => ['t.lessee', fn.min('t.dueOn').as('oldest')])
    .where('t.direction', '=', 'receivable')
    .where('t.status', 'in', ['unpaid', 'partlyPaid'])
    .where('t.graceUntil', '<', today)
    .groupBy('t.lessee')
  const typed = normaliseText(asked.keyword)
    .toLowerCase()
    .replaceAll(/[\\%_]/g, (c) => `\\${c}`)
  const named = typed ? sql`where exists (select from lessee l where l.id = late.lessee and l.search_text like ${`%${typed}%`})` : sql``
  const of = sql`
    with late as (${late}), debtors as (
      select late.lessee, late.oldest, r.id as reminder, r.reminded_at, r.clerk, r.way, r.content, r.promised_on, r.promised, coalesce(r.promised_on > ${today}::date, false) as waits
      from late left join lateral (select * from (${liveRows(db, 'billReminder').selectAll()}) r where r.lessee = late.lessee
        order by r.reminded_at desc, r.id desc limit 1) r on true ${named})`
  const which = { due: sql`where not waits`, promised: sql`where waits`, all: sql`` }[asked.tab]
  const { rows: counted } = await sql<{
    waits: boolean
    n: number
  }>`${of} select waits, count(*)::int as n from debtors group by 1`.execute(db)
  const { rows } =
    await sql<Debtor>`${of} select lessee, reminder, reminded_at, clerk, way, content, promised_on, promised from debtors ${which}
    order by waits, promised_on is null, oldest, lessee limit ${asked.pageSize} offset ${(asked.pageNo - 1) * asked.pageSize}`.execute(db)
  const n = (waits: boolean): number => counted.find((row) => row.waits === waits)?.n ?? 0
  return { rows, counts: { due: n(false), promised: n(true), all: n(false) + n(true) } }
}

/** Fen that came in from outside since somebody promised: what of the promise is kept. */
async function receivedSince(db: Db, promises: readonly Debtor[]): Promise<Map<number, number>> {
  if (promises.length === 0) return new Map()
  const since = new Map(promises.map(({ lessee, remindedAt }) => [lessee, Date.parse(remindedAt!)]))
  const payments = await liveRows(db, 'payment')
    .select(['lessee', 'amount', 'paidAt'])
    .where('lessee', 'in', [...since.keys()])
    .where('status', '=', 'confirmed')
    .where('channel', 'in', [...OUTSIDE])
    .where('paidAt', '>=', new Date(Math.min(...since.values())).toISOString())
    .execute()
  const received = new Map<number, number>()
  for (const { lessee, amount, paidAt } of payments)
    if (lessee !== null && Date.parse(paidAt) >= since.get(lessee)!) received.set(lessee, (received.get(lessee) ?? 0) + Number(amount))
  return received
}

export async function dunningList(db: Db, ctx: Context, asked: Asked): Promise<Dunning> {
  const { rows, counts } = await overdueCustomers(db, ctx, asked)
  const ids = rows.map((row) => row.lessee)
  const entity = ctx.registry.entity('lessee').entity as Entity
  const [owed, seen, names, clerks, received] = await Promise.all([
    owedOfLessees(db, ctx, ids),
    recordsOf(db, ctx, entity, ids),
    titlesOf(db, ctx, 'lessee', ids),
    titlesOf(
      db,
      ctx,
      'user',
      rows.flatMap((row) => row.clerk ?? []),
    ),
    receivedSince(
      db,
      rows.filter((row) => row.promisedOn !== null),
    ),
  ])
  const phones = await Promise.all(seen.map((record) => fieldsOfRecord(db, ctx, entity, record, ['mobile'])))
  return {
    counts,
    total: counts[asked.tab],
    list: rows.flatMap((row) => {
      const due = owed.get(row.lessee)
      if (!due) return []
      return [
        {
          lessee: row.lessee,
          name: names.get(row.lessee) ?? '',
          phone: phones.find((one) => one.id === row.lessee) ?? null,
          ...due,
          last:
            row.reminder === null
              ? null
              : {
                  at: row.remindedAt!,
                  clerk: row.clerk === null ? '' : (clerks.get(row.clerk) ?? ''),
                  way: row.way!,
                  content: row.content!,
                },
          promise:
            row.promisedOn === null
              ? null
              : {
                  on: row.promisedOn,
                  amount: row.promised === null ? null : Number(row.promised),
                  received: received.get(row.lessee) ?? 0,
                },
        },
      ]
    }),
  }
}

export interface Talk {
  way: keyof typeof REMIND_WAYS
  content: string
  promisedOn?: Day | null | undefined
  /** Fen. */
  promised?: number | null | undefined
}

/** A promise is a day and an amount; without a word on the amount, all that is past its grace. */
export function checkPromise(ctx: Context, { promisedOn, promised }: Pick<Talk, 'promisedOn' | 'promised'>): void {
  if (promisedOn && promisedOn < ctx.clock.today()) throw invalid({ promisedOn: '承诺付款日不能早于今天' })
  if (promised && !promisedOn) throw invalid({ promisedOn: '请填写承诺付款日' })
}

/** Whoever looks after the customer hears of it, unless it was he. */
export async function tellOwner(
  tx: Tx,
  ctx: Context,
  lessee: number,
  of: { what: string; amount: number; content: string; link: string; key: string },
): Promise<void> {
  const { name, owner } = await tx.selectFrom('lessee').select(['name', 'owner']).where('id', '=', lessee).executeTakeFirstOrThrow()
  if (owner === null || owner === ctx.user.id) return
  await sendMessages(tx, ctx, {
    receivers: [owner],
    category: 'arrears',
    title: `${name} 的${of.what}已催收，未收 ${formatYuan(of.amount)}`,
    content: of.content,
    link: of.link,
    dedupe: `remind:${of.key}:${ctx.clock.now()}`,
  })
}

/** One talk about all that is past its grace: one line of the record, and each of those bills says when and what was promised. */
export async function noteTalk(tx: Tx, ctx: Context, lessee: number, talk: Talk): Promise<{ id: number }> {
  await lockLessee(tx, lessee)
  const late = (await owedBills(tx, ctx, { lessee: [lessee] })).filter((b) => b.overdueDays > 0)
  const [first] = late
  if (!first) throw refused('该承租人没有您可以查看的逾期账单，请刷新催收列表')
  checkPromise(ctx, talk)
  const all = sumFen(late.map((b) => b.remain + b.lateFee))
  const made = await reminders.add(tx, ctx, {
    bill: null,
    lessee,
    store: first.store,
    way: talk.way,
    remindedAt: ctx.clock.now(),
    clerk: ctx.user.id || null,
    remain: fen(sumFen(late.map((b) => b.remain))),
    overdueDays: first.overdueDays,
    content: talk.content,
    promisedOn: talk.promisedOn ?? null,
    promised: talk.promisedOn ? fen(talk.promised ?? all) : null,
  })
  await bills.actMany(
    tx,
    ctx,
    'noteReminder',
    late.map((b) => b.id),
    { promisedOn: talk.promisedOn ?? null },
  )
  const page = ctx.registry.screen('dunningList')!.path
  await tellOwner(tx, ctx, lessee, {
    what: ` ${late.length} 张逾期账单`,
    amount: all,
    content: talk.content,
    link: `${page}?tab=all&keyword=${encodeURIComponent((await titlesOf(tx, ctx, 'lessee', [lessee])).get(lessee) ?? '')}`,
    key: `lessee:${lessee}`,
  })
  return { id: made.id }
}
