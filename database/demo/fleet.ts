/** Models, vehicle sources, channels, vehicles bought over time, prepared and released through the product's actions. */
import { addDays, addMonths, daysBetween, type Day } from '#kit/basics/time/day.ts'
import { firmName, creditCode, mobile, personName, plate, vin } from './random.ts'
import { MODELS, type ModelPlan } from './names.ts'
import type { DemoStore, World } from './world.ts'

export interface DemoVehicle {
  id: number
  plan: ModelPlan
  model: number
  store: DemoStore
  /** From when it can be leased; null while being prepared. */
  readyOn: Day | null
  odometer: number
}
export interface Fleet {
  vehicles: DemoVehicle[]
  models: Map<ModelPlan, number>
  channels: number[]
}

async function makeModels(w: World): Promise<Map<ModelPlan, number>> {
  const ids = new Map<ModelPlan, number>()
  for (const m of MODELS) {
    const id = await w.add('yunqiao_fleet', 'vehicleModel', {
      brand: m.brand,
      series: m.series,
      name: m.name,
      category: m.category,
      energy: m.energy,
      truckSize: m.truckSize,
      seats: 2,
      axles: 2,
      loadKg: m.loadKg,
      grossKg: m.grossKg,
      curbKg: m.grossKg - m.loadKg,
      volume: m.volume,
      lengthMm: m.size[0],
      widthMm: m.size[1],
      heightMm: m.size[2],
      batteryKwh: m.batteryKwh ?? null,
      tankL: m.energy === 'diesel' ? m.tankL : null,
      rangeKm: m.rangeKm,
      emission: m.energy === 'diesel' ? 'cn6' : 'nev',
      guidePrice: m.price * 100,
    })
    ids.set(m, id)
  }
  return ids
}

async function parties(w: World): Promise<{ channels: number[]; sources: number[] }> {
  const r = w.random
  const channels: number[] = []
  for (const [name, kind, rate] of [
    ['官网留资', 'online', 0],
    ['城配联盟', 'offline', 300],
    ['老客户转介绍', 'person', 200],
  ] as const)
    channels.push(await w.add('yunqiao_sales', 'channel', { name, kind, contact: personName(r), mobile: mobile(r), commissionRate: rate }))
  const sources: number[] = []
  for (let i = 0; i < 2; i++)
    sources.push(
      await w.add('yunqiao_fleet', 'vehicleSource', {
        name: firmName(r, '上海市'),
        kind: 'company',
        creditCode: creditCode(r, '310115'),
        contact: personName(r),
        mobile: mobile(r),
        shareRate: 7000,
      }),
    )
  return { channels, sources }
}

/** Two thirds stand at the start, the rest is bought during the year; a few are still being prepared today. */
function purchaseDay(w: World, i: number, of: number): Day {
  if (i < of * 0.66) return addDays(w.from, -w.random.int(20, 200))
  return i >= of - 3 ? addDays(w.until, -w.random.int(2, 9)) : addDays(w.from, w.random.int(10, 250))
}

export async function makeFleet(w: World, count: number): Promise<Fleet> {
  const models = await makeModels(w)
  const { channels, sources } = await parties(w)
  const vehicles: DemoVehicle[] = []
  for (let i = 0; i < count; i++) vehicles.push(await oneVehicle(w, purchaseDay(w, i, count), models, sources))
  return { vehicles, models, channels }
}

async function oneVehicle(
  w: World,
  boughtOn: Day,
  models: ReadonlyMap<ModelPlan, number>,
  sources: readonly number[],
): Promise<DemoVehicle> {
  const r = w.random
  const plan = r.weighted(MODELS)
  const store = w.stores[r.weighted(w.stores.map((s, i) => ({ weight: s.plan.weight, i }))).i]!
  const model = models.get(plan)!
  const affiliated = r.chance(0.12)
  w.at(boughtOn < w.from ? w.from : boughtOn, '10:00')
  const registeredOn = addDays(boughtOn, 6)
  const electric = plan.energy !== 'diesel'
  // Those that stood at the start were driven before.
  const odometer = 30 + Math.max(0, daysBetween(boughtOn, w.from)) * 85
  const id = await w.add('yunqiao_fleet', 'vehicle', {
    plateNo: plate(r, store.plan.plate, electric),
    plateColor: electric ? 'green' : 'blue',
    vin: vin(r, plan.wmi),
    engineNo: `${plan.wmi}${r.digits(7)}`,
    model,
    energy: plan.energy,
    useNature: plan.category === 'reefer' ? 'cold' : 'lease',
    ownership: affiliated ? 'affiliated' : r.chance(0.2) ? 'financed' : 'own',
    vehicleSource: affiliated ? r.pick(sources) : null,
    store: store.id,
    purchasePrice: plan.price * 100,
    purchasedOn: boughtOn,
    registeredOn,
    drivingLicenceNo: `${store.plan.region}${r.digits(8)}`,
    inspectionDueOn: nextAnnual(registeredOn, w.until, r.int(-20, 300)),
    compulsoryInsuranceDueOn: nextAnnual(registeredOn, w.until, r.int(4, 330)),
    commercialInsuranceDueOn: nextAnnual(registeredOn, w.until, r.int(4, 330)),
    loadKg: plan.loadKg,
    volume: plan.volume,
    odometer,
  })
  const readyOn = addDays(boughtOn < w.from ? w.from : boughtOn, r.int(3, 8))
  const ready = readyOn <= addDays(w.until, -4)
  await prepare(w, id, ready ? readyOn : null)
  return { id, plan, model, store, readyOn: ready ? readyOn : null, odometer }
}

/** Valid through the whole demo year for most; `slack` days around today, so that some run out soon. */
const nextAnnual = (registeredOn: Day, until: Day, slack: number): Day => {
  const soon = addDays(until, slack)
  return soon > addMonths(registeredOn, 1) ? soon : addMonths(registeredOn, 12)
}

export async function prepare(w: World, vehicle: number, readyOn: Day | null): Promise<void> {
  const steps = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('vehiclePreparation').select(['id', 'step']).where('vehicle', '=', vehicle).orderBy('id').execute(),
  )
  const done = readyOn ? steps : steps.slice(0, w.random.int(1, 3))
  if (readyOn) w.at(readyOn, '15:00')
  for (const step of done)
    await w.act('yunqiao_fleet', 'vehiclePreparation', 'complete', step.id, {
      doneOn: w.clock.today(),
      cost: { registration: 32_500, insurance: 1_186_000, device: 68_000 }[step.step] ?? null,
    })
  if (!readyOn) return
  // A few have papers that ran out by today's reckoning; at that time they were valid, so the gate is passed by date.
  const v = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('vehicle').select(['inspectionDueOn']).where('id', '=', vehicle).executeTakeFirstOrThrow(),
  )
  if (v.inspectionDueOn && v.inspectionDueOn >= w.clock.today()) await w.act('yunqiao_fleet', 'vehicle', 'release', vehicle)
}
