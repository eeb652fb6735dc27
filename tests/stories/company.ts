/** A small company for stories: a real database, a fake clock, people who act through the product's own doors. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { systemContext } from '#kit/access/system-context.server.ts'
import { fakeClock, type FakeClock } from '#kit/basics/time/clock.ts'
import { instantAt, type Day } from '#kit/basics/time/day.ts'
import type { AppError } from '#kit/basics/errors.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'
import { isSealing } from '#kit/database/sealing.server.ts'
import { buildRegistry, type Registry } from '#kit/entity/registry.server.ts'
import { actNamed, add, edit } from '#kit/entity/store.server.ts'
import { vinCheckDigit } from '#kit/basics/identifiers/vin.ts'
import { registerPayment, type Registration } from '#modules/billing/billing.public.ts'
import { faults } from '#modules/billing/bills/prove.server.ts'
import { issueDue, type IssueReport } from '#modules/leasing/leasing.public.ts'
import type { TestDatabase } from '#tests/database.ts'
import { install } from '../../src/composition/installation.server.ts'
import { modules } from '../../src/modules.ts'
import { servedModules } from '../../src/modules.server.ts'

type Values = Record<string, unknown>
const NOTHING = async (): Promise<void> => {}

/** Plan P1 of the journeys. */
export const P1 = {
  monthlyRent: 380_000,
  payCycleMonths: '1',
  billMode: 'advance',
  anchorMode: 'startDay',
  fixedDay: null,
  prorateMode: 'actual',
  dailyRent: null,
  dayRule: 'excludeEnd',
  issueAheadDays: 7,
  dueOffsetDays: 0,
  deposit: 500_000,
  violationDeposit: 200_000,
  depositHoldDays: 30,
  quotaKm: 3000,
  overKmPrice: 50,
  lateGraceDays: 3,
  lateRateBp: 5,
  lateCapBp: 2000,
}

export class Company {
  readonly base: Pick<TestDatabase, 'db' | 'close'>
  readonly clock: FakeClock
  readonly registry: Registry = buildRegistry(modules, servedModules)
  operatorId = 0
  store = 0
  model = 0
  plan = 0
  readonly people = new Map<string, number>()
  private running = 0

  private constructor(base: Company['base'], clock: FakeClock) {
    this.base = base
    this.clock = clock
  }

  /** On a database of its own, or on an empty one that is given (a child process has no runner to ask). */
  static async open(today: string, given?: Company['base']): Promise<Company> {
    if (given) return Company.establish(today, given)
    const { preparedDatabase, testDatabase } = await import('#tests/database.ts')
    // Sealed with keys of this file, it would be of use to no other.
    if (isSealing()) return Company.establish(today, await testDatabase())
    const { base, known } = await preparedDatabase(`company ${today}`, async (db) =>
      (await Company.establish(today, { db, close: NOTHING })).facts(),
    )
    const company = new Company(base, fakeClock(instantAt(today as Day, '09:00')))
    const { people, ...ids } = known
    for (const [name, id] of people) company.people.set(name, id)
    return Object.assign(company, ids)
  }
  private static async establish(today: string, base: Company['base']): Promise<Company> {
    const company = new Company(base, fakeClock(instantAt(today as Day, '09:00')))
    await install({ db: company.base.db, clock: company.clock, registry: company.registry, adminPassword: 'Adm1n!pass9' })
    company.operatorId = await company.base.db.read(
      null,
      async (db) => (await db.selectFrom('operator').select('id').orderBy('id').executeTakeFirstOrThrow()).id,
    )
    company.store = await company.add('store', { code: 'HQ', name: '虹桥店', city: '上海市' })
    company.model = await company.add('vehicleModel', {
      brand: '比亚迪',
      name: 'T5 厢式货车',
      category: await company.someCategory(),
      energy: 'electric',
    })
    await company.employ()
    return company
  }
  /** In a company that runs already, such as that of a console; days of the past may be lived there. */
  static async join(base: Company['base'], today: string, known: { operatorId: number; store: number; model: number }): Promise<Company> {
    const company = new Company(base, fakeClock(instantAt(today as Day, '09:00')))
    Object.assign(company, known)
    // Several files of tests may join one company, each with people and a product of its own, and numbers nobody has.
    const before = await company.read((db) => db.selectFrom('user').select('id').where('username', 'like', 'sales%').execute())
    company.running = before.length * 300
    await company.employ(before.length ? String(before.length) : '')
    return company
  }

