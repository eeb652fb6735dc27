import { connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHINESE, add, admin, clerk, get, key, logged, server, start, stop, stored } from './fixture/vehicles.server.ts'
import { tokenForm } from './testing.server.ts'

beforeAll(start)
afterAll(stop)

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
    expect((await add({ plate: '', seats: 'x' })).json()).toEqual({
      code: 400,
      message: '「plate」不能为空',
      data: { plate: '不能为空', seats: '类型不正确，应为数字' },
      error: 'invalid',
    })
  })

  it('a body above 1 MB is refused', async () => {
    const answer = await add(`{"plate":"${'x'.repeat(1_048_577)}"}`)
    expect(answer.statusCode).toBe(413)
    expect(answer.json()).toMatchObject({ code: 413, message: expect.stringMatching(CHINESE) })
  })

  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'content of type %s is refused',
    async (type) => {
      const headers = { authorization: clerk, 'content-type': type, 'idempotency-key': key() }
      const answer = await server.app.inject({ method: 'POST', url: '/api/v1/vehicle/add', headers, payload: 'plate=1' })
      expect(answer.statusCode).toBe(415)
    },
  )

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
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`GET /api/v1/vehicle/list?status=${'x'.repeat(1_000_000)} HTTP/1.1\r\nHost: a\r\n\r\n`),
      )
      socket.on('data', (chunk) => (all += String(chunk)))
      // The rest of the megabyte is not waited for: the answer is there, then the connection is reset.
      socket.on('error', () => resolve(all))
      socket.on('close', () => resolve(all))
      setTimeout(() => reject(new Error('no answer')), 60_000).unref()
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
      const closed = new Promise<void>((resolve) =>
        client
          .on('data', (part) => (text += String(part)))
          .on('close', () => resolve())
          .on('error', () => resolve()),
      )
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
    expect(logged.find((line) => line.message === 'error request failed')?.details).toMatchObject({
      id: data.id,
      stack: expect.stringContaining('geheim'),
    })
  })
})

