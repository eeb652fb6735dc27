import { expect, test } from 'vitest'
import { day } from '#kit/basics/time/day.ts'
import { recognise, type Candidate } from './recognise.rules.ts'

const of = (id: number, more: Partial<Candidate> = {}): Candidate => ({
  target: 'payment',
  id,
  no: `SK${id}`,
  day: day('2026-05-10'),
  tradeNo: null,
  account: 1,
  party: '甲公司',
  ...more,
})
const line = { tradeNo: 'T1', bookedOn: day('2026-05-10'), payerName: '甲公司' }
const scores = (list: readonly Candidate[]) => recognise(line, list).map((r) => [r.id, r.score])

test('the same number is certain, the only document of the amount nearly so, of several none is', () => {
  expect(scores([of(1, { tradeNo: 'T1' }), of(2)])[0]).toEqual([1, 100])
  expect(scores([of(2)])).toEqual([[2, 90]])
  expect(scores([of(1), of(2, { party: '乙', day: day('2026-05-12') })])).toEqual([
    [1, 80],
    [2, 60],
  ])
  expect(scores([])).toEqual([])
})
test('every score has its reasons', () => {
  expect(recognise(line, [of(1, { tradeNo: 'T1' })])[0]!.reasons).toEqual(['流水号相同', '金额相同'])
  expect(recognise(line, [of(1)])[0]!.reasons).toEqual(['金额相同', '日期相同', '户名相近', '只有这一笔'])
})
