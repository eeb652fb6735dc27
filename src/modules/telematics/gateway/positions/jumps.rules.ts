/**
 * Places no vehicle can have reached (fleet.md §2.4, filter `distance`): a thousand kilometres in ten seconds, another hemisphere. What was
 * reported is kept; the place is not believed, so the vehicle stays where it was and what guards a cut does not read it. Alarms
 * and state of such a report count as ever. Pure. The judge is the vehicle's: the fold of its reports in the order of their own time says
 * what stays (engine.rules.ts); a link begins where the vehicle was last believed and says the same of what comes in order.
 */
import { type Fix } from './fix.rules.ts'
import { NO_FIX } from '../../places/flags.ts'
import { reachable, type Place } from '../../places/reach.rules.ts'

/** So many reports that agree with each other over so long against the one that was believed: then that one was wrong. */
const WITNESSES = 5
const WITNESSED_MS = 60_000
/** Carried on a train or a ship with its terminal off: after so long without a believed place two that agree are enough. */
const SILENT_MS = 600_000
const WITNESSES_AFTER_SILENCE = 2

export interface Believed {
  place: Place | null
  /** Reports beside the believed one that agree with each other. */
  other: { since: number; last: Place; count: number } | null
}
export const nowhere = (): Believed => ({ place: null, other: null })

export class Jumps {
  /** Plain, so that it can be stored. Changed by what is judged. */
  readonly state: Believed

  constructor(state: Believed = nowhere()) {
    this.state = state
  }

  /** Where it was before this link. */
  stoodAt(place: Place): void {
    this.state.place ??= place
  }

  /** When the place was that is believed; reports of before are judged among themselves. */
  get newest(): number {
    return this.state.place?.at ?? -Infinity
  }

  /** Whether it can have come there from the place that is believed. */
  reaches({ at, lng, lat }: Place): boolean {
    return this.state.place === null || reachable(this.state.place, { at, lng, lat })
  }

  /** Whether the place can be believed. Reports without one are no matter. */
  believes(fix: Place & Partial<Pick<Fix, 'flags'>>): boolean {
    if ((fix.flags ?? 0) & NO_FIX) return true
    const { state } = this
    const place = { at: fix.at, lng: fix.lng, lat: fix.lat }
    if (state.place === null || this.reaches(place)) return this.take(place)
    const { other } = state
    state.other =
      other !== null && reachable(other.last, place)
        ? { since: other.since, last: place, count: other.count + (other.last.at === place.at ? 0 : 1) }
        : { since: place.at, last: place, count: 1 }
    const { since, count } = state.other
    const silent = Math.abs(since - state.place.at) >= SILENT_MS
    if (silent ? count >= WITNESSES_AFTER_SILENCE : count >= WITNESSES && Math.abs(place.at - since) >= WITNESSED_MS)
      return this.take(place)
    return false
  }
  private take(place: Place): true {
    this.state.place = place
    this.state.other = null
    return true
  }
}
