/** What was put aside can be looked at, stored after all, or dropped: against a real database, the reports over a real socket. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withClient } from '#kit/database/connection/connection.server.ts'
import { testDatabase, type TestDatabase } from '#tests/database.ts'
import { Device, location } from '#tests/device.ts'
import { fitted, openGateway } from '#tests/gateway.ts'
import { Company, refusal } from '#tests/stories/company.ts'
import type { RunningGateway } from '../gateway/gateway.server.ts'
import { dropOld } from '../jobs.server.ts'
import { decodeFrame, type Location } from '../jt808/jt808.ts'

let c: Company
let base: TestDatabase
let g: RunningGateway
let profile: number
let phone = 13_600_000_000
let terminal: number
let vehicle: number
let d: Device
const owner = (text: string): Promise<unknown> => withClient(base.owner, (client) => client.query(text))
/** A rule that some reports break; what the table takes is otherwise wider than what a frame can say. */
const forbid = (): Promise<unknown> => owner('alter table position add constraint not_so_fast check (speed < 2000) not valid')
const allow = (): Promise<unknown> => owner('alter table position drop constraint if exists not_so_fast')
const now = (): number => Date.parse(c.clock.now())
const aside = () => c.read((db) => db.selectFrom('refusedPosition').selectAll().where('terminal', '=', terminal).orderBy('id').execute())
const stored = () => c.read((db) => db.selectFrom('position').selectAll().where('terminal', '=', terminal).orderBy('at').execute())

beforeAll(async () => {
  base = await testDatabase()
  c = await Company.open('2026-11-20', base)
  profile = await c.add('deviceProfile', { name: '通用' })
  g = await openGateway(c)
})
afterAll(async () => {
  d?.drop()
  await g?.stop()
  await c?.close()
})
beforeEach(async () => {
  await allow()
  ;({ terminal, vehicle } = await fitted(c, profile, ++phone))
  d = await new Device({ port: g.port, phone: String(phone) }).enter()
})

describe('a report the table would not take', () => {
  test('is kept with why, whose it is and its very bytes', async () => {
    await forbid()
    const { bytes, serial } = d.frame(
      '0200',
      location({
        at: now(),
        speed: 2100,
        items: [
          { id: '01', value: 77 },
          { id: 'e7', raw: '0102' },
        ],
      }),
    )
    const answer = d.next((m) => m.header.messageId === '8001' && (m.body as { serial: number }).serial === serial)
    d.write(bytes)
    expect(((await answer).body as { result: number }).result).toBe(0)
    const [row] = await aside()
    expect(row).toMatchObject({
      status: 'waiting',
      cause: 'rule',
      vehicle,
      store: c.store,
      serial,
      frame: Buffer.from(bytes).toString('hex'),
    })
    expect(row!.why).toContain('not_so_fast')
    expect((decodeFrame(Uint8Array.from(Buffer.from(row!.frame!, 'hex'))) as { body: Location }).body.speed).toBe(2100)
    expect(await stored()).toEqual([])
  })
  test('is stored when its cause is gone, into the vehicle of its own time, and the track is folded again', async () => {
    await forbid()
    const at = Math.floor(now() / 1000) * 1000 - 60_000
    expect(await d.locate({ at, speed: 2100, items: [{ id: '01', value: 77 }] })).toBe(0)
    const [row] = await aside()
    expect((await refusal(c.act('refusedPosition', 'retry', row!.id, { plain: false }, 'sales'))).message).toMatch(
      /^仍无法入库：违反数据约束/,
    )
    expect((await aside())[0]).toMatchObject({ status: 'waiting', version: 1 })
    await allow()
    await c.act('refusedPosition', 'retry', row!.id, { plain: false }, 'sales')
    const [position, ...more] = await stored()
    expect(more).toEqual([])
    expect(position).toMatchObject({ vehicle, serial: row!.serial, speed: 2100, odometer: 77, flags: 0 })
    expect(Date.parse(position!.at)).toBe(at)
    expect((await aside())[0]).toMatchObject({ status: 'stored', handling: '重新入库', handler: c.people.get('sales') })
    const dirty = await c.read((db) =>
      db.selectFrom('trackDirty').select(['since', 'until']).where('vehicle', '=', vehicle).executeTakeFirst(),
    )
    expect(Date.parse(dirty!.since)).toBeLessThanOrEqual(at)
    expect((await refusal(c.act('refusedPosition', 'retry', row!.id, { plain: false }, 'sales'))).message).toContain('已入库')
  })
  test('may be stored without its items, and means what the device model says by now', async () => {
    await forbid()
    for (let i = 0; i < 2; i++)
      await d.locate({
        at: now() - i * 1000,
        speed: 2100,
        items: [
          { id: '01', value: 5 },
          { id: '51', raw: '0032' },
        ],
      })
    await allow()
    const [first, second] = await aside()
    await c.act('refusedPosition', 'retry', first!.id, { plain: true }, 'sales')
    const cold = await c.add('deviceProfile', { name: `冷链 ${phone}`, items: 'gps51' })
    await c.edit('terminal', terminal, { profile: cold })
    await c.act('refusedPosition', 'retry', second!.id, { plain: false }, 'sales')
    const rows = await stored()
    expect(rows.map((row) => row.items)).toEqual([{ t: [50] }, null])
  })
  test('is dropped only with a reason, and goes with the positions of its time', async () => {
    await forbid()
    await d.locate({ at: now(), speed: 2100 })
    const [row] = await aside()
    expect((await refusal(c.act('refusedPosition', 'drop', row!.id, {}, 'sales'))).kind).toBe('invalid')
    await c.act('refusedPosition', 'drop', row!.id, { reason: '测试设备' }, 'sales')
    expect((await aside())[0]).toMatchObject({ status: 'dropped', handling: '测试设备', handler: c.people.get('sales') })
    const log = await c.read((db) =>
      db
        .selectFrom('auditLog')
        .select(['action', 'reason'])
        .where('entity', '=', 'refusedPosition')
        .where('entityId', '=', row!.id)
        .execute(),
    )
    expect(log).toEqual([{ action: 'drop', reason: '测试设备' }])
    await c.write((tx) => tx.updateTable('refusedPosition').set({ receivedAt: '2025-01-01T00:00:00Z' }).where('id', '=', row!.id).execute())
    await dropOld(c.as())
    expect(await aside()).toEqual([])
  })
})
