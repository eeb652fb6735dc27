import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldErrors, sentenceOf, summaryOf } from './sentences.ts'

const INPUT = z.strictObject({
  amount: z.int('金额应为整数（单位：分）').positive('收款金额必须大于 0'),
  seats: z.number().max(9),
  on: z.string().regex(/^\d{4}-/, '日期格式应为 YYYY-MM-DD'),
  bills: z.array(z.int()).min(1, '请选择要收款的账单'),
})
const GOOD = { amount: 1, seats: 1, on: '2026-01-01', bills: [1] }

test.each([
  [{ amount: 0 }, '收款金额必须大于 0'],
  [{ amount: 1.5 }, '金额应为整数（单位：分）'],
  [{ bills: [] }, '请选择要收款的账单'],
  [{ seats: 10 }, '「seats」必须不大于 9'],
  [{ seats: 'x' }, '「seats」类型不正确，应为数字'],
  [{ seats: undefined }, '「seats」不能为空'],
  [{ on: 'x' }, '「on」日期格式应为 YYYY-MM-DD'],
  [{ more: 1 }, '不支持的参数：more'],
])('%o is answered with a sentence that has a subject, and with one only', (more, sentence) => {
  const { error } = INPUT.safeParse({ ...GOOD, ...more }, { error: sentenceOf })
  expect(summaryOf(fieldErrors(error!.issues))).toBe(sentence)
})
