/** 减租 and 续租 on the server (leasing.md §3.4). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, maxDay, type Day } from '#kit/basics/time/day.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { fen, formatYuan, negated, sumFen } from '#kit/basics/fen.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { serve } from '#kit/entity/serve.server.ts'
import { edit, lock, storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import {
  appendItems,
  billNosOf,
  issueBill,
  lockBills,
  lockLessee,
  openDepositAccount,
  prove,
  rentUses,
  type NewItem,
} from '#modules/billing/billing.public.ts'
import { creditedTo } from '#modules/billing/coupons/coupon.rules.ts'
import { parameterNumber } from '#modules/system/system.public.ts'
import { liveFlowOf } from '#modules/esign/esign.public.ts'
import { decided, leaseFacts, partiesOf, submitted } from '../approval.server.ts'
import { deletableDraft, editableDraft } from '../audit.ts'
import { partsOf, spanText, type Asked, type Standing } from './change.rules.ts'
import { renewal, renewalActions, rentReduction, rentReductionActions, type ReductionPart, type RenewalFacts } from './change.ts'
import { contract } from '../contracts/contract.ts'
import { signedByNow } from '../contracts/contract.server.ts'
import { lease } from '../lease.ts'
import type { Contract, Lease } from '../rent/periods.server.ts'
import { lastDayOf } from '../rent/plan.rules.ts'
import { billedOf, chargedFor, grantedOf, keepLater, laterOf, replan, showRent, sound, termsOf, writeTerms } from '../rent/terms.server.ts'
import { grantedAs } from '../rent/reliefs.rules.ts'
import { laterAfterLower, stillLater } from '../rent/later.rules.ts'
import { endAfter, endOfTerms, lowered, monthsOf, prolonged, termAt } from '../rent/timeline.rules.ts'

type Reduction = Rec<typeof rentReduction>
export type Renewal = Rec<typeof renewal>
const leases = storeOf(lease)
const contracts = storeOf(contract)

async function standingOf(tx: Tx, of: Pick<Lease, 'id' | 'contract'>, c: Contract): Promise<Standing> {
  const all = await termsOf(tx, of.id)
  const { until } = await billedOf(tx, of.id, all[0]!.startOn)
  return { terms: c, all, granted: await grantedOf(tx, of.id), billedUntil: until, charged: await chargedFor(tx, of.id) }
}

/** The parts with the numbers of their bills; refuses what would come to nothing. */
export async function reductionParts(
  tx: Tx,
  ctx: Context,
  r: Asked & { lease: number },
): Promise<{ parts: ReductionPart[]; amount: number }> {
  const of = await leases.get(tx, ctx, r.lease)
  const c = await contracts.get(tx, ctx, of.contract)
  const m = await standingOf(tx, of, c)
  if (r.startOn < m.all[0]!.startOn) throw invalid({ startOn: `减租起日不能早于起租日 ${m.all[0]!.startOn}` })
  if (r.startOn >= endOfTerms(m.all)) throw invalid({ startOn: `减租起日已在租期之后（租期至 ${of.endOn}）` })
  // Of that day, not of the lease: another price may have been agreed for the days between, or for those after.
  const { monthlyRent, dailyRent } = termAt(m.all, r.startOn)
  if (r.method === 'newRent' && (r.newRent ?? 0) >= monthlyRent)
    throw invalid({ newRent: `新月租金应低于现月租金 ${formatYuan(monthlyRent)}` })
  if (r.method === 'newRent') sound(c, r.newRent, r.newDailyRent ?? dailyRent, 'newRent')
  const parts = partsOf(r, m)
  const bills = await lockFree(tx, parts)
  const named = parts.map((p) => ({ ...p, billNo: bills.get(p.bill ?? 0) ?? null }))
  const amount = sumFen(parts.map((p) => p.amount))
  if (amount === 0 && r.method !== 'newRent') throw refused('所选日期内没有可以减免的租金，请改选有租金的日期')
  return { parts: named, amount }
}

async function lockFree(tx: Tx, parts: readonly { bill: number | null }[]): Promise<Map<number, string>> {
  const ids = parts.flatMap((p) => (p.bill === null ? [] : [p.bill]))
  return billNosOf(tx, ids)
}

