/** 保单: no two of one kind at one time, the premium spread over its days, the vehicle's days following (§2.3, A5, A6). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, dayOf, instantAt, type Day } from '#kit/basics/time/day.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { fen, formatFen, mulDivRound, sumFen } from '#kit/basics/fen.ts'
import { dictionaryOf } from '#kit/entity/dictionary.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { serve } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { eachApart } from '#kit/jobs/each.server.ts'
import { needsApproval } from '#modules/approval/approval.public.ts'
import { draftPayable } from '#modules/billing/billing.public.ts'
import { parameterNumber } from '#modules/system/system.public.ts'
import { holdVehicle, seenVehicle, setPapers } from '#modules/vehicles/vehicles.public.ts'
import { addCost } from '../ground/costs.server.ts'
import { rebuildDues } from '../dues.server.ts'
import { endDay, firstDay, overlapDays, policyNumber, refundOf } from './insurance.rules.ts'
import { insurancePolicy, insurancePolicyActions, policyChange } from './policy.ts'

type Policy = Rec<typeof insurancePolicy>
const policies = storeOf(insurancePolicy)
const changes = storeOf(policyChange)
const LIVE = ['draft', 'pending', 'active', 'soon', 'expired'] as const

const totalOf = (coverages: Policy['coverages'] | undefined) => sumFen((coverages ?? []).map((c) => c.premium))

/** Under the lock of the vehicle: policies of one kind follow each other. */
async function refuseOverlap(tx: Tx, p: Pick<Policy, 'vehicle' | 'kind' | 'startAt' | 'endAt'>, self: number | null): Promise<void> {
  await holdVehicle(tx, p.vehicle)
  const rows = await liveRows(tx, 'insurancePolicy')
    .select(['id', 'policyNo', 'startAt', 'endAt', 'status', 'surrenderedOn'])
    .where('vehicle', '=', p.vehicle)
    .where('kind', '=', p.kind)
    .where('status', 'in', [...LIVE, 'surrendered'])
    .execute()
  for (const other of rows) {
    if (other.id === self) continue
    const endAt = other.surrenderedOn ? instantAt(other.surrenderedOn) : other.endAt
    if (Date.parse(endAt) <= Date.parse(other.startAt)) continue
    const days = overlapDays(p, { startAt: other.startAt, endAt })
    if (days > 0) throw invalid({ startAt: `与保单 ${other.policyNo} 保障期重叠 ${days} 天` })
  }
}

function standingOf(p: Pick<Policy, 'startAt' | 'endAt'>, now: string, warnDays: number): 'pending' | 'active' | 'soon' | 'expired' {
  if (now < p.startAt) return 'pending'
  if (now >= p.endAt) return 'expired'
  return addDays(dayOf(now), warnDays) >= endDay(p) ? 'soon' : 'active'
}

const PAPER = { compulsory: 'compulsoryInsuranceDueOn', commercial: 'commercialInsuranceDueOn' } as const

/** The last day the vehicle is covered without a gap from today on; when it is not, the last day it was. */
async function followVehicle(tx: Tx, ctx: Context, vehicle: number, kind: Policy['kind']): Promise<void> {
  if (kind === 'compulsory' || kind === 'commercial') {
    const rows = await liveRows(tx, 'insurancePolicy')
      .select(['policyNo', 'startAt', 'endAt', 'surrenderedOn', 'status'])
      .where('vehicle', '=', vehicle)
      .where('kind', '=', kind)
      .where('status', 'in', ['pending', 'active', 'soon', 'expired', 'surrendered'])
      .orderBy('startAt')
      .execute()
    const spans = rows.map((p) => ({ from: firstDay(p), to: p.surrenderedOn ?? endDay(p), no: p.policyNo })).filter((s) => s.to > s.from)
    const today = ctx.clock.today()
    // Up to the end of what has begun, and further as far as one follows the other without a gap.
    let latest = spans
      .filter((s) => s.from <= today)
      .reduce<(typeof spans)[number] | null>((last, s) => (last && last.to >= s.to ? last : s), null)
    for (const s of spans) if (latest && s.from <= latest.to && s.to > latest.to) latest = s
    if (latest) await setPapers(tx, ctx, vehicle, { [PAPER[kind]]: addDays(latest.to, -1) }, `保单 ${latest.no}`)
  }
  await rebuildDues(tx, ctx, [vehicle])
}

