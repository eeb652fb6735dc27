/**
 * The product as a person starts it: `src/main.server.ts` in a process of its own, on a data folder and a port of its
 * own. For what can only be seen from outside: kills, numbers, real uploads.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { APP_ROLE, DATABASE_NAME, OWNER_ROLE, ROOT_ROLE, type Passwords } from '#kit/database/embedded/cluster.server.ts'

const ROOT = join(import.meta.dirname, '../..')
export const PASSWORD = 'Zhifu#2026ok'
const READY = '租运通已就绪'

/** The account of the embedded PostgreSQL must be able to pass. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zyt-product-'))
  chmodSync(folder, 0o711)
  return folder
}

/** Below the ports the system hands out by itself: the PostgreSQL that starts first would now and then be given this very one. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const server = createServer()
    const free = await new Promise<boolean>((done) => server.once('error', () => done(false)).listen(port, () => done(true)))
    if (!free) continue
    await new Promise((done) => server.close(done))
    return port
  }
}

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

export interface Launch {
  child: ChildProcess
  /** Everything it said so far. */
  said: () => string
  /** Exit code or signal; resolves when the process has gone. */
  ended: Promise<number | NodeJS.Signals>
}

/** Starts the program without waiting for anything. */
export function launchProduct(dataDir: string, port: number, env: Record<string, string> = {}): Launch {
  const child = spawn(process.execPath, ['src/main.server.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      // As `npm start` has it: a process that is killed and started again compiles nothing twice.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(ROOT, '.cache/compile'),
      DATA_DIR: dataDir,
      PORT: String(port),
      DEMO: '0',
      GATEWAY_PORT: '0',
      ADMIN_PASSWORD: PASSWORD,
      LOG: 'warn',
      ...env,
    },
  })
  let text = ''
  child.stdout!.on('data', (chunk) => (text += chunk))
  child.stderr!.on('data', (chunk) => (text += chunk))
  const ended = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(signal ?? code ?? 0))
  })
  return { child, said: () => text, ended }
}

type Role = 'root' | 'owner' | 'app'
/** A database on a server that runs anyway: making one of its own costs the product several times what its start does. */
type GivenDatabase = Readonly<Record<Role, () => pg.ClientConfig>>

export const urlOf = ({ user, password, host, port, database }: pg.ClientConfig): string =>
  `postgres://${encodeURIComponent(String(user))}:${encodeURIComponent(String(password))}@${host ?? '127.0.0.1'}:${port}/${database}`

interface Options {
  dataDir?: string
  env?: Record<string, string>
  /** None: the embedded PostgreSQL, in the data folder. */
  database?: GivenDatabase
}

export class Product {
  readonly dataDir: string
  readonly port: number
  readonly #env: Record<string, string>
  readonly #database: GivenDatabase | null
  #run: Launch | null = null

  private constructor(port: number, { dataDir, env, database }: Options) {
    this.dataDir = dataDir ?? scratchFolder()
    this.port = port
    this.#database = database ?? null
    this.#env = database ? { DATABASE_URL: urlOf(database.owner()), DATABASE_APP_URL: urlOf(database.app()), ...env } : (env ?? {})
  }

  static async start(options: Options = {}): Promise<Product> {
    const product = new Product(await freePort(), options)
    await product.start()
    return product
  }

  get pid(): number {
    return this.#run!.child.pid!
  }
  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }
  said = (): string => this.#run?.said() ?? ''

  async start(limitMs = 180_000): Promise<void> {
    const run = launchProduct(this.dataDir, this.port, this.#env)
    this.#run = run
    const deadline = Date.now() + limitMs
    const gone: (number | string | null)[] = []
    void run.ended.then((how) => gone.push(how))
    while (!run.said().includes(READY)) {
      if (gone.length) throw new Error(`the server ended with ${gone.join()}: ${run.said()}`)
      if (Date.now() > deadline) throw new Error(`the server did not start: ${run.said()}`)
      await pause(10)
    }
  }

  /** Until its demo company is complete. */
  async filled(limitMs = 900_000): Promise<void> {
    const deadline = Date.now() + limitMs
    for (;;) {
      const [row] = await this.sql<{ making: boolean; failed: string | null }>(
        'select demo_making as making, (select failed from demo_making where operator_id = id) as failed from operator order by id limit 1',
      )
      if (row && !row.making) return
      if (row?.failed || Date.now() > deadline) throw new Error(`the demo company is not complete: ${row?.failed ?? this.said()}`)
      await pause(100)
    }
  }

  /** As a power cut would: no handler of the process runs. */
  async kill(): Promise<void> {
    this.#run!.child.kill('SIGKILL')
    await this.#run!.ended
  }

  /** As an operator would, then the folder goes. */
  async close({ keep = false } = {}): Promise<void> {
    const run = this.#run
    if (run && run.child.exitCode === null && run.child.signalCode === null) {
      run.child.kill('SIGTERM')
      await Promise.race([run.ended, pause(20_000)])
      run.child.kill('SIGKILL')
    }
    const left = postmasterOf(this.dataDir)
    if (left && isAlive(left.pid)) {
      process.kill(left.pid, 'SIGQUIT')
      for (let i = 0; i < 200 && isAlive(left.pid); i++) await pause(25)
    }
    if (!keep) rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5 })
  }

  /** A connection past row-level security, to look at what is really stored; or as the program itself connects. */
  endpoint(role: Role = 'root'): pg.ClientConfig {
    if (this.#database) return this.#database[role]()
    const passwords = JSON.parse(readFileSync(join(this.dataDir, 'postgres-passwords.json'), 'utf8')) as Passwords
    const { port } = postmasterOf(this.dataDir)!
    return {
      host: '127.0.0.1',
      port,
      database: DATABASE_NAME,
      user: { root: ROOT_ROLE, owner: OWNER_ROLE, app: APP_ROLE }[role],
      password: passwords[role],
    }
  }

  async sql<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
    const client = new pg.Client(this.endpoint())
    await client.connect()
    try {
      return (await client.query(text, values)).rows as R[]
    } finally {
      await client.end()
    }
  }

  oauthClient(): { id: string; secret: string } {
    return (JSON.parse(readFileSync(join(this.dataDir, 'secrets.json'), 'utf8')) as { oauthClient: { id: string; secret: string } })
      .oauthClient
  }
}

export function postmasterOf(dataDir: string): { pid: number; port: number } | null {
  const path = join(dataDir, 'postgres/postmaster.pid')
  // A server that ends takes its file away, also between a look and the reading.
  const lines = readWhileThere(path).split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return pid > 0 && port > 0 ? { pid, port } : null
}

function readWhileThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
