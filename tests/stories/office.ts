/** A company with an application at 企业微信, 钉钉 or 飞书, by a double of it on this machine. */
import { randomBytes } from 'node:crypto'
import { startOutbox } from '#kit/jobs/outbox.server.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import type { Entrance, Returned } from '#kit/http/sign-in/ways/way.wire.ts'
import { messengers } from '#modules/system/messengers/messengers-port.server.ts'
import type { OfficeDouble } from '#modules/system/messengers/double/office.double.ts'
import type { Provider } from '#modules/system/messengers/messenger.rules.ts'
import type { Bench } from '#tests/house/people.ts'
import type { Answer, Person, Rig } from '#tests/house/rig.ts'

/** Hosts of this machine may be called, as an installation names those of its own network. */
export function reachDoubles({ registry }: Rig): void {
  const own = messengers(['127.0.0.1'])
  Object.assign(registry, { ports: Object.create(registry.ports, { messengers: { value: own, configurable: true } }) })
}

export interface Setting {
  id: number
  version: number
}
const listed = async (b: Bench, provider: Provider): Promise<Setting> => {
  const { list } = (await b.get('messenger/list', { provider })).data as { list: Setting[] }
  return list[0]!
}
export async function connect(b: Bench, provider: Provider, double: OfficeDouble, more: object = {}): Promise<void> {
  const { appId, agentId, secret } = double
  const apiAddress = await double.start()
  await b.must('messenger/add', {
    provider,
    appId,
    agentId: provider === 'feishu' ? null : agentId,
    sends: true,
    sendsWhat: 'work',
    signsIn: true,
    matchesMobile: false,
    apiAddress,
    ...more,
  })
  const { id, version } = await listed(b, provider)
  await b.must('messenger/setSecret', { id, version, secret })
}
export async function change(b: Bench, provider: Provider, values: object): Promise<Answer> {
  const { id, version } = await listed(b, provider)
  return b.post('messenger/edit', { id, version, ...values })
}

export async function drain({ rig: { db, registry } }: Bench): Promise<void> {
  const outbox = startOutbox({ db, registry, clock: systemClock, log: () => {}, pollMs: 1_000_000 })
  await outbox.drain()
  await outbox.stop()
}

export const newVerifier = (): string => randomBytes(32).toString('base64url')
const post = ({ rig }: Bench, path: string, input: object, who: Person | null = null): Promise<Answer> =>
  rig.send({ method: 'POST', path: `/api/v1/${path}` }, input, who)

/** A browser that went to the provider: the state it carries, and what it keeps to itself. */
export async function goTo(b: Bench, code: Provider, more: object = {}): Promise<{ page: URL; state: string; verifier: string }> {
  const verifier = newVerifier()
  const answer = await post(b, 'site/signIn/begin', { way: 'messenger', code, verifier, back: 'http://localhost/login', ...more })
  if (answer.code !== 200) throw new Error(answer.text)
  const page = new URL((answer.data as { page: string }).page)
  return { page, state: page.searchParams.get('state')!, verifier }
}
export const comeBack = (b: Bench, input: { state: string; verifier: string; code: string }): Promise<Answer> =>
  post(b, 'site/signIn/finish', input)
export const second = (b: Bench, input: { ticket: string; verifier: string; totp?: string; passkey?: string }): Promise<Answer> =>
  post(b, 'site/signIn/second', input)
export const claim = (b: Bench, who: Person, input: { ticket: string; verifier: string; password?: string }): Promise<Answer> =>
  post(b, 'session/claim', input, who)

export const returned = ({ data }: Answer): Returned => data as Returned
export const personOf = (b: Bench, { token }: Entrance): Person => ({ ctx: b.rig.admin.ctx, authorization: `bearer ${token}` })
