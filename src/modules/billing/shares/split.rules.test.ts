import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkSplit, splitBase, splitDifference, splitTargets } from './split.rules.ts'
import type { SplitRule } from './split.rules.ts'

const numRuns = process.env.DEEP ? 100_000 : 2_000

const rule: SplitRule = {
  receivers: [
    { party: '平台', bp: 500 },
    { party: '加盟商', bp: 7000 },
    { party: '车源方', bp: 2000 },
    { party: '渠道', bp: 500 },
  ],
  tailParty: '加盟商',
}
const amounts = (shares: Array<{ amount: number }>): number[] => shares.map((share) => share.amount)

describe('J9', () => {
  it('380000 is shared 19000, 266000, 76000, 19000', () =>
    expect(amounts(splitTargets(380000, rule))).toEqual([19000, 266000, 76000, 19000]))

  it('after the refund of 220645 the targets are of 159355, and the reversals make 220645 exactly', () => {
    const targets = splitTargets(splitBase(380000, 220645, 'proportional'), rule)
    expect(amounts(targets)).toEqual([7967, 111550, 31871, 7967])
    const already = new Map(splitTargets(380000, rule).map(({ party, amount }) => [party, amount]))
    expect(amounts(splitDifference(targets, already))).toEqual([-11033, -154450, -44129, -11033])
  })

  it('the refund mode decides how much of a refund reaches the parties', () => {
    expect([splitBase(380000, 1, 'none'), splitBase(380000, 1, 'full'), splitBase(380000, 0, 'full')]).toEqual([380000, 0, 380000])
    expect(() => splitBase(1, 2, 'proportional')).toThrow(RangeError)
  })
})

describe('rules', () => {
  it.each([-1, 0.5, Number.NaN])('%d is no amount to split', (base) => expect(() => splitTargets(base, rule)).toThrow('cannot split'))

  it('fixed amounts are served first, the rest is shared', () => {
    const mixed: SplitRule = {
      receivers: [
        { party: 'a', bp: 10_000 },
        { party: 'b', fixed: 3000 },
      ],
      tailParty: 'a',
    }
    expect(amounts(splitTargets(10000, mixed))).toEqual([7000, 3000])
    expect(amounts(splitTargets(2000, mixed))).toEqual([0, 2000])
    expect(amounts(splitTargets(10000, { receivers: [{ party: 'a', fixed: 1 }], tailParty: 'a' }))).toEqual([10000])
  })

  it('a party that has left the rule gives everything back', () => {
    expect(
      splitDifference(
        splitTargets(100, { receivers: [{ party: 'a', bp: 10_000 }], tailParty: 'a' }),
        new Map([
          ['b', 40],
          ['a', 60],
        ]),
      ),
    ).toEqual([
      { party: 'a', amount: 40 },
      { party: 'b', amount: -40 },
    ])
  })

  it.each<[string, SplitRule]>([
    ['请至少添加一个分账方', { receivers: [], tailParty: 'a' }],
    [
      '分账方不能重复',
      {
        receivers: [
          { party: 'a', bp: 5000 },
          { party: 'a', bp: 5000 },
        ],
        tailParty: 'a',
      },
    ],
    ['尾差方必须是分账方之一', { receivers: [{ party: 'a', bp: 10_000 }], tailParty: 'b' }],
    ['分账比例和金额必须是不小于 0 的整数', { receivers: [{ party: 'a', bp: -1 }], tailParty: 'a' }],
    ['分账比例合计应为 100%，现为 99.99%', { receivers: [{ party: 'a', bp: 9999 }], tailParty: 'a' }],
  ])('«%s»', (reason, bad) => {
    expect(checkSplit(bad)).toBe(reason)
    expect(() => splitTargets(100, bad)).toThrow(reason)
  })
})

it('M9: shares make the base, only the tail party deviates from flooring, and any refunds leave the net split equal to the net base', () => {
  const anyRule = fc
    .tuple(fc.array(fc.nat({ max: 3000 }), { maxLength: 4 }), fc.array(fc.nat({ max: 500_000 }), { maxLength: 2 }))
    .map(([bps, fixed]): SplitRule => {
      const used = bps.reduce((list, bp) => [...list, Math.min(bp, 10_000 - list.reduce((a, b) => a + b, 0))], [] as number[])
      const last = 10_000 - used.reduce((a, b) => a + b, 0)
      return {
        receivers: [
          ...[...used, last].map((bp, i) => ({ party: `p${i}`, bp })),
          ...fixed.map((amount, i) => ({ party: `f${i}`, fixed: amount })),
        ],
        tailParty: 'p0',
      }
    })
  fc.assert(
    fc.property(anyRule, fc.nat({ max: 1e9 }), fc.array(fc.nat({ max: 1e9 }), { maxLength: 5 }), (any, received, refunds) => {
      const net = new Map<string, number>()
      let refunded = 0
      for (const refund of [0, ...refunds]) {
        refunded = Math.min(received, refunded + refund)
        const base = splitBase(received, refunded, 'proportional')
        const targets = splitTargets(base, any)
        for (const { party, amount } of splitDifference(targets, net)) net.set(party, (net.get(party) ?? 0) + amount)
        expect([...net.values()].reduce((sum, amount) => sum + amount, 0)).toBe(base)
        expect(Math.min(...net.values())).toBeGreaterThanOrEqual(0)
      }
    }),
    { numRuns },
  )
}, 1_800_000)
