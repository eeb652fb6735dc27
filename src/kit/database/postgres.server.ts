/**
 * Supervisor of the embedded PostgreSQL: makes the cluster, starts the server, adopts one that outlived its parent,
 * starts it again when it dies, stops it with us. It never removes anything inside the cluster, whatever a stale
 * postmaster.pid says.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, fchownSync, mkdirSync, openSync, readFileSync, realpathSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findPrograms, launch, type Programs } from './binaries.server.ts'
import { APP_ROLE, clusterFolder, DATABASE_NAME, ensureCluster, OWNER_ROLE, passwordsOf, ROOT_ROLE, serverEnvironment } from './cluster.server.ts'
import type { Endpoint } from './connection.server.ts'
import { StartRefused } from './errors.ts'
import { lockFolder } from './folder-lock.server.ts'

export interface PostgresOptions {
  dataDir: string
  /** False only in tests: commits are not flushed to disk. */
  durable?: boolean
  now?: () => Date
  log?: (message: string, details?: object) => void
}

export interface EmbeddedPostgres {
  readonly root: Endpoint
  readonly owner: Endpoint
  readonly app: Endpoint
  /** True when this start made the cluster. */
  readonly created: boolean
  /** Process id of the server, for tests and the health page. */
  pid(): number
  stop(): Promise<void>
}

const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 30_000

/** 64 MB of /dev/shm, the default of containers, is too little for a parallel hash join; then files are used. */
function sharedMemoryType(): string[] {
  if (process.platform !== 'linux') return []
  try {
    const shm = statfsSync('/dev/shm')
    return shm.bavail * shm.bsize < 512 * 1024 * 1024 ? ['dynamic_shared_memory_type=mmap'] : []
  } catch {
    return ['dynamic_shared_memory_type=mmap']
  }
}

function settings(durable: boolean): string[] {
  const list = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=100',
    'shared_buffers=256MB',
    'effective_cache_size=1GB',
    'work_mem=16MB',
    'maintenance_work_mem=128MB',
    'random_page_cost=1.1',
    'jit=off',
    'max_wal_size=2GB',
    'password_encryption=scram-sha-256',
    `fsync=${durable ? 'on' : 'off'}`,
    `synchronous_commit=${durable ? 'on' : 'off'}`,
    `full_page_writes=${durable ? 'on' : 'off'}`,
    // A week of logs, one file per weekday, overwritten. Terse and without statements: both may carry personal data.
    'logging_collector=on',
    'log_filename=postgresql-%a.log',
    'log_rotation_age=1d',
    'log_rotation_size=0',
    'log_truncate_on_rotation=on',
    'log_error_verbosity=terse',
    'log_min_error_statement=panic',
    ...sharedMemoryType(),
  ]
  return list.flatMap((setting) => ['-c', setting])
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

interface PidFile {
  pid: number
  port: number
}

function readPidFile(folder: string): PidFile | null {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return Number.isInteger(pid) && pid > 0 ? { pid, port: Number(lines[3]) || 0 } : null
  } catch {
    return null
  }
}

/** True, false, or unknown (null) where /proc does not exist. */
function isPostgres(pid: number): boolean | null {
  if (process.platform !== 'linux') return null
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
  } catch {
    return false
  }
}

