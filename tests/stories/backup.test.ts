/**
 * A company works while a backup is made; the archive goes into a second place and is the company at one instant. What is torn,
 * changed by a byte, sealed with another key or meant for a place in use is refused with a sentence, and nothing is written.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeClock } from '#kit/basics/time/clock.ts'
import { backUp, type Backup } from '#kit/backup/backup.server.ts'
import type { Manifest } from '#kit/backup/manifest.ts'
import { platformOf } from '#kit/access/platform.server.ts'
import { runs } from '#kit/backup/record.server.ts'
import { readArchive, refuseKey, restore, verifyChains } from '#kit/backup/restore.server.ts'
import { withClient } from '#kit/database/connection/connection.server.ts'
import { APP_ROLE } from '#kit/database/embedded/cluster.server.ts'
import { StoredFiles } from '#kit/files/keeper.server.ts'
import { FolderStore } from '#kit/files/store.server.ts'
import { add } from '#kit/entity/store.server.ts'
import { testDatabase, type TestDatabase } from '#tests/database.ts'
import { Company } from './company.ts'
import { backUpWhenDue, type BackupParts } from '../../src/composition/backups.server.ts'
import { STRUCTURE } from '../../src/composition/structure.server.ts'

const KEY = Buffer.alloc(32, 7)
const folder = mkdtempSync(join(tmpdir(), 'zyt-backup-'))
const store = new FolderStore(join(folder, 'files'))
let database: TestDatabase
/** A second place, empty at first. */
let other: TestDatabase
let company: Company
let made: Backup
let fileId = ''
/** How many pairs there were before and after. */
let pairs: [number, number]

const countPairs = async (): Promise<number> =>
  company.read(async (db) => (await sql<{ n: number }>`select count(*) as n from store where name like '同日%'`.execute(db)).rows[0]!.n)
let n = 0
/** Two rows of one transaction: a view between them would show one. */
const addPair = (): Promise<unknown> =>
  company.write(async (tx) => {
    const k = ++n
    for (const side of ['甲', '乙'])
      await add(
        tx,
        company.as('sales'),
        'store',
        { code: `P${k}${side === '甲' ? 'A' : 'B'}`, name: `同日${k}${side}`, city: '上海市' },
        'server',
      )
  })
const options = (more = {}) => ({
  reader: database.root,
  files: store,
  folder: join(folder, 'archives'),
  now: () => new Date('2026-03-02T01:00:00Z'),
  product: 'zuyuntong',
  version: '0.0.1',
  secretKey: KEY,
  secrets: null,
  ...more,
})
const into = (target: TestDatabase, archive: string, manifest: Manifest, name: string) =>
  restore({ ...STRUCTURE, owner: target.owner, appRole: APP_ROLE, archive, manifest, files: new FolderStore(join(folder, name)) })

