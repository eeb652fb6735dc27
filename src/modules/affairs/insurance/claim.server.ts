/** 出险: matched like a violation, forward a step at a time, closed when the loss has found all who bear it (§2.3, §3.4, A7). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, dayOf } from '#kit/basics/time/day.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { fen, formatFen, sumFen } from '#kit/basics/fen.ts'
import { allRows, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { serve } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { writersOf } from '#kit/entity/write/writers.server.ts'
import { isEngine } from '#modules/approval/approval.public.ts'
import { holderAt, incidentalsOf } from '#modules/leasing/leasing.public.ts'
import { parameterNumber, parameterValue } from '#modules/system/system.public.ts'
import { deducted } from '#modules/freight/freight.public.ts'
import { noteCredit } from '#modules/parties/parties.public.ts'
import { draftOrder } from '../upkeep/order.server.ts'
import { upkeepOrder } from '../upkeep/upkeep.ts'
import { CLAIM_FLOW, insuranceClaim, insuranceClaimActions } from './claim.ts'
import { charge, chargeDriver, noteReceipt, receive, refuseCharged, refuseOverpaid, uncharge } from './claim-money.server.ts'
import { LIABILITY_BP, lesseeShare, shareLoss } from './insurance.rules.ts'
import { seenVehicle } from '#modules/vehicles/vehicles.public.ts'
import { driverAt, shownTime } from '../violations/match.server.ts'

type Claim = Rec<typeof insuranceClaim>
const LATE_MS = 48 * 3_600_000

const sums = (c: Partial<Claim>): Pick<Claim, 'loss' | 'paidOut'> => ({
  loss: sumFen((c.assessed ?? []).map((l) => l.amount)),
  paidOut: sumFen((c.payouts ?? []).map((l) => l.amount)),
})

async function policyAt(tx: Tx, vehicle: number, at: string) {
  return liveRows(tx, 'insurancePolicy')
    .selectAll()
    .where('vehicle', '=', vehicle)
    .where('kind', 'in', ['commercial', 'compulsory'])
    .where('status', 'in', ['active', 'soon', 'expired', 'surrendered'])
    .where('startAt', '<=', at)
    .where('endAt', '>', at)
    .orderBy('kind')
    .execute()
}

async function matched(tx: Tx, ctx: Context, values: Partial<Claim>): Promise<Partial<Claim>> {
  const at = values.occurredAt!
  if (Date.parse(at) > Date.parse(ctx.clock.now())) throw invalid({ occurredAt: '出险时间不能晚于现在' })
  const policies = (await policyAt(tx, values.vehicle!, at)).filter((p) => !p.surrenderedOn || dayOf(at) < p.surrenderedOn)
  if (policies.length === 0) {
    const last = await liveRows(tx, 'insurancePolicy')
      .select(['policyNo', 'startAt', 'endAt'])
      .where('vehicle', '=', values.vehicle!)
      .where('status', 'not in', ['draft', 'voided'])
      .orderBy('endAt', 'desc')
      .limit(1)
      .executeTakeFirst()
    // Of a vehicle whose policies nobody has entered an accident is an accident all the same.
    if (last)
      throw invalid({
        occurredAt: `出险时间不在保单 ${last.policyNo} 保障期内（${dayOf(last.startAt)} 至 ${addDays(dayOf(last.endAt), -1)}）`,
      })
  }
  const held = await holderAt(tx, values.vehicle!, at)
  const v = await seenVehicle(tx, values.vehicle!)
  const drove = await driverAt(tx, values.vehicle!, at)
  return {
    driver: values.driver ?? (held ? null : drove.driver),
    driverName: values.driverName || (held ? null : drove.driverName),
    why: held ? `在租 ${shownTime(held.fromAt)} 至 ${held.toAt ? shownTime(held.toAt) : '至今'}` : drove.why.slice(0, 300),
    policy: (policies.find((p) => p.kind === 'commercial') ?? policies[0])?.id ?? null,
    lease: held?.lease ?? null,
    lessee: held?.lessee ?? null,
    store: v?.store ?? null,
    late: Date.parse(values.reportedAt!) - Date.parse(at) > LATE_MS,
    ...sums(values),
  }
}

const RECKONED = '按责任计算：'
/** The shares by fault, limits and deductible; what insurers really pay is entered when it comes. */
async function propose(tx: Tx, ctx: Context, c: Claim): Promise<Partial<Claim>> {
  const p = await policyAt(tx, c.vehicle, c.occurredAt)
  const commercial = p.find((x) => x.kind === 'commercial')
  const own = commercial?.coverages?.find((x) => x.code === 'own')
  const third = commercial?.coverages?.find((x) => x.code === 'third')
  const liabilityBp = c.liabilityBp ?? LIABILITY_BP[c.liability]
  const s = shareLoss({
    liabilityBp,
    other: liabilityBp < 10_000 || (c.thirdParties ?? []).length > 0,
    own: c.loss ?? 0,
    third: sumFen((c.thirdParties ?? []).map((t) => t.loss)),
    deductible: own?.deductible ?? 0,
    // The sum on our own policy covers people too, and says nothing of the other's.
    compulsoryLimit: await parameterNumber(tx, ctx.registry, 'compulsoryProperty'),
    compulsoryNoFault: await parameterNumber(tx, ctx.registry, 'compulsoryPropertyNoFault'),
    ownLimit: own ? (own.limit ?? Number.MAX_SAFE_INTEGER) : null,
    thirdLimit: third ? (third.limit ?? Number.MAX_SAFE_INTEGER) : null,
  })
  const onLessee = c.lease ? lesseeShare(s, 0) : 0
  const capped = Math.min(onLessee, c.deductible ?? onLessee)
  return {
    lesseeShare: fen(capped),
    driverShare: fen(0),
    companyLoss: fen(s.deductible + s.uninsured - capped),
    remark: [
      // Reckoned again, it is said once.
      ...(c.remark ?? '').split('\n').filter((line) => !line.startsWith(RECKONED)),
      `${RECKONED}对方交强 ${formatFen(s.byTheirCompulsory)}，对方商业 ${formatFen(s.byTheirCommercial)}，本车商业 ${formatFen(s.byOurCommercial)}，免赔 ${formatFen(s.deductible)}，未投保部分 ${formatFen(s.uninsured)}`,
    ]
      .filter(Boolean)
      .join('\n')
      .slice(0, 500),
  }
}