describe('uploads', () => {
  const send = (parts: string[], authorization = clerk) =>
    server.app.inject({
      method: 'POST',
      url: '/api/v1/vehicle/import',
      headers: { authorization, 'content-type': 'multipart/form-data; boundary=XX' },
      payload: `${parts.map((part) => `--XX\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}--XX--\r\n`,
    })
  const file = (text: string, name = 'a.xlsx') => `name="file"; filename="${name}"\r\nContent-Type: x/y\r\n\r\n${text}`

  it('hand fields and files to the handler', async () => {
    expect((await send(['name="mode"\r\n\r\nonly', file('hello')])).json()).toMatchObject({
      data: { mode: 'only', names: ['a.xlsx'], bytes: 5 },
    })
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
  it.each([
    ['ends in the middle of a file', '--XX\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\nhal'],
    ['has no parts', 'nothing of the kind'],
    ['is empty', ''],
  ])('a body that %s is refused and no fault', async (_title, payload) => {
    const headers = { authorization: clerk, 'content-type': 'multipart/form-data; boundary=XX' }
    const answer = await server.app.inject({ method: 'POST', url: '/api/v1/vehicle/import', headers, payload })
    expect(answer.json()).toMatchObject({ code: 400, message: expect.stringMatching(CHINESE) })
  })
})

it('what a module had asked back comes beside the inputs, and is no input', async () => {
  const preview = (body: unknown) => add(body, null, clerk, '/api/v1/vehicle/preview')
  expect((await preview({ a: 1, $given: { approval: { x: 1 } } })).json().data).toEqual({ a: 1, given: { approval: { x: 1 } } })
  expect((await preview({ a: 1 })).json().data).toEqual({ a: 1 })
  for (const $given of ['x', 1, null, [1]])
    expect((await preview({ $given })).json()).toMatchObject({ code: 400, message: '申请表的内容不正确，请刷新页面后重新填写' })
  // The same inputs with another answer are another call.
  const same = key()
  expect((await add({ plate: '沪M', $given: { approval: 1 } }, same)).statusCode).toBe(200)
  expect((await add({ plate: '沪M', $given: { approval: 2 } }, same)).json().message).toBe(
    '重复请求参数不一致，没有执行；请刷新页面后重新提交',
  )
})

describe('rights', () => {
  it('nobody without a token, nobody without the right, and the refusal is on record', async () => {
    expect((await server.app.inject({ url: '/api/v1/secret/list' })).json()).toMatchObject({ code: 401, error: 'invalid_token' })
    expect((await get('/api/v1/secret/list')).json()).toEqual({
      code: 403,
      message: '权限不足，请设置相关权限',
      data: null,
      error: 'forbidden',
    })
    const row = await server.db.read(1, (db) =>
      db.selectFrom('loginLog').select(['result', 'detail']).orderBy('id', 'desc').limit(1).executeTakeFirst(),
    )
    expect(row).toEqual({ result: 'denied', detail: 'GET /api/v1/secret/list' })
  })

  it('a granted resource opens the calls of its authUrls', async () => {
    await server.people.add({ id: 70, username: 'urls', authUrls: ['GET /api/v1/secret/list'] })
    const token = await server.signIn('urls')
    expect((await get('/api/v1/secret/list', token)).json()).toMatchObject({ data: 'secret' })
    expect((await add({ plate: '沪L' }, key(), token)).statusCode).toBe(403)
  })

  it('rights are looked at before the body is', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/v1/vehicle/add',
      payload: 'x'.repeat(2_000_000),
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.statusCode).toBe(401)
  })

  it('a visitor may use a public form, a few times', async () => {
    const apply = () =>
      server.app.inject({
        method: 'POST',
        url: '/api/v1/franchise/apply',
        headers: { 'idempotency-key': key(), 'content-type': 'application/json' },
        payload: '{"name":"李四"}',
      })
    expect((await apply()).json()).toMatchObject({ data: '访客' })
    await apply()
    await apply()
    const fourth = await apply()
    expect(fourth.json()).toMatchObject({ code: 429, message: '操作过于频繁，请稍后再试' })
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(0)
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

  it('metrics of an installation are for who may see it, or who shows the token', async () => {
    const node = await server.another({ measureAccess: { right: 'vehicleList', token: 'a-token-of-a-watcher' } })
    const status = async (authorization: string): Promise<number> =>
      (await node.app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '1.2.3.4', authorization } })).statusCode
    expect(await status(await node.signIn('clerk'))).toBe(200)
    expect(await status('Bearer a-token-of-a-watcher')).toBe(200)
    expect(await status('Bearer a-token-of-another')).toBe(403)
    expect(await status('Basic a-token-of-a-watcher')).toBe(403)
  })

  it('the API describes itself', async () => {
    const json = (await server.app.inject({ url: '/openapi.json' })).json() as {
      paths: Record<string, { post?: { requestBody: unknown } }>
    }
    expect(json.paths['/api/v1/vehicle/add']?.post?.requestBody).toMatchObject({
      content: { 'application/json': { schema: { required: ['plate'] } } },
    })
    expect(Object.keys(json.paths)).toEqual(
      expect.arrayContaining(['/api/oauth/token', '/api/oauth/check_token', '/api/oauth/logout', '/api/v1/session/me']),
    )
    expect((await server.app.inject({ url: '/api-docs' })).body).toContain('/api/v1/vehicle/add')
  })

  it('is compressed once, answered from memory, and a stranger gets it a few times a second', async () => {
    const ask = (headers: Record<string, string>, remoteAddress = '198.51.100.9', url = '/openapi.json') =>
      server.app.inject({ url, headers, remoteAddress })
    const br = await ask({ 'accept-encoding': 'gzip, br' })
    expect([br.statusCode, br.headers['content-encoding']]).toEqual([200, 'br'])
    expect(br.rawPayload.equals((await ask({ 'accept-encoding': 'br' })).rawPayload)).toBe(true)
    expect((await ask({ 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip')
    expect((await ask({})).json()).toMatchObject({ openapi: '3.1.0' })
    expect((await ask({ 'if-none-match': String(br.headers['etag']) })).statusCode).toBe(304)
    const many = await Promise.all(Array.from({ length: 60 }, () => ask({ 'accept-encoding': 'br' }, '198.51.100.10', '/api-docs')))
    const refused = many.filter((answer) => answer.statusCode === 429)
    expect(refused.length).toBeGreaterThanOrEqual(25)
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask({}, '198.51.100.11', '/api-docs')).statusCode).toBe(200)
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
      (
        await server.db.read(null, (db) =>
          sql<{
            n: number
          }>`select count(*) as n from pg_stat_activity where query like 'select pg_sleep%' and state = 'active' and datname = current_database()`.execute(
            db,
          ),
        )
      ).rows[0]!.n
    await expect.poll(running).toBe(1)
    controller.abort()
    await expect(asked).rejects.toThrow()
    await expect.poll(running).toBe(0)
  })
})
