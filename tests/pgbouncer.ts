/** A real PgBouncer in transaction mode before the database of a test, where one is installed (Debian: apt install pgbouncer). */
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import type { Endpoint } from '#kit/database/connection/connection.server.ts'

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find((path) => existsSync(path))
export const ABSENT = PROGRAM === undefined ? 'pgbouncer is not installed here: nothing was tried' : null

/** It refuses to be root. */
const NOBODY = 65_534

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** `servers`: how many connections to the server all clients share. */
export async function startPgbouncer(app: Endpoint, servers: number): Promise<{ pooler: Endpoint; stop(): Promise<void> }> {
  const { host, port, user, password, database } = app() as Record<string, unknown>
  const folder = mkdtempSync(join(tmpdir(), 'zyt-pgbouncer-'))
  chmodSync(folder, 0o755)
  const listen = await freePort()
  writeFileSync(join(folder, 'users.txt'), `"${String(user)}" "${String(password)}"\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
${String(database)} = host=${String(host)} port=${String(port)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listen}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = ${servers}
max_client_conn = 500
`,
  )
  const child = spawn(PROGRAM!, [join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}),
  })
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  const ended = once(child, 'exit')
  for (let i = 0; !(await answers(listen)); i++) {
    if (i > 100 || child.exitCode !== null) throw new Error(`pgbouncer did not start: ${said}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    pooler: () => ({ host: '127.0.0.1', port: listen, user, password, database }) as ReturnType<Endpoint>,
    async stop() {
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
