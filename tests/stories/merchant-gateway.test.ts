/** A merchant by the gateway, through the whole product: outbox, signed notices at the door, questions of the job; with every fault of a provider (finance.md §2.11, §11, G14). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock, type Clock } from '#kit/basics/time/clock.ts'
import { creditCodeCheckCharacter } from '#kit/basics/identifiers/credit-code.ts'
import { systemContext } from '#kit/access/system-context.server.ts'
import type { Context } from '#kit/access/context.server.ts'
import { FolderStore, newFileId } from '#kit/files/store.server.ts'
import { startOutbox, type RunningOutbox } from '#kit/jobs/outbox.server.ts'
import type { Ports } from '#kit/ports/ports.ts'
import { merchantGateway, NOTICE_PATH } from '#modules/operators/merchants/gateway.server.ts'
import { MerchantDouble, type SignedNotice } from '#modules/operators/merchants/merchant.double.ts'
import { bench, type Bench } from '#tests/house/people.ts'

const KEYS = { appKey: 'zyt', secret: 'a-secret-of-some-length' }
let b: Bench
let double: MerchantDouble
let outbox: RunningOutbox
/** Ahead of the clock of the house by what the tests let pass. */
let ahead = 0
const clock: Clock = {
  now: () => new Date(Date.parse(systemClock.now()) + ahead).toISOString(),
  today: () => systemClock.today(),
}
let ctx: Context
const folder = mkdtempSync(join(tmpdir(), 'zyt-merchant-'))
const store = new FolderStore(folder)

beforeAll(async () => {
  b = await bench()
  double = new MerchantDouble(KEYS)
  const merchant = merchantGateway({ url: await double.start(), ...KEYS })
  const { registry } = b.rig
  ;(registry as { ports: Ports }).ports = Object.create(registry.ports, { merchant: { value: merchant }, files: { value: store } }) as Ports
  ctx = systemContext({ db: b.rig.db, clock, registry, operatorId: b.rig.admin.ctx.user.operatorId, requestId: 'test' })
  outbox = startOutbox({ db: b.rig.db, registry, clock, log: () => {}, pollMs: 10_000_000 })
})
afterAll(async () => {
  await outbox?.stop()
  await double?.stop()
  expect(b?.rig.faults).toEqual([])
  await b?.rig.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  ahead = 0
  double.faults = []
  double.codes = []
})

type Row = Record<string, unknown> & { id: number; version: number; no: string }
const get = async (id: number): Promise<Row> => (await b.get('merchant/detail', { id })).data as Row
const act = async (action: string, id: number, input: object = {}) =>
  b.post(`merchant/${action}`, { id, version: (await get(id)).version, ...input })
const minutes = (n: number): void => void (ahead += n * 60_000)
const tell = (signedNotice: SignedNotice) =>
  b.rig.send({ method: 'POST', path: NOTICE_PATH }, signedNotice.body, null, signedNotice.headers)
const calls = async (kind: string) => {
  const { rows } = await ctx.db.read(ctx.user.operatorId, (db) =>
    sql<{
      done: boolean
      attempts: number
    }>`select done_at is not null as done, attempts from outgoing_call where kind = ${kind} order by id`.execute(db),
  )
  return rows
}
const look = () =>
  b.rig.registry.modules
    .flatMap((m) => m.jobs ?? [])
    .find((job) => job.name === 'operators.merchants')!
    .run(ctx)

let made = 0
async function ready(): Promise<Row> {
  const name = `沪东${++made}号`
  const profile = (await b.must('operatorProfile/add', { name, kind: 'direct', adminUsername: `hudong${made}` })) as Row
  const first = `91310000MA1FL0L${40 + made}`
  const { id } = (await b.must('merchant/add', {
    profile: profile.id,
    subjectName: name,
    subjectCode: first + creditCodeCheckCharacter(first),
    legalName: '沈沪东',
    legalIdNo: '11010519491231002X',
    legalIdDueOn: '2099-12-31',
    legalMobile: '13900139000',
    accountKind: 'public',
    accountName: name,
    bankName: '招商银行',
    accountNo: '121900001234567',
    shopName: '沪东租车',
    servicePhone: '021-61234567',
  })) as Row
  const file = async (content: string) => {
    const fileId = newFileId()
    await store.put(fileId, Readable.from([Buffer.from(content)]))
    return { id: fileId, name: `${content}.png`, mime: 'image/png', size: content.length }
  }
  const [licence, front, back, door] = await Promise.all(['licence', 'front', 'back', 'door'].map((n) => file(`${name}-${n}`)))
  const as = (files: object[]) => JSON.stringify(files)
  await ctx.db.write(ctx.user.operatorId, (tx) =>
    sql`update merchant set licence = ${as([licence!])}::jsonb, legal_images = ${as([front!, back!])}::jsonb, shop_images = ${as([door!])}::jsonb where id = ${id}`.execute(
      tx,
    ),
  )
  return get(id)
}
async function submitted(): Promise<Row> {
  const row = await ready()
  expect(await act('submit', row.id)).toMatchObject({ code: 200 })
  await outbox.drain()
  return get(row.id)
}

