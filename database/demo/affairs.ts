/**
 * A year of vehicle affairs of the demo company: shops, plans and orders of upkeep, policies, a few accidents, inspections and papers,
 * violations, oil cards and charging. Runs last: who had which vehicle when is known by then, and every kilometre follows from it. The month
 * on the road is told beside it as soon as it is known which vehicle was in a workshop: fuel is bought where it led.
 */
import { addDays, daysBetween, dayOf, type Day } from '#kit/basics/time/day.ts'
import { Random } from '#kit/basics/random.ts'
import { affairsServer } from '#modules/affairs/affairs.server.ts'
import { segmentsOf } from '#modules/leasing/leasing.public.ts'
import { makeCertificates, makeClaims, makeInspections, makePolicies } from './affairs-papers.ts'
import { makeOilCards, makeViolations } from './affairs-road.ts'
import { BOSS, CLERK, later, type Car, type Road } from './affairs-world.ts'
import type { Fleet } from './fleet.ts'
import { personName, mobile } from './random.ts'
import { together } from './together.ts'
import type { World } from './world.ts'

const KM_A_DAY = 70

async function carsOf(w: World, fleet: Fleet): Promise<Car[]> {
  const ids = fleet.vehicles.map((v) => v.id)
  const { rows, readings, segments } = await w.write(async (tx) => ({
    rows: await tx
      .selectFrom('vehicle')
      .select(['id', 'plateNo', 'status', 'registeredOn', 'compulsoryInsuranceDueOn', 'commercialInsuranceDueOn'])
      .where('id', 'in', ids)
      .execute(),
    readings: await tx
      .selectFrom('odometerReading')
      .select(['vehicle', 'at', 'km'])
      .where('standing', '=', 'accepted')
      .where('vehicle', 'in', ids)
      .orderBy('at')
      .orderBy('id')
      .execute(),
    segments: await segmentsOf(tx, ids),
  }))
  return fleet.vehicles.flatMap((v): Car[] => {
    const row = rows.find((r) => r.id === v.id)
    if (!row || row.status === 'disposed' || !row.registeredOn) return []
    const known = readings.filter((r) => r.vehicle === v.id).map((r) => ({ at: Date.parse(r.at), km: Number(r.km) }))
    return [
      {
        ...v,
        plateNo: row.plateNo ?? '',
        status: row.status,
        registeredOn: row.registeredOn,
        compulsoryDue: row.compulsoryInsuranceDueOn,
        commercialDue: row.commercialInsuranceDueOn,
        segments: segments.filter((s) => s.vehicle === v.id),
        kmAt: (at) => kmAt(known, Date.parse(at)),
      },
    ]
  })
}

/** Between two readings in a straight line, after the last a little every day; before the first nobody knows. */
function kmAt(known: readonly { at: number; km: number }[], at: number): number | null {
  const before = known.findLast((r) => r.at <= at)
  if (!before) return null
  const after = known.find((r) => r.at > at)
  if (!after) return Math.floor(before.km + ((at - before.at) / 86_400_000) * KM_A_DAY)
  return Math.floor(before.km + ((after.km - before.km) * (at - before.at)) / (after.at - before.at))
}

const SHOPS = [
  { name: '申城快修虹桥店', settleCycle: 'month', settleDay: 10, rebateBp: 300, kinds: ['upkeep', 'repair', 'tyre'] },
  { name: '浦东钣喷中心', settleCycle: 'each', settleDay: null, rebateBp: 0, kinds: ['accident', 'bodywork', 'repair'] },
  { name: '杭城三电服务站', settleCycle: 'each', settleDay: null, rebateBp: 0, kinds: ['highVoltage', 'upkeep', 'repair'] },
] as const
const LIST: readonly (readonly [string, string, number, number])[] = [
  ['oil', 'L', 6600, 0.8],
  ['oilFilter', '个', 4500, 0.2],
  ['brakePad', '副', 38_000, 1],
  ['tyre', '条', 92_000, 0.4],
  ['highVoltage', '次', 26_000, 1],
  ['brakeFluid', '次', 15_000, 0.5],
]

