/** A day that lists read as an age: how it is asked for, and what it comes to on a day. */
import { expect, test } from 'vitest'
import { day } from '../basics/time/day.ts'
import { defineEntity, type Entity } from './entity.ts'
import { f } from './field.ts'
import { listField, readFilter, resolvedAges } from './query/conditions.ts'

const stock = defineEntity({
  name: 'stockSample',
  label: '库存',
  right: 'sampleList',
  title: ['no'],
  fields: {
    no: f.text('编号', { required: true }),
    idleSince: f.day('空闲起始日', { age: '闲置天数' }),
    boughtOn: f.day('购入日'),
  },
  list: { columns: ['no', 'idleSince'] },
  form: { 基本: ['no'] },
}) as unknown as Entity

const asked = (text: string) => {
  const [condition] = resolvedAges([readFilter(stock, 'idleSince', text)!], day('2026-03-31'))
  return condition
}

test('lists name it by its age, records by its day', () => {
  expect(listField(stock, 'idleSince')!.label).toBe('闲置天数')
  expect(listField(stock, 'idleSince')).toBe(listField(stock, 'idleSince'))
  expect((stock.fields['idleSince'] as { label: string }).label).toBe('空闲起始日')
})
test.each([
  ['30~', { to: '2026-03-01' }],
  ['~7', { from: '2026-03-24' }],
  ['8~15', { from: '2026-03-16', to: '2026-03-23' }],
  ['0', { from: '2026-03-31', to: '2026-03-31' }],
  ['2026-01-01~', { from: '2026-01-01' }],
])('%s', (text, range) => expect(asked(text)).toMatchObject({ op: 'range', name: 'idleSince', ...range }))
test('no other day is asked for by a number, and no age by what is none', () => {
  expect(() => readFilter(stock, 'boughtOn', '30~')).toThrow()
  expect(() => readFilter(stock, 'idleSince', '-3~')).toThrow()
  expect(() => readFilter(stock, 'idleSince', '999999~')).toThrow()
})
