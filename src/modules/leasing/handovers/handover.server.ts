/** 交车: keys are given, the vehicle is out, and the plan starts from the day it really happened (leasing.md §3.4). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { dayOf, type Day } from '#kit/basics/time/day.ts'
import { invalid } from '#kit/basics/errors.ts'
import { fen } from '#kit/basics/fen.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { serve, type InputOf } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import {
  appendItems,
  lockBills,
  lockLessee,
  lowerLateFees,
  moveBill,
  prove,
  unpaidBeforeHandover,
  type NewItem,
} from '#modules/billing/billing.public.ts'
import { parameterNumber, parameterValue, sendMessages } from '#modules/system/system.public.ts'
import { handOverVehicle, leaseGaps, platesOf } from '#modules/vehicles/vehicles.public.ts'
import { contract } from '../contracts/contract.ts'
import { mustBeChecked, templateById } from './checks.server.ts'
import { handover, handoverActions, type HandoverFacts } from './handover.ts'
import { lease, planPeriod } from '../lease.ts'
import { addPeriods, asPlan, cancelPlanned, plannedRent, rentKey, type Contract, type Lease, type Period } from '../rent/periods.server.ts'
import { lastDayOf, reanchor, type PlanPeriod } from '../rent/plan.rules.ts'
import { planInputOf } from '../rent/terms.rules.ts'
import { writeTerms } from '../rent/terms.server.ts'
import { firstTerm } from '../rent/timeline.rules.ts'
import { receiverMobile } from './known.server.ts'
import { openSegment } from './segments.server.ts'

type Handover = Rec<typeof handover>
type ConfirmInput = InputOf<(typeof handoverActions)['all']['confirm']>

const contracts = storeOf(contract)
const leases = storeOf(lease)

/** What keeps the keys from this lessee today. */
export function licenceGap(l: { kind: string; licenceDueOn: Day | null } | undefined, today: Day): string | null {
  if (!l || l.kind !== 'person') return null
  if (!l.licenceDueOn) return '承租人未登记驾驶证有效期，不能交车'
  return l.licenceDueOn < today ? `承租人驾驶证已于 ${l.licenceDueOn} 到期，不能交车` : null
}

async function handoverFacts(tx: Tx, ctx: Context, records: readonly Handover[]): Promise<HandoverFacts[]> {
  const open = records.filter((h) => h.status === 'pending')
  const needsPayment = await parameterValue(tx, ctx.registry, 'handoverNeedsPayment')
  const unpaid = needsPayment
    ? await unpaidBeforeHandover(
        tx,
        open.map((h) => h.lease),
      )
    : new Map<number, HandoverFacts['unpaid']>()
  const states = await tx
    .selectFrom('contract')
    .select(['id', 'status'])
    .where('id', '=', anyOf(records.map((h) => h.contract)))
    .execute()
  const vehicles = await tx
    .selectFrom('vehicle')
    .select(['id', 'status', 'odometer'])
    .where('id', '=', anyOf(records.map((h) => h.vehicle)))
    .execute()
  const lessees = await tx
    .selectFrom('lessee')
    .select(['id', 'kind', 'licenceDueOn'])
    .where('id', '=', anyOf(records.map((h) => h.lessee)))
    .execute()
  const gaps = await leaseGaps(
    tx,
    ctx,
    open.map((h) => h.vehicle),
  )
  const today = ctx.clock.today()
  return records.map((h) => {
    const v = vehicles.find((row) => row.id === h.vehicle)
    return {
      unpaid: unpaid.get(h.lease) ?? [],
      contractStatus: states.find((c) => c.id === h.contract)?.status ?? '',
      vehicleStatus: v?.status ?? '',
      vehicleOdometer: v?.odometer ?? 0,
      papers: gaps.get(h.vehicle) ?? [],
      licence: licenceGap(
        lessees.find((l) => l.id === h.lessee),
        today,
      ),
    }
  })
}

/** What the inspection sheet asks for beyond the form's own rules. */
async function checkSheet(tx: Tx, ctx: Context, h: Handover, input: ConfirmInput): Promise<void> {
  if (Date.parse(input.actualAt) > Date.parse(ctx.clock.now()) + 60_000) throw invalid({ actualAt: '实际交车时间不能晚于现在' })
  const { signedOn } = await tx.selectFrom('contract').select('signedOn').where('id', '=', h.contract).executeTakeFirstOrThrow()
  if (signedOn && dayOf(input.actualAt) < signedOn) throw invalid({ actualAt: `实际交车时间不能早于合同签署日期 ${signedOn}` })
  const template = await templateById(tx, h.template)
  mustBeChecked('items', input.items, template)
  const photosMin = await parameterNumber(tx, ctx.registry, 'handoverPhotosMin')
  if ((input.photos?.length ?? 0) < photosMin) throw invalid({ photos: `交车照片至少 ${photosMin} 张` })
  const photos = (template?.items ?? []).reduce((most, item) => most + item.minPhotos, 0)
  const wanted = Math.min(photos, 20)
  if ((input.photos?.length ?? 0) < wanted) throw invalid({ photos: `按验车模板至少上传 ${wanted} 张照片` })
}

