/**
 * Terminals of the demo company and a month of what they reported: six believable days of each vehicle, told again and again with other
 * dates, folded by the product's own engines. The gateway's simulator goes on from there after the start.
 */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, dayOf, instantAt, type Day } from '#kit/basics/time/day.ts'
import { mixed, Random } from '#kit/basics/random.ts'
import { newState, run, type Outcome } from '#modules/telematics/engine/engine.rules.ts'
import { storeOutcomes } from '#modules/telematics/engine/outcome.server.ts'
import type { Point } from '#modules/telematics/engine/point.ts'
import { loadRules, rulesFor } from '#modules/telematics/engine/rules.server.ts'
import { chinaRoads } from '#modules/telematics/simulator/simulator.server.ts'
import { offset, type Place } from '#modules/telematics/simulator/roads.ts'
import { Truck, type TruckPlan } from '#modules/telematics/simulator/truck.ts'
import { equip, makeStandards } from './cold.ts'
import type { DemoVehicle } from './fleet.ts'
import type { World } from './world.ts'

const DAYS = 30
const PATTERNS = 6
const KEPT_DENSE = 4
const CLERK = 'yunqiao_fleet'
const MINUTE = 60_000

interface Fitted {
  vehicle: DemoVehicle
  terminal: number
  terminalNo: string
  home: Place
  cold: boolean
}
/** Of the refrigerated vehicles so many have more than temperature probes. */
const WELL_EQUIPPED = 2

/** Answers with what is reported once leases run. */
export async function makeTelematics(w: World, vehicles: readonly DemoVehicle[], now: string): Promise<() => Promise<void>> {
  // Numbers of its own: what happens here changes nothing in the rest of the company.
  const dice = new Random(80_808)
  const ready = vehicles.filter((v) => v.readyOn)
  w.clock.set(instantAt(addDays(w.until, -DAYS - 5), '10:00'))
  const profile = await w.add(CLERK, 'deviceProfile', {
    name: '通用终端（带继电器）',
    maker: '星图电子',
    protocol: 'jt808v2013',
    heartbeatSeconds: 60,
    items: 'gps51',
    cutBy: 'control',
    cutCode: 'F0',
    restoreCode: 'F1',
    limitCode: 'F2',
    cutBits: 'oil',
  })
  await w.add(CLERK, 'deviceProfile', {
    name: '简易定位器',
    maker: '星图电子',
    protocol: 'jt808v2019',
    heartbeatSeconds: 180,
    cutBy: 'none',
  })
  const { roles } = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('user').select('roles').where('username', '=', CLERK).executeTakeFirstOrThrow(),
  )
  const { cold: policy, damp } = await makeStandards(w, roles)
  const fitted: Fitted[] = []
  for (const [i, v] of ready.entries()) if (i % 20 !== 19) fitted.push(await fit(w, dice, v, i, profile, policy))
  for (let i = 0; i < 3; i++)
    await w.add(CLERK, 'terminal', {
      terminalNo: `14600090${String(i).padStart(3, '0')}`,
      profile,
      store: w.stores[0]!.id,
      simNo: `1064890000${i}`,
      simDueOn: addDays(w.until, 200 + i),
    })
  await w.add(undefined, 'terminal', {
    terminalNo: '14600091000',
    status: 'quarantine',
    deviceNo: 'X70001',
    maker: '未知',
    reportedPlate: '沪B00000',
    firstSeenAt: now,
    lastSeenAt: now,
  })
  for (const { vehicle } of fitted.filter((f) => f.cold).slice(0, WELL_EQUIPPED)) await equip(w, vehicle.id, damp)
  await makeFences(w)
  w.clock.set(now)
  await w.write((tx) => sql`select position_prepare(${addDays(w.until, -DAYS)}::date, ${addDays(w.until, 7)}::date)`.execute(tx))
  const rules = await w.product.read(w.operatorId, (db) => loadRules(db, w.as()))
  for (const f of fitted) await history(w, f, rules, now)
  await handleAlarms(w, dice)
  return () => reports(w, fitted)
}

