import { expect, test } from 'vitest'
import { cardAt, type CardEvent } from './card.rules.ts'

const on = (time: string): string => `2026-11-20T${time}:00Z`
const card = (action: 'in' | 'out', time: string, driver: number | null = 1, name: string | null = '王'): CardEvent => ({
  action,
  at: on(time),
  driver,
  name,
})
const day = [
  card('out', '10:00', null, null),
  card('in', '08:00'),
  card('in', '12:00', 2, '李'),
  card('out', '12:00', null, null),
  card('in', '14:00', null, null),
]

test.each([
  ['before the first card', '07:59', null],
  ['when it is put in', '08:00', 1],
  ['between', '09:00', 1],
  ['when it is taken out', '10:00', null],
  ['changed within a second', '12:00', 2],
  ['the next one', '13:00', 2],
  ['after one that could not be read', '15:00', null],
])('who drove %s', (_, time, driver) => expect(cardAt(day, on(time))?.driver ?? null).toBe(driver))
test('a card that nobody took out says nothing of the day after', () => {
  expect(cardAt([card('in', '08:00')], '2026-11-21T07:59:00Z')).toMatchObject({ driver: 1, name: '王', at: on('08:00') })
  expect(cardAt([card('in', '08:00')], '2026-11-21T08:01:00Z')).toBeNull()
})
test('somebody nobody has registered drove all the same', () =>
  expect(cardAt([card('in', '08:00', null, '赵')], on('09:00'))).toMatchObject({ driver: null, name: '赵' }))
