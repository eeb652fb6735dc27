/**
 * How a module lets a business act wait for approval: it lays the act out once, and asks `submitAct` where the act happens.
 * Everything a hook does runs in the transaction of the command that caused it: an approval and its consequence are one.
 */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Vocabulary } from './expression.ts'

/** What the engine is told about a record when its act is applied for. */
export interface ActSubject {
  title: string
  store: number | null
  facts: Readonly<Record<string, unknown>>
  /** Shown in lists: label → text. */
  summary?: readonly { label: string; value: string }[]
}
export interface ApprovalAct {
  /** `contract.submit`: entity and action. */
  code: string
  label: string
  /** Number of `approvalScene` (leasing.md §3.13). */
  scene: number
  /** Entity of the record. */
  entity: string
  /** Money moves with it: an empty node must never pass by itself. */
  money?: boolean
  /** Facts for conditions and approvers, without `fact.`. */
  facts: Vocabulary
  load(tx: Tx, ctx: Context, id: number): Promise<ActSubject>
  /** `input`: what the person had filled in when he asked. Run once, by the command that ends the case. */
  onPassed(tx: Tx, ctx: Context, id: number, input: Readonly<Record<string, unknown>>): Promise<void>
  onRejected(tx: Tx, ctx: Context, id: number, reason: string): Promise<void>
  onWithdrawn(tx: Tx, ctx: Context, id: number): Promise<void>
  /** Named calls for triggers. */
  calls?: Readonly<Record<string, { label: string; run(tx: Tx, ctx: Context, id: number): Promise<void> }>>
}

/** Where modules lay out their acts: `provides: { [APPROVAL_ACTS]: [...] }` of a served module. */
export const APPROVAL_ACTS = 'approvalActs'

export const allActs = (ctx: Pick<Context, 'registry'>): readonly ApprovalAct[] => ctx.registry.modules.flatMap((m) => (m.provides?.[APPROVAL_ACTS] ?? []) as readonly ApprovalAct[])
export const actOf = (ctx: Pick<Context, 'registry'>, code: string): ApprovalAct | null => allActs(ctx).find((act) => act.code === code) ?? null
