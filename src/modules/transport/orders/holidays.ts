/**
 * Days off, statutory days and working weekends the product ships with. Each November the State Council says which weekends are worked and which
 * days are off beside the statutory ones; the statutory days themselves follow from 《全国年节及纪念日放假办法》 (as of 2025) and the lunar calendar.
 * 2026: the notice of 2025-11-04. 2027: statutory days only; the rest is entered on 节假日 when it is published.
 */
import { addDays, day, type Day } from '#kit/basics/time/day.ts'

interface Holiday {
  day: Day
  kind: 'off' | 'work' | 'statutory'
  name: string
}
/** Name, first day off, how many, and of them the statutory ones. */
const OFF_2026: readonly [string, string, number, readonly string[]][] = [
  ['元旦', '2026-01-01', 3, ['2026-01-01']],
  ['春节', '2026-02-15', 9, ['2026-02-16', '2026-02-17', '2026-02-18', '2026-02-19']],
  ['清明节', '2026-04-04', 3, ['2026-04-05']],
  ['劳动节', '2026-05-01', 5, ['2026-05-01', '2026-05-02']],
  ['端午节', '2026-06-19', 3, ['2026-06-19']],
  ['中秋节', '2026-09-25', 3, ['2026-09-25']],
  ['国庆节', '2026-10-01', 7, ['2026-10-01', '2026-10-02', '2026-10-03']],
]
const WORK_2026: readonly [string, string][] = [
  ['元旦调休', '2026-01-04'],
  ['春节调休', '2026-02-14'],
  ['春节调休', '2026-02-28'],
  ['劳动节调休', '2026-05-09'],
  ['国庆节调休', '2026-09-20'],
  ['国庆节调休', '2026-10-10'],
]
export const HOLIDAYS_2026: readonly Holiday[] = [
  ...OFF_2026.flatMap(([name, from, length, statutory]) =>
    Array.from({ length }, (_x, i): Holiday => {
      const at = addDays(day(from), i)
      return { day: at, kind: statutory.includes(at) ? 'statutory' : 'off', name }
    }),
  ),
  ...WORK_2026.map(([name, at]): Holiday => ({ day: day(at), kind: 'work', name })),
]

/** 除夕 is 2027-02-05, 清明 falls on 04-05, 端午 on 06-09, 中秋 on 09-15 (GB/T 33661-2017). */
const STATUTORY_2027: readonly [string, readonly string[]][] = [
  ['元旦', ['2027-01-01']],
  ['春节', ['2027-02-05', '2027-02-06', '2027-02-07', '2027-02-08']],
  ['清明节', ['2027-04-05']],
  ['劳动节', ['2027-05-01', '2027-05-02']],
  ['端午节', ['2027-06-09']],
  ['中秋节', ['2027-09-15']],
  ['国庆节', ['2027-10-01', '2027-10-02', '2027-10-03']],
]
const HOLIDAYS_2027: readonly Holiday[] = STATUTORY_2027.flatMap(([name, days]) =>
  days.map((at): Holiday => ({ day: day(at), kind: 'statutory', name })),
)

/** By year, as text. */
export const SHIPPED_HOLIDAYS: Readonly<Record<string, readonly Holiday[]>> = { '2026': HOLIDAYS_2026, '2027': HOLIDAYS_2027 }