test('sent with its pictures; the answer is lost, and the second try finds it under the same code', async () => {
  const row = await ready()
  double.faults = ['afterwards']
  await act('submit', row.id)
  await outbox.drain()
  expect(double.known.get(row.no)!.submitted).toHaveLength(1)
  expect(await get(row.id)).toMatchObject({ status: 'checking', attempt: 1, approach: 'gateway', providerState: null })
  minutes(1)
  await outbox.drain()
  expect(double.known.get(row.no)!.submitted).toHaveLength(1)
  expect(double.known.get(row.no)!.submitted[0]).toMatchObject({
    legal: { idNo: '11010519491231002X' },
    media: { legalImages: [expect.any(String), expect.any(String)] },
  })
  expect(await get(row.id)).toMatchObject({ status: 'checking', providerState: 'CHECKING' })
})

test('rejected, mended, sent again under the same number, signed and done: by notices, each believed once', async () => {
  const row = await submitted()
  const rejection = double.say(row.no, 'REJECTED', { reasons: [{ field: 'licence', reason: '照片不清晰' }] })
  for (const _ of [1, 2]) expect(await tell(rejection)).toMatchObject({ status: 200, data: { received: true } })
  const after = await get(row.id)
  expect(after).toMatchObject({ status: 'rejected', rejectReasons: [{ field: '营业执照照片', reason: '照片不清晰' }] })
  await act('edit', row.id, { shopName: '沪东好车' })
  expect(await act('submit', row.id)).toMatchObject({ code: 200 })
  // What was said of the attempt before comes again while the new one is on its way.
  await tell(rejection)
  expect(await get(row.id)).toMatchObject({ status: 'checking', attempt: 2, no: row.no })
  await outbox.drain()
  expect(double.known.get(row.no)!.submitted.map((s) => [s.attempt, s.shop.name])).toEqual([
    [1, '沪东租车'],
    [2, '沪东好车'],
  ])
  const verify = double.say(row.no, 'TO_BE_CONFIRMED', { signUrl: 'https://pay.example/verify' })
  const audit = double.say(row.no, 'AUDITING')
  const sign = double.say(row.no, 'NEED_SIGN', { signUrl: 'https://pay.example/sign' })
  const done = double.say(row.no, 'FINISHED')
  // Out of order: what was overtaken takes nothing back.
  await tell(sign)
  expect(await get(row.id)).toMatchObject({ status: 'toSign', signUrl: 'https://pay.example/sign' })
  for (const late of [verify, audit]) expect((await tell(late)).status).toBe(200)
  expect(await get(row.id)).toMatchObject({ status: 'toSign', signUrl: 'https://pay.example/sign' })
  await tell(done)
  expect(await get(row.id)).toMatchObject({ status: 'done', subMerchantId: expect.stringMatching(/^16/), signUrl: null })
  const accounts = (await b.get('providerAccount/list', { merchant: row.id })).data as { list: Row[] }
  expect(Object.fromEntries(accounts.list.map((a) => [a['kind'], a['status']]))).toEqual({ settle: 'active', split: 'toOpen' })
  const freeze = double.say(row.no, 'FROZEN')
  const thaw = double.say(row.no, 'FINISHED')
  await tell(thaw)
  await tell(freeze)
  expect(await get(row.id)).toMatchObject({ status: 'done' })
})

test('twenty notices at once, all different and all signed: one state, the last one said', async () => {
  const row = await submitted()
  const words = ['TO_BE_CONFIRMED', 'AUDITING', 'NEED_SIGN', 'SIGNING', 'FINISHED', 'FROZEN', 'FINISHED'].map((w) => double.say(row.no, w))
  const answers = await Promise.all([...words, ...words, ...words].toReversed().map(tell))
  expect(new Set(answers.map((a) => a.status))).toEqual(new Set([200]))
  expect(await get(row.id)).toMatchObject({ status: 'done' })
  expect(((await b.get('providerAccount/list', { merchant: row.id })).data as { total: number }).total).toBe(2)
})

