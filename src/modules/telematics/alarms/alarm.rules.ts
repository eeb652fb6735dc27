/** Rules of alarms, pure (fleet.md §2.5). */
export type Grade = 'notice' | 'normal' | 'severe'

/** Bits that the terminal clears by itself once the platform has answered; one record, repeated reports are counted. */
const CLEARED_BY_ANSWER = new Set([0, 3, 20, 21, 22, 27, 28, 31])
/** Bits that the terminal keeps until a person has confirmed them (0x8203). */
const CONFIRMED_BY_HAND = new Set([0, 3, 20, 21, 22, 27, 28])
const SEVERE = new Set([0, 2, 26, 27, 28, 29, 30])
const NOTICE = new Set([4, 9, 10, 11, 12, 13, 14, 19, 20, 21, 24])

/** A report with a bit that the terminal clears by itself: an SOS, a risk that is told once. */
export const cries = (alarm: number): boolean => [...CLEARED_BY_ANSWER].some((bit) => (alarm >>> bit) & 1)
export const clearedByAnswer = (bit: number): boolean => CLEARED_BY_ANSWER.has(bit)
export const confirmsByHand = (kind: string): boolean => /^b\d+$/.test(kind) && CONFIRMED_BY_HAND.has(Number(kind.slice(1)))
export const gradeOfBit = (bit: number): Grade => (SEVERE.has(bit) ? 'severe' : NOTICE.has(bit) ? 'notice' : 'normal')

const GRADES: Record<string, Grade> = {
  fenceEnter: 'notice',
  fenceLeave: 'notice',
  fenceStay: 'normal',
  fenceSpeed: 'normal',
  routeDeviate: 'normal',
  temperature: 'severe',
  offline: 'normal',
  spoofed: 'severe',
  clock: 'notice',
}
export const gradeOf = (kind: string): Grade => (/^b\d+$/.test(kind) ? gradeOfBit(Number(kind.slice(1))) : (GRADES[kind] ?? 'normal'))

/** What a day's driving costs of 100: each alarm by its grade, night driving and top speed besides. */
export function safetyScore(day: {
  severe: number
  normal: number
  notice: number
  nightSeconds: number
  maxSpeed: number | null
}): number {
  const lost = day.severe * 8 + day.normal * 3 + day.notice + Math.floor(day.nightSeconds / 3600) * 2 + ((day.maxSpeed ?? 0) > 120 ? 10 : 0)
  return Math.max(0, 100 - lost)
}
