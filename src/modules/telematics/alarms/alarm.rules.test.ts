import { describe, expect, it } from 'vitest'
import { clearedByAnswer, confirmsByHand, cries, gradeOf, gradeOfBit, safetyScore } from './alarm.rules.ts'

const bits = Array.from({ length: 32 }, (_, bit) => bit)

describe('bits of a report', () => {
  it('those the terminal clears once it was answered', () => expect(bits.filter(clearedByAnswer)).toEqual([0, 3, 20, 21, 22, 27, 28, 31]))
  it('those it keeps until a person confirms', () => {
    expect(bits.filter((bit) => confirmsByHand(`b${bit}`))).toEqual([0, 3, 20, 21, 22, 27, 28])
    expect([confirmsByHand('fenceEnter'), confirmsByHand('0'), confirmsByHand('b0x'), confirmsByHand('xb0')]).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
  it('a report cries when one of them is set, bit 31 too', () => {
    expect(bits.filter((bit) => cries(2 ** bit))).toEqual([0, 3, 20, 21, 22, 27, 28, 31])
    expect([cries(0), cries(0b110), cries(0b1110)]).toEqual([false, false, true])
  })
  it('have a grade', () => {
    expect(bits.filter((bit) => gradeOfBit(bit) === 'severe')).toEqual([0, 2, 26, 27, 28, 29, 30])
    expect(bits.filter((bit) => gradeOfBit(bit) === 'notice')).toEqual([4, 9, 10, 11, 12, 13, 14, 19, 20, 21, 24])
    expect(gradeOfBit(1)).toBe('normal')
  })
})

it.each([
  ['b0', 'severe'],
  ['b13', 'notice'],
  ['b1', 'normal'],
  ['fenceEnter', 'notice'],
  ['fenceStay', 'normal'],
  ['temperature', 'severe'],
  ['spoofed', 'severe'],
  ['clock', 'notice'],
  ['heard of by nobody', 'normal'],
])('%s is %s', (kind, grade) => expect(gradeOf(kind)).toBe(grade))

describe('what a day costs of a hundred', () => {
  const day = { severe: 0, normal: 0, notice: 0, nightSeconds: 0, maxSpeed: 120 }
  it.each([
    ['a clean day', {}, 100],
    ['one severe alarm', { severe: 1 }, 92],
    ['a normal one', { normal: 1 }, 97],
    ['a notice', { notice: 1 }, 99],
    ['two whole hours at night', { nightSeconds: 7200 }, 96],
    ['a second less', { nightSeconds: 7199 }, 98],
    ['faster than 120', { maxSpeed: 120.1 }, 90],
    ['nobody knows how fast', { maxSpeed: null }, 100],
    ['never below nothing', { severe: 13 }, 0],
    ['all together', { severe: 2, normal: 3, notice: 4, nightSeconds: 3600, maxSpeed: 130 }, 59],
  ])('%s', (_, more, score) => expect(safetyScore({ ...day, ...more })).toBe(score))
})
