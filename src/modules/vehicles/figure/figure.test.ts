import { expect, test } from 'vitest'
import { ENERGIES } from '../vehicle.ts'
import { vehicles } from '../vehicles.ts'
import { driveOf, SHAPES, shapeOf } from './figure.rules.ts'

test('every delivered category has a figure of its own', () => {
  expect(Object.keys(vehicles.dictionaries!['vehicleCategory']!.items).toSorted()).toEqual([...SHAPES].toSorted())
  for (const category of SHAPES) expect(shapeOf({ category })).toBe(category)
})

test.each([
  ['4.2 米冷藏车', 'reefer'],
  ['6×4 牵引车', 'tractor'],
  ['13 米半挂', 'trailer'],
  ['七座商务', 'minivan'],
  ['新能源轻卡', 'van'],
  ['仓栅式', 'stake'],
  ['越野', 'suv'],
  ['洒水车', 'special'],
  [null, 'special'],
])('a category of the company called %s is drawn as %s', (label, shape) => {
  expect(shapeOf({ category: 'own1', label })).toBe(shape)
})

test('a trailer is one, whatever its model says', () => {
  expect(shapeOf({ category: 'van', isTrailer: true })).toBe('trailer')
})

test('every energy has a mark, and nothing has none', () => {
  for (const energy of Object.keys(ENERGIES)) expect(driveOf(energy), energy).not.toBeNull()
  expect(driveOf(null)).toBeNull()
})
