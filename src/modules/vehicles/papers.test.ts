import { describe, expect, it } from 'vitest'
import { day } from '#kit/basics/time/day.ts'
import { paperGaps } from './papers.rules.ts'

const valid = { inspectionDueOn: day('2026-06-30'), compulsoryInsuranceDueOn: day('2026-06-30'), drivingLicenceNo: '310000012345' }

describe('papers of a vehicle', () => {
  it.each([
    ['all valid', valid, '2026-06-29', []],
    ['valid through the last day', valid, '2026-06-30', []],
    ['the day after both have run out', valid, '2026-07-01', ['年检已于 2026-06-30 到期', '交强险已于 2026-06-30 到期']],
    [
      'nothing registered',
      { inspectionDueOn: null, compulsoryInsuranceDueOn: null, drivingLicenceNo: null },
      '2026-01-01',
      ['未登记行驶证', '未登记年检有效期', '未登记交强险有效期'],
    ],
  ])('%s', (_title, papers, today, gaps) => {
    expect(paperGaps(papers, day(today))).toEqual(gaps)
  })
})
