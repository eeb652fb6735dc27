/** A gateway from outside: what it is given, what it says of itself. */
import type { Clock } from '#kit/basics/time/clock.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import type { FileKeeper } from '#kit/entity/services.server.ts'
import type { Log } from '#kit/http/log.server.ts'
import type { Known } from './admission/directory.server.ts'
import type { Admit } from './admission/registering.ts'

export interface GatewayOptions {
  db: Database
  registry: Registry
  clock: Clock
  log: Log
  files: FileKeeper
  port: number
  admit: Admit
  /** How terminals reach this gateway from outside; null or none: as they have reached it. */
  address?: string | null
  /** Links one address may hold. */
  perAddress?: number
  /** Whose links are not counted: this machine's. */
  uncounted?: (address: string) => boolean
  onSuspicion?: (known: Known, why: string) => void
  firstWaitMs?: number
  effectMs?: number
  sweepMs?: number
  /** Reports of now that may wait for the database before links are held; none: as many as a day's work needs. */
  reservoir?: number
}
export interface GatewayStats {
  links: number
  terminals: number
  frames: number
  badFrames: number
  garbage: number
  refused: number
  stored: number
  batches: number
  storeFailures: number
  /** Reports the database will not take: kept as text, and those not even that. */
  aside: number
  rejected: number
  waiting: number
}
export interface RunningGateway {
  port: number
  node: string
  stats(): GatewayStats
  /** Writes what is kept for a second and lets the engines finish; tests do not wait. */
  flush(): Promise<void>
  stop(): Promise<void>
}