async function fit(w: World, r: Random, v: DemoVehicle, i: number, profile: number, policy: number): Promise<Fitted> {
  const cold = v.plan.category === 'reefer'
  const terminalNo = `14600080${String(i).padStart(3, '0')}`
  const terminal = await w.add(CLERK, 'terminal', {
    terminalNo,
    profile,
    store: v.store.id,
    imei: `86${r.digits(13)}`,
    simNo: `1064891${r.digits(6)}`,
    iccid: `898600${r.digits(14)}`,
    simDueOn: addDays(w.until, r.int(10, 400)),
    installedOn: v.readyOn,
  })
  await w.act(CLERK, 'terminal', 'bind', terminal, { vehicle: v.id })
  if (cold) {
    for (const [n, zone] of [
      [1, 'front'],
      [2, 'rear'],
    ] as const) {
      const probe = await w.add(CLERK, 'equipment', {
        no: `TW-${terminalNo.slice(-3)}-${n}`,
        kind: 'probe',
        store: v.store.id,
        maker: '星图电子',
        model: 'PT100',
        serialNo: r.digits(8),
      })
      await w.act(CLERK, 'equipment', 'install', probe, {
        vehicle: v.id,
        position: zone === 'front' ? '货厢前部' : '货厢后部',
        installedOn: w.clock.today(),
      })
      await w.act(CLERK, 'equipment', 'calibrate', probe, {
        calibratedOn: addDays(w.until, -r.int(30, 300)),
        calibrationDueOn: addDays(w.until, r.int(20, 330)),
      })
      await w.add(CLERK, 'temperatureChannel', { vehicle: v.id, sensorNo: n, zone, policy, probe })
    }
  }
  const random = new Random(mixed(i, 808))
  const angle = random.between(0, 2 * Math.PI)
  const home = offset(
    { lng: v.store.plan.lng, lat: v.store.plan.lat },
    random.between(0, 250) * Math.cos(angle),
    random.between(0, 250) * Math.sin(angle),
  )
  return { vehicle: v, terminal, terminalNo, home, cold }
}

async function makeFences(w: World): Promise<void> {
  for (const s of w.stores) {
    const id = await w.add(CLERK, 'fence', {
      name: `${s.plan.name}停车场`,
      shape: 'circle',
      points: `${s.plan.lng},${s.plan.lat}`,
      radius: 400,
      purpose: 'store',
      onEnter: true,
      onLeave: true,
      appliesTo: 'store',
      store: s.id,
    })
    await w.act(CLERK, 'fence', 'activate', id)
  }
  const [sh] = w.stores
  const { lng, lat } = sh!.plan
  const slow = await w.add(CLERK, 'fence', {
    name: '物流园区限速 40',
    shape: 'rectangle',
    points: `${(lng - 0.02).toFixed(4)},${(lat - 0.015).toFixed(4)}\n${(lng + 0.005).toFixed(4)},${(lat + 0.005).toFixed(4)}`,
    purpose: 'speed',
    speedLimit: 40,
    overspeedSeconds: 90,
    appliesTo: 'all',
    onEnter: false,
    onLeave: false,
  })
  await w.act(CLERK, 'fence', 'activate', slow)
  const province = await w.add(CLERK, 'fence', {
    name: '上海市域（驶出提醒）',
    shape: 'district',
    district: '310000',
    purpose: 'confined',
    appliesTo: 'store',
    store: sh!.id,
    onEnter: false,
    onLeave: true,
    bufferMeters: 800,
  })
  await w.act(CLERK, 'fence', 'activate', province)
  const bridge = await w.add(CLERK, 'fence', {
    name: '卢浦大桥（禁止断油断电）',
    shape: 'corridor',
    points: '121.4716,31.1985\n121.4728,31.1911\n121.4762,31.1815',
    width: 80,
    noCut: true,
    appliesTo: 'all',
    onEnter: false,
    onLeave: false,
  })
  await w.act(CLERK, 'fence', 'activate', bridge)
}

/** Every evening all drive home: days are told again in any order, and none may begin elsewhere than the one before ended. */
const HOME_BY = 1425

