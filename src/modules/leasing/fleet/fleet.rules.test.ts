import { describe, expect, test } from 'vitest'
import { byPlate, damageFrom, itemsFrom } from './fleet.rules.ts'

const sheet = [
  { group: 'tyres', name: '左前轮胎' },
  { group: 'exterior', name: '车身' },
]

describe('a row of the sheet of a fleet', () => {
  test('正常 says so of every item', () => {
    expect(itemsFrom(' 正常 ', sheet)).toEqual(sheet.map((item) => ({ ...item, normal: true, note: null })))
  })
  test('the item that is named is not in order, and of the others nothing is said', () => {
    expect(itemsFrom('左前轮胎磨损', sheet)).toEqual([{ group: 'tyres', name: '左前轮胎', normal: false, note: '左前轮胎磨损' }])
  })
  test.each(['左前轮胎磨损，其余正常', '左前轮胎磨损，其他均正常', '左前轮胎磨损，其余各项都完好'])('%s answers the others too', (text) => {
    expect(itemsFrom(text, sheet)).toEqual([
      { group: 'tyres', name: '左前轮胎', normal: false, note: text },
      { group: 'exterior', name: '车身', normal: true, note: null },
    ])
  })
  test('what names no item stands of the whole vehicle, and is not lost', () => {
    expect(itemsFrom('异响', sheet).at(-1)).toEqual({ group: 'exterior', name: '整车', normal: false, note: '异响' })
    expect(itemsFrom('异响', [])).toHaveLength(1)
  })
  test('a damage has a part and an amount, or there is none', () => {
    expect(damageFrom(null, null)).toEqual({ damages: [] })
    expect(damageFrom('前杠', 30_000)).toEqual({
      damages: [{ part: '前杠', level: 'light', responsibility: 'lessee', amount: 30_000, note: null }],
    })
    expect(damageFrom(' ', 30_000)).toMatchObject({ at: 'damage' })
    expect(damageFrom('前杠', null)).toMatchObject({ at: 'damageAmount' })
  })
  test('a photo belongs to the plate in its name, the longest that fits', () => {
    const { of, lost } = byPlate(
      [{ name: '沪AD1000-1.jpg' }, { name: '沪a·d10001 左.jpg' }, { name: 'IMG_1.jpg' }],
      ['沪AD1000', '沪AD10001'],
    )
    expect(of.get('沪AD10001')).toHaveLength(1)
    expect(of.get('沪AD1000')).toHaveLength(1)
    expect(lost).toEqual([{ name: 'IMG_1.jpg' }])
  })
})
