/** Senders and receivers that come from outside: found again by name and address among those of the same customer, else added. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { invalid } from '#kit/basics/errors.ts'
import { consignParties } from '#modules/transport/transport.public.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { OpenParty } from './wire.ts'

interface Owner {
  customer: number
  store: number
}
export interface FoundParty {
  id: number
  placeState: string
}

export async function partyFor(tx: Tx, ctx: Context, owner: Owner, p: OpenParty, side: 'sends' | 'receives'): Promise<FoundParty> {
  const known = await liveRows(tx, 'consignParty')
    .select(['id', 'status', 'sends', 'receives', 'contact', 'mobile', 'placeState'])
    .where('customer', '=', owner.customer)
    .where('name', '=', p.name)
    .where('address', '=', p.address)
    .executeTakeFirst()
  if (known?.status === 'disabled') throw invalid({ [side === 'sends' ? 'sender' : 'receiver']: `「${p.name}」已停用，请联系对方` })
  if (known) {
    const patch = {
      ...(known[side] ? {} : { [side]: true }),
      ...(p.contact && p.contact !== known.contact ? { contact: p.contact } : {}),
      ...(p.mobile && p.mobile !== known.mobile ? { mobile: p.mobile } : {}),
    }
    if (Object.keys(patch).length) await consignParties.edit(tx, ctx, known.id, patch)
    return { id: known.id, placeState: known.placeState }
  }
  const point = p.lng != null && p.lat != null ? { lng: p.lng, lat: p.lat } : {}
  const made = await consignParties.add(tx, ctx, {
    name: p.name,
    customer: owner.customer,
    store: owner.store,
    sends: side === 'sends',
    receives: side === 'receives',
    contact: p.contact ?? null,
    mobile: p.mobile ?? null,
    place: { address: p.address, ...(p.adcode ? { code: p.adcode } : {}), ...point },
    // What a program says about a place nobody here has seen.
    placeState: 'lng' in point ? 'guessed' : 'none',
  })
  return { id: made.id, placeState: made.placeState }
}
