/** What a terminal has reported and what of it was acknowledged: sent and waited for, sent again, kept while there is no network. */
import type { Location } from '../jt808/jt808.ts'
import type { Tally } from './tally.ts'

interface Sent {
  locations: Location[]
  frame: Uint8Array
  sentAt: number
  tries: number
  batch: boolean
}
/** What a terminal can keep while there is no network. */
const MEMORY = 2000
const BATCH = 12
/** T1 of the standard; then twice, three times as long. */
const ANSWER_MS = 15_000
const TRIES = 3

export class Reports {
  private readonly tally: Tally
  private readonly waiting = new Map<number, Sent>()
  private readonly memory: Location[] = []

  constructor(tally: Tally) {
    this.tally = tally
  }

  get buffered(): number {
    return this.memory.length
  }

  keep(location: Location): void {
    this.memory.push(location)
    this.tally.buffered++
    if (this.memory.length <= MEMORY) return
    this.memory.shift()
    this.tally.buffered--
    this.tally.overflowed++
  }

  /** What was kept goes out in batches, one after the other: the next when the last is acknowledged. */
  nextBatch(): Location[] | null {
    if (this.memory.length === 0 || [...this.waiting.values()].some((sent) => sent.batch)) return null
    const locations = this.memory.splice(0, BATCH)
    this.tally.buffered -= locations.length
    return locations
  }

  sent(serial: number, locations: Location[], frame: Uint8Array, batch: boolean, now: number): void {
    this.waiting.set(serial, { locations, frame, sentAt: now, tries: 1, batch })
    this.tally.waiting += locations.length
  }

  /** Frames to send again; null when nobody listens any more. */
  overdue(now: number): Uint8Array[] | null {
    const again: Uint8Array[] = []
    for (const sent of this.waiting.values()) {
      if (now - sent.sentAt < ANSWER_MS * sent.tries) continue
      if (sent.tries >= TRIES) return null
      sent.tries++
      this.tally.repeated++
      again.push(sent.frame)
    }
    return again
  }

  acknowledged(serial: number, result: unknown, now: number): void {
    const sent = this.waiting.get(serial)
    if (!sent) return
    this.waiting.delete(serial)
    this.tally.waiting -= sent.locations.length
    if (result === 0 || result === 4) {
      this.tally.acknowledged += sent.locations.length
      this.tally.latency.add(now - sent.sentAt)
    } else this.tally.refused += sent.locations.length
  }

  /** The link is gone: all that was not acknowledged is kept. */
  takeBack(): void {
    for (const sent of this.waiting.values()) {
      this.tally.waiting -= sent.locations.length
      for (const location of sent.locations) this.keep(location)
    }
    this.waiting.clear()
  }
}
