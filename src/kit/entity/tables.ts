/**
 * The type of the whole database. Each definition file adds its line by declaration merging:
 *   declare module '#kit/entity/tables.ts' { interface Tables { vehicle: RowOf<typeof vehicle> } }
 * so definitions never import each other and a misspelt reference does not compile.
 */
import type { Generated } from 'kysely'
import type { Entity } from './entity.ts'
import type { Fields, ValueOf } from './field.ts'

// Filled by declaration merging; empty on purpose.
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface Tables {}

export type TableName = Extract<keyof Tables, string>

/** The actions of each entity that has some, filled beside `Tables`: `interface ActionsOf { vehicle: typeof vehicleActions }`. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface ActionsOf {}

/** What modules lay out for another one, under the name that one declares with its type: `interface Provided { approvalActs: ActSpec }`. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface Provided {}

/** Columns every row has. `operatorId` is the tenant; `deletedAt` marks a soft-deleted row. */
interface StandardColumns {
  id: Generated<number>
  operatorId: number
  createdBy: number | null
  createdAt: Generated<string>
  updatedBy: number | null
  updatedAt: Generated<string>
  version: Generated<number>
  deletedAt: string | null
}

export type ValuesOf<F extends Fields> = { [K in keyof F]: ValueOf<F[K]> }
/** Row as kysely sees it (with Generated columns); use `Selectable<RowOf<…>>` or `Rec<…>` for what a query returns. */
export type RowOf<E> = E extends Entity<infer F> ? StandardColumns & ValuesOf<F> : never
/** A record as read: plain types. Of any entity: whatever its definition says. */
export type Rec<E> = 0 extends E & 1
  ? any
  : E extends Entity<infer F>
    ? { [K in keyof StandardColumns]: StandardColumns[K] extends Generated<infer V> ? V : StandardColumns[K] } & ValuesOf<F>
    : never