/** As the standards ask: five minutes on the road, two out of range; a sleeping terminal less. */
const recordedEvery = (status: number, t: readonly (number | null)[]): number =>
  t.some((x) => x !== null && (x > 80 || x < 0)) ? 2 : (status & 1) === 1 ? 5 : 20

/** Its engine is off, and nobody leaves the hold open over night. */
const standing = (status: number): number => status & ~(1 | (1 << 13))

/** Six days of one vehicle, minute by minute while it works. */
function patterns(f: Fitted): { at: number; point: Omit<Point, 'at'>; direction: number }[][] {
  const seed = mixed(Number(f.terminalNo.slice(-5)), 2026)
  const random = new Random(seed)
  const plan: TruckPlan = {
    seed,
    home: f.home,
    trade: 'local',
    cold: f.cold ? 'item51' : null,
    setpoint: 4,
    version: 2013,
    clock: 0,
    last: { place: f.home, heading: 0, metres: random.int(20_000, 400_000) * 1000 },
  }
  const start = Date.parse('2026-01-05T00:00:00+08:00')
  const truck = new Truck(plan, chinaRoads(), start)
  return Array.from({ length: PATTERNS }, (_, d) => {
    const midnight = start + d * 86_400_000
    const samples: { at: number; point: Omit<Point, 'at'>; direction: number }[] = []
    const [from, to] = [random.int(380, 560), random.int(960, 1230)]
    const hurried = random.chance(0.25) ? random.int(from, to) : -1
    let working = false
    for (let minute = 0; minute < 1440; minute += working ? 1 : minute < from ? Math.min(30, from - minute) : 30) {
      const at = midnight + minute * MINUTE
      if (minute === to) truck.recall()
      working = minute >= from && minute < HOME_BY && (minute < to || !truck.home)
      if (working) truck.step(at)
      else truck.park(at)
      const l = truck.report(at)
      const fast = hurried >= 0 && working && minute >= hurried && minute < hurried + 3 && l.speed > 200
      const of = (name: string): unknown => l.items.find((item) => item.name === name)?.value
      const t = of('temperatures') as (number | null)[] | undefined
      const h = of('humidities') as (number | null)[] | undefined
      const recorded = working && t !== undefined && minute % recordedEvery(l.status, t) === 0
      const mileage = l.items.find((item) => item.name === 'mileage')?.value as number
      samples.push({
        at: minute * MINUTE,
        direction: l.direction,
        point: {
          lng: l.longitude / 1e6,
          lat: l.latitude / 1e6,
          speed: working ? (fast ? 108 : l.speed / 10) : 0,
          status: working ? l.status : standing(l.status),
          alarm: fast ? 2 : random.chance(0.03) ? l.alarm : l.alarm & ~1,
          odometer: mileage * 100,
          located: (l.status & 2) !== 0,
          temperatures: recorded ? t.filter((x) => x !== null) : null,
          humidities: recorded && h ? h.filter((x) => x !== null) : null,
          vehicleSignals: recorded ? (of('vehicleSignals') as number) : null,
        },
      })
    }
    return samples
  })
}

/** As the gateway stores them (fix.rules.ts). */
const itemsOf = ({ temperatures: t, humidities: h, vehicleSignals: s }: Point): string | null => (t ? JSON.stringify({ t, h, s }) : null)

interface Month {
  points: Point[]
  directions: number[]
}

function month(w: World, f: Fitted, now: string): Month {
  const days = patterns(f)
  const random = new Random(mixed(f.vehicle.id, 99))
  const end = Date.parse(now)
  const points: Point[] = []
  const directions: number[] = []
  let shift = 0
  for (let back = DAYS; back >= 0; back--) {
    const day = addDays(w.until, -back)
    const midnight = Date.parse(instantAt(day))
    const pattern = days[random.int(0, PATTERNS - 1)]!
    const first = pattern[0]!.point.odometer!
    const last = points.at(-1)?.odometer ?? first
    shift = last - first
    const resting = new Date(midnight).getUTCDay() === 6 && random.chance(0.7)
    for (const p of pattern) {
      if (midnight + p.at > end) break
      if (resting && p.at % (30 * MINUTE) !== 0) continue
      const at = midnight + p.at
      points.push(
        resting
          ? {
              ...p.point,
              at,
              lng: f.home.lng,
              lat: f.home.lat,
              speed: 0,
              status: standing(p.point.status),
              alarm: 0,
              odometer: last,
              temperatures: null,
              humidities: null,
              vehicleSignals: null,
            }
          : { ...p.point, at, odometer: p.point.odometer! + shift },
      )
      directions.push(p.direction)
    }
  }
  return { points, directions }
}

