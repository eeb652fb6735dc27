/** The smallest call of a signed-in person, and writes that are on the disk when they are answered. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { anotherAdmin, Client } from './client.ts'
import { line, load, ms, times, type Line } from './measure.ts'
import type { Product } from './product.ts'

const CLIENTS = 16

export async function benchCalls(product: Product, duration: number): Promise<Line[]> {
  const admin = await Client.signIn(product)
  const clients: Client[] = []
  for (let i = 0; i < CLIENTS; i++) clients.push(await anotherAdmin(product, admin, `caller${i}`))
  const health = await load(CLIENTS, duration, async (i) => (await clients[i]!.raw('GET', '/healthz')).status === 200)
  // Shorter than the burst each of them is allowed: what is measured is the call, not the rate limiter.
  const me = await load(CLIENTS, Math.min(duration, 2), async (i) => (await clients[i]!.get('/api/v1/session/me')).status === 200)
  const insert = await bareInserts(product, duration)
  const write = await load(CLIENTS, duration, async (i) => {
    const code = `c${randomUUID().replaceAll('-', '').slice(0, 20)}`
    return (await clients[i]!.post('/api/v1/dept/add', { name: '测试部', code, idx: 1 })).status === 200
  })
  for (const client of [admin, ...clients]) client.close()
  return [
    line(
      `who am I (session/me)${me.failed ? `, ${me.failed} failed` : ''}`,
      `p50 ${ms(me.p50)}, p95 ${ms(me.p95)}, ${Math.round(me.perSecond)}/s`,
      { floor: `/healthz ${Math.round(health.perSecond)}/s`, ratio: times(me.perSecond / health.perSecond) },
    ),
    line(
      `add a department: key, row, log, answer${write.failed ? `, ${write.failed} failed` : ''}`,
      `p50 ${ms(write.p50)}, p95 ${ms(write.p95)}, ${Math.round(write.perSecond)}/s`,
      { floor: `one insert and commit ${Math.round(insert.perSecond)}/s`, ratio: times(write.perSecond / insert.perSecond) },
    ),
  ]
}

async function bareInserts(product: Product, duration: number): Promise<Awaited<ReturnType<typeof load>>> {
  await product.sql('create table bench_floor (id bigint generated always as identity primary key, words text)')
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const client = new pg.Client(product.endpoint())
      await client.connect()
      return client
    }),
  )
  try {
    return await load(
      CLIENTS,
      duration,
      async (i) => (await clients[i]!.query('insert into bench_floor (words) values ($1)', ['测试部'])).rowCount === 1,
    )
  } finally {
    await Promise.all(clients.map((client) => client.end()))
    await product.sql('drop table bench_floor')
  }
}
