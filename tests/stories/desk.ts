/** The cash desk over HTTP: the whole product behind its edge, two people, customers, and bills of any amount. */
import { randomUUID } from 'node:crypto'
import type { Tx } from '#kit/access/context.server.ts'
import { faults } from '#modules/billing/bills/prove.server.ts'
import { bench, type Bench } from '../house/people.ts'
import type { Answer, Person, Rig } from '../house/rig.ts'
import { idNo } from './company.ts'

export interface Row {
  id: number
  version: number
  [field: string]: unknown
}
type Values = Record<string, unknown>

export class Desk {
  readonly bench: Bench
  /** Registers what comes in; the administrator. */
  readonly cashier: Person
  /** Confirms it: nobody confirms his own. */
  readonly finance: Person
  #n = 0

  private constructor(bench: Bench, finance: Person) {
    this.bench = bench
    this.cashier = bench.rig.admin
    this.finance = finance
  }

  static async open(): Promise<Desk> {
    const b = await bench()
    const { id, password, ctx } = await b.person('finance', {})
    // Two administrators, and roles are not what this desk is about.
    await b.must('parameter/save', { values: { twoPersonsRights: false } })
    await b.rig.db.write(ctx.user.operatorId, (tx) => tx.updateTable('user').set({ isAdmin: true }).where('id', '=', id).execute())
    const { access_token: token } = JSON.parse((await b.login('finance', password)).text) as { access_token: string }
    return new Desk(b, { ctx: { ...ctx, user: { ...ctx.user, id, username: 'finance' } }, authorization: `bearer ${token}` })
  }

  get rig(): Rig {
    return this.bench.rig
  }
  get operatorId(): number {
    return this.cashier.ctx.user.operatorId
  }
  read = <T>(work: (tx: Tx) => Promise<T>, snapshot = false): Promise<T> => this.rig.db.read(this.operatorId, work, { snapshot })
  write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => this.rig.db.write(this.operatorId, work)

  /** `key` left out: one of its own. */
  post = (path: string, input: object, who: Person = this.cashier, key: string = randomUUID()): Promise<Answer> =>
    this.rig.send({ method: 'POST', path: `/api/v1/${path}` }, input, who, { 'idempotency-key': key })
  must = async (path: string, input: object, who: Person = this.cashier): Promise<Row> => (await this.bench.must(path, input, who)) as Row

  async lessee(): Promise<number> {
    const n = ++this.#n
    const made = await this.must('lessee/add', {
      kind: 'person',
      name: `客户${n}`,
      mobile: '13900139000',
      idNo: idNo(n),
      store: this.bench.stores[0],
      licenceNo: '3101',
      licenceClass: 'C1',
      licenceDueOn: '2099-01-01',
    })
    await this.must('lessee/approve', { id: made.id, version: made.version })
    return made.id
  }
  bill = (lessee: number, amount: number): Promise<Row> =>
    this.must('bill/charge', {
      lessee,
      billType: 'service',
      dueOn: this.cashier.ctx.clock.today(),
      items: [{ feeItem: 'SERVICE', description: '代办服务', amount }],
    })

  receipt(bills: readonly number[], amount: unknown, more: Values = {}): Values {
    return { bills, amount, channel: 'transfer', paidAt: this.cashier.ctx.clock.now(), tradeNo: `T${++this.#n}`, ...more }
  }
  register = (bills: readonly number[], amount: number, more: Values = {}): Promise<Row> =>
    this.must('payment/register', this.receipt(bills, amount, more))
  /** An action on a record as it stands now. */
  async act(entity: string, action: string, id: number, input: Values = {}, who: Person = this.finance): Promise<Answer> {
    return this.post(`${entity}/${action}`, { id, version: (await this.detail(entity, id)).version, ...input }, who)
  }
  detail = async (entity: string, id: number): Promise<Row> => (await this.bench.get(`${entity}/detail`, { id: String(id) })).data as Row
  async confirmed(bills: readonly number[], amount: number): Promise<number> {
    const { id } = await this.register(bills, amount)
    await this.must('payment/confirm', { id, version: 1 }, this.finance)
    return id
  }

  balance = (lessee: number): Promise<number> =>
    this.read(
      async (db) => (await db.selectFrom('lessee').select('balance').where('id', '=', lessee).executeTakeFirstOrThrow()).balance ?? 0,
    )
  count = (table: 'payment' | 'bill' | 'allocation', lessee?: number): Promise<number> =>
    this.read(async (db) => {
      const rows = db.selectFrom(table).select((eb) => eb.fn.countAll<string>().as('n'))
      return Number((await (lessee === undefined ? rows : rows.where('lessee' as never, '=', lessee as never)).executeTakeFirstOrThrow()).n)
    })

  /** B1, M1–M4 and M9 of everything there is. */
  prove = (): Promise<string[]> =>
    this.read(async (db) => {
      const ids = async (table: 'bill' | 'payment' | 'lessee'): Promise<number[]> =>
        (await db.selectFrom(table).select('id').execute()).map((row) => row.id)
      return faults(db, { bills: await ids('bill'), payments: await ids('payment'), lessees: await ids('lessee') })
    })
  close = (): Promise<void> => this.rig.close()
}
