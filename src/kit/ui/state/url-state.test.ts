import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chipsOf, cleared } from '../list/filter/chips.ts'
import { sample } from '../list/sample.ts'
import { filterQuery, nextSort, readState, sameParams, savedParams, toQuery, withFilter, writeState, type Params } from './url-state.ts'

const defaults = { sort: '-boughtOn', pageSize: 20 }
const read = (params: Params) => readState(params, sample, defaults)

const anyParams = fc.dictionary(
  fc.constantFrom(
    ...Object.keys(sample.fields),
    'keyword',
    'sort',
    'quick',
    'saved',
    'pageNo',
    'pageSize',
    'from',
    '__proto__',
    'constructor',
    'toString',
  ),
  fc.oneof(
    fc.constantFrom('stock', '~', '!~', '2026-01-01~', '5~9', '1,2', 'true', '3', '-price,plate', '在库', '100', '沪A'),
    fc.string(),
  ),
)

describe('the address of a list', () => {
  it('leaves the plain screen a plain address', () => {
    expect(writeState(read({}).state, {}, defaults)).toEqual({})
  })

  it('keeps keys it does not know and never sends them', () => {
    const { state, unknown } = read({ plate: '沪A', utm: 'x', pageNo: '3' })
    expect(unknown).toEqual({ utm: 'x' })
    expect(toQuery(state, sample, {})).toEqual({ plate: '沪A', pageNo: '3', pageSize: '20', sort: '-boughtOn' })
    expect(writeState(state, unknown, defaults)).toEqual({ plate: '沪A', utm: 'x', pageNo: '3', pageSize: '20' })
  })

  it('keeps and shows a value that does not fit, but does not send it', () => {
    const { state } = read({ boughtOn: 'gestern' })
    expect(toQuery(state, sample, {})).not.toHaveProperty('boughtOn')
    expect(chipsOf(state, sample)[0]).toMatchObject({ key: 'boughtOn', bad: true })
    expect(writeState(state, {}, defaults)).toEqual({ boughtOn: 'gestern' })
  })

  it('reads back exactly the state it wrote, whatever the address was', () => {
    fc.assert(
      fc.property(anyParams, fc.constantFrom(20, 50, 200), (params, pageSize) => {
        const mine = { sort: '-boughtOn', pageSize }
        const first = readState(params, sample, mine)
        const written = writeState(first.state, first.unknown, mine)
        const second = readState(written, sample, mine)
        expect(second).toEqual(first)
        expect(writeState(second.state, second.unknown, mine)).toEqual(written)
      }),
    )
  })

  it('means the same to a receiver with another page size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 99 }), fc.constantFrom(20, 50, 100), fc.constantFrom(20, 50, 100), (pageNo, mine, yours) => {
        const state = { ...readState({}, sample, { sort: '', pageSize: mine }).state, pageNo }
        const link = writeState(state, {}, { sort: '', pageSize: mine })
        expect(readState(link, sample, { sort: '', pageSize: yours }).state).toMatchObject({ pageNo, pageSize: mine })
      }),
    )
  })

  it('has a chip for everything that narrows the list, and 清空 takes them all away', () => {
    fc.assert(
      fc.property(anyParams, (params) => {
        const { state } = read(params)
        const sent = Object.keys(filterQuery(state, sample, {}))
        const chips = chipsOf(state, sample).map((chip) => chip.key)
        expect(chips).toEqual(expect.arrayContaining(sent))
        expect(filterQuery(cleared(state), sample, {})).toEqual({})
      }),
    )
  })

  it('lets nothing in the address leave the fixed filter of an embedded list', () => {
    const { state } = read({ store: '9', plate: 'A' })
    expect(toQuery(state, sample, { fixed: { store: 4 }, view: 'x' })).toMatchObject({ store: '4', plate: 'A', view: 'x' })
  })

  it('refuses page numbers and sizes that are none', () => {
    for (const bad of ['0', '-1', '1e9', 'NaN', '1.5', ''])
      expect(read({ pageNo: bad, pageSize: bad }).state).toMatchObject({ pageNo: 1, pageSize: 20 })
    expect(read({ pageSize: '1000000' }).state.pageSize).toBe(20)
  })

  it('never asks for more than the server answers', () => {
    expect(read({ pageNo: '99999999', pageSize: '200' }).state.pageNo).toBe(500)
    expect(read({ sort: 'price,plate,-seats,load' }).state.sort).toBe('price,plate,-seats')
    expect(nextSort('price,plate,seats', 'load', true, '')).toBe('price,plate,load')
  })

  it('drops sort names that are no columns', () => {
    expect(read({ sort: '-price,evil,plate,phone' }).state.sort).toBe('-price,plate')
    expect(read({ sort: 'evil' }).state.sort).toBe('-boughtOn')
  })

  it('starts at page one when what is looked for changes', () => {
    const { state } = read({ pageNo: '5' })
    expect(withFilter(state, 'plate', { is: 'text', text: 'A' }).pageNo).toBe(1)
    expect(withFilter(state, 'plate', { is: 'text', text: ' ' }).filters).toEqual({})
  })

  it('remembers a view without its page', () => {
    const { state } = read({ pageNo: '5', pageSize: '100', plate: 'A', sort: 'price', saved: '3', quick: '在库' })
    expect(savedParams(state, defaults)).toEqual({ plate: 'A', sort: 'price', quick: '在库' })
    expect(sameParams({ a: '1' }, { a: '1', b: '2' })).toBe(false)
  })
})

describe('a click on a header', () => {
  it('goes ascending, descending, back to the order of the screen', () => {
    expect(nextSort('-boughtOn', 'price', false, '-boughtOn')).toBe('price')
    expect(nextSort('price', 'price', false, '-boughtOn')).toBe('-price')
    expect(nextSort('-price', 'price', false, '-boughtOn')).toBe('-boughtOn')
  })
  it('adds a second key with Shift', () => {
    expect(nextSort('price', 'plate', true, '')).toBe('price,plate')
    expect(nextSort('price,plate', 'price', true, '')).toBe('-price,plate')
    expect(nextSort('-price,plate', 'price', true, '')).toBe('plate')
  })
})
