import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedNames, compareVersions, rebase, sameValue } from './same.ts'

const value = fc.oneof(
  fc.constant(null),
  fc.constant(''),
  fc.integer(),
  fc.string(),
  fc.boolean(),
  fc.array(fc.integer(), { maxLength: 3 }),
)
const names = ['a', 'b', 'c']
const record = fc.record({ a: value, b: value, c: value })

describe('comparing form values', () => {
  it('treats every way of being empty alike, but not zero or false', () => {
    expect(sameValue(null, '')).toBe(true)
    expect(sameValue([], undefined)).toBe(true)
    expect(sameValue(0, null)).toBe(false)
    expect(sameValue(false, null)).toBe(false)
  })
  it('looks into lists, lines and places', () => {
    expect(sameValue([{ x: 1, note: '' }], [{ x: 1 }])).toBe(true)
    expect(sameValue([1, 2], [2, 1])).toBe(false)
    expect(sameValue([], {})).toBe(false)
    expect(sameValue({ address: '甲' }, { address: '乙' })).toBe(false)
  })
  it('finds what changed', () => {
    expect(changedNames(['a', 'b'], { a: 1, b: '' }, { a: 2, b: null })).toEqual(['a'])
  })
})

describe('two people on one record', () => {
  it('clash only where both changed the same field differently', () => {
    const base = { a: 1, b: 1, c: 1 }
    expect(compareVersions(names, base, { a: 2, b: 1, c: 5 }, { a: 3, b: 2, c: 5 })).toEqual({ clashes: ['a'], theirs: ['b'] })
  })
  it('never lose what was typed, and take over whatever was not touched', () => {
    fc.assert(
      fc.property(record, record, record, (base, mine, stored) => {
        const merged = rebase(names, base, mine, stored)
        for (const name of names as (keyof typeof base)[])
          expect(merged[name]).toEqual(sameValue(base[name], mine[name]) ? stored[name] : mine[name])
      }),
    )
  })
})
