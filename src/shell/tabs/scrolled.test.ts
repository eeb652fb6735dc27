import { describe, expect, it } from 'vitest'
import { moved, readOffsets } from './scrolled.ts'

describe('where a page was scrolled to', () => {
  it('is kept per box, and forgotten at the top', () => {
    const both = moved(moved({}, '', [80, 0]), 'zyt-table-box#0', [40, 120])
    expect(both).toEqual({ '': [80, 0], 'zyt-table-box#0': [40, 120] })
    expect(moved(both, '', [0, 0])).toEqual({ 'zyt-table-box#0': [40, 120] })
  })
  it('never grows beyond what a page can have, and still follows what it knows', () => {
    let all = {}
    for (let i = 0; i < 100; i++) all = moved(all, `box#${i}`, [i + 1, 0])
    expect(Object.keys(all)).toHaveLength(20)
    expect(moved(all, 'box#3', [7, 7])).toMatchObject({ 'box#3': [7, 7] })
  })
  it.each([null, 'x', 7, { a: 1, b: [1], c: [1, 'x'], d: [-1, 0], e: [Number.NaN, 0] }])('%j in the store is nothing', (saved) =>
    expect(readOffsets(saved)).toEqual({}),
  )
  it('comes back from the store as it went', () => expect(readOffsets(JSON.parse('{"":[80,0]}'))).toEqual({ '': [80, 0] }))
})
