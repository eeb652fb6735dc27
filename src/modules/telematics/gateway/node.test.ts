/** What a node that was killed left: found by those who live, however soon it was started anew. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fakeClock, type FakeClock } from '#kit/basics/time/clock.ts'
import { testDatabase, type TestDatabase } from '#tests/database.ts'
import { fitted, type Fitted } from '#tests/gateway.ts'
import { Company } from '#tests/stories/company.ts'
import { Live } from './positions/live.server.ts'
import { join, leave, Vigil, type Recover } from './node.server.ts'

let base: TestDatabase
let c: Company
let fleet: Fitted[]
let clock: FakeClock
const dirty: number[] = []

beforeAll(async () => {
  base = await testDatabase()
  c = await Company.open('2026-11-20', base)
  const profile = await c.add('deviceProfile', { name: '终端' })
  fleet = []
  for (let i = 0; i < 2; i++) fleet.push(await fitted(c, profile, 13_500_000_001 + i))
})
afterAll(() => c?.close())
beforeEach(async () => {
  clock = fakeClock('2026-11-20T04:00:00.000Z')
  dirty.length = 0
  await c.write((tx) => tx.deleteFrom('gatewayNode').execute())
})

const live = (node: string): Live =>
  new Live({
    db: c.db,
    log: () => {},
    node,
    now: () => Date.parse(clock.now()),
    onDirty: (_, vehicles) => void dirty.push(...vehicles.keys()),
  })
const recover =
  (of: Live): Recover =>
  (operator, since, dead) =>
    of.recover(operator, since, dead)
/** A node that runs, with the first terminal or the second. */
async function running(node: string, which: number): Promise<Live> {
  const one = live(node)
  await join(c.db, clock, node, recover(one))
  const { terminal, state } = fleet[which]!
  await c.write(async (tx) => {
    await tx.deleteFrom('terminalLink').where('terminal', '=', terminal).execute()
    await tx
      .insertInto('terminalLink')
      .values({ terminal, operatorId: c.operatorId, node, generation: 1, connectedAt: clock.now(), remote: '10.0.0.1' })
      .execute()
    await tx.updateTable('terminal').set({ online: true }).where('id', '=', terminal).execute()
    await tx.updateTable('vehiclePosition').set({ online: true }).where('id', '=', state).execute()
  })
  return one
}
const online = async (): Promise<boolean[]> => {
  const rows = await c.read((db) => db.selectFrom('terminal').select(['id', 'online']).orderBy('id').execute())
  const places = await c.read((db) => db.selectFrom('vehiclePosition').select(['id', 'online']).execute())
  for (const { terminal, state } of fleet)
    expect(places.find((p) => p.id === state)!.online).toBe(rows.find((t) => t.id === terminal)!.online)
  return fleet.map(({ terminal }) => rows.find((t) => t.id === terminal)!.online === true)
}
const nodes = async (): Promise<string[]> =>
  (await c.read((db) => db.selectFrom('gatewayNode').select('id').orderBy('id').execute())).map((row) => row.id)

test('killed and started anew at once: what does not come back is offline two looks later', async () => {
  await running('killed', 0)
  clock.advanceMinutes(0.05)
  const anew = await running('anew', 1)
  const vigil = new Vigil(c.db, clock, recover(anew))
  expect(await online()).toEqual([true, true])
  const seen: boolean[][] = []
  for (let i = 0; i < 2; i++) {
    clock.advanceMinutes(1)
    await anew.flush()
    await vigil.look()
    seen.push(await online())
  }
  expect(seen).toEqual([
    [true, true],
    [false, true],
  ])
  expect(await nodes()).toEqual(['anew'])
})

test('a database that was away makes nobody dead', async () => {
  const [a, b] = [await running('a', 0), await running('b', 1)]
  const vigil = new Vigil(c.db, clock, recover(a))
  clock.advanceMinutes(1.5)
  await a.flush()
  await vigil.look()
  await b.flush()
  clock.advanceMinutes(1)
  await a.flush()
  await vigil.look()
  expect(await online()).toEqual([true, true])
  expect(await nodes()).toEqual(['a', 'b'])
})

test('a node that was taken for dead and lives is among them again', async () => {
  const a = await running('a', 0)
  await leave(c.db, 'a')
  await a.flush()
  expect(await nodes()).toEqual(['a'])
})
