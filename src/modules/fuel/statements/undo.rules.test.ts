import { expect, test } from 'vitest'
import { takenBack, type Standing } from './undo.rules.ts'

const spend = (supplierNo: string, at: string, more: Partial<Standing> = {}): Standing => ({
  id: 1,
  line: null,
  called: supplierNo,
  kind: 'spend',
  card: 7,
  vehicle: 3,
  amount: 20_007,
  quantity: 2850,
  at,
  supplierNo,
  held: null,
  ...more,
})
const row = {
  kind: 'spend',
  card: 7,
  vehicle: 3,
  amount: 20_007,
  quantity: 28.5,
  at: '2026-05-18T03:00:00.000Z',
  supplierNo: 'S9',
  ofNo: '',
}
const of = (standing: Standing[], more: Partial<typeof row> = {}): string | null =>
  takenBack({ ...row, ...more }, standing)?.supplierNo ?? null

test('the one that is named, else the one of its number, else the last one like it before', () => {
  const list = [spend('A', '2026-05-18T01:00:00.000Z'), spend('B', '2026-05-18T02:00:00.000Z'), spend('C', '2026-05-18T04:00:00.000Z')]
  expect([of(list), of(list, { ofNo: 'A' }), of(list, { supplierNo: 'A' }), of(list, { ofNo: 'X' })]).toEqual(['B', 'A', 'A', null])
})
test('only what is alike in card, amount and quantity', () => {
  const at = '2026-05-18T01:00:00.000Z'
  expect(
    of([spend('A', at, { card: 8 }), spend('B', at, { amount: 1 }), spend('C', at, { quantity: 1 }), spend('D', at, { kind: 'load' })]),
  ).toBeNull()
  expect(of([spend('A', at)], { quantity: 0 })).toBe('A')
  expect(of([spend('A', at, { card: null, vehicle: 4 })], { card: null as never })).toBeNull()
})
