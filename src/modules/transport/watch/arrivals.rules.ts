/**
 * Which stop a visit of the vehicle was (transport.md §2.8): the first open one at that place in the order of the mission; where
 * places overlap, the earlier stop has it until the vehicle leaves its place. What was said before is corrected, never said twice.
 */
interface Visited {
  spot: number
  from: string
  to: string | null
  lng: number
  lat: number
  before: boolean
}
export interface WatchedStop {
  id: number
  seq: number
  /** The place: stops at one party share it. */
  spot: number
  kind: string
  /** Nothing is to be done there any more. */
  ended: boolean
}
/** What the fence said of a stop already and nothing corrected. */
export interface Said {
  clientId: string
  stop: number
  kind: 'arrive' | 'leave'
  at: string
}
export interface Seen {
  clientId: string
  stop: number
  kind: 'arrive' | 'leave'
  at: string
  lng: number
  lat: number
  amends: string | null
}
const id = (stop: number, kind: string, at: string): string => `fence-${stop}-${kind}-${Date.parse(at)}`
const SAME_MS = 1000
const near = (a: string, b: string): boolean => Math.abs(Date.parse(a) - Date.parse(b)) <= SAME_MS
/** What was said of a stop and this visit are one stay. */
const overlaps = (v: Visited, arrive: string, leave: string | undefined): boolean =>
  (v.to === null || arrive < v.to) && (leave === undefined || v.from < leave)

/** An earlier open stop's place holds the vehicle at that moment: until when (null: still). */
function heldBy(v: Visited, own: WatchedStop, stops: readonly WatchedStop[], visits: readonly Visited[]): Visited | undefined {
  return visits.find(
    (w) =>
      w.spot !== v.spot &&
      w.from <= v.from &&
      (w.to === null || w.to > v.from) &&
      stops.some((s) => s.spot === w.spot && !s.ended && s.seq < own.seq),
  )
}

export function arrivals(
  stops: readonly WatchedStop[],
  said: readonly Said[],
  visits: readonly Visited[],
  startedAt: string | null,
): Seen[] {
  const saidByStop = new Map(said.map((s) => [`${s.stop}/${s.kind}`, s]))
  const sightings: Seen[] = []
  const tell = (stop: number, kind: 'arrive' | 'leave', at: string, v: Visited): void => {
    const before = saidByStop.get(`${stop}/${kind}`)
    if (before && near(before.at, at)) return
    sightings.push({ clientId: id(stop, kind, at), stop, kind, at, lng: v.lng, lat: v.lat, amends: before?.clientId ?? null })
    saidByStop.set(`${stop}/${kind}`, { clientId: id(stop, kind, at), stop, kind, at })
  }
  const ordered = stops.toSorted((a, b) => a.seq - b.seq)
  for (const v of visits) {
    const atSpot = ordered.filter(
      (s) => s.spot === v.spot && (s.kind === 'load' || (startedAt !== null && (v.to === null || v.to > startedAt))),
    )
    // The stop this very stay was told of before, else the first one there that nobody was told of.
    const same = atSpot.find((s) => {
      const arrive = saidByStop.get(`${s.id}/arrive`)
      return arrive !== undefined && overlaps(v, arrive.at, saidByStop.get(`${s.id}/leave`)?.at)
    })
    const stop = same ?? atSpot.find((s) => !s.ended && !saidByStop.has(`${s.id}/arrive`))
    if (!stop) continue
    const holder = heldBy(v, stop, ordered, visits)
    if (holder && holder.to === null) continue
    const from = holder ? holder.to! : v.from
    if (v.to !== null && from >= v.to) continue
    // A track that begins at the place says only that it was there by then.
    if (!v.before || !saidByStop.has(`${stop.id}/arrive`)) tell(stop.id, 'arrive', from, v)
    if (v.to !== null) tell(stop.id, 'leave', v.to, v)
  }
  return sightings
}
