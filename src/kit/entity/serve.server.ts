/** Server part of an entity: effects of actions, facts, hooks. A missing effect does not compile (DESIGN, idea 2). */
import type { Actions, ActionSpec } from '../action/action.ts'
import type { Context, Db, Tx } from '../access/context.server.ts'
import type { Entity } from './entity.ts'
import type { Fields } from './field.ts'
import type { Rec, ValuesOf } from './tables.ts'

export type InputOf<S> = S extends { input: infer I extends Fields } ? ValuesOf<I> : Record<never, never>

interface EffectArgs<E extends Entity<any>, S> {
  tx: Tx
  ctx: Context
  /** Locked (`FOR UPDATE`) and re-checked inside the transaction. */
  record: Rec<E>
  input: InputOf<S>
}
/** Returns further columns to write on the record (besides the state), or nothing. */
export type Effect<E extends Entity<any>, S> = (args: EffectArgs<E, S>) => Promise<Partial<Rec<E>> | void>

/** For actions that only move the state (and copy inputs of the same name onto the record). */
export const moveOnly = async (): Promise<void> => {}
/** Writes every input whose name is also a field of the record. */
export const copyInput = async (args: { input: object }): Promise<never> => ({ ...args.input }) as never

export interface EntityHooks<E extends Entity<any>> {
  /** Complete or refuse before insert; runs in the transaction. Returns extra columns. */
  beforeAdd?: (args: { tx: Tx; ctx: Context; values: Partial<Rec<E>> }) => Promise<Partial<Rec<E>> | void>
  afterAdd?: (args: { tx: Tx; ctx: Context; record: Rec<E> }) => Promise<void>
  beforeEdit?: (args: { tx: Tx; ctx: Context; record: Rec<E>; patch: Partial<Rec<E>> }) => Promise<Partial<Rec<E>> | void>
  afterEdit?: (args: { tx: Tx; ctx: Context; before: Rec<E>; record: Rec<E> }) => Promise<void>
  /** Null or why this record may not be edited / deleted. */
  refuseEdit?: (record: Rec<E>) => string | null
  refuseDelete?: (record: Rec<E>) => string | null
  beforeDelete?: (args: { tx: Tx; ctx: Context; record: Rec<E> }) => Promise<void>
}

export interface ServedEntity {
  readonly entity: Entity
  readonly actions: Actions | null
  readonly effects: Record<string, Effect<any, any>>
  /** Adds facts to records (one query for many records, never one per record). */
  readonly facts?: (args: { tx: Tx; ctx: Context; records: any[] }) => Promise<object[]>
  readonly hooks: EntityHooks<any>
  /** What the log calls things done to it that are no actions of its definition. */
  readonly words?: Readonly<Record<string, string>>
  /** field → what a history says of a structure that is no table. */
  readonly said?: Said
}
export type Said = Readonly<Record<string, (db: Db, ctx: Context, value: unknown) => Promise<string>>>

export function serve<E extends Entity<any>, A extends Record<string, ActionSpec<any, any, any>>, T = unknown>(
  actions: { readonly entity: E; readonly all: A; readonly facts?: T },
  parts: {
    effects: { [K in keyof A]: Effect<E, A[K]> }
    hooks?: EntityHooks<E>
  } & (unknown extends T ? { facts?: undefined } : { facts: (args: { tx: Tx; ctx: Context; records: Rec<E>[] }) => Promise<T[]> }),
): ServedEntity {
  return {
    entity: actions.entity,
    actions: actions as unknown as Actions,
    effects: parts.effects as Record<string, Effect<any, any>>,
    facts: parts.facts as ServedEntity['facts'],
    hooks: parts.hooks ?? {},
  }
}

/** An entity without actions but with hooks. */
export const serveEntity = <E extends Entity<any>>(entity: E, hooks: EntityHooks<E>): ServedEntity => ({
  entity,
  actions: null,
  effects: {},
  hooks,
})
