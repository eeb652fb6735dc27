import { z } from 'zod'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase, twoOperators, type TestDatabase } from '#tests/database.ts'
import type { Context } from '../access/context.server.ts'
import { systemContext } from '../access/system-context.server.ts'
import { fakeClock, type FakeClock } from '../basics/time/clock.ts'
import { refused } from '../basics/errors.ts'
import { buildRegistry, type Registry } from '../entity/registry.server.ts'
import { act } from '../entity/store.server.ts'
import { defineCall, type Delivery, type OutgoingCall } from '../ports/call.server.ts'
import { contentOf, enqueue, retryAfterSeconds, startOutbox, type RunningOutbox } from './outbox.server.ts'
import { servedOutgoingCall } from './outgoing.server.ts'
import { MAX_ATTEMPTS, outgoingCall, outgoingCallActions } from './outgoing.ts'

let database: TestDatabase
let clock: FakeClock
let operators: number[] = []
let running: RunningOutbox[] = []
let seen: { operatorId: number; payload: unknown }[] = []
beforeAll(async () => {
  database = await testDatabase()
  operators = await twoOperators(database.db)
})
afterAll(() => database.close())
beforeEach(() => {
  clock = fakeClock('2026-01-31T00:00:00.000Z')
  seen = []
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((outbox) => outbox.stop()))
  for (const id of operators) await database.db.write(id, (tx) => tx.deleteFrom('outgoingCall').execute())
})

type Handler = (ctx: Context, payload: object, delivery: Delivery) => Promise<unknown>
const sms = (deliver: Handler, more: Partial<OutgoingCall> = {}): OutgoingCall =>
  defineCall({ kind: 'sms', label: '短信', payload: z.looseObject({}), summary: () => '一条短信', deliver, ...more })
const house = { name: 'house', label: '房屋', entities: [outgoingCall], actions: [outgoingCallActions], screens: [] }
const registryOf = (call: OutgoingCall): Registry =>
  buildRegistry([house], [{ module: house, entities: [servedOutgoingCall], calls: [call] }])
const note: Handler = async (ctx, payload) => void seen.push({ operatorId: ctx.user.operatorId, payload })
const ctxOf = (operatorId: number, call: OutgoingCall = sms(note)): Context =>
  systemContext({ db: database.db, clock, registry: registryOf(call), operatorId, requestId: 'test' })
const start = (deliver: Handler = note, db = database.db, more: Partial<OutgoingCall> = {}): RunningOutbox => {
  const outbox = startOutbox({ db, registry: registryOf(sms(deliver, more)), clock, log: () => {}, pollMs: 1_000_000 })
  running.push(outbox)
  return outbox
}
const put = (payload: object, options: { key?: string; at?: string } = {}, operatorId = operators[0]!): Promise<boolean> =>
  database.db.write(operatorId, (tx) => enqueue(tx, ctxOf(operatorId), sms(note), payload, options))
const soon = (check: () => boolean): Promise<void> => expect.poll(check).toBe(true)
const rowsOf = (operatorId = operators[0]!) =>
  database.db.read(operatorId, (db) => db.selectFrom('outgoingCall').selectAll().orderBy('id').execute())

/** What the administrator does with the only row there is. */
async function decide(action: 'sendAgain' | 'giveUp', input: object = {}, call: OutgoingCall = sms(note)): Promise<void> {
  const [row] = await rowsOf()
  const ctx = ctxOf(operators[0]!, call)
  await database.db.write(operators[0]!, (tx) => act(tx, ctx, 'outgoingCall', action, row!.id, null, input as never))
}

