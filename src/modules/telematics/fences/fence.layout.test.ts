import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { metres, type Position } from '#kit/ui/map/geo.ts'
import { checkShape, type Shape } from './fence.rules.ts'
import { clicked, dragged, drawingOf, handleAt, handlesOf, REACH, hintOf, removed, paintedOf, ringsOf, textOf } from './fence.layout.ts'

const click = (values: Record<string, unknown>, ...at: Position[]): Record<string, unknown> =>
  at.reduce((v, p) => ({ ...v, ...clicked(drawingOf(v), p) }), values)
const [a, b, c]: Position[] = [
  [121.4, 31.2],
  [121.5, 31.2],
  [121.45, 31.3],
]
const judge = (v: Record<string, unknown>) =>
  checkShape(v['shape'] as Shape, (v['points'] as string) ?? null, (v['radius'] as number) ?? null, (v['width'] as number) ?? null, null)

describe('drawing a fence', () => {
  it('a circle takes its centre and its edge, and is then what the server accepts', () => {
    const circle = click({ shape: 'circle' }, a!, b!)
    expect(circle['radius']).toBe(Math.round(metres(a!, b!)))
    expect(judge(circle)).toBeNull()
    expect(ringsOf(drawingOf(circle))[0]).toHaveLength(65)
  })
  it('a rectangle takes two corners and begins anew with the third', () => {
    expect(judge(click({ shape: 'rectangle' }, a!, c!))).toBeNull()
    expect(click({ shape: 'rectangle' }, a!, c!, b!)['points']).toBe('121.5,31.2')
  })
  it('a polygon and a corridor take as many as are clicked', () => {
    expect(judge(click({ shape: 'polygon' }, a!, b!, c!))).toBeNull()
    expect(judge(click({ shape: 'corridor', width: 200 }, a!, b!))).toBeNull()
    expect(ringsOf(drawingOf(click({ shape: 'corridor', width: 200 }, a!, b!, c!)))).toHaveLength(5)
    const corridor = drawingOf(click({ shape: 'corridor', width: 200 }, a!, b!, c!))
    const { areas, edges } = paintedOf('corridor', ringsOf(corridor))
    expect([areas, edges]).toEqual([[edges], [expect.any(Array)]])
  })
  it('a corner is moved, a middle becomes a corner, a corner is removed', () => {
    const polygon = drawingOf(click({ shape: 'polygon' }, a!, b!, c!))
    expect(handlesOf(polygon).filter((h) => h.kind === 'middle')).toHaveLength(3)
    expect(dragged(polygon, { kind: 'corner', index: 1 }, [122, 31]).points).toBe('121.4,31.2\n122,31\n121.45,31.3')
    expect(dragged(polygon, { kind: 'middle', index: 0 }, [122, 31]).points).toBe('121.4,31.2\n122,31\n121.5,31.2\n121.45,31.3')
    expect(removed(polygon, 0).points).toBe('121.5,31.2\n121.45,31.3')
  })
  it('takes hold of what is under the hand: the nearest, a corner before a middle, with a finger from further', () => {
    const handles = handlesOf(drawingOf(click({ shape: 'polygon' }, [0, 0], [20, 0], [10, 60])))
    const under = (x: number, y: number, reach = REACH.mouse) => handleAt(handles, { x, y }, ([lng, lat]) => ({ x: lng, y: lat }), reach)
    expect(under(19, 1)).toMatchObject({ kind: 'corner', index: 1 })
    // The middle of 0–20 is nearer, the corner is meant.
    expect(under(11, 0)).toMatchObject({ kind: 'corner', index: 1 })
    expect(under(15, 30)).toMatchObject({ kind: 'middle', index: 1 })
    expect(under(10, 79)).toBeNull()
    expect(under(10, 79, REACH.finger)).toMatchObject({ kind: 'corner', index: 2 })
  })
  it('what is written is read again as it was, to a tenth of a metre', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: -179, max: 179, noNaN: true }), fc.double({ min: -84, max: 84, noNaN: true })), {
          minLength: 1,
          maxLength: 30,
        }),
        (points) => {
          const read = drawingOf({ shape: 'polygon', points: textOf(points as Position[]) }).points
          expect(read).toHaveLength(points.length)
          read.forEach((p, i) => expect(metres(p, points[i] as Position)).toBeLessThan(0.2))
        },
      ),
    )
  })
  it('says what to do next', () => {
    expect(hintOf(drawingOf({ shape: 'circle' }))).toBe('点击地图放置圆心')
    expect(hintOf(drawingOf(click({ shape: 'polygon' }, a!)))).toContain('还需 2 个')
  })
})
