/** What one run of the engines yields for one vehicle. */
import type { Outcome } from './engine.rules.ts'
import type { Channel } from './rules.server.ts'

export interface Subject {
  vehicle: number
  store: number
  terminal: number | null
}
export interface VehicleOutcome {
  subject: Subject
  out: Outcome
  /** `out` holds everything from this instant on, so what is stored after it and not in `out` was wrong. Null: only new points were folded. */
  from: number | null
  channels: readonly Channel[]
}
