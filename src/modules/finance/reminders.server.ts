/** What the people of the books are told by itself (finance.md §5): once for each document and step, with its link. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, addMonths, daysBetween, startOfMonth } from '#kit/basics/time/day.ts'
import { formatYuan } from '#kit/basics/fen.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { ScheduledJob } from '#kit/entity/registry.server.ts'
import { payablesDueBy } from '#modules/billing/billing.public.ts'
import { administrators, parameterNumber, sendMessages, type ReminderEnd } from '#modules/system/system.public.ts'
import { lastOf } from './period/period.rules.ts'

/** Days without an answer after which whoever made a statement hears of it. */
const UNANSWERED = [7, 3] as const
/** Days before a payable is due at which it is told. */
const PAY_AHEAD = [0, 3, 7] as const
/** A red letter lapses after 72 hours without the other side's word; it is told while there is a day left. */
const RED_WAITS_HOURS = 48
/** Entered by one side, waiting for the other. */
const RED_ASKED = ['02', '03', '10'] as const

interface Note {
  who: number | null
  title: string
  content: string
  link: string
  dedupe: string
  about: string
}
const tell = async (tx: Tx, ctx: Context, notes: readonly Note[]): Promise<void> => {
  const admins = notes.length ? await administrators(tx) : []
  for (const { who, ...note } of notes)
    await sendMessages(tx, ctx, { ...note, category: 'task', receivers: who === null ? admins : [...admins, who] })
}

/** Sent and not answered; a link that was sent anew counts from then. Only the furthest step is told, should the job have stood still. */
async function unanswered(tx: Tx, ctx: Context): Promise<Note[]> {
  const rows = await liveRows(tx, 'statement')
    .select(['id', 'no', 'party', 'sentAt', 'createdBy'])
    .where('status', '=', 'toConfirm')
    .where('sentAt', 'is not', null)
    .orderBy('id')
    .execute()
  const now = Date.parse(ctx.clock.now())
  return rows.flatMap((s) => {
    const step = UNANSWERED.find((days) => now - Date.parse(s.sentAt!) >= days * 86_400_000)
    return step === undefined
      ? []
      : [
          {
            who: s.createdBy,
            title: `对账单 ${s.no} 发出 ${step} 天未确认`,
            content: `${s.party} 尚未确认或提出异议，请联系对方核对。`,
            link: `/finance/statementDetail?id=${s.id}`,
            dedupe: `statementUnanswered:${s.id}:${s.sentAt}:${step}`,
            about: `statement:${s.id}`,
          },
        ]
  })
}

async function overdueLoans(tx: Tx, ctx: Context): Promise<Note[]> {
  const rows = await liveRows(tx, 'loan')
    .select(['id', 'no', 'payee', 'dueOn', 'remain', 'createdBy'])
    .where('status', '=', 'open')
    .where('dueOn', '<', ctx.clock.today())
    .orderBy('id')
    .execute()
  return rows.map((l) => ({
    who: l.createdBy,
    title: `借款 ${l.no} 已于 ${l.dueOn} 到期，未还 ${formatYuan(l.remain ?? 0)}`,
    content: `${l.payee} 的借款已过归还日，请催还，或用报销冲抵。`,
    link: `/finance/loanDetail?id=${l.id}`,
    dedupe: `loanOverdue:${l.id}:${l.dueOn}`,
    about: `loan:${l.id}`,
  }))
}

/** The nearest step only: a payable entered late is told once, not three times. */
async function payablesDue(tx: Tx, ctx: Context): Promise<Note[]> {
  const today = ctx.clock.today()
  const rows = await payablesDueBy(tx, addDays(today, Math.max(...PAY_AHEAD)))
  return rows.map((p) => {
    const left = daysBetween(today, p.dueOn)
    const step = PAY_AHEAD.find((days) => left <= days)!
    const when = left > 0 ? `还有 ${left} 天到期` : left === 0 ? '今天到期' : `已于 ${p.dueOn} 到期`
    return {
      who: p.createdBy,
      title: `应付账单 ${p.no} ${when}，未付 ${formatYuan(p.remain ?? 0)}`,
      content: `应付 ${p.payee}，请安排付款。`,
      link: `/bill/payableBillDetail?id=${p.id}`,
      dedupe: `payableDue:${p.id}:${p.dueOn}:${step}`,
      about: `payableBill:${p.id}`,
    }
  })
}

