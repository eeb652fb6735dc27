import { describe, expect, it } from 'vitest'
import type { TemplateEntry } from './permission.ts'
import { canonical, choicesOf, DEFAULT, problemsOf, ruleText, setOwn, setRule } from './template.ts'

const byDefault: TemplateEntry[] = [
  {
    resourceCode: DEFAULT,
    rules: [
      { rule: 'store', mode: 'ownStore' },
      { rule: 'dept', mode: 'ownDept' },
    ],
  },
]

describe('editing a data template', () => {
  it('starts an entry of its own from the default, with the rules that bind the page', () => {
    expect(setOwn(byDefault, 'bill', true, new Set(['store'])).at(-1)).toEqual({
      resourceCode: 'bill',
      rules: [{ rule: 'store', mode: 'ownStore' }],
    })
    expect(setOwn(setOwn(byDefault, 'bill', true, new Set(['store'])), 'bill', false, new Set())).toEqual(byDefault)
  })
  it('sets, replaces and takes out a rule', () => {
    const one = setRule([], 'bill', 'store', { mode: 'all' })
    expect(one).toEqual([{ resourceCode: 'bill', rules: [{ rule: 'store', mode: 'all' }] }])
    expect(setRule(one, 'bill', 'store', { mode: 'custom', values: [1] })[0]!.rules).toEqual([
      { rule: 'store', mode: 'custom', values: [1] },
    ])
    expect(setRule(one, 'bill', 'store', null)[0]!.rules).toEqual([])
  })
  it('offers what fits the dimension', () => {
    expect(choicesOf('store').map((c) => c.label)).toEqual(['未授权', '全部', '本门店', '指定…'])
    expect(choicesOf('owner').map((c) => c.value)).toContain('self')
    expect(choicesOf('owner').map((c) => c.value)).not.toContain('ownStore')
  })
  it('says what a cell gives', () => {
    const name = (id: number | string): string => `店${id}`
    expect(ruleText(null, name)).toBe('未授权')
    expect(ruleText({ rule: 'store', mode: 'custom', values: [1, 2, 3, 4] }, name)).toBe('店1、店2、店3 等 4 个')
  })
  it('does not save 指定 without a choice, or a template without a name', () => {
    expect(problemsOf(' ', setRule([], 'bill', 'store', { mode: 'custom', values: [] }), () => '账单')).toEqual([
      '请填写模板名称',
      '账单：选择「指定」时请至少选一项',
    ])
  })
  it('knows that order does not matter', () => {
    const a: TemplateEntry[] = [
      {
        resourceCode: 'x',
        rules: [
          { rule: 'store', mode: 'custom', values: [2, 1] },
          { rule: 'dept', mode: 'all' },
        ],
      },
      { resourceCode: 'y', rules: [] },
    ]
    const b: TemplateEntry[] = [
      { resourceCode: 'y', rules: [] },
      {
        resourceCode: 'x',
        rules: [
          { rule: 'dept', mode: 'all' },
          { rule: 'store', mode: 'custom', values: [1, 2] },
        ],
      },
    ]
    expect(canonical(a)).toBe(canonical(b))
    expect(canonical(a)).not.toBe(canonical([]))
  })
})
