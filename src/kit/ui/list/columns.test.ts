import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  factoryColumns,
  MAX_WIDTH,
  mergeColumns,
  MIN_WIDTH,
  moveColumn,
  readSettings,
  setHidden,
  setPin,
  setWidth,
  shownColumns,
  toSettings,
} from './columns.ts'
import { sample } from './sample.ts'

const factory = factoryColumns(sample)
const names = (columns: { name: string }[]): string[] => columns.map((column) => column.name)
const anySetting = fc.array(
  fc.record(
    {
      name: fc.oneof(fc.constantFrom(...names(factory)), fc.string()),
      hidden: fc.boolean(),
      width: fc.oneof(fc.integer({ min: -10, max: 5000 }), fc.constantFrom(Number.NaN, null)),
      pin: fc.constantFrom('left' as const, 'right' as const, null),
    },
    { requiredKeys: ['name'] },
  ),
)

describe('columns', () => {
  it('shows the columns of the view and offers the rest hidden', () => {
    expect(names(shownColumns(factory))).toEqual(['plate', 'status', 'kind', 'store', 'boughtOn', 'price'])
    expect(names(factory)).toContain('createdAt')
    expect(names(factory)).not.toContain('extra')
    expect(factory[0]).toMatchObject({ name: 'plate', key: true, pin: 'left' })
  })

  it('gives a queue screen its own columns, the title first', () => {
    expect(names(shownColumns(factoryColumns(sample, ['status', 'plate', 'nothing'])))).toEqual(['plate', 'status'])
  })

  it('never loses, doubles or invents a column, whatever was stored', () => {
    fc.assert(
      fc.property(anySetting, anySetting, (team, mine) => {
        const merged = mergeColumns(factory, team, mine)
        expect(names(merged).toSorted()).toEqual(names(factory).toSorted())
        expect(merged[0]).toMatchObject({ key: true, hidden: false, pin: 'left' })
        expect(merged.every((c) => c.width >= MIN_WIDTH && c.width <= MAX_WIDTH)).toBe(true)
      }),
    )
  })

  it('stores what it shows: settings laid over the factory give the same columns back', () => {
    fc.assert(
      fc.property(anySetting, (setting) => {
        const columns = mergeColumns(factory, setting)
        expect(mergeColumns(factory, toSettings(columns, factory))).toEqual(columns)
      }),
    )
  })

  it('lets the user win over the team and the team over the factory', () => {
    const team = [
      { name: 'price', width: 200 },
      { name: 'kind', hidden: true },
    ]
    const merged = mergeColumns(factory, team, [{ name: 'kind', hidden: false }])
    expect(merged.find((c) => c.name === 'price')?.width).toBe(200)
    expect(merged.find((c) => c.name === 'kind')?.hidden).toBe(false)
  })

  it('puts a column that is newer than the setting behind its factory neighbour', () => {
    const old = toSettings(factory, factory).filter((one) => one.name !== 'kind')
    const moved = [...old.filter((one) => one.name !== 'status'), { name: 'status' }]
    const shown = names(shownColumns(mergeColumns(factory, moved)))
    expect(shown[shown.indexOf('status') + 1]).toBe('kind')
  })

  it('moves, pins, hides and widens; the key column stays', () => {
    expect(names(shownColumns(moveColumn(factory, 'price', 'status')))).toEqual(['plate', 'price', 'status', 'kind', 'store', 'boughtOn'])
    expect(names(shownColumns(moveColumn(factory, 'plate', null)))[0]).toBe('plate')
    expect(names(shownColumns(setPin(factory, 'status', 'right'))).at(-1)).toBe('status')
    expect(names(shownColumns(setPin(factory, 'price', 'left')))).toEqual(['plate', 'price', 'status', 'kind', 'store', 'boughtOn'])
    expect(names(shownColumns(setHidden(factory, 'plate', true)))).toContain('plate')
    expect(setWidth(factory, 'price', 3).find((c) => c.name === 'price')?.width).toBe(MIN_WIDTH)
  })

  it('survives a damaged setting', () => {
    expect(readSettings('x')).toBeNull()
    expect(readSettings([null, 1, { name: 'plate' }, {}])).toEqual([{ name: 'plate' }])
  })
})
