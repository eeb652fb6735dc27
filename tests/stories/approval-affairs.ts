/** Acts of vehicle affairs that can wait for an approval, each with the record it is tried on (approval-acts.test.ts). */
import { expect } from 'vitest'
import { instantAt, type Day } from '#kit/basics/time/day.ts'
import { insured, line } from './affairs.ts'
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
  /** A vehicle that somebody has on lease. */
  leased: number
}

export function affairsCases(means: () => Means): Record<string, Case> {
  let repairer = 0
  const shop = async (): Promise<number> => (repairer ||= await means().c.add('repairShop', { name: '申城快修' }))
  /** An accident whose repair was not needed in the end, with all money in. */
  async function paidClaim(): Promise<number> {
    const id = await means().c.add('insuranceClaim', {
      vehicle: await means().c.vehicle(),
      occurredAt: instantAt('2026-05-04' as Day, '09:00'),
      reportedAt: instantAt('2026-05-04' as Day, '10:00'),
      reportNo: 'RD001',
      assessed: [{ part: '后保险杠', amount: 90_000 }],
      payouts: [{ payer: 'theirCompulsory', amount: 80_000, receivedOn: '2026-05-05', tradeNo: 'LP1' }],
      companyLoss: 10_000,
      papers: ['report', 'licence', 'assessment', 'invoice', 'settlement', 'bank'].map((paper) => ({ paper, files: [] })),
    })
    for (let step = 0; step < 5; step++) await means().c.act('insuranceClaim', 'next', id)
    const { upkeepOrder } = await means().c.read((db) =>
      db.selectFrom('insuranceClaim').select('upkeepOrder').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    await means().c.act('upkeepOrder', 'cancel', upkeepOrder!, { reason: '车主自行修复' })
    return id
  }

  return {
    'fuelAccount.adjust': {
      entity: 'fuelAccount',
      waits: { balance: 0 },
      back: { balance: 0 },
      passed: { balance: 120_000 },
      past: [['adjust', { amount: 1, reason: '不经审批' }]],
      ask: async () =>
        means().held(
          'fuelAccount.adjust',
          () =>
            means().c.add('fuelAccount', {
              name: '中石油主账户',
              supplier: 'petrochina',
              mainCardNo: '9000113200000001',
              store: means().c.store,
            }),
          (id) => means().asPerson('sales', 'fuelAccount', 'adjust', id, { amount: 120_000, reason: '与供应商对账' }),
        ),
    },
    upkeepOrder: {
      entity: 'upkeepOrder',
      waits: { status: 'quoted' },
      back: { status: 'rejected' },
      passed: { status: 'toEnter', approved: 76_000 },
      past: [
        ['pass', {}],
        ['reject', { reason: '不经审批' }],
      ],
      ask: async () => {
        const id = await means().c.add(
          'upkeepOrder',
          {
            vehicle: await means().c.vehicle(),
            kind: 'repair',
            shop: await shop(),
            payer: 'company',
            lines: [line('brakePad', '前制动片', 1, 760)],
          },
          'sales',
        )
        await means().asPerson('sales', 'upkeepOrder', 'submit', id)
        return id
      },
    },
    'insurancePolicy.pay': {
      entity: 'insurancePolicy',
      waits: { payable: null, status: 'active' },
      back: { payable: null },
      passed: { payable: expect.any(Number) },
      past: [['pay', {}]],
      ask: async () =>
        means().held(
          'insurancePolicy.pay',
          async () => insured(means().c, await means().c.vehicle(), 'compulsory', '2026-03-10', 185_000),
          (id) => means().asPerson('sales', 'insurancePolicy', 'pay', id),
        ),
    },
    'insuranceClaim.close': {
      entity: 'insuranceClaim',
      waits: { status: 'paid' },
      back: { status: 'paid' },
      passed: { status: 'closed' },
      past: [['close', {}]],
      ask: async () => means().held('insuranceClaim.close', paidClaim, (id) => means().asPerson('sales', 'insuranceClaim', 'close', id)),
    },
    'violation.waive': {
      entity: 'violation',
      waits: { status: 'toHandle' },
      back: { status: 'toHandle' },
      passed: { status: 'handling', way: 'company' },
      past: [['waive', { reason: '不经审批' }]],
      ask: async () =>
        means().held(
          'violation.waive',
          async () => {
            const { plateNo } = await means().c.read((db) =>
              db.selectFrom('vehicle').select('plateNo').where('id', '=', means().leased).executeTakeFirstOrThrow(),
            )
            return means().c.add('violation', {
              plateNo,
              occurredAt: instantAt('2026-04-12' as Day, '10:30'),
              code: '1039',
              fine: 15_000,
              points: 0,
            })
          },
          (id) => means().asPerson('sales', 'violation', 'waive', id, { reason: '车辆交付前已停放在该处' }),
        ),
    },
  }
}
