/** 合同: submitted, signed, void (leasing.md §3.3). */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { audit } from '#kit/audit/audit.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { maxDay, type Day } from '#kit/basics/time/day.ts'
import { fen } from '#kit/basics/fen.ts'
import { titlesOf } from '#kit/entity/query/labels.server.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { serve } from '#kit/entity/serve.server.ts'
import { act, storeOf } from '#kit/entity/store.server.ts'
import {
  cancelBill,
  issueBills,
  lockLessee,
  netReceived,
  openDepositAccount,
  pendingReceipts,
  unpaidBillsOf,
  type NewBill,
} from '#modules/billing/billing.public.ts'
import { parameterNumber } from '#modules/system/system.public.ts'
import { holdVehicles, ofOtherModels, releaseReservation, reserveVehicle } from '#modules/vehicles/vehicles.public.ts'
import { contract, contractActions, type ContractFacts } from './contract.ts'
import { templateFor } from '../handovers/checks.server.ts'
import { handover } from '../handovers/handover.ts'
import { lease } from '../lease.ts'
import { addPeriods, cancelPlanned, issuePlanned, plannedRent, type Contract, type Lease } from '../rent/periods.server.ts'
import { checkPlan, previewPlan, type PlanPreview } from '../rent/plan.rules.ts'
import { planInputOf, type RentTerms } from '../rent/terms.rules.ts'
import { lastOf } from '../rent/term-months.rules.ts'
import { writeFirstTerm } from '../rent/terms.server.ts'
import { blockedVehicles, stateLabels, wants } from './blocked.server.ts'
import { currentClause } from './clause.server.ts'
import { asksApproval } from '../approval.server.ts'
import { sweepHolds } from '../holds/occupancy.server.ts'
import { finishHold, freeHold, ownHold, signHold } from '../holds/hold.server.ts'

const contracts = storeOf(contract)
const leases = storeOf(lease)
const handovers = storeOf(handover)

const MAX_VEHICLES = 300
/** What a form may not know: the ceiling of the operator, and what the money kernel makes of the terms. */
export async function checkRentTerms(
  tx: Tx,
  ctx: Context,
  terms: RentTerms & { lateRateBp: number; violationDeposit: number; depositHoldDays: number },
): Promise<void> {
  const most = await parameterNumber(tx, ctx.registry, 'lateRateMaxBp')
  if (terms.lateRateBp > most) throw invalid({ lateRateBp: `滞纳金日费率不能超过万分之 ${most}（见参数设置）` })
  // Said while it can be changed; what was signed is what holds at the return.
  const least = await parameterNumber(tx, ctx.registry, 'violationDepositKeepDays')
  if (terms.violationDeposit > 0 && terms.depositHoldDays < least)
    throw invalid({ depositHoldDays: `违章押金最少留存 ${least} 天（见参数设置）` })
}

function planOf(c: Pick<Contract, 'startOn' | 'endOn'> & RentTerms): PlanPreview {
  const input = planInputOf(c, c.startOn, c.endOn)
  const reason = checkPlan(input)
  if (reason) throw invalid(reason)
  return previewPlan(input)
}

async function checkContract(tx: Tx, ctx: Context, c: Contract): Promise<{ totalRent: Contract['totalRent'] }> {
  await checkRentTerms(tx, ctx, c)
  if (c.vehicles.length > MAX_VEHICLES) throw invalid({ vehicles: `一份合同最多 ${MAX_VEHICLES} 辆车` })
  const plan = await tx
    .selectFrom('leasePlan')
    .innerJoin('vehicleProduct', 'vehicleProduct.id', 'leasePlan.product')
    .select(['leasePlan.minTermMonths', 'leasePlan.name', 'vehicleProduct.name as product', 'vehicleProduct.model'])
    .where('leasePlan.id', '=', c.plan)
    .executeTakeFirst()
  if (plan) await sameModel(tx, ctx, c, plan)
  const preview = planOf(c)
  const least = plan?.minTermMonths ? lastOf(c.startOn, plan.minTermMonths, c.dayRule) : null
  if (plan && least && c.endOn < least)
    throw invalid({ endOn: `方案「${plan.name}」最短租期为 ${plan.minTermMonths} 个月，到期日请填 ${least} 或更晚` })
  return { totalRent: fen(preview.total * c.vehicles.length) }
}

