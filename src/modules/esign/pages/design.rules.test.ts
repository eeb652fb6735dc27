import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moved, nextKey, sized, snapped } from './design.rules.ts'

const page = { w: 595, h: 842 }
const box = { key: 'a', page: 1, x: 60, y: 60, w: 140, h: 50 }

test('a component stays on its page, in tenths of a point', () => {
  const step = fc.double({ min: -2000, max: 2000, noNaN: true })
  fc.assert(
    fc.property(step, step, (dx, dy) => {
      for (const one of [moved(box, dx, dy, page), sized(box, dx, dy, page)]) {
        expect(one.x).toBeGreaterThanOrEqual(0)
        expect(one.x + one.w).toBeLessThanOrEqual(page.w + 0.1)
        expect(one.y + one.h).toBeLessThanOrEqual(page.h + 0.1)
        expect(Math.round(one.x * 10) / 10).toBe(one.x)
      }
    }),
  )
})

test('edges draw what comes near, small steps do not', () => {
  const other = { key: 'b', page: 1, x: 200, y: 300, w: 140, h: 50 }
  expect(snapped({ ...box, x: 203, y: 298 }, [box, other], page)).toMatchObject({ x: 200, y: 300 })
  expect(snapped({ ...box, x: 210, y: 320 }, [box, other], page)).toMatchObject({ x: 210, y: 320 })
  expect(snapped({ ...other, x: 200.1 }, [box, other], page).x).toBe(200.1)
})

test('keys are not given twice', () => {
  expect(nextKey([])).toBe('c1')
  expect(nextKey([{ key: 'c2' }])).toBe('c3')
})
