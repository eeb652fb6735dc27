/** Rows the database refuses, a database that refuses everything, a day without a partition: against a real database. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withClient } from '#kit/database/connection/connection.server.ts'
import { testDatabase, type TestDatabase } from '#tests/database.ts'
import { fixOf } from '#tests/gateway.ts'
import { Company } from '#tests/stories/company.ts'
import { Bindings } from '../admission/directory.server.ts'
import type { Fix } from './fix.rules.ts'
import { PositionWriter, type Outcome } from './writer.server.ts'

let c: Company
let base: TestDatabase
let terminal: number
let serial = 0
let writer: PositionWriter
const storedSerials: number[] = []
const T0 = Date.parse('2026-11-20T01:00:00Z')
const fix = (more: Partial<Fix> = {}): Fix => fixOf(terminal, ++serial, T0, more)
/** A number no column of the table holds; a text that is no JSON of PostgreSQL. */
const tooFar = (): Fix => fix({ lng: 3_000_000_000 })
const noText = (): Fix => fix({ items: JSON.stringify({ i: [['e1', '\0']] }) })
const append = (fixes: readonly Fix[]): Promise<Outcome> => new Promise((done) => writer.append(c.operatorId, fixes, done))
const stored = async (fixes: readonly Fix[]): Promise<number> =>
  (
    await c.read((db) =>
      db
        .selectFrom('position')
        .select('serial')
        .where('terminal', '=', terminal)
        .where(
          'serial',
          'in',
          fixes.map((f) => f.serial),
        )
        .execute(),
    )
  ).length
const aside = () =>
  c.read((db) => db.selectFrom('refusedPosition').selectAll().where('terminal', '=', terminal).orderBy('serial').execute())
const owner = (text: string): Promise<unknown> => withClient(base.owner, (client) => client.query(text))

beforeAll(async () => {
  base = await testDatabase()
  c = await Company.open('2026-11-20', base)
  writer = new PositionWriter({
    db: c.db,
    log: () => {},
    bindings: new Bindings(),
    onStored: (_, rows) => void storedSerials.push(...rows.map((r) => r.serial)),
    onPressure: () => {},
  })
})
afterAll(async () => {
  await writer.stop()
  await c.close()
})
beforeEach(async () => {
  terminal = await c.add('terminal', { terminalNo: String(13_500_000_000 + ++serial), store: c.store })
  storedSerials.length = 0
})

describe('a row the database will never take', () => {
  test.each([
    ['a number out of range', tooFar, /22003/, 'range'],
    ['a text that is none', noText, /22P05/, 'text'],
  ])('is put aside (%s) and acknowledged; all others of its batch are stored', async (_name, bad, why, cause) => {
    const good = Array.from({ length: 40 }, () => fix())
    const messages = good.map((one, i) => (i === 17 ? [bad()] : [one]))
    const before = writer.stats.aside
    expect(await Promise.all(messages.map(append))).toEqual(messages.map(() => 'stored'))
    expect(await stored(good)).toBe(39)
    const [refused, ...more] = await aside()
    expect(more).toEqual([])
    expect(refused!.why).toMatch(why)
    expect(JSON.parse(refused!.content)).toMatchObject({ serial: messages[17]![0]!.serial, terminal })
    expect(refused).toMatchObject({ status: 'waiting', cause, store: c.store, vehicle: null, serial: messages[17]![0]!.serial })
    expect(Date.parse(refused!.reportedAt)).toBe(messages[17]![0]!.at)
    expect(writer.stats.aside).toBe(before + 1)
    expect(storedSerials.length).toBe(39)
  })
  test('does not cost the good rows of its own message', async () => {
    const rows = [fix(), tooFar(), fix(), noText(), fix()]
    expect(await append(rows)).toBe('stored')
    expect(await stored(rows)).toBe(3)
    expect((await aside()).map((row) => row.serial)).toEqual([rows[1]!.serial, rows[3]!.serial])
  })
  test('sent again is put aside once, and the lane goes on', async () => {
    const bad = tooFar()
    for (let i = 0; i < 3; i++) expect(await append([bad])).toBe('stored')
    expect(await aside()).toHaveLength(1)
    const next = fix()
    expect(await append([next])).toBe('stored')
    expect(await stored([next])).toBe(1)
  })
})

