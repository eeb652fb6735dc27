/** Policies, accidents, inspections and certificates of the demo company. */
import { addDays, addMonths, dayOf, endOfMonth, instantAt, type Day } from '#kit/basics/time/day.ts'
import { edit } from '#kit/entity/store.server.ts'
import { BOSS, CLERK, later, type Car, type Road } from './affairs-world.ts'
import type { World } from './world.ts'

const INSURERS = ['picc', 'pingan', 'cpic', 'dadi']
const FINANCE = 'yunqiao_finance'

/** The year that holds today; a vehicle bought since has been insured from its registration. */
function yearOf(car: Car, due: Day | null): { from: Day; to: Day } {
  const to = addDays(due ?? addMonths(car.registeredOn, 12), 1)
  const from = addMonths(to, -12)
  return from >= car.registeredOn ? { from, to } : { from: car.registeredOn, to: addMonths(car.registeredOn, 12) }
}

export async function makePolicies(w: World, { dice, cars }: Road): Promise<void> {
  const plans = cars.flatMap((car) =>
    (['compulsory', 'commercial'] as const).map((kind) => ({
      car,
      kind,
      ...yearOf(car, kind === 'compulsory' ? car.compulsoryDue : car.commercialDue),
    })),
  )
  const insurer = new Map(cars.map((c) => [c.id, dice.pick(INSURERS)]))
  for (const [i, p] of plans.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.car.id - b.car.id)).entries()) {
    w.at(later(w.from, p.from), '08:30')
    const premium = p.kind === 'compulsory' ? 185_000 : Math.round(p.car.plan.price * 3.1)
    const id = await w.add(CLERK, 'insurancePolicy', {
      vehicle: p.car.id,
      kind: p.kind,
      insurer: insurer.get(p.car.id),
      policyNo: `${p.kind === 'compulsory' ? 'PDZA' : 'PDAA'}${p.from.slice(0, 4)}3101${String(i).padStart(6, '0')}`,
      startAt: instantAt(p.from),
      endAt: instantAt(p.to),
      coverages:
        p.kind === 'compulsory'
          ? [{ code: 'compulsory', limit: 20_000_000, deductible: null, deductibleBp: null, premium }]
          : [
              { code: 'own', limit: p.car.plan.price * 100, deductible: 50_000, deductibleBp: null, premium: premium - 180_000 },
              { code: 'third', limit: 200_000_000, deductible: null, deductibleBp: null, premium: 180_000 },
            ],
      vehicleTax: p.kind === 'compulsory' && p.car.plan.energy === 'diesel' ? 9600 : 0,
      payer: 'company',
    })
    await w.act(CLERK, 'insurancePolicy', 'issue', id)
    if (p.from < addDays(w.until, -30)) await paid(w, dice.digits(12), id)
  }
  await renewals(w)
}

/** What is older than a month has been paid to the insurer. */
async function paid(w: World, tradeNo: string, policy: number): Promise<void> {
  const bill = await w.db.read(w.operatorId, (db) =>
    db
      .selectFrom('insurancePolicy')
      .innerJoin('payableBill', 'payableBill.id', 'insurancePolicy.payable')
      .select(['payableBill.id', 'payableBill.amount'])
      .where('insurancePolicy.id', '=', policy)
      .executeTakeFirst(),
  )
  if (!bill) return
  await w.act(FINANCE, 'payableBill', 'confirm', bill.id)
  await w.act('yunqiao_cashier', 'payableBill', 'pay', bill.id, {
    amount: bill.amount,
    channel: 'transfer',
    paidOn: w.clock.today(),
    tradeNo: `BX${tradeNo}`,
  })
  const payout = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('payout').select('id').where('payableBill', '=', bill.id).executeTakeFirstOrThrow(),
  )
  await w.act(FINANCE, 'payout', 'approve', payout.id)
}

/** Of those that end soon, every other one has been asked for: a draft that waits for the insurer's number. */
async function renewals(w: World): Promise<void> {
  w.at(addDays(w.until, -2), '14:00')
  const soon = await w.db.read(w.operatorId, (db) =>
    db
      .selectFrom('insurancePolicy')
      .select('id')
      .where('status', 'in', ['active', 'soon'])
      .where('endAt', '<', instantAt(addDays(w.until, 30)))
      .where('endAt', '>', instantAt(addDays(w.until, 1)))
      .orderBy('id')
      .execute(),
  )
  for (const { id } of soon.filter((_, i) => i % 2 === 0)) await w.act(CLERK, 'insurancePolicy', 'renew', id, { floatBp: -1000 })
}

