import { sql } from 'kysely'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AppError, refused } from '../basics/errors.ts'
import { download, route, type Route } from './route.server.ts'
import { BASIC, testServer, tokenForm, type TestServer } from './testing.server.ts'

let entered = 0
let finish: (() => void) | null = null
const vehicle = z.object({ plate: z.string().min(1).max(10), seats: z.int().min(1).max(60).optional() })

/** A little business on the kit's own table: drafts of a user. */
const routes: Route[] = [
  route({
    method: 'GET', path: '/api/v1/vehicle/list', summary: '列表', right: 'vehicleList',
    input: z.object({ pageSize: z.coerce.number<string>().int().max(200).default(20), status: z.string().optional() }),
    handler: async (_ctx, input) => input,
  }),
  route({
    method: 'POST', path: '/api/v1/vehicle/add', summary: '新增', right: ['vehicleList_add', 'vehicleList'], input: vehicle,
    handler: async (ctx, input) => {
      if (input.plate === '已退役') throw refused('车辆已退役')
      entered++
      await ctx.db.write(1, async (tx) => {
        const value = JSON.stringify(input)
        await tx.insertInto('outbox').values({ operatorId: 1, kind: 'vehicle', key: null, payload: value, lastError: null, doneAt: null }).execute()
        if (input.plate === '坏') throw refused('写入后拒绝')
      })
      if (input.plate === '部分') throw new AppError('partlyDone', undefined, { done: 1, failed: 1 })
      return { plate: input.plate, entered }
    },
  }),
  route({
    method: 'POST', path: '/api/v1/vehicle/slow', summary: '慢', right: 'vehicleList', input: z.object({}),
    handler: async () => {
      entered++
      await new Promise<void>((resolve) => (finish = resolve))
      return entered
    },
  }),
  // The same two, each in one transaction.
  route({
    method: 'POST', path: '/api/v1/vehicle/addOnce', summary: '新增', right: 'vehicleList', input: vehicle, single: true,
    handler: (ctx, input) =>
      ctx.db.write(1, async (tx) => {
        if (input.plate === '已退役') throw refused('车辆已退役')
        entered++
        await tx.insertInto('outbox').values({ operatorId: 1, kind: 'vehicle', key: null, payload: JSON.stringify(input), lastError: null, doneAt: null }).execute()
        if (input.plate === '坏') throw refused('写入后拒绝')
        return { plate: input.plate, entered }
      }),
  }),
  route({
    method: 'POST', path: '/api/v1/vehicle/slowOnce', summary: '慢', right: 'vehicleList', input: z.object({}), single: true,
    handler: (ctx) =>
      ctx.db.write(1, async () => {
        entered++
        await new Promise<void>((resolve) => (finish = resolve))
        return entered
      }),
  }),
  route({
    method: 'POST', path: '/api/v1/vehicle/twice', summary: '两次', right: 'vehicleList', input: z.object({}), single: true,
    handler: async (ctx) => {
      const keep = (text: string) => ctx.db.write(1, async (tx) => void (await tx.insertInto('outbox').values({ operatorId: 1, kind: 'vehicle', key: null, payload: JSON.stringify(text), lastError: null, doneAt: null }).execute()))
      await keep('one')
      await keep('two')
    },
  }),
  route({ method: 'POST', path: '/api/v1/vehicle/preview', summary: '预览', right: 'vehicleList', safe: true, input: z.looseObject({}), handler: async (ctx, input) => (ctx.given ? { ...input, given: ctx.given } : input) }),
  route({ method: 'GET', path: '/api/v1/vehicle/export', summary: '导出', right: 'vehicleList', input: z.object({}), handler: async () => 'rows' }),
  route({ method: 'GET', path: '/api/v1/vehicle/break', summary: '出错', right: 'signedIn', input: z.object({}), handler: async () => Promise.reject(new Error('password=geheim')) }),
  route({ method: 'GET', path: '/api/v1/secret/list', summary: '机密', right: 'secretList', input: z.object({}), handler: async () => 'secret' }),
  route({ method: 'POST', path: '/api/v1/franchise/apply', summary: '加盟', right: 'public', input: z.object({ name: z.string() }), handler: async (ctx) => ctx.user.name }),
  route({
    method: 'POST', path: '/api/v1/vehicle/import', summary: '导入', right: 'vehicleList', upload: { maxBytes: 1000, maxFiles: 1 }, safe: true,
    input: z.object({ mode: z.string().optional() }),
    handler: async (_ctx, input, { files }) => ({ ...input, names: files.map((file) => file.fileName), bytes: files[0]?.data.length }),
  }),
  route({
    method: 'GET', path: '/api/v1/vehicle/file', summary: '文件', right: 'vehicleList', input: z.object({}),
    handler: async () => download({ fileName: '合同"\r\nX: 1.html', mime: 'text/html', body: Buffer.from('<script>'), inline: true }),
  }),
  route({
    method: 'GET', path: '/api/v1/vehicle/long', summary: '长查询', right: 'vehicleList', input: z.object({}),
    handler: async (ctx) => ctx.db.read(1, (db) => sql`select pg_sleep(20)`.execute(db)),
  }),
]

