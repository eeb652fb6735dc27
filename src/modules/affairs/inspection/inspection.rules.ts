/** When a vehicle has to be inspected next, by a table of rules (affairs.md §0.7, §3.5). It depends on registration, rules and the old due alone (A8). */
import { addMonths, endOfMonth, startOfMonth, type Day } from '#kit/basics/time/day.ts'

export type VehicleClass = 'goods' | 'passengerSmall' | 'passengerMid' | 'trailer' | 'special'
export type UseNature = 'operating' | 'private'
export interface InspectionRuleRow {
  vehicleClass: VehicleClass
  useNature: UseNature
  /** Months since registration at the due before; `ageTo` is the month after the last, null: without end. */
  ageFrom: number
  ageTo: number | null
  everyMonths: number
  kind: 'line' | 'label'
  effectiveOn: Day
}

const monthsBetween = (from: Day, to: Day): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))

export interface NextInspection {
  dueOn: Day
  kind: 'line' | 'label'
}

/** The due after `oldDue`; the first one when there was none. Null when no row says anything of such a vehicle. */
export function nextInspection(
  registeredOn: Day,
  vehicleClass: VehicleClass,
  useNature: UseNature,
  rules: readonly InspectionRuleRow[],
  oldDue: Day | null,
): NextInspection | null {
  const age = oldDue ? Math.max(0, monthsBetween(registeredOn, oldDue)) : 0
  // Of several rows for one age the one that came into force last.
  const row = rules
    .filter((r) => r.vehicleClass === vehicleClass && r.useNature === useNature && r.ageFrom <= age && (r.ageTo === null || age < r.ageTo))
    .toSorted((a, b) => (a.effectiveOn < b.effectiveOn ? 1 : -1))[0]
  if (!row) return null
  return { dueOn: endOfMonth(addMonths(startOfMonth(registeredOn), age + row.everyMonths)), kind: row.kind }
}

/** The due that is open on a day when nothing is known but the registration: the first on or after it. */
export function dueFrom(
  registeredOn: Day,
  vehicleClass: VehicleClass,
  useNature: UseNature,
  rules: readonly InspectionRuleRow[],
  today: Day,
): NextInspection | null {
  let due = nextInspection(registeredOn, vehicleClass, useNature, rules, null)
  for (let n = 0; due && due.dueOn < today && n < 200; n++) due = nextInspection(registeredOn, vehicleClass, useNature, rules, due.dueOn)
  return due
}

/** May be handled from the first day of the second month before. */
export const windowFrom = (dueOn: Day): Day => startOfMonth(addMonths(startOfMonth(dueOn), -2))

const PASSENGERS = new Set(['sedan', 'suv', 'minivan'])
const SPECIAL = new Set(['special'])
/** The class of a vehicle of a model, as the rules name it. */
export function classOf(category: string, seats: number | null): VehicleClass {
  if (category === 'trailer') return 'trailer'
  if (SPECIAL.has(category)) return 'special'
  if (PASSENGERS.has(category)) return (seats ?? 5) <= 9 ? 'passengerSmall' : 'passengerMid'
  return 'goods'
}
export const natureOf = (useNature: string): UseNature => (useNature === 'private' ? 'private' : 'operating')

export interface RequiredCertificate {
  kind: string
  vehicleClass: VehicleClass | 'any'
  useNature: UseNature | 'any'
  /** Only above this gross weight, kg. */
  grossAbove: number | null
  /** Only of vehicles used so: the dangerous goods need their permit at any weight. */
  onlyUse: string | null
}
/** Which certificates a vehicle must have: ordinary goods of 4,500 kg and less need no 道路运输证 (§0.6). */
export function requiredCertificates(
  v: { vehicleClass: VehicleClass; useNature: UseNature; use: string; grossKg: number | null },
  rules: readonly RequiredCertificate[],
): string[] {
  const isRequired = (r: RequiredCertificate): boolean =>
    (r.vehicleClass === 'any' || r.vehicleClass === v.vehicleClass) &&
    (r.useNature === 'any' || r.useNature === v.useNature) &&
    (r.grossAbove === null || (v.grossKg ?? 0) > r.grossAbove) &&
    (r.onlyUse === null || r.onlyUse === v.use)
  return [...new Set(rules.filter(isRequired).map((r) => r.kind))]
}
