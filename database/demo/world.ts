/** What the makers of the demo company share: a fake clock, people to act as, ids of what was made. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { fakeClock, type FakeClock } from '#kit/basics/time/clock.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { instantAt } from '#kit/basics/time/day.ts'
import type { Database, WriteOptions } from '#kit/database/connection/pool.server.ts'
import type { WriteTools } from '#kit/database/write-tools.server.ts'
import type { FileLink } from '#kit/entity/field.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import type { ActingName, ActionName } from '#kit/action/action.ts'
import { actNamed, add } from '#kit/entity/store.server.ts'
import { Random } from '#kit/basics/random.ts'
import type { Diary } from './diary.server.ts'

export interface Person {
  id: number
  name: string
}
export interface DemoStore {
  id: number
  plan: import('./names.ts').StorePlan
}

interface Parts {
  db: Database
  registry: Registry
  operatorId: number
  from: Day
  until: Day
  now?: string
  seed: number
  photo: (kind: string, who?: string) => Promise<FileLink>
  /** What was done before; none where a making is never gone on with. */
  diary?: (random: Random) => Diary
}

export class World {
  /** As the makers ask it: every answer is written down. */
  readonly db: Database
  /** As the product asks it, below one step of a maker. */
  readonly product: Database
  readonly registry: Registry
  readonly operatorId: number
  readonly clock: FakeClock
  readonly random: Random
  readonly from: Day
  readonly until: Day
  /** The moment the company is made: nothing in it happened later, also on its last day. */
  readonly now: string
  readonly people: Map<string, Person>
  readonly stores: DemoStore[]
  /** Payee codes by channel. */
  readonly codes: Map<string, number>
  readonly #parts: Parts
  readonly #diary: Diary | null

  constructor(parts: Parts, shared?: Pick<World, 'people' | 'stores' | 'codes'>) {
    this.#parts = parts
    this.random = new Random(parts.seed)
    this.#diary = parts.diary?.(this.random) ?? null
    this.product = parts.db
    this.db = this.#diary ? writtenDown(parts.db, parts.operatorId, this.#diary) : parts.db
    this.registry = parts.registry
    this.operatorId = parts.operatorId
    this.from = parts.from
    this.until = parts.until
    this.now = parts.now ?? instantAt(parts.until, '23:59')
    this.clock = fakeClock(instantAt(parts.from, '09:00'))
    this.people = shared?.people ?? new Map()
    this.stores = shared?.stores ?? []
    this.codes = shared?.codes ?? new Map()
  }

