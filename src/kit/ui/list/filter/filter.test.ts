import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Field } from '../../../entity/field.ts'
import { filterText } from '../../../entity/query/filter-text.ts'
import { describeFilter, formatFilter, parseFilter } from './filter.ts'
import { sample } from '../sample.ts'

const field = (name: string): Field => sample.fields[name] as Field
const plain = (value: string): string => value

describe('the filter grammar', () => {
  it.each([
    ['plate', '沪A', { is: 'text', text: '沪A' }],
    ['plate', '~', { is: 'empty' }],
    ['plate', '!~', { is: 'filled' }],
    ['status', 'stock,leased', { is: 'any', values: ['stock', 'leased'] }],
    ['status', 'stock,stock', { is: 'any', values: ['stock'] }],
    ['status', 'sold', { is: 'bad', text: 'sold' }],
    ['own', 'true', { is: 'any', values: ['true'] }],
    ['own', 'yes', { is: 'bad', text: 'yes' }],
    ['store', '3,7', { is: 'any', values: ['3', '7'] }],
    ['store', '3;drop', { is: 'bad', text: '3;drop' }],
    ['boughtOn', '2026-01-01~2026-03-31', { is: 'range', from: '2026-01-01', to: '2026-03-31' }],
    ['boughtOn', '2026-01-01~', { is: 'range', from: '2026-01-01', to: '' }],
    ['boughtOn', '~2026-03-31', { is: 'range', from: '', to: '2026-03-31' }],
    ['boughtOn', '2026-01-01', { is: 'range', from: '2026-01-01', to: '2026-01-01' }],
    ['boughtOn', '2026-02-30', { is: 'bad', text: '2026-02-30' }],
    ['boughtOn', 'a~b~c', { is: 'bad', text: 'a~b~c' }],
    ['idleSince', '30~', { is: 'range', from: '30', to: '' }],
    ['idleSince', '8~15', { is: 'range', from: '8', to: '15' }],
    ['idleSince', '2026-01-01~', { is: 'range', from: '2026-01-01', to: '' }],
    ['idleSince', '1.5', { is: 'bad', text: '1.5' }],
    ['price', '100000~', { is: 'range', from: '100000', to: '' }],
    ['price', '1.5', { is: 'bad', text: '1.5' }],
    ['load', '1.5~2', { is: 'range', from: '1.5', to: '2' }],
    ['age', '1~3', { is: 'range', from: '1', to: '3' }],
    ['photos', 'x', { is: 'bad', text: 'x' }],
    ['photos', '~', { is: 'empty' }],
    ['plate', '  ', null],
    ['no', 'yb202611220001 YB202611220002', { is: 'many', values: ['YB202611220001', 'YB202611220002'] }],
    ['no', 'YB2026,', { is: 'text', text: 'YB2026' }],
    ['plate', '沪A12345\n沪B23456\n沪A12345', { is: 'many', values: ['沪A12345', '沪B23456'] }],
    ['plate', '沪A12345\n沪A12345', { is: 'text', text: '沪A12345' }],
    ['plate', '甲，乙', { is: 'text', text: '甲，乙' }],
  ])('%s=%s', (name, raw, expected) => {
    expect(parseFilter(field(name), raw)).toEqual(expected)
  })

  it('writes what it reads, for every kind and any text', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(sample.fields)), fc.string(), (name, raw) => {
        const value = parseFilter(field(name), raw)
        const text = formatFilter(value)
        expect(parseFilter(field(name), text)).toEqual(value)
      }),
    )
  })

  it('does not look for more than one filter takes', () => {
    const plates = Array.from({ length: 201 }, (_, i) => `沪A${i}`)
    expect(parseFilter(field('plate'), plates.join('\n'))).toMatchObject({ is: 'bad' })
    expect(parseFilter(field('plate'), plates.slice(1).join('\n'))).toMatchObject({ is: 'many' })
  })

  it('says a value in the words of the screen', () => {
    const say = (name: string, raw: string): string => {
      const value = parseFilter(field(name), raw)
      return value ? describeFilter(field(name), value, plain) : ''
    }
    expect(say('status', 'stock,repair')).toBe('在库、维修')
    expect(say('price', '100000~250050')).toBe('1,000.00 元 至 2,500.50 元')
    expect(say('price', '~250050')).toBe('≤ 2,500.50 元')
    expect(say('share', '1250')).toBe('12.5%')
    expect(say('seats', '5~')).toBe('≥ 5 座')
    expect(say('idleSince', '30~')).toBe('≥ 30 天')
    expect(say('idleSince', '~2026-01-31')).toBe('≤ 2026-01-31')
    expect(say('own', 'false')).toBe('否')
    expect(say('boughtOn', '2026-13-01')).toContain('未生效')
    expect(say('colour', '~')).toBe('为空')
    expect(say('plate', '沪A1\n沪A2\n沪A3\n沪A4')).toBe('沪A1、沪A2、沪A3、沪A4')
    expect(say('plate', '沪A1\n沪A2\n沪A3\n沪A4\n沪A5')).toBe('沪A1、沪A2、沪A3 等 5 项')
    expect(say('boughtOn', '长'.repeat(500)).length).toBeLessThan(60)
  })

  it('turns the fixed filter of a view into the same words', () => {
    expect(filterText(['a', 'b'])).toBe('a,b')
    expect(filterText(null)).toBe('~')
    expect(filterText({ from: '2026-01-01' })).toBe('2026-01-01~')
    expect(filterText({ to: 5 })).toBe('~5')
    expect(filterText(true)).toBe('true')
  })
})
