import { expect, test } from 'vitest'
import { taxOf } from '../invoices/tax.rules.ts'
import { controlOf, kingdeeRows, yonyouText, type FileVoucher } from './file.rules.ts'

const RENT: FileVoucher = {
  on: '2026-05-15',
  word: '转',
  number: 3,
  department: '上海店',
  lines: [
    { subject: '1122', name: '应收账款', text: '账单计费', debit: 380_000, credit: 0, aux: '张三, 李四"公司"' },
    { subject: '2204', name: '合同负债', text: '账单计费', debit: 0, credit: 336_283, aux: null },
    { subject: '222106', name: '待转销项税额', text: '账单计费', debit: 0, credit: 43_717, aux: null },
  ],
}

test('用友: a line a row, no comma of a text moves a column', () => {
  const [head, first, ...rest] = yonyouText('PD20260601-0001', [RENT]).split('\r\n')
  expect(head).toBe('填制凭证,V800,PD20260601-0001')
  expect(first).toBe('2026-05-15,转,3,1,账单计费,1122,3800.00,0.00,0,0,0,,,,2026-05-15,上海店,,张三  李四 公司,')
  expect(rest.map((l) => l.split(',').length)).toEqual([19, 19, 1])
})
test('金蝶: one side of a row is filled; red figures are below zero', () => {
  const [a, b] = kingdeeRows([{ ...RENT, lines: RENT.lines.map((l) => ({ ...l, debit: -l.debit, credit: -l.credit })) }])
  expect([a!['debit'], a!['credit'], b!['debit'], b!['credit']]).toEqual([-380_000, null, null, -336_283])
})
test('F-J2: the 1,204 vouchers of a month carry 3,812,406.18 on both sides, and so do the rows of both files', () => {
  const TOTAL = 381_240_618
  const amounts = Array.from({ length: 1203 }, (_, i) => 100_000 + ((i * 7_919) % 400_003))
  amounts.push(TOTAL - amounts.reduce((sum, a) => sum + a, 0))
  expect(amounts.at(-1)).toBeGreaterThan(0)
  const all: FileVoucher[] = amounts.map((amount, i) => {
    const tax = taxOf(amount, 1300)
    const [debit, net, waiting] = RENT.lines
    return {
      ...RENT,
      number: i + 1,
      lines: [
        { ...debit!, debit: amount },
        { ...net!, credit: amount - tax },
        { ...waiting!, credit: tax },
      ],
    }
  })
  const rows = kingdeeRows(all)
  const sums = (side: 'debit' | 'credit'): number => rows.reduce((sum, r) => sum + Number(r[side] ?? 0), 0)
  expect([sums('debit'), sums('credit')]).toEqual([TOTAL, TOTAL])
  const lines = yonyouText('PD20260601-0002', all)
    .split('\r\n')
    .slice(1)
    .map((l) => l.split(','))
    .filter((l) => l.length > 8)
  expect(lines.length).toBe(3 * 1204)
  for (const at of [6, 7]) expect(lines.reduce((sum, l) => sum + Math.round(Number(l[at]) * 100), 0)).toBe(TOTAL)
  for (const l of lines) expect(Number(l[6]) === 0).not.toBe(Number(l[7]) === 0)
})
test('what a file says does not depend on when it is written, but on every figure', () => {
  expect(controlOf('kingdee', 'PD1', [RENT])).toBe(controlOf('kingdee', 'PD1', [{ ...RENT }]))
  expect(controlOf('kingdee', 'PD1', [RENT])).not.toBe(controlOf('yonyou', 'PD1', [RENT]))
  expect(controlOf('kingdee', 'PD1', [RENT])).not.toBe(controlOf('kingdee', 'PD1', [{ ...RENT, number: 4 }]))
})