let server: TestServer
let clerk: string
let admin: string
const logged: { message: string; details: object | undefined }[] = []
beforeAll(async () => {
  server = await testServer(routes, {
    rates: { form: { burst: 3, perSecond: 0.001 } },
    sources: async (host) => {
      if (host === 'broken.example') throw new Error('no database')
      if (host === 'slow.example') return new Promise(() => {})
      return host === 'maps.example' ? { script: ["'unsafe-eval'", 'https://maps.invalid'], image: ['https://pictures.invalid'], connect: [] } : null
    },
    log: (level, message, details) => void logged.push({ message: `${level} ${message}`, details }),
  })
  clerk = await server.signIn('clerk')
  admin = await server.signIn('admin')
}, 60_000)
afterAll(() => server?.close())

const get = (url: string, authorization = clerk, headers: Record<string, string> = {}) => server.app.inject({ url, headers: { authorization, ...headers } })
const key = (): string => crypto.randomUUID()
const add = (payload: unknown, idempotencyKey: string | null = key(), authorization = clerk, url = '/api/v1/vehicle/add') =>
  server.app.inject({
    method: 'POST', url,
    headers: { authorization, 'content-type': 'application/json', ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }) },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
const stored = async (): Promise<number> => (await server.db.read(1, (db) => db.selectFrom('outbox').select('id').execute())).length
const CHINESE = /[\u4e00-\u9fff]/

