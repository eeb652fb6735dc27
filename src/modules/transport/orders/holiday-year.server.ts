/** The calendar of a company: what the product ships of it, and the reminder when the arrangement of the next year is not entered yet. */
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { ScheduledJob } from '#kit/entity/registry.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { administrators, sendMessages, type ReminderEnd } from '#modules/system/system.public.ts'
import { holiday } from '../routes/settings.ts'
import { SHIPPED_HOLIDAYS } from './holidays.ts'
import { arrangedYears, type Holidays } from './recurring.rules.ts'

const holidays = storeOf(holiday)
/** The State Council publishes the next year's arrangement in the first days of November as a rule. */
const ASKED_FROM_MONTH = '11'

export async function calendar(db: Db): Promise<Holidays> {
  const rows = await liveRows(db, 'holiday').select(['day', 'kind']).execute()
  return new Map(rows.map((r) => [r.day, r.kind]))
}

/** Years of which the company has no day at all: one it has entered itself, or emptied in part, is its own. */
export async function seedHolidays(tx: Tx, ctx: Context): Promise<void> {
  const known = await calendar(tx)
  const years = new Set([...known.keys()].map((d) => d.slice(0, 4)))
  for (const [year, days] of Object.entries(SHIPPED_HOLIDAYS)) if (!years.has(year)) await holidays.addMany(tx, ctx, days, 'records')
}

const aboutYear = (year: string): string => `holidayYear:${year}`

/** From November on, once a year: rules by workday stop at New Year without it, and surcharges of holidays are not charged. */
export const holidayYearJob: ScheduledJob = {
  name: 'transport-holiday-year',
  cron: '20 8 * * *',
  run: async (ctx) => {
    const [year, month] = ctx.clock.today().split('-') as [string, string, string]
    if (month < ASKED_FROM_MONTH) return
    const next = String(Number(year) + 1)
    await ctx.db.write(ctx.user.operatorId, async (tx) => {
      if (arrangedYears(await calendar(tx)).has(next)) return
      await sendMessages(tx, ctx, {
        receivers: await administrators(tx),
        category: 'task',
        title: `${next} 年的放假调休安排还没有录入`,
        content: `请按国务院办公厅的通知，在「节假日」录入 ${next} 年的放假日和调休上班日；未录入时，按工作日生成的周期订单到 ${year} 年底为止。`,
        link: '/transport/holidayList',
        dedupe: aboutYear(next),
        about: aboutYear(next),
      })
    })
  },
}

export const holidayYearEnd: ReminderEnd = {
  entity: 'holiday',
  over: (record) => record['kind'] !== 'statutory',
  about: (record) => aboutYear(String(record['day']).slice(0, 4)),
}
