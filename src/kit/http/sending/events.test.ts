import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { accessChanged } from '../../access/loader.server.ts'
import { eventsAnswer } from '../answers.server.ts'
import { eventStream, route } from '../route.server.ts'
import { publish } from './events.server.ts'
import { testServer, type TestServer } from '../testing.server.ts'

/** Events of one screen, as those see it who may open it. */
const watch = route({
  method: 'GET',
  path: '/api/v1/watch',
  summary: '一个页面的事件流',
  right: 'vehicleList',
  passive: true,
  input: z.strictObject({}),
  output: eventsAnswer,
  handler: async ({ user }) => eventStream((send) => void send('seen', { by: user.username })),
})

let server: TestServer
let base: string
beforeAll(async () => {
  server = await testServer([watch])
  base = await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server?.close())

async function open(username: string) {
  const controller = new AbortController()
  const headers = { authorization: await server.signIn(username) }
  const response = await fetch(`${base}/api/v1/events`, { headers, signal: controller.signal })
  let text = ''
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body!) text += decoder.decode(chunk, { stream: true })
  })().catch(() => {})
  return { response, heard: () => text, leave: () => (controller.abort(), reading), ended: reading }
}

const tell = (userIds: number[] | null, operatorId = 1) =>
  server.db.write(1, (_tx, tools) => publish(tools, { operatorId, userIds, name: 'message', data: { id: 7 } }))

it('an event reaches whom it concerns, on whatever node it happened, and nobody else', async () => {
  const [clerk, admin] = [await open('clerk'), await open('admin')]
  expect(clerk.response.headers.get('content-type')).toContain('text/event-stream')
  await tell([2])
  await tell(null, 2)
  await expect.poll(clerk.heard).toContain('event: message\ndata: {"id":7}\n\n')
  await tell(null)
  await expect.poll(admin.heard).toContain('event: message')
  expect(admin.heard().match(/event: message/g)).toHaveLength(1)
  expect(clerk.heard().match(/event: message/g)).toHaveLength(2)
  await clerk.leave()
  await admin.leave()
})

it('is not open to visitors', async () => {
  expect((await fetch(`${base}/api/v1/events`)).status).toBe(401)
})

it('ends with the session, at once', async () => {
  const authorization = await server.signIn('clerk')
  const response = await fetch(`${base}/api/v1/events`, { headers: { authorization } })
  const heard = response.text()
  const out = await fetch(`${base}/api/oauth/logout`, { method: 'POST', headers: { authorization } })
  expect(out.status).toBe(200)
  // Long before the next beat: the test has less time than that.
  expect(await heard).toContain('event: ended')
}, 10_000)

it('of a screen ends when rights of its company change, and opens anew only to whoever still has them', async () => {
  const user = await server.people.add({ id: 60, username: 'watcher', codes: ['vehicleList'] })
  const headers = { authorization: await server.signIn('watcher') }
  const watched = await fetch(`${base}/api/v1/watch`, { headers })
  user.codes = []
  await server.db.write(1, (tx, tools) => accessChanged(tx, tools, 1))
  expect(await watched.text()).toContain('event: seen\ndata: {"by":"watcher"}')
  expect((await fetch(`${base}/api/v1/watch`, { headers })).status).toBe(403)
})

it('the ninth stream of a user replaces the first', async () => {
  const streams = []
  for (let i = 0; i < 9; i++) streams.push(await open('clerk'))
  await streams[0]!.ended
  await tell([2])
  await expect.poll(streams[8]!.heard).toContain('event: message')
  for (const stream of streams) await stream.leave()
})

it('a long list of receivers is shortened to everybody instead of failing', async () => {
  const clerk = await open('clerk')
  await tell(Array.from({ length: 5000 }, (_, i) => i + 100))
  await expect.poll(clerk.heard).toContain('event: message')
  await clerk.leave()
})
