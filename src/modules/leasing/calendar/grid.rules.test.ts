import { describe, expect, test } from 'vitest'
import { day } from '#kit/basics/time/day.ts'
import { chosen, columns, dayWidth, dragged, grips, HEAD, itemsBetween, lanes, layoutOf, ROW, rowAt } from './grid.rules.ts'

const layout = layoutOf([
  { id: 1, name: '轻卡', count: 3 },
  { id: 2, name: '面包车', count: 10_000 },
])

describe('rows', () => {
  test('stand below the heading of their group', () => {
    expect(layout.height).toBe(2 * HEAD + 10_003 * ROW)
    expect(layout.bands[1]).toMatchObject({ top: HEAD + 3 * ROW, first: 3 })
  })
  test('only those in sight are drawn, at the top, in the middle and at the end', () => {
    expect(itemsBetween(layout, 0, 800)[0]).toEqual({ kind: 'head', band: layout.bands[0], top: 0 })
    for (const top of [0, 190_000, layout.height - 800]) {
      const items = itemsBetween(layout, top, top + 800)
      expect(items.length).toBeLessThan(800 / ROW + 16)
      // Without a gap: each begins where the one before ends.
      for (const [i, item] of items.slice(1).entries()) expect(item.top - items[i]!.top).toBe(items[i]!.kind === 'head' ? HEAD : ROW)
      expect(items.at(-1)!.top + ROW).toBeGreaterThanOrEqual(Math.min(layout.height, top + 800))
    }
  })
  test('are found again by their height', () => {
    for (const item of itemsBetween(layout, 5000, 6000))
      if (item.kind === 'row') expect(rowAt(layout, item.top + 5)).toEqual({ index: item.index, top: item.top })
    expect(rowAt(layout, 3)).toBeNull()
    expect(rowAt(layout, layout.height)).toBeNull()
    expect(rowAt(layoutOf([]), 0)).toBeNull()
  })
})

describe('bars of one row', () => {
  const bar = (from: string, to: string, thin = false) => ({ from: `2026-03-${from}`, to: `2026-03-${to}`, thin })
  const bottom = ({ top, height }: { top: number; height: number }): number => top + height
  test('one above, what stands in its way below it', () => {
    expect(lanes([])).toEqual([])
    const [lease, care, next] = lanes([bar('01', '10'), bar('03', '05', true), bar('10', '12')])
    expect(next).toEqual(lease)
    expect(care!.top).toBeGreaterThanOrEqual(bottom(lease!))
    expect(lease!.height).toBeGreaterThan(care!.height)
  })
  test('none covers another that shares a day, and all stay in the row', () => {
    const spans = [
      bar('01', '10'),
      bar('02', '04', true),
      bar('03', '20', true),
      bar('04', '06', true),
      bar('05', '12'),
      bar('20', '21', true),
    ]
    const placed = lanes(spans)
    for (const [i, a] of spans.entries()) {
      expect(placed[i]!.top).toBeGreaterThanOrEqual(0)
      expect(bottom(placed[i]!)).toBeLessThan(ROW)
      expect(placed[i]!.height).toBeGreaterThan(3)
      for (const [j, b] of spans.entries()) {
        const together = i !== j && a.from < b.to && b.from < a.to
        if (together) expect(bottom(placed[i]!) <= placed[j]!.top || bottom(placed[j]!) <= placed[i]!.top).toBe(true)
      }
    }
    expect(placed[1]).toEqual(placed[3])
  })
})

describe('days', () => {
  const from = day('2026-03-01')
  test('are cut at the edges of the window', () => {
    expect(columns({ from: '2026-02-20', to: '2026-03-03' }, from, 14)).toEqual({ start: 0, end: 2, cutStart: true, cutEnd: false })
    expect(columns({ from: '2026-03-14', to: '2027-03-01' }, from, 14)).toEqual({ start: 13, end: 14, cutStart: false, cutEnd: true })
    expect(columns({ from: '2026-02-20', to: '2026-03-01' }, from, 14)).toBeNull()
    expect(columns({ from: '2026-03-15', to: '2026-03-16' }, from, 14)).toBeNull()
  })
  test('follow the drag; a stretch keeps a day', () => {
    const span = { from: '2026-03-30', to: '2026-04-02' }
    expect(dragged(span, 'move', 3)).toEqual({ from: '2026-04-02', to: '2026-04-05' })
    expect(dragged(span, 'start', 5)).toEqual({ from: '2026-04-01', to: '2026-04-02' })
    expect(dragged(span, 'end', -9)).toEqual({ from: '2026-03-30', to: '2026-03-31' })
    expect(dragged(span, 'end', 30)).toEqual({ from: '2026-03-30', to: '2026-05-02' })
  })
  test('are chosen in either direction', () => {
    expect(chosen(from, 4, 2)).toEqual({ from: '2026-03-03', to: '2026-03-06' })
    expect(chosen(from, 2, 2)).toEqual({ from: '2026-03-03', to: '2026-03-04' })
  })
  test('fill the room and stay wide enough to be hit', () => {
    expect(dayWidth(1120, 14)).toBe(80)
    expect(dayWidth(1120, 90)).toBe(14)
  })
})

test('what can be taken hold of', () => {
  expect(grips({ kind: 'hold', state: 'held', id: 1 })).toEqual(['move', 'start', 'end'])
  expect(grips({ kind: 'hold', state: 'signing', id: 1 })).toEqual([])
  expect(grips({ kind: 'draft', state: 'draft', id: 1 })).toEqual(['move', 'start', 'end'])
  expect(grips({ kind: 'draft', state: 'approving', id: 1 })).toEqual([])
  expect(grips({ kind: 'lease', state: 'toHandOver', id: 1 })).toEqual(['move'])
  expect(grips({ kind: 'lease', state: 'active', id: 1 })).toEqual(['end'])
  expect(grips({ kind: 'lease', state: 'ended', id: 1 })).toEqual([])
  expect(grips({ kind: 'taken', state: 'taken', id: null })).toEqual([])
  expect(grips({ kind: 'care', state: 'care', id: 3 })).toEqual([])
})
