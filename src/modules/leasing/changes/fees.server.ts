/** 延期 and 杂费 on the server (leasing.md §3.4). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { fen, sumFen } from '#kit/basics/fen.ts'
import { serve } from '#kit/entity/serve.server.ts'
import { edit, storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { issueBill, lockBills, lockLessee, lowerLateFees, useBalance } from '#modules/billing/billing.public.ts'
import { parameterNumber } from '#modules/system/system.public.ts'
import { decided, leaseFacts, partiesOf, submitted } from '../approval.server.ts'
import { deletableDraft, editableDraft } from '../audit.ts'
import { incidental, incidentalActions, INCIDENTAL_FEES, leaseExtension, leaseExtensionActions } from './change.ts'
import { contract } from '../contracts/contract.ts'
import { lease } from '../lease.ts'
import { chargeEnd } from '../rent/plan.rules.ts'
import { keepLater, laterOf, replan, termsOf, writeTerms } from '../rent/terms.server.ts'
import { extended, rentBeyond, stillLater } from '../rent/later.rules.ts'
import { endOfTerms } from '../rent/timeline.rules.ts'

type Extension = Rec<typeof leaseExtension>
type Incidental = Rec<typeof incidental>
const leases = storeOf(lease)
const contracts = storeOf(contract)

/** What the extension moves from which day to which. */
async function extensionFigures(tx: Tx, ctx: Context, e: Extension) {
  if (e.kind === 'payment') {
    const [bill] = await lockBills(tx, e.bill ? [e.bill] : [])
    if (!bill || bill.lease !== e.lease) throw invalid({ bill: '请选择该租约的账单' })
    if (bill.status !== 'unpaid' && bill.status !== 'partlyPaid') throw refused(`账单 ${bill.no} 已不是待收状态，不需要延期`)
    if (e.newDueOn! <= bill.dueOn) throw invalid({ newDueOn: `新应付日必须晚于原应付日 ${bill.dueOn}` })
    return {
      bill,
      patch: {
        oldDay: bill.dueOn,
        newDay: e.newDueOn,
        amount: null,
        effect: `账单 ${bill.no} 应付日由 ${bill.dueOn} 延至 ${e.newDueOn}，滞纳金按新应付日计算`,
      },
    }
  }
  const of = await leases.get(tx, ctx, e.lease)
  const c = await contracts.get(tx, ctx, of.contract)
  const before = await termsOf(tx, of.id)
  const [from, to] = [endOfTerms(before), chargeEnd(e.newEndOn!, c.dayRule)]
  if (to <= from) throw invalid({ newEndOn: `新还车日必须晚于现到期日 ${of.endOn}` })
  const waiting = laterOf(of)
  const after = extended(before, waiting, to)
  const amount = rentBeyond(c, before, waiting, to)
  return {
    of,
    c,
    after,
    waiting: stillLater(waiting, to),
    patch: {
      oldDay: of.endOn,
      newDay: e.newEndOn,
      amount,
      effect: `到期日由 ${of.endOn} 延至 ${e.newEndOn}，按${waiting.some((w) => w.on < to) ? '换车后的' : '原'}租金增加 ${(amount / 100).toFixed(2)} 元`,
    },
  }
}

async function extend(tx: Tx, ctx: Context, e: Extension): Promise<object> {
  const of = await leases.lock(tx, ctx, e.lease)
  await lockLessee(tx, of.lessee)
  const figures = await extensionFigures(tx, ctx, e)
  if (figures.bill) {
    await edit(tx, ctx, 'bill', figures.bill.id, null, { dueOn: e.newDueOn })
    await lowerLateFees(tx, ctx, await lockBills(tx, [figures.bill.id]))
  } else {
    await writeTerms(tx, ctx, of, figures.after)
    await replan(tx, ctx, of, figures.c, figures.after)
    await keepLater(tx, ctx, of, figures.waiting)
  }
  return { ...figures.patch, ...(await decided(tx, ctx, 'leaseExtension', e)) }
}

export const servedExtension = serve(leaseExtensionActions, {
  facts: ({ tx, records }) => leaseFacts(tx, records, 'leaseExtension'),
  effects: {
    submit: async ({ tx, ctx, record }) => ({
      ...(await partiesOf(tx, record.lease)),
      ...(await extensionFigures(tx, ctx, record)).patch,
      ...submitted(ctx),
    }),
    pass: async ({ tx, ctx, record }) => extend(tx, ctx, record),
    reject: ({ tx, ctx, record, input }) => decided(tx, ctx, 'leaseExtension', record, input.reason),
    sheetSigned: async ({ input }) => ({ attachments: input.attachments }),
    cancel: async () => {},
  },
  hooks: { beforeAdd: ({ tx, values }) => partiesOf(tx, values.lease!), refuseEdit: editableDraft, refuseDelete: deletableDraft },
})

const totalOf = (r: Pick<Incidental, 'lines'>): ReturnType<typeof fen> => fen(sumFen(r.lines.map((l) => l.amount)))

async function issue(tx: Tx, ctx: Context, r: Incidental): Promise<Partial<Incidental>> {
  const of = await leases.lock(tx, ctx, r.lease)
  await lockLessee(tx, of.lessee)
  const c = await contracts.get(tx, ctx, of.contract)
  const { id } = await issueBill(tx, ctx, {
    billType: 'incidental',
    lessee: of.lessee,
    store: of.store,
    contract: of.contract,
    lease: of.id,
    vehicle: of.vehicle,
    issueOn: ctx.clock.today(),
    dueOn: r.dueOn,
    lateGraceDays: c.lateGraceDays,
    lateRateBp: c.lateRateBp,
    lateCapBp: c.lateCapBp,
    items: r.lines.map((l, i) => ({
      feeItem: l.feeItem,
      description: `${INCIDENTAL_FEES[l.feeItem]}${l.note ? `：${l.note}` : ''}（${r.no}，${r.occurredOn}）`,
      amount: l.amount,
      formula: '杂费单登记金额',
      idemKey: `incidental:${r.id}:${i}`,
    })),
  })
  await useBalance(tx, ctx, of.lessee, [id])
  return { bill: id }
}

export const servedIncidental = serve(incidentalActions, {
  facts: async ({ tx, ctx, records }) => {
    const proofAbove = await parameterNumber(tx, ctx.registry, 'incidentalProofAbove')
    return (await leaseFacts(tx, records, null)).map(({ leaseStatus, leaseLabel }) => ({ leaseStatus, leaseLabel, proofAbove }))
  },
  effects: { issue: ({ tx, ctx, record }) => issue(tx, ctx, record), cancel: async () => {} },
  hooks: {
    beforeAdd: async ({ tx, values }) => ({ ...(await partiesOf(tx, values.lease!)), amount: totalOf(values as Incidental) }),
    beforeEdit: async ({ record, patch }) => ({ amount: totalOf({ ...record, ...patch }) }),
    refuseEdit: (r) => (r.status === 'draft' ? null : '杂费单已出账，不能修改'),
    refuseDelete: (r) => (r.status === 'draft' ? null : '只有待出账的杂费单可以删除'),
  },
})