async function makeShops(w: World, { dice }: Road): Promise<number[]> {
  w.at(w.from, '09:00')
  const ids: number[] = []
  for (const shop of SHOPS) {
    const id = await w.add(CLERK, 'repairShop', {
      ...shop,
      kinds: shop.kinds.map((kind) => ({ kind })),
      labourRate: 12_000,
      taxRate: 600,
      hours: '08:30–18:00',
      contact: personName(dice),
      mobile: mobile(dice),
    })
    for (const [item, unit, price, labourHours] of LIST)
      await w.add(CLERK, 'shopPrice', { shop: id, item, unit, price, labourHours, fromOn: addDays(w.from, -30) })
    ids.push(id)
  }
  return ids
}

/** What a plan asks of a vehicle by its drive, and what an order then does. */
const ITEMS = {
  electric: [
    ['highVoltage', 20_000, 365],
    ['brakeFluid', 40_000, 730],
  ],
  diesel: [
    ['oil', 10_000, 180],
    ['oilFilter', 10_000, 180],
  ],
} as const
const driveOf = (car: Car): keyof typeof ITEMS => (car.plan.energy === 'diesel' ? 'diesel' : 'electric')

async function makePlans(w: World, { dice, cars }: Road, fleet: Fleet): Promise<void> {
  w.at(addDays(w.from, 1), '09:00')
  for (const drive of ['electric', 'diesel'] as const) {
    const models = [...fleet.models].filter(([m]) => (m.energy === 'diesel') === (drive === 'diesel')).map(([, id]) => id)
    if (models.length === 0) continue
    const none = { everyHours: null, leadKm: 500, leadDays: 15, leadHours: 20, firstKm: null, firstDays: null }
    const plan = await w.add(CLERK, 'upkeepPlan', {
      name: drive === 'diesel' ? '柴油车常规保养' : '新能源车常规保养',
      models,
      items: ITEMS[drive].map(([item, everyKm, everyDays]) => ({ item, everyKm, everyDays, ...none })),
    })
    await w.act(CLERK, 'upkeepPlan', 'activate', plan)
  }
  // When each was last done, as the records of before say; most of it not long ago, some of it due.
  for (const car of cars) {
    const [lately] = ITEMS[driveOf(car)]
    const ago = dice.int(10, Math.floor(lately[2] * 0.95))
    const on = later(addDays(w.until, -ago), car.readyOn ?? w.until)
    w.at(on, '09:00')
    const km = car.kmAt(w.clock.now()) ?? car.odometer
    for (const [item] of ITEMS[driveOf(car)]) await w.add(CLERK, 'upkeepState', { vehicle: car.id, item, lastOn: on, lastKm: km })
  }
}

interface Work {
  kind: 'upkeep' | 'repair' | 'tyre'
  symptom: string
  lines: { item: string; part: string; qty: number; price: number; labourHours: number }[]
}
const WORK: readonly ((drive: keyof typeof ITEMS) => Work)[] = [
  (drive) => ({
    kind: 'upkeep',
    symptom: '常规保养',
    lines:
      drive === 'diesel'
        ? [
            { item: 'oil', part: 'CI-4 15W-40', qty: 4, price: 6600, labourHours: 0.8 },
            { item: 'oilFilter', part: '机滤', qty: 1, price: 4500, labourHours: 0.2 },
          ]
        : [{ item: 'highVoltage', part: '三电检测', qty: 1, price: 26_000, labourHours: 1 }],
  }),
  () => ({
    kind: 'repair',
    symptom: '制动有异响',
    lines: [{ item: 'brakePad', part: '前制动片', qty: 2, price: 38_000, labourHours: 1 }],
  }),
  () => ({
    kind: 'tyre',
    symptom: '后轮胎磨损到限',
    lines: [{ item: 'tyre', part: '7.00R16LT', qty: 2, price: 92_000, labourHours: 0.4 }],
  }),
]

