/** Statements the demo company sent: to customers, a shop and a carrier; some agreed, one disputed, one still to be sent. */
import { AppError } from '#kit/basics/errors.ts'
import { addDays, startOfMonth, type Day } from '#kit/basics/time/day.ts'
import { firstOf, lastOf } from '#modules/finance/period/period.rules.ts'
import { CASHIER } from './approval-plans.ts'
import { mobile, personName } from './random.ts'
import type { World } from './world.ts'

interface Party {
  store: number
  partyKind: string
  lessee?: number
  payee?: string
}

/** Customers with the most bills first, and parties of payables likewise. */
async function parties(w: World): Promise<Party[]> {
  return w.db.read(w.operatorId, async (db) => {
    const lessees = await db
      .selectFrom('bill')
      .select(['lessee', 'store', (e) => e.fn.countAll().as('n')])
      .where('direction', '=', 'receivable')
      .where('status', '<>', 'voided')
      .groupBy(['lessee', 'store'])
      .orderBy('n', 'desc')
      .orderBy('lessee')
      .limit(12)
      .execute()
    const others = await db
      .selectFrom('payableBill')
      .select(['partyKind', 'payee', 'store', (e) => e.fn.countAll().as('n')])
      .where('status', 'in', ['unpaid', 'partlyPaid', 'settled'])
      .groupBy(['partyKind', 'payee', 'store'])
      .orderBy('n', 'desc')
      .orderBy('payee')
      .execute()
    return [
      ...lessees.map((l): Party => ({ store: l.store, partyKind: 'lessee', lessee: l.lessee })),
      ...others.map((o): Party => ({ store: o.store, partyKind: o.partyKind, payee: o.payee })),
    ]
  })
}

interface Period {
  fromOn: Day
  toOn: Day
}
const whole = (month: string): Period => ({ fromOn: firstOf(month), toOn: lastOf(month) })

/** With the first of them who has something to state in that time. */
async function written(w: World, of: Party[], period: Period): Promise<{ id: number; party: Party } | null> {
  for (const party of of)
    try {
      const { id } = await w.call<{ id: number }>(CASHIER, '/api/v1/statement/build', { ...party, ...period })
      return { id, party }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  return null
}

const send = (w: World, id: number): Promise<void> =>
  w.act(CASHIER, 'statement', 'send', id, { contactName: personName(w.random), contactMobile: mobile(w.random) })
async function agree(w: World, id: number, on: Day): Promise<void> {
  w.at(on, '16:20')
  await w.act(CASHIER, 'statement', 'confirmPaper', id, {
    confirmedName: personName(w.random),
    proofs: [await w.photo('contract', CASHIER)],
  })
}

/** `before`: the last closed month, `last`: the last full one. */
export async function makeStatements(w: World, before: string, last: string): Promise<void> {
  const all = await parties(w)
  const kinds = (...wanted: string[]): Party[] => wanted.flatMap((kind) => all.filter((p) => p.partyKind === kind))
  const used = new Set<Party>()
  const make = async (of: Party[], ...periods: Period[]): Promise<{ id: number; party: Party } | null> => {
    for (const period of periods) {
      w.at(addDays(period.toOn, 2), '10:10')
      const made = await written(
        w,
        of.filter((p) => !used.has(p)),
        period,
      )
      if (!made) continue
      used.add(made.party)
      return made
    }
    return null
  }
  const agreed = async (of: Party[], ...periods: Period[]): Promise<Party[]> => {
    const made = await make(of, ...periods)
    if (!made) return []
    await send(w, made.id)
    await agree(w, made.id, addDays(periods[0]!.toOn, 4))
    return [made.party]
  }
  const customer = await agreed(kinds('lessee'), whole(before))
  await agreed(kinds('shop', 'insurer', 'authority'), whole(before))
  // The same customer goes on where the month before ended.
  used.clear()
  const next = await make(customer, whole(last))
  if (next) await send(w, next.id)
  for (const party of customer) used.add(party)
  // Carriers are stated as soon as their loads are settled, also in the middle of a month.
  await agreed(kinds('carrier', 'insurer'), { fromOn: startOfMonth(w.until), toOn: w.until }, whole(last))
  const other = await make(kinds('lessee'), whole(last))
  if (other) {
    await send(w, other.id)
    w.at(addDays(lastOf(last), 3), '11:40')
    await w.act(CASHIER, 'statement', 'dispute', other.id, { seq: 1, text: '本期已还车，租金天数应少算两天，请核对', by: null })
  }
  await make(kinds('insurer', 'shop', 'authority', 'driver'), whole(last))
}
