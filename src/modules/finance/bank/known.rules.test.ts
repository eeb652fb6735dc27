import { expect, test } from 'vitest'
import { day } from '#kit/basics/time/day.ts'
import { fen } from '#kit/basics/fen.ts'
import { doubtsOf, type StoredLine } from './known.rules.ts'
import type { BankStatementRow } from './read.rules.ts'

const row = (line: number, more: Partial<BankStatementRow> = {}): BankStatementRow => ({
  line,
  tradeNo: '',
  bookedOn: day('2026-11-02'),
  time: null,
  direction: 'in',
  amount: fen(380_000),
  balance: null,
  payerName: '张三',
  payerAccount: '',
  memo: '',
  kind: '',
  problem: null,
  sameNo: null,
  ...more,
})
const stored = (id: number, more: Partial<StoredLine> = {}): StoredLine => ({
  id,
  tradeNo: `H${'0'.repeat(40)}`,
  part: id,
  account: 1,
  direction: 'in',
  bookedOn: '2026-11-02',
  time: null,
  amount: 380_000,
  balance: null,
  payerName: '张三',
  payerAccount: '',
  memo: '',
  ...more,
})
const said = (rows: BankStatementRow[], lines: StoredLine[], account = 1): string[] =>
  [...doubtsOf(rows, lines, account)].map(([line, d]) => `${line}:${d.stored?.id ?? `L${d.line}`}:${d.unless ?? 'ask'}`)

test('a line that nothing contradicts is asked, each stored one once', () => {
  expect(said([row(2), row(3)], [stored(1)])).toEqual(['2:1:ask'])
  expect(said([row(2), row(3)], [stored(1), stored(2)])).toEqual(['2:1:ask', '3:2:ask'])
})
test.each<[string, Partial<BankStatementRow>, Partial<StoredLine>]>([
  ['another name', { payerName: '李四' }, {}],
  ['another account of the other side', { payerAccount: '6222 01' }, { payerAccount: '622202' }],
  ['another time', { time: '10:00:00' }, { time: '10:01:00' }],
  ['another balance', { balance: fen(1) }, { balance: 2 }],
  ['another number', { tradeNo: 'A' }, { tradeNo: 'B' }],
  ['another account of ours', {}, { account: 2 }],
  ['another day', { bookedOn: day('2026-11-03') }, {}],
])('%s is another movement', (_title, more, line) => expect(said([row(2, more)], [stored(1, line)])).toEqual([]))

test('the number, or the balance to the fen, tells by itself; a number over something else is asked, beside its own line it is new', () => {
  expect(said([row(2, { tradeNo: 'A' })], [stored(1, { tradeNo: 'A' })])).toEqual(['2:1:same'])
  expect(said([row(2, { balance: fen(5) })], [stored(1, { balance: 5 })])).toEqual(['2:1:same'])
  const fee = row(3, { tradeNo: 'A', amount: fen(500), payerName: '' })
  expect(said([fee], [stored(1, { tradeNo: 'A' })])).toEqual(['3:1:ask'])
  expect(said([row(2, { tradeNo: 'A' }), fee], [stored(1, { tradeNo: 'A' })])).toEqual(['2:1:same'])
  expect(said([row(2, { tradeNo: 'A' }), { ...fee, sameNo: 2 }], [])).toEqual(['3:L2:ask'])
})
test('lines kept by the minute are those of its seconds', () => {
  expect(said([row(2, { time: '10:00:25' })], [stored(1, { time: '10:00:00' })])).toEqual(['2:1:ask'])
  expect(said([row(2, { time: '10:00:25' })], [stored(1, { time: '10:00:26' })])).toEqual([])
})
