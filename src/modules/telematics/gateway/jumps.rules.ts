/**
 * Places no vehicle can have reached (fleet.md §2.4, filter `distance`): a thousand kilometres in ten seconds, another hemisphere. What was
 * reported is kept; the place is not believed, so the vehicle stays where it was and what guards a cut does not read it. Alarms
 * and state of such a report count as ever. Pure; one judge per link and kind of report, since reports come in order on a link.
 */
import { metresBetween } from '#kit/basics/earth.ts'
import { NO_FIX, type Fix } from './fix.rules.ts'

/** m/s: 250 km/h, faster than any lorry. */
const MOST_SPEED = 250 / 3.6
/** Nearer than this a receiver may scatter, however short the time. Metres. */
const SCATTER = 1000
/** So many reports that agree with each other over so long against the one that was believed: then that one was wrong. */
const WITNESSES = 5
const WITNESSED_MS = 60_000

/** Millionths of a degree, milliseconds. */
export type Place = Pick<Fix, 'at' | 'lng' | 'lat'>
const reachable = (from: Place, to: Place): boolean => {
  const metres = metresBetween(from.lng / 1e6, from.lat / 1e6, to.lng / 1e6, to.lat / 1e6)
  return metres <= SCATTER || metres <= (MOST_SPEED * Math.abs(to.at - from.at)) / 1000
}

export class Jumps {
  private believed: Place | null = null
  /** Reports beside the believed one that agree with each other. */
  private other: { since: number; last: Place; count: number } | null = null

  /** Where it was before this link. */
  stoodAt(place: Place): void {
    this.believed ??= place
  }

  /** When the place was that is believed; reports of before are judged among themselves. */
  get newest(): number {
    return this.believed?.at ?? -Infinity
  }

  /** Whether the place can be believed. Reports without one are no matter. */
  believes(fix: Pick<Fix, 'at' | 'lng' | 'lat' | 'flags'>): boolean {
    if (fix.flags & NO_FIX) return true
    const place = { at: fix.at, lng: fix.lng, lat: fix.lat }
    if (this.believed === null || reachable(this.believed, place)) return this.take(place)
    const agrees = this.other !== null && reachable(this.other.last, place)
    this.other = agrees
      ? { since: this.other!.since, last: place, count: this.other!.count + 1 }
      : { since: place.at, last: place, count: 1 }
    return this.other.count >= WITNESSES && Math.abs(place.at - this.other.since) >= WITNESSED_MS ? this.take(place) : false
  }
  private take(place: Place): true {
    this.believed = place
    this.other = null
    return true
  }
}