async function serves(endpoint: Endpoint, folder: string): Promise<boolean> {
  const client = new pg.Client({ ...endpoint(), connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('show data_directory')
    return realpathSync(rows[0].data_directory) === realpathSync(folder)
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

class Supervisor {
  private port = 0
  private child: ChildProcess | null = null
  private serverPid = 0
  private stopping = false
  private watcher: NodeJS.Timeout | null = null
  private startLog = ''
  private readonly folder: string
  private readonly programs: Programs
  private readonly options: PostgresOptions
  private readonly probe: Endpoint

  constructor(programs: Programs, options: PostgresOptions) {
    this.programs = programs
    this.options = options
    this.folder = clusterFolder(options.dataDir)
    this.probe = this.endpoint(ROOT_ROLE, passwordsOf(options.dataDir).root, 'postgres')
  }

  endpoint(user: string, password: string, database: string): Endpoint {
    return () => ({ host: '127.0.0.1', port: this.port, user, password, database })
  }

  get pid(): number {
    return this.serverPid
  }

  async start(): Promise<void> {
    if (!(await this.adopt())) await this.launchUntilReady()
  }

  /** A server whose parent was killed keeps running, with all its connections: it is ours, if it serves our folder. */
  private async adopt(): Promise<boolean> {
    const deadline = Date.now() + 5000
    for (let found = readPidFile(this.folder); found; found = readPidFile(this.folder)) {
      if (!isAlive(found.pid) || isPostgres(found.pid) === false) return false
      this.port = found.port
      if (found.port && (await serves(this.probe, this.folder))) {
        this.serverPid = found.pid
        this.watch(found.pid)
        this.log('adopted the running PostgreSQL', { pid: found.pid })
        return true
      }
      if (Date.now() > deadline) return false
      await sleep(100) // starting, stopping or recovering
    }
    return false
  }

  private async launchUntilReady(): Promise<void> {
    const deadline = Date.now() + START_LIMIT_MS
    this.port ||= await freePort()
    for (;;) {
      const failure = await this.launchOnce(deadline)
      if (failure === null) return
      if (Date.now() > deadline || this.stopping) {
        throw new StartRefused(`PostgreSQL 无法启动：${failure}。日志见 ${join(this.folder, 'log')}`)
      }
      if (/could not bind|Address already in use|could not create any TCP/.test(failure)) this.port = await freePort()
      // After a kill of everything the old postmaster may linger unreaped for seconds, its memory likewise.
      else if (!/lock file|shared memory block is still in use/.test(failure)) {
        throw new StartRefused(`PostgreSQL 无法启动：${failure}`)
      }
      await sleep(100)
    }
  }

  /**
   * Inside a fresh container the pid in an old postmaster.pid may by now be some other program, which would keep
   * PostgreSQL from starting for ever. When that process is certainly not a postgres, its pid is handed over as the
   * "grandparent", which PostgreSQL itself knows not to be a rival; its check of the shared memory remains.
   */
  private strangerInPidFile(): Record<string, string> {
    const found = readPidFile(this.folder)
    const stranger = found && isAlive(found.pid) && isPostgres(found.pid) === false
    return { PG_GRANDPARENT_PID: String(stranger ? found.pid : process.ppid) }
  }

  private async launchOnce(deadline: number): Promise<string | null> {
    this.startLog = join(this.options.dataDir, 'postgres-start.log')
    const log = openSync(this.startLog, 'w', 0o600)
    const { account } = this.programs
    if (account) fchownSync(log, account.uid, account.gid)
    const args = ['-D', this.folder, '-p', String(this.port), ...settings(this.options.durable ?? true)]
    const { file, args: all, uid, gid } = launch(this.programs, 'postgres', args)
    // detached: Ctrl+C in a terminal must reach us first, so that requests finish before the database goes.
    const child = spawn(file, all, {
      uid,
      gid,
      cwd: '/',
      env: serverEnvironment(this.strangerInPidFile()),
      stdio: ['ignore', log, log],
      detached: true,
    })
    closeSync(log)
    child.unref()
    let ended: string | null = null
    child.on('error', (error) => (ended = error.message))
    child.on('exit', (code, signal) => {
      ended ??= this.startMessage() || `exit ${code ?? signal}`
      this.onExit(child)
    })
    this.child = child
    while (ended === null && Date.now() < deadline) {
      if (await serves(this.probe, this.folder)) {
        this.serverPid = child.pid!
        return null
      }
      await sleep(25)
    }
    this.child = null
    if (ended === null) child.kill('SIGINT')
    return ended ?? '启动超时'
  }

  private startMessage(): string {
    try {
      const lines = readFileSync(this.startLog, 'utf8').trim().split('\n')
      return lines.filter((line) => /FATAL|ERROR|HINT|error/.test(line)).join(' ') || (lines.at(-1) ?? '')
    } catch {
      return ''
    }
  }

  private watch(pid: number): void {
    this.watcher = setInterval(() => {
      if (isAlive(pid)) return
      clearInterval(this.watcher!)
      this.watcher = null
      if (!this.stopping) void this.restart()
    }, 250)
    this.watcher.unref()
  }

  private onExit(child: ChildProcess): void {
    const wasReady = this.child === child && this.serverPid === child.pid
    if (wasReady && !this.stopping) void this.restart()
  }

  /** For ever, because the reason (a full disk, no memory) may pass and the console is useless without. */
  private async restart(): Promise<void> {
    this.child = null
    this.serverPid = 0
    for (let pause = 100; !this.stopping; pause = Math.min(pause * 2, 5000)) {
      try {
        this.log('PostgreSQL ended unexpectedly; starting it again')
        await this.start()
        return
      } catch (error) {
        this.log('PostgreSQL did not start', { error: String(error) })
        await sleep(pause, undefined, { ref: false })
      }
    }
  }

  /** Fast: running transactions are rolled back, everything committed is flushed. */
  async stop(): Promise<void> {
    this.stopping = true
    if (this.watcher) clearInterval(this.watcher)
    const pid = this.serverPid || this.child?.pid
    if (!pid) return
    const gone = (): boolean => (this.child ? this.child.exitCode !== null || this.child.signalCode !== null : !isAlive(pid))
    for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
      const deadline = Date.now() + STOP_LIMIT_MS
      if (!gone()) process.kill(pid, signal)
      while (!gone() && Date.now() < deadline) await sleep(20)
      if (gone()) return
    }
  }

  /** Last resort when the process ends without stop(): nothing may be awaited here. */
  signalOnExit = (): void => {
    if (this.stopping || !this.serverPid) return
    try {
      process.kill(this.serverPid, 'SIGINT')
    } catch {}
  }

  private log(message: string, details?: object): void {
    this.options.log?.(message, details)
  }
}

async function ensureRoles(supervisor: Supervisor, passwords: ReturnType<typeof passwordsOf>): Promise<void> {
  const client = new pg.Client(supervisor.endpoint(ROOT_ROLE, passwords.root, 'postgres')())
  await client.connect()
  try {
    const { rows } = await client.query('select rolname as name from pg_roles union all select datname from pg_database')
    const present = new Set(rows.map((row) => row.name as string))
    // Creating databases and roles stays with the root role: neither of these two needs it at run time.
    for (const [role, password] of [[OWNER_ROLE, passwords.owner], [APP_ROLE, passwords.app]] as const) {
      if (present.has(role)) continue
      await client.query(`create role ${role} login nosuperuser nobypassrls password ${pg.escapeLiteral(password)}`)
    }
    if (!present.has(DATABASE_NAME)) await client.query(`create database ${DATABASE_NAME} owner ${OWNER_ROLE}`)
  } finally {
    await client.end()
  }
  await trustLike(supervisor.endpoint(ROOT_ROLE, passwords.root, DATABASE_NAME)())
}

/**
 * LIKE tells nothing about rows it does not return, but below row-level security PostgreSQL uses a trigram index only
 * when the operator is marked so, and only a superuser may mark it. Without it every keyword reads the whole table.
 */
async function trustLike(config: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    await client.query('alter function textlike(text, text) leakproof')
  } finally {
    await client.end()
  }
}

/** Starts (or adopts) the PostgreSQL of this data folder; refuses when another process of ours holds the folder. */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir } = options
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const lock = lockFolder(dataDir, options.now ?? (() => new Date()))
  try {
    const programs = findPrograms(dataDir)
    const created = await ensureCluster(dataDir, programs, options.durable ?? true)
    const supervisor = new Supervisor(programs, options)
    const passwords = passwordsOf(dataDir)
    try {
      await supervisor.start()
      await ensureRoles(supervisor, passwords)
    } catch (error) {
      await supervisor.stop()
      throw error
    }
    process.on('exit', supervisor.signalOnExit)
    return {
      root: supervisor.endpoint(ROOT_ROLE, passwords.root, DATABASE_NAME),
      owner: supervisor.endpoint(OWNER_ROLE, passwords.owner, DATABASE_NAME),
      app: supervisor.endpoint(APP_ROLE, passwords.app, DATABASE_NAME),
      created,
      pid: () => supervisor.pid,
      async stop() {
        await supervisor.stop()
        process.off('exit', supervisor.signalOnExit)
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}
