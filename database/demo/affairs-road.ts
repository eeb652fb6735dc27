/** Violations, oil cards and charging of the demo company. */
import { addDays, instantAt, type Day } from '#kit/basics/time/day.ts'
import { reachesOutside } from '#modules/system/system.public.ts'
import { BOSS, CLERK, later, type Car, type Road } from './affairs-world.ts'
import type { World } from './world.ts'

const OFFENCES = [
  ['1039', '违反规定停放机动车', 0, 150],
  ['1039', '违反规定停放机动车', 0, 150],
  ['1344', '违反禁令标志指示', 1, 200],
  ['1345', '违反禁止标线指示', 1, 200],
  ['1625', '驾驶机动车违反道路交通信号灯通行', 6, 200],
  ['1349', '超速不足 20%', 0, 50],
  ['1120', '未按规定使用安全带', 1, 50],
] as const
const PLACES = ['延安西路近番禺路', '沪闵路近漕宝路', '杨高中路近民生路', '文一西路近古翠路', '中环路内圈 12 公里处', '现代大道近星湖街']

interface Offence {
  at: string
  plateNo: string
}
const shown = (at: string): string => {
  const local = new Date(Date.parse(at) + 8 * 3_600_000).toISOString()
  return `${local.slice(0, 10)} ${local.slice(11, 19)}`
}

/** Some while they were out, one right at a handover, two of ours in the yard, one of a plate nobody knows. */
function offences(w: World, { dice, cars }: Road): Offence[] {
  const out = cars.filter((c) => c.segments.length > 0)
  const drawn: Offence[] = []
  for (let i = 0; i < 38; i++) {
    const car = dice.pick(out)
    const s = dice.pick(car.segments)
    const from = Date.parse(s.fromAt) + 86_400_000
    const to = Math.min(s.toAt ? Date.parse(s.toAt) : Infinity, Date.parse(instantAt(addDays(w.until, -4)))) - 86_400_000
    if (to > from) drawn.push({ plateNo: car.plateNo, at: new Date(Math.floor(dice.between(from, to) / 1000) * 1000).toISOString() })
  }
  const border = out.find((c) => Date.parse(c.segments[0]!.fromAt) < Date.parse(instantAt(addDays(w.until, -20))))
  if (border) drawn.push({ plateNo: border.plateNo, at: new Date(Date.parse(border.segments[0]!.fromAt) + 240_000).toISOString() })
  for (const car of cars.filter((c) => c.segments.length === 0 && c.readyOn !== null && c.readyOn < addDays(w.until, -30)).slice(0, 2))
    drawn.push({ plateNo: car.plateNo, at: w.instant(addDays(w.until, -dice.int(12, 25)), '11:20') })
  drawn.push({ plateNo: '沪B88X61', at: w.instant(addDays(w.until, -9), '08:41') })
  return drawn.toSorted((a, b) => (a.at < b.at ? -1 : 1))
}

/** Asked for every quarter, as the file of the traffic police; the older ones are settled by now. */
export async function makeViolations(w: World, road: Road): Promise<void> {
  const all = offences(w, road)
  for (let back = 360; back > 0; back -= 60) {
    const [from, to] = [addDays(w.until, -back), addDays(w.until, 60 - back)]
    const mine = all.filter((o) => o.at >= instantAt(from) && o.at < instantAt(to))
    if (mine.length === 0) continue
    w.at(to, '10:00')
    const rows = mine.map((o) => {
      const [code, behaviour, points, yuan] = road.dice.pick(OFFENCES)
      return [o.plateNo, shown(o.at), road.dice.pick(PLACES), code, behaviour, yuan, points, `3101${road.dice.digits(11)}`].join('\t')
    })
    const head = '车牌号\t违法时间\t违法地点\t违法代码\t违法行为\t罚款\t记分\t文书编号'
    await w.call(CLERK, '/api/v1/violation/take', { text: [head, ...rows].join('\n') })
    await settled(w, road, back)
  }
}

async function settled(w: World, { dice }: Road, back: number): Promise<void> {
  const open = await w.db.read(w.operatorId, (db) =>
    db
      .selectFrom('violation')
      .leftJoin('lease', 'lease.id', 'violation.lease')
      .select(['violation.id', 'violation.points', 'violation.holderKind', 'violation.near', 'lease.status as running'])
      .where('violation.status', '=', 'toHandle')
      .orderBy('violation.id')
      .execute(),
  )
  // What came with the last file has just been looked at.
  for (const v of back > 60 ? open : open.slice(0, 5)) {
    if (v.near) continue
    w.at(later(addDays(w.until, 61 - back) > w.until ? w.until : addDays(w.until, 61 - back), w.from), '14:00')
    // Invented numbers are never written to, whatever gateway this house has.
    if (v.holderKind === 'lessee' && !reachesOutside(w.as())) await w.act(CLERK, 'violation', 'notify', v.id)
    if (back <= 60 || dice.chance(0.12)) continue
    const agent = v.points === 0 && v.running === 'active' && dice.chance(0.5)
    await w.act(CLERK, 'violation', 'dispose', v.id, { way: agent ? 'agent' : v.holderKind === 'lessee' ? 'self' : 'company' })
    w.at(addDays(w.clock.today(), dice.int(2, 12)) > w.until ? w.until : addDays(w.clock.today(), dice.int(2, 12)), '16:00')
    await w.act(CLERK, 'violation', 'handle', v.id, {
      decidedOn: w.clock.today(),
      decisionNo: `3101${dice.digits(10)}`,
      paidBy: agent || v.holderKind !== 'lessee' ? 'company' : 'lessee',
      receipts: [await w.photo('contract', CLERK)],
      driverName: '承租方驾驶人',
    })
  }
}

