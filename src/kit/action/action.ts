/** State moves only by a named action (DESIGN, idea 2). Pure part; effects live in *.server.ts. */
import type { Clock } from '../basics/time/clock.ts'
import type { Check } from '../basics/identifiers/checks.ts'
import type { Day } from '../basics/time/day.ts'
import type { Entity } from '../entity/entity.ts'
import type { Fields, ValueOf } from '../entity/field.ts'
import type { ActionsOf, Rec } from '../entity/tables.ts'
import type { Moves } from './money.ts'

export interface Actor {
  id: number
  name: string
  isAdmin: boolean
}
/** What a refusal may depend on besides the record: parameters, never globals. */
export interface Moment {
  today: Day
  now: string
  user: Actor
}

/** The words of the state field; plain `string` for an entity that is not known exactly. */
type StateOf<E> = 0 extends 1 & E
  ? string
  : E extends Entity<infer F>
    ? string extends keyof F
      ? string
      : { [K in keyof F]: F[K] extends { kind: 'state'; value?: infer V } ? V : never }[keyof F] & string
    : never

export interface SecondPerson {
  /** What whoever entered the record is told. */
  own: string
}

export interface ActionSpec<E extends Entity<never> | Entity = Entity, Facts = unknown, I extends Fields = Fields> {
  label: string
  /** Function code that allows it; `${entity.right}_${name}` when left out. */
  right?: string
  from: readonly StateOf<E>[] | 'any'
  /** New state, or none when the action does not move it (or the effect decides). */
  to?: StateOf<E>
  input?: I
  /** Null or why not, in Chinese. The same function greys the button, stops the API and marks a bulk row. */
  refuse?(record: Rec<E> & Facts, moment: Moment): Check
  /** Decided by somebody else than those who wrote what is decided upon (docs/decisions/0093). */
  secondPerson?: SecondPerson
  /** What is said, where a better sentence than the general one is known, when it stands where this action cannot begin. */
  elsewhere?(record: Rec<E> & Facts): Check
  /** Across the inputs. */
  checkInput?(input: Record<string, unknown>, record: Rec<E> & Facts): Check
  /** Question before running when there is no input form. */
  confirm?: string
  /** What it moves: stands on its button (money.ts). */
  money?: Moves
  /** Said when it was done, where 「…成功」 would promise what only shows later (a command on its way, an approval). */
  done?: string
  tone?: 'primary' | 'danger'
  bulk?: boolean
  /** Hidden from general lists of actions (run by server code or a screen of its own only). */
  internal?: boolean
}

export interface Actions<E extends Entity = Entity, A extends Record<string, ActionSpec> = Record<string, ActionSpec>> {
  readonly entity: E
  readonly all: A
}

/** What may be asked of whom, by name: a misspelt action or input of another entity does not compile. */
export type ActingName = Extract<keyof ActionsOf, string>
type SpecsOf<N> = N extends keyof ActionsOf ? (ActionsOf[N] extends { all: infer A } ? A : never) : never
export type ActionName<N> = Extract<keyof SpecsOf<N>, string>
/** Filled in by the check when it is not given: a flag, and what has a value to begin with or a condition of its own. */
type Needed<I> = { [K in keyof I]: I[K] extends { kind: 'flag' } ? never : I[K] extends { required: true } ? K : never }[keyof I]
type Given<S> = S extends { input: infer I extends Fields }
  ? { [K in Needed<I>]: ValueOf<I[K]> } & { [K in Exclude<keyof I, Needed<I>>]?: ValueOf<I[K]> }
  : Record<string, never>
export type ActionInput<N, A> = A extends keyof SpecsOf<N> ? Given<SpecsOf<N>[A]> : never

/** Phantom: names the type of the facts that the server adds to a record before `refuse` looks at it. */
export const facts = <T>(): { readonly facts?: T } => ({})

export function defineActions<E extends Entity<any>, const A extends Record<string, ActionSpec<E, object, any>>>(
  entity: E,
  all: A,
): { readonly entity: E; readonly all: A }
export function defineActions<E extends Entity<any>, T, const A extends Record<string, ActionSpec<E, T, any>>>(
  entity: E,
  phantom: { readonly facts?: T },
  all: A,
): { readonly entity: E; readonly all: A; readonly facts?: T }
export function defineActions(entity: Entity, a: object, b?: object): unknown {
  return { entity, all: b ?? a }
}

/** What is said after it, of so many records. */
export function doneWords(spec: Pick<ActionSpec, 'label' | 'done'>, count?: number): string {
  const words = spec.done ?? `${spec.label}成功`
  return count === undefined ? words : `${words}，共 ${count} 条`
}

export const actionRight = (entity: Pick<Entity, 'right'>, name: string, spec: Pick<ActionSpec, 'right'>): string =>
  spec.right ?? `${entity.right}_${name}`

/**
 * Why this action cannot run on this record now, or null. State first, then the action's own rule.
 * Rights are not looked at here: they are the server's (and the list it sends).
 */
export function whyNot(entity: Entity, spec: ActionSpec<any, any, any>, record: Record<string, unknown>, moment: Moment): Check {
  if (spec.from !== 'any' && entity.state) {
    const current = String(record[entity.state])
    if (!(spec.from as readonly string[]).includes(current)) {
      const said = spec.elsewhere?.(record)
      if (said) return said
      const field = entity.fields[entity.state] as { options: Record<string, string> }
      const wanted = (spec.from as readonly string[]).map((s) => field.options[s] ?? s).join('、')
      return `当前为「${field.options[current] ?? current}」，只有「${wanted}」才能${spec.label}`
    }
  }
  return spec.refuse?.(record, moment) ?? null
}

/** Whether the record stands where this action may begin. */
export const mayBegin = (entity: Entity, spec: ActionSpec<any, any, any>, record: Record<string, unknown>): boolean =>
  spec.from === 'any' || !entity.state || (spec.from as readonly string[]).includes(String(record[entity.state]))

/** Names under which an action is refused: it stands elsewhere, its own rule, or what its effect found. */
export const refusalsOf = (entity: string, action: string): { state: string; rule: string; effect: string } => {
  const of = `${entity}.${action}`
  return { state: `${of}.state`, rule: `${of}.rule`, effect: `${of}.effect` }
}

export const momentOf = (clock: Clock, user: Actor): Moment => ({ today: clock.today(), now: clock.now(), user })
