/** Budgets of persons over two nodes: two pools and two registries on one database, as two processes have them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, twoOperators, type TestDatabase } from '#tests/database.ts'
import type { Context } from '../../../access/context.server.ts'
import { takeOwn } from '../../../access/tries/budgets.server.ts'
import { fakeClock } from '../../../basics/time/clock.ts'
import type { Database } from '../../../database/connection/pool.server.ts'
import { testLibrary } from '../../fixture/definitions.ts'
import { contextFor, servedLibrary } from '../../fixture/served.server.ts'
import { buildRegistry } from '../../registry.server.ts'
import { noteFile, noteLookups, takeReveal } from './lookups.server.ts'

const clock = fakeClock('2026-03-15T02:00:00.000Z')
let database: TestDatabase
let companies: number[]
beforeAll(async () => {
  database = await testDatabase()
  companies = await twoOperators(database.db)
})
afterAll(() => database.close())

/** A process of its own, or the one that was started after it. */
const node = (): Database => database.another()
const person = (db: Database, id: number, company = 0): Context => {
  const registry = buildRegistry([testLibrary], [servedLibrary])
  return { ...contextFor(db, { id, operatorId: companies[company]!, codes: [] }), clock, registry, ports: registry.ports }
}
const QUESTION = [{ entity: 'testBook', by: '手机号', shown: '138****0000' }]
const allowed = async (times: number, ask: (i: number) => Promise<unknown>): Promise<number> =>
  (await Promise.allSettled(Array.from({ length: times }, (_, i) => ask(i)))).filter((one) => one.status === 'fulfilled').length
const linesOf = (id: number) =>
  database.db.read(companies[0]!, async (db) => ({
    asked: (await db.selectFrom('auditLog').select('reason').where('userId', '=', id).where('action', '=', 'lookup').execute()).length,
    slowed: (await db.selectFrom('loginLog').select('id').where('userId', '=', id).where('result', '=', 'numbersSlowed').execute()).length,
  }))

describe('a budget of a person', () => {
  it('is one over two nodes and over a restart, and each question has its line', async () => {
    const nodes = [node(), node()]
    for (let i = 0; i < 40; i++) await noteLookups(person(nodes[i % 2]!, 11), QUESTION)
    for (const db of [...nodes, node()])
      await expect(noteLookups(person(db, 11), QUESTION)).rejects.toMatchObject({
        kind: 'tooMany',
        message: expect.stringContaining('过于频繁'),
      })
    expect(await linesOf(11)).toEqual({ asked: 40, slowed: 1 })
  })

  it('is another one for somebody else, for a namesake of another company, and for another class', async () => {
    await noteLookups(person(node(), 12), QUESTION)
    await noteLookups(person(node(), 11, 1), QUESTION)
    await takeReveal(person(node(), 11))
  })

  it('lets twenty at once have what is left, and no more', async () => {
    const nodes = [node(), node()]
    for (let i = 0; i < 50; i++) await takeReveal(person(nodes[0]!, 13))
    expect(await allowed(20, (i) => takeReveal(person(nodes[i % 2]!, 13)))).toBe(10)
    expect(await linesOf(13)).toEqual({ asked: 0, slowed: 1 })
  })

  it('lets twenty at once begin together', async () => {
    const nodes = [node(), node()]
    expect(await allowed(60, (i) => noteLookups(person(nodes[i % 2]!, 14), QUESTION))).toBe(40)
    expect(await linesOf(14)).toEqual({ asked: 40, slowed: 1 })
  })

  it('gives a file what is left of it, with one line', async () => {
    for (let i = 0; i < 38; i++) await noteLookups(person(database.db, 15), QUESTION)
    await expect(noteFile(person(node(), 15), QUESTION, 5, '太多')).rejects.toMatchObject({ kind: 'tooMany', message: '太多' })
    await expect(noteLookups(person(node(), 15), QUESTION)).rejects.toMatchObject({ kind: 'tooMany' })
    expect(await linesOf(15)).toEqual({ asked: 39, slowed: 1 })
    // One that costs nothing is written down all the same.
    await noteFile(person(node(), 15), QUESTION, 0, '太多')
    expect((await linesOf(15)).asked).toBe(40)
  })

  it('comes back by the clock of the program, to what it was and no further', async () => {
    const take = (cost: number): Promise<number> =>
      database.db.write(companies[0]!, (tx) => takeOwn(tx, person(database.db, 16), 'lookup', cost))
    const seconds = (n: number): void => clock.advanceMinutes(n / 60)
    expect(await take(100)).toBe(40)
    expect(await take(1)).toBe(0)
    seconds(19)
    expect(await take(1)).toBe(0)
    seconds(1)
    expect([await take(1), await take(1)]).toEqual([1, 0])
    seconds(30 * 86_400)
    expect([await take(100), await take(1)]).toEqual([40, 0])
    // The clock of another node is behind: nothing is given twice.
    seconds(-60)
    expect(await take(1)).toBe(0)
    seconds(80)
    expect(await take(5)).toBe(1)
    // It was a year ahead, and is right again: nobody waits for a year.
    seconds(-365 * 86_400)
    expect(await take(100)).toBe(40)
  })
})