interface Stop {
  at: string
  lng: number
  lat: number
}
/** Where the vehicle stood a while in daylight this last month: there a fuelling agrees with its own track. */
async function stopsOf(w: World, car: Car): Promise<Stop[]> {
  const rows = await w.db.read(w.operatorId, (db) =>
    db
      .selectFrom('trip')
      .select(['startAt', 'startLng', 'startLat', 'seconds'])
      .where('vehicle', '=', car.id)
      .where('kind', '=', 'stop')
      .where('startLng', 'is not', null)
      .orderBy('startAt')
      .execute(),
  )
  return rows
    .filter((r) => r.seconds >= 480 && r.seconds < 20_000)
    .map((r) => ({ at: new Date(Date.parse(r.startAt) + 240_000).toISOString(), lng: Number(r.startLng), lat: Number(r.startLat) }))
    .filter((s) => s.at < w.now)
}

interface Card {
  id: number
  no: string
  car: Car
}
const CITIES = ['上海', '上海', '杭州', '苏州']

async function makeCards(w: World, { dice, cars }: Road, account: number): Promise<Card[]> {
  const cards: Card[] = []
  // Those somebody drives come first: a vehicle that stands needs no fuel.
  const isOut = (car: Car): boolean => car.segments.some((s) => s.toAt === null)
  const diesel = cars
    .filter((c) => c.plan.energy === 'diesel' && c.readyOn && c.readyOn < addDays(w.until, -45))
    .toSorted((a, b) => Number(isOut(b)) - Number(isOut(a)))
  for (const car of diesel.slice(0, 10)) {
    const no = `1000113200${String(9000 + cards.length)}${dice.digits(2)}`
    const id = await w.add(CLERK, 'fuelCard', {
      cardNo: no,
      account,
      kind: 'sub',
      vehicle: car.id,
      fuels: [{ fuel: 'd0' }, { fuel: 'd-10' }],
      limitOnce: 120_000,
      limitMonth: 1_200_000,
      validTo: addDays(w.until, dice.int(200, 900)),
    })
    await w.act(CLERK, 'fuelCard', 'activate', id)
    cards.push({ id, no, car })
  }
  return cards
}

export async function makeOilCards(w: World, road: Road): Promise<void> {
  const { dice } = road
  w.at(w.from, '10:00')
  const account = await w.add(CLERK, 'fuelAccount', {
    name: '中国石化单位主账户',
    supplier: 'sinopec',
    mainCardNo: '1000113200008888',
    store: w.stores[0]!.id,
    creditLimit: 0,
    warnBelow: 500_000,
  })
  const cards = await makeCards(w, road, account)
  for (let back = 360; back > 0; back -= 90) {
    w.at(addDays(w.until, -back), '10:00')
    await w.act(BOSS, 'fuelAccount', 'recharge', account, {
      amount: 5_000_000,
      on: w.clock.today(),
      supplierNo: `CZ${dice.digits(10)}`,
      receipts: [await w.photo('contract', BOSS)],
    })
    for (const c of cards) {
      await w.act(CLERK, 'fuelCard', 'allocate', c.id, { amount: 300_000, supplierNo: `FP${dice.digits(10)}` })
      await w.act(CLERK, 'fuelCard', 'load', c.id, { amount: 250_000, supplierNo: `QC${dice.digits(10)}` })
    }
    // The quarter's statement comes when it is over; the last one only up to the month of which the tracks speak.
    await statement(w, road, account, cards, back, addDays(w.until, back === 90 ? -32 : 90 - back))
  }
  await onTracks(w, road, cards)
  await charges(w, road)
}

