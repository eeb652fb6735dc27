/** What tests of freight need before they ask: rules, customers, orders, trips and their sheets, all through the doors of the product. */
import { randomUUID } from 'node:crypto'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { AppError } from '#kit/basics/errors.ts'
import { sampleRecord } from '#kit/entity/conformance/sample.server.ts'
import { actNamed, add } from '#kit/entity/store.server.ts'
import type { RateComponents } from '#modules/freight/rating/engine/schema.rules.ts'
import { samples } from '#tests/house/samples.ts'
import { tons } from './tariff.ts'

export interface World {
  store: number
  customer: number
  model: number
  from: number
  to: number
}
interface Trip {
  mission: number
  driver: number
}

/** `ctx` is asked again at each use: the test has it only once its database stands. */
export function freightDesk(ctx: () => Context) {
  const write = <T>(run: (tx: Tx) => Promise<T>): Promise<T> => ctx().db.write(ctx().user.operatorId, run)
  const read = <T>(run: (tx: Tx) => Promise<T>): Promise<T> => ctx().db.read(ctx().user.operatorId, run as never)
  const put = async (name: string, values: object): Promise<number> =>
    (await write((tx) => add(tx, ctx(), name, { ...values }, 'server'))).id
  const sample = (name: string, more: object = {}): Promise<number> =>
    write((tx) => sampleRecord(tx, ctx(), name, { ...more }, { path: [], samples }))
  const act = (name: string, action: string, id: number, input: object = {}): Promise<Record<string, unknown>> =>
    write((tx) => actNamed(tx, ctx(), name, action, id, null, { ...input }, 'server'))
  /** As a person confirms a sheet: told of another total, the person looks at it and confirms that one. */
  const confirm = async (id: number, action: 'confirm' | 'confirmPay' = 'confirm', seen?: number): Promise<void> => {
    const person: Context = seen === undefined ? ctx() : { ...ctx(), given: { sheetTotal: seen } }
    try {
      await write((tx) => actNamed(tx, person, 'chargeSheet', action, id, null, {}, 'server'))
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'needsConfirmation') throw error
      await confirm(id, action, (error.data as { now: number }).now)
    }
  }
  const why = async (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'done',
      (error: unknown) => {
        if (error instanceof AppError) return error.message
        throw error
      },
    )
  const soon = (hours: number): string => new Date(Date.parse(ctx().clock.now()) + hours * 3_600_000).toISOString()

  async function rule(values: object, components: RateComponents): Promise<number> {
    const id = await put('rateRule', values)
    const draft = await put('rateVersion', { rule: id, number: 1, effectiveOn: '2020-01-01', components })
    await act('rateVersion', 'publish', draft)
    return id
  }
  async function world(components: RateComponents = tons, customer: object = {}): Promise<World> {
    const n = randomUUID().slice(0, 8)
    const store = await sample('store')
    const id = await sample('lessee', {
      status: 'normal',
      freightSettle: 'monthly',
      freightDueDays: 10,
      autoUseBalance: false,
      ...customer,
    })
    const model = await put('orderModel', { name: `城配${n}`, steps: [{ step: 'sign', required: true, photoMin: 0, geofence: 'off' }] })
    await act('orderModel', 'publish', model)
    await rule(
      { name: `应收${n}`, type: components.charges[0]?.unit === 'km' ? '1' : '2', direction: 'receivable', customer: id },
      components,
    )
    const fuel = await read((db) => db.selectFrom('fuelPrice').select('id').executeTakeFirst())
    if (!fuel) await put('fuelPrice', { province: '全国', effectiveOn: '2020-01-01', price: 783 })
    const party = (name: string, lng: number) =>
      put('consignParty', {
        name,
        sends: true,
        receives: true,
        place: { address: `上海 ${name}`, lng, lat: 31.2 },
        placeState: 'confirmed',
        store,
      })
    return { store, customer: id, model, from: await party(`仓${n}`, 121.5), to: await party(`店${n}`, 121.6) }
  }
  async function orderOf(world: World, weight: number, more: object = {}): Promise<number> {
    const id = await put('transportOrder', {
      customer: world.customer,
      model: world.model,
      sender: world.from,
      receiver: world.to,
      pickFrom: soon(0),
      pickTo: soon(2),
      dropFrom: soon(0),
      dropTo: soon(9),
      goods: [{ name: '面粉', category: '1700', pieces: 100, weight, volume: 0, declared: 8_600_000 }],
      insure: true,
      receiptNeed: false,
      ...more,
    })
    await act('transportOrder', 'submit', id)
    return id
  }
  const legOf = (order: number) =>
    read((db) => db.selectFrom('consignment').select(['id', 'cod']).where('order', '=', order).executeTakeFirstOrThrow())

  /** Made, assigned, loaded and left. */
  async function onTheRoad(world: World, orders: readonly number[], more: { carrier?: number; driver?: object } = {}): Promise<Trip> {
    const vehicle = await sample('vehicle', {
      store: world.store,
      opMode: 'transport',
      status: 'available',
      loadKg: 9000,
      curbKg: null,
      grossKg: 14_000,
      inspectionDueOn: '2099-01-01',
      compulsoryInsuranceDueOn: '2099-01-01',
    })
    const driver = await sample('driver', {
      store: world.store,
      audit: 'verified',
      source: 'own',
      account: 'active',
      licenceClass: 'B2',
      licenceDueOn: '2099-01-01',
      qualificationDueOn: '2099-01-01',
      ...more.driver,
    })
    const consignments = []
    for (const o of orders) consignments.push((await legOf(o)).id)
    const mission = await put('mission', { kind: 'task', consignments, planStart: soon(0), planEnd: soon(8) })
    await act('mission', 'assign', mission, { vehicle, driver, ...(more.carrier ? { carrier: more.carrier } : {}) })
    await act('mission', 'accept', mission)
    await act('mission', 'load', mission, { all: true })
    await act('mission', 'depart', mission)
    return { mission, driver }
  }
  const sign = async (order: number, more: object = {}): Promise<unknown> =>
    act('consignment', 'deliver', (await legOf(order)).id, { signType: 'self', signer: '王芳', at: ctx().clock.now(), ...more })

  const sheetsOf = (by: 'order' | 'mission', id: number) =>
    read((db) => db.selectFrom('chargeSheet').selectAll().where(by, '=', id).where('deletedAt', 'is', null).orderBy('id').execute())
  const sheetOf = async (by: 'order' | 'mission', id: number) => (await sheetsOf(by, id))[0]!
  const billOf = (id: number) => read((db) => db.selectFrom('bill').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
  const itemsOf = (bill: number) =>
    read((db) => db.selectFrom('billItem').select(['feeItem', 'amount']).where('bill', '=', bill).orderBy('id').execute())
  const orderStatus = async (id: number): Promise<string> =>
    (await read((db) => db.selectFrom('transportOrder').select('status').where('id', '=', id).executeTakeFirstOrThrow())).status

  async function coupon(world: World): Promise<number> {
    const today = ctx().clock.today()
    const terms = {
      name: `满千减八十${randomUUID().slice(0, 6)}`,
      kind: 'fullCut',
      threshold: 100_000,
      amountOff: 8_000,
      startOn: today,
      lastOn: '2099-01-01',
      stock: 10,
      perCustomer: 5,
      feeItems: ['FREIGHT', 'FR_SUR', 'FR_INSURE'].map((feeItem) => ({ feeItem })),
    }
    const offer = await put('coupon', terms)
    await act('coupon', 'publish', offer)
    const of = {
      coupon: offer,
      offer: '满 1000 减 80',
      lessee: world.customer,
      store: world.store,
      issuedOn: today,
      startOn: today,
      lastOn: '2099-01-01',
    }
    return put('customerCoupon', of)
  }
  return {
    write,
    read,
    put,
    sample,
    act,
    confirm,
    why,
    soon,
    rule,
    world,
    orderOf,
    legOf,
    onTheRoad,
    sign,
    sheetsOf,
    sheetOf,
    billOf,
    itemsOf,
    orderStatus,
    coupon,
  }
}
