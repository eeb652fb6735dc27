/** Freight of the demo company: shippers, prices, trucks, and three weeks of orders from the first call to the money (transport.md §2.10). */
import { addDays, instantAt, type Day } from '#kit/basics/time/day.ts'
import { prepare, type Fleet } from './fleet.ts'
import { MODELS } from './names.ts'
import { creditCode, idNumber, mobile, personName, plate, vin } from './random.ts'
import { RECEIVERS, RULES, SHIPPERS } from './transport-terms.ts'
import { settleFreight } from './transport-money.ts'
import type { World } from './world.ts'

const CLERK = 'yunqiao_service'
const FLEET = 'yunqiao_fleet'
const FINANCE = 'yunqiao_finance'
const MANAGER = 'yunqiao_manager'

interface Shipper {
  id: number
  project: number
  sender: number
  plan: (typeof SHIPPERS)[number]
}
interface Wheels {
  vehicle: number
  driver: number
  carrier: number | null
}
interface Company {
  model: number
  shippers: Shipper[]
  receivers: number[]
  wheels: Wheels[]
}

async function makeRule(w: World, key: keyof typeof RULES, from: Day, more: object = {}): Promise<number> {
  const { name, type, direction, components } = RULES[key]
  const rule = await w.add(FINANCE, 'rateRule', { name, type, direction, ...more })
  const draft = await w.call<{ id: number }>(FINANCE, '/api/v1/rateRule/saveVersion', { rule, effectiveOn: from, components })
  await w.act(FINANCE, 'rateVersion', 'publish', draft.id)
  return rule
}

async function makeShipper(w: World, plan: (typeof SHIPPERS)[number], model: number, from: Day): Promise<Shipper> {
  const r = w.random
  const store = w.stores[0]!
  const id = await w.add('yunqiao_sales', 'lessee', {
    kind: 'company',
    name: plan.name,
    creditCode: creditCode(r, store.plan.region),
    legalPerson: personName(r),
    invoiceTitle: plan.name,
    mobile: mobile(r),
    store: store.id,
    owner: w.people.get('yunqiao_sales')!.id,
    creditLevel: 'A',
    ships: true,
    freightSettle: plan.settle,
    freightDueDays: plan.days,
    codAllowed: true,
    creditLimit: 20_000_000,
    place: { address: store.plan.address, lng: store.plan.lng, lat: store.plan.lat },
  })
  await w.act(MANAGER, 'lessee', 'approve', id)
  const rule = await makeRule(w, plan.rule, from, { customer: id })
  const project = await w.add(CLERK, 'project', {
    code: `XM${SHIPPERS.indexOf(plan) + 1}`,
    name: `${plan.name.slice(0, 4)}配送`,
    customer: id,
    from,
    to: addDays(w.until, 300),
    cities: '上海、苏州、嘉兴',
    models: [model],
    receivableRules: [rule],
    store: store.id,
    manager: w.people.get(CLERK)!.id,
  })
  await w.act(CLERK, 'project', 'submit', project)
  await w.act(MANAGER, 'project', 'pass', project)
  const sender = await w.add(CLERK, 'consignParty', {
    name: `${plan.name.slice(0, 4)}总仓`,
    customer: id,
    sends: true,
    receives: true,
    contact: personName(r),
    mobile: mobile(r),
    place: {
      address: `${store.plan.address} ${SHIPPERS.indexOf(plan) + 1} 号库`,
      lng: store.plan.lng + SHIPPERS.indexOf(plan) * 0.01,
      lat: store.plan.lat,
      code: '310112',
    },
    store: store.id,
  })
  return { id, project, sender, plan }
}

async function makeCarrier(w: World, name: string, more: object): Promise<number> {
  const id = await w.add(FLEET, 'carrier', {
    name,
    kind: 'company',
    creditCode: creditCode(w.random, '310115'),
    contact: personName(w.random),
    mobile: mobile(w.random),
    permitNo: `沪交运管许可${w.random.digits(9)}号`,
    permitDueOn: addDays(w.until, 400),
    bankName: '中国银行上海分行',
    bankAccount: `6217${w.random.digits(12)}`,
    store: w.stores[0]!.id,
    ...more,
  })
  await w.act(FLEET, 'carrier', 'submit', id)
  await w.act(MANAGER, 'carrier', 'approve', id)
  return id
}

