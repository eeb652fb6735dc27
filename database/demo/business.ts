/**
 * A year of business: lessees, plans, contracts signed and handed over as vehicles come free, the daily run, receipts
 * registered by one clerk and confirmed by another; most pay in time, some late, a few not yet.
 */
import { addDays, addMonths, daysBetween, type Day } from '#kit/basics/time/day.ts'
import type { DemoVehicle, Fleet } from './fleet.ts'
import { CHECKS } from './checks.ts'
import { LeaseLife } from './lease-life.ts'
import { MODELS, type ModelPlan } from './names.ts'
import { SALES_OF_STORE } from './people.ts'
import { creditCode, firmName, idNumber, mobile, personName } from './random.ts'
import type { World } from './world.ts'

interface DemoLessee {
  id: number
  name: string
  storeIndex: number
  /** How this one pays: days after the due day; null: stopped paying. */
  habit: (w: World) => number | null
  inParts: (w: World) => boolean
  company: boolean
}
interface Due {
  bill: number
  lessee: DemoLessee
  payOn: Day
}

const sales = (storeIndex: number): string => SALES_OF_STORE[storeIndex]!

async function makeLessee(w: World, storeIndex: number, fleet: Fleet): Promise<DemoLessee> {
  const r = w.random
  const store = w.stores[storeIndex]!
  const company = r.chance(0.55)
  const name = company ? firmName(r, store.plan.city) : personName(r)
  const values = company
    ? { kind: 'company', creditCode: creditCode(r, store.plan.region), legalPerson: personName(r), invoiceTitle: name }
    : {
        kind: 'person',
        idNo: idNumber(r, store.plan.region),
        licenceNo: `${store.plan.region}${r.digits(6)}`,
        licenceClass: r.pick(['C1', 'B2', 'C2']),
        licenceDueOn: addDays(w.until, r.int(200, 1500)),
      }
  const id = await w.add(sales(storeIndex), 'lessee', {
    ...values,
    name,
    mobile: mobile(r),
    store: store.id,
    owner: w.people.get(sales(storeIndex))!.id,
    creditLevel: r.pick(['A', 'A', 'B', 'B', 'C']),
    channel: r.chance(0.5) ? r.pick(fleet.channels) : null,
    creditLimit: company ? 5_000_000 : 1_000_000,
    autoUseBalance: r.chance(0.3),
    place: { address: store.plan.address, lng: store.plan.lng, lat: store.plan.lat },
    contacts: company ? [{ name: personName(r), mobile: mobile(r), post: '车队负责人' }] : [],
  })
  await w.act('yunqiao_manager', 'lessee', 'approve', id)
  const kind = r.next()
  // Late in the year some stop paying, and some pay what they can.
  const soon = (world: World, days: number): boolean => daysBetween(world.clock.today(), world.until) <= days
  const habit = (world: World): number | null =>
    kind < 0.58 ? world.random.int(-5, 1) : kind < 0.86 ? world.random.int(0, 14) : soon(world, 100) ? null : world.random.int(0, 20)
  const inParts = (world: World): boolean => kind >= 0.58 && kind < 0.7 && soon(world, 60)
  return { id, name, storeIndex, habit, inParts, company }
}

/** A product per model with the plans people really choose between. */
async function makeProducts(w: World, fleet: Fleet): Promise<Map<ModelPlan, number[]>> {
  const plans = new Map<ModelPlan, number[]>()
  for (const m of MODELS) {
    const product = await w.add('yunqiao_manager', 'vehicleProduct', {
      name: `${m.brand}${m.name}租赁`,
      model: fleet.models.get(m)!,
      mode: 'long',
      city: '长三角',
    })
    const base = {
      product,
      monthlyRent: m.rent * 100,
      billMode: 'advance',
      prorateMode: 'actual',
      dayRule: 'excludeEnd',
      issueAheadDays: 7,
      dueOffsetDays: 0,
      deposit: m.rent * 150,
      violationDeposit: 200_000,
      depositHoldDays: 30,
      quotaKm: 3000,
      overKmPrice: 50,
      lateGraceDays: 3,
      lateRateBp: 5,
      lateCapBp: 2000,
      minTermMonths: 6,
      earlyPenalty: 'months',
      earlyPenaltyMonths: 1,
      overdueFactorBp: 12_000,
    }
    const ids = [
      await w.add('yunqiao_manager', 'leasePlan', { ...base, name: '押一付一', payCycleMonths: '1', anchorMode: 'startDay' }),
      await w.add('yunqiao_manager', 'leasePlan', {
        ...base,
        name: '季付优惠',
        payCycleMonths: '3',
        anchorMode: 'startDay',
        monthlyRent: Math.round(m.rent * 0.96) * 100,
      }),
      await w.add('yunqiao_manager', 'leasePlan', { ...base, name: '自然月月付', payCycleMonths: '1', anchorMode: 'calendarMonth' }),
    ]
    await w.act('yunqiao_manager', 'vehicleProduct', 'list', product)
    await w.add('yunqiao_manager', 'productCost', {
      product,
      effectiveOn: w.from,
      purchasePrice: m.rent * 2600,
      residualBp: 800,
      depreciationMonths: 60,
      insurancePerYear: 620_000,
      upkeepPerMonth: 26_000,
      otherPerMonth: 15_000,
    })
    plans.set(m, ids)
  }
  return plans
}

