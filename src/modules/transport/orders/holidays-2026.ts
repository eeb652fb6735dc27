/** 2026: the notice of the State Council of 2025-11-04 on days off and working weekends. Later years are entered on 节假日. */
import { addDays, day, type Day } from '#kit/basics/day.ts'

interface Holiday {
  day: Day
  kind: 'off' | 'work' | 'statutory'
  name: string
}
/** Days off, and of them the statutory ones. */
const OFF: readonly [string, string, number, readonly string[]][] = [
  ['元旦', '2026-01-01', 3, ['2026-01-01']],
  ['春节', '2026-02-15', 9, ['2026-02-16', '2026-02-17', '2026-02-18', '2026-02-19']],
  ['清明节', '2026-04-04', 3, ['2026-04-05']],
  ['劳动节', '2026-05-01', 5, ['2026-05-01', '2026-05-02']],
  ['端午节', '2026-06-19', 3, ['2026-06-19']],
  ['中秋节', '2026-09-25', 3, ['2026-09-25']],
  ['国庆节', '2026-10-01', 7, ['2026-10-01', '2026-10-02', '2026-10-03']],
]
const WORK: readonly [string, string][] = [
  ['元旦调休', '2026-01-04'],
  ['春节调休', '2026-02-14'],
  ['春节调休', '2026-02-28'],
  ['劳动节调休', '2026-05-09'],
  ['国庆节调休', '2026-09-20'],
  ['国庆节调休', '2026-10-10'],
]
export const HOLIDAYS_2026: readonly Holiday[] = [
  ...OFF.flatMap(([name, from, length, statutory]) =>
    Array.from({ length }, (_x, i): Holiday => {
      const at = addDays(day(from), i)
      return { day: at, kind: statutory.includes(at) ? 'statutory' : 'off', name }
    }),
  ),
  ...WORK.map(([name, at]): Holiday => ({ day: day(at), kind: 'work', name })),
]
