/** The end of a range is stored exclusive and read inclusive: 账期 01-15 ~ 02-14 ends, for the machine, on 02-15. */
import { addDays, isDay } from '../../basics/time/day.ts'
import type { Field } from '../field.ts'

const shifted = (field: Field, value: unknown, by: number): string =>
  field.kind === 'day' && field.exclusive && isDay(value) ? addDays(value, by) : String(value)

export const shownDay = (field: Field, stored: unknown): string => shifted(field, stored, -1)
export const storedDay = (field: Field, shown: string): string => shifted(field, shown, 1)
