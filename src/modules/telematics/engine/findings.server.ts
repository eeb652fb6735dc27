/** What the engines found out about one vehicle. */
import type { Outcome } from './engine.rules.ts'
import type { Channel } from './rules.server.ts'

export interface Subject {
  vehicle: number
  store: number
  terminal: number | null
}
export interface Told {
  subject: Subject
  out: Outcome
  /** Everything found out from here on is contained in `out`, so what is not was wrong. Null: only new points were looked at. */
  from: number | null
  channels: readonly Channel[]
}