/** Through the year, one after the other; the newest stand at every step of the way. */
async function makeOrders(w: World, { dice, cars }: Road, shops: readonly number[]): Promise<void> {
  const leased = cars.filter((c) => c.segments.some((s) => s.toAt === null))
  const steps = ['settled', 'settled', 'done', 'toAccept', 'repairing', 'toEnter', 'quoted', 'draft'] as const
  const count = Math.min(22, leased.length)
  const span = daysBetween(w.from, w.until) - 40
  for (let i = 0; i < count; i++) {
    const car = leased[i]!
    const until = count - i < steps.length ? steps[steps.length - (count - i)]! : 'settled'
    const since = dayOf(car.segments.find((s) => s.toAt === null)!.fromAt)
    const day = until === 'settled' ? later(addDays(w.from, 30 + Math.floor((span * i) / count)), addDays(since, 5)) : addDays(w.until, -9)
    if (day < addDays(w.until, -4))
      await order(w, dice, car, shops[i % shops.length]!, i % shops.length === 0, WORK[i % WORK.length]!(driveOf(car)), day, until)
  }
}

async function order(w: World, dice: Random, car: Car, shop: number, monthly: boolean, work: Work, day: Day, until: string): Promise<void> {
  w.at(day, '09:20')
  const lines = work.lines.map((l) => ({ ...l, unit: null, labourRate: 12_000, warrantyMonths: 6, warrantyKm: 10_000, oldPartBack: true }))
  const id = await w.add(CLERK, 'upkeepOrder', { vehicle: car.id, kind: work.kind, shop, symptom: work.symptom, payer: 'company', lines })
  if (until === 'draft') return
  await w.act(CLERK, 'upkeepOrder', 'submit', id, {})
  if (until === 'quoted') return
  w.at(day, '10:40')
  await w.act(BOSS, 'upkeepOrder', 'pass', id)
  if (until === 'toEnter') return
  const enterAt = w.instant(addDays(day, 1), '09:00')
  w.clock.set(enterAt)
  await w.act(CLERK, 'upkeepOrder', 'enter', id, { at: enterAt, km: car.kmAt(enterAt), beforePhotos: [await w.photo('front', CLERK)] })
  if (until === 'repairing') return
  const outAt = w.instant(addDays(day, 1 + Math.floor(dice.int(0, 20) / 10)), '16:30')
  w.clock.set(outAt)
  await w.act(CLERK, 'upkeepOrder', 'finish', id, {
    at: outAt,
    km: car.kmAt(outAt),
    lines,
    afterPhotos: [await w.photo('dashboard', CLERK)],
  })
  if (until === 'toAccept') return
  await w.act(BOSS, 'upkeepOrder', 'accept', id)
  if (until === 'done' || monthly) return
  await w.act(CLERK, 'upkeepOrder', 'settle', id, { dueOn: addDays(w.clock.today(), 15) })
}

/** The shop that settles by the month: every month there was something, but this one. */
async function makeStatements(w: World, shop: number): Promise<void> {
  const months = await w.db.read(w.operatorId, async (db) => {
    const rows = await db.selectFrom('upkeepOrder').select('acceptedOn').where('shop', '=', shop).where('status', '=', 'done').execute()
    return [...new Set(rows.map((r) => r.acceptedOn!.slice(0, 7)))].toSorted()
  })
  for (const month of months.filter((m) => m < w.until.slice(0, 7))) {
    w.at(later(addDays(`${month}-28` as Day, 8), w.from), '10:00')
    const { made } = await w.call<{ made: number[] }>(BOSS, '/api/v1/shopStatement/make', { shop, month })
    for (const id of made) await w.act(BOSS, 'shopStatement', 'confirm', id)
  }
}

export async function makeAffairs(w: World, fleet: Fleet, tellMonth: () => Promise<void>): Promise<void> {
  const road: Road = { dice: new Random(16_016), cars: await carsOf(w, fleet) }
  const shops = await makeShops(w, road)
  await makePlans(w, road, fleet)
  await makePolicies(w, road)
  await makeInspections(w, road)
  await makeCertificates(w, road)
  await makeOrders(w, road, shops)
  await makeStatements(w, shops[0]!)
  await makeClaims(w, road, shops[1]!)
  await together([tellMonth(), makeViolations(w, road)])
  await makeOilCards(w, road)
  // As every night: states by the calendar, then the work list.
  w.clock.set(w.now)
  for (const job of affairsServer.jobs ?? []) await w.once(job.name, () => job.run(w.as()))
}
