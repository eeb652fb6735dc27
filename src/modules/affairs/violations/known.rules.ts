/** Whether two rows of one plate, second and code are one violation (decision 0098). Pure. */
import { dayOf, instantAt } from '#kit/basics/time/day.ts'

/** What a notice without a code is kept under, so that the same one is known again. */
export const NO_CODE = '0000'

interface Noticed {
  occurredAt: string | null
  code: string | null
  place: string | null
  behaviour: string | null
  recordNo: string | null
}
const plain = (text: string | null): string => (text ?? '').normalize('NFKC').replaceAll(/[\s,，。.]/g, '')
const differ = (a: string | null, b: string | null): boolean => plain(a) !== '' && plain(b) !== '' && plain(a) !== plain(b)
/** Many sheets say the day only: on one day there may be two of a kind. */
const isDayOnly = (at: string | null): boolean => at !== null && new Date(at).toISOString() === instantAt(dayOf(at))

/** Of one plate, moment and code. `doubt`: nobody but a person can say. */
export function sameViolation(a: Noticed, b: Noticed): 'same' | 'other' | 'doubt' {
  if (a.recordNo && b.recordNo) return a.recordNo === b.recordNo ? 'same' : 'other'
  // Without a code what was done stands for it.
  if ((a.code ?? NO_CODE) === NO_CODE && differ(a.behaviour, b.behaviour)) return 'other'
  return isDayOnly(a.occurredAt) && differ(a.place, b.place) ? 'doubt' : 'same'
}