/** What one customer asked for is not made the contract of another. */
async function ownApplication(tx: Tx, c: Pick<Contract, 'application' | 'lessee'>): Promise<void> {
  if (!c.application) return
  const asked = await tx.selectFrom('carApplication').select('lessee').where('id', '=', c.application).executeTakeFirst()
  if (asked && asked.lessee !== c.lessee) throw invalid({ application: '所选用车申请不是该承租人的' })
}

/** A plan is the price of one model: chosen for another, its rent would stand on every bill. */
async function sameModel(tx: Tx, ctx: Context, c: Contract, plan: { name: string; product: string; model: number }): Promise<void> {
  const others = await ofOtherModels(tx, c.vehicles, plan.model)
  if (others.length === 0) return
  const names = await titlesOf(tx, ctx, 'vehicleModel', [plan.model, others[0]!.model])
  const plates = others.slice(0, 3).map((v) => v.plateNo)
  throw invalid({
    plan: `方案「${plan.product} · ${plan.name}」适用 ${names.get(plan.model) ?? ''}，${plates.join('、')}${others.length > 3 ? ` 等 ${others.length} 辆` : ''} 是 ${names.get(others[0]!.model) ?? '其他车型'}：请改选方案，车型不同的车辆请分开签合同`,
  })
}

export async function contractFacts(tx: Tx, ctx: Context, records: readonly Contract[]): Promise<ContractFacts[]> {
  const ids = records.map((c) => c.id)
  const lessees = await tx
    .selectFrom('lessee')
    .select(['id', 'status'])
    .where('id', '=', anyOf(records.map((c) => c.lessee)))
    .execute()
  const blocked = await blockedVehicles(
    tx,
    ctx,
    records.filter((c) => ['draft', 'approving', 'rejected', 'toSign', 'signing'].includes(c.status)).map((c) => wants(c)),
  )
  const received = await netReceived(tx, ids)
  const pending = await pendingReceipts(tx, ctx, ids)
  const handed = await liveRows(tx, 'lease')
    .select((eb) => ['contract', eb.fn.countAll<number>().as('n')])
    .where('contract', '=', anyOf(ids))
    .where('handedOverAt', 'is not', null)
    .groupBy('contract')
    .execute()
  const held = await liveRows(tx, 'depositAccount')
    .select((eb) => ['contract', eb.fn.sum<number>('balance').as('sum')])
    .where('contract', '=', anyOf(ids))
    .groupBy('contract')
    .execute()
  const labels = stateLabels(ctx, 'lessee')
  return records.map((c) => {
    const status = lessees.find((l) => l.id === c.lessee)?.status ?? ''
    return {
      lesseeStatus: status,
      lesseeLabel: labels[status] ?? status,
      blockedVehicles: blocked.get(c.id) ?? [],
      netReceived: received.get(c.id) ?? 0,
      deposits: Number(held.find((row) => row.contract === c.id)?.sum ?? 0),
      handedOver: Number(handed.find((row) => row.contract === c.id)?.n ?? 0),
      pendingReceipts: pending.get(c.id) ?? 0,
    }
  })
}

/** Bills of both deposits; a plan without a deposit asks for none. */
async function askDeposits(tx: Tx, ctx: Context, c: Contract, of: Lease): Promise<NewBill[]> {
  const today = ctx.clock.today()
  const bills: NewBill[] = []
  for (const [kind, feeItem, label, amount] of [
    ['vehicle', 'DEPOSIT', '车辆押金', c.deposit],
    ['violation', 'VIOL_DEPOSIT', '违章押金', c.violationDeposit],
  ] as const) {
    if (amount <= 0) continue
    await openDepositAccount(tx, ctx, { lease: of.id, contract: c.id, lessee: c.lessee, store: of.store, kind, required: amount })
    bills.push({
      billType: 'deposit',
      lessee: c.lessee,
      store: of.store,
      contract: c.id,
      lease: of.id,
      vehicle: of.vehicle,
      issueOn: today,
      dueOn: maxDay(today, c.startOn),
      items: [{ feeItem, description: label, amount, formula: `合同约定的${label}`, idemKey: `${of.id}:${feeItem}` }],
    })
  }
  return bills
}