const history = (w: World, f: Fitted, rules: Awaited<ReturnType<typeof loadRules>>, now: string): Promise<void> =>
  w.write((tx) => store(w, tx, f, month(w, f, now), rules, now), { statementTimeoutMs: 120_000 })

async function store(
  w: World,
  tx: Tx,
  f: Fitted,
  { points, directions }: Month,
  rules: Awaited<ReturnType<typeof loadRules>>,
  now: string,
): Promise<void> {
  const state = newState()
  const out: Outcome = run(state, points, rulesFor(rules, f.vehicle.id, f.vehicle.store.id))
  const dense = Date.parse(instantAt(addDays(w.until, -KEPT_DENSE)))
  const indices = points.flatMap((p, i) =>
    p.at >= dense ? (i % 2 === 0 || p.speed === 0 || p.alarm ? [i] : []) : p.at % (15 * MINUTE) === 0 || p.alarm ? [i] : [],
  )
  const ctx: Context = w.as()
  await storeOutcomes(tx, ctx, [
    {
      subject: { vehicle: f.vehicle.id, store: f.vehicle.store.id, terminal: f.terminal },
      out,
      from: null,
      channels: rules.channels.get(f.vehicle.id) ?? [],
    },
  ])
  const column = (of: (p: Point, i: number) => number | null) =>
    sql`${`{${indices.map((i) => of(points[i]!, i) ?? 'null').join(',')}}`}::bigint[]`
  await sql`insert into position (operator_id, terminal, vehicle, at, received_at, serial, lng, lat, altitude, speed, direction, flags, alarm, status, odometer, signal, satellites, items)
      select ${w.operatorId}, ${f.terminal}, ${f.vehicle.id}, 'epoch'::timestamptz + u.at * interval '1 ms', 'epoch'::timestamptz + (u.at + 700) * interval '1 ms', u.n % 65536, u.lng, u.lat, 12, u.speed, u.direction, u.flags, u.alarm, u.status, u.odometer, 24, 12, u.items::jsonb
      from unnest(${column((p) => p.at)}, ${column((_, i) => i)}, ${column((p) => Math.round(p.lng * 1e6))}, ${column((p) => Math.round(p.lat * 1e6))}, ${column((p) => Math.round(p.speed * 10))}, ${column((_, i) => directions[i]!)}, ${column((p) => (p.located ? 0 : 4))},
        ${column((p) => p.alarm)}, ${column((p) => p.status)}, ${column((p) => Math.round(p.odometer! / 100))}, ${sql.val(indices.map((i) => itemsOf(points[i]!)))}::text[]) as u(at, n, lng, lat, speed, direction, flags, alarm, status, odometer, items)
      on conflict do nothing`.execute(tx)
  for (const { day, state: begun } of [...out.starts.slice(-4), { day: '9999-12-31', state }])
    await sql`insert into engine_state (operator_id, vehicle, day, state) values (${w.operatorId}, ${f.vehicle.id}, ${day}, ${JSON.stringify(begun)}::jsonb) on conflict do nothing`.execute(
      tx,
    )
  const p = points.at(-1)!
  await sql`update vehicle_position set at = ${new Date(p.at).toISOString()}, received_at = ${new Date(p.at).toISOString()}, lng = ${p.lng}, lat = ${p.lat}, speed = ${p.speed}, direction = ${directions.at(-1)!}, motion = ${p.status & 1 ? (p.speed >= 3 ? 'driving' : 'idling') : 'parked'}, acc_on = ${(p.status & 1) === 1}, odometer = ${p.odometer! / 1000}, changed_at = ${now}
      where vehicle = ${f.vehicle.id} and operator_id = ${w.operatorId}`.execute(tx)
  await tx
    .updateTable('terminal')
    .set({
      firstSeenAt: new Date(points[0]!.at).toISOString(),
      lastSeenAt: new Date(p.at).toISOString(),
      lastFixAt: new Date(p.at).toISOString(),
      protocol: 'jt808v2013',
      maker: 'XT',
      model: 'XT-808R',
      deviceNo: `D${f.terminalNo.slice(-6)}`,
      firmware: 'V2.3.1',
    })
    .where('id', '=', f.terminal)
    .execute()
}

