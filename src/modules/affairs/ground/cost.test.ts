import { describe, expect, it } from 'vitest'
import { addDays, addMonths, day, daysBetween } from '#kit/basics/time/day.ts'
import { randomOf } from '#kit/basics/random.ts'
import { costWithin } from './cost.rules.ts'

const year = (amount: number) => ({ amount, startOn: day('2026-03-10'), endOn: day('2027-03-10') })

describe('a premium by day (affairs.md §3.3)', () => {
  it.each([
    ['交强 1,850.00 in May', 185_000, '2026-05-01', '2026-06-01', 15_712],
    ['商业 6,200.00 in May', 620_000, '2026-05-01', '2026-06-01', 52_657],
    ['the whole', 620_000, '2026-03-10', '2027-03-10', 620_000],
    ['before it begins', 620_000, '2026-01-01', '2026-03-10', 0],
  ])('%s', (_title, amount, from, to, wanted) => expect(costWithin(year(amount), day(from), day(to))).toBe(wanted))

  it('twelve months add up to the premium', () => {
    for (const amount of [185_000, 620_000, -322_740, 1]) {
      let sum = 0
      for (let i = 0; i < 13; i++) sum += costWithin(year(amount), addMonths(day('2026-03-01'), i), addMonths(day('2026-03-01'), i + 1))
      expect(sum).toBe(amount)
    }
  })
  it('any partition adds up (A6)', () => {
    const random = randomOf(11)
    for (let n = 0; n < 300; n++) {
      const startOn = addDays(day('2026-01-01'), Math.floor(random() * 400))
      const of = { amount: Math.floor((random() - 0.3) * 2_000_000), startOn, endOn: addDays(startOn, 1 + Math.floor(random() * 800)) }
      let [at, sum] = [startOn, 0]
      while (at < of.endOn) {
        const next = addDays(at, 1 + Math.floor(random() * 60))
        sum += costWithin(of, at, next)
        at = next
      }
      expect(sum).toBe(of.amount)
      expect(daysBetween(of.startOn, at)).toBeGreaterThan(0)
    }
  })
})
