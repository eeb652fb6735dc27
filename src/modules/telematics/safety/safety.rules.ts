/** Alarms that terminals with driving assistance find themselves (items 64–67), as ours. Pure. */
import type { Grade } from '../alarms/alarm.rules.ts'
import type { ALARM_KINDS } from '../alarms/alarm.ts'
import { safetyWords, type AlarmMark, type Location, type SafetyAlarm } from '../jt808/jt808.ts'

type Kind = keyof typeof ALARM_KINDS
/** Item → kinds by its type; the first is of a type the standard does not know. */
const KINDS: Readonly<Record<string, readonly Kind[]>> = {
  drivingAssistance: ['adas', 'adas1', 'adas2', 'adas3', 'adas4', 'adas5', 'adas6', 'adas7'],
  driverState: ['dsm', 'dsm1', 'dsm2', 'dsm3', 'dsm4', 'dsm5'],
  tyres: ['tpms'],
  blindSpot: ['bsd', 'bsd1', 'bsd2', 'bsd3'],
}
/** From here on a type is an event (a picture taken, a sign read), no alarm. */
const EVENTS = 16

export interface Alert {
  kind: Kind
  grade: Grade
  state: 'begins' | 'ends' | 'once'
  at: number
  /** 0.1 km/h, 1e-6 degrees; as of its report. */
  speed: number
  lng: number | null
  lat: number | null
  detail: string
  mark: AlarmMark
}

/** `at`, `place`: of the report around it, which has been judged already. */
export function alertsOf(location: Location, at: number, place: { lng: number; lat: number } | null): Alert[] {
  return location.items.flatMap((item): Alert[] => {
    const kinds = item.name === undefined ? undefined : KINDS[item.name]
    if (!kinds || item.value === undefined) return []
    const value = item.value as SafetyAlarm
    const type = value.type ?? 0
    if (type >= EVENTS) return []
    return [
      {
        kind: kinds[type] ?? kinds[0]!,
        grade: value.level === 2 ? 'severe' : 'normal',
        state: value.state === 1 ? 'begins' : value.state === 2 ? 'ends' : 'once',
        at,
        speed: value.speed * 10,
        lng: place?.lng ?? null,
        lat: place?.lat ?? null,
        detail: safetyWords(item.name!, value).slice(0, 300),
        mark: value.mark,
      },
    ]
  })
}

/** As it is kept and compared. */
export const markText = (m: AlarmMark): string => `${m.terminalId}/${m.time}/${m.sequence}`

export interface Range {
  from: number
  to: number
}
/** Ranges of a file that are there, one more taken in; in order, and none touches another. */
export function withRange(have: readonly Range[], more: Range): Range[] {
  let { from, to } = more
  const apart: Range[] = []
  for (const range of have) {
    if (range.to < from || range.from > to) apart.push(range)
    else {
      from = Math.min(from, range.from)
      to = Math.max(to, range.to)
    }
  }
  return [...apart, { from, to }].toSorted((a, b) => a.from - b.from)
}
export function missingOf(have: readonly Range[], size: number): { offset: number; length: number }[] {
  const gaps: { offset: number; length: number }[] = []
  let at = 0
  for (const { from, to } of have) {
    if (from > at) gaps.push({ offset: at, length: from - at })
    at = Math.max(at, to)
  }
  if (at < size) gaps.push({ offset: at, length: size - at })
  return gaps
}