async function redWaiting(tx: Tx, ctx: Context): Promise<Note[]> {
  const since = new Date(Date.parse(ctx.clock.now()) - RED_WAITS_HOURS * 3_600_000).toISOString()
  const rows = await liveRows(tx, 'invoice')
    .select(['id', 'no', 'title', 'createdBy'])
    .where('colour', '=', 'red')
    .where('redState', 'in', [...RED_ASKED])
    .where('status', 'not in', ['issued', 'failed', 'cancelled'])
    .where('createdAt', '<=', since)
    .orderBy('id')
    .execute()
  return rows.map((i) => ({
    who: i.createdBy,
    title: `红字确认单 ${i.no} 已等待 ${RED_WAITS_HOURS} 小时`,
    content: `${i.title} 尚未确认红字信息，满 72 小时自动失效，请联系对方确认。`,
    link: `/finance/invoiceDetail?id=${i.id}`,
    dedupe: `redWaiting:${i.id}`,
    about: `invoice:${i.id}`,
  }))
}

/** Of a month in which money moved; who never closes months has none. */
async function notClosed(tx: Tx, ctx: Context): Promise<Note[]> {
  const today = ctx.clock.today()
  const closeDay = await parameterNumber(tx, ctx.registry, 'closeDay')
  if (Number(today.slice(8)) <= closeDay) return []
  const first = addMonths(startOfMonth(today), -1)
  const month = first.slice(0, 7)
  const { rows } = await sql<{ due: boolean }>`
    select exists (select 1 from account_period where operator_id = ${ctx.user.operatorId} and deleted_at is null)
      and exists (select 1 from cash_entry where operator_id = ${ctx.user.operatorId} and posted_on between ${first}::date and ${lastOf(month)}::date)
      and not exists (select 1 from account_period where operator_id = ${ctx.user.operatorId} and month = ${month} and status = 'closed' and deleted_at is null) as due`.execute(
    tx,
  )
  return rows[0]!.due
    ? [
        {
          who: null,
          title: `${month} 尚未关账`,
          content: `已过每月 ${closeDay} 日，请在「财务账单」打开关账，逐项处理检查中的红色项。`,
          link: '/finance/fincialList',
          dedupe: `notClosed:${month}`,
          about: `accountPeriod:${month}`,
        },
      ]
    : []
}

/** A payable that is paid back asks again: its next night tells it. */
export const financeReminders: readonly ReminderEnd[] = [
  { entity: 'statement', over: (s) => s['status'] !== 'toConfirm' },
  { entity: 'loan', over: (l) => l['status'] !== 'open' },
  { entity: 'payableBill', over: (p) => p['status'] !== 'unpaid' && p['status'] !== 'partlyPaid' },
  { entity: 'invoice', over: (i) => i['colour'] === 'red' && ['issued', 'failed', 'cancelled'].includes(String(i['status'])) },
  { entity: 'accountPeriod', over: (p) => p['status'] === 'closed', about: (p) => `accountPeriod:${String(p['month'])}` },
]

export const remindBooks = (ctx: Context): Promise<void> =>
  ctx.db.write(ctx.user.operatorId, async (tx) => {
    for (const find of [payablesDue, unanswered, redWaiting, overdueLoans, notClosed]) await tell(tx, ctx, await find(tx, ctx))
  })
export const reminderJob: ScheduledJob = { name: 'finance.reminders', cron: '20 8 * * *', run: remindBooks }
