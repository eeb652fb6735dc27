import { describe, expect, it } from 'vitest'
import { afterLeg, legsOf, whyNotCancel } from './pots.rules.ts'

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
