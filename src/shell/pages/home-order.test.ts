import { describe, expect, test } from 'vitest'
import { arranged, AS_DELIVERED, isArrangement, movedTo, neighbour, withHidden } from './home-order.ts'

const cards = [
  { code: 'a', group: '今天要做的事' },
  { code: 'b', group: '今天要做的事' },
  { code: 'c', group: '今天要做的事' },
  { code: 'x', group: '经营趋势' },
  { code: 'y', group: '经营趋势' },
]
const codes = (list: readonly { code: string }[]): string => list.map((c) => c.code).join('')

describe('a home page', () => {
  test('stands as delivered until somebody moves a card, forward or back', () => {
    expect(codes(arranged(cards, AS_DELIVERED).shown)).toBe('abcxy')
    expect(codes(arranged(cards, movedTo(cards, AS_DELIVERED, 'c', 'a')).shown)).toBe('cabxy')
    expect(codes(arranged(cards, movedTo(cards, AS_DELIVERED, 'a', 'c')).shown)).toBe('bcaxy')
  })
  test('keeps cards in their group, and does nothing for what is not there', () => {
    expect(movedTo(cards, AS_DELIVERED, 'a', 'x')).toBe(AS_DELIVERED)
    expect(movedTo(cards, AS_DELIVERED, 'q', 'a')).toBe(AS_DELIVERED)
    expect(neighbour(cards, AS_DELIVERED, 'c', 1)).toBeNull()
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
})
