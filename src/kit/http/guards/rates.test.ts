import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHINESE, admin, clerk, server, start, stop } from '../fixture/vehicles.server.ts'
import { BASIC } from '../testing.server.ts'

beforeAll(start)
afterAll(stop)

describe('the rate limiter', () => {
  const few = { burst: 2, perSecond: 0.001 }
  const outcome = async (ask: () => Promise<{ statusCode: number; json(): unknown; headers: object }>): Promise<unknown[]> => {
    const answers = [await ask(), await ask(), await ask()]
    if (answers[2]!.statusCode === 429)
      expect([answers[2]!.json(), Number((answers[2]!.headers as Record<string, string>)['retry-after']) > 0]).toEqual([
        { code: 429, message: '操作过于频繁，请稍后再试', data: null, error: 'too_many' },
        true,
      ])
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
    const ask = (headers: object = {}) =>
      strict.app.inject({ url: '/api/v1/vehicle/list', headers: { 'x-forwarded-for': `192.0.2.${n++}`, ...headers } })
    expect(await outcome(() => ask())).toEqual([401, 401, 429])
    // Guessing tokens is no way around it, nor is asking whether one is good.
    expect((await ask({ authorization: `bearer ${'x'.repeat(43)}` })).statusCode).toBe(429)
    const check = await strict.app.inject({ method: 'POST', url: '/api/oauth/check_token?token=x', headers: { authorization: BASIC } })
    expect([check.statusCode, check.json()]).toEqual([
      429,
      expect.objectContaining({ error: 'too_many_requests', message: expect.stringMatching(CHINESE) }),
    ])
  })
  it('slows sheets of many rows down, by whatever method they are asked for', async () => {
    const strict = await server.another({ rates: { export: few } })
    expect(await outcome(() => strict.app.inject({ url: '/api/v1/vehicle/export', headers: { authorization: clerk } }))).toEqual([
      200, 200, 429,
    ])
  })
})
