/** A code that does not arrive: three attempts, then the signer reads it on his page and whoever started is told. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOutbox, type RunningOutbox } from '#kit/jobs/outbox.server.ts'
import type { OutsideMessage } from '#modules/system/outgoing/carrier.server.ts'
import { openSigning, type Signing } from './signing.ts'

let signing: Signing
let outbox: RunningOutbox
let attempts: string[] = []
let broken = true
beforeAll(async () => {
  signing = await openSigning('2026-01-05')
  const { db, registry, clock } = signing.c.as()
  const messages = {
    outside: true,
    send: async (_ctx: unknown, { title }: OutsideMessage) => {
      if (title === '签署验证码') attempts.push(title)
      if (broken) throw new Error('网关不可用')
      return { receipt: null }
    },
  }
  Object.assign(registry, { ports: Object.create(registry.ports, { messages: { value: messages } }) })
  outbox = startOutbox({ db, registry, clock, log: () => {}, pollMs: 1_000_000 })
})
afterAll(async () => {
  await outbox?.stop()
  await signing?.close()
})

const later = async (seconds: number): Promise<void> => {
  signing.c.clock.set(new Date(Date.parse(signing.c.clock.now()) + seconds * 1000).toISOString())
  await outbox.drain()
}

test('three attempts, then the page and the initiator know; another code that arrives takes it back', async () => {
  const lessee = await signing.c.lessee({ name: '郭襄' })
  const contract = await signing.c.contract({ lessee, vehicles: [await signing.c.vehicle()], startOn: '2026-01-10', endOn: '2027-01-10' })
  const { flowId } = await signing.call('contract/sign/leaseInitiateUrl', { contractId: contract, templateId: signing.template })
  await signing.c.act('signFlow', 'start', flowId, {}, 'sales')
  const [party] = await signing.parties(flowId)
  const { url } = await signing.call('contract/sign/link', { partyId: party!.id })
  const token = { token: url.split('#t=')[1] }
  const lost = async (): Promise<boolean> => (await signing.call('contract/sign/page', {}, token)).codeLost
  const lostTitles = async (): Promise<string[]> =>
    (
      await signing.c.read((db) =>
        db.selectFrom('inboxMessage').select('title').where('receiver', '=', signing.c.people.get('sales')!).execute(),
      )
    )
      .map(({ title }) => title)
      .filter((title) => title.startsWith('验证码未送达'))

  await signing.call('contract/sign/code', {}, token)
  await later(0)
  expect([attempts.length, await lost(), await lostTitles()]).toEqual([1, false, []])
  await later(5)
  expect([attempts.length, await lost()]).toEqual([2, false])
  await later(15)
  expect([attempts.length, await lost()]).toEqual([3, true])
  expect(await lostTitles()).toEqual([expect.stringMatching(/^验证码未送达：郭襄 1\d\d\*{4}\d{4}，请核对手机号或改为面签$/)])
  await later(600)
  expect(attempts.length).toBe(3)
  const kinds = await signing.c.read((db) => db.selectFrom('signEvent').select('kind').where('flow', '=', flowId).orderBy('seq').execute())
  expect(kinds.map(({ kind }) => kind).filter((kind) => kind.startsWith('code'))).toEqual(['codeSent', 'codeLost'])

  broken = false
  attempts = []
  await signing.call('contract/sign/code', {}, token)
  await later(1)
  expect([attempts.length, await lost(), (await lostTitles()).length]).toEqual([1, false, 1])
})

test('an older code that fails says nothing of a newer one', async () => {
  broken = true
  const lessee = await signing.c.lessee({ name: '杨过' })
  const contract = await signing.c.contract({ lessee, vehicles: [await signing.c.vehicle()], startOn: '2026-01-10', endOn: '2027-01-10' })
  const { flowId } = await signing.call('contract/sign/leaseInitiateUrl', { contractId: contract, templateId: signing.template })
  await signing.c.act('signFlow', 'start', flowId, {}, 'sales')
  const [party] = await signing.parties(flowId)
  const { url } = await signing.call('contract/sign/link', { partyId: party!.id })
  const token = { token: url.split('#t=')[1] }
  await signing.call('contract/sign/code', {}, token)
  await later(0)
  await later(5)
  // A minute later he asks again, before the last attempt of the first was made.
  signing.c.clock.set(new Date(Date.parse(signing.c.clock.now()) + 60_000).toISOString())
  await signing.call('contract/sign/code', {}, token)
  broken = false
  await later(0)
  expect((await signing.call('contract/sign/page', {}, token)).codeLost).toBe(false)
})