  /** The same company for work that goes on at the same time: with a clock, numbers and a diary of its own. */
  beside(seed: number, diary?: (random: Random) => Diary): World {
    return new World({ ...this.#parts, seed, ...(diary ? { diary } : {}) }, this)
  }

  /** A picture for whatever needs a photograph, e.g. `photo('交车')`; of somebody, when only he may use it. */
  photo(kind: string, who?: string): Promise<FileLink> {
    return this.once(`photo ${kind}`, () => this.#parts.photo(kind, who))
  }

  /** Work of the product that does no harm when it is done twice, such as a job of the night. */
  once<T>(what: string, work: () => Promise<T>): Promise<T> {
    return this.#diary ? this.#diary.ask(what, work) : work()
  }

  /** Somebody of the company at work; `system` when nobody is named. */
  as(who?: string): Context {
    const person = who ? this.people.get(who) : undefined
    if (who && !person) throw new Error(`nobody is called ${who}`)
    return {
      user: {
        id: person?.id ?? 0,
        username: who ?? 'system',
        name: person?.name ?? '系统',
        operatorId: this.operatorId,
        deptId: null,
        storeIds: [],
        isAdmin: true,
        isFirst: false,
        customerType: 'staff',
        carrier: false,
      },
      access: { can: () => true, scopeOf: () => 'all', scopeText: () => '' },
      db: this.product,
      clock: this.clock,
      registry: this.registry,
      ports: this.registry.ports,
      requestId: 'demo',
      ip: '127.0.0.1',
      userAgent: 'demo',
      source: person ? 'form' : 'job',
    }
  }

  at(day: Day, time = '09:30'): void {
    this.clock.set(this.instant(day, time))
  }
  /** That time of that day; made early in the morning, the afternoon of the last day has not come yet. */
  instant(day: Day, time: string): string {
    const wanted = instantAt(day, time)
    return Date.parse(wanted) > Date.parse(this.now) ? this.now : wanted
  }

  write<T>(work: (tx: Tx) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    return this.step('write', work, options)
  }

  private step<T>(what: string, work: (tx: Tx, tools: WriteTools) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    const transaction = (inner: typeof work): Promise<T> => this.product.write(this.operatorId, inner, options)
    return this.#diary ? this.#diary.change(what, transaction, work) : transaction(work)
  }

  /** A call of the product's own API, as somebody: in one transaction, however many it would take by itself. */
  call<T>(who: string | undefined, path: string, input: object): Promise<T> {
    return this.step(
      `call ${path}`,
      (tx, tools) => this.route<T>('POST', { ...this.as(who), db: within(this.product, this.operatorId, tx, tools) }, path, input),
      { statementTimeoutMs: 120_000 },
    )
  }
  /** A question to it. */
  ask<T>(who: string | undefined, path: string, input: object): Promise<T> {
    return this.once(`ask ${path}`, () => this.route<T>('GET', this.as(who), path, input))
  }
  private async route<T>(method: 'GET' | 'POST', ctx: Context, path: string, input: object): Promise<T> {
    const served = this.registry.modules.flatMap((m) => m.routes ?? []).find((r) => r.method === method && r.path === path)
    if (!served) throw new Error(`no such call: ${path}`)
    const parsed = await served.input.parseAsync(input)
    return (await served.handler(ctx, parsed, { files: [], signal: new AbortController().signal })) as T
  }

  /** One record through the product's own door. */
  async add(who: string | undefined, entity: string, values: object): Promise<number> {
    return this.step(`add ${entity}`, async (tx) => (await add(tx, this.as(who), entity, values as Record<string, unknown>)).id)
  }
  async act<N extends ActingName>(
    who: string | undefined,
    entity: N,
    action: ActionName<N>,
    id: number,
    input: object = {},
  ): Promise<void> {
    await this.step(`${entity} ${action}`, (tx) => actNamed(tx, this.as(who), entity, action, id, null, input as Record<string, unknown>))
  }
}

/** Questions and changes of the makers are steps; those of another company only questions, its own records being of another diary. */
function writtenDown(db: Database, operatorId: number, diary: Diary): Database {
  return Object.assign(Object.create(db) as Database, {
    read: ((id, work, options) => diary.ask('read', () => db.read(id, work, options))) satisfies Database['read'],
    write: ((id, work, options) =>
      id === operatorId
        ? diary.change('write', (inner) => db.write(id, inner, options), work)
        : diary.ask('write elsewhere', () => db.write(id, work, options))) satisfies Database['write'],
  })
}

/** For a call below one step: what it reads and writes of the company is part of the step's transaction. */
function within(db: Database, operatorId: number, tx: Tx, tools: WriteTools): Database {
  // Undoing one of two that run at the same time would undo the other.
  let last: Promise<unknown> = Promise.resolve()
  return Object.assign(Object.create(db) as Database, {
    read: ((id, work, options) => (id === operatorId ? work(tx) : db.read(id, work, options))) satisfies Database['read'],
    write: (<T>(id: number | null, work: (tx: Tx, tools: WriteTools) => Promise<T>, options?: WriteOptions) => {
      if (id !== operatorId) return db.write(id, work, options)
      const mine = last.catch(() => {}).then(() => tools.savepoint(() => work(tx, tools)))
      last = mine
      return mine
    }) satisfies Database['write'],
  })
}
