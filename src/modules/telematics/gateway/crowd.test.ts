/** A morning on which a new fleet is switched on, small: strangers, some of which give up, beside terminals that are known. At its size: tests/stories/telematics-crowd.test.ts. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Device } from '#tests/device.ts'
import { fitted, openGateway } from '#tests/gateway.ts'
import { Company } from '#tests/stories/company.ts'
import type { RunningGateway } from './gateway.server.ts'

const STRANGERS = 60
const KNOWN = 5
/** Every so many-th gives up while it waits. */
const GIVES_UP = 3
let c: Company
let g: RunningGateway
const devices: Device[] = []
const come = async (phone: number, deviceNo: string): Promise<Device> => {
  const d = await new Device({ port: g.port, phone: String(phone), deviceNo }).open()
  devices.push(d)
  return d
}
const enters = async (d: Device): Promise<number[]> => [(await d.register()).result, await d.authenticate()]

beforeAll(async () => {
  c = await Company.open('2026-11-20')
  g = await openGateway(c, { sweepMs: 60_000, admit: 'open' })
})
afterAll(async () => {
  for (const d of devices) d.drop()
  await g?.stop()
  await c?.close()
})

test('all who stay come in, known and strangers; who gave up is not on line, and nobody waits behind him', async () => {
  const profile = await c.add('deviceProfile', { name: '通用' })
  for (let i = 0; i < KNOWN; i++) await fitted(c, profile, 13_840_000_000 + i)
  const crowd = await Promise.all(Array.from({ length: STRANGERS }, (_, i) => come(18_900_000_000 + i, `N${i}`)))
  const known = await Promise.all(Array.from({ length: KNOWN }, (_, i) => come(13_840_000_000 + i, `K${i}`)))
  const leaving = crowd.filter((_, i) => i % GIVES_UP === 0)
  for (const d of leaving) {
    d.sayRegister()
    d.drop()
  }
  const staying = crowd.filter((d) => !leaving.includes(d))
  expect(await Promise.all([...staying, ...known].map(enters))).toEqual([...staying, ...known].map(() => [0, 0]))
  expect(await Promise.all(known.map((d) => d.locate({ at: Date.parse(c.clock.now()) })))).toEqual(known.map(() => 0))
  expect(g.stats().terminals).toBe(staying.length + KNOWN)
  const online = await c.read((db) => db.selectFrom('terminal').select('terminalNo').where('online', '=', true).execute())
  expect(online.map(({ terminalNo }) => terminalNo).toSorted()).toEqual([...staying, ...known].map((d) => d.options.phone).toSorted())
})
