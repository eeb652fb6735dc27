import { expect, it } from 'vitest'
import { motionOf } from '../tracks/motion.rules.ts'
import type { Profile } from '../jt808/jt808.ts'
import { causeOf, fixAgain } from './refused.rules.ts'

const profile: Profile = { code: 'plain', label: '通用', idBytes: 1, lengthBytes: 1, kinds: new Map() }

it.each([
  ['22003', 'range'],
  ['22008', 'range'],
  ['22021', 'text'],
  ['23514', 'rule'],
  ['23505', 'rule'],
  ['42501', 'statement'],
  ['53100', 'other'],
  ['', 'other'],
])('a refusal %s of the database is told as %s', (code, cause) => expect(causeOf(code)).toBe(cause))

it.each([
  ['cut off', '{"terminal":1,"at"'],
  ['of nobody', '{"at":5}'],
  ['without a time', '{"terminal":1,"at":"now"}'],
  ['nothing', 'null'],
  ['a number', '7'],
])('a report %s cannot be taken again', (_, content) => expect(fixAgain({ frame: null, content }, profile, false)).toBeNull())

it('a report without its bytes is taken as it was read, or without its further items', () => {
  const content = JSON.stringify({ terminal: 1, at: 5, speed: 300, items: '{"t":[50]}' })
  expect(fixAgain({ frame: null, content }, profile, false)).toMatchObject({ terminal: 1, at: 5, speed: 300, items: '{"t":[50]}' })
  expect(fixAgain({ frame: null, content }, profile, true)).toMatchObject({ at: 5, items: null })
  expect(fixAgain({ frame: '7e00', content }, profile, false)).toMatchObject({ at: 5, speed: 300 })
})

it.each([
  [1, 30, true, 'driving'],
  [0, 30, true, 'driving'],
  [1, 29, true, 'idling'],
  [2, 29, true, 'parked'],
  [1, 900, false, 'unlocated'],
])('status %i at %i, located %s: %s', (status, speed, located, motion) => expect(motionOf(status, speed, located)).toBe(motion))