async function credit(tx: Tx, ctx: Context, r: Reduction, lessee: number, parts: readonly ReductionPart[]): Promise<void> {
  const billed = parts.filter((p) => p.bill !== null)
  const bills = await lockBills(tx, [...new Set(billed.map((p) => p.bill!))])
  const coupons = await rentUses(
    tx,
    bills.map((b) => b.id),
  )
  for (const b of bills) {
    const items = billed
      .filter((p) => p.bill === b.id)
      .map((p): NewItem => ({
        feeItem: 'REDUCE',
        description: `减租 ${r.no}（${spanText(p.startOn as Day, p.endOn as Day)}）`,
        amount: -p.amount,
        startOn: p.startOn as Day,
        endOn: p.endOn as Day,
        formula: p.formula,
        idemKey: `reduce:${r.id}:${p.startOn}:${b.id}`,
      }))
    const off = negated(sumFen(items.map((i) => i.amount)))
    if (creditedTo(b.amount, off, coupons.get(b.id) ?? []) < b.writtenOff)
      throw refused(`账单 ${b.no} 已坏账核销，减租后金额将小于核销金额，请先撤回核销`)
    await appendItems(tx, ctx, b.id, items)
  }
  if (bills.length) await prove(tx, ctx, { bills: bills.map((b) => b.id), lessees: [lessee] })
}

async function grant(tx: Tx, ctx: Context, r: Reduction): Promise<object> {
  const of = await leases.lock(tx, ctx, r.lease)
  await lockLessee(tx, of.lessee)
  const { parts, amount } = await reductionParts(tx, ctx, r)
  if (amount !== r.amount) throw refused(`减免金额已由 ${formatYuan(r.amount ?? 0)} 变为 ${formatYuan(amount)}，请驳回后重新提交`)
  await credit(tx, ctx, r, of.lessee, parts)
  const c = await contracts.get(tx, ctx, of.contract)
  const before = await termsOf(tx, of.id)
  if (r.method === 'newRent') {
    const price = { monthlyRent: r.newRent!, dailyRent: r.newDailyRent }
    const after = lowered(before, r.startOn, price.monthlyRent, price.dailyRent)
    await keepLater(tx, ctx, of, laterAfterLower(laterOf(of), price))
    await writeTerms(tx, ctx, of, after)
    await replan(tx, ctx, of, c, after)
    await showRent(tx, ctx, of.id, after)
  } else if (parts.some((p) => p.bill === null)) {
    // The plan is made with what is granted, this reduction among it.
    await replan(tx, ctx, of, c, before, [grantedAs(r)])
  }
  return { parts, amount, ...(await decided(tx, ctx, 'rentReduction', r)) }
}

export const servedReduction = serve(rentReductionActions, {
  facts: ({ tx, records }) => leaseFacts(tx, records, null),
  effects: {
    submit: async ({ tx, ctx, record }) => {
      const { parts, amount } = await reductionParts(tx, ctx, record)
      return { parts, amount: fen(amount), ...(await partiesOf(tx, record.lease)), ...submitted(ctx) }
    },
    pass: async ({ tx, ctx, record }) => grant(tx, ctx, record),
    reject: ({ tx, ctx, record, input }) => decided(tx, ctx, 'rentReduction', record, input.reason),
    withdraw: async () => {},
  },
  hooks: { beforeAdd: ({ tx, values }) => partiesOf(tx, values.lease!), refuseEdit: editableDraft, refuseDelete: deletableDraft },
})

/** Where the renewal begins and ends and what it comes to. */
export async function renewalFigures(tx: Tx, ctx: Context, r: Pick<Renewal, 'lease' | 'months' | 'monthlyRent' | 'dailyRent'>) {
  const of = await leases.get(tx, ctx, r.lease)
  const c = await contracts.get(tx, ctx, of.contract)
  const before = await termsOf(tx, of.id)
  const startOn = endOfTerms(before)
  const endOn = endAfter(before[0]!.anchorOn, startOn, r.months)
  const dailyRent = c.prorateMode === 'daily' ? (r.dailyRent ?? c.dailyRent) : null
  sound(c, r.monthlyRent, dailyRent, 'monthlyRent')
  const after = prolonged(before, 'renewal', endOn, r.monthlyRent, dailyRent)
  const months = monthsOf(c, after).filter((m) => m.startOn >= startOn)
  return {
    of,
    c,
    after,
    startOn,
    endOn: lastDayOf(endOn, c.dayRule),
    totalRent: sumFen(months.map((m) => m.amount)),
    periods: months.map(({ startOn: s, endOn: e, amount, formula }) => ({ startOn: s, endOn: e, amount, formula })),
  }
}

