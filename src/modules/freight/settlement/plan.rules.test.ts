/** Stages, deductions and fees to the fen (transport.md §4.3–§4.7, J12). */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feeOf, splitPlan, stillOwed, takeOpen, withoutOverpaid, type PlanRow } from './plan.rules.ts'

const PLAN: PlanRow[] = [
  { stage: 'advance', bp: 2800, medium: 'transfer' },
  { stage: 'advance', bp: 1200, medium: 'oilCard' },
  { stage: 'arrival', bp: 4000, medium: 'transfer' },
  { stage: 'receipt', bp: 2000, medium: 'transfer' },
]

test('1,025.01 at 40/40/20 is 410.01 (123.00 of it for the oil card), 410.00 and 205.00', () => {
  expect(splitPlan(102_501, PLAN).map((p) => [p.stage, p.medium, p.amount])).toEqual([
    ['advance', 'transfer', 28_701],
    ['advance', 'oilCard', 12_300],
    ['arrival', 'transfer', 41_000],
    ['receipt', 'transfer', 20_500],
  ])
})
test('a claim of 360.00 takes 205.00 and 155.00 stays open; the oldest is taken first', () => {
  expect(takeOpen(20_500, [{ id: 1, openAmount: 36_000 }])).toEqual([{ of: { id: 1, openAmount: 36_000 }, amount: 20_500 }])
  const two = [
    { id: 1, openAmount: 5_000 },
    { id: 2, openAmount: 36_000 },
  ]
  expect(takeOpen(20_500, two).map((t) => [t.of.id, t.amount])).toEqual([
    [1, 5_000],
    [2, 15_500],
  ])
  expect(takeOpen(0, two)).toEqual([])
})
test('1,025.00 at 6 % is a fee of 61.50; 3,860.00 at 1 % one of 38.60', () => {
  expect([feeOf(102_500, 600), feeOf(386_000, 100)]).toEqual([6_150, 3_860])
})
test('the month of a driver: 4,556.86 − 1,000.00 − 200.00 + 244.90 = 3,601.76', () => {
  const earned = 22 * 12_000 + Math.round(2890.8 * 45) + 308 * 200
  expect(earned).toBe(455_686)
  const owed = earned + 24_490
  const taken = takeOpen(owed, [
    { id: 1, openAmount: 100_000 },
    { id: 2, openAmount: 20_000 },
  ])
  expect(owed - taken.reduce((n, t) => n + t.amount, 0)).toBe(360_176)
})
test('whatever was agreed and drawn before: parts sum to the whole, nothing is drawn twice, nothing below zero (S4, S5)', () => {
  const plan = fc
    .uniqueArray(
      fc.tuple(
        fc.constantFrom('advance', 'arrival', 'receipt', 'monthly'),
        fc.constantFrom('transfer', 'oilCard', 'etc'),
        fc.integer({ min: 1, max: 9_000 }),
      ),
      {
        minLength: 1,
        maxLength: 8,
        selector: ([s, m]) => `${s}${m}`,
      },
    )
    .map((rows) => rows.map(([stage, medium, bp]) => ({ stage, medium, bp }) as PlanRow))
  fc.assert(
    fc.property(plan, fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 1e9 }), (rows, estimated, total) => {
      const parts = splitPlan(total, rows)
      expect(parts.reduce((n, p) => n + p.amount, 0)).toBe(total)
      expect(parts.every((p) => p.amount >= 0)).toBe(true)
      const drawn = splitPlan(estimated, rows)
        .filter((p) => p.stage === 'advance')
        .map((p) => ({ ...p, gross: p.amount }))
      const advance = drawn.reduce((n, d) => n + d.gross, 0)
      const owed = stillOwed(parts, drawn)
      const over = advance + owed.reduce((n, p) => n + p.amount, 0) - total
      const rest = withoutOverpaid(owed, over)
      expect(advance + rest.reduce((n, p) => n + p.amount, 0)).toBe(Math.max(total, advance))
    }),
    { numRuns: 2_000 },
  )
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e7 }), fc.array(fc.integer({ min: 1, max: 1e6 }), { maxLength: 8 }), (due, open) => {
      const rows = open.map((openAmount, id) => ({ id, openAmount }))
      const taken = takeOpen(due, rows)
      const sum = taken.reduce((n, t) => n + t.amount, 0)
      expect(sum).toBe(
        Math.min(
          due,
          open.reduce((a, b) => a + b, 0),
        ),
      )
      expect(taken.every((t) => t.amount <= t.of.openAmount)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})
