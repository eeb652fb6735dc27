/**
 * What happens to leases in a year: swaps, reductions, renewals, extensions, fees, returns and their settlements, each through
 * the product's own actions and by the people who would do it. The last days leave some half-way, as on any working day.
 */
import { addDays, daysBetween, type Day } from '#kit/basics/time/day.ts'
import { looked, PAINT } from './checks.ts'
import type { DemoVehicle } from './fleet.ts'
import { SALES_OF_STORE } from './people.ts'
import type { World } from './world.ts'

interface Running {
  contract: number
  lease: number
  lessee: string
  vehicle: DemoVehicle
  storeIndex: number
  since: Day
}
type Event = { on: Day; run: (day: Day) => Promise<void> }

const MANAGER = 'yunqiao_manager'
const FINANCE = 'yunqiao_finance'
const CASHIER = 'yunqiao_cashier'
const FLEET = 'yunqiao_fleet'
/** Kilometres a rented van drives a day. */
const KM_A_DAY = 92

export class LeaseLife {
  private readonly w: World
  private readonly spare: DemoVehicle[]
  private readonly events: Event[] = []
  private readonly running: Running[] = []
  private n = 0

  constructor(w: World, spare: DemoVehicle[]) {
    this.w = w
    this.spare = spare
  }

  /** A vehicle was handed over; what will become of the lease is decided here, by its number. */
  async begin(contract: number, lessee: string, vehicle: DemoVehicle, storeIndex: number, day: Day): Promise<void> {
    const { id } = await this.w.db.read(this.w.operatorId, (db) =>
      db.selectFrom('lease').select('id').where('contract', '=', contract).executeTakeFirstOrThrow(),
    )
    const l: Running = { contract, lease: id, lessee, vehicle, storeIndex, since: day }
    this.running.push(l)
    const left = daysBetween(day, this.w.until)
    const at = (from: number, to: number, run: (l: Running, day: Day) => Promise<void>): void => {
      const on = addDays(day, this.w.random.int(from, to))
      if (on < addDays(this.w.until, -8)) this.events.push({ on, run: (d) => run(l, d) })
    }
    const kind = this.n++ % 8
    if (left < 40) return
    if (kind === 0) at(30, 140, (x, d) => this.swap(x, d, 'permanent'))
    if (kind === 1) at(20, 160, (x, d) => this.reduce(x, d))
    if (kind === 2 || kind === 6) at(15, 200, (x, d) => this.fees(x, d))
    if (kind === 3) at(70, 230, (x, d) => this.giveBack(x, d, 'settled'))
    if (kind === 4) at(30, 200, (x, d) => this.postpone(x, d))
    if (kind === 5) at(30, 140, (x, d) => this.swap(x, d, 'temporary'))
  }

  /** What the nightly run asked to give back is decided and paid after a day or two; the newest still wait. */
  private async payBack(day: Day): Promise<void> {
    const w = this.w
    if (daysBetween(day, w.until) < 3) return
    const asked = await w.db.read(w.operatorId, (db) =>
      db
        .selectFrom('refund')
        .select('id')
        .where('status', '=', 'submitted')
        .where('source', '=', 'deposit')
        .where('createdBy', 'is', null)
        .where('createdAt', '<', w.instant(addDays(day, -1), '00:00'))
        .execute(),
    )
    for (const { id } of asked) {
      w.at(day, '11:20')
      await w.act(FINANCE, 'refund', 'approve', id)
      w.at(day, '15:40')
      await w.act(CASHIER, 'refund', 'pay', id, { paidOn: day, payTradeNo: `TK${w.random.digits(10)}` })
    }
  }

  async day(day: Day): Promise<void> {
    await this.payBack(day)
    const now = this.events.filter((e) => e.on <= day)
    for (const event of now) {
      this.events.splice(this.events.indexOf(event), 1)
      await event.run(day)
    }
  }

