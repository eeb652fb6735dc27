/**
 * Nodes that write of the same terminals at once, each in an order of its own: whoever came first is waited for, and nobody is sent back.
 * PostgreSQL is made to look rows up one by one, in the order they are named, as it does in a large table.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { withClient } from '#kit/database/connection/connection.server.ts'
import { fakeClock } from '#kit/basics/time/clock.ts'
import type { Database, Handle } from '#kit/database/connection/pool.server.ts'
import { testDatabase, type TestDatabase } from '#tests/database.ts'
import { fitted, fixOf, type Fitted } from '#tests/gateway.ts'
import { Company } from '#tests/stories/company.ts'
import { findTerminals, type Known } from './admission/directory.server.ts'
import { Entry } from './admission/entry.server.ts'
import type { Fix } from './positions/fix.rules.ts'
import { insertPositions, type Stored } from './positions/insert.server.ts'
import { Live } from './positions/live.server.ts'

const FIRST = 13_400_000_001
const COUNT = 9
let c: Company
let base: TestDatabase
let fleet: (Fitted & { known: Known })[]
let minute = 0
const repeated: object[] = []
const nodes: Node[] = []

/** One gateway node, as far as it writes. */
class Node {
  readonly db: Database
  readonly name: string
  private readonly entry: Entry
  private readonly live: Live
  constructor(name: string) {
    this.name = name
    this.db = base.another({ log: (message, details) => void repeated.push({ node: name, message, ...details }) })
    this.entry = new Entry({ db: this.db, registry: c.registry, clock: fakeClock(c.clock.now()), admit: 'known', node: name })
    this.live = new Live({
      db: this.db,
      log: () => {},
      node: name,
      now: () => Date.parse(c.clock.now()) + minute * 60_000,
      onDirty: () => {},
    })
  }
  async enter(members: typeof fleet): Promise<number[]> {
    const header = { version: 2013 } as Parameters<Entry['enter']>[1]
    const entered = await Promise.all(members.map(({ known }) => this.entry.enter(known, header, '10.0.0.1', null, () => true)))
    return entered.map(({ generation }) => generation)
  }
  /** Their links break. */
  async leave(members: typeof fleet, generations: readonly number[]): Promise<void> {
    for (const [i, one] of members.entries()) this.live.left(c.operatorId, one.terminal, generations[i]!)
    await this.live.flush()
  }
  async places(members: typeof fleet): Promise<void> {
    this.live.stored(
      c.operatorId,
      members.map(({ terminal, vehicle }) => ({ ...report(terminal), vehicle })),
    )
    await this.live.flush()
  }
  async contacts(members: typeof fleet): Promise<void> {
    for (const one of members) this.live.recordContact(c.operatorId, one.terminal, Date.parse(c.clock.now()))
    minute += 2
    await this.live.flush()
  }
}

let serial = 0
const report = (terminal: number): Fix => fixOf(terminal, ++serial, Date.parse(c.clock.now()))

beforeAll(async () => {
  base = await testDatabase()
  c = await Company.open('2026-11-20', base)
  const profile = await c.add('deviceProfile', { name: '终端' })
  const fittings: Fitted[] = []
  for (let i = 0; i < COUNT; i++) fittings.push(await fitted(c, profile, FIRST + i))
  const known = await findTerminals(
    c.db,
    fittings.map((_, i) => String(FIRST + i)),
  )
  fleet = fittings.map((one, i) => ({ ...one, known: known[i]! }))
  await withClient(base.owner, async (client) => {
    const [{ name }] = (await client.query<{ name: string }>('select current_database() as name')).rows as [{ name: string }]
    for (const way of ['hashjoin', 'mergejoin', 'seqscan', 'bitmapscan'])
      await client.query(`alter database "${name}" set enable_${way} = off`)
  })
  for (const one of ['a', 'b']) nodes.push(new Node(one))
}, 120_000)
afterAll(() => c?.close())
beforeEach(() => void (repeated.length = 0))

const waiting = async (): Promise<number> => {
  const { rows } = await c.read((db) =>
    sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db),
  )
  return rows.length
}
/** Both begin while somebody has the row in the middle, so that each has what it names first and wants what the other has. */
async function together(hold: (tx: Handle) => Promise<unknown>, begin: () => Promise<unknown>[]): Promise<void> {
  let running: Promise<unknown> | undefined
  await c.db.write(c.operatorId, async (tx) => {
    await hold(tx)
    running = Promise.all(begin())
    await expect.poll(waiting).toBe(2)
  })
  await running
}
const MIDDLE = (COUNT - 1) / 2
const KEYS = { terminal: 'id', terminal_link: 'terminal', vehicle_position: 'vehicle' }
const middle = (table: keyof typeof KEYS) => (tx: Handle) =>
  sql`select 1 from ${sql.table(table)} where ${sql.ref(KEYS[table])} = ${fleet[MIDDLE]![table === 'vehicle_position' ? 'vehicle' : 'terminal']} for no key update`.execute(
    tx,
  )

describe('two nodes write of the same terminals in opposite orders', () => {
  const [a, b] = [() => nodes[0]!, () => nodes[1]!]
  const back = (): typeof fleet => fleet.toReversed()
  const cases: [string, Parameters<typeof middle>[0], () => Promise<unknown>[]][] = [
    ['logins', 'terminal', () => [a().enter(fleet), b().enter(back())]],
    ['places', 'vehicle_position', () => [a().places(fleet), b().places(back())]],
    ['places and logins', 'vehicle_position', () => [a().places(back()), b().enter(fleet)]],
    ['contacts', 'terminal', () => [a().contacts(fleet), b().contacts(back())]],
    ['contacts and logins', 'terminal', () => [a().contacts(back()), b().enter(fleet)]],
  ]
  test.each(cases)('%s (%s)', async (_name, table, begin) => {
    await together(middle(table), begin)
    expect(repeated).toEqual([])
  })
  test.each(['terminal_link', 'terminal', 'vehicle_position'] as const)(
    'links that broke, and their logins elsewhere (%s)',
    async (table) => {
      const generations = await a().enter(fleet)
      await together(middle(table), () => [a().leave(back(), generations.toReversed()), b().enter(fleet)])
      expect(repeated).toEqual([])
      const { rows: online } = await c.read((db) =>
        sql`select t.online as t, p.online as p, l.node from terminal t join vehicle_position p on p.terminal = t.id join terminal_link l on l.terminal = t.id`.execute(
          db,
        ),
      )
      expect(online).toEqual(fleet.map(() => ({ t: true, p: true, node: 'b' })))
    },
  )
  test('reports that came to both', async () => {
    const rows = fleet.map(({ terminal, vehicle }): Stored => ({ ...report(terminal), vehicle }))
    const insert = (node: Node, reports: Stored[]) => node.db.write(c.operatorId, (tx) => insertPositions(tx, c.operatorId, reports, false))
    await together(
      (tx) => insertPositions(tx, c.operatorId, [rows[MIDDLE]!], false),
      () => [insert(a(), rows), insert(b(), rows.toReversed())],
    )
    expect(repeated).toEqual([])
  })
})
