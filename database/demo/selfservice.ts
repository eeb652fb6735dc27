/** 客户自助: links given out lately, most of them opened, and what customers asked for on their own page. */
import { createHash } from 'node:crypto'
import { addDays, addMonths, instantAt } from '#kit/basics/time/day.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { SALES_OF_STORE } from './people.ts'
import type { World } from './world.ts'

const LINKS = 14
const DAYS_VALID = 30

/** Customers whose leases end next: those a clerk sends the link to. One lease of each. */
async function customers(w: World) {
  const leases = await w.db.read(w.operatorId, (db) =>
    liveRows(db, 'lease')
      .select(['id', 'lessee', 'vehicle', 'store', 'endOn'])
      .where('status', '=', 'active')
      .where('endOn', '>', w.until)
      .orderBy('endOn')
      .orderBy('id')
      .execute(),
  )
  return leases.filter((l, i) => leases.findIndex((other) => other.lessee === l.lessee) === i).slice(0, LINKS)
}

export async function makeSelfservice(w: World): Promise<void> {
  const leases = await customers(w)
  const clerkOf = (store: number): string => SALES_OF_STORE[w.stores.findIndex((s) => s.id === store)]!
  for (const [i, { lessee, store }] of leases.entries()) {
    const day = addDays(w.until, i - LINKS)
    w.at(day, '15:20')
    const link = await w.add(clerkOf(store), 'lesseeLink', {
      lessee,
      // Nobody holds the token itself: whoever tries the page makes a link of his own.
      tokenHash: createHash('sha256').update(w.random.digits(40)).digest('hex'),
      until: instantAt(addDays(day, DAYS_VALID), '15:20'),
    })
    w.at(addDays(day, 1), '09:05')
    if (i % 3 < 2) await w.act(undefined, 'lesseeLink', 'open', link)
    if (i === 4) await w.act(clerkOf(store), 'lesseeLink', 'revoke', link)
  }
  await wishes(w, leases, clerkOf)
}

async function wishes(w: World, leases: Awaited<ReturnType<typeof customers>>, clerkOf: (store: number) => string): Promise<void> {
  const ask = async (i: number, values: object): Promise<number | null> => {
    const lease = leases[i]
    if (!lease) return null
    w.at(addDays(w.until, i - 5), '20:40')
    return w.add(undefined, 'lesseeWish', { lessee: lease.lessee, lease: lease.id, vehicle: lease.vehicle, store: lease.store, ...values })
  }
  const answer = async (i: number, id: number | null, action: 'finish' | 'decline', words: string): Promise<void> => {
    if (id === null) return
    w.at(addDays(w.until, i - 4), '10:10')
    await w.act(clerkOf(leases[i]!.store), 'lesseeWish', action, id, { answer: words })
  }
  const renew = (i: number, months: number, remark: string | null) =>
    ask(i, { kind: 'renew', untilOn: addMonths(leases[i]?.endOn ?? w.until, months), remark })
  const bringBack = (i: number, time: string, remark: string | null) =>
    ask(i, {
      kind: 'return',
      returnStore: leases[i]?.store,
      returnAt: instantAt(leases[i]?.endOn ?? w.until, time),
      remark,
    })
  await answer(0, await renew(0, 6, '线路续签了，车继续用'), 'finish', '已联系，续租单本周办理')
  await answer(1, await bringBack(1, '09:30', null), 'decline', '租期未满一半，提前退租请到门店协商')
  await renew(2, 12, '能否按现在的租金续一年')
  await bringBack(3, '15:00', '两台一起还，下午到')
  await renew(4, 3, null)
}
