import { describe, expect, it } from 'vitest'
import { channelName, isSwitch, kindOf, measuredText, numberOf, slotOf, stateOf, switchOf } from './channel.rules.ts'

it.each([
  ['temperature', 1, 1],
  ['temperature', 8, 8],
  ['humidity', 1, 11],
  ['door', 5, 25],
  ['reefer', 1, 31],
] as const)('%s %d is slot %d', (kind, no, slot) => {
  expect(slotOf(kind, no)).toBe(slot)
  expect([kindOf(slot), numberOf(slot)]).toEqual([kind, no])
})

describe('switches', () => {
  it('are doors and cooling machines', () =>
    expect((['temperature', 'humidity', 'door', 'reefer'] as const).filter(isSwitch)).toEqual(['door', 'reefer']))
  it.each([
    ['door', 1, null, { slot: 21, word: 'status', bit: 13 }],
    ['door', 5, 'io2', { slot: 25, word: 'status', bit: 17 }],
    ['reefer', 1, null, { slot: 31, word: 'vehicleSignals', bit: 9 }],
    ['reefer', 1, 'aircon', { slot: 31, word: 'vehicleSignals', bit: 9 }],
    ['reefer', 2, 'heater', { slot: 32, word: 'vehicleSignals', bit: 13 }],
    ['reefer', 1, 'io2', { slot: 31, word: 'io', bit: 2 }],
    ['reefer', 1, 'io3', { slot: 31, word: 'io', bit: 3 }],
    ['reefer', 1, 'door5', { slot: 31, word: 'status', bit: 17 }],
  ] as const)('%s %d by %s', (kind, no, signal, one) => expect(switchOf(kind, no, signal)).toEqual(one))
  it('are on, off, or nothing was said', () => {
    const io2 = switchOf('reefer', 1, 'io2')
    const said = (io: number | null) => stateOf(io2, { status: 0xffff, vehicleSignals: 0xffff, io })
    expect([said(0b100), said(0b111), said(0b011), said(0), said(null)]).toEqual([1, 1, 0, 0, null])
  })
})

it.each([
  ['temperature', -18, '-18.0 ℃'],
  ['temperature', 4.25, '4.3 ℃'],
  ['humidity', 60, '60.0 %RH'],
  ['door', 0, '关闭'],
  ['door', 1, '打开'],
  ['reefer', 0, '停机'],
  ['reefer', 1, '运行'],
  ['temperature', null, '—'],
] as const)('%s %d reads %s', (kind, value, words) => expect(measuredText(kind, value)).toBe(words))
it.each([
  ['temperature', '3 号'],
  ['humidity', '湿度 3 号'],
  ['door', '门 3'],
  ['reefer', '冷机 3'],
] as const)('the third %s is %s', (kind, name) => expect(channelName(kind, 3)).toBe(name))
