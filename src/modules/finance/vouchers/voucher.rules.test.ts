import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { day } from '#kit/basics/time/day.ts'
import { FIRST_SUBJECTS, subjectFor, wrongAbout, type Mapping, type Wanted } from './subject.rules.ts'
import { credit, debit, draftsOf, earned, itemLegs, linesOf, red, staleOf, sumsOf, unbalanced, type Happening } from './voucher.rules.ts'

const MAPS: readonly Mapping[] = FIRST_SUBJECTS.map(([role, about, code, name, dimension]) => ({
  role,
  about,
  code,
  name,
  dimension,
  account: null,
  fromOn: '2020-01-01',
}))
const on = (d: string) => (w: Wanted) => subjectFor(MAPS, w, d)
const said = (legs: Parameters<typeof linesOf>[0]) =>
  linesOf(legs, '摘要', on('2026-05-15'), new Map()).lines.map((l) => [l.subject, l.debit, l.credit])
const RENT = {
  feeItem: 'RENT',
  amount: 380_000,
  rateBp: 1300,
  startOn: day('2026-05-15'),
  endOn: day('2026-06-15'),
  party: '张三',
  vehicle: null,
}

describe('the examples of the law (finance.md §3.6)', () => {
  test('a rent bill of 3,800.00: customer against what is still to be earned and the tax that waits', () => {
    expect(said(itemLegs(RENT).legs)).toEqual([
      ['1122', 380_000, 0],
      ['2204', 0, 336_283],
      ['222106', 0, 43_717],
    ])
  })
  test('17 of 31 days are earned in May, the rest in June, and nothing is lost', () => {
    const { deferred } = itemLegs(RENT)
    const may = earned(deferred!, day('2026-05-31'))
    const june = earned(deferred!, day('2026-06-30')) - may
    expect([may, june, may + june]).toEqual([184_413, 151_870, 336_283])
  })
  test('a receipt by WeChat at 0.38 % over a bill of 3,800.00', () => {
    const legs = [
      debit('cash', 378_556, { about: 'acct.wechat' }),
      debit('fee', 1444),
      credit('advance', 380_000, { party: '张三' }),
      debit('advance', 380_000, { party: '张三' }),
      credit('receivable', 380_000, { party: '张三' }),
    ]
    expect(said(legs)).toEqual([
      ['1012', 378_556, 0],
      ['660303', 1444, 0],
      ['1122', 0, 380_000],
    ])
  })
  test('a deposit is owed back and never revenue', () => {
    expect(said([debit('cash', 500_000, { about: 'acct.bank' }), credit('deposit', 500_000, { party: '张三' })])).toEqual([
      ['1002', 500_000, 0],
      ['224101', 0, 500_000],
    ])
  })
})

test('what is taken back is the same in red, and both together are nothing', () => {
  const { legs } = itemLegs(RENT)
  expect(said(red(legs))).toEqual([
    ['1122', -380_000, 0],
    ['2204', 0, -336_283],
    ['222106', 0, -43_717],
  ])
  expect(said([...legs, ...red(legs)])).toEqual([])
})
test('the version of the day, the account before the kind, the item before the role', () => {
  const more: Mapping[] = [
    ...MAPS,
    { role: 'revenue', about: 'fee.RENT', account: null, fromOn: '2026-06-01', code: '600101', name: '租金', dimension: 'none' },
    { role: 'cash', about: null, account: 7, fromOn: '2020-01-01', code: '100201', name: '工行', dimension: 'none' },
  ]
  const rent: Wanted = { role: 'revenue', about: 'fee.RENT', account: null }
  expect([subjectFor(more, rent, '2026-05-31')?.code, subjectFor(more, rent, '2026-06-01')?.code]).toEqual(['6001', '600101'])
  expect(subjectFor(more, { role: 'cash', about: 'acct.bank', account: 7 }, '2026-05-01')?.code).toBe('100201')
  expect(subjectFor(more, { role: 'cash', about: 'acct.bank', account: 8 }, '2026-05-01')?.code).toBe('1002')
  expect(subjectFor(more, { role: 'cost', about: 'pay.unknown', account: null }, '2026-05-01')).toBeNull()
})
test('a word of another role is refused', () => {
  expect(wrongAbout('cost', 'fee.RENT', '账单费用：租金')).toBe('「成本费用」不能选择「账单费用：租金」')
  expect(wrongAbout('receivable', 'fee.RENT', '')).toContain('不分项目')
  expect([wrongAbout('cost', 'pay.repair', ''), wrongAbout('fee', null, '')]).toEqual([null, null])
})
test('what has no subject is named, and no line is made up for it', () => {
  const made = linesOf([debit('cost', 100, { about: 'pay.unknown' }), credit('payable', 100)], '应付', on('2026-05-01'), new Map())
  expect(made.missing).toEqual([{ role: 'cost', about: 'pay.unknown', account: null }])
})
test('one voucher a document and day; the word is of the money in it', () => {
  const of = (group: string, day_: string, legs: Happening['legs']): Happening => ({
    event: 'cash',
    id: 1,
    key: `${group}${day_}`,
    group,
    docNo: group,
    on: day(day_),
    store: 1,
    text: '收款',
    legs,
  })
  const cash = [debit('cash', 1), credit('advance', 1)]
  const made = draftsOf([
    of('a', '2026-05-01', cash),
    of('a', '2026-05-01', [debit('advance', 1), credit('receivable', 1)]),
    of('a', '2026-05-02', red(cash)),
    of('b', '2026-05-01', []),
  ])
  expect(made.map((d) => [d.group, d.on, d.word, d.happenings.length])).toEqual([
    ['a', '2026-05-01', '收', 2],
    ['a', '2026-05-02', '收', 1],
    ['b', '2026-05-01', '转', 1],
  ])
})