async function bookPremium(tx: Tx, ctx: Context, p: Policy): Promise<void> {
  const span = { startOn: firstDay(p), endOn: endDay(p) }
  const base = {
    vehicle: p.vehicle,
    store: p.store!,
    on: span.startOn,
    source: p.policyNo,
    bearer: p.payer === 'lessee' ? 'lessee' : 'company',
  } as const
  await addCost(tx, ctx, {
    ...base,
    ...span,
    kind: 'insurance',
    amount: p.premium ?? 0,
    description: `保单 ${p.policyNo} 保费`,
    key: `policy:${p.id}:premium`,
  })
  await addCost(tx, ctx, {
    ...base,
    ...span,
    kind: 'tax',
    amount: p.vehicleTax,
    description: `保单 ${p.policyNo} 车船税`,
    key: `policy:${p.id}:tax`,
  })
}

/** One bill to an insurer for one or many policies. */
async function payInsurer(tx: Tx, ctx: Context, of: readonly Policy[]): Promise<number | null> {
  const items = of.flatMap((p) => [
    { description: `保单 ${p.policyNo} 保费`, amount: p.premium ?? 0 },
    ...(p.vehicleTax ? [{ description: `保单 ${p.policyNo} 车船税`, amount: p.vehicleTax }] : []),
  ])
  if (sumFen(items.map((i) => i.amount)) <= 0) return null
  const names = await dictionaryOf(tx, ctx, 'insurer')
  const { id } = await draftPayable(tx, ctx, {
    partyKind: 'insurer',
    payee: names[of[0]!.insurer] ?? of[0]!.insurer,
    fee: 'insurance',
    store: of[0]!.store!,
    vehicle: of.length === 1 ? of[0]!.vehicle : null,
    dueOn: ctx.clock.today(),
    theirNo: of.length === 1 ? of[0]!.policyNo : null,
    items,
  })
  return id
}

async function issue(tx: Tx, ctx: Context, p: Policy): Promise<Partial<Policy>> {
  if (p.policyNo.startsWith('续保')) throw refused('请先填写保险公司出具的保单号')
  await refuseOverlap(tx, p, p.id)
  const status = standingOf(p, ctx.clock.now(), await parameterNumber(tx, ctx.registry, 'insuranceWarnDays'))
  await bookPremium(tx, ctx, p)
  // Where a process decides over premiums, the policy holds at once and the money waits for 「生成应付」.
  const payable =
    p.payer === 'company' && !(await needsApproval(tx, 'insurancePolicy.pay', p.store)) ? await payInsurer(tx, ctx, [p]) : null
  // The vehicle's days are read off the rows, so the state stands first.
  await policies.act(tx, ctx, 'follow', p.id)
  await followVehicle(tx, ctx, p.vehicle, p.kind)
  return { status, payable }
}

/** The next year, from the end of this one, at a premium moved by the insurer's factor. */
async function renew(tx: Tx, ctx: Context, p: Policy, floatBp: number | null): Promise<string> {
  const draft = await liveRows(tx, 'insurancePolicy')
    .select('policyNo')
    .where('renewalOf', '=', p.id)
    .where('status', 'not in', ['voided'])
    .executeTakeFirst()
  if (draft) throw refused(`已有续保保单 ${draft.policyNo}`)
  const start = endDay(p)
  const end = `${Number(start.slice(0, 4)) + 1}${start.slice(4)}` as Day
  const bp = floatBp ?? 0
  const made = await policies.add(tx, ctx, {
    vehicle: p.vehicle,
    kind: p.kind,
    insurer: p.insurer,
    policyNo: `续保${p.policyNo}`.slice(0, 40),
    startAt: instantAt(start),
    endAt: instantAt(start.endsWith('-02-29') ? (`${Number(start.slice(0, 4)) + 1}-03-01` as Day) : end),
    coverages: (p.coverages ?? []).map((c) => ({ ...c, premium: mulDivRound(c.premium, 10_000 + bp, 10_000) })),
    vehicleTax: p.vehicleTax,
    floatBp: bp || null,
    brokerRebate: null,
    payer: p.payer,
    renewalOf: p.id,
  })
  return made.policyNo
}