  private clerk = (l: Running): string => SALES_OF_STORE[l.storeIndex]!
  private km = (l: Running, day: Day): number => l.vehicle.odometer + daysBetween(l.since, day) * KM_A_DAY
  private async active(l: Running): Promise<boolean> {
    const { status, returnedAt } = await this.w.db.read(this.w.operatorId, (db) =>
      db.selectFrom('lease').select(['status', 'returnedAt']).where('id', '=', l.lease).executeTakeFirstOrThrow(),
    )
    return status === 'active' && returnedAt === null
  }
  private photos = async (n: number) => Promise.all(Array.from({ length: n }, (_, i) => this.w.photo(i % 2 ? 'dashboard' : 'front')))

  /** A free vehicle of the store, or of any. */
  private async free(storeIndex: number): Promise<DemoVehicle | null> {
    const rows = await this.w.db.read(this.w.operatorId, (db) =>
      db
        .selectFrom('vehicle')
        .select('id')
        .where('status', '=', 'available')
        .where('inspectionDueOn', '>', this.w.clock.today())
        .where('compulsoryInsuranceDueOn', '>', this.w.clock.today())
        .where('deletedAt', 'is', null)
        .execute(),
    )
    const ids = new Set(rows.map((r) => r.id))
    const taken = await this.w.db.read(this.w.operatorId, (db) =>
      db.selectFrom('lease').select('vehicle').where('status', 'in', ['toPickUp', 'toHandOver']).execute(),
    )
    const usable = this.spare.filter((v) => ids.has(v.id) && !taken.some((t) => t.vehicle === v.id))
    return usable.find((v) => this.w.stores.indexOf(v.store) === storeIndex) ?? usable[0] ?? null
  }

  private async swap(
    l: Running,
    day: Day,
    kind: 'permanent' | 'temporary',
    until: 'done' | 'away' | 'approving' | 'rejected' | 'toSwap' = 'done',
  ): Promise<void> {
    const w = this.w
    const next = (await this.active(l)) ? await this.free(l.storeIndex) : null
    if (!next) return
    w.at(day, '09:40')
    const { monthlyRent } = await w.db.read(w.operatorId, (db) =>
      db.selectFrom('lease').select('monthlyRent').where('id', '=', l.lease).executeTakeFirstOrThrow(),
    )
    const dearer = kind === 'permanent' && w.random.chance(0.6)
    const id = await w.add(this.clerk(l), 'vehicleSwap', {
      lease: l.lease,
      kind,
      newVehicle: next.id,
      plannedOn: day,
      reasonKind: kind === 'temporary' ? 'maintenance' : w.random.pick(['fault', 'upgrade']),
      reasonNote: kind === 'temporary' ? '原车进厂维修，临时替换' : '客户要求换车',
      ...(kind === 'temporary'
        ? { expectedBackOn: addDays(day, 5) }
        : { rentPolicy: dearer ? 'difference' : 'none', newRent: dearer ? monthlyRent + 20_000 : null }),
    })
    await w.act(this.clerk(l), 'vehicleSwap', 'submit', id)
    if (until === 'approving') return
    w.at(day, '10:30')
    if (until === 'rejected') return w.act(MANAGER, 'vehicleSwap', 'reject', id, { reason: '请补充故障照片后再提交' })
    await w.act(MANAGER, 'vehicleSwap', 'pass', id)
    if (until === 'toSwap') return
    w.at(day, '15:00')
    next.odometer += w.random.int(0, 30)
    const km = this.km(l, day)
    await w.act(FLEET, 'vehicleSwap', 'complete', id, {
      effectiveAt: w.clock.now(),
      oldOdometer: km,
      oldEnergyPercent: w.random.int(20, 90),
      oldItems: looked(),
      newOdometer: next.odometer,
      newEnergyPercent: w.random.int(60, 100),
      newItems: looked(),
      photos: await this.photos(2),
    })
    if (kind === 'permanent') {
      l.vehicle.odometer = km
      await this.prepare(l.vehicle)
      Object.assign(l, { vehicle: next, since: day })
      return
    }
    if (until === 'away') return
    const back = addDays(day, w.random.int(3, 6))
    this.events.push({ on: back, run: (d) => this.bringBack(l, id, next, km, d) })
  }