/** One vehicle line more on a contract that stands already (增车): the same terms until the same end. */
export async function addVehicle(tx: Tx, ctx: Context, c: Contract, vehicle: number, startOn: Day): Promise<number> {
  if (c.vehicles.includes(vehicle)) throw refused('该车辆已在这份合同中，不能重复添加')
  if (c.vehicles.length >= MAX_VEHICLES) throw refused(`一份合同最多 ${MAX_VEHICLES} 辆车`)
  if (startOn >= c.endOn) throw invalid({ startOn: `起租日必须早于合同到期日 ${c.endOn}` })
  await holdVehicles(tx, [vehicle])
  await sweepHolds(tx, ctx, [vehicle])
  const blocked = (await blockedVehicles(tx, ctx, [wants({ ...c, startOn }, [vehicle])])).get(c.id) ?? []
  if (blocked.length) throw refused(blocked.join('；'))
  const line = { ...c, startOn }
  const of = await openLease(tx, ctx, line, vehicle, planOf(line))
  if (c.status !== 'toSign') await makeReady(tx, ctx, line, of)
  await contracts.edit(tx, ctx, c.id, { vehicles: [...c.vehicles, vehicle], totalRent: fen(await plannedRent(tx, c.id)) })
  return of.id
}

/** One vehicle line: lease, plan, deposits, and the first rent when it is paid in advance. */
async function openLease(tx: Tx, ctx: Context, c: Contract, vehicle: number, plan: PlanPreview): Promise<Lease> {
  const of = await leases.add(tx, ctx, {
    contract: c.id,
    lessee: c.lessee,
    vehicle,
    store: c.store,
    owner: c.owner ?? (ctx.user.id || null),
    startOn: c.startOn,
    endOn: c.endOn,
    monthlyRent: c.monthlyRent,
    revision: 0,
  })
  await writeFirstTerm(tx, ctx, of, c, c.startOn, c.endOn)
  await addPeriods(tx, ctx, of, plan.periods, 0, 1)
  await issueBills(tx, ctx, await askDeposits(tx, ctx, c, of))
  if (c.billMode !== 'advance') return of
  await issuePlanned(tx, ctx, sql<boolean>`p.lease = ${of.id} and p.seq = 1`, 1)
  return of
}

/** 提交: checked at once; the leases come into being when it is passed. */
async function submit(tx: Tx, ctx: Context, c: Contract): Promise<Partial<Contract>> {
  await checkContract(tx, ctx, c)
  if (await asksApproval(tx, contract.name, c.store)) return { status: 'approving', rejectReason: null }
  return { ...(await pass(tx, ctx, c)), status: 'toSign', rejectReason: null }
}

async function pass(tx: Tx, ctx: Context, c: Contract): Promise<Partial<Contract>> {
  // Whoever submits another contract with one of these vehicles waits here and then finds it taken.
  await holdVehicles(tx, c.vehicles)
  await sweepHolds(tx, ctx, c.vehicles)
  const blocked = (await blockedVehicles(tx, ctx, [wants(c)])).get(c.id) ?? []
  if (blocked.length) throw refused(blocked.join('；'))
  await finishHold(tx, ctx, c.hold)
  const { totalRent } = await checkContract(tx, ctx, c)
  const plan = planOf(c)
  for (const vehicle of c.vehicles) await openLease(tx, ctx, c, vehicle, plan)
  if (c.status !== 'approving')
    await audit(tx, ctx, {
      entity: contract.name,
      entityId: c.id,
      action: 'comment',
      title: c.no,
      reason: '系统：本门店未设合同审批，已直接通过',
    })
  return { totalRent, clause: await currentClause(tx) }
}

const leasesOf = async (tx: Tx, contractId: number): Promise<Lease[]> =>
  (await liveRows(tx, 'lease')
    .selectAll()
    .where('contract', '=', contractId)
    .where('status', '!=', 'cancelled')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()) as unknown as Lease[]

/** Signed for: the vehicle is kept for it, and the handover is ordered. */
async function makeReady(tx: Tx, ctx: Context, c: Contract, of: Lease): Promise<void> {
  await reserveVehicle(tx, ctx, of.vehicle)
  await leases.act(tx, ctx, 'sign', of.id)
  const template = await templateFor(tx, of.vehicle)
  const items = (template?.items ?? []).map(({ group, name }) => ({ group, name, normal: null, note: null }))
  await handovers.add(tx, ctx, {
    contract: c.id,
    lease: of.id,
    lessee: c.lessee,
    vehicle: of.vehicle,
    store: of.store,
    template: template?.id ?? null,
    plannedOn: c.startOn,
    items,
  })
}

