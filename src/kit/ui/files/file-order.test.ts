import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FileLink } from '../../entity/field.ts'
import { asChosen } from './file-order.ts'

const link = (id: string): FileLink => ({ id, name: `${id}.jpg`, size: 1, mime: 'image/jpeg' }) as FileLink

describe('files chosen together', () => {
  it('stand as they were chosen, behind those that were there, whatever order they arrive in', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: 1, max: 8 }).chain((n) => fc.shuffledSubarray([...Array(n).keys()], { minLength: n })),
        (before, arrivals) => {
          const old = Array.from({ length: before }, (_, i) => link(`old${i}`))
          const places = new Map(arrivals.map((place) => [`new${place}`, place]))
          const end = arrivals.reduce<FileLink[]>((files, place) => asChosen(files, link(`new${place}`), places), old)
          expect(end.map((f) => f.id)).toEqual([
            ...old.map((f) => f.id),
            ...arrivals.toSorted((a, b) => a - b).map((place) => `new${place}`),
          ])
        },
      ),
    )
  })
  it('leave the gap of one that failed or was taken away meanwhile', () => {
    const places = new Map([
      ['a', 0],
      ['c', 2],
    ])
    expect(asChosen([link('c')], link('a'), places).map((f) => f.id)).toEqual(['a', 'c'])
  })
})
