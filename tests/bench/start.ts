/**
 * `npm start` as a newcomer meets it: a fresh clone in a folder of its own, an empty home. How long until the sign-in page answers and an
 * account signs in, how long until the demo company is complete, and what the installation spends once nobody does anything. npm's cache
 * is the one of whoever measures: what a network takes is no property of the program.
 */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { line, processorTree, type Line } from './measure.ts'
import { freePort, postmasterOf } from './product.ts'

const ROOT = join(import.meta.dirname, '../..')
const LIMIT_MS = 30 * 60_000
/** The fleet of the demo company has connected, every cache is warm, PostgreSQL has counted and cleaned what was filled. */
const SETTLE_MS = 120_000
const IDLE_MS = 60_000
const SIGN_IN_BUDGET = 75
const COMPLETE_BUDGET = 60
const SHARE_BUDGET = 0.35
const IDLE_BUDGET = 0.02

interface Start {
  signedIn: number
  complete: number
  /** Of a core: of the server with npm above it, and of PostgreSQL. */
  idle: { server: number; database: number }
}

const read = async <T>(url: string, init: RequestInit = {}): Promise<T> => {
  const answer = await fetch(url, init)
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`)
  return ((await answer.json()) as { data: T }).data
}

/** A token of one of the accounts that the login page offers. */
async function signedIn(base: string): Promise<string> {
  const page = await fetch(`${base}/login`)
  if (page.status !== 200) throw new Error('the sign-in page does not answer')
  const { client } = await read<{ client: { id: string; secret: string } }>(`${base}/api/v1/site/config`)
  const [account] = await read<{ username: string; password: string }[]>(`${base}/api/v1/site/demo`)
  if (!account) throw new Error('no account is offered yet')
  const answer = await fetch(`${base}/api/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'password', clientType: '2', username: account.username, password: account.password }),
  })
  if (answer.status !== 200) throw new Error(`sign-in: ${answer.status}`)
  return ((await answer.json()) as { access_token: string }).access_token
}

async function until<T>(work: () => Promise<T>, ended: () => boolean): Promise<T> {
  const deadline = Date.now() + LIMIT_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (ended() || Date.now() > deadline) throw error
      await pause(100)
    }
  }
}

/** Of both parts of an installation, in seconds of a processor. */
function spent(pid: number, data: string): { server: number; database: number } {
  const { own, children } = processorTree(pid)
  const postmaster = postmasterOf(data)
  const below = postmaster ? processorTree(postmaster.pid) : { own: 0, children: 0 }
  const database = below.own + below.children
  return { server: own + children - database, database }
}

async function freshStart(commit: string): Promise<Start> {
  const folder = mkdtempSync(join(tmpdir(), 'zyt-start-'))
  chmodSync(folder, 0o711)
  const [clone, home] = [join(folder, 'clone'), join(folder, 'home')]
  mkdirSync(home)
  const cache = process.env['npm_config_cache'] ?? execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim()
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone])
  execFileSync('git', ['-C', clone, 'checkout', '--quiet', commit])
  const port = await freePort()
  const env: NodeJS.ProcessEnv = { ...process.env, HOME: home, PORT: String(port), GATEWAY_PORT: String(await freePort()) }
  for (const name of Object.keys(env)) if (name.startsWith('npm_') || name === 'NODE_COMPILE_CACHE') delete env[name]
  const began = performance.now()
  const child = spawn('npm', ['start', '--silent'], { cwd: clone, env: { ...env, npm_config_cache: cache }, stdio: 'ignore' })
  let ended = false
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve((ended = true) as never)))
  try {
    const base = `http://127.0.0.1:${port}`
    const token = await until(
      () => signedIn(base),
      () => ended,
    )
    const first = performance.now()
    await until(
      async () => {
        const state = await read<{ making?: object | null }>(`${base}/api/v1/demo/state`, { headers: { authorization: `Bearer ${token}` } })
        if (state.making) throw new Error('still being filled in')
      },
      () => ended,
    )
    const last = performance.now()
    await pause(SETTLE_MS)
    const data = join(clone, 'data')
    const before = spent(child.pid!, data)
    await pause(IDLE_MS)
    const after = spent(child.pid!, data)
    const share = (part: 'server' | 'database'): number => (after[part] - before[part]) / (IDLE_MS / 1000)
    const start = {
      signedIn: (first - began) / 1000,
      complete: (last - first) / 1000,
      idle: { server: share('server'), database: share('database') },
    }
    // Each as soon as it is known: a comparison that is cut off has still said the first.
    console.error(
      `${commit}: signed in ${secs(start.signedIn)}, complete ${secs(start.complete)} later, idle ${percent(start.idle.server)} + ${percent(start.idle.database)}`,
    )
    return start
  } finally {
    child.kill('SIGTERM')
    await gone
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`
const secs = (value: number): string => `${value.toFixed(0)} s`

/** `before`: another commit, started in the same hour on the same machine. */
export async function benchStart(before: string | undefined): Promise<Line[]> {
  const now = await freshStart('HEAD')
  const other = before === undefined ? null : await freshStart(before)
  const idleOf = ({ idle }: Start): number => idle.server + idle.database
  // Where the demo company came first, one could sign in only when it was complete.
  const first = other === null ? null : other.signedIn
  const share = first === null ? null : now.signedIn / first
  return [
    line('a fresh clone, until the sign-in page answers and an account signs in', secs(now.signedIn), {
      ...(first === null ? {} : { floor: `${secs(first)} (${before})`, ratio: share!.toFixed(2) }),
      budget: `≤ ${SIGN_IN_BUDGET} s${share === null ? '' : `, ≤ ${SHARE_BUDGET} of before`}`,
      met: now.signedIn <= SIGN_IN_BUDGET && (share === null || share <= SHARE_BUDGET),
    }),
    line('from there until the demo company is complete', secs(now.complete), {
      budget: `≤ ${COMPLETE_BUDGET} s`,
      met: now.complete <= COMPLETE_BUDGET,
    }),
    line(
      'idle with the demo company, of one core',
      `${percent(idleOf(now))}: server ${percent(now.idle.server)}, PostgreSQL ${percent(now.idle.database)}`,
      {
        ...(other === null ? {} : { floor: `${percent(idleOf(other))} (${before})`, ratio: (idleOf(now) / idleOf(other)).toFixed(2) }),
        budget: `≤ ${percent(IDLE_BUDGET)}`,
        met: idleOf(now) <= IDLE_BUDGET,
      },
    ),
  ]
}
