import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { f } from '../../entity/field.ts'
import {
  CELL_PADDING,
  estimatedWidth,
  factoryWidth,
  followsPages,
  inRoom,
  isWhole,
  MAX_WIDTH,
  MIN_WIDTH,
  mostWidth,
  type Wish,
} from './widths.ts'

const wish = (name: string, width: number, part: Partial<Wish> = {}): Wish => ({
  name,
  width,
  own: false,
  pinned: false,
  least: width,
  ...part,
})
const total = (widths: ReadonlyMap<string, number>): number => [...widths.values()].reduce((sum, width) => sum + width, 0)

describe('a column before anybody drags it', () => {
  it.each([
    ['an amount', f.money('月租金'), '1,234,567.89'],
    ['a day', f.day('起租日'), '2026-11-20'],
    ['a moment', f.instant('创建时间'), '2026-11-20 15:04'],
    ['a number of a paper', f.serial('账单编号', 'ZD{yyyyMMdd}-{0000}'), 'ZD20261120-0001'],
    ['a plate', f.text('车牌号', { format: 'plate' }), '沪AD12345'],
    ['a VIN', f.text('车架号', { format: 'vin' }), 'LSVAA4182E2184847'],
    ['hours out of seconds', f.int('行驶时长', { unit: '秒' }), '12 小时 34 分'],
    ['a state', f.state('状态', { a: '在库', b: '已提交审批中' }, 'a'), '已提交审批中'],
  ])('holds %s whole', (_, field, text) => {
    expect(factoryWidth(field)).toBeGreaterThanOrEqual(estimatedWidth(text) + CELL_PADDING - 1)
    expect(isWhole(field)).toBe(true)
    expect(mostWidth(field)).toBe(MAX_WIDTH)
  })
  it('shows its own title', () => {
    expect(factoryWidth(f.flag('是否含税开票'))).toBeGreaterThan(estimatedWidth('是否含税开票'))
    expect(factoryWidth(f.flag('在'))).toBe(MIN_WIDTH)
  })
  it('grows with long texts up to a most, and then settles; names of other records follow each page', () => {
    expect([mostWidth(f.text('说明')), mostWidth(f.note('备注')), mostWidth(f.text('说明', { width: 400 }))]).toEqual([260, 300, 400])
    expect([followsPages(f.text('说明')), followsPages(f.ref('车辆', 'vehicle')), followsPages(f.money('金额'))]).toEqual([
      false,
      true,
      true,
    ])
  })
})

describe('columns in the room of a window', () => {
  it('stay as they are where there is room, and where somebody has set one', () => {
    expect([...inRoom([wish('a', 100), wish('b', 200)], 400)]).toEqual([
      ['a', 100],
      ['b', 200],
    ])
    expect(total(inRoom([wish('a', 300, { own: true }), wish('b', 200, { least: 100 })], 400))).toBe(500)
  })
  it('give up what long texts can spare when that makes all of them fit', () => {
    const widths = inRoom([wish('amount', 120), wish('text', 260, { least: 160 }), wish('note', 300, { least: 160 })], 560)
    expect(widths.get('amount')).toBe(120)
    expect(total(widths)).toBeLessThanOrEqual(560)
    expect(widths.get('text')).toBeGreaterThanOrEqual(160)
  })
  it('end where the pinned column begins: none is half covered at rest', () => {
    const widths = inRoom([wish('key', 100, { pinned: true }), wish('a', 100), wish('b', 100), wish('c', 100)], 350)
    expect(widths.get('key')! + widths.get('a')! + widths.get('b')!).toBe(350)
  })
  it('never are narrower than what must be whole, whatever the window', () => {
    const any = fc.array(
      fc.record({ width: fc.integer({ min: 60, max: 400 }), least: fc.integer({ min: 60, max: 400 }), pinned: fc.boolean() }),
    )
    fc.assert(
      fc.property(any, fc.integer({ min: 0, max: 2000 }), (given, room) => {
        const wishes = given.map((one, i) => wish(String(i), one.width, { ...one, least: Math.min(one.width, one.least) }))
        const widths = inRoom(wishes, room)
        expect(wishes.every(({ name, least }) => widths.get(name)! >= least)).toBe(true)
      }),
    )
  })
})
