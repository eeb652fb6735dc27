/** Acts of transport that can wait for an approval, each with the record it is tried on (approval-acts.test.ts). */
import { expect } from 'vitest'
import { instantAt } from '#kit/basics/time/day.ts'
import { fen } from '#kit/basics/fen.ts'
import { add } from '#kit/entity/store.server.ts'
import { EMPTY } from '#modules/freight/rating/engine/schema.rules.ts'
import type { Company } from './company.ts'

type Values = Record<string, unknown>
interface Case {
  ask: () => Promise<number>
  entity: string
  waits: Values
  back: Values
  passed: Values
  past: readonly (readonly [string, Values])[]
}
interface Means {
  c: Company
  asPerson: (who: string, entity: string, action: string, id: number, input?: object) => Promise<unknown>
  held: (name: string, make: () => Promise<number>, submit: (id: number) => Promise<unknown>) => Promise<number>
}

export function transportCases(means: () => Means): Record<string, Case> {
  let made = 0
  const put = (entity: string, values: object): Promise<number> => {
    const { c } = means()
    return c.write(async (tx) => (await add(tx, c.as(), entity, { ...values } as Values, 'server')).id)
  }
  const model = async (): Promise<number> => {
    const id = await put('orderModel', { name: `城配${++made}`, steps: [{ step: 'sign', required: true, photoMin: 0, geofence: 'off' }] })
    await means().c.act('orderModel', 'publish', id)
    return id
  }
  const rule = (customer: number): Promise<number> =>
    put('rateRule', { name: `应收${++made}`, type: '2', direction: 'receivable', customer })
  const version = async (of: number): Promise<number> =>
    put('rateVersion', { rule: of, number: 1, effectiveOn: '2020-01-01', components: { ...EMPTY, base: { fen: 50_000 } } })
  const party = (): Promise<number> =>
    put('consignParty', {
      name: `网点${++made}`,
      sends: true,
      receives: true,
      place: { address: `上海市 ${made} 号`, lng: 121.4 + made / 100, lat: 31.2 },
      store: means().c.store,
    })
  async function order(status: 'open' | 'draft'): Promise<number> {
    const { c } = means()
    const at = (time: string): string => instantAt(c.clock.today(), time)
    const id = await put('transportOrder', {
      customer: await c.lessee(),
      model: await model(),
      sender: await party(),
      receiver: await party(),
      pickFrom: at('10:00'),
      pickTo: at('11:00'),
      dropFrom: at('11:00'),
      dropTo: at('18:00'),
      goods: [{ name: '面粉', category: '1700', pieces: 10, weight: 100, volume: 0, declared: 45_000 }],
      distanceM: 20_000,
    })
    if (status === 'open') await c.write((tx) => tx.updateTable('transportOrder').set({ status }).where('id', '=', id).execute())
    return id
  }
  const elsewhere = { receiver: 0, distanceM: 30_000, fee: 5_000, consent: '客户邮件同意' }
  return {
    project: {
      entity: 'project',
      waits: { status: 'approving' },
      back: { status: 'draft' },
      passed: { status: 'active' },
      past: [
        ['pass', {}],
        ['reject', { reason: '不经审批' }],
      ],
      ask: async () => {
        const { c, asPerson } = means()
        const customer = await c.lessee()
        const id = await put('project', {
          code: `XM${++made}`,
          name: `项目${made}`,
          customer,
          from: c.clock.today(),
          to: '2099-12-31',
          models: [await model()],
          receivableRules: [await rule(customer)],
          store: c.store,
        })
        await asPerson('sales', 'project', 'submit', id)
        return id
      },
    },
    'mission.void': {
      entity: 'mission',
      waits: { status: 'done' },
      back: { status: 'done' },
      passed: { status: 'voided' },
      past: [['void', { reason: '不经审批' }]],
      ask: async () => {
        const { c, asPerson, held } = means()
        return held(
          'mission.void',
          async () => {
            const at = (time: string): string => instantAt(c.clock.today(), time)
            const id = await put('mission', { kind: 'line', planStart: at('08:00'), planEnd: at('12:00') })
            await c.write((tx) => tx.updateTable('mission').set({ status: 'done' }).where('id', '=', id).execute())
            return id
          },
          (id) => asPerson('sales', 'mission', 'void', id, { reason: '重复派车' }),
        )
      },
    },
    'rateVersion.publish': {
      entity: 'rateVersion',
      waits: { status: 'draft' },
      back: { status: 'draft' },
      passed: { status: 'published', publishedAt: expect.any(String) },
      past: [['publish', {}]],
      ask: async () => {
        const { c, asPerson, held } = means()
        return held(
          'rateVersion.publish',
          async () => version(await rule(await c.lessee())),
          (id) => asPerson('sales', 'rateVersion', 'publish', id),
        )
      },
    },
    'transportOrder.submitOver': {
      entity: 'transportOrder',
      waits: { status: 'draft' },
      back: { status: 'draft' },
      passed: { status: 'open' },
      past: [['submitOver', { reason: '不经审批' }]],
      ask: async () => {
        const { c, asPerson, held } = means()
        return held(
          'transportOrder.submitOver',
          async () => {
            const id = await order('draft')
            await c.write(async (tx) => {
              const { customer } = await tx.selectFrom('transportOrder').select('customer').where('id', '=', id).executeTakeFirstOrThrow()
              await tx
                .updateTable('lessee')
                .set({ creditLimit: fen(1) })
                .where('id', '=', customer)
                .execute()
            })
            return id
          },
          (id) => asPerson('sales', 'transportOrder', 'submitOver', id, { reason: '老客户，周五回款' }),
        )
      },
    },
    'transportOrder.changeAddress': {
      entity: 'transportOrder',
      waits: { distanceM: 20_000 },
      back: { distanceM: 20_000 },
      passed: { distanceM: 30_000, quote: expect.any(Number) },
      past: [['changeAddress', elsewhere]],
      ask: async () => {
        const { asPerson, held } = means()
        elsewhere.receiver ||= await party()
        return held(
          'transportOrder.changeAddress',
          () => order('open'),
          (id) => asPerson('sales', 'transportOrder', 'changeAddress', id, elsewhere),
        )
      },
    },
    'chargeSheet.confirmPay': {
      entity: 'chargeSheet',
      waits: { status: 'calculated', confirmedBy: null },
      back: { status: 'calculated' },
      passed: { status: 'confirmed' },
      past: [['confirmPay', {}]],
      ask: async () => {
        const { c, asPerson, held } = means()
        return held(
          'chargeSheet.confirmPay',
          async () => {
            const id = await put('chargeSheet', { direction: 'payable', total: 90_000, store: c.store, pricingDay: c.clock.today() })
            await c.write((tx) => tx.updateTable('chargeSheet').set({ status: 'calculated', loss: true }).where('id', '=', id).execute())
            return id
          },
          (id) => asPerson('sales', 'chargeSheet', 'confirmPay', id),
        )
      },
    },
    'transportOrder.adjust': {
      entity: 'transportOrder',
      waits: { quote: null },
      back: { quote: null },
      passed: { quote: expect.any(Number) },
      past: [['adjust', { amount: 100, reason: '不经审批' }]],
      ask: async () => {
        const { asPerson, held } = means()
        return held(
          'transportOrder.adjust',
          () => order('open'),
          (id) => asPerson('sales', 'transportOrder', 'adjust', id, { amount: -3_000, reason: '老客户让利' }),
        )
      },
    },
    cargoClaim: {
      entity: 'cargoClaim',
      waits: { status: 'approving' },
      back: { status: 'rejected' },
      passed: { status: 'agreed', amount: 9_000 },
      past: [
        ['pass', {}],
        ['reject', { reason: '不经审批' }],
      ],
      ask: async () => {
        const { c, asPerson } = means()
        const of = await order('draft')
        const exception = await put('exceptionCase', { kind: 'damage', about: 'order', order: of, at: c.clock.now(), detail: '两箱破损' })
        const id = await put('cargoClaim', { exception, lines: [{ goods: '面粉', quantity: 2, unitValue: 4_500, salvage: 0 }] })
        await asPerson('sales', 'cargoClaim', 'submit', id)
        return id
      },
    },
  }
}
