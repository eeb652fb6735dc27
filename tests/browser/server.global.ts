/** The product as it is started, once for all browser tests of a run, with a little company made through its own API. */
import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { makeWorld, type World } from './world.ts'

declare module 'vitest' {
  interface ProvidedContext {
    world: World
  }
}

const ROOT = join(import.meta.dirname, '../..')
const START_MS = 600_000

/** A port nobody has at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

export interface RunningConsole {
  port: number
  dataDir: string
  /** What the server wrote; the reason when a start fails. */
  output: () => string
  stop: () => Promise<void>
}

export async function startConsole(environment: Record<string, string>): Promise<RunningConsole> {
  if (!existsSync(join(ROOT, 'dist/web/index.html'))) throw new Error('dist/web is missing: npm run build')
  const folder = mkdtempSync(join(tmpdir(), 'zyt-browser-'))
  chmodSync(folder, 0o711) // the account of PostgreSQL must pass
  const dataDir = join(folder, 'data')
  const port = await freePort()
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    DATABASE_URL: '',
    PORT: String(port),
    DATA_DIR: dataDir,
    GATEWAY_PORT: '0',
    LOG: 'warn',
    ...environment,
  }
  // With the room for the young that scripts/serve.mjs gives it.
  const child = spawn(process.execPath, ['--max-semi-space-size=32', 'src/main.server.ts'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece.toString()))
  const stop = async (): Promise<void> => {
    await ended(child)
    // A file the database wrote at the very end would fail the whole run.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
  const limit = Date.now() + START_MS
  while (!output.includes('已就绪')) {
    if (child.exitCode !== null || Date.now() > limit) {
      await stop()
      throw new Error(`the server did not start:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { port, dataDir, output: () => output, stop }
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const password = 'Liulan#2026qi'
  const server = await startConsole({ ADMIN_PASSWORD: password, DEMO: '0' })
  try {
    project.provide('world', await makeWorld(server, password))
  } catch (error) {
    await server.stop()
    throw error
  }
  return () => server.stop()
}
