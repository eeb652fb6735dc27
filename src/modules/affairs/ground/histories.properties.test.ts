/**
 * Whole histories of vehicles against a slow model that walks day by day: when upkeep and inspections are due, which days are covered,
 * what a premium costs on each of them (affairs.md §7, A2, A5, A6, A8). DEEP=1 for ten thousand histories.
 */
import { describe, expect, test, vi } from 'vitest'
import { addDays, addMonths, day, daysBetween, instantAt, type Day } from '#kit/basics/time/day.ts'
import { negated } from '#kit/basics/fen.ts'
import { randomOf } from '#kit/basics/random.ts'
import { INSPECTION_RULES } from '../inspection/inspection-seed.ts'
import { dueFrom, nextInspection, windowFrom, type UseNature, type VehicleClass } from '../inspection/inspection.rules.ts'
import { gapsOf, overlapDays, refundOf } from '../insurance/insurance.rules.ts'
import { upkeepDue } from '../upkeep/upkeep.rules.ts'
import { costWithin } from './cost.rules.ts'

if (process.env['DEEP']) vi.setConfig({ testTimeout: 1_800_000 })
const HISTORIES = process.env['DEEP'] ? 10_000 : 200
const BASE = day('2016-01-01')

function dice(seed: number) {
  const random = randomOf(seed)
  const upTo = (n: number): number => Math.floor(random() * n)
  return { upTo, chance: (p: number): boolean => random() < p, one: <T>(all: readonly T[]): T => all[upTo(all.length)]! }
}

/** The last days of months on which something is due, month after month, asking the table at each: no arithmetic of the rules. */
function slowDues(registeredOn: Day, c: VehicleClass, u: UseNature, months: number): { dueOn: Day; kind: string }[] {
  const dues: { dueOn: Day; kind: string }[] = []
  const [year, month] = [Number(registeredOn.slice(0, 4)), Number(registeredOn.slice(5, 7))]
  let since = 0
  let at = 0
  for (let age = 1; age <= months; age++) {
    since++
    const row = INSPECTION_RULES.find(
      (r) => r.vehicleClass === c && r.useNature === u && at >= r.ageFrom && (r.ageTo === null || at < r.ageTo),
    )!
    if (since < row.everyMonths) continue
    const index = month - 1 + age
    const [y, m] = [year + Math.floor(index / 12), (index % 12) + 1]
    const last = new Date(Date.UTC(y, m, 0)).getUTCDate()
    dues.push({ dueOn: day(`${y}-${String(m).padStart(2, '0')}-${String(last).padStart(2, '0')}`), kind: row.kind })
    since = 0
    at = age
  }
  return dues
}

