import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joined, PackedSheet, type Cell } from './atlas.ts'

const sizes = fc.array(fc.tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 60 })), { maxLength: 200 })
const apart = (a: Cell, b: Cell): boolean => a.x + a.width < b.x || b.x + b.width < a.x || a.y + a.height < b.y || b.y + b.height < a.y

describe('the sheet of pictures', () => {
  it('keeps them inside and apart from each other', () => {
    fc.assert(
      fc.property(sizes, (all) => {
        const sheet = new PackedSheet(256)
        const cells = all.flatMap(([w, h]) => sheet.place(w, h) ?? [])
        for (const c of cells) expect(c.x >= 0 && c.y >= 0 && c.x + c.width <= 256 && c.y + c.height <= 256).toBe(true)
        for (const [i, a] of cells.entries()) for (const b of cells.slice(i + 1)) expect(apart(a, b)).toBe(true)
      }),
    )
  })
  it('says when it is full, and has room again when it is cleared', () => {
    const sheet = new PackedSheet(64)
    const fill = (): number => {
      let n = 0
      while (sheet.place(30, 30)) n++
      return n
    }
    const first = fill()
    expect(first).toBe(4)
    expect(sheet.place(30, 30)).toBeNull()
    sheet.clear()
    expect(fill()).toBe(first)
  })
  it('refuses what is wider than itself', () => expect(new PackedSheet(64).place(80, 10)).toBeNull())
  it('knows the smallest cell around two', () => {
    expect(joined(joined(null, { x: 4, y: 6, width: 2, height: 2 }), { x: 0, y: 7, width: 3, height: 9 })).toEqual({
      x: 0,
      y: 6,
      width: 6,
      height: 10,
    })
  })
})
