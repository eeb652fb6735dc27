/**
 * Acknowledged means stored, whatever dies: the program, the database for a while, all links at once. Small here;
 * `DEEP=1` kills fifty times and stops the database for a minute.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#kit/basics/time/clock.ts'
import { APP_ROLE } from '#kit/database/embedded/cluster.server.ts'
import { migrate } from '#kit/database/migrate.server.ts'
import { openDatabase, type Database } from '#kit/database/connection/pool.server.ts'
import { startPostgres, type EmbeddedPostgres } from '#kit/database/embedded/postgres.server.ts'
import { buildRegistry } from '#kit/entity/registry.server.ts'
import { add } from '#kit/entity/store.server.ts'
import { systemContext } from '#kit/access/system-context.server.ts'
import { StoredFiles } from '#kit/files/keeper.server.ts'
import { FolderStore } from '#kit/files/store.server.ts'
import { startGateway, type RunningGateway } from '#modules/telematics/gateway/gateway.server.ts'
import { basics } from '#tests/bench/company.ts'
import { Client } from '#tests/bench/client.ts'
import { freePort, Product } from '#tests/bench/product.ts'
import { FIRST_PHONE, fleetRows, Terminals } from '#tests/bench/terminals.ts'
import { testDatabase, type TestDatabase } from '#tests/database.ts'
import { Device, location } from '#tests/device.ts'
import { install } from '../../src/composition/installation.server.ts'
import { modules } from '../../src/modules.ts'
import { servedModules } from '../../src/modules.server.ts'

const DEEP = process.env['DEEP'] === '1'
const HOUR = 3_600_000
/** A link is two files of this process; for more than 9,000 see telematics-crowd.test.ts. */
const LINKS = DEEP ? Number(process.env['LINKS'] ?? 9000) : 200
const KEEPING = 20
/** What may wait in the gateway. A day's 40,000 take long to fill and to store. */
const RESERVOIR = DEEP ? 40_000 : 1500
/** Of a hundred old reports each. */
const BATCHES = DEEP ? 500 : 2
/** Reports that arrive twice have one key; what was acknowledged is there. */
const FAULTS = `select (select count(*) from (select t.id, a.serial from unnest($1::text[], $2::integer[]) as a(no, serial) left join terminal t on t.terminal_no = a.no except select terminal, serial from position) x) as lost,
  (select count(*) - count(distinct (terminal, serial)) from position) as doubled`
const pairsOf = (crowd: Terminals): [string[], number[]] => {
  const all = [...crowd.acknowledged()]
  return [all.map(([no]) => no), all.map(([, serial]) => serial)]
}

describe('R-03: the program is killed while terminals report', () => {
  let database: TestDatabase
  let product: Product
  let crowd: Terminals
  beforeAll(async () => {
    const port = await freePort()
    database = await testDatabase()
    product = await Product.start({ database, env: { GATEWAY_PORT: String(port) } })
    const client = await Client.signIn(product)
    const { store, model } = await basics(client)
    client.close()
    for (const text of fleetRows({ operator: 1, store: store.id, model: model.id, count: 200 })) await product.sql(text)
    crowd = new Terminals({ port, count: 200, return: true })
    await crowd.connect(200)
  })
  afterAll(async () => {
    crowd?.stop()
    await product?.close()
    await database?.close()
  })

  test(
    'every acknowledged report is stored; what was not acknowledged comes again and is stored once',
    async () => {
      const kills = DEEP ? 50 : 1
      const steady: number[] = []
      for (let i = 0; i < kills; i++) {
        const perSecond = DEEP ? 5000 : 1000
        const reporting = crowd.run(perSecond, 1.5 + Math.random())
        await pause(500 + Math.random() * 800)
        await product.kill()
        const killed = performance.now()
        await product.start()
        await reporting
        await crowd.settle(180_000)
        steady.push(Math.round(performance.now() - killed))
        const [counts] = await product.sql<{ lost: string; doubled: string }>(FAULTS, pairsOf(crowd))
        expect({ i, ...counts }).toEqual({ i, lost: '0', doubled: '0' })
      }
      const [{ n } = { n: '0' }] = await product.sql<{ n: string }>('select count(*) as n from position')
      expect(crowd.acked).toBe(crowd.sent)
      expect(Number(n)).toBe(crowd.sent)
      expect(crowd.resent).toBeGreaterThan(0)
      if (DEEP)
        console.log(
          `R-03: ${kills} kills, ${crowd.sent} reports, ${crowd.resent} sent again, quiet again after ${steady.toSorted((a, b) => a - b)[Math.floor(kills / 2)]} ms (median)`,
        )
    },
    DEEP ? HOUR : 600_000,
  )
})

