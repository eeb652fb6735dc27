import { expect, test } from 'vitest'
import { sumFen } from '#kit/basics/fen.ts'
import { controlSum, payFile, whyNotSent, type PayRow } from './file.rules.ts'

/** F-J5: three shops, a driver, an insurer. */
const AMOUNTS = [389_940, 164_390, 185_000, 14_490, 1_665_000]
const rows = AMOUNTS.map((amount, i): PayRow => ({
  no: `FK${i + 1}`,
  payee: `收款方${i + 1}`,
  bankName: '工商银行',
  bankAccount: `622200001111000${i}`,
  amount,
  purpose: '应付款',
}))
const from = { account: '1001', name: '基本户', on: '2026-06-05', no: 'PC20260605-0001' }

test('five payments make 24,188.20 in a file of five rows with a control sum', () => {
  expect(sumFen(AMOUNTS)).toBe(2_418_820)
  const lines = payFile('general', from, rows).trim().split('\r\n')
  expect(lines).toHaveLength(7)
  expect(lines[1]).toBe('1,\t6222000011110000,收款方1,工商银行,3899.40,应付款,FK1')
  expect(lines.at(-1)).toBe(`#合计,5 笔,24188.20,校验和 ${controlSum(rows)},批次 PC20260605-0001`)
})
test('the control sum changes with an amount, an account, and the order', () => {
  const all = [
    rows,
    rows.with(0, { ...rows[0]!, amount: 389_941 }),
    rows.with(0, { ...rows[0]!, bankAccount: '6222000011110009' }),
    rows.toReversed(),
    rows.slice(1),
  ].map(controlSum)
  expect(new Set(all).size).toBe(5)
})
test('every bank has its columns, and cells with commas are quoted', () => {
  for (const format of ['cmb', 'icbc', 'ccb'] as const) {
    const [head, row] = payFile(format, from, [{ ...rows[0]!, payee: '甲,乙' }]).split('\r\n')
    expect(row!.match(/"甲,乙"/)).toHaveLength(1)
    expect(row!.replace('"甲,乙"', 'x').split(',')).toHaveLength(head!.split(',').length)
  }
})
test('what has no account cannot be sent', () => {
  expect(whyNotSent(rows[0]!)).toBeNull()
  expect(whyNotSent({ ...rows[0]!, bankAccount: ' ' })).toBe('收款方1 没有收款账号')
  expect(whyNotSent({ ...rows[0]!, bankName: null })).toBe('收款方1 没有开户行')
})
