/** What standard viewers need of the export: every line starts and ends at its elements, and nothing lies upon anything else. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bpmnOf, drawingOf, type Box } from './bpmn.ts'
import { Draw } from '../../engine/fixture/draw.ts'
import { approver, definitionOf, people } from '../../engine/fixture/office.ts'

type Point = [number, number]
const overlap = (a: Box, b: Box): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
const onBorder = ([x, y]: Point, b: Box): boolean =>
  x >= b.x && x <= b.x + b.w && y >= b.y && y <= b.y + b.h && (x === b.x || x === b.x + b.w || y === b.y || y === b.y + b.h)
/** Lines run straight across or straight down. */
const crosses = ([x1, y1]: Point, [x2, y2]: Point, b: Box): boolean =>
  Math.min(x1, x2) < b.x + b.w && Math.max(x1, x2) > b.x && Math.min(y1, y2) < b.y + b.h && Math.max(y1, y2) > b.y

describe('the drawing of an export', () => {
  it('of any process: no two elements on one another, no line through an element that is not its own', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9_999), { minLength: 40, maxLength: 160 }), (shape) => {
        const drawing = drawingOf(definitionOf(new Draw(shape).list(0, [])), {})
        const { shapes, flows } = drawing
        expect(new Set([...shapes, ...flows].map((s) => s.id)).size).toBe(shapes.length + flows.length)
        shapes.forEach((a, i) => shapes.slice(i + 1).forEach((b) => expect(overlap(a.box, b.box), `${a.id} ${b.id}`).toBe(false)))
        for (const f of flows) {
          const points = drawing.points(f)
          const box = (id: string): Box => shapes.find((s) => s.id === id)!.box
          expect([onBorder(points[0]!, box(f.from)), onBorder(points.at(-1)!, box(f.to))], f.id).toEqual([true, true])
          for (const [i, p] of points.slice(1).entries()) {
            expect(p[0] === points[i]![0] || p[1] === points[i]![1], f.id).toBe(true)
            for (const s of shapes) expect(crosses(points[i]!, p, s.box), `${f.id} through ${s.id}`).toBe(false)
          }
        }
        // Everything but the start is entered, everything but the end is left.
        expect(shapes.filter((s) => !flows.some((f) => f.to === s.id)).map((s) => s.tag)).toEqual(['startEvent'])
        expect(shapes.filter((s) => !flows.some((f) => f.from === s.id)).map((s) => s.tag)).toEqual(['endEvent'])
      }),
      { numRuns: 300 },
    )
  })
  it('routes go back over the top, and going on is what happens otherwise', () => {
    const xml = bpmnOf(
      { key: 'k', name: '流程' },
      definitionOf([
        approver('a', people(1)),
        {
          kind: 'route',
          id: 'r',
          name: '再看',
          routes: [{ name: '回去', when: { kind: 'compare', field: 'form.x', op: 'eq', value: true }, to: 'a' }],
        },
      ]),
      {},
    )
    expect(xml).toContain('<bpmn:exclusiveGateway id="n_r" name="再看" default="flow_4">')
    expect(xml).toMatch(/sequenceFlow id="flow_3" sourceRef="n_r" targetRef="n_a" name="回去"/)
  })
  it('what people write is text, not markup', () => {
    const xml = bpmnOf({ key: 'a"b', name: '<b>&' }, definitionOf([approver('a', people(1), { name: '"<&>\u0007' })]), {})
    expect(xml).not.toContain('<b>')
    expect(xml).not.toContain('\u0007')
    expect(xml).toContain('id="p_a_b"')
  })
})
