/** What another vehicle costs: the terms after a swap, what billed months cost more or less, and the same before it is done. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { daysBetween, maxDay, type Day } from '#kit/basics/time/day.ts'
import { invalid } from '#kit/basics/errors.ts'
import { plainYuan, sumFen } from '#kit/basics/fen.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { platesOf } from '#modules/vehicles/vehicles.public.ts'
import { appendItems, issueBill, lockLessee, prove, useBalance, useCredit, type NewItem } from '#modules/billing/billing.public.ts'
import { contract } from '../contracts/contract.ts'
import { lease } from '../lease.ts'
import type { Contract, Lease } from '../rent/periods.server.ts'
import {
  billedOf,
  chargedFor,
  grantedOf,
  keepLater,
  laterOf,
  replan,
  reliefsOf,
  showRent,
  sound,
  termsOf,
  writeTerms,
} from '../rent/terms.server.ts'
import { laterAfterSwap, priceOn } from '../rent/later.rules.ts'
import { endOfTerms, monthsOf, plannedPeriods, renewedFrom, repriced, type Term } from '../rent/timeline.rules.ts'
import { creditsOn, differenceOf, repricing, spanText } from './change.rules.ts'
import { adjusts, type vehicleSwap } from './swap.ts'

export type Swap = Rec<typeof vehicleSwap>
const leases = storeOf(lease)
const contracts = storeOf(contract)

export interface Adjusted {
  c: Contract
  /** The first day of the new rent. */
  from: Day
  before: Term[]
  after: Term[]
  billedUntil: Day
}

/** The terms when the vehicles are exchanged on that day. A renewal that begins later keeps the price it was agreed for, unless the swap says otherwise. */
export async function adjusted(tx: Tx, ctx: Context, s: Swap, on: Day): Promise<Adjusted> {
  const of = await leases.get(tx, ctx, s.lease)
  const c = await contracts.get(tx, ctx, of.contract)
  const before = await termsOf(tx, of.id)
  const { until } = await billedOf(tx, of.id, before[0]!.startOn)
  const running =
    s.rentPolicy === 'difference'
      ? null
      : plannedPeriods(c, before, until, await reliefsOf(tx, of.id, c, before)).find((p) => p.startOn <= on && on < p.endOn)
  // Where no period runs, the vehicle was kept after its time: nobody pays the new rent for days before the swap.
  const from = s.rentPolicy === 'difference' ? on : maxDay(until, running?.endOn ?? on)
  sound(c, s.newRent, s.newDailyRent ?? priceOn(before, laterOf(of), from).dailyRent, 'newRent')
  return {
    c,
    from,
    before,
    after: repriced(before, from, s.newRent!, s.newDailyRent, s.renewalRent === 'same' ? null : renewedFrom(before, on)),
    billedUntil: until,
  }
}

/** A rent that no day would be charged at is a mistake. */
export async function refuseIdle(tx: Tx, ctx: Context, s: Swap): Promise<void> {
  if (!adjusts(s) || !s.newRent) return
  const { before, after } = await adjusted(tx, ctx, s, maxDay(s.plannedOn, ctx.clock.today()))
  if (
    after.length === before.length &&
    after.every((t, i) => t.monthlyRent === before[i]!.monthlyRent && t.dailyRent === before[i]!.dailyRent) &&
    renewedFrom(before, s.plannedOn)
  )
    throw invalid({ renewalRent: '从换车起只剩已签续租的租期，新月租金不会用到；要让续租期也用新月租金，请选「也按新月租金」' })
}

interface Pair {
  bill: number
  items: NewItem[]
}