  private async bringBack(l: Running, id: number, spare: DemoVehicle, km: number, day: Day): Promise<void> {
    this.w.at(day, '16:00')
    spare.odometer += 300
    l.vehicle.odometer = km + 8
    l.since = day
    await this.w.act(FLEET, 'vehicleSwap', 'bringBack', id, {
      backAt: this.w.clock.now(),
      tempOdometer: spare.odometer,
      mainOdometer: l.vehicle.odometer,
    })
    await this.prepare(spare)
  }

  /** Washed and free again, with whatever steps were opened anew. */
  private async prepare(v: DemoVehicle): Promise<void> {
    const steps = await this.w.db.read(this.w.operatorId, (db) =>
      db.selectFrom('vehiclePreparation').select('id').where('vehicle', '=', v.id).where('status', '=', 'open').execute(),
    )
    for (const { id } of steps) await this.w.act(FLEET, 'vehiclePreparation', 'complete', id, { doneOn: this.w.clock.today(), cost: 3_000 })
    await this.w.act(FLEET, 'vehicle', 'release', v.id).catch(() => undefined)
  }

  private async reduce(l: Running, day: Day, until: 'effective' | 'approving' = 'effective'): Promise<void> {
    if (!(await this.active(l))) return
    const w = this.w
    w.at(day, '11:00')
    const days = w.random.int(2, 8)
    const rate = w.random.chance(0.3)
    const id = await w.add(this.clerk(l), 'rentReduction', {
      lease: l.lease,
      method: rate ? 'rate' : 'freeDays',
      startOn: addDays(day, -days),
      lastOn: addDays(day, -1),
      rateBp: rate ? 5000 : null,
      reasonKind: rate ? 'care' : 'fault',
      reasonNote: rate ? '长期客户，故障期间减半收租' : `车辆故障停运 ${days} 天`,
    })
    await w.act(this.clerk(l), 'rentReduction', 'submit', id)
    if (until === 'approving') return
    w.at(day, '14:30')
    await w.act(MANAGER, 'rentReduction', 'pass', id)
  }

  private async fees(l: Running, day: Day): Promise<void> {
    if (!(await this.active(l))) return
    const w = this.w
    w.at(day, '13:20')
    const lines = w.random.pick([
      [{ feeItem: 'TOW', amount: 30_000, note: '高架拖车' }],
      [{ feeItem: 'CLEAN', amount: 8_000, note: null }],
      [
        { feeItem: 'VIOL', amount: 20_000, note: '违停' },
        { feeItem: 'VIOL_SVC', amount: 5_000, note: null },
      ],
      [{ feeItem: 'REPAIR', amount: 45_000, note: '后视镜更换' }],
    ])
    const id = await w.add(this.clerk(l), 'incidental', {
      lease: l.lease,
      lines,
      occurredOn: day,
      dueOn: addDays(day, 7),
      attachments: [await w.photo('contract')],
    })
    await w.act(this.clerk(l), 'incidental', 'issue', id)
  }

  private async fine(l: Running, day: Day): Promise<void> {
    const w = this.w
    w.at(day, '10:50')
    const id = await w.add(this.clerk(l), 'incidental', {
      lease: l.lease,
      lines: [
        { feeItem: 'VIOL', amount: 20_000, note: '闯红灯，退车前发生' },
        { feeItem: 'VIOL_SVC', amount: 5_000, note: null },
      ],
      occurredOn: addDays(day, -14),
      dueOn: addDays(day, 20),
      attachments: [await w.photo('contract')],
    })
    await w.act(this.clerk(l), 'incidental', 'issue', id)
  }

  private async postpone(l: Running, day: Day): Promise<void> {
    const w = this.w
    const bill = (await this.active(l))
      ? await w.db.read(w.operatorId, (db) =>
          db
            .selectFrom('bill')
            .select(['id', 'dueOn'])
            .where('lease', '=', l.lease)
            .where('billType', '=', 'rent')
            .where('status', 'in', ['unpaid', 'partlyPaid'])
            .orderBy('id')
            .executeTakeFirst(),
        )
      : undefined
    if (!bill) return
    w.at(day, '10:10')
    const latest = bill.dueOn > day ? bill.dueOn : day
    const id = await w.add(this.clerk(l), 'leaseExtension', {
      lease: l.lease,
      kind: 'payment',
      bill: bill.id,
      newDueOn: addDays(latest, 7),
      reasonNote: '客户回款延后一周',
    })
    await w.act(this.clerk(l), 'leaseExtension', 'submit', id)
    await w.act(MANAGER, 'leaseExtension', 'pass', id)
  }