  /** What one has to know of a company that was opened. */
  private facts() {
    const { operatorId, store, model, plan, people } = this
    return { operatorId, store, model, plan, people: [...people] }
  }

  /** The people, and plan P1. */
  private async employ(tag = ''): Promise<void> {
    for (const [name, label] of [
      ['sales', '林晓明'],
      ['cashier', '谢春梅'],
      ['finance', '沈雨桐'],
    ] as const) {
      this.people.set(
        name,
        await this.add('user', {
          username: `${name}${tag}`,
          name: label,
          mobile: '13800138000',
          roles: [],
          stores: [this.store],
          customerType: 'staff',
          dept: await this.rootDept(),
        }),
      )
    }
    const product = await this.add('vehicleProduct', { name: `纯电轻卡长租${tag}`, model: this.model })
    this.plan = await this.add('leasePlan', { product, name: '押一付一', ...P1 })
  }

  get db(): Database {
    return this.base.db
  }
  private rootDept = (): Promise<number> =>
    this.read(async (db) => (await db.selectFrom('dept').select('id').orderBy('id').executeTakeFirstOrThrow()).id)
  private someCategory = (): Promise<string> =>
    this.read(
      async (db) =>
        (
          await db
            .selectFrom('dictItem')
            .innerJoin('dictGroup', 'dictGroup.id', 'dictItem.dictGroup')
            .select('dictItem.value')
            .where('dictGroup.code', '=', 'vehicleCategory')
            .orderBy('dictItem.id')
            .executeTakeFirstOrThrow()
        ).value,
    )

  as(who?: string): Context {
    const system = systemContext({
      db: this.base.db,
      clock: this.clock,
      registry: this.registry,
      operatorId: this.operatorId,
      requestId: 'story',
    })
    if (!who) return system
    const id = this.people.get(who)
    if (!id) throw new Error(`nobody is called ${who}`)
    return { ...system, user: { ...system.user, id, username: who, name: who }, source: 'form' }
  }
  at(day: string, time = '10:00'): void {
    this.clock.set(instantAt(day as Day, time))
  }
  write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => this.base.db.write(this.operatorId, work)
  read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => this.base.db.read(this.operatorId, work)

  async add(entity: string, values: Values, who?: string): Promise<number> {
    return (await this.write((tx) => add(tx, this.as(who), entity, values, 'server'))).id
  }
  act = (entity: string, action: string, id: number, input: Values = {}, who?: string): Promise<Values> =>
    this.write((tx) => actNamed(tx, this.as(who), entity, action, id, null, input, 'server'))
  edit = (entity: string, id: number, patch: Values): Promise<Values> => this.write((tx) => edit(tx, this.as(), entity, id, null, patch))

  file = async (who?: string): Promise<{ id: string; name: string; mime: string; size: number }> => {
    const id = `story-file-${++this.running}-`.padEnd(32, '0')
    const user = this.as(who).user.id
    await this.write((tx) =>
      tx
        .insertInto('file')
        .values({
          id,
          operatorId: this.operatorId,
          name: 'a.png',
          mime: 'image/png',
          size: 9,
          sha256: 'x',
          width: null,
          height: null,
          entity: null,
          entityId: null,
          purpose: null,
          createdBy: user || null,
          expiresAt: null,
        })
        .execute(),
    )
    return { id, name: 'a.png', mime: 'image/png', size: 9 }
  }

  files = (n: number, who = 'sales') => Promise.all(Array.from({ length: n }, () => this.file(who)))

  /** As set in 参数设置 or 运营设置. */
  async parameter(code: string, value: number | boolean | string): Promise<void> {
    await this.write((tx) => tx.deleteFrom('parameterValue').where('code', '=', code).execute())
    await this.add('parameterValue', { code, value })
  }

  async lessee(more: Values = {}): Promise<number> {
    const n = ++this.running
    const id = await this.add('lessee', {
      kind: 'person',
      name: `客户${n}`,
      mobile: '13900139000',
      idNo: idNo(n),
      store: this.store,
      licenceNo: '3101',
      licenceClass: 'C1',
      licenceDueOn: '2099-01-01',
      ...more,
    })
    await this.act('lessee', 'approve', id)
    return id
  }
  /** Prepared and free. */
  async vehicle(): Promise<number> {
    const n = ++this.running
    const id = await this.add('vehicle', {
      plateNo: `沪AD${String(10_000 + n)}`,
      plateColor: 'green',
      vin: vin(n),
      model: this.model,
      energy: 'electric',
      store: this.store,
      drivingLicenceNo: `3101${n}`,
      inspectionDueOn: '2099-01-01',
      compulsoryInsuranceDueOn: '2099-01-01',
    })
    const steps = await this.read((db) => db.selectFrom('vehiclePreparation').select('id').where('vehicle', '=', id).execute())
    for (const step of steps) await this.act('vehiclePreparation', 'complete', step.id, { doneOn: this.clock.today() })
    await this.act('vehicle', 'release', id)
    return id
  }

