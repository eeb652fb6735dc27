import { describe, expect, it } from 'vitest'
import { randomOf } from '#kit/basics/random.ts'
import { afterLeg, legsOf, whyNotCancel, type EntryKind, type Pot } from './pots.rules.ts'

const shown = (...of: Parameters<typeof legsOf>) => legsOf(...of).map(({ pot, delta }) => [pot, delta])

describe('what a movement does to the pots', () => {
  it('in by the account, out by the card', () => {
    expect(shown('recharge', 100, 'reserve')).toEqual([['quota', 100]])
    expect(shown('refund', 100, 'reserve')).toEqual([['reserve', 100]])
    expect(shown('spend', 100)).toEqual([['wallet', -100]])
    expect(shown('spend', 100, 'reserve')).toEqual([['reserve', -100]])
    expect(shown('fee', 100, 'quota')).toEqual([['quota', -100]])
    expect(shown('adjust', -30, 'reserve')).toEqual([['reserve', -30]])
  })
  it('between pots nothing is made and nothing lost', () => {
    expect(shown('allocate', 100)).toEqual([
      ['quota', -100],
      ['reserve', 100],
    ])
    expect(shown('load', 100)).toEqual([
      ['reserve', -100],
      ['wallet', 100],
    ])
    expect(shown('recall', 100)).toEqual([
      ['wallet', -100],
      ['quota', 100],
    ])
    expect(shown('recall', 100, 'reserve')).toEqual([
      ['reserve', -100],
      ['quota', 100],
    ])
  })
})

describe('what a pot holds afterwards', () => {
  it('down to nothing, and no further', () => {
    expect(afterLeg(100, { pot: 'wallet', delta: -100 })).toEqual({ ok: true, after: 0 })
    expect(afterLeg(100, { pot: 'wallet', delta: -101 })).toEqual({ ok: false, message: '卡内余额只有 1.00 元，不能再减少 1.01 元' })
    expect(afterLeg(100, { pot: 'reserve', delta: -101 }, 500)).toEqual({ ok: false, message: '备付金只有 1.00 元，不能再减少 1.01 元' })
  })
  it('the account down to its credit', () => {
    expect(afterLeg(100, { pot: 'quota', delta: -600 }, 500)).toEqual({ ok: true, after: -500 })
    expect(afterLeg(100, { pot: 'quota', delta: -601 }, 500)).toEqual({ ok: false, message: '主卡额度只有 1.00 元，不能再减少 6.01 元' })
  })
  it('what comes in is always welcome', () => {
    expect(afterLeg(-900, { pot: 'quota', delta: 100 }, 500)).toEqual({ ok: true, after: -800 })
    expect(afterLeg(-900, { pot: 'quota', delta: 0 }, 500)).toEqual({ ok: true, after: -900 })
  })
})

it('a card with money on it is not given up', () => {
  expect(whyNotCancel(0, 0)).toBeNull()
  expect(whyNotCancel(1, 0)).toBe('卡内尚有 0.01 元，请先回收')
  expect(whyNotCancel(100, 250)).toBe('卡内尚有 3.50 元，请先回收')
})

describe('three pots (affairs.md §3.8)', () => {
  it('50,000 + 20,000 recharged − 3,000 allocated; 2,000 loaded; 354.82 spent', () => {
    const pots: Record<Pot, number> = { quota: 5_000_000, reserve: 0, wallet: 0 }
    const book = (kind: EntryKind, amount: number, from?: Pot): void => {
      for (const leg of legsOf(kind, amount, from)) {
        const moved = afterLeg(pots[leg.pot], leg)
        if (!moved.ok) throw new Error(moved.message)
        pots[leg.pot] = moved.after
      }
    }
    book('recharge', 2_000_000)
    book('allocate', 300_000)
    book('load', 200_000)
    book('spend', 35_482)
    expect(pots).toEqual({ quota: 6_700_000, reserve: 100_000, wallet: 164_518 })
    expect(pots.quota + pots.reserve + pots.wallet).toBe(7_000_000 - 35_482)
    expect(() => book('spend', 164_519)).toThrow('卡内余额只有 1,645.18 元，不能再减少 1,645.19 元')
    expect(whyNotCancel(0, 164_518)).toBe('卡内尚有 1,645.18 元，请先回收')
    expect(whyNotCancel(0, 0)).toBeNull()
  })
  it('transfers add up to nothing; the quota may go down to the credit', () => {
    for (const kind of ['allocate', 'load', 'recall'] as const)
      expect(legsOf(kind, 777, 'reserve').reduce((s, l) => s + l.delta, 0)).toBe(0)
    expect(afterLeg(0, { pot: 'quota', delta: -100 }, 100)).toEqual({ ok: true, after: -100 })
    expect(afterLeg(0, { pot: 'quota', delta: -101 }, 100).ok).toBe(false)
  })
  it('whatever is booked, the pots are what came in less what went out (A13)', () => {
    const random = randomOf(3)
    for (let n = 0; n < 200; n++) {
      const pots: Record<Pot, number> = { quota: 0, reserve: 0, wallet: 0 }
      let net = 0
      for (let i = 0; i < 60; i++) {
        const kind = (['recharge', 'allocate', 'load', 'spend', 'recall', 'refund', 'fee'] as const)[Math.floor(random() * 7)]!
        const amount = Math.floor(random() * 10_000)
        const legs = legsOf(kind, amount, (['reserve', 'wallet'] as const)[Math.floor(random() * 2)]!)
        const moved = legs.map((leg) => afterLeg(pots[leg.pot], leg))
        if (moved.some((m) => !m.ok)) continue
        for (const leg of legs) pots[leg.pot] += leg.delta
        net += kind === 'recharge' || kind === 'refund' ? amount : kind === 'spend' || kind === 'fee' ? -amount : 0
      }
      expect(pots.quota + pots.reserve + pots.wallet).toBe(net)
      expect(Object.values(pots).every((p) => p >= 0)).toBe(true)
    }
  })
})
