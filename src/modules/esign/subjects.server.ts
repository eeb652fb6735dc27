/**
 * What another module lays out so that its records can be signed: what stands in the paper, who signs, and what follows. Callbacks run
 * in the transaction of their cause. esign imports none of these modules.
 */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import type { FileLink } from '#kit/entity/field.ts'
import type { Block } from '#kit/pdf/paper.ts'
import type { BizType } from './templates/template.ts'

interface SubjectParty {
  role: string
  kind: 'person' | 'company'
  name: string
  mobile: string | null
  idNo: string | null
  lessee: number | null
}
export interface SubjectFacts {
  no: string
  title: string
  store: number | null
  lessee: number | null
  contract: number | null
  /** Path of the data dictionary → what is printed; what is empty is missing. */
  data: Readonly<Record<string, string>>
  parties: readonly SubjectParty[]
}
/** What is printed of a record, but for its title and the places to sign. */
export interface SubjectPaper {
  blocks: readonly Block[]
  /** Words its clauses name and nobody gave. */
  missing: readonly { label: string; at: string }[]
}
export interface SignSubject {
  bizType: BizType
  entity: string
  label: string
  /** Which records of it one would choose from. */
  waits: Readonly<Record<string, string | readonly string[]>>
  /** Why this record is not signed electronically now, or null. */
  refuse(tx: Tx, ctx: Context, id: number): Promise<string | null>
  /** `by` a person: only what he may see; else as it is. */
  facts(tx: Tx, ctx: Context, id: number, by?: 'person'): Promise<SubjectFacts>
  /** Stands word for word in whatever is signed about the record: what was printed and what was signed cannot differ. */
  paper?(tx: Tx, ctx: Context, id: number, given: { by?: 'person'; typed?: Readonly<Record<string, string>> }): Promise<SubjectPaper>
  onStart(tx: Tx, ctx: Context, id: number, flow: { id: number; no: string }): Promise<void>
  onCompleted(tx: Tx, ctx: Context, id: number, flow: { id: number; no: string; signedOn: Day; file: FileLink }): Promise<void>
  onEnded(tx: Tx, ctx: Context, id: number, flow: { id: number; no: string; reason: string }): Promise<void>
  /** Why what was signed cannot be taken back, or null. */
  mayRescind?(tx: Tx, ctx: Context, id: number): Promise<string | null>
  onRescinded?(tx: Tx, ctx: Context, id: number, flow: { id: number; no: string }): Promise<void>
}

declare module '#kit/entity/tables.ts' {
  interface Provided {
    signSubjects: SignSubject
  }
}
export const subjectsOf = (ctx: Pick<Context, 'registry'>): readonly SignSubject[] => ctx.registry.provided('signSubjects')
export const subjectOf = (ctx: Pick<Context, 'registry'>, entity: string | null): SignSubject | null =>
  subjectsOf(ctx).find((one) => one.entity === entity) ?? null
