/** 年检日历: what is due and what is booked, month by month. Due days are those of the vehicles, which the work list reads too. */
import { z } from 'zod'
import type { Context, Db } from '#kit/access/context.server.ts'
import { addMonths, day, type Day, endOfMonth, startOfMonth } from '#kit/basics/time/day.ts'
import { seenRows } from '#kit/entity/query/live-rows.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { figuresBy } from '#kit/report/report.server.ts'
import { affairDue } from '../ground/ground.ts'
import { inspection } from './inspection.ts'
import { CALENDAR, type CalendarAnswer, type CalendarItem } from './calendar.wire.ts'
import { dueVehicles, platesOf } from '#modules/vehicles/vehicles.public.ts'

/** A day shows so many by name; the rest is counted, and the list has them all. */
const SHOWN_A_DAY = 60
const MONTHS = 12

interface Paper {
  id: number
  vehicle: number
  plateNo: string | null
  kind: string
  status: 'toDo' | 'booked' | 'doing' | 'passed' | 'failed'
  dueOn: Day
  bookedOn: Day | null
  station: string | null
}

/** Papers due between two days, and those with an appointment between them; void ones are none. */
async function papersOf(db: Db, ctx: Context, from: Day, to: Day): Promise<Paper[]> {
  const rows = await seenRows(db, ctx, inspection)
    .select(['t.id', 't.vehicle', 't.kind', 't.status', 't.dueOn', 't.bookedOn', 't.station'])
    .where('t.status', '<>', 'void')
    .where((e) =>
      e.or([e.and([e('t.dueOn', '>=', from), e('t.dueOn', '<=', to)]), e.and([e('t.bookedOn', '>=', from), e('t.bookedOn', '<=', to)])]),
    )
    .orderBy('t.dueOn')
    .orderBy('t.id')
    .execute()
  const papers = rows as Omit<Paper, 'plateNo'>[]
  const plates = await platesOf(db, [...new Set(papers.map((p) => p.vehicle))])
  return papers.map((p) => ({ ...p, plateNo: plates.get(p.vehicle) ?? null }))
}

const STAND = { toDo: 'open', booked: 'booked', doing: 'booked', passed: 'passed', failed: 'failed' } as const
const itemOf = (p: Paper): CalendarItem => ({
  vehicle: p.vehicle,
  plateNo: p.plateNo ?? '',
  kind: p.kind,
  dueOn: p.dueOn,
  stand: STAND[p.status],
  inspection: p.id,
  station: p.station,
})

/** Each thing due once: by its paper where there is one, else by the vehicle's own day. */
function dueItems(papers: readonly Paper[], vehicles: Awaited<ReturnType<typeof dueVehicles>>, from: Day, to: Day): CalendarItem[] {
  const within = papers.filter((p) => p.dueOn >= from && p.dueOn <= to)
  const known = new Set(within.filter((p) => p.kind === 'annual').map((p) => `${p.vehicle}:${p.dueOn}`))
  const bare = vehicles
    .filter((v) => v.dueOn >= from && v.dueOn <= to && !known.has(`${v.id}:${v.dueOn}`))
    .map((v): CalendarItem => ({
      vehicle: v.id,
      plateNo: v.plateNo ?? '',
      kind: 'annual',
      dueOn: v.dueOn,
      stand: 'due',
      inspection: null,
      station: null,
    }))
  return [...within.map(itemOf), ...bare]
}

export async function inspectionCalendar(db: Db, ctx: Context, month: Day): Promise<CalendarAnswer> {
  const [first, last] = [addMonths(startOfMonth(month), -1), endOfMonth(addMonths(startOfMonth(month), MONTHS - 2))]
  const levels = await figuresBy(db, ctx, affairDue, 'level', { kind: 'inspection' })
  const papers = await papersOf(db, ctx, first, last)
  const all = dueItems(papers, await dueVehicles(db, ctx, first, last), first, last)
  const [from, to] = [startOfMonth(month), endOfMonth(month)]
  const own = all.filter((i) => i.dueOn >= from && i.dueOn <= to)
  const count = (...stands: CalendarItem['stand'][]): number => own.filter((i) => stands.includes(i.stand)).length
  const byDay = Map.groupBy(
    [
      ...own.map((i) => ({ on: i.dueOn, item: i })),
      // An appointment stands on its own day too, whenever the thing is due.
      ...papers.flatMap((p) =>
        p.bookedOn && p.bookedOn !== p.dueOn && p.bookedOn >= from && p.bookedOn <= to && STAND[p.status] === 'booked'
          ? [{ on: p.bookedOn as string, item: itemOf(p) }]
          : [],
      ),
    ],
    (x) => x.on,
  )
  return {
    month: month.slice(0, 7),
    today: ctx.clock.today(),
    levels: {
      overdue: levels.get('overdue') ?? 0,
      due: levels.get('due') ?? 0,
      soon: levels.get('soon') ?? 0,
      snoozed: levels.get('snoozed') ?? 0,
    },
    total: own.length,
    passed: count('passed'),
    booked: count('booked'),
    failed: count('failed'),
    open: count('due', 'open'),
    months: Array.from({ length: MONTHS }, (_, i) => {
      const of = addMonths(first, i).slice(0, 7)
      const rows = all.filter((x) => x.dueOn.startsWith(of))
      return { month: of, total: rows.length, passed: rows.filter((x) => x.stand === 'passed').length }
    }),
    days: [...byDay]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([on, items]) => ({
        day: on,
        items: items.slice(0, SHOWN_A_DAY).map((x) => x.item),
        more: Math.max(0, items.length - SHOWN_A_DAY),
      })),
  }
}

export const calendarRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/inspection/calendar',
    summary: '年检日历：一个月的到期、预约与结果',
    right: 'annualList',
    input: z.strictObject({
      month: z
        .string()
        .regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, '月份格式应为 YYYY-MM')
        .optional(),
    }),
    output: CALENDAR,
    handler: (ctx, { month }) =>
      ctx.db.read(ctx.user.operatorId, (db) => inspectionCalendar(db, ctx, month ? day(`${month}-01`) : ctx.clock.today())),
  }),
]
