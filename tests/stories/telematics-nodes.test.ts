/** Several gateway nodes on one database: a command finds the node that holds the terminal, and a terminal is in one node only. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StoredFiles } from '#kit/files/keeper.server.ts'
import { FolderStore } from '#kit/files/store.server.ts'
import { startGateway, type RunningGateway } from '#modules/telematics/gateway/gateway.server.ts'
import { basics } from '#tests/bench/company.ts'
import { Client } from '#tests/bench/client.ts'
import { freePort, launchProduct, Product, scratchFolder, urlOf, type Launch } from '#tests/bench/product.ts'
import { fleetRows } from '#tests/bench/terminals.ts'
import { testDatabase, type TestDatabase } from '#tests/database.ts'
import { Device } from '#tests/device.ts'
import { Company } from './company.ts'

describe('two nodes', () => {
  let company: Company
  let base: TestDatabase
  let folder: string
  const nodes: RunningGateway[] = []
  const devices: Device[] = []
  let terminal: number
  let row: number
  const PHONE = '13200000001'
  beforeAll(async () => {
    base = await testDatabase()
    company = await Company.open('2026-11-20', base)
    folder = mkdtempSync(join(tmpdir(), 'nodes-'))
    const profile = await company.add('deviceProfile', { name: '终端' })
    terminal = await company.add('terminal', { terminalNo: PHONE, profile, store: company.store })
    const vehicle = await company.vehicle()
    await company.act('terminal', 'bind', terminal, { vehicle, at: '2026-11-10T00:00:00Z' })
    row = (
      await company.read((db) => db.selectFrom('vehiclePosition').select('id').where('vehicle', '=', vehicle).executeTakeFirstOrThrow())
    ).id
    for (let i = 0; i < 2; i++)
      nodes.push(
        await startGateway({
          db: base.another(),
          registry: company.registry,
          clock: company.clock,
          log: () => {},
          files: new StoredFiles(new FolderStore(folder)),
          port: 0,
          admit: 'known',
        }),
      )
  })
  afterAll(async () => {
    for (const device of devices) device.drop()
    for (const node of nodes) await node.stop()
    await company.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const enter = async (node: number, code?: string): Promise<Device> => {
    const device = await new Device({ port: nodes[node]!.port, phone: PHONE }).open()
    devices.push(device)
    if (code === undefined) await device.register()
    else device.code = code
    expect(await device.authenticate()).toBe(0)
    device.onMessage = (m) =>
      void (m.header.messageId === '8105' && device.say('0001', { serial: m.header.serial, messageId: '8105', result: 0 }))
    return device
  }
  const restarts = (device: Device): number => device.heard.filter((m) => m.header.messageId === '8105').length
  const restart = async (): Promise<unknown> => {
    await company.act('vehiclePosition', 'restart', row, {}, 'sales')
    const last = () =>
      company.read((db) =>
        db
          .selectFrom('command')
          .select(['status', 'attempts'])
          .where('terminal', '=', terminal)
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow(),
      )
    await expect.poll(async () => (await last()).status).toBe('effective')
    return last()
  }
  const link = () =>
    company.read((db) =>
      db.selectFrom('terminalLink').select(['node', 'generation']).where('terminal', '=', terminal).executeTakeFirstOrThrow(),
    )

  test('a command reaches the terminal through the node that holds it, and is sent once', async () => {
    const device = await enter(1)
    expect(nodes.map((node) => node.stats().terminals)).toEqual([0, 1])
    expect(await restart()).toEqual({ status: 'effective', attempts: 1 })
    expect(restarts(device)).toBe(1)
  })
  test('a terminal that comes to the other node is closed by the first, stays online, and gets its commands there', async () => {
    const [old] = devices
    const before = await link()
    const device = await enter(0, old!.code)
    await old!.gone()
    await expect.poll(() => nodes.map((node) => node.stats().terminals)).toEqual([1, 0])
    for (const node of nodes) await node.flush()
    const after = await link()
    expect(after.generation).toBe(before.generation + 1)
    expect(after.node).not.toBe(before.node)
    expect(
      await company.read((db) => db.selectFrom('terminal').select('online').where('id', '=', terminal).executeTakeFirstOrThrow()),
    ).toEqual({
      online: true,
    })
    expect(await restart()).toEqual({ status: 'effective', attempts: 1 })
    expect([restarts(old!), restarts(device)]).toEqual([1, 1])
  })
  test('a command put down while nobody holds the terminal is found by the node it comes to', async () => {
    const device = devices.at(-1)!
    device.drop()
    await expect.poll(() => nodes.map((node) => node.stats().terminals)).toEqual([0, 0])
    await company.act('vehiclePosition', 'sendText', row, { text: '上线后请联系调度', speak: false, urgent: false }, 'sales')
    const back = await new Device({ port: nodes[1]!.port, phone: PHONE }).open()
    devices.push(back)
    back.code = device.code
    const heard = back.next((m) => m.header.messageId === '8300')
    expect(await back.authenticate()).toBe(0)
    expect((await heard).body).toMatchObject({ text: '上线后请联系调度' })
  })
  test('a node that is stopped takes its terminals offline before it goes', async () => {
    expect(nodes[1]!.stats().terminals).toBe(1)
    await nodes[1]!.stop()
    expect((await link()).node).toBeNull()
    const { online } = await company.read((db) =>
      db.selectFrom('terminal').select('online').where('id', '=', terminal).executeTakeFirstOrThrow(),
    )
    expect(online).toBe(false)
  })
})

describe('a gateway alone beside a console alone', () => {
  let database: TestDatabase
  let product: Product
  let gateway: Launch
  let client: Client
  let port: number
  const gatewayFolder = scratchFolder()
  beforeAll(async () => {
    database = await testDatabase()
    product = await Product.start({ database, env: { ROLES: 'web,worker' } })
    client = await Client.signIn(product)
    const { store, model } = await basics(client)
    for (const text of fleetRows({ operator: 1, store: store.id, model: model.id, count: 1 })) await product.sql(text)
    port = await freePort()
    gateway = launchProduct(gatewayFolder, await freePort(), {
      ROLES: 'gateway',
      GATEWAY_PORT: String(port),
      DATABASE_URL: urlOf(database.owner()),
      DATABASE_APP_URL: urlOf(database.app()),
    })
  })
  afterAll(async () => {
    client?.close()
    gateway?.child.kill('SIGTERM')
    await gateway?.ended
    await product?.close()
    await database?.close()
    rmSync(gatewayFolder, { recursive: true, force: true })
  })

  test('starts, says its port, and serves no console', async () => {
    await expect.poll(gateway.said, { timeout: 180_000 }).toContain('租运通已就绪')
    expect(gateway.said()).toContain(`TCP 端口 ${port}`)
    expect(gateway.said()).not.toContain('http://')
  })
  test('takes reports that the console shows, and commands that the console gives', async () => {
    const device = await new Device({ port, phone: '18800000001' }).open()
    device.code = 'bench-code'
    expect(await device.authenticate()).toBe(0)
    device.onMessage = (m) =>
      void (m.header.messageId === '8105' && device.say('0001', { serial: m.header.serial, messageId: '8105', result: 0 }))
    expect(await device.locate({ at: Date.now(), speed: 300, longitude: 121_600_000 })).toBe(0)
    await expect
      .poll(async () => (await client.call<{ vehicles: { lng: number[] } }>('GET', '/api/v1/live/vehicles')).vehicles.lng)
      .toEqual([121_600_000])
    const [vehicle] = await client.list('vehiclePosition')
    await client.act('vehiclePosition', 'restart', vehicle!)
    await expect.poll(async () => (await client.list('command'))[0]?.['status']).toBe('effective')
    expect(device.heard.filter((m) => m.header.messageId === '8105')).toHaveLength(1)
    device.drop()
  })
  test('stops on a signal, and its terminals are offline', async () => {
    gateway.child.kill('SIGTERM')
    expect(await gateway.ended).toBe(0)
    expect((await client.list('terminal'))[0]).toMatchObject({ online: false })
  })
})
