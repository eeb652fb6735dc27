import { describe, expect, it } from 'vitest'
import type { Parameter } from '#kit/entity/module.ts'
import { checkParameter, parameterText, rangeText } from './parameters.ts'

const p = (o: Partial<Parameter>): Parameter => ({ code: 'x', label: '清洁费', group: '退车', kind: 'int', default: 0, hint: '', ...o })

describe('a parameter', () => {
  it.each<[string, Partial<Parameter>, unknown, string | null]>([
    ['an integer in its range', { min: 1, max: 5 }, 5, null],
    ['below', { min: 1 }, 0, '清洁费不能小于 1'],
    ['money above, said in yuan', { kind: 'money', max: 10_000 }, 10_001, '清洁费不能大于 100.00 元'],
    ['a rate above, said in percent', { kind: 'rate', max: 5000 }, 5001, '清洁费不能大于 50%'],
    ['a fraction', {}, 1.5, '清洁费应为整数'],
    ['a text for a number', {}, '5', '清洁费应为整数'],
    ['a flag', { kind: 'flag' }, true, null],
    ['a number for a flag', { kind: 'flag' }, 1, '清洁费应为是或否'],
    ['an option', { kind: 'choice', options: { a: '甲' } }, 'a', null],
    ['no option', { kind: 'choice', options: { a: '甲' } }, 'constructor', '清洁费的取值不在可选范围内'],
    ['a long text', { kind: 'text', max: 2 }, 'abc', '清洁费最多 2 字'],
  ])('checks %s', (_title, o, value, wanted) => expect(checkParameter(p(o), value)).toBe(wanted))

  it('reads as a person writes it', () => {
    expect(parameterText(p({ kind: 'money' }), 5000)).toBe('50.00 元')
    expect(parameterText(p({ kind: 'rate' }), 525)).toBe('5.25%')
    expect(parameterText(p({ kind: 'flag' }), false)).toBe('否')
    expect(rangeText(p({ kind: 'money', min: 0, max: 20_000 }))).toBe('0.00 元 ～ 200.00 元')
    expect(rangeText(p({ kind: 'flag' }))).toBeNull()
  })
})