  /** A few days longer at the old rent. */
  private async extend(l: Running, day: Day, until: 'effective' | 'approving'): Promise<void> {
    if (!(await this.active(l))) return
    const w = this.w
    w.at(day, '10:25')
    const { endOn } = await w.db.read(w.operatorId, (db) =>
      db.selectFrom('lease').select('endOn').where('id', '=', l.lease).executeTakeFirstOrThrow(),
    )
    const id = await w.add(this.clerk(l), 'leaseExtension', {
      lease: l.lease,
      kind: 'return',
      newEndOn: addDays(endOn, 10),
      reasonNote: '项目收尾，晚十天还车',
    })
    await w.act(this.clerk(l), 'leaseExtension', 'submit', id)
    if (until === 'effective') await w.act(MANAGER, 'leaseExtension', 'pass', id)
  }

  private async renew(l: Running, day: Day, until: 'effective' | 'toSign' | 'approving'): Promise<void> {
    if (!(await this.active(l))) return
    const w = this.w
    w.at(day, '09:50')
    const { monthlyRent } = await w.db.read(w.operatorId, (db) =>
      db.selectFrom('lease').select('monthlyRent').where('id', '=', l.lease).executeTakeFirstOrThrow(),
    )
    const id = await w.add(this.clerk(l), 'renewal', {
      lease: l.lease,
      months: w.random.pick([6, 12]),
      monthlyRent: monthlyRent - 10_000,
      remark: '老客户续租优惠',
    })
    await w.act(this.clerk(l), 'renewal', 'submit', id)
    if (until === 'approving') return
    await w.act(MANAGER, 'renewal', 'pass', id)
    if (until === 'toSign') return
    w.at(day, '16:20')
    await w.act(this.clerk(l), 'renewal', 'sign', id, { signedOn: day, signedScans: [await w.photo('contract')] })
  }

  /** Asked for → agreed → looked over → settled, or as far as `until` says. */
  private async giveBack(
    l: Running,
    day: Day,
    until: 'approving' | 'rejected' | 'toInspect' | 'draft' | 'audit' | 'settled',
  ): Promise<void> {
    if (!(await this.active(l))) return
    const w = this.w
    w.at(day, '09:10')
    const id = await w.add(this.clerk(l), 'vehicleReturn', {
      lease: l.lease,
      reasonKind: 'early',
      plannedOn: day,
      reasonNote: '业务收缩，提前退车',
    })
    await w.act(this.clerk(l), 'vehicleReturn', 'submit', id)
    if (until === 'approving') return
    if (until === 'rejected') return w.act(MANAGER, 'vehicleReturn', 'reject', id, { reason: '客户同意再用一个月，请先核实' })
    await w.act(MANAGER, 'vehicleReturn', 'pass', id)
    if (until === 'toInspect') return
    w.at(day, '15:30')
    l.vehicle.odometer = this.km(l, day)
    const damaged = w.random.chance(0.5)
    await w.act(FLEET, 'vehicleReturn', 'inspect', id, {
      actualAt: w.instant(day, '15:10'),
      odometer: l.vehicle.odometer,
      energyPercent: w.random.int(30, 95),
      items: looked(damaged ? { [PAINT]: '右后门划痕约 20 厘米' } : {}),
      damages: damaged
        ? [{ part: '右后门', level: 'light', responsibility: 'lessee', amount: w.random.int(3, 12) * 10_000, note: null }]
        : [],
      missing: w.random.chance(0.2) ? [{ name: '灭火器', amount: 8_000 }] : [],
      cleaningFee: w.random.pick([0, 5_000]),
      photos: await this.photos(4),
    })
    await this.prepare(l.vehicle)
    if (until !== 'draft') await this.settle(l, addDays(day, 1), until)
  }