/** Nobody has signed tomorrow; the keys could not be given before that day either. */
export function signedByNow(ctx: Context, signedOn: Day | null | undefined): void {
  if (signedOn && signedOn > ctx.clock.today()) throw invalid({ signedOn: '签署日期不能晚于今天' })
}

async function sign(tx: Tx, ctx: Context, c: Contract, input: Partial<Contract>): Promise<Partial<Contract>> {
  signedByNow(ctx, input.signedOn)
  for (const of of await leasesOf(tx, c.id)) await makeReady(tx, ctx, c, of)
  return { signedOn: input.signedOn ?? null, signedScans: input.signedScans ?? null }
}

async function voidContract(tx: Tx, ctx: Context, c: Contract, reason: string): Promise<void> {
  const all = await leasesOf(tx, c.id)
  await lockLessee(tx, c.lessee)
  for (const of of all) {
    if (of.status === 'toHandOver') await releaseReservation(tx, ctx, of.vehicle)
    await leases.act(tx, ctx, 'cancel', of.id)
    await cancelPlanned(tx, ctx, of.id)
  }
  const open = await liveRows(tx, 'handover')
    .select('id')
    .where('contract', '=', c.id)
    .where('status', '=', 'pending')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const { id } of open) await handovers.act(tx, ctx, 'cancel', id)
  for (const id of await unpaidBillsOf(tx, c.id)) await cancelBill(tx, ctx, id, `合同作废：${reason}`)
  await freeHold(tx, ctx, c.hold)
}

/** All settled before the last day of the contract. */
const endStatus = (today: Day, c: Contract): 'endedEarly' | 'done' => (today < c.endOn ? 'endedEarly' : 'done')

const editable = (c: Contract): string | null =>
  c.status === 'draft' || c.status === 'rejected' ? null : '合同提交后不能修改，可以作废后重新签订'

export const servedContract = serve(contractActions, {
  facts: ({ tx, ctx, records }) => contractFacts(tx, ctx, records),
  effects: {
    submit: ({ tx, ctx, record }) => submit(tx, ctx, record),
    pass: ({ tx, ctx, record }) => pass(tx, ctx, record),
    reject: async ({ input }) => ({ rejectReason: input.reason }),
    sign: ({ tx, ctx, record, input }) => sign(tx, ctx, record, input as Partial<Contract>),
    void: ({ tx, ctx, record, input }) => voidContract(tx, ctx, record, input.reason),
    startSigning: async () => ({ signingEnded: null }),
    signed: async ({ tx, ctx, record, input }) => ({
      ...(await sign(tx, ctx, record, input as Partial<Contract>)),
      signMode: 'electronic' as const,
    }),
    signingEnded: async ({ input }) => ({ signingEnded: input.reason }),
    rescinded: ({ tx, ctx, record, input }) => voidContract(tx, ctx, record, input.reason),
    begin: async () => {},
    allReturned: async () => {},
    goOn: async () => {},
    finish: async ({ ctx, record }) => ({ status: endStatus(ctx.clock.today(), record) }),
  },
  hooks: {
    beforeAdd: async ({ tx, ctx, values }) => {
      await ownApplication(tx, values as Contract)
      await ownHold(tx, values as Contract)
      return checkContract(tx, ctx, values as Contract)
    },
    // Later the sums follow the plans of its leases, and the ceilings of today no longer concern what was agreed.
    beforeEdit: async ({ tx, ctx, record, patch }) => {
      if (editable(record) !== null) return {}
      await ownApplication(tx, { ...record, ...patch })
      await ownHold(tx, { ...record, ...patch })
      return checkContract(tx, ctx, { ...record, ...patch })
    },
    refuseEdit: editable,
    afterAdd: async ({ tx, ctx, record }) => {
      if (record.application) await act(tx, ctx, 'carApplication', 'sign', record.application, null, { contract: record.id })
      await signHold(tx, ctx, record.hold)
    },
    beforeDelete: ({ tx, ctx, record }) => freeHold(tx, ctx, record.hold),
    refuseDelete: (c) => (c.status === 'draft' ? null : '只有草稿可以删除，其余请作废'),
  },
})