const HANDLINGS = ['已电话提醒司机减速', '核实为路段限速变化，已提醒', '司机已休息，情况正常', '已联系承租人，加强管理']
const handlingOf = (kind: string, doorSeconds: number | null): string => {
  if (kind === 'noData') return '检查探头与线路后恢复，已核对补传数据'
  return doorSeconds ? '卸货开门所致，货温未受影响，已提醒司机缩短开门时间' : '制冷机组除霜后恢复，货温未受影响'
}
async function handleAlarms(w: World, r: Random): Promise<void> {
  const before = instantAt(addDays(w.until, -1) as Day)
  const old = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('alarm').select('id').where('status', '=', 'open').where('startAt', '<', before).orderBy('id').execute(),
  )
  for (const { id } of old)
    if (r.chance(0.7)) await w.act(CLERK, 'alarm', r.chance(0.1) ? 'dismiss' : 'handle', id, { handling: r.pick(HANDLINGS) })
  const warm = await w.db.read(w.operatorId, (db) =>
    db
      .selectFrom('excursion')
      .select(['id', 'kind', 'doorSeconds'])
      .where('status', '=', 'open')
      .where('startAt', '<', before)
      .orderBy('id')
      .execute(),
  )
  for (const { id, kind, doorSeconds } of warm)
    if (r.chance(0.8)) await w.act(CLERK, 'excursion', 'handle', id, { handling: handlingOf(kind, doorSeconds) })
}

async function reports(w: World, fitted: readonly Fitted[]): Promise<void> {
  const [a, b, c] = fitted
  const moment = new Date(Date.parse(w.clock.now()) - 26 * 3_600_000).toISOString()
  await w.add(CLERK, 'riskReport', {
    level: 'high',
    category: 'arrears',
    vehicle: a!.vehicle.id,
    occurredAt: moment,
    description: '承租人连续两期未付租金，电话无人接听，车辆仍在正常行驶。',
  })
  await w.add(CLERK, 'riskReport', {
    level: 'medium',
    category: 'driving',
    vehicle: b!.vehicle.id,
    occurredAt: moment,
    description: `${dayOf(moment)} 多次超速，已口头提醒，建议约谈。`,
  })
  const state = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('vehiclePosition').select('id').where('vehicle', '=', c!.vehicle.id).executeTakeFirstOrThrow(),
  )
  await w.act(CLERK, 'vehiclePosition', 'requestCut', state.id, {
    reason: 'test',
    reasonText: '新装继电器，申请停车场内断油测试',
    warned: true,
  })
  // A vehicle that earns its rent on the road is not stopped there.
  const owing = await w.db.read(w.operatorId, (db) =>
    db
      .selectFrom('vehiclePosition as p')
      .innerJoin('lease as l', 'l.vehicle', 'p.vehicle')
      .innerJoin('bill as b', 'b.contract', 'l.contract')
      .select(['p.id', 'l.contract'])
      .where('l.status', '=', 'active')
      .where('b.status', 'in', ['unpaid', 'partlyPaid'])
      .where('b.dueOn', '<', w.until)
      .where('p.vehicle', '!=', c!.vehicle.id)
      .orderBy('b.dueOn')
      .orderBy('p.id')
      .limit(1)
      .executeTakeFirst(),
  )
  if (owing)
    await w.act(CLERK, 'vehiclePosition', 'requestCut', owing.id, {
      kind: 'limit',
      reason: 'arrears',
      contract: owing.contract,
      reasonText: '多次催收无果；车辆常在高速行驶，申请限制启动，待其停稳后生效',
      warned: true,
    })
}
