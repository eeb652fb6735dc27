import { describe, expect, it } from 'vitest'
import { day, instantAt } from '#kit/basics/time/day.ts'
import { randomOf } from '#kit/basics/random.ts'
import {
  conserved,
  daysOf,
  floated,
  gapsOf,
  lesseeShare,
  notAYear,
  overlapDays,
  policyNumber,
  refundOf,
  shareLoss,
  type Period,
} from './insurance.rules.ts'

const period = (from: string, to: string): Period => ({ startAt: instantAt(day(from)), endAt: instantAt(day(to)) })
const year = period('2026-03-10', '2027-03-10')

describe('a policy typed off its picture', () => {
  it('is known by its number however it was written', () => {
    expect(policyNumber(' pdza 2026３101 ')).toBe('PDZA20263101')
    expect(policyNumber('PDZA20263101')).toBe('PDZA20263101')
  })
  it('runs a year, or says how long it runs', () => {
    const at = (on: string): string => `${on}T16:00:00.000Z`
    expect(notAYear(at('2026-03-09'), at('2027-03-09'))).toBeNull()
    expect(notAYear(at('2024-02-28'), at('2025-02-27'))).toBeNull()
    expect(notAYear(at('2026-03-09'), at('2026-06-09'))).toBe('保障期为 92 天，通常应为 1 年，请核对起止日期')
    expect(notAYear(at('2026-03-09'), at('2026-03-01'))).toBeNull()
  })
})

describe('policies (affairs.md §3.3)', () => {
  it.each([
    [-1000, 166_500],
    [-2000, 148_000],
    [-3000, 129_500],
    [1000, 203_500],
    [3000, 240_500],
    [0, 185_000],
  ])('1,850.00 at %i bp', (bp, wanted) => expect(floated(185_000, bp)).toBe(wanted))
  it('surrendered on 2026-09-01: 175 days used, 3,227.40 back', () => {
    expect(daysOf(year)).toBe(365)
    expect(refundOf(620_000, year, day('2026-09-01'))).toEqual({ usedDays: 175, used: 297_260, refund: 322_740 })
    expect(refundOf(620_000, year, day('2026-01-01')).refund).toBe(620_000)
    expect(refundOf(620_000, year, day('2028-01-01')).refund).toBe(0)
  })
  it('a gap of two days is seen', () => {
    const periods = [period('2025-03-10', '2026-03-10'), period('2026-03-12', '2027-03-12')]
    expect(gapsOf(periods, day('2026-01-01'), day('2026-12-31'))).toEqual([{ from: '2026-03-10', to: '2026-03-12', days: 2 }])
    expect(gapsOf([period('2025-03-10', '2026-03-10'), year], day('2026-01-01'), day('2026-12-31'))).toEqual([])
    expect(gapsOf([], day('2026-01-01'), day('2026-01-03'))).toEqual([{ from: '2026-01-01', to: '2026-01-03', days: 2 }])
  })
  it('an overlap is counted in days', () => {
    expect(overlapDays(year, period('2027-03-07', '2028-03-07'))).toBe(3)
    expect(overlapDays(year, period('2027-03-10', '2028-03-10'))).toBe(0)
  })
})

describe('a loss (§3.4)', () => {
  const loss = {
    liabilityBp: 7000,
    own: 1_260_000,
    third: 350_000,
    deductible: 50_000,
    other: true,
    compulsoryLimit: 200_000,
    compulsoryNoFault: 10_000,
    ownLimit: 20_000_000,
    thirdLimit: 100_000_000,
  }
  it('main fault 70 %', () => {
    const s = shareLoss(loss)
    expect(s).toEqual({
      thirdByCompulsory: 200_000,
      thirdByCommercial: 105_000,
      thirdByUs: 0,
      thirdKept: 45_000,
      byTheirCompulsory: 200_000,
      byTheirCommercial: 318_000,
      byOurCommercial: 692_000,
      deductible: 50_000,
      uninsured: 0,
    })
    expect(lesseeShare(s, 10_000)).toBe(50_000)
    expect(conserved({ loss: 1_260_000, payouts: [200_000, 318_000, 692_000], lessee: 50_000, driver: 0, company: 0 })).toBeNull()
    expect(conserved({ loss: 1_260_000, payouts: [200_000, 318_000, 692_000], lessee: 0, driver: 0, company: 0 })).toBe(
      '损失 12,600.00 与分担合计 12,100.00 不符',
    )
    expect(conserved({ loss: 0, payouts: [-1, 1], lessee: 0, driver: 0, company: 0 })).toBe('分担金额不能为负数')
  })
  it.each([
    // Each side's 交强 pays by the fault of its own insured: in full with any, a hundred without.
    ['all ours, another in it', 10_000, true, [200_000, 150_000, 10_000, 0, 1_200_000, 50_000]],
    ['all ours, nobody else in it', 10_000, false, [200_000, 150_000, 0, 0, 1_210_000, 50_000]],
    ['half each', 5000, true, [200_000, 75_000, 200_000, 530_000, 480_000, 50_000]],
    ['less ours', 3000, true, [200_000, 45_000, 200_000, 742_000, 268_000, 50_000]],
    ['none ours', 0, true, [10_000, 0, 200_000, 1_060_000, 0, 0]],
  ])('%s', (_title, liabilityBp, other, shares) => {
    const s = shareLoss({ ...loss, liabilityBp, other })
    const { thirdByCompulsory, thirdByCommercial, byTheirCompulsory, byTheirCommercial, byOurCommercial, deductible } = s
    expect([thirdByCompulsory, thirdByCommercial, byTheirCompulsory, byTheirCommercial, byOurCommercial, deductible]).toEqual(shares)
    expect(s.uninsured).toBe(0)
  })
  it('always adds up, whoever is at fault (A7)', () => {
    const random = randomOf(5)
    const upTo = (n: number): number => Math.floor(random() * n)
    for (let n = 0; n < 500; n++) {
      const l = {
        liabilityBp: [0, 3000, 5000, 7000, 10_000][upTo(5)]!,
        own: upTo(3_000_000),
        third: upTo(3_000_000),
        deductible: upTo(100_000),
        other: random() < 0.5,
        compulsoryLimit: 200_000,
        compulsoryNoFault: 10_000,
        ownLimit: random() < 0.2 ? null : upTo(2_000_000),
        thirdLimit: random() < 0.2 ? null : upTo(2_000_000),
      }
      const s = shareLoss(l)
      expect(Object.values(s).every((v) => v >= 0)).toBe(true)
      expect(s.thirdByCompulsory + s.thirdByCommercial + s.thirdByUs + s.thirdKept).toBe(l.third)
      expect(s.byTheirCompulsory + s.byTheirCommercial + s.byOurCommercial + s.deductible + s.uninsured).toBe(l.own)
      expect(s.byOurCommercial).toBeLessThanOrEqual(l.ownLimit ?? 0)
    }
  })
})
