/** What may be recorded in the outbox: one definition per kind of call, named by the code that records it, so that none is misspelt. */
import type { z } from 'zod'
import type { Context, Tx } from '../access/context.server.ts'

export interface Delivery {
  /** The same in every attempt: whoever is called recognises what came before by it. */
  id: string
  /** From 1. */
  attempt: number
  /** The real time of this attempt, whatever day the business is at: signatures want it. */
  at: Date
}

export interface OutgoingCall<P extends object = object, A = unknown> {
  /** `module.verb`; stands in the row, so it is never renamed while calls are waiting. */
  kind: string
  label: string
  /** Parsed again before it is sent: rows outlive releases. */
  payload: z.ZodType<P>
  /**
   * What is sent lies sealed until it is sent or given up, and then no more (decision 0122). `open`: it says nothing that does not stand in
   * our own records, and has no key to anything.
   */
  open?: boolean
  /** One line for whoever watches over what is sent; no secrets, personal data masked. */
  summary: (payload: P) => string
  /** Outside any transaction, perhaps more than once. An AppError that says `refused` is final, all else is tried again. */
  deliver: (ctx: Context, payload: P, delivery: Delivery) => Promise<A>
  /** Seconds between the attempts when they are agreed with whoever is called; after the last one it is given up. Else the house's own pauses. */
  pauses?: readonly number[]
  /** After each attempt that failed: what is shown of it where the business looks. `next`: when it is tried again, or null. */
  tried?: (tx: Tx, ctx: Context, payload: P, attempt: { number: number; reason: string; next: string | null }) => Promise<void>
  /** What follows here from the answer: committed together with "sent", so it happens once. */
  settle?: (tx: Tx, ctx: Context, payload: P, answer: A) => Promise<void>
  /** What follows here when it is refused for good, tried too often, or given up by a person. A later "send again" may still succeed. */
  failed?: (tx: Tx, ctx: Context, payload: P, reason: string) => Promise<void>
}

/** As the registry keeps them: of payloads and answers only their own definition knows the type. */
export type AnyCall = OutgoingCall<any, any>

export const defineCall = <P extends object, A>(call: OutgoingCall<P, A>): OutgoingCall<P, A> => call
