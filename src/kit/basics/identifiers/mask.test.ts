import fc from 'fast-check'
import { expect, it } from 'vitest'
import { maskBankCard, maskEmail, maskIdNo, maskName, maskPhone } from './mask.ts'

it.each([
  [maskPhone, '13800001234', '138****1234'],
  [maskPhone, '02788886666', '027****6666'],
  [maskPhone, '8888666', '***8666'],
  [maskPhone, '12345', '*****'],
  [maskIdNo, '420101198808081234', '4201**********1234'],
  [maskIdNo, '1234567890', '**********'],
  [maskBankCard, '6222 0212 3456 7890', '**** 7890'],
  [maskBankCard, '12', '****'],
  [maskName, '张三', '张*'],
  [maskName, '欧阳娜娜', '欧*'],
  [maskName, '张', '*'],
  [maskEmail, 'zhang.san@example.com', 'z***@example.com'],
  [maskEmail, 'zhangsan', '********'],
])('%o hides %s as %s', (mask, text, expected) => {
  expect(mask(text)).toBe(expected)
  expect(mask('')).toBe('')
})

it('at least three characters of any text longer than two stay hidden, at most eight are shown', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{3,24}$/), (text) => {
      for (const mask of [maskPhone, maskIdNo, maskBankCard]) {
        const shown = mask(text).replace(/[* ]/g, '')
        expect(shown.length).toBeLessThanOrEqual(Math.min(8, text.length - 3))
      }
    }),
  )
})