  private async settle(l: Running, day: Day, until: 'audit' | 'settled'): Promise<void> {
    const w = this.w
    w.at(day, '10:00')
    const { id } = await w.db.read(w.operatorId, (db) =>
      db.selectFrom('returnSettlement').select('id').where('lease', '=', l.lease).orderBy('id', 'desc').executeTakeFirstOrThrow(),
    )
    await w.act(FINANCE, 'returnSettlement', 'fill', id, {
      penaltyWaived: 0,
      violationsChecked: true,
      payee: l.lessee,
      bankName: '招商银行',
      bankAccount: `6225${w.random.digits(12)}`,
    })
    const { hash } = await w.call<{ hash: string }>(FINANCE, '/api/v1/returnSettlement/preview', { id })
    await w.act(FINANCE, 'returnSettlement', 'submit', id, { hash })
    if (until === 'audit') return
    w.at(day, '15:00')
    await w.act(MANAGER, 'returnSettlement', 'pass', id)
    // Every third has a fine that came in afterwards; the violation deposit will pay it.
    const fineOn = addDays(day, 9)
    if (this.n % 3 === 0 && fineOn < w.until) this.events.push({ on: fineOn, run: (d) => this.fine(l, d) })
    if (daysBetween(day, w.until) < 4) return
    w.at(addDays(day, 1), '10:30')
    const refunds = await w.db.read(w.operatorId, (db) =>
      db.selectFrom('refund').select('id').where('lease', '=', l.lease).where('status', '=', 'submitted').execute(),
    )
    for (const r of refunds) {
      await w.act(FINANCE, 'refund', 'approve', r.id)
      await w.act(CASHIER, 'refund', 'pay', r.id, { paidOn: w.clock.today(), payTradeNo: `TK${w.random.digits(10)}` })
    }
  }

  /** Applications of the last week, at every step somebody could be waiting for. */
  async lastWeek(): Promise<void> {
    const w = this.w
    const day = (n: number): Day => addDays(w.until, -n)
    const old: Running[] = []
    for (const l of this.running) if (daysBetween(l.since, w.until) > 60 && (await this.active(l))) old.push(l)
    // Who renews is whose lease ends soonest.
    const ends = new Map(
      (await w.db.read(w.operatorId, (db) => db.selectFrom('lease').select(['id', 'endOn']).execute())).map((row) => [row.id, row.endOn]),
    )
    const soonest = (): number => old.reduce((best, l, i) => (ends.get(l.lease)! < ends.get(old[best]!.lease)! ? i : best), 0)
    const renew = (d: Day, until: 'effective' | 'toSign' | 'approving') => ({ pick: soonest, run: (l: Running) => this.renew(l, d, until) })
    const any = (): number => w.random.int(0, Math.max(0, old.length - 1))
    const steps: (((l: Running) => Promise<void>) | ReturnType<typeof renew>)[] = [
      (l) => this.giveBack(l, day(6), 'settled'),
      renew(day(6), 'effective'),
      (l) => this.giveBack(l, day(5), 'audit'),
      renew(day(4), 'toSign'),
      (l) => this.giveBack(l, day(3), 'draft'),
      (l) => this.swap(l, day(3), 'permanent', 'rejected'),
      (l) => this.giveBack(l, day(2), 'toInspect'),
      (l) => this.swap(l, day(2), 'permanent', 'toSwap'),
      (l) => this.reduce(l, day(1), 'approving'),
      (l) => this.swap(l, day(1), 'permanent', 'approving'),
      renew(day(1), 'approving'),
      (l) => this.giveBack(l, day(0), 'approving'),
      (l) => this.extend(l, day(4), 'effective'),
      (l) => this.extend(l, day(0), 'approving'),
      (l) => this.swap(l, day(2), 'temporary', 'away'),
      (l) => this.giveBack(l, day(1), 'rejected'),
    ]
    for (const step of steps) {
      const { pick, run } = typeof step === 'function' ? { pick: any, run: step } : step
      const [l] = old.splice(pick(), 1)
      if (l) await run(l)
    }
    w.at(w.until, '02:10')
    await w.call(undefined, '/api/v1/returnSettlement/settleRun', {})
  }
}
