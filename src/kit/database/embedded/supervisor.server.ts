/** Starts the embedded server, adopts one that outlived its parent, starts it again when it dies, stops it with us. */
import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, fchownSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { launch, type Programs } from './binaries.server.ts'
import { clusterFolder, passwordsOf, ROOT_ROLE, serverEnvironment, socketFolder } from './cluster.server.ts'
import type { Endpoint } from '../connection/connection.server.ts'
import { StartRefused } from '../errors.ts'
import { freePort, isAlive, isPostgres, readPidFile, serves } from './postgres-process.server.ts'
import { settings } from './postgres-settings.server.ts'

export interface PostgresOptions {
  dataDir: string
  /** False only in tests: commits are not flushed to disk. */
  durable?: boolean
  now?: () => Date
  log?: (message: string, details?: object) => void
}

const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 30_000

export class Supervisor {
  private port = 0
  /** The folder of the server's socket: a fifth less of a way than by TCP. Null: this server has none, and TCP it is. */
  private sockets: string | null = null
  private socketsFail = false
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
    return () => ({ host: this.sockets ?? '127.0.0.1', port: this.port, user, password, database })
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
    for (let pidFile = readPidFile(this.folder); pidFile; pidFile = readPidFile(this.folder)) {
      if (!isAlive(pidFile.pid) || isPostgres(pidFile.pid) === false) return false
      this.port = pidFile.port
      this.sockets = pidFile.sockets
      if (pidFile.port && (await serves(this.probe, this.folder))) {
        this.serverPid = pidFile.pid
        this.watch(pidFile.pid)
        this.log('adopted the running PostgreSQL', { pid: pidFile.pid })
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
      // Not every file system holds sockets.
      if (this.sockets !== null && /Unix/.test(failure)) this.socketsFail = true
      else if (/could not bind|Address already in use|could not create any TCP/.test(failure)) this.port = await freePort()
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
    const pidFile = readPidFile(this.folder)
    const stranger = pidFile && isAlive(pidFile.pid) && isPostgres(pidFile.pid) === false
    return { PG_GRANDPARENT_PID: String(stranger ? pidFile.pid : process.ppid) }
  }

  private async launchOnce(deadline: number): Promise<string | null> {
    this.startLog = join(this.options.dataDir, 'postgres-start.log')
    const log = openSync(this.startLog, 'w', 0o600)
    const { account } = this.programs
    if (account) fchownSync(log, account.uid, account.gid)
    const durable = this.options.durable ?? true
    this.sockets = durable && !this.socketsFail ? socketFolder(this.options.dataDir, this.port, account) : null
    const args = ['-D', this.folder, '-p', String(this.port), ...settings(durable, this.sockets)]
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
