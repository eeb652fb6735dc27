/**
 * How a module lets a business act wait for approval: it lays out which, and nothing else. Facts for conditions, the record
 * to show and its store are read off the entity's definition. Everything the engine does to a record runs in the transaction
 * of the command that caused it: an approval and its consequence are one.
 */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import type { Field } from '#kit/entity/field.ts'
import { get } from '#kit/entity/store.server.ts'
import { managerOf } from '#modules/parties/parties.public.ts'
import type { Term, ValueType, Vocabulary } from './engine/expression.ts'

interface Base {
  /** `renewal` or `franchiseApply.pass`: what 业务流程设置 names. */
  code: string
  label: string
  /** Number of `approvalScene` (leasing.md §3.13). */
  scene: number
  entity: string
  /** Money moves with it: nothing may pass by itself. */
  money?: boolean
  /** Gives away what is the company's: two people take part, with a process or without one (双人复核). */
  givesAway?: boolean
  /** Which records it is about; all when not said. */
  only?: (record: Readonly<Record<string, unknown>>) => boolean
  /** Named calls for triggers. */
  calls?: Readonly<Record<string, { label: string; run(tx: Tx, ctx: Context, id: number): Promise<void> }>>
}
interface Refusal {
  action: string
  input: string
}
/** The record stands in a waiting state, and two of its actions decide. */
export interface ReviewAct extends Base {
  waits: string
  pass: string
  /** `input`: under which name the action takes its reason. */
  reject: Refusal
  /** When the starter takes it back himself; as `reject` when not said. */
  withdraw?: Refusal
}
/** The action itself is held, with what was filled in, and runs when it is passed. */
interface HeldAct extends Base {
  action: string
}
export type ActSpec = ReviewAct | HeldAct
export const isReview = (act: ActSpec): act is ReviewAct => 'waits' in act
export type ApprovalAct = ActSpec & { facts: Vocabulary }

/** What one decides an act by: the amount and three facts, told in that order. `input` is what was filled in for an action that is held. */
export interface DecidingFacts {
  /** Code of the act. */
  act: string
  /** At most four; what may not be told to everybody who takes part is not in it. */
  of: (
    tx: Tx,
    ctx: Context,
    id: number,
    input: Readonly<Record<string, unknown>> | null,
  ) => Promise<readonly { label: string; value: string }[]>
}

/** Where modules lay out their acts: `provides: { approvalActs: [...] }` of a served module. */
declare module '#kit/entity/tables.ts' {
  interface Provided {
    approvalActs: ActSpec
    decidingFacts: DecidingFacts
  }
}

const TYPES: Partial<Record<Field['kind'], ValueType>> = {
  text: 'text',
  note: 'text',
  serial: 'text',
  state: 'choice',
  choice: 'choice',
  dict: 'text',
  refs: 'ids',
  day: 'day',
  money: 'money',
  int: 'number',
  decimal: 'number',
  rate: 'number',
  flag: 'flag',
  files: 'files',
}
function typeOf(field: Field): ValueType | null {
  if (field.kind === 'ref') return field.to === 'user' ? 'person' : field.to === 'store' ? 'store' : field.to === 'dept' ? 'dept' : 'ref'
  if (field.kind === 'computed') return field.as === 'int' ? 'number' : field.as
  return TYPES[field.kind] ?? null
}

/** Facts of a record: its fields, and the manager of its store. */
function factsOf(entity: Entity): Vocabulary {
  const facts: Record<string, Term> = {}
  for (const [name, field] of Object.entries(entity.fields as Record<string, Field>)) {
    const type = typeOf(field)
    if (type) facts[name] = { label: field.label, type, options: 'options' in field ? field.options : undefined }
  }
  facts['createdBy'] = { label: '创建人', type: 'person' }
  if ('store' in entity.fields) facts['storeManager'] = { label: '门店店长', type: 'person' }
  return facts
}

export const allActs = (ctx: Pick<Context, 'registry'>): readonly ApprovalAct[] =>
  ctx.registry.provided('approvalActs').map((act) => ({ ...act, facts: factsOf(ctx.registry.entity(act.entity).entity as Entity) }))
export const actOf = (ctx: Pick<Context, 'registry'>, code: string): ApprovalAct | null =>
  allActs(ctx).find((act) => act.code === code) ?? null
/** Acts that concern a record. */
export const actsFor = (ctx: Pick<Context, 'registry'>, entity: string, record: Readonly<Record<string, unknown>>): readonly ActSpec[] =>
  actsOn(ctx, entity).filter((spec) => spec.only?.(record) ?? true)
/** Acts that concern an entity; empty for nearly all, and then nothing is asked of the database. */
const byEntity = new WeakMap<object, ReadonlyMap<string, readonly ActSpec[]>>()
export function actsOn(ctx: Pick<Context, 'registry'>, entity: string): readonly ActSpec[] {
  const known = byEntity.get(ctx.registry) ?? Map.groupBy(ctx.registry.provided('approvalActs'), (act) => act.entity)
  byEntity.set(ctx.registry, known)
  return known.get(entity) ?? []
}

export interface Subject {
  store: number | null
  facts: Record<string, unknown>
}
/** What holds of the record now. */
export async function subjectOf(tx: Tx, ctx: Context, act: ActSpec, id: number): Promise<Subject> {
  const record = await get(tx, ctx, act.entity, id)
  const entity = ctx.registry.entity(act.entity).entity as Entity
  const store = typeof record['store'] === 'number' ? record['store'] : null
  const facts = Object.fromEntries(Object.keys(factsOf(entity)).map((name) => [name, record[name] ?? null]))
  if (store !== null) facts['storeManager'] = await managerOf(tx, store)
  return { store, facts }
}