/** A truck that carries goods and is never leased. */
async function makeTruck(w: World, series: string, boughtOn: Day, models: Fleet['models']): Promise<number> {
  const plan = MODELS.find((m) => m.series === series)!
  const r = w.random
  const store = w.stores[0]!
  w.at(boughtOn, '10:00')
  const id = await w.add(FLEET, 'vehicle', {
    plateNo: plate(r, store.plan.plate, plan.energy !== 'diesel'),
    plateColor: plan.energy === 'diesel' ? 'blue' : 'green',
    vin: vin(r, plan.wmi),
    engineNo: `${plan.wmi}${r.digits(7)}`,
    model: models.get(plan)!,
    energy: plan.energy,
    useNature: 'lease',
    ownership: 'own',
    opMode: 'transport',
    store: store.id,
    purchasePrice: plan.price * 100,
    purchasedOn: boughtOn,
    registeredOn: addDays(boughtOn, 3),
    drivingLicenceNo: `${store.plan.region}${r.digits(8)}`,
    inspectionDueOn: addDays(w.until, 240),
    compulsoryInsuranceDueOn: addDays(w.until, 200),
    commercialInsuranceDueOn: addDays(w.until, 200),
    loadKg: plan.loadKg,
    volume: plan.volume,
    odometer: 1200,
  })
  await prepare(w, id, addDays(boughtOn, 4))
  return id
}

async function makeDriver(w: World, more: object): Promise<number> {
  const r = w.random
  const id = await w.add(FLEET, 'driver', {
    name: personName(r),
    mobile: mobile(r),
    idNo: idNumber(r, '310115'),
    licenceClass: 'B2',
    licenceDueOn: addDays(w.until, 900),
    qualificationNo: r.digits(12),
    qualificationDueOn: addDays(w.until, 700),
    bankName: '工商银行上海分行',
    bankAccount: `6222${r.digits(12)}`,
    store: w.stores[0]!.id,
    ...more,
  })
  await w.act(FLEET, 'driver', 'submit', id)
  await w.act(MANAGER, 'driver', 'verify', id)
  return id
}

async function makeCompany(w: World, fleet: Fleet, from: Day): Promise<Company> {
  w.at(from, '09:00')
  const model = await w.add(CLERK, 'orderModel', {
    name: '城配标准',
    base: 'city',
    acceptMin: 720,
    steps: [
      { step: 'load', required: true, photoMin: 0, geofence: 'off' },
      { step: 'arrive', required: true, photoMin: 0, geofence: 'warn' },
      { step: 'sign', required: true, photoMin: 0, geofence: 'warn' },
    ],
  })
  await w.act(CLERK, 'orderModel', 'publish', model)
  await w.add(FINANCE, 'fuelPrice', { province: '全国', effectiveOn: from, price: 783 })
  const shippers: Shipper[] = []
  for (const plan of SHIPPERS) shippers.push(await makeShipper(w, plan, model, from))
  const receivers: number[] = []
  for (const [name, address, lng, lat] of RECEIVERS)
    receivers.push(
      await w.add(CLERK, 'consignParty', {
        name,
        receives: true,
        contact: personName(w.random),
        mobile: mobile(w.random),
        place: { address, lng, lat },
        store: w.stores[0]!.id,
      }),
    )
  // Two partners by program: one in service, one still trying in the sandbox. Keys are issued by a person, who alone sees them.
  const [first, second] = shippers
  await w.add(FLEET, 'apiClient', {
    name: `${first!.plan.name.slice(0, 4)}订单系统`,
    project: first!.project,
    model,
    webhookEvents: 'departed,eta,arrived,signed',
  })
  await w.add(FLEET, 'apiClient', { name: `${second!.plan.name.slice(0, 4)}联调`, project: second!.project, model, sandbox: true })
  const driverRule = await makeRule(w, 'driverTrip', from, { priority: 1 })
  const carrier = await makeCarrier(w, '申达货运有限公司', {
    payPlan: [
      { stage: 'advance', bp: 4000, medium: 'transfer' },
      { stage: 'arrival', bp: 4000, medium: 'transfer' },
      { stage: 'receipt', bp: 2000, medium: 'transfer' },
    ],
  })
  await w.act(FLEET, 'carrier', 'openAccount', carrier, { user: w.people.get('yunqiao_carrier')!.id })
  await makeRule(w, 'carrierKm', from, { carrier })
  await makeCarrier(w, '捷运物流有限公司', { settle: 'monthly', serviceFeeBp: 600 })
  const series = ['卫士', 'L4', '卫士', 'M9', 'M9']
  const wheels: Wheels[] = []
  for (const [i, s] of series.entries()) {
    const vehicle = await makeTruck(w, s, addDays(from, 0), fleet.models)
    const hired = i === 2 || i === 4
    const driver = await makeDriver(w, hired ? { source: 'carrier', carrier } : { source: 'own', payRule: driverRule })
    wheels.push({ vehicle, driver, carrier: hired ? carrier : null })
  }
  return { model, shippers, receivers, wheels }
}

