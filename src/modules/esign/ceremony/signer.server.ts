/** Who holds a link: found by its token alone, and asked again under the lock whenever something is written. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { systemContext } from '#kit/access/system-context.server.ts'
import { absent } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { linkGate } from '#kit/http/guards/link-gate.server.ts'
import type { Extra } from '#kit/http/route.server.ts'
import { signFlow, signParty, type Witness } from '../flows/flow.ts'
import { partiesOf } from '../flows/flow.server.ts'
import { sha256hex, type Flow } from '../flows/record.server.ts'

const flows = storeOf(signFlow)
const parties = storeOf(signParty)
export type Party = Awaited<ReturnType<typeof partiesOf>>[number]

const HEADER = 'X-Sign-Token'
/** The same words whatever is wrong with a token: guessed, used up, of an ended flow. */
export const GONE = '链接已失效，请联系发起方重新获取'

/** Acts for the company of the token; address and device stay those of the visitor. */
const actingFor = (ctx: Context, operatorId: number): Context => ({
  ...systemContext({ db: ctx.db, clock: ctx.clock, registry: ctx.registry, operatorId, requestId: ctx.requestId }),
  ip: ctx.ip,
  userAgent: ctx.userAgent,
  source: 'api',
})

export interface Signer {
  ctx: Context
  party: Party
  flow: Flow
  all: Party[]
  /** Hash of the token that was shown. */
  link: string
}
export async function signerOf(visitor: Context, extra: Pick<Extra, 'header'>): Promise<Signer> {
  const token = extra.header?.(HEADER) ?? ''
  const [, operator] = /^([0-9a-z]{1,10})\.[\w-]{43}$/.exec(token) ?? []
  const operatorId = operator ? Number.parseInt(operator, 36) : 0
  if (!operatorId || operatorId > 2_000_000_000) throw absent(GONE)
  const ctx = actingFor(visitor, operatorId)
  const link = sha256hex(token)
  return ctx.db.read(operatorId, async (tx) => {
    const row = await liveRows(tx, 'signParty').select(['id', 'flow']).where('tokenHash', '=', link).executeTakeFirst()
    if (!row) throw absent(GONE)
    const flow = await flows.get(tx, ctx, row.flow)
    const all = await partiesOf(tx, flow.id)
    const party = all.find((one) => one.id === row.id)!
    if (flow.status !== 'signing' || Date.parse(flow.expireAt) <= Date.parse(ctx.clock.now())) throw absent(GONE)
    return { ctx, party, flow, all, link }
  })
}

export const signerGate = linkGate('signer', HEADER, signerOf)

/** Nothing is written for a link that died since it was shown: replaced, signed with, of a flow that ended meanwhile. */
export const held = <T>({ ctx, flow, party, link }: Signer, work: (tx: Tx, flow: Flow, party: Party) => Promise<T>): Promise<T> =>
  ctx.db.write(ctx.user.operatorId, async (tx) => {
    const now = await flows.lock(tx, ctx, flow.id)
    const row = (await parties.lock(tx, ctx, party.id)) as Party
    if (now.status !== 'signing' || row.tokenHash !== link) throw absent(GONE)
    return work(tx, now, row)
  })

/** Of this very link and not run out; a link made later and sent away has none. */
export function witnessOf(party: Pick<Party, 'code' | 'tokenHash'>): Witness | null {
  const { code } = party
  return code && 'witness' in code && code.link === party.tokenHash ? code : null
}
