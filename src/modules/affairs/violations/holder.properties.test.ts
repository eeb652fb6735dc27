/** Whose a violation is, against a slow model that paints every second of small fleets (affairs.md §7, A9). DEEP=1 for ten thousand fleets. */
import { expect, test, vi } from 'vitest'
import { addDays, day, dayOf, type Day } from '#kit/basics/time/day.ts'
import { randomOf } from '#kit/basics/random.ts'
import { holding, nearBorder, plateSpans, vehicleOfPlate, type Possession } from './holder.rules.ts'

if (process.env['DEEP']) vi.setConfig({ testTimeout: 1_800_000 })
const FLEETS = process.env['DEEP'] ? 10_000 : 300
const SPAN = 4 * 86_400
const FROM = day('2026-04-01')
const START = Date.parse('2026-03-31T16:00:00.000Z')
const iso = (second: number): string => new Date(START + second * 1000).toISOString()

interface Fleet {
  segments: Possession[]
  plates: { vehicle: number; plateNow: string; changes: { oldPlateNo: string; newPlateNo: string; changedOn: Day }[] }[]
}

/** Vehicles whose plates wander between them, each held by one after the other, with and without gaps. */
function fleet(random: () => number): Fleet {
  const upTo = (n: number): number => Math.floor(random() * n)
  const vehicles = 1 + upTo(3)
  const segments: Possession[] = []
  for (let vehicle = 1; vehicle <= vehicles; vehicle++) {
    let at = upTo(SPAN / 4)
    for (let k = upTo(5); k > 0 && at < SPAN; k--) {
      const end = at + 1 + upTo(SPAN / 3)
      const open = k === 1 && random() < 0.4
      segments.push({ id: segments.length + 1, vehicle, fromAt: iso(at), toAt: open ? null : iso(end) })
      // Often the next one has it the very second the last one gave it back.
      at = end + (random() < 0.5 ? 0 : upTo(SPAN / 6))
    }
  }
  const plates = Array.from({ length: vehicles }, (_, i) => ({
    vehicle: i + 1,
    plateNow: `P${i + 1}`,
    changes: [] as Fleet['plates'][number]['changes'],
  }))
  if (random() < 0.6) {
    const on = addDays(FROM, 1 + upTo(3))
    const [first, second] = [plates[0]!, plates[1]]
    first.changes.push({ oldPlateNo: first.plateNow, newPlateNo: 'PX', changedOn: on })
    const given = first.plateNow
    first.plateNow = 'PX'
    // The plate it gave up goes to another vehicle, the same day or later.
    if (second && random() < 0.7) {
      second.changes.push({ oldPlateNo: second.plateNow, newPlateNo: given, changedOn: addDays(on, upTo(2)) })
      second.plateNow = given
    }
  }
  return { segments, plates }
}

/** Second by second, without any of the functions under test. */
function slow(f: Fleet, plate: string, second: number): { vehicle: number | null; segment: number | null; near: boolean } {
  const today = dayOf(iso(second))
  let vehicle: number | null = null
  for (const p of f.plates) {
    let carried = p.changes.length ? p.changes[0]!.oldPlateNo : p.plateNow
    for (const c of p.changes) if (c.changedOn <= today) carried = c.newPlateNo
    if (carried === plate) vehicle = p.vehicle
  }
  const secondOf = (at: string): number => Math.round((Date.parse(at) - START) / 1000)
  const own = f.segments
    .filter((s) => s.vehicle === vehicle)
    .map((s) => ({ id: s.id, from: secondOf(s.fromAt), to: s.toAt === null ? null : secondOf(s.toAt) }))
  const held = own.filter((s) => second >= s.from && (s.to === null || second <= s.to - 1))
  expect(held.length).toBeLessThanOrEqual(1)
  // Every second of ten minutes before and after is looked at.
  const borders = new Set(own.flatMap((s) => (s.to === null ? [s.from] : [s.from, s.to])))
  let near = false
  for (let d = -600; d <= 600 && !near; d++) near = borders.has(second + d)
  return { vehicle, segment: held[0]?.id ?? null, near }
}

test(`as the slow model says, over ${FLEETS} fleets`, () => {
  const random = randomOf(20_260_425)
  for (let n = 0; n < FLEETS; n++) {
    const f = fleet(random)
    const spans = f.plates.flatMap((p) => plateSpans(p.vehicle, p.plateNow, p.changes))
    const borders = f.segments
      .flatMap((s) => [s.fromAt, ...(s.toAt ? [s.toAt] : [])])
      .map((at) => Math.round((Date.parse(at) - START) / 1000))
    const seconds = [
      ...Array.from({ length: 6 }, () => Math.floor(random() * SPAN)),
      ...borders.flatMap((b) => [b - 601, b - 600, b - 1, b, b + 1, b + 600, b + 601]).filter((s) => s >= 0 && s < SPAN),
    ]
    for (const second of seconds.slice(0, 24)) {
      const plate = ['P1', 'P2', 'P3', 'PX'][Math.floor(random() * 4)]!
      const at = iso(second)
      const vehicle = vehicleOfPlate(plate, dayOf(at), spans)
      const own = f.segments.filter((s) => s.vehicle === vehicle)
      expect({ vehicle, segment: holding(at, own)?.id ?? null, near: nearBorder(at, own) }, `fleet ${n}, ${plate} at ${at}`).toEqual(
        slow(f, plate, second),
      )
    }
  }
})
