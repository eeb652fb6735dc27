import { expect, test } from 'vitest'
import { groundOf, initialsOf } from './initials.ts'

test.each([
  ['王强', '王强'],
  ['欧阳海燕', '海燕'],
  ['李', '李'],
  ['上海青禾物流有限公司', '青禾'],
  ['杭州市云桥供应链有限公司', '云桥'],
  ['云桥运力有限公司', '云桥'],
  ['John Smith', 'JS'],
  ['kim', 'KI'],
  ['  ', '?'],
  ['13800138000', '13'],
])('%s stands there as %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('the same record has the same colour, neighbours have others', () => {
  expect(groundOf(7)).toBe(groundOf(7))
  expect(new Set(Array.from({ length: 12 }, (_, id) => groundOf(id))).size).toBe(12)
})