const TERM_FIELDS = [
  'monthlyRent',
  'payCycleMonths',
  'billMode',
  'anchorMode',
  'fixedDay',
  'prorateMode',
  'dailyRent',
  'dayRule',
  'issueAheadDays',
  'dueOffsetDays',
  'deposit',
  'violationDeposit',
  'depositHoldDays',
  'quotaKm',
  'overKmPrice',
  'lateGraceDays',
  'lateRateBp',
  'lateCapBp',
  'earlyPenalty',
  'earlyPenaltyMonths',
  'earlyPenaltyBp',
  'earlyPenaltyTiers',
  'overdueFactorBp',
]

async function draftContract(
  w: World,
  lessee: DemoLessee,
  vehicle: DemoVehicle,
  plan: number,
  startOn: Day,
  months: number,
): Promise<number> {
  const terms = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('leasePlan').selectAll().where('id', '=', plan).executeTakeFirstOrThrow(),
  )
  const copied = Object.fromEntries(TERM_FIELDS.map((k) => [k, (terms as Record<string, unknown>)[k]]))
  return w.add(sales(lessee.storeIndex), 'contract', {
    ...copied,
    kind: 'lease',
    lessee: lessee.id,
    store: vehicle.store.id,
    owner: w.people.get(sales(lessee.storeIndex))!.id,
    plan,
    vehicles: [vehicle.id],
    startOn,
    endOn: addMonths(startOn, months),
  })
}

async function pay(w: World, lessee: DemoLessee, bills: { id: number; remain: number }[], tradeDay: Day): Promise<void> {
  const amount = bills.reduce((sum, b) => sum + b.remain, 0)
  if (amount === 0) return
  const r = w.random
  const clerk = sales(lessee.storeIndex)
  // Some round up: the rest is kept as balance.
  const paid = !lessee.inParts(w) && r.chance(0.04) ? Math.ceil(amount / 100_000) * 100_000 : amount
  const channel = lessee.company ? 'transfer' : r.pick(['wechat', 'alipay', 'transfer'])
  w.at(tradeDay, '10:20')
  await w.call(clerk, '/api/v1/payment/register', {
    bills: bills.map((b) => b.id),
    amount: paid,
    channel,
    paidAt: w.instant(tradeDay, '10:05'),
    payerName: lessee.name,
    tradeNo: `${tradeDay.replaceAll('-', '')}${r.digits(10)}`,
    vouchers: [],
    ...(w.codes.has(channel) ? { payQrCode: w.codes.get(channel) } : {}),
  })
  const { id } = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('payment').select('id').where('lessee', '=', lessee.id).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow(),
  )
  // The last days' receipts still wait for the second clerk.
  if (daysBetween(tradeDay, w.until) <= 1) return
  w.at(tradeDay, '16:40')
  await w.act('yunqiao_finance', 'payment', 'confirm', id)
}

const openBills = (w: World, contract: number): Promise<{ id: number; remain: number }[]> =>
  w.db.read(w.operatorId, async (db) =>
    (
      await db
        .selectFrom('bill')
        .select(['id', 'amount', 'paid', 'writtenOff'])
        .where('contract', '=', contract)
        .where('status', 'in', ['unpaid', 'partlyPaid'])
        .orderBy('id')
        .execute()
    ).map((b) => ({ id: b.id, remain: b.amount - b.paid - b.writtenOff })),
  )

