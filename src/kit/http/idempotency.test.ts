import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { add, admin, clerk, gate, key, server, start, stop, stored } from './fixture/vehicles.server.ts'

/** As it lies there: the clerk's number before it. */
const CLERK = 'user:2'
beforeAll(start)
afterAll(stop)

const WAYS = [
  { way: 'in transactions of their own', path: '/api/v1/vehicle/add', slow: '/api/v1/vehicle/slow' },
  { way: 'in one transaction with the change', path: '/api/v1/vehicle/addOnce', slow: '/api/v1/vehicle/slowOnce' },
]
describe.each(WAYS)('repeated requests, key and answer kept $way,', ({ path, slow }) => {
  const send = (payload: unknown, idempotencyKey: string | null = key(), authorization = clerk, url = path) =>
    add(payload, idempotencyKey, authorization, url)
  const single = path.endsWith('Once')

  it('are answered with the first answer and done once', async () => {
    const [before, same] = [await stored(), key()]
    const first = await send({ plate: '沪A12345' }, same)
    const second = await send({ plate: '沪A12345' }, same)
    expect(second.body).toBe(first.body)
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(await stored()).toBe(before + 1)
  })

  it('sixteen at once are done once; the others are told to wait or get the answer', async () => {
    const [before, same] = [await stored(), key()]
    const answers = await Promise.all(Array.from({ length: 16 }, () => send({ plate: '沪B' }, same)))
    expect(await stored()).toBe(before + 1)
    for (const answer of answers) expect([200, 409]).toContain(answer.statusCode)
    expect(answers.some((answer) => answer.statusCode === 200)).toBe(true)
  })

  it('while the first still runs get 409', async () => {
    const same = key()
    const first = send({}, same, clerk, slow)
    await expect.poll(() => gate.finish).not.toBeNull()
    const second = await send({}, same, clerk, slow)
    expect(second.json()).toMatchObject({ code: 409, message: '上一次提交还在处理，请稍候，不要重复提交' })
    gate.finish!()
    gate.finish = null
    expect((await first).statusCode).toBe(200)
  })

  it('with another body or route are refused and do nothing', async () => {
    const same = key()
    await send({ plate: '沪C' }, same)
    const before = await stored()
    const misuse = [await send({ plate: '沪D' }, same), await send({}, same, clerk, slow)]
    for (const answer of misuse)
      expect(answer.json()).toMatchObject({ code: 422, message: '重复请求参数不一致，没有执行；请刷新页面后重新提交' })
    expect(await stored()).toBe(before)
  })

  it('of two people with one key are two calls, and neither hears of the other’s', async () => {
    const same = key()
    const before = await stored()
    const [mine, theirs] = [await send({ plate: '沪C1' }, same), await send({ plate: '沪C2' }, same, admin)]
    expect([mine, theirs].map((answer) => [answer.statusCode, answer.headers['idempotent-replayed']])).toEqual([
      [200, undefined],
      [200, undefined],
    ])
    expect([(await send({ plate: '沪C1' }, same)).body, (await send({ plate: '沪C2' }, same, admin)).body]).toEqual([
      mine.body,
      theirs.body,
    ])
    expect(await stored()).toBe(before + 2)
  })

  it('leave nothing behind that could be read: neither what was sent nor what was answered', async () => {
    const same = key()
    const sent = { plate: '沪秘密1' }
    const first = await send(sent, same)
    const rows = await server.db.read(1, (db) => db.selectFrom('idempotency').selectAll().where('key', '=', `${CLERK}:${same}`).execute())
    expect(rows).toHaveLength(1)
    const plainHash = createHash('sha256').update(JSON.stringify(sent)).update('\0').digest('hex')
    for (const readable of ['沪秘密1', 'plate', plainHash]) {
      expect(JSON.stringify(rows)).not.toContain(readable)
      expect(Buffer.from(rows[0]!.response!, 'base64').toString()).not.toContain(readable)
    }
    // An answer moved onto another row is opened for nobody.
    const other = key()
    const second = await send(sent, other)
    await server.db.write(1, (tx) =>
      tx.updateTable('idempotency').set({ response: rows[0]!.response }).where('key', '=', `${CLERK}:${other}`).execute(),
    )
    expect(second.statusCode).toBe(200)
    expect((await send(sent, other)).json()).toMatchObject({ code: 409, message: '该操作此前已提交成功，但结果未能返回，请刷新后查看' })
    expect((await send(sent, same)).body).toBe(first.body)
  })

  it('after a refusal or invalid input the key may be used for the corrected request', async () => {
    const same = key()
    expect((await send({ plate: '' }, same)).statusCode).toBe(400)
    expect((await send({ plate: '已退役' }, same)).statusCode).toBe(422)
    expect((await send({ plate: '坏' }, same)).statusCode).toBe(422)
    expect((await send({ plate: '沪E' }, same)).statusCode).toBe(200)
  })

  it.skipIf(single)('repeat the body of a partly done batch', async () => {
    const same = key()
    const first = await send({ plate: '部分' }, same)
    expect(first.json()).toEqual({ code: 9100, message: '有的成功，有的没有成功，请查看每一条的结果', data: { done: 1, failed: 1 } })
    expect((await send({ plate: '部分' }, same)).body).toBe(first.body)
  })

  it('after a crash behind the commit say that it was done; before it the work is taken over', async () => {
    const crashed = async (applied: boolean): Promise<string> => {
      const same = key()
      await send({ plate: '沪F' }, same)
      await server.db.write(1, (tx) =>
        tx
          .updateTable('idempotency')
          .set({ httpStatus: null, response: null, applied, holder: 'dead', leasedUntil: '2020-01-01' })
          .where('key', '=', `${CLERK}:${same}`)
          .execute(),
      )
      return same
    }
    const before = await stored()
    expect((await send({ plate: '沪F' }, await crashed(true))).json()).toMatchObject({
      code: 409,
      message: '该操作此前已提交成功，但结果未能返回，请刷新后查看',
    })
    expect(await stored()).toBe(before + 1)
    expect((await send({ plate: '沪F' }, await crashed(false))).statusCode).toBe(200)
    expect(await stored()).toBe(before + 3)
  })

  it.each([
    ['an empty one', ''],
    ['256 characters', 'k'.repeat(256)],
    ['1,000 characters', 'k'.repeat(1000)],
    ['a space', 'a b'],
    ['an accent', 'cl\u00e9'],
  ])('with %s as key are refused with a reason', async (_title, text) => {
    const answer = await send({ plate: '沪G' }, text)
    expect(answer.statusCode).toBe(400)
    expect((answer.json() as { message: string }).message).toContain('Idempotency-Key')
  })

  it('without a key are carried out each time: the customer’s contract names none', async () => {
    const before = await stored()
    expect((await send({ plate: '沪G1' }, null)).statusCode).toBe(200)
    expect((await send({ plate: '沪G1' }, null)).statusCode).toBe(200)
    expect(await stored()).toBe(before + 2)
  })

  it.each([
    ['one character', '!'],
    ['255 characters', 'x'.repeat(255)],
  ])('with %s as key are fine', async (_title, text) => {
    expect((await send({ plate: '沪H' }, single ? text.replaceAll(/./g, '~') : text)).statusCode).toBe(200)
  })

  it('older than a day are forgotten', async () => {
    const same = key()
    await send({ plate: '沪J' }, same)
    await server.db.write(1, (tx) =>
      tx.updateTable('idempotency').set({ createdAt: '2020-01-01' }).where('key', '=', `${CLERK}:${same}`).execute(),
    )
    await server.prune()
    expect((await send({ plate: '沪K' }, same)).statusCode).toBe(200)
  })

  it('of a partner’s program are kept for a week', async () => {
    const partnerKey = `open:${key()}`
    const row = {
      key: partnerKey,
      route: 'POST /x',
      bodyHash: '',
      holder: '',
      operatorId: 1,
      userId: null,
      applied: true,
      httpStatus: 200,
      response: '',
    }
    const aged = async (days: number): Promise<number> => {
      const createdAt = new Date(Date.now() - days * 86_400_000).toISOString()
      await server.db.write(1, (tx) => tx.updateTable('idempotency').set({ createdAt }).where('key', '=', partnerKey).execute())
      await server.prune()
      const rows = await server.db.read(1, (db) => db.selectFrom('idempotency').select('key').where('key', '=', partnerKey).execute())
      return rows.length
    }
    const now = new Date().toISOString()
    await server.db.write(1, (tx) =>
      tx
        .insertInto('idempotency')
        .values({ ...row, leasedUntil: now, createdAt: now })
        .execute(),
    )
    expect([await aged(2), await aged(6.9), await aged(7.1)]).toEqual([1, 1, 0])
  })

  it('previews need no key', async () => {
    expect((await send({ a: 1 }, null, clerk, '/api/v1/vehicle/preview')).json()).toMatchObject({ data: { a: 1 } })
  })
})