const ACCIDENTS = [
  { kind: 'third', liability: 'main', loss: 1_260_000, third: 350_000, until: 'closed', words: '路口转弯与社会车辆相撞' },
  { kind: 'own', liability: 'full', loss: 386_000, third: 0, until: 'paid', words: '倒车碰撞仓库立柱' },
  { kind: 'third', liability: 'none', loss: 248_000, third: 0, until: 'repairing', words: '停放时被追尾' },
  { kind: 'glass', liability: 'full', loss: 68_000, third: 0, until: 'assessing', words: '高速飞石击裂风挡' },
  { kind: 'third', liability: 'equal', loss: 0, third: 120_000, until: 'reported', words: '并线刮擦' },
] as const
type Accident = (typeof ACCIDENTS)[number]

export async function makeClaims(w: World, road: Road, shop: number): Promise<void> {
  const leased = road.cars.filter((c) => c.segments.some((s) => s.toAt === null))
  for (const [i, a] of ACCIDENTS.entries()) {
    const car = leased.at(-1 - i)
    if (!car) return
    const since = car.segments.find((s) => s.toAt === null)!.fromAt
    const day = later(addDays(w.until, [-48, -40, -26, -12, -2][i]!), addDays(dayOf(since), 2))
    if (day < w.until) await claim(w, road, car, shop, a, day)
  }
}

async function claim(w: World, { dice }: Road, car: Car, shop: number, a: Accident, day: Day): Promise<void> {
  w.at(day, '15:10')
  const now = w.clock.now()
  const id = await w.add(CLERK, 'insuranceClaim', {
    vehicle: car.id,
    occurredAt: w.instant(day, '14:05'),
    reportedAt: now,
    reportNo: `RDAA${dice.digits(12)}`,
    kind: a.kind,
    liability: a.liability,
    driverName: '现场驾驶人',
    thirdParties: a.third ? [{ name: '对方车主', plateNo: '沪C6K218', insurer: '平安产险', loss: a.third }] : [],
    estimate: a.loss || 200_000,
    assessed: a.loss ? [{ part: a.words, amount: a.loss }] : [],
    deductible: a.liability === 'none' ? 0 : 50_000,
    photos: [await w.photo('front', CLERK)],
    remark: a.words,
  })
  if (a.until === 'reported') return
  await w.act(CLERK, 'insuranceClaim', 'next', id)
  const papers = ['report', 'licence', 'assessment', 'invoice', 'settlement', 'bank'].map((paper) => ({ paper, files: [] }))
  await change(w, 'insuranceClaim', id, { papers })
  await w.act(CLERK, 'insuranceClaim', 'next', id)
  if (a.until === 'assessing') return
  await w.act(CLERK, 'insuranceClaim', 'propose', id)
  await w.act(CLERK, 'insuranceClaim', 'next', id)
  if (a.until === 'repairing') return
  await repaired(w, car, shop, id, a, day)
  const c = await w.db.read(w.operatorId, (db) =>
    db
      .selectFrom('insuranceClaim')
      .select(['loss', 'lesseeShare', 'companyLoss', 'driverShare', 'lease'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )
  await w.act(CLERK, 'insuranceClaim', 'next', id)
  const rest = (c.loss ?? 0) - c.lesseeShare - c.companyLoss - c.driverShare
  const receivedOn = w.clock.today()
  const theirs = a.liability === 'main' ? 518_000 : 0
  if (theirs) await payoutCame(w, id, 'theirCommercial', '平安产险', theirs, receivedOn, `LP${dice.digits(10)}`)
  if (rest - theirs > 0) await payoutCame(w, id, 'own', '人保财险', rest - theirs, receivedOn, `LP${dice.digits(10)}`)
  await w.act(CLERK, 'insuranceClaim', 'next', id)
  if (c.lesseeShare > 0 && c.lease) await charged(w, id)
  if (a.until === 'closed') await w.act(BOSS, 'insuranceClaim', 'close', id)
}

/** Entered by the clerk, confirmed by the finance department. */
async function payoutCame(
  w: World,
  id: number,
  payer: string,
  payerName: string,
  amount: number,
  receivedOn: Day,
  tradeNo: string,
): Promise<void> {
  const { account, before } = await w.db.read(w.operatorId, async (db) => ({
    account: await db.selectFrom('companyAccount').select('id').where('status', '=', 'active').orderBy('id').executeTakeFirstOrThrow(),
    before: await db.selectFrom('otherReceipt').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst(),
  }))
  await w.act(CLERK, 'insuranceClaim', 'receive', id, { payer, payerName, amount, account: account.id, receivedOn, tradeNo })
  const made = await w.db.read(w.operatorId, (db) =>
    db
      .selectFrom('otherReceipt')
      .select('id')
      .where('id', '>', before?.id ?? 0)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  )
  await w.act(FINANCE, 'otherReceipt', 'confirm', made.id)
}

const change = (w: World, entity: string, id: number, values: Record<string, unknown>): Promise<unknown> =>
  w.write((tx) => edit(tx, w.as(CLERK), entity, id, null, values))

/** The lessee's share becomes his bill. */
async function charged(w: World, id: number): Promise<void> {
  await w.act(CLERK, 'insuranceClaim', 'charge', id)
  const { incidental } = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('insuranceClaim').select('incidental').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  await w.act(FINANCE, 'incidental', 'issue', incidental!)
}

async function repaired(w: World, car: Car, shop: number, claimId: number, a: Accident, day: Day): Promise<void> {
  const { upkeepOrder } = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('insuranceClaim').select('upkeepOrder').where('id', '=', claimId).executeTakeFirstOrThrow(),
  )
  const id = upkeepOrder!
  const lines = [
    {
      item: 'bodywork',
      part: a.words,
      qty: 1,
      unit: '项',
      price: a.loss,
      labourHours: 0,
      labourRate: 0,
      warrantyMonths: 12,
      warrantyKm: null,
      oldPartBack: false,
    },
  ]
  await change(w, 'upkeepOrder', id, { shop, lines })
  await w.act(CLERK, 'upkeepOrder', 'submit', id, { overReason: '按保险定损金额' })
  await w.act(BOSS, 'upkeepOrder', 'pass', id)
  w.at(addDays(day, 3), '09:00')
  const enterAt = w.clock.now()
  await w.act(CLERK, 'upkeepOrder', 'enter', id, { at: enterAt, km: car.kmAt(enterAt), beforePhotos: [await w.photo('front', CLERK)] })
  w.at(addDays(day, 6), '16:00')
  const outAt = w.clock.now()
  await w.act(CLERK, 'upkeepOrder', 'finish', id, { at: outAt, km: car.kmAt(outAt), lines, afterPhotos: [await w.photo('front', CLERK)] })
  await w.act(BOSS, 'upkeepOrder', 'accept', id)
  await w.act(CLERK, 'upkeepOrder', 'settle', id, { dueOn: addDays(w.clock.today(), 15) })
}

/** Those that came due within the year were taken there in time; a few wait, and one has failed. */
export async function makeInspections(w: World, { dice, cars }: Road): Promise<void> {
  const due = cars
    .map((car) => ({ car, dueOn: endOfMonth(addMonths(car.registeredOn, 12)) }))
    .filter(({ car, dueOn }, i) => i % 6 !== 0 && dueOn < addDays(w.until, 20) && addDays(dueOn, -15) > w.from && car.readyOn !== null)
    .toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : a.dueOn > b.dueOn ? 1 : a.car.id - b.car.id))
  for (const { car, dueOn } of due.slice(-24)) {
    w.at(addDays(dueOn, -25), '09:00')
    const id = await w.add(CLERK, 'inspection', { vehicle: car.id, kind: 'annual', dueOn })
    await w.act(CLERK, 'inspection', 'book', id, { bookedOn: addDays(w.clock.today(), 3), station: '申安机动车检测站' })
    w.at(addDays(w.clock.today(), 3), '15:00')
    await w.act(CLERK, 'inspection', 'pass', id, {
      doneOn: w.clock.today(),
      files: [await w.photo('contract', CLERK)],
      fee: dice.pick([18_000, 22_000, 26_000]),
      km: car.kmAt(w.clock.now()),
      station: '申安机动车检测站',
    })
  }
}

