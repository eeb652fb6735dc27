/**
 * How somebody comes by each kind of public link, and how it ends. A kind is the headers a public route recognises its caller by; a route
 * with headers that stand nowhere in `LINKS` fails `operations-outside.test.ts`.
 */
import { randomBytes } from 'node:crypto'
import { newToken } from '#kit/access/link-token.server.ts'
import type { Tx } from '#kit/access/context.server.ts'
import { sampleRecord, type Samples } from '#kit/entity/conformance/sample.server.ts'
import { actNamed, add } from '#kit/entity/store.server.ts'
import type { Route } from '#kit/http/route.server.ts'
import { waitingMessages } from '#tests/messages-out.ts'
import { ofStore } from './other-store.ts'
import type { Person, Rig } from './rig.ts'

export interface Link {
  headers: Record<string, string>
  /** As its company ends it: taken back, replaced, closed. */
  end: () => Promise<void>
}
/** The company of somebody who may do everything, and one of its stores. */
export interface Company {
  rig: Rig
  who: Person
  store: number
  /** Everything of that store. */
  samples: Samples
}
const write = <T>({ who: { ctx } }: Company, run: (tx: Tx) => Promise<T>): Promise<T> => ctx.db.write(ctx.user.operatorId, run)
export const sample = (c: Company, name: string, more: object = {}): Promise<number> =>
  write(c, (tx) => sampleRecord(tx, c.who.ctx, name, { ...more }, { path: [], samples: c.samples }))
export const put = async (c: Company, name: string, values: object): Promise<number> =>
  (await write(c, (tx) => add(tx, c.who.ctx, name, { ...values }, 'server'))).id
export const act = (c: Company, name: string, action: string, id: number): Promise<unknown> =>
  write(c, (tx) => actNamed(tx, c.who.ctx, name, action, id, null, {}, 'server'))
const column = async (c: Company, name: string, id: number, field: string): Promise<string> =>
  (
    (await write(c, (tx) =>
      tx
        .selectFrom(name as 'user')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    )) as unknown as Record<string, string>
  )[field]!

