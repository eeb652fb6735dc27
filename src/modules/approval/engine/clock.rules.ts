/** Days of the form as moments of the business zone. */
import { instantAt, isDay } from '#kit/basics/time/day.ts'

export const BUSINESS_OPENING = '09:00'
export const instantOf = (day: string, time: string): string | null => (isDay(day) ? instantAt(day, time) : null)