/** From the work list: renews the last policy of the kind, when there is one. */
export async function draftRenewal(tx: Tx, ctx: Context, vehicle: number, kind: 'compulsory' | 'commercial'): Promise<string | null> {
  const last = await liveRows(tx, 'insurancePolicy')
    .select('id')
    .where('vehicle', '=', vehicle)
    .where('kind', '=', kind)
    .where('status', 'in', ['active', 'soon', 'expired'])
    .orderBy('endAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return null
  const of = await policies.lock(tx, ctx, last.id)
  return renew(tx, ctx, of, null)
}

async function surrender(
  tx: Tx,
  ctx: Context,
  p: Policy,
  input: { on: Day; refund: number | null; reason: string },
): Promise<Partial<Policy>> {
  if (input.on > endDay(p)) throw invalid({ on: '退保日期不能晚于保险止期' })
  const { refund: byDays } = refundOf(p.premium ?? 0, p, input.on)
  const refund = input.refund ?? byDays
  if (refund > (p.premium ?? 0)) throw invalid({ refund: `退还金额不能超过保费 ${formatFen(p.premium ?? 0)}` })
  const rest = { startOn: input.on < firstDay(p) ? firstDay(p) : input.on, endOn: endDay(p) }
  await addCost(tx, ctx, {
    vehicle: p.vehicle,
    store: p.store!,
    on: ctx.clock.today(),
    kind: 'insurance',
    amount: -refund,
    ...(rest.endOn > rest.startOn ? rest : {}),
    bearer: p.payer === 'lessee' ? 'lessee' : 'company',
    description: `保单 ${p.policyNo} 退保`,
    source: p.policyNo,
    key: `policy:${p.id}:surrender`,
  })
  await policies.act(tx, ctx, 'end', p.id, { on: input.on })
  await followVehicle(tx, ctx, p.vehicle, p.kind)
  return {
    surrenderedOn: input.on,
    refund: fen(refund),
    remark:
      refund === byDays
        ? p.remark
        : `按未使用天数应退 ${formatFen(byDays)}，以保险公司 ${formatFen(refund)} 为准。${p.remark ?? ''}`.slice(0, 300),
  }
}

async function endorse(
  tx: Tx,
  ctx: Context,
  p: Policy,
  input: { on: Day; delta: number; note: string; files: Policy['attachments'] },
): Promise<Partial<Policy>> {
  if ((p.premium ?? 0) + input.delta < 0) throw invalid({ delta: '批改后保费不能为负数' })
  const { on, note, files } = input
  const change = await changes.add(tx, ctx, { policy: p.id, store: p.store, changedOn: on, note, files, delta: fen(input.delta) })
  await addCost(tx, ctx, {
    vehicle: p.vehicle,
    store: p.store!,
    on: input.on,
    kind: 'insurance',
    amount: input.delta,
    startOn: input.on < firstDay(p) ? firstDay(p) : input.on,
    endOn: endDay(p),
    description: `保单 ${p.policyNo} 批改：${input.note}`.slice(0, 200),
    source: p.policyNo,
    key: `policyChange:${change.id}`,
  })
  return { premium: fen((p.premium ?? 0) + input.delta) }
}

/** One line of the whole premium where it was not told by lines. */
const linesOf = ({ kind, coverages, wholePremium }: Partial<Policy>): Policy['coverages'] =>
  coverages?.length
    ? coverages
    : [
        {
          code: kind === 'compulsory' ? 'compulsory' : 'other',
          limit: null,
          deductible: null,
          deductibleBp: null,
          premium: fen(wholePremium ?? 0),
        },
      ]
const repriced = (p: Policy): Partial<Policy> => ({ coverages: linesOf(p), wholePremium: null, premium: totalOf(linesOf(p)) })

export const servedPolicy = serve(insurancePolicyActions, {
  effects: {
    issue: ({ tx, ctx, record }) => issue(tx, ctx, record),
    renew: async ({ tx, ctx, record, input }) => void (await renew(tx, ctx, record, input.floatBp)),
    endorse: ({ tx, ctx, record, input }) => endorse(tx, ctx, record, input),
    surrender: ({ tx, ctx, record, input }) => surrender(tx, ctx, record, input),
    pay: async ({ tx, ctx, record }) => ({ payable: await payInsurer(tx, ctx, [record]) }),
    follow: async ({ tx, ctx, record }) => ({
      status: standingOf(record, ctx.clock.now(), await parameterNumber(tx, ctx.registry, 'insuranceWarnDays')),
    }),
    end: async ({ input }) => ({ surrenderedOn: input.on }),
    void: async () => {},
  },
  hooks: {
    beforeAdd: async ({ tx, values }) => {
      await refuseOverlap(tx, values as Policy, null)
      const v = await seenVehicle(tx, values.vehicle!)
      const coverages = linesOf(values)
      return {
        store: v?.store ?? null,
        coverages,
        wholePremium: null,
        premium: totalOf(coverages),
        policyNo: policyNumber(values.policyNo!),
      }
    },
    beforeEdit: async ({ tx, record, patch }) => {
      if (patch.startAt || patch.endAt) await refuseOverlap(tx, { ...record, ...patch }, record.id)
      return {
        ...(patch.coverages === undefined && patch.wholePremium == null ? {} : repriced({ ...record, ...patch })),
        ...(patch.policyNo === undefined ? {} : { policyNo: policyNumber(patch.policyNo) }),
      }
    },
    refuseEdit: (p) => (p.status === 'draft' ? null : '已出单的保单不能修改，请用「批改」'),
    refuseDelete: (p) => (p.status === 'draft' ? null : '只有未出单的保单可以删除'),
  },
})

/** Every night: what has begun, comes to its end, or has ended. */
export async function followPolicies(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const { rows, warn } = await ctx.db.read(ctx.user.operatorId, async (db) => ({
    warn: await parameterNumber(db, ctx.registry, 'insuranceWarnDays'),
    rows: await liveRows(db, 'insurancePolicy')
      .select(['id', 'vehicle', 'kind', 'status', 'startAt', 'endAt'])
      .where('status', 'in', ['pending', 'active', 'soon'])
      .execute(),
  }))
  const moved = rows.filter((p) => standingOf(p, now, warn) !== p.status)
  await eachApart(ctx, moved, async (tx, p) => {
    await policies.act(tx, ctx, 'follow', p.id)
    await followVehicle(tx, ctx, p.vehicle, p.kind)
  })
}

/** The policy that covered what a vehicle carried at a moment: goods first, then the liability of who carries. */
export async function cargoPolicyAt(tx: Tx, vehicle: number, at: string): Promise<{ policyNo: string | null; insurer: string | null }> {
  const row = await liveRows(tx, 'insurancePolicy')
    .select(['policyNo', 'insurer', 'kind'])
    .where('vehicle', '=', vehicle)
    .where('kind', 'in', ['cargo', 'carrier'])
    .where('status', 'not in', ['draft', 'surrendered', 'voided'])
    .where('startAt', '<=', at)
    .where('endAt', '>', at)
    .orderBy('kind')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return { policyNo: row?.policyNo ?? null, insurer: row?.insurer ?? null }
}
