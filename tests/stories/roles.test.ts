/** `ROLES=web`, `worker` and `gateway` as processes of their own on one database, killed one after the other while work goes on. */
import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '#kit/database/connection/connection.server.ts'
import { basics } from '#tests/bench/company.ts'
import { Client } from '#tests/bench/client.ts'
import { freePort, launchProduct, scratchFolder, urlOf, type Launch, type Product } from '#tests/bench/product.ts'
import { CODE, fleetRows } from '#tests/bench/terminals.ts'
import { testDatabase, type TestDatabase } from '#tests/database.ts'
import { Device } from '#tests/device.ts'

/** All that the parts have in common, besides the secrets. */
let base: TestDatabase
let client: Client
const CONSOLE = { id: 'console', secret: 'for-tests-only' }
const rows = <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  withClient(base.root, async (db) => (await db.query(text, values)).rows as R[])

/** One process with a folder of its own, as on a machine of its own; the secrets are everybody's (docs/operations/scale.md). */
class Part {
  readonly port: number
  readonly #folder = scratchFolder()
  readonly #env: Record<string, string>
  #run: Launch | null = null
  constructor(port: number, env: Record<string, string>) {
    this.port = port
    this.#env = {
      DATABASE_URL: urlOf(base.owner()),
      DATABASE_APP_URL: urlOf(base.app()),
      OAUTH_CLIENT_ID: CONSOLE.id,
      OAUTH_CLIENT_SECRET: CONSOLE.secret,
      SECRET_KEY: '5'.repeat(64),
      ...env,
    }
  }
  oauthClient = (): typeof CONSOLE => CONSOLE
  async start(): Promise<void> {
    const run = launchProduct(this.#folder, this.port, this.#env)
    this.#run = run
    const ended: unknown[] = []
    void run.ended.then((how) => ended.push(how))
    while (!run.said().includes('租运通已就绪')) {
      if (ended.length) throw new Error(`it ended with ${String(ended[0])}: ${run.said()}`)
      await pause(20)
    }
  }
  /** As a power cut would. */
  async kill(): Promise<void> {
    this.#run!.child.kill('SIGKILL')
    expect(await this.#run!.ended).toBe('SIGKILL')
  }
  async close(): Promise<void> {
    this.#run?.child.kill('SIGKILL')
    await this.#run?.ended
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
let web: Part
let worker: Part
let gateway: Part
let terminals: number

beforeAll(async () => {
  base = await testDatabase()
  terminals = await freePort()
  web = new Part(await freePort(), { ROLES: 'web' })
  worker = new Part(await freePort(), { ROLES: 'worker' })
  gateway = new Part(await freePort(), { ROLES: 'gateway', GATEWAY_PORT: String(terminals) })
  await Promise.all([web, worker, gateway].map((part) => part.start()))
  client = await Client.signIn(web as unknown as Product)
})
afterAll(async () => {
  client?.close()
  await Promise.all([web, worker, gateway].map((part) => part?.close()))
  await base?.close()
})

test('a console that is killed comes back with its sessions; what was sent twice was done once', async () => {
  const keys = Array.from({ length: 24 }, (_, i) => `roles_${i}`)
  const send = (key: string) => client.post('/api/v1/dept/add', { code: key, name: key }, key)
  let acknowledged = 0
  let third!: () => void
  const threeAcknowledged = new Promise<void>((resolve) => (third = resolve))
  const first = keys.map((key) =>
    send(key).then(
      ({ status }) => {
        acknowledged += Number(status === 200)
        if (acknowledged === 3) third()
      },
      () => {},
    ),
  )
  await threeAcknowledged
  await web.kill()
  await Promise.all(first)
  await web.start()
  // Nobody signs in again: the token of before is good, and the same keys are sent until they are answered.
  expect((await client.get('/api/v1/session/me')).status).toBe(200)
  for (const key of keys) await expect.poll(async () => (await send(key)).status, { timeout: 120_000, interval: 500 }).toBe(200)
  const stored = await rows<{ code: string; n: string }>(
    `select code, count(*) as n from dept where code = any($1) and deleted_at is null group by code`,
    [keys],
  )
  expect(stored.toSorted((a, b) => keys.indexOf(a.code) - keys.indexOf(b.code)).map((r) => [r.code, Number(r.n)])).toEqual(
    keys.map((key) => [key, 1]),
  )
})

test('what is to be sent waits for a worker, and is sent once by the one that comes back', async () => {
  await rows(`update "user" set mobile = '13800138000' where username = 'admin'`)
  await worker.kill()
  await client.call('POST', '/api/v1/outgoingCall/test')
  const call = async () =>
    (
      await rows<{ done: boolean; attempts: number; request: string | null }>(
        'select done_at is not null as done, attempts::int, request_id as request from outgoing_call order by id desc limit 1',
      )
    )[0]!
  expect(await call()).toEqual({ done: false, attempts: 0, request: expect.any(String) })
  await worker.start()
  await expect.poll(async () => (await call()).done, { timeout: 120_000 }).toBe(true)
  expect((await call()).attempts).toBe(1)
  expect(await rows(`select id from inbox_message where title like '请转告%：测试消息'`)).toHaveLength(1)
})

test('a gateway that is killed has stored what it acknowledged, once; the terminal comes back and goes on', async () => {
  const { store, model } = await basics(client)
  for (const text of fleetRows({ operator: 1, store: store.id, model: model.id, count: 1 })) await rows(text)
  const begin = Date.now() - 3_600_000
  const at = (i: number): number => begin + i * 10_000
  const come = async (): Promise<Device> => {
    const device = await new Device({ port: terminals, phone: '18800000001' }).open()
    device.code = CODE
    expect(await device.authenticate()).toBe(0)
    return device
  }
  const before = await come()
  for (let i = 0; i < 10; i++) expect(await before.locate({ at: at(i), longitude: 121_473_701 + i * 100 })).toBe(0)
  // On the way when the power goes: whether it arrived nobody knows, so it is sent again.
  const serial = before.serial
  void before.locate({ at: at(10), longitude: 121_474_701 }).catch(() => {})
  await gateway.kill()
  await before.gone()
  await gateway.start()
  const after = await come()
  expect(await after.locate({ at: at(10), longitude: 121_474_701 }, serial)).toBe(0)
  expect(await after.locate({ at: at(11), longitude: 121_474_801 })).toBe(0)
  const stored = await rows<{ at: string }>('select at from position order by at')
  expect(stored.map((row) => Math.floor(Date.parse(row.at) / 1000))).toEqual(Array.from({ length: 12 }, (_, i) => Math.floor(at(i) / 1000)))
  after.drop()
})