/** The issued bill goes on to stand for the first period of the moved plan: old months out, new months in. */
function exchange(of: Lease, period: Period, after: PlanPeriod): NewItem[] {
  const next = { revision: of.revision + 1, seq: period.seq }
  return [
    ...period.items.map((item, month): NewItem => ({
      feeItem: 'RENT',
      description: `第 ${period.seq} 期租金：按实际交车日重排，冲回原账期`,
      amount: -item.amount,
      startOn: item.startOn as Day,
      endOn: item.endOn as Day,
      formula: item.formula,
      idemKey: `${rentKey(of.id, period, month)}:back`,
    })),
    ...after.items.map((item, month): NewItem => ({
      feeItem: 'RENT',
      description: `第 ${period.seq} 期租金`,
      amount: item.amount,
      startOn: item.startOn,
      endOn: item.endOn,
      formula: item.formula,
      idemKey: rentKey(of.id, next, month),
    })),
  ]
}

async function moveIssued(tx: Tx, ctx: Context, of: Lease, period: Period, after: PlanPeriod): Promise<void> {
  if (period.bill !== null) {
    await appendItems(tx, ctx, period.bill, exchange(of, period, after))
    await moveBill(tx, ctx, period.bill, { startOn: after.startOn, endOn: after.endOn, dueOn: after.dueOn })
    await lowerLateFees(tx, ctx, await lockBills(tx, [period.bill]))
  }
  const { startOn, endOn, dueOn, items } = after
  const moved = { revision: of.revision + 1, startOn, endOn, amount: fen(after.amount), dueOn, items }
  await storeOf(planPeriod).writeMany(tx, ctx, [period.id], () => moved as Partial<Rec<typeof planPeriod>>)
}

/** The plan from the real first day; nothing happens when that is the planned one. Returns the moved term. */
async function replan(tx: Tx, ctx: Context, c: Contract, of: Lease, startOn: Day): Promise<{ startOn: Day; endOn: Day }> {
  if (startOn === of.startOn) return { startOn, endOn: of.endOn }
  const rows = (await liveRows(tx, 'planPeriod')
    .selectAll()
    .where('lease', '=', of.id)
    .where('status', '=', 'issued')
    .orderBy('seq')
    .execute()) as unknown as Period[]
  await lockBills(
    tx,
    rows.flatMap((p) => (p.bill === null ? [] : [p.bill])),
  )
  const moved = reanchor(planInputOf(c, of.startOn, of.endOn), startOn, rows.map(asPlan))
  await cancelPlanned(tx, ctx, of.id)
  for (const [i, period] of rows.entries()) {
    const after = moved.issued[i]?.after
    if (after) await moveIssued(tx, ctx, of, period, after)
  }
  await addPeriods(tx, ctx, of, moved.unissued, of.revision + 1, rows.length + 1)
  await writeTerms(tx, ctx, of, [firstTerm(moved.input)])
  await prove(tx, ctx, { bills: rows.flatMap((p) => (p.bill === null ? [] : [p.bill])), lessees: [of.lessee] })
  return { startOn, endOn: lastDayOf(moved.input.endOn, c.dayRule) }
}

/** From this moment the lessee answers for fines, and the traffic police want to see why (leasing.md §3.4). */
async function askUpload(tx: Tx, ctx: Context, h: Handover, of: Lease): Promise<void> {
  const clerk = of.owner ?? of.createdBy
  if (!clerk) return
  const plateNo = (await platesOf(tx, [h.vehicle])).get(h.vehicle) ?? ''
  await sendMessages(tx, ctx, {
    receivers: [clerk],
    category: 'task',
    title: `${plateNo} 已交车，请在交管 12123 上传租赁合同`,
    content: `租约 ${of.no}。上传后，租期内的违章可以转给承租人处理。`,
    link: `/lease/leaseDetails?id=${of.id}`,
    dedupe: `upload12123:${of.id}`,
  })
}

async function confirm(tx: Tx, ctx: Context, h: Handover, input: ConfirmInput): Promise<Partial<Handover>> {
  await checkSheet(tx, ctx, h, input)
  const mobile = await receiverMobile(tx, h.lessee, input.receiverName, input.receiverMobile)
  const of = await leases.lock(tx, ctx, h.lease)
  await lockLessee(tx, h.lessee)
  const c = await contracts.get(tx, ctx, h.contract)
  const term = await replan(tx, ctx, c, of, dayOf(input.actualAt))
  await openSegment(tx, ctx, { ...h, kind: 'main', fromAt: input.actualAt, startOdometer: input.odometer })
  await handOverVehicle(tx, ctx, h.vehicle, { odometer: input.odometer, at: input.actualAt })
  await leases.act(tx, ctx, 'handOver', of.id, { ...term, at: input.actualAt, odometer: input.odometer })
  if (c.status === 'toHandOver') await contracts.act(tx, ctx, 'begin', c.id)
  await askUpload(tx, ctx, h, of)
  const totalRent = await plannedRent(tx, c.id)
  if (totalRent !== c.totalRent) await contracts.edit(tx, ctx, c.id, { totalRent: fen(totalRent) })
  const { actualAt, odometer, energyPercent, items, photos, receiverName, receiverSign, signedSheet, remark } = input
  return { actualAt, odometer, energyPercent, items, photos, receiverName, receiverMobile: mobile, receiverSign, signedSheet, remark }
}

export const servedHandover = serve(handoverActions, {
  facts: ({ tx, ctx, records }) => handoverFacts(tx, ctx, records),
  effects: {
    confirm: ({ tx, ctx, record, input }) => confirm(tx, ctx, record, input as ConfirmInput),
    sheetSigned: async ({ input }) => ({ signedSheet: input.signedSheet }),
    cancel: async () => {},
  },
})