test('the door: forged, changed on the way, for nobody, without signature, by somebody who is signed in: nothing moves', async () => {
  const row = await submitted()
  const notice = { businessCode: row.no, attempt: 1, progress: { state: 'FINISHED', seq: 9, subMerchantId: '16' } }
  const real = double.sign(notice)
  const refused = [
    await tell(double.sign(notice, new Date(), 'another-secret-altogether')),
    await tell({ ...real, body: real.body.replace('"16"', '"17"') }),
    await tell({ ...real, body: JSON.stringify(JSON.parse(real.body), null, 1) }),
    await tell(double.sign(notice, new Date(Date.now() - 400_000))),
    await tell({ ...real, headers: {} }),
    await b.rig.send({ method: 'POST', path: NOTICE_PATH }, real.body, b.rig.admin),
    await tell(double.sign({ ...notice, attempt: '1' })),
    await tell(double.sign({ ...notice, more: 1 })),
  ]
  expect(refused.map((a) => a.status)).toEqual(Array(8).fill(403))
  expect((await tell(double.sign({ ...notice, businessCode: 'MC202601010001' }))).status).toBe(404)
  // Of an attempt that is not the last one, before or after it.
  for (const attempt of [2, 7]) expect((await tell(double.sign({ ...notice, attempt }))).status).toBe(200)
  expect(await get(row.id)).toMatchObject({ status: 'checking', subMerchantId: null })
})

test('a word nobody knows, and an end without a number: flagged, never a good state', async () => {
  const row = await submitted()
  await tell(double.say(row.no, 'SUCCESS'))
  expect(await get(row.id)).toMatchObject({ status: 'checking', flagged: true, providerState: 'SUCCESS' })
  await tell(double.say(row.no, 'FINISHED', { subMerchantId: null }))
  expect(await get(row.id)).toMatchObject({ status: 'checking', flagged: true, providerState: 'FINISHED', subMerchantId: null })
  await tell(double.say(row.no, 'AUDITING'))
  expect(await get(row.id)).toMatchObject({ status: 'auditing', flagged: false })
})

test('what is done by hand is not told by a notice, and a person does not tell what the gateway tells', async () => {
  const row = await submitted()
  expect((await act('register', row.id, { state: 'FINISHED', subMerchantId: '16' })).message).toContain('进度由平台回传')
  await ctx.db.write(ctx.user.operatorId, (tx) => sql`update merchant set approach = 'manual' where id = ${row.id}`.execute(tx))
  expect((await tell(double.say(row.no, 'FINISHED'))).status).toBe(404)
  expect(await get(row.id)).toMatchObject({ status: 'checking' })
  await ctx.db.write(ctx.user.operatorId, (tx) => sql`update merchant set approach = 'gateway' where id = ${row.id}`.execute(tx))
})

test('nobody told us: the job asks; late, twice or from two places it is one question, and nothing new leaves no trace', async () => {
  const row = await submitted()
  double.say(row.no, 'AUDITING')
  // Others wait too; only what this one adds is counted.
  const before = (await calls('merchant.query')).length
  await ctx.db.write(ctx.user.operatorId, (tx) => sql`update merchant set moved_at = ${clock.now()} where id <> ${row.id}`.execute(tx))
  minutes(9)
  await look()
  expect(await calls('merchant.query')).toHaveLength(before)
  await ctx.db.write(ctx.user.operatorId, (tx) => sql`update merchant set approach = 'manual' where id <> ${row.id}`.execute(tx))
  minutes(2)
  await Promise.all([look(), look(), look()])
  await look()
  expect(await calls('merchant.query')).toHaveLength(before + 1)
  await outbox.drain()
  const heard = await get(row.id)
  expect(heard).toMatchObject({ status: 'auditing' })
  minutes(12)
  await look()
  await outbox.drain()
  expect((await calls('merchant.query')).map((c) => c.done)).toEqual(Array(before + 2).fill(true))
  expect((await get(row.id)).version).toBe(heard.version)
  // Nobody ran for a day: one question, not those of the day.
  minutes(1440)
  await look()
  expect(await calls('merchant.query')).toHaveLength(before + 3)
  await outbox.drain()
})

test('a week without progress is told to a person once, by hand or by gateway', async () => {
  const [m, hand] = [await submitted(), await submitted()]
  await ctx.db.write(ctx.user.operatorId, (tx) => sql`update merchant set approach = 'manual' where id = ${hand.id}`.execute(tx))
  const messagesAbout = async (no: string): Promise<number> => {
    const { rows } = await ctx.db.read(ctx.user.operatorId, (db) =>
      sql<{ n: number }>`select count(*)::int as n from inbox_message where title like ${`%${no}%`}`.execute(db),
    )
    return rows[0]!.n
  }
  minutes(7 * 1440 - 30)
  await look()
  expect([await messagesAbout(m.no), await messagesAbout(hand.no)]).toEqual([0, 0])
  minutes(60)
  await Promise.all([look(), look()])
  minutes(3 * 1440)
  await look()
  expect([await messagesAbout(m.no), await messagesAbout(hand.no)]).toEqual([1, 1])
})