  /** Draft, submitted by the clerk of sales. */
  async contract(values: { lessee: number; vehicles: number[]; startOn: string; endOn: string } & Values): Promise<number> {
    const id = await this.add('contract', { store: this.store, plan: this.plan, ...P1, ...values }, 'sales')
    await this.act('contract', 'submit', id, {}, 'sales')
    return id
  }
  sign = async (id: number): Promise<Values> =>
    this.act('contract', 'sign', id, { signedOn: this.clock.today(), signedScans: [await this.file('sales')] }, 'sales')

  bills = (contract: number) =>
    this.read((db) => db.selectFrom('bill').selectAll().where('contract', '=', contract).orderBy('id').execute())
  bill = (id: number) => this.read((db) => db.selectFrom('bill').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
  periods = (contract: number) =>
    this.read((db) =>
      db
        .selectFrom('planPeriod')
        .selectAll()
        .where('contract', '=', contract)
        .where('status', '!=', 'cancelled')
        .orderBy('lease')
        .orderBy('seq')
        .execute(),
    )
  balance = async (lessee: number): Promise<number> =>
    (await this.read((db) => db.selectFrom('lessee').select('balance').where('id', '=', lessee).executeTakeFirstOrThrow())).balance ?? 0

  async register(bills: readonly number[], amount: number, more: Partial<Registration> = {}, who = 'cashier'): Promise<number> {
    const all: Registration = { bills, amount, channel: 'transfer', paidAt: this.clock.now(), tradeNo: `T${++this.running}`, ...more }
    return (await this.write((tx) => registerPayment(tx, this.as(who), all))).id
  }
  confirm = (payment: number, who = 'finance'): Promise<Values> => this.act('payment', 'confirm', payment, {}, who)
  async pay(bills: readonly number[], amount: number, more: Partial<Registration> = {}): Promise<number> {
    const id = await this.register(bills, amount, more)
    await this.confirm(id)
    return id
  }

  async handOver(contract: number, more: Values = {}): Promise<void> {
    const open = await this.read((db) =>
      db.selectFrom('handover').select('id').where('contract', '=', contract).where('status', '=', 'pending').orderBy('id').execute(),
    )
    for (const { id } of open)
      await this.act(
        'handover',
        'confirm',
        id,
        {
          actualAt: this.clock.now(),
          odometer: 12_350,
          energyPercent: 90,
          items: [],
          photos: await this.files(4),
          receiverName: '张三',
          receiverMobile: '13900139000',
          ...more,
        },
        'sales',
      )
  }
  run = (): Promise<IssueReport> => issueDue(this.as())

  /** B1, M1–M4 over everything there is. */
  async proveAll(): Promise<string[]> {
    return this.read(async (db) => {
      const ids = async (table: 'bill' | 'payment' | 'lessee'): Promise<number[]> =>
        (await db.selectFrom(table).select('id').execute()).map((row) => row.id)
      return faults(db, { bills: await ids('bill'), payments: await ids('payment'), lessees: await ids('lessee') })
    })
  }
  close = (): Promise<void> => this.base.close()
}

export async function refusal(work: Promise<unknown>): Promise<AppError> {
  try {
    await work
  } catch (error) {
    return error as AppError
  }
  throw new Error('nothing was refused')
}

export function idNo(n: number): string {
  // Three digits of order, then days, months and years: a deep run has thousands of customers, and no two are one person.
  const [day, month, year] = [Math.floor(n / 1000) % 28, Math.floor(n / 28_000) % 12, Math.floor(n / 336_000) % 10]
  const body = `310101199${year}${String(month + 1).padStart(2, '0')}${String(day + 1).padStart(2, '0')}${String(n % 1000).padStart(3, '0')}`
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  return body + '10X98765432'[weights.reduce((sum, w, i) => sum + w * Number(body[i]), 0) % 11]
}
function vin(n: number): string {
  const body = `LGXCE4CB0RB${String(n).padStart(6, '0')}`
  return body.slice(0, 8) + vinCheckDigit(body) + body.slice(9)
}