async function statement(w: World, { dice }: Road, account: number, cards: readonly Card[], back: number, to: Day): Promise<void> {
  const rows: string[] = []
  for (const c of cards)
    for (let day = addDays(w.until, -back + dice.int(2, 20)); day < to; day = addDays(day, dice.int(22, 34))) {
      const at = instantAt(day, `${String(dice.int(8, 19)).padStart(2, '0')}:${String(dice.int(10, 59))}`)
      const km = c.car.kmAt(at)
      if (km === null) continue
      const litres = dice.int(3800, 7200) / 100
      const price = dice.int(705, 765)
      rows.push(
        [
          c.no,
          shown(at),
          '消费',
          '0#柴油',
          litres.toFixed(2),
          (price / 100).toFixed(2),
          (Math.round(litres * price) / 100).toFixed(2),
          '中石化城配加油站',
          `YK${dice.digits(12)}`,
          km,
        ].join('\t'),
      )
    }
  w.at(to, '09:00')
  const head = '卡号\t交易时间\t交易类型\t油品\t数量\t单价\t金额\t加油站\t流水号\t里程'
  if (rows.length) await w.call(CLERK, '/api/v1/fuelling/takeStatement', { account, text: [head, ...rows].join('\n') })
}

/** The last month, reported by drivers where they really stood; two of them do not add up. */
async function onTracks(w: World, { dice }: Road, cards: readonly Card[]): Promise<void> {
  const known: { name: string; lng: number; lat: number }[] = []
  let n = 0
  for (const c of cards) {
    const all = await stopsOf(w, c.car)
    // One in each third of the month.
    const stops = [1, 3, 5].flatMap((k) => all[Math.floor((all.length * k) / 6)] ?? [])
    for (const s of stops) {
      n++
      // Twelve kilometres away stands the station of the one that was not there.
      const away = n === 4 ? 0.11 : 0
      const near = known.find((k) => Math.abs(k.lng - s.lng) < 0.008 && Math.abs(k.lat - s.lat - away) < 0.008)
      const station = near ?? { name: `中石化第 ${known.length + 11} 加油站`, lng: round(s.lng), lat: round(s.lat + away) }
      w.clock.set(s.at)
      if (!near) {
        await w.add(CLERK, 'stationPlace', { ...station, supplier: 'sinopec', city: CITIES[w.stores.indexOf(c.car.store)] ?? '上海' })
        known.push(station)
      }
      const tank = c.car.plan.tankL ?? 120
      const litres = n === 7 ? Math.round(tank * 107.5) / 100 : dice.int(3000, Math.round(tank * 60)) / 100
      const unitPrice = dice.int(705, 765)
      const id = await w.add(CLERK, 'fuelling', {
        kind: 'fuel',
        vehicle: c.car.id,
        pay: n === 7 || n === 4 ? 'company' : 'card',
        card: n === 7 || n === 4 ? null : c.id,
        at: s.at,
        station: station.name,
        city: CITIES[w.stores.indexOf(c.car.store)] ?? '上海',
        fuel: n === 7 ? 'p92' : 'd0',
        quantity: litres,
        unitPrice,
        amount: Math.round(litres * unitPrice),
        km: c.car.kmAt(s.at),
        filledUp: true,
        receipts: [await w.photo('dashboard', CLERK)],
      })
      if (n === 4) await explained(w, id)
    }
  }
}
const round = (x: number): number => Math.round(x * 1e6) / 1e6

async function explained(w: World, id: number): Promise<void> {
  const { status } = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('fuelling').select('status').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  if (status === 'suspect') await w.act(CLERK, 'fuelling', 'explain', id, { explanation: '站名填错，小票为隔壁加油站' })
}

/** Electric ones, at public stations by app: the energy that the battery can take. */
async function charges(w: World, { dice, cars }: Road): Promise<void> {
  const electric = cars.filter((c) => c.plan.batteryKwh && c.segments.length === 0 && c.readyOn && c.readyOn < addDays(w.until, -40))
  const of = electric.length >= 4 ? electric : cars.filter((c) => c.plan.batteryKwh && c.readyOn && c.readyOn < addDays(w.until, -40))
  for (const car of of.slice(0, 8))
    for (let back = 300; back > 8; back -= dice.int(50, 75)) {
      const day = addDays(w.until, -back)
      if (day <= car.readyOn!) continue
      w.at(day, '20:15')
      const [socFrom, socTo] = [dice.int(12, 35), dice.int(80, 98)]
      const kwh = Math.round(((car.plan.batteryKwh! * (socTo - socFrom)) / 100 / 0.92) * dice.int(99, 105)) / 100
      const [price, fee] = [dice.int(58, 72), Math.round(kwh * dice.int(38, 48))]
      await w.add(CLERK, 'fuelling', {
        kind: 'charge',
        vehicle: car.id,
        pay: 'app',
        at: w.clock.now(),
        station: '城际快充虹桥站',
        city: '上海',
        fuel: 'electric',
        quantity: kwh,
        unitPrice: price,
        serviceFee: fee,
        amount: Math.round(kwh * price) + fee,
        socFrom,
        socTo,
        km: car.kmAt(w.clock.now()),
        filledUp: socTo > 95,
      })
    }
}