describe('bad input', () => {
  it.each([
    ['broken JSON', '{"plate":'],
    ['JSON 33 levels deep', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`],
    ['a million brackets', '['.repeat(1_000_000)],
    ['more than 10,000 keys', JSON.stringify(Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`k${i}`, 1])))],
    ['__proto__', '{"plate":"沪A1","__proto__":{"isAdmin":true}}'],
    ['__proto__ written with an escape', '{"plate":"沪A1","\\u005f_proto__":{"isAdmin":true}}'],
    ['constructor.prototype', '{"constructor":{"prototype":{"isAdmin":true}}}'],
    ['a NUL', '{"plate":"沪\\u0000"}'],
    ['half a character', '{"plate":"沪\\ud800A"}'],
    ['half a character in a name', '{"plate":"沪A1","\\udc00":1}'],
    ['a list instead of an object', '[]'],
    ['a bare number', '1e400'],
    ['null', 'null'],
    ['a wrong type', '{"plate":5}'],
    ['a missing field', '{}'],
    ['an unknown field', '{"plate":"沪A1","isAdmin":true}'],
    ['a number out of range', '{"plate":"沪A1","seats":1e9}'],
  ])('%s is refused with a Chinese sentence and changes nothing', async (_title, body) => {
    const before = await stored()
    const answer = await add(body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 400, message: expect.stringMatching(CHINESE) })
    expect(await stored()).toBe(before)
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  it('names the field that is wrong', async () => {
    expect((await add({ plate: '', seats: 'x' })).json()).toEqual({ code: 400, message: '「plate」不能为空', data: { plate: '不能为空', seats: '类型不正确，应为数字' }, error: 'invalid' })
  })

  it('a body above 1 MB is refused', async () => {
    const answer = await add(`{"plate":"${'x'.repeat(1_048_577)}"}`)
    expect(answer.statusCode).toBe(413)
    expect(answer.json()).toMatchObject({ code: 413, message: expect.stringMatching(CHINESE) })
  })

  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])('content of type %s is refused', async (type) => {
    const headers = { authorization: clerk, 'content-type': type, 'idempotency-key': key() }
    const answer = await server.app.inject({ method: 'POST', url: '/api/v1/vehicle/add', headers, payload: 'plate=1' })
    expect(answer.statusCode).toBe(415)
  })

  it.each([
    ['pageSize=1e9', '/api/v1/vehicle/list?pageSize=1e9', 400],
    ['an unknown parameter', '/api/v1/vehicle/list?orderBy=1', 400],
    ['a parameter given twice', '/api/v1/vehicle/list?status=a&status=b', 400],
    ['an array where a scalar belongs', '/api/v1/vehicle/list?status[]=a', 400],
    ['__proto__ as a name', '/api/v1/vehicle/list?__proto__=1', 400],
    ['a broken escape', '/api/v1/vehicle/list?status=%E0%A4%A', 400],
    ['an encoded NUL', '/api/v1/vehicle/list?status=%00', 400],
    ['more than 200 parameters', `/api/v1/vehicle/list?${Array.from({ length: 201 }, (_, i) => `p${i}=1`).join('&')}`, 414],
    ['more than 16 kB of query', `/api/v1/vehicle/list?status=${'x'.repeat(16_400)}`, 414],
    ['an unknown call', '/api/v1/nothing', 404],
    ['the wrong method', '/api/v1/vehicle/add', 405],
  ])('%s is refused', async (_title, url, status) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ code: status, message: expect.stringMatching(CHINESE) })
  })

  it('a query of a megabyte is refused before it is read', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.app.server.address() as { port: number }
    const text = await new Promise<string>((resolve, reject) => {
      let all = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(`GET /api/v1/vehicle/list?status=${'x'.repeat(1_000_000)} HTTP/1.1\r\nHost: a\r\n\r\n`))
      socket.on('data', (chunk) => (all += String(chunk)))
      // The rest of the megabyte is not waited for: the answer is there, then the connection is reset.
      socket.on('error', () => resolve(all))
      socket.on('close', () => resolve(all))
      setTimeout(() => reject(new Error('no answer')), 4000).unref()
    })
    expect(text).toMatch(/^HTTP\/1\.1 431/)
  })
  it('a connection that was opened ahead is closed without a word, half a request is told that it took too long', async () => {
    const { app } = server
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as { port: number }
    const heard = async (sent: string): Promise<string> => {
      const accepted = new Promise<Socket>((resolve) => app.server.once('connection', resolve))
      const client = connect(port, '127.0.0.1', () => client.write(sent))
      let text = ''
      const closed = new Promise<void>((resolve) => client.on('data', (part) => (text += String(part))).on('close', () => resolve()).on('error', () => resolve()))
      const socket = await accepted
      await expect.poll(() => socket.bytesRead).toBe(sent.length)
      // What node says when the time for a request is over.
      app.server.emit('clientError', Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
      await closed
      return text
    }
    expect(await heard('')).toBe('')
    expect(await heard('GET /api/v1/vehicle/list HTTP/1.1\r\nHost: a\r\n')).toMatch(/^HTTP\/1\.1 408[^]*请求未在规定时间内发完/)
  })

  it('a fault shows an id and nothing else, and is logged with its stack', async () => {
    const answer = await get('/api/v1/vehicle/break')
    expect(answer.statusCode).toBe(500)
    const { message, data } = answer.json() as { message: string; data: { id: string } }
    expect(message).toBe(`服务器请求失败（编号 ${data.id}）`)
    expect(answer.body).not.toContain('geheim')
    expect(logged.find((line) => line.message === 'error request failed')?.details).toMatchObject({ id: data.id, stack: expect.stringContaining('geheim') })
  })
})

describe('uploads', () => {
  const send = (parts: string[], authorization = clerk) =>
    server.app.inject({
      method: 'POST', url: '/api/v1/vehicle/import',
      headers: { authorization, 'content-type': 'multipart/form-data; boundary=XX' },
      payload: `${parts.map((part) => `--XX\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}--XX--\r\n`,
    })
  const file = (text: string, name = 'a.xlsx') => `name="file"; filename="${name}"\r\nContent-Type: x/y\r\n\r\n${text}`

  it('hand fields and files to the handler', async () => {
    expect((await send(['name="mode"\r\n\r\nonly', file('hello')])).json()).toMatchObject({ data: { mode: 'only', names: ['a.xlsx'], bytes: 5 } })
  })
  it.each([
    ['a file too large', [file('x'.repeat(1001))], 413],
    ['too many files', [file('1'), file('2')], 413],
    ['no file', ['name="mode"\r\n\r\nonly'], 400],
    ['an unknown field', ['name="a[b][c]"\r\n\r\n1', file('1')], 400],
    ['__proto__', ['name="__proto__"\r\n\r\n1', file('1')], 400],
    ['a field twice', ['name="mode"\r\n\r\n1', 'name="mode"\r\n\r\n2', file('1')], 400],
    ['ten thousand parts', Array.from({ length: 10_000 }, (_, i) => `name="p${i}"\r\n\r\n1`), 413],
  ])('%s is refused', async (_title, parts, status) => {
    const answer = await send(parts)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ code: status, message: expect.stringMatching(CHINESE) })
  })
})

const WAYS = [
  { way: 'in transactions of their own', path: '/api/v1/vehicle/add', slow: '/api/v1/vehicle/slow' },
  { way: 'in one transaction with the change', path: '/api/v1/vehicle/addOnce', slow: '/api/v1/vehicle/slowOnce' },
]
describe.each(WAYS)('repeated requests, key and answer kept $way,', ({ path, slow }) => {
  const send = (payload: unknown, idempotencyKey: string | null = key(), authorization = clerk, url = path) => add(payload, idempotencyKey, authorization, url)
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
    await expect.poll(() => finish).not.toBeNull()
    const second = await send({}, same, clerk, slow)
    expect(second.json()).toMatchObject({ code: 409, message: '请求处理中，请勿重复提交' })
    finish!()
    finish = null
    expect((await first).statusCode).toBe(200)
  })

  it('with another body, route or user are refused and do nothing', async () => {
    const same = key()
    await send({ plate: '沪C' }, same)
    const before = await stored()
    const misuse = [await send({ plate: '沪D' }, same), await send({ plate: '沪C' }, same, admin), await send({}, same, clerk, slow)]
    for (const answer of misuse) expect(answer.json()).toMatchObject({ code: 422, message: '重复请求参数不一致' })
    expect(await stored()).toBe(before)
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
    expect(first.json()).toEqual({ code: 9100, message: '部分记录处理成功', data: { done: 1, failed: 1 } })
    expect((await send({ plate: '部分' }, same)).body).toBe(first.body)
  })

  it('after a crash behind the commit say that it was done; before it the work is taken over', async () => {
    const crashed = async (applied: boolean): Promise<string> => {
      const same = key()
      await send({ plate: '沪F' }, same)
      await server.db.write(1, (tx) =>
        tx.updateTable('idempotency').set({ httpStatus: null, response: null, applied, holder: 'dead', leasedUntil: '2020-01-01' }).where('key', '=', same).execute(),
      )
      return same
    }
    const before = await stored()
    expect((await send({ plate: '沪F' }, await crashed(true))).json()).toMatchObject({ code: 409, message: '该操作此前已提交成功，但结果未能返回，请刷新后查看' })
    expect(await stored()).toBe(before + 1)
    expect((await send({ plate: '沪F' }, await crashed(false))).statusCode).toBe(200)
    expect(await stored()).toBe(before + 3)
  })

  it.each([
    ['an empty one', ''], ['256 characters', 'k'.repeat(256)], ['1,000 characters', 'k'.repeat(1000)], ['a space', 'a b'], ['an accent', 'cl\u00e9'],
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

  it.each([['one character', '!'], ['255 characters', 'x'.repeat(255)]])('with %s as key are fine', async (_title, text) => {
    expect((await send({ plate: '沪H' }, single ? text.replaceAll(/./g, '~') : text)).statusCode).toBe(200)
  })

  it('older than a day are forgotten', async () => {
    const same = key()
    await send({ plate: '沪J' }, same)
    await server.db.write(1, (tx) => tx.updateTable('idempotency').set({ createdAt: '2020-01-01' }).where('key', '=', same).execute())
    await server.prune()
    expect((await send({ plate: '沪K' }, same)).statusCode).toBe(200)
  })

  it('previews need no key', async () => {
    expect((await send({ a: 1 }, null, clerk, '/api/v1/vehicle/preview')).json()).toMatchObject({ data: { a: 1 } })
  })
})

it('what a module had asked back comes beside the inputs, and is no input', async () => {
  const preview = (body: unknown) => add(body, null, clerk, '/api/v1/vehicle/preview')
  expect((await preview({ a: 1, $given: { approval: { x: 1 } } })).json().data).toEqual({ a: 1, given: { approval: { x: 1 } } })
  expect((await preview({ a: 1 })).json().data).toEqual({ a: 1 })
  for (const $given of ['x', 1, null, [1]]) expect((await preview({ $given })).json()).toMatchObject({ code: 400, message: '补充内容（$given）格式不正确' })
  // The same inputs with another answer are another call.
  const same = key()
  expect((await add({ plate: '沪M', $given: { approval: 1 } }, same)).statusCode).toBe(200)
  expect((await add({ plate: '沪M', $given: { approval: 2 } }, same)).json().message).toBe('重复请求参数不一致')
})

describe('a call that says it is one transaction', () => {
  it('leaves nothing behind when it fails, not even its key', async () => {
    const [before, same] = [await stored(), key()]
    expect((await add({ plate: '坏' }, same, clerk, '/api/v1/vehicle/addOnce')).statusCode).toBe(422)
    expect(await stored()).toBe(before)
    expect(await server.db.read(1, (db) => db.selectFrom('idempotency').select('key').where('key', '=', same).execute())).toEqual([])
  })
  it('and begins a second one is a fault', async () => {
    expect((await add({}, key(), clerk, '/api/v1/vehicle/twice')).statusCode).toBe(500)
  })
  it('is done once when another kind of call holds the key', async () => {
    const [before, same] = [await stored(), key()]
    const first = add({}, same, clerk, '/api/v1/vehicle/slow')
    await expect.poll(() => finish).not.toBeNull()
    expect((await add({ plate: '沪L' }, same, clerk, '/api/v1/vehicle/addOnce')).json()).toMatchObject({ code: 422, message: '重复请求参数不一致' })
    finish!()
    finish = null
    await first
    expect(await stored()).toBe(before)
  })
})

describe('rights', () => {
  it('nobody without a token, nobody without the right, and the refusal is on record', async () => {
    expect((await server.app.inject({ url: '/api/v1/secret/list' })).json()).toMatchObject({ code: 401, error: 'invalid_token' })
    expect((await get('/api/v1/secret/list')).json()).toEqual({ code: 403, message: '权限不足，请设置相关权限', data: null, error: 'forbidden' })
    const row = await server.db.read(1, (db) => db.selectFrom('loginLog').select(['result', 'detail']).orderBy('id', 'desc').limit(1).executeTakeFirst())
    expect(row).toEqual({ result: 'denied', detail: 'GET /api/v1/secret/list' })
  })

  it('a granted resource opens the calls of its authUrls', async () => {
    await server.people.add({ id: 70, username: 'urls', authUrls: ['GET /api/v1/*/list'] })
    const token = await server.signIn('urls')
    expect((await get('/api/v1/secret/list', token)).json()).toMatchObject({ data: 'secret' })
    expect((await add({ plate: '沪L' }, key(), token)).statusCode).toBe(403)
  })

  it('rights are looked at before the body is', async () => {
    const answer = await server.app.inject({ method: 'POST', url: '/api/v1/vehicle/add', payload: 'x'.repeat(2_000_000), headers: { 'content-type': 'application/json' } })
    expect(answer.statusCode).toBe(401)
  })

  it('a visitor may use a public form, a few times', async () => {
    const apply = () =>
      server.app.inject({ method: 'POST', url: '/api/v1/franchise/apply', headers: { 'idempotency-key': key(), 'content-type': 'application/json' }, payload: '{"name":"李四"}' })
    expect((await apply()).json()).toMatchObject({ data: '访客' })
    await apply()
    await apply()
    const fourth = await apply()
    expect(fourth.json()).toMatchObject({ code: 429, message: '操作过于频繁，请稍后再试' })
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('the rate limiter', () => {
  const few = { burst: 2, perSecond: 0.001 }
  const outcome = async (ask: () => Promise<{ statusCode: number; json(): unknown; headers: object }>): Promise<unknown[]> => {
    const answers = [await ask(), await ask(), await ask()]
    if (answers[2]!.statusCode === 429) expect([answers[2]!.json(), Number((answers[2]!.headers as Record<string, string>)['retry-after']) > 0]).toEqual([{ code: 429, message: '操作过于频繁，请稍后再试', data: null, error: 'too_many' }, true])
    return answers.map((answer) => answer.statusCode)
  }
  it('slows one person down, and not the person beside him', async () => {
    const strict = await server.another({ rates: { user: few } })
    const list = (authorization: string) => strict.app.inject({ url: '/api/v1/vehicle/list', headers: { authorization } })
    expect(await outcome(() => list(clerk))).toEqual([200, 200, 429])
    expect((await list(admin)).statusCode).toBe(200)
  })
  it('slows visitors of one address down, whatever address they write into X-Forwarded-For', async () => {
    const strict = await server.another({ rates: { anonymous: few } })
    let n = 0
    const ask = (headers: object = {}) => strict.app.inject({ url: '/api/v1/vehicle/list', headers: { 'x-forwarded-for': `192.0.2.${n++}`, ...headers } })
    expect(await outcome(() => ask())).toEqual([401, 401, 429])
    // Guessing tokens is no way around it, nor is asking whether one is good.
    expect((await ask({ authorization: `bearer ${'x'.repeat(43)}` })).statusCode).toBe(429)
    const check = await strict.app.inject({ method: 'POST', url: '/api/oauth/check_token?token=x', headers: { authorization: BASIC } })
    expect([check.statusCode, check.json()]).toEqual([429, expect.objectContaining({ error: 'too_many_requests', message: expect.stringMatching(CHINESE) })])
  })
  it('slows sheets of many rows down, by whatever method they are asked for', async () => {
    const strict = await server.another({ rates: { export: few } })
    expect(await outcome(() => strict.app.inject({ url: '/api/v1/vehicle/export', headers: { authorization: clerk } }))).toEqual([200, 200, 429])
  })
})

describe('headers', () => {
  it('of pages allow no foreign script and no framing', async () => {
    const { headers } = await server.app.inject({ url: '/' })
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin', 'cross-origin-opener-policy': 'same-origin', 'cross-origin-resource-policy': 'same-origin', 'cache-control': 'no-cache' })
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['server'] ?? headers['x-powered-by']).toBeUndefined()
  })

  it('of a host with a map supplier let that supplier in, and nobody keeps the page', async () => {
    const first = await server.app.inject({ url: '/', headers: { host: 'maps.example' } })
    expect(first.headers['content-security-policy']).toContain("script-src 'self' 'unsafe-eval' https://maps.invalid;")
    expect(first.headers['content-security-policy']).toContain("img-src 'self' data: blob: https://pictures.invalid; font-src 'self' data:; connect-src 'self';")
    expect(first.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'strict-origin-when-cross-origin' })
    const { etag } = (await server.app.inject({ url: '/somewhere' })).headers
    const again = (host: string) => server.app.inject({ url: '/somewhere', headers: { host, 'if-none-match': String(etag) } })
    expect((await again('localhost')).statusCode).toBe(304)
    expect((await again('maps.example')).statusCode).toBe(200)
    expect((await server.app.inject({ url: '/assets/app-1a2b3c.js', headers: { host: 'maps.example' } })).headers['content-security-policy']).not.toContain('invalid')
  })
  it.each(['broken.example', 'slow.example'])('of %s stay narrow when nobody can say', async (host) => {
    const { statusCode, headers } = await server.app.inject({ url: '/', headers: { host } })
    expect(statusCode).toBe(200)
    expect(headers['content-security-policy']).toContain("script-src 'self';")
  })

  it('of the API forbid storing, and nobody else may read it', async () => {
    const { headers } = await get('/api/v1/vehicle/list', clerk, { origin: 'https://evil.example' })
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it.each(['https://evil.example', 'null', 'http://localhost:81'])('a write from origin %s is refused', async (origin) => {
    const headers = { authorization: clerk, origin, host: 'localhost:80', 'idempotency-key': key(), 'content-type': 'application/json' }
    expect((await server.app.inject({ method: 'POST', url: '/api/v1/vehicle/add', headers, payload: '{"plate":"1"}' })).statusCode).toBe(403)
  })

  it('a write from the own origin passes', async () => {
    const headers = { authorization: clerk, origin: 'https://tms.localhost:8080', host: 'tms.localhost:8080', 'idempotency-key': key(), 'content-type': 'application/json' }
    expect((await server.app.inject({ method: 'POST', url: '/api/v1/vehicle/add', headers, payload: '{"plate":"1"}' })).statusCode).toBe(200)
  })

  it('X-Forwarded-Proto of a stranger does not switch on HSTS', async () => {
    const { headers } = await server.app.inject({ url: '/', headers: { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' } })
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  it('X-Forwarded-* of a stranger is believed nowhere; of a proxy that is named it is', async () => {
    const behind = await server.another({ trustProxy: ['127.0.0.1'] })
    const write = (node: TestServer, headers: object) =>
      node.app.inject({ method: 'POST', url: '/api/v1/vehicle/add', headers: { authorization: clerk, host: 'own.example', 'idempotency-key': key(), 'content-type': 'application/json', ...headers }, payload: '{"plate":"1"}' })
    const forged = { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-for': '127.0.0.1' }
    const before = await stored()
    expect((await write(server, forged)).json()).toMatchObject({ code: 403, message: expect.stringMatching(CHINESE) })
    expect(await stored()).toBe(before)
    expect((await write(behind, { origin: 'https://own.example', 'x-forwarded-host': 'own.example', host: 'inside:8080' })).statusCode).toBe(200)
    expect((await behind.app.inject({ url: '/', headers: { 'x-forwarded-proto': 'https' } })).headers['strict-transport-security']).toContain('max-age=31536000')
    await behind.app.inject({ url: '/api/v1/secret/list', headers: { authorization: clerk, 'x-forwarded-for': '198.51.100.7' } })
    await server.app.inject({ url: '/api/v1/secret/list', headers: { authorization: clerk, 'x-forwarded-for': '203.0.113.9' } })
    const rows = await server.db.read(1, (db) => db.selectFrom('loginLog').select('ip').where('result', '=', 'denied').orderBy('id', 'desc').limit(2).execute())
    expect(rows.map((row) => row.ip)).toEqual(['127.0.0.1', '198.51.100.7'])
  })

  it('a file name cannot break out of its header, and HTML is never shown in place', async () => {
    const { headers } = await get('/api/v1/vehicle/file')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''%E5%90%88%E5%90%8C/)
    expect(headers['x']).toBeUndefined()
    expect(headers['content-security-policy']).toContain('sandbox')
  })
})

describe('pages', () => {
  it('serve hashed files for ever, precompressed, and the page for every route', async () => {
    const asset = await server.app.inject({ url: '/assets/app-1a2b3c.js', headers: { 'accept-encoding': 'br' } })
    expect(asset.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' })
    expect(asset.body).toBe('compressed')
    const page = await server.app.inject({ url: '/vehicle/vehicleDetail?id=1' })
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
  })

  it('a missing chunk is missing, not the page', async () => {
    expect((await server.app.inject({ url: '/assets/gone-000000.js' })).statusCode).toBe(404)
  })

  it.each(['/../../../etc/passwd', '/..%2f..%2f..%2fetc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/..%5c..%5cetc/passwd', '/assets/..%00/x', '/.git/config', '//etc/passwd'])('%s leads nowhere', async (url) => {
    const answer = await server.app.inject({ url })
    expect(answer.body).not.toContain('root:')
    expect(answer.statusCode).toBeLessThan(500)
  })

  it('verify.json names the version and is never cached', async () => {
    const answer = await server.app.inject({ url: '/verify.json?t=1' })
    expect(answer.json()).toMatchObject({ version: 'build-1' })
    expect(answer.headers['cache-control']).toContain('no-store')
  })
})

describe('operations', () => {
  it('healthz and readyz answer; metrics are for this machine and administrators', async () => {
    expect((await server.app.inject({ url: '/healthz' })).json()).toEqual({ status: 'ok' })
    expect((await server.app.inject({ url: '/readyz' })).json()).toEqual({ status: 'ready' })
    expect((await server.app.inject({ url: '/metrics' })).body).toContain('http_request_duration_seconds_count')
    const throughProxy = { 'x-forwarded-for': '1.2.3.4' }
    expect((await server.app.inject({ url: '/metrics', headers: throughProxy })).statusCode).toBe(403)
    expect((await get('/metrics', clerk, throughProxy)).statusCode).toBe(403)
    expect((await get('/metrics', admin, throughProxy)).statusCode).toBe(200)
  })

  it('the API describes itself', async () => {
    const json = (await server.app.inject({ url: '/openapi.json' })).json() as { paths: Record<string, { post?: { requestBody: unknown } }> }
    expect(json.paths['/api/v1/vehicle/add']?.post?.requestBody).toMatchObject({ content: { 'application/json': { schema: { required: ['plate'] } } } })
    expect(Object.keys(json.paths)).toEqual(expect.arrayContaining(['/api/oauth/token', '/api/oauth/check_token', '/api/oauth/logout', '/api/v1/session/me']))
    expect((await server.app.inject({ url: '/api-docs' })).body).toContain('/api/v1/vehicle/add')
  })

  it('no query string and no password is in the log', async () => {
    await server.app.inject({ ...tokenForm({}), url: '/api/oauth/token?username=clerk&password=SehrGeheim9', payload: '' })
    expect(JSON.stringify(logged)).not.toContain('SehrGeheim9')
  })

  it('a client that leaves takes its query with it', async () => {
    const { port } = server.app.server.address() as { port: number }
    const controller = new AbortController()
    const asked = fetch(`http://127.0.0.1:${port}/api/v1/vehicle/long`, { headers: { authorization: clerk }, signal: controller.signal })
    const running = async () =>
      (await server.db.read(null, (db) => sql<{ n: number }>`select count(*) as n from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'`.execute(db))).rows[0]!.n
    await expect.poll(running, { timeout: 3000 }).toBe(1)
    controller.abort()
    await expect(asked).rejects.toThrow()
    await expect.poll(running, { timeout: 3000 }).toBe(0)
  })
})
