/** Who holds a link to his own page: recognised by its token alone, and asked again under the lock whenever something is written. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { actingFor, operatorOf, sha256 } from '#kit/access/link-token.server.ts'
import { absent, refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { linkGate } from '#kit/http/guards/link-gate.server.ts'
import type { Extra } from '#kit/http/route.server.ts'
import { lockLessee } from '#modules/billing/billing.public.ts'
import { lesseeOfPage } from '#modules/parties/parties.public.ts'
import { parameterValue } from '#modules/system/system.public.ts'
import { lesseeLink } from './link.ts'

const links = storeOf(lesseeLink)
const HEADER = 'X-Own-Link'
/** The same words whatever is wrong with it: guessed, ended, taken back, of a customer who is gone. */
const GONE = '链接已失效：可能已过期或被撤销。请联系门店重新获取，或用登记的手机号打开'
export const OFF = '客户自助页已停用，请联系门店办理'

export interface Guest {
  ctx: Context
  /** The link's own number, and until when it holds. */
  id: number
  until: string
  lastAt: string | null
  lastIp: string | null
  lessee: NonNullable<Awaited<ReturnType<typeof lesseeOfPage>>>
  /** Hash of the token that was shown. */
  hash: string
}

export async function guestOf(visitor: Context, extra: Pick<Extra, 'header'>): Promise<Guest> {
  const token = extra.header?.(HEADER) ?? ''
  const operatorId = operatorOf(token)
  if (operatorId === null) throw absent(GONE)
  const company = actingFor(visitor, operatorId, '客户自助页')
  const hash = sha256(token)
  return company.db.read(operatorId, async (db) => {
    const link = await liveRows(db, 'lesseeLink')
      .select(['id', 'lessee', 'until', 'lastAt', 'lastIp'])
      .where('tokenHash', '=', hash)
      .where('status', '=', 'active')
      .where('until', '>', company.clock.now())
      .executeTakeFirst()
    const lessee = link ? await lesseeOfPage(db, link.lessee) : undefined
    if (!link || !lessee || lessee.status === 'cancelled') throw absent(GONE)
    if ((await parameterValue(db, company.registry, 'ownPage')) !== true) throw refused(OFF)
    const ctx: Context = { ...company, user: { ...company.user, name: `客户自助页：${lessee.name}` } }
    return { ctx, lessee, hash, id: link.id, until: link.until, lastAt: link.lastAt, lastIp: link.lastIp }
  })
}

export const ownGate = linkGate('own', HEADER, guestOf)

/** Nothing is written for a link that was taken back since it was shown; two tabs of one customer write one after the other. */
export const held = <T>({ ctx, id, lessee }: Guest, work: (tx: Tx) => Promise<T>): Promise<T> =>
  ctx.db.write(ctx.user.operatorId, async (tx) => {
    const link = await links.lock(tx, ctx, id)
    if (link.status !== 'active' || link.until <= ctx.clock.now()) throw absent(GONE)
    await lockLessee(tx, lessee.id)
    return work(tx)
  })
