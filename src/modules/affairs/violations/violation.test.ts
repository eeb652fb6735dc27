import { describe, expect, it } from 'vitest'
import { day } from '#kit/basics/time/day.ts'
import { holding, nearBorder, plateSpans, vehicleOfPlate } from './holder.rules.ts'
import { codeMatches, pointsCycle, pointsIn, proofFrom, surcharge, transferFrom, whyNotTransfer } from './violation.rules.ts'

const at = (time: string): string => `2026-04-25T${time}+08:00`
describe('who held it (affairs.md §3.6)', () => {
  const segments = [
    { id: 1, vehicle: 1, fromAt: '2026-01-01T09:00:00+08:00', toAt: at('11:00:00') },
    { id: 2, vehicle: 1, fromAt: at('11:00:00'), toAt: null },
  ]
  it('changes at the second', () => {
    expect(holding(at('10:59:59'), segments)?.id).toBe(1)
    expect(holding(at('11:00:00'), segments)?.id).toBe(2)
    expect(holding('2026-01-01T08:59:59+08:00', segments)).toBeNull()
  })
  it.each([
    ['10:49:59', false],
    ['10:50:00', true],
    ['11:10:00', true],
    ['11:10:01', false],
  ])('%s is near a border: %s', (time, near) => expect(nearBorder(at(time), segments)).toBe(near))
  it('plate by the days it was carried', () => {
    const spans = [
      ...plateSpans(1, '沪B22222', [{ oldPlateNo: '沪A11111', newPlateNo: '沪B22222', changedOn: day('2026-03-01') }]),
      ...plateSpans(2, '沪A11111', [{ oldPlateNo: '沪C33333', newPlateNo: '沪A11111', changedOn: day('2026-04-01') }]),
    ]
    expect(vehicleOfPlate('沪A11111', day('2026-02-28'), spans)).toBe(1)
    expect(vehicleOfPlate('沪A11111', day('2026-03-01'), spans)).toBeNull()
    expect(vehicleOfPlate('沪A11111', day('2026-04-01'), spans)).toBe(2)
    expect(vehicleOfPlate('沪B22222', day('2026-03-01'), spans)).toBe(1)
  })
})

describe('what it costs and counts (§3.7)', () => {
  it.each([
    [10, 6000],
    [40, 20_000],
    [0, 0],
    [-3, 0],
  ])('200.00 late %i days', (late, wanted) => {
    const due = day('2026-05-10')
    expect(surcharge(20_000, due, new Date(Date.parse(`${due}T00:00:00Z`) + late * 86_400_000).toISOString().slice(0, 10) as never)).toBe(
      wanted,
    )
  })
  it('the year of points', () => {
    expect(pointsCycle(day('2019-08-12'), day('2026-04-30'))).toEqual({ from: '2025-08-12', to: '2026-08-12' })
    expect(pointsCycle(day('2019-08-12'), day('2026-08-12'))).toEqual({ from: '2026-08-12', to: '2027-08-12' })
    const handled = [
      { points: 6, decidedOn: day('2025-08-11') },
      { points: 3, decidedOn: day('2025-08-12') },
      { points: 6, decidedOn: day('2026-04-30') },
    ]
    expect(pointsIn(day('2019-08-12'), day('2026-04-30'), handled)).toBe(9)
  })
  it('the clock of transfer', () => {
    expect(transferFrom(day('2026-05-28'))).toBe('2026-06-27')
    expect(whyNotTransfer(day('2026-05-28'), day('2026-06-26'))).toBe('合同 2026-05-28 结束，2026-06-27 起可申请转移')
    expect(whyNotTransfer(day('2026-05-28'), day('2026-06-27'))).toBeNull()
    expect(whyNotTransfer(null, day('2026-06-27'))).toBe('租约仍在进行，合同结束 30 天后才可申请转移')
    expect(proofFrom(day('2026-05-28'))).toBe('2026-06-07')
  })
  it('codes with a local digit', () => {
    expect([codeMatches('1344', '13441'), codeMatches('1344', '1344'), codeMatches('13441', '1344'), codeMatches('1344', '13451')]).toEqual(
      [true, true, false, false],
    )
  })
})