/** An order as the shipper calls it in; ids of its consignment too. */
async function takeOrder(
  w: World,
  c: Company,
  s: Shipper,
  day: Day,
  k: number,
  more: object = {},
): Promise<{ order: number; consignment: number }> {
  const r = w.random
  const kg = r.int(s.plan.kg[0], s.plan.kg[1])
  const pieces = Math.max(1, Math.round(kg / s.plan.piece))
  w.at(addDays(day, -1), `${String(10 + (k % 7))}:${String(r.int(10, 55))}`)
  const order = await w.add(CLERK, 'transportOrder', {
    project: s.project,
    customer: s.id,
    model: c.model,
    sender: s.sender,
    receiver: c.receivers[(k * 3 + r.int(0, 2)) % c.receivers.length]!,
    pickFrom: instantAt(day, '06:30'),
    pickTo: instantAt(day, '08:30'),
    dropFrom: instantAt(day, '08:30'),
    dropTo: instantAt(day, '17:30'),
    goods: [{ name: s.plan.goods, category: s.plan.category, pieces, weight: kg, volume: Math.round(kg / 25) / 10, declared: kg * 1800 }],
    distanceM: r.int(18, 96) * 1000,
    insure: s.plan.rule === 'tons',
    receiptNeed: k % 3 === 0,
    ...more,
  })
  await w.act(CLERK, 'transportOrder', 'submit', order)
  const row = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('consignment').select('id').where('order', '=', order).executeTakeFirstOrThrow(),
  )
  return { order, consignment: row.id }
}

/** How far a day's work got: only laid out, on the road, all delivered. */
type Reach = 'planned' | 'road' | 'done'

async function drive(w: World, m: number, wheels: Wheels, day: Day, reach: Reach): Promise<void> {
  w.at(day, '05:40')
  await w.act(FLEET, 'mission', 'assign', m, wheels.carrier ? { ...wheels } : { vehicle: wheels.vehicle, driver: wheels.driver })
  if (reach === 'planned') return
  w.at(day, '05:52')
  await w.act(FLEET, 'mission', 'accept', m)
  w.at(day, '07:10')
  await w.act(FLEET, 'mission', 'load', m, { all: true })
  w.at(day, '07:20')
  await w.act(FLEET, 'mission', 'depart', m)
}

async function deliverAll(w: World, m: number, day: Day, upTo: number, odd: boolean): Promise<void> {
  const legs = await w.db.read(w.operatorId, (db) =>
    db
      .selectFrom('consignment')
      .selectAll()
      .where('mission', '=', m)
      .where('status', '=', 'carrying')
      .orderBy('stopSeq')
      .orderBy('id')
      .execute(),
  )
  for (const [i, c] of legs.slice(0, upTo).entries()) {
    const hour = String(9 + i * 2).padStart(2, '0')
    const at = w.instant(day, `${hour}:${String(w.random.int(10, 50))}`)
    w.at(day, `${hour}:55`)
    if (c.stopSeq !== null && i % 2 === 0) await w.act(CLERK, 'mission', 'report', m, { seq: c.stopSeq, event: 'arrive', at, note: null })
    if (c.stopSeq !== null && i % 2 === 0)
      await w.act(CLERK, 'mission', 'report', m, { seq: c.stopSeq, event: 'startWork', at: w.instant(day, `${hour}:54`), note: null })
    const goods = c.goods[0]!
    const broken = odd && i === 0 && c.pieces > 5
    await w.act(CLERK, 'consignment', 'deliver', c.id, {
      signType: 'self',
      signer: personName(w.random),
      at: w.instant(day, `${hour}:55`),
      codTaken: c.cod,
      ...(broken
        ? { lines: [{ goods: goods.name, refused: 3, short: 0, damaged: true, reason: '外箱破损' }], responsible: 'carrier' }
        : {}),
    })
  }
}

async function receipts(w: World, day: Day): Promise<void> {
  w.at(day, '16:00')
  const due = await w.db.read(w.operatorId, (db) =>
    db
      .selectFrom('consignment')
      .select('id')
      .where('receiptState', '=', 'due')
      .where('status', 'in', ['signed', 'partSigned'])
      .orderBy('id')
      .execute(),
  )
  for (const c of due) await w.act(CLERK, 'consignment', 'receipt', c.id, { receiptNo: `HD${day.replaceAll('-', '')}${c.id}` })
}

/** The cashier gets what the driver collected the day before; what was collected last is still with him. */
async function handIn(w: World, day: Day): Promise<void> {
  w.at(day, '05:10')
  const rows = await w.db.read(w.operatorId, (db) =>
    db
      .selectFrom('codEntry as c')
      .select('c.order')
      .where('c.kind', '=', 'collected')
      .where((eb) =>
        eb.not(
          eb.exists(eb.selectFrom('codEntry as h').select('h.id').whereRef('h.order', '=', 'c.order').where('h.kind', '=', 'handedIn')),
        ),
      )
      .orderBy('c.id')
      .execute(),
  )
  for (const r of rows) await w.act('yunqiao_cashier', 'transportOrder', 'codHandIn', r.order, { means: 'cash', amount: null, note: null })
}

