import { expect, test } from 'vitest'
import { location } from '#tests/device.ts'
import type { SafetyAlarm } from '../jt808/jt808.ts'
import { alertsOf, markText, missingOf, withRange } from './safety.rules.ts'

const mark = { terminalId: 'ABC1234', time: '2026-11-20 08:00:00', sequence: 3, attachments: 2, reserved: 0 }
const of = (name: string, more: Partial<SafetyAlarm>) =>
  alertsOf(
    location({
      items: [
        {
          id: '64',
          name,
          value: { alarmId: 1, state: 0, speed: 62, altitude: 0, latitude: 0, longitude: 0, time: '', vehicle: 0, mark, ...more },
        },
      ],
    }),
    5,
    null,
  )

test.each([
  ['drivingAssistance', { type: 1, level: 2, state: 1 }, 'adas1', 'severe', 'begins'],
  ['drivingAssistance', { type: 9, level: 1 }, 'adas', 'normal', 'once'],
  ['driverState', { type: 2, level: 1, state: 2 }, 'dsm2', 'normal', 'ends'],
  ['tyres', { wheels: [{ position: 1, alarms: 6, pressure: 180, temperature: 40, battery: 90 }] }, 'tpms', 'normal', 'once'],
  ['blindSpot', { type: 3 }, 'bsd3', 'normal', 'once'],
])('%s %o is %s', (name, value, kind, grade, state) =>
  expect(of(name, value)).toMatchObject([{ kind, grade, state, at: 5, speed: 620, mark }]),
)
test.each([
  ['drivingAssistance', 16],
  ['driverState', 17],
])('%s %i is an event and no alarm', (name, type) => expect(of(name, { type })).toEqual([]))
test('other items are none', () => expect(alertsOf(location({ items: [{ id: '01', name: 'mileage', value: 9 }] }), 5, null)).toEqual([]))
test('a mark is who, when and which', () => expect(markText(mark)).toBe('ABC1234/2026-11-20 08:00:00/3'))
test('ranges that came in any order leave exactly what is missing', () => {
  const have = [
    [10, 20],
    [30, 40],
    [15, 32],
    [0, 5],
  ].reduce<{ from: number; to: number }[]>((all, [from, to]) => withRange(all, { from: from!, to: to! }), [])
  expect(have).toEqual([
    { from: 0, to: 5 },
    { from: 10, to: 40 },
  ])
  expect(missingOf(have, 50)).toEqual([
    { offset: 5, length: 5 },
    { offset: 40, length: 10 },
  ])
  expect(missingOf([{ from: 0, to: 50 }], 50)).toEqual([])
})