/** Long enough to run on today: ending and renewing a lease are not part of this company's year. Some end within a month. */
const termOf = (w: World, day: Day): number => {
  const least = Math.ceil(daysBetween(day, w.until) / 30) + 1
  return Math.max(w.random.pick([12, 12, 12, 18, 24]), least)
}

/** Draft → submitted → paid → signed → handed over, on its days. The last ones stop half-way, as on any working day. */
async function signContract(w: World, life: LeaseLife, lessee: DemoLessee, vehicle: DemoVehicle, plan: number, day: Day): Promise<void> {
  const left = daysBetween(day, w.until)
  w.at(day, '11:00')
  const contract = await draftContract(w, lessee, vehicle, plan, addDays(day, 3), termOf(w, day))
  if (left <= 1) return
  await w.act(sales(lessee.storeIndex), 'contract', 'submit', contract)
  if (left <= 3) return
  w.at(addDays(day, 1), '10:00')
  await pay(w, lessee, await openBills(w, contract), addDays(day, 1))
  w.at(addDays(day, 2), '14:00')
  await w.act(sales(lessee.storeIndex), 'contract', 'sign', contract, {
    signedOn: w.clock.today(),
    signedScans: [await w.photo('contract')],
  })
  if (left <= 5) return
  await handOver(w, lessee, vehicle, contract, addDays(day, 3))
  await life.begin(contract, lessee.name, vehicle, lessee.storeIndex, addDays(day, 3))
}

async function handOver(w: World, lessee: DemoLessee, vehicle: DemoVehicle, contract: number, day: Day): Promise<void> {
  w.at(day, '10:30')
  const order = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('handover').select('id').where('contract', '=', contract).executeTakeFirstOrThrow(),
  )
  vehicle.odometer += w.random.int(5, 60)
  await w.act('yunqiao_fleet', 'handover', 'confirm', order.id, {
    actualAt: w.clock.now(),
    odometer: vehicle.odometer,
    energyPercent: w.random.int(60, 100),
    photos: [await w.photo('front'), await w.photo('dashboard'), await w.photo('front'), await w.photo('dashboard')],
    items: CHECKS.map((check) => inspected(w, check)),
    receiverName: lessee.company ? personName(w.random) : lessee.name,
    receiverMobile: mobile(w.random),
  })
}

/** The sheet asks for a word about what is not as it should be. */
function inspected(w: World, { group, name }: (typeof CHECKS)[number]): object {
  const normal = w.random.chance(0.96)
  return {
    group,
    name,
    normal,
    note: normal ? null : w.random.pick(['轻微划痕，已拍照', '有磨损，不影响使用', '已告知承租人，还车时不计']),
  }
}

/** New bills get a day on which they will be paid, by the lessee's habit. */
async function plan(w: World, lessees: ReadonlyMap<number, DemoLessee>, since: number, queue: Due[]): Promise<number> {
  const rows = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('bill').select(['id', 'lessee', 'dueOn', 'billType']).where('id', '>', since).orderBy('id').execute(),
  )
  for (const b of rows) {
    const lessee = lessees.get(b.lessee)
    if (!lessee || b.billType === 'deposit') continue
    const after = lessee.habit(w)
    if (after === null) continue
    const day = addDays(b.dueOn, after)
    queue.push({ bill: b.id, lessee, payOn: day < w.clock.today() ? w.clock.today() : day })
  }
  return rows.at(-1)?.id ?? since
}

async function payDue(w: World, queue: Due[], day: Day): Promise<void> {
  const now = queue.filter((d) => d.payOn <= day)
  for (const due of now) {
    queue.splice(queue.indexOf(due), 1)
    const rows = await w.db.read(w.operatorId, (db) =>
      db.selectFrom('bill').select(['id', 'amount', 'paid', 'writtenOff', 'status']).where('id', '=', due.bill).execute(),
    )
    const open = rows
      .filter((b) => b.status === 'unpaid' || b.status === 'partlyPaid')
      .map((b) => ({ id: b.id, remain: b.amount - b.paid - b.writtenOff }))
    await pay(w, due.lessee, due.lessee.inParts(w) ? open.map((b) => ({ ...b, remain: Math.floor(b.remain / 2) })) : open, day)
  }
}