describe('a gateway whose database can be stopped', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zyt-stopped-'))
  let cluster: EmbeddedPostgres
  let db: Database
  let gateway: RunningGateway
  let crowd: Terminals
  let operator: number
  const pressure: string[] = []
  beforeAll(
    async () => {
      chmodSync(folder, 0o711)
      cluster = await startPostgres({ dataDir: folder })
      await migrate({
        owner: cluster.owner,
        folder: join(import.meta.dirname, '../../database/migrations'),
        appRole: APP_ROLE,
        appendOnly: ['temperature_reading'],
      })
      db = openDatabase({ endpoint: () => cluster.app() })
      const registry = buildRegistry(modules, servedModules)
      await install({ db, clock: systemClock, registry, adminPassword: 'Adm1n!pass9' })
      operator = await db.read(null, async (tx) => (await tx.selectFrom('operator').select('id').executeTakeFirstOrThrow()).id)
      const ctx = systemContext({ db, clock: systemClock, registry, operatorId: operator, requestId: 'test' })
      await db.write(operator, async (tx) => {
        const store = await add(tx, ctx, 'store', { code: 'HQ', name: '虹桥店', city: '上海市' })
        const { value } = await tx
          .selectFrom('dictItem')
          .innerJoin('dictGroup', 'dictGroup.id', 'dictItem.dictGroup')
          .select('dictItem.value')
          .where('dictGroup.code', '=', 'vehicleCategory')
          .orderBy('dictItem.id')
          .executeTakeFirstOrThrow()
        const model = await add(tx, ctx, 'vehicleModel', { brand: '比亚迪', name: 'T5', category: value, energy: 'electric' })
        for (const text of fleetRows({ operator, store: store.id, model: model.id, count: LINKS + KEEPING }))
          await sql.raw(text).execute(tx)
      })
      gateway = await startGateway({
        db,
        registry,
        clock: systemClock,
        log: (_, message) => void (/links are/.test(message) && pressure.push(message)),
        files: new StoredFiles(new FolderStore(join(folder, 'files'))),
        port: 0,
        admit: 'known',
        reservoir: RESERVOIR,
      })
      crowd = new Terminals({ port: gateway.port, count: LINKS, return: true, sources: Math.ceil(LINKS / 20_000) })
      await crowd.connect(DEEP ? 1000 : LINKS)
    },
    DEEP ? HOUR : 300_000,
  )
  afterAll(async () => {
    crowd?.stop()
    await gateway?.stop()
    await db?.close()
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const faults = (): Promise<{ lost: number; doubled: number }> =>
    db.read(operator, async (tx) => {
      const [nos, serials] = pairsOf(crowd)
      const { rows } = await sql<{ lost: number; doubled: number }>`
        select (select count(*) from (select t.id, a.serial from unnest(${sql.val(nos)}::text[], ${sql.val(serials)}::integer[]) as a(no, serial) left join terminal t on t.terminal_no = a.no except select terminal, serial from position) x) as lost,
          (select count(*) - count(distinct (p.terminal, p.serial)) from position p join terminal t on t.id = p.terminal where t.terminal_no::bigint <= ${FIRST_PHONE + LINKS}) as doubled`.execute(
        tx,
      )
      return rows[0]!
    })

  test(
    'R-75: while it is away nothing is acknowledged and links are held; then everything is stored, once',
    async () => {
      await crowd.run(500, 1)
      await crowd.settle(120_000)
      await cluster.stop()
      await pause(200)
      const before = crowd.acked
      await crowd.run(2000, DEEP ? 60 : 1)
      // More than the reservoir holds, so that the sockets themselves have to wait; a slow machine sends less in its time.
      while (crowd.pending < 2 * RESERVOIR) await crowd.run(2000, 1)
      expect(crowd.acked).toBe(before)
      expect(gateway.stats().waiting).toBeLessThanOrEqual(1.2 * RESERVOIR + crowd.all.length)
      expect(pressure.at(-1)).toContain('links are held')
      cluster = await startPostgres({ dataDir: folder })
      await crowd.settle(240_000)
      expect(await faults()).toEqual({ lost: 0, doubled: 0 })
      expect([crowd.acked, crowd.refused]).toEqual([crowd.sent, 0])
      expect([gateway.stats().waiting, pressure.at(-1)]).toEqual([0, 'links are read again'])
    },
    DEEP ? HOUR : 600_000,
  )

  test(
    'R-73: all links come back in one second while others send what they kept; live reports are not held up',
    async () => {
      const old = Array.from({ length: 100 }, (_, i) => location({ at: Date.now() - 3_600_000 - i * 10_000 }))
      const devices = await Promise.all(
        Array.from({ length: KEEPING }, async (_, i) => {
          const device = new Device({ port: gateway.port, phone: String(FIRST_PHONE + LINKS + 1 + i) })
          await device.open()
          device.code = 'bench-code'
          expect(await device.authenticate()).toBe(0)
          return device
        }),
      )
      // What the machine takes anyway: it may be a slow one.
      crowd.forget()
      await crowd.run(DEEP ? 2000 : 400, 1)
      await crowd.settle(120_000)
      const calm = crowd.quantile(0.95)
      const before = crowd.connections
      for (const one of crowd.all) one.close()
      const began = performance.now()
      for (const device of devices)
        for (let n = 0; n < BATCHES; n++) device.sayLong('0704', { type: 1, locations: old.map((l) => ({ ...l, altitude: n % 1000 })) })
      // Gone and come back: at first all of them are still there.
      const back = () => crowd.connections - before >= LINKS && crowd.online === LINKS
      await expect.poll(back, { timeout: DEEP ? HOUR : 120_000, interval: 20 }).toBe(true)
      const steady = performance.now() - began
      crowd.forget()
      await crowd.run(DEEP ? 2000 : 400, DEEP ? 20 : 2)
      await crowd.settle(DEEP ? 300_000 : 120_000)
      console.log(`R-73: ${LINKS} links back within ${Math.round(steady)} ms, live p95 ${crowd.quantile(0.95)} ms (before: ${calm} ms)`)
      expect(crowd.connections - before).toBeGreaterThanOrEqual(LINKS)
      expect(await faults()).toEqual({ lost: 0, doubled: 0 })
      expect(crowd.quantile(0.95)).toBeLessThan(Math.max(2000, 3 * calm))
      await expect
        .poll(
          () =>
            db.read(
              operator,
              async (tx) =>
                (
                  await tx
                    .selectFrom('position')
                    .innerJoin('terminal', 'terminal.id', 'position.terminal')
                    .select(sql<number>`count(*)`.as('n'))
                    .where('terminal.terminalNo', '>', String(FIRST_PHONE + LINKS))
                    .executeTakeFirstOrThrow()
                ).n,
            ),
          { timeout: DEEP ? HOUR : 120_000 },
        )
        .toBe(KEEPING * BATCHES * 100)
      for (const device of devices) device.drop()
    },
    DEEP ? HOUR : 600_000,
  )
})