export const servedClaim = serve(insuranceClaimActions, {
  facts: async ({ tx, records }) => {
    const ids = records.map((c) => c.upkeepOrder).filter((id): id is number => id !== null)
    const drafts = records.map((c) => c.incidental).filter((id): id is number => id !== null)
    const orders = ids.length ? await tx.selectFrom('upkeepOrder').select(['id', 'no', 'status']).where('id', 'in', ids).execute() : []
    const charges = await incidentalsOf(tx, drafts)
    const taken = await deducted(
      tx,
      records.flatMap((c) => c.deduction ?? []),
    )
    return records.map((c) => {
      const o = orders.find((x) => x.id === c.upkeepOrder)
      const own = charges.find((b) => b.id === c.incidental && b.status !== 'cancelled')
      return {
        orderStatus: o?.status ?? '',
        orderNo: o?.no ?? '',
        charge: own ? (own.status === 'billed' ? ('billed' as const) : ('draft' as const)) : ('' as const),
        charged: own?.amount ?? 0,
        deducted: taken.get(c.deduction ?? -1) ?? 0,
      }
    })
  },
  effects: {
    next: async ({ tx, ctx, record }) => {
      refuseOverpaid(record)
      const to = CLAIM_FLOW[CLAIM_FLOW.indexOf(record.status) + 1] as Claim['status']
      if (to === 'repairing' && !record.upkeepOrder) {
        const no = await draftOrder(tx, ctx, {
          vehicle: record.vehicle,
          kind: 'accident',
          items: ['bodywork'],
          symptom: `出险 ${record.no}：${(record.assessed ?? []).map((a) => a.part).join('、')}`.slice(0, 500),
        })
        const made = await allRows(tx, 'upkeepOrder').select('id').where('no', '=', no).executeTakeFirstOrThrow()
        await storeOf(upkeepOrder).writeMany(tx, ctx, [made.id], () => ({ claim: record.id }))
        return { status: to, upkeepOrder: made.id }
      }
      return { status: to }
    },
    back: async ({ record }) => ({ status: CLAIM_FLOW[CLAIM_FLOW.indexOf(record.status) - 1] as Claim['status'] }),
    propose: async ({ tx, ctx, record }) => {
      const proposal = await propose(tx, ctx, record)
      await refuseCharged(tx, record, proposal)
      return proposal
    },
    receive: ({ tx, ctx, record, input }) => receive(tx, ctx, record, input),
    noteReceipt: async ({ record, input }) => noteReceipt(record, input),
    charge: ({ tx, ctx, record }) => charge(tx, ctx, record),
    chargeDriver: ({ tx, ctx, record }) => chargeDriver(tx, ctx, record),
    close: async ({ tx, ctx, record }) => {
      refuseOverpaid(record)
      const most = await parameterNumber(tx, ctx.registry, 'claimLossAbove')
      // A second pair of eyes, where no process has been asked.
      if (!isEngine(ctx) && record.companyLoss > most && (await parameterValue(tx, ctx.registry, 'twoPersons')) === true) {
        if (record.createdBy !== null && record.createdBy === ctx.user.id)
          throw refused(`公司承担超过 ${formatFen(most)} 元，须由登记人以外的同事结案`)
        if ((await writersOf(tx, ctx, 'insuranceClaim', [record.id])).get(record.id)?.has(ctx.user.id))
          throw refused(`公司承担超过 ${formatFen(most)} 元；您填写或修改过这起出险，须由没有改过它的同事结案`)
      }
      if (record.lessee && (record.liabilityBp ?? LIABILITY_BP[record.liability]) >= 7000)
        await noteCredit(
          tx,
          ctx,
          record.lessee,
          'damage',
          `出险 ${record.no}：责任 ${(record.liabilityBp ?? LIABILITY_BP[record.liability]) / 100}%，损失 ${formatFen(record.loss ?? 0)} 元`,
        )
      return { closedOn: ctx.clock.today() }
    },
    decline: ({ tx, ctx, record }) => uncharge(tx, ctx, record, '拒赔'),
    withdraw: ({ tx, ctx, record }) => uncharge(tx, ctx, record, '撤案'),
  },
  hooks: {
    beforeAdd: ({ tx, ctx, values }) => matched(tx, ctx, values),
    beforeEdit: async ({ tx, record, patch }) => {
      await refuseCharged(tx, record, patch)
      const after = { ...record, ...patch } as Claim
      return { ...sums(after), late: Date.parse(after.reportedAt) - Date.parse(after.occurredAt) > LATE_MS }
    },
    refuseEdit: (c) => (CLAIM_FLOW.includes(c.status) ? null : '已结案、拒赔或撤案的出险不能修改'),
    refuseDelete: (c) => (c.status === 'reported' ? null : '只有刚报案的出险可以删除，其余请撤案'),
  },
})
