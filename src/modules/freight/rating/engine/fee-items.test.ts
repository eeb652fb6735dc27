import { expect, it } from 'vitest'
import { FEE_ITEMS } from '#modules/billing/bills/fee-items.rules.ts'
import { feeItemOf } from './fee-items.rules.ts'

it.each([
  ['base', 'FREIGHT'],
  ['tier', 'FREIGHT'],
  ['tier3', 'FREIGHT'],
  ['stops', 'FR_STOP'],
  ['wait', 'FR_WAIT'],
  ['handle', 'FR_HANDLE'],
  ['sur1', 'FR_SUR'],
  ['sur', 'FREIGHT'],
  ['min', 'FR_MIN'],
  ['max', 'FR_CAP'],
  ['toll', 'FR_TOLL'],
  ['insure', 'FR_INSURE'],
  ['empty', 'FR_EMPTY'],
  ['return', 'FR_RETURN'],
  ['change', 'FR_CHANGE'],
  ['discount', 'FR_DISC'],
  ['claim', 'FR_CLAIM'],
  ['returned', 'FREIGHT'],
  ['', 'FREIGHT'],
])('a line %s of a price is %s on the bill', (code, item) => {
  expect(feeItemOf(code)).toBe(item)
  expect(Object.keys(FEE_ITEMS)).toContain(item)
})
