/** A server that dies by itself is started again; one that never was ready says why and is not. */
import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from './source.ts'

const PATIENCE_MS = 240_000
let folder = ''
let script: ChildProcess | null = null
let blocker: Server | null = null
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zyt-restarting-'))
  chmodSync(folder, 0o711) // the account of PostgreSQL must pass
  // As `npm start` does it, without installing and building.
  writeFileSync(
    join(folder, 'start.mjs'),
    `const { endWithParent, serve } = await import('${ROOT}/scripts/serve.mjs')\nendWithParent()\nserve()\n`,
  )
})
afterEach(async () => {
  blocker?.close()
  if (!script || script.exitCode !== null) return
  const ended = new Promise((resolve) => script!.once('close', resolve))
  script.kill('SIGTERM')
  await ended
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const probe = createServer().listen(0, '::', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => done(port))
    })
  })
/** The server below the script: the program with this file among its words. */
const serverOf = (parent: number): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .find((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const own = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
        return own && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.server.ts')
      } catch {
        return false
      }
    })!

function start(port: number): { said: () => string; times: (text: string) => number } {
  const environment = { ...process.env, PORT: String(port), GATEWAY_PORT: 'off', DEMO: '0', DATA_DIR: join(folder, 'data'), LOG: 'error' }
  script = spawn(process.execPath, ['start.mjs'], { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [script.stdout!, script.stderr!]) stream.on('data', (text: Buffer) => (said += String(text)))
  return { said: () => said, times: (text) => said.split(text).length - 1 }
}

describe.runIf(process.platform === 'linux')('the server of npm start', () => {
  it('is started again when it was killed, on the same data, and ends when it is told to', async () => {
    const port = await freePort()
    const { said, times } = start(port)
    await expect.poll(() => times('租运通已就绪'), { timeout: PATIENCE_MS, message: said() }).toBe(1)
    const first = serverOf(script!.pid!)
    process.kill(first, 'SIGKILL')
    await expect.poll(() => times('租运通已就绪'), { timeout: PATIENCE_MS }).toBe(2)
    expect(said()).toContain('服务异常退出（SIGKILL），0.5 秒后重新启动')
    expect(serverOf(script!.pid!)).not.toBe(first)
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
    const ended = new Promise<number | null>((resolve) => script!.once('close', resolve))
    script!.kill('SIGTERM')
    expect(await ended, said()).toBe(0)
    expect(times('重新启动')).toBe(1)
  }, 600_000)
  it('is not started again when its port is taken: it says so and ends', async () => {
    const port = await freePort()
    blocker = createServer().listen(port, '::')
    const { said, times } = start(port)
    const code = await new Promise<number | null>((resolve) => script!.once('close', resolve))
    expect([code, said()]).toEqual([1, expect.stringContaining(`端口 ${port} 已被占用`)])
    expect(times('重新启动')).toBe(0)
  })
})