describe('what terminals had kept (R-73)', () => {
  const batches = (n: number): Fix[][] => Array.from({ length: n }, () => Array.from({ length: 100 }, () => fix()))
  test('waits behind what is reported now, and gets its share all the same', async () => {
    const order: string[] = []
    const put = (name: string, fixes: readonly Fix[]): Promise<unknown> => append(fixes).then(() => order.push(name))
    const buffered = batches(60).map((rows) => put('kept', rows))
    const fresh = Array.from({ length: 4000 }, () => put('now', [fix()]))
    await Promise.all([...buffered, ...fresh])
    const last = order.lastIndexOf('now')
    // Two batches of 2,000 rows with five kept ones each go before the rest of the 4,000 reports.
    expect(order.slice(0, last).filter((name) => name === 'kept')).toHaveLength(10)
    expect(order.length).toBe(4060)
  })
  test('holds the links that bring more of it, not the others; only much more of it holds all', async () => {
    const pressure: boolean[] = []
    const slow = new PositionWriter({
      db: c.db,
      log: () => {},
      bindings: new Bindings(),
      onStored: () => {},
      onPressure: (full) => pressure.push(full),
    })
    const rows = batches(1)[0]!
    const put = (n: number): void => {
      for (let i = 0; i < n; i++) slow.append(c.operatorId, rows, () => {})
    }
    put(400)
    expect([slow.crowded, pressure]).toEqual([false, []])
    put(1)
    expect([slow.crowded, pressure]).toEqual([true, []])
    put(3599)
    expect(pressure).toEqual([])
    put(1)
    expect(pressure).toEqual([true])
    await expect.poll(() => pressure, { timeout: 180_000 }).toEqual([true, false])
    expect(slow.waiting).toBeLessThanOrEqual(300_000)
    await slow.stop()
  })
})

test('a statement the database refuses is no fault of the rows: they wait, and are stored when it is mended', async () => {
  const rows = [fix(), fix(), fix()]
  await owner('revoke insert on position from zyt_app')
  const failures = writer.stats.failures
  const waiting = Promise.all(rows.map((row) => append([row])))
  await expect.poll(() => writer.stats.failures).toBeGreaterThan(failures + 1)
  expect(await aside()).toEqual([])
  await owner('grant insert on position to zyt_app')
  expect(await waiting).toEqual(['stored', 'stored', 'stored'])
  expect(await stored(rows)).toBe(3)
})

test('a statement that is mended while rows are being sifted leaves none of them aside', async () => {
  const rows = [fix(), fix(), fix()]
  let writes = 0
  const mending = Object.create(c.db, {
    write: {
      value: async (...asked: Parameters<typeof c.db.write>) => {
        // All three, the first alone, the others.
        if (++writes === 3) await owner('grant insert on position to zyt_app')
        return c.db.write(...asked)
      },
    },
  }) as typeof c.db
  const other = new PositionWriter({ db: mending, log: () => {}, bindings: new Bindings(), onStored: () => {}, onPressure: () => {} })
  await owner('revoke insert on position from zyt_app')
  const outcomes = await Promise.all(rows.map((row) => new Promise((done) => other.append(c.operatorId, [row], done))))
  expect([outcomes, await stored(rows), await aside()]).toEqual([['stored', 'stored', 'stored'], 3, []])
  await other.stop()
})

test('a day that has no partition gets one; nothing is lost and nothing stands still', async () => {
  const at = Date.parse('2027-03-01T04:00:00Z')
  await owner('alter table position detach partition position_other')
  const rows = [fix(), fix({ at }), fix({ at: at + 1000 })]
  expect(await Promise.all(rows.map((row) => append([row])))).toEqual(['stored', 'stored', 'stored'])
  expect(await stored(rows)).toBe(3)
  expect(await aside()).toEqual([])
  const again = await c.read((db) =>
    db.selectFrom('position').select('at').where('terminal', '=', terminal).where('serial', '=', rows[1]!.serial).executeTakeFirstOrThrow(),
  )
  expect(Date.parse(again.at)).toBe(at)
})

test('what waits when the process ends was never acknowledged', async () => {
  await owner('revoke insert on position from zyt_app')
  const failures = writer.stats.failures
  const waiting = append([fix()])
  await expect.poll(() => writer.stats.failures).toBeGreaterThan(failures)
  await writer.stop()
  expect(await waiting).toBe('dropped')
  expect(await append([fix()])).toBe('dropped')
  await owner('grant insert on position to zyt_app')
})