export async function makeBusiness(w: World, fleet: Fleet): Promise<void> {
  w.at(w.from, '09:00')
  await w.add('yunqiao_fleet', 'inspectionTemplate', {
    name: '标准验车',
    items: CHECKS,
  })
  const plans = await makeProducts(w, fleet)
  const lessees = new Map<number, DemoLessee>()
  const queue: Due[] = []
  const life = new LeaseLife(w, fleet.vehicles)
  let seen = 0
  // Vehicles wait for a customer for some days after they are ready; a fifth stays free.
  const waiting = fleet.vehicles
    .filter((v) => v.readyOn !== null)
    .map((vehicle) => ({ vehicle, on: addDays(vehicle.readyOn!, w.random.int(2, 45)) }))
    .filter(() => w.random.chance(0.82))
  // As on any working day, the last ones stand half-way: draft, submitted, to be signed, to be handed over.
  waiting
    .filter((x) => x.vehicle.readyOn! < addDays(w.until, -60))
    .slice(-6)
    .forEach((x, i) => (x.on = addDays(w.until, -[0, 1, 2, 3, 4, 5][i]!)))
  for (let day = w.from; day <= w.until; day = addDays(day, 1)) {
    w.at(day, '02:00')
    await w.call(undefined, '/api/v1/bill/issueRun', {})
    await w.call(undefined, '/api/v1/returnSettlement/settleRun', {})
    for (const { vehicle } of waiting.filter((x) => x.on === day)) {
      const state = await w.db.read(w.operatorId, (db) =>
        db.selectFrom('vehicle').select('status').where('id', '=', vehicle.id).executeTakeFirstOrThrow(),
      )
      if (state.status !== 'available') continue
      w.at(day, '10:00')
      const storeIndex = w.stores.indexOf(vehicle.store)
      const known = [...lessees.values()].filter((l) => l.storeIndex === storeIndex && l.company)
      const lessee = known.length && w.random.chance(0.35) ? w.random.pick(known) : await makeLessee(w, storeIndex, fleet)
      lessees.set(lessee.id, lessee)
      await signContract(w, life, lessee, vehicle, w.random.pick(plans.get(vehicle.plan)!), day)
    }
    seen = await plan(w, lessees, seen, queue)
    await payDue(w, queue, day)
    await life.day(day)
    if (day === addDays(w.until, -7)) await applications(w, fleet, [...lessees.values()], plans)
  }
  await life.lastWeek()
  w.at(w.until, '09:00')
  // Customers who asked and were not yet reviewed.
  for (let i = 0; i < 3; i++) await unreviewed(w, i % w.stores.length)
}

async function unreviewed(w: World, storeIndex: number): Promise<void> {
  const r = w.random
  const store = w.stores[storeIndex]!
  await w.add(sales(storeIndex), 'lessee', {
    kind: 'person',
    name: personName(r),
    mobile: mobile(r),
    idNo: idNumber(r, store.plan.region),
    store: store.id,
    creditLevel: 'B',
    licenceClass: 'C1',
    licenceDueOn: addDays(w.until, 900),
  })
}

/** Applications for vehicles, at every step. */
async function applications(
  w: World,
  fleet: Fleet,
  lessees: readonly DemoLessee[],
  plans: ReadonlyMap<ModelPlan, number[]>,
): Promise<void> {
  for (const step of ['draft', 'approving', 'rejected', 'approved'] as const) {
    const lessee = w.random.pick(lessees.filter((l) => l.company))
    const model = w.random.pick(MODELS)
    const clerk = sales(lessee.storeIndex)
    const id = await w.add(clerk, 'carApplication', {
      lessee: lessee.id,
      store: w.stores[lessee.storeIndex]!.id,
      model: fleet.models.get(model)!,
      plan: plans.get(model)![0]!,
      quantity: w.random.int(1, 4),
      wantOn: addDays(w.until, w.random.int(3, 15)),
      months: 12,
      purpose: '社区团购配送，新增城配线路用车',
    })
    if (step === 'draft') continue
    await w.act(clerk, 'carApplication', 'submit', id)
    if (step === 'rejected') await w.act('yunqiao_manager', 'carApplication', 'reject', id, { reason: '请补充近三个月的业务合同' })
    if (step === 'approved') await w.act('yunqiao_manager', 'carApplication', 'pass', id)
  }
}