export async function makeCertificates(w: World, { dice, cars }: Road): Promise<void> {
  for (const [i, car] of cars.entries()) {
    const issuedOn = car.registeredOn
    w.at(later(w.from, car.readyOn ?? w.until), '10:30')
    const base = { holderKind: 'vehicle', vehicle: car.id, issuedOn, store: car.store.id }
    await w.add(CLERK, 'certificate', {
      ...base,
      kind: 'drivingLicence',
      certificateNo: `31${dice.digits(10)}`,
      front: [await w.photo('contract', CLERK)],
    })
    // Of some the registration certificate still lies with the bank: it stands as missing.
    if (i % 9 !== 4) await w.add(CLERK, 'certificate', { ...base, kind: 'registration', certificateNo: `DJ${dice.digits(10)}` })
  }
  w.at(w.from, '11:00')
  const company = { holderKind: 'company', holderName: '云桥汽车租赁有限公司', store: w.stores[0]!.id }
  await w.add(CLERK, 'certificate', {
    ...company,
    kind: 'businessLicence',
    certificateNo: '91310115MA1H8Y2X3K',
    issuedOn: addMonths(w.from, -30),
  })
  await w.add(CLERK, 'certificate', {
    ...company,
    kind: 'rentalFiling',
    certificateNo: 'HZL2024-0183',
    issuedOn: addMonths(w.from, -20),
    dueOn: addDays(w.until, 24),
  })
}
