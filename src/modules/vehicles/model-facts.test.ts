import { describe, expect, it } from 'vitest'
import { followModel } from './model-facts.rules.ts'

type Values = Record<string, unknown>
const van = { energy: 'diesel', loadKg: 1500, volume: 9.5 }
const truck = { energy: 'gas', loadKg: 8000, volume: null }
const first = { energy: 'electric', loadKg: null, volume: null }
const typed = (values: Values): Map<string, unknown> => new Map(Object.entries(values))

describe('a vehicle follows its model', () => {
  it.each<[string, Values, Values, Values, Values, Values]>([
    ['a default and what is empty are filled', first, {}, {}, van, { energy: 'diesel', loadKg: 1500, volume: 9.5 }],
    ['what was typed stays', { ...first, loadKg: 1490 }, { loadKg: 1490 }, {}, van, { energy: 'diesel', volume: 9.5 }],
    ['what was emptied on purpose stays empty', first, { volume: null }, {}, van, { energy: 'diesel', loadKg: 1500 }],
    ['another model takes the place of the first, its silence too', van, {}, van, truck, { energy: 'gas', loadKg: 8000, volume: null }],
    ['typed over what the first had said', { ...van, energy: 'hybrid' }, { energy: 'hybrid' }, van, truck, { loadKg: 8000, volume: null }],
    ['typed and then put back by the form itself counts no more', first, { energy: 'gas' }, {}, van, van],
    ['a silent model leaves the default', first, {}, {}, { energy: null, loadKg: null, volume: null }, {}],
    ['nothing that stands already is set again', van, {}, {}, van, {}],
  ])('%s', (_title, values, by, before, after, wanted) => {
    expect(followModel({ values, first, typed: typed(by) }, before, after)).toEqual(wanted)
  })
  it('of a stored vehicle only what is empty, or what its model had said', () => {
    const stored = { energy: 'electric', loadKg: 1480, volume: null }
    expect(followModel({ values: stored, first: {}, typed: new Map() }, { energy: 'electric', loadKg: 1500, volume: 9 }, van)).toEqual({
      energy: 'diesel',
      volume: 9.5,
    })
  })
})