/** Where links of the company lead to. */
export const SITE = 'https://zyt.test'
/** By the company's own call, as its staff has it. */
async function made(c: Company, path: string, input: object): Promise<{ url: string; id?: number }> {
  const answer = await c.rig.send({ method: 'POST', path: `/api/v1/${path}` }, input, c.who, { host: 'zyt.test' })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`)
  return answer.data as { url: string }
}
const tokenOf = ({ url }: { url: string }): string => url.split('#t=')[1]!
const newest = (c: Company, name: 'orderLink' | 'lesseeLink'): Promise<number> =>
  write(
    c,
    async (tx) =>
      (
        await tx
          .selectFrom(name as 'orderLink')
          .select('id')
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow()
      ).id,
  )

/** A link made again for the same record, which ends the one before. */
const replaced = async (c: Company, header: string, path: string, input: object): Promise<Link> => ({
  headers: { [header]: tokenOf(await made(c, path, input)) },
  end: async () => void (await made(c, path, input)),
})

let telephones = 0
/** A page with a token of its own, and a telephone that proved itself there. */
async function entered(c: Company, page: { entity: string; id: number; base: string; headers: [string, string] }): Promise<Link> {
  const [ofPage, ofSession] = page.headers
  const headers = { [ofPage]: await column(c, page.entity, page.id, 'token') }
  const call = async (verb: string, input: object) => {
    const answer = await c.rig.send({ method: 'POST', path: `${page.base}/${verb}` }, input, null, headers)
    if (answer.status !== 200) throw new Error(`${page.base}/${verb}: ${answer.text}`)
    return answer.data as { session: string }
  }
  const mobile = `1370000${String(1000 + ++telephones)}`
  await call('code', { mobile })
  const text = (await waitingMessages(c.who.ctx)).findLast(({ to }) => to.mobile === mobile)!.text
  const { session } = await call('enter', { mobile, code: /验证码 (\d{6})/.exec(text)![1]! })
  return { headers: { ...headers, [ofSession]: session }, end: async () => void (await act(c, page.entity, 'close', page.id)) }
}

/** By the headers, in the order the routes name them. */
export const LINKS: Record<string, (c: Company) => Promise<Link>> = {
  'X-Own-Link': async (c) => {
    const lessee = await sample(c, 'lessee', { status: 'normal' })
    const token = tokenOf(await made(c, 'lesseeLink/make', { lessee, origin: SITE, send: false }))
    const id = await newest(c, 'lesseeLink')
    return { headers: { 'X-Own-Link': token }, end: async () => void (await act(c, 'lesseeLink', 'revoke', id)) }
  },
  'X-Statement-Token': async (c) =>
    replaced(c, 'X-Statement-Token', 'statement/link', { id: await sample(c, 'statement', { status: 'toConfirm' }), origin: SITE }),
  'X-Sign-Token': async (c) => {
    const until = new Date(Date.parse(c.who.ctx.clock.now()) + 86_400_000).toISOString()
    const flow = await sample(c, 'signFlow', { status: 'signing', expireAt: until, provider: 'local' })
    const partyId = await sample(c, 'signParty', { flow, status: 'toSign' })
    return replaced(c, 'X-Sign-Token', 'contract/sign/link', { partyId })
  },
  'X-Order-Link': async (c) => {
    const order = await sample(c, 'transportOrder', { status: 'open' })
    const token = tokenOf(await made(c, 'customerLink/make', { order, origin: SITE }))
    const id = await newest(c, 'orderLink')
    return { headers: { 'X-Order-Link': token }, end: async () => void (await act(c, 'orderLink', 'revoke', id)) }
  },
  'X-Order-Page,X-Order-Session': async (c) => {
    const token = newToken(c.who.ctx.user.operatorId, 18)
    const id = await sample(c, 'orderPage', { status: 'active', token })
    return entered(c, { entity: 'orderPage', id, base: '/api/public/order', headers: ['X-Order-Page', 'X-Order-Session'] })
  },
  'X-Recruit-Post,X-Recruit-Session': async (c) => {
    const token = newToken(c.who.ctx.user.operatorId, 18)
    const id = await sample(c, 'recruitPost', { status: 'open', token, until: '2099-12-31' })
    return entered(c, { entity: 'recruitPost', id, base: '/api/public/recruit', headers: ['X-Recruit-Post', 'X-Recruit-Session'] })
  },
}

/** Signed by a supplier of the company over the bytes that were sent: no link and no key of ours. Each has tests of its own. */
export const OF_SUPPLIERS: Readonly<Record<string, string>> = {
  '/api/public/invoice/notice': 'the invoice platform (finance/invoices)',
  '/api/public/contract/esign/notice': 'the provider of signatures (esign-provider.test.ts)',
  '/api/public/merchant/notice': 'the payment platform (merchant-gateway.test.ts)',
}

/** By which headers a public route tells its callers apart; null: it does not. Partners' programs are told by their signature. */
export function kindOf(route: Route): string | null {
  if (route.right !== 'public' || route.path in OF_SUPPLIERS || route.gate?.scope) return null
  if (route.gate) return route.gate.holds ?? `a gate without a name at ${route.path}`
  return route.tokens?.length ? route.tokens.join(',') : null
}

/** Of the right form, of this company, made by nobody. */
export const madeUp = (c: Company, { headers }: Link): Record<string, string> =>
  Object.fromEntries(
    Object.keys(headers).map((name) => [
      name,
      headers[name]!.includes('.')
        ? newToken(c.who.ctx.user.operatorId, Buffer.from(headers[name]!.split('.')[1]!, 'base64url').length)
        : randomBytes(32).toString('base64url'),
    ]),
  )
export const companyOf = (rig: Rig, who: Person, store: number): Company => ({ rig, who, store, samples: ofStore(store) })
