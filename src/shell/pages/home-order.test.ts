import { describe, expect, test } from 'vitest'
import { arranged, AS_DELIVERED, columnsOf, isArrangement, leadsOf, movedTo, neighbour, withHidden } from './home-order.ts'

const cards = [{ code: 'a' }, { code: 'b' }, { code: 'c' }, { code: 'x' }, { code: 'y' }]
const codes = (list: readonly { code: string }[]): string => list.map((c) => c.code).join('')

describe('a home page', () => {
  test('stands as delivered until somebody moves a card, forward or back', () => {
    expect(codes(arranged(cards, AS_DELIVERED).shown)).toBe('abcxy')
    expect(codes(arranged(cards, movedTo(cards, AS_DELIVERED, 'c', 'a')).shown)).toBe('cabxy')
    expect(codes(arranged(cards, movedTo(cards, AS_DELIVERED, 'a', 'x')).shown)).toBe('bcxay')
  })
  test('leads with its first two charts, in the order of its reader', () => {
    const of = (code: string, kind: string) => ({ code, data: { kind } })
    const mixed = [of('a', 'figures'), of('b', 'series'), of('c', 'rows'), of('x', 'series'), of('y', 'series')]
    expect(codes(leadsOf(mixed).leads)).toBe('bx')
    expect(codes(leadsOf(mixed).rest)).toBe('acy')
    expect(codes(leadsOf(arranged(mixed, movedTo(mixed, AS_DELIVERED, 'y', 'b')).shown).leads)).toBe('yb')
    expect(leadsOf([])).toEqual({ leads: [], rest: [] })
  })
  test('does nothing for a card that is not there, and knows the first and the last', () => {
    expect(movedTo(cards, AS_DELIVERED, 'q', 'a')).toBe(AS_DELIVERED)
    expect(movedTo(cards, AS_DELIVERED, 'a', 'a')).toBe(AS_DELIVERED)
    expect(neighbour(cards, AS_DELIVERED, 'y', 1)).toBeNull()
    expect(neighbour(cards, AS_DELIVERED, 'a', -1)).toBeNull()
    expect(neighbour(cards, AS_DELIVERED, 'c', -1)).toBe('b')
  })
  test('shows a card that came with a new version where it was delivered, and steps over what is hidden', () => {
    const mine = movedTo(cards.slice(0, 2), AS_DELIVERED, 'b', 'a')
    expect(codes(arranged(cards, mine).shown)).toBe('bacxy')
    const less = withHidden(AS_DELIVERED, 'b', true)
    expect(codes(arranged(cards, less).shown)).toBe('acxy')
    expect(neighbour(cards, less, 'a', 1)).toBe('c')
    expect(codes(arranged(cards, withHidden(less, 'b', false)).shown)).toBe('abcxy')
  })
  test('does not break on what another version has kept', () => {
    expect(isArrangement(['a'])).toBe(false)
    expect(isArrangement({ order: [], hidden: [] })).toBe(true)
  })
  test('lays its cards in columns from left to right, and fills the room a high one leaves', () => {
    const heights: Record<string, number> = { a: 3, b: 1, c: 1, x: 3, y: 1 }
    const columns = (n: number): string[] => columnsOf(cards, n, ({ code }) => heights[code]!).map(codes)
    expect(columns(1)).toEqual(['abcxy'])
    expect(columns(2)).toEqual(['ax', 'bcy'].map((c, i) => (i === 0 ? 'ay' : 'bcx')))
    expect(columns(3)).toEqual(['a', 'bx', 'cy'])
    expect(columns(0)).toEqual(['abcxy'])
  })
})
