/** terminals behind a bad mobile network. Whatever the network does, what was acknowledged is stored, everything is stored once, and nothing is left behind. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#kit/basics/time/clock.ts'
import type { RunningGateway } from '#modules/telematics/gateway/gateway.server.ts'
import { BadNetwork, FAIR } from '#tests/bad-network.ts'
import { fleetRows, Terminals } from '#tests/bench/terminals.ts'
import { testDatabase } from '#tests/database.ts'
import { openGateway } from '#tests/gateway.ts'
import { Company } from './company.ts'

const DEEP = process.env['DEEP'] === '1'
const COUNT = DEEP ? 400 : 60
const SECONDS = DEEP ? 300 : 4
let company: Company
let gateway: RunningGateway
let network: BadNetwork
let crowd: Terminals
let sockets = 0
const openSockets = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length

beforeAll(async () => {
  const base = await testDatabase()
  company = await Company.open('2026-11-20', base)
  await company.write(async (tx) => {
    for (const text of fleetRows({ operator: company.operatorId, store: company.store, model: company.model, count: COUNT }))
      await sql.raw(text).execute(tx)
  })
  gateway = await openGateway(company, { clock: systemClock, sweepMs: 100 })
  sockets = openSockets()
  network = await BadNetwork.between(gateway.port, { late: 0.3, lateMs: 1000, breaks: DEEP ? 0.01 : 0.02 }, 61)
  crowd = new Terminals({ port: network.port, count: COUNT, return: true })
})
afterAll(async () => {
  crowd?.stop()
  await network?.stop()
  await gateway?.stop()
  await company?.close()
})
const faults = (): Promise<{ lost: number; doubled: number; stored: number }> =>
  company.read(async (db) => {
    const all = [...crowd.acknowledged()]
    const { rows } = await sql<{ lost: number; doubled: number; stored: number }>`
      select (select count(*) from (select t.id, a.serial from unnest(${sql.val(all.map(([no]) => no))}::text[], ${sql.val(all.map(([, serial]) => serial))}::integer[]) as a(no, serial) left join terminal t on t.terminal_no = a.no except select terminal, serial from position) x) as lost,
        (select count(*) - count(distinct (terminal, serial)) from position) as doubled, (select count(*) from position) as stored`.execute(
      db,
    )
    return rows[0]!
  })

describe('a third of all packets lost, a second late, cut anywhere, links that break in the middle of a frame', () => {
  test(
    'nothing acknowledged is lost and nothing is there twice while it lasts',
    async () => {
      for (const one of crowd.all) one.open()
      await expect.poll(() => crowd.online, { timeout: 60_000 }).toBeGreaterThan(COUNT / 4)
      await crowd.run(DEEP ? 1000 : 300, SECONDS)
      // On a slow machine less has happened by now.
      for (let i = 0; network.broken <= 20 && i < 30; i++) await crowd.run(300, 1)
      expect(network.broken).toBeGreaterThan(20)
      expect(crowd.acked).toBeGreaterThan(0)
      expect(await faults()).toMatchObject({ lost: 0, doubled: 0 })
    },
    SECONDS * 1000 + 240_000,
  )
  test('when it has cleared up everything arrives, once, and no link is left over', async () => {
    network.weather = FAIR
    await crowd.settle(180_000)
    expect([crowd.acked, crowd.refused]).toEqual([crowd.sent, 0])
    expect(crowd.resent).toBeGreaterThan(0)
    expect(await faults()).toEqual({ lost: 0, doubled: 0, stored: crowd.sent })
    await expect.poll(() => crowd.online, { timeout: 60_000 }).toBe(COUNT)
    // Half-open links of terminals that came back another way, too.
    await expect.poll(() => gateway.stats().terminals, { timeout: 60_000 }).toBe(COUNT)
    await expect.poll(() => gateway.stats().links, { timeout: 120_000 }).toBe(COUNT)
    if (DEEP)
      console.log(`R-61: ${crowd.sent} reports, ${network.pieces} pieces, ${network.broken} broken links, ${crowd.resent} sent again`)
  }, 480_000)
  test('when all have gone no socket is left', async () => {
    crowd.stop()
    await network.stop()
    await expect.poll(() => gateway.stats().links, { timeout: 60_000 }).toBe(0)
    // Each passed through four sockets of this process; the pool of the database may have grown by a few.
    expect(crowd.connections).toBeGreaterThan(COUNT + 10)
    await expect.poll(openSockets, { timeout: 60_000 }).toBeLessThan(sockets + 20)
  }, 180_000)
})