describe('the outbox', () => {
  it('delivers what a transaction wrote, soon after its commit, in the name of its company', async () => {
    // It looks by itself once in a quarter of an hour: what comes sooner comes by the notice.
    start()
    await put({ to: '138' })
    await put({ to: '139' }, {}, operators[1]!)
    await soon(() => seen.length === 2)
    expect(seen).toEqual(
      expect.arrayContaining([
        { operatorId: operators[0], payload: { to: '138' } },
        { operatorId: operators[1], payload: { to: '139' } },
      ]),
    )
    expect(seen).toHaveLength(2)
  })

  it('begins its number with that of the request that wrote it: in its log, in what it does next, and for whoever looks', async () => {
    const lines: [string, object | undefined][] = []
    const call = sms(async (ctx) => void seen.push({ operatorId: ctx.user.operatorId, payload: { request: ctx.requestId } }))
    const outbox = startOutbox({
      db: database.db,
      registry: registryOf(call),
      clock,
      log: (_level, message, details) => void lines.push([message, details]),
      pollMs: 1_000_000,
    })
    running.push(outbox)
    const ctx = { ...ctxOf(operators[0]!), requestId: 'req-7' }
    await database.db.write(operators[0]!, (tx) => enqueue(tx, ctx, call, { to: '138' }))
    await outbox.drain()
    const [row] = await rowsOf()
    expect(row!.requestId).toBe('req-7')
    // Of its own as well: two deliveries of one request are two.
    const own = `req-7:${row!.id}`
    expect(seen).toEqual([{ operatorId: operators[0], payload: { request: own } }])
    expect(lines).toContainEqual(['delivered', expect.objectContaining({ kind: 'sms', request: own })])
  })

  it('finds what was written before it could hear of it', async () => {
    let open!: () => void
    const opened = new Promise<void>((resolve) => (open = resolve))
    const { db } = database
    const slow = Object.create(db, {
      listen: {
        value: (...of: Parameters<typeof db.listen>) => {
          const later = opened.then(() => db.listen(...of))
          return { ready: later.then((heard) => heard.ready), stop: () => void later.then((heard) => heard.stop()) }
        },
      },
    }) as typeof db
    // The first look is over, and the notice of what is written now reaches nobody.
    await start(note, slow).drain()
    await put({ n: 1 })
    open()
    await soon(() => seen.length === 1)
  })

  it('delivers nothing of a transaction that was rolled back', async () => {
    const outbox = start()
    await expect(
      database.db.write(operators[0]!, async (tx) => {
        await enqueue(tx, ctxOf(operators[0]!), sms(note), { to: '138' })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await outbox.drain()
    expect(seen).toEqual([])
    expect(await rowsOf()).toEqual([])
  })

  it('records the same event once', async () => {
    expect(await put({ n: 1 }, { key: 'bill:7' })).toBe(true)
    expect(await put({ n: 2 }, { key: 'bill:7' })).toBe(false)
    expect(await put({ n: 3 }, { key: 'bill:7' }, operators[1]!)).toBe(true)
    await start().drain()
    expect(seen.map((s) => s.payload)).toEqual([{ n: 1 }, { n: 3 }])
    expect(await put({ n: 4 }, { key: 'bill:7' })).toBe(false)
  })

  it('waits until something is due', async () => {
    const outbox = start()
    await put({ n: 1 }, { at: '2026-01-31T01:00:00.000Z' })
    await outbox.drain()
    expect(seen).toEqual([])
    clock.advanceMinutes(61)
    await outbox.drain()
    expect(seen).toHaveLength(1)
  })

  it('tries a fault again, later and later, and then leaves it to a person', async () => {
    let calls = 0
    const outbox = start(async () => {
      calls++
      throw new Error(`line down ${calls}`)
    })
    await put({ n: 1 })
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      await outbox.drain()
      expect(calls).toBe(attempt)
      await outbox.drain()
      expect(calls).toBe(attempt)
      clock.advanceMinutes(retryAfterSeconds(attempt) / 60 + 0.1)
    }
    clock.advanceDays(10)
    await outbox.drain()
    expect(calls).toBe(MAX_ATTEMPTS)
    const [failed] = await rowsOf()
    expect(failed).toMatchObject({
      kind: 'sms',
      status: 'failed',
      attempts: MAX_ATTEMPTS,
      lastError: `系统异常：line down ${MAX_ATTEMPTS}`,
    })
    expect(await rowsOf(operators[1]!)).toEqual([])
    await decide('sendAgain')
    await outbox.drain()
    expect(calls).toBe(MAX_ATTEMPTS + 1)
  })

  it('does not repeat what was refused', async () => {
    let calls = 0
    const outbox = start(async () => {
      calls++
      throw refused('号码已停机')
    })
    await put({ n: 1 })
    await outbox.drain()
    clock.advanceDays(5)
    await outbox.drain()
    expect(calls).toBe(1)
    expect((await rowsOf())[0]).toMatchObject({ lastError: '号码已停机', attempts: MAX_ATTEMPTS, doneAt: null })
  })

  it('does what follows from the answer once, together with "sent", and forgets what was sent', async () => {
    const followed: unknown[] = []
    const outbox = start(async (_ctx, _payload, { id, attempt }) => ({ id, attempt }), database.db, {
      settle: async (_tx, _ctx, payload, answer) => void followed.push([payload, answer]),
    })
    await put({ code: '4711' })
    await outbox.drain()
    await outbox.drain()
    const [row] = await rowsOf()
    expect(followed).toEqual([[{ code: '4711' }, { id: `zyt-${operators[0]}-${row!.id}`, attempt: 1 }]])
    expect(row).toMatchObject({ status: 'done', payload: {}, lastError: null })
  })

  it('is not sent as long as what follows cannot be written, and is repeated with the same id', async () => {
    const ids: string[] = []
    let broken = true
    const outbox = start(async (_ctx, _payload, { id }) => ids.push(id), database.db, {
      settle: async () => {
        if (broken) throw new Error('disk full')
      },
    })
    await put({ n: 1 })
    await outbox.drain()
    expect((await rowsOf())[0]).toMatchObject({ status: 'retrying', doneAt: null })
    broken = false
    clock.advanceMinutes(1)
    await outbox.drain()
    expect((await rowsOf())[0]).toMatchObject({ status: 'done' })
    expect(new Set(ids).size).toBe(1)
    expect(ids).toHaveLength(2)
  })

  it('tells its module when nothing comes of it: after the last attempt, and when a person gives up', async () => {
    const reasons: string[] = []
    const failed = async (_tx: unknown, _ctx: unknown, _payload: object, reason: string) => void reasons.push(reason)
    const deliver: Handler = async () => Promise.reject(refused('号码已停机'))
    // Of numbers of records alone nothing has to go: it may be sent again even now.
    const call = { failed, open: true }
    const outbox = start(deliver, database.db, call)
    await put({ n: 1 })
    await outbox.drain()
    expect(reasons).toEqual(['号码已停机'])
    await decide('giveUp', { reason: '客户已换号' }, sms(deliver, call))
    expect(reasons).toEqual(['号码已停机', '客户已换号'])
    expect((await rowsOf())[0]).toMatchObject({ status: 'givenUp' })
    clock.advanceDays(2)
    await outbox.drain()
    expect(reasons).toHaveLength(2)
    // It would hear of it at once, and be refused again.
    await outbox.stop()
    await decide('sendAgain', {}, sms(deliver, call))
    expect((await rowsOf())[0]).toMatchObject({ status: 'retrying', attempts: 0, givenUpAt: null })
  })

  it('leaves what an older release wrote and nobody can read to a person', async () => {
    let calls = 0
    const outbox = start(async () => calls++, database.db, { payload: z.strictObject({ to: z.string() }) as never })
    await put({ number: 1 })
    await outbox.drain()
    expect(calls).toBe(0)
    expect((await rowsOf())[0]).toMatchObject({ status: 'failed', lastError: expect.stringContaining('旧版本登记的') })
  })

  it('is not held up by one that fails', async () => {
    const outbox = start(async (ctx, payload) => {
      if ((payload as { n: number }).n === 1) throw new Error('bad')
      seen.push({ operatorId: ctx.user.operatorId, payload })
    })
    for (let n = 1; n <= 25; n++) await put({ n })
    await outbox.drain()
    await soon(() => seen.length === 24)
  })

  it('gives an entry of two nodes to one of them', async () => {
    const nodes = [start(), start(note, database.another())]
    await database.db.write(operators[0]!, async (tx) => {
      for (let n = 0; n < 200; n++) await enqueue(tx, ctxOf(operators[0]!), sms(note), { n })
    })
    await Promise.all(nodes.map((node) => node.drain()))
    await soon(() => seen.length >= 200)
    expect(new Set(seen.map((s) => (s.payload as { n: number }).n)).size).toBe(200)
    expect(seen).toHaveLength(200)
  })

  it('takes over what a dead node had begun, once its time is up', async () => {
    let release: (() => void) | undefined
    const dead = start(() => new Promise<void>((done) => (release = done)))
    await put({ n: 1 })
    await soon(() => release !== undefined)
    const other = start(note, database.another())
    await other.drain()
    expect(seen).toEqual([])
    clock.advanceMinutes(6)
    await other.drain()
    expect(seen).toHaveLength(1)
    release!()
    await dead.stop()
    expect((await rowsOf())[0]!.doneAt).not.toBeNull()
  })

  it('leaves kinds it does not know to a newer node', async () => {
    await database.db.write(operators[0]!, (tx) => enqueue(tx, ctxOf(operators[0]!), sms(note, { kind: 'fax' }), {}))
    await start().drain()
    expect((await rowsOf())[0]).toMatchObject({ kind: 'fax', attempts: 0, doneAt: null })
  })

  it('finishes what it has begun before it stops, and begins nothing more', async () => {
    let begun = 0
    let finished = 0
    let release!: () => void
    const released = new Promise<void>((done) => (release = done))
    const outbox = start(async () => {
      begun++
      await released
      finished++
    })
    for (let n = 0; n < 30; n++) await put({ n })
    await soon(() => begun > 0)
    let stopped = false
    const stopping = outbox.stop().then(() => (stopped = true))
    await database.db.read(null, (db) => db.selectFrom('operator').select('id').execute())
    expect([stopped, finished]).toEqual([false, 0])
    release()
    await stopping
    expect(finished).toBe(begun)
    expect(begun).toBeLessThan(30)
    expect((await rowsOf()).filter((row) => row.doneAt !== null)).toHaveLength(finished)
  })

  describe('what is sent', () => {
    const secret = {
      code: '471123',
      text: '您好\n662211',
      link: 'https://zyt.test/my#t=1.AbCdEfGhIjKlMnOpQrStUv',
      to: { mobile: '13912345678' },
    }
    const readable = /471123|662211|AbCdEfGh|13912345678/
    const lies = async (): Promise<string> => {
      const rows = await rowsOf()
      const parts = [...JSON.stringify(rows).matchAll(/[\w+/=]{40,}/g)].map(([text]) => Buffer.from(text, 'base64').toString())
      return [JSON.stringify(rows), ...parts].join('\n')
    }

    it('lies sealed as long as it waits, for its own company and kind alone', async () => {
      await put(secret)
      expect(await lies()).not.toMatch(readable)
      const [row] = await rowsOf()
      expect(contentOf(ctxOf(operators[0]!), row!)).toEqual(secret)
      expect([contentOf(ctxOf(operators[1]!), row!), contentOf(ctxOf(operators[0]!), { ...row!, kind: 'fax' })]).toEqual([null, null])
      await start().drain()
      expect(seen.map((s) => s.payload)).toEqual([secret])
    })

    it('that cannot be opened any more is left to a person with the reason', async () => {
      await put(secret)
      await database.db.write(operators[0]!, (tx) =>
        tx
          .updateTable('outgoingCall')
          .set({ payload: JSON.stringify({ sealed: Buffer.alloc(60).toString('base64') }) as never })
          .execute(),
      )
      await start().drain()
      expect(seen).toEqual([])
      expect((await rowsOf())[0]).toMatchObject({ status: 'failed', lastError: expect.stringContaining('本机密钥已更换') })
    })

    it('is not repeated by the reason why it failed, nor by the log', async () => {
      const lines: string[] = []
      const deliver: Handler = async () =>
        Promise.reject(refused('短信网关返回 REJECTED：13912345678 的「验证码 471123，662211，#t=1.AbCdEfGhIjKlMnOpQrStUv」'))
      const log = (_level: string, message: string, details?: object): void => void lines.push(JSON.stringify([message, details]))
      const outbox = startOutbox({ db: database.db, registry: registryOf(sms(deliver)), clock, log, pollMs: 1_000_000 })
      running.push(outbox)
      await put(secret)
      await outbox.drain()
      expect((await rowsOf())[0]!.lastError).toMatch(/^短信网关返回 REJECTED：（已隐藏）/)
      expect((await lies()) + lines.join('\n')).not.toMatch(readable)
      expect(lines.join('\n')).toContain('delivery failed')
    })

    it('is gone when a person has given it up, and cannot be sent again then', async () => {
      const outbox = start(async () => Promise.reject(refused('号码已停机')))
      await put(secret)
      await outbox.drain()
      await outbox.stop()
      await decide('giveUp', { reason: '客户已换号' })
      expect((await rowsOf())[0]).toMatchObject({ status: 'givenUp', payload: {} })
      await expect(decide('sendAgain')).rejects.toThrow('要发送的内容已清除，不能重新发送；请回到原来的单据重新操作')
    })

    it('is gone after a month in which nobody looked after it; what an earlier release left open is sealed', async () => {
      const failing: Handler = async () => Promise.reject(refused('号码已停机'))
      const first = start(failing)
      await put(secret)
      await first.drain()
      await first.stop()
      await database.db.write(operators[0]!, (tx) =>
        enqueue(tx, ctxOf(operators[0]!), sms(note, { open: true }), secret, { at: '2027-01-01T00:00:00.000Z' }),
      )
      expect(await lies()).toMatch(readable)
      clock.advanceDays(29)
      await start(failing).stop()
      const [failed, before] = await rowsOf()
      expect(await lies()).not.toMatch(readable)
      expect([failed, before].map((row) => contentOf(ctxOf(operators[0]!), row!))).toEqual([secret, secret])
      clock.advanceDays(2)
      await start(failing).stop()
      const [gone, waiting] = await rowsOf()
      expect([gone!.payload, contentOf(ctxOf(operators[0]!), waiting!)]).toEqual([{}, secret])
    })
  })
})