/** A day: each shipper's orders, shared out over the trucks that go. */
async function workDay(w: World, c: Company, day: Day, n: number, reach: Reach): Promise<void> {
  const r = w.random
  const orders: { order: number; consignment: number; kg: number }[] = []
  for (let k = 0; k < n; k++) {
    const cod = k === 1 && day <= addDays(w.until, -2) ? { cod: 386_000 } : {}
    orders.push({ ...(await takeOrder(w, c, c.shippers[k % c.shippers.length]!, day, k, cod)), kg: 0 })
  }
  if (reach === 'planned' && day > w.until) return
  const going = [c.wheels[3]!, c.wheels[4]!]
  w.at(addDays(day, -1), '18:30')
  for (const [i, wheels] of going.entries()) {
    const own = orders.filter((_o, k) => k % going.length === i)
    if (own.length === 0) continue
    const m = await w.add(FLEET, 'mission', {
      kind: 'task',
      consignments: own.map((o) => o.consignment),
      planStart: instantAt(day, '06:30'),
      planEnd: instantAt(day, '18:30'),
    })
    await drive(w, m, wheels, day, reach)
    if (reach !== 'planned') await deliverAll(w, m, day, reach === 'done' ? 99 : 1, i === 1 && r.chance(0.15))
  }
}

/** A post whose page can be opened, and who has answered it so far. */
async function recruit(w: World): Promise<void> {
  w.at(addDays(w.until, -6), '10:20')
  const store = w.stores[0]!.id
  const post = await w.add(FLEET, 'recruitPost', {
    title: '城配司机（虹桥仓）',
    cities: '上海',
    headcount: 4,
    pay: '月薪 8500–11000 元，含五险一金，夜班另有补贴',
    until: addDays(w.until, 40),
    store,
    detail:
      '负责虹桥仓到市内门店的日配，每天 12 到 18 个点，车辆由公司提供。\n持 C1 或以上驾照，两年以上驾龄，会用电子地图。\n周末轮休，工作地点在闵行区。',
  })
  await w.act(FLEET, 'recruitPost', 'publish', post)
  for (const [i, [name, phone, licenceClass]] of APPLICANTS.entries()) {
    w.at(addDays(w.until, -4 + i), '14:05')
    const id = await w.add(FLEET, 'driverApplication', { post, name, mobile: phone, city: '上海', licenceClass, store })
    if (i === 0) await w.act(FLEET, 'driverApplication', 'contact', id)
  }
}
const APPLICANTS = [
  ['丁海波', '13916420731', 'C1'],
  ['范志远', '13761528840', 'B2'],
  ['季永康', '15821037796', 'C1'],
] as const

/** Stands open for half a day: whoever signs in as the carrier has something to answer. */
async function offerCarrier(w: World, c: Company): Promise<void> {
  const day = addDays(w.until, 1)
  const s = c.shippers[0]!
  w.at(w.until, '23:59')
  const order = await w.add(CLERK, 'transportOrder', {
    project: s.project,
    customer: s.id,
    model: c.model,
    sender: s.sender,
    receiver: c.receivers[0]!,
    pickFrom: instantAt(day, '06:30'),
    pickTo: instantAt(day, '08:30'),
    dropFrom: instantAt(day, '08:30'),
    dropTo: instantAt(day, '17:30'),
    goods: [{ name: s.plan.goods, category: s.plan.category, pieces: 20, weight: 300, volume: 1.2, declared: 540_000 }],
    distanceM: 36_000,
  })
  await w.act(CLERK, 'transportOrder', 'submit', order)
  const { id: consignment } = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('consignment').select('id').where('order', '=', order).executeTakeFirstOrThrow(),
  )
  const m = await w.add(FLEET, 'mission', {
    kind: 'task',
    consignments: [consignment],
    planStart: instantAt(day, '06:30'),
    planEnd: instantAt(day, '18:30'),
  })
  await w.act(FLEET, 'mission', 'assign', m, { ...c.wheels[2]! })
}

export async function makeTransport(w: World, fleet: Fleet): Promise<void> {
  const from = addDays(w.until, -75)
  const c = await makeCompany(w, fleet, from)
  for (const back of [62, 48, 34, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) {
    const day = addDays(w.until, -back)
    await handIn(w, day)
    await workDay(w, c, day, 4, 'done')
  }
  await receipts(w, addDays(w.until, -2))
  await workDay(w, c, addDays(w.until, -1), 5, 'road')
  await workDay(w, c, w.until, 4, 'planned')
  await workDay(w, c, addDays(w.until, 1), 6, 'planned')
  await settleFreight(w)
  await recruit(w)
  await offerCarrier(w, c)
}
