import { describe, expect, it } from 'vitest'
import {
  checkExpression,
  describe as say,
  evaluate,
  expressionSchema,
  fieldsIn,
  type Expression,
  type Literal,
  type Op,
  type Vocabulary,
} from './expression.ts'

const is = (field: string, op: Op, value?: Literal | { field: string }): Expression => ({
  kind: 'compare',
  field,
  op,
  ...(value === undefined ? {} : { value }),
})
const known: Vocabulary = {
  'form.name': { label: '名称', type: 'text' },
  'form.cost': { label: '车损费', type: 'money' },
  'form.km': { label: '里程', type: 'number' },
  'form.on': { label: '日期', type: 'day' },
  'form.until': { label: '截止', type: 'day' },
  'form.urgent': { label: '加急', type: 'flag' },
  'form.kind': { label: '类型', type: 'choice' },
  'form.tags': { label: '标签', type: 'choices' },
  'starter.roles': { label: '发起人角色', type: 'ids' },
  'form.files': { label: '附件', type: 'files' },
}

describe('a comparison', () => {
  it.each<[string, Expression, Record<string, unknown>, boolean]>([
    ['money by size, not by its digits', is('form.cost', 'gt', 90_000), { 'form.cost': 120_000 }, true],
    ['the limit itself is not above the limit', is('form.cost', 'gt', 100_000), { 'form.cost': 100_000 }, false],
    ['but at least the limit', is('form.cost', 'ge', 100_000), { 'form.cost': 100_000 }, true],
    ['days by the calendar', is('form.on', 'lt', '2026-03-10'), { 'form.on': '2026-03-09' }, true],
    [
      'a day with another field',
      is('form.on', 'le', { field: 'form.until' }),
      { 'form.on': '2026-03-09', 'form.until': '2026-03-09' },
      true,
    ],
    ['text that contains', is('form.name', 'contains', '沪A'), { 'form.name': '车牌沪A12345' }, true],
    ['one of several', is('form.kind', 'in', ['a', 'b']), { 'form.kind': 'b' }, true],
    ['none of several', is('form.kind', 'notIn', ['a', 'b']), { 'form.kind': 'b' }, false],
    ['ids as numbers and as texts', is('starter.roles', 'contains', '7'), { 'starter.roles': [3, 7] }, true],
    ['a list that has not', is('form.tags', 'contains', 'x'), { 'form.tags': ['y'] }, false],
    ['a switch that is on', is('form.urgent', 'eq', true), { 'form.urgent': true }, true],
    ['a switch nobody touched is off', is('form.urgent', 'eq', false), {}, true],
    ['files that are there', is('form.files', 'notEmpty'), { 'form.files': [{}] }, true],
    ['an empty list is empty', is('form.files', 'empty'), { 'form.files': [] }, true],
    ['zero is not empty', is('form.cost', 'empty'), { 'form.cost': 0 }, false],
  ])('%s', (_title, e, values, wanted) => expect(evaluate(e, values)).toBe(wanted))

  it('of what is not filled in: unlike everything, never greater, never smaller', () => {
    const ops = (right: Literal): Op[] =>
      (['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'in', 'notIn', 'contains'] as const).filter((op) => evaluate(is('form.cost', op, right), {}))
    expect(ops(0)).toEqual(['ne', 'notIn'])
    expect(evaluate(is('form.on', 'ge', { field: 'form.until' }), { 'form.on': '2026-03-09' })).toBe(false)
  })
  it('of a field that the form dropped counts as empty, and nothing outside the values can be reached', () => {
    expect(evaluate(is('form.gone', 'gt', 1), { 'form.cost': 5 })).toBe(false)
    for (const path of ['constructor', '__proto__', 'toString']) expect(evaluate(is(path, 'notEmpty'), {})).toBe(false)
  })
})

describe('groups', () => {
  const yes = is('form.km', 'eq', 1)
  const no = is('form.km', 'eq', 2)
  it.each<[Expression, boolean]>([
    [{ kind: 'all', of: [yes, yes] }, true],
    [{ kind: 'all', of: [yes, no] }, false],
    [{ kind: 'any', of: [no, yes] }, true],
    [{ kind: 'any', of: [no, no] }, false],
    [{ kind: 'not', of: no }, true],
    [{ kind: 'all', of: [yes, { kind: 'any', of: [no, { kind: 'not', of: no }] }] }, true],
  ])('%j', (e, wanted) => expect(evaluate(e, { 'form.km': 1 })).toBe(wanted))
  it('name their fields, those compared with too', () => {
    expect(fieldsIn({ kind: 'any', of: [yes, { kind: 'not', of: is('form.on', 'le', { field: 'form.until' }) }] })).toEqual([
      'form.km',
      'form.on',
      'form.until',
    ])
  })
})

describe('a condition that cannot be used says why', () => {
  it.each<[Expression, string | null]>([
    [is('form.cost', 'gt', 100_000), null],
    [is('form.cost', 'gt', { field: 'form.km' }), null],
    [is('form.on', 'le', { field: 'form.until' }), null],
    [is('form.gone', 'eq', 1), '条件使用的字段「form.gone」已不存在'],
    [is('form.name', 'gt', 'a'), '「名称」不能用「大于」比较'],
    [is('form.cost', 'gt', 'x'), '「车损费」应与金额比较，最多两位小数'],
    [is('form.cost', 'gt', '1000.123'), '「车损费」应与金额比较，最多两位小数'],
    [is('form.cost', 'gt', 10.5), '「车损费」应与金额比较，最多两位小数'],
    [is('form.km', 'gt', '1e3'), '「里程」应与数字比较'],
    [is('form.km', 'gt', Number.NaN), '「里程」应与数字比较'],
    [is('form.on', 'eq', '10/03/2026'), '「日期」应与日期比较'],
    [is('form.urgent', 'eq', 'yes'), '「加急」应与是或否比较'],
    [is('form.kind', 'in', 'a'), '「类型」属于需要一组值'],
    [is('form.kind', 'eq', ['a', 'b']), '「类型」等于只能填写一个值'],
    [is('form.kind', 'eq'), '「类型」等于的值没有填写'],
    [is('form.kind', 'in', []), '「类型」属于的值没有填写'],
    [is('form.on', 'le', { field: 'form.gone' }), '字段「form.gone」不存在'],
    [is('form.on', 'le', { field: 'form.cost' }), '「日期」与「车损费」类型不同，不能比较'],
    [{ kind: 'all', of: [] }, '条件组是空的'],
    [is('constructor', 'eq', 1), '条件使用的字段「constructor」已不存在'],
  ])('%j', (e, wanted) => expect(checkExpression(e, known)).toBe(wanted))
  it('nested without end, or not a condition at all', () => {
    let deep = is('form.km', 'eq', 1)
    for (let i = 0; i < 9; i++) deep = { kind: 'not', of: deep }
    expect(checkExpression(deep, known)).toBe('条件最多嵌套 8 层')
    expect(expressionSchema.safeParse({ kind: 'script', text: 'process.exit()' }).success).toBe(false)
    expect(expressionSchema.safeParse({ kind: 'compare', field: 'form.km', op: 'matches', value: '.*' }).success).toBe(false)
  })
})

it('a condition as a sentence', () => {
  const e: Expression = {
    kind: 'all',
    of: [
      is('form.cost', 'gt', 100_000),
      { kind: 'any', of: [is('form.urgent', 'eq', true), is('form.files', 'empty')] },
      { kind: 'not', of: is('form.on', 'lt', { field: 'form.until' }) },
    ],
  }
  expect(say(e, known, (term, v) => (term.type === 'money' ? (Number(v) / 100).toFixed(2) : String(v)))).toBe(
    '车损费 大于 1000.00 且 （加急 等于 true 或 附件 为空） 且 （不满足（日期 小于 「截止」））',
  )
})