const figuresOf = async (
  tx: Tx,
  ctx: Context,
  r: Pick<Renewal, 'lease' | 'months' | 'monthlyRent' | 'dailyRent'>,
): Promise<Partial<Renewal>> => {
  const known = await liveRows(tx, 'leaseTerm').select('id').where('lease', '=', r.lease).limit(1).executeTakeFirst()
  if (!known) return {}
  const { startOn, endOn, totalRent } = await renewalFigures(tx, ctx, r)
  return { startOn, endOn, totalRent }
}

/** What the lessee has to leave as deposit from now on. */
async function raiseDeposit(tx: Tx, ctx: Context, of: Lease, by: number): Promise<void> {
  const depositAccount = await liveRows(tx, 'depositAccount')
    .select('id')
    .where('lease', '=', of.id)
    .where('kind', '=', 'vehicle')
    .executeTakeFirst()
  if (!depositAccount)
    return void (await openDepositAccount(tx, ctx, {
      lease: of.id,
      contract: of.contract,
      lessee: of.lessee,
      store: of.store,
      kind: 'vehicle',
      required: by,
    }))
  const account = await lock(tx, ctx, 'depositAccount', depositAccount.id)
  await edit(tx, ctx, 'depositAccount', depositAccount.id, null, { required: Number(account['required']) + by })
}

async function signRenewal(tx: Tx, ctx: Context, r: Renewal, input: Partial<Renewal>): Promise<object> {
  signedByNow(ctx, input.signedOn)
  const of = await leases.lock(tx, ctx, r.lease)
  await lockLessee(tx, of.lessee)
  const { c, after, startOn, endOn, totalRent } = await renewalFigures(tx, ctx, r)
  await writeTerms(tx, ctx, of, after)
  await replan(tx, ctx, of, c, after)
  await keepLater(tx, ctx, of, stillLater(laterOf(of), endOfTerms(after)))
  if (r.depositDelta > 0) {
    await raiseDeposit(tx, ctx, of, r.depositDelta)
    const today = ctx.clock.today()
    await issueBill(tx, ctx, {
      billType: 'deposit',
      lessee: of.lessee,
      store: of.store,
      contract: of.contract,
      lease: of.id,
      vehicle: of.vehicle,
      issueOn: today,
      dueOn: maxDay(today, startOn),
      items: [
        {
          feeItem: 'DEPOSIT',
          description: `续租 ${r.no} 补收车辆押金`,
          amount: r.depositDelta,
          formula: '补充协议约定',
          idemKey: `renewal:${r.id}:DEPOSIT`,
        },
      ],
    })
  }
  return { signedOn: input.signedOn, signedScans: input.signedScans, startOn, endOn, totalRent }
}

async function renewalFacts(tx: Tx, ctx: Context, records: readonly Renewal[]): Promise<RenewalFacts[]> {
  const of = await leaseFacts(tx, records, 'renewal')
  const ahead = await parameterNumber(tx, ctx.registry, 'renewAheadDays')
  const ends = await tx
    .selectFrom('lease')
    .select(['id', 'endOn'])
    .where('id', '=', anyOf(records.map((r) => r.lease)))
    .execute()
  const live = await liveFlowOf(
    tx,
    'renewal',
    records.map((r) => r.id),
  )
  return records.map((r, i) => {
    const end = ends.find((l) => l.id === r.lease)?.endOn
    return { ...of[i]!, mayAskFrom: end ? addDays(end, -ahead) : null, liveFlow: live.get(r.id) ?? null }
  })
}

export const servedRenewal = serve(renewalActions, {
  facts: ({ tx, ctx, records }) => renewalFacts(tx, ctx, records),
  effects: {
    submit: async ({ tx, ctx, record }) => ({
      ...(await partiesOf(tx, record.lease)),
      ...(await figuresOf(tx, ctx, record)),
      ...submitted(ctx),
    }),
    pass: ({ tx, ctx, record }) => decided(tx, ctx, 'renewal', record),
    reject: ({ tx, ctx, record, input }) => decided(tx, ctx, 'renewal', record, input.reason),
    sign: async ({ tx, ctx, record, input }) => signRenewal(tx, ctx, record, input as Partial<Renewal>),
    cancel: async () => {},
  },
  hooks: {
    beforeAdd: async ({ tx, ctx, values }) => ({
      ...(await partiesOf(tx, values.lease!)),
      ...(await figuresOf(tx, ctx, values as Renewal)),
    }),
    beforeEdit: ({ tx, ctx, record, patch }) => figuresOf(tx, ctx, { ...record, ...patch }),
    refuseEdit: editableDraft,
    refuseDelete: deletableDraft,
  },
})
