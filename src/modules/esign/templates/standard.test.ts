import { expect, test } from 'vitest'
import { STANDARD } from './standard-texts.ts'
import { rolesIn, textRefusal } from './text.rules.ts'

test.each(Object.entries(STANDARD))('the standard paper of %s publishes as it is, signed by both', (_type, { text }) => {
  expect(textRefusal(text)).toBe(null)
  expect(rolesIn(text).toSorted()).toEqual(['乙方', '甲方'])
})
