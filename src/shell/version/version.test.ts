import { expect, it } from 'vitest'
import { isNewer } from './version.ts'

it('a higher release number is newer, the same or a lower one is not', () => {
  expect(isNewer('1.10.0', '1.9.9')).toBe(true)
  expect(isNewer('v2', '1.9')).toBe(true)
  expect(isNewer('1.9', '1.9.0')).toBe(false)
  expect(isNewer('1.8.9', '1.9')).toBe(false)
})
it('content hashes have no order: another one is a new program, an empty one is nothing', () => {
  expect(isNewer('a1b2', 'c3d4')).toBe(true)
  expect(isNewer('a1b2', 'a1b2')).toBe(false)
  expect(isNewer('', 'a1b2')).toBe(false)
})
