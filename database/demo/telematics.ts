/**
 * Terminals of the demo company, and once it is known who had which vehicle the month they report (telematics-month.ts). The gateway's
 * simulator goes on from there after the start.
 */
import { sql } from 'kysely'
import { addDays, dayOf, instantAt, type Day } from '#kit/basics/time/day.ts'
import { mixed, Random } from '#kit/basics/random.ts'
import { loadRules } from '#modules/telematics/engine/rules.server.ts'
import { offset } from '#modules/telematics/simulator/roads.ts'
import { equip, makeStandards } from './cold.ts'
import type { DemoVehicle } from './fleet.ts'
import { drivesOn, whereaboutsOf, type Whereabouts } from './out-days.ts'
import { DAYS, history, type Fitted } from './telematics-month.ts'
import type { World } from './world.ts'

const CLERK = 'yunqiao_fleet'
/** Of the refrigerated vehicles so many have more than temperature probes. */
const WELL_EQUIPPED = 2

/** Answers with the month they report, to be told once leases, freight and workshops have happened. */
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
  await makeFences(w)
  await w.write((tx) => sql`select position_prepare(${addDays(w.until, -DAYS)}::date, ${addDays(w.until, 7)}::date)`.execute(tx))
  return () => tell(w, dice, { fitted, damp, now })
}

interface Equipped {
  fitted: readonly Fitted[]
  /** The standard of humidity. */
  damp: number
  now: string
}
async function tell(w: World, dice: Random, { fitted, damp, now }: Equipped): Promise<void> {
  const whereabouts = await whereaboutsOf(
    w,
    fitted.map((f) => f.vehicle.id),
  )
  const of = (f: Fitted): Whereabouts => whereabouts.get(f.vehicle.id)!
  const days = Array.from({ length: DAYS + 1 }, (_, i) => addDays(w.until, i - DAYS))
  const driven = (f: Fitted): number => days.filter((day) => drivesOn(day, of(f))).length
  // What humidity was is worth seeing of those that were on the road.
  const cold = fitted.filter((f) => f.cold).toSorted((a, b) => driven(b) - driven(a))
  for (const { vehicle } of cold.slice(0, WELL_EQUIPPED)) await equip(w, vehicle.id, damp)
  w.clock.set(now)
  const rules = await w.product.read(w.operatorId, (db) => loadRules(db, w.as()))
  for (const f of fitted) await history(w, f, { rules, now, drivesOn: (day) => drivesOn(day, of(f)) })
  await handleAlarms(w, dice)
  await reports(
    w,
    fitted.filter((f) => drivesOn(w.until, of(f))),
    fitted.filter((f) => !drivesOn(w.until, of(f))),
  )
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

async function reports(w: World, out: readonly Fitted[], standing: readonly Fitted[]): Promise<void> {
  const [a, b, ...others] = out
  const c = standing[0] ?? others[0]
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
