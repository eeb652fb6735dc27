/**
 * What has been done already, in the order it was done. A making that was cut off is run again from its first line; each step that stands
 * here is not taken a second time but answered as it was answered then. So nothing is done twice, nothing is left out, and what people
 * did meanwhile stays as it is.
 */
import { sql, type CompiledQuery } from 'kysely'
import type { Tx } from '#kit/access/context.server.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'
import type { Random } from '#kit/basics/random.ts'
import type { WriteTools } from '#kit/database/write-tools.server.ts'

interface Step {
  number: number
  what: string
  /** JSON of an `Answer`. */
  result: string
}
interface Answer {
  value?: unknown
  /** Where the numbers stood afterwards: a step that is not taken again draws none. */
  random?: number
}
type Known = ReadonlyMap<number, { what: string; result: Answer }>
export type DemoTrack = 'company' | 'terminals' | 'freight' | 'papers'

/** Counted ones come as bigint, and nobody here counts further than a number does. */
const written = (answer: Answer): string =>
  JSON.stringify(answer, (_key, part: unknown) => {
    if (part instanceof Map) return { $map: [...part] }
    if (part instanceof Set) return { $set: [...part] }
    return typeof part === 'bigint' ? Number(part) : part
  })

/** As it was before it was written down. */
function asked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asked)
  if (value === null || typeof value !== 'object') return value
  const { $map: map, $set: set } = value as { $map?: [unknown, unknown][]; $set?: unknown[] }
  if (map) return new Map(map.map(([key, part]) => [asked(key), asked(part)]))
  if (set) return new Set(set.map(asked))
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, asked(part)]))
}

/** All steps of a company by their track. */
export async function knownSteps(db: Database, operatorId: number): Promise<ReadonlyMap<string, Known>> {
  const rows = await db.read(operatorId, (tx) =>
    tx.selectFrom('demoStep').select(['track', 'number', 'what', 'result']).where('operatorId', '=', operatorId).execute(),
  )
  const tracks = new Map<string, Map<number, { what: string; result: Answer }>>()
  for (const { track, number, what, result } of rows)
    (tracks.get(track) ?? tracks.set(track, new Map()).get(track)!).set(number, { what, result })
  return tracks
}

interface DiaryOf {
  operatorId: number
  track: DemoTrack
  known: Known
  random: Random
  counted: () => void
}

export class Diary {
  readonly #operatorId: number
  readonly #track: DemoTrack
  readonly #known: Known
  readonly #counted: () => void
  readonly #random: Random
  /** Answers of questions: they stand when the next change does, and until then asking again gives the same. */
  #unwritten: Step[] = []
  #number = 0

  constructor({ operatorId, track, known, random, counted }: DiaryOf) {
    this.#operatorId = operatorId
    this.#track = track
    this.#known = known
    this.#counted = counted
    this.#random = random
  }

  /** A question, or a change that does no harm when it is made twice. */
  async ask<T>(what: string, work: () => Promise<T>): Promise<T> {
    const number = ++this.#number
    const known = this.#answered(number, what)
    if (known) return known.value as T
    const value = await work()
    this.#unwritten.push({ number, what, result: this.#written(value) })
    return value
  }

  /** One transaction: what it changes and that it was done stand together or not at all. */
  async change<T>(
    what: string,
    transaction: (work: (tx: Tx, tools: WriteTools) => Promise<T>) => Promise<T>,
    work: (tx: Tx, tools: WriteTools) => Promise<T>,
  ): Promise<T> {
    const number = ++this.#number
    const known = this.#answered(number, what)
    if (known) return known.value as T
    const earlier = this.#unwritten
    const value = await transaction(async (tx, tools) => {
      const answer = await work(tx, tools)
      tools.last(this.#kept(tx, [...earlier, { number, what, result: this.#written(answer) }]), (error) => error)
      return answer
    })
    this.#unwritten = this.#unwritten.filter((step) => !earlier.includes(step))
    return value
  }

  #written(value: unknown): string {
    return written({ value, random: this.#random.state })
  }

  #answered(number: number, what: string): Answer | null {
    this.#counted()
    const step = this.#known.get(number)
    if (!step) return null
    if (step.what !== what) throw new Error(`step ${number} of ${this.#track} was «${step.what}», now it is «${what}»`)
    this.#random.state = step.result.random ?? this.#random.state
    return { value: asked(step.result.value) }
  }

  #kept(tx: Tx, steps: readonly Step[]): CompiledQuery {
    const column = (of: (step: Step) => unknown) => sql.val(steps.map(of))
    return sql`insert into demo_step (operator_id, track, number, what, result)
      select ${this.#operatorId}, ${this.#track}, s.number, s.what, s.result::jsonb
      from unnest(${column((s) => s.number)}::int[], ${column((s) => s.what)}::text[], ${column((s) => s.result)}::text[]) as s (number, what, result)`.compile(
      tx,
    )
  }
}