describe('histories', () => {
  test('inspections: whatever day each is passed on, the dues are those of the table walked month by month (A8)', () => {
    const d = dice(21)
    for (let h = 0; h < HISTORIES; h++) {
      const registeredOn = addDays(BASE, d.upTo(3000))
      const c = d.one(['goods', 'passengerSmall', 'passengerMid', 'trailer', 'special'] as const)
      const u = d.one(['operating', 'private'] as const)
      if (c === 'passengerMid' && u === 'private') continue
      const slow = slowDues(registeredOn, c, u, 200)
      let due = nextInspection(registeredOn, c, u, INSPECTION_RULES, null)
      for (const wanted of slow) {
        expect(due, `${registeredOn} ${c} ${u}`).toEqual(wanted)
        // Passed early in its window or months late: the next one does not look at that day.
        const doneOn = addDays(windowFrom(due!.dueOn), d.upTo(300))
        expect(doneOn >= windowFrom(due!.dueOn)).toBe(true)
        due = nextInspection(registeredOn, c, u, INSPECTION_RULES, due!.dueOn)
      }
      const today = addDays(registeredOn, d.upTo(5000))
      expect(dueFrom(registeredOn, c, u, INSPECTION_RULES, today)).toEqual(slow.find((s) => s.dueOn >= today))
    }
  })

  test('upkeep: due on the day that walking finds, by what was really done; doing it resets only from then (A2)', () => {
    const d = dice(22)
    for (let h = 0; h < HISTORIES; h++) {
      const every = {
        everyKm: d.chance(0.8) ? 1000 * (1 + d.upTo(30)) : null,
        everyDays: d.chance(0.8) ? 10 + d.upTo(700) : null,
        everyHours: null,
        leadKm: d.upTo(1000),
        leadDays: d.upTo(40),
        leadHours: 0,
      }
      if (every.everyKm === null && every.everyDays === null) continue
      let [on, km] = [addDays(BASE, d.upTo(300)), d.upTo(50_000)]
      for (let n = 0; n < 4; n++) {
        const mean = d.upTo(300) / 2
        const [gone, driven] = [d.upTo(900), d.upTo(40_000)]
        const today = addDays(on, gone)
        const due = upkeepDue(every, { on, km, hours: null }, { today, km: km + driven, hours: null, meanKm: mean })
        // Walk on from the last time until the days are through.
        let byDays: Day | null = null
        if (every.everyDays !== null) for (let k = 0, at = on; k <= every.everyDays; k++, at = addDays(at, 1)) byDays = at
        // Drive on from today, a mean day after the other, until the kilometres are.
        let byKm: Day | null = null
        if (every.everyKm !== null && mean >= 1) {
          let k = 0
          while (driven + k * mean < every.everyKm) k++
          byKm = addDays(today, k)
        }
        const first = [byDays, byKm].filter((x) => x !== null).toSorted()[0] ?? null
        expect(due.dueOn).toBe(byDays)
        expect(due.forecastOn).toBe(first)
        const late = (byDays !== null && byDays < today) || (every.everyKm !== null && driven > every.everyKm)
        const now = byDays === today || driven === every.everyKm
        const near =
          (byDays !== null && daysBetween(today, byDays) <= every.leadDays) ||
          (every.everyKm !== null && every.everyKm - driven <= every.leadKm)
        expect(due.level).toBe(late ? 'overdue' : now ? 'due' : near ? 'soon' : 'normal')
        ;[on, km] = [today, km + driven]
      }
    }
  })

  test('policies: gaps, overlaps, daily cost and refunds equal days painted one by one (A5, A6)', () => {
    const d = dice(23)
    for (let h = 0; h < HISTORIES; h++) {
      const policies: { from: Day; to: Day; startAt: string; endAt: string; premium: number }[] = []
      let at = addDays(BASE, d.upTo(60))
      for (let n = 1 + d.upTo(4); n > 0; n--) {
        const to = d.chance(0.7) ? addMonths(at, 12) : addDays(at, 1 + d.upTo(200))
        policies.push({ from: at, to, startAt: instantAt(at), endAt: instantAt(to), premium: d.upTo(2_000_000) })
        at = addDays(to, d.chance(0.6) ? 0 : d.upTo(40))
      }
      const [first, last] = [addDays(BASE, -d.upTo(30)), addDays(at, d.upTo(30))]
      const covered = new Set<Day>()
      for (const p of policies) for (let x = p.from; x < p.to; x = addDays(x, 1)) covered.add(x)
      let bare = 0
      for (let x = first; x < last; x = addDays(x, 1)) if (!covered.has(x)) bare++
      const gaps = gapsOf(policies, first, last)
      expect(gaps.reduce((sum, g) => sum + g.days, 0)).toBe(bare)
      for (const g of gaps) for (let x = g.from; x < g.to; x = addDays(x, 1)) expect(covered.has(x)).toBe(false)
      for (const [i, p] of policies.entries()) {
        for (const q of policies.slice(i + 1)) expect(overlapDays(p, q)).toBe(0)
        // To the fen, by whole numbers of any size: what the first k of D days have cost.
        const days = BigInt(daysBetween(p.from, p.to))
        const used = (k: bigint): bigint => (2n * BigInt(p.premium) * k + days) / (2n * days)
        const on = addDays(p.from, d.upTo(Number(days) + 1))
        const k = BigInt(daysBetween(p.from, on))
        const { used: cost, refund, usedDays } = refundOf(p.premium, p, on)
        expect([BigInt(cost), BigInt(refund), usedDays]).toEqual([used(k), BigInt(p.premium) - used(k), Number(k)])
        // The surrendered rest is a negative cost over its own days: nothing is left after it, whatever month is asked.
        const rest = { amount: negated(refund), startOn: on, endOn: p.to }
        const whole = { amount: p.premium, startOn: p.from, endOn: p.to }
        expect(costWithin(whole, p.from, p.to) + (on < p.to ? costWithin(rest, p.from, p.to) : negated(refund))).toBe(cost)
        const [a, b] = [d.upTo(Number(days) + 1), d.upTo(Number(days) + 1)].toSorted((x, y) => x - y) as [number, number]
        expect(BigInt(costWithin(whole, addDays(p.from, a), addDays(p.from, b)))).toBe(used(BigInt(b)) - used(BigInt(a)))
      }
    }
  })
})
