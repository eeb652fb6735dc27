/** Whoever of those that started the program is told to stop, or is killed: nothing of it stays behind. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seedFor } from '../draws.ts'
import { ROOT } from './source.ts'

const LIMIT_MS = 15_000
const WAYS = ['npm', 'the script'] as const
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const
const ALL = WAYS.flatMap((way) => SIGNALS.map((signal) => [signal, way] as const))
/** A start each. Who is killed −9 says nothing and is missed in another way behind npm than without it; the other signals go one road. */
const heard = ALL.filter(([signal]) => signal !== 'SIGKILL')
const CASES = process.env['DEEP'] === '1' ? ALL : [...ALL.filter(([signal]) => signal === 'SIGKILL'), heard[seedFor() % heard.length]!]
let folder = ''
let started: ChildProcess | null = null
let pids: number[] = []
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zyt-stopping-'))
  // As `npm start` does it, without installing and building, which have nothing to stop afterwards.
  writeFileSync(
    join(folder, 'start.mjs'),
    `const { endWithParent, serve } = await import('${ROOT}/scripts/serve.mjs')\nendWithParent()\nserve()\n`,
  )
  const own = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } }).scripts.start
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'x', private: true, scripts: { start: own.replace('scripts/start.mjs', 'start.mjs') } }),
  )
})
afterEach(() => {
  for (const pid of pids.filter(isAlive)) process.kill(pid, 'SIGKILL')
  started?.kill('SIGKILL')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const statOf = (pid: number): string[] => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
/** A zombie has ended; only its parent has not looked yet. */
const isAlive = (pid: number): boolean => !['Z', 'X', undefined].includes(statOf(pid)[0])
function below(pid: number): number[] {
  const own = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => Number(statOf(other)[1]) === pid)
  return own.flatMap((child) => [child, ...below(child)])
}
const freePort = (): Promise<number> =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => done(port))
    })
  })

async function start(way: (typeof WAYS)[number]): Promise<ChildProcess> {
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    PORT: String(await freePort()),
    GATEWAY_PORT: 'off',
    DEMO: '0',
    DATA_DIR: join(folder, 'data'),
    LOG: 'silent',
  }
  for (const name of Object.keys(environment)) if (name.startsWith('npm_')) delete environment[name]
  const options = { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] }
  const child = way === 'npm' ? spawn('npm', ['start', '--silent'], options) : spawn(process.execPath, ['start.mjs'], options)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += String(text)))
  while (!said.includes('租运通已就绪')) {
    if (child.exitCode !== null) throw new Error(`did not start: ${said}`)
    await sleep(50)
  }
  return child
}

describe.runIf(process.platform === 'linux')('everything ends', () => {
  it.each(CASES)('within 15 s of %s to %s alone', async (signal, way) => {
    started = await start(way)
    pids = [...below(started.pid!)]
    expect(existsSync(join(folder, 'data'))).toBe(true)
    // The script (below npm), the server, PostgreSQL and its workers.
    expect(pids.length).toBeGreaterThan(2)
    started.kill(signal)
    await expect.poll(() => pids.filter(isAlive), { timeout: LIMIT_MS }).toEqual([])
  })
})
