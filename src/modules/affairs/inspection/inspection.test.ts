import { describe, expect, it } from 'vitest'
import { addDays, day, type Day } from '#kit/basics/time/day.ts'
import { CERTIFICATE_RULES, INSPECTION_RULES } from './inspection-seed.ts'
import {
  classOf,
  dueFrom,
  natureOf,
  nextInspection,
  requiredCertificates,
  windowFrom,
  type UseNature,
  type VehicleClass,
} from './inspection.rules.ts'

function schedule(registered: string, c: VehicleClass, u: UseNature, n: number): string[] {
  const dues: string[] = []
  let due: Day | null = null
  for (let i = 0; i < n; i++) {
    const next: { dueOn: Day; kind: string } = nextInspection(day(registered), c, u, INSPECTION_RULES, due)!
    dues.push(`${next.dueOn} ${next.kind}`)
    due = next.dueOn
  }
  return dues
}

describe('inspection due (affairs.md §3.5)', () => {
  it('goods: yearly, from the tenth year half-yearly', () => {
    const all = schedule('2020-06-15', 'goods', 'operating', 12)
    expect(all.slice(0, 10)).toEqual(Array.from({ length: 10 }, (_, i) => `${2021 + i}-06-30 line`))
    expect(all.slice(10)).toEqual(['2030-12-31 line', '2031-06-30 line'])
  })
  it('rental cars: yearly, after five years half-yearly', () => {
    expect(schedule('2022-11-08', 'passengerSmall', 'operating', 6)).toEqual([
      ...[2023, 2024, 2025, 2026, 2027].map((y) => `${y}-11-30 line`),
      '2028-05-31 line',
    ])
  })
  it('private cars: labels, and the line in the sixth and tenth year', () => {
    expect(schedule('2021-03-08', 'passengerSmall', 'private', 6)).toEqual([
      '2023-03-31 label',
      '2025-03-31 label',
      '2027-03-31 line',
      '2029-03-31 label',
      '2031-03-31 line',
      '2032-03-31 line',
    ])
  })
  it('may be handled from the first day of the second month before', () => {
    expect(windowFrom(day('2026-06-30'))).toBe('2026-04-01')
    expect(windowFrom(day('2026-01-31'))).toBe('2025-11-01')
  })
  it('passed early or late, the next due is the same (A8)', () => {
    for (let early = -80; early < 40; early++) {
      const done = addDays(day('2026-06-30'), early)
      expect(done).toBeTruthy()
      expect(nextInspection(day('2020-06-15'), 'goods', 'operating', INSPECTION_RULES, day('2026-06-30'))!.dueOn).toBe('2027-06-30')
    }
  })
  it('what is open today, known from the registration alone', () => {
    expect(dueFrom(day('2020-06-15'), 'goods', 'operating', INSPECTION_RULES, day('2026-06-30'))!.dueOn).toBe('2026-06-30')
    expect(dueFrom(day('2020-06-15'), 'goods', 'operating', INSPECTION_RULES, day('2026-07-01'))!.dueOn).toBe('2027-06-30')
    expect(nextInspection(day('2020-06-15'), 'passengerMid', 'private', INSPECTION_RULES, null)).toBeNull()
  })
  it('a newer row takes the place of an older one', () => {
    const newer = { ...INSPECTION_RULES[0]!, everyMonths: 24, effectiveOn: day('2027-01-01') }
    expect(nextInspection(day('2020-06-15'), 'goods', 'operating', [...INSPECTION_RULES, newer], null)!.dueOn).toBe('2022-06-30')
  })
})

describe('certificates a vehicle must have (§0.6)', () => {
  const v = { vehicleClass: 'goods', useNature: 'operating', use: 'cargo', grossKg: 4500 } as const
  it('ordinary goods of 4,500 kg need no permit, heavier ones and dangerous goods do', () => {
    expect(requiredCertificates(v, CERTIFICATE_RULES)).toEqual(['drivingLicence', 'registration'])
    expect(requiredCertificates({ ...v, grossKg: 4501 }, CERTIFICATE_RULES)).toContain('roadPermit')
    expect(requiredCertificates({ ...v, use: 'hazardous', grossKg: 2000 }, CERTIFICATE_RULES)).toContain('roadPermit')
    expect(requiredCertificates({ ...v, useNature: 'private', grossKg: 9000 }, CERTIFICATE_RULES)).not.toContain('roadPermit')
  })
  it('classes of models', () => {
    expect([
      classOf('van', 2),
      classOf('sedan', 5),
      classOf('minivan', 11),
      classOf('trailer', null),
      natureOf('lease'),
      natureOf('private'),
    ]).toEqual(['goods', 'passengerSmall', 'passengerMid', 'trailer', 'operating', 'private'])
  })
})
