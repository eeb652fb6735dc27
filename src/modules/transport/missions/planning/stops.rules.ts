/** Where a mission stops and in which order, and what it carries from stop to stop (transport.md §2.8, T1 and T3). */
import { metresBetween } from '#kit/basics/earth.ts'

export interface Load {
  id: number
  from: number
  to: number
  weight: number
  pickFrom: string
  pickTo: string
  dropFrom: string
  dropTo: string
}
export interface Spot {
  lng: number | null
  lat: number | null
  serviceMin: number
  perTonMin: number
}
interface PlannedStop {
  seq: number
  party: number
  kind: 'load' | 'unload'
  consignments: number[]
  windowFrom: string
  windowTo: string
  serviceMin: number
  distanceM: number
  planArrive: string
  planLeave: string
}

const MINUTE = 60_000
/** Roads are longer than the straight line; short trips more so (transport.md §5.6a). */
const DETOURS: readonly [metres: number, tenThousandths: number][] = [
  [3000, 14_500],
  [15_000, 13_500],
  [60_000, 13_000],
  [Infinity, 12_200],
]
/** Until the company's own tracks say better: towns, outskirts, motorways. */
const speedOf = (metres: number): number => (metres < 15_000 ? 30 : metres < 60_000 ? 45 : 65)

interface Point {
  lng: number | null
  lat: number | null
}
/** By road, estimated; 0 where a place has no point. */
function estimateM(a: Point, b: Point): number {
  if (a.lng === null || a.lat === null || b.lng === null || b.lat === null) return 0
  const direct = metresBetween(a.lng, a.lat, b.lng, b.lat)
  const factor = DETOURS.find(([upTo]) => direct < upTo)![1]
  return Math.round((direct * factor) / 10_000)
}
const driveMinutes = (metres: number): number => Math.ceil((metres * 60) / (speedOf(metres) * 1000))

const grouped = (loads: readonly Load[], key: 'from' | 'to'): Map<number, Load[]> => {
  const groups = new Map<number, Load[]>()
  for (const l of loads) groups.set(l[key], [...(groups.get(l[key]) ?? []), l])
  return groups
}
const least = (values: readonly string[]): string => values.toSorted()[0]!
const most = (values: readonly string[]): string => values.toSorted().at(-1)!
/** What all of them allow together; where nothing does, from the first to the last. */
const common = (windows: readonly { from: string; to: string }[]): { from: string; to: string } => {
  const [from, to] = [most(windows.map((w) => w.from)), least(windows.map((w) => w.to))]
  return from < to ? { from, to } : { from: least(windows.map((w) => w.from)), to: most(windows.map((w) => w.to)) }
}

/** All goods are loaded, by the beginning of their times, and then delivered, by the end of theirs. */
export function planStops(loads: readonly Load[], spots: ReadonlyMap<number, Spot>, startAt: string): PlannedStop[] {
  const stopsOf = (kind: 'load' | 'unload') => {
    const key = kind === 'load' ? 'from' : 'to'
    const made = [...grouped(loads, key)].map(([party, own]) => {
      const window = common(own.map((l) => (kind === 'load' ? { from: l.pickFrom, to: l.pickTo } : { from: l.dropFrom, to: l.dropTo })))
      const spot = spots.get(party)
      const kg = own.reduce((sum, l) => sum + l.weight, 0)
      return {
        party,
        kind,
        consignments: own.map((l) => l.id).toSorted((a, b) => a - b),
        windowFrom: window.from,
        windowTo: window.to,
        serviceMin: (spot?.serviceMin ?? 10) + Math.ceil(((spot?.perTonMin ?? 0) * kg) / 1000),
      }
    })
    const by = kind === 'load' ? 'windowFrom' : 'windowTo'
    return made.toSorted((a, b) => a[by].localeCompare(b[by]) || a.party - b.party)
  }
  let at = Date.parse(startAt)
  let place: Spot | undefined
  return [...stopsOf('load'), ...stopsOf('unload')].map((s, i) => {
    const spot = spots.get(s.party)
    const distanceM = place && spot ? estimateM(place, spot) : 0
    place = spot ?? place
    // The truck waits for the place to open; the plan says so.
    at = Math.max(at + driveMinutes(distanceM) * MINUTE, Date.parse(s.windowFrom))
    const planArrive = new Date(at).toISOString()
    at += s.serviceMin * MINUTE
    return { ...s, seq: i + 1, distanceM, planArrive, planLeave: new Date(at).toISOString() }
  })
}

/** What is on board after each stop, in grams; never below 0, and 0 at the end of a mission that is not handed on. */
export function profile(stops: readonly { kind: string; consignments: readonly number[] }[], grams: ReadonlyMap<number, number>): number[] {
  let aboard = 0
  return stops.map((s) => {
    const sum = s.consignments.reduce((total, id) => total + (grams.get(id) ?? 0), 0)
    aboard += s.kind === 'load' ? sum : s.kind === 'unload' ? -sum : 0
    return aboard
  })
}

/** Law of axles (GB 1589, 超限运输管理规定 art. 3): the most a lorry of so many axles may weigh, kg. */
const AXLES: Readonly<Record<number, number>> = { 2: 18_000, 3: 25_000, 4: 31_000 }
interface Weights {
  loadKg: number | null
  curbKg: number | null
  grossKg: number | null
  axles: number | null
}
const kilos = (kg: number): number => Math.round(kg * 1000) / 1000
/** 「超载 700 kg」 or null. */
export function overload(v: Weights, kg: number): string | null {
  if (v.loadKg !== null && kg > v.loadKg) return `超载 ${kilos(kg - v.loadKg)} kg`
  if (v.curbKg === null) return null
  const limits = [v.grossKg, v.axles === null ? null : (AXLES[v.axles] ?? null)].filter((x) => x !== null)
  if (limits.length === 0) return null
  const most_ = Math.min(...limits)
  return v.curbKg + kg > most_ ? `总质量 ${kilos(v.curbKg + kg)} kg，超过 ${most_} kg，超限` : null
}
