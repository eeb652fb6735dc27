import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MISSION_CODES } from '../missions/mission.ts'
import { ORDER_CODES, orderProblem, orderStatus, totalsOf, type LegState } from './order.rules.ts'
import { shareInteger, splitGoods } from './split.rules.ts'

const leg = (status: string, receipt: LegState['receipt'] = 'none'): LegState => ({ status, receipt })

describe('the status of an order', () => {
  test.each([
    ['open', [leg('unassigned')], []],
    ['open', [leg('loadedPlan'), leg('unassigned')], []],
    ['planned', [leg('loadedPlan'), leg('toPick')], []],
    ['running', [leg('carrying'), leg('loadedPlan')], []],
    ['running', [leg('refused')], []],
    ['partSigned', [leg('signed'), leg('carrying')], []],
    ['signed', [leg('signed', 'due')], []],
    ['receipted', [leg('receipted', 'done')], []],
    ['priced', [leg('signed')], [{ status: 'confirmed' }, { status: 'billed' }]],
    ['receipted', [leg('signed')], [{ status: 'confirmed' }, { status: 'calculated' }]],
    ['settled', [leg('signed'), leg('cancelled')], [{ status: 'settled' }, { status: 'voided' }]],
  ] as const)('is %s', (status, legs, sheets) => expect(orderStatus(legs, sheets)).toBe(status))
  test('does not depend on the order in which its parts are looked at', () => {
    const states = fc.constantFrom(
      'unassigned',
      'loadedPlan',
      'toPick',
      'carrying',
      'arrived',
      'signed',
      'refused',
      'returned',
      'cancelled',
    )
    const legs = fc.array(fc.record({ status: states, receipt: fc.constantFrom('none' as const, 'due' as const, 'done' as const) }), {
      maxLength: 6,
    })
    fc.assert(
      fc.property(legs, (of) => {
        expect(orderStatus(of.toReversed(), [])).toBe(orderStatus(of, []))
      }),
    )
  })
  test('has a code for every word', () => {
    expect([ORDER_CODES['open'], MISSION_CODES['toLoad'], MISSION_CODES['toDepart']]).toEqual([20, 30, 31])
  })
})

describe('an order', () => {
  const times = {
    pickFrom: '2026-01-05T01:00:00.000Z',
    pickTo: '2026-01-05T02:00:00.000Z',
    dropFrom: '2026-01-05T03:00:00.000Z',
    dropTo: '2026-01-05T09:00:00.000Z',
  }
  const goods = [{ name: '纸箱', pieces: 3, weight: 0.1, volume: 0.0001, declared: null }]
  const whole = { ...times, sender: 1, receiver: 2, goods }
  test('that is right has no problem', () => expect(orderProblem(whole)).toBeNull())
  test.each([
    [{ pickTo: times.pickFrom }, '提货时段的结束应晚于开始'],
    [{ dropFrom: '2026-01-04T03:00:00.000Z', dropTo: '2026-01-04T09:00:00.000Z' }, '送货时间不能早于提货时间'],
    [{ receiver: 1 }, '收货方不能与发货方相同，请选择另一处'],
    [{ goods: [{ ...goods[0]!, weight: 0 }] }, '重量应为大于 0 的数，最多 3 位小数'],
  ])('%j: %s', (change, reason) => expect(orderProblem({ ...whole, ...change })?.reason).toBe(reason))
  test('weighs what its lines weigh, without the noise of fractions', () => {
    expect(totalsOf([...goods, { ...goods[0]!, weight: 0.2 }])).toMatchObject({ weight: 0.3, pieces: 6, volume: 0.0002, goodsText: '纸箱' })
  })
})

describe('splitting', () => {
  test('keeps grams, pieces, volume and value', () => {
    const part = fc.integer({ min: 1, max: 5_000_000 })
    const line = fc.record({
      pieces: fc.integer({ min: 0, max: 500 }),
      volume: fc.integer({ min: 0, max: 99_999 }),
      declared: fc.integer({ min: 0, max: 1e8 }),
    })
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 5 }), fc.array(line, { minLength: 1, maxLength: 4 }), (grams, lines) => {
        const whole = grams.reduce((a, b) => a + b, 0)
        const weights = shareInteger(
          whole,
          lines.map(() => 1),
        )
        const goods = lines.map((l, i) => ({ ...l, volume: l.volume / 10_000, weight: weights[i]! / 1000 }))
        const parts = splitGoods(
          goods,
          grams.map((g) => g / 1000),
        )
        expect(typeof parts).not.toBe('string')
        const all = (parts as (typeof goods)[]).flat()
        const sum = (of: typeof goods, by: (g: (typeof goods)[number]) => number): number => of.reduce((n, g) => n + Math.round(by(g)), 0)
        expect(sum(all, (g) => g.weight * 1000)).toBe(whole)
        // A line without weight goes nowhere; all others keep what they had.
        const heavy = goods.filter((g) => g.weight > 0)
        for (const by of [
          (g: (typeof goods)[number]) => g.pieces,
          (g: (typeof goods)[number]) => g.volume * 10_000,
          (g: (typeof goods)[number]) => g.declared,
        ])
          expect(sum(all, by)).toBe(sum(heavy, by))
        expect((parts as (typeof goods)[]).map((p) => sum(p, (g) => g.weight * 1000))).toEqual(grams)
      }),
    )
  })
  test('refuses parts that are not the whole', () =>
    expect(splitGoods([{ pieces: 1, weight: 5, volume: 0, declared: null }], [2, 2])).toBe('拆分后各单重量之和必须等于原单'))
})
