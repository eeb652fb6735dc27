import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { addDays, day, type Day } from '#kit/basics/time/day.ts'
import { balances, keyOf, linesOf, netOf, type Taken } from './statement.rules.ts'

const doc = (docId: number, on: string, charge: number, credit = 0, payment = 0) => ({
  docType: payment ? 'allocation' : 'bill',
  docId,
  day: day(on),
  text: '租金',
  charge,
  credit,
  payment,
})
const may = { from: day('2026-05-01'), to: day('2026-05-31'), first: true }

describe('a statement (finance.md §3.5, J13)', () => {
  const bills = Array.from({ length: 10 }, (_, i) => doc(i + 1, '2026-05-15', 380_000, i === 9 ? 126_667 : 0))
  test('ten rents less a credit and a payment leave 6,733.33; June goes on from there to 4,733.33', () => {
    const first = linesOf([...bills, doc(11, '2026-05-20', 0, 0, 3_000_000)], new Map(), may)
    const closing = balances(0, first)
    expect(closing).toEqual({ opening: 0, charges: 3_800_000, credits: 126_667, payments: 3_000_000, closing: 673_333 })
    const june = [...Array.from({ length: 10 }, (_, i) => doc(20 + i, '2026-06-15', 380_000)), doc(40, '2026-06-20', 0, 0, 4_000_000)]
    expect(
      balances(
        closing.closing,
        june.map((d) => ({ ...d, earlier: false })),
      ).closing,
    ).toBe(473_333)
  })
  test('what came before the first statement is its opening balance', () => {
    const lines = linesOf([doc(1, '2026-04-15', 380_000), doc(2, '2026-05-15', 380_000)], new Map(), may)
    expect(balances(0, lines)).toMatchObject({ opening: 380_000, charges: 380_000, closing: 760_000 })
  })
  test('a receipt of May that comes to light in June is on the statement of June, and a bill that changed brings its difference', () => {
    const taken = new Map<string, Taken>([['bill:1', { charge: 380_000, credit: 0, payment: 0, lines: 1 }]])
    const june = { from: day('2026-06-01'), to: day('2026-06-30'), first: false }
    const lines = linesOf([doc(1, '2026-05-15', 300_000), doc(2, '2026-05-30', 0, 0, 100_000)], taken, june)
    expect(lines.map((l) => [l.key, l.day, l.charge, l.payment, l.text])).toEqual([
      ['allocation:2:0', '2026-05-30', 0, 100_000, '租金'],
      ['bill:1:1', '2026-06-01', -80_000, 0, '租金（更正）'],
    ])
  })
})

test('over any history the balances roll forward and the last one is what the documents say', () => {
  const start = day('2026-01-01')
  const event = fc.record({
    month: fc.integer({ min: 0, max: 4 }),
    offset: fc.integer({ min: -60, max: 29 }),
    id: fc.integer({ min: 1, max: 8 }),
    kind: fc.constantFrom('bill', 'allocation'),
    amount: fc.integer({ min: -5_000, max: 90_000 }),
  })
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const documents = new Map<string, ReturnType<typeof doc>>()
      const taken = new Map<string, Taken>()
      const seen = new Set<string>()
      let closing = 0
      for (let month = 0; month < 5; month++) {
        const from: Day = addDays(start, month * 30)
        const to = addDays(from, 29)
        for (const e of events.filter((one) => one.month === month)) {
          // A document keeps the day it had when it was first written; only what it says may change.
          const id = e.id
          const known = documents.get(`${e.kind}:${id}`)
          const on = known?.day ?? addDays(from, e.offset)
          documents.set(
            `${e.kind}:${id}`,
            e.kind === 'bill' ? { ...doc(id, on, e.amount), docType: 'bill' } : { ...doc(id, on, 0, 0, e.amount), docType: 'allocation' },
          )
        }
        const lines = linesOf([...documents.values()], taken, { from, to, first: month === 0 })
        const now = balances(closing, lines)
        expect(month === 0 || now.opening === closing).toBe(true)
        closing = now.closing
        for (const line of lines) {
          expect(seen.has(line.key)).toBe(false)
          seen.add(line.key)
          const before = taken.get(keyOf(line)) ?? { charge: 0, credit: 0, payment: 0, lines: 0 }
          taken.set(keyOf(line), {
            charge: before.charge + line.charge,
            credit: before.credit + line.credit,
            payment: before.payment + line.payment,
            lines: before.lines + 1,
          })
        }
        // The slow model: add up every document as it stands.
        const model = [...documents.values()].reduce((sum, d) => sum + netOf(d), 0)
        expect(closing).toBe(model)
      }
    }),
  )
})