it.each(['nobody', 'other'])(
  'a call whose first transaction is not in the caller’s company (%s) is done, once, and where it belongs',
  async (first) => {
    const same = key()
    const send = () => add({ first }, same, clerk, '/api/v1/vehicle/elsewhere')
    const answer = await send()
    expect(answer.json()).toMatchObject({ code: 200 })
    const again = await send()
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([answer.body, 'true'])
    const { data } = answer.json() as { data: string }
    const countersOf = (company: number) =>
      server.db.read(company, (db) => db.selectFrom('counter').select('value').where('key', '=', data).execute())
    expect([await countersOf(1), await countersOf(2)]).toEqual([[], [{ value: 1 }]])
  },
)

describe('calls of visitors', () => {
  const ask = (link: string, idempotencyKey: string, path = 'ask', payload = { plate: '沪V' }, remoteAddress = '198.51.100.1') =>
    server.app.inject({
      method: 'POST',
      remoteAddress,
      url: `/api/public/vehicle/${path}`,
      headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey, 'x-vehicle-link': link },
      payload: JSON.stringify(payload),
    })
  it('are told apart by the token they came with: one key of two of them is two', async () => {
    const same = key()
    const answers = [await ask('a', same), await ask('b', same), await ask('a', same), await ask('a', same, 'ask', { plate: '沪W' })]
    expect(
      answers.map((answer) => [(answer.json() as { code: number; data: unknown }).data, answer.headers['idempotent-replayed']]),
    ).toEqual([
      [{ secret: 'for a' }, undefined],
      [{ secret: 'for b' }, undefined],
      [{ secret: 'for a' }, 'true'],
      [null, undefined],
    ])
    const keys = await server.db.read(null, (db) => db.selectFrom('idempotency').select('key').where('key', 'like', `%:${same}`).execute())
    expect(keys).toHaveLength(2)
    expect(JSON.stringify(keys)).not.toContain('for')
  })
  it('do not read a header that the route does not name: calls with other ones would be taken for the same', async () => {
    expect((await ask('a', key(), 'askUnnamed', undefined, '198.51.100.2')).statusCode).toBe(500)
  })
})

describe('a call that says it is one transaction', () => {
  it('leaves nothing behind when it fails, not even its key', async () => {
    const [before, same] = [await stored(), key()]
    expect((await add({ plate: '坏' }, same, clerk, '/api/v1/vehicle/addOnce')).statusCode).toBe(422)
    expect(await stored()).toBe(before)
    expect(
      await server.db.read(1, (db) => db.selectFrom('idempotency').select('key').where('key', '=', `${CLERK}:${same}`).execute()),
    ).toEqual([])
  })
  it('and begins a second one is a fault', async () => {
    expect((await add({}, key(), clerk, '/api/v1/vehicle/twice')).statusCode).toBe(500)
  })
  it('is done once when another kind of call holds the key', async () => {
    const [before, same] = [await stored(), key()]
    const first = add({}, same, clerk, '/api/v1/vehicle/slow')
    await expect.poll(() => gate.finish).not.toBeNull()
    expect((await add({ plate: '沪L' }, same, clerk, '/api/v1/vehicle/addOnce')).json()).toMatchObject({
      code: 422,
      message: '重复请求参数不一致，没有执行；请刷新页面后重新提交',
    })
    gate.finish!()
    gate.finish = null
    await first
    expect(await stored()).toBe(before)
  })
})
