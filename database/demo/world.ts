/** What the makers of the demo company share: a fake clock, people to act as, ids of what was made. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { fakeClock, type FakeClock } from '#kit/basics/clock.ts'
import type { Day } from '#kit/basics/day.ts'
import { instantAt } from '#kit/basics/day.ts'
import type { Database } from '#kit/database/pool.server.ts'
import type { FileLink } from '#kit/entity/field.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import type { ActingName, ActionName } from '#kit/action/action.ts'
import { actNamed, add } from '#kit/entity/store.server.ts'
import { Random } from '#kit/basics/random.ts'

export interface Person {
  id: number
  name: string
}
export interface DemoStore {
  id: number
  plan: import('./names.ts').StorePlan
}

export class World {
  readonly db: Database
  readonly registry: Registry
  readonly operatorId: number
  readonly clock: FakeClock
  readonly random: Random
  readonly from: Day
  readonly until: Day
  /** The moment the company is made: nothing in it happened later, also on its last day. */
  readonly now: string
  readonly people = new Map<string, Person>()
  readonly stores: DemoStore[] = []
  /** Payee codes by channel. */
  readonly codes = new Map<string, number>()
  /** A picture for whatever needs a photograph, e.g. `photo('交车')`; of somebody, when only he may use it. */
  readonly photo: (kind: string, who?: string) => Promise<FileLink>

  constructor(parts: {
    db: Database
    registry: Registry
    operatorId: number
    from: Day
    until: Day
    now?: string
    seed: number
    photo: (kind: string, who?: string) => Promise<FileLink>
  }) {
    this.db = parts.db
    this.registry = parts.registry
    this.operatorId = parts.operatorId
    this.from = parts.from
    this.until = parts.until
    this.now = parts.now ?? instantAt(parts.until, '23:59')
    this.photo = parts.photo
    this.clock = fakeClock(instantAt(parts.from, '09:00'))
    this.random = new Random(parts.seed)
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
      db: this.db,
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

  write<T>(work: (tx: Tx) => Promise<T>, options: { statementTimeoutMs?: number } = {}): Promise<T> {
    return this.db.write(this.operatorId, work, options)
  }

  /** A call of the product's own API, as somebody. */
  call<T>(who: string | undefined, path: string, input: object): Promise<T> {
    return this.route('POST', who, path, input)
  }
  /** A question to it. */
  ask<T>(who: string | undefined, path: string, input: object): Promise<T> {
    return this.route('GET', who, path, input)
  }
  private async route<T>(method: 'GET' | 'POST', who: string | undefined, path: string, input: object): Promise<T> {
    const found = this.registry.modules.flatMap((m) => m.routes ?? []).find((r) => r.method === method && r.path === path)
    if (!found) throw new Error(`no such call: ${path}`)
    const parsed = await found.input.parseAsync(input)
    return (await found.handler(this.as(who), parsed, { files: [], signal: new AbortController().signal })) as T
  }

  /** One record through the product's own door. */
  async add(who: string | undefined, entity: string, values: object): Promise<number> {
    return this.write(async (tx) => (await add(tx, this.as(who), entity, values as Record<string, unknown>)).id)
  }
  async act<N extends ActingName>(
    who: string | undefined,
    entity: N,
    action: ActionName<N>,
    id: number,
    input: object = {},
  ): Promise<void> {
    await this.write((tx) => actNamed(tx, this.as(who), entity, action, id, null, input as Record<string, unknown>))
  }
}
