/**
 * Roads between the cities of the gazetteer: not those of a map, but lines that bend like them, the same for everybody, with towns at
 * their ends, tunnels and stretches without network at places that never move.
 */
import { mixed, Random } from '#kit/basics/random.ts'

export interface Place {
  lng: number
  lat: number
}
export interface Stretch {
  fromMetre: number
  toMetre: number
}
export interface Road {
  from: Place
  to: Place
  /** Along the straight line. What is driven is a little more. */
  length: number
  tunnels: readonly Stretch[]
  /** Without mobile network. */
  silences: readonly Stretch[]
  /** Wave number and height (m) of the bends. */
  bends: readonly (readonly [number, number])[]
  /** Unit vector of the straight line, metres east and north. */
  east: number
  north: number
}

const METRES_PER_DEGREE = 111_320
const eastScale = (lat: number): number => METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)
export function distance(a: Place, b: Place): number {
  return Math.hypot((b.lng - a.lng) * eastScale((a.lat + b.lat) / 2), (b.lat - a.lat) * METRES_PER_DEGREE)
}
/** A place so many metres east and north of another. */
export const offset = (place: Place, east: number, north: number): Place => ({
  lng: place.lng + east / eastScale(place.lat),
  lat: place.lat + north / METRES_PER_DEGREE,
})

const stretches = (random: Random, length: number, every: number, shortest: number, longest: number): Stretch[] => {
  const pieces: Stretch[] = []
  for (let at = random.between(0.3, 1) * every; at + longest < length; at += random.between(0.5, 1.5) * every)
    pieces.push({ fromMetre: at, toMetre: at + random.between(shortest, longest) })
  return pieces
}

const key = (place: Place): number => mixed(Math.round(place.lng * 1e4), Math.round(place.lat * 1e4))

export function makeRoad(from: Place, to: Place): Road {
  // The road back is the same road.
  const [a, b] = [key(from), key(to)]
  const random = new Random(mixed(Math.min(a, b), Math.max(a, b)))
  const length = Math.max(1, distance(from, to))
  const bends: [number, number][] = []
  for (let wave = 1; wave <= 5; wave++) bends.push([wave, (random.between(-0.05, 0.05) * length) / wave ** 1.5])
  for (const metres of [3000, 1100]) if (length > 2 * metres) bends.push([Math.round(length / metres), random.between(20, 60)])
  const back = a > b
  const mirrored = (list: Stretch[]): Stretch[] =>
    back ? list.map((s) => ({ fromMetre: length - s.toMetre, toMetre: length - s.fromMetre })) : list
  const tunnels = mirrored(stretches(random, length, 45_000, 600, 3500))
  const silences = mirrored(stretches(random, length, 120_000, 2500, 9000))
  const east = ((to.lng - from.lng) * eastScale((from.lat + to.lat) / 2)) / length
  const north = ((to.lat - from.lat) * METRES_PER_DEGREE) / length
  // sin(kπ(1−t)) = ±sin(kπt), and left is right on the way back: both signs together.
  return {
    from,
    to,
    length,
    tunnels,
    silences,
    bends: back ? bends.map(([wave, height]) => [wave, wave % 2 ? -height : height]) : bends,
    east,
    north,
  }
}

export interface OnRoad extends Place {
  /** Degrees, north is 0, clockwise. */
  heading: number
  /** Metres driven for one metre along the straight line. */
  stretch: number
}

export function onRoad(road: Road, metre: number): OnRoad {
  const t = Math.min(1, Math.max(0, metre / road.length))
  let side = 0
  let slope = 0
  for (const [wave, height] of road.bends) {
    side += height * Math.sin(wave * Math.PI * t)
    slope += (height * wave * Math.PI * Math.cos(wave * Math.PI * t)) / road.length
  }
  const { east, north, from, to } = road
  // The side is 90° to the left of the line.
  const place = offset({ lng: from.lng + t * (to.lng - from.lng), lat: from.lat + t * (to.lat - from.lat) }, -side * north, side * east)
  const dx = east - slope * north
  const dy = north + slope * east
  return { ...place, heading: (Math.round((Math.atan2(dx, dy) * 180) / Math.PI) + 360) % 360, stretch: Math.hypot(1, slope) }
}

export const within = (list: readonly Stretch[], metre: number): boolean => list.some((s) => metre >= s.fromMetre && metre <= s.toMetre)

/** Places and which of them are next to each other. */
export class RoadNet {
  readonly places: readonly Place[]
  private readonly near: readonly (readonly number[])[]

  constructor(places: readonly Place[]) {
    this.places = places
    this.near = places.map((place, i) =>
      places
        .map((other, k) => [k, distance(place, other)] as const)
        .filter(([k, metres]) => k !== i && metres > 1500 && metres < 400_000)
        .toSorted((a, b) => a[1] - b[1])
        .slice(0, 5)
        .map(([k]) => k),
    )
  }
  nearest(place: Place): number {
    let best = 0
    for (let i = 1; i < this.places.length; i++) if (distance(this.places[i]!, place) < distance(this.places[best]!, place)) best = i
    return best
  }
  /** A trip of some legs, never straight back. */
  wander(from: number, legs: number, random: Random): number[] {
    const path = [from]
    while (path.length <= legs) {
      const crossing = path.at(-1)!
      const choices = this.near[crossing]!.filter((k) => !path.includes(k))
      if (choices.length === 0) break
      path.push(random.pick(choices))
    }
    return path
  }
}