beforeAll(async () => {
  database = await testDatabase()
  other = await testDatabase({ empty: true })
  company = await Company.open('2026-03-02', { db: database.db, close: database.close })
  const storedFiles = new StoredFiles(store)
  const file = {
    name: '行驶证.pdf',
    mime: 'application/pdf',
    purpose: null,
    expiresAt: null,
    body: Readable.from([Buffer.from('%PDF 内容')]),
  }
  fileId = (await storedFiles.put(company.as('sales'), file as never)).id
  await company.write((tx) => sql`select position_prepare('2026-03-01', '2026-03-04')`.execute(tx))
  for (let i = 0; i < 5; i++) await addPair()
  let working = true
  const before = await countPairs()
  const work = Promise.all(
    [1, 2].map(async () => {
      while (working) await addPair()
    }),
  )
  made = await backUp(options())
  working = false
  await work
  pairs = [before, await countPairs()]
})
afterAll(async () => {
  await database?.close()
  await other?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('figures that are not those of the manifest take everything back', async () => {
  const tables = made.manifest.tables.map((table) => (table.name === 'store' ? { ...table, hash: '1' } : table))
  await expect(into(other, made.path, { ...made.manifest, tables }, 'wrong')).rejects.toThrow('数据表 store')
  expect((await withClient(other.root, (client) => client.query('select count(*)::int as n from operator'))).rows[0].n).toBe(0)
})

test('what was written meanwhile is in it whole or not at all, and the restored company is counted, added up and chained as it was', async () => {
  const { manifest } = await readArchive(made.path)
  // After the wrong figures, too, the place is as good as empty.
  await into(other, made.path, manifest, 'second')
  expect(await verifyChains(other.app, manifest)).toBe(manifest.chains.reduce((sum, chain) => sum + chain.seq, 0))
  const restored = await other.db.read(company.operatorId, async (db) => ({
    stores: (await sql<{ n: number }>`select count(*) as n from store where name like '同日%'`.execute(db)).rows[0]!.n,
    said: (await sql<{ n: number }>`select count(*) as n from audit_log where entity = 'store' and title like '%同日%'`.execute(db))
      .rows[0]!.n,
    days: (await sql<{ name: string }>`select relname as name from pg_class where relname like 'position_202603__' order by 1`.execute(db))
      .rows,
  }))
  // Work went on during the backup, and after its view.
  expect(pairs[0]).toBe(10)
  expect(pairs[1]).toBeGreaterThan(restored.stores)
  expect(restored.stores % 2).toBe(0)
  expect(restored.said).toBe(restored.stores)
  expect(restored.days.map((row) => row.name)).toEqual(['position_20260301', 'position_20260302', 'position_20260303'])
  const body = await new FolderStore(join(folder, 'second')).open(fileId)
  expect(await text(body!)).toBe('%PDF 内容')
  // It is a company that works: numbers go on, references and row-level security stand.
  const next = await other.db.write(
    company.operatorId,
    async (tx) =>
      (await add(tx, { ...company.as('sales'), db: other.db }, 'store', { code: 'NEXT', name: '新店', city: '上海市' }, 'server')).id,
  )
  expect(next).toBeGreaterThan(
    await other.db.read(
      company.operatorId,
      async (db) => (await sql<{ id: number }>`select max(id) as id from store where code <> 'NEXT'`.execute(db)).rows[0]!.id,
    ),
  )
  expect((await other.db.read(null, (db) => sql`select from store`.execute(db))).rows).toEqual([])
  const structure = (root: TestDatabase['root']) =>
    withClient(root, async (client) => ({
      keys: (
        await client.query(
          `select conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated from pg_constraint where connamespace = 'public'::regnamespace and conrelid::regclass::text !~ '^(position|temperature_reading)_' order by 1, 2`,
        )
      ).rows,
      triggers: (
        await client.query(`select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`)
      ).rows,
      closed: (
        await client.query(
          `select relname, relrowsecurity, relforcerowsecurity from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
        )
      ).rows,
    }))
  expect(await structure(other.root)).toEqual(await structure(database.root))
  // A second time it finds somebody there.
  await expect(into(other, made.path, manifest, 'third')).rejects.toThrow('这里已有数据')
})

test('a place in use, a torn archive, a changed byte and another key are refused', async () => {
  await expect(into(database, made.path, made.manifest, 'none')).rejects.toThrow('这里已有数据')
  const bytes = readFileSync(made.path)
  const bad = join(folder, 'bad.tar')
  for (const at of [0.1, 0.35, 0.6, 0.85]) {
    const copy = Buffer.from(bytes)
    // In the middle of what is written there, not in the zeros that fill a block.
    let i = Math.floor(copy.length * at)
    while (copy[i] === 0) i++
    copy[i] = copy[i]! ^ 1
    writeFileSync(bad, copy)
    await expect(readArchive(bad), `byte ${i}`).rejects.toThrow(/校验值不符|不完整|不是本程序/)
  }
  for (const left of [0, 100, 5000, bytes.length - 1024 - 600]) {
    writeFileSync(bad, bytes)
    truncateSync(bad, left)
    await expect(readArchive(bad), `${left} bytes`).rejects.toThrow('不完整')
  }
  await expect(readArchive(join(folder, 'nothing.tar'))).rejects.toThrow('没有找到备份文件')
  expect(() => refuseKey(made.manifest, Buffer.alloc(32, 8))).toThrow('不是做备份时的密钥')
  refuseKey(made.manifest, KEY)
})

test('somebody bound by row-level security makes no backup that would be empty', async () => {
  await expect(backUp(options({ reader: database.owner }))).rejects.toThrow('受行级权限约束')
  expect(readdirSync(join(folder, 'archives')).filter((name) => name.endsWith('.partial'))).toEqual([])
})

test('a file the store no longer has is named', async () => {
  const { manifest } = await backUp(options({ files: new FolderStore(join(folder, 'empty-store')), folder: join(folder, 'lost') }))
  expect(manifest.files).toMatchObject({ count: 0, lost: [fileId] })
})

test('an upload whose content is still on its way is no file that was lost', async () => {
  const { operatorId } = company.as('sales').user
  const files = new StoredFiles(new FolderStore(join(folder, 'slow-store')))
  const arrival = Promise.withResolvers<void>()
  const body = (async function* () {
    yield Buffer.from('first half')
    await arrival.promise
  })()
  const sent = { name: '在途.pdf', mime: 'application/pdf', body, bytes: 10, purpose: 'upload', expiresAt: '2100-01-01T00:00:00.000Z' }
  const upload = files.put(company.as('sales'), sent)
  const rows = () => database.db.read(operatorId, (db) => db.selectFrom('file').select('sha256').where('name', '=', sent.name).execute())
  await expect.poll(rows, { timeout: 60_000 }).toEqual([{ sha256: '' }])
  const { manifest } = await backUp(options({ folder: join(folder, 'on-its-way') }))
  expect(manifest.files.lost).toEqual([])
  arrival.resolve()
  await database.db.write(operatorId, async (tx) =>
    tx
      .deleteFrom('file')
      .where('id', '=', (await upload).id)
      .execute(),
  )
})

test('at its hour one node makes the backup of the day and one the drill; old ones go', async () => {
  const clock = fakeClock('2026-03-02T18:00:00Z') // 02:00 of the third
  const settings = { folder: join(folder, 'nightly'), at: '02:30', keep: 1, drillDays: 7, databaseUrl: null }
  const logged: object[] = []
  const log = (_level: string, message: string, details?: object): void => void logged.push({ message, ...details })
  const parts: BackupParts = { db: database.db, postgres: { reader: database.root }, files: store, clock, log, secretKey: KEY, settings }
  const platform = (await platformOf(database.db))!
  const night = async () => {
    await Promise.all([backUpWhenDue(parts), backUpWhenDue({ ...parts, db: database.another() })])
  }
  await night()
  expect(await runs(database.db, platform)).toEqual([])
  clock.advanceMinutes(31)
  await night()
  await night()
  const kinds = async () => (await runs(database.db, platform)).map((run) => [run.kind, run.outcome, run.dueOn])
  const first = await kinds()
  expect(first).toContainEqual(['backup', 'done', '2026-03-03'])
  expect(first).toContainEqual(['drill', 'done', '2026-03-03'])
  expect(first).toHaveLength(2)
  // The drill is given nothing but the archive, and puts up a company with its file and its chain.
  expect((await runs(database.db, platform)).find((run) => run.kind === 'drill')).toMatchObject({ fileCount: 1 })
  expect(logged.filter((line) => 'chained' in line && Number(line.chained) > 20)).toHaveLength(1)
  clock.advanceDays(1)
  await night()
  expect((await kinds()).filter(([kind]) => kind === 'backup')).toHaveLength(2)
  expect((await kinds()).filter(([kind]) => kind === 'drill')).toHaveLength(1)
  expect(readdirSync(settings.folder)).toEqual(['zuyuntong-20260303T183100Z.tar'])
})

test('a try that failed is written down and tried again, three times a day', async () => {
  const clock = fakeClock('2026-04-02T20:00:00Z')
  const settings = { folder: join(folder, 'bad.tar', 'below'), at: '02:30', keep: 2, drillDays: 0, databaseUrl: null }
  const parts: BackupParts = {
    db: database.db,
    postgres: { reader: database.root },
    files: store,
    clock,
    log: () => {},
    secretKey: KEY,
    settings,
  }
  for (let i = 0; i < 3; i++) await expect(backUpWhenDue(parts)).rejects.toThrow(/ENOTDIR/)
  await backUpWhenDue(parts)
  const failed = (await runs(database.db, (await platformOf(database.db))!)).filter((run) => run.dueOn === '2026-04-03')
  expect(failed.map((run) => run.outcome)).toEqual(['failed', 'failed', 'failed'])
  expect(failed[0]!.error).toContain('ENOTDIR')
})
