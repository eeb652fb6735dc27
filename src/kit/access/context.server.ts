/** Who asks, where, when: passed explicitly to everything on the server; never ambient. */
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../basics/time/clock.ts'
import type { Tables } from '../entity/tables.ts'
import type { Dimension } from '../entity/entity.ts'
import type { Database } from '../database/connection/pool.server.ts'

/** A connection with the tenant set; inside `write` it is a transaction. */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** One way of seeing rows of a resource: every named dimension must match (AND); `all` when not restricted. */
export type Conjunction = Partial<Record<Dimension, readonly number[]>>
/** `'all'`, or a union of conjunctions; the empty union shows nothing (default deny, leasing.md §3.14). */
export type Scope = 'all' | readonly Conjunction[]

export interface UserContext {
  id: number
  username: string
  name: string
  operatorId: number
  deptId: number | null
  storeIds: readonly number[]
  isAdmin: boolean
  isFirst: boolean
  customerType: string
  carrier: boolean
  /** Last digits of the telephone: with the name they mark what leaves the house. */
  phoneTail?: string
}

export interface Access {
  /** Granted resource and function codes; the administrator has all. */
  can(code: string): boolean
  /** Data permission for a resource code. */
  scopeOf(resourceCode: string): Scope
  /** Chinese sentence describing it. */
  scopeText(resourceCode: string): string
  /** Whether the company uses this part of the product; what belongs to no part, everybody uses. Left out: everything is used. */
  isUsed?(part: string | undefined): boolean
}

/** What floors above hand along with every Context; they declare it here by merging, so that this one need not know them. */
// Filled by declaration merging; empty on purpose.
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface HandedAlong {}

export interface Context extends HandedAlong {
  readonly user: UserContext
  readonly access: Access
  readonly db: Database
  readonly clock: Clock
  readonly requestId: string
  readonly ip: string
  readonly userAgent: string
  /** What a module had asked back for and came with the call (`$given`), by the name of who asked. Nobody gives anything to a job. */
  readonly given?: Readonly<Record<string, unknown>>
  readonly source: 'form' | 'action' | 'import' | 'bulk' | 'job' | 'api'
}
