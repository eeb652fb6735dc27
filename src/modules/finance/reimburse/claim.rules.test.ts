import { describe, expect, test } from 'vitest'
import { claimTotal, receiptNumber, whyNotSubmitted, wrongOffset, wrongReceipts } from './claim.rules.ts'

describe('a claim', () => {
  test('J14: 128.50 + 30.00 + 86.40 less 100.00 of the loan pays 144.90', () =>
    expect(claimTotal([{ amount: 12_850 }, { amount: 3000 }, { amount: 8640 }]) - 10_000).toBe(14_490))
  test('numbers are compared without blanks and in large letters, and stand in a claim once', () => {
    expect(receiptNumber(' 2642 0001 ab12')).toBe('26420001AB12')
    expect(receiptNumber('  ')).toBeNull()
    expect(wrongReceipts([{ invoiceNo: '26420001' }, { invoiceNo: ' 2642 0001' }])).toContain('出现了两次')
    expect(wrongReceipts([{ invoiceNo: '发票' }])).toContain('不正确')
    expect(wrongReceipts([{ invoiceNo: '' }, { invoiceNo: null }, { invoiceNo: '26420001' }])).toBeNull()
  })
  test('goes nowhere without lines and receipts', () => {
    expect(whyNotSubmitted({ lines: [], receipts: [{}] })).toBe('请先填写报销明细')
    expect(whyNotSubmitted({ lines: [{ amount: 1 }], receipts: [] })).toBe('请上传票据')
    expect(whyNotSubmitted({ lines: [{ amount: 1 }], receipts: [{}] })).toBeNull()
  })
  test('sets off no more than is lent', () => {
    expect(wrongOffset(10_001, 10_000)).toContain('借款只剩 100.00 元')
    expect(wrongOffset(10_000, 10_000)).toBeNull()
  })
})
