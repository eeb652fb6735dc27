import { describe, expect, it } from 'vitest'
import { day } from '#kit/basics/time/day.ts'
import { holding, nearBorder, plateSpans, vehicleOfPlate, type Possession } from './holder.rules.ts'

const held = (id: number, fromAt: string, toAt: string | null): Possession => ({ id, vehicle: 1, fromAt, toAt })
const all = [held(1, '2026-03-01T02:00:00Z', '2026-03-10T02:00:00Z'), held(2, '2026-03-10T02:00:00Z', null)]

describe('who held it at a second', () => {
  it.each([
    ['a second before the handover nobody', '2026-03-01T01:59:59Z', undefined],
    ['from the second of the handover', '2026-03-01T02:00:00Z', 1],
    ['the last second', '2026-03-10T01:59:59Z', 1],
    ['the second it passed on', '2026-03-10T02:00:00Z', 2],
    ['still', '2030-01-01T00:00:00Z', 2],
    ['the same moment said in another zone', '2026-03-10T09:59:59+08:00', 1],
  ])('%s', (_, at, id) => expect(holding(at, all)?.id).toBe(id))
  it.each([
    ['ten minutes before a border', '2026-03-10T01:50:00Z', true],
    ['a second more', '2026-03-10T01:49:59Z', false],
    ['ten minutes after it', '2026-03-10T02:10:00Z', true],
    ['a second more', '2026-03-10T02:10:01Z', false],
    ['an end that has not come is no border', '2027-01-01T00:00:00Z', false],
  ])('%s', (_, at, near) => expect(nearBorder(at, all)).toBe(near))
})

describe('which vehicle carried a plate', () => {
  const spans = plateSpans(5, '沪C00003', [
    { oldPlateNo: '沪B00002', newPlateNo: '沪C00003', changedOn: day('2026-02-01') },
    { oldPlateNo: '沪A00001', newPlateNo: '沪B00002', changedOn: day('2025-06-01') },
  ])
  it('one after the other, whatever order the changes are told in', () =>
    expect(spans.map(({ plateNo, fromOn, toOn }) => [plateNo, fromOn, toOn])).toEqual([
      ['沪A00001', null, '2025-06-01'],
      ['沪B00002', '2025-06-01', '2026-02-01'],
      ['沪C00003', '2026-02-01', null],
    ]))
  it.each([
    ['沪A00001', '2025-05-31', 5],
    ['沪A00001', '2025-06-01', null],
    ['沪B00002', '2025-05-31', null],
    ['沪B00002', '2025-06-01', 5],
    ['沪B00002', '2026-02-01', null],
    ['沪C00003', '2026-02-01', 5],
    ['沪D00004', '2026-02-01', null],
  ])('%s on %s', (plate, on, vehicle) => expect(vehicleOfPlate(plate, day(on), spans)).toBe(vehicle))
  it('a plate that never changed was always its own', () =>
    expect(plateSpans(6, '沪E1', [])).toEqual([{ vehicle: 6, plateNo: '沪E1', fromOn: null, toOn: null }]))
})