const items = fc.record({
  feeItem: fc.constantFrom('RENT', 'SERVICE', 'DEPOSIT', 'LATE', 'FREIGHT'),
  amount: fc.integer({ min: -10_000_000, max: 10_000_000 }).filter((n) => n !== 0),
  rateBp: fc.constantFrom(null, 1300, 900, 600, 300, 100),
  startOn: fc.constantFrom(null, day('2026-01-31'), day('2026-02-15')),
  endOn: fc.constantFrom(null, day('2026-03-01'), day('2027-02-15')),
  party: fc.constantFrom('甲', '乙'),
  vehicle: fc.constant(null),
})
const RUNS = process.env['DEEP'] ? 100_000 : 200
test('whatever is billed, both sides are equal; months together earn the whole, to the fen (G8)', () => {
  fc.assert(
    fc.property(fc.array(items, { minLength: 1, maxLength: 8 }), (all) => {
      const made = all.map(itemLegs)
      const { lines } = linesOf(
        made.flatMap((m) => m.legs),
        '账单',
        on('2026-05-01'),
        new Map(),
      )
      expect(unbalanced(lines)).toBeNull()
      const sums = sumsOf(lines)
      expect(sums.debit).toBe(all.reduce((sum, i) => sum + i.amount, 0))
      for (const { deferred } of made) {
        if (!deferred) continue
        let [before, sum] = [0, 0]
        for (let month = 0; month < 15; month++) {
          const until = day(new Date(Date.UTC(2026, month + 1, 0)).toISOString().slice(0, 10))
          const now = earned(deferred, until)
          sum += now - before
          before = now
        }
        expect(sum).toBe(deferred.amount)
      }
    }),
    { numRuns: RUNS },
  )
})

describe('what was exported and is not so any more', () => {
  const legs = [debit('receivable', 3800, { party: '甲' }), credit('revenue', 3363, { about: 'fee.RENT' }), credit('taxWaiting', 437)]
  const code = { receivable: '1122', revenue: '6001', taxWaiting: '222106' } as Record<string, string>
  const codeOf = (w: Wanted): string | null => code[w.role] ?? null
  const lines = legs.map((l) => ({
    subject: codeOf(l)!,
    debit: l.side === 'debit' ? l.amount : 0,
    credit: l.side === 'credit' ? l.amount : 0,
  }))
  test('a customer renamed is no change, another tax is, a source taken back and another subject too', () => {
    expect(staleOf({ legs, lines }, [legs.map((l) => ({ ...l, party: '乙' }))], codeOf)).toBeNull()
    expect(staleOf({ legs, lines }, [], codeOf)).toBeNull()
    const other = [debit('receivable', 3800), credit('revenue', 3486, { about: 'fee.RENT' }), credit('taxWaiting', 314)]
    expect(staleOf({ legs, lines }, [other], codeOf)).toBe('source')
    expect(staleOf({ legs, lines }, [null], codeOf)).toBe('gone')
    expect(staleOf({ legs, lines }, [legs, null], codeOf)).toBeNull()
    expect(staleOf({ legs, lines }, [legs], (w) => (w.role === 'revenue' ? '600101' : codeOf(w)))).toBe('subject')
    expect(staleOf({ legs, lines }, [legs], () => null)).toBeNull()
  })
  test('the rate by which the fee of a channel is estimated is not looked at again', () => {
    const paid = (fee: number) => [debit('cash', 1000 - fee, { account: 1 }), debit('fee', fee), credit('advance', 1000)]
    expect(staleOf({ legs: paid(4), lines: [] }, [paid(6)], () => null)).toBeNull()
  })
})