/** Credits and charges of billed months: the old rent from the swap on goes back, the new one comes in. */
export async function difference(
  tx: Tx,
  s: Swap,
  { c, before, after, billedUntil }: Adjusted,
  on: Day,
): Promise<{ pairs: Pair[]; sum: number; endOn: Day | null }> {
  const plates = await platesOf(tx, [s.oldVehicle!, s.newVehicle])
  const plate = (id: number): string => plates.get(id) ?? ''
  const changes = repricing(monthsOf(c, before), monthsOf(c, after), await grantedOf(tx, s.lease), on, billedUntil)
  const charged = await chargedFor(tx, s.lease)
  const pairs = changes.flatMap((r): Pair[] => {
    const span = spanText(r.startOn, r.endOn)
    const cut = r.item.amount - r.oldUsed - r.oldCredit
    const old = (bill: number, amount: number, tail = ''): NewItem => ({
      feeItem: 'SWAP_DIFF',
      description: `换车 ${s.no}：原车 ${plate(s.oldVehicle!)} 剩余租金（${span}）`,
      amount: -amount,
      startOn: r.startOn,
      endOn: r.endOn,
      formula: `${plainYuan(r.item.amount)} − 已用 ${plainYuan(r.oldUsed)}${cut > 0 ? ` − 已减租 ${plainYuan(cut)}` : ''}`,
      idemKey: `swap:${s.id}:${r.item.startOn}:old${tail}`,
    })
    const fresh: NewItem = {
      feeItem: 'SWAP_DIFF',
      description: `换车 ${s.no}：新车 ${plate(s.newVehicle)} 租金（${span}）`,
      amount: r.newCharge,
      startOn: r.startOn,
      endOn: r.endOn,
      formula: `${plainYuan(s.newRent!)} 按 ${daysBetween(r.startOn, r.endOn)} 天（该月 ${daysBetween(r.item.month.startOn, r.item.month.endOn)} 天）`,
      idemKey: `swap:${s.id}:${r.item.startOn}:new`,
    }
    const [first, ...more] = creditsOn(charged, r.item.month, Math.max(0, -differenceOf(r)))
    const bill = first?.bill ?? charged.find((i) => i.startOn >= r.item.month.startOn && i.startOn < r.item.month.endOn)?.bill
    if (bill === undefined) return []
    charged.push(...[first, ...more].flatMap((x) => (x ? [{ bill: x.bill, startOn: r.startOn, amount: -x.amount }] : [])))
    const rest = sumFen(more.map((x) => x.amount))
    return [
      { bill, items: [old(bill, r.oldCredit - rest), fresh].filter((item) => item.amount !== 0) },
      ...more.map((x) => ({ bill: x.bill, items: [old(x.bill, x.amount, `:${x.bill}`)] })),
    ]
  })
  return { pairs, sum: sumFen(changes.map(differenceOf)), endOn: changes.at(-1)?.endOn ?? null }
}

/** Dearer: one bill for the difference. Cheaper: credited on the bills that charged the old rent. */
async function bookDifference(
  tx: Tx,
  ctx: Context,
  s: Swap,
  of: Lease,
  all: Adjusted,
  on: Day,
): Promise<{ difference: number; bill: number | null }> {
  const { pairs, sum, endOn } = await difference(tx, s, all, on)
  const items = pairs.flatMap((x) => x.items)
  if (sum === 0) return { difference: 0, bill: null }
  const touched: number[] = []
  let made: number | null = null
  if (sum > 0) {
    const today = ctx.clock.today()
    const { lateGraceDays, lateRateBp, lateCapBp } = all.c
    const { id } = await issueBill(tx, ctx, {
      billType: 'swap',
      lessee: of.lessee,
      store: of.store,
      contract: of.contract,
      lease: of.id,
      vehicle: s.newVehicle,
      issueOn: today,
      dueOn: today,
      startOn: on,
      endOn,
      lateGraceDays,
      lateRateBp,
      lateCapBp,
      items,
    })
    await useBalance(tx, ctx, of.lessee, [id])
    made = id
    touched.push(id)
  } else {
    const before = (await lockLessee(tx, of.lessee)).balance
    for (const [bill, on_] of Map.groupBy(pairs, (x) => x.bill)) {
      await appendItems(
        tx,
        ctx,
        bill,
        on_.flatMap((x) => x.items),
      )
      touched.push(bill)
    }
    const freed = (await lockLessee(tx, of.lessee)).balance - before
    touched.push(...(await useCredit(tx, ctx, { lessee: of.lessee, lease: of.id, amount: freed, remark: `换车 ${s.no}：租金差额抵扣` })))
  }
  await prove(tx, ctx, { bills: touched, lessees: [of.lessee] })
  return { difference: sum, bill: made }
}

/** What it comes to on the swap; what was asked about a renewal is kept where there is one it was asked about. */
interface Booked {
  difference: number
  bill: number | null
  renewalRent?: Swap['renewalRent']
}
export async function adjustRent(tx: Tx, ctx: Context, s: Swap, of: Lease, on: Day): Promise<Booked> {
  if (!adjusts(s) || !s.newRent) return { difference: 0, bill: null }
  const all = await adjusted(tx, ctx, s, on)
  const renewedOn = s.renewalRent === 'same' ? null : renewedFrom(all.before, on)
  const booked = s.rentPolicy === 'difference' ? await bookDifference(tx, ctx, s, of, all, on) : { difference: 0, bill: null }
  await writeTerms(tx, ctx, of, all.after)
  await replan(tx, ctx, of, all.c, all.after)
  await showRent(tx, ctx, of.id, all.after)
  const said = { on: all.from, monthlyRent: s.newRent, dailyRent: s.newDailyRent }
  await keepLater(tx, ctx, of, laterAfterSwap(laterOf(of), said, endOfTerms(all.before), renewedOn))
  return renewedFrom(all.before, on) ? booked : { ...booked, renewalRent: null }
}
