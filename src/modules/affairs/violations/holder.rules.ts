/** Who held a vehicle at a second (affairs.md §3.6). */
import type { Day } from '#kit/basics/time/day.ts'

export interface Possession {
  id: number
  vehicle: number
  fromAt: string
  /** The moment after its last; null: still so. */
  toAt: string | null
}
/** A border this near may have been written down a little wrong: a person confirms. */
export const NEAR_MS = 10 * 60_000

/** The one that covers the moment: from ≤ t < to. */
export function holding<P extends Pick<Possession, 'fromAt' | 'toAt'>>(at: string, all: readonly P[]): P | null {
  const t = Date.parse(at)
  return all.find((p) => Date.parse(p.fromAt) <= t && (p.toAt === null || t < Date.parse(p.toAt))) ?? null
}

export function nearBorder(at: string, all: readonly Pick<Possession, 'fromAt' | 'toAt'>[]): boolean {
  const t = Date.parse(at)
  return all.some((p) => [p.fromAt, p.toAt].some((border) => border !== null && Math.abs(Date.parse(border) - t) <= NEAR_MS))
}

export interface PlateSpan {
  vehicle: number
  plateNo: string
  /** The first day it carried it; null: from the beginning. */
  fromOn: Day | null
  /** The day it was changed: from then on it carried the next one. */
  toOn: Day | null
}
/** The vehicle that carried a plate on a day. */
export const vehicleOfPlate = (plateNo: string, on: Day, spans: readonly PlateSpan[]): number | null =>
  spans.find((s) => s.plateNo === plateNo && (s.fromOn === null || s.fromOn <= on) && (s.toOn === null || on < s.toOn))?.vehicle ?? null

/** From the plate now and the changes there were, which days which plate. */
export function plateSpans(
  vehicle: number,
  plateNow: string,
  changes: readonly { oldPlateNo: string; newPlateNo: string; changedOn: Day }[],
): PlateSpan[] {
  const sorted = changes.toSorted((a, b) => (a.changedOn < b.changedOn ? -1 : 1))
  const spans = sorted.map((c, i): PlateSpan => ({
    vehicle,
    plateNo: c.oldPlateNo,
    fromOn: sorted[i - 1]?.changedOn ?? null,
    toOn: c.changedOn,
  }))
  return [...spans, { vehicle, plateNo: plateNow, fromOn: sorted.at(-1)?.changedOn ?? null, toOn: null }]
}
